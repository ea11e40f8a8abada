"""Counts and estimates over the rows of a run."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.game.layout import MAX_PLAYERS, Outcome
from tarotsim.game.rules import CONTRACTS, Camp, Chelem, Poignee
from tarotsim.stats.accumulators import Moments
from tarotsim.stats.intervals import Estimate, wilson

__all__ = [
    "ContractLine",
    "PoigneeLine",
    "Summary",
    "Tally",
    "estimate_json",
    "line_json",
]

if TYPE_CHECKING:
    from collections.abc import Iterable


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


def _moments(values: np.ndarray) -> Moments:
    wide = values.astype(np.int64)
    return Moments(len(wide), int(wide.sum()), int((wide * wide).sum()))


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


def _side_masks(rows: np.ndarray, seat: int) -> dict[str, np.ndarray]:
    """Tell in which rows a seat is on each side."""
    is_taker, is_partner = rows["taker"] == seat, rows["partner"] == seat
    return {
        "taker": is_taker,
        "partner": is_partner,
        "defence": ~is_taker & ~is_partner,
    }


class Tally:
    """Exact sums over rows, added chunk by chunk and mergeable in any order.

    Parameters
    ----------
    players : int
        Seats at the table.

    Attributes
    ----------
    raw : int
        Raw deals counted.
    """

    def __init__(self, players: int) -> None:
        self.players = players
        self.raw = 0
        self._counts: Counter[tuple[object, ...]] = Counter()
        self._moments: dict[tuple[str, int], Moments] = {}

    @property
    def played(self) -> int:
        """Played deals counted."""
        return self._counts["outcome", int(Outcome.PLAYED)]

    def outcome(self, outcome: Outcome) -> int:
        """Return the raw deals that ended so."""
        return self._counts["outcome", int(outcome)]

    def add(self, rows: np.ndarray) -> None:
        """Count the rows of some raw deals.

        Parameters
        ----------
        rows : structured array (deals,)
            Of `tarotsim.runs.rows.ROW_DTYPE`.
        """
        self.raw += len(rows)
        self._count("outcome", rows["outcome"])
        played = rows[rows["outcome"] == Outcome.PLAYED]
        for name in ("petit_au_bout", "chelem", "contract"):
            self._count(name, played[name])
        for contract in CONTRACTS:
            self._add_contract(contract, played[played["contract"] == contract])
        for seat in range(self.players):
            self._add("seat", seat, played[f"score_{seat}"])
        self._add_poignees(played)

    def _count(self, name: str, values: np.ndarray) -> None:
        found, counts = np.unique(values, return_counts=True)
        for value, count in zip(found.tolist(), counts.tolist(), strict=True):
            self._counts[name, value] += count

    def _add(self, name: str, key: int, values: np.ndarray) -> None:
        before = self._moments.get((name, key), Moments())
        self._moments[name, key] = before + _moments(values)

    def _add_contract(self, contract: int, rows: np.ndarray) -> None:
        scores = np.stack([rows[f"score_{s}"] for s in range(MAX_PLAYERS)], axis=1)
        takers = rows["taker"].astype(np.int64)
        self._counts["won", contract] += int(rows["won"].sum())
        self._add("unit", contract, rows["unit"])
        self._add("taker", contract, scores[np.arange(len(rows)), takers])
        self._add("half_points", contract, rows["half_points"])

    def _add_poignees(self, rows: np.ndarray) -> None:
        """Count the deals in which somebody of a side could show a level, or showed."""
        masks = [_side_masks(rows, seat) for seat in range(self.players)]
        for kind in ("showable", "shown"):
            levels = [rows[f"{kind}_{seat}"] for seat in range(self.players)]
            for side in masks[0]:
                for level in Poignee:
                    found = np.zeros(len(rows), dtype=bool)
                    for mask, held in zip(masks, levels, strict=True):
                        found |= mask[side] & (held == level)
                    self._counts[kind, side, int(level)] += int(found.sum())

    def __add__(self, other: Tally) -> Tally:
        """Return the sums of both."""
        if other.players != self.players:
            tables = f"{self.players} and {other.players}"
            raise ValueError(f"tallies of tables of {tables} players do not add up")
        total = Tally(self.players)
        total.raw = self.raw + other.raw
        total._counts = self._counts + other._counts
        for key in {*self._moments, *other._moments}:
            mine = self._moments.get(key, Moments())
            total._moments[key] = mine + other._moments.get(key, Moments())
        return total

    def _mean(self, name: str, keys: Iterable[int]) -> Estimate:
        parts = [self._moments.get((name, key), Moments()) for key in keys]
        return sum(parts, Moments()).estimate()

    def _contract_line(self, name: str, contracts: Iterable[int]) -> ContractLine:
        chosen = list(contracts)
        count = sum(self._counts["contract", contract] for contract in chosen)
        won = sum(self._counts["won", contract] for contract in chosen)
        return ContractLine(
            contract=name,
            share=wilson(count, self.played),
            made=wilson(won, count),
            unit=self._mean("unit", chosen),
            taker_score=self._mean("taker", chosen),
            points=_halved(self._mean("half_points", chosen)),
        )

    def poignee_lines(self) -> tuple[PoigneeLine, ...]:
        """Return who could show and who showed, per played deal."""
        sides = ["taker", "partner", "defence"]
        if self.players < 5:
            sides.remove("partner")
        return tuple(
            PoigneeLine(
                level.label,
                side,
                wilson(self._counts["showable", side, int(level)], self.played),
                wilson(self._counts["shown", side, int(level)], self.played),
            )
            for level in Poignee
            for side in sides
        )

    def summary(self, header: dict[str, Any]) -> Summary:
        """Return counts and estimates.

        Parameters
        ----------
        header : dict
            What identifies the run.

        Returns
        -------
        Summary
            Shares of outcomes are of the raw deals, all else of the played ones.
        """
        seen = [c for c in CONTRACTS if self._counts["contract", int(c)]]
        lines = [self._contract_line(contract.label, [contract]) for contract in seen]
        signs = {Camp.ATTACK: 1, Camp.DEFENCE: -1}
        return Summary(
            header=header,
            outcomes={
                outcome.label: wilson(self.outcome(outcome), self.raw)
                for outcome in Outcome
            },
            contracts=(*lines, self._contract_line("all", CONTRACTS)),
            poignees=self.poignee_lines(),
            petit_au_bout={
                camp.label: wilson(self._counts["petit_au_bout", sign], self.played)
                for camp, sign in signs.items()
            },
            chelems={
                chelem.label: wilson(self._counts["chelem", int(chelem)], self.played)
                for chelem in Chelem
                if chelem and self._counts["chelem", int(chelem)]
            },
            seats=tuple(self._mean("seat", [s]) for s in range(self.players)),
        )
