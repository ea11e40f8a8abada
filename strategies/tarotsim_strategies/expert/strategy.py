"""The expert: what it is made of, and its parameters."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, ClassVar

from tarotsim.game.errors import TarotError
from tarotsim.game.strategy import Strategy

if TYPE_CHECKING:
    from tarotsim.kernels.policies import CompiledStrategy

__all__ = ["Expert"]

BIDS = ("fitted", "chavey")


@dataclass(frozen=True)
class Expert(Strategy):
    """Play soundly, by judgement fitted to the outcome of the expert's own deals.

    Parameters
    ----------
    bids : {"fitted", "chavey"}, optional
        Bid what has the best expected score; or by Chavey's count.
    reads_poignees : bool, optional
        Use shown cards in play.
    draws_trumps, hunts_petit, guards_petit, petit_au_bout, counts_trumps, \
saves_trumps, leads_length, forces, returns_suits, returns_trumps, minds_seats, \
saves_honours, cashes_tops, makes_voids, charges, keeps_the_lead, times_excuse : bool
        Habits of play, see `tarotsim_strategies.expert.habits`.

    References
    ----------
    Noël Chavey, "Le jeu de tarot", Hatier, 1986.
    """

    name: ClassVar[str] = "expert"
    info: ClassVar[dict[str, object]] = {
        "origin": "fitted to the outcome of its own deals",
        "deterministic": True,
        "players": (3, 4, 5),
    }

    bids: str = "fitted"
    reads_poignees: bool = True
    draws_trumps: bool = True
    hunts_petit: bool = True
    guards_petit: bool = True
    petit_au_bout: bool = True
    counts_trumps: bool = True
    saves_trumps: bool = True
    leads_length: bool = True
    forces: bool = True
    returns_suits: bool = True
    returns_trumps: bool = True
    minds_seats: bool = True
    saves_honours: bool = True
    cashes_tops: bool = True
    makes_voids: bool = True
    charges: bool = True
    keeps_the_lead: bool = True
    times_excuse: bool = True

    def __post_init__(self) -> None:
        if self.bids not in BIDS:
            allowed = " or ".join(BIDS)
            raise TarotError(f"bids must be {allowed}, not {self.bids!r}")
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name != "bids" and not isinstance(value, bool):
                raise TarotError(f"{field.name} must be a bool, not {value!r}")

    def compiled(self) -> CompiledStrategy:
        """Return the decisions as compiled policies."""
        from tarotsim.kernels.policies import CompiledStrategy
        from tarotsim_strategies.expert.packing import pack
        from tarotsim_strategies.expert.policies import POLICIES

        return CompiledStrategy(POLICIES, pack(self), name=self.name)
