"""What a seat can work out about the cards out, compiled: as `Sight` does.

A sight lies in the seat's scratch memory, a word for each attribute of `Sight`, and is
written anew at each decision. The other seats stand in the order of play, so that
those still to play come first: ``j`` is 0 for the seat after this one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.kernels.hand import half_points
from tarotsim.kernels.policies import (
    ALL_SUITS,
    ALL_TRUMPS,
    EXCUSE,
    NO_CARDS,
    ONE,
    TRUMP_CODE,
    all_ceilings,
    all_voids,
    called,
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
    lowest,
    own_seat,
    played_cards,
    players,
    popcount,
    put,
    shown_trumps,
    table_cards,
    table_count,
    taker,
    winning_code,
    winning_seat,
)
from tarotsim_strategies._sight import MISS, TAKER_SHORT, TRUST

__all__ = ["look", "look_at_cards"]

MISSES = np.array(MISS, dtype=np.int64).ravel()
"""``MISSES[22 (h - 1) + k]``: percent that one of ``h`` hands holds none of ``k``."""
ROW, PLACES = 22, 4
_TWO = np.uint64(2)

# Words of a sight. Sets have trump n at bit n, and suits as in a hand.
SEAT, PLAYERS, TAKER, LEFT, ATTACK = 0, 1, 2, 3, 4
HAND, OUT = 5, 7
"""Suits and trumps of the hand; of the cards that others may hold."""
ALLIES, UNSURE = 9, 10
"""Bits of seats."""
FRIENDS, RUFFERS = 11, 12
"""Bits j of allies; bits 8 j of opponents that may hold a trump."""
TRUMP_HANDS, LED, BEST, WINNER, OURS, TO_COME = 13, 14, 15, 16, 17, 18
CALLED, TAKER_PLACE = 20, 21
"""Code of the called card; j of the taker, -1 for this seat."""
SUIT_ROW = 22
"""For one suit led: row of MISSES for the seats that may hold it."""
VOIDS = 26
"""Suits proved not to be held, eight bits a j."""
HOLDS, POSSIBLE, SHARES = 30, 34, 38
"""By j: trumps held; for seats to come trumps possible, and row of MISSES for unknown
ones."""
VOID, FREE, OVER = 42, 46, 50
"""By j, for one suit led: chance of a void, 100 less that, and the first times the
chance of any trump."""
FOES, ALLIES_TO_COME = 54, 55
"""Bits j of the opponents and of the allies still to play."""
ANY = 56
"""By j, for seats to come: chance of any trump."""
UNKNOWN, CEILINGS, OPEN = 60, 61, 62
"""Trumps out not known to be anywhere; highest that each j may hold, eight bits a j;
bits 8 j of those who may hold one of them."""
SIZE = 63

_TOPS = 0x80_80_80_80
_BYTES = 0x01_01_01_01


@kernel(inline=True)
def miss(row: Any, count: Any) -> Any:
    """Return the percent that one of some hands holds none of some cards."""
    return MISSES[np.uint64(row + count)]


@kernel(inline=True)
def percent(product: Any) -> Any:
    """Return a hundredth, rounded down, of 0 to 1,000,000; faster than a division."""
    return product * 42_949_673 >> 32


@kernel(inline=True)
def look_at_cards(public: Any, private: Any, sight: Any) -> None:
    """Write the cards of a seat, those that others may hold, and the winning card."""
    suits, trumps = hand(private)
    seen_suits, seen_trumps = played_cards(public)
    gone_suits, gone_trumps = ecart(private)
    sight[HAND], sight[HAND + 1] = suits, trumps
    sight[OUT] = ALL_SUITS & ~(suits | seen_suits | gone_suits)
    gone_trumps |= ecart_shown(public)
    sight[OUT + 1] = ALL_TRUMPS & ~(trumps | seen_trumps | gone_trumps)
    put(sight, LEFT, popcount(suits) + popcount(trumps))
    put(sight, LED, led_suit(public))
    put(sight, BEST, winning_code(public))
    put(sight, TO_COME, players(public) - 1 - table_count(public))


@kernel(inline=True)
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
            is_out = sight[OUT] & bit != NO_CARDS
            unsure = everybody & ~(me | attack) if is_out else 0
    is_attack = attack & me != 0
    allies = (attack if is_attack else everybody & ~attack) & ~me
    friends = (allies >> (seat + 1)) | (allies << (count - seat - 1))
    put(sight, TAKER, attacker)
    put(sight, CALLED, code)
    put(sight, ATTACK, 1 if is_attack else 0)
    put(sight, ALLIES, allies)
    put(sight, UNSURE, unsure)
    put(sight, FRIENDS, friends & (everybody >> 1))


@kernel(inline=True)
def _turned(word: Any, seat: Any, count: Any, width: Any) -> Any:
    """Return a word of a field a seat with those of the others, in the order of j."""
    after = word >> width * (seat + 1)
    before = word & (1 << width * seat) - 1
    return after | before << width * (count - seat - 1)


@kernel(inline=True)
def _in_bytes(bits: Any) -> Any:
    """Return bits j as bits 8 j."""
    return bits * 0x0020_4081 & _BYTES


@kernel(inline=True)
def _note_seats(public: Any, sight: Any, seat: Any, count: Any, reads: Any) -> Any:
    """Write voids and known trumps of the others.

    Returns
    -------
    held : uint64
        All trumps known to be with one of them.
    holders, closed : int64
        Bits 8 j of those who hold them, and of those who have no other.
    """
    out, attacker = sight[OUT + 1], get(sight, TAKER)
    proved = _turned(all_voids(public) & (1 << 4 * count) - 1, seat, count, 4)
    proved = (proved | proved << 8) & 0x00FF_00FF
    put(sight, VOIDS, (proved | proved << 4) & 0x0F0F_0F0F)
    for j in range(PLACES):
        sight[HOLDS + j] = NO_CARDS
    place = attacker - seat - 1
    place += count if place < 0 else 0
    held, holders, closed = NO_CARDS, 0, 0
    if seat != attacker:
        if is_chien_turned(public):
            # Trumps of the chien are the taker's, unless he showed them away (R4.6).
            held = chien(public)[1] & out
            sight[HOLDS + place] = held
            holders = (1 if held != NO_CARDS else 0) << 8 * place
    else:
        place = -1
    put(sight, TAKER_PLACE, place)
    if reads:
        for j in range(count - 1):
            other = (seat + 1 + j) % count
            known = shown_trumps(public, other) & out
            sight[HOLDS + j] |= known
            held |= known
            holders |= (1 if known != NO_CARDS else 0) << 8 * j
            # R10.4: who showed the Excuse has no other trump.
            closed |= (1 if has_shown_excuse(public, other) else 0) << 8 * j
    return held, holders, closed


@kernel(inline=True)
def possible_trumps(sight: Any, j: Any) -> Any:
    """Return the trumps that a seat may hold."""
    ceiling = get(sight, CEILINGS) >> 8 * j & 0xFF
    free = sight[UNKNOWN] & ((_TWO << np.uint64(ceiling)) - ONE)
    free = free if get(sight, OPEN) >> 8 * j & 1 == 1 else NO_CARDS
    return free | sight[HOLDS + j]


@kernel(inline=True)
def _rooms(sight: Any, j: Any) -> Any:
    """Return the places of a seat for trumps not known to be anywhere."""
    return max(1, get(sight, LEFT) - popcount(sight[HOLDS + j]))


@kernel(inline=True)
def _note_trumps(
    public: Any, sight: Any, seat: Any, count: Any, held: Any, holders: Any, closed: Any
) -> None:
    """Find which trumps each seat may hold."""
    free, left = sight[OUT + 1] & ~held, get(sight, LEFT)
    ceilings = _turned(all_ceilings(public) & (1 << 8 * count) - 1, seat, count, 8)
    # A seat may hold free ones if its ceiling is not below the lowest: all at once.
    above = ((ceilings | _TOPS) - lowest(free) * _BYTES) >> 7 & _BYTES & ~closed
    has_any = above | holders
    hands = popcount(np.uint64(has_any))
    put(sight, TRUMP_HANDS, hands)
    put(sight, RUFFERS, has_any & ~_in_bytes(get(sight, FRIENDS)))
    sight[UNKNOWN] = free
    put(sight, CEILINGS, ceilings)
    put(sight, OPEN, above)
    room, rest = left * popcount(np.uint64(above)), np.uint64(above & holders)
    while rest != NO_CARDS:
        room += _rooms(sight, lowest(rest) >> 3) - left
        rest &= rest - ONE
    for j in range(get(sight, TO_COME)):
        sight[POSSIBLE + j] = possible_trumps(sight, j)
        # A seat with fewer unknown cards is less likely to hold an unknown trump:
        # 1 + row of MISSES is min(5, (room + rooms // 2) // rooms).
        row = max(hands, 1) - 1
        if held != NO_CARDS:
            rooms = _rooms(sight, j)
            near = room + (rooms >> 1)
            row = (near >= 2 * rooms) + (near >= 3 * rooms)
            row += (near >= 4 * rooms) + (near >= 5 * rooms)
            row = row if above >> 8 * j & 1 != 0 else 0
        put(sight, SHARES + j, ROW * row)
        put(sight, ANY + j, trump_chance(sight, j, 0))


@kernel(inline=True)
def _note_table(public: Any, sight: Any) -> None:
    winner = winning_seat(public)
    put(sight, WINNER, winner)
    is_ours = winner >= 0 and get(sight, ALLIES) >> winner & 1 == 1
    put(sight, OURS, 1 if is_ours else 0)
    seats, friends = (1 << get(sight, TO_COME)) - 1, get(sight, FRIENDS)
    put(sight, FOES, seats & ~friends)
    put(sight, ALLIES_TO_COME, seats & friends)


@kernel
def table_points(public: Any) -> Any:
    """Return the half-points on the table; of the Excuse only the low card for it."""
    suits, trumps = table_cards(public)
    return half_points(suits, trumps) - (8 if suits & EXCUSE != NO_CARDS else 0)


@kernel(inline=True)
def look(public: Any, private: Any, reads: Any, sight: Any) -> None:
    """Write what else a seat knows when it is to play a card.

    Parameters
    ----------
    public, private : blocks
    reads : bool
        Whether the cards of poignées shown are used.
    sight : uint64 words (SIZE,)
        From `look_at_cards`; the rest is overwritten.
    """
    seat, count = own_seat(private), players(public)
    put(sight, SEAT, seat)
    put(sight, PLAYERS, count)
    _note_camps(public, private, sight, seat, count)
    _note_table(public, sight)
    held, holders, closed = _note_seats(public, sight, seat, count, reads)
    _note_trumps(public, sight, seat, count, held, holders, closed)


# -- counts ------------------------------------------------------------------------


@kernel(inline=True)
def higher_suit_cards_out(sight: Any, code: Any) -> Any:
    """Return how many cards out are higher in the suit of a card."""
    return popcount((sight[OUT] & lane_of(code >> 4)) >> np.uint64(code))


@kernel(inline=True)
def length(sight: Any, suit: Any) -> Any:
    """Return how many cards of a suit are in hand."""
    return popcount(sight[HAND] & lane_of(suit))


@kernel(inline=True)
def length_out(sight: Any, suit: Any) -> Any:
    """Return how many cards of a suit others may hold."""
    return popcount(sight[OUT] & lane_of(suit))


# -- chances, in percent -----------------------------------------------------------


@kernel(inline=True)
def trump_chance(sight: Any, j: Any, shift: Any) -> Any:
    """Return the chance that a seat has a trump from number ``shift`` on."""
    count = popcount(sight[POSSIBLE + j] >> np.uint64(shift))
    chance = 100 - miss(get(sight, SHARES + j), count)
    return 100 if sight[HOLDS + j] >> np.uint64(shift) != NO_CARDS else chance


_TAKER_COUNTS = np.arange(15, dtype=np.int64) * TAKER_SHORT // 12


@kernel(inline=True)
def _taker_count(count: Any) -> Any:
    """Return the taker's share of the cards of a suit that are out."""
    return _TAKER_COUNTS[np.uint64(count)]


@kernel(inline=True)
def note_suit(sight: Any, suit: Any, seats: Any) -> None:
    """Write the chances of some seats to come if this suit is led, 0 to 3.

    Parameters
    ----------
    sight : words
    suit : int64
    seats : uint64
        Bits j.
    """
    count = length_out(sight, suit)
    attacker, proved = get(sight, TAKER_PLACE), get(sight, VOIDS) >> suit
    hands = get(sight, PLAYERS) - 1 - popcount(np.uint64(proved & _BYTES))
    row = ROW * (max(1, hands) - 1)
    put(sight, SUIT_ROW, row)
    others, short = miss(row, count), miss(row, _taker_count(count))
    while seats != NO_CARDS:
        j = lowest(seats)
        seats &= seats - ONE
        void = short if j == attacker else others
        void = 100 if proved >> 8 * j & 1 == 1 else void
        put(sight, VOID + j, void)
        put(sight, FREE + j, 100 - void)
        put(sight, OVER + j, void * get(sight, ANY + j))


@kernel
def note_trumps_led(sight: Any) -> None:
    """Write the chances of the seats to come if trumps are led."""
    for j in range(get(sight, TO_COME)):
        put(sight, VOID + j, 100)
        put(sight, FREE + j, 0)


@kernel(inline=True)
def suit_stands(sight: Any, higher: Any, seats: Any) -> Any:
    """Return the chance that none of some seats beats a card of the suit led.

    Parameters
    ----------
    sight : words
        With the chances for the suit led, from `note_suit`.
    higher : int64
        Cards out that beat it in its suit.
    seats : uint64
        Bits j, of seats to come.
    """
    if seats == NO_CARDS:
        return 100  # and nothing was noted
    holds = 100 - miss(get(sight, SUIT_ROW), higher)
    j = lowest(seats)
    seats &= seats - ONE
    chance = 100 - percent(get(sight, OVER + j) + get(sight, FREE + j) * holds)
    while seats != NO_CARDS:
        j = lowest(seats)
        seats &= seats - ONE
        beats = percent(get(sight, OVER + j) + get(sight, FREE + j) * holds)
        chance = percent(chance * (100 - beats))
    return chance


@kernel(inline=True)
def trump_stands(sight: Any, code: Any, seats: Any) -> Any:
    """Return the same for a trump."""
    shift = code - TRUMP_CODE + 1
    chance = 100
    while seats != NO_CARDS:
        j = lowest(seats)
        seats &= seats - ONE
        beats = percent(get(sight, VOID + j) * trump_chance(sight, j, shift))
        chance = percent(chance * (100 - beats))
    return chance


@kernel(inline=True)
def losing_chance(sight: Any, led: Any) -> Any:
    """Return the chance that our side wins the trick with a card that does not win."""
    best, unsure = get(sight, BEST), get(sight, UNSURE)
    foes, allies = sight[FOES], sight[ALLIES_TO_COME]
    is_trump, is_ours = best > TRUMP_CODE, get(sight, OURS) == 1
    higher = 0 if is_trump else higher_suit_cards_out(sight, best)
    chance = 100
    if foes != NO_CARDS and is_trump:
        chance = trump_stands(sight, best, foes)
    elif foes != NO_CARDS:
        chance = suit_stands(sight, higher, foes)
    if is_ours:
        is_unsure = unsure >> get(sight, WINNER) & 1 == 1
        return percent(chance * TRUST) if is_unsure else chance
    if allies == NO_CARDS:
        return 0
    if is_trump:
        fails = trump_stands(sight, best, allies)
    else:
        fails = suit_stands(sight, higher, allies)
    taken = percent((100 - fails) * (100 + chance) >> 1)
    return percent(taken * TRUST) if unsure != 0 else taken
