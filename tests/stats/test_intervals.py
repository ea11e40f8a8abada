"""Intervals against published tables and plain numerical work."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from fractions import Fraction
from math import comb, gamma, pi, sqrt
from random import Random
from statistics import NormalDist, mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarotsim.stats.intervals import (
    LEAST_CASES,
    Estimate,
    deals_needed,
    deals_to_tell,
    exact_binomial_p_value,
    from_moments,
    judged,
    mean_interval,
    student_t_quantile,
    wilson,
)

numbers = st.lists(st.integers(-1000, 1000), min_size=2, max_size=30)


@pytest.mark.parametrize(
    ("p", "df", "quantile"),
    [
        (0.975, 1, 12.7062),
        (0.975, 2, 4.30265),
        (0.975, 3, 3.18245),
        (0.975, 4, 2.77645),
        (0.975, 5, 2.57058),
        (0.95, 7, 1.89458),
        (0.995, 10, 3.16927),
        (0.975, 29, 2.04523),
        (0.9995, 30, 3.64596),
        (0.975, 60, 2.00030),
        (0.975, 120, 1.97993),
        (0.975, 1000, 1.96234),
    ],
)
def test_student_t_quantile_equals_the_tables(
    p: float, df: int, quantile: float
) -> None:
    assert student_t_quantile(p, df) == pytest.approx(quantile, abs=1e-4)
    assert student_t_quantile(1 - p, df) == pytest.approx(-quantile, abs=1e-4)


@pytest.mark.parametrize("df", [3, 4, 25, 99, 150])
def test_student_t_quantile_inverts_the_density(df: int) -> None:
    """Simpson's rule over the density up to the quantile gives the probability."""
    p = 0.99
    steps = 2000
    quantile = student_t_quantile(p, df)
    scale = gamma((df + 1) / 2) / (sqrt(df * pi) * gamma(df / 2))
    width = quantile / steps
    heights = [
        scale * (1 + (i * width) ** 2 / df) ** (-(df + 1) / 2) for i in range(steps + 1)
    ]
    area = heights[0] + heights[-1] + 4 * sum(heights[1::2]) + 2 * sum(heights[2:-1:2])
    assert 0.5 + area * width / 3 == pytest.approx(p, abs=1e-10)


def test_student_t_quantile_joins_up_and_tends_to_the_normal() -> None:
    below, above = student_t_quantile(0.9999, 200), student_t_quantile(0.9999, 201)
    further = student_t_quantile(0.9999, 202)
    assert below - above == pytest.approx(above - further, rel=0.02)
    normal = NormalDist().inv_cdf(0.975)
    assert student_t_quantile(0.975, 10**9) == pytest.approx(normal, abs=1e-8)


def test_student_t_quantile_refuses_what_is_out_of_range() -> None:
    with pytest.raises(ValueError, match="between 0 and 1, not at 1"):
        student_t_quantile(1, 5)
    with pytest.raises(ValueError, match="1 or more, not 0"):
        student_t_quantile(0.9, 0)


@given(numbers)
def test_mean_interval_is_students(values: list[int]) -> None:
    estimate = mean_interval(values)
    se = stdev(values) / sqrt(len(values))
    half = student_t_quantile(0.975, len(values) - 1) * se
    assert estimate.n == len(values)
    assert estimate.mean == pytest.approx(mean(values))
    assert estimate.se == pytest.approx(se)
    assert estimate.half_width == pytest.approx(half)
    assert estimate.clusters is None


@given(numbers)
def test_from_moments_equals_the_values(values: list[int]) -> None:
    squares = sum(value * value for value in values)
    exact = from_moments(len(values), sum(values), squares, level=0.9)
    plain = mean_interval(values, level=0.9)
    assert exact.mean == pytest.approx(plain.mean)
    assert exact.low == pytest.approx(plain.low)
    assert exact.high == pytest.approx(plain.high)


@given(numbers)
def test_clusters_of_one_change_nothing(values: list[int]) -> None:
    alone = mean_interval(values, clusters=range(len(values)))
    assert alone.clusters == len(values)
    assert alone.se == pytest.approx(mean_interval(values).se)


@given(numbers, st.integers(1, 4))
def test_repeated_values_are_no_more_information(values: list[int], times: int) -> None:
    repeated = [value for value in values for _ in range(times)]
    deals = [deal for deal in range(len(values)) for _ in range(times)]
    clustered = mean_interval(repeated, clusters=deals)
    plain = mean_interval(values)
    assert clustered.n == len(values) * times
    assert clustered.se == pytest.approx(plain.se)
    assert clustered.low == pytest.approx(plain.low)


def test_clusters_of_unequal_size() -> None:
    """Residual sums of -2 and 2 around a mean of 2: se = sqrt(2 * 8) / 4."""
    estimate = mean_interval([0, 2, 3, 3], clusters=["a", "a", "b", "b"])
    assert (estimate.mean, estimate.se, estimate.clusters) == (2.0, 1.0, 2)


def test_too_few_values_are_an_answer() -> None:
    nothing = mean_interval([])
    assert (nothing.mean, nothing.low, nothing.high, nothing.n) == (None, None, None, 0)
    assert nothing.half_width is None
    assert nothing == from_moments(0, 0, 0) == wilson(0, 0)
    one = mean_interval([3])
    assert (one.mean, one.low, one.high, one.se, one.n) == (3.0, None, None, None, 1)
    assert one == from_moments(1, 3, 9)
    same_deal = mean_interval([1, 2, 3], clusters=[7, 7, 7])
    assert (same_deal.mean, same_deal.low, same_deal.clusters) == (2.0, None, 1)
    assert mean_interval([], clusters=[]).clusters == 0
    assert json.loads(json.dumps(asdict(nothing)))["low"] is None


def test_equal_values_have_width_zero() -> None:
    assert mean_interval([0.1] * 10).half_width == 0
    assert from_moments(5, 0, 0).half_width == 0


def test_wrong_input_is_refused() -> None:
    with pytest.raises(ValueError, match="level lies between 0 and 1, not at 95"):
        mean_interval([1, 2], level=95)
    with pytest.raises(ValueError, match="3 values but 2 cluster labels"):
        mean_interval([1, 2, 3], clusters=[1, 1])
    with pytest.raises(ValueError, match="no 2 values have sum 5 and squares 1"):
        from_moments(2, 5, 1)
    with pytest.raises(ValueError, match="6 successes in 5 trials"):
        wilson(6, 5)
    with pytest.raises(ValueError, match="above 0, not 0"):
        deals_needed(wilson(1, 5), 0)


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_equals_newcombes_examples(
    successes: int, n: int, low: float, high: float
) -> None:
    """R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    estimate = wilson(successes, n)
    assert estimate.low == pytest.approx(low, abs=5e-5)
    assert estimate.high == pytest.approx(high, abs=5e-5)


@given(st.integers(1, 10**6), st.floats(0, 1))
def test_wilson_is_symmetric_and_inside_the_range(n: int, share: float) -> None:
    successes = round(share * n)
    estimate, mirrored = wilson(successes, n), wilson(n - successes, n)
    assert estimate.low is not None
    assert estimate.high is not None
    assert 0 <= estimate.low <= successes / n <= estimate.high <= 1
    assert mirrored.high == pytest.approx(1 - estimate.low, abs=1e-9)


def test_intervals_cover_as_often_as_they_say() -> None:
    random = Random(11)
    covered = 0
    for _ in range(2000):
        estimate = mean_interval([random.gauss(5, 2) for _ in range(6)])
        assert estimate.low is not None
        assert estimate.high is not None
        covered += estimate.low <= 5 <= estimate.high
    assert exact_binomial_p_value(covered, 2000, 0.95) > 1e-5


def test_deals_needed() -> None:
    estimate = Estimate(1.0, 0.0, 2.0, n=100, se=0.5)
    assert deals_needed(estimate, 0.1) == 10_000
    assert deals_needed(estimate, 1.0) == 100
    assert deals_needed(estimate, 100.0) == 2
    by_deal = Estimate(1.0, 0.0, 2.0, n=400, se=0.5, clusters=100)
    assert deals_needed(by_deal, 0.5) == 400
    assert deals_needed(mean_interval([1]), 0.5) is None


def test_deals_to_tell_find_an_effect_four_times_in_five() -> None:
    # An interval of half-width 1.96 SE misses 0 in four of five runs if the effect is
    # 1.96 + 0.84 SE: from 100 values with an effect of 1 SE that takes 7.84 as many.
    estimate = Estimate(1.0, 1.0 - 1.96, 1.0 + 1.96, 100, 1.0)
    assert deals_to_tell(estimate) == 784
    assert deals_to_tell(estimate.opposite()) == 784
    assert deals_to_tell(Estimate(0.0, -1.0, 1.0, 100, 0.5)) is None
    assert deals_to_tell(Estimate(1.0, None, None, 1, None)) is None


def test_an_opposite_and_a_mean_alone() -> None:
    estimate = Estimate(1.0, -2.0, 3.0, 9, 1.2, clusters=4)
    assert estimate.opposite() == Estimate(-1.0, -3.0, 2.0, 9, 1.2, clusters=4)
    assert estimate.opposite().opposite() == estimate
    alone = estimate.without_interval()
    assert (alone.mean, alone.low, alone.high, alone.se) == (1.0, None, None, None)
    assert alone.opposite().mean == -1.0
    assert Estimate(None, None, None, 0, None).opposite().mean is None


@given(st.integers(0, 40), st.integers(0, 40), st.fractions(0, 1, max_denominator=50))
def test_binomial_p_value_equals_adding_up(
    successes: int, failures: int, p: Fraction
) -> None:
    n = successes + failures
    chances = [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    seen = chances[successes] * (1 + Fraction(1, 10**7))
    expected = float(sum(chance for chance in chances if chance <= seen))
    assert exact_binomial_p_value(successes, n, p) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(
    ("n", "p"), [(10**6, 0.5), (2 * 10**7, 0.5), (2 * 10**7, 0.01)]
)
@pytest.mark.parametrize("z", [-4.5, -2.0, 1.0, 4.5])
def test_binomial_p_value_of_many_trials(n: int, p: float, z: float) -> None:
    """The normal distribution is near when successes and failures are many."""
    spread = sqrt(n * p * (1 - p))
    successes = round(n * p + z * spread)
    distance = (abs(successes - n * p) - 0.5) / spread
    normal = 2 * NormalDist().cdf(-distance)
    exact = exact_binomial_p_value(successes, n, p)
    assert exact == pytest.approx(normal, rel=0.05)


def test_binomial_p_value_at_the_ends() -> None:
    assert exact_binomial_p_value(0, 0, 0.3) == 1
    assert exact_binomial_p_value(0, 10, 0) == 1
    assert exact_binomial_p_value(1, 10, 0) == 0
    assert exact_binomial_p_value(10, 10, 1) == 1
    assert exact_binomial_p_value(5, 10, 0.5) == 1
    assert exact_binomial_p_value(10**6, 10**6, 0.5) == 0
    with pytest.raises(ValueError, match=r"a probability is 0 to 1, not 1\.5"):
        exact_binomial_p_value(1, 2, 1.5)
    with pytest.raises(ValueError, match="3 successes in 2 trials"):
        exact_binomial_p_value(3, 2, 0.5)


ALIKE = Estimate(0.0, 0.0, 0.0, 100, 0.0)
SPREAD = Estimate(1.0, 0.5, 1.5, LEAST_CASES, 0.25)


@pytest.mark.parametrize(
    ("estimate", "counts", "varies", "has_interval"),
    [
        (SPREAD, (), None, True),
        (replace(SPREAD, n=LEAST_CASES - 1), (), None, False),
        (SPREAD, (LEAST_CASES, 1000), None, True),
        (SPREAD, (1000, LEAST_CASES - 1), None, False),
        (ALIKE, (), None, False),
        (ALIKE, (), True, True),
        (SPREAD, (), False, False),
        (replace(ALIKE, n=LEAST_CASES - 1), (), True, False),
    ],
)
def test_what_stands_on_too_little_has_no_interval(
    estimate: Estimate, counts: tuple[int, ...], varies: bool | None, has_interval: bool
) -> None:
    found = judged(estimate, *counts, varies=varies)
    assert found == (estimate if has_interval else estimate.without_interval())
    assert found.mean == estimate.mean
