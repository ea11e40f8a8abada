"""The question of a table of a batch: its words, and what answers it."""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.game.layout import Question
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.bits import CODES, EXCUSE_CODE, NO_CARDS, ONE, TRUMP_CODE
from tarotsim.kernels.row import get

__all__ = ["CARD_CODES", "QUESTION_WORDS", "is_about_cards", "is_legal"]

ASKS = 0
"""A `tarotsim.game.layout.Question`."""
SEAT = 1
"""The seat asked, -1 for none."""
LEGAL = 2
"""Suits and trumps; or a bit for each number that may be answered."""
CHOSEN = 4
"""Suits and trumps already laid aside, or already hidden."""
LEVEL = 6
"""Level of the poignée whose hidden trumps are asked."""
NEXT = 7
"""Number of the next deal."""
QUESTION_WORDS = 8

# As int64, not as literals: numba compiles a function once for each literal.
NOTHING, CALL, ECART = (np.int64(Question(value)) for value in (0, 2, 3))
POIGNEE, PLAY, HIDE = (np.int64(Question(value)) for value in (5, 6, 7))

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
