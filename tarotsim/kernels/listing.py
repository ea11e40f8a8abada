"""What is legal at the tables of a batch, as lists of numbers or as a dense mask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.game.cards import CARD_COUNT
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.bits import NO_CARDS, numbers_of, popcount
from tarotsim.kernels.compress import HAS_COMPRESS, LEGAL_WIDTH, list_compressed
from tarotsim.kernels.question import (
    ASKS,
    LEGAL,
    NOTHING,
    QUESTION_WORDS,
    SEAT,
    is_about_cards,
    is_legal,
)
from tarotsim.kernels.row import get, words_from

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = [
    "list_numbers",
    "list_portable",
    "mask_tables",
    "publish",
]

_OCTET, _EVERY_OCTET = np.uint64(255), np.uint64(0x01_01_01_01_01_01_01_01)
_OCTETS = 10
"""Octets of a bit for each of 78 numbers."""


def _places() -> npt.NDArray[np.uint64]:
    """Return for each octet the places of its bits, ascending, then 255, as octets."""
    rows = np.full((256, 8), 255, dtype=np.uint8)
    for octet in range(256):
        places = [place for place in range(8) if octet >> place & 1]
        rows[octet, : len(places)] = places
    return rows.view("<u8")[:, 0].astype(np.uint64)


_PLACES = _places()


@kernel(inline=True)
def list_portable(low: Any, high: Any, octets: Any, start: Any) -> None:
    """Write the numbers of bits, ascending, then octets of 255 to the end of the list.

    Nobody could predict a loop over the bits: it goes by eights, always the same way.
    """
    for place in range(start, start + LEGAL_WIDTH):
        octets[place] = np.uint8(255)
    place = start
    for index in range(_OCTETS):
        word = high if index >= 8 else low
        octet = word >> np.uint64(8 * (index & 7)) & _OCTET
        found = _PLACES[octet] | np.uint64(8 * index) * _EVERY_OCTET
        for shift in range(8):
            octets[place + shift] = np.uint8(found >> np.uint64(8 * shift))
        place += popcount(octet)


list_numbers = list_compressed if HAS_COMPRESS else list_portable


@kernel(inline=True)
def publish(question: Any, arrays: Any, index: Any) -> None:
    """Write the question of a table for the caller.

    Parameters
    ----------
    question : uint64 words (QUESTION_WORDS,)
    arrays : tarotsim.kernels.stepping.StepArrays
    index : int64
        The table.
    """
    asks = get(question, ASKS)
    arrays.decision[index] = asks
    arrays.seat[index] = get(question, SEAT)
    low, high = question[LEGAL], NO_CARDS
    if is_about_cards(asks):
        low, high = numbers_of(low, question[LEGAL + 1])
    if asks == NOTHING:
        low = NO_CARDS
    question[LEGAL], question[LEGAL + 1] = low, high
    arrays.counts[index] = popcount(low) + popcount(high)
    list_numbers(low, high, arrays.legal, index * LEGAL_WIDTH)


@kernel(entry=True)
def mask_tables(questions: Any, mask: Any) -> None:
    """Write what is legal as a dense mask.

    Parameters
    ----------
    questions : uint64 array (tables * QUESTION_WORDS,)
    mask : bool array (tables, 78)
        Overwritten.
    """
    for index in range(len(mask)):
        question = words_from(questions, index * QUESTION_WORDS)
        for action in range(CARD_COUNT):
            mask[index, action] = is_legal(question, action)
