"""Sending signals: the card that says what is to be said, in place of the one chosen.

The Excuse, the king or a suit of the chien take the place of the card chosen, all else
that of a card which does the same. Not following partners' wishes takes no card's
place: a strong hand that sends does not weigh them, and leads what it thinks best
(`tarotsim_strategies.expert.listening`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.kernels.policies import (
    DAMES,
    EXCUSE,
    EXCUSE_CODE,
    KINGS,
    NO_CARDS,
    TRUMP_CODE,
    get,
    kernel,
    lane_of,
    leader,
    lowest,
    popcount,
    trick_number,
)
from tarotsim_strategies.expert.knowledge import BEST, DEFENDER, HAND, LED, OUT, ROLE
from tarotsim_strategies.expert.signals import (
    KING,
    LOWS,
    TRUMPS,
    is_ally,
    is_attacked,
    is_marked,
    is_of,
    is_strong,
)

__all__ = ["speak"]

_FIVE = np.uint64(0x001F_001F_001F_001F)
_SIX_TO_TEN = np.uint64(0x03E0_03E0_03E0_03E0)
_LOW = _FIVE | _SIX_TO_TEN
_ODD = np.uint64(0x2A_AAA8)
_EVEN = np.uint64(0x15_5554)
_PETIT_BIT = np.uint64(2)
_WEAK = 3
"""Trumps up to which the Excuse stops a partner's trumps, with the Petit among them."""
_HOLDS = 5
"""Cards of a suit that hold it; with an honour one less."""


@kernel
def _suit_to_take_over(public: Any, sight: Any, own: Any, suit: Any) -> Any:
    """Return a suit of the chien that nobody led yet, if there is one to lead low.

    Where the suit chosen is one of the chien, it stays.
    """
    if is_marked(public, suit):
        return suit
    for other in range(4):
        has_low = own & lane_of(other) & _LOW != NO_CARDS
        if has_low and is_marked(public, other):
            _, rounds = is_attacked(public, sight, other, trick_number(public))
            if rounds == 0:
                return other
    return suit


@kernel
def _lead_suit(public: Any, sight: Any, own: Any, code: Any) -> Any:
    """Lead another card of the suit; from strength the king, or a suit of the chien."""
    suit = code >> 4
    if is_strong(sight):
        if own & lane_of(suit) & KINGS != NO_CARDS:
            return 16 * suit + KING
        suit = _suit_to_take_over(public, sight, own, suit)
    mine = own & lane_of(suit)
    holds = sight[HAND] & lane_of(suit) & (KINGS | DAMES) != NO_CARDS
    said = mine & (_FIVE if holds else _SIX_TO_TEN)
    return lowest(said if said != NO_CARDS else mine & _LOW)


@kernel
def _lead_trump(sight: Any, code: Any) -> Any:
    """Lead odd or even among trumps below all those out that are higher."""
    trumps = sight[HAND + 1]
    said = trumps & (_ODD if is_strong(sight) else _EVEN)
    if said == NO_CARDS:
        return code
    other = lowest(said)
    # It must do the same: no trump out lies between the two.
    low, high = min(other, code - TRUMP_CODE), max(other, code - TRUMP_CODE)
    between = (sight[OUT + 1] >> np.uint64(low)) << np.uint64(64 - high + low)
    return code if between != NO_CARDS else TRUMP_CODE + other


@kernel
def _has_a_word(public: Any, sight: Any, code: Any) -> Any:
    """Tell whether the Excuse has something to say in place of a card that loses."""
    led = get(sight, LED)
    if led == TRUMPS:
        trumps = sight[HAND + 1]
        is_weak = popcount(trumps) <= _WEAK and trumps & _PETIT_BIT != NO_CARDS
        loses = TRUMP_CODE < code < get(sight, BEST)
        return is_weak and loses and is_ally(sight, leader(public))
    if not is_of(code, led) or code > get(sight, BEST):
        return False
    mine = sight[HAND] & lane_of(led)
    has_honour = mine & (KINGS | DAMES) != NO_CARDS
    if popcount(mine) + (1 if has_honour else 0) < _HOLDS:
        return False
    is_theirs, rounds = is_attacked(public, sight, led, trick_number(public))
    return is_theirs and rounds < 2


@kernel
def speak(public: Any, sight: Any, suits: Any, code: Any) -> Any:
    """Return the card that says what is to be said, in place of the one chosen.

    Parameters
    ----------
    public : block
    sight : words
    suits : uint64
        Legal suit cards and the Excuse.
    code : int64
        The card chosen.
    """
    if get(sight, ROLE) != DEFENDER:
        return code
    is_low = code < EXCUSE_CODE and code & 15 < LOWS
    led = get(sight, LED)
    if led < 0:
        if is_low:
            return _lead_suit(public, sight, suits, code)
        return _lead_trump(sight, code) if code > TRUMP_CODE + 1 else code
    if suits & EXCUSE != NO_CARDS and _has_a_word(public, sight, code):
        return np.int64(EXCUSE_CODE)
    mine = sight[HAND] & lane_of(led)
    low = mine & _LOW
    if not is_low or code >> 4 != led or lowest(low) != code or popcount(low) < 2:
        return code
    is_theirs, _ = is_attacked(public, sight, led, trick_number(public))
    speaks = popcount(mine) >= _HOLDS if is_theirs else low == mine
    if not is_theirs:
        speaks = speaks and popcount(low) == 2 and is_ally(sight, leader(public))
    return lowest(low & (low - np.uint64(1))) if speaks else code
