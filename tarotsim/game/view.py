"""What a seat may see when it decides, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tarotsim.game.cards import (
    BOUTS,
    EXCUSE,
    PETIT,
    SUITS,
    TRUMP_SUIT,
    Card,
    Cards,
    format_cards,
    is_trump,
    sort_cards,
    suit_of,
)
from tarotsim.game.keys import MAX_INDEX, bounded, draw, draw_counter
from tarotsim.game.layout import Stage
from tarotsim.game.rules import Camp, Contract, RuleSet

if TYPE_CHECKING:
    from tarotsim.game.poignees import PoigneeOption
    from tarotsim.game.records import Bid, Showing, Trick

__all__ = ["PublicView", "SeatView", "led_suit", "winning_index"]


def led_suit(table: tuple[Card, ...]) -> int | None:
    """Return the suit that sets the duties: that of the first card not the Excuse.

    0-3, 4 for trumps, None if nothing binds yet (R8.3).
    """
    for card in table:
        if card != EXCUSE:
            return suit_of(card)
    return None


def winning_index(table: tuple[Card, ...]) -> int | None:
    """Return the place of the card that is winning, the Excuse ignored (R9.7)."""
    suit = led_suit(table)
    best, place = -1, None
    for index, card in enumerate(table):
        kind = suit_of(card)
        if kind in (suit, TRUMP_SUIT) and card > best:
            # Trumps have higher numbers than every suit card.
            best, place = card, index
    return place


class PublicView(NamedTuple):
    """What everybody at the table knows; see `SeatView` for how to read it."""

    rules: RuleSet
    dealer: int
    bids: tuple[Bid, ...]
    taker: int | None
    contract: Contract
    called: Card | None
    chien: Cards | None
    ecart_shown: Cards
    chelem_by: int | None
    showings: tuple[Showing, ...]
    tricks: tuple[Trick, ...]
    leader: int
    table: tuple[Card, ...]
    voids: tuple[int, ...]
    ceilings: tuple[int, ...]


class SeatView(NamedTuple):
    """One seat's view at one decision: a value that cannot change.

    It holds the public events, the seat's own cards and the legal acts. It carries
    neither the seed nor the number of the deal, from which all hands could be dealt
    again; `draw` gives a strategy its own random numbers.

    Parameters
    ----------
    public : PublicView
        Public events; every field is also an attribute of the view.
    seat : int
        This seat.
    stage : Stage
        The decision asked.
    hand : Cards
        Cards now in hand, in ascending card numbers; hand and chien together when
        the écart is asked.
    dealt : Cards
        The hand as dealt.
    ecart : Cards
        Own discard if this seat is the taker and has discarded, else empty.
    legal : tuple
        What may be answered: contracts, cards to call, cards that may go into the
        écart, ``(False, True)`` for the slam, `PoigneeOption` for the poignée, cards
        to play.
    key : int
        Key of this seat's own draws.
    """

    public: PublicView
    seat: int
    stage: Stage
    hand: Cards
    dealt: Cards
    ecart: Cards
    legal: tuple[Any, ...]
    key: int

    @property
    def rules(self) -> RuleSet:
        """Rules of the table."""
        return self.public.rules

    @property
    def players(self) -> int:
        """Players at the table, 3 to 5."""
        return self.public.rules.players

    @property
    def dealer(self) -> int:
        """Seat of the dealer."""
        return self.public.dealer

    @property
    def position(self) -> int:
        """Order of speech: 0 for the dealer's right-hand neighbour (R3.1)."""
        return (self.seat - self.public.dealer - 1) % self.players

    @property
    def bids(self) -> tuple[Bid, ...]:
        """Bids so far, in the order spoken."""
        return self.public.bids

    @property
    def taker(self) -> int | None:
        """Seat of the taker; None while bidding (the bids say who is highest)."""
        return self.public.taker

    @property
    def contract(self) -> Contract:
        """The contract, or the highest bid so far."""
        return self.public.contract

    @property
    def called(self) -> Card | None:
        """The called card at five players (R5)."""
        return self.public.called

    @property
    def chien(self) -> Cards | None:
        """The chien if it was turned up, else None (R4.1, R15.1)."""
        return self.public.chien

    @property
    def ecart_shown(self) -> Cards:
        """Trumps shown in the écart (R4.6)."""
        return self.public.ecart_shown

    @property
    def chelem_by(self) -> int | None:
        """Seat that announced a slam."""
        return self.public.chelem_by

    @property
    def showings(self) -> tuple[Showing, ...]:
        """Poignées shown so far."""
        return self.public.showings

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """Finished tricks."""
        return self.public.tricks

    @property
    def trick_number(self) -> int:
        """Number of the trick being played, from 0."""
        return len(self.public.tricks)

    @property
    def is_last_trick(self) -> bool:
        """Whether the trick being played is the last one."""
        return len(self.public.tricks) == self.rules.trick_count - 1

    @property
    def leader(self) -> int:
        """Seat that leads the trick being played."""
        return self.public.leader

    @property
    def table(self) -> tuple[Card, ...]:
        """Cards on the table, in the order played."""
        return self.public.table

    @property
    def voids(self) -> tuple[int, ...]:
        """Suits each seat has proved not to hold: bit 0 pique to bit 3 trefle."""
        return self.public.voids

    @property
    def ceilings(self) -> tuple[int, ...]:
        """Highest trump each seat can still hold, as proved by play; 0: none."""
        return self.public.ceilings

    @property
    def is_leading(self) -> bool:
        """Whether this seat leads the trick."""
        return not self.public.table

    @property
    def led_suit(self) -> int | None:
        """Suit to follow: 0-3, 4 trumps, None if free (R8.3)."""
        return led_suit(self.public.table)

    @property
    def winning_card(self) -> Card | None:
        """Card that is winning the trick, None if there is none yet."""
        place = winning_index(self.public.table)
        return None if place is None else self.public.table[place]

    @property
    def winning_seat(self) -> int | None:
        """Seat that is winning the trick, None if nobody is yet."""
        place = winning_index(self.public.table)
        return None if place is None else self.seat_at(place)

    @property
    def seats_to_come(self) -> tuple[int, ...]:
        """Seats that play after this one in the trick."""
        after = len(self.public.table) + 1
        return tuple(self.seat_at(i) for i in range(after, self.players))

    def seat_at(self, place: int) -> int:
        """Return the seat that plays the card at ``place`` of the trick."""
        return (self.public.leader + place) % self.players

    @property
    def played(self) -> Cards:
        """All cards played so far, those on the table included."""
        cards = [card for trick in self.public.tricks for card in trick.cards]
        return Cards([*cards, *self.public.table])

    @property
    def trumps(self) -> Cards:
        """Trumps in hand, lowest first; the Excuse is not one."""
        return Cards(card for card in self.hand if is_trump(card))

    @property
    def bouts(self) -> Cards:
        """Bouts in hand."""
        return Cards(card for card in self.hand if card in BOUTS)

    @property
    def has_petit(self) -> bool:
        """Whether the Petit is in hand."""
        return PETIT in self.hand

    @property
    def has_excuse(self) -> bool:
        """Whether the Excuse is in hand."""
        return EXCUSE in self.hand

    def suit(self, suit: int) -> Cards:
        """Return the cards of a suit in hand, lowest first; 0 pique to 3 trefle."""
        return Cards(card for card in self.hand if suit_of(card) == suit)

    @property
    def is_taker(self) -> bool:
        """Whether this seat is the taker."""
        return self.seat == self.public.taker

    @property
    def known_partner(self) -> int | None:
        """Seat of the partner as far as this seat knows (R5.4), else None."""
        called, taker = self.public.called, self.public.taker
        if called is None or taker is None:
            return None
        if called in self.dealt:
            return None if self.is_taker else self.seat
        for trick in self.public.tricks:
            if called in trick.cards:
                seat = trick.seat_of(trick.cards.index(called))
                return None if seat == taker else seat
        if called in self.public.table:
            seat = self.seat_at(self.public.table.index(called))
            return None if seat == taker else seat
        return None

    @property
    def camp(self) -> Camp | None:
        """Own camp; None while bidding."""
        if self.public.taker is None:
            return None
        mine = self.seat in (self.public.taker, self.known_partner)
        return Camp.ATTACK if mine else Camp.DEFENCE

    def camp_of(self, seat: int) -> Camp | None:
        """Return another seat's camp as far as this seat knows; None if it does not.

        At five players a defender does not know who his partners are until the
        called card is seen.
        """
        if self.public.taker is None:
            return None
        if seat == self.seat:
            return self.camp
        if seat == self.public.taker:
            return Camp.ATTACK
        if self.public.called is None:
            return None if self.rules.calls_king else Camp.DEFENCE
        partner = self.known_partner
        if partner is not None:
            return Camp.ATTACK if seat == partner else Camp.DEFENCE
        return Camp.DEFENCE if self._taker_is_known_alone() else None

    def _taker_is_known_alone(self) -> bool:
        called = self.public.called
        if self.is_taker and called in self.dealt:
            return True
        if self.public.chien is not None and called in self.public.chien:
            return True
        table = self.public.table
        if called in table:
            return self.seat_at(table.index(called)) == self.public.taker
        return any(
            called in trick.cards
            and trick.seat_of(trick.cards.index(called)) == self.public.taker
            for trick in self.public.tricks
        )

    def draw(self, limit: int, index: int = 0) -> int:
        """Return a random whole number from 0 to ``limit`` - 1.

        Parameters
        ----------
        limit : int
            1 to 65535.
        index : int, optional
            Which draw of this decision, 0 to 65535; the same index gives the same
            number.

        Raises
        ------
        ValueError
            For another limit or index.

        Notes
        -----
        The number depends on the seat, the decision, the trick and the index only:
        nothing that was drawn before moves it.
        """
        if not 0 <= index <= MAX_INDEX:
            raise ValueError(f"a draw has an index of 0 to {MAX_INDEX}, not {index}")
        if not 1 <= limit <= MAX_INDEX:
            raise ValueError(f"a draw has a limit of 1 to {MAX_INDEX}, not {limit}")
        counter = draw_counter(self.stage, len(self.public.tricks), index)
        return bounded(draw(self.key, counter), limit)

    def __repr__(self) -> str:
        return f"<SeatView seat {self.seat}, {self.stage.label}: {self.hand}>"

    def __str__(self) -> str:
        return "\n".join(_view_lines(self))


def _view_lines(view: SeatView) -> list[str]:
    lines = [
        f"seat {view.seat} of {view.players}, dealer seat {view.dealer}, "
        f"asked: {view.stage.label}",
        f"hand: {sort_cards(view.hand)}",
    ]
    if view.bids:
        spoken = ", ".join(f"{b.seat} {b.contract.label}" for b in view.bids)
        lines.append(f"bids: {spoken}")
    if view.taker is not None:
        lines.append(f"taker: seat {view.taker}, {view.contract.label}")
    if view.called is not None:
        lines.append(f"called: {format_cards([view.called])}")
    if view.chien is not None:
        lines.append(f"chien: {view.chien}")
    for showing in view.showings:
        shown = f"seat {showing.seat} {showing.level.label}: {showing.cards}"
        lines.append(f"poignée: {shown}")
    voids = [
        f"seat {seat} no {SUITS[suit]}"
        for seat, bits in enumerate(view.voids)
        for suit in range(4)
        if bits >> suit & 1
    ]
    if voids:
        lines.append("voids: " + ", ".join(voids))
    if view.table:
        lines.append(f"table: {format_cards(view.table)} (led by seat {view.leader})")
    if view.stage is Stage.PLAY:
        lines.append(f"legal: {format_cards(view.legal)}")
    elif view.stage is Stage.POIGNEE:
        options: tuple[PoigneeOption, ...] = view.legal
        lines.append("may show: " + ", ".join(o.level.label for o in options))
    return lines
