"""A strategy's answers as they come: what each means, or why it means nothing."""

from __future__ import annotations

import operator
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tarotsim.game.cards import EXCUSE, Card
from tarotsim.game.errors import IllegalActError, StrategyError
from tarotsim.game.layout import Stage
from tarotsim.game.poignees import PoigneeChoice
from tarotsim.game.rules import Contract, Poignee

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "as_answer",
    "as_card",
    "as_cards",
    "as_contract",
    "as_flag",
    "as_poignee",
    "in_words",
    "raised",
]


def in_words(how: Callable[[Any], str], value: object) -> str:
    """Return a foreign object in words, on one line, whatever its methods do."""
    try:
        return " ".join(how(value).split())
    except Exception:
        return f"an object of type {type(value).__name__}"


def raised(who: str, error: BaseException) -> StrategyError:
    """Return what an exception of a strategy comes back as.

    A `StrategyError` is a sentence already, another kind is named.
    """
    what = in_words(str, error)
    if isinstance(error, StrategyError):
        told = f": {what}"
    else:
        told = f" raised {type(error).__name__}: {what}{_place(error)}"
    failure = StrategyError(who + told)
    failure.__cause__ = error
    return failure


_PACKAGE = str(Path(__file__).parents[1])


def _place(error: BaseException) -> str:
    """Return the file and line of the strategy's own code, empty if none is to blame.

    That is the last place outside of this package.
    """
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith(_PACKAGE)]
    return f" ({Path(own[-1].filename).name}:{own[-1].lineno})" if own else ""


def _as_index(answer: object) -> int:
    """Return a whole number of any integer type, -1 for anything else."""
    try:
        return operator.index(answer)  # type: ignore[arg-type]  # that is the question
    except Exception:
        return -1


def as_contract(answer: object) -> Contract:
    """Return a bid.

    Raises
    ------
    IllegalActError
        If the answer is no contract (R3.3).
    """
    number = _as_index(answer)
    if 0 <= number <= Contract.GARDE_CONTRE and not isinstance(answer, bool):
        return Contract(number)
    raise IllegalActError(f"cannot bid {in_words(repr, answer)}", "R3.3", "a Contract")


def as_card(answer: object) -> Card:
    """Return a card as an int.

    Raises
    ------
    IllegalActError
        If the answer is no whole number from 0 to 77 (R0.1).
    """
    card = _as_index(answer)
    if not 0 <= card <= EXCUSE or isinstance(answer, bool):
        raise IllegalActError(
            f"{in_words(repr, answer)} is not a card", "R0.1", "0 to 77"
        )
    return card


def as_cards(answer: object) -> list[Card]:
    """Return the cards of a discard, in the order given.

    Raises
    ------
    IllegalActError
        If the answer is no plain collection (R4.2) of cards (R0.1).
    """
    if not isinstance(answer, (tuple, list, set, frozenset)):
        raise IllegalActError(
            f"cannot discard {in_words(repr, answer)}", "R4.2", "cards"
        )
    return [as_card(card) for card in answer]


def as_flag(answer: object) -> bool:
    """Return yes or no.

    Raises
    ------
    IllegalActError
        If the answer is no bool (R12.2).
    """
    # numpy's booleans are no integers, but they are named like Python's.
    if type(answer).__name__ in ("bool", "bool_"):
        return bool(answer)
    raise IllegalActError(
        f"cannot announce {in_words(repr, answer)}", "R12.2", "a bool"
    )


def as_poignee(answer: object) -> PoigneeChoice | None:
    """Return what to show, None for nothing.

    Raises
    ------
    IllegalActError
        If the answer is neither None, a level nor a choice (R10.1), or hides what is
        no card (R0.1, R10.3).
    """
    if answer is None:
        return None
    if isinstance(answer, Poignee):
        return PoigneeChoice(answer)
    allowed = "None, a Poignee or a PoigneeChoice"
    if not isinstance(answer, PoigneeChoice) or not isinstance(answer.level, Poignee):
        raise IllegalActError(f"cannot show {in_words(repr, answer)}", "R10.1", allowed)
    if answer.hidden is None:
        return answer
    try:
        hidden = tuple(as_card(card) for card in answer.hidden)
    except IllegalActError:
        raise
    except Exception:
        message = f"cannot hide {in_words(repr, answer.hidden)}"
        raise IllegalActError(message, "R10.3", "a tuple of cards") from None
    return PoigneeChoice(answer.level, hidden)


def as_answer(stage: Stage, answer: object) -> Any:
    """Return an answer to any decision.

    Raises
    ------
    IllegalActError
        If it is none, as the functions above say.
    """
    return _READERS[stage](answer)


_READERS: dict[Stage, Callable[[object], Any]] = {
    Stage.BID: as_contract,
    Stage.CALL: as_card,
    Stage.ECART: as_cards,
    Stage.CHELEM: as_flag,
    Stage.POIGNEE: as_poignee,
    Stage.PLAY: as_card,
}
