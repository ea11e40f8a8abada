"""Poignées: whether to show, which level, and which trumps stay hidden."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tarotsim.kernels.policies import (
    NO_CARDS,
    ONE,
    hand,
    is_taker,
    kernel,
    lowest,
    players,
    poignee_choice,
)
from tarotsim_strategies.expert import parameters as at
from tarotsim_strategies.expert import vocabulary as term
from tarotsim_strategies.expert.bidding import expected_gap, measure

__all__ = ["chance_to_win", "choose_level", "hide_low"]

_GARDE_SANS = 3
_WIDTH = 6.5
"""Points of gap that multiply the odds to win by e."""
_BOUTS = np.uint64(1 << 1 | 1 << 21)


@kernel
def chance_to_win(public: Any, private: Any, params: Any) -> Any:
    """Return the chance that this seat's side wins the deal, from its hand alone.

    The taker's hand is measured as for a garde sans, which adds six unknown cards
    too. A defender holds what the taker lacks: his chance was fitted as a constant.
    """
    if not is_taker(public, private):
        return params[term.SHOWS_DEFENCE]
    suits, trumps = hand(private)
    first = at.BIDDING + at.BIDDING_COUNT * (players(public) - 3)
    gap = expected_gap(measure(suits, trumps), params, first, _GARDE_SANS)
    return 1.0 / (1.0 + math.exp(-gap / _WIDTH))


@kernel
def choose_level(public: Any, private: Any, levels: Any, params: Any) -> Any:
    """Return the highest level that the chance to win is enough for, or 0."""
    chance, best = chance_to_win(public, private, params), 0
    for level in range(1, 4):
        is_legal = levels >> np.uint64(level) & ONE != NO_CARDS
        if is_legal and chance >= params[term.SHOWS_FROM + level - 1]:
            best = level
    return best


@kernel
def hide_low(public: Any, private: Any, discarded: Any, level: Any) -> Any:
    """Return the lowest trumps that may stay hidden, bouts left out."""
    form = poignee_choice(public, private, discarded, level)
    free = form.pool & ~form.must_show & ~_BOUTS
    hidden = NO_CARDS
    for _ in range(form.hide_count):
        hidden |= ONE << np.uint64(lowest(free & ~hidden))
    return hidden
