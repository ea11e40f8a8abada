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

_MATCHES = 503
"""Samples of the other deals of a match; a prime, for `_recombined`."""
_CASES = 10_000
"""Cases after which other deals are played for those that follow."""
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
        gains = np.empty(len(cases))
        for block, first in enumerate(range(0, len(cases), _CASES)):
            others = _other_deals(run, self.deals - 1, block)
            part = slice(first, first + _CASES)
            gains[part] = _gains_over(others, cases[part])
        return gains


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
    form = re.fullmatch(r"(score|win)|match:(\d{1,9})", str(text).strip().lower())
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


def _gains_over(
    others: npt.NDArray[np.int64], cases: npt.NDArray[Any]
) -> npt.NDArray[np.float64]:
    """Return what showing changes in the chance to finish ahead, case by case.

    Each deal meets matches of its own. If all met the same ones they would share the
    luck of these, however many cases there are, and no interval would tell.
    """
    gains = np.empty(len(cases))
    twice = np.concatenate([others, others], axis=1)
    turns = cases["deal"] % others.shape[1]
    for turn in np.unique(turns).tolist():
        own = cases[turns == turn]
        totals = _recombined(twice, turn)
        shown = _chances(own["scores_shown"], own["seat"], totals)
        silent = _chances(own["scores_silent"], own["seat"], totals)
        gains[turns == turn] = shown - silent
    return gains


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
