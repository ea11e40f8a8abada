"""What a seat does not see, dealt again: every arrangement that its view allows.

A view says of each card where it can be: not with a seat that has proved to be void,
not above its ceiling, not a king in an écart. Among all such arrangements one is drawn
exactly uniformly; the few rules that no single card can tell of (a petit sec, an
opening in the called suit) are checked by the reference engine's own functions, and
arrangements that fail are drawn again.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from tarotsim.engine.entering import World, hand_before_play, plays_of
from tarotsim.game.cards import (
    BOUTS,
    CARD_COUNT,
    EXCUSE,
    TRUMP_SUIT,
    Card,
    Cards,
    is_king,
    is_trump,
    rank_of,
    suit_of,
    trump_number,
)
from tarotsim.game.errors import IllegalActError, TarotError
from tarotsim.game.keys import GAMMA, deal_key
from tarotsim.game.layout import Stage
from tarotsim.game.rules import (
    CalledCardDiscard,
    PoigneeDiscards,
    TrumpDiscard,
)
from tarotsim.reference.bidding import speaking_order
from tarotsim.reference.calling import find_partner, verify_call
from tarotsim.reference.chelem import announcers
from tarotsim.reference.dealing import find_petit_sec
from tarotsim.reference.ecart import verify_ecart
from tarotsim.reference.legality import legal_cards
from tarotsim.reference.poignee import verify_showing
from tarotsim.stats.allocations import Allocations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy.typing as npt

    from tarotsim.game.records import DealRecord, Showing
    from tarotsim.game.view import SeatView

__all__ = ["Unseen", "draw_unseen", "recorded_world", "unseen_worlds"]

_BATCH = 256
_HOPELESS = 20_000
"""Arrangements tried after which a share below `_LEAST` of accepted ones is too low."""
_LEAST = 1 / 200


@dataclass(frozen=True, slots=True)
class Unseen:
    """Deals that agree with what a seat sees.

    Parameters
    ----------
    worlds : tuple of World
    tried : int
        Arrangements that were drawn for them.
    """

    worlds: tuple[World, ...]
    tried: int


def recorded_world(record: DealRecord, view: SeatView) -> World:
    """Return the cards of a record at a decision, none of them drawn."""
    is_made = view.chien is not None and view.stage is not Stage.ECART
    ecart = record.ecart if is_made else Cards()
    hands = []
    for seat, dealt in enumerate(record.deal.hands):
        gone = {card for who, card in plays_of(view) if who == seat}
        cards = set(dealt)
        if seat == view.taker and view.chien is not None:
            cards |= set(view.chien)
            gone |= set(ecart)
        hands.append(Cards(sorted(cards - gone)))
    dealt_hands = tuple(Cards(sorted(hand)) for hand in record.deal.hands)
    return World(tuple(hands), dealt_hands, record.deal.chien, ecart)


def draw_unseen(
    view: SeatView,
    seed: int,
    count: int,
    believes: Callable[[Sequence[World], int], Sequence[bool]] | None = None,
) -> Unseen:
    """Deal again what a seat does not see.

    Parameters
    ----------
    view : SeatView
    seed : int
        Arrangement ``i`` depends on the view, the seed and ``i`` alone.
    count : int
        Deals wanted.
    believes : callable, optional
        Given some arrangements and the number of the first one of them, tells which
        of them are believed.

    Raises
    ------
    TarotError
        If nothing agrees with the view, or what is drawn is hardly ever accepted.
    """
    drawn = list(islice(unseen_worlds(view, seed, believes), count))
    return Unseen(tuple(world for world, _ in drawn), drawn[-1][1])


def unseen_worlds(
    view: SeatView,
    seed: int,
    believes: Callable[[Sequence[World], int], Sequence[bool]] | None = None,
) -> Iterator[tuple[World, int]]:
    """Deal again what a seat does not see, without an end.

    Parameters
    ----------
    view, seed, believes
        As for `draw_unseen`.

    Yields
    ------
    world : World
    tried : int
        Arrangements that were drawn up to this one.

    Raises
    ------
    TarotError
        As `draw_unseen`.
    """
    layout = _Layout(view)
    tried = accepted = 0
    while True:
        drawn = layout.draw(seed, tried)
        possible = [_is_possible(view, world) for world in drawn]
        if believes is not None:
            believed = believes(
                [w for w, ok in zip(drawn, possible, strict=True) if ok], tried
            )
            answers = iter(believed)
            possible = [ok and next(answers) for ok in possible]
        for world, is_accepted in zip(drawn, possible, strict=True):
            tried += 1
            if is_accepted:
                accepted += 1
                yield world, tried
        if tried >= _HOPELESS and accepted < tried * _LEAST:
            message = f"only {accepted} of {tried:,} arrangements of the unseen"
            message += f" cards agree with what seat {view.seat} knows"
            message += " and believes" if believes is not None else ""
            raise TarotError(f"{message}: too few; use the cards as dealt")


class _Layout:
    """Where each unseen card can be: other hands, and the chien or the écart."""

    def __init__(self, view: SeatView) -> None:
        self.view = view
        self.others = [seat for seat in range(view.players) if seat != view.seat]
        self.is_turned = view.chien is not None
        self.has_aside = not (self.is_turned and view.seat == view.taker)
        played = plays_of(view)
        known = {*view.hand, *view.ecart, *view.ecart_shown}
        known |= {card for _, card in played}
        self.cards = [card for card in range(CARD_COUNT) if card not in known]
        counts = dict.fromkeys(self.others, view.rules.hand_size)
        for seat, _ in played:
            if seat in counts:
                counts[seat] -= 1
        sizes = list(counts.values())
        if self.has_aside:
            shown = len(view.ecart_shown) if self.is_turned else 0
            sizes.append(view.rules.chien_size - shown)
        allowed = np.array(
            [
                [self._may_be(card, pile) for pile in range(len(sizes))]
                for card in self.cards
            ]
        ).reshape(len(self.cards), len(sizes))
        self._bar_called(allowed)
        self.ways = Allocations(allowed, sizes)
        if not self.ways.count:
            message = "no arrangement of the unseen cards agrees with what seat"
            raise TarotError(f"{message} {view.seat} knows; use the cards as dealt")

    def _may_be(self, card: Card, pile: int) -> bool:
        """Tell whether a card can be in a pile, by what that card alone tells."""
        view = self.view
        if pile == len(self.others):
            return self._may_be_aside(card)
        seat = self.others[pile]
        suit = suit_of(card)
        if suit < TRUMP_SUIT and view.voids[seat] >> suit & 1:
            return False
        if trump_number(card) > view.ceilings[seat]:
            return False
        is_from_chien = view.chien is not None and card in view.chien
        if is_from_chien and seat != view.taker:
            return False
        if not is_from_chien and seat != view.taker and self._is_of_taker(card):
            return False
        if seat == view.taker and view.ecart_shown and self._should_be_gone(card):
            return False
        return all(_fits(view, showing, seat, card) for showing in view.showings)

    def _is_of_taker(self, card: Card) -> bool:
        """Tell whether calling a lower card proves this one with the taker (R5.2)."""
        view = self.view
        if view.called is None or view.seat == view.taker:
            return False
        rank = rank_of(card)
        return card < TRUMP_SUIT * 14 and rank > rank_of(view.called)

    def _should_be_gone(self, card: Card) -> bool:
        """Tell whether trumps in the écart prove that a card is there too (R4.5)."""
        view = self.view
        if view.rules.trump_discard is not TrumpDiscard.SHORTFALL:
            return False
        return not is_trump(card) and self._may_be_discarded(card)

    def _may_be_discarded(self, card: Card) -> bool:
        """Tell whether a card can be in an écart unseen: trumps are shown (R4.4)."""
        is_kept = self.view.rules.called_card_discard is CalledCardDiscard.FORBIDDEN
        if is_kept and card == self.view.called:
            return False
        return not (is_king(card) or is_trump(card) or card in BOUTS)

    def _may_be_aside(self, card: Card) -> bool:
        view = self.view
        shown = [c for showing in view.showings for c in showing.cards]
        if card in shown:
            return False
        if self.is_turned:
            return self._may_be_discarded(card)
        return not self._is_of_taker(card)

    def _bar_called(self, allowed: npt.NDArray[np.bool_]) -> None:
        """Take the called card from the taker's own hand, unless it is proved there.

        A taker may call a card of his own (R5.5), and hardly ever does.
        """
        view = self.view
        if view.called not in self.cards or view.taker not in self.others:
            return
        if view.chien is not None and view.called in view.chien:
            return
        line = allowed[self.cards.index(view.called)]
        others = line.copy()
        others[self.others.index(view.taker)] = False
        if self.is_turned:
            others[len(self.others)] = False  # an écart from the hand
        if others.any():
            line[:] = others

    def draw(self, seed: int, first: int) -> list[World]:
        """Return some arrangements, the first of them of a given number."""
        numbers = _uniform(seed, first, _BATCH, len(self.cards))
        return [self._world(piles) for piles in self.ways.draw(numbers)]

    def _world(self, piles: npt.NDArray[np.int64]) -> World:
        view = self.view
        found: list[list[Card]] = [[] for _ in range(len(self.others) + 1)]
        for card, pile in zip(self.cards, piles.tolist(), strict=True):
            found[pile].append(card)
        hands = [view.hand] * view.players
        dealt = [view.dealt] * view.players
        ecart, chien = view.ecart, view.chien
        aside = found.pop()
        if chien is None:
            chien = Cards(aside)
        elif self.has_aside:
            ecart = Cards(sorted([*aside, *view.ecart_shown]))
        for seat, cards in zip(self.others, found, strict=True):
            hands[seat] = Cards(cards)
            before = hand_before_play(view, cards, seat)
            if seat == view.taker and self.is_turned:
                gone = set(chien)
                before = Cards([c for c in (*before, *ecart) if c not in gone])
            dealt[seat] = Cards(sorted(before))
        return World(tuple(hands), tuple(dealt), chien, ecart)


def _fits(view: SeatView, showing: Showing, seat: int, card: Card) -> bool:
    """Tell whether a poignée lets a card be with a seat (R10)."""
    if card in showing.cards:
        return seat == showing.seat
    if seat != showing.seat or not is_trump(card):
        return True
    # Whoever shows the Excuse, or trumps of the écart, has shown all other trumps
    # (R10.4, R10.6); under one option of D5 discarded trumps are free.
    is_free = view.rules.poignee_discards is PoigneeDiscards.FREE
    is_short = not is_free and set(view.ecart_shown) & set(showing.cards)
    return not (EXCUSE in showing.cards or is_short)


def _is_possible(view: SeatView, world: World) -> bool:
    """Tell whether the acts so far were legal with these cards."""
    if find_petit_sec(world.dealt) is not None:
        return False
    try:
        _verify_acts(view, world)
    except IllegalActError:
        return False
    return _follows_rules(view, world)


def _verify_acts(view: SeatView, world: World) -> None:
    """Check call, écart and poignées of the others."""
    rules, taker = view.rules, view.taker
    if taker is None:
        return
    if view.called is not None:
        verify_call(rules, world.dealt[taker], view.called)
    if view.chien is not None and view.stage is not Stage.ECART:
        both = [*world.dealt[taker], *view.chien]
        verify_ecart(rules, both, world.ecart, view.called)
    if view.chelem_by is not None:
        partner = find_partner(world.dealt, taker, view.called)
        order = speaking_order(view.players, view.dealer)
        if view.chelem_by not in announcers(rules, taker, partner, order):
            raise IllegalActError("cannot announce a slam", "R12.2")
    for showing in view.showings:
        hand = hand_before_play(view, world.hands[showing.seat], showing.seat)
        shown = view.ecart_shown if showing.seat == taker else ()
        verify_showing(rules, hand, shown, showing)


def _follows_rules(view: SeatView, world: World) -> bool:
    """Tell whether every card so far was legal from the hand it came from."""
    hands = [
        list(hand_before_play(view, hand, seat))
        for seat, hand in enumerate(world.hands)
    ]
    tricks = [(trick.leader, trick.cards) for trick in view.tricks]
    for number, (leader, cards) in enumerate([*tricks, (view.leader, view.table)]):
        for place, card in enumerate(cards):
            hand = hands[(leader + place) % view.players]
            table = cards[:place]
            legal = legal_cards(
                view.rules,
                hand,
                table,
                is_first_trick=number == 0,
                called=view.called,
            )
            if card not in legal:
                return False
            hand.remove(card)
    return True


def _uniform(seed: int, start: int, count: int, width: int) -> npt.NDArray[np.float64]:
    """Return numbers from 0 to below 1, a row for each arrangement, by their keys."""
    keys = [deal_key(seed, start + index) for index in range(count)]
    steps = (np.arange(width, dtype=np.uint64) + np.uint64(1)) * np.uint64(GAMMA)
    z = np.array(keys, dtype=np.uint64)[:, None] + steps
    z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    return np.asarray((z >> np.uint64(11)) * 2.0**-53)
