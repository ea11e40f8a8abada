"""Reading signals: what the partners of a defender ask to be led.

What each defender asked for, this seat too, stands until the defence leads it. Who asks
for something else meanwhile is seen to take over, and what the others asked for falls.
Who only leads otherwise, as from a suit without an honour, is not: most such leaders
could not do as they were asked, and hardly any is strong.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.kernels.policies import (
    EXCUSE_CODE,
    TRUMP_CODE,
    get,
    kernel,
    put,
    taker,
    trick_card,
    trick_leader,
    trick_number,
)
from tarotsim_strategies.expert.knowledge import (
    COUNT,
    DEFENDER,
    NO_WISHES,
    ROLE,
    SEAT,
    TRICKS,
    WISHES,
)
from tarotsim_strategies.expert.signals import (
    FIVE,
    KING,
    LOWS,
    STRONG,
    TRUMPS,
    is_ally,
    is_attacked,
    is_marked,
    is_strong,
)

__all__ = ["listen"]

_PLACES = 5
"""Four suits and trumps: bits of a seat in sets of what each asked for, or lacks."""
_ALL = (1 << _PLACES) - 1
_EVERY_SEAT = 0x010_8421
"""The first place of five seats."""
_RANK = np.uint64(15)


@kernel
def _bit(seat: Any, place: Any) -> Any:
    return 1 << _PLACES * seat + place


@kernel
def _defies(asked: Any, lacks: Any, seat: Any, place: Any) -> Any:
    """Tell whether a lead is not what partners asked for, though it might have been.

    Parameters
    ----------
    asked, lacks : int64
        Sets of places by seat: asked to be led and not led since; proved to be void.
    seat, place : int64
        Who led, and what.
    """
    others = asked & ~(_ALL << _PLACES * seat)
    wanted = 0
    for other in range(5):
        wanted |= others >> _PLACES * other & _ALL
    wanted &= ~(lacks >> _PLACES * seat)
    return wanted != 0 and wanted >> place & 1 == 0


@kernel
def _lead_says(public: Any, code: Any, is_new: Any, may_be_strong: Any) -> Any:
    """Return how much a defender's lead asks for more of the same."""
    if code > TRUMP_CODE:
        return 1 if code - TRUMP_CODE & 1 == 1 else -1
    rank, says = code & 15, 0
    if is_new and rank < LOWS:
        says = 1 if rank < FIVE else -1
    takes_over = rank == KING or (is_new and is_marked(public, code >> 4))
    return max(says, 0) + 1 if takes_over and may_be_strong else says


@kernel
def listen(public: Any, sight: Any, sends: Any) -> None:
    """Write what the partners of a defender have asked for.

    Parameters
    ----------
    public : block
    sight : words
        `WISHES` of it is overwritten.
    sends : bool
        Whether this seat sends signals: with a strong hand it then takes over, and
        minds no wishes.
    """
    put(sight, WISHES, NO_WISHES)
    if get(sight, ROLE) != DEFENDER or (sends and is_strong(sight)):
        return
    wishes, count, own = NO_WISHES, get(sight, COUNT), get(sight, SEAT)
    led_before, asked, lacks = 0, 0, 0
    # By seat behind the taker and suit: rank of the last low card that followed, plus
    # one.
    lows = np.uint64(0)
    for trick in range(trick_number(public)):
        opening, first = trick_card(public, trick, 0), trick_leader(public, trick)
        if opening == EXCUSE_CODE:
            continue
        place = min(opening >> 4, TRUMPS)
        is_new = led_before >> place & 1 == 0
        led_before |= 1 << place
        is_ours = first == own or is_ally(sight, first)
        if is_ours:
            may = get(sight, TRICKS) - trick >= STRONG
            may = may and lacks & _bit(first, TRUMPS) == 0
            says = _lead_says(public, opening, is_new, may)
            is_other = may and says > 0 and first != own
            if is_other and _defies(asked, lacks, first, place):
                wishes, asked, says = NO_WISHES, 0, says + 1
            wishes += says << 8 * place if first != own else 0
            asked &= ~(_EVERY_SEAT << place)
            asked |= _bit(first, place) if says > 0 else 0
        is_theirs, rounds = False, 0
        if place < TRUMPS:
            is_theirs, rounds = is_attacked(public, sight, place, trick)
        for step in range(1, count):
            seat = (first + step) % count
            if seat != own and not is_ally(sight, seat):
                continue
            code = trick_card(public, trick, step)
            wished, says = TRUMPS, 0
            if code == EXCUSE_CODE:
                if place < TRUMPS:
                    says = 1 if is_theirs and rounds < 2 else 0
                elif is_ours:
                    says, asked = -2, asked & ~(_EVERY_SEAT << TRUMPS)
            elif min(code >> 4, TRUMPS) != place:
                lacks |= _bit(seat, place)
                lacks |= _bit(seat, TRUMPS) if code < TRUMP_CODE else 0
            elif place < TRUMPS and code & 15 < LOWS:
                slot = (seat - taker(public) - 1 + count) % count
                shift = np.uint64(4 * (4 * slot + place))
                before = np.int64(lows >> shift & _RANK)
                says = 1 if before > (code & 15) + 1 else 0
                wished = TRUMPS if is_theirs else place
                lows &= ~(_RANK << shift)
                lows |= np.uint64((code & 15) + 1) << shift
            wishes += says << 8 * wished if seat != own else 0
            asked |= _bit(seat, wished) if says > 0 else 0
    put(sight, WISHES, wishes)
