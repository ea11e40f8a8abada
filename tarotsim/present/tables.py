"""Results as text tables for a terminal."""

from __future__ import annotations

import io
import shutil
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from rich import box
from rich.console import Console, Group
from rich.table import Table

from tarotsim.game.records import DealRecord, Score
from tarotsim.game.rules import rules_for
from tarotsim.runs.match import Session
from tarotsim.runs.results import Results, run_header
from tarotsim.runs.stored import StoredRun
from tarotsim.studies.poignee import LEAST_CASES, PoigneeStudy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarotsim.runs.summary import Summary
    from tarotsim.stats.intervals import Estimate
    from tarotsim.studies.poignee import PoigneeCell

__all__ = [
    "format_mean",
    "format_probabilities",
    "format_result",
    "format_share",
    "format_summary",
    "group_rows",
    "make_table",
    "render",
    "render_poignee",
    "render_session",
    "show",
]

Showable: TypeAlias = Results | StoredRun | PoigneeStudy | Session | DealRecord | Score

_WIDTH_WITHOUT_TERMINAL = 110
_WIDEST = 1000
_SIDE_NAMES = {"taker": "taker", "partner": "partner", "defence": "defender"}


def render(*parts: Any) -> str:
    """Return tables and strings as plain text.

    Text is folded at the width of the terminal; a table that needs more takes it, so
    that no figure is cut.
    """
    stream = io.StringIO()
    columns = shutil.get_terminal_size((_WIDTH_WITHOUT_TERMINAL, 24)).columns
    # Measured where there is room: a console takes nothing to be wider than itself.
    room = Console(file=stream, width=_WIDEST)
    for part in parts:
        needed = 0 if isinstance(part, str) else room.measure(part).maximum
        console = Console(
            file=stream, width=max(columns, needed), no_color=True, highlight=False
        )
        console.print(part, markup=False)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines())


def format_result(result: Showable) -> str:
    """Return a result as text: tables, notes, and the verdict of a study.

    Raises
    ------
    TypeError
        If it is none of those that `show` takes.
    """
    if isinstance(result, (Results, StoredRun)):
        return format_summary(result.summary())
    if isinstance(result, PoigneeStudy):
        return render_poignee(result)
    if isinstance(result, Session):
        return render_session(result)
    if isinstance(result, (DealRecord, Score)):
        return str(result)
    raise TypeError(f"no table for {type(result).__name__}")


def show(result: Showable) -> None:
    """Print a result as tables.

    Parameters
    ----------
    result : Results, StoredRun, PoigneeStudy, Session, DealRecord or Score
        What `tarotsim.simulate`, `tarotsim.open_run`, `tarotsim.study_poignee`,
        `tarotsim.match`, `tarotsim.play` or `tarotsim.score` gave.

    Examples
    --------
    >>> from tarotsim import match, score, show
    >>> show(match([score(contract="garde", points=49, bouts=2)]))
    Score sheet
    <BLANKLINE>
     deal           contract  taker  seat 0  seat 1  seat 2  seat 3
     ──────────────────────────────────────────────────────────────
     0      garde, made by 8      0    +198     -66     -66     -66
     total                             +198     -66     -66     -66
    <BLANKLINE>
    """
    print(format_result(result))


def make_table(
    title: str, columns: Iterable[str], *sections: Iterable[Iterable[str]]
) -> Group:
    """Return a table under a title; all columns but the first are right-aligned.

    Parameters
    ----------
    title : str
    columns : iterable of str
        Column headings.
    *sections : iterable of rows
        Rows of cells, a rule between sections.
    """
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for number, column in enumerate(columns):
        justify: Literal["left", "right"] = "right" if number else "left"
        table.add_column(column, justify=justify, no_wrap=True)
    for section in sections:
        for row in section:
            table.add_row(*row)
        table.add_section()
    return Group(title, table)


def format_mean(estimate: Estimate, *, sign: bool = True) -> str:
    """Write a mean with half its interval: ``+12.3 ± 0.8``."""
    if estimate.mean is None:
        return "-"
    # Adding 0.0 turns a rounded -0.0 into 0.0.
    mean = round(estimate.mean, 1) + 0.0
    text = f"{mean:+.1f}" if sign and mean else f"{mean:.1f}"
    half = estimate.half_width
    return text if half is None else f"{text} ± {half:.1f}"


def format_share(estimate: Estimate) -> str:
    """Write a share with its interval: ``54.2 % [52.0, 56.4]``."""
    if estimate.mean is None or estimate.low is None or estimate.high is None:
        return "-"
    low, high = 100 * estimate.low, 100 * estimate.high
    digits = 2 if estimate.mean < 0.01 else 1
    mean = f"{100 * estimate.mean:.{digits}f} %"
    return f"{mean} [{low:.{digits}f}, {high:.{digits}f}]"


def _format_percent(share: Estimate) -> str:
    """Write a share in per cent with its interval in little room: ``54 [52-56]``."""
    if share.mean is None or share.low is None or share.high is None:
        return "-"
    return f"{100 * share.mean:.0f} [{100 * share.low:.0f}-{100 * share.high:.0f}]"


def _header_lines(header: dict[str, Any], raw: int) -> str:
    strategies = ", ".join(header["strategies"])
    lines = [
        f"{header['players']} players, {raw} raw deals, seed {header['seed']}, "
        f"auction: {header['auction']}",
        f"strategies: {strategies}",
    ]
    options = rules_for(header["players"]).options()
    changed = [f"{k} {v}" for k, v in header["rules"].items() if options[k] != v]
    if changed:
        lines.append(f"rules that differ from the defaults: {', '.join(changed)}")
    if header["interrupted"]:
        lines.append("interrupted: this is what was done so far")
    return "\n".join(lines)


def format_summary(summary: Summary) -> str:
    """Return the tables of a run."""
    played = summary.outcomes["played"]
    raw = played.n
    count = summary.contracts[-1].share.n
    outcomes = make_table(
        "Raw deals",
        ("outcome", "share of raw deals"),
        [
            (name.replace("_", " "), format_share(share))
            for name, share in summary.outcomes.items()
        ],
    )
    contracts = make_table(
        f"Contracts (of {count} played deals; u in points per defender)",
        ("contract", "deals", "made", "u", "taker's score", "attack's points"),
        [
            (
                line.contract.replace("_", " "),
                str(line.made.n),
                format_share(line.made),
                format_mean(line.unit),
                format_mean(line.taker_score),
                format_mean(line.points, sign=False),
            )
            for line in summary.contracts
        ],
    )
    events = make_table(
        f"Events (won: by the camp that did it; shares of {count} played deals)",
        ("event", "share", "won"),
        [
            *(
                (
                    f"poignée {p.level}, {_SIDE_NAMES[p.side]}, shown",
                    format_share(p.shown),
                    format_share(p.won),
                )
                for p in summary.poignees
                if p.could_show.mean
            ),
            *(
                (
                    f"petit au bout, {camp}",
                    format_share(share),
                    format_share(summary.petit_au_bout_won[camp]),
                )
                for camp, share in summary.petit_au_bout.items()
            ),
            *(
                (f"chelem {name.replace('_', ' ')}", format_share(share), "")
                for name, share in summary.chelems.items()
            ),
        ],
    )
    quantiles = summary.points.quantiles
    points = make_table(
        "Attack's points (so many per cent of the played deals at or below)",
        [f"{share} %" for share in quantiles],
        [[f"{value:g}" for value in quantiles.values()]] if quantiles else [],
    )
    seats = make_table(
        "Score by seat (points per played deal)",
        ("seat", "mean"),
        [(str(s), format_mean(mean)) for s, mean in enumerate(summary.seats)],
    )
    parts = [outcomes, contracts, points, events, seats]
    if summary.groups:
        parts.append(_groups_table(summary))
    note = "Intervals: 95 %, Wilson for shares, Student for means."
    return render(_header_lines(summary.header, raw), "", *parts, note)


def group_rows(summary: Summary) -> list[dict[str, Any]]:
    """Return the lines of a summary's groups, an estimate as mean, low and high."""
    rows = []
    for line in summary.groups:
        row: dict[str, Any] = {**line.keys, "raw": line.raw, "played": line.made.n}
        for name in ("made", "unit", "taker_score", "points"):
            estimate = getattr(line, name)
            row |= {
                name: estimate.mean,
                f"{name}_low": estimate.low,
                f"{name}_high": estimate.high,
            }
        rows.append(row)
    return rows


def _groups_table(summary: Summary) -> Group:
    """Return the lines for each combination of the columns asked for."""
    return make_table(
        "By column (made, u, scores and points: of the played deals)",
        (*summary.groups[0].keys, "raw", "played", "made", "u", "taker", "points"),
        [
            (
                *(str(value).replace("_", " ") for value in line.keys.values()),
                str(line.raw),
                str(line.made.n),
                format_share(line.made),
                format_mean(line.unit),
                format_mean(line.taker_score),
                format_mean(line.points, sign=False),
            )
            for line in summary.groups
        ],
    )


def _cell_name(cell: PoigneeCell) -> str:
    parts = [_SIDE_NAMES[cell.side] if cell.side else "all"]
    if cell.level:
        parts.append(cell.level)
    if cell.contract:
        parts.append(cell.contract.replace("_", " "))
    if cell.trumps is not None:
        parts.append(f"{cell.trumps} trumps")
    return ", ".join(parts)


def _cell_row(cell: PoigneeCell) -> tuple[str, ...]:
    return (
        _cell_name(cell),
        str(cell.n),
        _format_percent(cell.success_rate),
        format_mean(cell.u_shown),
        format_mean(cell.u_silent),
        format_mean(cell.difference),
        format_mean(cell.prime_part),
        format_mean(cell.information_part),
    )


def render_poignee(study: PoigneeStudy) -> str:
    """Return the tables of a poignée study and its verdict."""
    header = run_header(study.run) | {"interrupted": study.interrupted}
    raw, played = sum(study.outcomes.values()), study.outcomes["played"]
    passed, cancelled = study.outcomes["all_pass"], study.outcomes["petit_sec"]
    frequency = make_table(
        f"How often (share of {played} played deals)",
        ("poignée", "could be shown", "was shown"),
        [
            (
                f"{_SIDE_NAMES[line.side]}, {line.level}",
                format_share(line.could_show),
                format_share(line.shown),
            )
            for line in study.frequency
        ],
    )
    columns = (
        "case",
        "n",
        "won %",
        "u shown",
        "u silent",
        "gain",
        "prime",
        "information",
    )
    groups = [
        [*study.by("side"), study.overall],
        study.by("side", "level"),
        study.by("side", "contract"),
        study.by("side", "trumps"),
    ]
    sections = [map(_cell_row, cells) for cells in groups] if study.cases else []
    title = "Shown against silent: each case played twice, same cards, same keys"
    cases = make_table(title, columns, *sections)
    notes = (
        "u: points per defender, from the shower's side. won %: deals won by that side "
        "when silent. gain = prime part + information part: what showing changed. "
        "trumps: in hand when play begins, Excuse counted. Intervals 95 %; means of "
        f"fewer than {LEAST_CASES} cases have none."
    )
    if study.cases and study.ignores_shown_cards:
        notes += (
            " The information part is exactly 0 in every case: these strategies play "
            "the same whatever is shown (point_count looks with reads_poignees=True)."
        )
    verdict = "\n".join(["Verdict", *(f"- {line}" for line in study.verdict)])
    return render(
        _header_lines(header, raw),
        f"{played} played, {passed} passed out, {cancelled} petit sec",
        "",
        frequency,
        cases,
        notes,
        "",
        verdict,
    )


def format_probabilities(rows: list[dict[str, Any]]) -> str:
    """Return exact values as lines: name and condition, value, fraction."""
    names = [
        f"{row['quantity']} ({row['condition']})"
        if row["condition"]
        else row["quantity"]
        for row in rows
    ]
    width = max(map(len, names), default=0)
    return "\n".join(
        f"{name:<{width}}  {row['value_float']:<14.9g} {row['value_fraction']}"
        for name, row in zip(names, rows, strict=True)
    )


def render_session(session: Session) -> str:
    """Return the score sheet of a session."""
    seats = [f"seat {seat}" for seat in range(session.players)]
    rows = []
    for number, entry in enumerate(session.entries):
        if entry is None:
            rows.append((str(number), "not played", "", *[""] * session.players))
            continue
        result = "made" if entry.won else "lost"
        name = f"{entry.contract.label.replace('_', ' ')}, {result} by {entry.gap}"
        rows.append(
            (
                str(number),
                name,
                str(entry.taker),
                *(f"{score:+d}" if score else "0" for score in entry.scores),
            )
        )
    totals = [f"{total:+d}" if total else "0" for total in session.totals]
    rows.append(("total", "", "", *totals))
    sheet = make_table("Score sheet", ("deal", "contract", "taker", *seats), rows)
    if not session.header:
        return render(sheet)
    header = {**session.header, "interrupted": session.interrupted}
    return render(_header_lines(header, len(session.entries)), "", sheet)
