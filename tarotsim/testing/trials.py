"""The checks of a strategy at the tables of one player count.

A check is a generator: it says what it is about to do, step by step, and returns what
it found wrong, empty if it found nothing.
"""

from __future__ import annotations

import contextlib
import copy
import enum
import random
from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from tarotsim.engine.compiled import CompiledTable, seated_form
from tarotsim.engine.play import python_form
from tarotsim.engine.unpacking import record_of
from tarotsim.game.cards import format_cards
from tarotsim.game.errors import IllegalActError, TarotError
from tarotsim.game.layout import Stage
from tarotsim.game.poignees import PoigneeChoice
from tarotsim.game.strategy import Refused
from tarotsim.plugins.registry import StrategySpec, load_strategy
from tarotsim.reference.answers import as_answer
from tarotsim.testing.recording import Asked, recorders
from tarotsim.testing.tables import Table, random_table

if TYPE_CHECKING:
    from tarotsim.game.records import DealRecord
    from tarotsim.game.strategy import Strategy
    from tarotsim.game.view import SeatView
    from tarotsim.plugins.registry import StrategyLike

__all__ = ["Check", "Maker", "Trial"]

Check: TypeAlias = Generator[str, None, str]
"""Yields where it is before each step; returns what it found."""

_FRESH = 20
"""Views at each player count about which a strategy just made is asked."""


class Maker:
    """Makes the strategy anew, as far as that can be done."""

    def __init__(self, strategy: StrategyLike) -> None:
        self._strategy = strategy
        if not isinstance(strategy, (str, type, StrategySpec)):
            # Its state before it has played; an object may refuse to be copied.
            with contextlib.suppress(Exception):
                self._strategy = copy.deepcopy(strategy)

    def __call__(self) -> Strategy:
        """Return a strategy that has not played."""
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


class Trial:
    """A strategy at its tables, for one player count."""

    def __init__(self, maker: Maker, players: int, tables: int, seed: int) -> None:
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

    def steps(self, check: str) -> int:
        """Return how many steps a check has."""
        if check == "legal":
            return len(self._tables)
        if check != "blind":
            return len(self._played)
        views = sum(len(one.asked) for one in self._played)
        return min(views, _FRESH) + views

    def legal(self) -> Check:
        """Play all tables in the reference engine, and keep what was asked."""
        own = python_form(self._maker())
        for name, (table, mine) in self._tables:
            yield name
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

    def repeats(self) -> Check:
        """Play all tables again."""
        own = python_form(self._maker())
        for one in self._played:
            yield one.name
            seats = self._seated(one.table, one.mine, own)
            try:
                again = one.table.play(players=seats)
            except TarotError as error:
                return f"{one.name}: played again, {error}"
            if again != one.record:
                return f"{one.name}: played again, the acts are others"
        return ""

    def blind(self) -> Check:
        """Ask about views away from the table, where no hidden card exists."""
        views = [(one.name, asked) for one in self._played for asked in one.asked]
        self._rng.shuffle(views)
        for name, asked in views[:_FRESH]:
            yield name
            found = _differs(python_form(self._maker()), asked)
            if found:
                return f"{name}: made anew and {found}"
        own = python_form(self._maker())
        for name, asked in views:
            yield name
            found = _differs(own, asked)
            if found:
                return f"{name}: {found}"
        return ""

    def engines(self) -> Check:
        """Play all tables in the compiled engine."""
        own = self._maker()
        for one in self._played:
            yield one.name
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
