"""Figures of the poignée study: by chance of winning, and by the hand shown."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tarotsim.game.rules import Poignee
from tarotsim.present.plotting.canvas import (
    BLUE,
    GREEN,
    GREY,
    INK,
    ORANGE,
    about_line,
    annotate_figure,
    count_line,
    draw_interval,
    make_figure,
    pick_rows,
    rows_of,
    signed,
    spell_group,
    tidy_axes,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tarotsim.present.plotting.canvas import Row

__all__ = ["crossing", "plot_value_by_chance", "plot_value_by_hand"]

_PARTS = (
    ("difference", "value of showing", BLUE, "o", True),
    ("prime_part", "prime part", ORANGE, "s", False),
    ("information_part", "information part", GREEN, "^", False),
)
_APART = 0.007
"""How far the three marks of a band stand from each other, so that no bar hides."""
_UNIT = "points of u per defender"


def plot_value_by_chance(
    study: Any,
    *,
    side: str | None = "taker",
    level: str | None = "simple",
    contract: str | None = None,
    population: str | None = None,
    seed: int | None = None,
) -> Figure:
    """Draw the value of showing a poignée against the chance of winning the deal.

    Parameters
    ----------
    study : PoigneeStudy, DataFrame or list of dict
        Tidy rows with ``band``: ``difference``, ``prime_part``, ``information_part``
        in points of u, and ``chance``, the mean estimated chance of each band, 0 to 1.
    side, level : str or None
        Whose poignée, and which; None for all together. The prime line is of a level.
    contract : str, optional
        All contracts together by default.
    population, seed : optional
        What the rows are of, where they do not say it.

    Returns
    -------
    Figure

    Raises
    ------
    TarotError
        If there are no such rows, or matplotlib is not installed.

    Notes
    -----
    The dashed line is what showing is worth if it changes nothing but the prime:
    prime × (2p - 1). Where the value of showing crosses 0 once, the break-even chance
    is read off the straight lines between the means of the bands, and its range off
    those between the bounds of their intervals.

    Examples
    --------
    >>> from tarotsim.present.plotting import plot_value_by_chance
    >>> group = {"side": "taker", "contract": None, "level": "simple"}
    >>> rows = [
    ...     group | {"band": band, "quantity": name, "n": 50}
    ...     | {"mean": mean, "low": mean - low, "high": mean + low}
    ...     for band, chance, gain in [("0.4-0.5", 0.45, -2.0), ("0.5-0.6", 0.55, 4.0)]
    ...     for name, mean, low in [("chance", chance, 0.01), ("difference", gain, 1.5)]
    ... ]
    >>> figure = plot_value_by_chance(rows, population="two bands by hand")
    >>> figure.axes[0].get_title(loc="right")
    'break-even at p = 0.48 (0.46 to 0.51)'
    """
    rows = rows_of(study)
    group = {"side": side, "level": level, "contract": contract}
    found = pick_rows(rows, ["band"], **group, trumps=None, bouts=None)
    points = _by_chance(found)
    figure = make_figure(7.4, 5.2)
    axes = figure.add_subplot()
    axes.axhline(0, color=INK, linewidth=0.8, zorder=1)
    if level is not None:
        _draw_prime(axes, Poignee[level.upper()].prime)
    for place, (name, label, color, marker, filled) in enumerate(_PARTS):
        shifted = [(x + (place - 1) * _APART, row) for x, row in points.get(name, [])]
        if not shifted:
            continue
        axes.plot(
            [x for x, _ in shifted],
            [row["mean"] for _, row in shifted],
            color=color,
            linewidth=1,
            marker=marker,
            markersize=7,
            markerfacecolor=color if filled else "white",
            markeredgewidth=1.4,
            label=label,
            zorder=4,
        )
        for x, row in shifted:
            draw_interval(axes, x, row, color)
    axes.set_xlim(0, 1)
    _mark_break_even(axes, points.get("difference", []))
    tidy_axes(
        axes,
        "p, the chance of winning the deal as its holder estimates it before play",
        f"{_UNIT}, from the holder's side",
    )
    axes.legend(frameon=False, loc="best", fontsize=9)
    annotate_figure(
        figure,
        "What showing a poignée is worth, by the chance of winning",
        f"{spell_group(**group)}; {_UNIT}",
        f"Value of showing = prime part + information part. {count_line(found)}",
        "Bars: 95 % intervals; marks without a bar have too few cases for one.",
        about_line(study, population, seed),
    )
    return figure


def _draw_prime(axes: Axes, prime: int) -> None:
    """Draw what the prime is worth if showing changes nothing else."""
    axes.plot(
        [0, 1],
        [-prime, prime],
        color=GREY,
        linestyle=(0, (6, 3)),
        linewidth=1.2,
        zorder=1,
        label=f"prime alone: {prime} × (2p - 1)",
    )


def _by_chance(rows: Sequence[Row]) -> dict[str, list[tuple[float, Row]]]:
    """Return by quantity the rows that have a mean, with the chance of their band."""
    chances = {row["band"]: row["mean"] for row in rows if row["quantity"] == "chance"}
    points: dict[str, list[tuple[float, Row]]] = {}
    for row in rows:
        chance = chances.get(row["band"])
        if chance is not None and row["mean"] is not None:
            points.setdefault(row["quantity"], []).append((chance, row))
    return {
        name: sorted(found, key=lambda point: point[0])
        for name, found in points.items()
    }


def _mark_break_even(axes: Axes, points: list[tuple[float, Row]]) -> None:
    """Mark where the value of showing crosses 0, if it does so once."""
    chance = crossing([(x, row["mean"]) for x, row in points])
    if chance is None:
        return
    text = f"break-even at p = {chance:.2f}"
    bounded = [(x, row) for x, row in points if row["low"] is not None]
    first = crossing([(x, row["high"]) for x, row in bounded])
    last = crossing([(x, row["low"]) for x, row in bounded])
    if first is not None and last is not None:
        first, last = min(first, last), max(first, last)
        axes.axvspan(first, last, color=BLUE, alpha=0.12, linewidth=0, zorder=0)
        text += f" ({first:.2f} to {last:.2f})"
    axes.axvline(chance, color=BLUE, linestyle=":", linewidth=1.4, zorder=2)
    axes.set_title(text, loc="right", fontsize=9, color=BLUE)


def crossing(points: Sequence[tuple[float, float]]) -> float | None:
    """Return where straight lines through points cross 0, if they do so once.

    Parameters
    ----------
    points : sequence of (float, float)
        Abscissa, ascending, and value.

    Examples
    --------
    >>> crossing([(0.2, -3.0), (0.4, 1.0), (0.6, 5.0)])
    0.35
    >>> crossing([(0.2, -3.0), (0.4, 1.0), (0.6, -1.0)]) is None
    True
    """
    found = [
        x if y == 0 else x + (next_x - x) * y / (y - next_y)
        for (x, y), (next_x, next_y) in pairwise(points)
        if (y < 0 <= next_y) or (next_y < 0 <= y)
    ]
    return round(found[0], 12) if len(found) == 1 else None


def plot_value_by_hand(
    study: Any,
    *,
    side: str | None = "taker",
    contract: str | None = None,
    level: str | None = None,
    quantity: str = "difference",
    population: str | None = None,
    seed: int | None = None,
) -> Figure:
    """Draw the value of showing a poignée by trumps and bouts in the hand.

    Parameters
    ----------
    study : PoigneeStudy, DataFrame or list of dict
        Tidy rows with ``trumps`` and ``bouts``, and ``frequency`` if it is known: the
        share of deals in which a hand is in that cell.
    side : str or None
        Whose poignée; None for all together.
    contract, level : str, optional
        All together by default.
    quantity : str
        ``difference``, ``prime_part`` or ``information_part``, in points of u.
    population, seed : optional
        What the rows are of, where they do not say it.

    Returns
    -------
    Figure
        A cell has the mean, half the width of its interval, and the number of cases.
        Cells without an interval are hatched, those with 0 inside of it are dotted.

    Raises
    ------
    TarotError
        If there are no such rows, or matplotlib is not installed.
    """
    group = {"side": side, "contract": contract, "level": level}
    found = pick_rows(
        rows_of(study), ["trumps", "bouts"], **group, quantity=quantity, band=None
    )
    cells = {(int(row["trumps"]), int(row["bouts"])): row for row in found}
    trumps = range(min(t for t, _ in cells), max(t for t, _ in cells) + 1)
    bouts = range(4)
    figure = make_figure(max(5.6, 1.9 + 0.92 * len(trumps)), 5.0)
    axes = figure.add_subplot()
    _draw_cells(figure, axes, cells, trumps)
    axes.set_xticks(list(trumps))
    axes.set_yticks(list(bouts))
    tidy_axes(axes, "trumps in hand, Excuse counted", "bouts in hand", grid="")
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    what = {
        "difference": "What showing a poignée is worth",
        "prime_part": "The prime part of showing a poignée",
        "information_part": "The information part of showing a poignée",
    }
    has_few = any(row["low"] is None for row in found)
    has_frequency = any(row.get("frequency") is not None for row in found)
    annotate_figure(
        figure,
        f"{what[quantity]}, by the hand",
        f"{spell_group(**group)}; {_UNIT}, from the holder's side",
        "In a cell: mean, half its 95 % interval, number of cases"
        + (", how often such a hand comes." if has_frequency else "."),
        "Dotted: 0 is inside the interval.",
        "Hatched: too few cases for an interval." if has_few else "",
        "Empty: no such hand was met.",
        count_line(found),
        about_line(study, population, seed),
    )
    return figure


def _draw_cells(
    figure: Figure,
    axes: Axes,
    cells: dict[tuple[int, int], Row],
    trumps: Sequence[int],
) -> None:
    """Draw a coloured rectangle with its numbers for each cell."""
    from matplotlib import colormaps
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize
    from matplotlib.patches import Rectangle

    # As far below 0 as above: the middle of the colours, which get lighter all the
    # way, is no value at all.
    sure = [abs(row["mean"]) for row in cells.values() if row["low"] is not None]
    bound = max(sure or [abs(row["mean"] or 0) for row in cells.values()]) or 1.0
    colours = ScalarMappable(Normalize(-bound, bound), colormaps["cividis"])
    for (trump_count, bout_count), row in cells.items():
        corner = (trump_count - 0.5 + 0.03, bout_count - 0.5 + 0.03)
        known = row["low"] is not None
        colour = colours.to_rgba(row["mean"]) if known else (1.0, 1.0, 1.0, 1.0)
        dark = known and 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2] < 0.5
        ink = "white" if dark else INK
        open_cell = known and row["low"] <= 0 <= row["high"]
        axes.add_patch(
            Rectangle(
                corner,
                0.94,
                0.94,
                facecolor=colour,
                edgecolor=ink if open_cell else GREY if not known else "none",
                hatch=None if known else "////",
                linestyle=":" if open_cell else "-",
                linewidth=1.8 if open_cell else 0.6,
            )
        )
        _write_cell(axes, trump_count, bout_count, row, ink)
    axes.set_xlim(trumps[0] - 0.5, trumps[-1] + 0.5)
    axes.set_ylim(-0.5, 3.5)
    bar = figure.colorbar(colours, ax=axes, shrink=0.85, pad=0.02)
    bar.outline.set_visible(False)
    bar.set_label(_UNIT, color=INK)


def _write_cell(axes: Axes, x: int, y: int, row: Row, ink: str) -> None:
    """Write the numbers of a cell: the mean large, what it stands on small."""
    mean, low, high = row["mean"], row["low"], row["high"]
    value = signed(mean, 1)
    small = [f"n = {row['n']:,}"]
    if low is not None:
        small.insert(0, f"± {(high - low) / 2:.1f}")
    frequency = row.get("frequency")
    if frequency:
        small.append(f"1 in {1 / frequency:,.0f}")
    box = None
    if low is None:
        box = {"facecolor": "white", "edgecolor": "none", "pad": 1.2}
    axes.text(x, y + 0.2, value, ha="center", va="center", color=ink, size=11, bbox=box)
    axes.text(
        x,
        y - 0.2,
        "\n".join(small),
        ha="center",
        va="center",
        color=ink,
        size=7.5,
        linespacing=1.15,
        bbox=box,
    )
