"""Accumulators give the same numbers in any order."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarotsim.stats.accumulators import Moments, PairedMoments
from tarotsim.stats.intervals import mean_interval

integers = st.integers(-(10**12), 10**12)
pairs = st.tuples(integers, integers)


@given(st.lists(integers), st.integers(0, 20))
def test_moments_merge_in_any_order(values: list[int], cut: int) -> None:
    whole = Moments.of(values)
    parts = [Moments.of(values[:cut]), Moments.of(values[cut:])]
    assert parts[0] + parts[1] == parts[1] + parts[0] == whole
    singles = [Moments.of([value]) for value in reversed(values)]
    assert sum(singles, Moments()) == whole
    assert whole.n == len(values)
    assert whole.total == sum(values)


@given(st.lists(pairs), st.integers(0, 20))
def test_paired_moments_merge_in_any_order(
    values: list[tuple[int, int]], cut: int
) -> None:
    whole = PairedMoments.of(values)
    parts = [PairedMoments.of(values[:cut]), PairedMoments.of(values[cut:])]
    assert parts[0] + parts[1] == parts[1] + parts[0] == whole
    assert whole.x == Moments.of(x for x, _ in values)
    assert whole.y == Moments.of(y for _, y in values)
    assert whole.difference == Moments.of(x - y for x, y in values)


def test_estimates() -> None:
    values = [3, -1, 4, 1, -5, 9]
    for level in (0.9, 0.95):
        exact = Moments.of(values).estimate(level)
        plain = mean_interval(values, level=level)
        assert exact.mean == pytest.approx(plain.mean)
        assert exact.high == pytest.approx(plain.high)
    assert Moments().estimate().mean is None
    assert Moments.of([4]).estimate().low is None


def test_correlation() -> None:
    assert PairedMoments.of([(1, 2), (2, 4), (3, 6)]).correlation == 1
    assert PairedMoments.of([(1, -2), (2, -4)]).correlation == -1
    assert PairedMoments.of([(1, 5), (2, 5)]).correlation is None
    assert PairedMoments().correlation is None


def test_numbers_of_numpy_do_not_overflow() -> None:
    big = np.int32(2_000_000_000)
    moments = Moments.of([big, big])
    assert moments.squares == 2 * 2_000_000_000**2
    assert type(moments.total) is int
    paired = PairedMoments.of([(big, big)])
    assert paired.products == 2_000_000_000**2


def test_only_integers_are_exact() -> None:
    with pytest.raises(TypeError):
        Moments().add(1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        PairedMoments().add(1, 1.5)  # type: ignore[arg-type]


def test_sums_can_be_stored_and_read_back() -> None:
    moments = PairedMoments.of([(1, 2), (3, 4)])
    assert PairedMoments(**asdict(moments)) == moments


def test_other_things_are_not_added() -> None:
    with pytest.raises(TypeError):
        Moments() + 1  # type: ignore[operator]
    with pytest.raises(TypeError):
        PairedMoments() + Moments()  # type: ignore[operator]
