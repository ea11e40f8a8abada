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


def judged(estimate: Estimate, cases: int) -> Estimate:
    """Return an estimate without its interval if it stands on too few cases."""
    if cases >= LEAST_CASES:
        return estimate
    return estimate.without_interval()
