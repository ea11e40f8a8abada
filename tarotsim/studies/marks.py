"""The federation's duplicate scores (R16.4 to R16.6), over many deals at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["match_points", "percentages"]


def match_points(first: npt.ArrayLike, second: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return the match points of the first of two takers of the same deals.

    Parameters
    ----------
    first, second : int array_like (deals,)
        u of the two takers, points.

    Returns
    -------
    int64 array (deals,)
        Thousandths of a match point: the sign of the difference times the root of its
        size, rounded to three decimals.

    References
    ----------
    R16.6.

    Examples
    --------
    >>> match_points([82, 68, -68], [66, -76, -58]).tolist()
    [4000, 12000, -3162]
    """
    gap = np.asarray(first, dtype=np.int64) - np.asarray(second, dtype=np.int64)
    size: npt.NDArray[np.int64] = np.rint(1000 * np.sqrt(np.abs(gap))).astype(np.int64)
    return size * np.sign(gap)


def percentages(units: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return the marks of the takers of deals that were played several times.

    Parameters
    ----------
    units : int array_like (deals, plays)
        u of each play, points; at least 2 plays.

    Returns
    -------
    int64 array (deals, plays)
        Half-steps, 0 to 2 (plays - 1): the best play has 100 %, the worst 0 %, in
        equal steps, and ties share the average. Times 50 / (plays - 1) it is per cent;
        a defender's mark is 100 % less the taker's.

    Raises
    ------
    ValueError
        For fewer than two plays of a deal.

    References
    ----------
    R16.4.

    Examples
    --------
    >>> (percentages([[56, 62, -56, -52, 50]]) * 50 / 4).tolist()
    [[75.0, 100.0, 0.0, 25.0, 50.0]]
    """
    values = np.asarray(units, dtype=np.int64)
    if values.ndim != 2 or values.shape[1] < 2:
        raise ValueError("a percentage needs at least two plays of a deal (R16.4)")
    marks = np.zeros_like(values)
    for other in range(values.shape[1]):
        theirs = values[:, other, None]
        marks += 2 * (values > theirs) + (values == theirs)
    return marks - 1
