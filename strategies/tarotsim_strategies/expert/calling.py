"""Five players: which king to call (R5.2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.kernels.hand import half_points
from tarotsim.kernels.policies import (
    NO_CARDS,
    ONE,
    hand,
    kernel,
    lane_of,
    popcount,
)
from tarotsim_strategies.expert import vocabulary as term

__all__ = ["choose_call"]

_OWN = -1000.0


@kernel
def choose_call(private: Any, allowed: Any, params: Any) -> Any:
    """Return the code of the card to call: rather none of one's own.

    The suit counts by its length and by the half-points that head it.
    """
    own, _ = hand(private)
    best, top = -1, -1.0e9
    for rank in (13, 12, 11, 10):
        for suit in range(4):
            code = 16 * suit + rank
            if allowed >> np.uint64(code) & ONE == NO_CARDS:
                continue
            cards = own & lane_of(suit)
            worth = params[term.CALLS_LENGTH] * popcount(cards)
            worth += params[term.CALLS_HONOURS] * half_points(cards, NO_CARDS)
            if own >> np.uint64(code) & ONE != NO_CARDS:
                worth += _OWN
            if worth > top:
                best, top = code, worth
    return best
