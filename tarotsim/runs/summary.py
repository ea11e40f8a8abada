"""Counts and estimates over the rows of a run, from its exact sums."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.game.layout import Outcome
from tarotsim.game.rules import CONTRACTS, Camp, Chelem, Contract, Poignee
from tarotsim.runs.tally import SIDES
from tarotsim.stats.accumulators import Moments
from tarotsim.stats.intervals import Estimate, judged, wilson

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarotsim.runs.tally import Breakdown, Tally

__all__ = [
    "ContractLine",
    "GroupLine",
    "PoigneeLine",
    "PointsLine",
    "Summary",
    "estimate_json",
    "labels_of",
    "line_json",
    "main_estimate",
    "poignee_lines",
    "summarise",
]

QUANTILES = (5, 25, 50, 75, 95)
"""Per cent of the deals at or below, for the distribution of points."""

_LEVELS = ["none", *(level.label for level in Poignee)]
_LABELS: dict[str, list[str]] = {
    "outcome": [outcome.label for outcome in Outcome],
    "contract": ["none", *(c.label for c in Contract if c)],
    "chelem": [chelem.label for chelem in Chelem],
    "shown": _LEVELS,
    "showable": _LEVELS,
}
"""Names of the numbers of a column; those of a seat's without its ``_0``."""


@dataclass(frozen=True, slots=True)
class ContractLine:
    """What became of one contract, or of all together.

    Parameters
    ----------
    contract : str
        Name of the contract, or ``"all"``.
    share : Estimate
        Share of the played deals.
    made : Estimate
        Share of these deals in which the contract was made.
    unit : Estimate
        Mean u (R13.4), points per defender.
    taker_score : Estimate
        Mean score of the taker, points.
    points : Estimate
        Mean card points of the attack, 0 to 91.
    """

    contract: str
    share: Estimate
    made: Estimate
    unit: Estimate
    taker_score: Estimate
    points: Estimate


@dataclass(frozen=True, slots=True)
class PoigneeLine:
    """How often one level could be shown and was shown, by one side.

    Parameters
    ----------
    level, side : str
        Level of the poignée; ``taker``, ``partner`` or ``defence``.
    could_show : Estimate
        Share of the played deals in which somebody of that side held the level (as his
        highest).
    shown : Estimate
        Share of the played deals in which the level was shown by that side.
    won : Estimate
        Share of the deals in which it was shown that the shower's camp won.
    """

    level: str
    side: str
    could_show: Estimate
    shown: Estimate
    won: Estimate


@dataclass(frozen=True, slots=True)
class PointsLine:
    """How the card points of the attack are distributed over the played deals.

    Parameters
    ----------
    quantiles : dict of int to float
        Points, 0 to 91 in halves, that so many per cent of the deals stay at or below.
    counts : dict of float to int
        Deals for each number of points that occurred.
    """

    quantiles: dict[int, float]
    counts: dict[float, int]

    def to_json(self) -> dict[str, Any]:
        """Return both with their keys as text."""
        return {
            "quantiles": {str(share): value for share, value in self.quantiles.items()},
            "counts": {f"{points:g}": n for points, n in self.counts.items()},
        }


@dataclass(frozen=True, slots=True)
class GroupLine:
    """The deals with the same values of some columns.

    Parameters
    ----------
    keys : dict of str to int or str
        Columns and their values, named where the values have names.
    raw : int
        Raw deals.
    made : Estimate
        Share of the played deals in which the contract was made.
    unit : Estimate
        Mean u (R13.4), points per defender.
    taker_score : Estimate
        Mean score of the taker, points.
    points : Estimate
        Mean card points of the attack, 0 to 91.
    """

    keys: dict[str, int | str]
    raw: int
    made: Estimate
    unit: Estimate
    taker_score: Estimate
    points: Estimate


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of a run; every share says of which deals.

    Parameters
    ----------
    header : dict
        What identifies the run.
    outcomes : dict of str to Estimate
        Share of the raw deals: played, all_pass, petit_sec.
    contracts : tuple of ContractLine
        One for each contract that was played, then all together.
    poignees : tuple of PoigneeLine
    points : PointsLine
    petit_au_bout : dict of str to Estimate
        Share of the played deals, by camp.
    petit_au_bout_won : dict of str to Estimate
        Share of these deals that the same camp won.
    chelems : dict of str to Estimate
        Share of the played deals, by what became of the slam.
    seats : tuple of Estimate (players,)
        Mean score of each seat per played deal, points.
    trump_correlation : float or None
        Correlation of the taker's trumps when play begins, Excuse included, with the
        points of the attack, -1 to 1.
    groups : tuple of GroupLine
        For each combination of the columns asked for, in their order.
    """

    header: dict[str, Any]
    outcomes: dict[str, Estimate]
    contracts: tuple[ContractLine, ...]
    poignees: tuple[PoigneeLine, ...]
    points: PointsLine
    petit_au_bout: dict[str, Estimate]
    petit_au_bout_won: dict[str, Estimate]
    chelems: dict[str, Estimate]
    seats: tuple[Estimate, ...]
    trump_correlation: float | None
    groups: tuple[GroupLine, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return plain dictionaries and lists; see docs/json.md for the keys."""
        return self.header | {
            "outcomes": _all_json(self.outcomes),
            "contracts": [line_json(line) for line in self.contracts],
            "poignees": [line_json(line) for line in self.poignees],
            "points": self.points.to_json(),
            "petit_au_bout": _all_json(self.petit_au_bout),
            "petit_au_bout_won": _all_json(self.petit_au_bout_won),
            "chelem": _all_json(self.chelems),
            "seats": [estimate_json(estimate) for estimate in self.seats],
            "trump_correlation": self.trump_correlation,
            "groups": [line_json(line) for line in self.groups],
        }


def estimate_json(estimate: Estimate) -> dict[str, Any]:
    """Return an estimate's ``mean``, ``low``, ``high`` and ``n``; null if unknown."""
    return {
        "mean": estimate.mean,
        "low": estimate.low,
        "high": estimate.high,
        "n": estimate.n,
    }


def _all_json(estimates: dict[str, Estimate]) -> dict[str, Any]:
    return {name: estimate_json(estimate) for name, estimate in estimates.items()}


def line_json(line: Any) -> dict[str, Any]:
    """Return the JSON form of a line of a table."""
    values = {name: getattr(line, name) for name in line.__slots__}
    return {
        name: estimate_json(value) if isinstance(value, Estimate) else value
        for name, value in values.items()
    }


def _halved(estimate: Estimate) -> Estimate:
    def half(value: float | None) -> float | None:
        return None if value is None else value / 2

    return Estimate(
        half(estimate.mean),
        half(estimate.low),
        half(estimate.high),
        estimate.n,
        half(estimate.se),
        estimate.level,
    )


def _mean(moments: Moments) -> Estimate:
    """Return a mean, without its interval if it stands on few deals or never varied."""
    return judged(moments.estimate())


def _moments(counts: np.ndarray) -> Moments:
    """Return the sums of values 0, 1, ... that occur so many times."""
    pairs = list(enumerate(counts.tolist()))
    return Moments(
        sum(count for _, count in pairs),
        sum(value * count for value, count in pairs),
        sum(value * value * count for value, count in pairs),
    )


def _contract_line(
    tally: Tally, name: str, contracts: Iterable[Contract]
) -> ContractLine:
    chosen = [int(contract) for contract in contracts]
    lost, won = tally.tables["points"][chosen].sum(axis=(0, 2, 3)).tolist()
    return ContractLine(
        contract=name,
        share=wilson(lost + won, tally.played),
        made=wilson(won, lost + won),
        unit=_mean(tally.unit(chosen)),
        taker_score=_mean(tally.taker_score(chosen)),
        points=_halved(_mean(_moments(tally.half_points(chosen)))),
    )


def poignee_lines(tally: Tally) -> tuple[PoigneeLine, ...]:
    """Return who could show and who showed, per played deal."""
    sides = [side for side in SIDES if side != "partner" or tally.players == 5]
    lines = []
    for level in Poignee:
        for side in sides:
            lost, made = tally.poignees(True, side, level)
            won = lost if side == "defence" else made
            lines.append(
                PoigneeLine(
                    level=level.label,
                    side=side,
                    could_show=wilson(
                        sum(tally.poignees(False, side, level)), tally.played
                    ),
                    shown=wilson(lost + made, tally.played),
                    won=wilson(won, lost + made),
                )
            )
    return tuple(lines)


def _points_line(counts: np.ndarray) -> PointsLine:
    total = int(counts.sum())
    reached = np.cumsum(counts) * 100
    return PointsLine(
        quantiles={
            share: int(np.searchsorted(reached, share * total)) / 2
            for share in QUANTILES
            if total
        },
        counts={
            place / 2: int(counts[place]) for place in np.flatnonzero(counts).tolist()
        },
    )


def _group_lines(breakdown: Breakdown) -> tuple[GroupLine, ...]:
    lines = []
    for key in sorted(breakdown.groups):
        raw, played, won, *sums = breakdown.groups[key]
        means = [_mean(Moments(played, *sums[i : i + 2])) for i in (0, 2, 4)]
        keys = dict(
            zip(breakdown.columns, map(_named, breakdown.columns, key), strict=True)
        )
        unit, taker_score, points = means
        made = wilson(won, played)
        lines.append(GroupLine(keys, raw, made, unit, taker_score, _halved(points)))
    return tuple(lines)


def _named(column: str, value: int) -> int | str:
    names = labels_of(column)
    return value if names is None else names[value]


def labels_of(column: str) -> list[str] | None:
    """Return the names of the numbers of a column; None if they are just numbers."""
    return _LABELS.get(column, _LABELS.get(column.rpartition("_")[0]))


def main_estimate(tally: Tally) -> Estimate:
    """Return the mean u of the played deals, which progress is measured by."""
    return tally.unit(CONTRACTS).estimate()


def summarise(
    tally: Tally, header: dict[str, Any], breakdown: Breakdown | None = None
) -> Summary:
    """Return counts and estimates.

    Parameters
    ----------
    tally : Tally
    header : dict
        What identifies the run.
    breakdown : Breakdown, optional
        Sums for each combination of some columns.

    Returns
    -------
    Summary
        Shares of outcomes are of the raw deals, all else of the played ones.
    """
    lines = [_contract_line(tally, c.label, [c]) for c in CONTRACTS]
    petit = {
        camp.label: tally.tables["petit_au_bout"][place].tolist()
        for camp, place in ((Camp.ATTACK, 2), (Camp.DEFENCE, 0))
    }
    # By what became of the contract, which is what the attack won or lost.
    petit_won = {"attack": petit["attack"][1], "defence": petit["defence"][0]}
    chelems = tally.tables["chelem"].sum(axis=1).tolist()
    return Summary(
        header=header,
        outcomes={
            outcome.label: wilson(tally.outcome(outcome), tally.raw)
            for outcome in Outcome
        },
        contracts=(
            *(line for line in lines if line.made.n),
            _contract_line(tally, "all", CONTRACTS),
        ),
        poignees=poignee_lines(tally),
        points=_points_line(tally.half_points(CONTRACTS)),
        petit_au_bout={
            camp: wilson(sum(counts), tally.played) for camp, counts in petit.items()
        },
        petit_au_bout_won={
            camp: wilson(petit_won[camp], sum(counts)) for camp, counts in petit.items()
        },
        chelems={
            chelem.label: wilson(chelems[chelem], tally.played)
            for chelem in Chelem
            if chelem and chelems[chelem]
        },
        seats=tuple(map(_mean, tally.seats)),
        trump_correlation=tally.trump_correlation(),
        groups=() if breakdown is None else _group_lines(breakdown),
    )
