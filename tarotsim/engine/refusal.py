"""Why an action at a table of a batch is refused, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarotsim.engine.answers import verify_answer
from tarotsim.game.cards import (
    BOUTS,
    CARD_COUNT,
    Card,
    Cards,
    format_cards,
    is_king,
    is_trump,
)
from tarotsim.game.errors import IllegalActError
from tarotsim.game.layout import Question, Stage
from tarotsim.game.rules import CalledCardDiscard, Contract, Poignee
from tarotsim.kernels import row as words
from tarotsim.kernels.bits import CODES
from tarotsim.kernels.deal import HIDE_DEFAULT
from tarotsim.kernels.packing import cards_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tarotsim.game.rules import RuleSet

__all__ = ["illegal_action"]

_OF_CARDS = (Question.CALL, Question.ECART, Question.PLAY, Question.HIDE)


def illegal_action(
    rules: RuleSet,
    row: Any,
    question: Question,
    seat: int,
    action: int,
    legal: Sequence[int],
    where: str,
) -> IllegalActError:
    """Return the error for an action that is not legal.

    Parameters
    ----------
    rules : RuleSet
    row : uint64 array (ROW_WORDS,)
        The table; left alone.
    question : Question
    seat, action : int
    legal : sequence of int
        What is legal.
    where : str
        Table, seed and number of the deal, in words.
    """
    allowed = ", ".join(_in_words(question, number) for number in legal)
    try:
        _verify(rules, row.copy(), question, seat, action)
        message, rule = f"cannot answer {action}", "R14"
    except IllegalActError as error:
        message, rule = str(error).partition(f" ({error.rule})")[0], error.rule
    who = f"{where}, seat {seat}, asked for {question.label}, action {action}"
    return IllegalActError(message, rule, allowed).at(who)


def _in_words(question: Question, number: int) -> str:
    """Return an action with its meaning."""
    if question in _OF_CARDS:
        return f"{number} ({format_cards([number])})"
    if question is Question.BID:
        return f"{number} ({Contract(number).label})"
    if question is Question.POIGNEE and number:
        return f"{number} ({Poignee(number).label})"
    return f"{number} ({'announce' if number else 'no'})"


def _verify(
    rules: RuleSet, row: Any, question: Question, seat: int, action: int
) -> None:
    """Raise for an action that is not legal, with the rule that forbids it."""
    if question in _OF_CARDS and not 0 <= action < CARD_COUNT:
        raise IllegalActError("no such card", "R0.1")
    if question is Question.ECART:
        _verify_discarded(rules, row, seat, action)
    elif question is Question.HIDE:
        message = f"cannot hide {format_cards([action])}"
        raise IllegalActError(message, "R10.3")
    elif question is Question.CHELEM:
        raise IllegalActError("a slam is announced, or it is not", "R12.2")
    else:
        row[words.OUT] = HIDE_DEFAULT
        is_card = question in _OF_CARDS
        answer = CODES[action] if is_card else action
        verify_answer(rules, row, Stage(int(question)), seat, answer)


def _verify_discarded(rules: RuleSet, row: Any, seat: int, card: Card) -> None:
    """Raise for a card that may not be laid aside now."""
    own = words.PRIVATE + seat * words.PRIVATE_WORDS + words.HAND
    hand: Cards = cards_of(row[own], row[own + 1])
    name = format_cards([card])
    if card not in hand:
        raise IllegalActError(f"cannot discard {name}: not in hand", "R4.2")
    if is_king(card) or card in BOUTS:
        kind = "a king" if is_king(card) else "a bout"
        raise IllegalActError(f"cannot discard {kind}, {name}", "R4.4")
    if is_trump(card):
        message = f"cannot discard {name}: no more trumps than there have to be"
        raise IllegalActError(message, "R4.5")
    if rules.called_card_discard is CalledCardDiscard.FORBIDDEN and CODES[card] == int(
        row[words.CALLED]
    ):
        raise IllegalActError(f"cannot discard the called card {name}", "D7")
    raise IllegalActError(f"cannot discard {name}: already laid aside", "R4.2")
