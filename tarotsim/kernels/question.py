"""The question of a table of a batch: its words, and what answers it.

A deal stops where a seat is to answer from outside: the question is left in its words,
the answer put into the same, and the deal goes on from its row, asks again and finds it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.game.layout import Question
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.bits import CODES, EXCUSE_CODE, NO_CARDS, ONE, TRUMP_CODE
from tarotsim.kernels.row import get, put

__all__ = [
    "CARD_CODES",
    "QUESTION_WORDS",
    "answer_from_outside",
    "is_about_cards",
    "is_legal",
]

ASKS = 0
"""A `tarotsim.game.layout.Question`, or ANSWERED."""
SEAT = 1
"""The seat asked, -1 for none."""
LEGAL = 2
"""Suits and trumps; or a bit for each number that may be answered."""
CHOSEN = 4
"""Suits and trumps already laid aside, or already hidden: of an answer, its set."""
ANSWER = 6
"""The answer; while trumps to hide are asked, the level that they belong to; else 0."""
NEXT = 7
"""Number of the next deal."""
QUESTION_WORDS = 8

# As int64, not as literals: numba compiles a function once for each literal.
NOTHING, CALL, ECART = (np.int64(Question(value)) for value in (0, 2, 3))
POIGNEE, PLAY, HIDE = (np.int64(Question(value)) for value in (5, 6, 7))
ANSWERED = np.int64(-1)
"""What a question asks when its answer lies ready."""
UNANSWERED = np.int64(-1)
"""What stops a deal, as any negative answer does."""

CARD_CODES = np.array(CODES, dtype=np.int64)
"""Code of each card 0 to 77, for kernels."""
_NUMBERS = 8
"""Below it are bids, levels and the like; more than `Question` has of them."""


@kernel(inline=True)
def is_about_cards(asks: Any) -> Any:
    """Tell whether a question is answered with a card."""
    return (asks >= PLAY) | (asks == ECART) | (asks == CALL)


@kernel(inline=True)
def is_legal(question: Any, action: Any) -> Any:
    """Tell whether an action, any int64, answers the question."""
    if action < 0 or action >= len(CARD_CODES):
        return False
    word, bit = question[LEGAL], action
    if is_about_cards(get(question, ASKS)):
        code = CARD_CODES[action]
        word = question[LEGAL + 1] if code > TRUMP_CODE else word
        bit = code & EXCUSE_CODE
    elif action >= _NUMBERS:
        return False
    return word >> np.uint64(bit) & ONE != NO_CARDS


@kernel(inline=True)
def answer_from_outside(
    question: Any, seat: Any, asks: Any, suits: Any, trumps: Any
) -> Any:
    """Return the answer that lies ready, or leave the question and stop the deal."""
    if get(question, ASKS) == ANSWERED:
        put(question, ASKS, NOTHING)
        return get(question, ANSWER)
    put(question, ASKS, asks)
    put(question, SEAT, seat)
    question[LEGAL], question[LEGAL + 1] = suits, trumps
    question[CHOSEN], question[CHOSEN + 1] = NO_CARDS, NO_CARDS
    put(question, ANSWER, 0)
    return UNANSWERED
