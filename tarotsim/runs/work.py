"""Playing the deals of a run, range by range, by whoever is there to do it.

The deals are cut into ranges, each is played and summed up by itself, and the pieces
come back in the order in which they are finished. Sums may be added in any order, and
deal i depends on the seed and on i alone, so neither the ranges nor the order nor who
plays them can change a result.
"""

from __future__ import annotations

import time
from collections import deque
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.game.layout import Outcome
from tarotsim.runs.parquet import PartEncoder
from tarotsim.runs.rows import rows_array
from tarotsim.runs.tally import Breakdown, Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from tarotsim.runs.run import Run

__all__ = ["Cutter", "Piece", "Products", "pieces", "play_range", "serial_or_threads"]

_STEP = 1 << 12
"""Deals between two looks at whether to stop."""
_GROUP = 1 << 16
"""Deals of a row group."""
_POLL = 0.5
"""Seconds between two looks at the clock while waiting."""


@dataclass(frozen=True, slots=True)
class Products:
    """What to make of the deals that are played, besides their sums.

    Parameters
    ----------
    rows : bool
        The rows themselves.
    history : bool
        The acts of each deal.
    file : bool
        The content of a Parquet file.
    by : tuple of str
        Columns to sum up by.
    """

    rows: bool = False
    history: bool = False
    file: bool = False
    by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """Consecutive deals of a run, played.

    Parameters
    ----------
    first, stop : int
        Numbers of the first deal and behind the last.
    tally : Tally
    breakdown : Breakdown or None
    rows : structured array (deals,)
        No rows if they were not asked for.
    history : uint64 array (deals, words)
        The same.
    file : bytes
        The same.
    seconds : float
        Time it took whoever played them.
    """

    first: int
    stop: int
    tally: Tally
    breakdown: Breakdown | None
    rows: np.ndarray
    history: np.ndarray
    file: bytes
    seconds: float


class Stopped(Exception):
    """The range is not needed any more."""


def play_range(
    run: Run,
    products: Products,
    part: range,
    *,
    played: int | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Piece:
    """Play consecutive deals of a run in this thread and make of them what is wanted.

    Parameters
    ----------
    run : Run
    products : Products
    part : range
        Numbers of the deals.
    played : int, optional
        Stop behind so many played deals.
    is_stopped : callable, optional
        Asked every few thousand deals.

    Raises
    ------
    Stopped
        When ``is_stopped`` says so.
    """
    started = time.perf_counter()
    tally = Tally(run.rules.players)
    breakdown = Breakdown(run.rules.players, products.by) if products.by else None
    encoder = None
    if products.file:
        encoder = PartEncoder(run.rules, history=products.history)
    player = run.player(history=products.history)
    step = _STEP if run.engine == "compiled" else 1
    kept_rows, kept_acts = [], []
    at, left = part.start, played
    while at < part.stop and left != 0:
        stop = min(at + _GROUP, part.stop)
        chunks = []
        for first in range(at, stop, step):
            if is_stopped():
                raise Stopped
            chunks.append(player(range(first, min(first + step, stop))))
        rows = np.concatenate([chunk.rows for chunk in chunks])
        acts = np.concatenate([chunk.history for chunk in chunks])
        if left is not None:
            keep = _until(rows["outcome"] == Outcome.PLAYED, left)
            rows, acts = rows[:keep], acts[:keep]
            left -= int((rows["outcome"] == Outcome.PLAYED).sum())
        tally.add(rows)
        if breakdown is not None:
            breakdown.add(rows)
        if encoder is not None:
            encoder.add(rows, acts)
        if products.rows:
            kept_rows.append(rows)
            kept_acts.append(acts)
        at += len(rows)
    return Piece(
        first=part.start,
        stop=at,
        tally=tally,
        breakdown=breakdown,
        rows=np.concatenate(kept_rows) if kept_rows else rows_array([]),
        history=(
            np.concatenate(kept_acts) if kept_acts else np.zeros((0, 0), np.uint64)
        ),
        file=b"" if encoder is None else encoder.finish(),
        seconds=time.perf_counter() - started,
    )


def _until(is_played: np.ndarray, wanted: int) -> int:
    """Return how many deals it takes to have so many played ones; all if too few."""
    found = np.flatnonzero(is_played)
    return len(is_played) if len(found) < wanted else int(found[wanted - 1]) + 1


class Cutter:
    """Cuts deals into ranges that take about as long as they should.

    Parameters
    ----------
    deals : iterable of range
        Numbers of the deals to play.
    start, most : int
        Deals of the first range, while nothing is known, and of the largest; powers
        of two.
    seconds : callable, optional
        Returns how long a range should take now; without, all ranges are of the first
        size.

    Notes
    -----
    Ranges end at multiples of their size, so that those of one run meet those of
    another that went on from it.
    """

    def __init__(
        self,
        deals: Iterable[range],
        *,
        start: int,
        most: int,
        seconds: Callable[[], float] | None = None,
    ) -> None:
        self._gaps = deque(gap for gap in deals if gap)
        self._size = min(start, most)
        self._most = most
        self._seconds = seconds
        self._rate = 0.0

    def note(self, piece: Piece) -> None:
        """Learn from a piece how fast deals are played."""
        if self._seconds is None:
            return
        rate = (piece.stop - piece.first) / max(piece.seconds, 1e-6)
        self._rate = max(self._rate, rate)
        size = int(self._rate * self._seconds())
        self._size = min(self._most, 1 << max(size, 1).bit_length() - 1)

    def next(self) -> range | None:
        """Return the next range; None if all are given out."""
        if not self._gaps:
            return None
        gap = self._gaps.popleft()
        stop = min((gap.start // self._size + 1) * self._size, gap.stop)
        if stop < gap.stop:
            self._gaps.appendleft(range(stop, gap.stop))
        return range(gap.start, stop)


def pieces(
    submit: Callable[[range], Future[Piece]],
    cutter: Cutter,
    *,
    width: int,
    in_order: bool = False,
) -> Generator[Piece]:
    """Have ranges played and yield the pieces, as they are finished or in deal order.

    Parameters
    ----------
    submit : callable
        Starts a range.
    cutter : Cutter
    width : int
        Ranges under way at a time.
    in_order : bool, optional
        Keep pieces back until those before them were yielded.
    """
    pending: dict[Future[Piece], range] = {}
    order: deque[int] = deque()
    finished: dict[int, Piece] = {}
    try:
        while True:
            while len(pending) + len(finished) < width:
                part = cutter.next()
                if part is None:
                    break
                order.append(part.start)
                pending[submit(part)] = part
            if not pending and not finished:
                return
            # A wait without an end could not be interrupted everywhere.
            done, _ = wait(pending, timeout=_POLL, return_when=FIRST_COMPLETED)
            for future in done:
                del pending[future]
                piece = future.result()
                cutter.note(piece)
                finished[piece.first] = piece
            ready = sorted(finished)
            if in_order:
                ready = []
                while order and order[0] in finished:
                    ready.append(order.popleft())
            for first in ready:
                yield finished.pop(first)
    finally:
        for future in pending:
            future.cancel()


class Serial(Executor):
    """An executor that does the work at once, in this thread."""

    def submit(
        self, function: Callable[..., Any], /, *args: Any, **kwargs: Any
    ) -> Future[Any]:
        """Do the work and return its future, which is done."""
        future: Future[Any] = Future()
        try:
            future.set_result(function(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def serial_or_threads(threads: int) -> Executor:
    """Return what plays ranges in this process."""
    return Serial() if threads == 1 else ThreadPoolExecutor(threads)
