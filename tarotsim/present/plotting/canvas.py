"""What every figure is made of: colours and marks, a title, a caption, its rows.

Figures are objects of their own, without the global state of pyplot. matplotlib is
imported when the first one is made.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from tarotsim.game.errors import TarotError
from tarotsim.game.wording import counted
from tarotsim.present.pieces import SIDE_NAMES
from tarotsim.runs.results import run_header

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "BLUE",
    "GREEN",
    "GREY",
    "INK",
    "ORANGE",
    "Row",
    "about_line",
    "annotate_figure",
    "count_line",
    "draw_interval",
    "make_figure",
    "pick_rows",
    "rows_of",
    "signed",
    "spell_group",
    "tidy_axes",
]

Row = dict[str, Any]

# Okabe and Ito's palette, told apart by colour-blind eyes; marks and hatches differ
# too, so that a print in black and white says the same.
BLUE, ORANGE, GREEN = "#0072B2", "#D55E00", "#009E73"
INK, GREY = "#222222", "#767676"

_CAPTION_SIZE, _TITLE_SIZE, _SUBTITLE_SIZE = 8.0, 13.0, 10.0
_LINE = 1.3 / 72
"""Inches a line of text takes for each point of its size."""
_MARGIN = 0.12


def make_figure(width: float, height: float) -> Figure:
    """Return an empty figure of a size in inches.

    Raises
    ------
    TarotError
        If matplotlib is not installed; says how to get it.
    """
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "matplotlib":
            raise
        message = "figures need matplotlib: install it, or the extra that brings it, "
        raise TarotError(message + "with pip install 'tarotsim[notebook]'") from error
    return Figure(figsize=(width, height), layout="constrained", facecolor="white")


def annotate_figure(figure: Figure, title: str, subtitle: str, *notes: str) -> None:
    """Put a title above a figure and a caption below, and make room for them.

    Parameters
    ----------
    figure : Figure
        Of `make_figure`, with its axes.
    title, subtitle : str
        What is shown; of which group and in which unit.
    *notes : str
        Sentences of the caption: how to read it, population, n, seed.
    """
    width, height = figure.get_size_inches()
    caption = _fold(" ".join(note for note in notes if note), width, _CAPTION_SIZE)
    heading = _fold(title, width, _TITLE_SIZE)
    below = _fold(subtitle, width, _SUBTITLE_SIZE)
    left = _MARGIN / width
    top = 1 - _MARGIN / height
    style: dict[str, Any] = {"ha": "left", "va": "top", "color": INK}
    figure.text(left, top, heading, size=_TITLE_SIZE, weight="bold", **style)
    second = _inches(heading, _TITLE_SIZE)
    figure.text(left, top - second / height, below, size=_SUBTITLE_SIZE, **style)
    foot = _MARGIN / height
    figure.text(left, foot, caption, size=_CAPTION_SIZE, **style | {"va": "bottom"})
    head = second + _inches(below, _SUBTITLE_SIZE) + _MARGIN
    base = _inches(caption, _CAPTION_SIZE) + 2 * _MARGIN
    room = (height - head - base - _MARGIN) / height
    engine: Any = figure.get_layout_engine()
    engine.set(rect=(0.0, base / height, 1.0, room))


def _fold(text: str, width: float, size: float) -> str:
    """Fold a text to the width of the figure: letters are about 0.5 em wide."""
    columns = int((width - 2 * _MARGIN) * 72 / (0.52 * size))
    return textwrap.fill(text, columns)


def _inches(text: str, size: float) -> float:
    return (text.count("\n") + 1) * size * _LINE


def tidy_axes(axes: Axes, x_label: str, y_label: str, *, grid: str = "y") -> None:
    """Label axes and leave out of them what says nothing."""
    axes.set_xlabel(x_label, color=INK)
    axes.set_ylabel(y_label, color=INK)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(GREY)
    axes.tick_params(colors=INK)
    axes.set_axisbelow(True)
    if grid:
        axes.grid(visible=True, axis=grid, color="#dddddd", linewidth=0.7)  # type: ignore[arg-type]  # "x", "y" or "both"


def draw_interval(axes: Axes, x: float, row: Mapping[str, Any], color: str) -> None:
    """Draw the interval of an estimate as an upright bar, if it has one."""
    if row["low"] is not None and row["high"] is not None:
        axes.vlines(x, row["low"], row["high"], color=color, linewidth=1.6, zorder=3)


def signed(value: float, digits: int) -> str:
    """Write a number with its sign, the minus as on the axes; nothing before 0."""
    rounded = round(value, digits) + 0.0
    text = f"{rounded:+.{digits}f}" if rounded else f"{rounded:.{digits}f}"
    return text.replace("-", "\N{MINUS SIGN}")


# -- rows ------------------------------------------------------------------------------


def rows_of(source: Any) -> list[Row]:
    """Return the rows of a study, a DataFrame or a list; what is missing as None."""
    if hasattr(source, "tidy"):
        source = source.tidy()
    if hasattr(source, "to_dict"):
        plain = source.astype(object)
        source = plain.where(plain.notna(), None).to_dict("records")
    return list(source)


def pick_rows(rows: Sequence[Row], varying: Sequence[str], **fixed: Any) -> list[Row]:
    """Return the rows of the groups that differ in some keys alone.

    Parameters
    ----------
    rows : sequence of dict
        Tidy rows: keys, ``quantity``, ``mean``, ``low``, ``high``, ``n``.
    varying : sequence of str
        Keys that have to have a value.
    **fixed
        Values of the other keys, None for all groups together.

    Raises
    ------
    TarotError
        If there is no such row; says which values of the keys there are.
    """
    found = [
        row
        for row in rows
        if all(row.get(key) is not None for key in varying)
        and all(row.get(key) == value for key, value in fixed.items())
    ]
    if not found:
        wished = ", ".join(f"{k}={v!r}" for k, v in fixed.items())
        by = " and ".join(varying)
        there = {
            tuple((k, row.get(k)) for k in fixed)
            for row in rows
            if all(row.get(key) is not None for key in varying)
        }
        message = f"no rows by {by} for {wished}"
        if not there:
            raise TarotError(f"{message}: the study has none by {by}")
        listed = sorted(", ".join(f"{k}={v!r}" for k, v in keys) for keys in there)
        raise TarotError(f"{message}; there are: {'; '.join(listed)}")
    return found


def count_line(rows: Sequence[Row]) -> str:
    """Say how many cases stand behind the rows, group by group of one quantity."""
    first = rows[0]["quantity"]
    counts = [row["n"] for row in rows if row["quantity"] == first]
    if len(counts) == 1:
        return f"n = {counted(counts[0], 'case', shown=f'{counts[0]:,}')}."
    total = sum(counts)
    return (
        f"n = {counted(total, 'case', shown=f'{total:,}')} in {len(counts)} groups "
        f"({min(counts):,} to {max(counts):,} each)."
    )


def spell_group(**keys: Any) -> str:
    """Write the keys of a group as a person would: ``taker, simple, garde sans``."""
    side = keys.get("side")
    words = [SIDE_NAMES.get(side, str(side))] if side else ["all sides"]
    for name in ("level", "contract"):
        if name in keys:
            word = keys[name] or f"all {name}s"
            words.append(str(word).replace("_", " "))
    return ", ".join(words)


def about_line(source: Any, population: str | None, seed: int | None) -> str:
    """Return what identifies the numbers of a figure.

    Parameters
    ----------
    source : study, Results, DataFrame or list
        A study and results say it themselves.
    population, seed
        Of a frame, which does not; ``seed`` of drawn numbers only.

    Raises
    ------
    TarotError
        If nothing says what the population is.
    """
    header = _header(source)
    if header is None:
        if population is None:
            message = "say what the numbers are of: population=..., and seed=... of"
            raise TarotError(f"{message} simulated ones (a frame does not tell)")
        drawn = "no seed" if seed is None else f"seed {seed}"
        return f"Population: {population}, {drawn}."
    strategies = ", ".join(header["strategies"])
    parts = [
        f"Population: {population + ', ' if population else ''}"
        f"{header['players']} players, auction: {header['auction']}, {strategies}",
        f"seed {header['seed']}",
    ]
    if header.get("interrupted"):
        parts.append("interrupted")
    return "; ".join(parts) + f". tarotsim {header['version']}."


def _header(source: Any) -> dict[str, Any] | None:
    header = getattr(source, "header", None)
    if header is None and hasattr(source, "run"):
        header = run_header(source.run)
    found: dict[str, Any] | None = header() if callable(header) else header
    return found
