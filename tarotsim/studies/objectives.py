"""What a player wants: points, the deal, or to finish a match ahead."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.game.errors import TarotError

if TYPE_CHECKING:
    import numpy.typing as npt

    from tarotsim.runs.run import Run

__all__ = ["Objective", "parse_objective"]

_MATCHES = 500
"""Samples of the other deals of a match."""
_MOST_DEALS = 1000
_ROWS = 2000
"""Cases looked at together: each is compared with every sample."""


@dataclass(frozen=True, slots=True)
class Objective:
    """What is compared between the arms.

    Parameters
    ----------
    name : str
        ``score``, ``win`` or ``match``.
    deals : int
        Deals of a match, this one included.
    """

    name: str
    deals: int = 1

    def __str__(self) -> str:
        return f"match:{self.deals}" if self.name == "match" else self.name

    @property
    def unit(self) -> str:
        """What its values are, in words."""
        return {
            "score": "points of u per defender, from the shower's side",
            "win": "chance that the shower's side wins the deal",
            "match": f"chance to finish {self.deals} deals ahead of all others, ties "
            "shared, level before the deal",
        }[self.name]

    def gains(self, run: Run, cases: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return what showing changes for the shower, case by case.

        Parameters
        ----------
        run : Run
            Whose strategies play the other deals of a match, bidding freely.
        cases : array of CASE_DTYPE (cases,)

        Returns
        -------
        int64 or float64 array (cases,)
        """
        if self.name in ("score", "win"):
            value = "u" if self.name == "score" else "won"
            gains: npt.NDArray[Any] = cases[f"{value}_shown"].astype(np.int64)
            gains -= cases[f"{value}_silent"]
            return gains
        others = _other_deals(run, self.deals - 1)
        shown = _chances(cases["scores_shown"], cases["seat"], others)
        silent = _chances(cases["scores_silent"], cases["seat"], others)
        return shown - silent


def parse_objective(text: str) -> Objective:
    """Read an objective: ``score``, ``win``, or ``match:36`` for a match of 36 deals.

    Raises
    ------
    TarotError
        If it is none of these.

    Examples
    --------
    >>> parse_objective("match:36").deals
    36
    """
    form = re.fullmatch(r"(score|win)|match:([0-9]{1,9})", str(text).strip().lower())
    deals = int(form[2]) if form and form[2] else 1
    if form is None or not 1 <= deals <= _MOST_DEALS:
        message = f"unknown objective {text!r}; allowed: score, win, match:N"
        raise TarotError(f"{message} with a match of 1 to {_MOST_DEALS} deals")
    return Objective(form[1], 1) if form[1] else Objective("match", deals)


def _other_deals(run: Run, deals: int) -> npt.NDArray[np.int64]:
    """Return totals by seat of samples of so many raw deals, int64 (samples, seats).

    They are deals of the same seed from a number on that no study reaches.
    """
    players = run.rules.players
    if deals == 0:
        return np.zeros((1, players), dtype=np.int64)
    plain = replace(run, auction=None, given=None)
    first = 1 << 40
    rows = plain.play_numbers(range(first, first + deals * _MATCHES))
    scores = np.stack([rows[f"score_{s}"] for s in range(players)], axis=1)
    by_match = scores.astype(np.int64).reshape(_MATCHES, deals, players)
    totals: npt.NDArray[np.int64] = by_match.sum(axis=1)
    return totals


def _chances(
    scores: npt.NDArray[Any], seats: npt.NDArray[Any], others: npt.NDArray[np.int64]
) -> npt.NDArray[np.float64]:
    """Return the chance of each case's seat to have the highest total, ties shared."""
    players = others.shape[1]
    found = np.empty(len(scores))
    for first in range(0, len(scores), _ROWS):
        part = slice(first, first + _ROWS)
        own = scores[part, :players].astype(np.int64)
        totals = own[:, None, :] + others[None, :, :]
        best = totals.max(axis=2)
        mine = np.take_along_axis(
            totals, seats[part].astype(np.int64)[:, None, None], axis=2
        )[:, :, 0]
        winners = (totals == best[:, :, None]).sum(axis=2)
        found[part] = ((mine == best) / winners).mean(axis=1)
    return found
