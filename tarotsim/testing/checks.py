"""What every strategy has to hold to, tried on tables made for it."""

from __future__ import annotations

import contextlib
import copy
import decimal
import enum
import locale
import os
import pickle
import random
import subprocess
import sys
import warnings
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.engine.compiled import CompiledTable, seated_form
from tarotsim.engine.play import python_form
from tarotsim.engine.unpacking import record_of
from tarotsim.game.cards import format_cards
from tarotsim.game.errors import IllegalActError, StrategyError, TarotError
from tarotsim.game.keys import check_seed
from tarotsim.game.layout import Stage
from tarotsim.game.poignees import PoigneeChoice
from tarotsim.game.rules import rules_for
from tarotsim.game.strategy import Refused, strategy_name
from tarotsim.plugins.registry import StrategySpec, load_strategy
from tarotsim.plugins.sources import spec_of
from tarotsim.reference.answers import as_answer
from tarotsim.runs.simulate import simulate
from tarotsim.testing.recording import Asked, recorders
from tarotsim.testing.tables import Table, random_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tarotsim.game.records import DealRecord
    from tarotsim.game.strategy import Strategy
    from tarotsim.game.view import SeatView
    from tarotsim.plugins.registry import StrategyLike

__all__ = ["StrategyReport", "check_strategy", "examine_strategy"]

_FRESH = 20
"""Views at each player count about which a strategy just made is asked."""

_AWAY_DEALS = 20
"""Deals that a worker process plays."""


@dataclass(frozen=True, slots=True)
class StrategyReport:
    """What was tried of a strategy, and what it did not hold to.

    Parameters
    ----------
    name : str
        Of the strategy.
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
        lines = [f"{self.name}: asked for {asked or 'nothing'}"]
        for check, found in self.checks.items():
            lines.append(f"  {check}: {found or 'yes'}")
        return "\n".join(lines)


def check_strategy(strategy: StrategyLike, **options: Any) -> StrategyReport:
    """Check that a strategy plays by the rules and by those of the laboratory.

    Parameters
    ----------
    strategy : spec, class or object
        As for `simulate`; a spec or an importable class for ``worker``.
    **options
        As for `examine_strategy`, which says what is checked.

    Returns
    -------
    StrategyReport

    Raises
    ------
    StrategyError
        If it does not hold to something: all that was found, each with what it takes
        to see it again.

    Examples
    --------
    >>> from tarotsim.testing import check_strategy
    >>> report = check_strategy("random_legal", tables=5, worker=False)
    >>> report.passed
    True
    """
    report = examine_strategy(strategy, **options)
    if not report.passed:
        raise StrategyError(str(report))
    return report


def examine_strategy(
    strategy: StrategyLike,
    *,
    players: Iterable[int] = (3, 4, 5),
    tables: int = 100,
    seed: int = 1,
    worker: bool = True,
) -> StrategyReport:
    """Try whether a strategy plays by the rules and by those of the laboratory.

    It sits at tables made to be difficult, with random options of the rules, at every
    contract and in every role, beside players who act at random. Checked is that

    - ``legal``: every answer is legal;
    - ``repeats``: the same deal with the same keys gives the same acts;
    - ``blind``: asked again away from the table, where no hidden card exists, it
      answers the same view alike, made anew for each question or asked in another
      order; so it reads nothing but the view and remembers nothing of other seats and
      deals, and scratch memory of a compiled policy is only a cache;
    - ``engines``: both engines give the same deal, so compiled and Python forms decide
      alike;
    - ``global state``: random generators, the environment, the folder and settings of
      the process stay as they were;
    - ``worker``: a process started anew, to which only its spec travels, plays the same
      deals alike.

    Parameters
    ----------
    strategy : spec, class or object
        As for `simulate`; a spec or an importable class for ``worker``.
    players : iterable of int, optional
        Player counts; those that ``info["players"]`` leaves out are skipped.
    tables : int, optional
        Tables at each player count.
    seed : int, optional
        Of the tables.
    worker : bool, optional
        Whether to start a worker process, which takes seconds.

    Returns
    -------
    StrategyReport

    Raises
    ------
    TarotError
        If the strategy cannot be loaded, or an argument is not allowed.
    """
    if tables < 1:
        raise TarotError(f"tables must be 1 or more, not {tables}")
    check_seed(seed)
    for count in (asked_for := tuple(players)):
        rules_for(count)  # refuses any but 3, 4 and 5
    maker = _Maker(strategy)
    first = maker()
    seated_form(first)  # compiles what it has before the process is looked at
    supported = _supported(first)
    counts = [count for count in asked_for if count in supported]
    if not counts:
        raise TarotError(
            f"nothing to check: tables of {list(asked_for)} are asked for, and the "
            f"strategy's info['players'] is {supported!r}"
        )
    before = _global_state()
    trials = [_Trial(maker, count, tables, seed) for count in counts]
    checks = {"legal": _first(trials, _Trial.legal)}
    if not checks["legal"]:
        checks["repeats"] = _first(trials, _Trial.repeats)
        checks["blind"] = _first(trials, _Trial.blind)
        checks["engines"] = _first(trials, _Trial.engines)
    checks["global state"] = _changes(before, _global_state())
    if worker and not checks["legal"]:
        checks["worker"] = _away(strategy, counts)
    return StrategyReport(
        strategy_name(load_strategy(strategy)),
        dict(sum((trial.decisions for trial in trials), Counter())),
        dict(sum((trial.roles for trial in trials), Counter())),
        checks,
    )


def _supported(strategy: Strategy) -> tuple[int, ...]:
    """Return the player counts that a strategy says it knows."""
    supported = getattr(strategy, "info", {}).get("players", (3, 4, 5))
    if not isinstance(supported, tuple) or not set(supported) <= {3, 4, 5}:
        message = f"info['players'] must be a tuple of 3, 4 or 5, not {supported!r}"
        raise TarotError(message)
    return supported


def _first(trials: Sequence[_Trial], check: Callable[[_Trial], str]) -> str:
    """Return what a check finds at the first player count that it finds wrong."""
    return next(filter(None, map(check, trials)), "")


class _Maker:
    """Makes the strategy anew, as far as that can be done."""

    def __init__(self, strategy: StrategyLike) -> None:
        self._strategy = strategy
        if not isinstance(strategy, (str, type, StrategySpec)):
            # Its state before it has played; an object may refuse to be copied.
            with contextlib.suppress(Exception):
                self._strategy = copy.deepcopy(strategy)

    def __call__(self) -> Strategy:
        strategy = self._strategy
        if not isinstance(strategy, (str, type, StrategySpec)):
            with contextlib.suppress(Exception):
                strategy = copy.deepcopy(strategy)
        return load_strategy(strategy)


@dataclass(frozen=True, slots=True)
class _Played:
    """A table at which the strategy sat, and what came of it."""

    name: str
    table: Table
    mine: frozenset[int]
    record: DealRecord
    asked: tuple[Asked, ...]


class _Trial:
    """A strategy at its tables, for one player count."""

    def __init__(self, maker: _Maker, players: int, tables: int, seed: int) -> None:
        self._maker = maker
        self._rng = random.Random(f"{seed} {players}")
        self._players = players
        self._tables = [
            (f"{players} players, table {i} of seed {seed}", self._table(i))
            for i in range(tables)
        ]
        self._played: list[_Played] = []
        self.decisions: Counter[str] = Counter()
        self.roles: Counter[tuple[str, str]] = Counter()

    def _table(self, index: int) -> tuple[Table, frozenset[int]]:
        """Return a table, and the seats at which the strategy sits."""
        table = random_table(self._rng, self._players)
        seats = set(self._rng.sample(range(self._players), 1 + index % self._players))
        if table.auction is not None and index % 2:
            seats.update(table.auction.seats)
        return table, frozenset(seats)

    def _seated(self, table: Table, mine: frozenset[int], own: Any) -> list[Any]:
        return [own if s in mine else other for s, other in enumerate(table.players)]

    def legal(self) -> str:
        """Play all tables in the reference engine, and keep what was asked."""
        own = python_form(self._maker())
        for name, (table, mine) in self._tables:
            wrapped, log = recorders(self._seated(table, mine, own))
            try:
                record = table.play(players=wrapped)
            except TarotError as error:
                return f"{name}: {error}"
            asked = tuple(one for one in log if one.view.seat in mine)
            self._played.append(_Played(name, table, mine, record, asked))
            self.decisions.update(one.view.stage.label for one in asked)
            if record.taker is not None:
                contract = record.contract.label
                self.roles.update((_role(record, seat), contract) for seat in mine)
        return ""

    def repeats(self) -> str:
        """Play all tables again."""
        own = python_form(self._maker())
        for one in self._played:
            seats = self._seated(one.table, one.mine, own)
            try:
                again = one.table.play(players=seats)
            except TarotError as error:
                return f"{one.name}: played again, {error}"
            if again != one.record:
                return f"{one.name}: played again, the acts are others"
        return ""

    def blind(self) -> str:
        """Ask about views away from the table, where no hidden card exists."""
        views = [(one.name, asked) for one in self._played for asked in one.asked]
        self._rng.shuffle(views)
        for name, asked in views[:_FRESH]:
            found = _differs(python_form(self._maker()), asked)
            if found:
                return f"{name}: made anew and {found}"
        own = python_form(self._maker())
        for name, asked in views:
            found = _differs(own, asked)
            if found:
                return f"{name}: {found}"
        return ""

    def engines(self) -> str:
        """Play all tables in the compiled engine."""
        own = self._maker()
        for one in self._played:
            table = one.table
            seats = [seated_form(s) for s in self._seated(table, one.mine, own)]
            compiled = CompiledTable(table.rules, seats, table.auction)
            keys = None if table.keys is None else [table.keys]
            try:
                chunk = compiled.play_given([table.deal], keys=keys, history=True)
            except TarotError as error:
                return f"{one.name}: in the compiled engine, {error}"
            row, history = chunk.rows[0], chunk.history[0]
            if record_of(table.rules, table.deal, row, history) != one.record:
                return f"{one.name}: in the compiled engine the acts are others"
        return ""


def _role(record: DealRecord, seat: int) -> str:
    if seat == record.taker:
        is_alone = record.called is not None and record.partner is None
        return "alone" if is_alone else "taker"
    return "partner" if seat == record.partner else "defender"


def _differs(own: Strategy, asked: Asked) -> str:
    """Return how an answer differs from the one at the table, empty if it does not."""
    view = asked.view
    try:
        answer = getattr(own, view.stage.label)(view)
    except Exception as error:
        return f"asked again away from the table it raised {error!r}; the view:\n{view}"
    now, then = _plain(view, answer), _plain(view, asked.answer)
    if now == then:
        return ""
    told = f"it answered {_words(then)} at the table and {_words(now)} away from it"
    return f"asked again, {told}; the view:\n{view}"


def _plain(view: SeatView, answer: Any) -> Any:
    """Return an answer so that equal ones are equal; the reason if it is none."""
    if type(answer) is Refused:
        return str(answer.error)
    try:
        meant = as_answer(view.stage, answer)
    except IllegalActError as error:
        return str(error)
    if view.stage is Stage.ECART:
        return frozenset(meant)
    if isinstance(meant, PoigneeChoice) and meant.hidden is not None:
        return meant.level, frozenset(meant.hidden)
    return meant


def _words(answer: Any) -> str:
    if isinstance(answer, frozenset):
        return format_cards(sorted(answer))
    if isinstance(answer, str):
        return f"what means nothing ({answer})"
    is_card = isinstance(answer, int) and not isinstance(answer, (bool, enum.Enum))
    return format_cards([answer]) if is_card else repr(answer)


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


def _away(strategy: StrategyLike, counts: Iterable[int]) -> str:
    """Play deals here and in a process started anew, to which only the spec goes."""
    spec = spec_of(strategy)
    if spec is None:
        return (
            "it has no spec, so that no other process can make it: put the class in a "
            "module or a file and give package.module:Name or file.py:Name"
        )
    for players in counts:
        here = simulate(
            _AWAY_DEALS, players=players, strategies=spec, seed=1, auction="best:garde"
        )
        command = [sys.executable, "-m", "tarotsim", "simulate", "--quiet", "--csv"]
        command += ["--players", str(players), "--deals", str(_AWAY_DEALS)]
        command += ["--seed", "1", "--auction", "best:garde", "--strategies", str(spec)]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
        there = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False
        )
        if there.returncode:
            return f"{players} players, spec {spec}: {there.stderr.strip()}"
        if there.stdout != here.to_pandas().to_csv(index=False, lineterminator="\n"):
            return f"{players} players, spec {spec}: a new process plays otherwise"
    return ""
