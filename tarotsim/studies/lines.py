"""A line of a comparison: a difference with what it is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tarotsim.runs.summary import estimate_json

if TYPE_CHECKING:
    from tarotsim.stats.intervals import Estimate

__all__ = ["LEAST_CASES", "Line", "judged"]

LEAST_CASES = 30
"""Values below which a mean has no interval and there is no verdict."""


@dataclass(frozen=True, slots=True)
class Line:
    """A difference between two strategies, for one role or one contract.

    Parameters
    ----------
    name : str
        ``taker``, ``partner`` or ``defender``, or a contract.
    difference : Estimate
        a less b.
    parts : dict of str to Estimate
        What it is made of, by name.
    """

    name: str
    difference: Estimate
    parts: dict[str, Estimate] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the estimate of the difference, and the parts by name."""
        parts = {name: estimate_json(part) for name, part in self.parts.items()}
        return estimate_json(self.difference) | parts


def judged(estimate: Estimate, uneven: int, *counts: int) -> Estimate:
    """Return an estimate without its interval if it stands on too little.

    Parameters
    ----------
    estimate : Estimate
    uneven : int
        Deals that did not come out even. Few of them are no ground for an interval,
        however many deals there were; none at all is another matter.
    *counts : int
        Other numbers of values that it needs.
    """
    if 0 < uneven < LEAST_CASES or any(count < LEAST_CASES for count in counts):
        return estimate.without_interval()
    return estimate
