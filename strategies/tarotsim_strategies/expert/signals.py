"""The defenders' signals that the federation recommends (official rules, 2012).

A low suit led, ace to 5, says that the leader holds the king or the dame; an odd trump
led asks to go on with trumps; of two low cards in a partner's suit the higher one
first asks to be made to cut. Among cards that do the same the one that says so is
played. Reading is in `tarotsim_strategies.expert.leading`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.kernels.policies import (
    DAMES,
    KINGS,
    NO_CARDS,
    TRUMP_CODE,
    get,
    kernel,
    lane_of,
    leader,
    lowest,
    popcount,
)
from tarotsim_strategies.expert.knowledge import (
    ALLIED,
    COUNT,
    DEFENDER,
    HAND,
    LED,
    OUT,
    ROLE,
    SEAT,
    SURE,
)

__all__ = ["speak"]

_FIVE = np.uint64(0x001F_001F_001F_001F)
_SIX_TO_TEN = np.uint64(0x03E0_03E0_03E0_03E0)
_LOW = _FIVE | _SIX_TO_TEN
_ODD = np.uint64(0x2A_AAA8)
_EVEN = np.uint64(0x15_5554)
_STRONG = 7
"""Trumps from which an odd one is led."""


@kernel
def _lead_suit(sight: Any, code: Any) -> Any:
    lane = lane_of(code >> 4)
    mine = sight[HAND] & lane
    holds = mine & (KINGS | DAMES) != NO_CARDS
    said = mine & (_FIVE if holds else _SIX_TO_TEN)
    return lowest(said) if said != NO_CARDS else code


@kernel
def _lead_trump(sight: Any, code: Any) -> Any:
    """Lead odd or even among trumps below all those out that are higher."""
    trumps = sight[HAND + 1]
    is_strong = popcount(trumps) >= _STRONG
    said = trumps & (_ODD if is_strong else _EVEN)
    if said == NO_CARDS:
        return code
    other = lowest(said)
    # It must do the same: no trump out lies between the two.
    low, high = min(other, code - TRUMP_CODE), max(other, code - TRUMP_CODE)
    between = (sight[OUT + 1] >> np.uint64(low)) << np.uint64(64 - high + low)
    return code if between != NO_CARDS else TRUMP_CODE + other


@kernel
def speak(public: Any, sight: Any, code: Any) -> Any:
    """Return the card that says what is to be said, in place of one like it.

    Parameters
    ----------
    public : block
    sight : words
    code : int64
        The card chosen.
    """
    if get(sight, ROLE) != DEFENDER:
        return code
    is_low = code < TRUMP_CODE - 1 and code & 15 < 10
    led = get(sight, LED)
    if led < 0:
        if is_low:
            return _lead_suit(sight, code)
        return _lead_trump(sight, code) if code > TRUMP_CODE + 1 else code
    if not is_low or code >> 4 != led:
        return code
    j = leader(public) - get(sight, SEAT) - 1
    j += get(sight, COUNT) if j < 0 else 0
    mine = sight[HAND] & lane_of(led)
    is_pair = popcount(mine) == 2 and mine & ~_LOW == NO_CARDS
    if is_pair and get(sight, ALLIED + j) == SURE and lowest(mine) == code:
        return lowest(mine & (mine - np.uint64(1)))
    return code
