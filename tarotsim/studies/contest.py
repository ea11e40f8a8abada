"""Strategies that meet over the same deals: who sits where, and the loop."""

from __future__ import annotations

import copy
import os
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tarotsim.engine.compiled import is_asked_in_python
from tarotsim.game.errors import StrategyError, TarotError
from tarotsim.plugins.registry import StrategyLike, load_strategy
from tarotsim.runs.results import run_header
from tarotsim.runs.run import Run, describe, plan_run
from tarotsim.stats.joint import JointMoments
from tarotsim.studies.looks import add_up, wished

if TYPE_CHECKING:
    from collections.abc import (
        Callable,
        Hashable,
        Iterable,
        Mapping,
        Sequence,
    )

    from tarotsim.engine.given import GivenLike
    from tarotsim.game.auction import Imposed
    from tarotsim.game.rules import RuleSet

__all__ = ["Contest", "Sums", "Vectors", "plan_contest"]

_DEALS = 10_000
_LIMIT = 1_000_000
"""Raw deals at most where a half-width is wished and no limit is given."""


class Vectors(NamedTuple):
    """What some deals gave, each with all its plays.

    Parameters
    ----------
    values : int64 array (deals, columns)
    is_compared : bool array (deals,)
        Without the deals cancelled for a petit sec, which nobody played.
    """

    values: npt.NDArray[np.int64]
    is_compared: npt.NDArray[np.bool_]


@dataclass(slots=True)
class Sums:
    """Exact sums over deals, that combine in any order.

    Parameters
    ----------
    joint : JointMoments
        Of the vectors of the compared deals.
    petit_sec : int
        Deals cancelled.
    """

    joint: JointMoments
    petit_sec: int = 0

    @property
    def raw(self) -> int:
        """Raw deals."""
        return self.joint.n + self.petit_sec

    def add(
        self, values: npt.NDArray[np.int64], is_compared: npt.NDArray[np.bool_]
    ) -> None:
        """Count the vectors of some deals in."""
        self.joint.add(values[is_compared])
        self.petit_sec += int((~is_compared).sum())

    def __add__(self, other: Sums) -> Sums:
        """Return the sums of both together."""
        return Sums(self.joint + other.joint, self.petit_sec + other.petit_sec)

    def counts(self) -> dict[str, int]:
        """Return how many deals there were: raw, petit sec, compared."""
        return {
            "raw": self.raw,
            "petit_sec": self.petit_sec,
            "compared": self.joint.n,
        }


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
    _copies: dict[tuple[int, Hashable], tuple[Any, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

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
        self,
        seating: Sequence[int],
        numbers: npt.NDArray[np.int64],
        way: Hashable,
    ) -> npt.NDArray[Any]:
        """Play some deals with an entrant in each seat.

        Parameters
        ----------
        seating : sequence of int (players,)
            Entrant of each seat.
        numbers : int64 array (deals,)
        way : hashable
            In which of its plays each deal is played. Strategies asked in Python have
            a copy for each, so that none meets a deal whose cards it has seen.

        Returns
        -------
        structured array (deals,)
            Rows of `tarotsim.runs.rows.ROW_DTYPE`.
        """
        table = tuple(self._own(who, way)[seat] for seat, who in enumerate(seating))
        return replace(self.run, table=table).play_numbers(numbers.tolist())

    def _own(self, who: int, way: Hashable) -> tuple[Any, ...]:
        """Return the strategies that an entrant has in one of the plays."""
        if (who, way) not in self._copies:
            strategies = self.entrants[who]
            if any(map(is_asked_in_python, strategies)):
                strategies = self._copied(who, strategies)
            self._copies[who, way] = strategies
        return self._copies[who, way]

    def _copied(self, who: int, strategies: tuple[Any, ...]) -> tuple[Any, ...]:
        try:
            # Together: what its seats share they share in the copy too.
            return copy.deepcopy(strategies)
        except Exception as error:
            message = (
                f"{self.names[who]} cannot be copied ({error}); it must be, for "
                "each way the deals are played, so as not to know their cards; "
                "__deepcopy__ may say how"
            )
            raise StrategyError(message) from error

    def sum_up(
        self,
        names: Sequence[str],
        play: Callable[[npt.NDArray[np.int64]], Vectors],
        half_width: Callable[[JointMoments], float | None],
        *,
        threads: int | None = None,
        progress: bool = False,
        keep_interrupted: bool = False,
    ) -> tuple[Sums, str]:
        """Play deals up to the limit, or to the half-width wished, and add them up.

        Parameters
        ----------
        names : sequence of str
            Columns of a vector.
        play : callable
            From numbers of deals, an int64 array, to their vectors.
        half_width : callable
            From sums to the half-width that counts, None if there is none yet.
        threads : int, optional
            As many as processors by default; one where a strategy is asked in Python.
        progress : bool, optional
            Show a bar on standard error.
        keep_interrupted : bool, optional
            On Ctrl-C return what was done so far instead of raising.

        Returns
        -------
        sums : Sums
        stopped : str
            ``deals``, ``half_width`` or ``interrupted``.

        Notes
        -----
        Looks are taken after each 1,000 raw deals, so that where a run stops does not
        depend on threads and stretches.
        """
        if threads is not None and threads < 1:
            raise TarotError(f"threads must be 1 or more, not {threads}")
        deals = self.run.deals
        assert deals is not None

        def played(stretch: range) -> Sums:
            piece = Sums(JointMoments(names))
            vectors = play(np.arange(stretch.start, stretch.stop, dtype=np.int64))
            piece.add(vectors.values, vectors.is_compared)
            return piece

        return add_up(
            played,
            Sums(JointMoments(names)),
            deals,
            lambda sums: half_width(sums.joint),
            half_width=self.half_width,
            workers=self._workers(threads),
            progress=progress,
            keep_interrupted=keep_interrupted,
        )

    def _workers(self, threads: int | None) -> int:
        is_single = self.run.engine != "compiled" or any(
            is_asked_in_python(player) for table in self.entrants for player in table
        )
        return 1 if is_single else threads or os.cpu_count() or 1


def plan_contest(
    strategies: Sequence[StrategyLike],
    *,
    deals: int | None = None,
    half_width: float | None = None,
    players: int | None = None,
    seed: int | None = None,
    rules: RuleSet | Mapping[str, Any] | None = None,
    auction: Imposed | str | None = None,
    given: GivenLike | None = None,
    engine: str = "compiled",
) -> Contest:
    """Check what is asked for and put a contest together.

    Parameters
    ----------
    strategies : sequence of spec, class or object
        The entrants.
    deals : int, optional
        Raw deals at most: 10,000 by default, 1,000,000 with a half-width.
    half_width : float, optional
        Half-width at which to stop before.
    players, seed, rules, auction, given, engine
        As for `tarotsim.simulate`.

    Raises
    ------
    TarotError
        For anything that is not allowed; says what is.
    """
    width = wished(half_width, deals)
    if deals is None:
        deals = _DEALS if width is None else _LIMIT
    run = plan_run(
        deals,
        players=players,
        strategies=strategies[0],
        seed=seed,
        rules=rules,
        auction=auction,
        given=given,
        engine=engine,
    )
    seats = range(run.rules.players)
    others = (tuple(load_strategy(s) for _ in seats) for s in strategies[1:])
    names = _told_apart(map(describe, strategies))
    return Contest(run, (run.table, *others), names, width)


def _told_apart(names: Iterable[str]) -> tuple[str, ...]:
    """Return names with a number where one comes again."""
    seen: Counter[str] = Counter()
    told = []
    for name in names:
        seen[name] += 1
        told.append(name if seen[name] == 1 else f"{name} #{seen[name]}")
    return tuple(told)
