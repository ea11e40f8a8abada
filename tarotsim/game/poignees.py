"""What may be shown, as data: the forms a poignée can take for one hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tarotsim.game.cards import BOUTS, Card, Cards

if TYPE_CHECKING:
    from tarotsim.game.rules import Poignee

__all__ = ["PoigneeChoice", "PoigneeOption", "default_hidden"]


@dataclass(frozen=True, slots=True)
class PoigneeOption:
    """A level of poignée that a player may show, and what showing it takes.

    Parameters
    ----------
    level : Poignee
    pool : Cards
        Trumps to choose from, highest first: those of the hand, and discarded ones
        where they make up the level (R10.6).
    must_show : Cards
        Trumps of the pool that cannot stay hidden.
    hide_count : int
        How many trumps of the pool stay hidden (R10.3).
    with_excuse : bool
        Whether the Excuse must be shown too (R10.4).
    """

    level: Poignee
    pool: Cards
    must_show: Cards
    hide_count: int
    with_excuse: bool


@dataclass(frozen=True, slots=True)
class PoigneeChoice:
    """A strategy's answer: a level, and optionally which trumps stay hidden.

    Parameters
    ----------
    level : Poignee
    hidden : Cards or tuple of int, optional
        The trumps kept out of sight; None leaves the choice to `default_hidden`.
    """

    level: Poignee
    hidden: tuple[Card, ...] | None = None


def default_hidden(option: PoigneeOption) -> Cards:
    """Choose the trumps to hide: the highest below the 21, the Petit last.

    A hidden 20 or 19 is worth more than a hidden low trump, and hiding a bout gains
    nothing (players' manuals).
    """
    free = [card for card in option.pool if card not in option.must_show]
    ranked = sorted(free, key=lambda card: (card in BOUTS, -card))
    return Cards(ranked[: option.hide_count])
