"""The same key gives the same deal, alone, from the middle, and whoever sits there."""

from __future__ import annotations

import pickle
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarotsim.game.auction import Imposed
from tarotsim.game.keys import MAX_SEED, deal_key, seat_key
from tarotsim.game.layout import Outcome
from tarotsim.game.records import DealRecord
from tarotsim.game.rules import Contract, rules_for
from tarotsim.game.script import Script
from tarotsim.game.view import SeatView
from tarotsim.reference.dealing import deal_cards, deal_given
from tarotsim.reference.game import play_deal
from tarotsim.testing.recording import Asked, play_recorded
from tarotsim.testing.tables import (
    STYLES,
    RandomPlayer,
    Table,
    random_options,
    random_table,
)
from tests.property.tables import tables

SEEDS = st.integers(0, MAX_SEED)
COUNTS = st.sampled_from((3, 4, 5))


@given(COUNTS, SEEDS, SEEDS)
def test_a_key_always_gives_the_same_deal(players: int, seed: int, number: int) -> None:
    rules = rules_for(players)
    deal = deal_cards(rules, seed, number)
    assert deal == deal_cards(rules, seed, number)
    assert deal.dealer == number % players
    piles = [*deal.hands, deal.chien]
    assert sorted(card for pile in piles for card in pile) == list(range(78))
    assert [len(hand) for hand in deal.hands] == [rules.hand_size] * players
    assert len(deal.chien) == rules.chien_size


@given(COUNTS, SEEDS, SEEDS, st.integers(1, 2**20))
def test_another_seed_or_number_gives_another_deal(
    players: int, seed: int, number: int, step: int
) -> None:
    rules = rules_for(players)
    deal = deal_cards(rules, seed, number)
    other_seed = (seed + step) % (MAX_SEED + 1)
    other_number = (number + step) % MAX_SEED
    assert deal_cards(rules, other_seed, number).hands != deal.hands
    if other_number != number:
        assert deal_cards(rules, seed, other_number).hands != deal.hands
    if seed != number:
        assert deal_cards(rules, number, seed).hands != deal.hands


@given(COUNTS, SEEDS, SEEDS, st.integers(0, 2**32))
def test_options_do_not_touch_the_cards(
    players: int, seed: int, number: int, choice: int
) -> None:
    options = random_options(random.Random(choice))
    plain = deal_cards(rules_for(players), seed, number)
    assert deal_cards(rules_for(players, **options), seed, number) == plain


@given(SEEDS, SEEDS)
def test_keys_of_a_deal_are_all_different(seed: int, number: int) -> None:
    keys = {deal_key(seed, number, stream) for stream in range(8)}
    keys |= {seat_key(seed, number, seat) for seat in range(5)}
    assert len(keys) == 13


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_deal_replayed_alone_equals_itself_in_the_run(players: int) -> None:
    rules = rules_for(players)
    seats = [RandomPlayer("random", 5, seat) for seat in range(players)]
    run = [play_deal(rules, deal_cards(rules, 99, i), seats) for i in range(25)]
    for number in (24, 3, 17, 0):
        assert play_deal(rules, deal_cards(rules, 99, number), seats) == run[number]


@given(tables())
def test_playing_twice_gives_the_same_record(table: Table) -> None:
    first = table.play()
    assert first == table.play()
    assert first == pickle.loads(pickle.dumps(first))
    assert str(first) == str(table.play())


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_deal_entered_after_any_number_of_cards_ends_the_same(players: int) -> None:
    rng = random.Random(f"prefix {players}")
    entered = 0
    for _ in range(14):
        table = random_table(rng, players)
        record = table.play()
        count = len(record.tricks) * players
        for kept in [None, *range(count + 1)]:
            script = Script.from_record(record, kept)
            assert table.play(script) == record
            entered += 1
    assert entered > 300


@given(tables())
def test_a_deal_entered_during_the_auction_ends_the_same(table: Table) -> None:
    record = table.play()
    contracts = tuple(bid.contract for bid in record.bids)
    for kept in range(len(contracts) + 1):
        assert table.play(Script(bids=contracts[:kept])) == record


@given(tables())
def test_a_deal_entered_before_play_ends_the_same(table: Table) -> None:
    """Only the call, then the écart too, then the announcement."""
    record = table.play()
    full = Script.from_record(record, 0)
    bids_and_call = Script(bids=full.bids, called=full.called)
    assert table.play(bids_and_call) == record
    assert table.play(replace(bids_and_call, ecart=full.ecart)) == record
    assert table.play(full) == record


@given(tables())
def test_a_full_script_asks_nobody(table: Table) -> None:
    record = table.play()
    if record.outcome is Outcome.PETIT_SEC:
        return
    silent = replace(table, script=Script.from_record(record))
    again, log = play_recorded(silent)
    assert again == record
    assert log == []


@given(tables(), st.integers(0, 4), st.sampled_from(STYLES), st.integers(20, 30))
def test_a_seats_strategy_changes_neither_the_deal_nor_other_draws(
    table: Table, seat: int, style: str, salt: int
) -> None:
    seat %= table.rules.players
    players = list(table.players)
    players[seat] = RandomPlayer(style, 5, salt)
    record, log = play_recorded(table)
    other, other_log = play_recorded(replace(table, players=tuple(players)))
    assert other.deal == record.deal
    draws, other_draws = draws_by_decision(log), draws_by_decision(other_log)
    assert all(draws[when] == other_draws[when] for when in draws.keys() & other_draws)
    for asked in (*log, *other_log):
        assert table.keys is not None
        assert asked.view.key == table.keys[asked.view.seat]


def draws_by_decision(log: list[Asked]) -> dict[tuple[int, int, int], list[int]]:
    return {
        (a.view.seat, a.view.stage, a.view.trick_number): [
            a.view.draw(60000, index) for index in (0, 1, 2, 65535)
        ]
        for a in log
    }


@given(COUNTS, SEEDS, st.integers(0, 2**30))
def test_a_dealt_table_hands_each_seat_its_own_key(
    players: int, seed: int, number: int
) -> None:
    rules = rules_for(players)
    table = Table(
        rules,
        deal_cards(rules, seed, number),
        tuple(RandomPlayer() for _ in range(players)),
        Imposed(Contract.GARDE),
    )
    _, log = play_recorded(table)
    for asked in log:
        assert asked.view.key == seat_key(seed, number, asked.view.seat)


def test_draws_of_different_decisions_differ() -> None:
    table = random_table(random.Random(3), 4)
    views: list[SeatView] = []
    while len(views) < 40:
        _, log = play_recorded(table)
        views = [asked.view for asked in log]
        table = random_table(random.Random(len(views) + 4), 4)
    drawn = [(v.key, v.draw(65535), v.draw(65535, 1)) for v in views]
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_same_cards_given_by_hand_play_alike(players: int) -> None:
    rng = random.Random(f"given {players}")
    for _ in range(10):
        table = random_table(rng, players)
        deal = table.deal
        hands = [list(reversed(hand)) for hand in deal.hands]
        again = deal_given(table.rules, hands, deal.chien[::-1], deal.dealer)
        assert replace(again, seed=deal.seed, number=deal.number) == deal
        record: DealRecord = table.play()
        assert replace(table.play(deal=again), deal=deal) == record
