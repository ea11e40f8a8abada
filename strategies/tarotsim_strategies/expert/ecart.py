"""The écart: give up whole suits, save honours, keep kings' suits."""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.kernels.policies import (
    DAMES,
    EXCUSE,
    KINGS,
    NO_CARDS,
    ONE,
    chien_size,
    hand,
    kernel,
    lane_of,
    lowest,
    players,
    popcount,
)
from tarotsim_strategies.expert import vocabulary as term
from tarotsim_strategies.expert.spending import points_of

__all__ = ["choose_ecart", "discard"]

NEVER = -1.0e9


@kernel(inline=True)
def _suit_to_clear(own: Any, rest: Any, room: Any) -> Any:
    """Return the shortest whole suit that may go and fits, or no cards."""
    best, shortest = NO_CARDS, room + 1
    for suit in range(4):
        cards = own & lane_of(suit)
        count = popcount(cards)
        if 0 < count < shortest and cards & ~rest == NO_CARDS:
            best, shortest = cards, count
    return best


@kernel(inline=True)
def _card_to_discard(own: Any, rest: Any, params: Any, saves: Any) -> Any:
    """Return the card best saved in the écart: points at risk, of a short suit."""
    best, top = NO_CARDS, NEVER
    while rest != NO_CARDS:
        code = lowest(rest)
        card = ONE << np.uint64(code)
        rest &= rest - ONE
        cards = own & lane_of(code >> 4)
        worth = saves * points_of(code) - popcount(cards)
        breaks = card & DAMES != NO_CARDS and cards & KINGS != NO_CARDS
        worth -= params[term.KEEPS_MARRIAGES] if breaks else 0.0
        if worth > top:
            best, top = card, worth
    return best


@kernel(inline=True)
def choose_ecart(own: Any, plain: Any, size: Any, params: Any, saves: Any) -> Any:
    """Return the plain cards to discard.

    Parameters
    ----------
    own : uint64
        Suit cards of hand and chien.
    plain : uint64
        Those that may be discarded.
    size : int64
        How many go.
    params : float64 values
    saves : float64
        What each half-point saved is worth.
    """
    rest, room = plain, size
    while rest != NO_CARDS and room > 0:
        gone = NO_CARDS
        if params[term.CLEARS_SUITS] != 0:
            gone = _suit_to_clear(own, rest, room)
        if gone == NO_CARDS:
            gone = _card_to_discard(own, rest, params, saves)
        rest &= ~gone
        room -= popcount(gone)
    return plain & ~rest


@kernel
def discard(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, out: Any
) -> None:
    """Write the écart: plain cards, and the lowest trumps where they have to go."""
    own, _ = hand(private)
    size = chien_size(public)
    saves = params[term.SAVES_POINTS + players(public) - 3]
    gone = choose_ecart(own & ~EXCUSE, suits, size, params, saves)
    kept = trumps
    for _ in range(size - popcount(gone)):
        kept &= kept - ONE
    out[0], out[1] = gone, trumps & ~kept
