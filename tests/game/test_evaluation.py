"""Chavey's count on published and hand-counted hands."""

from __future__ import annotations

import pytest

from tarotsim.game.evaluation import chavey_count
from tarotsim.game.parsing import parse_cards, parse_hand


@pytest.mark.parametrize(
    ("hand", "count"),
    [
        ("21 19 12 6 1 Ex ♥R C 10 8 1 ♦V 8 ♣D C 7 ♠6 4", 60),
        ("20 18 14 13 9 8 6 ♥R 10 5 4 ♦R D ♣8 7 ♠8 7 5", 34),
    ],
)
def test_published_examples(hand: str, count: int) -> None:
    assert chavey_count(parse_hand(hand, 18)) == count


@pytest.mark.parametrize(
    ("cards", "count"),
    [
        ("", 0),
        # Bouts: 21 is 10 and one of the high trumps (2); the Excuse 8.
        ("21", 12),
        ("Ex", 8),
        # The Petit counts with five trumps or more, the Excuse one of them.
        ("1", 0),
        ("5 4 3 1", 0),
        ("5 4 3 2", 0),
        ("5 4 3 2 1", 10 + 5),
        ("4 3 2 1 Ex", 8 + 10 + 5),
        ("6 5 4 3 2 1", 12 + 7),
        ("7 6 5 4 3 2 1", 14 + 9),
        ("8 7 6 5 4 3 2 1", 16 + 9),
        ("6 5 4 3 2", 10),
        # High trumps 2 each, 3 in a sequence.
        ("20", 2),
        ("20 18 16", 6),
        ("20 19", 6),
        ("20 19 17", 8),
        ("17 16", 6),
        ("16 15", 2),
        ("21 20", 10 + 3 + 3),
        ("21 20 19 18 17 16", 10 + 12 + 6 * 3),
        # Honours of a suit.
        ("♠R", 6),
        ("♠D", 3),
        ("♠C", 2),
        ("♠V", 1),
        ("♠R D", 10),
        ("♠R D C V", 13),
        ("♠R ♥D", 9),
        # Long suits.
        ("♠1 2 3 4", 0),
        ("♠1 2 3 4 5", 5),
        ("♠1 2 3 4 5 6", 7),
        ("♠1 2 3 4 5 6 7", 9),
        ("♠1 2 3 4 5 6 7 8", 9),
        ("♠R D C V 10", 13 + 5),
    ],
)
def test_counted_by_hand(cards: str, count: int) -> None:
    assert chavey_count(parse_cards(cards)) == count


def test_voids_and_singletons_count_only_where_asked() -> None:
    cards = parse_cards("21 ♠R ♥2 3")
    assert chavey_count(cards) == 18
    # One singleton, two voids.
    assert chavey_count(cards, distribution=True) == 18 + 3 + 6 + 6
    assert chavey_count([], distribution=True) == 24


def test_order_of_the_cards_does_not_matter() -> None:
    hand = parse_hand("21 19 12 6 1 Ex ♥R C 10 8 1 ♦V 8 ♣D C 7 ♠6 4", 18)
    assert chavey_count(hand[::-1]) == chavey_count(iter(hand)) == 60
