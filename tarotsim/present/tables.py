"""Results as tables, for a terminal and for a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from tarotsim.game.records import DealRecord, Score
from tarotsim.game.wording import counted
from tarotsim.present.advice import advice_parts, bid_parts
from tarotsim.present.contests import arm_parts, comparison_parts, tournament_parts
from tarotsim.present.pieces import (
    SIDE_NAMES,
    Verdict,
    format_mean,
    format_percent,
    format_share,
    header_lines,
    make_table,
    render,
)
from tarotsim.present.what_ifs import what_if_parts
from tarotsim.runs.match import Session
from tarotsim.runs.results import Results, run_header
from tarotsim.runs.stored import StoredRun
from tarotsim.stats.intervals import LEAST_CASES
from tarotsim.studies.advice import Advice
from tarotsim.studies.arms import ArmStudy
from tarotsim.studies.bidding import BidStudy
from tarotsim.studies.compare import Comparison
from tarotsim.studies.poignee import PoigneeStudy
from tarotsim.studies.tournament import Tournament
from tarotsim.studies.what_if import WhatIf

if TYPE_CHECKING:
    from tarotsim.present.pieces import Part, Table
    from tarotsim.runs.summary import Summary
    from tarotsim.studies.poignee_cells import PoigneeCell

__all__ = [
    "format_probabilities",
    "format_result",
    "format_summary",
    "group_rows",
    "parts_of",
    "poignee_parts",
    "session_parts",
    "show",
    "summary_parts",
]

Showable: TypeAlias = (
    Results
    | StoredRun
    | ArmStudy
    | PoigneeStudy
    | Comparison
    | Tournament
    | Advice
    | BidStudy
    | WhatIf
    | Session
    | DealRecord
    | Score
)


def format_result(result: Showable) -> str:
    """Return a result as text: tables, notes, and the verdict of a study.

    Raises
    ------
    TypeError
        If it is none of those that `show` takes.
    """
    return render(*parts_of(result))


def parts_of(result: Showable) -> list[Part]:
    """Return what a result is presented as, in the order of reading.

    Raises
    ------
    TypeError
        If it is none of those that `show` takes.
    """
    if isinstance(result, (Results, StoredRun)):
        return summary_parts(result.summary())
    if isinstance(result, PoigneeStudy):
        return poignee_parts(result)
    if isinstance(result, ArmStudy):
        return arm_parts(result)
    if isinstance(result, Comparison):
        return comparison_parts(result)
    if isinstance(result, Tournament):
        return tournament_parts(result)
    if isinstance(result, Advice):
        return advice_parts(result)
    if isinstance(result, BidStudy):
        return bid_parts(result)
    if isinstance(result, WhatIf):
        return what_if_parts(result)
    if isinstance(result, Session):
        return session_parts(result)
    if isinstance(result, (DealRecord, Score)):
        return [str(result)]
    raise TypeError(f"no table for {type(result).__name__}")


def show(result: Showable) -> None:
    """Print a result as tables.

    Parameters
    ----------
    result : Results, StoredRun, PoigneeStudy, Comparison, Tournament, Advice, \
BidStudy, WhatIf, Session, DealRecord or Score
        What `tarotsim.simulate`, `tarotsim.open_run`, `tarotsim.study_poignee`,
        `tarotsim.compare`, `tarotsim.tournament`, `tarotsim.advise`,
        `tarotsim.study_bid`, `tarotsim.what_if`, `tarotsim.match`, `tarotsim.play`
        or `tarotsim.score` gave.

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


def format_summary(summary: Summary) -> str:
    """Return the tables of a run as text."""
    return render(*summary_parts(summary))


def summary_parts(summary: Summary) -> list[Part]:
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
        f"Contracts (of {counted(count, 'played deal')}; u in points per defender)",
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
        "Events (won: by the camp that did it; shares of "
        f"{counted(count, 'played deal')})",
        ("event", "share", "won"),
        [
            *(
                (
                    f"poignée {p.level}, {SIDE_NAMES[p.side]}, shown",
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
    groups = [_groups_table(summary)] if summary.groups else []
    return [
        header_lines(summary.header, raw),
        "",
        outcomes,
        contracts,
        points,
        events,
        seats,
        *groups,
        "Intervals: 95 %, Wilson for shares, Student for means; means of fewer than "
        f"{LEAST_CASES} deals have none.",
    ]


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


def _groups_table(summary: Summary) -> Table:
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
    parts = [SIDE_NAMES[cell.side] if cell.side else "all"]
    if cell.level:
        parts.append(cell.level)
    if cell.contract:
        parts.append(cell.contract.replace("_", " "))
    if cell.trumps is not None:
        parts.append(counted(cell.trumps, "trump"))
    if cell.bouts is not None:
        parts.append(counted(cell.bouts, "bout"))
    if cell.band is not None:
        parts.append(f"P(win) {cell.band}")
    if cell.place is not None:
        parts.append("leads" if cell.place == 0 else f"plays {_ORDINALS[cell.place]}")
    return ", ".join(parts)


_ORDINALS = ("first", "second", "third", "fourth", "fifth")


def _cell_row(cell: PoigneeCell) -> tuple[str, ...]:
    return (
        _cell_name(cell),
        str(cell.n),
        format_percent(cell.success_rate),
        format_mean(cell.u_shown),
        format_mean(cell.u_silent),
        format_mean(cell.difference),
        format_mean(cell.prime_part),
        format_mean(cell.information_part),
    )


def poignee_parts(study: PoigneeStudy) -> list[Part]:
    """Return the tables of a poignée study and its verdict."""
    header = run_header(study.run) | {"interrupted": study.interrupted}
    raw, played = sum(study.outcomes.values()), study.outcomes["played"]
    passed, cancelled = study.outcomes["all_pass"], study.outcomes["petit_sec"]
    frequency = make_table(
        f"How often (share of {counted(played, 'played deal')})",
        ("poignée", "could be shown", "was shown"),
        [
            (
                f"{SIDE_NAMES[line.side]}, {line.level}",
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
        study.by("side", "bouts"),
        study.by("side", "place"),
        study.by("side", "band"),
    ]
    sections = [map(_cell_row, cells) for cells in groups] if len(study.cases) else []
    title = "Shown against silent: each case played twice, same cards, same keys"
    cases = make_table(title, columns, *sections)
    notes = (
        "u: points per defender, from the shower's side. won %: deals won by that side "
        "when silent. gain = prime part + information part: what showing changed. "
        "trumps: in hand when play begins, Excuse counted. P(win): chance to win "
        "estimated from what the shower knows, out of sample. Intervals 95 %; means of "
        f"fewer than {LEAST_CASES} cases have none."
    )
    if len(study.cases) and study.ignores_shown_cards:
        notes += (
            " The information part is exactly 0 in every case: these strategies play "
            "the same whatever is shown (expert looks)."
        )
    return [
        header_lines(header, raw),
        f"{played} played, {passed} passed out, {cancelled} petit sec",
        "",
        frequency,
        cases,
        notes,
        Verdict(study.verdict),
    ]


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


def session_parts(session: Session) -> list[Part]:
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
        return [sheet]
    header = {**session.header, "interrupted": session.interrupted}
    return [header_lines(header, len(session.entries)), "", sheet]
