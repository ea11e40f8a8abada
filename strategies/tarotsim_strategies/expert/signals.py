"""The defenders' signals that the federation recommends (official rules, 2012).

Suit led, ace to 5: the leader holds the king or the dame. Trump led, odd: from
strength, go on with trumps. King led, the suit of the chien's king led, odd trump: the
strong hand takes over, help it with what it led. Attack's suit followed high then low:
a fifth card that holds the suit, lead trumps. Defence's suit followed high then low: a
doubleton, go on with it. Excuse on the attack's suit in its first two rounds: the suit
is held, lead trumps. Excuse on a trump that the defence led: lead no more of them.

`speak` sends: the Excuse, the king or the suit of the chien's king take the place of
the card chosen, all else that of a card which does the same. `listen` reads.
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
    chien,
    get,
    kernel,
    lane_of,
    leader,
    lowest,
    popcount,
    put,
    trick_card,
    trick_leader,
    trick_number,
)
from tarotsim_strategies.expert.knowledge import (
    ALLIED,
    BEST,
    COUNT,
    DEFENDER,
    HAND,
    LED,
    NO_WISHES,
    OUT,
    ROLE,
    SEAT,
    SURE,
    WISHES,
)

__all__ = ["listen", "speak"]

_FIVE = np.uint64(0x001F_001F_001F_001F)
_SIX_TO_TEN = np.uint64(0x03E0_03E0_03E0_03E0)
_LOW = _FIVE | _SIX_TO_TEN
_ODD = np.uint64(0x2A_AAA8)
_EVEN = np.uint64(0x15_5554)
_PETIT_BIT = np.uint64(2)
_STRONG = 7
"""Trumps from which an odd one is led."""
_WEAK = 3
"""Trumps up to which the Excuse stops a partner's trumps, with the Petit among them."""
_HOLDS = 5
"""Cards of a suit that hold it; with an honour one less."""
_TRUMPS = 4
"""Where trumps stand behind the four suits."""
_KING, _LOWS = 13, 10
"""Rank of a king; ranks below are low cards."""


@kernel
def _is_ally(sight: Any, seat: Any) -> Any:
    """Tell whether another seat is rather on our side."""
    j = seat - get(sight, SEAT) - 1
    j += get(sight, COUNT) if j < 0 else 0
    return get(sight, ALLIED + j) > SURE // 2


@kernel
def _is_of(code: Any, suit: Any) -> Any:
    """Tell whether a card is of a suit, 0 to 3."""
    return code >> 4 == suit and code != EXCUSE_CODE


@kernel
def _is_attacked(public: Any, sight: Any, suit: Any, trick: Any) -> Any:
    """Tell whether the attack led a suit first, up to a trick, and how often it was.

    Returns
    -------
    is_attacked : bool
    rounds : int64
        In finished tricks before ``trick``, which counts for who led first only.
    """
    first, rounds = np.int64(-1), 0
    for number in range(trick + 1):
        if number == trick_number(public):
            first = leader(public) if first < 0 else first
        elif _is_of(trick_card(public, number, 0), suit):
            first = trick_leader(public, number) if first < 0 else first
            rounds += 1 if number < trick else 0
    return first != get(sight, SEAT) and not _is_ally(sight, first), rounds


# -- sending ----------------------------------------------------------------------


@kernel
def _lead_suit(public: Any, sight: Any, own: Any, code: Any) -> Any:
    """Lead another card of the suit; from strength the king, or the chien's suit."""
    suit = code >> 4
    if popcount(sight[HAND + 1]) >= _STRONG:
        shown, _ = chien(public)
        kings = shown & KINGS
        if own & lane_of(suit) & KINGS != NO_CARDS:
            return 16 * suit + _KING
        if kings != NO_CARDS and own & lane_of(lowest(kings) >> 4) & _LOW != NO_CARDS:
            suit = lowest(kings) >> 4
    mine = own & lane_of(suit)
    holds = sight[HAND] & lane_of(suit) & (KINGS | DAMES) != NO_CARDS
    said = mine & (_FIVE if holds else _SIX_TO_TEN)
    return lowest(said if said != NO_CARDS else mine & _LOW)


@kernel
def _lead_trump(sight: Any, code: Any) -> Any:
    """Lead odd or even among trumps below all those out that are higher."""
    trumps = sight[HAND + 1]
    is_strong = popcount(trumps) >= _STRONG
    said = trumps & (_ODD if is_strong else _EVEN)
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
    if led == _TRUMPS:
        trumps = sight[HAND + 1]
        is_weak = popcount(trumps) <= _WEAK and trumps & _PETIT_BIT != NO_CARDS
        loses = TRUMP_CODE < code < get(sight, BEST)
        return is_weak and loses and _is_ally(sight, leader(public))
    if not _is_of(code, led) or code > get(sight, BEST):
        return False
    mine = sight[HAND] & lane_of(led)
    has_honour = mine & (KINGS | DAMES) != NO_CARDS
    if popcount(mine) + (1 if has_honour else 0) < _HOLDS:
        return False
    is_attacked, rounds = _is_attacked(public, sight, led, trick_number(public))
    return is_attacked and rounds < 2


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
    is_low = code < EXCUSE_CODE and code & 15 < _LOWS
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
    is_attacked, _ = _is_attacked(public, sight, led, trick_number(public))
    speaks = popcount(mine) >= _HOLDS if is_attacked else low == mine
    if not is_attacked:
        speaks = speaks and popcount(low) == 2 and _is_ally(sight, leader(public))
    return lowest(low & (low - np.uint64(1))) if speaks else code


# -- reading ----------------------------------------------------------------------


@kernel
def _lead_says(public: Any, sight: Any, code: Any, is_first: Any) -> Any:
    """Return what a partner's lead adds to the wishes."""
    rank, place = code & 15, min(code >> 4, _TRUMPS)
    if code > TRUMP_CODE:
        return (1 if code - TRUMP_CODE & 1 == 1 else -1) << 8 * _TRUMPS
    if rank >= _LOWS:
        return (1 if rank == _KING else 0) << 8 * place
    shown, _ = chien(public)
    takes_over = 1 if shown & KINGS & lane_of(place) != NO_CARDS else 0
    says = (1 if rank < 5 else -1) if is_first else 0
    return takes_over + says << 8 * place


@kernel
def listen(public: Any, sight: Any) -> None:
    """Write what the partners of a defender have asked for.

    Parameters
    ----------
    public : block
    sight : words
        `WISHES` of it is overwritten.
    """
    wishes, count = NO_WISHES, get(sight, COUNT)
    put(sight, WISHES, wishes)
    if get(sight, ROLE) != DEFENDER:
        return
    led_before = 0
    # By suit and seat: rank of the last low card that followed, plus one.
    lows = np.uint64(0)
    lows_of_more = np.uint64(0)
    for trick in range(trick_number(public)):
        opening, first = trick_card(public, trick, 0), trick_leader(public, trick)
        if opening == EXCUSE_CODE:
            continue
        place = min(opening >> 4, _TRUMPS)
        is_ours = first == get(sight, SEAT) or _is_ally(sight, first)
        if is_ours and first != get(sight, SEAT):
            wishes += _lead_says(public, sight, opening, led_before >> place & 1 == 0)
        is_attacked, rounds = False, 0
        if place < _TRUMPS:
            is_attacked, rounds = _is_attacked(public, sight, place, trick)
        led_before |= 1 << place
        for step in range(1, count):
            seat = first + step
            seat -= count if seat >= count else 0
            if seat == get(sight, SEAT) or not _is_ally(sight, seat):
                continue
            code = trick_card(public, trick, step)
            if code == EXCUSE_CODE:
                if place == _TRUMPS:
                    wishes -= (2 if is_ours else 0) << 8 * _TRUMPS
                else:
                    asks = is_attacked and rounds < 2
                    wishes += (1 if asks else 0) << 8 * _TRUMPS
            elif place < _TRUMPS and _is_of(code, place) and code & 15 < _LOWS:
                shift = np.uint64(4 * (4 * (seat & 3) + place))
                kept = lows_of_more if seat > 3 else lows
                before = np.int64(kept >> shift & np.uint64(15))
                if before > (code & 15) + 1:
                    wishes += 1 << 8 * (_TRUMPS if is_attacked else place)
                kept &= ~(np.uint64(15) << shift)
                kept |= np.uint64((code & 15) + 1) << shift
                if seat > 3:
                    lows_of_more = kept
                else:
                    lows = kept
    put(sight, WISHES, wishes)
