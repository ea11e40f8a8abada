"""Accumulators give the same numbers in any order."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarotsim.stats.accumulators import Moments
from tarotsim.stats.intervals import mean_interval

integers = st.integers(-(10**12), 10**12)


@given(st.lists(integers), st.integers(0, 20))
def test_moments_merge_in_any_order(values: list[int], cut: int) -> None:
    whole = Moments.of(values)
    parts = [Moments.of(values[:cut]), Moments.of(values[cut:])]
    assert parts[0] + parts[1] == parts[1] + parts[0] == whole
    singles = [Moments.of([value]) for value in reversed(values)]
    assert sum(singles, Moments()) == whole
    assert whole.n == len(values)
    assert whole.total == sum(values)


def test_estimates() -> None:
    values = [3, -1, 4, 1, -5, 9]
    for level in (0.9, 0.95):
        exact = Moments.of(values).estimate(level)
        plain = mean_interval(values, level=level)
        assert exact.mean == pytest.approx(plain.mean)
        assert exact.high == pytest.approx(plain.high)
    assert Moments().estimate().mean is None
    assert Moments.of([4]).estimate().low is None


def test_numbers_of_numpy_do_not_overflow() -> None:
    big = np.int32(2_000_000_000)
    moments = Moments.of([big, big])
    assert moments.squares == 2 * 2_000_000_000**2
    assert type(moments.total) is int


def test_only_integers_are_exact() -> None:
    with pytest.raises(TypeError):
        Moments().add(1.5)  # type: ignore[arg-type]


def test_sums_can_be_stored_and_read_back() -> None:
    moments = Moments.of([1, 2, 4])
    assert Moments(**asdict(moments)) == moments


def test_other_things_are_not_added() -> None:
    with pytest.raises(TypeError):
        Moments() + 1  # type: ignore[operator]
