"""Other deals that a seat cannot tell from the one it sits in.

A world is the same deal with a few hidden cards exchanged between places that the
seat cannot look into. Its public history is replayed act by act, so a world in which
some act would have been illegal is thrown away, and the view of the seat at the same
decision is caught.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from tarotsim.game.auction import Imposed
from tarotsim.game.cards import Card, is_trump
from tarotsim.game.errors import IllegalActError
from tarotsim.game.layout import Outcome, Stage
from tarotsim.game.records import Deal, DealRecord
from tarotsim.game.rules import SlamAnnouncement, SlamAnnouncer
from tarotsim.game.script import Script
from tarotsim.game.strategy import DECISIONS, Strategy
from tarotsim.game.view import SeatView
from tarotsim.reference.dealing import deal_given
from tarotsim.testing import Table
from tests.property.recording import known_cards


class Caught(BaseException):  # not an Exception: the engine must let it pass
    """Raised at the decision looked for."""

    def __init__(self, view: SeatView) -> None:
        super().__init__()
        self.view = view


class Catcher:
    """Plays on until the decision that is looked for, and raises its view."""

    def __init__(self, inner: Strategy, sought: SeatView) -> None:
        self._inner = inner
        self._sought = sought

    def __getattr__(self, name: str) -> Any:
        if name not in DECISIONS:
            raise AttributeError(name)

        def ask(view: SeatView) -> Any:
            sought = (self._sought.stage, len(self._sought.played))
            if (view.stage, len(view.played)) == sought:
                raise Caught(view)
            return getattr(self._inner, name)(view)

        return ask


def other_world(
    rng: random.Random, table: Table, record: DealRecord, seen: SeatView
) -> tuple[SeatView, Deal] | None:
    """Return the same decision in a world with other hidden cards, and its deal.

    None if the exchange of cards tried would have changed what was public.
    """
    swap = _exchange(rng, record, seen)
    if not swap:
        return None
    deal = _exchanged(table, swap)
    script = _history(record, seen)
    if script.ecart is not None:
        ecart = tuple(swap.get(card, card) for card in script.ecart)
        if {c for c in ecart if is_trump(c)} != set(record.ecart_shown):
            return None
        script = replace(script, ecart=ecart)
    if _announcer_changes_camp(record, deal, script):
        return None
    return _catch(table, record, deal, script, seen)


def _catch(
    table: Table, record: DealRecord, deal: Deal, script: Script, seen: SeatView
) -> tuple[SeatView, Deal] | None:
    players = list(table.players)
    players[seen.seat] = cast("Strategy", Catcher(players[seen.seat], seen))
    world = replace(table, players=tuple(players), deal=deal)
    if world.auction is not None:
        # "The best hand" would change with the hands.
        assert record.taker is not None
        world = replace(world, auction=Imposed(record.contract, record.taker))
    try:
        ended = world.play(script)
    except Caught as caught:
        return caught.view, deal
    except IllegalActError:
        return None
    assert ended.outcome is Outcome.PETIT_SEC
    return None


def _exchange(
    rng: random.Random, record: DealRecord, seen: SeatView
) -> dict[Card, Card]:
    """Choose some hidden cards that trade places, two by two."""
    known = known_cards(seen, record)
    if seen.is_taker:
        known |= set(seen.ecart)
    places = [
        [card for card in hand if card not in known]
        for seat, hand in enumerate(record.deal.hands)
        if seat != seen.seat
    ]
    places.append([card for card in record.deal.chien if card not in known])
    places = [place for place in places if place]
    swap: dict[Card, Card] = {}
    if len(places) < 2:
        return swap
    for _ in range(rng.choice((1, 1, 2, 6))):
        one, two = rng.sample(places, 2)
        a, b = rng.choice(one), rng.choice(two)
        if a not in swap and b not in swap:
            swap[a], swap[b] = b, a
    return swap


def _exchanged(table: Table, swap: dict[Card, Card]) -> Deal:
    def exchange(cards: Sequence[Card]) -> list[Card]:
        return [swap.get(card, card) for card in cards]

    deal = table.deal
    hands = [exchange(hand) for hand in deal.hands]
    return deal_given(table.rules, hands, exchange(deal.chien), deal.dealer)


def _history(record: DealRecord, seen: SeatView) -> Script:
    """Return the acts made before a decision."""
    played = len(seen.played)
    full = Script.from_record(record, played)
    bids = full.bids[: len(seen.bids)]
    if seen.stage is Stage.BID:
        return Script(bids=bids)
    if seen.stage is Stage.CALL:
        return Script(bids=bids)
    early = record.rules.slam_announcement is SlamAnnouncement.BEFORE_CHIEN
    if seen.stage is Stage.CHELEM:
        ecart = None if early else full.ecart
        return Script(bids=bids, called=full.called, ecart=ecart)
    if seen.stage is Stage.ECART:
        return Script(
            bids=bids,
            called=full.called,
            chelem_decided=early,
            chelem_by=record.chelem_by if early else None,
        )
    showings = dict(full.showings)
    if seen.stage is Stage.PLAY:
        shown = {showing.seat: showing for showing in record.showings}
        showings[seen.seat] = shown.get(seen.seat)
    return replace(full, showings=showings)


def _announcer_changes_camp(record: DealRecord, deal: Deal, script: Script) -> bool:
    """Tell whether the announcer of the slam could not have announced here (D14)."""
    seat = script.chelem_by
    if seat is None or record.rules.slam_announcer is not SlamAnnouncer.ATTACK:
        return False
    return seat != record.taker and script.called not in deal.hands[seat]
