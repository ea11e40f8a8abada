"""Many deals, one row each: in memory, or in a folder that cannot be lost."""

from __future__ import annotations

import contextlib
import hashlib
import time
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.game.errors import TarotError
from tarotsim.plugins.external import External
from tarotsim.plugins.sources import spec_of
from tarotsim.runs.experiment import read_experiment
from tarotsim.runs.experiment_text import format_experiment
from tarotsim.runs.folder import RunFolder, Wanted, seed_in
from tarotsim.runs.folder_writing import open_for_writing
from tarotsim.runs.identity import identity_of
from tarotsim.runs.interruption import interruptible
from tarotsim.runs.pieces import (
    MOST_DEALS,
    Products,
    check_part_deals,
    play_range,
)
from tarotsim.runs.progress import progress_bar
from tarotsim.runs.results import Results
from tarotsim.runs.rows import rows_array
from tarotsim.runs.run import plan_run, verify_hope
from tarotsim.runs.schedule import Cutter, pieces
from tarotsim.runs.stored import save_summary
from tarotsim.runs.summary import main_estimate
from tarotsim.runs.tally import Breakdown, Tally
from tarotsim.runs.workers import hiring

if TYPE_CHECKING:
    from collections.abc import (
        Callable,
        Generator,
        Iterable,
        Iterator,
        Mapping,
        Sequence,
    )
    from concurrent.futures import Executor

    from tarotsim.engine.given import GivenLike
    from tarotsim.game.auction import Imposed
    from tarotsim.game.rules import RuleSet
    from tarotsim.plugins.registry import StrategyLike
    from tarotsim.runs.folder_writing import FolderWriter
    from tarotsim.runs.pieces import Piece
    from tarotsim.runs.progress import Progress
    from tarotsim.runs.run import Run
    from tarotsim.runs.workers import Crew

__all__ = ["Work", "run_experiment", "simulate"]

_MOST_IN_MEMORY = 1 << 16
_START = 1 << 10
"""Deals of a range while nothing is known of the speed."""
_SECONDS_IN_MEMORY = 0.25
LEAST_SECONDS, MOST_SECONDS, SHARE_SECONDS = 2.0, 60.0, 1 / 20
"""Time of a range, between bounds, and of the time spent so far: what is on the way
when a process is killed is lost."""


def simulate(
    deals: int | None = None,
    *,
    played: int | None = None,
    players: int | None = None,
    strategies: StrategyLike = "point_count",
    seed: int | None = None,
    rules: RuleSet | Mapping[str, Any] | None = None,
    auction: Imposed | str | None = None,
    given: GivenLike | None = None,
    first: int = 0,
    history: bool = False,
    keep_rows: bool = True,
    by: Sequence[str] = (),
    engine: str = "compiled",
    threads: int | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    out: str | Path | None = None,
    part_deals: int | None = None,
    progress: bool = False,
    keep_interrupted: bool = False,
) -> Results:
    """Play many deals.

    Parameters
    ----------
    deals : int, optional
        Raw deals, 1,000 by default: some are passed out or cancelled for a petit sec,
        and each is a row.
    played : int, optional
        Go on until so many deals were played, instead of `deals`.
    players : int, optional
        3, 4 (default) or 5.
    strategies : spec, class, object or list of them, optional
        One for all seats or one for each: ``"point_count(garde=50)"``.
    seed : int, optional
        Deal i is a function of the seed, i, the rules and the condition alone. Drawn
        from the system's entropy if left out, and recorded.
    rules : RuleSet or mapping, optional
        A rule set instead of `players`, or options that differ from the defaults,
        such as ``{"D1": "follows_winner"}``.
    auction : Imposed or str, optional
        ``"best:garde"`` or ``"2:garde_sans"`` instead of bidding.
    given : text, mapping, predicate or list of them, optional
        What the deals must fulfil, such as ``"2: trumps=10, holds=Petit"``; see
        `tarotsim.engine.given.as_given` and docs/given.md. All deals that do are
        equally likely; a predicate is met by trying, and only in this process.
    first : int, optional
        Number of the first deal, so that several machines can share a run.
    history : bool, optional
        Keep every act of every deal, so that `Results.record` need not play again.
    keep_rows : bool, optional
        Without, only exact sums are kept and memory does not grow with the deals.
    by : sequence of str, optional
        Columns for each combination of which the summary has a line; given up with a
        warning if there are more than 10,000.
    engine : str, optional
        ``"compiled"`` (default), or ``"reference"`` to check it: both give the same.
    threads : int, optional
        Threads of the compiled engine, as many as processors by default. The results
        do not depend on it.
    workers : int, optional
        Processes of this machine instead of threads, for strategies in Python.
    executor : Executor, optional
        Whose workers play, instead: any of `concurrent.futures`, or Dask's
        ``Client.get_executor()``. They get what identifies the run and ranges of
        deals, never objects: strategies need a text form.
    out : path, optional
        Folder for the rows, as Parquet. One that holds a part of this run goes on from
        there, one that holds another run is refused. Rows are then read from there:
        memory does not grow with the deals.
    part_deals : int, optional
        Deals in a file of the folder; as many as take a few seconds by default.
    progress : bool, optional
        Show progress on standard error.
    keep_interrupted : bool, optional
        On Ctrl-C return what was done so far instead of raising.

    Returns
    -------
    Results

    Raises
    ------
    TarotError
        For anything that is not allowed; says what is.
    StrategyError
        If a strategy raises; names strategy, seat, seed and deal number.

    Examples
    --------
    >>> from tarotsim import simulate
    >>> results = simulate(20, strategies="random_legal", seed=1)
    >>> len(results), int(results.rows["score_0"].dtype.itemsize)
    (20, 2)
    """
    path = None if out is None else Path(out)
    hire = hiring(threads=threads, workers=workers, executor=executor)
    run = plan_run(
        deals,
        played=played,
        players=players,
        strategies=strategies,
        seed=seed_in(path) if seed is None and path is not None else seed,
        rules=rules,
        auction=auction,
        engine=engine,
        first=first,
        given=given,
    )
    if history and engine == "reference":
        raise TarotError("history is kept by the compiled engine only")
    check_part_deals(part_deals, history)
    if part_deals is not None and path is None:
        raise TarotError("part_deals only counts with a folder for the rows: give out")
    products = Products(
        rows=keep_rows and path is None,
        history=history,
        file=path is not None,
        by=tuple(by),
    )
    breakdown = Breakdown(run.rules.players, by) if by else None
    tally, attempts = Tally(run.rules.players), 0
    rows, acts = [rows_array([])], []
    with _opened(path, run, history) as folder:
        if folder is not None:
            folder.want(_wanted(run))
            folder.keep_spec(*_spec_of(run, history, part_deals, by))
            folder.add_to(tally, breakdown)
            breakdown = _with_room(breakdown)
        work = Work(run, products, folder, tally)
        with (
            interruptible(keep=keep_interrupted) as stopped,
            work.bar(enabled=progress) as bar,
            contextlib.closing(work.pieces(hire, part_deals)) as found,
        ):
            for piece in found:
                with stopped.held_back():
                    if folder is not None:
                        content = piece.file
                        folder.add(piece.first, piece.stop, piece.tally.played, content)
                    tally += piece.tally
                    attempts += piece.attempts
                    if breakdown is not None and piece.breakdown is not None:
                        breakdown += piece.breakdown
                        breakdown = _with_room(breakdown)
                    rows.append(piece.rows)
                    if len(piece.history) and folder is None:
                        acts.append(piece.history)
                bar.update(work.weight(piece), main_estimate(tally))
        if folder is not None:
            folder.verify_fits(_wanted(run))
            save_summary(folder, tally)
    return Results(
        run=run,
        tally=tally,
        rows=np.concatenate(rows),
        history=np.concatenate(acts) if acts else np.zeros((0, 0), dtype=np.uint64),
        interrupted=stopped.happened,
        breakdown=breakdown,
        folder=None if path is None else RunFolder(path),
        attempts=attempts if run.given and run.given.predicates else None,
    )


def _with_room(breakdown: Breakdown | None) -> Breakdown | None:
    """Give up sums by columns that take too much, rather than the run."""
    if breakdown is None or breakdown.has_room:
        return breakdown
    message = f"{breakdown.overflow}; the run goes on without"
    warnings.warn(message, RuntimeWarning, stacklevel=3)
    return None


def _opened(
    path: Path | None, run: Run, history: bool
) -> contextlib.AbstractContextManager[FolderWriter | None]:
    if path is None:
        return contextlib.nullcontext()
    return open_for_writing(path, identity_of(run), _wanted(run), history=history)


def _wanted(run: Run) -> Wanted:
    return Wanted(run.first, run.deals, run.played)


def _spec_of(
    run: Run, history: bool, part_deals: int | None, by: Sequence[str]
) -> tuple[str | None, dict[str, bytes]]:
    """Return the run as a spec for its folder, with the files of strategies."""
    files: dict[str, bytes] = {}

    def place(path: Path) -> str:
        content = path.read_bytes()
        digest = hashlib.sha256(content).hexdigest()[:16]
        name = f"strategies/{digest}/{path.name}"
        files[name] = content
        return name

    # A program that plays has no place in a spec, which starts none.
    starts_program = any(isinstance(strategy, External) for strategy in run.table)
    if starts_program or any(spec_of(strategy) is None for strategy in run.sources):
        return None, {}
    text = format_experiment(
        run, folder=".", history=history, part_deals=part_deals, by=by, place=place
    )
    return text, files


def run_experiment(
    path: str | Path,
    *,
    out: str | Path | None = None,
    threads: int | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    keep_rows: bool = True,
    progress: bool = False,
    keep_interrupted: bool = False,
) -> Results:
    """Play what a spec asks for.

    Parameters
    ----------
    path : path
        A file in TOML; docs/runs.md has its keys.
    out : path, optional
        Folder for the rows, instead of the one that the spec names.
    threads, workers, executor, keep_rows, progress, keep_interrupted
        As for `simulate`: who plays, which is no part of a spec.

    Returns
    -------
    Results

    Raises
    ------
    TarotError
        For a spec that is not right: names the file, the line and the key.
    """
    given = read_experiment(Path(path), None if out is None else Path(out))
    if given.arms:
        raise TarotError(f"{path} has arms: tarotsim.studies.arms.run_arms plays it")
    return simulate(
        **given.arguments(),
        threads=threads,
        workers=workers,
        executor=executor,
        keep_rows=keep_rows,
        progress=progress,
        keep_interrupted=keep_interrupted,
    )


class Work:
    """What is left to play of a run, for whoever adds the pieces up.

    Parameters
    ----------
    run : Run
    products : Products
        What to make of the deals.
    folder : RunFolder or None
        What is there already.
    tally : Tally
        The sums so far, to which each piece is added before the next is asked for.
    """

    def __init__(
        self, run: Run, products: Products, folder: RunFolder | None, tally: Tally
    ) -> None:
        self._run = run
        self._products = products
        self._tally = tally
        end = run.first if folder is None else folder.stop
        gaps = [] if folder is None else folder.gaps()
        self._missing = sum(map(len, gaps))
        self._todo = [gap for gap in (*gaps, range(end, run.numbers.stop)) if gap]
        # Files may be finished in any order, but played deals are counted in theirs.
        self._in_order = folder is None or run.played is not None

    @property
    def _left(self) -> int | None:
        """Played deals still wanted, where they count."""
        if self._run.played is None:
            return None
        return max(0, self._run.played - self._tally.played)

    def bar(self, *, enabled: bool) -> Progress:
        """Return what shows how far the work is."""
        return progress_bar(self.total, enabled=enabled, done=self.done)

    @property
    def done(self) -> int:
        """How much is done, counted as progress is."""
        return self._tally.raw if self._run.played is None else self._tally.played

    @property
    def total(self) -> int | None:
        """How much is to be done."""
        return self._run.deals if self._run.played is None else self._run.played

    def weight(self, piece: Piece) -> int:
        """Return how much a piece counts for progress."""
        if self._run.played is not None:
            return piece.tally.played
        return piece.stop - piece.first

    def pieces(
        self, crew_of: Callable[[Run, Products], Crew], part_deals: int | None = None
    ) -> Generator[Piece]:
        """Have what is left played.

        Parameters
        ----------
        crew_of : callable
            Returns who plays it.
        part_deals : int, optional
            Deals of a range; as many as take a sensible time by default.

        Raises
        ------
        TarotError
            If played deals are wanted and none of the first 10,000 is played.
        """
        if not self._todo or (self._left == 0 and not self._missing):
            return
        crew = crew_of(self._run, self._products)
        try:
            found = pieces(crew, self._cutter(part_deals), in_order=self._in_order)
            yield from self._until_enough(found)
        finally:
            crew.close()

    def _cutter(self, part_deals: int | None) -> Cutter:
        """Return what cuts the deals into ranges of a sensible size."""
        if part_deals is not None:
            return Cutter(self._todo, start=part_deals, most=part_deals)
        on_disk = self._products.file
        most = MOST_DEALS[self._products.history] if on_disk else _MOST_IN_MEMORY
        if self._left is not None:
            # Little should be played in vain behind the last one.
            most = min(most, 1 << max(6, self._left.bit_length() - 1))
        started = time.monotonic()

        def seconds() -> float:
            if not on_disk:
                return _SECONDS_IN_MEMORY
            spent = time.monotonic() - started
            return min(max(spent * SHARE_SECONDS, LEAST_SECONDS), MOST_SECONDS)

        start = 1 if self._run.asks_python else _START
        return Cutter(self._todo, start=start, most=most, seconds=seconds)

    def _until_enough(self, found: Iterable[Piece]) -> Iterator[Piece]:
        """Yield pieces until enough deals were played, the last one cut to measure.

        Gaps come first, and are filled whatever they hold: what is behind them is there
        already.
        """
        for piece in found:
            left = self._left
            if not self._missing and left is not None and piece.tally.played > left:
                part = range(piece.first, piece.stop)
                yield play_range(self._run, self._products, part, played=left)
                return
            yield piece
            self._missing -= min(self._missing, piece.stop - piece.first)
            if self._left == 0 and not self._missing:
                return
            if left is not None:
                verify_hope(self._tally.raw, self._tally.played)
