"""The écart: which suits to give up, which honours to save, what to keep.

Every set of suits that can be given up whole is tried; the places left are filled by
the cards best let go. The set of most worth is discarded.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.kernels.policies import (
    CAVALIERS,
    DAMES,
    EXCUSE,
    KINGS,
    NO_CARDS,
    ONE,
    VALETS,
    chien_size,
    hand,
    kernel,
    lane_of,
    lowest,
    players,
    popcount,
)
from tarotsim_strategies.expert import parameters as at

__all__ = ["ECART_TERMS", "choose_ecart", "worth_of"]

ECART_TERMS = (
    ("dame", "a dame discarded"),
    ("cavalier", "a cavalier discarded"),
    ("valet", "a valet discarded"),
    ("dame_of_king", "a dame discarded, its king kept"),
    ("from_king", "a card discarded from a suit whose king is kept"),
    ("long", "a card discarded from a suit of five or more"),
    ("rank", "ranks of the low cards discarded, 0 to 9"),
    ("void", "a suit given up"),
    ("void_trumps", "the same times the trumps in hand"),
    ("voids", "a second suit given up"),
    ("singleton", "a single card left, no king"),
    ("bare", "a single honour left, no king"),
    ("lone_king", "a king left alone"),
    ("guarded", "a dame left with two or more cards, no king"),
)
(
    _DAME,
    _CAVALIER,
    _VALET,
    _DAME_OF_KING,
    _FROM_KING,
    _LONG,
    _RANK,
    _VOID,
    _VOID_TRUMPS,
    _VOIDS,
    _SINGLETON,
    _BARE,
    _LONE_KING,
    _GUARDED,
) = range(len(ECART_TERMS))
_HONOURS = VALETS | CAVALIERS | DAMES
_LOW = np.uint64(0x03FF_03FF_03FF_03FF)


@kernel
def worth_of(own: Any, trumps: Any, gone: Any, w: Any, first: Any) -> Any:
    """Return the worth of an écart, in points of u.

    Parameters
    ----------
    own : uint64
        Suit cards of hand and chien.
    trumps : int64
        Trumps in hand.
    gone : uint64
        The suit cards discarded.
    w : float64 values
    first : int64
        Where the weights begin.
    """
    total = w[first + _DAME] * popcount(gone & DAMES)
    total += w[first + _CAVALIER] * popcount(gone & CAVALIERS)
    total += w[first + _VALET] * popcount(gone & VALETS)
    total += w[first + _DAME_OF_KING] * popcount(gone & DAMES & own >> ONE)
    voids = 0
    for suit in range(4):
        lane = lane_of(suit)
        mine, out = own & lane, gone & lane
        left = mine & ~out
        size, count = popcount(left), popcount(out)
        has_king = mine & KINGS != NO_CARDS
        honour = left & _HONOURS
        voids += 1 if (size == 0) & (count > 0) else 0
        total += w[first + _FROM_KING] * (count * has_king)
        total += w[first + _LONG] * (count * (popcount(mine) > 4))
        total += w[first + _SINGLETON] * ((size == 1) & (not has_king))
        total += w[first + _BARE] * ((size == 1) & (honour != NO_CARDS))
        total += w[first + _LONE_KING] * ((size == 1) & has_king)
        is_guarded = (honour & DAMES != NO_CARDS) & (size > 2) & (not has_king)
        total += w[first + _GUARDED] * is_guarded
    low = gone & _LOW
    ranks = 0
    while low != NO_CARDS:
        ranks += lowest(low) & 15
        low &= low - ONE
    total += w[first + _RANK] * ranks
    total += (w[first + _VOID] + w[first + _VOID_TRUMPS] * trumps) * voids
    return total + w[first + _VOIDS] * max(0, voids - 1)


@kernel
def _best_to_go(own: Any, rest: Any, w: Any, first: Any) -> Any:
    """Return the card of most worth to discard by itself."""
    best, top = NO_CARDS, -1.0e9
    while rest != NO_CARDS:
        card = rest & (~rest + ONE)
        rest &= rest - ONE
        lane = lane_of(lowest(card) >> 4)
        mine = own & lane
        has_king = mine & KINGS != NO_CARDS
        worth = w[first + _DAME] * (card & DAMES != NO_CARDS)
        worth += w[first + _CAVALIER] * (card & CAVALIERS != NO_CARDS)
        worth += w[first + _VALET] * (card & VALETS != NO_CARDS)
        worth += w[first + _DAME_OF_KING] * ((card & DAMES != NO_CARDS) & has_king)
        worth += w[first + _FROM_KING] * has_king
        worth += w[first + _LONG] * (popcount(mine) > 4)
        rank = lowest(card) & 15
        worth += w[first + _RANK] * (rank if rank < 10 else 0)
        # Of two cards alike the one of the shorter suit.
        worth -= 0.1 * popcount(mine)
        if worth > top:
            best, top = card, worth
    return best


@kernel
def choose_ecart(own: Any, trumps: Any, plain: Any, size: Any, w: Any, first: Any) -> Any:
    """Return the plain cards to discard.

    Parameters
    ----------
    own : uint64
        Suit cards of hand and chien.
    trumps : int64
        Trumps in hand.
    plain : uint64
        The cards that may be discarded.
    size : int64
        How many go.
    w : float64 values
    first : int64
    """
    if popcount(plain) <= size:
        return plain
    best, top = NO_CARDS, -1.0e9
    for chosen in range(16):
        gone, fits = NO_CARDS, True
        for suit in range(4):
            if chosen >> suit & 1 == 1:
                cards = own & lane_of(suit)
                gone |= cards
                fits = fits and cards != NO_CARDS and cards & ~plain == NO_CARDS
        room = size - popcount(gone)
        if not fits or room < 0:
            continue
        left = plain & ~gone
        for _ in range(room):
            card = _best_to_go(own, left, w, first)
            gone |= card
            left &= ~card
        worth = worth_of(own, trumps, gone, w, first)
        if worth > top:
            best, top = gone, worth
    return best


@kernel
def discard(public: Any, private: Any, suits: Any, trumps: Any, w: Any, out: Any) -> None:
    """Write the écart, trumps the lowest where they have to go."""
    own, own_trumps = hand(private)
    size = chien_size(public)
    first = at.ECART + at.ECART_COUNT * (players(public) - 3)
    gone = choose_ecart(own & ~EXCUSE, popcount(own_trumps), suits, size, w, first)
    kept = trumps
    for _ in range(size - popcount(gone)):
        kept &= kept - ONE
    out[0], out[1] = gone, trumps & ~kept
