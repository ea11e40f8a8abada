"""What is asked of the cards of a deal, term by term, and how it is written.

Grammar. ``WHO: TERM, TERM`` with WHO a seat, ``chien``, or ``SEAT+chien`` for the
cards of both together; TERM is ``NAME=10``, ``NAME=10..12``, ``NAME>=10`` or
``NAME<=3``, with NAME one of `NAMES`; ``holds=CARDS`` and ``bars=CARDS`` ask for cards
that are there or are not, ``hand=CARDS`` for exactly these. Several of them are parted
by semicolons.
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from tarotsim.game.cards import (
    CARD_COUNT,
    HALF_POINTS,
    TOTAL_HALF_POINTS,
    format_cards,
    sort_cards,
)
from tarotsim.game.conditions import Condition
from tarotsim.game.errors import NotationError
from tarotsim.game.parsing import card_problems, parse_cards
from tarotsim.stats.situations import KINDS

if TYPE_CHECKING:
    from tarotsim.game.cards import Card

__all__ = [
    "CARD_NAMES",
    "COUNTS",
    "GRAMMAR",
    "NAMES",
    "Term",
    "read_mapping",
    "read_text",
    "term_of",
]

CARD_NAMES = ("hand", "holds", "bars")
COUNTS: Mapping[str, frozenset[Card]] = {
    "trumps": KINDS["trumps_plus_excuse"],
    **{name: cards for name, cards in KINDS.items() if name != "trumps_plus_excuse"},
}
"""Sets of cards by name: `tarotsim.stats.situations.KINDS`, and ``trumps`` instead of
``trumps_plus_excuse``."""
NAMES = ("trumps", "points", *(name for name in COUNTS if name != "trumps"))
"""What can be counted: cards of a set, or points."""

_WHO = r"(?:seat\s*)?[0-9]{1,4}(?:\s*\+\s*chien)?|chien"
_PART = re.compile(rf"\s*({_WHO})\s*:\s*(.*)", flags=re.IGNORECASE | re.DOTALL)
_NEXT_PART = re.compile(rf"[;\n]\s*(?=(?:{_WHO})\s*:)", flags=re.IGNORECASE)
_TERM = re.compile(r"\s*([a-z_]+)\s*(>=|<=|=)\s*(.*)", flags=re.IGNORECASE | re.DOTALL)
_BEGINS = re.compile(r"\s*[a-z_]+\s*[<>=!]", flags=re.IGNORECASE)
_NUMBER = r"[0-9]+(?:\.[0-9]+)?"
_RANGE = re.compile(rf"({_NUMBER})(?:\s*\.\.\s*({_NUMBER}))?")
GRAMMAR = (
    "write WHO: NAME=10, with WHO a seat, chien or SEAT+chien, and =10, =10..12, >=10 "
    "or <=3"
)


class Term(NamedTuple):
    """One thing that is asked of a hand, of the chien, or of both together.

    Parameters
    ----------
    seat : int or None
        None: the chien alone.
    with_chien : bool
        Whether the cards of the chien count.
    name : str
        One of `NAMES`, or ``hand``, ``holds``, ``bars``.
    low, high : int or None
        Least and greatest count, or half-points; None: no bound.
    cards : tuple of int
        Of ``hand``, ``holds`` and ``bars``, in the order of a hand.
    """

    seat: int | None
    with_chien: bool
    name: str
    low: int | None = None
    high: int | None = None
    cards: tuple[Card, ...] = ()

    @property
    def who(self) -> str:
        """Where it is asked: ``2``, ``chien`` or ``2+chien``."""
        if self.seat is None:
            return "chien"
        return f"{self.seat}+chien" if self.with_chien else str(self.seat)

    def __str__(self) -> str:
        if self.name in CARD_NAMES:
            return f"{self.name}={format_cards(self.cards)}"
        unit = 2 if self.name == "points" else 1
        low, high = (
            None if end is None else f"{end / unit:g}" for end in (self.low, self.high)
        )
        if low == high:
            return f"{self.name}={low}"
        if low is None:
            return f"{self.name}<={high}"
        return f"{self.name}>={low}" if high is None else f"{self.name}={low}..{high}"

    def piles(self, players: int) -> frozenset[int]:
        """Return the piles that it looks at; the chien is pile ``players``."""
        piles = {players} if self.with_chien else set()
        return frozenset(piles if self.seat is None else {*piles, self.seat})

    def condition(self, players: int) -> Condition:
        """Return it in numbers."""
        if self.name == "points":
            weights = HALF_POINTS
        else:
            kind = COUNTS.get(self.name, self.cards)
            weights = tuple(int(card in kind) for card in range(CARD_COUNT))
        low, high = self.low or 0, self.high
        if self.name in ("hand", "holds"):
            low = len(self.cards)
        most = 0 if self.name == "bars" else sum(weights)
        return Condition(
            self.piles(players), weights, low, most if high is None else high
        )


def term_of(who: Any, name: str, value: Any) -> Term:
    """Return one term, given as in a mapping.

    Parameters
    ----------
    who : int or str
        A seat, ``chien`` or ``SEAT+chien``.
    name : str
        One of `NAMES`, or ``hand``, ``holds``, ``bars``.
    value : int, str, tuple or range
        What it is to be; cards for the last three.

    Raises
    ------
    NotationError
        If it cannot be read.
    """
    return _term(*_read_who(who), name, value)


def read_text(text: str) -> list[Term]:
    """Return the terms of a text.

    Raises
    ------
    NotationError
        If it cannot be read; says what, and the grammar.
    """
    terms = []
    for part in _NEXT_PART.split(text.strip().rstrip(";")):
        found = _PART.fullmatch(part)
        if found is None:
            raise NotationError(f"cannot read the condition {part!r}: {GRAMMAR}")
        seat, with_chien = _read_who(found[1])
        for piece in _pieces(found[2]):
            term = _TERM.fullmatch(piece)
            if term is None:
                raise NotationError(f"cannot read {piece.strip()!r}: {GRAMMAR}")
            name, sign, rest = term[1].lower(), term[2], term[3].strip()
            terms.append(_term(seat, with_chien, name, f"{sign}{rest}"))
    return terms


def _pieces(text: str) -> list[str]:
    """Part a text at its commas, but for those between cards."""
    pieces: list[str] = []
    for piece in text.split(","):
        if pieces and not _BEGINS.match(piece) and _is_of_cards(pieces[-1]):
            pieces[-1] += f",{piece}"
        else:
            pieces.append(piece)
    return pieces


def _is_of_cards(piece: str) -> bool:
    found = _TERM.fullmatch(piece)
    return found is not None and found[1].lower() in CARD_NAMES


def _read_who(value: Any) -> tuple[int | None, bool]:
    if isinstance(value, int) and not isinstance(value, bool):
        return value, False
    text = str(value).strip().lower()
    if not re.fullmatch(_WHO, text):
        raise NotationError(f"{value!r} is no place: a seat, chien or SEAT+chien")
    if text == "chien":
        return None, True
    digits = re.search("[0-9]+", text)
    assert digits is not None
    return int(digits[0]), "chien" in text


def read_mapping(value: Mapping[Any, Any]) -> list[Term]:
    """Return the terms of a mapping of mappings.

    Raises
    ------
    NotationError
        If it cannot be read.
    """
    terms = []
    for who, asked in value.items():
        seat, with_chien = _read_who(who)
        if not isinstance(asked, Mapping):
            message = f"what is asked of {who} must be a mapping such as"
            raise NotationError(f'{message} {{"trumps": 10}}, not {asked!r}')
        terms += [_term(seat, with_chien, *pair) for pair in asked.items()]
    return terms


def _term(seat: int | None, with_chien: bool, name: Any, value: Any) -> Term:
    where = Term(seat, with_chien, str(name))
    if name in CARD_NAMES:
        return where._replace(cards=_read_cards(where, value))
    if name == "trumps_plus_excuse":
        name = "trumps"
    if name not in NAMES:
        allowed = ", ".join((*NAMES, *CARD_NAMES))
        raise NotationError(f"{where.who}: unknown {name!r}; allowed: {allowed}")
    where = where._replace(name=name)
    low, high = _read_range(where, value)
    return where._replace(low=low, high=high)


def _read_cards(term: Term, value: Any) -> tuple[Card, ...]:
    name = f"{term.who}: {term.name}"
    if isinstance(value, str):
        text = value.strip()
        if text.startswith(("<=", ">=")):
            raise NotationError(f"{name} is followed by = and cards, not {text!r}")
        try:
            cards = list(parse_cards(text.removeprefix("=")))
        except NotationError as error:
            raise NotationError(f"{name}: {error}", error.problems) from error
    else:
        if not isinstance(value, Iterable):
            raise NotationError(f"{name} needs cards, not {value!r}")
        cards = list(value)
        problems = card_problems(cards)
        if problems:
            raise NotationError(f"{name}: {'; '.join(problems)}", tuple(problems))
    if not cards:
        raise NotationError(f"{name} names no card")
    return sort_cards(cards)


def _read_range(term: Term, value: Any) -> tuple[int | None, int | None]:
    """Return the ends of a range; points in halves."""
    if isinstance(value, str):
        text = value.strip()
        sign = next((s for s in (">=", "<=", "=") if text.startswith(s)), "")
        found = _RANGE.fullmatch(text.removeprefix(sign).strip())
        if found is None or (found[2] is not None and sign not in ("", "=")):
            raise NotationError(f"cannot read {term.name + text!r}: {GRAMMAR}")
        low = _amount(term, found[1])
        if found[2] is not None:
            return _ordered(term, low, _amount(term, found[2]))
        return None if sign == "<=" else low, None if sign == ">=" else low
    if isinstance(value, range):
        if value.step != 1 or not value:
            message = f"{term.who}: {term.name} needs a range of steps of one"
            raise NotationError(f"{message}, not {value!r}")
        value = value.start, value.stop - 1
    if isinstance(value, (tuple, list)):
        if len(value) != 2:
            message = f"{term.who}: {term.name} needs a least and a greatest"
            raise NotationError(f"{message}, not {value!r}")
        ends = [None if end is None else _amount(term, end) for end in value]
        return _ordered(term, *ends)
    number = _amount(term, value)
    return number, number


def _ordered(
    term: Term, low: int | None, high: int | None
) -> tuple[int | None, int | None]:
    if low is not None and high is not None and low > high:
        message = f"{term.who}: {term.name} from {low} to {high}"
        raise NotationError(f"{message}: the least comes first")
    return low, high


def _amount(term: Term, value: Any) -> int:
    """Return a count, or points in halves."""
    unit, most = 2, TOTAL_HALF_POINTS
    if term.name != "points":
        unit, most = 1, len(COUNTS[term.name])
    try:
        if isinstance(value, bool):
            raise TypeError
        amount = Fraction(value) * unit
    except (TypeError, ValueError, ArithmeticError):
        amount = Fraction(-1)
    if amount.denominator != 1 or not 0 <= amount <= most:
        allowed = "points are 0 to 91 in halves (R0.3)"
        if term.name != "points":
            allowed = f"a count of them is a whole number, 0 to {most}"
        message = f"{term.who}: {term.name} cannot be {reprlib.repr(value)}: {allowed}"
        raise NotationError(message)
    return int(amount)
