"""Forced decisions that cannot be, whatever the cards: refused before a deal is played.

What only some deals refuse is refused when such a deal is played.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from tarotsim.engine.overrides import together
from tarotsim.game.auction import TAKER
from tarotsim.game.cards import (
    BOUTS,
    RANK_VALET,
    format_cards,
    is_king,
    is_trump,
    rank_of,
)
from tarotsim.game.errors import IllegalActError, RulesError
from tarotsim.game.parsing import card_problems, cards_given
from tarotsim.game.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarotsim.engine.overrides import Override
    from tarotsim.game.auction import Imposed
    from tarotsim.game.rules import RuleSet

__all__ = ["verify_forced"]

_OF_TAKER = ("call", "ecart")


def verify_forced(
    forced: Iterable[Override], rules: RuleSet, auction: Imposed | None = None
) -> tuple[Override, ...]:
    """Return decisions that are to hold together, if they can at some table.

    Parameters
    ----------
    forced : iterable of Override
    rules : RuleSet
    auction : Imposed, optional
        None: the players bid.

    Returns
    -------
    tuple of Override
        As `tarotsim.engine.overrides.together` gives them.

    Raises
    ------
    RulesError, IllegalActError
        For one that never comes up, or is against the rules with any cards; says
        which, and the rule.
    """
    found = together(forced, rules.players)
    for one in found:
        problem = _never_asked(one, rules, auction)
        if problem:
            raise RulesError(f"{one.text}: {problem}")
        _verify_answer(one, rules)
    for first, second in combinations(found, 2):
        both = set(first.cards) & set(second.cards)
        if both and first.decision == second.decision == "play":
            card = format_cards([min(both)])
            message = f"{card} is forced of seat {first.seat} and of seat"
            raise RulesError(f"{message} {second.seat}: there is one of it (R0.1)")
    return found


def _never_asked(one: Override, rules: RuleSet, auction: Imposed | None) -> str:
    """Say why a seat is never asked for a decision; empty if it may be."""
    if one.decision == "call" and not rules.calls_king:
        return f"no card is called at {rules.players} players (R5.2)"
    late = [trick for trick in one.tricks if trick >= rules.hand_size]
    if late:
        last = rules.hand_size - 1
        return f"there is no trick {late[0]}: they are counted from 0 to {last} (R1.1)"
    if auction is None:
        return ""
    if one.decision == "bid":
        return f"the auction is imposed, {auction.text}: nobody bids"
    if one.decision == "ecart" and not auction.contract.takes_chien:
        name = auction.contract.label.replace("_", " ")
        return f"nobody discards in the imposed {name} (R15.1)"
    takes = one.seat == TAKER or auction.seat in (None, one.seat)
    if one.decision in _OF_TAKER and (not takes or one.seat == auction.besides):
        return f"this seat never takes in the imposed auction, {auction.text}"
    return ""


def _verify_answer(one: Override, rules: RuleSet) -> None:
    """Refuse an answer that no cards make legal."""
    problems = card_problems(one.cards)
    if problems:
        raise RulesError(f"{one.text}: {'; '.join(problems)}")
    if one.decision == "call":
        card = one.cards[0]
        if is_trump(card) or card in BOUTS or rank_of(card) < RANK_VALET:
            allowed = "a king; a queen, cavalier or jack with all four of what is above"
            _refuse(one, f"cannot call {format_cards(one.cards)}", "R5.2", allowed)
    elif one.decision == "ecart":
        _verify_ecart(one, rules)
    elif one.decision == "poignee" and one.params[1] > 0:
        size = rules.poignee_sizes[int(one.params[1]) - 1]
        most = rules.hand_size + rules.chien_size - size
        if len(one.cards) > most:
            what = f"cannot hide {counted(len(one.cards), 'trump')}"
            _refuse(one, what, "R10.3", f"0 to {most}")


def _verify_ecart(one: Override, rules: RuleSet) -> None:
    size = rules.chien_size
    if len(one.cards) != size:
        allowed = f"{size} at {rules.players} players"
        _refuse(one, cards_given(len(one.cards)), "R4.2", allowed)
    for card in one.cards:
        if is_king(card) or card in BOUTS:
            kind = "a king" if is_king(card) else "a bout"
            _refuse(one, f"cannot discard {kind}, {format_cards([card])}", "R4.4", "")


def _refuse(one: Override, message: str, rule: str, allowed: str) -> None:
    raise IllegalActError(message, rule, allowed).at(one.text)
