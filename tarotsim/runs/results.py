"""What a run gave: its rows, a DataFrame of them, its summary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.engine.play import deal
from tarotsim.game.errors import TarotError
from tarotsim.game.layout import ROW_COLUMNS, Outcome
from tarotsim.game.wording import counted
from tarotsim.runs.identity import run_header
from tarotsim.runs.rows import is_absent, rows_array
from tarotsim.runs.summary import labels_of, summarise
from tarotsim.runs.tally import Breakdown

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from tarotsim.game.records import DealRecord
    from tarotsim.runs.folder import RunFolder
    from tarotsim.runs.run import Run
    from tarotsim.runs.summary import Summary
    from tarotsim.runs.tally import Tally

__all__ = ["Results", "frame_of", "run_header"]


@dataclass(frozen=True, slots=True, repr=False)
class Results:
    """The results of a run, in deal order.

    Parameters
    ----------
    run : Run
        What was played; carries rules, strategies and seed.
    tally : Tally
        Exact sums over all deals.
    rows : structured array (raw deals,)
        A row for each raw deal, of `tarotsim.runs.rows.ROW_DTYPE`; empty if the run
        was told not to keep them.
    history : uint64 array (raw deals, words)
        The acts of each deal; no rows if none was asked for.
    interrupted : bool
        Whether the run was stopped before its end.
    breakdown : Breakdown or None
        Exact sums by the columns asked for.
    folder : RunFolder or None
        Where the rows are, if they were written to a folder.
    attempts : int or None
        Deals that were tried for these, if a predicate accepts or refuses them.
    """

    run: Run
    tally: Tally
    rows: np.ndarray
    history: np.ndarray
    interrupted: bool = False
    breakdown: Breakdown | None = None
    folder: RunFolder | None = None
    attempts: int | None = None

    def __len__(self) -> int:
        return self.tally.raw

    def __repr__(self) -> str:
        run = self.run
        return (
            f"<Results: {counted(len(self), 'raw deal')}, {self.tally.played} played, "
            f"{run.rules.players} players, seed {run.seed}; show() prints the tables>"
        )

    def to_pandas(self) -> pd.DataFrame:
        """Return a DataFrame with a row for each raw deal.

        Columns are those of `tarotsim.game.layout.ROW_COLUMNS` without the seats that
        are not at the table: small integers, and categories (with the names of the
        files) for outcome, contract, chelem and the levels of poignée; ``won`` is a
        nullable boolean. In deals that were not played ``won`` is missing, and points
        and scores are 0: select ``outcome == "played"`` before taking means.

        Raises
        ------
        TarotError
            If the run did not keep its rows.
        """
        return frame_of(self._all_rows(), self.run.rules.players)

    def _all_rows(self) -> np.ndarray:
        if self.folder is not None:
            return np.concatenate([rows_array([]), *self.folder.rows()])
        if len(self.rows) != len(self):
            raise TarotError("the run did not keep its rows: keep_rows=True does")
        return self.rows

    def record(self, number: int) -> DealRecord:
        """Return every act of one deal: from the history, or played again.

        Parameters
        ----------
        number : int
            Number of the raw deal.

        Raises
        ------
        IndexError
            If the run has no such deal.
        """
        first = self.run.first
        if not first <= number < first + len(self):
            last = first + len(self) - 1
            raise IndexError(f"deal {number}: the run has deals {first} to {last}")
        if len(self.history) != len(self) or len(self.rows) != len(self):
            return self.run.play_number(number)
        from tarotsim.engine.unpacking import record_of

        rules, place = self.run.rules, number - first
        dealt = deal(self.run.seed, number, rules=rules, given=self.run.given)
        return record_of(rules, dealt, self.rows[place], self.history[place])

    def summary(self, by: Sequence[str] = ()) -> Summary:
        """Return counts and estimates over all deals.

        Parameters
        ----------
        by : sequence of str, optional
            Columns for each combination of which there is a line: those that were
            given to `tarotsim.simulate`, or any if the rows were kept.

        Raises
        ------
        TarotError
            For an unknown column, more than 10,000 combinations, or if the rows were
            not kept.
        """
        breakdown = self.breakdown
        if by and (breakdown is None or breakdown.columns != tuple(by)):
            breakdown = Breakdown(self.run.rules.players, by)
            kept = [self._all_rows()] if self.folder is None else self.folder.rows()
            for rows in kept:
                breakdown.add(rows)
            breakdown.verify()
        return summarise(self.tally, self.header(), breakdown)

    def header(self) -> dict[str, Any]:
        """Return what identifies the run: version, table, strategies, seed."""
        return run_header(self.run) | {
            "given_attempts": self.attempts,
            "interrupted": self.interrupted,
        }


def frame_of(rows: np.ndarray, players: int) -> pd.DataFrame:
    """Return rows as `Results.to_pandas` does.

    Parameters
    ----------
    rows : structured array (deals,)
        Of `tarotsim.runs.rows.ROW_DTYPE`.
    players : int
        Seats at the table.
    """
    import pandas as pd

    names = [name for name, _ in ROW_COLUMNS if not is_absent(name, players)]
    frame = pd.DataFrame({name: rows[name] for name in names})
    for name in names:
        labels = labels_of(name)
        if labels is not None:
            codes: Any = frame[name].to_numpy()
            frame[name] = pd.Categorical.from_codes(codes, pd.Index(labels))
    won = frame["won"].astype("boolean")
    frame["won"] = won.mask(frame["outcome"] != Outcome.PLAYED.label)
    return frame
