"""Runs on disk as results: open one, put several together."""

from __future__ import annotations

import itertools
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.engine.history import history_script
from tarotsim.engine.play import as_auction, as_rules, deal, play
from tarotsim.game.errors import TarotError
from tarotsim.game.strategy import Strategy
from tarotsim.game.wording import counted
from tarotsim.runs.experiment_text import with_deals
from tarotsim.runs.folder import FolderError, RunFolder, Wanted
from tarotsim.runs.folder_writing import open_for_writing
from tarotsim.runs.identity import differences
from tarotsim.runs.parquet import read_deal
from tarotsim.runs.results import frame_of
from tarotsim.runs.rows import ROW_NAMES, record_row, rows_array
from tarotsim.runs.summary import summarise
from tarotsim.runs.tally import Breakdown, Tally

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from tarotsim.game.records import DealRecord
    from tarotsim.game.rules import RuleSet
    from tarotsim.runs.folder import Part
    from tarotsim.runs.folder_writing import FolderWriter
    from tarotsim.runs.summary import Summary

__all__ = ["StoredRun", "merge_runs", "open_run", "save_summary"]


@dataclass(frozen=True, slots=True, repr=False)
class StoredRun:
    """A run in a folder, as `open_run` gives it.

    Parameters
    ----------
    folder : RunFolder
    """

    folder: RunFolder

    def __len__(self) -> int:
        return len(self.folder)

    def __repr__(self) -> str:
        run, lack = self.folder.manifest["run"], self.folder.lack()
        return (
            f"<StoredRun: {counted(len(self), 'raw deal')}, "
            f"{self.folder.played} played, {run['players']} players, "
            f"seed {run['seed']}, in {self.folder.path}"
            f"{lack and f'; {lack}'}>"
        )

    @property
    def rules(self) -> RuleSet:
        """The rules of the run."""
        return as_rules(self.folder.players, self.folder.manifest["run"]["rules"])

    def header(self) -> dict[str, Any]:
        """Return what identifies the run, and whether it is complete."""
        run = dict(self.folder.manifest["run"])
        texts = [_strategy_text(strategy) for strategy in run["strategies"]]
        run["strategies"] = texts[:1] if len(set(texts)) == 1 else texts
        return run | {
            "given_attempts": None,
            "interrupted": not self.folder.is_complete,
        }

    def summary(self, by: Sequence[str] = ()) -> Summary:
        """Return counts and estimates over all deals that are there.

        Parameters
        ----------
        by : sequence of str, optional
            Columns for each combination of which there is a line.

        Raises
        ------
        TarotError
            For an unknown column, or more than 10,000 combinations.
        """
        tally = Tally(self.folder.players)
        breakdown = Breakdown(self.folder.players, by) if by else None
        self.folder.add_to(tally, breakdown)
        if breakdown is not None:
            breakdown.verify()
        return summarise(tally, self.header(), breakdown)

    def to_pandas(self) -> pd.DataFrame:
        """Return a DataFrame with a row for each raw deal, as `Results.to_pandas`."""
        rows = np.concatenate([rows_array([]), *self.folder.rows()])
        return frame_of(rows, self.folder.players)

    def record(self, number: int) -> DealRecord:
        """Return every act of one deal, from the history.

        Parameters
        ----------
        number : int
            Number of the raw deal.

        Raises
        ------
        IndexError
            If the folder has no such deal.
        TarotError
            If it has no history, or one that does not lead to the row.
        """
        part = next((p for p in self.folder.parts if p.first <= number < p.stop), None)
        if part is None:
            raise IndexError(f"{self.folder.path} has no deal {number}")
        if not self.folder.history:
            message = f"{self.folder.path} has no history: --history keeps it"
            raise TarotError(message)
        row, acts = read_deal(self.folder.file(part), number - part.first)
        run = self.folder.manifest["run"]
        auction = None if run["auction"] == "bidding" else as_auction(run["auction"])
        record = play(
            deal(run["seed"], number, rules=self.rules, given=run.get("given")),
            _Nobody(),
            rules=self.rules,
            auction=auction,
            script=history_script(self.rules, row, acts),
        )
        replayed = np.array(record_row(record), dtype=np.int64)
        if replayed.tolist() != [row.get(name, 0) for name in ROW_NAMES]:
            message = f"the acts of deal {number} in {self.folder.path} do not lead to"
            raise TarotError(f"{message} its row")
        return record


def save_summary(folder: FolderWriter, tally: Tally) -> None:
    """Write the summary and the sums of a folder into it, if all deals are there.

    Parameters
    ----------
    folder : FolderWriter
    tally : Tally
        The sums over all its rows.
    """
    folder.keep_summary(summarise(tally, StoredRun(folder).header()).to_json(), tally)


def _strategy_text(strategy: dict[str, Any]) -> str:
    inner = ", ".join(f"{k}={v}" for k, v in strategy["parameters"].items())
    return f"{strategy['spec']}({inner})" if inner else str(strategy["spec"])


def open_run(path: str | Path) -> StoredRun:
    """Open a run on disk.

    Parameters
    ----------
    path : path
        A folder that `tarotsim.simulate` wrote with ``out=``.

    Returns
    -------
    StoredRun

    Raises
    ------
    TarotError
        If there is no run, or a file of it is damaged or missing.
    """
    folder = RunFolder(Path(path))
    folder.verify()
    return StoredRun(folder)


def merge_runs(paths: Sequence[str | Path], out: str | Path) -> StoredRun:
    """Put the parts of one run together that were played into several folders.

    Parameters
    ----------
    paths : sequence of path
        The folders; they are left as they are.
    out : path
        A new folder, or one that holds a part of the same run.

    Returns
    -------
    StoredRun
        Of the new folder, which the command that made the parts goes on from.

    Raises
    ------
    TarotError
        If they are not parts of one run, or a deal is in two of them.
    """
    if not paths:
        raise TarotError("give the folders to put together")
    target = Path(out)
    for number, path in enumerate(paths):
        if os.path.realpath(path) in map(os.path.realpath, paths[:number]):
            raise FolderError(f"{path} is given twice: name each folder once")
    sources = [open_run(path).folder for path in paths]
    whole = sources[0]
    for other in sources[1:]:
        _verify_one_run(whole, other)
    _placed(sources)
    wanted = _wanted(sources)
    run = whole.manifest["run"]
    with open_for_writing(target, run, wanted, history=whole.history) as folder:
        # What is there counts as one more folder, behind those that were given.
        everything = [*sources, folder]
        places = _placed(everything)
        folder.want(_wanted(everything))
        for part, source in places.items():
            if part not in folder.parts:
                content = source.file(part).read_bytes()
                folder.add(part.first, part.stop, part.played, content)
        text, files = next((s.spec() for s in everything if s.spec()[0]), (None, {}))
        folder.keep_spec(text and with_deals(text, folder.wanted), files)
        tally = Tally(folder.players)
        folder.add_to(tally)
        save_summary(folder, tally)
    return StoredRun(RunFolder(target))


def _placed(folders: Sequence[RunFolder]) -> dict[Part, RunFolder]:
    """Return the folder of each part, in deal order.

    Raises
    ------
    FolderError
        If a deal is in two parts.
    """
    places: dict[Part, RunFolder] = {}
    for folder in folders:
        for part in folder.parts:
            places.setdefault(part, folder)
    parts = sorted(places, key=lambda part: part.first)
    for one, two in itertools.pairwise(parts):
        if two.first < one.stop:
            where = f"{places[one].path} and in {places[two].path}"
            raise FolderError(f"deal {two.first} is both in {where}")
    return {part: places[part] for part in parts}


def _wanted(folders: Sequence[RunFolder]) -> Wanted:
    """Return which deals several folders are to hold together.

    Raises
    ------
    FolderError
        If one is still to reach a number of played deals that is its own.
    """
    wanted = {folder.wanted for folder in folders}
    if len(wanted) == 1:
        return wanted.pop()
    ranges = []
    for folder in folders:
        first, deals, _ = asdict(folder.wanted).values()
        if deals is None:
            if not folder.is_complete:
                message = f"{folder.path} cannot be put together with others yet"
                raise FolderError(f"{message}: {folder.lack()}; finish it first")
            deals = folder.stop - first
        ranges.append(range(first, first + deals))
    start = min(part.start for part in ranges)
    return Wanted(start, max(part.stop for part in ranges) - start, None)


def _verify_one_run(one: RunFolder, two: RunFolder) -> None:
    """Refuse folders that are not parts of the same run."""
    found = differences(one.manifest["run"], two.manifest["run"])
    if one.history != two.history:
        found.append("one is with history, one without")
    if found:
        message = f"{one.path} and {two.path} are not parts of one run"
        raise FolderError(f"{message}: {'; '.join(found)}")


class _Nobody(Strategy):
    """Asked for nothing where a script has every act."""
