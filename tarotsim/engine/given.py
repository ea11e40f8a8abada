"""Conditions on a deal: as a person writes them, checked, and ready to be counted.

Grammar. ``WHO: TERM, TERM`` with WHO a seat, ``chien``, or ``SEAT+chien`` for the
cards of both together; TERM is ``NAME=10``, ``NAME=10..12``, ``NAME>=10`` or
``NAME<=3``, with NAME one of `NAMES`; ``holds=CARDS`` and ``bars=CARDS`` ask for cards
that are there or are not, ``hand=CARDS`` for exactly these. Several of them are parted
by semicolons.
"""

from __future__ import annotations

import hashlib
import re
import reprlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from tarotsim.game.cards import (
    CARD_COUNT,
    HALF_POINTS,
    TOTAL_HALF_POINTS,
    format_cards,
    sort_cards,
)
from tarotsim.game.conditions import Condition
from tarotsim.game.errors import NotationError, RulesError, TarotError
from tarotsim.game.parsing import card_problems, cards_given, parse_cards
from tarotsim.stats.conditional import count_deals
from tarotsim.stats.situations import KINDS

if TYPE_CHECKING:
    from tarotsim.game.cards import Card
    from tarotsim.game.records import Deal
    from tarotsim.game.rules import RuleSet

__all__ = [
    "COUNTS",
    "NAMES",
    "PREDICATE",
    "Given",
    "GivenLike",
    "Predicate",
    "Term",
    "as_given",
    "pile_sizes",
    "predicate_name",
    "term_of",
]

Predicate: TypeAlias = "Callable[[Deal], bool]"
GivenLike: TypeAlias = "Given | str | Mapping[Any, Any] | Predicate | Iterable[Any]"
"""What `as_given` reads; a list may mix all of them."""

PREDICATE = "predicate "
"""Begins what a predicate is called in the text of a condition."""
_CARD_NAMES = ("hand", "holds", "bars")
COUNTS: Mapping[str, frozenset[Card]] = {
    "trumps": KINDS["trumps_plus_excuse"],
    **{name: cards for name, cards in KINDS.items() if name != "trumps_plus_excuse"},
}
"""Sets of cards by name: `tarotsim.stats.situations.KINDS`, and ``trumps`` instead of
``trumps_plus_excuse``."""
NAMES = ("trumps", "points", *(name for name in COUNTS if name != "trumps"))
"""What can be counted: cards of a set, or points."""
_ORDER = (*_CARD_NAMES, *NAMES)

_WHO = r"(?:seat\s*)?[0-9]{1,4}(?:\s*\+\s*chien)?|chien"
_PART = re.compile(rf"\s*({_WHO})\s*:\s*(.*)", flags=re.IGNORECASE | re.DOTALL)
_NEXT_PART = re.compile(rf"[;\n]\s*(?=(?:{_WHO})\s*:)", flags=re.IGNORECASE)
_TERM = re.compile(r"\s*([a-z_]+)\s*(>=|<=|=)\s*(.*)", flags=re.IGNORECASE | re.DOTALL)
_BEGINS = re.compile(r"\s*[a-z_]+\s*[<>=!]", flags=re.IGNORECASE)
_NUMBER = r"[0-9]+(?:\.[0-9]+)?"
_RANGE = re.compile(rf"({_NUMBER})(?:\s*\.\.\s*({_NUMBER}))?")
_GRAMMAR = (
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
        if self.name in _CARD_NAMES:
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


@dataclass(frozen=True, slots=True)
class Given:
    """A condition on a deal; ``str`` gives the text that `as_given` reads back.

    Parameters
    ----------
    terms : tuple of Term
        What is met by exact dealing; in a fixed order.
    predicates : tuple of callable
        What is met by trying: each gets a `Deal` and returns whether it will do.

    Examples
    --------
    >>> from tarotsim.game.rules import RULES_4
    >>> given = as_given("chien: holds=21; 2: holds=Petit", RULES_4)
    >>> print(given)
    2: holds=1; chien: holds=21
    >>> given.chance(RULES_4)
    Fraction(18, 1001)
    """

    terms: tuple[Term, ...] = ()
    predicates: tuple[Predicate, ...] = ()

    def __str__(self) -> str:
        parts: dict[str, list[str]] = {}
        for term in self.terms:
            parts.setdefault(term.who, []).append(str(term))
        texts = [f"{who}: {', '.join(terms)}" for who, terms in parts.items()]
        return "; ".join([*texts, *map(predicate_name, self.predicates)])

    @property
    def salt(self) -> int:
        """64 bits of the text: other conditions, other deals."""
        if not self.terms:
            return 0
        text = str(Given(self.terms)).encode()
        return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")

    def conditions(self, rules: RuleSet) -> frozenset[Condition]:
        """Return the terms in numbers."""
        return frozenset(term.condition(rules.players) for term in self.terms)

    def chance(self, rules: RuleSet) -> Fraction:
        """Return the exact share of raw deals that fulfil the terms.

        Predicates are not counted: they can only be tried.
        """
        return count_deals(pile_sizes(rules), self.conditions(rules)).chance

    def accepts(self, deal: Deal) -> bool:
        """Tell whether a deal under the terms satisfies the predicates too.

        Raises
        ------
        TarotError
            If a predicate raises, or returns something else than True or False.
        """
        return all(_asked(predicate, deal) for predicate in self.predicates)


def _asked(predicate: Predicate, deal: Deal) -> bool:
    where = f"on deal {deal.number} of seed {deal.seed}"
    try:
        answer = predicate(deal)
    except Exception as error:
        kind = f"{type(error).__name__}: {error}"
        message = f"the {predicate_name(predicate)} raised {kind} {where}"
        raise TarotError(message) from error
    if answer is True or answer is False:
        return answer
    if type(answer).__name__ in ("bool", "bool_"):  # numpy's
        return bool(answer)
    message = f"the {predicate_name(predicate)} must return True or False, not"
    raise TarotError(f"{message} {answer!r} {where}")


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


def pile_sizes(rules: RuleSet) -> tuple[int, ...]:
    """Return the cards of each seat, then of the chien."""
    return (*[rules.hand_size] * rules.players, rules.chien_size)


def predicate_name(predicate: Predicate) -> str:
    """Return what a predicate is called, for people."""
    name = getattr(predicate, "__qualname__", type(predicate).__qualname__)
    return f"{PREDICATE}{name}"


def as_given(value: GivenLike | None, rules: RuleSet) -> Given | None:
    """Return the condition asked for, checked against the rules of a table.

    Parameters
    ----------
    value : Given, str, mapping, callable, iterable of them, or None
        A text as ``"2: trumps=10, holds=Petit"``; a mapping as ``{2: {"trumps": 10,
        "holds": "Petit"}, "0+chien": {"kings": (2, 4)}}``; a predicate, that is given a
        `Deal` and says whether it will do.
    rules : RuleSet
        The table.

    Returns
    -------
    Given or None
        None if nothing is asked.

    Raises
    ------
    TarotError
        If it cannot be read, asks for what is not at the table, or nothing can meet
        it: says what, and what is possible.

    References
    ----------
    R0.1, R1.1.

    Examples
    --------
    >>> from tarotsim.game.rules import RULES_4
    >>> print(as_given({2: {"trumps": (10, 12)}, "chien": {"kings": 0}}, RULES_4))
    2: trumps=10..12; chien: kings=0
    """
    terms, predicates = _read(value)
    if not terms and not predicates:
        return None
    for term in terms:
        _verify_place(term, rules)
    given = Given(_merged(terms), tuple(predicates))
    _verify_possible(given, rules)
    return given


# -- reading -------------------------------------------------------------------------


def _read(value: Any) -> tuple[list[Term], list[Predicate]]:
    if value is None:
        return [], []
    if isinstance(value, Given):
        return list(value.terms), list(value.predicates)
    if isinstance(value, str):
        return _read_text(value), []
    if isinstance(value, Mapping):
        return _read_mapping(value), []
    if callable(value):
        return [], [value]
    if isinstance(value, Iterable):
        both = [_read(each) for each in value]
        return [t for terms, _ in both for t in terms], [
            p for _, predicates in both for p in predicates
        ]
    raise NotationError(f"{value!r} is no condition: {_GRAMMAR}, or a predicate")


def _read_text(text: str) -> list[Term]:
    terms = []
    for part in _NEXT_PART.split(text.strip().rstrip(";")):
        found = _PART.fullmatch(part)
        if found is None:
            raise NotationError(f"cannot read the condition {part!r}: {_GRAMMAR}")
        seat, with_chien = _read_who(found[1])
        for piece in _pieces(found[2]):
            term = _TERM.fullmatch(piece)
            if term is None:
                raise NotationError(f"cannot read {piece.strip()!r}: {_GRAMMAR}")
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
    return found is not None and found[1].lower() in _CARD_NAMES


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


def _read_mapping(value: Mapping[Any, Any]) -> list[Term]:
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
    if name in _CARD_NAMES:
        return where._replace(cards=_read_cards(where, value))
    if name == "trumps_plus_excuse":
        name = "trumps"
    if name not in NAMES:
        allowed = ", ".join((*NAMES, *_CARD_NAMES))
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
            raise NotationError(f"cannot read {term.name + text!r}: {_GRAMMAR}")
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


# -- checking ------------------------------------------------------------------------


def _verify_place(term: Term, rules: RuleSet) -> None:
    seats = range(rules.players)
    if term.seat is not None and term.seat not in seats:
        message = f"seat {term.seat} is not at a table of {rules.players}"
        raise RulesError(f"{message}: 0 to {seats[-1]}")
    places = sum(pile_sizes(rules)[pile] for pile in term.piles(rules.players))
    problems = []
    if term.name == "hand":
        problems = card_problems(term.cards, places)
    elif term.name == "holds" and len(term.cards) > places:
        problems = [f"{cards_given(len(term.cards))}, {places} fit (R1.1)"]
    if problems:
        raise NotationError(
            f"{term.who}: {term.name}: {'; '.join(problems)}", tuple(problems)
        )


def _merged(terms: Iterable[Term]) -> tuple[Term, ...]:
    """Put together what is asked twice, in a fixed order."""
    found: dict[tuple[str, str], Term] = {}
    for term in terms:
        old = found.setdefault((term.who, term.name), term)
        if old is term or old == term:
            continue
        if term.name == "hand":
            raise RulesError(f"{term.who}: two different hands are asked for")
        if term.name in _CARD_NAMES:
            cards = sort_cards({*old.cards, *term.cards})
            found[term.who, term.name] = term._replace(cards=cards)
            continue
        lows = [end for end in (old.low, term.low) if end is not None]
        highs = [end for end in (old.high, term.high) if end is not None]
        low, high = max(lows, default=None), min(highs, default=None)
        if low is not None and high is not None and low > high:
            raise RulesError(f"{term.who}: both {old} and {term} cannot be")
        found[term.who, term.name] = term._replace(low=low, high=high)

    def place(term: Term) -> tuple[int, bool, int]:
        seat = CARD_COUNT if term.seat is None else term.seat
        return seat, term.with_chien, _ORDER.index(term.name)

    return tuple(sorted(found.values(), key=place))


def _verify_possible(given: Given, rules: RuleSet) -> None:
    """Refuse what no deal can hold, and say what stands against what."""
    if given.chance(rules):
        return
    needed = list(given.terms)
    for term in given.terms:
        fewer = [other for other in needed if other is not term]
        if not Given(tuple(fewer)).chance(rules):
            needed = fewer
    *others, last = needed
    message = f"no deal has {Given((last,))}"
    if others:
        message += f" together with {Given(tuple(others))}"
    raise TarotError(message + _possible(last, tuple(others), rules) + " (R1.1)")


def _possible(term: Term, others: tuple[Term, ...], rules: RuleSet) -> str:
    """Say which counts are possible instead."""
    if term.name in _CARD_NAMES or (term.name == "points" and others):
        return ""
    most = TOTAL_HALF_POINTS if term.name == "points" else len(COUNTS[term.name])
    counts = [
        count
        for count in range(most + 1)
        if Given((*others, term._replace(low=count, high=count))).chance(rules)
    ]
    unit, whole = 1, ""
    if term.name == "points":
        unit = 2
        if len({count % 2 for count in counts}) == 1:
            kind = ("whole points", "with a half")[counts[0] % 2]
            whole = f", always {kind} (R0.3)"
    ends = [f"{count / unit:g}" for count in (counts[0], counts[-1])]
    span = f"{ends[0]} only" if ends[0] == ends[1] else " to ".join(ends)
    return f": {term.name} can be {span}{whole}"
