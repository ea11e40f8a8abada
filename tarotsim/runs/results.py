"""The rows of a run: a structured array, and a DataFrame of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim import RESULTS_REVISION, __version__
from tarotsim.game.layout import MAX_PLAYERS, ROW_COLUMNS, Outcome
from tarotsim.game.rules import Camp, Chelem, Contract, Poignee
from tarotsim.runs.summary import Summary, summarise

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas as pd

    from tarotsim.game.records import DealRecord
    from tarotsim.runs.run import Run

__all__ = ["ROW_DTYPE", "Results", "record_row", "rows_array"]

_NARROW = {
    "deal": np.int64,
    "half_points": np.int16,
    "gap": np.int16,
    "poignee_prime": np.int16,
    "unit": np.int16,
    **{f"score_{seat}": np.int16 for seat in range(MAX_PLAYERS)},
}
ROW_DTYPE = np.dtype(
    [(name, _NARROW.get(name, np.int8)) for name, _meaning in ROW_COLUMNS]
)
"""Type of a row: the columns of `tarotsim.game.layout.ROW_COLUMNS`."""

_LABELS: dict[str, list[str]] = {
    "outcome": [outcome.label for outcome in Outcome],
    "contract": ["none", *(c.label for c in Contract if c)],
    "chelem": [chelem.label for chelem in Chelem],
    **{
        f"{kind}_{seat}": ["none", *(level.label for level in Poignee)]
        for kind in ("shown", "showable")
        for seat in range(MAX_PLAYERS)
    },
}


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


@dataclass(frozen=True, slots=True)
class Results:
    """The results of a run, in deal order.

    Parameters
    ----------
    run : Run
        What was played; carries rules, strategies and seed.
    rows : structured array (raw deals,)
        A row for each raw deal, of `ROW_DTYPE`.
    interrupted : bool
        Whether the run was stopped before its end.
    """

    run: Run
    rows: np.ndarray
    interrupted: bool = False

    def __len__(self) -> int:
        return len(self.rows)

    def to_pandas(self) -> pd.DataFrame:
        """Return a DataFrame with a row for each raw deal.

        Columns are those of `tarotsim.game.layout.ROW_COLUMNS` without the seats that
        are not at the table: small integers, and categories (with the names of the
        files) for outcome, contract, chelem and the levels of poignée; ``won`` is a
        bool. ``gap`` is negative for a lost contract.
        """
        import pandas as pd

        frame = pd.DataFrame(
            {
                name: self.rows[name]
                for name, _ in ROW_COLUMNS
                if not self._is_absent_seat(name)
            }
        )
        for name, labels in _LABELS.items():
            if name in frame:
                codes = [int(code) for code in frame[name]]
                frame[name] = pd.Categorical.from_codes(codes, pd.Index(labels))
        frame["won"] = frame["won"].astype(bool)
        return frame

    def _is_absent_seat(self, name: str) -> bool:
        seat = name.rpartition("_")[2]
        return seat.isdecimal() and int(seat) >= self.run.rules.players

    def summary(self) -> Summary:
        """Return counts and estimates over all deals."""
        return summarise(self.rows, self.run.rules.players, self.header())

    def header(self) -> dict[str, Any]:
        """Return what identifies the run: version, table, strategies, seed."""
        return run_header(self.run) | {"interrupted": self.interrupted}


def run_header(run: Run) -> dict[str, Any]:
    """Return what identifies a run, for JSON and tables."""
    return {
        "version": __version__,
        "results_revision": RESULTS_REVISION,
        "players": run.rules.players,
        "rules": run.rules.options(),
        "strategies": list(run.strategies),
        "auction": run.auction_text,
        "seed": run.seed,
    }
