"""Published bids: the worked examples, the minima by bouts, and both forms alike."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tarotsim import StrategyError, TarotError, load_strategy, parse_hand
from tarotsim.engine.compiled import CompiledTable, compiled_form
from tarotsim.engine.play import play_number
from tarotsim.game.cards import Cards
from tarotsim.game.evaluation import meets_school_minimum
from tarotsim.game.records import DealRecord
from tarotsim.game.rules import Contract, rules_for
from tarotsim.game.strategy import Strategy, override
from tarotsim.reference.dealing import deal_cards, deal_given, find_petit_sec
from tarotsim.reference.game import play_deal
from tarotsim_strategies.point_count import PointCount
from tarotsim_strategies.published_bids import Chavey, SchoolMinima

PUBLISHED = "21 19 12 6 1 Ex ♥R C 10 8 1 ♦V 8 ♣D C 7 ♠6 4"
WEAK = "20 18 14 13 9 8 6 ♥R 10 5 4 ♦R D ♣8 7 ♠8 7 5"


def first_bid(strategy: Strategy, hand: str) -> Contract:
    """Return what the first to speak bids with a hand, the others passing."""
    rules = rules_for(4)
    own = parse_hand(hand, 18)
    rest = sorted(set(range(78)) - set(own))
    hands: list[Cards] = []
    # The others hold some cards without a petit sec, which would cancel the deal.
    for seed in range(10):
        random.Random(seed).shuffle(rest)
        others = [Cards(rest[first : first + 18]) for first in (0, 18, 36)]
        hands = [others[0], own, *others[1:]]
        if find_petit_sec(hands) is None:
            break
    deal = deal_given(rules, hands, rest[54:], dealer=0)
    quiet = override(PointCount(), bid=lambda view: Contract.PASS)
    record: DealRecord = play_deal(rules, deal, [quiet, strategy, quiet, quiet])
    return record.bids[0].contract


@pytest.mark.parametrize(
    ("hand", "bid"), [(PUBLISHED, Contract.GARDE), (WEAK, Contract.PASS)]
)
def test_the_published_examples_are_bid_as_chavey_says(
    hand: str, bid: Contract
) -> None:
    # 60 is a garde, from 56 to 70; 34 a pass, below 40.
    assert first_bid(Chavey(), hand) is bid
    assert first_bid(PointCount(), hand) is bid


def test_chavey_is_point_count_at_four_and_keeps_his_limits_elsewhere() -> None:
    def bids(strategy: Strategy, players: int) -> list[object]:
        rules = rules_for(players)
        seats = [strategy] * players
        return [play_number(rules, 1, number, seats).bids for number in range(60)]

    assert bids(Chavey(), 4) == bids(PointCount(), 4)
    limits = PointCount(prise=40, garde=56, garde_sans=71, garde_contre=81)
    for players in (3, 5):
        assert bids(Chavey(), players) == bids(limits, players)
        assert bids(Chavey(), players) != bids(PointCount(), players)


@pytest.mark.parametrize(
    ("hand", "is_enough"),
    [
        # No bout: eight trumps with majors and a king.
        ("20 18 14 13 9 8 6 4 ♥R 10 5 ♦10 7 ♣8 7 ♠8 7 5", True),
        ("20 18 14 13 9 8 6 ♥R 10 5 4 ♦10 7 ♣8 7 ♠8 7 5", False),
        ("20 15 14 13 9 8 6 4 ♥R 10 5 ♦10 7 ♣8 7 ♠8 7 5", False),
        ("20 18 14 13 9 8 6 4 ♥D 10 5 ♦10 7 ♣8 7 ♠8 7 5", False),
        # One bout: seven good trumps, and two kings or a marriage.
        ("21 18 14 9 7 4 2 ♥R 9 3 ♦R 7 ♣8 7 5 ♠8 7 5", True),
        ("21 18 14 9 7 4 2 ♥R D 3 ♦10 7 ♣8 7 5 ♠8 7 5", True),
        ("21 18 14 9 7 4 2 ♥R 9 3 ♦D 7 ♣8 7 5 ♠8 7 5", False),
        ("21 15 14 9 7 4 2 ♥R 9 3 ♦R 7 ♣8 7 5 ♠8 7 5", False),
        ("20 18 14 9 7 4 Ex ♥R 9 3 ♦R 7 ♣8 7 5 ♠8 7 5", True),
        ("20 18 14 9 7 Ex ♥R 9 3 2 ♦R 7 ♣8 7 5 ♠8 7 5", False),
        # Two: six trumps, with a king and a queen.
        ("21 14 9 7 4 1 ♥R 9 3 2 ♦D 7 ♣8 7 5 ♠8 7 5", True),
        ("21 14 9 7 4 1 ♥R 9 3 2 ♦R 7 ♣8 7 5 ♠8 7 5", False),
        ("14 9 7 4 1 Ex ♥D 9 3 2 ♦D 7 ♣8 7 5 ♠8 7 5", False),
        ("21 9 7 4 1 ♥R D 9 3 2 ♦9 7 ♣8 7 5 ♠8 7 5", False),
        # Three: six trumps with a long suit and a void.
        ("21 9 7 4 1 Ex ♥10 9 3 2 1 ♦9 8 7 ♣8 7 5 4", True),
        ("21 9 7 4 1 Ex ♥10 9 3 2 ♦9 8 7 4 ♣8 7 5 4", False),
        ("21 9 7 4 1 Ex ♥10 9 3 2 1 ♦9 8 7 ♣8 7 5 ♠4", False),
        ("21 9 7 1 Ex ♥10 9 3 2 1 ♦9 8 7 2 ♣8 7 5 4", False),
        (PUBLISHED, False),
        (WEAK, False),
    ],
)
def test_the_minima_by_bouts(hand: str, is_enough: bool) -> None:
    assert meets_school_minimum(parse_hand(hand, 18)) is is_enough
    expected = Contract.GARDE if is_enough else Contract.PASS
    assert first_bid(SchoolMinima(), hand) is expected


def test_minima_move_with_the_number_of_players() -> None:
    six = "21 14 9 7 4 1 ♥R 9 3 ♦D 7 ♣8 7 ♠8 7"
    assert meets_school_minimum(parse_hand(six, 15), players=5)
    five = "21 14 9 7 1 ♥R 9 3 2 ♦D 7 ♣8 7 ♠8 7"
    assert meets_school_minimum(parse_hand(five, 15), players=5)
    assert not meets_school_minimum(parse_hand(five, 15), players=4)
    seven = "21 14 9 7 4 3 1 ♥R 9 3 2 1 ♦D 9 8 7 ♣10 8 7 6 ♠8 7 6 5"
    assert not meets_school_minimum(parse_hand(seven, 24), players=3)
    eight = "21 14 9 7 5 4 3 1 ♥R 9 3 2 1 ♦D 9 8 7 ♣10 8 7 6 ♠8 7 6"
    assert meets_school_minimum(parse_hand(eight, 24), players=3)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_both_forms_bid_alike(players: int) -> None:
    rules = rules_for(players)
    chosen: list[Strategy] = [
        Chavey(),
        SchoolMinima(),
        SchoolMinima(majors=0, long_suit=4),
        SchoolMinima(majors=1, reads_poignees=True),
    ]
    rng = random.Random(players)
    gardes = 0
    for seed in range(8):
        table = rng.choices(chosen, k=players)
        forms = [form for s in table if (form := compiled_form(s)) is not None]
        assert len(forms) == players
        rows = CompiledTable(rules, forms).play_numbered(seed, range(60)).rows
        for number in range(60):
            record = play_deal(rules, deal_cards(rules, seed, number), table)
            taker = -1 if record.taker is None else record.taker
            assert rows["taker"][number] == taker
            if record.score is not None:
                assert rows["contract"][number] == record.score.contract
                assert rows["unit"][number] == record.score.unit
                gardes += record.score.contract is Contract.GARDE
    assert gardes > 30


def test_wrong_parameters_are_refused() -> None:
    wrong: list[dict[str, Any]] = [{"majors": 7}, {"majors": 1.5}, {"long_suit": 0}]
    for parameters in wrong:
        with pytest.raises(TarotError, match=f"{next(iter(parameters))} must be"):
            SchoolMinima(**parameters)
    with pytest.raises(StrategyError, match="garde"):
        load_strategy("school_minima(garde=50)")
    assert load_strategy("school_minima(majors=3)") == SchoolMinima(majors=3)
    assert load_strategy("chavey") == Chavey()
