"""Strategies that meet over the same deals: who sits where, and the loop."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from tarotsim.engine.compiled import in_order, is_asked_in_python
from tarotsim.game.errors import TarotError
from tarotsim.plugins.registry import StrategyLike, load_strategy
from tarotsim.runs.progress import progress_bar
from tarotsim.runs.results import run_header
from tarotsim.runs.run import Run, describe, plan_run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    import numpy.typing as npt

    from tarotsim.game.auction import Imposed
    from tarotsim.game.rules import RuleSet

__all__ = [
    "DEFAULT_DEALS",
    "LEAST_PAIRS",
    "Contest",
    "check_half_width",
    "plan_contest",
]

DEFAULT_DEALS = 10_000
_LIMIT = 1_000_000
"""Raw deals at most where a half-width is wished and no limit is given."""
LEAST_PAIRS = 1000
"""Compared deals before which no run is stopped for its interval."""
_BLOCK = 1000
"""Raw deals between two looks at an interval."""
_SLOW_BLOCK = 50
"""Raw deals between two looks at Ctrl-C where a strategy is asked in Python."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Contest:
    """Strategies that meet over the same deals.

    Parameters
    ----------
    run : Run
        Rules, seed, auction, engine and the limit of deals; its table is that of the
        first entrant.
    entrants : tuple of tuple of Strategy (entrants, players)
        For each entrant the strategy it has in each seat.
    names : tuple of str (entrants,)
        How they were given.
    half_width : float or None
        Half-width of the interval at which to stop before the limit.
    """

    run: Run
    entrants: tuple[tuple[Any, ...], ...]
    names: tuple[str, ...]
    half_width: float | None = None

    @property
    def players(self) -> int:
        """Seats at the table."""
        return self.run.rules.players

    def header(self) -> dict[str, Any]:
        """Return what identifies the contest, for JSON and tables."""
        return run_header(self.run) | {
            "strategies": list(self.names),
            "half_width": self.half_width,
        }

    def play(
        self, seating: Sequence[int], numbers: npt.NDArray[np.int64]
    ) -> npt.NDArray[Any]:
        """Play some deals with an entrant in each seat.

        Parameters
        ----------
        seating : sequence of int (players,)
            Entrant of each seat.
        numbers : int64 array (deals,)

        Returns
        -------
        structured array (deals,)
            Rows of `tarotsim.runs.rows.ROW_DTYPE`.
        """
        table = tuple(self.entrants[who][seat] for seat, who in enumerate(seating))
        return replace(self.run, table=table).play_numbers(numbers.tolist())

    def blocks(
        self,
        play: Callable[[npt.NDArray[np.int64]], T],
        *,
        threads: int | None = None,
        progress: bool = False,
    ) -> Iterator[tuple[T, bool]]:
        """Play all deals, part by part, and yield what came out in order.

        Parameters
        ----------
        play : callable
            From numbers of deals, an int64 array, to what is wanted of them.
        threads : int, optional
            As many as processors by default; one where a strategy is asked in Python.
        progress : bool, optional
            Show a bar on standard error.

        Yields
        ------
        result : object
        is_look : bool
            Whether the run may be stopped here: after each 1,000 raw deals, whatever
            the parts and threads.
        """
        is_slow = self.run.engine != "compiled" or any(
            is_asked_in_python(player) for table in self.entrants for player in table
        )
        size = _SLOW_BLOCK if is_slow else _BLOCK
        deals = self.run.deals
        assert deals is not None
        workers = (
            1 if is_slow else min(threads or os.cpu_count() or 1, -(-deals // size))
        )
        parts = (
            range(first, min(first + size, deals)) for first in range(0, deals, size)
        )

        def one(part: range) -> tuple[int, T]:
            return part.stop, play(np.arange(part.start, part.stop, dtype=np.int64))

        done = 0
        with progress_bar(deals, enabled=progress) as bar:
            for stop, result in in_order(one, parts, workers):
                bar.update(stop - done)
                done = stop
                yield result, done % _BLOCK == 0


def check_half_width(half_width: float | None) -> float | None:
    """Return a wished half-width.

    Raises
    ------
    TarotError
        If it is not a number above 0.
    """
    if half_width is None:
        return None
    is_number = isinstance(half_width, (int, float)) and not isinstance(
        half_width, bool
    )
    if not is_number or not 0 < half_width < float("inf"):
        raise TarotError(f"a half-width is a number above 0, not {half_width!r}")
    return float(half_width)


def plan_contest(
    strategies: Sequence[StrategyLike],
    *,
    deals: int | None = None,
    half_width: float | None = None,
    players: int | None = None,
    seed: int | None = None,
    rules: RuleSet | Mapping[str, Any] | None = None,
    auction: Imposed | str | None = None,
    engine: str = "compiled",
) -> Contest:
    """Check the parts of a contest and put them together.

    Parameters
    ----------
    strategies : sequence of spec, class or object
        The entrants.
    deals : int, optional
        Raw deals at most: 10,000 by default, 1,000,000 with a half-width.
    half_width : float, optional
        Half-width at which to stop before.
    players, seed, rules, auction, engine
        As for `tarotsim.simulate`.

    Raises
    ------
    TarotError
        For anything that is not allowed; says what is.
    """
    wished = check_half_width(half_width)
    if deals is None:
        deals = DEFAULT_DEALS if wished is None else _LIMIT
    run = plan_run(
        deals,
        players=players,
        strategies=strategies[0],
        seed=seed,
        rules=rules,
        auction=auction,
        engine=engine,
    )
    seats = range(run.rules.players)
    entrants = tuple(tuple(load_strategy(s) for _ in seats) for s in strategies)
    return Contest(run, entrants, tuple(describe(s) for s in strategies), wished)
