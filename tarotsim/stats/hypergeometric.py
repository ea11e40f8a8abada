"""Count the ways of drawing cards without replacement from a pack of few kinds.

Everything in `tarotsim.stats.counts` comes down to `count_ways`: cards are drawn
from a pack to an own hand and to another place, and two cards that count alike need
not be told apart.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["CardClass", "count_ways"]


_Vector: TypeAlias = tuple[int, ...]


class CardClass(NamedTuple):
    """Cards of the pack that count alike.

    Parameters
    ----------
    size : int
        How many cards there are, 1 or more.
    values : tuple of int
        What each card adds to each total of the place looked at.
    marks : tuple of int
        What each card adds to each total of the own hand.
    """

    size: int
    values: tuple[int, ...]
    marks: tuple[int, ...]


def count_ways(
    classes: Sequence[CardClass], own: int, place: int, *, counts_own: bool
) -> dict[tuple[tuple[int, ...], tuple[int, ...]], int]:
    """Count the ways of dealing an own hand and a place, by what they hold.

    Parameters
    ----------
    classes : sequence of CardClass
        The pack, at least one class.
    own, place : int
        Cards dealt to the own hand and to the place, 0 or more, together at most
        the size of the pack.
    counts_own : bool
        Whether the cards of the own hand count in the totals too.

    Returns
    -------
    dict
        From ``(totals, held)`` to the number of ways: ``totals`` adds up the values
        of the cards that count, ``held`` the marks of the own hand. Impossible
        combinations are left out.

    Examples
    --------
    Two cards out of three aces and two others:

    >>> count_ways(
    ...     [CardClass(3, (1,), ()), CardClass(2, (0,), ())], 0, 2, counts_own=False
    ... )
    {((2,), ()): 3, ((1,), ()): 6, ((0,), ()): 1}
    """
    values = tuple(sorted({kind.values for kind in classes}))
    sizes = dict.fromkeys(values, 0)
    for kind in classes:
        sizes[kind.values] += kind.size
    ways: Counter[tuple[_Vector, _Vector]] = Counter()
    for (held, mine), number in _own_hands(classes, values, own).items():
        left = tuple(
            size - count for size, count in zip(sizes.values(), mine, strict=True)
        )
        start = (0,) * len(values[0])
        if counts_own:
            for count, value in zip(mine, values, strict=True):
                start = _add(start, count, value)
        for totals, more in _draw(values, left, place).items():
            ways[_add(start, 1, totals), held] += number * more
    return dict(ways)


def _own_hands(
    classes: Sequence[CardClass], values: tuple[_Vector, ...], own: int
) -> dict[tuple[_Vector, _Vector], int]:
    """Count the own hands by marks and by cards of each value."""
    nothing = ((0,) * len(classes[0].marks), (0,) * len(values))
    states = {(own, *nothing): 1}
    for position, kind in enumerate(classes):
        last = position == len(classes) - 1
        drawn: Counter[tuple[int, _Vector, _Vector]] = Counter()
        here = tuple(int(value == kind.values) for value in values)
        for (left, held, mine), number in states.items():
            for count in _takes(kind.size, left, fill=last):
                key = (
                    left - count,
                    _add(held, count, kind.marks),
                    _add(mine, count, here),
                )
                drawn[key] += number * comb(kind.size, count)
        states = dict(drawn)
    ways: Counter[tuple[_Vector, _Vector]] = Counter()
    for (_, held, mine), number in states.items():
        ways[held, mine] += number
    return ways


@lru_cache(maxsize=4096)
def _draw(
    values: tuple[_Vector, ...], sizes: tuple[int, ...], cards: int
) -> Mapping[_Vector, int]:
    """Count the draws of some cards by the totals of their values."""
    states = {(cards, (0,) * len(values[0])): 1}
    for position, (value, size) in enumerate(zip(values, sizes, strict=True)):
        last = position == len(values) - 1
        drawn: Counter[tuple[int, _Vector]] = Counter()
        for (left, totals), number in states.items():
            for count in _takes(size, left, fill=last):
                drawn[left - count, _add(totals, count, value)] += number * comb(
                    size, count
                )
        states = dict(drawn)
    return {totals: number for (_, totals), number in states.items()}


def _takes(size: int, left: int, *, fill: bool) -> Iterable[int]:
    """Return how many cards of a class may be drawn; the last one fills the rest."""
    if fill:
        return (left,) if left <= size else ()
    return range(min(size, left) + 1)


def _add(totals: _Vector, count: int, values: _Vector) -> _Vector:
    return tuple(
        total + count * value for total, value in zip(totals, values, strict=True)
    )
