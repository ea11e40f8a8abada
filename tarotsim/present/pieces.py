"""What tables are made of: text, cells, the head of a result."""

from __future__ import annotations

import io
import shutil
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from rich import box
from rich.console import Console, Group
from rich.markup import escape
from rich.table import Table as RichTable

from tarotsim.game.rules import rules_for
from tarotsim.game.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarotsim.stats.intervals import Estimate

__all__ = [
    "SIDE_NAMES",
    "STOPPED",
    "Part",
    "Table",
    "Verdict",
    "format_large",
    "format_mean",
    "format_percent",
    "format_share",
    "header_lines",
    "make_table",
    "render",
]

_WIDTH_WITHOUT_TERMINAL = 110
_ENDLESS = 10_000
_LEAST_NAME = 12
"""Characters of a name that are left however narrow a terminal is."""
STOPPED = {
    "deals": "",
    "half_width": ", as narrow as wished",
    "constant": ", more would give the same",
    "tries": ": fewer than wished, the limit of deals heard was reached",
    "interrupted": ", interrupted",
}
"""Why a study ended, behind the number of its deals."""
SIDE_NAMES = {"taker": "taker", "partner": "partner", "defence": "defender"}


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it is to be read, wherever it is shown.

    Parameters
    ----------
    title : str
    columns : tuple of str
        Column headings; all columns but the first are right-aligned.
    sections : tuple of tuple of tuple of str
        Rows of cells, a rule between sections.
    cuts_names : bool, optional
        Whether the first column is of names that may be cut where room is wanting,
        since they stand elsewhere in full.
    """

    title: str
    columns: tuple[str, ...]
    sections: tuple[tuple[tuple[str, ...], ...], ...]
    cuts_names: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a result says, in sentences."""

    sentences: tuple[str, ...]


Part: TypeAlias = str | Table | Verdict
"""What a presented result is made of: text, tables and a verdict."""


def make_table(
    title: str,
    columns: Iterable[str],
    *sections: Iterable[Iterable[str]],
    cuts_names: bool = False,
) -> Table:
    """Return a table of any rows of cells; see `Table`."""
    rows = tuple(tuple(tuple(row) for row in section) for section in sections)
    return Table(title, tuple(columns), rows, cuts_names)


def render(*parts: Part) -> str:
    """Return text, tables and verdicts as plain text.

    Text is folded at the width of the terminal; a table that needs more takes it, so
    that no figure is cut, after names were.
    """
    stream = io.StringIO()
    width = shutil.get_terminal_size((_WIDTH_WITHOUT_TERMINAL, 24)).columns
    console = Console(file=stream, width=width, no_color=True, highlight=False)
    for part in parts:
        if isinstance(part, Table):
            table = _rich_table(part)
            # Within the width of a terminal columns would be measured as they shrink.
            console.width = _ENDLESS
            needed = console.measure(table).maximum
            if part.cuts_names and needed > width:
                table = _rich_table(_with_names_cut(part, needed - width))
                needed = console.measure(table).maximum
            console.width = max(width, needed)
            console.print(table)
            console.width = width
        elif isinstance(part, Verdict):
            lines = ["", "Verdict", *(f"- {line}" for line in part.sentences)]
            console.print("\n".join(lines), markup=False)
        else:
            console.print(part, markup=False)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines())


def _with_names_cut(table: Table, excess: int) -> Table:
    """Return a table with a first column so much narrower, if it is wide enough."""
    longest = max(len(row[0]) for section in table.sections for row in section)
    most = max(longest - excess, _LEAST_NAME)

    def cut(name: str) -> str:
        return name if len(name) <= most else f"{name[: most - 1]}…"

    sections = tuple(
        tuple((cut(name), *cells) for name, *cells in section)
        for section in table.sections
    )
    return replace(table, sections=sections)


def _rich_table(table: Table) -> Group:
    rich = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for number, column in enumerate(table.columns):
        justify: Literal["left", "right"] = "right" if number else "left"
        rich.add_column(escape(column), justify=justify, no_wrap=True)
    for section in table.sections:
        for row in section:
            rich.add_row(*map(escape, row))
        rich.add_section()
    return Group(escape(table.title), rich)


def format_mean(estimate: Estimate, *, sign: bool = True, digits: int = 1) -> str:
    """Write a mean with half its interval: ``+12.3 ± 0.8``."""
    if estimate.mean is None:
        return "-"
    # Adding 0.0 turns a rounded -0.0 into 0.0.
    mean = round(estimate.mean, digits) + 0.0
    text = f"{mean:+.{digits}f}" if sign and mean else f"{mean:.{digits}f}"
    half = estimate.half_width
    return text if half is None else f"{text} ± {half:.{digits}f}"


def format_share(estimate: Estimate) -> str:
    """Write a share with its interval: ``54.2 % [52.0, 56.4]``."""
    if estimate.mean is None or estimate.low is None or estimate.high is None:
        return "-"
    low, high = 100 * estimate.low, 100 * estimate.high
    digits = 2 if estimate.mean < 0.01 else 1
    mean = f"{100 * estimate.mean:.{digits}f} %"
    return f"{mean} [{low:.{digits}f}, {high:.{digits}f}]"


def format_percent(share: Estimate) -> str:
    """Write a share in per cent with its interval in little room: ``54 [52-56]``."""
    if share.mean is None:
        return "-"
    if share.low is None or share.high is None:
        return f"{100 * share.mean:.0f}"
    return f"{100 * share.mean:.0f} [{100 * share.low:.0f}-{100 * share.high:.0f}]"


def _given_line(header: dict[str, Any], raw: int) -> str:
    """Return the condition of a run, and how rare it is."""
    line = f"given {header['given']}"
    if header["given_chance"] is not None:
        one_in = 1 / Fraction(header["given_chance"])
        apart = " (predicate apart)" if header.get("given_attempts") else ""
        line += f": 1 deal in {format_large(one_in)}{apart} is like this"
    if header.get("given_attempts"):
        tried = header["given_attempts"]
        line += f"; {raw:,} of {tried:,} tried were accepted ({raw / tried:.3g})"
    return line


def format_large(number: Fraction) -> str:
    """Return a number of 1 or more with three digits that count, or whole.

    Examples
    --------
    >>> format_large(Fraction(13, 5)), format_large(Fraction(192338, 1000))
    ('2.6', '192')
    >>> format_large(Fraction(10**20, 3))
    '3.33e+19'
    """
    if number >= 10**9:
        return f"{float(number):.3g}"
    return f"{float(number):.3g}" if number < 100 else f"{round(number):,}"


def header_lines(header: dict[str, Any], raw: int) -> str:
    """Return what identifies a result: table, deals, seed, strategies, rules."""
    strategies = ", ".join(header["strategies"])
    lines = [
        f"{header['players']} players, {counted(raw, 'raw deal')}, "
        f"seed {header['seed']}, auction: {header['auction']}",
        f"strategies: {strategies}",
    ]
    if header.get("given") is not None:
        lines.append(_given_line(header, raw))
    options = rules_for(header["players"]).options()
    changed = [f"{k} {v}" for k, v in header["rules"].items() if options[k] != v]
    if changed:
        lines.append(f"rules that differ from the defaults: {', '.join(changed)}")
    if header["interrupted"]:
        lines.append("interrupted: this is what was done so far")
    return "\n".join(lines)
