"""The card play of `point_count`, compiled: decides card for card like `choose_card`."""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.kernels.policies import (
    CAVALIERS,
    DAMES,
    EXCUSE,
    EXCUSE_CODE,
    KINGS,
    NO_CARDS,
    ONE,
    TRUMP_CODE,
    VALETS,
    has_won_all,
    kernel,
    lowest,
    nth_card,
    popcount,
    table_count,
    trick_card,
    trick_leader,
    trick_number,
)
from tarotsim_strategies._compiled_sight import (
    ALLIES,
    ATTACK,
    CALLED,
    HAND,
    HOLDS,
    LED,
    LEFT,
    MISSES,
    OUT,
    PLAYERS,
    POINTS,
    POSSIBLE,
    SEAT,
    TAKER,
    TO_COME,
    TRUMP_HANDS,
    VOIDS,
    foe_has_trumps,
    foes_have_trumps,
    get,
    higher_out,
    is_ally,
    length,
    length_out,
    win_chance,
    wins,
)
from tarotsim_strategies._play import (
    CASH_LATER,
    HONOUR_ATTACK,
    HONOUR_DEFENCE,
    HONOUR_MOST,
    HONOUR_SLOPE,
    HUNT_STRENGTH,
    KEEP_21,
    KEEP_EXCUSE,
    KEEP_EXCUSE_SLOPE,
    KEEP_MASTER,
    KEEP_SAFE_PETIT,
    KEEP_SLOPE_ATTACK,
    KEEP_SLOPE_DEFENCE,
    KEEP_TRUMP,
    KEEP_WIN,
    LEAD_BASE_ATTACK,
    LEAD_BASE_DEFENCE,
    LEAD_CALLED,
    LEAD_DRAW,
    LEAD_EXCUSE,
    LEAD_FORCE,
    LEAD_HUNT,
    LEAD_LENGTH,
    LEAD_RETURN,
    LEAD_RUFF,
    LEAD_TAKER_SUIT,
    NEVER,
    PETIT_WORTH,
)

__all__ = ["choose_card"]

PETIT_CODE = TRUMP_CODE + 1
_SAME_RANKS = np.uint64(0x03FE_03FE_03FE_03FE)
"""Ranks 2 to 10: worth what the one below is worth."""
_SAME_TRUMPS = np.uint64((1 << 21) - (1 << 3))
"""Trumps 3 to 20."""
_HIGH = np.uint64(16)


@kernel
def points_of(code: Any) -> Any:
    """Return the half-points of one suit card or trump."""
    if code > TRUMP_CODE:
        return 9 if code in (PETIT_CODE, TRUMP_CODE + 21) else 1
    bit = ONE << np.uint64(code)
    points = 2 if bit & VALETS != NO_CARDS else (4 if bit & CAVALIERS != NO_CARDS else 0)
    points += 6 if bit & DAMES != NO_CARDS else (8 if bit & KINGS != NO_CARDS else 0)
    return 1 + points


@kernel
def _cash_chance(sight: Any, suit: Any) -> Any:
    """Return the chance that nobody will trump the next round of a suit."""
    later = max(0, length_out(sight, suit) - CASH_LATER)
    chance, count = 100, get(sight, PLAYERS)
    misses = MISSES[count - 2, later]
    seat = get(sight, SEAT)
    for _ in range(count - 1):
        seat = seat + 1 if seat + 1 < count else 0
        if foe_has_trumps(sight, seat):
            is_void = get(sight, VOIDS + seat) >> suit & 1 == 1
            void = 100 if is_void else misses
            chance = chance * (100 - void) // 100
    return chance


@kernel
def _keep_suit(sight: Any, code: Any) -> Any:
    """Weigh an honour's chance in a later trick; shed low cards from short suits."""
    suit, points = code >> 4, points_of(code)
    if points == 1:
        return 8 * length(sight, suit) + (code & 15) // 2
    saved = HONOUR_ATTACK
    if get(sight, ATTACK) == 0:
        saved = min(HONOUR_MOST, HONOUR_DEFENCE + HONOUR_SLOPE * get(sight, LEFT))
    if higher_out(sight, code) > 0:
        return points * (2 * saved - 100)
    cash = _cash_chance(sight, suit)
    return points * (2 * max(saved, cash) - 100) + KEEP_WIN * cash // 100


@kernel
def _keep_petit(sight: Any) -> Any:
    """Weigh the hope to bring the Petit home later, by trumps against trumps."""
    if not foes_have_trumps(sight):
        return KEEP_SAFE_PETIT
    against = popcount(sight[OUT + 1]) // get(sight, TRUMP_HANDS)
    seat, count = get(sight, SEAT), get(sight, PLAYERS)
    for other in range(count):
        if get(sight, ATTACK) == 1 and other != seat and not is_ally(sight, other):
            against = max(against, popcount(sight[HOLDS + other]))
    guards = popcount(sight[HAND + 1]) - 1
    chance = 50 + 12 * (guards - against) if guards > 0 else 0
    return PETIT_WORTH * (2 * min(95, max(5, chance)) - 100)


@kernel
def _keep(sight: Any, code: Any) -> Any:
    """Return what a card is worth in hand."""
    if code == PETIT_CODE:
        return _keep_petit(sight)
    if code < TRUMP_CODE:
        return _keep_suit(sight, code)
    number = code - TRUMP_CODE
    slope = KEEP_SLOPE_ATTACK if get(sight, ATTACK) == 1 else KEEP_SLOPE_DEFENCE
    keep = KEEP_TRUMP + slope * number
    if number == 21:
        keep += KEEP_21
    return keep if higher_out(sight, code) > 0 else keep + KEEP_MASTER


@kernel
def _weigh(sight: Any, code: Any, chance: Any, base: Any) -> Any:
    """Return the weight of a card, given our chance and what else is in the trick."""
    if code == EXCUSE_CODE:
        keep = KEEP_EXCUSE + KEEP_EXCUSE_SLOPE * get(sight, LEFT)
        return (2 * chance - 100) * base - (100 - chance) - keep
    points = PETIT_WORTH if code == PETIT_CODE else points_of(code)
    return (2 * chance - 100) * (base + points) - _keep(sight, code)


# -- leading -----------------------------------------------------------------------


@kernel
def _first_leader(public: Any, suit: Any) -> Any:
    """Return who led a suit first, -1 if nobody did."""
    for trick in range(trick_number(public)):
        code = trick_card(public, trick, 0)
        if code >> 4 == suit and code != EXCUSE_CODE:
            return trick_leader(public, trick)
    return -1


@kernel
def _plan_trump(sight: Any) -> Any:
    """Draw trumps when they are ours; hunt the Petit when strong."""
    mine = popcount(sight[HAND + 1])
    if get(sight, ATTACK) == 1:
        if not foes_have_trumps(sight):
            return -LEAD_HUNT
        return LEAD_DRAW if mine > popcount(sight[OUT + 1]) else 0
    strength = 3 * popcount(sight[HAND + 1] >> _HIGH) + mine
    has_petit = sight[POSSIBLE + get(sight, TAKER)] & (ONE << ONE) != NO_CARDS
    return LEAD_HUNT if strength >= HUNT_STRENGTH and has_petit else -LEAD_HUNT


@kernel
def _plan_attack(sight: Any, suit: Any) -> Any:
    """Lead the long suit, to make the defence trump and run out of trumps."""
    plan = LEAD_LENGTH * (length(sight, suit) - 3)
    seat = get(sight, SEAT)
    for other in range(get(sight, PLAYERS)):
        is_void = get(sight, VOIDS + other) >> suit & 1 == 1
        if other != seat and is_void and foe_has_trumps(sight, other):
            plan += LEAD_FORCE
    code = get(sight, CALLED)
    if seat == get(sight, TAKER) and code >= 0 and code >> 4 == suit:
        if sight[OUT] >> np.uint64(code) & ONE != NO_CARDS:
            plan += LEAD_CALLED
    return plan


@kernel
def _plan_defence(public: Any, sight: Any, suit: Any) -> Any:
    """Return partners' suits, leave the taker's, make him trump."""
    attacker, leader = get(sight, TAKER), _first_leader(public, suit)
    plan = 0
    if leader >= 0:
        plan += LEAD_TAKER_SUIT if leader == attacker else LEAD_RETURN
    is_void = get(sight, VOIDS + attacker) >> suit & 1 == 1
    if is_void and sight[POSSIBLE + attacker] != NO_CARDS:
        plan += LEAD_RUFF
    return plan


@kernel
def _weigh_lead(public: Any, sight: Any, code: Any) -> Any:
    """Return the weight of a card that leads."""
    if code == EXCUSE_CODE:
        return LEAD_EXCUSE - KEEP_EXCUSE - KEEP_EXCUSE_SLOPE * get(sight, LEFT)
    is_attack = get(sight, ATTACK) == 1
    led = 4 if code > TRUMP_CODE else code >> 4
    base = LEAD_BASE_ATTACK if is_attack else LEAD_BASE_DEFENCE
    weight = _weigh(sight, code, win_chance(sight, code, led), base)
    if led == 4:
        return weight + _plan_trump(sight)
    if is_attack:
        return weight + _plan_attack(sight, led)
    return weight + _plan_defence(public, sight, led)


# -- the choice --------------------------------------------------------------------


@kernel
def _last_but_one(public: Any, sight: Any, other: Any) -> Any:
    """Play the Excuse before the last trick, unless it may end a slam (R8.9, R8.10)."""
    if get(sight, LED) < 0 and other != EXCUSE_CODE and table_count(public) == 0:
        ours = get(sight, ALLIES) | 1 << get(sight, SEAT)
        led = 4 if other > TRUMP_CODE else other >> 4
        if win_chance(sight, other, led) == 100 and has_won_all(public, ours):
            return other
    return EXCUSE_CODE


@kernel
def _weigh_any(public: Any, sight: Any, code: Any, lost: Any) -> Any:
    """Return the weight of a legal card."""
    led = get(sight, LED)
    if led < 0:
        return _weigh_lead(public, sight, code)
    chance = win_chance(sight, code, led) if wins(sight, code, led) else lost
    return _weigh(sight, code, chance, get(sight, POINTS) + get(sight, TO_COME))


@kernel
def choose_card(public: Any, sight: Any, suits: Any, trumps: Any) -> Any:
    """Return the code of the card to play.

    Parameters
    ----------
    public : block
    sight : uint64 words
        From `tarotsim_strategies._compiled_sight.look`.
    suits, trumps : uint64
        Legal cards, at least two.
    """
    if get(sight, LEFT) == 2 and suits & EXCUSE != NO_CARDS:
        return _last_but_one(public, sight, nth_card(suits, trumps, 0))
    led = get(sight, LED)
    lost = -1 if led < 0 else win_chance(sight, EXCUSE_CODE, led)
    chosen, top = -1, NEVER
    # A card that does what the one below it does is not weighed.
    plain = suits & ~EXCUSE & ~(suits << ONE & _SAME_RANKS)
    while plain != NO_CARDS:
        code = lowest(plain)
        plain &= plain - ONE
        weight = _weigh_any(public, sight, code, lost)
        if weight > top:
            chosen, top = code, weight
    plain = trumps & ~(trumps << ONE & _SAME_TRUMPS)
    while plain != NO_CARDS:
        code = TRUMP_CODE + lowest(plain)
        plain &= plain - ONE
        weight = _weigh_any(public, sight, code, lost)
        if weight > top:
            chosen, top = code, weight
    if suits & EXCUSE != NO_CARDS:
        if _weigh_any(public, sight, EXCUSE_CODE, lost) > top:
            chosen = EXCUSE_CODE
    return chosen
