"""The bid of `SchoolMinima`, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.game.evaluation import SCHOOL_TRUMPS, SCHOOL_TRUMPS_SHIFT
from tarotsim.kernels.hand import bout_count, suit_length
from tarotsim.kernels.policies import (
    DAMES,
    EXCUSE,
    KINGS,
    NO_CARDS,
    ONE,
    hand,
    kernel,
    players,
    policy,
    popcount,
)
from tarotsim_strategies._compiled_point_count import BOUTS

__all__ = ["bid_school"]

MAJORS, LONG_SUIT = BOUTS + 1, BOUTS + 2
"""Places of its parameters, behind those of `PointCount`."""
GARDE = 2
_HIGH_TRUMPS = np.uint64(0x3F << 16)
"""Trumps 16 to 21."""
_NONE, _ONE, _TWO, _THREE = SCHOOL_TRUMPS
_AT_THREE, _AT_FIVE = SCHOOL_TRUMPS_SHIFT[3], SCHOOL_TRUMPS_SHIFT[5]


@kernel
def _trumps_needed(bouts: Any, count: Any) -> Any:
    """Return the trumps that a garde needs, by bouts and number of players."""
    needed = _NONE if bouts == 0 else (_ONE if bouts == 1 else _TWO)
    needed = _THREE if bouts == 3 else needed
    return needed + (_AT_THREE if count == 3 else (_AT_FIVE if count == 5 else 0))


@kernel
def _has_length_and_void(own: Any, long_suit: Any) -> Any:
    """Tell whether a hand has a long suit and a void."""
    longest, shortest = 0, 14
    for suit in range(4):
        length = suit_length(own, suit)
        longest, shortest = max(longest, length), min(shortest, length)
    return longest >= long_suit and shortest == 0


@policy
def bid_school(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Bid garde with the minimum, if it is still free."""
    own, own_trumps = hand(private)
    bouts = bout_count(own, own_trumps)
    length = popcount(own_trumps) + popcount(own & EXCUSE)
    if suits >> np.uint64(GARDE) & ONE == NO_CARDS:
        return 0
    if length < _trumps_needed(bouts, players(public)):
        return 0
    kings, dames = own & KINGS, own & DAMES
    if bouts == 3:
        is_enough = _has_length_and_void(own, params[LONG_SUIT])
    elif bouts == 2:
        is_enough = kings != NO_CARDS and dames != NO_CARDS
    elif popcount(own_trumps & _HIGH_TRUMPS) < params[MAJORS]:
        is_enough = False
    elif bouts == 1:
        is_enough = popcount(kings) > 1 or kings >> ONE & dames != NO_CARDS
    else:
        is_enough = kings != NO_CARDS
    return GARDE if is_enough else 0
