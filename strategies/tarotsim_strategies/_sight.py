"""What a seat can work out about the cards out: masks, counts and rough chances.

Card sets are bit masks: 14 bits a suit, lowest card first, and 21 bits for the
trumps. Chances are whole percents from a table, so that another implementation of
the same rules decides alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarotsim.game.cards import EXCUSE, HALF_POINTS, PETIT, TRUMP_SUIT, Card

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarotsim.game.view import SeatView

__all__ = ["BITS", "MISS", "SUIT_BITS", "Sight", "mask_of", "trump_bits"]

BITS = tuple(1 << card for card in range(78))
SUIT_BITS = (1 << 14) - 1
TRUMP_BITS = (1 << 21) - 1
PACK = (1 << 78) - 1

TRUST = 65
"""Percent: chance that a seat of unknown camp is a defender, seen by a defender."""
TAKER_SHORT = 8
"""Twelfths: the taker's share of a suit, against another's; he has discarded."""

MISS: tuple[tuple[int, ...], ...] = tuple(
    tuple((100 * (holders - 1) ** k + holders**k // 2) // holders**k for k in range(22))
    for holders in range(1, 6)
)
"""``MISS[h - 1][k]``: percent that one of ``h`` hands holds none of ``k`` cards."""


def mask_of(cards: Iterable[Card]) -> int:
    """Return the bit mask of some cards, bit 0 for card 0."""
    mask = 0
    for card in cards:
        mask |= BITS[card]
    return mask


def trump_bits(mask: int) -> int:
    """Return the trumps of a mask, bit 0 for the Petit; the Excuse left out."""
    return mask >> PETIT & TRUMP_BITS


class Sight:
    """One seat's knowledge when it is to play a card, as small whole numbers.

    Parameters
    ----------
    view : SeatView
        At the decision to play.
    reads_poignees : bool
        Whether the cards of poignées shown are used; without, they are not looked at.

    Attributes
    ----------
    view : SeatView
    seat, players, taker : int
    left : int
        Cards in hand: tricks left, this one included.
    is_attack, is_taker : bool
    hand, out : int
        Masks of the hand, and of the cards that others may still hold.
    trumps, trumps_out : int
        The trumps of both, bit 0 for the Petit.
    others, to_come : tuple of int
        The other seats in the order of play, and those of them still to play.
    allies, unsure : int
        Bits of the seats taken to be on our side, and of those whose camp is unknown.
    voids : tuple of int (players,)
        Suits each seat has proved not to hold.
    suit_hands : list of int (4,)
        How many other seats may hold each suit, at least 1.
    possible, holds : list of int (players,)
        Trumps each seat may hold, and those it is known to hold.
    trump_hands : int
        How many other seats may hold a trump.
    rooms : list of int (players,)
        Unknown cards of each seat that may hold a trump not known to be anywhere.
    room : int
        Their sum.
    table : tuple of int
        Cards on the table.
    led : int
        Suit led, 0-3 or 4 for trumps; -1 if the seat may lead anything.
    best, winner : int
        Card that is winning and its seat; -1 if none.
    is_ours : bool
        Whether an ally is winning.
    points : int
        Half-points on the table; of the Excuse only the low card paid for it.
    """

    __slots__ = (
        "allies",
        "best",
        "hand",
        "holds",
        "is_attack",
        "is_ours",
        "is_taker",
        "led",
        "left",
        "others",
        "out",
        "players",
        "points",
        "possible",
        "room",
        "rooms",
        "seat",
        "suit_hands",
        "table",
        "taker",
        "to_come",
        "trump_hands",
        "trumps",
        "trumps_out",
        "unsure",
        "view",
        "voids",
        "winner",
    )

    def __init__(self, view: SeatView, reads_poignees: bool) -> None:
        public = view.public
        self.view = view
        self.seat = seat = view.seat
        self.players = players = public.rules.players
        self.taker = seat if public.taker is None else public.taker
        self.is_taker = seat == self.taker
        self.left = len(view.hand)
        self.table = public.table
        self.voids = public.voids
        self.others = tuple((seat + i) % players for i in range(1, players))
        self.to_come = self.others[: players - 1 - len(public.table)]
        self._note_cards(view)
        self._note_voids()
        self._note_camps(view)
        self._note_trumps(view, reads_poignees)
        self._note_table(view)

    def _note_cards(self, view: SeatView) -> None:
        self.hand = seen = mask_of(view.hand)
        for trick in view.public.tricks:
            for card in trick.cards:
                seen |= BITS[card]
        for cards in (self.table, view.ecart, view.public.ecart_shown):
            for card in cards:
                seen |= BITS[card]
        self.out = PACK & ~seen
        self.trumps = trump_bits(self.hand)
        self.trumps_out = trump_bits(self.out)

    def _note_voids(self) -> None:
        self.suit_hands: list[int] = []
        for suit in range(4):
            count = 0
            for seat in self.others:
                count += not self.voids[seat] >> suit & 1
            self.suit_hands.append(max(1, count))

    def _note_camps(self, view: SeatView) -> None:
        """Sort the seats; a defender takes unknown seats for defenders (R5.4)."""
        everybody = (1 << self.players) - 1
        me, attack = 1 << self.seat, 1 << self.taker
        called, chien = view.public.called, view.public.chien
        self.unsure = 0
        if called is not None:
            partner = view.known_partner
            if partner is not None:
                attack |= 1 << partner
            elif not (self.is_taker or (chien and called in chien)):
                # Once the called card is played, nobody's camp is unknown.
                is_out = self.out >> called & 1
                self.unsure = is_out * (everybody & ~(me | attack))
        self.is_attack = bool(attack & me)
        self.allies = (attack if self.is_attack else everybody & ~attack) & ~me

    def _note_trumps(self, view: SeatView, reads_poignees: bool) -> None:
        """Find which trumps each seat may hold, and which it must."""
        public, out = view.public, self.trumps_out
        holds = [0] * self.players
        if public.chien is not None and not self.is_taker:
            # Trumps of the chien are the taker's, unless he showed them away (R4.6).
            holds[self.taker] = mask_of(public.chien) >> PETIT & out
        closed = 0
        if reads_poignees:
            for showing in public.showings:
                shown = mask_of(showing.cards)
                holds[showing.seat] |= shown >> PETIT & out
                if shown >> EXCUSE:
                    closed |= 1 << showing.seat  # R10.4: he has no other trump
        held = 0
        for seat in self.others:
            held |= holds[seat]
        possible = [0] * self.players
        rooms = [0] * self.players
        hands = room = 0
        for seat in self.others:
            if not closed >> seat & 1:
                possible[seat] = out & ((1 << public.ceilings[seat]) - 1) & ~held
            if possible[seat]:
                rooms[seat] = max(1, self.left - holds[seat].bit_count())
                room += rooms[seat]
            possible[seat] |= holds[seat]
            hands += possible[seat] != 0
        self.possible, self.holds, self.trump_hands = possible, holds, hands
        self.rooms, self.room = rooms, room

    def _note_table(self, view: SeatView) -> None:
        led = best = place = -1
        points = 0
        for index, card in enumerate(self.table):
            if card == EXCUSE:
                points += 1
                continue
            points += HALF_POINTS[card]
            if led < 0:
                led = card // 14 if card < PETIT else TRUMP_SUIT
            if card > best and (card >= PETIT or card // 14 == led):
                best, place = card, index
        self.led, self.best, self.points = led, best, points
        self.winner = -1
        self.is_ours = False
        if place >= 0:
            self.winner = (view.public.leader + place) % self.players
            self.is_ours = bool(self.allies >> self.winner & 1)

    # -- counts --------------------------------------------------------------------

    def length(self, suit: int) -> int:
        """Return how many cards of a suit are in hand."""
        return (self.hand >> 14 * suit & SUIT_BITS).bit_count()

    def length_out(self, suit: int) -> int:
        """Return how many cards of a suit others may hold."""
        return (self.out >> 14 * suit & SUIT_BITS).bit_count()

    def higher_out(self, card: Card) -> int:
        """Return how many cards out are higher in the suit, or among the trumps."""
        if card >= PETIT:
            return (self.trumps_out >> card - PETIT).bit_count()
        return (self.out >> card & SUIT_BITS >> card % 14).bit_count()

    def wins(self, card: Card, led: int) -> bool:
        """Tell whether a card beats those on the table; the Excuse never does."""
        if card == EXCUSE or card < self.best:
            return False
        return card >= PETIT or card // 14 == led

    def foe_has_trumps(self, seat: int) -> bool:
        """Tell whether a seat is an opponent that may hold a trump."""
        return bool(self.possible[seat]) and not self.allies >> seat & 1

    def foes_have_trumps(self) -> bool:
        """Tell whether any opponent may hold a trump."""
        return any(self.foe_has_trumps(seat) for seat in self.others)

    # -- chances, in percent -------------------------------------------------------

    def void_chance(self, seat: int, suit: int) -> int:
        """Return the chance that a seat has no card of a suit."""
        if self.voids[seat] >> suit & 1:
            return 100
        count = self.length_out(suit)
        if seat == self.taker:
            count = count * TAKER_SHORT // 12
        return MISS[self.suit_hands[suit] - 1][count]

    def trump_chance(self, seat: int, best: Card) -> int:
        """Return the chance that a seat has a trump above the best card."""
        shift = best - PETIT + 1 if best >= PETIT else 0
        if self.holds[seat] >> shift:
            return 100
        count = (self.possible[seat] >> shift).bit_count()
        if not count:
            return 0
        # A seat with fewer unknown cards is less likely to hold an unknown trump.
        share = (self.room + self.rooms[seat] // 2) // self.rooms[seat]
        return 100 - MISS[min(share, 5) - 1][count]

    def beat_chance(self, seat: int, best: Card, led: int) -> int:
        """Return the chance that a seat still to play beats the best card."""
        over = self.trump_chance(seat, best)
        if led == TRUMP_SUIT:
            return over
        void = self.void_chance(seat, led)
        chance = void * over
        if best < PETIT and void < 100:
            higher = MISS[self.suit_hands[led] - 1][self.higher_out(best)]
            chance += (100 - void) * (100 - higher)
        return chance // 100

    def win_chance(self, card: Card, led: int) -> int:
        """Return the chance that our side wins the trick with this card played.

        A card that does not win leaves the trick to the one that is winning. An ally
        to come may take back what an opponent holds.
        """
        best, mine, winner = self.best, self.is_ours, self.winner
        if self.wins(card, led):
            best, mine, winner = card, True, self.seat
        foes_fail, allies_fail = 100, 100
        for seat in self.to_come:
            fails = 100 - self.beat_chance(seat, best, led)
            if self.allies >> seat & 1:
                allies_fail = allies_fail * fails // 100
            else:
                foes_fail = foes_fail * fails // 100
        if mine:
            return foes_fail * TRUST // 100 if self.unsure >> winner & 1 else foes_fail
        taken = (100 - allies_fail) * (100 + foes_fail) // 200
        return taken * TRUST // 100 if self.unsure else taken
