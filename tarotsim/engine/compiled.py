"""The compiled engine from outside: rules and strategies in, rows and records out."""

from __future__ import annotations

import os
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from tarotsim.engine.answers import refused_answer
from tarotsim.engine.callbacks import ObjectStrategy, SeatCalls
from tarotsim.engine.dealing_compiled import deal_words
from tarotsim.engine.given import as_given
from tarotsim.engine.overrides import apply_all_compiled
from tarotsim.game.errors import RulesError
from tarotsim.game.keys import seat_key
from tarotsim.game.layout import Stage
from tarotsim.game.rules import RULES_5, RuleSet
from tarotsim.game.strategy import DECISIONS, decided_in_python
from tarotsim.kernels import _cache, batch
from tarotsim.kernels._jit import IS_COMPILED
from tarotsim.kernels.asking import DECISION_COUNT, SCRATCH_WORDS, SEAT_SLOTS
from tarotsim.kernels.defaults import DEFAULT_POLICIES
from tarotsim.kernels.packing import mask_of, pack_auction, pack_rules
from tarotsim.kernels.policies import CompiledStrategy
from tarotsim.kernels.results import HISTORY_WORDS, RESULT_DTYPE
from tarotsim.kernels.row import ASKED, CHIEN_PILE, NUMBER, ROW_WORDS
from tarotsim.reference.dealing import deal_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from tarotsim.engine.callbacks import SeatedStrategy
    from tarotsim.engine.given import Given
    from tarotsim.engine.overrides import Override
    from tarotsim.game.auction import Imposed
    from tarotsim.game.records import Deal

__all__ = [
    "Chunk",
    "CompiledTable",
    "compiled_form",
    "in_order",
    "is_asked_in_python",
    "seated_form",
    "warm_up",
]

T = TypeVar("T")

_CHUNK = 4096


def compiled_form(strategy: Any) -> CompiledStrategy | None:
    """Return the compiled form of a strategy, None if it has none.

    Parameters
    ----------
    strategy : object
        It has one if it is a `CompiledStrategy`, or if its method ``compiled`` returns
        one. The form of a parent whose decision is changed in Python is none of its
        own: it would still decide as the parent does.
    """
    if isinstance(strategy, ObjectStrategy):
        return None
    form = seated_form(strategy)
    return form if isinstance(form, CompiledStrategy) else None


def seated_form(strategy: Any) -> SeatedStrategy:
    """Return a strategy as it sits at a table: compiled as far as it can be.

    Parameters
    ----------
    strategy : Strategy, CompiledStrategy or ObjectStrategy
        Without a compiled form it is an object, asked in Python. If it changes
        decisions of a parent that has such a form, it is asked for these, and the
        form decides the rest.
    """
    if isinstance(strategy, (CompiledStrategy, ObjectStrategy)):
        return strategy
    changed = _changed_decisions(strategy)
    form = None if changed is None else strategy.compiled()
    if changed is None or not isinstance(form, CompiledStrategy):
        return ObjectStrategy(strategy)
    if not changed:
        return form
    rest = set(DECISIONS) - changed
    inherited = replace(
        form,
        policies={d: form.policies.get(d, DEFAULT_POLICIES[d]) for d in rest},
        overrides={d: pair for d, pair in form.overrides.items() if d in rest},
    )
    return ObjectStrategy(strategy, inherited)


def _changed_decisions(strategy: Any) -> set[str] | None:
    """Return the decisions of which a compiled form knows nothing; None without one.

    They are the object's own, and those of classes that derive from the one whose
    method ``compiled`` it has.
    """
    own = set(getattr(strategy, "__dict__", ()))
    if "compiled" in own:
        return None
    changed = own.intersection(DECISIONS)
    for kind in type(strategy).__mro__:
        if "compiled" in vars(kind):
            return changed
        for decision in vars(kind).keys() & DECISIONS:
            if decided_in_python(strategy, decision):
                changed.add(decision)
    return None


def is_asked_in_python(strategy: Any) -> bool:
    """Tell whether a strategy is asked in Python, in one thread at a time."""
    form = seated_form(strategy)
    return isinstance(form, ObjectStrategy) and bool(form.asked)


@dataclass(frozen=True, slots=True)
class Chunk:
    """Consecutive deals of a run.

    Parameters
    ----------
    rows : array of RESULT_DTYPE (deals,)
    history : uint64 array (deals, HISTORY_WORDS)
        No rows if none was asked for.
    attempts : int64 array (deals,)
        Deals that were tried for each, where there is a condition; else no elements.
    """

    rows: npt.NDArray[Any]
    history: npt.NDArray[np.uint64]
    attempts: npt.NDArray[np.int64] = field(
        default_factory=lambda: np.zeros(0, dtype=np.int64)
    )


class _Memory(NamedTuple):
    """What a table of policies points to; kept as long as the kernels run."""

    scratch: list[npt.NDArray[np.uint64]]
    calls: dict[int, SeatCalls]


class CompiledTable:
    """Rules and a strategy for each seat, ready to play.

    Parameters
    ----------
    rules : RuleSet
    strategies : sequence of CompiledStrategy or ObjectStrategy (players,)
    auction : Imposed, optional
        Replaces the bidding.
    forced : iterable of Override, optional
        Decisions made for seats.

    Raises
    ------
    RulesError
        For another number of strategies than seats, or a seat not at the table.
    """

    def __init__(
        self,
        rules: RuleSet,
        strategies: Sequence[SeatedStrategy],
        auction: Imposed | None = None,
        forced: Iterable[Override] = (),
    ) -> None:
        if len(strategies) != rules.players:
            message = f"a table of {rules.players} needs as many strategies"
            raise RulesError(f"{message}, not {len(strategies)}")
        self.rules = rules
        self.forced = tuple(forced)
        strategies = apply_all_compiled(self.forced, strategies)
        self.strategies = tuple(strategies)
        self.vector = pack_rules(rules)
        self.auction = pack_auction(auction, rules.players)
        self._objects = {
            seat: strategy
            for seat, strategy in enumerate(strategies)
            if isinstance(strategy, ObjectStrategy) and strategy.asked
        }
        self._compiled = [
            s.compiled if isinstance(s, ObjectStrategy) else s for s in strategies
        ]
        self._params = [np.array([*s.params, 0.0]) for s in self._compiled]
        self._override_params = [
            {name: np.array([*pair[1], 0.0]) for name, pair in s.overrides.items()}
            for s in self._compiled
        ]

    @property
    def asks_objects(self) -> bool:
        """Whether a decision is made in Python, in one thread at a time."""
        return bool(self._objects)

    def seats(self) -> tuple[npt.NDArray[Any], _Memory]:
        """Return the table of policies, and the memory that it points to.

        Each thread has its own. Policies and parameters stay where they are as long
        as this object lives.
        """
        kind = np.int64 if IS_COMPILED else object
        table = np.zeros(self.rules.players * SEAT_SLOTS, dtype=kind)
        scratch = [np.zeros(SCRATCH_WORDS, np.uint64) for _ in self._compiled]
        for seat, strategy in enumerate(self._compiled):
            own = table[seat * SEAT_SLOTS : (seat + 1) * SEAT_SLOTS]
            own[4 * DECISION_COUNT] = _address(scratch[seat])
            for slot, decision in enumerate(DECISIONS):
                if decision == "call" and not self.vector.calls_king:
                    continue  # is never asked, and need not be compiled
                rule = strategy.policies.get(decision, DEFAULT_POLICIES[decision])
                own[slot] = rule.address
                own[slot + 2 * DECISION_COUNT] = _address(self._params[seat])
                if decision in strategy.overrides:
                    params = self._override_params[seat][decision]
                    own[slot + DECISION_COUNT] = strategy.overrides[decision][0].address
                    own[slot + 3 * DECISION_COUNT] = _address(params)
        calls = {
            seat: SeatCalls(player, seat, self.rules)
            for seat, player in self._objects.items()
        }
        for seat, call in calls.items():
            call.connect(table[seat * SEAT_SLOTS : (seat + 1) * SEAT_SLOTS])
        return table, _Memory(scratch, calls)

    def failure(
        self, memory: _Memory, row: npt.NDArray[np.uint64], status: int, where: str
    ) -> BaseException:
        """Return what an answer that stopped the game is raised as."""
        calls = memory.calls.get(int(row[ASKED]))
        error = calls.failure(Stage(status), where) if calls is not None else None
        if error is None:
            error = refused_answer(
                self.rules, self.strategies, row, status, where, self.forced
            )
        return error

    def play_numbered(
        self,
        seed: int,
        numbers: Iterable[int],
        *,
        given: Given | None = None,
        history: bool = False,
    ) -> Chunk:
        """Play some deals of a run, by their numbers, in this thread.

        Parameters
        ----------
        seed : int
        numbers : iterable of int
        given : Given, optional
            What the deals must fulfil.
        history : bool, optional

        Raises
        ------
        IllegalActError, StrategyError
            For an illegal answer, or an object that raises; names strategy, seat,
            seed, deal number and rule.
        """
        if isinstance(numbers, range):
            span = numbers.start, numbers.stop, numbers.step
            wanted = np.arange(*span, dtype=np.uint64)
        else:
            wanted = np.fromiter(numbers, dtype=np.uint64)
        if given is not None:
            dealt = deal_words(self.rules, given, seed, wanted)
            found = self._play_words(
                dealt.words, lambda place: f"seed {seed}, deal {wanted[place]}", history
            )
            return replace(found, attempts=dealt.attempts)
        rows, acts, row = _buffers(len(wanted), history)
        seats, memory = self.seats()
        done, status = batch.play_numbered(
            self.vector,
            self.auction,
            seats,
            np.uint64(seed),
            wanted,
            row,
            rows,
            acts,
        )
        if status:
            where = f"seed {seed}, deal {wanted[done]}"
            raise self.failure(memory, row, status, where)
        return Chunk(rows, acts)

    def play_given(
        self,
        deals: Sequence[Deal],
        *,
        keys: Sequence[Sequence[int]] | None = None,
        history: bool = False,
    ) -> Chunk:
        """Play deals of given cards in this thread.

        Parameters
        ----------
        deals : sequence of Deal
        keys : sequence of sequence of int, optional
            Keys of the seats' own draws; from each deal's seed and number by default,
            0 for given cards, as the reference engine does.
        history : bool, optional

        Raises
        ------
        IllegalActError, StrategyError
            For an illegal answer, or an object that raises.
        """
        given = np.zeros((len(deals), batch.GIVEN_WORDS), dtype=np.uint64)
        for index, deal in enumerate(deals):
            own = keys[index] if keys is not None else _default_keys(deal)
            _pack_deal(deal, own, given[index])
        places = [
            "given cards"
            if deal.number is None
            else f"seed {deal.seed}, deal {deal.number}"
            for deal in deals
        ]
        return self._play_words(given, places.__getitem__, history)

    def play_rows(
        self, rows: npt.NDArray[np.uint64], *, history: bool = False
    ) -> Chunk:
        """Play deals on from where their rows stand, in this thread.

        Parameters
        ----------
        rows : uint64 array (deals, ROW_WORDS)
            Overwritten.
        history : bool, optional

        Raises
        ------
        IllegalActError, StrategyError
            For an illegal answer, or an object that raises.
        """
        found, acts, _ = _buffers(len(rows), history)
        seats, memory = self.seats()
        done, status = batch.play_rows(
            self.vector, self.auction, seats, rows, found, acts
        )
        if status:
            where = f"unseen cards {int(rows[done, NUMBER])}"
            raise self.failure(memory, rows[done], status, where)
        return Chunk(found, acts)

    def _play_words(
        self,
        words: npt.NDArray[np.uint64],
        where: Callable[[int], str],
        history: bool,
    ) -> Chunk:
        """Play deals as `batch.play_given` reads them."""
        rows, acts, row = _buffers(len(words), history)
        seats, memory = self.seats()
        done, status = batch.play_given(
            self.vector, self.auction, seats, words, row, rows, acts
        )
        if status:
            raise self.failure(memory, row, status, where(done))
        return Chunk(rows, acts)

    def chunks(
        self,
        seed: int,
        start: int,
        stop: int | None,
        *,
        history: bool = False,
        threads: int | None = None,
        chunk: int = _CHUNK,
    ) -> Iterator[Chunk]:
        """Play deals from ``start`` on and yield them in order, chunk by chunk.

        Parameters
        ----------
        seed, start : int
        stop : int or None
            Number behind the last deal; None: go on until nobody asks for more.
        history : bool, optional
        threads : int, optional
            As many as processors by default; one where an object is asked, since
            Python runs in one thread at a time. The results do not depend on it.
        chunk : int, optional
            Deals of a chunk, the unit of progress and of interruption.
        """
        end = sys.maxsize if stop is None else stop
        parts = (
            range(first, min(first + chunk, end)) for first in range(start, end, chunk)
        )
        workers = min(threads or os.cpu_count() or 1, -(-(end - start) // chunk))
        if self._objects:
            workers = 1

        def play(part: range) -> Chunk:
            return self.play_numbered(seed, part, history=history)

        yield from in_order(play, parts, workers)


def warm_up(
    strategies: Sequence[CompiledStrategy],
    note: Callable[[str], None] | None = None,
    others: Sequence[Callable[[], object]] = (),
) -> int:
    """Compile the engine and strategies, so that no later process has to.

    Parameters
    ----------
    strategies : sequence of CompiledStrategy
    note : callable, optional
        Called with the name of each function that has to be compiled.
    others : sequence of callable, optional
        What else to run once, of modules that stand above this one.

    Returns
    -------
    int
        How many functions were compiled; 0 when all were kept from before.
    """
    compiled: list[str] = []
    # Five players are asked every decision.
    given = as_given("0: trumps>=1", RULES_5)
    _cache.listeners.append(compiled.append)
    if note is not None:
        _cache.listeners.append(note)
    try:
        for strategy in strategies:
            table = CompiledTable(RULES_5, [strategy] * RULES_5.players)
            table.play_numbered(0, range(1), history=True)
            table.play_given([deal_cards(RULES_5, 0, 0)])
            table.play_numbered(0, range(1), given=given)
            table.play_rows(np.zeros((0, ROW_WORDS), dtype=np.uint64))
        for other in others:
            other()
    finally:
        _cache.listeners.remove(compiled.append)
        if note is not None:
            _cache.listeners.remove(note)
    return len(compiled)


def in_order(
    play: Callable[[range], T], parts: Iterable[range], workers: int
) -> Iterator[T]:
    """Play parts in threads, a few ahead of the one that is asked for.

    Parameters
    ----------
    play : callable
    parts : iterable of range
        What it is called with.
    workers : int
        Threads; with 1 all is done in this one.

    Yields
    ------
    object
        What it returned, in the order of the parts.
    """
    if workers <= 1:
        yield from map(play, parts)
        return
    with ThreadPoolExecutor(workers) as pool:
        pending: list[Future[T]] = []
        rest = iter(parts)
        try:
            for part in rest:
                pending.append(pool.submit(play, part))
                if len(pending) > 2 * workers:
                    yield pending.pop(0).result()
            while pending:
                yield pending.pop(0).result()
        finally:
            for future in pending:
                future.cancel()


def _address(array: npt.NDArray[Any]) -> Any:
    """Return what the table of policies holds for an array."""
    return array.ctypes.data if IS_COMPILED else array


def _buffers(
    count: int, history: bool
) -> tuple[npt.NDArray[Any], npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    """Return zeros for results, history and the row of a table."""
    return (
        np.zeros(count, dtype=RESULT_DTYPE),
        np.zeros((count if history else 0, HISTORY_WORDS), dtype=np.uint64),
        np.zeros(ROW_WORDS, dtype=np.uint64),
    )


def _default_keys(deal: Deal) -> list[int]:
    seed, number = deal.seed or 0, deal.number or 0
    return [seat_key(seed, number, seat) for seat in range(deal.players)]


def _pack_deal(deal: Deal, keys: Sequence[int], given: npt.NDArray[np.uint64]) -> None:
    """Write a deal into the words that `batch.play_given` reads."""
    given[batch.GIVEN_NUMBER] = (1 << 64) - 1 if deal.number is None else deal.number
    given[batch.GIVEN_DEALER] = deal.dealer
    for seat, key in enumerate(keys):
        given[batch.GIVEN_KEYS + seat] = key
    places = [*range(0, 2 * deal.players, 2), CHIEN_PILE]
    for place, cards in zip(places, [*deal.hands, deal.chien], strict=True):
        first = batch.GIVEN_PILES + place
        given[first], given[first + 1] = mask_of(cards)
