"""Exact sums over rows, which combine in any order to the same numbers.

A tally holds counts in tables of fixed axes and sums of scores, all of them integers.
Chunks, threads, processes and machines may be added up in any order.
"""

from __future__ import annotations

from math import prod, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.game.errors import TarotError
from tarotsim.game.layout import MAX_PLAYERS, ROW_COLUMNS, Outcome
from tarotsim.game.rules import CONTRACTS, Chelem, Poignee
from tarotsim.runs.rows import is_absent
from tarotsim.stats.accumulators import Moments

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["SIDES", "UNIT_BOUND", "Breakdown", "Tally"]

SIDES = ("taker", "partner", "defence")

UNIT_BOUND = 2048
"""u stays within these bounds: at most (25 + 56) x 6 + 60 for the contract and the
Petit, 600 for slams, and the primes of the poignées that 22 trumps allow (R13)."""

_CODES = len(SIDES) * len(Poignee)
"""Pairs of side and level, one bit each in the axis ``holders``."""

_AXES: dict[str, tuple[int, ...]] = {
    "outcome": (len(Outcome),),
    # contract, won, bouts, half-points of the attack
    "points": (len(CONTRACTS) + 1, 2, 4, 183),
    # taker alone at five, contract, u from the lower bound on
    "unit": (2, len(CONTRACTS) + 1, 2 * UNIT_BOUND),
    # trumps of the taker when play begins, won, half-points of the attack
    "trumps": (32, 2, 183),
    # could show or showed, pairs of side and level as bits, won
    "poignee": (2, 1 << _CODES, 2),
    # defence, nobody, attack; won
    "petit_au_bout": (3, 2),
    "chelem": (len(Chelem), 2),
}


class Tally:
    """Exact sums over rows, added chunk by chunk and mergeable in any order.

    Parameters
    ----------
    players : int
        Seats at the table.

    Attributes
    ----------
    tables : dict of str to int64 array
        Counts of deals: ``outcome`` of the raw ones, all others of the played ones.
    seats : list of Moments (players,)
        Scores of each seat in the played deals, points.
    """

    def __init__(self, players: int) -> None:
        self.players = players
        self.tables = {
            name: np.zeros(shape, dtype=np.int64) for name, shape in _AXES.items()
        }
        self.seats = [Moments() for _ in range(players)]

    @property
    def raw(self) -> int:
        """Raw deals counted."""
        return int(self.tables["outcome"].sum())

    @property
    def played(self) -> int:
        """Played deals counted."""
        return self.outcome(Outcome.PLAYED)

    def outcome(self, outcome: Outcome) -> int:
        """Return the raw deals that ended so."""
        return int(self.tables["outcome"][outcome])

    def add(self, rows: np.ndarray) -> None:
        """Count the rows of some raw deals.

        Parameters
        ----------
        rows : structured array (deals,)
            Of `tarotsim.runs.rows.ROW_DTYPE`.
        """
        outcomes = rows["outcome"]
        self._count("outcome", (outcomes,))
        played = rows
        if outcomes.any():
            played = _chosen(rows, outcomes == Outcome.PLAYED)
        contract, won = _wide(played["contract"]), _wide(played["won"])
        half_points = _wide(played["half_points"])
        alone = played["partner"] < 0
        self._count("points", (contract, won, played["bouts"], half_points))
        self._count("unit", (alone, contract, _wide(played["unit"]) + UNIT_BOUND))
        for seat in range(self.players):
            self.seats[seat] += _moments(played[f"score_{seat}"])
        self._count("trumps", (_takers(played, "trumps"), won, half_points))
        self._count("petit_au_bout", (_wide(played["petit_au_bout"]) + 1, won))
        self._count("chelem", (played["chelem"], won))
        for kind, name in enumerate(("showable", "shown")):
            some, holders = self._holders(played, name)
            self._count("poignee", (np.full(len(some), kind), holders, won[some]))

    def _count(self, name: str, axes: Sequence[np.ndarray]) -> None:
        shape = _AXES[name]
        cells = np.zeros(len(axes[0]), dtype=np.int64)
        for axis, size in zip(axes, shape, strict=True):
            cells *= size
            cells += axis
        found = np.bincount(cells, minlength=prod(shape))
        self.tables[name] += found.reshape(shape)

    def _holders(self, rows: np.ndarray, name: str) -> tuple[np.ndarray, np.ndarray]:
        """Return the rows with a level, and their pairs of side and level as bits."""
        levels = [rows[f"{name}_{seat}"] for seat in range(self.players)]
        some = np.flatnonzero(np.bitwise_or.reduce(levels))
        taker, partner = rows["taker"][some], rows["partner"][some]
        holders = np.zeros(len(some), dtype=np.int64)
        for seat, level in enumerate(levels):
            here = _wide(level[some])
            side = np.where(taker == seat, 0, np.where(partner == seat, 1, 2))
            holders |= (here > 0) << (side * len(Poignee) + np.maximum(here, 1) - 1)
        return some, holders

    def __getstate__(self) -> dict[str, Any]:
        """Return what is not 0: few of the cells are, and tallies travel."""
        cells = {}
        for name, table in self.tables.items():
            places = np.flatnonzero(table)
            cells[name] = places, table.reshape(-1)[places]
        return {"players": self.players, "cells": cells, "seats": self.seats}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take what `__getstate__` gave."""
        self.__init__(state["players"])  # type: ignore[misc]  # an empty one first
        for name, (places, counts) in state["cells"].items():
            self.tables[name].reshape(-1)[places] = counts
        self.seats = state["seats"]

    def __add__(self, other: Tally) -> Tally:
        """Return the sums of both."""
        total = Tally(self.players)
        total += self
        total += other
        return total

    def __iadd__(self, other: Tally) -> Tally:
        """Add the sums of another to these."""
        if other.players != self.players:
            tables = f"{self.players} and {other.players}"
            raise ValueError(f"tallies of tables of {tables} players do not add up")
        for name, table in other.tables.items():
            self.tables[name] += table
        self.seats = [a + b for a, b in zip(self.seats, other.seats, strict=True)]
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]  # a tally grows

    # -- what the tables say ---------------------------------------------------------

    def unit(self, contracts: Iterable[int]) -> Moments:
        """Return the sums of u over some contracts, points per defender."""
        return _sums(self._units(contracts).sum(axis=0), -UNIT_BOUND)

    def taker_score(self, contracts: Iterable[int]) -> Moments:
        """Return the sums of the taker's score over some contracts, points."""
        partnered, alone = (_sums(u, -UNIT_BOUND) for u in self._units(contracts))
        if self.players < MAX_PLAYERS:
            return _times(partnered + alone, self.players - 1)
        return _times(partnered, 2) + _times(alone, 4)

    def _units(self, contracts: Iterable[int]) -> np.ndarray:
        table: np.ndarray = self.tables["unit"][:, list(contracts)].sum(axis=1)
        return table

    def half_points(self, contracts: Iterable[int]) -> np.ndarray:
        """Return how many deals of some contracts gave each count: int64 (183,)."""
        table: np.ndarray = self.tables["points"][list(contracts)].sum(axis=(0, 1, 2))
        return table

    def trump_correlation(self) -> float | None:
        """Return the correlation of the taker's trumps and the attack's half-points.

        None if one of them does not vary.
        """
        table = self.tables["trumps"].sum(axis=1)
        trumps, points = _sums(table.sum(axis=1), 0), _sums(table.sum(axis=0), 0)
        products = sum(
            int(x) * int(y) * int(table[x, y])
            for x, y in zip(*np.nonzero(table), strict=True)
        )
        shared = trumps.n * products - trumps.total * points.total
        spreads = [m.n * m.squares - m.total**2 for m in (trumps, points)]
        return shared / sqrt(prod(spreads)) if all(spreads) else None

    def poignees(self, shown: bool, side: str, level: Poignee) -> tuple[int, int]:
        """Return deals in which a side could show, or showed, a level.

        Returns
        -------
        lost, won : int
            By what became of the contract: the attack's result, whatever the side.
        """
        bit = 1 << (SIDES.index(side) * len(Poignee) + level - 1)
        with_it = (np.arange(1 << _CODES) & bit) > 0
        lost, won = self.tables["poignee"][int(shown), with_it].sum(axis=0)
        return int(lost), int(won)

    def to_json(self) -> dict[str, Any]:
        """Return every count that is not 0, by its place, and every sum."""
        tables = {
            name: {
                ",".join(map(str, place)): int(table[tuple(place)])
                for place in np.argwhere(table).tolist()
            }
            for name, table in self.tables.items()
        }
        seats = [[seat.n, seat.total, seat.squares] for seat in self.seats]
        return {"players": self.players, "tables": tables, "seats": seats}


class Breakdown:
    """Exact sums for each combination of values of some columns.

    Parameters
    ----------
    players : int
        Seats at the table.
    columns : sequence of str
        Columns of the rows.

    Attributes
    ----------
    groups : dict of tuple of int to list of int
        For each combination: raw deals, played deals, contracts made, and sum and sum
        of squares of u, of the taker's score and of the attack's half-points.

    has_room : bool
        False once there were more than 10,000 combinations; there are then no groups.

    Raises
    ------
    TarotError
        For a column that the rows do not have.
    """

    MOST_GROUPS = 10_000

    def __init__(self, players: int, columns: Sequence[str]) -> None:
        known = [name for name, _ in ROW_COLUMNS if not is_absent(name, players)]
        for name in columns:
            if name not in known:
                message = f"there is no column {name!r} to group by; allowed: "
                raise TarotError(message + ", ".join(known))
        if len(set(columns)) != len(columns):
            raise TarotError(f"a column to group by is given twice: {columns}")
        self.players = players
        self.columns = tuple(columns)
        self.groups: dict[tuple[int, ...], list[int]] = {}
        self.has_room = True

    def add(self, rows: np.ndarray) -> None:
        """Count the rows of some raw deals."""
        if not len(rows) or not self.has_room:
            return
        keys = np.stack([_wide(rows[name]) for name in self.columns], axis=1)
        found, inverse = np.unique(keys, axis=0, return_inverse=True)
        inverse = inverse.reshape(-1)
        played = rows["outcome"] == Outcome.PLAYED
        unit = _wide(rows["unit"])
        factor = self.players - 1
        factors = np.full(len(rows), factor)
        if self.players == MAX_PLAYERS:
            factors = np.where(rows["partner"] < 0, 4, 2)
        values = [np.ones(len(rows), dtype=np.int64), played, rows["won"]]
        for value in (unit, unit * factors, _wide(rows["half_points"])):
            # In deals that were not played they are all 0.
            values += [value, value * value]
        # Sums of so few small integers are exact in a float.
        sums = [
            np.bincount(inverse, weights=value, minlength=len(found))
            for value in values
        ]
        table = np.stack(sums, axis=1).astype(np.int64)
        for key, added in zip(found.tolist(), table.tolist(), strict=True):
            self._add(tuple(key), added)
        self._bound()

    def _add(self, key: tuple[int, ...], added: list[int]) -> None:
        before = self.groups.get(key)
        if before is not None:
            added = [a + b for a, b in zip(before, added, strict=True)]
        self.groups[key] = added

    def _bound(self) -> None:
        """Keep no groups rather than more than there is room for."""
        if not self.has_room or len(self.groups) > self.MOST_GROUPS:
            self.has_room = False
            self.groups.clear()

    def __iadd__(self, other: Breakdown) -> Breakdown:
        """Add the sums of another to these."""
        for key, added in other.groups.items():
            self._add(key, added)
        self.has_room &= other.has_room
        self._bound()
        return self

    @property
    def overflow(self) -> str:
        """What to say where there is no room."""
        names = ", ".join(self.columns)
        message = f"{names} take more than {self.MOST_GROUPS} combinations"
        return f"{message}: group by fewer columns"

    def verify(self) -> None:
        """Refuse a breakdown that has no groups because there were too many.

        Raises
        ------
        TarotError
        """
        if not self.has_room:
            raise TarotError(self.overflow)


def _chosen(rows: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Return some rows; as plain bytes, since fields are copied one by one."""
    plain = np.ascontiguousarray(rows).view(f"V{rows.dtype.itemsize}")
    chosen: np.ndarray = plain[mask].view(rows.dtype)
    return chosen


def _takers(rows: np.ndarray, name: str) -> np.ndarray:
    """Return the taker's value of a column that each seat has in one byte."""
    fields = rows.dtype.fields
    assert fields is not None
    first = fields[f"{name}_0"][1]
    table = np.ascontiguousarray(rows).view(np.int8)
    table = table.reshape(len(rows), rows.dtype.itemsize)
    chosen: np.ndarray = table[np.arange(len(rows)), first + _wide(rows["taker"])]
    return chosen


def _wide(values: np.ndarray) -> np.ndarray:
    return values.astype(np.int64)


def _moments(values: np.ndarray) -> Moments:
    wide = _wide(values)
    return Moments(len(wide), int(wide.sum()), int(np.dot(wide, wide)))


def _sums(counts: np.ndarray, first: int) -> Moments:
    """Return the sums of values first, first + 1, ... that occur so many times."""
    places = np.flatnonzero(counts).tolist()
    pairs = [(first + place, int(counts[place])) for place in places]
    return Moments(
        sum(count for _, count in pairs),
        sum(value * count for value, count in pairs),
        sum(value * value * count for value, count in pairs),
    )


def _times(moments: Moments, factor: int) -> Moments:
    return Moments(moments.n, factor * moments.total, factor * factor * moments.squares)
