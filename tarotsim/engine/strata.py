"""Deals by kinds: every cell of a table with its exact share, and how to deal it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tarotsim.engine.given import Given, GivenLike, as_given
from tarotsim.engine.play import as_rules
from tarotsim.engine.terms import COUNTS, term_of
from tarotsim.game.errors import TarotError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from fractions import Fraction

    from tarotsim.engine.terms import Term
    from tarotsim.game.rules import RuleSet

__all__ = ["Stratum", "strata"]


@dataclass(frozen=True, slots=True)
class Stratum:
    """The deals of a condition with the same counts.

    Parameters
    ----------
    counts : tuple of int
        One for each of what the deals are split by, in its order.
    weight : Fraction
        Share of the deals of the condition that are like this; over all cells 1.
    given : Given
        The condition and the counts: what to give to `tarotsim.simulate`.
    """

    counts: tuple[int, ...]
    weight: Fraction
    given: Given


def strata(
    by: Mapping[Any, Iterable[str] | str],
    given: GivenLike | None = None,
    *,
    players: int | None = None,
    rules: RuleSet | Mapping[str, Any] | None = None,
) -> tuple[Stratum, ...]:
    """Split the deals of a condition by what hands or the chien hold.

    Means over each cell, put together with the weights, are means over all deals of
    the condition; rare cells can have as many deals as wanted. Deals of different
    cells have nothing in common, so that their means are independent.

    Parameters
    ----------
    by : mapping
        From a seat, ``"chien"`` or ``"2+chien"`` to what is counted there:
        ``{"2+chien": ["trumps", "bouts"]}``; names as in a condition, without points.
    given : text, mapping or list of them, optional
        The condition, as `tarotsim.engine.given.as_given` reads it; all deals by
        default.
    players : int, optional
        3, 4 (default) or 5.
    rules : RuleSet or mapping, optional
        Instead of `players`, or options that differ from the defaults.

    Returns
    -------
    tuple of Stratum
        The cells that exist, counts ascending.

    Raises
    ------
    TarotError
        For a condition or names that cannot be read, and for a predicate, whose share
        cannot be counted.

    Examples
    --------
    >>> from tarotsim import strata
    >>> for cell in strata({"chien": "bouts"}, "2: holds=21"):
    ...     print(cell.counts, cell.weight, "|", cell.given)
    (0,) 355/418 | 2: holds=21; chien: bouts=0
    (1,) 213/1463 | 2: holds=21; chien: bouts=1
    (2,) 15/2926 | 2: holds=21; chien: bouts=2
    """
    table = as_rules(players, rules)
    condition = as_given(given, table) or Given()
    if condition.predicates:
        raise TarotError(f"{condition} cannot be split: a predicate cannot be counted")
    names = [
        (who, name)
        for who, counted in by.items()
        for name in ([counted] if isinstance(counted, str) else counted)
    ]
    if not names:
        raise TarotError('name what to split by, such as {2: ["trumps", "bouts"]}')
    for who, name in names:
        if name not in COUNTS:
            allowed = ", ".join(COUNTS)
            raise TarotError(f"{who}: cannot split by {name!r}; allowed: {allowed}")
    cells: list[tuple[tuple[int, ...], tuple[Term, ...]]] = [((), condition.terms)]
    for who, name in names:
        cells = [
            ((*counts, count), (*terms, term))
            for counts, terms in cells
            for count in range(len(COUNTS[name]) + 1)
            for term in [term_of(who, name, count)]
            if _is_possible((*terms, term), table)
        ]
    whole = condition.chance(table)
    return tuple(_stratum(counts, terms, table, whole) for counts, terms in cells)


def _is_possible(terms: tuple[Term, ...], rules: RuleSet) -> bool:
    return Given(terms).chance(rules) > 0


def _stratum(
    counts: tuple[int, ...], terms: tuple[Term, ...], rules: RuleSet, whole: Fraction
) -> Stratum:
    given = as_given(Given(terms), rules)
    assert given is not None
    return Stratum(counts, given.chance(rules) / whole, given)
