"""What is legal at the tables of a batch, as lists of numbers or as a dense mask."""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.game.cards import PETIT as PETIT_CARD
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.bits import EXCUSE, EXCUSE_CODE, NO_CARDS, ONE, lowest, popcount
from tarotsim.kernels.question import (
    ASKS,
    CARD_CODES,
    LEGAL,
    NOTHING,
    QUESTION_WORDS,
    SEAT,
    is_about_cards,
    is_legal,
)
from tarotsim.kernels.row import get, words_from

__all__ = ["LEGAL_WIDTH", "mask_tables", "publish"]

LEGAL_WIDTH = 32
"""Octets of a table's list of what is legal: hand and chien are at most 30 cards."""

_END = 255
_EXCUSE_SHIFT, _TRUMP_COUNT = np.uint64(EXCUSE_CODE), np.uint64(21)
_ALL_ONES = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


@kernel(inline=True)
def _list_bits(word: Any, base: Any, octets: Any, start: Any) -> Any:
    """Write ``base`` plus the place of each bit, then some octets of 255.

    Nobody could predict the end of a loop over the bits: it goes by fours.
    """
    place = start
    while word != NO_CARDS:
        for _ in range(4):
            octets[place] = np.uint8(_END if word == NO_CARDS else base + lowest(word))
            word &= word - ONE
            place += 1
    return place


@kernel(inline=True)
def _list_cards(suits: Any, trumps: Any, octets: Any, start: Any) -> Any:
    """Write the numbers of cards, ascending, then some octets of 255.

    The numbers are those of `tarotsim.kernels.bits.card_of`, without its branches.
    """
    plain, place = suits & ~EXCUSE, start
    while plain != NO_CARDS:
        for _ in range(4):
            code = lowest(plain)
            number = code - 2 * (code >> 4)
            octets[place] = np.uint8(_END if plain == NO_CARDS else number)
            plain &= plain - ONE
            place += 1
    others = (trumps >> ONE) | (suits >> _EXCUSE_SHIFT << _TRUMP_COUNT)
    return _list_bits(others, PETIT_CARD, octets, start + popcount(suits & ~EXCUSE))


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
    for word in range(index * LEGAL_WIDTH // 8, (index + 1) * LEGAL_WIDTH // 8):
        arrays.legal_words[word] = _ALL_ONES
    start, count = index * LEGAL_WIDTH, 0
    suits, trumps = question[LEGAL], question[LEGAL + 1]
    if is_about_cards(asks):
        _list_cards(suits, trumps, arrays.legal, start)
        count = popcount(suits) + popcount(trumps)
    elif asks != NOTHING:
        _list_bits(suits, 0, arrays.legal, start)
        count = popcount(suits)
    arrays.counts[index] = count


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
        asks = get(question, ASKS)
        for action in range(len(CARD_CODES)):
            mask[index, action] = (asks != NOTHING) & is_legal(question, action)
