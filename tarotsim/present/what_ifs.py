"""What another decision would have been worth, as tables and a verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarotsim.game.cards import sort_cards
from tarotsim.game.wording import counted
from tarotsim.present.pieces import (
    STOPPED,
    Verdict,
    format_mean,
    format_percent,
    format_share,
    make_table,
)
from tarotsim.runs.identity import run_header
from tarotsim.studies.what_if import ARMS

if TYPE_CHECKING:
    from tarotsim.present.pieces import Part
    from tarotsim.studies.what_if import WhatIf

__all__ = ["what_if_parts"]


def what_if_parts(result: WhatIf) -> list[Part]:
    """Return the tables of a what-if and its verdict."""
    acts = dict(zip(ARMS, (result.recorded, result.changed), strict=True))
    table = make_table(
        f"What seat {result.seat} did, and what it might have done (points per deal)",
        ("decision", f"score of seat {result.seat}", "u", "made %"),
        [
            (
                f"{act} ({arm})",
                format_mean(result.mean(arm)),
                format_mean(result.mean(arm, "unit")),
                format_percent(result.success_rate(arm)),
            )
            for arm, act in acts.items()
        ],
        [
            (
                "difference",
                format_mean(result.difference(), digits=2),
                format_mean(result.difference("unit"), digits=2),
                "",
            )
        ],
    )
    uneven = "" if result.is_constant else f"; {_uneven(result)}"
    return [
        _head(result),
        "",
        table,
        "u: points per defender, from the attack's side. made %: of the contracts "
        f"played in that arm. Intervals 95 %, of the same deals in both arms{uneven}.",
        Verdict(result.verdict),
    ]


def _uneven(result: WhatIf) -> str:
    return f"the score differs in {format_share(result.uneven)} of them"


def _head(result: WhatIf) -> str:
    """Return what identifies a what-if, and what its seat held."""
    header = run_header(result.run)
    view = result.moment.view
    drawn = "" if result.tried is None else f", {result.tried:,} drawn"
    lines = [
        f"{header['players']} players, {counted(result.sums.n, 'playout')} of each arm"
        f"{STOPPED[result.stopped]}{drawn}, "
        f"seed {header['seed']}",
        f"strategies from there on: {', '.join(header['strategies'])}",
        f"seat {result.seat} at this decision: {sort_cards(view.hand)}",
    ]
    if view.table:
        table = ", ".join(
            f"{view.seat_at(place)} {sort_cards([card])}"
            for place, card in enumerate(view.table)
        )
        lines.append(f"on the table: {table}")
    return "\n".join(lines)
