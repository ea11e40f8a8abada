"""What a run of many deals is, and the loop over its raw deals."""

from __future__ import annotations

import os
import sys
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.engine.compiled import Chunk, CompiledTable, seated_form
from tarotsim.engine.given import as_given
from tarotsim.engine.overrides import apply_all
from tarotsim.engine.play import as_auction, as_rules, play_found, python_form
from tarotsim.game.errors import TarotError
from tarotsim.game.keys import MAX_SEED, check_seed, new_seed, whole_number
from tarotsim.game.strategy import Strategy, strategy_name
from tarotsim.kernels.policies import CompiledStrategy
from tarotsim.plugins.registry import (
    StrategyLike,
    StrategySpec,
    load_table,
    split_specs,
)
from tarotsim.runs.progress import progress_bar
from tarotsim.runs.rows import record_row, rows_array

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from tarotsim.engine.given import Given, GivenLike
    from tarotsim.engine.overrides import Override
    from tarotsim.game.auction import Imposed
    from tarotsim.game.records import DealRecord
    from tarotsim.game.rules import RuleSet

__all__ = [
    "ENGINES",
    "Run",
    "check_auction",
    "describe",
    "plan_run",
    "until_played",
    "verify_hope",
]

DEFAULT_DEALS = 1000
_HOPELESS = 10_000
"""Raw deals without a single played one after which a run for played deals stops."""


ENGINES = ("compiled", "reference")


@dataclass(frozen=True, slots=True)
class Run:
    """A run: the same values always give the same deals.

    Parameters
    ----------
    rules : RuleSet
    table : tuple of Strategy (players,)
        One strategy a seat.
    strategies : tuple of str
        How the strategies were given: one for all seats or one for each.
    seed : int
    auction : Imposed or None
        None: the players bid.
    deals : int or None
        Raw deals to play; None when `played` counts.
    played : int or None
        Played deals to reach, instead of `deals`.
    engine : str
        ``compiled`` or ``reference``; both give the same.
    sources : tuple
        The strategies as they were given: specs, classes or objects.
    first : int
        Number of the first deal.
    given : Given or None
        The condition under which the deals are dealt.
    """

    rules: RuleSet
    table: tuple[Strategy, ...]
    strategies: tuple[str, ...]
    seed: int
    auction: Imposed | None
    deals: int | None
    played: int | None
    engine: str = "compiled"
    sources: tuple[StrategyLike, ...] = ()
    first: int = 0
    given: Given | None = None

    @property
    def auction_text(self) -> str:
        """The auction in words: ``bidding``, or the text of an `Imposed`."""
        if self.auction is None:
            return "bidding"
        return self.auction.text

    def play_number(self, number: int) -> DealRecord:
        """Play one raw deal of the run in the reference engine, and keep every act."""
        strategies = [python_form(strategy) for strategy in self.table]
        return self._play_reference(number, strategies)[0]

    def play_chunk(
        self,
        numbers: Iterable[int],
        overrides: Iterable[Override] = (),
        *,
        history: bool = False,
    ) -> Chunk:
        """Play some raw deals of the run, some decisions made for their seats.

        Parameters
        ----------
        numbers : iterable of int
            Numbers of the deals.
        overrides : iterable of Override, optional
            As `tarotsim.engine.overrides.together` returns them.
        history : bool, optional
            Keep every act (compiled engine).

        Returns
        -------
        Chunk
            Rows of `tarotsim.runs.rows.ROW_DTYPE`, in the order of the numbers.
        """
        if self.engine == "compiled":
            table = self._compiled_table(overrides)
            return table.play_numbered(
                self.seed, numbers, given=self.given, history=history
            )
        strategies = [python_form(strategy) for strategy in self.table]
        strategies = apply_all(overrides, strategies)
        played = [self._play_reference(number, strategies) for number in numbers]
        return Chunk(
            rows_array(record_row(record) for record, _ in played),
            np.zeros((0, 0), dtype=np.uint64),
            np.array([attempts for _, attempts in played], dtype=np.int64),
        )

    def play_numbers(self, numbers: Iterable[int]) -> np.ndarray:
        """Play some raw deals of the run and return the rows of `play_chunk`."""
        return self.play_chunk(numbers).rows

    def _play_reference(
        self, number: int, strategies: Sequence[Strategy]
    ) -> tuple[DealRecord, int]:
        return play_found(
            self.rules, self.seed, number, strategies, self.auction, self.given
        )

    def _compiled_table(self, overrides: Iterable[Override] = ()) -> CompiledTable:
        seats = [seated_form(strategy) for strategy in self.table]
        return CompiledTable(self.rules, seats, self.auction, overrides)

    def width(self, threads: int | None) -> int:
        """Return how many threads can play deals of the run at a time.

        Parameters
        ----------
        threads : int or None
            As many as asked for; as many as processors by default. One where Python
            is asked, which runs in one thread at a time.

        Raises
        ------
        TarotError
            For a number below 1.
        """
        if threads is not None and whole_number(threads, "threads") < 1:
            raise TarotError(f"threads must be 1 or more, not {threads}")
        return 1 if self.asks_python else threads or os.cpu_count() or 1

    @property
    def asks_python(self) -> bool:
        """Whether something in Python decides: engine, strategy or predicate."""
        if self.engine == "reference" or (self.given and self.given.predicates):
            return True
        return self._compiled_table().asks_objects

    def player(self, *, history: bool = False) -> Callable[[range], Chunk]:
        """Return what plays consecutive deals; threads may share it.

        Parameters
        ----------
        history : bool, optional
            Keep every act (compiled engine).
        """
        if self.engine == "compiled":
            table = self._compiled_table()
            return lambda part: table.play_numbered(
                self.seed, part, given=self.given, history=history
            )
        return self.play_chunk

    @property
    def numbers(self) -> range:
        """Numbers of the deals; without an end where `played` counts."""
        stop = sys.maxsize if self.deals is None else self.first + self.deals
        return range(self.first, stop)

    def records(self, *, progress: bool = False) -> Iterator[DealRecord]:
        """Play the raw deals of the run in the reference engine, every act kept.

        Parameters
        ----------
        progress : bool, optional
            Show a bar on standard error.
        """
        assert self.deals is not None
        with progress_bar(self.deals, enabled=progress) as bar:
            for number in self.numbers:
                yield self.play_number(number)
                bar.update(1)


def until_played(is_played: np.ndarray, wanted: int) -> int:
    """Return how many deals it takes to have so many played ones; all if too few."""
    found = np.flatnonzero(is_played)
    return len(is_played) if len(found) < wanted else int(found[wanted - 1]) + 1


def verify_hope(raw: int, played: int) -> None:
    """Refuse to wait for played deals where none is ever played.

    Raises
    ------
    TarotError
        If none of the first 10,000 raw deals was played.
    """
    if raw >= _HOPELESS and not played:
        raise TarotError(
            f"none of the first {raw} deals was played: everybody passes; lower the "
            "bids or impose an auction (best:garde)"
        )


def _check_count(value: int | None, name: str) -> int | None:
    if value is None:
        return None
    count = whole_number(value, name)
    if count < 1:
        raise TarotError(f"{name} must be 1 or more, not {count}")
    return count


def check_auction(auction: Imposed | str | None, players: int) -> Imposed | None:
    """Return an imposed auction; None: bidding.

    Raises
    ------
    TarotError
        If it cannot be read, or its seat is not at the table.
    """
    imposed = as_auction(auction)
    if imposed is not None:
        imposed.verify(players)
    return imposed


def describe(strategy: Any) -> str:
    """Return how a strategy was given, in words: its spec, or what it is called.

    An object is told like a spec, ``expert(hunts_petit=False)``: by its name and the
    parameters that are not the default. One that has a text form of its own has that.
    """
    if isinstance(strategy, (str, StrategySpec)):
        return str(strategy)
    if isinstance(strategy, CompiledStrategy):
        return strategy.name
    name, text = strategy_name(strategy), repr(strategy)
    if isinstance(strategy, type) or "object at" in text:
        return name
    if not is_dataclass(strategy):
        return text
    shown = {f: getattr(strategy, f.name) for f in fields(strategy) if f.repr}
    usual = ", ".join(f"{f.name}={value!r}" for f, value in shown.items())
    if text != f"{type(strategy).__qualname__}({usual})":
        return text
    own = tuple((f.name, v) for f, v in shown.items() if not _is_default(f, v))
    return str(StrategySpec(name, own))


def _is_default(parameter: Field[Any], value: object) -> bool:
    """Tell whether a field of a dataclass holds what it holds if nothing is given."""
    default = parameter.default
    if parameter.default_factory is not MISSING:
        default = parameter.default_factory()
    # By its text: not everything that a field may hold can be asked whether it equals.
    return repr(value) == repr(default)


def plan_run(
    deals: int | None = None,
    *,
    played: int | None = None,
    players: int | None = None,
    strategies: StrategyLike = "point_count",
    seed: int | None = None,
    rules: RuleSet | Mapping[str, Any] | None = None,
    auction: Imposed | str | None = None,
    engine: str = "compiled",
    first: int = 0,
    given: GivenLike | None = None,
) -> Run:
    """Check the parts of a run and put them together.

    Parameters
    ----------
    deals : int, optional
        Raw deals, 1,000 by default.
    played : int, optional
        Go on until so many deals were played, instead.
    players : int, optional
        3, 4 (default) or 5.
    strategies : spec, class, object or list of them, optional
        One for all seats or one for each.
    seed : int, optional
        Drawn from the system's entropy if left out; the run keeps it.
    rules : RuleSet or mapping, optional
        A rule set instead of `players`, or options that differ from the defaults,
        such as ``{"D1": "follows_winner"}``.
    auction : Imposed or str, optional
        Instead of bidding.
    engine : str, optional
        ``compiled`` (default) or ``reference``.
    first : int, optional
        Number of the first deal.
    given : text, mapping, predicate or list of them, optional
        What the deals must fulfil, as `tarotsim.engine.given.as_given` reads it.

    Raises
    ------
    TarotError
        For anything that is not allowed; says what is.
    """
    if engine not in ENGINES:
        message = f"unknown engine {engine!r}; allowed: {', '.join(ENGINES)}"
        raise TarotError(message)
    if deals is not None and played is not None:
        raise TarotError("give either deals (raw) or played, not both")
    table = as_rules(players, rules)
    if deals is None and played is None:
        deals = DEFAULT_DEALS
    sources = split_specs(strategies) if isinstance(strategies, str) else strategies
    listed = sources if isinstance(sources, (list, tuple)) else [sources]
    imposed = check_auction(auction, table.players)
    start = check_seed(first, "first")
    if deals is not None and start + whole_number(deals, "deals") - 1 > MAX_SEED:
        message = f"the last deal would be number {start + deals - 1}, and numbers go"
        raise TarotError(f"{message} to 2**63 - 1: lower first, or deals")
    return Run(
        rules=table,
        table=tuple(load_table(strategies, table.players)),
        strategies=tuple(describe(strategy) for strategy in listed),
        seed=new_seed() if seed is None else check_seed(seed),
        auction=imposed,
        deals=_check_count(deals, "deals"),
        played=_check_count(played, "played"),
        engine=engine,
        sources=tuple(listed),
        first=start,
        given=as_given(given, table),
    )
