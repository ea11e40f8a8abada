"""Who the partner may be, at five players while the called card is out (R5.4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.game.cards import HALF_POINTS
from tarotsim.kernels.policies import (
    TRUMP_CODE,
    kernel,
    taker,
    trick_card,
    trick_leader,
    trick_number,
    trick_winner,
)

__all__ = ["gifts"]

BITS, MIDDLE = 12, 0x800
"""A field a seat, and what stands for none."""
_NONE = sum(MIDDLE << BITS * seat for seat in range(5))
_POINTS = np.array([*HALF_POINTS[:14], 0, 0], dtype=np.int64)
"""Half-points of the ranks of a suit."""


@kernel
def gifts(public: Any, count: Any) -> Any:
    """Return what each seat gave to the taker, less what it gave to others.

    Parameters
    ----------
    public : block
    count : int64
        Players.

    Returns
    -------
    int64
        For each seat a field of `BITS`, `MIDDLE` for none: twice the half-points of
        honours put on tricks of the taker's, less those put on other tricks.
    """
    attacker, given = taker(public), _NONE
    for trick in range(trick_number(public)):
        winner, leader = trick_winner(public, trick), trick_leader(public, trick)
        for place in range(count):
            seat = leader + place
            seat -= count if seat >= count else 0
            code = trick_card(public, trick, place)
            is_suit = code < TRUMP_CODE - 1
            points = _POINTS[np.uint64(code & 15)] - 1 if is_suit else 0
            points = 0 if seat == winner else points
            given += (2 * points if winner == attacker else -points) << BITS * seat
    return given
