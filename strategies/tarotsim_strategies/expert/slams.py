"""Slams (R12): when to announce one, and the cards that keep one alive."""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.kernels.policies import (
    EXCUSE,
    EXCUSE_CODE,
    LANE,
    NO_CARDS,
    ONE,
    TRUMP_CODE,
    chelem_by,
    get,
    hand,
    has_won_all,
    kernel,
    nth_card,
    popcount,
)
from tarotsim_strategies.expert.knowledge import (
    ALLIED,
    BEST,
    COUNT,
    LED,
    LEFT,
    SEAT,
    SURE,
    TRICKS,
    WINNER,
    note_suit,
    outlook,
)

__all__ = ["has_no_loser", "keep_slam", "may_slam"]


@kernel
def has_no_loser(private: Any) -> Any:
    """Tell whether every suit card is on top, and the trumps draw all others.

    Announced, a slam brings 200 more if made and costs 200 if not (R12.4, R12.5), so
    it needs an even chance. A round of trumps draws at least one of those out; half of
    them in one hand is the worst to be expected.
    """
    own, trumps = hand(private)
    for suit in range(4):
        cards = own >> np.uint64(16 * suit) & LANE
        top = np.uint64(popcount(cards))
        if cards != LANE & ~(LANE >> top):
            return False
    count = popcount(trumps)
    out = 21 - count
    rounds = (out + 1) // 2
    masters = (ONE << np.uint64(22)) - (ONE << np.uint64(22 - rounds))
    has_more = own & EXCUSE != NO_CARDS or rounds < count
    return trumps & masters == masters and count > out and has_more


@kernel
def may_slam(public: Any, sight: Any, is_ours: Any) -> Any:
    """Tell whether our side, or else the other, has won every trick so far.

    Seats whose camp is not sure count for neither.
    """
    ours = 1 << get(sight, SEAT) if is_ours else 0
    for j in range(get(sight, COUNT) - 1):
        if get(sight, ALLIED + j) == (SURE if is_ours else 0):
            ours |= 1 << (get(sight, SEAT) + 1 + j) % get(sight, COUNT)
    return has_won_all(public, ours)


@kernel
def _chance(sight: Any, code: Any) -> Any:
    """Return the chance that our side wins the trick with a card."""
    led, best = get(sight, LED), get(sight, BEST)
    own = np.int64(4) if code > TRUMP_CODE else code >> 4
    if led < 0:
        led = own
        if led < 4:
            note_suit(sight, led)
    elif code == EXCUSE_CODE or code < best or (own < 4 and own != led):
        return outlook(sight, best, led, get(sight, WINNER))[0]
    return outlook(sight, code, led, np.int64(SURE))[0]


@kernel
def keep_slam(public: Any, sight: Any, suits: Any, trumps: Any) -> Any:
    """Return the cards by which a slam stays alive, or is stopped; else all of them.

    With one announced each trick counts: our side takes the surest card, unless that
    too is likelier to lose; the other side one that is sure. Without, the Excuse is not
    led late while a sure card is left (R12.8).

    Parameters
    ----------
    public : block
    sight : words
        `note_suit` of the suit led has been called.
    suits, trumps : uint64
        Cards worth weighing, of at least two legal ones.
    """
    announcer = chelem_by(public)
    is_lead = get(sight, LED) < 0
    if announcer < 0:
        is_late = 2 * get(sight, LEFT) <= get(sight, TRICKS)
        if not (is_lead and is_late and suits & EXCUSE != NO_CARDS):
            return suits, trumps
    is_ours = True
    if announcer >= 0 and announcer != get(sight, SEAT):
        j = (announcer - get(sight, SEAT) - 1 + get(sight, COUNT)) % get(sight, COUNT)
        is_ours = get(sight, ALLIED + j) > SURE // 2
    if not may_slam(public, sight, is_ours):
        return suits, trumps
    top, kept_suits, kept_trumps = np.int64(-1), NO_CARDS, NO_CARDS
    others = suits & ~EXCUSE if is_lead else suits
    for index in range(popcount(others) + popcount(trumps)):
        code = nth_card(others, trumps, index)
        chance = _chance(sight, code)
        if chance > top:
            top, kept_suits, kept_trumps = chance, NO_CARDS, NO_CARDS
        if chance == top and code > TRUMP_CODE:
            kept_trumps |= ONE << np.uint64(code - TRUMP_CODE)
        elif chance == top:
            kept_suits |= ONE << np.uint64(code)
    if announcer < 0:
        return (others, trumps) if top == SURE else (suits, trumps)
    enough = SURE // 2 if is_ours else SURE
    return (kept_suits, kept_trumps) if top >= enough else (suits, trumps)
