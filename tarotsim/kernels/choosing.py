"""Sets of cards chosen one by one: the écart, and the trumps kept back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarotsim.kernels import row as words
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.bits import NO_CARDS, PLAIN_TRUMPS, popcount
from tarotsim.kernels.ecart import plain_cards, trump_discard_range
from tarotsim.kernels.poignee import poignee_form
from tarotsim.kernels.question import ANSWER, ASKS, CHOSEN, HIDE, LEGAL, SEAT
from tarotsim.kernels.row import PRIVATE, PRIVATE_WORDS, get, put

if TYPE_CHECKING:
    from tarotsim.kernels.vector import RulesVector

__all__ = ["narrow_ecart", "narrow_hidden"]


@kernel
def narrow_ecart(rules: RulesVector, row: Any, question: Any) -> Any:
    """Lay aside what has to go, list what may; tell whether the écart is complete.

    References
    ----------
    R4.4, R4.5, D9: every list leads to a legal écart.
    """
    hand = PRIVATE + get(question, SEAT) * PRIVATE_WORDS + words.HAND
    suits, trumps, called = row[hand], row[hand + 1], get(row, words.CALLED)
    low, high = trump_discard_range(rules, suits, trumps, called)
    plain = plain_cards(rules, suits, called) & ~question[CHOSEN]
    others = trumps & PLAIN_TRUMPS & ~question[CHOSEN + 1]
    gone = popcount(question[CHOSEN + 1])
    left = rules.chien_size - popcount(question[CHOSEN]) - gone
    if left - (high - gone) == popcount(plain):  # none of them can be spared
        question[CHOSEN] |= plain
        left -= popcount(plain)
        plain = NO_CARDS
    if left == low - gone:
        plain = NO_CARDS
    if gone == high:
        others = NO_CARDS
    if popcount(plain) + popcount(others) == left:
        question[CHOSEN] |= plain
        question[CHOSEN + 1] |= others
        left = 0
    question[LEGAL], question[LEGAL + 1] = plain, others
    return left == 0


@kernel
def narrow_hidden(rules: RulesVector, row: Any, question: Any) -> Any:
    """Hide what has to be hidden, list what may; tell whether that is all (R10.3)."""
    seat = get(question, SEAT)
    hand = PRIVATE + seat * PRIVATE_WORDS + words.HAND
    discarded = NO_CARDS
    if seat == get(row, words.TAKER):
        discarded = row[words.ECART_SHOWN]
    level = get(question, ANSWER)
    form = poignee_form(rules, row[hand], row[hand + 1], discarded, level)
    free = form.pool & ~form.must_show & ~question[CHOSEN + 1]
    left = form.hide_count - popcount(question[CHOSEN + 1])
    if popcount(free) == left:
        question[CHOSEN + 1] |= free
        left = 0
    put(question, ASKS, HIDE)
    question[LEGAL], question[LEGAL + 1] = NO_CARDS, free
    return left == 0
