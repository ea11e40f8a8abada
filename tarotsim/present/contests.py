"""Comparisons and tournaments as tables and verdicts."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from tarotsim.game.wording import counted, roughly
from tarotsim.present.pieces import (
    Verdict,
    format_mean,
    format_percent,
    header_lines,
    make_table,
)
from tarotsim.runs.results import run_header
from tarotsim.stats.intervals import LEAST_CASES

if TYPE_CHECKING:
    from tarotsim.present.pieces import Part
    from tarotsim.stats.intervals import Estimate
    from tarotsim.studies.arms import ArmStudy
    from tarotsim.studies.compare import Comparison
    from tarotsim.studies.tournament import Tournament

__all__ = ["arm_parts", "comparison_parts", "tournament_parts"]

_HEADS = {"attack": "attack", "defence": "defence", "percentage": "mark %"}
_LINE = 80
"""Characters of names that stand in one line; of more each has a line of its own."""
_INTERVALS = (
    "Intervals: 95 %, clustered by deal; of contracts made case by case, Wilson."
)


def _mean(estimate: Estimate) -> str:
    return format_mean(estimate, digits=2)


def _head(result: Comparison | Tournament, names: list[str]) -> str:
    """Return what identifies a contest, and how its deals were played."""
    deals = result.deals
    if sum(map(len, names)) > _LINE:
        names = ["".join(f"\n  {name}" for name in names)]
    header = result.header | {"strategies": names, "interrupted": result.interrupted}
    how = (
        "seats exchanged"
        if result.design == "bidding"
        else "the strategies changing roles"
    )
    lines = [
        header_lines(header, deals["raw"]),
        f"{counted(deals['compared'], 'deal')} compared, {deals['petit_sec']} petit "
        f"sec; each played {result.plays} times, {how}",
    ]
    wished = header["half_width"]
    if result.stopped == "half_width":
        lines.append(f"stopped at the half-width wished, {wished:g} {result.unit}")
    elif result.needed_for_half_width is not None:
        lines.append(
            f"the half-width wished, {wished:g} {result.unit}, would need "
            f"{roughly(result.needed_for_half_width)} deals"
        )
    return "\n".join(lines)


def arm_parts(study: ArmStudy) -> list[Part]:
    """Return the tables of arms over the same deals and their verdict."""
    counts = study.sums.counts()
    header = run_header(study.run) | {"interrupted": study.interrupted}
    arms = make_table(
        f"Arms ({study.unit}, per compared deal)",
        ("arm", "mean", "made %", "what differs"),
        [
            (
                name,
                _mean(study.mean(name)),
                format_percent(study.success_rate(name)),
                arm.text or "nothing",
            )
            for name, arm in study.arms.items()
        ],
    )
    differences = make_table(
        "Differences on the same deals",
        ("arm", "against", "difference"),
        [
            (name, base, _mean(study.difference(name, base)))
            for base, name in combinations(study.arms, 2)
        ],
    )
    head = [
        header_lines(header, counts["raw"]),
        f"{counted(counts['compared'], 'deal')} compared, "
        f"{counts['petit_sec']} petit sec",
    ]
    note = (
        "Intervals: 95 %, Student, paired by deal; a deal that nobody takes counts 0."
    )
    return ["\n".join(head), "", arms, differences, note, Verdict(study.verdict)]


def comparison_parts(result: Comparison) -> list[Part]:
    """Return the tables of a comparison and its verdict."""
    a, b = result.header["strategies"]
    tables = _imposed_tables(result) if result.arms else _bidding_tables(result)
    head = _head(result, [f"a = {a}", f"b = {b}"])
    return [head, "", *tables, _INTERVALS, Verdict(result.verdict)]


def _bidding_tables(result: Comparison) -> list[Part]:
    roles = make_table(
        "By role (mean score, points per deal in that role)",
        ("role", "a", "b", "a - b", "a's seats %", "b's seats %", "contribution"),
        [
            (
                line.name,
                format_mean(line.details["a"]),
                format_mean(line.details["b"]),
                format_mean(line.difference),
                format_percent(line.details["share_a"]),
                format_percent(line.details["share_b"]),
                _mean(line.details["contribution"]),
            )
            for line in result.by_role
        ],
        [("all", "", "", "", "", "", _mean(result.difference))],
    )
    contracts = make_table(
        "By contract (mean score of the taker, points per deal taken)",
        ("contract", "a", "b", "a - b", "a made %", "b made %", "contribution"),
        [
            (
                line.name.replace("_", " "),
                format_mean(line.details["a"]),
                format_mean(line.details["b"]),
                format_mean(line.difference),
                format_percent(line.details["made_a"]),
                format_percent(line.details["made_b"]),
                _mean(line.details["contribution"]),
            )
            for line in result.by_contract
        ],
    )
    note = (
        "contribution: what it adds to the difference, points per deal and seat. Roles "
        "and contracts are those that the bids brought, so that a and b may have other "
        f"deals there; what fewer than {LEAST_CASES} deals made has no interval."
    )
    seats = (
        "a's seats %: how often a seat of a's has that role; what is missing to 100 is "
        "deals that all pass."
    )
    return [roles, contracts, note, seats]


def _imposed_tables(result: Comparison) -> list[Part]:
    roles = make_table(
        "By role (u in points per defender, from that role's camp)",
        ("role", "a", "b", "a - b", "others a", "others b"),
        [
            (
                line.name,
                format_mean(line.details["a"]),
                format_mean(line.details["b"]),
                _mean(line.difference),
                _mean(line.details["among_a"]),
                _mean(line.details["among_b"]),
            )
            for line in result.by_role
        ],
        [("all", "", "", _mean(result.difference), "", "")],
    )
    has_partner = any(line.name == "partner" for line in result.by_role)
    arms = make_table(
        "Each way to play a deal",
        ("attack", "defence", "u", "made %"),
        [
            (
                f"{'ab'[arm.taker]} with {'ab'[arm.partner]}"
                if has_partner
                else "ab"[arm.taker],
                "ab"[arm.defender],
                format_mean(values["unit"]),
                format_percent(values["made"]),
            )
            for arm, values in result.arms.items()
        ],
    )
    notes = [
        "a - b: the same deals and players in the other roles, averaged over who they "
        "are; others a, others b: with a, or b, in all of them.",
        "all: what a's attack and a's defence make together, per defender; points per "
        "deal and seat, as with bidding, are another scale.",
    ]
    if result.match_points is not None:
        marks = (
            f"{who} {format_mean(mark, sign=False)} %"
            for who, mark in result.percentages.items()
        )
        notes.append(
            f"Duplicate scores (R16): {_mean(result.match_points)} match points per "
            f"deal for a; marks {', '.join(marks)}."
        )
    return [roles, arms, *notes]


def tournament_parts(result: Tournament) -> list[Part]:
    """Return the tables of a tournament and its verdict."""
    names = [rating.strategy for rating in result.ratings]
    extra = list(result.ratings[0].details)
    ratings = make_table(
        f"Rating ({result.unit}; the sum is 0)",
        ("strategy", "rating", *(_HEADS[name] for name in extra)),
        [
            (
                f"{rank}  {rating.strategy}",
                _mean(rating.value),
                *(
                    format_mean(rating.details[name], sign=name != "percentage")
                    for name in extra
                ),
            )
            for rank, rating in enumerate(result.ratings, start=1)
        ],
        cuts_names=True,
    )
    rows = []
    for rank, name in enumerate(names, start=1):
        cells = [
            "" if other == name else _mean(result.difference(name, other))
            for other in names
        ]
        rows.append((f"{rank}  {name}", *cells))
    pairs = make_table(
        f"Row less column ({result.unit})",
        ("strategy", *(str(rank) for rank in range(1, len(names) + 1))),
        rows,
        cuts_names=True,
    )
    note = "Intervals: 95 %, clustered by deal. Each covers by itself."
    head = _head(result, [f"{rank} = {name}" for rank, name in enumerate(names, 1)])
    return [head, "", ratings, pairs, note, Verdict(result.verdict)]
