"""Means and proportions with their uncertainty.

Intervals are Student's for means and Wilson's for proportions. Where there are too few
values for an interval its bounds are None, which JSON writes as ``null``: "not enough
deals" is an answer.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, cos, exp, fsum, lgamma, log, log1p, pi, sin, sqrt, tan
from statistics import NormalDist
from typing import TYPE_CHECKING, SupportsFloat

from tarotsim.game.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable
    from fractions import Fraction

__all__ = [
    "LEAST_CASES",
    "Estimate",
    "around",
    "deals_needed",
    "deals_to_tell",
    "exact_binomial_p_value",
    "from_moments",
    "judged",
    "mean_interval",
    "student_t_quantile",
    "wilson",
    "wilson_bounds",
]

LEAST_CASES = 30
"""Values below which what is shown of a mean has no interval.

Scores have two humps, won and lost: of five deals all may be of one, and Student's
interval then be narrow and wrong."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean or a proportion with its interval.

    Parameters
    ----------
    mean : float or None
        The estimate; None without any value.
    low, high : float or None
        Bounds of the interval; None when there are too few values for one.
    n : int
        Number of values.
    se : float or None
        Standard error of the mean; None when there are too few values.
    level : float, optional
        Probability that the interval covers the true mean, between 0 and 1.
    clusters : int or None, optional
        Number of clusters, where values that share a deal were taken together.

    Examples
    --------
    >>> Estimate(mean=2.0, low=1.5, high=2.5, n=100, se=0.25).half_width
    0.5
    """

    mean: float | None
    low: float | None
    high: float | None
    n: int
    se: float | None
    level: float = 0.95
    clusters: int | None = None

    @property
    def half_width(self) -> float | None:
        """Half the width of the interval; None without one."""
        if self.low is None or self.high is None:
            return None
        return (self.high - self.low) / 2

    def opposite(self) -> Estimate:
        """Return the estimate of the opposite: b less a where this is a less b."""
        if self.mean is None or self.low is None or self.high is None:
            return replace(self, mean=None if self.mean is None else -self.mean)
        return replace(self, mean=-self.mean, low=-self.high, high=-self.low)

    def divided(self, divisor: float) -> Estimate:
        """Return the estimate of the mean divided by a number above 0."""
        if self.mean is None:
            return self
        if self.se is None or self.low is None or self.high is None:
            return replace(self, mean=self.mean / divisor)
        return replace(
            self,
            mean=self.mean / divisor,
            low=self.low / divisor,
            high=self.high / divisor,
            se=self.se / divisor,
        )

    def without_interval(self) -> Estimate:
        """Return the mean alone, where an interval would promise too much."""
        return replace(self, low=None, high=None, se=None)


def mean_interval(
    values: Iterable[SupportsFloat],
    clusters: Iterable[Hashable] | None = None,
    level: float = 0.95,
) -> Estimate:
    """Estimate a mean from single values.

    Parameters
    ----------
    values : iterable of float
        The values, independent unless they share a cluster.
    clusters : iterable, optional
        One label per value, such as the deal number: values with the same label may
        depend on each other in any way.
    level : float, optional
        Probability that the interval covers the true mean, between 0 and 1.

    Returns
    -------
    Estimate
        With fewer than two values (or clusters) ``se``, ``low`` and ``high`` are None;
        equal values give an interval of width 0.

    Raises
    ------
    ValueError
        For a level outside 0 to 1, or not one label per value.

    Notes
    -----
    With G clusters the standard error is the cluster-robust one, with the factor
    G / (G - 1), and Student's distribution has G - 1 degrees of freedom.

    Examples
    --------
    >>> estimate = mean_interval([1, 2, 3, 4])
    >>> estimate.mean, round(estimate.low, 3), round(estimate.high, 3)
    (2.5, 0.446, 4.554)
    >>> mean_interval([1, 1, 3, 3], clusters=["a", "a", "b", "b"]).se
    1.0
    >>> mean_interval([7.0]).low is None
    True
    """
    _verify_level(level)
    numbers = [float(value) for value in values]
    labels = None if clusters is None else list(clusters)
    if labels is not None and len(labels) != len(numbers):
        given = counted(len(numbers), "value")
        message = f"{given} but {counted(len(labels), 'cluster label')}"
        raise ValueError(message)
    if not numbers:
        return Estimate(None, None, None, 0, None, level, None if labels is None else 0)
    mean = fsum(numbers) / len(numbers)
    residuals = [value - mean for value in numbers]
    if labels is not None:
        parts: defaultdict[Hashable, list[float]] = defaultdict(list)
        for label, residual in zip(labels, residuals, strict=True):
            parts[label].append(residual)
        residuals = [fsum(part) for part in parts.values()]
    units = len(residuals)
    se = None
    if units > 1:
        squares = fsum(residual * residual for residual in residuals)
        se = sqrt(squares * units / (units - 1)) / len(numbers)
    groups = None if labels is None else units
    return around(mean, se, len(numbers), units, level, groups)


def from_moments(n: int, total: int, squares: int, level: float = 0.95) -> Estimate:
    """Estimate a mean from exact sums.

    Parameters
    ----------
    n : int
        Number of independent values, 0 or more.
    total, squares : int
        Sum of the values and of their squares.
    level : float, optional
        Probability that the interval covers the true mean, between 0 and 1.

    Returns
    -------
    Estimate
        As `mean_interval` of the values; rounded once, at the end.

    Raises
    ------
    ValueError
        For a level outside 0 to 1, or sums that no ``n`` values have.

    Examples
    --------
    >>> from_moments(4, 10, 30) == mean_interval([1, 2, 3, 4])
    True
    """
    _verify_level(level)
    spread = n * squares - total * total
    if n < 0 or spread < 0 or (n == 0 and (total or squares)):
        raise ValueError(f"no {n} values have sum {total} and squares {squares}")
    if n == 0:
        return Estimate(None, None, None, 0, None, level)
    se = sqrt(spread / (n * n * (n - 1))) if n > 1 else None
    return around(total / n, se, n, n, level, None)


def wilson(successes: int, n: int, level: float = 0.95) -> Estimate:
    """Estimate a proportion with Wilson's score interval.

    Parameters
    ----------
    successes : int
        0 to ``n``.
    n : int
        Number of independent trials, 0 or more.
    level : float, optional
        Probability that the interval covers the true proportion, between 0 and 1.

    Returns
    -------
    Estimate
        ``mean`` is the plain proportion, which the interval is not centred on; ``se``
        its standard error. Without trials all are None.

    Raises
    ------
    ValueError
        For a level outside 0 to 1 or successes outside 0 to ``n``.

    References
    ----------
    E. B. Wilson, "Probable inference, the law of succession, and statistical
    inference", Journal of the American Statistical Association 22 (1927).

    Examples
    --------
    >>> estimate = wilson(0, 10)
    >>> estimate.mean, estimate.low, round(estimate.high, 4)
    (0.0, 0.0, 0.2775)
    """
    _verify_level(level)
    _verify_successes(successes, n)
    if n == 0:
        return Estimate(None, None, None, 0, None, level)
    p = successes / n
    low, high = wilson_bounds(p, n, level)
    return Estimate(p, low, high, n, sqrt(p * (1 - p) / n), level)


def wilson_bounds(p: float, n: float, level: float = 0.95) -> tuple[float, float]:
    """Return the bounds of Wilson's interval.

    Parameters
    ----------
    p : float
        Share of successes, 0 to 1.
    n : float
        Independent trials, above 0; of values with weights, how many without would
        say as much.
    level : float, optional
    """
    z = NormalDist().inv_cdf(0.5 + level / 2)
    scale = 1 + z * z / n
    centre = (p + z * z / (2 * n)) / scale
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / scale
    # At the ends the bound is exact; elsewhere rounding may not leave the range.
    low = 0.0 if p == 0 else max(0.0, centre - half)
    high = 1.0 if p == 1 else min(1.0, centre + half)
    return low, high


def deals_needed(estimate: Estimate, half_width: float) -> int | None:
    """Tell how many deals in all would bring an interval to a wished half-width.

    Parameters
    ----------
    estimate : Estimate
        What is known so far.
    half_width : float
        Wished half-width, above 0, in the unit of the estimate.

    Returns
    -------
    int or None
        Values in all, or clusters in all where the estimate has clusters, counting
        those already there; at least 2. None if the estimate has no interval yet.

    Raises
    ------
    ValueError
        For a half-width that is not above 0.

    Notes
    -----
    The half-width is taken to shrink with the square root of the number.

    Examples
    --------
    >>> deals_needed(Estimate(0.0, -1.0, 1.0, n=500, se=0.51), half_width=0.5)
    2000
    """
    if not half_width > 0:
        raise ValueError(f"a half-width is above 0, not {half_width!r}")
    if estimate.half_width is None:
        return None
    units = estimate.n if estimate.clusters is None else estimate.clusters
    return max(2, ceil(units * (estimate.half_width / half_width) ** 2))


def deals_to_tell(estimate: Estimate) -> int | None:
    """Tell how many deals in all would tell an effect as large as the one seen from 0.

    Parameters
    ----------
    estimate : Estimate
        What is known so far, an interval of 95 %.

    Returns
    -------
    int or None
        As `deals_needed`; None too if the mean is 0.

    Notes
    -----
    With so many an effect of that size is found four times in five: its half-width is
    then 1.96 / (1.96 + 0.84) of the effect.

    Examples
    --------
    >>> deals_to_tell(Estimate(1.0, -1.0, 3.0, n=500, se=1.02))
    4082
    """
    if not estimate.mean:
        return None
    return deals_needed(estimate, abs(estimate.mean) * 1.96 / (1.96 + 0.84))


@lru_cache(maxsize=1024)
def student_t_quantile(p: float, df: int) -> float:
    """Return a quantile of Student's t distribution.

    Parameters
    ----------
    p : float
        Probability of a smaller value, between 0 and 1.
    df : int
        Degrees of freedom, 1 or more.

    Returns
    -------
    float
        The quantile, with a relative error below 1e-7 for probabilities down to 1e-9.

    Raises
    ------
    ValueError
        For a probability or degrees of freedom out of range.

    Notes
    -----
    Up to 200 degrees of freedom the finite series of the distribution function is
    inverted by bisection; above, the normal quantile is corrected term by term.

    References
    ----------
    M. Abramowitz and I. A. Stegun, "Handbook of Mathematical Functions" (1964),
    26.7.3, 26.7.4 and 26.7.5.

    Examples
    --------
    >>> [round(student_t_quantile(0.975, df), 6) for df in (3, 30, 10**6)]
    [3.182446, 2.042272, 1.959966]
    """
    if not 0 < p < 1:
        raise ValueError(f"a probability lies between 0 and 1, not at {p!r}")
    if df < 1:
        raise ValueError(f"degrees of freedom are 1 or more, not {df!r}")
    if p < 0.5:
        return -student_t_quantile(1 - p, df)
    if df > 200:
        return _student_expansion(NormalDist().inv_cdf(p), df)
    # The angle is theta = atan(t / sqrt(df)), from 0 to a quarter turn.
    low, high = 0.0, pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (
            (middle, high)
            if _student_two_sided(middle, df) < 2 * p - 1
            else (low, middle)
        )
    return sqrt(df) * tan((low + high) / 2)


def exact_binomial_p_value(successes: int, n: int, p: float | Fraction) -> float:
    """Test a number of successes against a probability, exactly and on both sides.

    Parameters
    ----------
    successes : int
        0 to ``n``.
    n : int
        Number of independent trials, 0 or more; millions are no burden.
    p : float or Fraction
        Probability of a success, 0 to 1.

    Returns
    -------
    float
        Probability, if ``p`` is true, of a count that is no more likely than the one
        seen; 0 to 1.

    Raises
    ------
    ValueError
        For successes or a probability out of range.

    Notes
    -----
    Counts as likely as the one seen, up to a factor 1 + 1e-7, are included. A p-value
    below about 1e-308 is returned as 0.

    Examples
    --------
    >>> round(exact_binomial_p_value(7, 10, 0.5), 6)
    0.34375
    >>> exact_binomial_p_value(1_000_900, 2_000_000, 0.5) < 0.21
    True
    """
    _verify_successes(successes, n)
    p = float(p)
    if not 0 <= p <= 1:
        raise ValueError(f"a probability is 0 to 1, not {p!r}")
    if p in (0, 1):
        return float(successes == n * p)

    def log_likelihood(count: int) -> float:
        ways = lgamma(n + 1) - lgamma(count + 1) - lgamma(n - count + 1)
        return ways + count * log(p) + (n - count) * log1p(-p)

    limit = log_likelihood(successes) + 1e-7
    mode = min(n, int((n + 1) * p))
    if log_likelihood(mode) <= limit:
        return 1.0
    # Likelihood falls on both sides of the mode: seek the first count beyond it that
    # is no more likely than the one seen.
    if successes > mode:
        lower = _last_true(lambda count: log_likelihood(count) <= limit, -1, mode)
        upper = successes
    else:
        lower = successes
        upper = n - _last_true(
            lambda count: log_likelihood(n - count) <= limit, -1, n - mode
        )
    odds = p / (1 - p)
    below = _tail(exp(log_likelihood(lower)), lower, n, 1 / odds) if lower >= 0 else 0.0
    above = _tail(exp(log_likelihood(upper)), n - upper, n, odds) if upper <= n else 0.0
    return min(1.0, below + above)


def _tail(first: float, count: int, n: int, odds: float) -> float:
    """Add up the likelihood of ``count`` and of all smaller counts."""
    total = term = first
    while count > 0 and term > total * 1e-17:
        term *= count / (n - count + 1) * odds
        total += term
        count -= 1
    return total


def _last_true(claim: Callable[[int], bool], low: int, high: int) -> int:
    """Return the last number from ``low`` at which a claim that turns false holds.

    The claim is taken to hold at ``low`` and not at ``high``.
    """
    while high - low > 1:
        middle = (low + high) // 2
        if claim(middle):
            low = middle
        else:
            high = middle
    return low


def around(
    mean: float,
    se: float | None,
    n: int,
    units: int,
    level: float = 0.95,
    clusters: int | None = None,
) -> Estimate:
    """Return a mean with Student's interval around it.

    Parameters
    ----------
    mean : float
    se : float or None
        Standard error; None: there is no interval.
    n : int
        Number of values.
    units : int
        Independent units, one more than the degrees of freedom.
    level : float, optional
        Probability that the interval covers the true mean, between 0 and 1.
    clusters : int or None, optional
        Number of clusters, to be noted in the estimate.
    """
    if se is None:
        return Estimate(mean, None, None, n, None, level, clusters)
    half = student_t_quantile(0.5 + level / 2, units - 1) * se
    return Estimate(mean, mean - half, mean + half, n, se, level, clusters)


def judged(estimate: Estimate, *counts: int, varies: bool | None = None) -> Estimate:
    """Return an estimate without its interval if it stands on too little.

    Parameters
    ----------
    estimate : Estimate
        Of fewer than `LEAST_CASES` values it has none, nor where all were the same:
        they say nothing of how often others come, or of what these are worth.
    *counts : int
        Other numbers that must be as large. Above all, of a difference, the deals
        that came out otherwise: if they are few, or none at all was seen, what the
        rare ones are worth is not known, however many deals there were.
    varies : bool, optional
        Whether there might be other values than those seen, where the standard error
        does not tell: it is 0 if all were the same.

    Examples
    --------
    >>> judged(mean_interval([1, 2] * 14)).low is None
    True
    >>> judged(mean_interval([1, 2] * 15)).low is None
    False
    """
    if varies is None:
        varies = estimate.se != 0
    if min((estimate.n, *counts)) < LEAST_CASES or not varies:
        return estimate.without_interval()
    return estimate


def _student_two_sided(angle: float, df: int) -> float:
    """Return P(|T| < sqrt(df) tan(angle)), by 26.7.3 and 26.7.4."""
    cosine_squared = cos(angle) ** 2
    odd = df % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for k in range(1 + odd, df, 2):
        total += term
        term *= cosine_squared * k / (k + 1)
    total *= sin(angle)
    return 2 / pi * (angle + total) if odd else total


def _student_expansion(x: float, df: int) -> float:
    """Correct a normal quantile for many degrees of freedom, by 26.7.5."""
    square = x * x
    terms = (
        (square + 1) / 4,
        ((5 * square + 16) * square + 3) / 96,
        (((3 * square + 19) * square + 17) * square - 15) / 384,
        ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945)
        / 92160,
    )
    return x * (1 + fsum(term / df**k for k, term in enumerate(terms, start=1)))


def _verify_level(level: float) -> None:
    if not 0 < level < 1:
        raise ValueError(f"a level lies between 0 and 1, not at {level!r}")


def _verify_successes(successes: int, n: int) -> None:
    if not 0 <= successes <= n:
        tried = f"{counted(successes, 'success', 'successes')} in {counted(n, 'trial')}"
        raise ValueError(f"{tried}: that is impossible")
