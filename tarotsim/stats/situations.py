"""What is looked at, what is known, and the exact chances of every total.

The vocabulary of `tarotsim.stats.counts`: sets of cards, places, knowledge of the own
hand, all checked here once; and `joint_totals`, from which its functions are derived.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from operator import add
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

from tarotsim.game.cards import (
    BOUTS,
    CARD_COUNT,
    EXCUSE,
    HALF_POINTS,
    KINGS,
    PETIT,
    SUITS,
    TRUMPS,
    TWENTY_ONE,
    Card,
    suit_card,
)
from tarotsim.game.errors import RulesError
from tarotsim.game.parsing import card_problems
from tarotsim.game.rules import rules_for
from tarotsim.stats.hypergeometric import CardClass, count_ways

__all__ = [
    "HALF_POINTS_KIND",
    "KINDS",
    "CardSet",
    "Counts",
    "Holding",
    "Measure",
    "Place",
    "Situation",
    "joint_totals",
    "read_card_set",
    "read_situation",
    "verify_count",
]

CardSet: TypeAlias = str | Iterable[Card]
"""A name of `KINDS`, ``"half_points"``, or any cards 0 to 77."""
Counts: TypeAlias = (
    Mapping[str, int]
    | Mapping[frozenset[Card], int]
    | Mapping[str | frozenset[Card], int]
)
"""How many cards of each of some sets."""
Holding: TypeAlias = (
    Mapping[str, int | Collection[int]]
    | Mapping[frozenset[Card], int | Collection[int]]
    | Mapping[str | frozenset[Card], int | Collection[int]]
)
"""How many cards of some sets the own hand holds: a number or the numbers allowed."""
Place: TypeAlias = Literal["hand", "chien", "hand_and_chien", "other_hand"]
"""The own hand, the chien, both together, or the hand of one given opponent."""

HALF_POINTS_KIND = "half_points"
"""Looks at the value of the cards in half-points (R0.3) instead of their number."""

KINDS: Mapping[str, frozenset[Card]] = MappingProxyType(
    {
        "numbered_trumps": frozenset(TRUMPS),
        "trumps_plus_excuse": frozenset({*TRUMPS, EXCUSE}),
        "bouts": frozenset(BOUTS),
        "kings": frozenset(KINGS),
        "dames": frozenset(king - 1 for king in KINGS),
        "cavaliers": frozenset(king - 2 for king in KINGS),
        "valets": frozenset(king - 3 for king in KINGS),
        "honours": frozenset(king - below for king in KINGS for below in range(4)),
        "low_cards": frozenset(
            card for card in range(CARD_COUNT) if HALF_POINTS[card] == 1
        ),
        "petit": frozenset({PETIT}),
        "twenty_one": frozenset({TWENTY_ONE}),
        "excuse": frozenset({EXCUSE}),
        **{
            name: frozenset(suit_card(suit, rank) for rank in range(1, 15))
            for suit, name in enumerate(SUITS)
        },
    }
)
"""Sets of cards by name; ``low_cards`` are those worth half a point (R0.3)."""

Measure: TypeAlias = tuple[int, ...]
"""What each of the 78 cards counts for."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Where to look and what is known of the own hand, checked and hashable.

    Parameters
    ----------
    players : int
        3, 4 or 5.
    place : Place
        Where to count.
    holding : tuple of (Measure, frozenset of int)
        Totals that the own hand may have.
    hand : frozenset of int or None
        The own hand, where every card is known; then ``holding`` is empty.
    """

    players: int
    place: Place
    holding: tuple[tuple[Measure, frozenset[int]], ...]
    hand: frozenset[Card] | None


def verify_count(count: int) -> None:
    """Refuse a count of cards that is not an integer of 0 or more.

    Parameters
    ----------
    count : int
        Number of cards, half-points or players.

    Raises
    ------
    RulesError
        If it is negative or no integer.

    Examples
    --------
    >>> verify_count(-1)
    Traceback (most recent call last):
        ...
    tarotsim.game.errors.RulesError: a count is an integer of 0 or more, not -1
    """
    if not isinstance(count, int) or isinstance(count, bool) or count < 0:
        raise RulesError(f"a count is an integer of 0 or more, not {count!r}")


def read_card_set(cards: CardSet) -> Measure:
    """Turn a set of cards into what each of the 78 cards counts for.

    Parameters
    ----------
    cards : CardSet
        A name of `KINDS`, ``"half_points"``, or different cards 0 to 77.

    Returns
    -------
    tuple of int (78,)
        1 for a card of the set and 0 for another; the value of each card in
        half-points for ``"half_points"``.

    Raises
    ------
    RulesError
        For an unknown name, an unknown card or a card given twice.

    References
    ----------
    R0.1, R0.3.

    Examples
    --------
    >>> sum(read_card_set("kings")), sum(read_card_set("half_points"))
    (4, 182)
    """
    if isinstance(cards, str):
        if cards == HALF_POINTS_KIND:
            return HALF_POINTS
        if cards not in KINDS:
            allowed = ", ".join([*KINDS, HALF_POINTS_KIND])
            message = f"unknown set of cards {cards!r}; allowed: {allowed}, or cards"
            raise RulesError(message)
        chosen = KINDS[cards]
    else:
        chosen = _verify_cards(cards)
    return tuple(int(card in chosen) for card in range(CARD_COUNT))


def read_situation(
    players: int,
    place: Place,
    holding: Holding | None,
    hand: Iterable[Card] | None,
) -> Situation:
    """Check where to look and what is known of the own hand.

    Parameters
    ----------
    players : int
        3, 4 or 5.
    place : {"hand", "chien", "hand_and_chien", "other_hand"}
        Where to count.
    holding : mapping or None
        From a name of `KINDS` or a frozenset of cards to the count that the own hand
        holds, or to the counts allowed.
    hand : iterable of int or None
        All the cards of the own hand.

    Returns
    -------
    Situation
        The same, hashable.

    Raises
    ------
    RulesError
        For an unknown player count, place or card set, a hand of the wrong size or
        with an unknown or repeated card, and for a hand given in both ways.

    References
    ----------
    R0.1, R1.1.

    Examples
    --------
    >>> read_situation(4, "chien", {"kings": range(2, 5)}, None).holding[0][1]
    frozenset({2, 3, 4})
    """
    rules = rules_for(players)
    if place not in get_args(Place):
        allowed = ", ".join(get_args(Place))
        raise RulesError(f"unknown place {place!r}; allowed: {allowed}")
    if holding and hand is not None:
        raise RulesError("give either the own hand or what it holds, not both")
    cards = None if hand is None else _verify_cards(hand, rules.hand_size)
    held = [
        (read_card_set(kind), _allowed_counts(wanted))
        for kind, wanted in (holding or {}).items()
    ]
    return Situation(rules.players, place, tuple(held), cards)


@lru_cache(maxsize=1024)
def joint_totals(
    measures: tuple[Measure, ...], situation: Situation
) -> Mapping[tuple[int, ...], Fraction]:
    """Compute how likely each combination of totals is.

    Parameters
    ----------
    measures : tuple of Measure
        What to add up, one or more.
    situation : Situation
        Where, and what is known.

    Returns
    -------
    mapping
        From one total per measure to its probability, possible ones only, in
        increasing order; read-only, since it is remembered.

    Raises
    ------
    RulesError
        If no hand can hold what is known.

    References
    ----------
    R0.1, R1.1, R1.5.

    Examples
    --------
    >>> nothing_known = read_situation(4, "chien", None, None)
    >>> dict(joint_totals((read_card_set("petit"),), nothing_known))
    {(0,): Fraction(12, 13), (1,): Fraction(1, 13)}
    """
    rules = rules_for(situation.players)
    place, hand, holding = situation.place, situation.hand, situation.holding
    counts_own = place in ("hand", "hand_and_chien")
    looked_at = {
        "hand": rules.hand_size,
        "chien": rules.chien_size,
        "hand_and_chien": rules.hand_size + rules.chien_size,
        "other_hand": rules.hand_size,
    }[place]
    if counts_own and (hand is not None or holding):
        # An own hand of which something is known is dealt apart from the place.
        looked_at -= rules.hand_size
    seen = hand or frozenset()
    pack = Counter(
        (
            tuple(measure[card] for measure in measures),
            tuple(marks[card] for marks, _ in holding),
        )
        for card in range(CARD_COUNT)
        if card not in seen
    )
    ways: Counter[tuple[int, ...]] = Counter()
    drawn = count_ways(
        [CardClass(size, values, marks) for (values, marks), size in pack.items()],
        own=rules.hand_size if holding else 0,
        place=looked_at,
        counts_own=counts_own,
    )
    for (totals, held), number in drawn.items():
        if all(n in allowed for n, (_, allowed) in zip(held, holding, strict=True)):
            ways[totals] += number
    everything = sum(ways.values())
    if not everything:
        message = f"no hand of {rules.hand_size} cards can hold what is given (R1.1)"
        raise RulesError(message)
    start = tuple(
        sum(measure[card] for card in seen) if counts_own else 0 for measure in measures
    )
    return MappingProxyType(
        {
            tuple(map(add, start, totals)): Fraction(ways[totals], everything)
            for totals in sorted(ways)
        }
    )


def _verify_cards(cards: Iterable[Card], count: int | None = None) -> frozenset[Card]:
    listed = list(cards)
    problems = card_problems(listed, count)
    if problems:
        raise RulesError("; ".join(problems))
    return frozenset(listed)


def _allowed_counts(wanted: int | Collection[int]) -> frozenset[int]:
    counts = [wanted] if isinstance(wanted, int) else list(wanted)
    for count in counts:
        verify_count(count)
    return frozenset(counts)
