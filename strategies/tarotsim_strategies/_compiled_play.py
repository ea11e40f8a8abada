"""The card play of `point_count`, compiled: card for card like `choose_card`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tarotsim.game.cards import HALF_POINTS
from tarotsim.kernels.policies import (
    EXCUSE,
    EXCUSE_CODE,
    LOW_RANKS,
    LOW_TRUMPS,
    NO_CARDS,
    ONE,
    TRUMP_CODE,
    get,
    has_won_all,
    kernel,
    lane_of,
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
    ALLIES_TO_COME,
    ATTACK,
    BEST,
    CALLED,
    FOES,
    FRIENDS,
    HAND,
    HOLDS,
    LED,
    LEFT,
    OUT,
    PLAYERS,
    RUFFERS,
    SEAT,
    TAKER,
    TAKER_PLACE,
    TO_COME,
    TRUMP_HANDS,
    VOIDS,
    higher_suit_cards_out,
    length,
    length_out,
    losing_chance,
    note_suit,
    note_trumps_led,
    percent,
    possible_trumps,
    suit_stands,
    table_points,
    trump_stands,
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
    LEAD_TRUMP,
    NEVER,
    PETIT_GUARD,
    PETIT_LEAST,
    PETIT_MOST,
    PETIT_WORTH,
)
from tarotsim_strategies._sight import MISS

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["choose_card", "points_of", "worth_weighing"]

PETIT_CODE, TWENTY_ONE_CODE = TRUMP_CODE + 1, TRUMP_CODE + 21
_HIGH = np.uint64(16)
_POINTS = np.array([*HALF_POINTS[:14], 0, 0], dtype=np.int64)
"""Half-points of the ranks of a suit."""


@kernel(inline=True)
def points_of(code: Any) -> Any:
    """Return the half-points of a suit card."""
    return _POINTS[np.uint64(code & 15)]


# -- what a card is worth in hand --------------------------------------------------


def _cash_chances() -> Iterator[int]:
    """Yield the chances of `_cash_chance` by players, opponents and cards out."""
    for players in (3, 4, 5):
        chances = [100] * 16
        for _ in range(6):
            yield from chances
            for count in range(15):
                void = MISS[players - 2][max(0, count - CASH_LATER)]
                chances[count] = chances[count] * (100 - void) // 100


_CASH = np.fromiter(_cash_chances(), dtype=np.int64)


@kernel(inline=True)
def _cash_chance(sight: Any, suit: Any) -> Any:
    """Return the chance that nobody will trump the next round of a suit."""
    ruffers = sight[RUFFERS]
    row = 6 * (get(sight, PLAYERS) - 3) + popcount(ruffers)
    chance = _CASH[np.uint64(16 * row + length_out(sight, suit))]
    is_void = sight[VOIDS] >> np.uint64(suit) & ruffers != NO_CARDS
    return 0 if is_void else chance


@kernel(inline=True)
def _saved_chance(sight: Any) -> Any:
    """Return the chance that an honour kept in hand is saved after all."""
    saved = min(HONOUR_MOST, HONOUR_DEFENCE + HONOUR_SLOPE * get(sight, LEFT))
    return HONOUR_ATTACK if get(sight, ATTACK) == 1 else saved


class SuitKeep(NamedTuple):
    """What the cards of a suit are worth in hand.

    Parameters
    ----------
    shed : int64
        The lowest card of one half-point.
    honour, master : int64
        Each half-point of an honour, and of one that no card out beats.
    win : int64
        The trick that a master will win.
    """

    shed: Any
    honour: Any
    master: Any
    win: Any


@kernel(inline=True)
def _suit_keep(sight: Any, suit: Any, saved: Any) -> SuitKeep:
    cash = _cash_chance(sight, suit)
    shed, win = 8 * length(sight, suit), percent(KEEP_WIN * cash)
    return SuitKeep(shed, 2 * saved - 100, 2 * max(saved, cash) - 100, win)


@kernel
def _keep_petit(sight: Any) -> Any:
    """Weigh the hope to bring the Petit home later, by trumps against trumps."""
    if sight[RUFFERS] == NO_CARDS:
        return KEEP_SAFE_PETIT
    against = popcount(sight[OUT + 1]) // get(sight, TRUMP_HANDS)
    if get(sight, ATTACK) == 1:
        for j in range(get(sight, PLAYERS) - 1):
            if get(sight, FRIENDS) >> j & 1 == 0:
                against = max(against, popcount(sight[HOLDS + j]))
    guards = popcount(sight[HAND + 1]) - 1
    chance = 50 + PETIT_GUARD * (guards - against)
    return PETIT_WORTH * (2 * min(PETIT_MOST, max(PETIT_LEAST, chance)) - 100)


@kernel(inline=True)
def is_highest_trump(sight: Any, code: Any) -> Any:
    """Tell whether no trump out is higher."""
    return sight[OUT + 1] >> np.uint64(code - TRUMP_CODE) == NO_CARDS


@kernel(inline=True)
def _keep_trump(sight: Any, code: Any) -> Any:
    """Return what a trump is worth in hand, more for each number."""
    if code == PETIT_CODE:
        return _keep_petit(sight)
    number = code - TRUMP_CODE
    slope = KEEP_SLOPE_ATTACK if get(sight, ATTACK) == 1 else KEEP_SLOPE_DEFENCE
    keep = KEEP_TRUMP + slope * number
    if number == 21:
        keep += KEEP_21
    return keep + KEEP_MASTER if is_highest_trump(sight, code) else keep


@kernel(inline=True)
def _weigh_suit_card(code: Any, higher: Any, chance: Any, base: Any, suit: Any) -> Any:
    """Return the weight of a suit card.

    Parameters
    ----------
    code : int64
    higher : int64
        Cards out that beat it.
    chance : int64
        Percent that our side wins the trick with it.
    base : int64
        Half-points that others put into the trick.
    suit : SuitKeep
        Of its suit.
    """
    # All is counted and some is used: nobody could predict the branches.
    points, is_master = points_of(code), higher == 0
    keep = points * (suit.master if is_master else suit.honour)
    keep += suit.win if is_master else 0
    keep = keep if points > 1 else suit.shed + ((code & 15) >> 1)
    return (2 * chance - 100) * (base + points) - keep


@kernel(inline=True)
def trump_points(code: Any) -> Any:
    """Return what a trump puts at stake, in half-points."""
    points = 9 if code == TWENTY_ONE_CODE else 1
    return PETIT_WORTH if code == PETIT_CODE else points


@kernel(inline=True)
def _weigh_trump(sight: Any, code: Any, chance: Any, base: Any) -> Any:
    """Return the weight of a trump."""
    points = trump_points(code)
    return (2 * chance - 100) * (base + points) - _keep_trump(sight, code)


# -- leading -----------------------------------------------------------------------


@kernel
def _first_leaders(public: Any) -> Any:
    """Return who led each suit first, plus one: four bits a suit, 0 for nobody."""
    leaders, trick = 0, trick_number(public)
    while trick > 0:
        trick -= 1
        code = trick_card(public, trick, 0)
        # What is no suit card falls behind the four suits.
        place = 16 + (code & 15) if code >= EXCUSE_CODE else 4 * (code >> 4)
        leaders &= ~(0xF << place)
        leaders |= trick_leader(public, trick) + 1 << place
    return leaders


@kernel
def _plan_trumps(sight: Any) -> Any:
    """Draw trumps when they are ours; hunt the Petit when strong.

    Returns
    -------
    plan, master : int64
        What leading any trump is worth, and what leading the highest one is.
    """
    mine = popcount(sight[HAND + 1])
    if get(sight, ATTACK) == 1:
        if sight[RUFFERS] == NO_CARDS:
            return LEAD_TRUMP, LEAD_TRUMP
        return 0, LEAD_DRAW if mine > popcount(sight[OUT + 1]) else 0
    strength = 3 * popcount(sight[HAND + 1] >> _HIGH) + mine
    possible = possible_trumps(sight, get(sight, TAKER_PLACE))
    has_petit = possible & (ONE << ONE) != NO_CARDS
    plan = LEAD_HUNT if strength >= HUNT_STRENGTH and has_petit else LEAD_TRUMP
    return plan, plan


@kernel(inline=True)
def _plan_attack(sight: Any, suit: Any) -> Any:
    """Lead the long suit, to make the defence trump and run out of trumps."""
    plan = LEAD_LENGTH * (length(sight, suit) - 3)
    voids = sight[VOIDS] >> np.uint64(suit)
    plan += LEAD_FORCE * popcount(voids & sight[RUFFERS])
    code = get(sight, CALLED)
    if get(sight, SEAT) != get(sight, TAKER) or code < 0 or code >> 4 != suit:
        return plan
    is_out = sight[OUT] >> np.uint64(code) & ONE != NO_CARDS
    return plan + LEAD_CALLED if is_out else plan


@kernel(inline=True)
def _plan_defence(sight: Any, leaders: Any, suit: Any) -> Any:
    """Return partners' suits, leave the taker's, make him trump."""
    leader, place = (leaders >> 4 * suit & 0xF) - 1, get(sight, TAKER_PLACE)
    plan = 0
    if leader >= 0:
        plan += LEAD_TAKER_SUIT if leader == get(sight, TAKER) else LEAD_RETURN
    is_void = get(sight, VOIDS) >> 8 * place + suit & 1 == 1
    if is_void and get(sight, RUFFERS) >> 8 * place & 1 == 1:
        plan += LEAD_RUFF
    return plan


@kernel(inline=True)
def _plan_suit(sight: Any, leaders: Any, suit: Any) -> Any:
    """Return what leading a suit is worth besides the trick."""
    if get(sight, ATTACK) == 1:
        return _plan_attack(sight, suit)
    return _plan_defence(sight, leaders, suit)


# -- the choice --------------------------------------------------------------------


@kernel
def _last_but_one(public: Any, sight: Any, other: Any) -> Any:
    """Play the Excuse before the last trick, unless it may end a slam (R8.9, R8.10)."""
    if get(sight, LED) < 0 and other != EXCUSE_CODE and table_count(public) == 0:
        seat = get(sight, SEAT)
        ours = get(sight, ALLIES) | 1 << seat
        if other > TRUMP_CODE:
            note_trumps_led(sight)
            chance = trump_stands(sight, other, sight[FOES])
        else:
            note_suit(sight, other >> 4, sight[FOES])
            higher = higher_suit_cards_out(sight, other)
            chance = suit_stands(sight, higher, sight[FOES])
        if chance == 100 and has_won_all(public, ours):
            return other
    return EXCUSE_CODE


@kernel(inline=True)
def _choose_lead(public: Any, sight: Any, suits: Any, trumps: Any) -> Any:
    """Return the card to lead: ``suits`` and ``trumps`` are those to be weighed."""
    base, leaders, foes = LEAD_BASE_ATTACK, 0, sight[FOES]
    if get(sight, ATTACK) == 0:
        base, leaders = LEAD_BASE_DEFENCE, _first_leaders(public)
    chosen, top, saved = -1, NEVER, _saved_chance(sight)
    rest = suits & ~EXCUSE
    while rest != NO_CARDS:
        suit = lowest(rest) >> 4
        cards = rest & lane_of(suit)
        rest ^= cards
        note_suit(sight, suit, foes)
        plan = _plan_suit(sight, leaders, suit)
        keep = _suit_keep(sight, suit, saved)
        while cards != NO_CARDS:
            code = lowest(cards)
            cards &= cards - ONE
            higher = higher_suit_cards_out(sight, code)
            chance = suit_stands(sight, higher, foes)
            weight = _weigh_suit_card(code, higher, chance, base, keep) + plan
            if weight > top:
                chosen, top = code, weight
    if trumps != NO_CARDS:
        note_trumps_led(sight)
        plan, master = _plan_trumps(sight)
        slope = KEEP_SLOPE_ATTACK if get(sight, ATTACK) == 1 else KEEP_SLOPE_DEFENCE
        plain = trumps & LOW_TRUMPS
        keep = KEEP_TRUMP + slope * lowest(plain) - max(plan, master)
        if 100 * (base + 1) - keep <= top:  # no chance is high enough for any of them
            trumps ^= plain
        while trumps != NO_CARDS:
            code = TRUMP_CODE + lowest(trumps)
            trumps &= trumps - ONE
            chance = trump_stands(sight, code, foes)
            weight = _weigh_trump(sight, code, chance, base)
            weight += master if is_highest_trump(sight, code) else plan
            if weight > top:
                chosen, top = code, weight
    if suits & EXCUSE != NO_CARDS:
        keep = KEEP_EXCUSE + KEEP_EXCUSE_SLOPE * get(sight, LEFT)
        if LEAD_EXCUSE - keep > top:
            chosen = EXCUSE_CODE
    return chosen


@kernel(inline=True)
def _choose_follow(public: Any, sight: Any, suits: Any, trumps: Any) -> Any:
    """Return the card to follow with; the arguments are the cards to be weighed."""
    led, best, foes = get(sight, LED), get(sight, BEST), sight[FOES]
    base = table_points(public) + get(sight, TO_COME)
    if get(sight, TO_COME) > 0:
        if led == 4:
            note_trumps_led(sight)
        else:
            note_suit(sight, led, foes | sight[ALLIES_TO_COME])
    lost, saved = losing_chance(sight, led), _saved_chance(sight)
    chosen, top = -1, NEVER
    plain = suits & ~EXCUSE
    while plain != NO_CARDS:
        code = lowest(plain)
        plain &= plain - ONE
        chance, higher = lost, higher_suit_cards_out(sight, code)
        if code > best and code >> 4 == led:
            chance = suit_stands(sight, higher, foes)
        keep = _suit_keep(sight, code >> 4, saved)
        weight = _weigh_suit_card(code, higher, chance, base, keep)
        if weight > top:
            chosen, top = code, weight
    while trumps != NO_CARDS:
        code = TRUMP_CODE + lowest(trumps)
        trumps &= trumps - ONE
        chance = lost
        if code > best:
            chance = trump_stands(sight, code, foes)
        weight = _weigh_trump(sight, code, chance, base)
        if weight > top:
            chosen, top = code, weight
    if suits & EXCUSE != NO_CARDS:
        keep = KEEP_EXCUSE + KEEP_EXCUSE_SLOPE * get(sight, LEFT)
        if (2 * lost - 100) * base - (100 - lost) - keep > top:
            chosen = EXCUSE_CODE
    return chosen


@kernel(inline=True)
def _lowest_of_runs(cards: Any, run: Any) -> Any:
    """Return the lowest card of each run of neighbouring bits; cards lie in runs."""
    starts, ends = run & ~(run << ONE), ~run & (run << ONE)
    bounded = cards | ends
    # Each subtraction borrows from the lowest card, or else from the end of its run.
    return cards & ~(bounded - starts)


@kernel(inline=True)
def worth_weighing(sight: Any, suits: Any, trumps: Any) -> Any:
    """Return the cards without those of one half-point that a lower one replaces.

    Parameters
    ----------
    sight : uint64 words
        From `tarotsim_strategies._compiled_sight.look_at_cards`.
    suits, trumps : uint64
        Legal cards.

    Returns
    -------
    suits, trumps : uint64

    Notes
    -----
    Of cards with the same chance the lowest is kept least dearly. Two have the same
    chance if no card out is between them or nobody is to come, and if they lose to
    the winning card.
    """
    best = get(sight, BEST)
    apart, apart_trumps = sight[OUT], sight[OUT + 1]
    if get(sight, LED) >= 0:
        is_trump = best > TRUMP_CODE
        bit = ONE << np.uint64(best & EXCUSE_CODE)
        from_best = ~(bit - ONE)
        # Cards of other suits than the one led lose, all of them after a trump.
        lane = NO_CARDS if is_trump else lane_of(get(sight, LED))
        if get(sight, TO_COME) == 0:
            apart, apart_trumps = NO_CARDS, NO_CARDS
        apart = (apart | bit) & from_best & lane
        if is_trump:
            apart_trumps = (apart_trumps | bit) & from_best
    plain, low = LOW_RANKS & ~apart, suits & LOW_RANKS
    suits = suits ^ low | _lowest_of_runs(low, plain)
    plain, low = LOW_TRUMPS & ~apart_trumps, trumps & LOW_TRUMPS
    return suits, trumps ^ low | _lowest_of_runs(low, plain)


@kernel(inline=True)
def choose_card(public: Any, sight: Any, suits: Any, trumps: Any) -> Any:
    """Return the code of the card to play.

    Parameters
    ----------
    public : block
    sight : uint64 words
        From `tarotsim_strategies._compiled_sight.look`.
    suits, trumps : uint64
        From `worth_weighing`, at least two.
    """
    if get(sight, LEFT) == 2 and suits & EXCUSE != NO_CARDS:
        return _last_but_one(public, sight, nth_card(suits, trumps, 0))
    if get(sight, LED) < 0:
        return _choose_lead(public, sight, suits, trumps)
    return _choose_follow(public, sight, suits, trumps)
