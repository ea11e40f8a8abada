"""Means of arrays of values of which some share a cluster, and of strata."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from tarotsim.stats.intervals import Estimate, around, wilson_bounds

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

__all__ = [
    "clustered_mean",
    "slope_and_root",
    "stratified_mean",
    "stratified_share",
    "weighted_mean",
    "weighted_share",
]


_LEAST_CLUSTERS = 30
"""Clusters below which a weighted mean has no interval."""


def clustered_mean(
    values: npt.NDArray[np.float64] | npt.NDArray[np.int64],
    clusters: npt.NDArray[np.int64],
) -> Estimate:
    """Estimate a mean, as `tarotsim.stats.intervals.mean_interval`, from arrays.

    Parameters
    ----------
    values : array (values,)
    clusters : int64 array (values,)
        Label of each value's cluster, in ascending order.
    """
    n = len(values)
    if n == 0:
        return Estimate(None, None, None, 0, None, clusters=0)
    numbers = values.astype(np.float64)
    mean = float(numbers.mean())
    first = np.flatnonzero(np.diff(clusters, prepend=clusters[0] - 1))
    sums = np.add.reduceat(numbers - mean, first)
    units = len(first)
    se = None
    if units > 1:
        se = sqrt(float(sums @ sums) * units / (units - 1)) / n
    return around(mean, se, n, units, 0.95, units)


def weighted_mean(
    values: npt.NDArray[np.float64],
    weights: npt.NDArray[np.float64],
    clusters: npt.NDArray[np.int64],
) -> Estimate:
    """Estimate a mean of values that stand for unequal parts of a population.

    Parameters
    ----------
    values, weights : float64 array (values,)
        Weights above 0.
    clusters : int64 array (values,)
        In ascending order.

    Returns
    -------
    Estimate
        A ratio estimator, linearised; without an interval below 30 clusters.

    References
    ----------
    W. G. Cochran, "Sampling Techniques", 3rd ed. (1977), 6.4.

    Examples
    --------
    >>> import numpy as np
    >>> weighted_mean(np.array([1.0, 4.0]), np.array([2.0, 1.0]), np.arange(2)).mean
    2.0
    """
    n = len(values)
    total = float(weights.sum())
    if n == 0:
        return Estimate(None, None, None, 0, None, clusters=0)
    mean = float(weights @ values) / total
    first = np.flatnonzero(np.diff(clusters, prepend=clusters[0] - 1))
    sums = np.add.reduceat(weights * (values - mean), first)
    units = len(first)
    if units < _LEAST_CLUSTERS:
        return Estimate(mean, None, None, n, None, clusters=units)
    se = sqrt(float(sums @ sums) * units / (units - 1)) / total
    return around(mean, se, n, units, 0.95, units)


def weighted_share(
    successes: npt.NDArray[np.bool_],
    weights: npt.NDArray[np.float64],
    clusters: npt.NDArray[np.int64],
) -> Estimate:
    """Estimate a share of cases that stand for unequal parts of a population.

    Parameters
    ----------
    successes : bool array (cases,)
    weights : float64 array (cases,)
        Above 0.
    clusters : int64 array (cases,)
        In ascending order.

    Returns
    -------
    Estimate
        As `weighted_mean`, with Wilson's interval for as many trials as clusters of
        equal weight would be that say as much.

    References
    ----------
    L. Kish, "Survey Sampling" (1965), on weights that differ.

    Examples
    --------
    >>> import numpy as np
    >>> won = np.ones(100, dtype=bool)
    >>> share = weighted_share(won, np.ones(100), np.arange(100))
    >>> share.mean, round(share.low, 3), share.high
    (1.0, 0.963, 1.0)
    """
    plain = weighted_mean(successes.astype(np.float64), weights, clusters)
    if plain.mean is None or plain.se is None:
        return plain
    first = np.flatnonzero(np.diff(clusters, prepend=clusters[0] - 1))
    sums = np.add.reduceat(weights, first)
    share = 1.0 if successes.all() else plain.mean
    trials = float(sums.sum() ** 2 / (sums @ sums))
    low, high = wilson_bounds(share, trials)
    return replace(plain, mean=share, low=low, high=high)


def stratified_mean(
    estimates: Sequence[Estimate], weights: Sequence[float]
) -> Estimate:
    """Estimate the mean of a population from those of its strata.

    Parameters
    ----------
    estimates : sequence of Estimate
        Independent, with standard errors.
    weights : sequence of float
        Share of each stratum in the population, or anything in proportion to it.

    Returns
    -------
    Estimate
        ``n`` counts all values. Without an interval where a stratum of some weight
        has none; without a mean where one has none.

    References
    ----------
    W. G. Cochran, "Sampling Techniques", 3rd ed. (1977), 5.3 and 5.4; the degrees of
    freedom are taken as infinite, strata being of 1,000 values and more.

    Examples
    --------
    >>> from tarotsim.stats.intervals import Estimate
    >>> parts = [Estimate(1.0, 0.0, 2.0, 100, 0.5), Estimate(5.0, 4.0, 6.0, 100, 0.5)]
    >>> whole = stratified_mean(parts, [3, 1])
    >>> whole.mean, round(whole.se, 3), whole.n
    (2.0, 0.395, 200)
    """
    total = sum(weights)
    used = [
        (estimate, weight / total)
        for estimate, weight in zip(estimates, weights, strict=True)
        if weight > 0
    ]
    n = sum(estimate.n for estimate, _ in used)
    if not used or any(estimate.mean is None for estimate, _ in used):
        return Estimate(None, None, None, n, None)
    mean = sum(share * (one.mean or 0.0) for one, share in used)
    if any(one.se is None for one, _ in used):
        return Estimate(mean, None, None, n, None)
    se = sqrt(sum((share * (one.se or 0.0)) ** 2 for one, share in used))
    z = NormalDist().inv_cdf(0.975)
    return Estimate(mean, mean - z * se, mean + z * se, n, se)


def stratified_share(
    estimates: Sequence[Estimate], weights: Sequence[float]
) -> Estimate:
    """Estimate the share of a population from those of its strata.

    Parameters
    ----------
    estimates : sequence of Estimate
        Independent, with Wilson's intervals.
    weights : sequence of float
        Share of each stratum in the population, or anything in proportion to it.

    Returns
    -------
    Estimate
        As `stratified_mean`. Each bound is as far away as those of the strata, which
        add up as errors do: a stratum that never lost is not taken for certain.

    References
    ----------
    X. Yan and X. G. Su, "Stratified Wilson and Newcombe confidence intervals for
    multiple binomial proportions", Statistics in Biopharmaceutical Research 2 (2010).

    Examples
    --------
    >>> from tarotsim.stats.intervals import wilson
    >>> whole = stratified_share([wilson(50, 50), wilson(50, 50)], [1, 1])
    >>> whole.mean, round(whole.low, 3), whole.high
    (1.0, 0.95, 1.0)
    """
    plain = stratified_mean(estimates, weights)
    if plain.mean is None or plain.se is None:
        return plain
    total = sum(weights)
    below = above = 0.0
    for one, weight in zip(estimates, weights, strict=True):
        if one.mean is not None and one.low is not None and one.high is not None:
            below += (weight / total * (one.mean - one.low)) ** 2
            above += (weight / total * (one.high - one.mean)) ** 2
    return replace(plain, low=plain.mean - sqrt(below), high=plain.mean + sqrt(above))


def slope_and_root(
    x: npt.NDArray[np.float64],
    y: npt.NDArray[np.float64],
    clusters: npt.NDArray[np.int64],
) -> tuple[Estimate, Estimate]:
    """Fit a line to y over x, and find where it crosses 0.

    Parameters
    ----------
    x, y : float64 array (values,)
    clusters : int64 array (values,)
        In ascending order.

    Returns
    -------
    slope, root : Estimate
        The root has no interval where the slope may be 0: any might be it then.

    Notes
    -----
    Least squares with cluster-robust covariance. The interval of the root is
    Fieller's: all x at which the line may be 0 at that level.

    References
    ----------
    E. C. Fieller, "Some problems in interval estimation", Journal of the Royal
    Statistical Society B 16 (1954).
    """
    n = len(x)
    nothing = Estimate(None, None, None, n, None)
    if n < 3 or float(np.ptp(x)) == 0:
        return nothing, nothing
    design = np.column_stack([np.ones(n), x])
    bread = np.linalg.inv(design.T @ design)
    beta = bread @ (design.T @ y)
    residuals = design * (y - design @ beta)[:, None]
    first = np.flatnonzero(np.diff(clusters, prepend=clusters[0] - 1))
    sums = np.add.reduceat(residuals, first, axis=0)
    units = len(first)
    factor = units / max(1, units - 1)
    covariance = factor * bread @ (sums.T @ sums) @ bread
    z = NormalDist().inv_cdf(0.975)
    slope_se = sqrt(max(0.0, float(covariance[1, 1])))
    b = float(beta[1])
    slope = Estimate(b, b - z * slope_se, b + z * slope_se, n, slope_se)
    if abs(b) <= z * slope_se:
        return slope, nothing
    root = -float(beta[0]) / b
    # (a + b x)^2 = z^2 (v00 + 2 v01 x + v11 x^2), a quadratic with two roots here.
    a0, v = float(beta[0]), covariance
    lead = b * b - z * z * float(v[1, 1])
    middle = a0 * b - z * z * float(v[0, 1])
    last = a0 * a0 - z * z * float(v[0, 0])
    half = sqrt(max(0.0, middle * middle - lead * last)) / lead
    centre = -middle / lead
    return slope, Estimate(root, centre - half, centre + half, n, half / z)
