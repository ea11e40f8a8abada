"""Features of a hand, for strategies and for imposed auctions."""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.kernels._jit import kernel
from tarotsim.kernels.bits import (
    CAVALIERS,
    DAMES,
    EXCUSE,
    KINGS,
    ONE,
    PETIT,
    TWENTY_ONE,
    VALETS,
    lane_of,
    popcount,
)

__all__ = ["bout_count", "chavey_count", "half_points", "suit_length"]

_HIGH_TRUMPS = np.uint64(0x3F << 16)
"""Trumps 16 to 21."""


@kernel
def half_points(suits: Any, trumps: Any) -> Any:
    """Return the value of a set of cards in half-points (R0.3), as an int64."""
    extra = 2 * popcount(suits & VALETS) + 4 * popcount(suits & CAVALIERS)
    extra += 6 * popcount(suits & DAMES) + 8 * popcount(suits & KINGS)
    return popcount(suits) + popcount(trumps) + extra + 8 * bout_count(suits, trumps)


@kernel
def bout_count(suits: Any, trumps: Any) -> Any:
    """Return the number of bouts of a set of cards (R0.2), 0 to 3."""
    return popcount(suits & EXCUSE) + popcount(trumps & (PETIT | TWENTY_ONE))


@kernel
def suit_length(suits: Any, suit: Any) -> Any:
    """Return the number of cards of suit 0 to 3."""
    return popcount(suits & lane_of(suit))


@kernel
def chavey_count(suits: Any, trumps: Any, distribution: Any) -> Any:
    """Count a hand by Chavey's scale.

    Parameters
    ----------
    suits, trumps : uint64
        The hand, without the chien.
    distribution : bool
        Count voids (6) and singletons (3) too.

    Returns
    -------
    int64

    References
    ----------
    `tarotsim.game.evaluation.chavey_count`.
    """
    total = _trump_count(suits, trumps) + _honour_count(suits)
    for suit in range(4):
        length = popcount(suits & lane_of(suit))
        total += _length_bonus(length)
        if distribution:
            total += 6 if length == 0 else (3 if length == 1 else 0)
    return total


@kernel
def _length_bonus(length: Any) -> Any:
    """Return what five, six, seven or more cards add."""
    # Without branches: 5, 7, 9 for five, six, seven or more.
    beyond = min(max(length - 4, 0), 3)
    return 2 * beyond + (3 if length > 4 else 0)


@kernel
def _trump_count(suits: Any, trumps: Any) -> Any:
    """Count bouts, length (the Excuse is one of the trumps here) and high trumps."""
    excuse = popcount(suits & EXCUSE)
    length = popcount(trumps) + excuse
    total = 8 * excuse
    total += 10 * popcount(trumps & TWENTY_ONE)
    total += 2 * length if length > 4 else 0
    total += _length_bonus(length) * popcount(trumps & PETIT)
    high = trumps & _HIGH_TRUMPS
    paired = high & ((high << ONE) | (high >> ONE))
    return total + 2 * popcount(high) + popcount(paired)


@kernel
def _honour_count(suits: Any) -> Any:
    """Count the honours of all suits, each king with his dame once more."""
    kings, dames = suits & KINGS, suits & DAMES
    total = 6 * popcount(kings) + 3 * popcount(dames) + popcount(kings >> ONE & dames)
    return total + 2 * popcount(suits & CAVALIERS) + popcount(suits & VALETS)
