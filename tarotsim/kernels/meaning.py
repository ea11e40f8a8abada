"""What a policy answered, in the kernels' words: its meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarotsim.game.cards import EXCUSE
from tarotsim.game.errors import IllegalActError, StrategyError
from tarotsim.game.layout import Stage
from tarotsim.game.poignees import PoigneeChoice
from tarotsim.game.rules import Contract, Poignee
from tarotsim.kernels.bits import CODES
from tarotsim.kernels.deal import HIDE_DEFAULT
from tarotsim.kernels.packing import CARDS, cards_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tarotsim.game.cards import Card, Cards

__all__ = ["read_answer"]

_SUIT_BITS = 0x3FFF_3FFF_3FFF_3FFF | 1 << CODES[EXCUSE]
_TRUMP_BITS = (1 << 22) - 2


def read_answer(stage: Stage, answer: int, out: Any, size: int) -> Any:
    """Return an answer as the method of a strategy gives it.

    Whether it is legal is for the engine to say; here it is only read.

    Parameters
    ----------
    stage : Stage
        The decision.
    answer : int
        What the policy returned.
    out : pair of uint64
        The set of cards that it wrote, where the decision has one.
    size : int
        Cards of an écart.

    Raises
    ------
    IllegalActError
        If it means nothing; says what was answered.
    StrategyError
        If the policy says by a negative number that it failed.
    """
    return _READERS[stage](answer, int(out[0]), int(out[1]), size)


def _contract(answer: int, *_: int) -> Contract:
    if not 0 <= answer <= Contract.GARDE_CONTRE:
        raise IllegalActError(f"cannot bid {answer}", "R3.3", "a contract, 0 to 4")
    return Contract(answer)


def _card(answer: int, *_: int) -> Card:
    if answer not in CARDS:
        message = f"{answer} is not the code of a card"
        raise IllegalActError(message, "R0.1", "a bit of the legal words")
    return CARDS[answer]


def _ecart(answer: int, suits: int, trumps: int, size: int) -> Cards:
    _verify_done(answer)
    if suits & ~_SUIT_BITS or trumps & ~_TRUMP_BITS:
        raise IllegalActError("cannot discard what is no card", "R0.1", "0 to 77")
    cards = cards_of(suits, trumps)
    if not cards:
        needed = f"{size} different cards are discarded"
        raise IllegalActError(f"cannot discard nothing: {needed}", "R4.2")
    return cards


def _flag(answer: int, *_: int) -> bool:
    _verify_done(answer)
    return answer > 0


def _choice(answer: int, hidden: int, *_: int) -> PoigneeChoice | None:
    if not 0 <= answer <= Poignee.TRIPLE:
        raise IllegalActError(f"cannot show level {answer}", "R10.1", "0 to 3")
    if answer == 0:
        return None
    if hidden == int(HIDE_DEFAULT):
        return PoigneeChoice(Poignee(answer))
    if hidden & ~_TRUMP_BITS:
        raise IllegalActError("cannot hide what is no trump", "R10.3")
    return PoigneeChoice(Poignee(answer), cards_of(0, hidden))


def _verify_done(answer: int) -> None:
    if answer < 0:
        raise StrategyError(f"it failed: its answer was {answer}")


_READERS: dict[Stage, Callable[[int, int, int, int], Any]] = {
    Stage.BID: _contract,
    Stage.CALL: _card,
    Stage.ECART: _ecart,
    Stage.CHELEM: _flag,
    Stage.POIGNEE: _choice,
    Stage.PLAY: _card,
}
