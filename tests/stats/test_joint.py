"""Sums of vectors: the same from any parts, and the estimates they stand for."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tarotsim.stats.intervals import mean_interval
from tarotsim.stats.joint import JointMoments

NAMES = ("n", "s", "m", "t")


def sums_of(values: Any) -> JointMoments:
    joint = JointMoments(NAMES)
    joint.add(np.asarray(values))
    return joint


def some_clusters(count: int, seed: int = 1) -> np.ndarray:
    """Return clusters of up to four values of two kinds that share their luck."""
    rng = np.random.default_rng(seed)
    luck = rng.integers(-50, 51, count)
    n, m = rng.integers(0, 5, count), rng.integers(0, 5, count)
    noise = rng.integers(-9, 10, (2, count))
    return np.stack([n, n * luck + noise[0] * n, m, m * luck + noise[1] * m], axis=1)


def test_parts_add_up_in_any_order() -> None:
    values = some_clusters(500)
    whole = sums_of(values)
    parts = [sums_of(part) for part in np.array_split(values, [3, 100, 101, 400])]
    backwards = sums_of(values[:0])
    for part in reversed(parts):
        backwards = backwards + part
    assert backwards == whole
    assert backwards != sums_of(values[1:])
    assert whole.n == 500
    assert whole.total("s") == int(values[:, 1].sum())


def test_sums_are_exact_beyond_64_bits() -> None:
    big = JointMoments(["x"])
    for _ in range(3):
        big.add(np.array([[3_000_000_000]]))
    assert big.combined({"x": 10**6}).squares == 3 * (3 * 10**15) ** 2
    with pytest.raises(OverflowError, match="too large"):
        big.add(np.array([[4_000_000_000]]))


def test_wrong_vectors_and_sums_are_refused() -> None:
    with pytest.raises(ValueError, match="4 columns"):
        sums_of([[1, 2]])
    with pytest.raises(TypeError):
        sums_of([[1, 2, 3, 4]]) + JointMoments(["other"])


def test_a_mean_is_that_of_the_clusters() -> None:
    values = some_clusters(200)
    found = sums_of(values).mean({"s": 2, "t": -1}, 3)
    plain = mean_interval((2 * values[:, 1] - values[:, 3]) / 3)
    assert found.mean == pytest.approx(plain.mean)
    assert found.se == pytest.approx(plain.se)
    assert found.high == pytest.approx(plain.high)
    assert found.n == 200
    assert JointMoments(["x"]).mean({"x": 1}, 3).mean is None
    assert sums_of(values[:1]).mean({"s": 1}, 2).mean == values[0, 1] / 2


def test_a_ratio_is_the_mean_of_values_in_clusters() -> None:
    clusters = [[1, 5, 3], [2], [], [-4, -4], [7, 0, 0, 1]]
    joint = sums_of([[len(c), sum(c), 0, 0] for c in clusters])
    found = joint.ratio("s", "n")
    # A cluster without values counts as one, with a residual of 0.
    labels = [k for k, cluster in enumerate(clusters) for _ in cluster]
    plain = mean_interval([v for c in clusters for v in c], clusters=labels)
    assert plain.se is not None
    assert found.mean == pytest.approx(plain.mean)
    assert found.se == pytest.approx(plain.se * ((5 / 4) / (4 / 3)) ** 0.5)
    assert (found.n, found.clusters) == (10, 5)
    nothing = joint.ratio("t", "m")
    assert (nothing.mean, nothing.low, nothing.n) == (None, None, 0)


def test_values_of_few_clusters_are_worth_few() -> None:
    full, empty = [6, 0, 0, 0], [0, 0, 0, 0]
    assert sums_of([full] * 5 + [empty] * 95).evenly_spread("n") == 5
    assert sums_of([full] * 5 + [[1, 0, 0, 0]] * 5).evenly_spread("n") == 6
    assert sums_of([empty]).evenly_spread("n") == 0


def test_a_difference_of_ratios_counts_shared_luck_in() -> None:
    values = some_clusters(4000)
    joint = sums_of(values)
    found = joint.ratio_difference(("s", "n"), ("t", "m"))
    first, second = joint.ratio("s", "n"), joint.ratio("t", "m")
    assert found.se is not None
    assert first.se is not None
    assert second.se is not None
    assert found.mean == pytest.approx((first.mean or 0) - (second.mean or 0))
    # Both means rise and fall with the luck of the same clusters.
    apart = (first.se**2 + second.se**2) ** 0.5
    assert found.se < 0.9 * apart
    # The definition, written out.
    n, s, m, t = values.T
    r, q = s.sum() / n.sum(), t.sum() / m.sum()
    residuals = (s - r * n) / n.sum() - (t - q * m) / m.sum()
    assert found.se == pytest.approx((residuals @ residuals * 4000 / 3999) ** 0.5)
    none = sums_of([[1, 5, 0, 0]]).ratio_difference(("s", "n"), ("t", "m"))
    assert (none.mean, none.n) == (None, 1)


def test_clusters_that_share_luck_widen_the_interval() -> None:
    values = some_clusters(2000)
    clustered = sums_of(values).ratio("s", "n")
    # The same values as if they were independent: each alone in its cluster.
    n, s = values[:, 0], values[:, 1]
    alone = np.repeat(s[n > 0] // n[n > 0], n[n > 0])
    naive = mean_interval(alone)
    assert naive.mean == pytest.approx(clustered.mean)
    assert clustered.se is not None
    assert naive.se is not None
    assert clustered.se > 1.4 * naive.se


@pytest.mark.parametrize("clusters", [60, 1000])
def test_intervals_cover_at_the_stated_rate(clusters: int) -> None:
    rounds = 1500
    truth = 0.0  # Of both kinds, and so of their difference.
    misses = dict.fromkeys(("mean", "ratio", "difference"), 0)
    for seed in range(rounds):
        joint = sums_of(some_clusters(clusters, seed))
        found = {
            "mean": joint.mean({"s": 1, "t": 1}),
            "ratio": joint.ratio("s", "n"),
            "difference": joint.ratio_difference(("s", "n"), ("t", "m")),
        }
        for name, estimate in found.items():
            assert estimate.low is not None
            assert estimate.high is not None
            misses[name] += not estimate.low <= truth <= estimate.high
    # 5 % of the rounds, give or take four standard errors of that.
    allowed = 4 * (rounds * 0.05 * 0.95) ** 0.5
    for name, missed in misses.items():
        assert abs(missed - rounds * 0.05) < allowed, name
