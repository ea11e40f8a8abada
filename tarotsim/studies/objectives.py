"""What a player wants: points, the deal, or to finish a match ahead."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tarotsim.game.errors import TarotError

if TYPE_CHECKING:
    import numpy.typing as npt

    from tarotsim.runs.run import Run
    from tarotsim.stats.intervals import Estimate

__all__ = ["Measure", "Objective", "parse_objective"]

_MATCHES = 500
"""Samples of the other deals of a match."""
_MOST_DEALS = 1000
_ROWS = 2000
"""Cases looked at together: each is compared with every sample."""
_PARTS = 60
"""Parts of one match: a tie of two to five shares them evenly."""


class Measure(NamedTuple):
    """What deals are worth to a player, in whole parts so that sums are exact.

    Parameters
    ----------
    name : str
        Of the objective.
    others : int64 array (samples, seats)
        Totals by seat of the other deals of a match.
    """

    name: str
    others: npt.NDArray[np.int64]

    @property
    def divisor(self) -> int:
        """How many parts are one unit of the objective."""
        return _PARTS * len(self.others) if self.name == "match" else 1

    def of(
        self,
        units: npt.NDArray[Any],
        won: npt.NDArray[Any],
        scores: npt.NDArray[Any],
        seats: npt.NDArray[Any],
    ) -> npt.NDArray[np.int64]:
        """Return the worth of some deals.

        Parameters
        ----------
        units, won : array (deals,)
            u from the player's side, and whether that side won.
        scores : array (deals, seats)
        seats : array (deals,)
            Where the player sits.
        """
        if self.name == "match":
            return _parts_won(scores, seats, self.others)
        return (units if self.name == "score" else won).astype(np.int64)

    def gains(self, cases: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return what showing changes for the shower, case by case.

        Parameters
        ----------
        cases : array of CASE_DTYPE (cases,)

        Returns
        -------
        int64 or float64 array (cases,)
        """
        shown, silent = (
            self.of(
                cases[f"u_{arm}"],
                cases[f"won_{arm}"],
                cases[f"scores_{arm}"],
                cases["seat"],
            )
            for arm in ("shown", "silent")
        )
        gains = shown - silent
        return gains if self.divisor == 1 else gains / self.divisor


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

    def measure(self, run: Run) -> Measure:
        """Return how deals are measured by it.

        Parameters
        ----------
        run : Run
            Whose strategies play the other deals of a match, bidding freely.
        """
        return Measure(self.name, _other_deals(run, self.deals - 1))

    def words(self, estimate: Estimate) -> str:
        """Write what is gained, with its interval and unit."""
        scale, digits, unit = 1, 1, "points of u"
        if self.name != "score":
            scale, digits, unit = 100, 2, "per cent of deals won"
        if self.name == "match":
            unit = f"per cent of matches of {self.deals} deals finished ahead"
        if estimate.mean is None:
            return f"an unknown number of {unit}"
        text = f"{scale * estimate.mean:+.{digits}f}"
        if estimate.low is not None and estimate.high is not None:
            low, high = scale * estimate.low, scale * estimate.high
            text += f" [{low:+.{digits}f}, {high:+.{digits}f}]"
        return f"{text} {unit}"


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


def _parts_won(
    scores: npt.NDArray[Any], seats: npt.NDArray[Any], others: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """Return how much each case's seat wins of all samples of a match, ties shared."""
    players = others.shape[1]
    found = np.empty(len(scores), dtype=np.int64)
    for first in range(0, len(scores), _ROWS):
        part = slice(first, first + _ROWS)
        own = scores[part, :players].astype(np.int64)
        totals = own[:, None, :] + others[None, :, :]
        best = totals.max(axis=2)
        mine = np.take_along_axis(
            totals, seats[part].astype(np.int64)[:, None, None], axis=2
        )[:, :, 0]
        winners = (totals == best[:, :, None]).sum(axis=2)
        found[part] = ((mine == best) * (_PARTS // winners)).sum(axis=1)
    return found
