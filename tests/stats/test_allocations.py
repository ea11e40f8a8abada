"""Cards put into piles: as many ways as there are, all equally likely."""

from __future__ import annotations

from itertools import product
from math import factorial

import numpy as np
import pytest

from tarotsim.stats.allocations import Allocations


def _all_ways(allowed: np.ndarray, sizes: np.ndarray) -> list[tuple[int, ...]]:
    piles = range(len(sizes))
    return [
        way
        for way in product(piles, repeat=len(allowed))
        if all(allowed[card, pile] for card, pile in enumerate(way))
        and all(way.count(pile) == sizes[pile] for pile in piles)
    ]


def test_as_many_ways_as_are_listed_and_no_others() -> None:
    rng = np.random.default_rng(1)
    some, none = 0, 0
    for _ in range(80):
        sizes = rng.integers(0, 4, rng.integers(1, 5))
        if sizes.sum() > 7:
            continue
        allowed = rng.random((sizes.sum(), len(sizes))) < 0.7
        ways = _all_ways(allowed, sizes)
        found = Allocations(allowed, sizes)
        assert found.count == len(ways)
        numbers = rng.random((50, sizes.sum()))
        if not ways:
            none += 1
            with pytest.raises(ValueError, match="no way"):
                found.draw(numbers)
            continue
        some += 1
        assert set(map(tuple, found.draw(numbers).tolist())) <= set(ways)
    assert some > 20
    assert none > 5


def test_every_way_is_equally_likely() -> None:
    allowed = np.array(
        [[1, 1, 0], [1, 1, 1], [0, 1, 1], [1, 1, 1], [1, 0, 1], [1, 1, 1]], dtype=bool
    )
    sizes = np.array([2, 3, 1])
    ways = _all_ways(allowed, sizes)
    # A grid of numbers: their shares are those of the ways up to its width.
    rng = np.random.default_rng(2)
    drawn = Allocations(allowed, sizes).draw(rng.random((200 * len(ways), 6)))
    counts = dict.fromkeys(ways, 0)
    for way in map(tuple, drawn.tolist()):
        counts[way] += 1
    chi2 = sum((count - 200) ** 2 / 200 for count in counts.values())
    freedom = len(ways) - 1
    assert abs(chi2 - freedom) < 5 * np.sqrt(2 * freedom)


def test_a_whole_pack_is_counted() -> None:
    free = Allocations(np.ones((60, 4), dtype=bool), (18, 18, 18, 6))
    exact = factorial(60) // (factorial(18) ** 3 * factorial(6))
    assert free.count == pytest.approx(exact, rel=1e-12)


def test_numbers_at_the_ends_are_drawn_too() -> None:
    found = Allocations(np.ones((4, 2), dtype=bool), (2, 2))
    ends = np.array([[0.0] * 4, [np.nextafter(1.0, 0.0)] * 4])
    for way in found.draw(ends).tolist():
        assert sorted(way) == [0, 0, 1, 1]


def test_sizes_must_fit() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        Allocations(np.ones((3, 2), dtype=bool), (1, 1))
