"""When to announce a slam (R12)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.kernels.policies import (
    EXCUSE,
    LANE,
    NO_CARDS,
    ONE,
    hand,
    kernel,
    popcount,
)

__all__ = ["has_no_loser"]


@kernel
def has_no_loser(private: Any) -> Any:
    """Tell whether every suit card is on top, and the trumps draw all others.

    Announced, a slam brings 200 more if made and costs 200 if not (R12.4, R12.5), so
    it needs an even chance. A round of trumps draws at least one of those out; half of
    them in one hand is the worst to be expected.
    """
    own, trumps = hand(private)
    for suit in range(4):
        cards = own >> np.uint64(16 * suit) & LANE
        top = np.uint64(popcount(cards))
        if cards != LANE & ~(LANE >> top):
            return False
    count = popcount(trumps)
    out = 21 - count
    rounds = (out + 1) // 2
    masters = (ONE << np.uint64(22)) - (ONE << np.uint64(22 - rounds))
    has_more = own & EXCUSE != NO_CARDS or rounds < count
    return trumps & masters == masters and count > out and has_more
