"""Counts and estimates over the rows of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tarotsim.game.layout import MAX_PLAYERS, Outcome
from tarotsim.game.rules import CONTRACTS, Camp, Chelem, Poignee
from tarotsim.stats.intervals import Estimate, from_moments, wilson

__all__ = [
    "ContractLine",
    "PoigneeLine",
    "Summary",
    "estimate_json",
    "line_json",
    "poignee_lines",
    "summarise",
]


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
    """

    level: str
    side: str
    could_show: Estimate
    shown: Estimate


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
    petit_au_bout : dict of str to Estimate
        Share of the played deals, by camp.
    chelems : dict of str to Estimate
        Share of the played deals, by what became of the slam.
    seats : tuple of Estimate (players,)
        Mean score of each seat per played deal, points.
    """

    header: dict[str, Any]
    outcomes: dict[str, Estimate]
    contracts: tuple[ContractLine, ...]
    poignees: tuple[PoigneeLine, ...]
    petit_au_bout: dict[str, Estimate]
    chelems: dict[str, Estimate]
    seats: tuple[Estimate, ...]

    def to_json(self) -> dict[str, Any]:
        """Return plain dictionaries and lists; see docs/json.md for the keys."""
        return self.header | {
            "outcomes": _all_json(self.outcomes),
            "contracts": [line_json(line) for line in self.contracts],
            "poignees": [line_json(line) for line in self.poignees],
            "petit_au_bout": _all_json(self.petit_au_bout),
            "chelem": _all_json(self.chelems),
            "seats": [estimate_json(estimate) for estimate in self.seats],
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


def _mean(values: np.ndarray) -> Estimate:
    wide = values.astype(np.int64)
    return from_moments(len(wide), int(wide.sum()), int((wide * wide).sum()))


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


def _contract_line(name: str, rows: np.ndarray, played: int) -> ContractLine:
    scores = np.stack([rows[f"score_{seat}"] for seat in range(MAX_PLAYERS)], axis=1)
    takers = rows["taker"].astype(np.int64)
    return ContractLine(
        contract=name,
        share=wilson(len(rows), played),
        made=wilson(int(rows["won"].sum()), len(rows)),
        unit=_mean(rows["unit"]),
        taker_score=_mean(scores[np.arange(len(rows)), takers]),
        points=_halved(_mean(rows["half_points"])),
    )


def poignee_lines(rows: np.ndarray, players: int) -> list[PoigneeLine]:
    """Count who could show and who showed, over rows of played deals."""
    sides = ("taker", "partner", "defence") if players == 5 else ("taker", "defence")
    lines = []
    for level in Poignee:
        for side in sides:
            counts = []
            for kind in ("showable", "shown"):
                found = np.zeros(len(rows), dtype=bool)
                for seat in range(players):
                    is_side = _is_side(rows, seat, side)
                    found |= is_side & (rows[f"{kind}_{seat}"] == level)
                counts.append(wilson(int(found.sum()), len(rows)))
            lines.append(PoigneeLine(level.label, side, counts[0], counts[1]))
    return lines


def _is_side(rows: np.ndarray, seat: int, side: str) -> np.ndarray:
    is_taker, is_partner = rows["taker"] == seat, rows["partner"] == seat
    masks: dict[str, np.ndarray] = {
        "taker": is_taker,
        "partner": is_partner,
        "defence": ~is_taker & ~is_partner,
    }
    return masks[side]


def summarise(rows: np.ndarray, players: int, header: dict[str, Any]) -> Summary:
    """Summarise the rows of a run.

    Parameters
    ----------
    rows : structured array (raw deals,)
        Rows of `tarotsim.runs.results.ROW_DTYPE`.
    players : int
        Seats at the table.
    header : dict
        What identifies the run.

    Returns
    -------
    Summary
        Shares of outcomes are of the raw deals, everything else of the played ones.
    """
    played = rows[rows["outcome"] == Outcome.PLAYED]
    count = len(played)
    lines = [
        _contract_line(contract.label, played[played["contract"] == contract], count)
        for contract in CONTRACTS
        if (played["contract"] == contract).any()
    ]
    lines.append(_contract_line("all", played, count))
    signs = {Camp.ATTACK: 1, Camp.DEFENCE: -1}
    return Summary(
        header=header,
        outcomes={
            outcome.label: wilson(int((rows["outcome"] == outcome).sum()), len(rows))
            for outcome in Outcome
        },
        contracts=tuple(lines),
        poignees=tuple(poignee_lines(played, players)),
        petit_au_bout={
            camp.label: wilson(int((played["petit_au_bout"] == sign).sum()), count)
            for camp, sign in signs.items()
        },
        chelems={
            chelem.label: wilson(int((played["chelem"] == chelem).sum()), count)
            for chelem in Chelem
            if chelem and (played["chelem"] == chelem).any()
        },
        seats=tuple(_mean(played[f"score_{seat}"]) for seat in range(players)),
    )
