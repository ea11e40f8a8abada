"""Reading a view: the trick, the hand, who is with whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest

from tarotsim.game.auction import Imposed
from tarotsim.game.cards import Cards
from tarotsim.game.layout import Stage
from tarotsim.game.parsing import parse_card, parse_cards
from tarotsim.game.records import Bid, Trick
from tarotsim.game.rules import RULES_4, RULES_5, Camp, Contract, rules_for
from tarotsim.game.script import Script
from tarotsim.game.strategy import DECISIONS, Strategy
from tarotsim.game.view import PublicView, SeatView, led_suit, winning_index
from tarotsim.reference.dealing import deal_cards, deal_given
from tarotsim.reference.game import play_deal


@pytest.mark.parametrize(
    ("table", "led", "winner"),
    [
        ("", None, None),
        ("EX", None, None),
        ("S5", 0, 0),
        ("S5 SR T1 HR", 0, 2),
        ("EX D3 DR D10", 2, 2),
        ("C2 HR C1 SD", 3, 0),
        ("T6 EX T11 T7", 4, 2),
        ("D7 T12 EX T4", 2, 1),
        ("EX T1 SR HR", 4, 1),
        ("HR EX", 1, 0),
    ],
)
def test_suit_led_and_winning_card(
    table: str, led: int | None, winner: int | None
) -> None:
    """R8.2, R8.3, R9.7."""
    cards = tuple(parse_cards(table))
    assert led_suit(cards) == led
    assert winning_index(cards) == winner


def view_of(hand: str, table: str = "", **changes: Any) -> SeatView:
    public = PublicView(
        rules=changes.get("rules", RULES_4),
        dealer=changes.get("dealer", 3),
        bids=changes.get("bids", ()),
        taker=changes.get("taker", 2),
        contract=changes.get("contract", Contract.GARDE),
        called=changes.get("called"),
        chien=changes.get("chien"),
        ecart_shown=Cards(),
        chelem_by=None,
        showings=(),
        tricks=changes.get("tricks", ()),
        leader=changes.get("leader", 0),
        table=tuple(parse_cards(table)),
        voids=changes.get("voids", (0, 0, 0, 0)),
        ceilings=(21, 21, 21, 21),
    )
    cards = Cards(sorted(parse_cards(hand)))
    stage = changes.get("stage", Stage.PLAY)
    seat = changes.get("seat", 0)
    return SeatView(public, seat, stage, cards, cards, Cards(), cards, 12345)


def test_a_view_reads_the_hand() -> None:
    view = view_of("21 5 1 Ex ♠R ♠2 ♦D")
    assert str(view.trumps) == "1 5 21"
    assert str(view.bouts) == "1 21 Ex"
    assert view.has_petit
    assert view.has_excuse
    assert [str(view.suit(suit)) for suit in range(4)] == ["♠2 ♠R", "", "♦D", ""]
    poor = view_of("20 ♠R")
    assert not poor.has_petit
    assert not poor.has_excuse
    assert poor.bouts == ()


def test_a_view_reads_the_trick() -> None:
    trick = Trick(1, parse_cards("♠1 ♠2 ♠3 ♠4"), 0)
    view = view_of("♥5 3", "♥R T20", seat=2, leader=0, tricks=(trick,))
    assert view.trick_number == 1
    assert not view.is_leading
    assert not view.is_last_trick
    assert view.led_suit == 1
    assert view.winning_card == parse_card("20")
    assert view.winning_seat == 1
    assert view.seats_to_come == (3,)
    assert [view.seat_at(place) for place in range(4)] == [0, 1, 2, 3]
    assert str(view.played) == "♠1 ♠2 ♠3 ♠4 ♥R 20"
    assert trick.plays() == [(1, 0), (2, 1), (3, 2), (0, 3)]


def test_a_view_of_a_leader() -> None:
    view = view_of("♥5 3", seat=3, leader=3)
    assert view.is_leading
    assert view.led_suit is None
    assert view.winning_card is None
    assert view.winning_seat is None
    assert view.seats_to_come == (0, 1, 2)


def test_position_counts_from_the_dealers_right() -> None:
    positions = [view_of("5", seat=seat, dealer=2).position for seat in range(4)]
    assert positions == [1, 2, 3, 0]


def test_camps_at_four() -> None:
    taker, defender = view_of("5", seat=2, taker=2), view_of("5", seat=0, taker=2)
    assert taker.is_taker
    assert taker.camp is Camp.ATTACK
    assert defender.camp is Camp.DEFENCE
    for view in (taker, defender):
        assert view.known_partner is None
        camps = [view.camp_of(seat) for seat in range(4)]
        assert camps == [Camp.DEFENCE, Camp.DEFENCE, Camp.ATTACK, Camp.DEFENCE]


def test_before_any_bid_there_are_no_camps() -> None:
    view = view_of("5", stage=Stage.BID, taker=None, contract=Contract.PASS)
    assert view.camp is None
    assert view.camp_of(2) is None
    assert not view.is_taker


def test_draws_depend_on_decision_trick_and_index_only() -> None:
    view = view_of("♥5 3")
    trick = Trick(1, parse_cards("♠1 ♠2 ♠3 ♠4"), 0)
    assert view.draw(1000) == view.draw(1000, 0)
    assert view.draw(1000) == view._replace(hand=parse_cards("♠R 2")).draw(1000)
    others = [
        view._replace(key=54321),
        view._replace(stage=Stage.POIGNEE),
        view._replace(public=view.public._replace(tricks=(trick,))),
    ]
    drawn = {other.draw(65535) for other in others} | {view.draw(65535, 1)}
    assert len(drawn | {view.draw(65535)}) == 5
    assert all(view.draw(1, index) == 0 for index in range(5))


def test_a_view_prints_what_matters() -> None:
    view = view_of(
        "♥5 3",
        "♥R T20",
        seat=2,
        bids=(Bid(0, Contract.PRISE), Bid(1, Contract.GARDE)),
        taker=1,
        chien=parse_cards("♠1 ♠2"),
        voids=(1, 0, 0, 12),
    )
    text = str(view)
    assert text.splitlines() == [
        "seat 2 of 4, dealer seat 3, asked: play",
        "hand: ♥5 ♥3",
        "bids: 0 prise, 1 garde",
        "taker: seat 1, garde",
        "chien: ♠1 ♠2",
        "voids: seat 0 no pique, seat 3 no carreau, seat 3 no trefle",
        "table: ♥R 20 (led by seat 0)",
        "legal: ♥3 ♥5",
    ]
    assert repr(view) == "<SeatView seat 2, play: ♥3 ♥5>"


# -- a deal at five players, seat by seat ------------------------------------------


class Watcher:
    """Lets a function look at every view, and plays by the defaults."""

    def __init__(self, look: Callable[[SeatView], None], inner: Strategy) -> None:
        self._look = look
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        if name not in DECISIONS:
            raise AttributeError(name)

        def ask(view: SeatView) -> Any:
            self._look(view)
            return getattr(self._inner, name)(view)

        return ask


def five_player_views(holder: int, contract: Contract) -> list[SeatView]:
    """Play a deal in which seat 1 takes and calls the king of hearts.

    ``holder`` has that king: a seat, or 5 for the chien.
    """
    king = parse_card("♥R")
    dealt = deal_cards(RULES_5, 2024, 4)
    piles = [list(hand) for hand in dealt.hands] + [list(dealt.chien)]
    source = next(pile for pile in piles if king in pile)
    if source is not piles[holder]:
        swapped = next(card for card in piles[holder] if card < 56)
        source[source.index(king)] = swapped
        piles[holder][piles[holder].index(swapped)] = king
    deal = deal_given(RULES_5, piles[:5], piles[5], dealer=4)
    views: list[SeatView] = []
    seats = [cast("Strategy", Watcher(views.append, Default()))] * 5
    auction, script = Imposed(contract, 1), Script(called=king)
    record = play_deal(RULES_5, deal, seats, auction=auction, script=script)
    assert record.partner == (holder if holder not in (1, 5) else None)
    return views


class Default(Strategy):
    """The defaults."""


def when_seen(views: list[SeatView]) -> Iterator[tuple[SeatView, bool, bool]]:
    """Yield the views of play, whether the king was played, and is on the table."""
    for view in views:
        if view.stage is Stage.PLAY:
            yield view, view.called in view.played, view.called in view.table


@pytest.mark.parametrize("contract", [Contract.GARDE, Contract.GARDE_SANS])
def test_a_partner_is_known_to_himself_first(contract: Contract) -> None:
    seen = 0
    for view, played, _ in when_seen(five_player_views(3, contract)):
        knows = played or view.seat == 3
        seen += played
        assert view.known_partner == (3 if knows else None)
        attack = view.seat in (1, 3)
        assert view.camp is (Camp.ATTACK if attack else Camp.DEFENCE)
        expected = [Camp.DEFENCE, Camp.ATTACK, Camp.DEFENCE, Camp.ATTACK, Camp.DEFENCE]
        for seat in range(5):
            known = knows or seat in (1, view.seat)
            assert view.camp_of(seat) is (expected[seat] if known else None)
    assert seen > 5


@pytest.mark.parametrize("contract", [Contract.GARDE, Contract.GARDE_SANS])
def test_a_lone_taker_knows_it_and_the_others_learn_it(contract: Contract) -> None:
    """R5.5: the called king in the taker's own hand."""
    for view, played, on_table in when_seen(five_player_views(1, contract)):
        assert view.known_partner is None
        assert view.camp is (Camp.ATTACK if view.seat == 1 else Camp.DEFENCE)
        others = [s for s in range(5) if s not in (view.seat, 1)]
        camps = {view.camp_of(seat) for seat in others}
        if view.seat == 1 or (played and not on_table):
            assert camps == {Camp.DEFENCE}
        elif not played:
            assert camps == {None}


def test_a_called_king_in_a_chien_turned_up_is_known_to_all() -> None:
    for view, _, _ in when_seen(five_player_views(5, Contract.GARDE)):
        assert view.known_partner is None
        camps = {view.camp_of(seat) for seat in range(5) if seat != 1}
        assert camps == {Camp.DEFENCE}


def test_a_called_king_in_a_hidden_chien_is_known_to_nobody() -> None:
    for view, played, _ in when_seen(five_player_views(5, Contract.GARDE_CONTRE)):
        assert not played
        others = [s for s in range(5) if s not in (view.seat, 1)]
        assert {view.camp_of(seat) for seat in others} == {None}


def test_a_called_king_on_the_table_is_seen_at_once() -> None:
    """Its holder is known before the trick is over, alone or not."""
    seen = {1: 0, 3: 0}
    for holder in seen:
        views = five_player_views(holder, Contract.GARDE_SANS)
        for view, _, on_table in when_seen(views):
            if on_table and view.seat != holder:
                seen[holder] += 1
                others = [s for s in range(5) if s != view.seat]
                assert None not in {view.camp_of(seat) for seat in others}
    assert min(seen.values()) > 0


def test_the_taker_who_calls_does_not_know_the_camps_yet() -> None:
    """R5.3: the king is not named yet, so any other seat may be the partner."""
    calls: list[SeatView] = []
    seat = cast("Strategy", Watcher(calls.append, Default()))
    deal = deal_cards(RULES_5, 2024, 4)
    play_deal(RULES_5, deal, [seat] * 5, auction=Imposed(Contract.GARDE, 1))
    view = next(view for view in calls if view.stage is Stage.CALL)
    assert view.camp is Camp.ATTACK
    assert {view.camp_of(other) for other in (0, 2, 3, 4)} == {None}


def test_while_bidding_there_is_a_highest_bid_but_no_taker() -> None:
    views: list[SeatView] = []
    script = Script(bids=(Contract.PRISE,))
    seat = cast("Strategy", Watcher(views.append, Default()))
    play_deal(RULES_4, deal_cards(RULES_4, 7, 3), [seat] * 4, script=script)
    bidding = [view for view in views if view.stage is Stage.BID]
    assert len(bidding) == 3
    for view in bidding:
        assert view.contract is max(bid.contract for bid in view.bids)
        assert view.taker is None
        assert view.camp is None
        assert view.camp_of((view.seat + 1) % 4) is None


def test_views_know_their_table() -> None:
    rules = rules_for(5, D1="follows_winner")
    view = view_of("5", rules=rules)
    assert view.players == 5
    assert view.rules is rules
