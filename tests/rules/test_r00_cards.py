"""R0: cards, values, targets."""

from __future__ import annotations

import pytest

from tarotsim.game.cards import (
    ASCII_NAMES,
    BOUTS,
    CARD_COUNT,
    EXCUSE,
    HALF_POINTS,
    KINGS,
    PETIT,
    TRUMPS,
    TWENTY_ONE,
    count_half_points,
    is_bout,
    is_king,
    is_trump,
    rank_of,
    suit_card,
    suit_of,
    trump,
    trump_number,
)
from tarotsim.game.parsing import parse_card, parse_cards
from tarotsim.game.rules import RULES_4, TARGETS, Contract
from tarotsim.reference.scoring import is_made, score_deal


def test_r0_1_the_pack() -> None:
    suits = [suit_card(suit, rank) for suit in range(4) for rank in range(1, 15)]
    trumps = [trump(number) for number in range(1, 22)]
    assert [*suits, *trumps, EXCUSE] == list(range(CARD_COUNT))
    assert CARD_COUNT == 78
    for card in suits:
        assert suit_card(suit_of(card), rank_of(card)) == card
    assert [trump_number(card) for card in trumps] == list(range(1, 22))


def test_r0_1_the_ranks_of_a_suit() -> None:
    names = "S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 SV SC SD SR"
    low_to_high = parse_cards(names)
    assert list(low_to_high) == sorted(low_to_high)
    assert [rank_of(card) for card in low_to_high] == list(range(1, 15))


def test_r0_2_bouts() -> None:
    assert frozenset({PETIT, TWENTY_ONE, EXCUSE}) == BOUTS
    assert [ASCII_NAMES[c] for c in range(CARD_COUNT) if is_bout(c)] == [
        "T1",
        "T21",
        "EX",
    ]


def test_r0_2_the_excuse_is_no_trump() -> None:
    assert not is_trump(EXCUSE)
    assert [card for card in range(CARD_COUNT) if is_trump(card)] == list(TRUMPS)
    assert trump_number(EXCUSE) == 0


@pytest.mark.parametrize(
    ("names", "half_points"),
    [
        ("T1 T21 EX SR HR DR CR", 9),
        ("SD HD DD CD", 7),
        ("SC HC DC CC", 5),
        ("SV HV DV CV", 3),
        ("S1 S10 H5 D2 C9 T2 T10 T20", 1),
    ],
)
def test_r0_3_values(names: str, half_points: int) -> None:
    assert {HALF_POINTS[card] for card in parse_cards(names)} == {half_points}


def test_r0_3_the_total_is_91_points() -> None:
    assert count_half_points(range(CARD_COUNT)) == 182
    low_cards = [card for card in range(CARD_COUNT) if HALF_POINTS[card] == 1]
    assert len(low_cards) == 59
    assert [card for card in range(CARD_COUNT) if is_king(card)] == list(KINGS)


@pytest.mark.parametrize(("bouts", "points"), [(0, 56), (1, 51), (2, 41), (3, 36)])
def test_r0_4_targets(bouts: int, points: int) -> None:
    assert TARGETS[bouts] == points
    assert is_made(2 * points, bouts)
    assert not is_made(2 * points - 1, bouts)


@pytest.mark.parametrize("contract", list(Contract)[1:])
def test_r0_4_the_contract_does_not_change_the_target(contract: Contract) -> None:
    assert score_deal(RULES_4, contract, 82, 2).won
    assert score_deal(RULES_4, contract, 82, 2).target == 41


def test_r0_5_counting_in_pairs_gives_the_same_sum() -> None:
    # Pairs of a card and a low card: roi 5, dame 4, cavalier 3, valet 2, two low 1.
    for name, points in (("HR", 5), ("HD", 4), ("HC", 3), ("HV", 2), ("H10", 1)):
        assert count_half_points([parse_card(name), parse_card("D2")]) == 2 * points
