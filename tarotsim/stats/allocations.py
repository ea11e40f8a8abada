"""Cards put into piles, each card where it may be: all ways equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["Allocations"]


class Allocations:
    """All ways to put single cards into piles of fixed sizes.

    Parameters
    ----------
    allowed : bool array (cards, piles)
        Where each card may be.
    sizes : sequence of int (piles,)
        Cards of each pile; together as many as there are cards.

    Raises
    ------
    ValueError
        If the sizes are not those of the cards.

    Notes
    -----
    The ways are counted card by card from the last: for every room left in the piles,
    how many ways there are to place the rest. Drawn forwards, each card goes to a pile
    with the share of the ways that begin so: every way is equally likely, and no draw
    is in vain. The counts are floats: shares are right to 1e-13.

    Examples
    --------
    >>> ways = Allocations(np.array([[1, 1], [1, 1], [1, 0]], dtype=bool), (2, 1))
    >>> ways.count
    2.0
    >>> ways.draw(np.array([[0.2, 0.0, 0.0], [0.7, 0.0, 0.0]])).tolist()
    [[0, 1, 0], [1, 0, 0]]
    """

    def __init__(self, allowed: npt.NDArray[np.bool_], sizes: npt.ArrayLike) -> None:
        self._allowed = np.asarray(allowed, dtype=bool)
        self._sizes = np.asarray(sizes, dtype=np.int64)
        if self._allowed.shape != (self._sizes.sum(), len(self._sizes)):
            message = f"{self._allowed.shape} cards and piles do not fit the sizes"
            raise ValueError(f"{message} {self._sizes.tolist()}")
        # The room of the largest pile is what the others leave.
        self._order = np.argsort(self._sizes, kind="stable")
        room = self._sizes[self._order[:-1]] + 1
        self._strides = np.array([*np.cumprod(room[::-1])[::-1][1:], 1])[: len(room)]
        self._ways = [np.zeros(tuple(room))]
        self._ways[0][(0,) * len(room)] = 1.0
        for card in range(len(self._allowed) - 1, -1, -1):
            self._ways.append(self._before(self._allowed[card, self._order]))
        self._ways.reverse()

    def _before(self, allowed: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
        """Return the ways by the room left before a card, from those behind it."""
        after = self._ways[-1]
        ways = after.copy() if allowed[-1] else np.zeros_like(after)
        for pile in np.flatnonzero(allowed[:-1]):
            room: list[slice] = [slice(None)] * after.ndim
            room[pile] = slice(1, None)
            left = list(room)
            left[pile] = slice(None, -1)
            ways[tuple(room)] += after[tuple(left)]
        return ways

    @property
    def count(self) -> float:
        """How many ways there are; above 2**53 rounded."""
        return float(self._ways[0].ravel()[-1])

    def draw(self, numbers: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
        """Return one way for each row of numbers.

        Parameters
        ----------
        numbers : float64 array (ways, cards)
            Uniform, 0 or more and below 1.

        Returns
        -------
        int64 array (ways, cards)
            The pile of each card.

        Raises
        ------
        ValueError
            If there is no way at all.
        """
        if not self.count:
            raise ValueError("there is no way to put these cards into these piles")
        order, piles = self._order, len(self._sizes)
        room = np.tile(self._sizes[order], (len(numbers), 1))
        place = np.full(len(numbers), self._ways[0].size - 1)
        found = np.zeros(numbers.shape, dtype=np.int64)
        for card, allowed in enumerate(self._allowed[:, order]):
            after = self._ways[card + 1].ravel()
            shares = np.zeros((len(numbers), piles))
            for pile in np.flatnonzero(allowed):
                step = self._strides[pile] if pile < piles - 1 else 0
                fits = room[:, pile] > 0
                shares[fits, pile] = after[place[fits] - step]
            sums = np.cumsum(shares, axis=1)
            chosen = (numbers[:, card, None] * sums[:, -1:] >= sums).sum(axis=1)
            # A number that rounds up to the whole still means the last pile that fits.
            last = piles - 1 - np.argmax(shares[:, ::-1] > 0, axis=1)
            chosen = np.minimum(chosen, last)
            found[:, card] = order[chosen]
            room[np.arange(len(room)), chosen] -= 1
            steps = np.append(self._strides, 0)
            place = place - steps[chosen]
        return found
