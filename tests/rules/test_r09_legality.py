"""R9: legal cards and the winner of a trick."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import pytest

from tarotsim.game.cards import (
    CARD_COUNT,
    EXCUSE,
    KINGS,
    Card,
    Cards,
    is_trump,
    suit_of,
)
from tarotsim.game.errors import IllegalActError
from tarotsim.game.parsing import parse_card, parse_cards
from tarotsim.game.records import DealRecord
from tarotsim.game.rules import RULES_3, RULES_4, RULES_5, RuleSet
from tarotsim.reference.dealing import deal_cards
from tarotsim.reference.legality import legal_cards, verify_card
from tarotsim.reference.trick import trick_winner


def _legal(hand: str, table: str) -> Cards:
    return legal_cards(RULES_4, parse_cards(hand), parse_cards(table))


# (table, hand, legal cards, rule)
SITUATIONS = [
    ("", "S1 T3 EX", "S1 T3 EX", "R9.1"),
    ("EX", "S3 T2 CR", "S3 T2 CR", "R9.1"),
    ("EX", "S2 T20 H3", "S2 T20 H3", "R9.1 F05"),
    ("T14 T8", "T3 T13 T16 HR", "T16", "R9.2"),
    ("T8 T19", "T3 T13 T16 HR", "T3 T13 T16", "R9.2"),
    ("T10 T12 T19", "EX SD H7 DR", "EX SD H7 DR", "R9.6 F05"),
    ("T14 EX", "T4 T11 T16 H1", "T16", "R9.2 F05"),
    ("EX T14", "T4 T11 T16 H1", "T16", "R9.2"),
    ("EX T14", "T4 T11 H1 EX", "T4 T11 EX", "R9.2"),
    ("T21", "T1 H1", "T1", "R9.2"),
    ("T1", "T2 T21 S1", "T2 T21", "R9.2"),
    ("H5 H10", "HR H2 S3 T4 EX", "HR H2 EX", "R9.3"),
    ("S10 T15", "S2 SR T20", "S2 SR", "R9.3 F05"),
    ("C4 T21", "C1 CR T2", "C1 CR", "R9.3"),
    ("EX DV", "D2 DR T5 S9", "D2 DR", "R9.3 F05"),
    ("EX DV T3", "D2 DR T5 S9", "D2 DR", "R9.3"),
    ("D7", "S3 C9 T4 T18 EX", "T4 T18 EX", "R9.4"),
    ("D7 H9", "S3 T4", "T4", "R9.4"),
    ("D7 T12", "T4 T15 T20 S1", "T15 T20", "R9.5"),
    ("D7 T12", "T1 T4 T9 S1 EX", "T1 T4 T9 EX", "R9.5"),
    ("H5 T17", "T3 T9 T18 T20 EX CR", "T18 T20 EX", "R9.5 F05"),
    ("H5 T17", "T3 T9 EX CR", "T3 T9 EX", "R9.5 F05"),
    ("H5 T17 T4", "T3 T9 T18 CR", "T18", "R9.5"),
    ("H5 T4 T17", "T3 T9 CR", "T3 T9", "R9.5"),
    ("D7 T12", "S3 CR H1", "S3 CR H1", "R9.6"),
    ("T8", "S3 CR EX", "S3 CR EX", "R9.6"),
    ("D7", "EX", "EX", "R9.6"),
]


@pytest.mark.parametrize(
    ("table", "hand", "legal"),
    [case[:3] for case in SITUATIONS],
    ids=[f"{i}-{case[3]}" for i, case in enumerate(SITUATIONS)],
)
def test_r9_situations(table: str, hand: str, legal: str) -> None:
    assert sorted(_legal(hand, table)) == sorted(parse_cards(legal))


@pytest.mark.parametrize(
    ("table", "hand", "card", "rule"),
    [
        ("H5", "H2 T4", "T4", "R9.3"),
        ("H5", "H2 S4", "S4", "R9.3"),
        ("EX H5", "H2 S4", "S4", "R9.3"),
        ("T5", "T9 T2", "T2", "R9.2"),
        ("T5", "T9 S1", "S1", "R9.2"),
        ("H5", "T9 S1", "S1", "R9.4"),
        ("H5 T7", "T9 T2 S1", "T2", "R9.5"),
        ("H5", "H2", "S1", "R9"),
    ],
)
def test_r9_a_refusal_names_the_rule(
    table: str, hand: str, card: str, rule: str
) -> None:
    with pytest.raises(IllegalActError) as refusal:
        verify_card(RULES_4, parse_cards(hand), parse_cards(table), parse_card(card))
    assert refusal.value.rule == rule
    assert refusal.value.allowed


def _may_play(card: Card, hand: list[Card], table: list[Card]) -> bool:
    """Judge one card as a player would, from the words of R9."""
    set_by = [other for other in table if other != EXCUSE]
    if card == EXCUSE or not set_by:
        return True
    suit = suit_of(set_by[0])
    best = max((other for other in set_by if is_trump(other)), default=0)
    has_suit = any(suit_of(other) == suit for other in hand)
    if not is_trump(set_by[0]) and has_suit:
        return suit_of(card) == suit
    if not any(is_trump(other) for other in hand):
        return True
    can_rise = any(is_trump(other) and other > best for other in hand)
    return is_trump(card) and (card > best or not can_rise)


def test_r9_1_to_r9_6_card_by_card() -> None:
    dice = random.Random(9)
    for _ in range(3000):
        pack = dice.sample(range(CARD_COUNT), dice.randint(2, 22))
        size = dice.randint(0, min(4, len(pack) - 1))
        table, hand = pack[:size], sorted(pack[size:])
        for rules in (RULES_3, RULES_4, RULES_5):
            legal = legal_cards(rules, hand, table)
            assert list(legal) == [c for c in hand if _may_play(c, hand, table)]
            assert legal


@pytest.mark.parametrize(
    ("table", "winner"),
    [
        ("S5 SR T1 HR", 2),
        ("EX D3 DR D10", 2),
        ("C2 HR C1 SD", 0),
        ("T3 T21 T20 T1", 1),
        ("H5 T17 T18 EX", 2),
        ("H5 D9 C9", 0),
        ("EX S1 SR T1 T2", 4),
        ("S10 SV SC SD SR", 4),
    ],
)
def test_r9_7_winner(table: str, winner: int) -> None:
    assert trick_winner(parse_cards(table)) == winner


@pytest.mark.parametrize("rules", [RULES_3, RULES_4, RULES_5], ids=["3", "4", "5"])
def test_r9_8_the_winner_leads(
    play_out: Callable[..., DealRecord], rules: RuleSet
) -> None:
    for number in range(5):
        deal = deal_cards(rules, 98, number)
        record = play_out(rules, deal, 0, called=KINGS[0])
        for trick, following in itertools.pairwise(record.tricks):
            assert following.leader == trick.winner
