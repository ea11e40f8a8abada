"""What one worker does: play consecutive deals of a run and sum them up."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tarotsim.game.errors import TarotError
from tarotsim.game.layout import Outcome
from tarotsim.runs.parquet import PartEncoder
from tarotsim.runs.rows import rows_array
from tarotsim.runs.run import until_played
from tarotsim.runs.tally import Breakdown, Tally

if TYPE_CHECKING:
    from collections.abc import Callable

    from tarotsim.runs.run import Run

__all__ = [
    "MOST_DEALS",
    "Piece",
    "Products",
    "Stopped",
    "check_part_deals",
    "play_range",
]

MOST_DEALS = {False: 1 << 18, True: 1 << 16}
"""Deals of a file at most, without and with history: it is made in memory."""
_STEP = 1 << 12
"""Deals between two looks at whether to stop, where Python is asked."""
_GROUP = {False: 1 << 14, True: 1 << 11}
"""Deals of a row group, without and with history: each thread has one in memory. They
are played at a stretch where only compiled code is asked: to put rows together takes
longer than to sum them up, and other threads of Python wait."""


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
    attempts : int
        Deals that were tried for these; 0 without a condition.
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
    attempts: int
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
    step = _step(run, products)
    kept_rows, kept_acts = [], []
    at, left, attempts = part.start, played, 0
    while at < part.stop and left != 0:
        stop = min(at + _GROUP[products.history], part.stop)
        chunks = []
        for first in range(at, stop, step):
            if is_stopped():
                raise Stopped
            chunks.append(player(range(first, min(first + step, stop))))
        rows = _joined([chunk.rows for chunk in chunks])
        acts = _joined([chunk.history for chunk in chunks])
        tried = _joined([chunk.attempts for chunk in chunks])
        if left is not None:
            keep = until_played(rows["outcome"] == Outcome.PLAYED, left)
            rows, acts = rows[:keep], acts[:keep]
            left -= int((rows["outcome"] == Outcome.PLAYED).sum())
        attempts += int(tried[: len(rows)].sum())
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
        attempts=attempts,
        seconds=time.perf_counter() - started,
    )


def _step(run: Run, products: Products) -> int:
    """Return how many deals to play without a look at whether to stop."""
    if run.engine == "reference":
        return 1
    return _STEP if run.asks_python else _GROUP[products.history]


def _joined(arrays: list[np.ndarray]) -> np.ndarray:
    """Return arrays as one, a single one as it is."""
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)


def check_part_deals(part_deals: int | None, history: bool) -> int | None:
    """Return how many deals a file is to have; None: as many as seem right.

    Raises
    ------
    TarotError
        If that is none, or more than fit into memory.
    """
    if part_deals is not None and not 1 <= part_deals <= MOST_DEALS[history]:
        message = f"must be 1 to {MOST_DEALS[history]}, not {part_deals}"
        raise TarotError(f"the deals of a file {message}")
    return part_deals
