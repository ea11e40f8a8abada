"""What a comparison says: its units, its lines, its words, and when it says nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from tarotsim.game.wording import digits_beside_zero, roughly
from tarotsim.runs.summary import estimate_json
from tarotsim.stats.intervals import LEAST_CASES, deals_to_tell

if TYPE_CHECKING:
    from tarotsim.stats.intervals import Estimate

__all__ = ["ESTIMANDS", "UNITS", "Line", "in_words", "sentence", "would_tell"]

UNITS = {
    "bidding": "points per deal and seat",
    "imposed": "points of u per deal",
}
ESTIMANDS = {
    "bidding": "mean over deals and seats of the score of the seat when a has it, less "
    "its score when b has it, the other seats changed over too",
    "imposed": "mean over deals of u when a attacks and b defends, less u when b "
    "attacks and a defends",
}


@dataclass(frozen=True, slots=True)
class Line:
    """A difference between two strategies, for one role or one contract.

    Parameters
    ----------
    name : str
        ``taker``, ``partner`` or ``defender``, or a contract.
    difference : Estimate
        a less b.
    uneven : Estimate
        Share of the compared deals that came out otherwise there with a than with b.
    details : dict of str to Estimate
        What the difference is made of, by name.
    """

    name: str
    difference: Estimate
    uneven: Estimate
    details: dict[str, Estimate] = field(default_factory=dict)

    def estimates(self) -> dict[str, Estimate]:
        """Return all estimates but the difference, by name."""
        return {"uneven": self.uneven} | self.details

    def to_json(self) -> dict[str, Any]:
        """Return the estimate of the difference, and the others by name."""
        others = {k: estimate_json(v) for k, v in self.estimates().items()}
        return estimate_json(self.difference) | others


def sentence(
    a: str, b: str, gap: Estimate, uneven: Estimate, unit: str, *, among: int = 1
) -> str:
    """Say in words whether a is better than b.

    Parameters
    ----------
    a, b : str
        Names of strategies.
    gap : Estimate
        a less b.
    uneven : Estimate
        Share of the deals that came out otherwise.
    unit : str
    among : int, optional
        Pairs of which such a sentence is said: of many one may seem different by
        chance, and only what is too much for that is said to be (Bonferroni).
    """
    if gap.mean is None or gap.n < LEAST_CASES:
        return f"not enough deals to tell: {gap.n}, {LEAST_CASES} are needed at least."
    if uneven.mean == 0:
        return f"{a} and {b} came out even in every one of {gap.n} deals."
    if uneven.mean == 1 and gap.low is None:
        return (
            f"{a} less {b} was {in_words(gap, 2, unit)} in every one of {gap.n} deals: "
            "no interval, as what other deals give, be they rare, is not known."
        )
    if gap.low is None or gap.high is None:
        return (
            f"not enough deals to tell: {in_words(gap, 2, unit)}, but fewer than "
            f"{LEAST_CASES} of {gap.n} deals came out otherwise."
        )
    interval = in_words(gap, 2, unit)
    if gap.low > 0 or gap.high < 0:
        word = "better" if gap.low > 0 else "worse"
        least = NormalDist().inv_cdf(1 - 0.025 / among) * (gap.se or 0.0)
        if abs(gap.mean) > least:
            return f"{a} is {word} than {b}: {interval}."
        return (
            f"{a} seems {word} than {b}, but of {among} pairs one may seem so by "
            f"chance: {interval}."
        )
    return (
        f"cannot tell {a} and {b} apart with these deals: {interval}{would_tell(gap)}."
    )


def in_words(estimate: Estimate, digits: int = 1, unit: str = "") -> str:
    """Write a mean and its interval: ``+12.3 points [+11.5, +13.1]``."""
    if estimate.mean is None:
        return "unknown"
    low, high = estimate.low, estimate.high
    if low is not None and high is not None:
        digits = digits_beside_zero(digits, low, high)
    text = f"{estimate.mean:+.{digits}f} {unit}".rstrip()
    if low is None or high is None:
        return text
    return f"{text} [{low:+.{digits}f}, {high:+.{digits}f}]"


def would_tell(gap: Estimate, cases: str = "deals") -> str:
    """Return the end of a sentence on what cannot be told: how many deals would do.

    Parameters
    ----------
    gap : Estimate
        A difference with 0 in its interval.
    cases : str, optional
        What is counted.

    Examples
    --------
    >>> from tarotsim.stats.intervals import Estimate
    >>> would_tell(Estimate(1.0, -1.0, 3.0, n=500, se=1.02))
    '; if that is the truth, about 4,100 deals would tell with a power of 80 %'
    """
    needed = deals_to_tell(gap)
    if needed is None:
        return ""
    return (
        f"; if that is the truth, {roughly(needed)} {cases} would tell with a power of "
        "80 %"
    )
