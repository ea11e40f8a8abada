"""The card play of `point_count`: weigh each card, play the best.

A card's weight is ``(2p - 100) x points - keep``, the first of the best if several
tie: p is the percent chance that our side wins the trick with it, points what the
trick is then worth in half-points, and keep what the card would be worth in hand. So
everything is in hundredths of half-points. To that, a lead adds its plan.

The numbers below were chosen by duplicate play: the same deals with another value in
one camp, garde taken by the best hand.
"""

from __future__ import annotations

from tarotsim.game.cards import EXCUSE, HALF_POINTS, PETIT, TRUMP_SUIT, Card
from tarotsim_strategies._sight import MISS, Sight

__all__ = ["choose_card"]

NEVER = -1_000_000

PETIT_WORTH = 18
"""Half-points at stake in the Petit: its own 9 and the change of target."""
LEAD_BASE_ATTACK = 3
LEAD_BASE_DEFENCE = 1
"""Half-points that the others are expected to put on a lead."""

KEEP_EXCUSE, KEEP_EXCUSE_SLOPE = 150, 20
"""Keep of the Excuse on the last trick, and more for each trick left."""
LEAD_EXCUSE = -3000
KEEP_TRUMP, KEEP_SLOPE_ATTACK, KEEP_SLOPE_DEFENCE = 220, 35, 20
"""Keep of a trump, and more for each number."""
KEEP_MASTER, KEEP_21 = 300, 800
"""More for the highest trump left, and for the 21."""
PETIT_GUARD, PETIT_LEAST, PETIT_MOST = 12, 40, 95
"""Percent: chance to bring the Petit home later: half, more for each trump beside it
above an opponent's share, within bounds."""
KEEP_SAFE_PETIT = 4000
"""Keep of the Petit when no opponent has a trump: it waits for the last trick."""
HONOUR_ATTACK = 50
HONOUR_DEFENCE, HONOUR_SLOPE, HONOUR_MOST = 40, 4, 90
"""Percent: chance that an honour kept in hand is saved after all; in the defence more
for each trick left, up to a most."""
KEEP_WIN = 600
"""Keep of the trick that a master card will win."""
CASH_LATER = 2
"""Cards of a suit that the others are expected to play in a round."""

LEAD_DRAW = 1500
"""Attack: for the highest trump while we hold more of them than all others."""
LEAD_LENGTH, LEAD_FORCE = 130, 120
"""Attack: for each card of the suit beyond three; for each opponent who must trump."""
LEAD_CALLED = 300
"""Taker: for the suit of the called card."""
LEAD_RETURN, LEAD_TAKER_SUIT = 500, -200
"""Defence: for a suit that a defender, or the taker, led first."""
LEAD_RUFF = 300
"""Defence: for a suit that the taker must trump."""
LEAD_HUNT, LEAD_TRUMP = 1000, -300
"""Defence: for a trump when strong enough to hunt the Petit; for any other trump."""
HUNT_STRENGTH = 21


def choose_card(sight: Sight, legal: tuple[Card, ...]) -> Card:
    """Return the card to play.

    Parameters
    ----------
    sight : Sight
        What the seat knows.
    legal : tuple of int
        Legal cards in ascending order, at least two.
    """
    if sight.left == 2 and legal[-1] == EXCUSE:
        return _last_but_one(sight, legal[0])
    is_lead = sight.led < 0
    leaders = _first_leaders(sight) if is_lead else ()
    lost = -1 if is_lead else sight.win_chance(EXCUSE, sight.led)
    chosen, top, previous = legal[0], NEVER, -2
    for card in legal:
        if card == previous + 1 and _are_alike(card):
            previous = card
            continue
        previous = card
        if is_lead:
            weight = _weigh_lead(sight, card, leaders)
        else:
            wins = sight.wins(card, sight.led)
            chance = sight.win_chance(card, sight.led) if wins else lost
            base = sight.points + len(sight.to_come)
            weight = _weigh(sight, card, chance, base)
        if weight > top:
            chosen, top = card, weight
    return chosen


def _are_alike(card: Card) -> bool:
    """Tell whether a card does what the one below it does, in the same hand."""
    if card >= PETIT:
        return PETIT + 1 < card < EXCUSE and HALF_POINTS[card] == 1
    return card % 14 > 0 and HALF_POINTS[card] == 1


def _last_but_one(sight: Sight, other: Card) -> Card:
    """Play the Excuse before the last trick, unless it may end a slam (R8.9, R8.10)."""
    if sight.led < 0 and other < EXCUSE and not sight.table:
        ours = sight.allies | 1 << sight.seat
        led = other // 14 if other < PETIT else TRUMP_SUIT
        if sight.win_chance(other, led) == 100:
            tricks = sight.view.public.tricks
            if all(ours >> trick.winner & 1 for trick in tricks):
                return other
    return EXCUSE


def _weigh(sight: Sight, card: Card, chance: int, base: int) -> int:
    """Return the weight of a card, given our chance and what else is in the trick."""
    if card == EXCUSE:
        keep = KEEP_EXCUSE + KEEP_EXCUSE_SLOPE * sight.left
        return (2 * chance - 100) * base - (100 - chance) - keep
    points = PETIT_WORTH if card == PETIT else HALF_POINTS[card]
    return (2 * chance - 100) * (base + points) - _keep(sight, card)


# -- what a card is worth in hand --------------------------------------------------


def _keep(sight: Sight, card: Card) -> int:
    if card == PETIT:
        return _keep_petit(sight)
    if card < PETIT:
        return _keep_suit(sight, card)
    number = card - PETIT + 1
    slope = KEEP_SLOPE_ATTACK if sight.is_attack else KEEP_SLOPE_DEFENCE
    keep = KEEP_TRUMP + slope * number
    if number == 21:
        keep += KEEP_21
    return keep if sight.higher_out(card) else keep + KEEP_MASTER


def _keep_petit(sight: Sight) -> int:
    """Weigh the hope to bring the Petit home later, by trumps against trumps."""
    if not sight.foes_have_trumps():
        return KEEP_SAFE_PETIT
    against = sight.trumps_out.bit_count() // sight.trump_hands
    for seat in sight.others:
        if sight.is_attack and not sight.allies >> seat & 1:
            against = max(against, sight.holds[seat].bit_count())
    guards = sight.trumps.bit_count() - 1
    chance = 50 + PETIT_GUARD * (guards - against)
    return PETIT_WORTH * (2 * min(PETIT_MOST, max(PETIT_LEAST, chance)) - 100)


def _keep_suit(sight: Sight, card: Card) -> int:
    """Weigh an honour's chance in a later trick; shed low cards from short suits."""
    suit, points = card // 14, HALF_POINTS[card]
    if points == 1:
        return 8 * sight.length(suit) + card % 14 // 2
    saved = HONOUR_ATTACK
    if not sight.is_attack:
        saved = min(HONOUR_MOST, HONOUR_DEFENCE + HONOUR_SLOPE * sight.left)
    if sight.higher_out(card):
        return points * (2 * saved - 100)
    cash = _cash_chance(sight, suit)
    return points * (2 * max(saved, cash) - 100) + KEEP_WIN * cash // 100


def _cash_chance(sight: Sight, suit: int) -> int:
    """Return the chance that nobody will trump the next round of a suit."""
    later = max(0, sight.length_out(suit) - CASH_LATER)
    chance = 100
    for seat in sight.others:
        if sight.foe_has_trumps(seat):
            is_void = sight.voids[seat] >> suit & 1
            void = 100 if is_void else MISS[sight.players - 2][later]
            chance = chance * (100 - void) // 100
    return chance


# -- leading -----------------------------------------------------------------------


def _first_leaders(sight: Sight) -> tuple[int, ...]:
    """Return who led each suit first, -1 if nobody did."""
    leaders = [-1, -1, -1, -1]
    for trick in sight.view.public.tricks:
        card = trick.cards[0]
        if card < PETIT and leaders[card // 14] < 0:
            leaders[card // 14] = trick.leader
    return tuple(leaders)


def _weigh_lead(sight: Sight, card: Card, leaders: tuple[int, ...]) -> int:
    if card == EXCUSE:
        return LEAD_EXCUSE - KEEP_EXCUSE - KEEP_EXCUSE_SLOPE * sight.left
    led = card // 14 if card < PETIT else TRUMP_SUIT
    base = LEAD_BASE_ATTACK if sight.is_attack else LEAD_BASE_DEFENCE
    weight = _weigh(sight, card, sight.win_chance(card, led), base)
    if led == TRUMP_SUIT:
        return weight + _plan_trump(sight, card)
    if sight.is_attack:
        return weight + _plan_attack(sight, led)
    return weight + _plan_defence(sight, led, leaders[led])


def _plan_trump(sight: Sight, card: Card) -> int:
    """Draw trumps when they are ours; hunt the Petit when strong."""
    mine = sight.trumps.bit_count()
    if sight.is_attack:
        if not sight.foes_have_trumps():
            return LEAD_TRUMP
        draws = mine > sight.trumps_out.bit_count() and not sight.higher_out(card)
        return LEAD_DRAW if draws else 0
    high = (sight.trumps >> 15).bit_count()
    hunts = 3 * high + mine >= HUNT_STRENGTH and sight.possible[sight.taker] & 1
    return LEAD_HUNT if hunts else LEAD_TRUMP


def _plan_attack(sight: Sight, suit: int) -> int:
    """Lead the long suit, to make the defence trump and run out of trumps."""
    plan = LEAD_LENGTH * (sight.length(suit) - 3)
    for seat in sight.others:
        if sight.voids[seat] >> suit & 1 and sight.foe_has_trumps(seat):
            plan += LEAD_FORCE
    called = sight.view.public.called
    if sight.is_taker and called is not None and called // 14 == suit:
        plan += LEAD_CALLED if sight.out >> called & 1 else 0
    return plan


def _plan_defence(sight: Sight, suit: int, leader: int) -> int:
    """Return partners' suits, leave the taker's, make him trump."""
    plan = 0
    if leader >= 0:
        plan += LEAD_TAKER_SUIT if leader == sight.taker else LEAD_RETURN
    if sight.voids[sight.taker] >> suit & 1 and sight.possible[sight.taker]:
        plan += LEAD_RUFF
    return plan
