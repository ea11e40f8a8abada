"""The row of a raw deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tarotsim.game.layout import COLUMN_BYTES, MAX_PLAYERS, ROW_COLUMNS
from tarotsim.game.rules import Camp

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarotsim.game.records import DealRecord

__all__ = ["ROW_DTYPE", "ROW_NAMES", "is_absent", "record_row", "rows_array"]

ROW_DTYPE = np.dtype(
    [(name, f"i{COLUMN_BYTES.get(name, 1)}") for name, _ in ROW_COLUMNS]
)
"""Type of a row: the columns of `tarotsim.game.layout.ROW_COLUMNS`."""

ROW_NAMES = tuple(name for name, _ in ROW_COLUMNS)


def record_row(record: DealRecord) -> tuple[int, ...]:
    """Return the row of a record, in the order of `ROW_COLUMNS`."""
    score, settlement = record.score, record.settlement
    number = record.deal.number
    head = [-1 if number is None else number, record.outcome, record.deal.dealer]
    if score is None or settlement is None:
        head += [-1, 0, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0]
        return tuple(map(int, [*head, *[0] * (4 * MAX_PLAYERS)]))
    petit = {None: 0, Camp.ATTACK: 1, Camp.DEFENCE: -1}[score.petit_au_bout]
    head += [
        score.taker,
        score.contract,
        -1 if record.called is None else record.called,
        -1 if record.partner is None else record.partner,
        score.half_points,
        score.bouts,
        score.won,
        score.gap if score.won else -score.gap,
        petit,
        score.chelem,
        abs(score.poignee_part),
        score.unit,
    ]
    shown = {showing.seat: showing.level for showing in record.showings}
    seats = range(MAX_PLAYERS)
    missing = (0,) * (MAX_PLAYERS - record.rules.players)
    return tuple(
        map(
            int,
            [
                *head,
                *score.scores,
                *missing,
                *record.trump_counts,
                *missing,
                *(shown.get(seat, 0) for seat in seats),
                *(record.showable.get(seat, 0) for seat in seats),
            ],
        )
    )


def rows_array(rows: Iterable[tuple[int, ...]]) -> np.ndarray:
    """Return rows as one structured array of `ROW_DTYPE`."""
    return np.array(list(rows), dtype=ROW_DTYPE)


def is_absent(name: str, players: int) -> bool:
    """Tell whether a column is of a seat that is not at the table."""
    seat = name.rpartition("_")[2]
    return seat.isdecimal() and int(seat) >= players
