"""What a comparison says: its units, its lines, its words, and when it says nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from tarotsim.game.wording import digits_beside_zero, roughly
from tarotsim.runs.summary import estimate_json
from tarotsim.stats.intervals import LEAST_CASES, deals_to_tell

if TYPE_CHECKING:
    from tarotsim.stats.intervals import Estimate

__all__ = [
    "ASKS_NO_BIDS",
    "ESTIMANDS",
    "UNITS",
    "Judgement",
    "Line",
    "clustered_json",
    "finding_json",
    "in_words",
    "judgement",
    "named",
    "needed_to_tell",
    "sentence",
    "would_tell",
]

Judgement: TypeAlias = Literal[
    "better",
    "worse",
    "seems_better",
    "seems_worse",
    "cannot_tell",
    "even",
    "too_few",
]
"""What is said of a difference a less b, above 0 being better."""


ASKS_NO_BIDS = (
    "An imposed contract asks for no bids: strategies that differ in bids alone are "
    "the same there."
)
_LONGEST_NAME = 30
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

    def to_json(self, among: int) -> dict[str, Any]:
        """Return what is said of the difference among others, and the details."""
        details = {name: clustered_json(value) for name, value in self.details.items()}
        return finding_json(self.difference, self.uneven, among) | details


def clustered_json(estimate: Estimate) -> dict[str, Any]:
    """Return an estimate with the number of ``clusters`` that its interval is from."""
    clusters = estimate.n if estimate.clusters is None else estimate.clusters
    return estimate_json(estimate) | {"clusters": clusters}


def finding_json(gap: Estimate, uneven: Estimate, among: int = 1) -> dict[str, Any]:
    """Return a difference and what is said of it; see docs/json.md for the keys."""
    return clustered_json(gap) | {
        "judgement": judgement(gap, uneven, among),
        "needed_to_tell": needed_to_tell(gap),
        "uneven": clustered_json(uneven),
    }


def named(name: str, label: str) -> str:
    """Return how sentences call a strategy: by its name, or a long one by its label.

    Examples
    --------
    >>> named("expert", "a"), named("point_count(garde=50, prise=45, chelem=60)", "a")
    ('expert', 'a')
    """
    return name if len(name) <= _LONGEST_NAME else label


def judgement(gap: Estimate, uneven: Estimate, among: int = 1) -> Judgement:
    """Tell in one word whether a is better than b.

    Parameters
    ----------
    gap : Estimate
        a less b.
    uneven : Estimate
        Share of the deals that came out otherwise.
    among : int, optional
        Differences that are judged together: of many one may seem to be there by
        chance, and only what is too much for that is said to be (Bonferroni).
    """
    if gap.mean is None or gap.n < LEAST_CASES:
        return "too_few"
    if uneven.mean == 0:
        return "even"
    if gap.low is None or gap.high is None:
        return "too_few"
    if gap.low <= 0 <= gap.high:
        return "cannot_tell"
    least = NormalDist().inv_cdf(1 - 0.025 / among) * (gap.se or 0.0)
    if abs(gap.mean) > least:
        return "better" if gap.low > 0 else "worse"
    return "seems_better" if gap.low > 0 else "seems_worse"


def sentence(
    a: str,
    b: str,
    gap: Estimate,
    uneven: Estimate,
    unit: str,
    *,
    among: int = 1,
    kind: str = "pairs",
) -> str:
    """Say in words whether a is better than b.

    Parameters
    ----------
    a, b : str
        Names of strategies.
    gap, uneven, among
        As for `judgement`.
    unit : str
        Of the difference.
    kind : str, optional
        What the differences are of that are judged together.
    """
    found = judgement(gap, uneven, among)
    value = in_words(gap, 2, unit)
    if found == "even":
        return f"{a} and {b} came out even in every one of {gap.n} deals."
    if found == "cannot_tell":
        more = would_tell(gap)
        return f"cannot tell {a} and {b} apart with these deals: {value}{more}."
    if found == "too_few":
        apart = f"not enough deals to tell {a} and {b} apart"
        if gap.mean is None or gap.n < LEAST_CASES:
            return f"{apart}: {gap.n}, {LEAST_CASES} are needed at least."
        if uneven.mean == 1:
            return (
                f"{a} less {b} was {value} in every one of {gap.n} deals: no interval, "
                "as what other deals give, be they rare, is not known."
            )
        return (
            f"{apart}: {value}, but fewer than {LEAST_CASES} of {gap.n} deals came out "
            "otherwise."
        )
    seems, _, word = found.rpartition("_")
    if seems:
        chance = f"but of {among} {kind} one may seem so by chance"
        return f"{a} seems {word} than {b}, {chance}: {value}."
    return f"{a} is {word} than {b}: {value}."


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


def needed_to_tell(gap: Estimate) -> int | None:
    """Return how many deals would tell a difference as large as the one seen from 0.

    None if it is told already, or nothing was seen.
    """
    is_open = gap.low is not None and gap.high is not None and gap.low <= 0 <= gap.high
    return deals_to_tell(gap) if is_open else None


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
    needed = needed_to_tell(gap)
    if needed is None:
        return ""
    return (
        f"; if that is the truth, {roughly(needed)} {cases} would tell with a power of "
        "80 %"
    )
