"""What a seat knows when it is to play: cards out, voids, trumps, camps, the trick.

The knowledge lies in the seat's scratch memory and is written anew at each decision.
The other seats stand in the order of play: ``j`` is 0 for the seat after this one, so
that those still to play come first. Chances are whole parts of `SURE`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.kernels.hand import half_points
from tarotsim.kernels.policies import (
    ALL_SUITS,
    ALL_TRUMPS,
    EXCUSE,
    KINGS,
    NO_CARDS,
    ONE,
    all_ceilings,
    all_voids,
    called,
    chien,
    dealt,
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
    shown_level,
    shown_trumps,
    table_cards,
    table_count,
    taker,
    trick_count,
    trick_number,
    winning_code,
    winning_seat,
)
from tarotsim_strategies.expert.partner import BITS, MIDDLE, gifts
from tarotsim_strategies.expert.silence import heard, most_left
from tarotsim_strategies.expert.vocabulary import (
    READS_POIGNEES,
    ROLES,
    SILENCE,
    SUSPICION,
    TAKER_TRUMPS,
    TRUST,
)

__all__ = ["SURE", "look"]

SURE = 1024
"""A chance of one."""
SHARES = 32
"""A share of one, of the cards of a kind that are out."""
_COUNTS = 23
LACK = np.array(
    [
        [round(SURE * (1 - share / SHARES) ** count) for count in range(_COUNTS)]
        for share in range(SHARES + 1)
    ],
    dtype=np.int64,
).ravel()
"""``LACK[23 s + k]``: chance that a seat with a share of s holds none of k cards."""


def _suit_shares() -> list[int]:
    """Return the shares of a suit, of another seat and of the taker.

    By whether the taker may hold the suit, and by the hands that may.
    """
    table = []
    for light in (1.0, TAKER_SUITS):
        for hands in range(6):
            room = max(hands - 1 + light, TAKER_SUITS)
            table += [min(SHARES, round(SHARES * own / room)) for own in (1.0, light)]
    return table


TAKER_SUITS = 0.7
"""The taker's share of a suit, against another's: he has discarded."""
SUIT_SHARES = np.array(_suit_shares(), dtype=np.int64)

TAKER, PARTNER, DEFENDER = 0, 1, 2
"""Roles."""

# Words of the knowledge. Sets have trump n at bit n, and suits as in a hand.
SEAT, COUNT, LEFT, TRICKS, ROLE = 0, 1, 2, 3, 4
HAND, OUT = 5, 7
"""Suits and trumps of the hand; of the cards that others may hold."""
TAKER_J = 9
"""j of the taker, -1 for this seat."""
VOIDS = 10
"""Suits proved not to be held, four bits a j."""
ALLIED = 11
"""By j: chance that the seat is on our side."""
ROLE_BLOCK = 38
"""Number of the block of weights: by role, players, and whether the chien was seen."""
HOLDS, POSSIBLE, SHARE = 15, 19, 23
"""By j: trumps known to be held; trumps it may hold; share of the unknown ones."""
FOES, RUFFERS = 27, 28
"""Bits 4 j of seats that are rather not on our side; of those, which may hold a
trump."""
LED, BEST, WINNER, POINTS, TO_COME = 29, 30, 31, 32, 33
"""WINNER: the chance that the side that is winning is ours."""
TRUMP_HANDS = 34
TAKER_KINGS = 35
"""Kings of the chien that the taker must hold still."""
PETIT_STEP = 36
"""Points that the target moves with the Petit."""
CALLED = 37
SUIT_SHARE, SUIT_VOID, SUIT_OVER = 39, 43, 47
"""By j, of the suit last noted: share; chance of a void; of a void and a trump."""
UNSURE = 51
"""Whether the partner is unknown to this seat."""
HELPERS = 52
"""Bits 4 j of seats rather on our side that may hold a trump."""
ANY_TRUMP = 54
"""By j, for seats to come: chance of any trump."""
HEARD = 58
"""By j: what silence over a poignée leaves of its trumps on average, of `SURE`."""
WISHES = 53
"""What partners ask to be led, by their signals: eight bits for each suit and for
trumps, from `NO_WISHES`; written where signals are read."""
NO_WISHES = 0x80_80_80_80_80
_LEAST, _MOST = 60, 960
"""Bounds of the chance that a seat of unknown camp is on our side."""
_TWO = np.uint64(2)
_EACH = np.uint64(0x1111)


@kernel(inline=True)
def lack(share: Any, count: Any) -> Any:
    """Return the chance that a seat of some share holds none of ``count`` cards."""
    return LACK[np.uint64(_COUNTS * share + count)]


@kernel(inline=True)
def wish(sight: Any, place: Any) -> Any:
    """Return how much partners ask for a suit, 0 to 3, or for trumps, 4."""
    return (get(sight, WISHES) >> 8 * place & 0xFF) - 0x80


@kernel(inline=True)
def trump_chance(sight: Any, j: Any, shift: Any) -> Any:
    """Return the chance that a seat has a trump from number ``shift`` on."""
    count = popcount(sight[POSSIBLE + j] >> np.uint64(shift))
    lacks = lack(get(sight, SHARE + j), count)
    return SURE - (0 if sight[HOLDS + j] >> np.uint64(shift) != NO_CARDS else lacks)


@kernel(inline=True)
def turned(word: Any, seat: Any, count: Any, width: Any) -> Any:
    """Return a word of one field a seat with those of the others, in the order of j."""
    after = word >> width * (seat + 1)
    before = word & (1 << width * seat) - 1
    return after | before << width * (count - seat - 1)


@kernel(inline=True)
def _note_cards(public: Any, private: Any, sight: Any) -> None:
    suits, trumps = hand(private)
    seen_suits, seen_trumps = played_cards(public)
    gone_suits, gone_trumps = ecart(private)
    sight[HAND], sight[HAND + 1] = suits, trumps
    sight[OUT] = ALL_SUITS & ~(suits | seen_suits | gone_suits)
    gone_trumps |= ecart_shown(public)
    sight[OUT + 1] = ALL_TRUMPS & ~(trumps | seen_trumps | gone_trumps)
    put(sight, LEFT, popcount(suits) + popcount(trumps))
    put(sight, TRICKS, trick_count(public))


@kernel(inline=True)
def _note_camps(
    public: Any, private: Any, sight: Any, seat: Any, count: Any, params: Any
) -> None:
    """Write the chance of each seat to be on our side (R5.4)."""
    attacker, code = taker(public), called(public)
    place = attacker - seat - 1
    place += count if place < 0 else 0
    place = -1 if attacker == seat else place
    partner, unsure, role = -1, 0, DEFENDER
    role = TAKER if attacker == seat else DEFENDER
    if code >= 0:
        partner = known_partner(public, private)
        bit = ONE << np.uint64(code)
        unsure = 1 if partner < 0 and sight[OUT] & bit != NO_CARDS else 0
        if seat != attacker and chien(public)[0] & bit != NO_CARDS:
            unsure = 0
        role = PARTNER if partner == seat else role
    foes = 0
    for j in range(count - 1):
        other = seat + 1 + j
        other -= count if other >= count else 0
        in_attack = other in (attacker, partner)
        allied = SURE if in_attack == (role != DEFENDER) else 0
        if unsure != 0 and not in_attack:
            allied = int(params[TRUST]) if role == DEFENDER else SURE // 4
        put(sight, ALLIED + j, allied)
        foes |= (1 if 2 * allied < SURE else 0) << 4 * j
    put(sight, TAKER_J, place)
    put(sight, ROLE, role)
    hidden = 0 if is_chien_turned(public) else ROLES
    put(sight, ROLE_BLOCK, 3 * (count - 3) + role + hidden)
    put(sight, CALLED, code)
    put(sight, UNSURE, unsure)
    put(sight, FOES, foes)


@kernel
def _suspect(public: Any, sight: Any, params: Any) -> None:
    """Judge the seats of unknown camp: who gives honours to the taker is with him."""
    count, foes = get(sight, COUNT), 0
    given = gifts(public, count)
    sign = -1.0 if get(sight, ROLE) == DEFENDER else 1.0
    for j in range(count - 1):
        seat = get(sight, SEAT) + 1 + j
        seat -= count if seat >= count else 0
        allied = get(sight, ALLIED + j)
        if 0 < allied < SURE:
            points = (given >> BITS * seat & 2 * MIDDLE - 1) - MIDDLE
            allied += np.int64(sign * params[SUSPICION] * points)
            allied = min(_MOST, max(_LEAST, allied))
            put(sight, ALLIED + j, allied)
        foes |= (1 if 2 * allied < SURE else 0) << 4 * j
    put(sight, FOES, foes)


@kernel
def _hear(public: Any, sight: Any, params: Any, j: Any, possible: Any) -> Any:
    """Return what the silence of a seat leaves of its trumps on average.

    Parameters
    ----------
    possible : uint64
        Trumps that the seat may hold, those that it does left out.
    """
    count, place = get(sight, COUNT), get(sight, TAKER_J)
    seat = get(sight, SEAT) + 1 + j
    seat -= count if seat >= count else 0
    tricks = trick_number(public) + (1 if j >= get(sight, TO_COME) else 0)
    if tricks == 0 or shown_level(public, seat) != 0:
        return SURE
    holds = popcount(sight[HOLDS + j])
    unknown, others = popcount(possible), 0
    for suit in range(4):
        if sight[VOIDS] >> np.uint64(4 * j + suit) & ONE == NO_CARDS:
            others += popcount(sight[OUT] & lane_of(suit))
    spaces = get(sight, LEFT) - (1 if j >= get(sight, TO_COME) else 0) - holds
    odds = 1.0
    if j == place:
        kings = popcount(sight[TAKER_KINGS])
        spaces, others, odds = spaces - kings, others - kings, params[TAKER_TRUMPS]
    if sight[OUT] & EXCUSE != NO_CARDS:
        in_chien = place >= 0 and is_chien_turned(public)
        if not (in_chien and chien(public)[0] & EXCUSE != NO_CARDS):
            unknown += 1
        elif j == place:
            holds, spaces = holds + 1, spaces - 1
    most = most_left(public, seat, tricks) - holds
    return heard(params[SILENCE], most, unknown, others, spaces, odds)


@kernel(inline=True)
def _note_trumps(public: Any, sight: Any, seat: Any, count: Any, params: Any) -> None:
    """Find which trumps each seat holds, may hold, and its share of the unknown."""
    out, place = sight[OUT + 1], get(sight, TAKER_J)
    proved = turned(all_voids(public) & (1 << 4 * count) - 1, seat, count, 4)
    put(sight, VOIDS, proved)
    kings, known = NO_CARDS, NO_CARDS
    for j in range(4):
        sight[HOLDS + j] = NO_CARDS
    if place >= 0 and is_chien_turned(public):
        # Kings and trumps of the chien are the taker's, unless he showed them away.
        suits, trumps = chien(public)
        kings = suits & KINGS & sight[OUT]
        known = trumps & out
        sight[HOLDS + place] = known
    sight[TAKER_KINGS] = kings
    if params[READS_POIGNEES] != 0:
        for j in range(count - 1):
            other = seat + 1 + j
            other -= count if other >= count else 0
            shown = shown_trumps(public, other) & out
            sight[HOLDS + j] |= shown
            known |= shown
    free, left = out & ~known, get(sight, LEFT)
    ceilings = turned(all_ceilings(public) & (1 << 8 * count) - 1, seat, count, 8)
    hands, ruffers, room, foes = 0, 0, 0.0, get(sight, FOES)
    heavy = params[TAKER_TRUMPS]
    for j in range(count - 1):
        possible = free & ((_TWO << np.uint64(ceilings >> 8 * j & 0xFF)) - ONE)
        if params[READS_POIGNEES] != 0:
            other = seat + 1 + j
            other -= count if other >= count else 0
            if has_shown_excuse(public, other):
                possible = NO_CARDS  # R10.4: he has no other trump
        holds = sight[HOLDS + j]
        spaces = left - popcount(holds)
        left_over = SURE
        if params[SILENCE] != 0.0 and possible != NO_CARDS and spaces > 0:
            left_over = _hear(public, sight, params, j, possible)
            possible = NO_CARDS if left_over == 0 else possible
        put(sight, HEARD + j, left_over)
        may_hold = (possible != NO_CARDS) & (spaces > 0)
        weight = (heavy if j == place else 1.0) * may_hold
        room += weight * spaces * (left_over / SURE)
        possible = (possible if may_hold else NO_CARDS) | holds
        sight[POSSIBLE + j] = possible
        has_any = 1 if possible != NO_CARDS else 0
        hands += has_any
        ruffers |= has_any << 4 * j
    scale = SHARES / max(room, 1.0)
    for j in range(get(sight, TO_COME)):
        spaces = left - popcount(sight[HOLDS + j])
        weight = (heavy if j == place else 1.0) * spaces
        weight *= get(sight, HEARD + j) / SURE
        put(sight, SHARE + j, min(SHARES, np.int64(scale * weight + 0.5)))
        put(sight, ANY_TRUMP + j, trump_chance(sight, j, 0))
    put(sight, TRUMP_HANDS, hands)
    put(sight, RUFFERS, ruffers & foes)
    put(sight, HELPERS, ruffers & ~foes)


@kernel(inline=True)
def _note_table(public: Any, sight: Any, seat: Any, count: Any) -> None:
    suits, trumps = table_cards(public)
    points = half_points(suits, trumps) - (8 if suits & EXCUSE != NO_CARDS else 0)
    winner = winning_seat(public)
    put(sight, LED, led_suit(public))
    put(sight, BEST, winning_code(public))
    j = winner - seat - 1
    j += count if j < 0 else 0
    put(sight, WINNER, get(sight, ALLIED + j) if winner >= 0 else 0)
    put(sight, POINTS, points)


@kernel(inline=True)
def _note_petit(public: Any, private: Any, sight: Any) -> None:
    """Write how far the target moves with the Petit: a taker who has it knows."""
    step = 8
    if get(sight, ROLE) == TAKER and sight[HAND + 1] & _TWO != NO_CARDS:
        suits, trumps = dealt(private)
        more_suits, more_trumps = chien(public)
        bouts = popcount((suits | more_suits) & EXCUSE)
        bouts += popcount((trumps | more_trumps) >> np.uint64(21))
        step = 10 if bouts == 1 else 5
    put(sight, PETIT_STEP, step)


@kernel(inline=True)
def look(public: Any, private: Any, params: Any, sight: Any) -> None:
    """Write what a seat knows when it is to play a card.

    Parameters
    ----------
    public, private : blocks
    params : float64 values
    sight : uint64 words
        Overwritten.
    """
    seat, count = own_seat(private), players(public)
    put(sight, SEAT, seat)
    put(sight, COUNT, count)
    put(sight, TO_COME, count - 1 - table_count(public))
    _note_cards(public, private, sight)
    _note_camps(public, private, sight, seat, count, params)
    if get(sight, UNSURE) != 0 and params[SUSPICION] != 0.0:
        _suspect(public, sight, params)
    _note_table(public, sight, seat, count)
    _note_trumps(public, sight, seat, count, params)
    _note_petit(public, private, sight)


# -- chances -----------------------------------------------------------------------


@kernel(inline=True)
def note_suit(sight: Any, suit: Any) -> None:
    """Write the chances of the seats to come if this suit is led, 0 to 3."""
    out = sight[OUT] & lane_of(suit)
    count, place = popcount(out), get(sight, TAKER_J)
    proved = sight[VOIDS] >> np.uint64(suit) & _EACH
    seats = get(sight, COUNT) - 1
    hands = seats - popcount(proved)
    # By the hands that may hold the suit: the share of one, and of the taker.
    taker_may = proved >> np.uint64(4 * max(place, 0)) & ONE == NO_CARDS
    row = np.uint64(2 * hands + 12 * ((place >= 0) & taker_may))
    share, taker_share = SUIT_SHARES[row], SUIT_SHARES[row + ONE]
    void, taker_void = lack(share, count), lack(taker_share, count)
    taker_void = 0 if sight[TAKER_KINGS] & out != NO_CARDS else taker_void
    for j in range(get(sight, TO_COME)):
        is_void = proved >> np.uint64(4 * j) & ONE != NO_CARDS
        chance = taker_void if j == place else void
        chance = SURE if is_void else chance
        put(sight, SUIT_SHARE + j, taker_share if j == place else share)
        put(sight, SUIT_VOID + j, chance)
        put(sight, SUIT_OVER + j, chance * get(sight, ANY_TRUMP + j) >> 10)


@kernel(inline=True)
def beats(sight: Any, j: Any, code: Any, led: Any) -> Any:
    """Return the chance that a seat to come beats a card.

    Parameters
    ----------
    sight : words
        With the chances for the suit led, from `note_suit`.
    j : int64
    code, led : int64
        The card that is winning; the suit led, 4 for trumps.
    """
    if code > 64:
        above = trump_chance(sight, j, code - 63)
        return above if led == 4 else get(sight, SUIT_VOID + j) * above >> 10
    lane = lane_of(led)
    higher = (sight[OUT] & lane) >> np.uint64(code)
    chance = SURE - lack(get(sight, SUIT_SHARE + j), popcount(higher))
    king = (sight[TAKER_KINGS] & lane) >> np.uint64(code) != NO_CARDS
    chance = SURE if king & (j == get(sight, TAKER_J)) else chance
    return get(sight, SUIT_OVER + j) + (
        (SURE - get(sight, SUIT_VOID + j)) * chance >> 10
    )


@kernel(inline=True)
def outlook(sight: Any, code: Any, led: Any, ours: Any) -> Any:
    """Return the chance that our side wins the trick, and that the card stands.

    Parameters
    ----------
    sight : words
    code, led : int64
        The card that is winning; the suit led, 4 for trumps.
    ours : int64
        Chance that this card is our side's.

    Returns
    -------
    ours, stands : int64
    """
    stands = SURE
    for j in range(get(sight, TO_COME)):
        chance = beats(sight, j, code, led)
        ours += chance * (get(sight, ALLIED + j) - ours) >> 10
        stands -= chance * stands >> 10
    return ours, stands
