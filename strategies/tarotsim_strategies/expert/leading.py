"""Leading to a trick: which suit, or trumps, and with which card."""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.kernels.policies import (
    EXCUSE_CODE,
    NO_CARDS,
    ONE,
    TRUMP_CODE,
    get,
    highest,
    kernel,
    lane_of,
    lowest,
    popcount,
    trick_card,
    trick_leader,
    trick_number,
)
from tarotsim_strategies.expert import vocabulary as term
from tarotsim_strategies.expert.following import own_points
from tarotsim_strategies.expert.knowledge import (
    ALLIED,
    CALLED,
    COUNT,
    DEFENDER,
    HAND,
    HELPERS,
    OUT,
    POSSIBLE,
    ROLE,
    RUFFERS,
    SEAT,
    SURE,
    TAKER_J,
    VOIDS,
    outlook,
    wish,
)
from tarotsim_strategies.expert.spending import (
    points_of,
    spend,
)

__all__ = ["first_leads", "weigh_lead"]

_HIGH, _TRUMPS = 16, 4
_EACH = np.uint64(0x1111)


@kernel(inline=True)
def first_leads(public: Any) -> Any:
    """Return who led suits and trumps first, and with what.

    Returns
    -------
    int64
        Eight bits for each of the four suits and trumps: leader plus one, 0 for
        nobody, in the low four; above, rank of the card from 0, for suits.
    """
    leads, found = 0, 0
    for trick in range(trick_number(public)):
        code = trick_card(public, trick, 0)
        # The Excuse falls behind trumps.
        kind = min(code >> 4, 4) if code != EXCUSE_CODE else 5
        # Multiplied, not chosen by a branch that nobody could predict.
        is_first = ~found >> kind & 1
        lead = trick_leader(public, trick) + 1 | (code & 15) << 4
        leads |= lead * is_first << 8 * kind
        found |= 1 << kind
    return leads


@kernel(inline=True)
def _who_led(sight: Any, lead: Any) -> Any:
    """Return who led suits or trumps first, without a branch.

    Parameters
    ----------
    sight : words
    lead : int64
        From `first_leads`, 0 for nobody.

    Returns
    -------
    is_mine, is_others : bool
    allied : float64
        The chance that another is on our side.
    """
    seat = (lead & 0xF) - 1
    j = seat - get(sight, SEAT) - 1
    j += get(sight, COUNT) if j < 0 else 0
    is_mine = (lead != 0) & (seat == get(sight, SEAT))
    is_others = (lead != 0) & (not is_mine)
    return is_mine, is_others, get(sight, ALLIED + j * is_others) / SURE


@kernel(inline=True)
def lead_suit(sight: Any, w: Any, b: Any, suit: Any, leads: Any, scene: Any) -> Any:
    """Return what leading a suit is worth, whatever the card."""
    lane = lane_of(suit)
    size, out = popcount(sight[HAND] & lane), popcount(sight[OUT] & lane)
    long = max(0, size - 3)
    total = w[b + term.L_LENGTH_2] * (long * long)
    total += w[b + term.L_OUT] * (out - 6)
    if w[term.READS_SIGNALS] != 0.0:
        total += w[term.READS_SIGNALS] * wish(sight, suit)
    place, is_defender = get(sight, TAKER_J), get(sight, ROLE) == DEFENDER
    voids = sight[VOIDS] >> np.uint64(suit) & _EACH
    cutters = popcount(voids & sight[RUFFERS])
    total += w[b + term.L_ALLY_VOID] * popcount(voids & sight[HELPERS])
    if is_defender:
        is_void = voids >> np.uint64(4 * place) & ONE != NO_CARDS
        is_bare = sight[POSSIBLE + place] == NO_CARDS
        total += w[b + term.L_TAKER_BARE] * (is_void & is_bare)
        cuts = is_void & (not is_bare)
        total += w[b + term.L_TAKER_VOID] * cuts
        cutters -= cuts
    total += (w[b + term.L_FORCE] + w[b + term.L_FORCE_LENGTH] * size) * cutters
    lead = leads >> 8 * suit & 0xFF
    is_mine, is_others, allied = _who_led(sight, lead)
    rounds = (14 - size - out) * (lead != 0)
    total += w[b + term.L_PLAYED] * rounds / get(sight, COUNT)
    total += w[b + term.L_MINE] * is_mine
    led = w[b + term.L_OURS] * allied + w[b + term.L_THEIRS] * (1.0 - allied)
    total += led * is_others
    total += w[b + term.L_SIGNALLED] * allied * (is_others & (lead >> 4 < 5))
    total += w[b + term.L_SINGLETON] * ((size == 1) & (sight[HAND + 1] != NO_CARDS))
    code = get(sight, CALLED)
    total += w[b + term.L_CALLED] * (
        (code >= 0)
        & (code >> 4 == suit)
        & ((sight[OUT] | sight[HAND]) >> np.uint64(max(code, 0)) & ONE != NO_CARDS)
    )
    total += (w[b + term.L_SAFE] + w[b + term.L_SAFE_LENGTH] * size) * scene.is_safe
    return total


@kernel(inline=True)
def _lead_suit_card(sight: Any, w: Any, b: Any, code: Any) -> Any:
    lane = lane_of(code >> 4)
    mine, out = sight[HAND] & lane, sight[OUT] & lane
    is_fresh = popcount(mine) + popcount(out) > 14 - get(sight, COUNT)
    if points_of(code) == 1:
        total = w[b + term.L_LOW] * (highest(mine) & 15 < 10)
        return total + w[b + term.L_FRESH_LOW] * is_fresh
    is_top = out >> np.uint64(code) == NO_CARDS
    total = w[b + term.L_FRESH_TOP] * (is_fresh & is_top)
    if get(sight, ROLE) == DEFENDER:
        place = get(sight, TAKER_J)
        total += w[b + term.L_HIGH_TAKER_NEXT] * (place == 0)
        total += w[b + term.L_HIGH_TAKER_LAST] * (place == get(sight, COUNT) - 2)
    return total


@kernel(inline=True)
def lead_trumps(sight: Any, w: Any, b: Any, leads: Any, scene: Any) -> Any:
    """Return what leading trumps is worth, whatever the card."""
    mine, out = popcount(sight[HAND + 1]), popcount(sight[OUT + 1])
    total = w[b + term.D_MOST] * (mine > out)
    if w[term.READS_SIGNALS] != 0.0:
        total += w[term.READS_SIGNALS] * wish(sight, _TRUMPS)
    if scene.petit_falls:
        strength = mine + 3 * popcount(sight[HAND + 1] >> np.uint64(_HIGH))
        total += w[b + term.D_HUNT] * (strength >= 21)
        total += w[b + term.D_STRENGTH] * max(0, strength - 14)
    lead = leads >> 32 & 0xFF
    is_mine, is_others, allied = _who_led(sight, lead)
    total += w[b + term.D_MINE] * is_mine
    led = w[b + term.D_OURS] * allied + w[b + term.D_THEIRS] * (1.0 - allied)
    total += led * is_others
    place = get(sight, TAKER_J)
    total += w[b + term.D_TAKER_NEXT] * (place == 0)
    total += w[b + term.D_TAKER_LAST] * (place == get(sight, COUNT) - 2)
    return total + w[b + term.D_FOES] * out * 0.1


@kernel(inline=True)
def _lead_trump_card(sight: Any, w: Any, b: Any, code: Any, scene: Any) -> Any:
    is_top = sight[OUT + 1] >> np.uint64(code - TRUMP_CODE) == NO_CARDS
    has_most = popcount(sight[HAND + 1]) > popcount(sight[OUT + 1])
    is_low = code - TRUMP_CODE == lowest(sight[HAND + 1])
    total = w[b + term.D_TOP_MOST] * (has_most & is_top)
    return total + w[b + term.D_LOW] * (is_low & (not is_top))


@kernel(inline=True)
def weigh_lead(sight: Any, w: Any, b: Any, code: Any, plan: Any, scene: Any) -> Any:
    """Return the worth of leading a card, in points of u.

    Parameters
    ----------
    sight : words
        With the chances for the suit of the card.
    w : float64 values
    b : int64
    code : int64
    plan : float64
        Worth of leading its suit, or trumps, whatever the card.
    """
    if code == EXCUSE_CODE:
        return spend(sight, w, b, code, 0.0, scene)
    led = 4 if code > TRUMP_CODE else code >> 4
    chance, stands = outlook(sight, code, led, np.int64(SURE))
    ours, holds = chance / SURE, stands / SURE
    total = plan + w[b + term.L_POINTS] * (2.0 * ours - 1.0) * own_points(code)
    total += w[b + term.L_TRICK] * ours + w[b + term.L_STANDS] * holds
    total += w[b + term.L_STANDS_SAFE] * holds * (scene.is_safe)
    if led == 4:
        total += _lead_trump_card(sight, w, b, code, scene)
    else:
        total += _lead_suit_card(sight, w, b, code)
    return total + spend(sight, w, b, code, ours, scene)
