"""All checks of a strategy, one after the other: what is done, and what was found."""

from __future__ import annotations

import decimal
import locale
import os
import pickle
import random
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tarotsim.engine.compiled import seated_form
from tarotsim.game.errors import TarotError
from tarotsim.plugins.processes import how_it_ended
from tarotsim.plugins.sources import how_to_name, spec_of
from tarotsim.runs.run import describe
from tarotsim.runs.simulate import simulate
from tarotsim.testing.trials import Maker, Trial

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from tarotsim.game.strategy import Strategy
    from tarotsim.plugins.registry import StrategyLike
    from tarotsim.testing.trials import Check

__all__ = ["Examination", "Step", "StrategyReport"]

_AWAY_DEALS = 20
"""Deals that a worker process plays."""


@dataclass(frozen=True, slots=True)
class StrategyReport:
    """What was tried of a strategy, and what it did not hold to.

    Parameters
    ----------
    name : str
        What the strategy is called: its spec, or its name and parameters.
    decisions : dict of str to int
        How often each decision was asked.
    roles : dict of (str, str) to int
        How many deals it played in each role, ``taker``, ``alone``, ``partner`` or
        ``defender``, at each contract.
    checks : dict of str to str
        Each check and what it found; empty where the strategy holds to it.
    """

    name: str
    decisions: dict[str, int]
    roles: dict[tuple[str, str], int]
    checks: dict[str, str]

    @property
    def passed(self) -> bool:
        """Whether it holds to everything."""
        return not any(self.checks.values())

    def __str__(self) -> str:
        asked = ", ".join(f"{n} {name}" for name, n in self.decisions.items())
        lines = [f"{self.name}: asked for {asked}" if asked else self.name]
        for check, found in self.checks.items():
            lines.append(f"  {check}: {found or 'yes'}")
        return "\n".join(lines)


class Step(NamedTuple):
    """What is about to be done.

    Parameters
    ----------
    check : str
        The check under way.
    where : str
        Which table, or what else, in words.
    total : int or None
        Steps of the check, where that is known.
    """

    check: str
    where: str
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Examination:
    """A strategy, and how it is to be tried.

    Parameters
    ----------
    strategy : spec, class or object
    players : tuple of int
    tables, seed : int
    worker : bool
    """

    strategy: StrategyLike
    players: tuple[int, ...]
    tables: int
    seed: int
    worker: bool

    def run(self) -> Iterator[Step | StrategyReport]:
        """Try the strategy.

        Yields
        ------
        Step or StrategyReport
            Each step before it is made, and after each check what was found so far.

        Raises
        ------
        TarotError
            If the strategy cannot be loaded, or is for no player count asked for.
        """
        yield Step("loading", "the strategy is loaded")
        maker = Maker(self.strategy)
        first = maker()
        seated_form(first)  # makes what it has before the process is looked at
        counts = self._counts(first)
        report = StrategyReport(describe(self.strategy), {}, {}, {})
        yield report
        before = _global_state()
        trials = [Trial(maker, count, self.tables, self.seed) for count in counts]
        checks: dict[str, Callable[[Trial], Check]] = {
            "legal": Trial.legal,
            "repeats": Trial.repeats,
            "blind": Trial.blind,
            "engines": Trial.engines,
        }
        for name, check in checks.items():
            found = yield from _first(name, trials, check)
            report = _with(report, name, found)
            if name == "legal":
                report = replace(
                    report,
                    decisions=dict(sum((t.decisions for t in trials), Counter())),
                    roles=dict(sum((t.roles for t in trials), Counter())),
                )
            yield report
            if name == "legal" and found:
                break
        report = _with(report, "global state", _changes(before, _global_state()))
        yield report
        if self.worker and not report.checks["legal"]:
            found = yield from _away(self.strategy, counts)
            yield _with(report, "worker", found)

    def _counts(self, strategy: Strategy) -> list[int]:
        """Return the player counts asked for that a strategy says it knows."""
        supported = getattr(strategy, "info", {}).get("players", (3, 4, 5))
        if not isinstance(supported, tuple) or not set(supported) <= {3, 4, 5}:
            message = f"info['players'] must be a tuple of 3, 4 or 5, not {supported!r}"
            raise TarotError(message)
        counts = [count for count in self.players if count in supported]
        if not counts:
            raise TarotError(
                f"nothing to check: tables of {list(self.players)} are asked for, and "
                f"the strategy's info['players'] is {supported!r}"
            )
        return counts


def _with(report: StrategyReport, check: str, found: str) -> StrategyReport:
    """Return a report with one more check."""
    return replace(report, checks=report.checks | {check: found})


def _first(
    name: str, trials: list[Trial], check: Callable[[Trial], Check]
) -> Generator[Step, None, str]:
    """Return what a check finds at the first player count that it finds wrong."""
    steps = sum(trial.steps(name) for trial in trials)
    for trial in trials:
        found = yield from _steps(name, check(trial), steps)
        if found:
            return found
    return ""


def _steps(name: str, check: Check, total: int) -> Generator[Step, None, str]:
    """Go on with a check, and return what it finds."""
    while True:
        try:
            where = next(check)
        except StopIteration as end:
            found: str = end.value
            return found
        yield Step(name, where, total)


# -- the process -------------------------------------------------------------------


def _global_state() -> dict[str, Any]:
    """Return what a strategy may not touch, by name."""
    return {
        "random": random.getstate(),
        "numpy.random": pickle.dumps(np.random.get_state()),  # noqa: NPY002
        "numpy.geterr": np.geterr(),
        "decimal context": repr(decimal.getcontext()),
        "os.environ": dict(os.environ),
        "current folder": Path.cwd(),
        "sys.path": list(sys.path),
        "recursion limit": sys.getrecursionlimit(),
        "warnings.filters": list(warnings.filters),
        "locale": locale.setlocale(locale.LC_ALL),
    }


def _changes(before: dict[str, Any], after: dict[str, Any]) -> str:
    changed = [name for name, value in before.items() if after[name] != value]
    return f"changed: {', '.join(changed)}" if changed else ""


def _away(strategy: StrategyLike, counts: list[int]) -> Generator[Step, None, str]:
    """Play deals here and in a process started anew, to which only the spec goes."""
    spec = spec_of(strategy)
    if spec is None:
        return (
            "it has no spec, so that no other process can make it: "
            f"{how_to_name(_class_name(strategy))}; or leave this check out by "
            "worker=False"
        )
    for players in counts:
        where = f"{players} players, spec {spec}"
        yield Step("worker", f"{where}, here", 2 * len(counts))
        here = simulate(
            _AWAY_DEALS, players=players, strategies=spec, seed=1, auction="best:garde"
        )
        yield Step("worker", f"{where}, in a new process", 2 * len(counts))
        there, errors = _simulated_away(players, str(spec))
        if errors:
            return f"{where}: {errors}"
        if there != here.to_pandas().to_csv(index=False, lineterminator="\n"):
            return f"{where}: a new process plays otherwise"
    return ""


def _class_name(strategy: StrategyLike) -> str:
    return (strategy if isinstance(strategy, type) else type(strategy)).__name__


def _simulated_away(players: int, spec: str) -> tuple[str, str]:
    """Return the rows of deals played in a new process, or what went wrong there."""
    command = [sys.executable, "-m", "tarotsim", "simulate", "--quiet"]
    command += ["--players", str(players), "--deals", str(_AWAY_DEALS)]
    command += ["--seed", "1", "--auction", "best:garde", "--strategies", spec]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with tempfile.TemporaryDirectory() as folder:
        # In a file: on standard output a strategy may print.
        file = Path(folder) / "rows.csv"
        done = subprocess.run(
            [*command, "--output", str(file)],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            return "", done.stderr.strip() or how_it_ended(done.returncode)
        return file.read_text(encoding="utf-8"), ""
