"""Count the ways of drawing cards without replacement from a pack of few kinds.

Everything in `tarotsim.stats.counts` comes down to `count_ways`: cards are drawn
from a pack to an own hand and to another place, and two cards that count alike need
not be told apart.
"""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["CardClass", "count_ways"]


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


class _State(NamedTuple):
    own_left: int
    place_left: int
    totals: tuple[int, ...]
    held: tuple[int, ...]


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
    *others, largest = sorted(classes, key=lambda kind: kind.size)
    start = _State(own, place, (0,) * len(largest.values), (0,) * len(largest.marks))
    states = {start: 1}
    for kind in others:
        states = _draw(states, kind, counts_own=counts_own, fill=False)
    # The last class fills the places left, so taking the largest last is cheapest.
    states = _draw(states, largest, counts_own=counts_own, fill=True)
    ways: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter()
    for state, number in states.items():
        ways[state.totals, state.held] += number
    return dict(ways)


def _draw(
    states: dict[_State, int], kind: CardClass, *, counts_own: bool, fill: bool
) -> dict[_State, int]:
    drawn: Counter[_State] = Counter()
    for state, number in states.items():
        for i, j in _shares(kind.size, state, fill=fill):
            counted = i + j if counts_own else j
            following = _State(
                state.own_left - i,
                state.place_left - j,
                _add(state.totals, counted, kind.values),
                _add(state.held, i, kind.marks),
            )
            drawn[following] += number * comb(kind.size, i) * comb(kind.size - i, j)
    return drawn


def _shares(size: int, state: _State, *, fill: bool) -> Iterator[tuple[int, int]]:
    """Yield how many cards of a class may go to the own hand and to the place."""
    if fill:
        if state.own_left + state.place_left <= size:
            yield state.own_left, state.place_left
        return
    for i in range(min(size, state.own_left) + 1):
        for j in range(min(size - i, state.place_left) + 1):
            yield i, j


def _add(
    totals: tuple[int, ...], count: int, values: tuple[int, ...]
) -> tuple[int, ...]:
    return tuple(
        total + count * value for total, value in zip(totals, values, strict=True)
    )
