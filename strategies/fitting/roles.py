"""Deals in which players are seated by role: taker, partner, defenders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fitting.field import STRANGERS
from tarotsim.engine.compiled import CompiledTable
from tarotsim.engine.play import as_auction
from tarotsim.game.layout import Outcome
from tarotsim.game.rules import rules_for
from tarotsim.kernels.results import RESULT_DTYPE
from tarotsim_strategies.expert import vocabulary as term

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from tarotsim.kernels.policies import CompiledStrategy

__all__ = ["ROLES", "RoleDeals"]

ROLES: dict[int, tuple[str, ...]] = {
    3: ("taker", "defence"),
    4: ("taker", "defence"),
    5: ("taker", "partner", "defence"),
}
"""Roles by number of players."""


class RoleDeals:
    """Deals of one number of players in which the best hand takes.

    Parameters
    ----------
    players : int
    numbers : int array
        Deals; those cancelled for a petit sec are left out.
    seed : int
    auction : str, optional
        By whom and at what contract.
    """

    def __init__(
        self,
        players: int,
        numbers: npt.NDArray[Any],
        seed: int,
        auction: str = "best:garde",
    ) -> None:
        self.players, self.seed, self.auction = players, seed, auction
        rows = self._play([STRANGERS["point_count"]] * players, numbers)
        is_played = rows["outcome"] == Outcome.PLAYED
        self.numbers, self.taker = numbers[is_played], rows["taker"][is_played]
        self._partners: dict[Any, npt.NDArray[Any]] = {}

    def _play(
        self, forms: Sequence[CompiledStrategy], numbers: npt.NDArray[Any]
    ) -> npt.NDArray[Any]:
        rules = rules_for(self.players)
        table = CompiledTable(rules, forms, as_auction(self.auction))
        return table.play_numbered(self.seed, numbers.tolist()).rows

    def partners(self, taker: CompiledStrategy) -> npt.NDArray[Any]:
        """Return the seat of the partner in each deal, -1 for none: by his call."""
        if self.players < 5:
            return np.full(len(self.numbers), -1)
        # Of the expert's parameters the call looks at the general ones only.
        key = taker.policies.get("call"), tuple(taker.params[: term.GENERAL])
        if key not in self._partners:
            self._partners[key] = self._play([taker] * 5, self.numbers)["partner"]
        return self._partners[key]

    def rows(
        self,
        taker: CompiledStrategy,
        partner: CompiledStrategy,
        others: Sequence[CompiledStrategy],
    ) -> npt.NDArray[Any]:
        """Return the rows of the deals, with certain players in the roles.

        Parameters
        ----------
        taker, partner : CompiledStrategy
            The partner is who holds the card that this taker calls.
        others : sequence of CompiledStrategy (players - 1,)
            Who sits behind the taker, in this order, where the partner does not.
        """
        partners = self.partners(taker)
        found = np.zeros(len(self.numbers), RESULT_DTYPE)
        for seat in range(self.players):
            for ally in np.unique(partners[self.taker == seat]):
                here = (self.taker == seat) & (partners == ally)
                forms = [taker] * self.players
                for step, form in enumerate(others, start=1):
                    forms[(seat + step) % self.players] = form
                if ally >= 0:
                    forms[ally] = partner
                found[here] = self._play(forms, self.numbers[here])
        return found
