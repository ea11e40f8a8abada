"""Conditions on a deal: as a person writes them, checked, and ready to be counted.

How a term is written stands in `tarotsim.engine.terms`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from tarotsim.engine.terms import (
    CARD_NAMES,
    COUNTS,
    GRAMMAR,
    NAMES,
    Term,
    read_mapping,
    read_text,
)
from tarotsim.game.cards import (
    CARD_COUNT,
    TOTAL_HALF_POINTS,
    sort_cards,
)
from tarotsim.game.errors import NotationError, RulesError, TarotError
from tarotsim.game.parsing import card_problems, cards_given
from tarotsim.stats.conditional import count_deals

if TYPE_CHECKING:
    from fractions import Fraction

    from tarotsim.game.conditions import Condition
    from tarotsim.game.records import Deal
    from tarotsim.game.rules import RuleSet

__all__ = [
    "PREDICATE",
    "Given",
    "GivenLike",
    "Predicate",
    "as_given",
    "pile_sizes",
    "predicate_name",
]

Predicate: TypeAlias = "Callable[[Deal], bool]"
GivenLike: TypeAlias = "Given | str | Mapping[Any, Any] | Predicate | Iterable[Any]"
"""What `as_given` reads; a list may mix all of them."""

PREDICATE = "predicate "
"""Begins what a predicate is called in the text of a condition."""
_ORDER = (*CARD_NAMES, *NAMES)


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


def _read(value: Any) -> tuple[list[Term], list[Predicate]]:
    if value is None:
        return [], []
    if isinstance(value, Given):
        return list(value.terms), list(value.predicates)
    if isinstance(value, str):
        return read_text(value), []
    if isinstance(value, Mapping):
        return read_mapping(value), []
    if callable(value):
        return [], [value]
    if isinstance(value, Iterable):
        both = [_read(each) for each in value]
        return [t for terms, _ in both for t in terms], [
            p for _, predicates in both for p in predicates
        ]
    raise NotationError(f"{value!r} is no condition: {GRAMMAR}, or a predicate")


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
        if term.name in CARD_NAMES:
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
    if term.name in CARD_NAMES or (term.name == "points" and others):
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
