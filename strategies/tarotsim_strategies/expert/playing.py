"""The choice of a card: weigh what differs, play the best."""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.kernels.policies import (
    EXCUSE,
    EXCUSE_CODE,
    NO_CARDS,
    ONE,
    TRUMP_CODE,
    get,
    highest,
    kernel,
    lane_of,
    led_suit,
    lowest,
    nth_card,
    popcount,
    table_count,
    winning_code,
)
from tarotsim_strategies.expert import vocabulary as term
from tarotsim_strategies.expert.following import weigh_following
from tarotsim_strategies.expert.knowledge import (
    BEST,
    LED,
    LEFT,
    OUT,
    ROLE_BLOCK,
    SURE,
    WINNER,
    note_suit,
    outlook,
)
from tarotsim_strategies.expert.leading import (
    first_leads,
    lead_suit,
    lead_trumps,
    weigh_lead,
)
from tarotsim_strategies.expert.listening import listen
from tarotsim_strategies.expert.slams import keep_slam, may_slam
from tarotsim_strategies.expert.speaking import speak
from tarotsim_strategies.expert.spending import scene_of

__all__ = ["block_of", "choose", "distinct", "only_card", "prepare", "weigh"]

NEVER = -1.0e9
_LOW = np.uint64(0x03FF_03FF_03FF_03FF)
_PETIT_BIT = np.uint64(2)
_TWENTY_ONE_BIT = np.uint64(1 << 21)


@kernel(inline=True)
def block_of(sight: Any) -> Any:
    """Return where the weights of this seat's role begin."""
    return term.GENERAL + term.BLOCK * get(sight, ROLE_BLOCK)


@kernel(inline=True)
def lowest_bit(word: Any) -> Any:
    """Return the lowest card of a set alone."""
    return word & (~word + ONE)


@kernel(inline=True)
def highest_bit(word: Any) -> Any:
    """Return the highest card of a set that is not empty, alone."""
    return ONE << np.uint64(highest(word))


@kernel(inline=True)
def leads_to_weigh(sight: Any, suits: Any, trumps: Any) -> Any:
    """Return the cards worth leading.

    Of a suit the lowest, and the highest if it is an honour; of trumps the Petit, the
    lowest, the highest, the one below the 21 and the lowest that nobody can beat.
    """
    kept = suits & EXCUSE
    for suit in range(4):
        cards = suits & lane_of(suit)
        if cards != NO_CARDS:
            kept |= lowest_bit(cards) | highest_bit(cards) & ~_LOW
    plain = trumps & ~_PETIT_BIT
    if plain == NO_CARDS:
        return kept, trumps
    few = trumps & _PETIT_BIT | lowest_bit(plain) | highest_bit(plain)
    below = plain & ~_TWENTY_ONE_BIT
    if below != plain and below != NO_CARDS:
        few |= highest_bit(below)
    masters = plain & ~((ONE << np.uint64(highest(sight[OUT + 1]) + 1)) - ONE)
    return kept, few | lowest_bit(masters)


@kernel(inline=True)
def follows_to_weigh(sight: Any, suits: Any, trumps: Any) -> Any:
    """Return the cards worth following with.

    Honours, the lowest low card of a suit, of the suit led also the highest and the
    lowest that wins; of trumps the Petit, the lowest, the lowest that wins, the lowest
    that nobody can beat and the two highest.
    """
    led, best = get(sight, LED), get(sight, BEST)
    kept = suits & ~_LOW
    for suit in range(4):
        cards = suits & _LOW & lane_of(suit)
        kept |= lowest_bit(cards)
        if suit == led and cards != NO_CARDS and highest(cards) > best:
            above = cards >> np.uint64(best) << np.uint64(best)
            kept |= highest_bit(cards) | lowest_bit(above)
    plain = trumps & ~_PETIT_BIT
    if plain == NO_CARDS:
        return kept, trumps
    few = trumps & _PETIT_BIT | lowest_bit(plain) | highest_bit(plain)
    below = plain & ~highest_bit(plain)
    if below != NO_CARDS:
        few |= highest_bit(below)
    if best > TRUMP_CODE:
        shift = np.uint64(best - TRUMP_CODE)
        few |= lowest_bit(plain >> shift << shift)
    masters = plain & ~((ONE << np.uint64(highest(sight[OUT + 1]) + 1)) - ONE)
    return kept, few | lowest_bit(masters)


@kernel
def distinct(sight: Any, suits: Any, trumps: Any) -> Any:
    """Return the legal cards worth weighing."""
    if get(sight, LED) < 0:
        return leads_to_weigh(sight, suits, trumps)
    return follows_to_weigh(sight, suits, trumps)


@kernel(inline=True)
def prepare(public: Any, sight: Any, params: Any) -> Any:
    """Return what `weigh` needs to know of the trick as a whole."""
    led = get(sight, LED)
    if led < 0:
        if params[term.READS_SIGNALS] != 0:
            listen(public, sight, params[term.SENDS_SIGNALS] != 0)
        return first_leads(public)
    if led < 4:
        note_suit(sight, led)
    best = get(sight, BEST)
    chance, _ = outlook(sight, best, led, get(sight, WINNER))
    return chance


@kernel
def weigh(sight: Any, params: Any, w: Any, b: Any, code: Any, context: Any) -> Any:
    """Return the worth of a legal card: the slow way, one card alone.

    Parameters
    ----------
    sight : words
    params, w : float64 values
        General parameters; weights.
    b : int64
        Where the block of the role begins in the weights.
    code : int64
    context : int64
        From `prepare`.
    """
    scene = scene_of(sight)
    if get(sight, LED) >= 0:
        return weigh_following(sight, w, b + term.LEAD_COUNT, code, context, scene)
    if code == EXCUSE_CODE:
        return weigh_lead(sight, w, b, code, 0.0, scene)
    if code > TRUMP_CODE:
        return weigh_lead(
            sight, w, b, code, lead_trumps(sight, w, b, context, scene), scene
        )
    note_suit(sight, code >> 4)
    return weigh_lead(
        sight, w, b, code, lead_suit(sight, w, b, code >> 4, context, scene), scene
    )


@kernel(inline=True)
def _choose_lead(public: Any, sight: Any, params: Any, suits: Any, trumps: Any) -> Any:
    suits, trumps = leads_to_weigh(sight, suits, trumps)
    if params[term.PLAYS_SLAMS] != 0:
        suits, trumps = keep_slam(public, sight, suits, trumps)
    b, scene = block_of(sight), scene_of(sight)
    leads = prepare(public, sight, params)
    chosen, top = np.int64(-1), NEVER
    for suit in range(4):
        cards = suits & lane_of(suit)
        if cards == NO_CARDS:
            continue
        note_suit(sight, suit)
        plan = lead_suit(sight, params, b, suit, leads, scene)
        while cards != NO_CARDS:
            code = lowest(cards)
            cards &= cards - ONE
            worth = weigh_lead(sight, params, b, code, plan, scene)
            chosen, top = (code, worth) if worth > top else (chosen, top)
    if trumps != NO_CARDS:
        plan = lead_trumps(sight, params, b, leads, scene)
        while trumps != NO_CARDS:
            code = TRUMP_CODE + lowest(trumps)
            trumps &= trumps - ONE
            worth = weigh_lead(sight, params, b, code, plan, scene)
            chosen, top = (code, worth) if worth > top else (chosen, top)
    if suits & EXCUSE != NO_CARDS:
        worth = weigh_lead(sight, params, b, np.int64(EXCUSE_CODE), 0.0, scene)
        chosen = np.int64(EXCUSE_CODE) if worth > top else chosen
    return chosen


@kernel(inline=True)
def _choose_follow(
    public: Any, sight: Any, params: Any, suits: Any, trumps: Any
) -> Any:
    suits, trumps = follows_to_weigh(sight, suits, trumps)
    if popcount(suits) + popcount(trumps) == 1:
        return nth_card(suits, trumps, 0)
    b, scene = block_of(sight) + term.LEAD_COUNT, scene_of(sight)
    lost = prepare(public, sight, params)
    if params[term.PLAYS_SLAMS] != 0:
        suits, trumps = keep_slam(public, sight, suits, trumps)
    chosen, top = np.int64(-1), NEVER
    while suits != NO_CARDS:
        code = lowest(suits)
        suits &= suits - ONE
        worth = weigh_following(sight, params, b, code, lost, scene)
        chosen, top = (code, worth) if worth > top else (chosen, top)
    while trumps != NO_CARDS:
        code = TRUMP_CODE + lowest(trumps)
        trumps &= trumps - ONE
        worth = weigh_following(sight, params, b, code, lost, scene)
        chosen, top = (code, worth) if worth > top else (chosen, top)
    return chosen


@kernel
def before_last(public: Any, sight: Any, params: Any, other: Any) -> Any:
    """Play the Excuse before the last trick, unless it may end a slam (R8.9, R8.10)."""
    if get(sight, LED) < 0 and other != EXCUSE_CODE and table_count(public) == 0:
        led = np.int64(4)
        if other < TRUMP_CODE:
            led = other >> 4
            note_suit(sight, led)
        _, stands = outlook(sight, other, led, np.int64(SURE))
        if stands == SURE and may_slam(public, sight, True):
            return other
    return np.int64(EXCUSE_CODE)


@kernel(inline=True)
def only_card(public: Any, suits: Any, trumps: Any) -> Any:
    """Return the card to follow with when all do the same: low and losing; else -1."""
    best = winning_code(public)
    is_same = trumps == NO_CARDS and suits & ~_LOW == NO_CARDS
    code, top = lowest(suits), highest(suits)
    if is_same and code >> 4 == top >> 4 and led_suit(public) >= 0 and top < best:
        return code
    return np.int64(-1)


@kernel(inline=True)
def choose(public: Any, sight: Any, params: Any, suits: Any, trumps: Any) -> Any:
    """Return the code of the card to play, of at least two legal ones."""
    if get(sight, LEFT) == 2 and suits & EXCUSE != NO_CARDS:
        return before_last(public, sight, params, nth_card(suits, trumps, 0))
    if get(sight, LED) < 0:
        code = _choose_lead(public, sight, params, suits, trumps)
    else:
        code = _choose_follow(public, sight, params, suits, trumps)
    if params[term.SENDS_SIGNALS] != 0:
        return speak(public, sight, suits, code)
    return code
