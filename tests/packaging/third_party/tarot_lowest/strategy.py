"""The strategy, in Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tarotsim.game.strategy import Strategy

if TYPE_CHECKING:
    from tarotsim.game.cards import Card
    from tarotsim.game.view import SeatView
    from tarotsim.kernels.policies import CompiledStrategy


@dataclass(frozen=True)
class Lowest(Strategy):
    """Play a low card, whatever lies on the table.

    Parameters
    ----------
    place : int, optional
        Legal cards to leave below it, as far as there are so many.
    """

    name: ClassVar[str] = "lowest"

    place: int = 0

    def play(self, view: SeatView) -> Card:
        """Play the card in its place."""
        legal: tuple[Card, ...] = view.legal
        return legal[min(self.place, len(legal) - 1)]

    def compiled(self) -> CompiledStrategy:
        """Return the same decision as a compiled policy."""
        from .policies import compiled_form

        return compiled_form(self.place)
