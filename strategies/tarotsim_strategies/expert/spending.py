"""What it costs to let a card go: honours, shape, trumps, the Petit, the Excuse."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tarotsim.game.cards import HALF_POINTS
from tarotsim.kernels.policies import (
    EXCUSE_CODE,
    NO_CARDS,
    TRUMP_CODE,
    get,
    highest,
    kernel,
    lane_of,
    popcount,
)
from tarotsim_strategies.expert import vocabulary as term
from tarotsim_strategies.expert.knowledge import (
    COUNT,
    FOES,
    HAND,
    LED,
    LEFT,
    OUT,
    PETIT_STEP,
    POSSIBLE,
    RUFFERS,
    SURE,
    TRICKS,
    TRUMP_HANDS,
    VOIDS,
    lack,
)

__all__ = ["PETIT_CODE", "Scene", "points_of", "scene_of", "spend"]

PETIT_CODE = TRUMP_CODE + 1
_TWENTY_ONE = TRUMP_CODE + 21
_HIGH = 16
_MOST_OTHERS = 4
_PART = 1.0 / 21.0
_PETIT_BIT = np.uint64(2)
_SHARE_OF_ONE = np.array([0, 0, 32, 16, 10, 8], dtype=np.int64)
"""By players: the share of one other seat, in parts of `knowledge.SHARES`."""
_POINTS = np.array([*HALF_POINTS[:14], 0, 0], dtype=np.int64)
"""Half-points of the ranks of a suit."""


@kernel(inline=True)
def points_of(code: Any) -> Any:
    """Return the half-points of a suit card."""
    return _POINTS[np.uint64(code & 15)]


@kernel(inline=True)
def petit_may_fall(sight: Any) -> Any:
    """Tell whether an opponent may have the Petit."""
    if sight[OUT + 1] & _PETIT_BIT == NO_CARDS:
        return False
    holders = 0
    for j in range(get(sight, COUNT) - 1):
        has_it = 1 if sight[POSSIBLE + j] & _PETIT_BIT != NO_CARDS else 0
        holders |= has_it << 4 * j
    return holders & get(sight, FOES) != 0


class Scene(NamedTuple):
    """What many terms ask, found once a decision.

    Parameters
    ----------
    late : float64
        Share of the tricks that are left, this one included.
    excess : float64
        Trumps in hand above the average of the other hands that may have trumps.
    against : float64
        That average.
    is_safe : bool
        No opponent has a trump.
    petit_falls : bool
        An opponent may have the Petit.
    """

    late: Any
    excess: Any
    against: Any
    is_safe: Any
    petit_falls: Any


@kernel(inline=True)
def scene_of(sight: Any) -> Scene:
    """Return the scene of a decision."""
    late = get(sight, LEFT) / get(sight, TRICKS)
    against = popcount(sight[OUT + 1]) / max(1, get(sight, TRUMP_HANDS))
    excess = popcount(sight[HAND + 1]) - against
    is_safe = get(sight, RUFFERS) == 0
    return Scene(late, excess, against, is_safe, petit_may_fall(sight))


@kernel(inline=True)
def cash_chance(sight: Any, suit: Any) -> Any:
    """Return the chance, 0 to 1, that no opponent cuts the next round of a suit."""
    ruffers = sight[RUFFERS]
    count = max(0, popcount(sight[OUT] & lane_of(suit)) - 2)
    follows = 1.0 - lack(_SHARE_OF_ONE[np.uint64(get(sight, COUNT))], count) / SURE
    # A power, but without a loop: how often it turns nobody could predict.
    seats, chance = popcount(ruffers), 1.0
    for seat in range(_MOST_OTHERS):
        chance *= follows if seat < seats else 1.0
    cuts = sight[VOIDS] >> np.uint64(suit) & ruffers != NO_CARDS
    return 0.0 if cuts else chance


@kernel(inline=True)
def _spend_honour(sight: Any, w: Any, b: Any, code: Any, own: Any, scene: Any) -> Any:
    suit = code >> 4
    lane = lane_of(suit)
    if (sight[OUT] & lane) >> np.uint64(code) != NO_CARDS:
        rank = (code & 15) - 10
        lower = popcount(
            sight[HAND] & lane & ((np.uint64(1) << np.uint64(code)) - np.uint64(1))
        )
        total = w[b + term.VALET + rank] + w[b + term.VALET_LATE + rank] * scene.late
        total += w[b + term.GUARDS] * own * min(lower, 3)
        total += w[b + term.BARE] * own * (lower == 0)
        return total
    cash = cash_chance(sight, suit)
    total = w[b + term.TOP] + w[b + term.TOP_LATE] * scene.late
    total += w[b + term.TOP_POINTS] * own
    total += cash * (w[b + term.TOP_CASH] + w[b + term.TOP_CASH_POINTS] * own)
    return total


@kernel(inline=True)
def _spend_low(sight: Any, w: Any, b: Any, code: Any, scene: Any) -> Any:
    suit = code >> 4
    lane = lane_of(suit)
    mine, out = sight[HAND] & lane, sight[OUT] & lane
    size, top = popcount(mine), highest(mine)
    has_trumps = sight[HAND + 1] != NO_CARDS
    total = w[b + term.LENGTH] * size + w[b + term.RANK] * (code & 15)
    total += w[b + term.OUT_COUNT] * popcount(out)
    void = w[b + term.VOID] + w[b + term.VOID_LATE] * scene.late
    total += (void if has_trumps else w[b + term.VOID_BARE]) * (size == 1)
    total += w[b + term.PAIR] * ((size == 2) & has_trumps)
    is_top, is_honour = out >> np.uint64(top) == NO_CARDS, top & 15 >= 10
    total += w[b + term.WITH_TOP] * (is_honour & is_top)
    count = popcount(sight[VOIDS] >> np.uint64(suit) & sight[RUFFERS])
    return total + w[b + term.CUT] * count


@kernel(inline=True)
def _spend_trump(sight: Any, w: Any, b: Any, code: Any, scene: Any) -> Any:
    number = (code - TRUMP_CODE) * _PART
    total = w[b + term.TRUMP] + w[b + term.TRUMP_LATE] * scene.late
    total += w[b + term.TRUMP_NUMBER] * number
    total += w[b + term.TRUMP_NUMBER_LATE] * number * scene.late
    total += w[b + term.TRUMP_EXCESS] * scene.excess
    total += w[b + term.TRUMP_TOP] * (
        sight[OUT + 1] >> np.uint64(code - TRUMP_CODE) == NO_CARDS
    )
    total += w[b + term.TRUMP_21] * (code == _TWENTY_ONE)
    total += w[b + term.TRUMP_SAFE] * (scene.is_safe)
    total += w[b + term.TRUMP_ALONE] * (popcount(sight[HAND + 1]) == 1)
    guards = sight[HAND + 1] & _PETIT_BIT != NO_CARDS
    hunts = (code - TRUMP_CODE >= _HIGH) & scene.petit_falls
    return total + w[b + term.TRUMP_GUARD] * guards + w[b + term.TRUMP_HUNTER] * hunts


@kernel(inline=True)
def _spend_petit(sight: Any, w: Any, b: Any, ours: Any, scene: Any) -> Any:
    total = w[b + term.PETIT] + w[b + term.PETIT_SAVED] * ours
    total += w[b + term.PETIT_STEP_TERM] * ours * get(sight, PETIT_STEP)
    total += w[b + term.PETIT_GUARDS] * (popcount(sight[HAND + 1]) - 1)
    total += w[b + term.PETIT_AGAINST] * scene.against
    total += w[b + term.PETIT_LATE] * scene.late
    total += w[b + term.PETIT_SAFE] * (scene.is_safe)
    total += w[b + term.PETIT_LEFT] * (get(sight, LEFT) == 2)
    return total


@kernel(inline=True)
def _spend_excuse(sight: Any, w: Any, b: Any, scene: Any) -> Any:
    total = w[b + term.EXCUSE_TERM] + w[b + term.EXCUSE_LATE] * scene.late
    total += w[b + term.EXCUSE_FIRST] * (get(sight, TRICKS) - get(sight, LEFT) < 2)
    total += w[b + term.EXCUSE_TRUMPS] * (get(sight, LED) == 4)
    total += w[b + term.EXCUSE_LAST] * (get(sight, LEFT) <= 3)
    return total


@kernel(inline=True)
def spend(sight: Any, w: Any, b: Any, code: Any, ours: Any, scene: Any) -> Any:
    """Return what it is worth to let a card go.

    Parameters
    ----------
    sight : words
    w : float64 values
        The weights.
    b : int64
        Where the block of weights begins.
    code : int64
    ours : float64
        Chance that our side wins the trick with it.
    """
    if code == PETIT_CODE:
        return _spend_petit(sight, w, b, ours, scene)
    if code > TRUMP_CODE:
        return _spend_trump(sight, w, b, code, scene)
    if code == EXCUSE_CODE:
        return _spend_excuse(sight, w, b, scene)
    own = points_of(code)
    if own > 1:
        return _spend_honour(sight, w, b, code, own, scene)
    return _spend_low(sight, w, b, code, scene)
