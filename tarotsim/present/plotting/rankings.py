"""Figures of contests: differences and ratings with their intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarotsim.game.wording import counted
from tarotsim.present.plotting.canvas import (
    BLUE,
    GREY,
    INK,
    about_line,
    annotate_figure,
    make_figure,
    signed,
    tidy_axes,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from tarotsim.stats.intervals import Estimate
    from tarotsim.studies.compare import Comparison
    from tarotsim.studies.tournament import Tournament

__all__ = ["plot_comparison", "plot_tournament"]


def plot_comparison(comparison: Comparison) -> Figure:
    """Draw by how much a strategy is better than another: in all and by role.

    Parameters
    ----------
    comparison : Comparison
        What `tarotsim.compare` gave.

    Returns
    -------
    Figure
        With bidding, what each role and contract contributes to the difference; with
        an imposed contract the difference in each role.

    Raises
    ------
    TarotError
        If matplotlib is not installed.
    """
    a, b = comparison.header["strategies"]
    lines = [("all", comparison.difference)]
    imposed = comparison.design == "imposed"
    for kind, found in (("as", comparison.by_role), ("in", comparison.by_contract)):
        for line in found:
            value = line.difference if imposed else line.details["contribution"]
            lines.append((f"{kind} {line.name.replace('_', ' ')}", value))
    note = (
        "By role: that role alone changes hands."
        if imposed
        else "By role and by contract: what it contributes to the difference."
    )
    return _ladder(
        lines,
        f"{a} against {b}",
        f"{a} less {b}, {comparison.unit}: right of 0, {a} is better",
        comparison.unit,
        note,
        f"n = {_compared(comparison)}, each played "
        f"{comparison.plays} times. Intervals: 95 %, clustered by deal.",
        about_line(comparison, None, None),
    )


def plot_tournament(tournament: Tournament) -> Figure:
    """Draw the ratings of a tournament.

    Parameters
    ----------
    tournament : Tournament
        What `tarotsim.tournament` gave.

    Returns
    -------
    Figure

    Raises
    ------
    TarotError
        If matplotlib is not installed.
    """
    lines = [(rating.strategy, rating.value) for rating in tournament.ratings]
    return _ladder(
        lines,
        "Ratings, the best first",
        f"{tournament.unit}; the sum is 0",
        tournament.unit,
        "Pairs are compared by their difference, which is often known better than "
        "two ratings.",
        f"n = {_compared(tournament)}, each played "
        f"{tournament.plays} times. Intervals: 95 %, clustered by deal.",
        about_line(tournament, None, None),
    )


def _ladder(
    lines: Sequence[tuple[str, Estimate]],
    title: str,
    subtitle: str,
    unit: str,
    *notes: str,
) -> Figure:
    """Draw estimates one below the other, the first one on top."""
    figure = make_figure(7.4, 2.1 + 0.42 * len(lines))
    axes = figure.add_subplot()
    axes.axvline(0, color=INK, linewidth=0.8, zorder=1)
    for place, (_, value) in enumerate(lines):
        if value.mean is None:
            continue
        if value.low is not None and value.high is not None:
            axes.hlines(place, value.low, value.high, color=BLUE, linewidth=2, zorder=3)
        axes.plot(
            [value.mean],
            [place],
            marker="o",
            markersize=7,
            markerfacecolor=BLUE if value.low is not None else "white",
            color=BLUE if value.low is not None else GREY,
            zorder=4,
        )
        half = value.half_width
        text = signed(value.mean, 2) + ("" if half is None else f" ± {half:.2f}")
        axes.annotate(
            text,
            (1.02, place),
            xycoords=("axes fraction", "data"),
            va="center",
            size=9,
            color=INK,
        )
    axes.set_yticks(range(len(lines)), [name for name, _ in lines])
    axes.set_ylim(len(lines) - 0.4, -0.6)
    tidy_axes(axes, unit, "", grid="x")
    axes.tick_params(axis="y", length=0)
    has_few = any(value.low is None for _, value in lines)
    few = "Hollow: too few cases for an interval." if has_few else ""
    annotate_figure(figure, title, subtitle, *notes[:-1], few, notes[-1])
    return figure


def _compared(contest: Comparison | Tournament) -> str:
    count = contest.deals["compared"]
    return counted(count, "compared deal", shown=f"{count:,}")
