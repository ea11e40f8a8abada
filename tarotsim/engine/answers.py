"""Why an answer of a policy is illegal, by the reference engine's own checks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarotsim.game.errors import IllegalActError, StrategyError, TarotError
from tarotsim.game.layout import Stage
from tarotsim.game.rules import Contract
from tarotsim.kernels import row as words
from tarotsim.kernels.meaning import read_answer
from tarotsim.kernels.packing import CARDS, cards_of, signed
from tarotsim.reference.bidding import verify_bid
from tarotsim.reference.calling import verify_call
from tarotsim.reference.ecart import verify_ecart
from tarotsim.reference.legality import verify_card
from tarotsim.reference.poignee import poignee_options, show_poignee

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np
    import numpy.typing as npt

    from tarotsim.engine.callbacks import SeatedStrategy
    from tarotsim.engine.overrides import Override
    from tarotsim.game.cards import Card, Cards
    from tarotsim.game.poignees import PoigneeChoice
    from tarotsim.game.rules import RuleSet

__all__ = ["refused_answer", "verify_answer"]


def refused_answer(
    rules: RuleSet,
    strategies: Sequence[SeatedStrategy],
    row: npt.NDArray[np.uint64],
    status: int,
    where: str,
    forced: Iterable[Override] = (),
) -> TarotError:
    """Return the error for an answer that the engine refused.

    The reference engine's own check says which rule forbids it.

    Parameters
    ----------
    rules : RuleSet
    strategies : sequence of CompiledStrategy or ObjectStrategy (players,)
    row : uint64 array (ROW_WORDS,)
        As the kernels left it.
    status : int
        The stage asked.
    where : str
        Seed and number of the deal, in words.
    forced : iterable of Override, optional
        Decisions made for seats, of which one may be to blame.
    """
    seat, stage = int(row[words.ASKED]), Stage(status)
    who = f"strategy {strategies[seat].name} at seat {seat} ({where})"
    who += f", asked for {stage.label}"
    taker, trick = signed(row[words.TAKER]), signed(row[words.TRICK])
    for one in forced:
        if one.decides(stage.label, seat, taker, trick):
            who = f"the forced decision {one.text} ({where})"
    answer = signed(row[words.ANSWER])
    try:
        verify_answer(rules, row, stage, seat, answer)
    except IllegalActError as error:
        return error.at(who)
    except StrategyError as error:
        return StrategyError(f"{who}: {error}")
    return StrategyError(f"{who}: the engine refuses its answer {answer}")


def verify_answer(
    rules: RuleSet, row: npt.NDArray[np.uint64], stage: Stage, seat: int, answer: int
) -> None:
    """Check an answer as a policy gives it by the reference engine's rules.

    Parameters
    ----------
    rules : RuleSet
    row : uint64 array (ROW_WORDS,)
        The deal where the answer was asked; a set of cards stands in OUT.
    stage : Stage
    seat, answer : int

    Raises
    ------
    IllegalActError
        If it is not legal.
    StrategyError
        If the policy says by a negative number that it failed.
    """
    out = row[words.OUT], row[words.OUT + 1]
    meant = read_answer(stage, answer, out, rules.chien_size)
    if stage in _CHECKS:
        _CHECKS[stage](rules, row, seat, meant)


def _check_bid(rules: RuleSet, row: Any, seat: int, bid: Contract) -> None:
    verify_bid(bid, Contract(int(row[words.CONTRACT])))


def _check_call(rules: RuleSet, row: Any, seat: int, card: Card) -> None:
    verify_call(rules, _hand(row, seat), card)


def _check_ecart(rules: RuleSet, row: Any, seat: int, cards: Cards) -> None:
    verify_ecart(rules, _hand(row, seat), cards, _called(row))


def _check_poignee(
    rules: RuleSet, row: Any, seat: int, choice: PoigneeChoice | None
) -> None:
    if choice is not None:
        is_taker = seat == int(row[words.TAKER])
        shown = cards_of(0, row[words.ECART_SHOWN]) if is_taker else ()
        show_poignee(seat, poignee_options(rules, _hand(row, seat), shown), choice)


def _check_play(rules: RuleSet, row: Any, seat: int, card: Card) -> None:
    trick = int(row[words.TRICK])
    word = int(row[words.TRICK_CARDS + trick])
    table = [CARDS[word >> 8 * p & 0xFF] for p in range(int(row[words.PLACE]))]
    verify_card(
        rules,
        _hand(row, seat),
        table,
        card,
        is_first_trick=trick == 0,
        called=_called(row),
    )


def _hand(row: Any, seat: int) -> Cards:
    first = words.PRIVATE + seat * words.PRIVATE_WORDS + words.HAND
    return cards_of(row[first], row[first + 1])


def _called(row: Any) -> Card | None:
    code = signed(row[words.CALLED])
    return None if code < 0 else CARDS[code]


_CHECKS: dict[Stage, Callable[[RuleSet, Any, int, Any], None]] = {
    Stage.BID: _check_bid,
    Stage.CALL: _check_call,
    Stage.ECART: _check_ecart,
    Stage.POIGNEE: _check_poignee,
    Stage.PLAY: _check_play,
}
"""By decision; an announcement that can be read is legal."""
