"""What a seat can work out about the cards out, compiled: as `Sight` does.

A sight lies in the seat's scratch memory, a word for each attribute of `Sight`; it is
written anew at each decision.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.kernels.hand import half_points
from tarotsim.kernels.policies import (
    ALL_SUITS,
    ALL_TRUMPS,
    EXCUSE,
    EXCUSE_CODE,
    NO_CARDS,
    ONE,
    TRUMP_CODE,
    called,
    ceiling,
    chien,
    ecart,
    ecart_shown,
    get,
    hand,
    has_shown_excuse,
    is_chien_turned,
    kernel,
    known_partner,
    lane_of,
    led_suit,
    own_seat,
    played_cards,
    players,
    popcount,
    put,
    shown_trumps,
    table_cards,
    table_count,
    taker,
    voids,
    winning_code,
    winning_seat,
)
from tarotsim_strategies._sight import MISS, TAKER_SHORT, TRUST

__all__ = ["look"]

MISSES = np.array(MISS, dtype=np.int64)
"""``MISSES[h - 1, k]``: percent that one of ``h`` hands holds none of ``k`` cards."""

# Words of a sight. Sets have trump n at bit n, and suits as in a hand.
SEAT, PLAYERS, TAKER, LEFT, ATTACK = 0, 1, 2, 3, 4
HAND, OUT = 5, 7
"""Suits and trumps of the hand; of the cards that others may hold."""
ALLIES, UNSURE, TRUMP_HANDS = 9, 10, 11
LED, BEST, WINNER, OURS, POINTS, TO_COME = 12, 13, 14, 15, 16, 17
SUIT_HANDS = 18
VOIDS, HOLDS, POSSIBLE, ROOMS = 22, 27, 32, 37
SHARES = 42
"""Rows of MISSES for the unknown trumps of each seat."""
CALLED, SIZE = 47, 48
"""Code of the called card; words of a sight."""


@kernel
def _note_cards(public: Any, private: Any, sight: Any) -> None:
    suits, trumps = hand(private)
    seen_suits, seen_trumps = played_cards(public)
    gone_suits, gone_trumps = ecart(private)
    sight[HAND], sight[HAND + 1] = suits, trumps
    sight[OUT] = ALL_SUITS & ~(suits | seen_suits | gone_suits)
    gone_trumps |= ecart_shown(public)
    sight[OUT + 1] = ALL_TRUMPS & ~(trumps | seen_trumps | gone_trumps)
    put(sight, LEFT, popcount(suits) + popcount(trumps))


@kernel
def _note_voids(public: Any, sight: Any, seat: Any, count: Any) -> None:
    for suit in range(4):
        put(sight, SUIT_HANDS + suit, 0)
    for other in range(count):
        proved = voids(public, other)
        put(sight, VOIDS + other, proved)
        if other != seat:
            for suit in range(4):
                hands = get(sight, SUIT_HANDS + suit) + (1 - (proved >> suit & 1))
                put(sight, SUIT_HANDS + suit, hands)
    for suit in range(4):
        put(sight, SUIT_HANDS + suit, max(1, get(sight, SUIT_HANDS + suit)))


@kernel
def _note_camps(public: Any, private: Any, sight: Any, seat: Any, count: Any) -> None:
    """Sort the seats; a defender takes unknown seats for defenders (R5.4)."""
    everybody, me = (1 << count) - 1, 1 << seat
    attacker, code = taker(public), called(public)
    attack, unsure = 1 << attacker, 0
    if code >= 0:
        bit = ONE << np.uint64(code)
        partner = known_partner(public, private)
        chien_suits, _ = chien(public)
        if partner >= 0:
            attack |= 1 << partner
        elif seat != attacker and chien_suits & bit == NO_CARDS:
            # Once the called card is played, nobody's camp is unknown.
            if sight[OUT] & bit != NO_CARDS:
                unsure = everybody & ~(me | attack)
    is_attack = attack & me != 0
    allies = (attack if is_attack else everybody & ~attack) & ~me
    put(sight, TAKER, attacker)
    put(sight, CALLED, code)
    put(sight, ATTACK, 1 if is_attack else 0)
    put(sight, ALLIES, allies)
    put(sight, UNSURE, unsure)


@kernel
def _note_known_trumps(public: Any, sight: Any, seat: Any, reads: Any) -> Any:
    """Write the trumps known to be somewhere and return them all together."""
    out, attacker = sight[OUT + 1], get(sight, TAKER)
    held = NO_CARDS
    for other in range(get(sight, PLAYERS)):
        known = NO_CARDS
        if other == attacker and is_chien_turned(public) and seat != attacker:
            # Trumps of the chien are the taker's, unless he showed them away (R4.6).
            known = chien(public)[1] & out
        if reads:
            known |= shown_trumps(public, other) & out
        sight[HOLDS + other] = known
        if other != seat:
            held |= known
    return held


@kernel
def _note_trumps(public: Any, sight: Any, seat: Any, reads: Any) -> None:
    """Find which trumps each seat may hold, and which it must."""
    out, held = sight[OUT + 1], _note_known_trumps(public, sight, seat, reads)
    left, count = get(sight, LEFT), get(sight, PLAYERS)
    hands, room = 0, 0
    for other in range(count):
        sight[POSSIBLE + other] = NO_CARDS
        put(sight, ROOMS + other, 0)
        if other == seat:
            continue
        known = sight[HOLDS + other]
        possible = NO_CARDS
        if not (reads and has_shown_excuse(public, other)):  # R10.4
            below = (ONE << np.uint64(ceiling(public, other) + 1)) - ONE
            possible = out & below & ~held
        if possible != NO_CARDS:
            rooms = max(1, left - popcount(known))
            put(sight, ROOMS + other, rooms)
            room += rooms
        sight[POSSIBLE + other] = possible | known
        hands += 1 if possible | known != NO_CARDS else 0
    put(sight, TRUMP_HANDS, hands)
    for other in range(count):
        # A seat with fewer unknown cards is less likely to hold an unknown trump.
        rooms = get(sight, ROOMS + other)
        share = 0 if rooms == 0 else min((room + rooms // 2) // rooms, 5) - 1
        put(sight, SHARES + other, share)


@kernel
def _note_table(public: Any, sight: Any, count: Any) -> None:
    suits, trumps = table_cards(public)
    points = half_points(suits, trumps) - (8 if suits & EXCUSE != NO_CARDS else 0)
    winner = winning_seat(public)
    put(sight, LED, led_suit(public))
    put(sight, BEST, winning_code(public))
    put(sight, WINNER, winner)
    is_ours = winner >= 0 and get(sight, ALLIES) >> winner & 1 == 1
    put(sight, OURS, 1 if is_ours else 0)
    put(sight, POINTS, points)
    put(sight, TO_COME, count - 1 - table_count(public))


@kernel
def look(public: Any, private: Any, reads: Any, sight: Any) -> None:
    """Write what a seat knows when it is to play a card.

    Parameters
    ----------
    public, private : blocks
    reads : bool
        Whether the cards of poignées shown are used.
    sight : uint64 words (SIZE,)
        Overwritten.
    """
    seat, count = own_seat(private), players(public)
    put(sight, SEAT, seat)
    put(sight, PLAYERS, count)
    _note_cards(public, private, sight)
    _note_voids(public, sight, seat, count)
    _note_camps(public, private, sight, seat, count)
    _note_trumps(public, sight, seat, reads)
    _note_table(public, sight, count)


# -- counts ------------------------------------------------------------------------


@kernel
def higher_out(sight: Any, code: Any) -> Any:
    """Return how many cards out are higher in the suit, or among the trumps."""
    if code > TRUMP_CODE:
        return popcount(sight[OUT + 1] >> np.uint64(code - TRUMP_CODE))
    lane = lane_of(code >> 4)
    return popcount((sight[OUT] & lane) >> np.uint64(code))


@kernel
def length(sight: Any, suit: Any) -> Any:
    """Return how many cards of a suit are in hand."""
    return popcount(sight[HAND] & lane_of(suit))


@kernel
def length_out(sight: Any, suit: Any) -> Any:
    """Return how many cards of a suit others may hold."""
    return popcount(sight[OUT] & lane_of(suit))


@kernel
def wins(sight: Any, code: Any, led: Any) -> Any:
    """Tell whether a card beats those on the table; the Excuse never does."""
    if code == EXCUSE_CODE or code < get(sight, BEST):
        return False
    return code > TRUMP_CODE or code >> 4 == led


@kernel
def is_ally(sight: Any, seat: Any) -> Any:
    """Tell whether a seat is taken to be on our side."""
    return get(sight, ALLIES) >> seat & 1 == 1


@kernel
def foe_has_trumps(sight: Any, seat: Any) -> Any:
    """Tell whether a seat is an opponent that may hold a trump."""
    return sight[POSSIBLE + seat] != NO_CARDS and not is_ally(sight, seat)


@kernel
def foes_have_trumps(sight: Any) -> Any:
    """Tell whether any opponent may hold a trump."""
    for seat in range(get(sight, PLAYERS)):
        if foe_has_trumps(sight, seat):
            return True
    return False


# -- chances, in percent -----------------------------------------------------------


@kernel
def void_chance(sight: Any, seat: Any, suit: Any) -> Any:
    """Return the chance that a seat has no card of a suit."""
    if get(sight, VOIDS + seat) >> suit & 1 == 1:
        return 100
    count = length_out(sight, suit)
    if seat == get(sight, TAKER):
        count = count * TAKER_SHORT // 12
    return MISSES[get(sight, SUIT_HANDS + suit) - 1, count]


@kernel
def trump_chance(sight: Any, seat: Any, best: Any) -> Any:
    """Return the chance that a seat has a trump above the best card."""
    shift = np.uint64(best - TRUMP_CODE + 1 if best > TRUMP_CODE else 0)
    if sight[HOLDS + seat] >> shift != NO_CARDS:
        return 100
    count = popcount(sight[POSSIBLE + seat] >> shift)
    if count == 0:
        return 0
    return 100 - MISSES[get(sight, SHARES + seat), count]


@kernel
def beat_chance(sight: Any, seat: Any, best: Any, led: Any) -> Any:
    """Return the chance that a seat still to play beats the best card."""
    over = trump_chance(sight, seat, best)
    if led == 4:
        return over
    void = void_chance(sight, seat, led)
    chance = void * over
    if best < EXCUSE_CODE and void < 100:
        hands = get(sight, SUIT_HANDS + led)
        higher = MISSES[hands - 1, higher_out(sight, best)]
        chance += (100 - void) * (100 - higher)
    return chance // 100


@kernel
def win_chance(sight: Any, code: Any, led: Any) -> Any:
    """Return the chance that our side wins the trick with this card played.

    A card that does not win leaves the trick to the one that is winning. An ally to
    come may take back what an opponent holds.
    """
    best, winner = get(sight, BEST), get(sight, WINNER)
    mine = get(sight, OURS) == 1
    seat, count = get(sight, SEAT), get(sight, PLAYERS)
    if wins(sight, code, led):
        best, mine, winner = code, True, seat
    foes_fail, allies_fail = 100, 100
    other = seat
    for _ in range(get(sight, TO_COME)):
        other = other + 1 if other + 1 < count else 0
        fails = 100 - beat_chance(sight, other, best, led)
        if is_ally(sight, other):
            allies_fail = allies_fail * fails // 100
        else:
            foes_fail = foes_fail * fails // 100
    unsure = get(sight, UNSURE)
    if mine:
        return foes_fail * TRUST // 100 if unsure >> winner & 1 == 1 else foes_fail
    taken = (100 - allies_fail) * (100 + foes_fail) // 200
    return taken * TRUST // 100 if unsure != 0 else taken
