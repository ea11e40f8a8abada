"""Sums that combine in any order to the same numbers.

Python integers do not overflow and do not round, so the parts of a run may be added up
in any order, by any number of workers, to exactly the same result.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, SupportsIndex

from tarotsim.stats.intervals import Estimate, from_moments

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Moments"]


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
