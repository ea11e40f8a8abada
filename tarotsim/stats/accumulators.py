"""Sums that combine in any order to the same numbers.

Python integers do not overflow and do not round, so the parts of a run may be added up
in any order, by any number of workers, to exactly the same result.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from operator import index
from typing import TYPE_CHECKING, SupportsIndex

from tarotsim.stats.intervals import Estimate, from_moments

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Moments", "PairedMoments"]


@dataclass(slots=True)
class Moments:
    """Exact number, sum and sum of squares of integers.

    Parameters
    ----------
    n : int, optional
        Number of values.
    total : int, optional
        Sum of the values.
    squares : int, optional
        Sum of their squares.

    Examples
    --------
    >>> first, second = Moments.of([1, 2]), Moments.of([3, 4])
    >>> first + second
    Moments(n=4, total=10, squares=30)
    >>> (first + second).estimate().mean
    2.5
    """

    n: int = 0
    total: int = 0
    squares: int = 0

    @classmethod
    def of(cls, values: Iterable[SupportsIndex]) -> Moments:
        """Return the sums of some integers."""
        moments = cls()
        for value in values:
            moments.add(value)
        return moments

    def add(self, value: SupportsIndex) -> None:
        """Count one more value in.

        Parameters
        ----------
        value : int
            Any integer, NumPy's included.

        Raises
        ------
        TypeError
            If it is not an integer.
        """
        number = index(value)
        self.n += 1
        self.total += number
        self.squares += number * number

    def __add__(self, other: Moments) -> Moments:
        """Return the sums of both together."""
        if not isinstance(other, Moments):
            return NotImplemented
        return Moments(
            self.n + other.n, self.total + other.total, self.squares + other.squares
        )

    def estimate(self, level: float = 0.95) -> Estimate:
        """Return the mean with its interval.

        Parameters
        ----------
        level : float, optional
            Probability that the interval covers the true mean, between 0 and 1.

        Returns
        -------
        Estimate
            As `from_moments`: bounds are None with fewer than two values.

        Raises
        ------
        ValueError
            For a level outside 0 to 1.
        """
        return from_moments(self.n, self.total, self.squares, level)


@dataclass(slots=True)
class PairedMoments:
    """Exact sums of pairs of integers, such as two arms of the same deal.

    Parameters
    ----------
    n : int, optional
        Number of pairs.
    x_total, y_total : int, optional
        Sums of the first and of the second values.
    x_squares, y_squares : int, optional
        Sums of their squares.
    products : int, optional
        Sum of the products of the pairs.

    Examples
    --------
    >>> pairs = PairedMoments.of([(3, 1), (5, 4), (4, 2)])
    >>> pairs.x, pairs.y
    (Moments(n=3, total=12, squares=50), Moments(n=3, total=7, squares=21))
    >>> pairs.difference
    Moments(n=3, total=5, squares=9)
    """

    n: int = 0
    x_total: int = 0
    y_total: int = 0
    x_squares: int = 0
    y_squares: int = 0
    products: int = 0

    @classmethod
    def of(cls, pairs: Iterable[tuple[SupportsIndex, SupportsIndex]]) -> PairedMoments:
        """Return the sums of some pairs of integers."""
        moments = cls()
        for x, y in pairs:
            moments.add(x, y)
        return moments

    def add(self, x: SupportsIndex, y: SupportsIndex) -> None:
        """Count one more pair in.

        Parameters
        ----------
        x, y : int
            Any integers, NumPy's included.

        Raises
        ------
        TypeError
            If one is not an integer.
        """
        first, second = index(x), index(y)
        self.n += 1
        self.x_total += first
        self.y_total += second
        self.x_squares += first * first
        self.y_squares += second * second
        self.products += first * second

    def __add__(self, other: PairedMoments) -> PairedMoments:
        """Return the sums of both together."""
        if not isinstance(other, PairedMoments):
            return NotImplemented
        return PairedMoments(
            self.n + other.n,
            self.x_total + other.x_total,
            self.y_total + other.y_total,
            self.x_squares + other.x_squares,
            self.y_squares + other.y_squares,
            self.products + other.products,
        )

    @property
    def x(self) -> Moments:
        """The sums of the first values alone."""
        return Moments(self.n, self.x_total, self.x_squares)

    @property
    def y(self) -> Moments:
        """The sums of the second values alone."""
        return Moments(self.n, self.y_total, self.y_squares)

    @property
    def difference(self) -> Moments:
        """The sums of the differences x - y of the pairs."""
        return Moments(
            self.n,
            self.x_total - self.y_total,
            self.x_squares - 2 * self.products + self.y_squares,
        )

    @property
    def correlation(self) -> float | None:
        """Correlation of x and y, -1 to 1; None if one of them does not vary."""
        x_spread = self.n * self.x_squares - self.x_total**2
        y_spread = self.n * self.y_squares - self.y_total**2
        if not x_spread or not y_spread:
            return None
        shared = self.n * self.products - self.x_total * self.y_total
        return shared / sqrt(x_spread * y_spread)
