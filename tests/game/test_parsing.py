"""Reading cards: the grammar, what is ambiguous, errors all at once."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tarotsim.game.cards import (
    ASCII_NAMES,
    CARD_COUNT,
    EXCUSE,
    FRENCH_NAMES,
    PETIT,
    Cards,
    format_cards,
    sort_cards,
)
from tarotsim.game.errors import NotationError, TarotError
from tarotsim.game.parsing import card_problems, parse_card, parse_cards, parse_hand


def read(text: str) -> str:
    """Return the cards read, in ASCII."""
    return format_cards(parse_cards(text), ascii_only=True)


def refusal(text: str) -> NotationError:
    with pytest.raises(NotationError) as caught:
        parse_cards(text)
    return caught.value


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("♠R ♥10 21 1 Ex", None),  # numbers behind a suit: see below
        ("SR H10 T21 T1 EX", "SR H10 T21 T1 EX"),
        ("21 1 Ex ♠R ♥10", "T21 T1 EX SR H10"),
        # A suit sign opens a suit until another one is opened.
        ("♦10 2", "D10 D2"),
        ("♠R73 ♥DC5 ♦10 2 ♣V8", "SR S7 S3 HD HC H5 D10 D2 CV C8"),
        ("21 18 15 12 9 6 4 Ex ♠R73", "T21 T18 T15 T12 T9 T6 T4 EX SR S7 S3"),
        ("♥R C 10 8 1 ♦V 8", "HR HC H10 H8 H1 DV D8"),
        ("♠ R 7 ♥ D", "SR S7 HD"),
        ("♠R♥D♣C", "SR HD CC"),
        ("♠♥R", "HR"),
        # Joined to its sign and from the highest down, a 2 and a 1 are no 21.
        ("21 ♣V21 ♥21 ♦10921", "T21 CV C2 C1 H2 H1 D10 D9 D2 D1"),
        # Numbers before any suit are trumps.
        ("21", "T21"),
        ("10 9", "T10 T9"),
        ("1♠1", "T1 S1"),
        # A suit letter counts only at the start of a token.
        ("SR HD10", "SR HD H10"),
        ("HD C5", "HD C5"),
        ("SDC", "SD SC"),
        ("CC", "CC"),
        ("DD", "DD"),
        ("CD10", "CD C10"),
        ("S R V H 10", "SR SV H10"),
        ("T 21 1 S R", "T21 T1 SR"),
        ("T21 20 SR", "T21 T20 SR"),
        ("D 5", "D5"),
        ("D D", "DD"),
        # In a hand with signs, D and C are ranks.
        ("♥ C 5", "HC H5"),
        ("♠D C", "SD SC"),
        # The Excuse, the Petit and the ace by their names.
        ("Ex", "EX"),
        ("Excuse", "EX"),
        ("*", "EX"),
        ("Petit", "T1"),
        ("♠As", "S1"),
        ("SAs", "S1"),
        ("♠R Petit *", "SR T1 EX"),
        ("♠ Ex 5", "EX S5"),
        # Separators and blanks.
        ("21,20;Ex  ♠R\t♠D\n♥1", "T21 T20 EX SR SD H1"),
        ("", ""),
        ("  , ; ", ""),
        # Capitals, white suit signs, variation selectors, invisible characters.
        ("♠r ♠d♥v", "SR SD HV"),
        ("sr hd10 t21 ex", "SR HD H10 T21 EX"),
        ("EXCUSE petit", "EX T1"),
        ("♤R ♡D ♢C ♧V", "SR HD DC CV"),
        ("♠\ufe0eR ♥\ufe0fD", "SR HD"),
        ("\ufeff♠\u200bR\u00a0♠D\u202f♠C", "SR SD SC"),
    ],
)
def test_grammar(text: str, cards: str | None) -> None:
    if cards is None:
        refusal(text)
    else:
        assert read(text) == cards


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("HDC5", ["♥D ♥C ♥5", "♥D ♣5"]),
        ("HRD10", ["♥R ♥D ♥10", "♥R ♦10"]),
        ("♠R D10", ["♠D ♠10", "♦10"]),
        ("♠R CD10", ["♠C ♠D ♠10", "♣D ♣10"]),
        ("H D 5", ["♥D ♥5", "♦5"]),
        ("H C 10", ["♥C ♥10", "♣10"]),
        ("S R D 10", ["♠D ♠10", "♦10"]),
        ("R", ["♠R", "♥R", "♦R", "♣R"]),
        ("V", ["♠V", "♥V", "♦V", "♣V"]),
        ("D", ["♠D", "♥D", "♦D", "♣D"]),
        ("C", ["♠C", "♥C", "♦C", "♣C"]),
        ("As", ["♠1", "♥1", "♦1", "♣1"]),
        ("21 R", ["♠R", "♥R", "♦R", "♣R"]),
        ("T21 R", ["♠R", "♥R", "♦R", "♣R"]),
        ("♠R 21", ["♠2 ♠1", "trump 21"]),
        ("♠R 12", ["♠1 ♠2", "trump 12"]),
        ("♠R 11", ["♠1 ♠1", "trump 11"]),
        ("SR 21", ["♠2 ♠1", "trump 21"]),
        ("♠R12", ["♠R ♠1 ♠2", "♠R and trump 12"]),
        ("♥21R", ["♥2 ♥1 ♥R", "♥R and trump 21"]),
        ("♥2 21", ["♥2 ♥1", "trump 21"]),
        ("S21", ["♠2 ♠1", "trump 21"]),
    ],
)
def test_ambiguous_text_is_refused_with_every_reading(
    text: str, readings: list[str]
) -> None:
    error = refusal(text)
    message = next(p for p in error.problems if "ambiguous" in p)
    for reading in readings:
        assert reading in message
    assert message.count(" or ") >= len(readings) - 1


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("22", "'22'"),
        ("0", "'0'"),
        ("01", "'01'"),
        ("T0", "'T0'"),
        ("T22", "'T22'"),
        ("♠0", "'♠0'"),
        ("♠15", "trump 15"),
        ("♠E", "'♠E'"),
        ("K", "'K'"),
        ("♠K", "'♠K'"),
        ("X5", "'X5'"),
        ("♠Ex", "'♠Ex'"),
        ("EXEX", "'EXEX'"),
        ("٣", "'٣'"),
        ("T٣", "'T٣'"),
        ("♠٣", "'♠٣'"),
        ("T²", "'T²'"),
        ("-1", "'-1'"),
        ("1.5", "'1.5'"),
        ("🂡", "'🂡'"),
        ("ß", "'ß'"),
        ("TR", "'TR'"),
        ("♠R/♠D", "'♠R/♠D'"),
    ],
)
def test_what_is_no_card_is_named(text: str, named: str) -> None:
    assert named in str(refusal(text))


def test_a_letter_inside_a_token_is_explained() -> None:
    assert "only at the start of a token" in str(refusal("ExS1"))


def test_every_error_of_a_text_is_reported_at_once() -> None:
    error = refusal("21 22 21 ♠R ♠R ♠X HRD5")
    assert isinstance(error, TarotError)
    text = str(error)
    for named in ("'22'", "♠R is given twice", "'♠X'", "'HRD5'", "21 is given twice"):
        assert named in text
    assert len(error.problems) == 5
    assert text == "; ".join(error.problems)


def test_a_hand_reports_duplicates_strangers_and_its_count_together() -> None:
    with pytest.raises(NotationError) as caught:
        parse_hand("21 20 ♠R ♠R Ex Ex Ex foo", 18)
    problems = caught.value.problems
    assert len(problems) == 4
    text = "\n".join(problems)
    assert "'foo'" in text
    assert "♠R is given twice" in text
    assert "Ex is given 3 times" in text
    assert "7 cards are given, 18 expected (R1.1)" in text


def test_a_right_hand_keeps_its_order() -> None:
    text = "♠R ♠7 ♥D Ex 21"
    with pytest.raises(NotationError):
        parse_hand(text, 5)
    text = "Ex 21 ♥D ♠7 ♠R"
    assert str(parse_hand(text, 5)) == text


@pytest.mark.parametrize(
    ("text", "count"), [("", 0), ("♠", 0), ("♠R ♠D", 2), ("10 9", 2)]
)
def test_one_card_means_one_card(text: str, count: int) -> None:
    with pytest.raises(NotationError, match=f"holds {count} cards, one expected"):
        parse_card(text)


def test_card_problems_name_what_is_wrong() -> None:
    assert card_problems([0, 13, EXCUSE]) == []
    assert card_problems([]) == []
    assert card_problems([], 0) == []
    assert card_problems([1, 1, 1], 2) == [
        "♠2 is given 3 times",
        "3 cards are given, 2 expected (R1.1)",
    ]
    assert len(card_problems([78, -1, 3.0, "x", None], 5)) == 5  # type: ignore[list-item]
    assert card_problems(iter([PETIT, PETIT])) == ["1 is given twice"]


@pytest.mark.parametrize("size", [1, 6, 15, 18, 24, 78])
def test_hands_read_back_in_both_writings(size: int) -> None:
    rng = random.Random(size)
    for _ in range(100):
        cards = rng.sample(range(CARD_COUNT), size)
        # In ASCII every card names its suit, so any order reads back.
        assert list(parse_cards(format_cards(cards, ascii_only=True))) == cards
        hand = sort_cards(cards)
        assert parse_hand(str(hand), size) == hand
        assert parse_hand(str(hand).lower(), size) == hand
        assert parse_hand(str(hand).replace(" ", ", "), size) == hand


def test_a_hand_written_by_suits_reads_back() -> None:
    """The usual way: a sign, then the ranks without it."""
    rng = random.Random(5)
    for _ in range(200):
        hand = sort_cards(rng.sample(range(CARD_COUNT), 18))
        words, last = [], ""
        for name in str(hand).split():
            sign, ranks = name[0], name[1:]
            if sign in "♠♥♦♣":
                words.append(ranks if sign == last else name)
                last = sign
            else:
                words.append(name)
        assert parse_cards(" ".join(words)) == hand


PIECES = st.sampled_from([*FRENCH_NAMES, *ASCII_NAMES, *"SHDCTRVX♠♥♦♣ ,;*", "As", "Ex"])
TEXTS = st.text(max_size=40) | st.lists(PIECES, max_size=12).map("".join)


@settings(derandomize=True, database=None, max_examples=400, deadline=None)
@given(TEXTS | st.lists(TEXTS, max_size=5).map(" ".join))
@example("HDC5")
@example("♠")
@example("1111111111111")
def test_any_text_gives_cards_or_a_notation_error(text: str) -> None:
    for count in (None, 0, 3):
        read = parse_or_refuse(text, count)
        if isinstance(read, NotationError):
            assert read.problems
            assert all(read.problems)
        else:
            assert len(set(read)) == len(read)
            assert all(type(card) is int and 0 <= card < CARD_COUNT for card in read)
            assert count is None or len(read) == count


def parse_or_refuse(text: str, count: int | None) -> Cards | NotationError:
    try:
        return parse_cards(text) if count is None else parse_hand(text, count)
    except NotationError as error:
        return error


@pytest.mark.parametrize("prefix", ["", "T", "♠R ", "♠"])
def test_a_very_long_number_is_no_card(prefix: str) -> None:
    with pytest.raises(NotationError):
        parse_cards(prefix + "20" * 3000)


@settings(derandomize=True, database=None, max_examples=200, deadline=None)
@given(st.lists(PIECES, max_size=12).map(" ".join))
def test_what_was_read_is_what_is_written(text: str) -> None:
    """Cards of an accepted text, written in ASCII, are the same cards."""
    try:
        cards = parse_cards(text)
    except NotationError:
        return
    assert parse_cards(format_cards(cards, ascii_only=True)) == cards
    assert parse_cards(text.lower()) == cards
