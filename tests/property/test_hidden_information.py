"""What a seat sees holds nothing that is hidden from it, and cannot be changed."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarotsim.game.auction import Imposed
from tarotsim.game.cards import CARD_COUNT, Cards
from tarotsim.game.keys import deal_key, seat_key
from tarotsim.game.layout import Outcome, Stage
from tarotsim.game.records import Bid, DealRecord, Showing, Trick
from tarotsim.game.rules import Camp, Contract, rules_for
from tarotsim.game.view import SeatView
from tarotsim.reference.dealing import deal_cards
from tarotsim.testing import RandomPlayer, Table, random_table
from tarotsim.testing.recording import play_recorded
from tests.property.recording import (
    known_cards,
    properties,
    walk,
    walk_closures,
)
from tests.property.tables import tables
from tests.property.worlds import other_world

SEED, NUMBER = 3_141_592_653_589_793_238, 2_718_281_828_459_045_235
"""A seed and a deal number that no other number in a view can equal by chance."""


def played_tables(
    rng: random.Random, players: int, count: int
) -> Iterator[tuple[Table, DealRecord, list[SeatView]]]:
    """Yield tables with their record and every view, the outcome played."""
    while count:
        table = random_table(rng, players)
        record, log = play_recorded(table)
        if record.outcome is Outcome.PLAYED:
            count -= 1
            yield table, record, [asked.view for asked in log]


def deductions(view: SeatView) -> tuple[object, ...]:
    """Return everything a view works out, and how it shows itself."""
    found = properties(view)
    camps = tuple(view.camp_of(seat) for seat in range(view.players))
    texts = str(view), repr(view)
    values = [found[name] for name in sorted(found) if not callable(found[name])]
    return (camps, texts, *values)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_views_do_not_change_with_hidden_cards(players: int) -> None:
    """At every stage, over worlds that share the public history."""
    rng = random.Random(f"worlds {players}")
    compared: Counter[Stage] = Counter()
    partners = 0
    for table, record, views in played_tables(rng, players, 50):
        rng.shuffle(views)
        chosen = [[v for v in views if v.stage is stage][:4] for stage in Stage]
        for view in chain.from_iterable(chosen):
            for _ in range(6):
                world = other_world(rng, table, record, view)
                if world is None:
                    continue
                other, deal = world
                assert deal.hands != table.deal.hands
                assert other == view
                assert hash(other) == hash(view)
                assert deductions(other) == deductions(view)
                compared[view.stage] += 1
                holder = [view.called in hand for hand in table.deal.hands]
                partners += holder != [view.called in hand for hand in deal.hands]
    wanted = {Stage.ECART: 40, Stage.CHELEM: 40, Stage.POIGNEE: 15, Stage.PLAY: 150}
    wanted[Stage.BID] = 40
    if players == 5:
        wanted[Stage.CALL] = 40
        assert partners > 20
    assert [stage for stage, n in wanted.items() if compared[stage] < n] == []


def hidden_table(rng: random.Random, players: int) -> Table:
    """Return a dealt table whose seed and number would be recognised anywhere."""
    rules = rules_for(players)
    number = NUMBER + rng.randrange(10**6)
    contract = rng.choice((Contract.PRISE, Contract.GARDE, Contract.GARDE_CONTRE))
    auction = rng.choice((None, Imposed(contract), Imposed(contract, 1)))
    seats = tuple(RandomPlayer("random", 8, seat) for seat in range(players))
    return Table(rules, deal_cards(rules, SEED, number), seats, auction)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_neither_seed_nor_number_nor_a_foreign_key_is_in_reach(players: int) -> None:
    rng = random.Random(f"secrets {players}")
    for _ in range(12):
        table = hidden_table(rng, players)
        number = table.deal.number
        assert number is not None
        streams = {deal_key(SEED, number, stream) for stream in range(players + 2)}
        keys = {seat: seat_key(SEED, number, seat) for seat in range(players)}
        _, log = play_recorded(table)
        for view in (asked.view for asked in log):
            secrets = {SEED, number, *streams, *keys.values()} - {keys[view.seat]}
            for path, value in reachable(view):
                if isinstance(value, int):
                    assert value not in secrets, path


def reachable(view: SeatView) -> Iterator[tuple[str, object]]:
    """Yield what is in a view, in its properties and behind its methods."""
    yield from walk(view)
    for name, value in properties(view).items():
        if callable(value):
            assert getattr(value, "__self__", view) is view
            yield from walk_closures(value, f"view.{name}")
        else:
            yield from walk(value, f"view.{name}")


NOT_CARDS = ("voids", "ceilings", "poignee_sizes", "seats_to_come")
"""Tuples of whole numbers in a view that are no cards."""


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_card_in_reach_is_known_to_the_seat(players: int) -> None:
    rng = random.Random(f"cards {players}")
    for _, record, views in played_tables(rng, players, 15):
        for view in views:
            known = known_cards(view, record)
            # Cards that may be called are named, not placed.
            named = set(view.legal) if view.stage is Stage.CALL else set()
            for path, value in reachable(view):
                name = path.rsplit(".", 1)[-1]
                if isinstance(value, Cards):
                    assert set(value) <= known | named, path
                elif isinstance(value, tuple) and value and name not in NOT_CARDS:
                    if all(type(item) is int for item in value):
                        assert set(value) <= known, path
                elif isinstance(value, (list, set, frozenset, dict)):
                    pytest.fail(f"{path} can be changed or hides its order")


@given(tables())
def test_only_seats_of_public_events_are_named(table: Table) -> None:
    """No field of a view holds the partner; each record in it is of a public act."""
    record, log = play_recorded(table)
    for view in (asked.view for asked in log):
        fields = {*view._fields, *view.public._fields}
        assert not {name for name in fields if "partner" in name or "hands" in name}
        for path, value in walk(view):
            if isinstance(value, Showing):
                assert value in record.showings, path
            elif isinstance(value, Trick):
                assert value in record.tricks, path
            elif isinstance(value, Bid):
                assert value in record.bids, path


@given(tables())
def test_own_hand_and_public_events_are_as_in_the_record(table: Table) -> None:
    record, log = play_recorded(table)
    plays = [play for trick in record.tricks for play in trick.plays()]
    for view in (asked.view for asked in log):
        assert sorted(view.dealt) == sorted(record.deal.hands[view.seat])
        assert view.dealer == record.deal.dealer
        before = plays[: len(view.played)]
        assert list(view.played) == [card for _, card in before]
        held = set(view.dealt)
        if view.is_taker and view.stage >= Stage.ECART and view.chien is not None:
            held |= set(view.chien)
        held -= {card for seat, card in before if seat == view.seat}
        assert set(view.hand) == held - set(view.ecart)
        if not view.is_taker:
            assert view.ecart == ()
        if not record.contract.takes_chien or view.stage < Stage.ECART:
            assert view.chien is None
        assert view.position == (view.seat - view.dealer - 1) % view.players


@given(tables())
def test_proved_voids_and_ceilings_are_true(table: Table) -> None:
    """They are proved by public play, and no hand ever breaks them."""
    record, log = play_recorded(table)
    plays = [play for trick in record.tricks for play in trick.plays()]
    for view in (asked.view for asked in log):
        left = plays[len(view.played) :]
        for seat, card in left:
            if card < 56:
                assert not view.voids[seat] >> (card // 14) & 1
            elif card < 77:
                assert card - 55 <= view.ceilings[seat]


@given(tables(players=5))
def test_the_partner_is_known_as_soon_as_the_called_card_is_seen(table: Table) -> None:
    """R5.4, worked out from the record alone."""
    record, log = play_recorded(table)
    plays = [play for trick in record.tricks for play in trick.plays()]
    for view in (asked.view for asked in log):
        if view.stage <= Stage.CALL:
            assert view.known_partner is None
            continue
        by = [seat for seat, card in plays[: len(view.played)] if card == view.called]
        expected = record.partner if by else None
        if record.partner == view.seat:
            expected = view.seat
        assert view.known_partner == expected
        for seat in range(5):
            camp = view.camp_of(seat)
            assert camp in (None, record.camp_of(seat))
            if expected is not None or seat in (view.seat, view.taker):
                assert camp is record.camp_of(seat)
        if view.is_taker and view.called in view.dealt:
            others = [seat for seat in range(5) if seat != view.seat]
            assert {view.camp_of(seat) for seat in others} == {Camp.DEFENCE}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_an_unseen_called_card_tells_nobodys_camp(players: int) -> None:
    rng = random.Random(f"camps {players}")
    for _, record, views in played_tables(rng, players, 10):
        for view in views:
            if view.stage <= Stage.CALL:
                continue
            others = [s for s in range(players) if s not in (view.seat, record.taker)]
            camps = {view.camp_of(seat) for seat in others}
            seen = view.known_partner is not None or view.called in view.played
            in_chien = view.chien is not None and view.called in view.chien
            own = view.called in view.dealt
            if players < 5 or seen or in_chien or own:
                if view.called not in view.table:
                    assert None not in camps
            else:
                assert camps == {None}


@given(tables(), st.integers(0, 2**32))
def test_views_are_values(table: Table, choice: int) -> None:
    """Equal, hashable, picklable, and nothing in them can be set."""
    _, log = play_recorded(table)
    rng = random.Random(choice)
    for asked in rng.sample(log, min(4, len(log))):
        view = asked.view
        copy = pickle.loads(pickle.dumps(view))
        assert copy == view
        assert hash(copy) == hash(view)
        assert type(copy) is SeatView
        assert view != view._replace(seat=(view.seat + 1) % view.players)
        for path, value in walk(view):
            if isinstance(value, (int, str)) or value is None:
                continue
            names = [*getattr(value, "_fields", ()), *getattr(value, "__slots__", ())]
            for name in (*names, "anything"):
                with pytest.raises((AttributeError, TypeError)):
                    setattr(value, name, 0)
                with pytest.raises((AttributeError, TypeError)):
                    delattr(value, name)
            if isinstance(value, tuple):
                with pytest.raises(TypeError):
                    value[0] = 0  # type: ignore[index]
            assert hash(value) == hash(value), path
    for asked in log:
        for name in properties(asked.view):
            with pytest.raises((AttributeError, TypeError)):
                setattr(asked.view, name, 0)


@given(tables())
def test_what_a_strategy_keeps_does_not_change_later(table: Table) -> None:
    """A view taken early still says the same when the deal is over."""
    texts = []
    record, log = play_recorded(table)
    again, log_again = play_recorded(table)
    for asked, later in zip(log, log_again, strict=True):
        assert asked.view == later.view
        texts.append(str(asked.view))
    assert record == again
    assert texts == [str(asked.view) for asked in log]


def test_cards_are_numbered_below_the_keys() -> None:
    """The secrets above cannot be card numbers."""
    assert min(SEED, NUMBER) > CARD_COUNT
