"""The question of a table of a batch: its words, and what answers it.

A deal stops where a seat is to answer from outside and leaves its question in these
words; the answer is put into the same, and the deal goes on from its row, asks again
and finds it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.game.cards import CARD_COUNT
from tarotsim.game.layout import Question
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.bits import CODES, NO_CARDS, ONE
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
"""Suits and trumps that may be answered, or a bit for each number; once published
always a bit for each action, none if nothing is asked."""
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


@kernel(inline=True)
def is_about_cards(asks: Any) -> Any:
    """Tell whether a question is answered with a card."""
    return (asks >= PLAY) | (asks == ECART) | (asks == CALL)


@kernel(inline=True)
def is_legal(question: Any, action: Any) -> Any:
    """Tell whether an action, any int64, answers the question as it was published."""
    if action < 0 or action >= CARD_COUNT:
        return False
    word = question[LEGAL + (action >> 6)]
    return word >> np.uint64(action & 63) & ONE != NO_CARDS


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
