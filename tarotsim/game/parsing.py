"""Reading cards and hands that a person has typed.

Grammar. A suit sign (``♠ ♥ ♦ ♣``) opens a suit, and every number or rank after it
belongs to that suit until another one is opened. Numbers before any suit are
trumps; ``Ex``, ``Excuse`` and ``*`` are the Excuse, ``Petit`` the trump 1, ``As`` a
one. Joined to their sign, ranks from the highest down are ranks and nothing else:
``♣V21`` ends with a 2 and a 1. In ASCII the letters ``S H D C`` open a suit and ``T``
the trumps, but only at the start of a token (``SR HD10 T21``), because D and C are
ranks too. Whatever can be read in two ways is refused, with the readings named.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from tarotsim.game.cards import (
    CARD_COUNT,
    EXCUSE,
    FRENCH_NAMES,
    PETIT,
    RANKS,
    SUIT_LETTERS,
    SUIT_SIGNS,
    TRUMP_SUIT,
    Card,
    Cards,
    suit_card,
    trump,
)
from tarotsim.game.errors import NotationError
from tarotsim.game.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["card_problems", "cards_given", "parse_card", "parse_cards", "parse_hand"]

_WORDS = {"EX": EXCUSE, "EXCUSE": EXCUSE, "*": EXCUSE, "PETIT": PETIT}
_SIGNS = {
    sign: suit for signs in (SUIT_SIGNS, "♤♡♢♧") for suit, sign in enumerate(signs)
}
_LETTERS = {
    **{letter: suit for suit, letter in enumerate(SUIT_LETTERS)},
    "T": TRUMP_SUIT,
}
_RANK_NUMBERS = {name: rank for rank, name in enumerate(RANKS, start=1)} | {"AS": 1}
_RANK = re.compile(r"10|[1-9]|AS|[VCDR]")
_RANK_RUN = re.compile(rf"(?:{_RANK.pattern})+")
_TRUMP_LIKE = re.compile(r"(?<!\d)(1[1-9]|2[01])(?!\d)")
_INVISIBLE = str.maketrans("", "", "\ufe0e\ufe0f\u200b\u200d\ufeff")
_ALLOWED = "cards are ♠♥♦♣ with 1-10 V C D R, trumps 1-21 and Ex (or SR H10 T21 EX)"


class _Reader:
    """One pass over the tokens of a text, collecting cards and problems."""

    def __init__(self) -> None:
        self.cards: list[Card] = []
        self.problems: list[str] = []
        self._open: int | None = None
        self._opened_by_sign = False

    def read(self, text: str) -> None:
        text = text.translate(_INVISIBLE)
        tokens = re.split(r"[\s,;]+", text.strip())
        for token, following in zip(tokens, [*tokens[1:], ""], strict=True):
            if token:
                self._read_token(token, following.upper())

    def _read_token(self, token: str, following: str) -> None:
        pieces = re.split(f"([{''.join(_SIGNS)}])", token)
        if pieces[0]:
            self._read_start(token, pieces[0].upper(), following)
        for sign, chunk in zip(pieces[1::2], pieces[2::2], strict=True):
            self._open, self._opened_by_sign = _SIGNS[sign], True
            if chunk:
                self._read_after_sign(token, chunk.upper())

    def _read_after_sign(self, token: str, chunk: str) -> None:
        suit = self._open
        assert suit is not None
        if not _RANK_RUN.fullmatch(chunk):
            self._unknown(token)
        elif _is_descending(_ranks(chunk)):
            # Joined to their sign and from the highest down: a 2 and a 1, no 21.
            self._append(suit, chunk)
        else:
            self._read_ranks(token, chunk, suit)

    def _read_start(self, token: str, chunk: str, following: str) -> None:
        """Read the part of a token before any suit sign."""
        if chunk in _WORDS:
            self.cards.append(_WORDS[chunk])
        elif chunk in _LETTERS and self._is_suit_letter_alone(chunk, following):
            self._open_by_letter(token, chunk, following)
        elif chunk[0] in _LETTERS and _is_numbered(chunk):
            self._read_lettered(token, chunk)
        elif self._open in range(TRUMP_SUIT) and _RANK_RUN.fullmatch(chunk):
            assert self._open is not None
            self._read_ranks(token, chunk, self._open)
        elif _is_number(chunk) and self._open in range(TRUMP_SUIT):
            self._refuse_number(token, chunk)
        elif _is_number(chunk):
            self._read_trump(token, chunk)
        elif _RANK_RUN.fullmatch(chunk):
            readings = (_name_ranks(chunk, suit) for suit in range(4))
            self._ambiguous(token, readings, "no suit is open")
        else:
            self._unknown(token)

    def _is_suit_letter_alone(self, letter: str, following: str) -> bool:
        """Tell whether a single letter opens a suit rather than naming a rank."""
        if letter not in _RANK_NUMBERS:
            return True
        in_suit = self._open in range(TRUMP_SUIT)
        return _is_rank_token(following) and not (in_suit and self._opened_by_sign)

    def _open_by_letter(self, token: str, letter: str, following: str) -> None:
        suit = _LETTERS[letter]
        if letter in _RANK_NUMBERS and self._open in range(TRUMP_SUIT):
            assert self._open is not None
            here = _name_ranks(letter + following, self._open)
            self._ambiguous(
                f"{token} {following}", (here, _name_ranks(following, suit))
            )
        self._open, self._opened_by_sign = suit, False

    def _read_lettered(self, token: str, chunk: str) -> None:
        """Read a token such as ``SR``, ``HD10`` or ``T21``."""
        suit, rest = _LETTERS[chunk[0]], chunk[1:]
        if suit == TRUMP_SUIT:
            self._open, self._opened_by_sign = suit, False
            self._read_trump(token, rest)
            return
        if chunk[0] in _RANK_NUMBERS and self._opened_by_sign:
            # In a hand written with signs D and C are ranks first.
            open_suit = self._open
            if open_suit is not None and open_suit < TRUMP_SUIT:
                readings = (_name_ranks(chunk, open_suit), _name_ranks(rest, suit))
                self._ambiguous(token, readings)
                return
        inner = re.search(r"(?<=.)[DC](?=.)", rest)
        if inner:
            split = inner.start()
            other = (
                _name_ranks(rest[:split], suit)
                + " "
                + _name_ranks(rest[split + 1 :], _LETTERS[rest[split]])
            )
            self._ambiguous(token, (_name_ranks(rest, suit), other))
            return
        self._open, self._opened_by_sign = suit, False
        self._read_ranks(token, rest, suit)

    def _read_ranks(self, token: str, chunk: str, suit: int) -> None:
        number = _TRUMP_LIKE.search(chunk)
        if number:
            rest = chunk[: number.start()] + chunk[number.end() :]
            trump_reading = f"{_name_ranks(rest, suit)} and trump {number[0]}".strip()
            self._ambiguous(
                token,
                (_name_ranks(chunk, suit), trump_reading.removeprefix("and ")),
                "a number after a suit belongs to it; write trumps first, or T21",
            )
            return
        self._append(suit, chunk)

    def _append(self, suit: int, chunk: str) -> None:
        self.cards += [suit_card(suit, rank) for rank in _ranks(chunk)]

    def _read_trump(self, token: str, digits: str) -> None:
        if _trump_in(digits):
            self.cards.append(trump(int(digits)))
        else:
            self.problems.append(f"{token!r} is not a trump: trumps are 1 to 21")

    def _refuse_number(self, token: str, digits: str) -> None:
        """Refuse a number after a suit that is no rank of it."""
        assert self._open is not None
        sign = SUIT_SIGNS[self._open]
        problem = f"{token!r} is no rank of {sign}, to which a number after it belongs"
        if _trump_in(digits):
            problem += f"; for trump {digits} write trumps first, or T{digits}"
        self.problems.append(problem)

    def _ambiguous(self, token: str, readings: Iterable[str], why: str = "") -> None:
        named = " or ".join(readings)
        hint = f" ({why})" if why else ""
        self.problems.append(f"{token!r} is ambiguous: it may be {named}{hint}")

    def _unknown(self, token: str) -> None:
        inner = re.search(r"(?<=.)[SHDCT](?=[0-9VCDR])", token.upper())
        hint = "; a suit letter counts only at the start of a token" if inner else ""
        self.problems.append(f"{token!r} is not a card: {_ALLOWED}{hint}")


def _trump_in(digits: str) -> bool:
    """Tell whether digits are the number of a trump."""
    return _is_number(digits) and digits[0] != "0" and 1 <= int(digits[:3]) <= 21


def _is_number(text: str) -> bool:
    """Tell whether a text is of the digits 0 to 9: Python's own have other scripts."""
    return text.isascii() and text.isdecimal()


def _ranks(chunk: str) -> list[int]:
    return [_RANK_NUMBERS[name] for name in _RANK.findall(chunk)]


def _is_descending(ranks: list[int]) -> bool:
    return all(higher > lower for higher, lower in pairwise(ranks))


def _name_ranks(chunk: str, suit: int) -> str:
    return " ".join(SUIT_SIGNS[suit] + RANKS[rank - 1] for rank in _ranks(chunk))


def _is_numbered(chunk: str) -> bool:
    """Tell whether a suit letter is followed by ranks, or T by a number."""
    if chunk[0] == "T":
        return _is_number(chunk[1:])
    return _RANK_RUN.fullmatch(chunk[1:]) is not None


def _is_rank_token(token: str) -> bool:
    return _RANK_RUN.fullmatch(token) is not None


def card_problems(cards: Iterable[Card], count: int | None = None) -> list[str]:
    """List what is wrong with a set of cards, each card named.

    Parameters
    ----------
    cards : iterable of int
        Supposed cards 0 to 77.
    count : int, optional
        How many there must be (R1.1).

    Returns
    -------
    list of str
        One sentence for each card outside the pack or given twice, and one for a
        wrong count; empty if all is well.
    """
    given = list(cards)
    problems = []
    for card, times in Counter(given).items():
        if not (isinstance(card, int) and 0 <= card < CARD_COUNT):
            problems.append(f"{card!r} is not a card number: cards are 0 to 77")
        elif times > 1:
            times_text = "twice" if times == 2 else f"{times} times"
            problems.append(f"{FRENCH_NAMES[card]} is given {times_text}")
    if count is not None and len(given) != count:
        problems.append(f"{cards_given(len(given))}, {count} expected (R1.1)")
    return problems


def cards_given(count: int) -> str:
    """Return how many cards are given, in words."""
    return counted(count, "card is given", "cards are given")


def _read(text: str, count: int | None) -> Cards:
    reader = _Reader()
    reader.read(text)
    problems = reader.problems + card_problems(reader.cards, count)
    if problems:
        raise NotationError("; ".join(problems), tuple(problems))
    return Cards(reader.cards)


def parse_card(text: str) -> Card:
    """Read one card in the French or the ASCII writing.

    Parameters
    ----------
    text : str
        Such as ``"♠R"``, ``"SR"``, ``"21"``, ``"T21"``, ``"Petit"``, ``"Ex"``.

    Returns
    -------
    int
        The card, 0 to 77.

    Raises
    ------
    NotationError
        If the text is no card, several cards, or can be read in two ways.

    Examples
    --------
    >>> parse_card("♠R"), parse_card("T1"), parse_card("*")
    (13, 56, 77)
    """
    cards = _read(text, None)
    if len(cards) != 1:
        message = f"{text!r} holds {len(cards)} cards, one expected"
        raise NotationError(message)
    return cards[0]


def parse_cards(text: str) -> Cards:
    """Read cards in the French or the ASCII writing, in the order given.

    Parameters
    ----------
    text : str
        Cards separated by blanks, commas or semicolons; cards of a suit may be
        joined (``"♠R73"``). See the grammar at the top of this module.

    Returns
    -------
    Cards
        The cards, none twice.

    Raises
    ------
    NotationError
        With every problem found: unknown or ambiguous text, a card twice.

    Examples
    --------
    >>> parse_cards("21 18 Ex ♠R73 ♦10 2")
    Cards('21 18 Ex ♠R ♠7 ♠3 ♦10 ♦2')
    """
    return _read(text, None)


def parse_hand(text: str, count: int) -> Cards:
    """Read a hand of exactly ``count`` cards, reporting all errors at once.

    Parameters
    ----------
    text : str
        As for `parse_cards`.
    count : int
        Cards in the hand: 24, 18 or 15 for 3, 4 or 5 players (R1.1).

    Returns
    -------
    Cards
        The hand in the order given.

    Raises
    ------
    NotationError
        With every problem found, each card named.
    """
    return _read(text, count)
