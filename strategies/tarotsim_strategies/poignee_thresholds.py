"""The players of `point_count`, but for when they show a poignée.

Each class overrides one decision and nothing else, so that a difference between two
of them is the worth of showing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tarotsim.game.cards import is_bout
from tarotsim.game.evaluation import chavey_count
from tarotsim_strategies.point_count import PointCount, check_whole

if TYPE_CHECKING:
    from tarotsim.game.strategy import PoigneeAnswer
    from tarotsim.game.view import SeatView
    from tarotsim.kernels.policies import CompiledStrategy

__all__ = ["PoigneeAlways", "PoigneeNever", "PoigneeThreshold"]


@dataclass(frozen=True)
class PoigneeNever(PointCount):
    """Never show a poignée; otherwise play as `PointCount`.

    Notes
    -----
    Origin: the other end of the scale from `PoigneeAlways`.
    """

    name: ClassVar[str] = "poignee_never"

    def poignee(self, view: SeatView) -> PoigneeAnswer:
        """Stay silent."""
        return None

    def compiled(self) -> CompiledStrategy:
        """Return the same decisions as compiled policies."""
        from tarotsim_strategies import _compiled_point_count as policies

        return self._compiled(policies.NEVER)


@dataclass(frozen=True)
class PoigneeAlways(PointCount):
    """Show the highest poignée there is; otherwise play as `PointCount`.

    Notes
    -----
    Origin: the habit of most tables.
    """

    name: ClassVar[str] = "poignee_always"

    def poignee(self, view: SeatView) -> PoigneeAnswer:
        """Show the highest level, the highest trumps below the 21 hidden."""
        return view.legal[-1].level  # type: ignore[no-any-return]  # a Poignee

    def compiled(self) -> CompiledStrategy:
        """Return the same decisions as compiled policies."""
        from tarotsim_strategies import _compiled_point_count as policies

        return self._compiled(policies.ALWAYS)


@dataclass(frozen=True)
class PoigneeThreshold(PointCount):
    """Show only a strong hand; otherwise play as `PointCount`.

    Parameters
    ----------
    count : int, optional
        Chavey count that the hand must reach just before its first card, 0 to 200.
    bouts : int, optional
        Bouts that the taker must hold besides, 0 to 3.

    Raises
    ------
    TarotError
        If a threshold is out of its range.

    Notes
    -----
    Origin: players' manuals, "a taker who has only just enough should keep quiet;
    announce when confident". It ignores level, contract and what the defence could
    make of the cards seen.
    """

    name: ClassVar[str] = "poignee_threshold"

    count: int = 70
    bouts: int = 2

    def __post_init__(self) -> None:
        PointCount.__post_init__(self)
        for field, most in (("count", 200), ("bouts", 3)):
            check_whole(field, getattr(self, field), most)

    def poignee(self, view: SeatView) -> PoigneeAnswer:
        """Show the highest level with a confident hand."""
        return view.legal[-1].level if self._is_confident(view) else None

    def compiled(self) -> CompiledStrategy:
        """Return the same decisions as compiled policies."""
        from tarotsim_strategies import _compiled_point_count as policies

        return self._compiled(policies.THRESHOLD, self.count, self.bouts)

    def _is_confident(self, view: SeatView) -> bool:
        enough = sum(is_bout(card) for card in view.hand) >= self.bouts
        strong = chavey_count(view.hand) >= self.count
        return strong and (enough or not view.is_taker)
