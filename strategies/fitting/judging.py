"""Deals held out of a fit, on which its choices are judged."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fitting.field import draw_player
from fitting.roles import RoleDeals

if TYPE_CHECKING:
    import numpy.typing as npt

    from tarotsim.kernels.policies import CompiledStrategy

    Numbers = npt.NDArray[np.float64]

__all__ = ["Gain", "Judge", "gain_of"]

COMPANIES = 24
"""Companies drawn; half of the deals are played in them, half among experts."""
TOGETHER = 0.5
"""Share of the companies in which all defenders are the one judged, not one of them."""


class Gain(NamedTuple):
    """What one player gains over another in a role, in points of u.

    Parameters
    ----------
    among_experts, in_field : float
        Mean, the others being experts, and drawn from the field.
    errors : tuple of float (2,)
        Standard errors of the two.
    """

    among_experts: float
    in_field: float
    errors: tuple[float, float]

    @property
    def mean(self) -> float:
        """Mean over both companies."""
        return (self.among_experts + self.in_field) / 2

    @property
    def is_loss(self) -> bool:
        """Whether it loses on the whole, or clearly in one of the companies."""
        first = self.among_experts < -LEAST_SIGMAS * self.errors[0]
        second = self.in_field < -LEAST_SIGMAS * self.errors[1]
        return self.mean < 0 or first or second


LEAST_SIGMAS = 1.5
"""Standard errors below zero from which a loss is taken to be one."""


class _Group(NamedTuple):
    deals: RoleDeals
    taker: CompiledStrategy
    partner: CompiledStrategy
    others: list[CompiledStrategy]
    places: list[int]
    """Defenders judged, by their steps behind the taker."""


class Judge:
    """Held-out deals of one number of players.

    Parameters
    ----------
    players : int
    expert : CompiledStrategy
        Who plays where nothing else is said.
    numbers : range
    seed : int
    auction : str, optional
        By whom the deals are taken and at what contract.
    """

    def __init__(
        self,
        players: int,
        expert: CompiledStrategy,
        numbers: range,
        seed: int,
        auction: str = "best:garde",
    ) -> None:
        rng = np.random.default_rng([seed, numbers.start])
        parts = np.array_split(np.arange(numbers.start, numbers.stop), 2)
        everywhere = list(range(players - 1))
        deals = RoleDeals(players, parts[0], seed, auction)
        self._among = _Group(
            deals, expert, expert, [expert] * (players - 1), everywhere
        )
        self._field = []
        for part in np.array_split(parts[1], COMPANIES):
            company = [draw_player(rng, [expert]) for _ in range(players + 1)]
            taker, partner, *others = company
            places = everywhere
            if rng.random() >= TOGETHER:
                places = [int(rng.integers(players - 1))]
            deals = RoleDeals(players, part, seed, auction)
            self._field.append(_Group(deals, taker, partner, others, places))

    def units(self, role: str, form: CompiledStrategy) -> tuple[Numbers, Numbers]:
        """Return what a player makes of a role: u, for the defence less u.

        Parameters
        ----------
        role : str
        form : CompiledStrategy

        Returns
        -------
        tuple of two arrays
            Among experts, and in the field.
        """
        field = [_units(group, role, form) for group in self._field]
        return _units(self._among, role, form), np.concatenate(field)


def gain_of(first: tuple[Numbers, Numbers], second: tuple[Numbers, Numbers]) -> Gain:
    """Return what the units of one player are above those of another."""
    among, field = (a - b for a, b in zip(first, second, strict=True))
    errors = [float(part.std() / len(part) ** 0.5) for part in (among, field)]
    return Gain(float(among.mean()), float(field.mean()), (errors[0], errors[1]))


def _units(group: _Group, role: str, form: CompiledStrategy) -> Numbers:
    taker = form if role == "taker" else group.taker
    partner = form if role == "partner" else group.partner
    others = list(group.others)
    if role == "defence":
        for place in group.places:
            others[place] = form
    units: Numbers = group.deals.rows(taker, partner, others)["unit"].astype(float)
    return -units if role == "defence" else units
