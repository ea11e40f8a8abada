"""Exact sums of vectors, one a cluster: means, differences and ratios from them.

Whatever is asked later is a combination of columns with integer weights, so that its
sum and its sum of squares are exact integers too, however the clusters were split.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from tarotsim.game.wording import counted
from tarotsim.stats.accumulators import Moments
from tarotsim.stats.intervals import Estimate, around

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import numpy.typing as npt

__all__ = ["JointMoments"]

_LARGEST = 1 << 63
"""Sums of products stay below this while the vectors of one call are added up."""


class JointMoments:
    """Exact number, sums and sums of products of vectors of integers.

    A vector holds what one cluster gave; the clusters are independent, the columns of
    one may depend on each other in any way.

    Parameters
    ----------
    names : iterable of str
        Names of the columns.

    Attributes
    ----------
    n : int
        Number of clusters.

    Examples
    --------
    >>> import numpy as np
    >>> joint = JointMoments(["x", "y"])
    >>> joint.add(np.array([[3, 1], [5, 4], [4, 2]]))
    >>> joint.combined({"x": 1, "y": -1})
    Moments(n=3, total=5, squares=9)
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        self.n = 0
        self._place = {name: place for place, name in enumerate(self.names)}
        size = len(self.names)
        # Python's integers: they neither overflow nor round.
        self._totals = np.zeros(size, dtype=object)
        self._products = np.zeros((size, size), dtype=object)

    def add(self, values: npt.NDArray[np.int64]) -> None:
        """Count the vectors of some clusters in.

        Parameters
        ----------
        values : int64 array (clusters, columns)

        Raises
        ------
        ValueError
            For another number of columns.
        OverflowError
            If values are so large that a sum of products might not fit 64 bits.
        """
        if values.ndim != 2 or values.shape[1] != len(self.names):
            wanted = counted(len(self.names), "column is wanted", "columns are wanted")
            message = f"{wanted}, not {values.shape}"
            raise ValueError(message)
        largest = int(np.abs(values).max(initial=0))
        if len(values) * largest * largest >= _LARGEST:
            raise OverflowError(f"{len(values)} values up to {largest} are too large")
        columns = np.ascontiguousarray(values.T, dtype=np.int64)
        products = np.einsum("in,jn->ij", columns, columns)
        self.n += len(values)
        self._totals += values.sum(axis=0, dtype=np.int64).astype(object)
        self._products += products.astype(object)

    def __add__(self, other: JointMoments) -> JointMoments:
        """Return the sums of both together."""
        if not isinstance(other, JointMoments) or other.names != self.names:
            return NotImplemented
        both = JointMoments(self.names)
        both.n = self.n + other.n
        both._totals = self._totals + other._totals
        both._products = self._products + other._products
        return both

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, JointMoments):
            return NotImplemented
        return (
            self.names == other.names
            and self.n == other.n
            and bool((self._totals == other._totals).all())
            and bool((self._products == other._products).all())
        )

    __hash__ = None  # type: ignore[assignment]  # it grows

    def total(self, name: str) -> int:
        """Return the sum of a column."""
        return int(self._totals[self._place[name]])

    def combined(self, weights: Mapping[str, int]) -> Moments:
        """Return the sums of a combination of columns, cluster by cluster.

        Parameters
        ----------
        weights : mapping of str to int
            Weight of each column; the others have none.
        """
        places = [self._place[name] for name in weights]
        factors = list(weights.values())
        total = sum(f * self._totals[p] for f, p in zip(factors, places, strict=True))
        squares = sum(
            f * g * self._products[p, q]
            for f, p in zip(factors, places, strict=True)
            for g, q in zip(factors, places, strict=True)
        )
        return Moments(self.n, int(total), int(squares))

    def mean(self, weights: Mapping[str, int], divisor: int = 1) -> Estimate:
        """Estimate the mean of a combination of columns, per cluster.

        Parameters
        ----------
        weights : mapping of str to int
        divisor : int, optional
            By which the combination is divided, 1 or more.
        """
        return self.combined(weights).estimate().divided(divisor)

    def evenly_spread(self, count: str) -> int:
        """Return how many clusters with equally many values would say as much.

        Parameters
        ----------
        count : str
            Column with the number of values of a cluster, 0 or more.

        Returns
        -------
        int
            No more than the clusters that have values; rounded down.

        References
        ----------
        L. Kish, "Survey Sampling" (1965), on weights that differ: the square of their
        sum over the sum of their squares.
        """
        moments = self.combined({count: 1})
        return moments.total**2 // moments.squares if moments.squares else 0

    def ratio(self, total: str, count: str) -> Estimate:
        """Estimate a mean whose number of values differs from cluster to cluster.

        Parameters
        ----------
        total, count : str
            Columns with the sum of the values of a cluster, and with their number.

        Returns
        -------
        Estimate
            As `ratio_difference`, of one ratio alone.
        """
        n = self.total(count)
        if n == 0:
            return Estimate(None, None, None, 0, None, clusters=self.n)
        weights = {total: n, count: -self.total(total)}
        return self._linear(self.total(total) / n, weights, n * n, n)

    def ratio_difference(
        self, first: tuple[str, str], second: tuple[str, str]
    ) -> Estimate:
        """Estimate the difference of two means, each over values of its own number.

        Parameters
        ----------
        first, second : tuple of str
            Columns with the sum of the values of a cluster and with their number.

        Returns
        -------
        Estimate
            ``n`` counts the values of both; all is None if one has none.

        Notes
        -----
        The ratio estimator, linearised: with residuals s - r n of a cluster the
        standard error is the cluster-robust one, with the factor G / (G - 1) for G
        clusters, and Student's distribution has G - 1 degrees of freedom. That values
        of both means come from the same cluster is taken into account.

        References
        ----------
        W. G. Cochran, "Sampling Techniques", 3rd ed. (1977), 6.4 and 6.11.
        """
        (sum_a, count_a), (sum_b, count_b) = first, second
        n_a, n_b = self.total(count_a), self.total(count_b)
        if n_a == 0 or n_b == 0:
            return Estimate(None, None, None, n_a + n_b, None, clusters=self.n)
        s_a, s_b = self.total(sum_a), self.total(sum_b)
        weights = {
            sum_a: n_a * n_b**2,
            count_a: -s_a * n_b**2,
            sum_b: -n_b * n_a**2,
            count_b: s_b * n_a**2,
        }
        scale = n_a**2 * n_b**2
        return self._linear(s_a / n_a - s_b / n_b, weights, scale, n_a + n_b)

    def _linear(
        self, mean: float, weights: Mapping[str, int], scale: int, n: int
    ) -> Estimate:
        """Return an estimate whose residuals are a combination over a scale."""
        clusters = self.n
        if clusters < 2:
            return Estimate(mean, None, None, n, None, clusters=clusters)
        squares = self.combined(weights).squares
        se = sqrt(squares * clusters / ((clusters - 1) * scale**2))
        return around(mean, se, n, clusters, clusters=clusters)
