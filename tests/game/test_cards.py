"""The 78 cards: numbers, names both ways, values (R0)."""

from __future__ import annotations

import pytest

from tarotsim.game.cards import (
    ASCII_NAMES,
    BOUTS,
    CARD_COUNT,
    EXCUSE,
    FRENCH_NAMES,
    HALF_POINTS,
    KINGS,
    PETIT,
    SUIT_SIGNS,
    SUITS,
    TOTAL_HALF_POINTS,
    TRUMPS,
    TWENTY_ONE,
    Cards,
    count_half_points,
    format_cards,
    is_bout,
    is_king,
    is_trump,
    rank_of,
    sort_cards,
    suit_card,
    suit_of,
    trump,
    trump_number,
)
from tarotsim.game.parsing import parse_card

ALL = range(CARD_COUNT)


def test_r0_1_four_suits_of_fourteen_21_trumps_and_the_excuse() -> None:
    by_suit = [sum(suit_of(card) == suit for card in ALL) for suit in range(6)]
    assert by_suit == [14, 14, 14, 14, 21, 1]
    assert len(SUITS) == len(SUIT_SIGNS) == 4


def test_numbers_are_ascending_by_suit_then_rank() -> None:
    expected = [suit_card(suit, rank) for suit in range(4) for rank in range(1, 15)]
    expected += [trump(number) for number in range(1, 22)]
    assert [*expected, EXCUSE] == list(ALL)
    for card in ALL[:56]:
        assert suit_card(suit_of(card), rank_of(card)) == card
        assert trump_number(card) == 0
    for card in TRUMPS:
        assert trump(trump_number(card)) == card
        assert rank_of(card) == trump_number(card)
    assert (rank_of(EXCUSE), trump_number(EXCUSE)) == (0, 0)


def test_r0_2_bouts() -> None:
    assert {PETIT, TWENTY_ONE, EXCUSE} == BOUTS == {c for c in ALL if is_bout(c)}
    assert [card for card in ALL if is_trump(card)] == list(TRUMPS)
    assert not is_trump(EXCUSE)


def test_kings() -> None:
    assert tuple(card for card in ALL if is_king(card)) == KINGS
    assert format_cards(KINGS) == "♠R ♥R ♦R ♣R"


def test_r0_3_values() -> None:
    values = {1: 0, 3: 0, 5: 0, 7: 0, 9: 0}
    for card in ALL:
        values[HALF_POINTS[card]] += 1
    # 4 valets, cavaliers, dames; 4 kings and 3 bouts; 59 low cards.
    assert values == {1: 59, 3: 4, 5: 4, 7: 4, 9: 7}
    named = {"♠V": 3, "♥C": 5, "♦D": 7, "♣R": 9, "♠10": 1, "21": 9, "1": 9, "Ex": 9}
    named |= {"20": 1, "2": 1, "♥1": 1}
    for name, value in named.items():
        assert HALF_POINTS[parse_card(name)] == value


def test_r0_3_all_cards_are_182_half_points() -> None:
    assert TOTAL_HALF_POINTS == count_half_points(ALL) == 182
    assert count_half_points([]) == 0
    assert count_half_points(iter([EXCUSE, 13])) == 18


@pytest.mark.parametrize(
    ("card", "french", "ascii_name"),
    [
        (0, "♠1", "S1"),
        (9, "♠10", "S10"),
        (13, "♠R", "SR"),
        (24, "♥V", "HV"),
        (39, "♦C", "DC"),
        (54, "♣D", "CD"),
        (53, "♣C", "CC"),
        (PETIT, "1", "T1"),
        (TWENTY_ONE, "21", "T21"),
        (EXCUSE, "Ex", "EX"),
    ],
)
def test_names(card: int, french: str, ascii_name: str) -> None:
    assert FRENCH_NAMES[card] == format_cards([card]) == french
    assert ASCII_NAMES[card] == format_cards([card], ascii_only=True) == ascii_name
    assert parse_card(french) == parse_card(ascii_name) == card


def test_names_are_unique_and_read_back() -> None:
    for names in (FRENCH_NAMES, ASCII_NAMES):
        assert len(set(names)) == CARD_COUNT
        assert [parse_card(name) for name in names] == list(ALL)
    assert all(name.isascii() for name in ASCII_NAMES)


def test_hands_are_sorted_as_they_are_written() -> None:
    text = "21 20 2 1 Ex ♠R ♠10 ♠1 ♥D ♦V ♣C"
    cards = [parse_card(name) for name in text.split()]
    assert str(sort_cards(sorted(cards))) == text
    assert sorted(sort_cards(ALL)) == list(ALL)


def test_cards_show_themselves() -> None:
    cards = Cards([13, 76, 77])
    assert str(cards) == "♠R 21 Ex"
    assert repr(cards) == "Cards('♠R 21 Ex')"
    assert cards == (13, 76, 77)
    assert hash(cards) == hash((13, 76, 77))
    assert str(Cards()) == ""
