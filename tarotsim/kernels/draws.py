"""Random numbers by key, bit for bit those of `tarotsim.game.keys`."""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.game import keys
from tarotsim.kernels._jit import kernel

__all__ = ["GAMMA", "bounded", "deal_key", "draw_at", "mix", "number_key", "seat_key"]

GAMMA = np.uint64(keys.GAMMA)
_FACTOR_1 = np.uint64(0xBF58476D1CE4E5B9)
_FACTOR_2 = np.uint64(0x94D049BB133111EB)
_SALT_1 = np.uint64(keys._SEAT_SALT_1)
_SALT_2 = np.uint64(keys._SEAT_SALT_2)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_ONE, _TWO = np.uint64(1), np.uint64(2)


@kernel(inline=True)
def mix(z: Any) -> Any:
    """Return SplitMix64's finaliser of a uint64."""
    z = (z ^ (z >> _S30)) * _FACTOR_1
    z = (z ^ (z >> _S27)) * _FACTOR_2
    return z ^ (z >> _S31)


@kernel
def number_key(seed: Any, number: Any) -> Any:
    """Return the uint64 from which the keys of a deal's streams are made.

    Parameters
    ----------
    seed, number : uint64
    """
    return mix(mix(seed + GAMMA) + (number + _ONE) * GAMMA)


@kernel
def deal_key(seed: Any, number: Any) -> Any:
    """Return the uint64 key of the cards of a deal."""
    return mix(number_key(seed, number) + GAMMA)


@kernel
def seat_key(key: Any, seat: Any) -> Any:
    """Return the uint64 key of a seat's own draws; a one-way hash of its stream.

    Parameters
    ----------
    key : uint64
        From `number_key`.
    seat : int64
    """
    stream = mix(key + (np.uint64(seat) + _TWO) * GAMMA)
    return mix(stream ^ _SALT_1) ^ mix(stream ^ _SALT_2)


@kernel(inline=True)
def draw_at(key: Any, counter: Any) -> Any:
    """Return the uint64 at ``counter`` of the sequence of ``key``."""
    return mix(key + np.uint64(counter) * GAMMA)


@kernel(inline=True)
def bounded(number: Any, limit: Any) -> Any:
    """Return an int64 from 0 to ``limit`` - 1 from the high half of a uint64 draw."""
    return np.int64(((number >> _S32) * np.uint64(limit)) >> _S32)
