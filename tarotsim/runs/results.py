"""What a run gave: its rows, a DataFrame of them, its summary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tarotsim import RESULTS_REVISION, __version__
from tarotsim.engine.play import deal
from tarotsim.game.errors import TarotError
from tarotsim.game.layout import MAX_PLAYERS, ROW_COLUMNS, Outcome
from tarotsim.game.rules import Chelem, Contract, Poignee

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from tarotsim.game.records import DealRecord
    from tarotsim.runs.run import Run
    from tarotsim.runs.summary import Summary, Tally

__all__ = ["Results", "run_header"]

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
    """

    run: Run
    tally: Tally
    rows: np.ndarray
    history: np.ndarray
    interrupted: bool = False

    def __len__(self) -> int:
        return self.tally.raw

    def __repr__(self) -> str:
        run = self.run
        return (
            f"<Results: {len(self)} raw deals, {self.tally.played} played, "
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
        import pandas as pd

        if len(self.rows) != len(self):
            raise TarotError("the run did not keep its rows: keep_rows=True does")
        frame = pd.DataFrame(
            {
                name: self.rows[name]
                for name, _ in ROW_COLUMNS
                if not self._is_absent_seat(name)
            }
        )
        for name, labels in _LABELS.items():
            if name in frame:
                codes: Any = frame[name].to_numpy()
                frame[name] = pd.Categorical.from_codes(codes, pd.Index(labels))
        won = frame["won"].astype("boolean")
        frame["won"] = won.mask(frame["outcome"] != Outcome.PLAYED.label)
        return frame

    def _is_absent_seat(self, name: str) -> bool:
        seat = name.rpartition("_")[2]
        return seat.isdecimal() and int(seat) >= self.run.rules.players

    def record(self, number: int) -> DealRecord:
        """Return every act of one deal: from the history, or played again.

        Parameters
        ----------
        number : int
            Number of the raw deal, 0 to the length less 1.

        Raises
        ------
        IndexError
            If the run has no such deal.
        """
        if not 0 <= number < len(self):
            raise IndexError(f"deal {number}: the run has deals 0 to {len(self) - 1}")
        if len(self.history) != len(self) or len(self.rows) != len(self):
            return self.run.play_number(number)
        from tarotsim.engine.unpacking import record_of

        rules = self.run.rules
        dealt = deal(self.run.seed, number, rules=rules)
        return record_of(rules, dealt, self.rows[number], self.history[number])

    def summary(self) -> Summary:
        """Return counts and estimates over all deals."""
        return self.tally.summary(self.header())

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
