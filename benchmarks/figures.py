"""How a measured figure is kept: its quartiles."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["spread"]


def spread(values: Sequence[float]) -> list[float]:
    """Return lower quartile, median and upper quartile, to five digits.

    Parameters
    ----------
    values : sequence of float
        One or more repetitions; one alone stands for all three.

    Examples
    --------
    >>> spread([3.0, 1.0, 2.0, 4.0, 5.0])
    [2.0, 3.0, 4.0]
    """
    if len(values) == 1:
        values = [values[0], values[0]]
    quartiles = statistics.quantiles(values, n=4, method="inclusive")
    return [float(f"{value:.5g}") for value in quartiles]
