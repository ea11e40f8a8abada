"""Bidding: the contract of best expected score, passing included.

A hand is measured by `measure`. For each contract its expected gap, the points above
or below the target, is a sum of measures times fitted weights; the expected score
follows from the gap by a curve that is steep where making the contract is in doubt.
Who passes scores too: what passing brings was fitted to the same measures.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tarotsim.kernels.hand import chavey_count
from tarotsim.kernels.policies import (
    CAVALIERS,
    DAMES,
    KINGS,
    NO_CARDS,
    ONE,
    VALETS,
    bid_count,
    contract,
    hand,
    kernel,
    lane_of,
    players,
    popcount,
)
from tarotsim_strategies.expert import parameters as at

__all__ = ["MEASURES", "choose_bid", "expected_gap", "measure"]

MEASURES = (
    "one",
    "trumps",
    "trumps squared",
    "trumps 16 to 20",
    "trumps 10 to 15",
    "21",
    "Petit",
    "trumps with the Petit",
    "Excuse",
    "bouts squared",
    "trumps with each bout",
    "kings",
    "dames",
    "kings with their dame",
    "cavaliers",
    "valets",
    "voids",
    "singletons",
    "cards beyond four in a suit",
    "trumps with each king",
)
MEASURE_COUNT = len(MEASURES)
JUMP = 25.0
"""Points that a contract made or lost is worth besides the gap (R13.4)."""
_UPPER = np.uint64(0x1F << 16)
_MIDDLE = np.uint64(0x3F << 10)
_TWENTY_ONE = np.uint64(21)


@kernel(inline=True)
def measure(suits: Any, trumps: Any) -> Any:
    """Return the measures of a hand without the chien: float64 values.

    Parameters
    ----------
    suits, trumps : uint64
    """
    count = popcount(trumps) * 1.0
    petit = (trumps >> ONE & ONE) * 1.0
    top = (trumps >> _TWENTY_ONE) * 1.0
    excuse = (suits >> np.uint64(63)) * 1.0
    bouts, kings = petit + top + excuse, popcount(suits & KINGS) * 1.0
    voids, singletons, long = 0, 0, 0
    for suit in range(4):
        size = popcount(suits & lane_of(suit))
        voids += 1 if size == 0 else 0
        singletons += 1 if size == 1 else 0
        long += max(0, size - 4)
    upper, middle = popcount(trumps & _UPPER), popcount(trumps & _MIDDLE)
    dames, marriages = popcount(suits & DAMES), popcount(suits & KINGS & suits << ONE)
    return (
        1.0,
        count,
        count * count,
        upper * 1.0,
        middle * 1.0,
        top,
        petit,
        petit * count,
        excuse,
        bouts * bouts,
        bouts * count,
        kings,
        dames * 1.0,
        marriages * 1.0,
        popcount(suits & CAVALIERS) * 1.0,
        popcount(suits & VALETS) * 1.0,
        voids * 1.0,
        singletons * 1.0,
        long * 1.0,
        kings * count,
    )


@kernel(inline=True)
def expected_gap(measures: Any, params: Any, first: Any, bid: Any) -> Any:
    """Return the gap to be expected of a contract 1 to 4, in points.

    Parameters
    ----------
    measures : float64 values
    params : float64 values
    first : int64
        Where the bidding parameters of this number of players begin.
    bid : int64
    """
    start = first + at.GAPS + MEASURE_COUNT * (bid - 1)
    gap = 0.0
    for index in range(MEASURE_COUNT):
        gap += params[start + index] * measures[index]
    return gap


@kernel
def _taker_score(params: Any, first: Any, bid: Any, gap: Any) -> Any:
    """Return the expected score of a taker with an expected gap."""
    start = first + at.CURVES + 3 * (bid - 1)
    curve = gap + JUMP * math.tanh(gap / params[start + 2])
    return params[start] + params[start + 1] * curve


@kernel(inline=True)
def _other_score(params: Any, cell: Any, measures: Any, garde: Any) -> Any:
    """Return the expected score of a hand when another seat takes or nobody does."""
    bouts = measures[5] + measures[6] + measures[8]
    score = params[cell] + params[cell + 1] * garde
    return score + params[cell + 2] * measures[1] + params[cell + 3] * bouts


@kernel
def choose_bid(public: Any, private: Any, allowed: Any, params: Any) -> Any:
    """Return the bid of best expected score.

    Parameters
    ----------
    public, private : blocks
    allowed : uint64
        Bit c: contract c is free.
    params : float64 values
    """
    count, highest_bid = players(public), contract(public)
    behind = count - 1 - bid_count(public)
    first = at.BIDDING + at.BIDDING_COUNT * (count - 3)
    suits, trumps = hand(private)
    measures = measure(suits, trumps)
    garde = expected_gap(measures, params, first, 2)
    cell = first + at.PASSES + 4 * (5 * behind + highest_bid)
    best, top = 0, _other_score(params, cell, measures, garde)
    for bid in range(1, 5):
        if allowed >> np.uint64(bid) & ONE == NO_CARDS:
            continue
        gap = expected_gap(measures, params, first, bid)
        gap += params[first + at.SHIFTS + 4 * (bid - 1) + highest_bid]
        over = params[first + at.OVERBID + 5 * (bid - 1) + behind]
        worth = (1.0 - over) * _taker_score(params, first, bid, gap)
        cell = first + at.OVERBID_SCORE + 4 * (5 * (bid - 1) + behind)
        worth += over * _other_score(params, cell, measures, garde)
        if worth > top:
            best, top = bid, worth
    return best


@kernel
def chavey_bid(public: Any, private: Any, allowed: Any, params: Any) -> Any:
    """Return the highest free contract that Chavey's count is enough for."""
    suits, trumps = hand(private)
    plain = chavey_count(suits, trumps, False)
    shaped = chavey_count(suits, trumps, True)
    best, first = 0, at.CHAVEY + 4 * (players(public) - 3)
    for bid in range(1, 5):
        if allowed >> np.uint64(bid) & ONE == NO_CARDS:
            continue
        if (plain if bid <= 2 else shaped) >= params[first + bid - 1]:
            best = bid
    return best
