"""Random numbers by key: ``(seed, deal number, stream)`` and a counter.

Nothing here has a state. A draw is SplitMix64's finaliser applied to a key plus a
counter times its increment, so any number can be had alone and in any order, and
what one seat draws never moves what another draws.

References
----------
Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014
(the finaliser and the increment, called gamma there).
"""

from __future__ import annotations

import operator
import secrets
from typing import SupportsIndex

from tarotsim.game.errors import TarotError

__all__ = [
    "GAMMA",
    "MAX_INDEX",
    "MAX_SEED",
    "STREAM_DEAL",
    "bounded",
    "check_seed",
    "deal_key",
    "draw",
    "draw_counter",
    "mix",
    "new_seed",
    "seat_key",
    "whole_number",
]

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15
MAX_SEED = (1 << 63) - 1
"""Seeds and deal numbers fit a signed 64-bit column."""

MAX_INDEX = (1 << 16) - 1
"""Largest index of a draw within one decision."""

STREAM_DEAL = 0
"""Stream of the cards; the stream of seat ``s`` is ``s + 1``."""

_SEAT_SALT_1 = 0x243F6A8885A308D3
_SEAT_SALT_2 = 0x13198A2E03707344
"""Fractional digits of pi: any two different constants would do."""


def mix(z: int) -> int:
    """Return SplitMix64's finaliser of a 64-bit number."""
    z &= MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def deal_key(seed: int, number: int, stream: int = STREAM_DEAL) -> int:
    """Return the 64-bit key of one stream of one deal.

    Parameters
    ----------
    seed, number : int
        Seed of the run and number of the deal, 0 to 2**63 - 1.
    stream : int, optional
        0 for the cards (default), seat + 1 for a seat's strategy.
    """
    key = mix(seed + GAMMA)
    key = mix(key + (number + 1) * GAMMA)
    return mix(key + (stream + 1) * GAMMA)


def seat_key(seed: int, number: int, seat: int) -> int:
    """Return the key of a seat's own draws.

    The exclusive or of two permutations of the stream's key cannot be unwound: the
    cards cannot be computed from it. It is no secret from somebody who tries every
    seed and number that might have been used.
    """
    key = deal_key(seed, number, seat + 1)
    return mix(key ^ _SEAT_SALT_1) ^ mix(key ^ _SEAT_SALT_2)


def draw_counter(stage: int, trick: int, index: int) -> int:
    """Return the counter of one draw of a decision.

    Parameters
    ----------
    stage : int
        Number of the decision (`tarotsim.game.layout.Stage`), 0 to 255.
    trick : int
        Trick, 0 to 23; 0 before play.
    index : int
        Which draw of this decision, 0 to 65535.
    """
    return (stage << 24) | (trick << 16) | index


def draw(key: int, counter: int) -> int:
    """Return the 64-bit number at ``counter`` of the sequence of ``key``."""
    return mix(key + counter * GAMMA)


def bounded(number: int, limit: int) -> int:
    """Return 0 to ``limit`` - 1 from the high 32 bits of a draw.

    Multiply-high: for limits up to 78 the chance of any value is off by less
    than 2**-25.
    """
    return ((number >> 32) * limit) >> 32


def check_seed(value: SupportsIndex, name: str = "seed") -> int:
    """Return a seed or deal number if it is one.

    Raises
    ------
    TarotError
        If it is not an integer from 0 to 2**63 - 1.
    """
    number = whole_number(value, name)
    if not 0 <= number <= MAX_SEED:
        raise TarotError(f"{name} must be from 0 to 2**63 - 1, not {number}")
    return number


def whole_number(value: SupportsIndex, name: str) -> int:
    """Return a whole number of any integer type as an ``int``.

    Raises
    ------
    TarotError
        If it is a bool, a float, or no number.
    """
    if isinstance(value, bool):
        raise TarotError(f"{name} must be a whole number, not {value}")
    try:
        return operator.index(value)
    except TypeError:
        raise TarotError(f"{name} must be a whole number, not {value!r}") from None


def new_seed() -> int:
    """Return a fresh seed of 32 bits from the system's entropy."""
    return secrets.randbits(32)
