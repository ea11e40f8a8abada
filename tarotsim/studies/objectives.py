"""What a player wants: points, the deal, or to finish a match ahead."""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.game.errors import TarotError
from tarotsim.game.wording import counted

if TYPE_CHECKING:
    import numpy.typing as npt

    from tarotsim.runs.run import Run
    from tarotsim.stats.intervals import Estimate

__all__ = ["Measure", "Objective", "parse_objective"]

_MATCHES = 503
"""Samples of the other deals of a match; a prime, for `_recombined`."""
_CASES = 10_000
"""Cases after which other deals are played for those that follow."""
_MOST_DEALS = 1000
_ROWS = 2000
"""Cases looked at together: each is compared with every sample."""
_PARTS = 60
"""Parts of one match: a tie of two to five shares them evenly."""


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
            "match": f"chance to finish {counted(self.deals, 'deal')} ahead of all "
            "others, ties shared, level before the deal",
        }[self.name]

    def words(self, estimate: Estimate) -> str:
        """Write what is gained, with its interval and unit."""
        scale, digits, unit = 1, 1, "points of u"
        if self.name != "score":
            scale, digits, unit = 100, 2, "per cent of deals won"
        if self.name == "match":
            unit = (
                f"per cent of matches of {counted(self.deals, 'deal')} finished ahead"
            )
        if estimate.mean is None:
            return f"an unknown number of {unit}"
        text = f"{scale * estimate.mean:+.{digits}f}"
        if estimate.low is not None and estimate.high is not None:
            low, high = scale * estimate.low, scale * estimate.high
            text += f" [{low:+.{digits}f}, {high:+.{digits}f}]"
        return f"{text} {unit}"


class Measure:
    """What deals are worth to a player, in whole parts so that sums are exact.

    Parameters
    ----------
    objective : Objective
    run : Run
        Whose strategies play the other deals of a match, bidding freely.

    Notes
    -----
    Each deal meets matches of its own. If all met the same ones they would share the
    luck of these, however many cases there are, and no interval would tell. Threads
    may share it.
    """

    def __init__(self, objective: Objective, run: Run) -> None:
        self.objective, self._run = objective, run
        self._lock = threading.Lock()
        self._others: dict[int, npt.NDArray[np.int64]] = {}

    @property
    def divisor(self) -> int:
        """How many parts are one unit of the objective."""
        if self.objective.name != "match":
            return 1
        return _PARTS * (1 if self.objective.deals == 1 else _MATCHES)

    def of(
        self,
        units: npt.NDArray[Any],
        won: npt.NDArray[Any],
        scores: npt.NDArray[Any],
        seats: npt.NDArray[Any],
        deals: npt.NDArray[Any],
        blocks: npt.NDArray[Any],
    ) -> npt.NDArray[np.int64]:
        """Return the worth of some deals.

        Parameters
        ----------
        units, won : array (deals,)
            u from the player's side, and whether that side won.
        scores : array (deals, seats)
        seats : array (deals,)
            Where the player sits.
        deals, blocks : int array (deals,)
            Number of each deal, and of the other deals that it is put to.
        """
        if self.objective.name != "match":
            value = units if self.objective.name == "score" else won
            return value.astype(np.int64)
        found = np.zeros(len(deals), dtype=np.int64)
        for block in np.unique(blocks).tolist():
            own = np.flatnonzero(blocks == block)
            others = self._other_deals(block)
            twice = np.concatenate([others, others], axis=1)
            turns = deals[own] % others.shape[1]
            for turn in np.unique(turns).tolist():
                chosen = own[turns == turn]
                totals = _recombined(twice, turn)
                found[chosen] = _parts_won(scores[chosen], seats[chosen], totals)
        return found

    def gains(self, cases: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return what showing changes for the shower, case by case.

        Parameters
        ----------
        cases : array of CASE_DTYPE (cases,)

        Returns
        -------
        int64 or float64 array (cases,)
            In units of the objective.
        """
        blocks = np.arange(len(cases)) // _CASES
        shown, silent = (
            self.of(
                cases[f"u_{arm}"],
                cases[f"won_{arm}"],
                cases[f"scores_{arm}"],
                cases["seat"],
                cases["deal"],
                blocks,
            )
            for arm in ("shown", "silent")
        )
        gains = shown - silent
        return gains if self.divisor == 1 else gains / self.divisor

    def spread(self, deals: npt.NDArray[Any], most: int) -> npt.NDArray[Any]:
        """Return the block of each deal, so that as many meet each as are sound.

        Parameters
        ----------
        deals : int array (deals,)
            Their numbers.
        most : int
            How many there will be at most.
        """
        return deals // _MATCHES % max(1, -(-most // _CASES))

    def _other_deals(self, block: int) -> npt.NDArray[np.int64]:
        with self._lock:
            if block not in self._others:
                found = _other_deals(self._run, self.objective.deals - 1, block)
                self._others[block] = found
            return self._others[block]


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


def _other_deals(run: Run, deals: int, block: int) -> npt.NDArray[np.int64]:
    """Return the scores of samples of so many raw deals, int64 (deals, samples, seats).

    They are deals of the same seed from a number on that no study reaches, for each
    block others. The first of every sample has the same dealer. One sample will do
    where there are no other deals.
    """
    players = run.rules.players
    if deals == 0:
        return np.zeros((0, 1, players), dtype=np.int64)
    plain = replace(run, auction=None, given=None)
    stride = -(-deals // players) * players
    starts = (1 << 40) + stride * np.arange(block * _MATCHES, (block + 1) * _MATCHES)
    numbers = np.arange(deals)[:, None] + starts
    rows = plain.play_numbers(numbers.reshape(-1).tolist())
    scores = np.stack([rows[f"score_{s}"] for s in range(players)], axis=1)
    return scores.astype(np.int64).reshape(deals, _MATCHES, players)


def _recombined(twice: npt.NDArray[np.int64], turn: int) -> npt.NDArray[np.int64]:
    """Return totals by seat of as many matches, put together anew from all deals.

    Parameters
    ----------
    twice : int64 array (deals, samples twice over, seats)
    turn : int
        0 to the samples less 1. Deal i of a match comes from the sample ``turn * i``
        places further on, round and round: as their number is a prime, two matches
        have hardly a deal in common.

    Returns
    -------
    int64 array (samples, seats)
    """
    deals, both, players = twice.shape
    samples = both // 2
    totals = np.zeros((samples, players), dtype=np.int64)
    for place in range(deals):
        first = turn * place % samples
        totals += twice[place, first : first + samples]
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
