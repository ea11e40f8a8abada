"""Figures of shares: success by what a hand is worth, the distribution of points."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tarotsim.game.errors import TarotError
from tarotsim.game.rules import TARGETS
from tarotsim.game.wording import counted
from tarotsim.present.plotting.canvas import (
    BLUE,
    GREY,
    INK,
    ORANGE,
    about_line,
    annotate_figure,
    draw_interval,
    make_figure,
    tidy_axes,
)
from tarotsim.stats.intervals import wilson

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tarotsim.runs.results import Results
    from tarotsim.runs.stored import StoredRun

__all__ = ["plot_points", "plot_success"]

_PANELS = 4
"""Numbers of bouts: 0 to 3."""


def plot_success(
    deals: pd.DataFrame,
    by: str,
    *,
    population: str,
    seed: int | None = None,
    edges: Sequence[float] | None = None,
    won: str = "won",
    label: str | None = None,
) -> Figure:
    """Draw the share of contracts made by any evaluation of a hand.

    Parameters
    ----------
    deals : DataFrame
        A row for each deal.
    by : str
        Column with the evaluation, such as a Chavey count.
    population : str
        Which deals these are.
    seed : int, optional
        Of the run they are from.
    edges : sequence of float, optional
        Bounds of the classes, ascending: from one up to, and without, the next. By
        default each value is a class of its own.
    won : str
        Column that is true where the deal was won; rows without a value are left out.
    label : str, optional
        What the evaluation is, in words; by default the name of its column.

    Returns
    -------
    Figure
        Shares with Wilson's intervals, and below them how many deals each stands on.

    Raises
    ------
    TarotError
        If a column is missing, no deal is left, or matplotlib is not installed.

    Examples
    --------
    >>> import pandas as pd
    >>> from tarotsim.present.plotting import plot_success
    >>> deals = pd.DataFrame({"count": [40, 40, 60, 60], "won": [False, True] * 2})
    >>> figure = plot_success(deals, "count", population="four deals by hand")
    >>> [axes.get_ylabel() for axes in figure.axes]
    ['deals won', 'deals']
    """
    for name in (by, won):
        if name not in deals:
            there = ", ".join(map(str, deals.columns))
            raise TarotError(f"no column {name!r}; there are: {there}")
    known = deals[[by, won]].dropna()
    classes = _classes(known[by].astype(float), edges)
    if not classes:
        raise TarotError(f"no deal has both {by!r} and {won!r} within the classes")
    figure = make_figure(7.4, 5.2)
    upper, lower = figure.subplots(
        2, 1, sharex=True, gridspec_kw={"height_ratios": (4, 1)}
    )
    for place, width, chosen in classes:
        count = int(chosen.sum())
        share = wilson(int(known.loc[chosen, won].astype(bool).sum()), count)
        row = {"mean": share.mean, "low": share.low, "high": share.high}
        draw_interval(upper, place, row, BLUE)
        # At 0 and 100 % too a mark is drawn whole.
        style: dict[str, Any] = {"markersize": 6, "zorder": 4, "clip_on": False}
        upper.plot([place], [share.mean], "o", color=BLUE, **style)
        lower.bar(
            place, count, width=0.86 * width, color="#bbbbbb", edgecolor=GREY, lw=0.6
        )
    upper.axhline(0.5, color=GREY, linestyle=(0, (6, 3)), linewidth=1)
    upper.set_ylim(0, 1)
    upper.yaxis.set_major_formatter(_percent)
    tidy_axes(upper, "", "deals won")
    tidy_axes(lower, label or by.replace("_", " "), "deals")
    lower.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    sizes = [int(chosen.sum()) for *_, chosen in classes]
    annotate_figure(
        figure,
        f"Deals won, by {label or by.replace('_', ' ')}",
        "share of the deals in each class; below, how many there are",
        f"n = {counted(sum(sizes), 'deal', shown=f'{sum(sizes):,}')} in "
        f"{counted(len(sizes), 'class', 'classes')} "
        f"({min(sizes):,} to {max(sizes):,}). Bars: 95 % intervals, Wilson.",
        about_line(None, population, seed),
    )
    return figure


def _classes(
    values: pd.Series[float], edges: Sequence[float] | None
) -> list[tuple[float, float, pd.Series[bool]]]:
    """Return middle, width and members of each class that has any."""
    if edges is None:
        found = sorted(values.unique().tolist())
        gaps = [b - a for a, b in pairwise(found)]
        width = min(gaps, default=1.0)
        return [(value, width, values == value) for value in found]
    if len(edges) < 2 or sorted(set(edges)) != list(edges):
        raise TarotError(f"edges have to be two or more, ascending: {list(edges)}")
    classes = [
        ((low + high) / 2, high - low, (values >= low) & (values < high))
        for low, high in pairwise(edges)
    ]
    return [found for found in classes if found[2].any()]


def _percent(value: float, _: object) -> str:
    return f"{100 * value:.0f} %"


def plot_points(results: Results | StoredRun, *, contract: str | None = None) -> Figure:
    """Draw how the attack's points are distributed, against the target of its bouts.

    Parameters
    ----------
    results : Results or StoredRun
        A run; its exact counts are drawn, rows are not needed.
    contract : str, optional
        Deals with this contract; all by default.

    Returns
    -------
    Figure
        A histogram for each number of bouts: deals made and lost, in classes of one
        point. Half a point more than a whole number is in its class.

    Raises
    ------
    TarotError
        If no such deal was played, or matplotlib is not installed.
    """
    counts = _point_counts(results, contract)
    total = int(counts.sum())
    if not total:
        which = contract or "any contract"
        raise TarotError(f"no deal with {which} was played: nothing to draw")
    figure = make_figure(7.4, 7.0)
    panels = figure.subplots(_PANELS, 1, sharex=True)
    for bouts, axes in enumerate(panels):
        _draw_points(axes, counts[:, bouts], bouts, total)
    tidy_axes(panels[-1], "points of the attack, 0 to 91", "")
    panels[-1].set_xlim(0, 92)
    figure.supylabel("share of the played deals", color=INK, size=10)
    handles, labels = panels[-1].get_legend_handles_labels()
    panels[0].legend(handles, labels, frameon=False, loc="upper left", fontsize=9)
    what = "all contracts" if contract is None else contract.replace("_", " ")
    annotate_figure(
        figure,
        "The attack's points against the target of its bouts",
        f"{what}; share of the played deals, in classes of one point",
        f"n = {counted(total, 'played deal', shown=f'{total:,}')}; exact counts of "
        "the run.",
        about_line(results, None, None),
    )
    return figure


def _point_counts(results: Results | StoredRun, contract: str | None) -> np.ndarray:
    """Return counts by won, bouts and half-points: int64 (2, 4, 183)."""
    from tarotsim.game.rules import Contract
    from tarotsim.runs.results import Results
    from tarotsim.runs.tally import Tally

    if isinstance(results, Results):
        tally = results.tally
    else:
        tally = Tally(results.folder.players)
        results.folder.add_to(tally)
    table: np.ndarray = tally.tables["points"]
    if contract is None:
        return table.sum(axis=0)  # type: ignore[no-any-return]  # numpy's sum
    names = [c.label for c in Contract if c]
    if contract not in names:
        raise TarotError(f"no contract {contract!r}; there are: {', '.join(names)}")
    chosen: np.ndarray = table[Contract[contract.upper()]]
    return chosen


def _draw_points(axes: Axes, counts: np.ndarray, bouts: int, total: int) -> None:
    """Draw the histogram of one number of bouts: int64 (2, 183), lost and made."""
    lost, made = ([int(c) for c in _by_point(side)] for side in counts)
    places = [point + 0.5 for point in range(len(made))]
    style: dict[str, Any] = {"width": 1.0, "linewidth": 0.5, "edgecolor": "white"}
    shares = [[count / total for count in side] for side in (lost, made)]
    axes.bar(places, shares[0], color=ORANGE, hatch="////", label="lost", **style)
    axes.bar(places, shares[1], bottom=shares[0], color=BLUE, label="made", **style)
    target = TARGETS[bouts]
    axes.axvline(target, color=INK, linewidth=1.2)
    deals, won = sum(lost) + sum(made), sum(made)
    text = f"{counted(bouts, 'bout')}: {counted(deals, 'deal', shown=f'{deals:,}')}"
    if deals:
        text += f", {100 * won / deals:.0f} % made"
    axes.set_title(text, loc="right", fontsize=9, color=INK)
    axes.annotate(
        f"target {target}",
        (target, 1),
        xycoords=("data", "axes fraction"),
        xytext=(4, -3),
        textcoords="offset points",
        va="top",
        size=8,
        color=INK,
        bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 0.8},
    )
    axes.margins(y=0.25)
    axes.yaxis.set_major_formatter(lambda value, _: f"{round(100 * value, 6):g} %")
    tidy_axes(axes, "", "")


def _by_point(half_points: np.ndarray) -> np.ndarray:
    """Return counts by whole points, 0 to 91, of counts by half-points."""
    padded = [*half_points.tolist(), 0]
    import numpy as np

    found: np.ndarray = np.array(padded).reshape(-1, 2).sum(axis=1)
    return found
