"""Whether the head is slower than the base, beyond the noise measured beside.

The unit of evidence is a *launch*: fresh processes of both revisions, since what one
process differs from the next by (where its memory lies, say) stays with it for life
and no number of repetitions averages it out. Each launch gives one ratio for a case,
head to base, and one of the base to itself.

- Noise: the second largest deviation from 1 among the ratios of base to base.
- Margin: the noise, but no less than `LEAST_MARGIN`.
- Slower: all launches but one at most find the head slower by more than the margin.

If the true median were at the margin, so many launches out of ten would lie beyond it
in one run out of a hundred (11 / 1024, the sign test); for equal revisions the median
is far from it.
"""

from __future__ import annotations

import statistics
from dataclasses import dataclass

__all__ = ["LEAST_LAUNCHES", "LEAST_MARGIN", "Verdict", "judge", "table"]

LEAST_MARGIN = 0.03
"""A smaller difference is of no concern, however sure."""

LEAST_LAUNCHES = 8
"""With fewer, one launch left out, agreement would prove nothing."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found about one case.

    Parameters
    ----------
    case : str
    rate : float
        Of the base, things done a second; nan where none is counted.
    change : float
        Median over the launches of CPU time, head to base, less 1.
    low, high : float
        Second smallest and second largest of the launches.
    noise : float
        What base to base deviates by.
    """

    case: str
    rate: float
    change: float
    low: float
    high: float
    noise: float

    @property
    def margin(self) -> float:
        """What a change must exceed."""
        return max(LEAST_MARGIN, self.noise)

    @property
    def word(self) -> str:
        """``slower``, ``faster`` or ``same``."""
        if self.low > self.margin:
            return "slower"
        if self.high < 1 / (1 + self.margin) - 1:
            return "faster"
        return "same"


def judge(
    case: str, rate: float, to_base: list[float], base_to_base: list[float]
) -> Verdict:
    """Judge one case.

    Parameters
    ----------
    case : str
    rate : float
    to_base : list of float
        For each launch the CPU time of the head divided by that of the base.
    base_to_base : list of float
        For each launch the same of the base and the base again.

    Raises
    ------
    ValueError
        For fewer launches than `LEAST_LAUNCHES`.
    """
    if min(len(to_base), len(base_to_base)) < LEAST_LAUNCHES:
        raise ValueError(
            f"{len(to_base)} launches were given, {LEAST_LAUNCHES} or more are needed"
        )
    ordered = sorted(to_base)
    noise = sorted(max(ratio, 1 / ratio) - 1 for ratio in base_to_base)[-2]
    return Verdict(
        case,
        rate,
        statistics.median(ordered) - 1,
        ordered[1] - 1,
        ordered[-2] - 1,
        noise,
    )


def table(verdicts: list[Verdict]) -> str:
    """Return the verdicts in Markdown."""
    lines = [
        "| case | base, per second | CPU time, head to base | launches | noise | |",
        "| --- | ---: | ---: | ---: | ---: | --- |",
    ]
    for verdict in verdicts:
        rate = "" if verdict.rate != verdict.rate else f"{verdict.rate:,.0f}"
        word = f"**{verdict.word}**" if verdict.word == "slower" else verdict.word
        lines.append(
            f"| {verdict.case} | {rate} | {verdict.change:+.1%} | "
            f"{verdict.low:+.1%} to {verdict.high:+.1%} | "
            f"± {verdict.noise:.1%} | {word} |"
        )
    return "\n".join(lines) + "\n"
