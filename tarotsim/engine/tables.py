"""Many tables in lockstep: the door for strategies that are arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tarotsim.engine.compiled import CompiledTable, seated_form
from tarotsim.engine.play import as_auction, as_rules
from tarotsim.engine.refusal import illegal_action
from tarotsim.engine.unpacking import record_of
from tarotsim.game.cards import CARD_COUNT
from tarotsim.game.errors import TarotError
from tarotsim.game.keys import MAX_INDEX, check_seed, new_seed, whole_number
from tarotsim.game.layout import Question
from tarotsim.game.wording import counted
from tarotsim.kernels import question
from tarotsim.kernels import row as words
from tarotsim.kernels.compress import LEGAL_WIDTH, ROOM
from tarotsim.kernels.listing import mask_tables
from tarotsim.kernels.observing import OBSERVATION_DTYPE, observe_tables
from tarotsim.kernels.policies import CompiledStrategy
from tarotsim.kernels.question import QUESTION_WORDS
from tarotsim.kernels.results import HISTORY_WORDS, RESULT_DTYPE
from tarotsim.kernels.stepping import (
    REFUSED,
    StepArrays,
    draw_tables,
    step_tables,
)
from tarotsim.plugins.registry import load_strategy
from tarotsim.reference.dealing import deal_cards

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tarotsim.engine.callbacks import SeatedStrategy
    from tarotsim.game.auction import Imposed
    from tarotsim.game.records import DealRecord
    from tarotsim.game.rules import RuleSet
    from tarotsim.plugins.registry import StrategyLike

__all__ = ["OBSERVATION_DTYPE", "BatchTables", "compile_stepping"]

_NOBODY = (1 << 64) - 1
_LAST_NUMBER = (1 << 63) - 1
_OUTSIDE = CompiledStrategy({}, name="outside")
_MAX_PLACE = 65500


class BatchTables:
    """Tables that are stepped together, each to its next decision.

    Every table plays deals of one run: table i has the numbers ``first + i``,
    ``first + i + n``, and so on, whatever happens elsewhere. A step answers the
    question of every table; what is asked next stands in the arrays `decision`,
    `seat`, `legal` and `counts`. They and all other arrays that are handed out, views
    of which torch and others may take, belong to the caller until the next step
    overwrites them: the tables themselves read none of them.

    Parameters
    ----------
    n : int
        Tables, 1 or more.
    players : int, optional
        3, 4 (default) or 5.
    strategies : sequence of spec, class, object or None (players,), optional
        Who sits where: None is the caller of `step`, as everywhere by default.
        Everybody else is asked by the engine itself.
    seed : int, optional
        Drawn from the system's entropy if left out; `seed` has it.
    first : int, optional
        Number of the first deal.
    deals : int, optional
        How many deals are played, each number once; no end if left out.
    rules : RuleSet or mapping, optional
        A rule set instead of `players`, or options that differ from the defaults.
    auction : Imposed or str, optional
        ``"best:garde"`` or ``"2:garde_sans"`` instead of bidding.
    history : bool, optional
        Keep the acts of deals that end, for `record`.

    Attributes
    ----------
    decision : int8 array (n,)
        What is asked: numbers of `tarotsim.game.layout.Question`, 0 for nothing.
    seat : int8 array (n,)
        Who is asked, -1 for nobody.
    legal : uint8 array (n, 24)
        What may be answered, ascending, then 255: cards 0 to 77, contracts 0 to 4,
        levels 0 to 3, a slam 0 or 1. 30 columns at three players, 18 at five: as many
        as hand and chien.
    counts : int64 array (n,)
        How many of these there are; 0 where nothing is asked.
    done : bool array (n,)
        Whether a deal of the table ended in the last step.
    rewards : int32 array (n, players)
        Scores of that deal by seat, in points; 0 where none ended.

    Raises
    ------
    TarotError
        For anything that is not allowed; says what is.

    Examples
    --------
    >>> import numpy as np
    >>> from tarotsim import BatchTables
    >>> tables = BatchTables(100, seed=1, deals=300, auction="best:garde")
    >>> total = np.zeros(4, dtype=int)
    >>> while not tables.is_over:
    ...     rewards, done = tables.step(tables.legal[:, 0])
    ...     total += rewards.sum(axis=0)
    >>> int(total.sum())
    0
    """

    decision: npt.NDArray[np.int8]
    seat: npt.NDArray[np.int8]
    legal: npt.NDArray[np.uint8]
    counts: npt.NDArray[np.int64]
    done: npt.NDArray[np.bool_]
    rewards: npt.NDArray[np.int32]

    def __init__(
        self,
        n: int,
        players: int | None = None,
        *,
        strategies: Sequence[StrategyLike | None] | None = None,
        seed: int | None = None,
        first: int = 0,
        deals: int | None = None,
        rules: RuleSet | Mapping[str, Any] | None = None,
        auction: Imposed | str | None = None,
        history: bool = False,
    ) -> None:
        self.rules = as_rules(players, rules)
        count = _positive(n, "the number of tables")
        seated = _seated(strategies, self.rules.players)
        self._table = CompiledTable(self.rules, seated, as_auction(auction))
        self._deals = None if deals is None else _positive(deals, "deals")
        self._policies, self._memory = self._table.seats()
        mine = (seat for seat, strategy in enumerate(seated) if strategy is _OUTSIDE)
        self._outside = np.int64(sum(1 << seat for seat in mine))
        try:
            self._allocate(count, history)
        except MemoryError as error:
            message = f"{counted(count, 'table')} cannot be held in memory"
            raise TarotError(f"{message}: some 1.5 kB each") from error
        self.seed = new_seed() if seed is None else check_seed(seed)
        self.reset(first=first)

    def _allocate(self, count: int, history: bool) -> None:
        """Make every array that there will be."""
        players = self.rules.players
        self._rows = _lines(count, words.ROW_WORDS)
        self._questions = _lines(count, QUESTION_WORDS)
        self._actions = np.zeros(count, dtype=np.int64)
        width = self.rules.hand_size + self.rules.chien_size
        octets = np.zeros(count * LEGAL_WIDTH + ROOM, dtype=np.uint8)
        self.legal = octets[: count * LEGAL_WIDTH].reshape(count, -1)[:, :width]
        self.decision = np.zeros(count, dtype=np.int8)
        self.seat = np.zeros(count, dtype=np.int8)
        self.counts = np.zeros(count, dtype=np.int64)
        done = np.zeros(count, dtype=np.uint8)
        self.done = done.view(np.bool_)
        self.rewards = np.zeros((count, players), dtype=np.int32)
        self._ended = np.zeros(count, dtype=np.int64)
        self._results = np.zeros(count + 1, dtype=RESULT_DTYPE)
        kept = count if history else 0
        self._history = np.zeros((kept, HISTORY_WORDS), dtype=np.uint64)
        self._mask: npt.NDArray[np.bool_] | None = None
        self._seen: npt.NDArray[Any] | None = None
        self._limits, self._places, self._drawn = np.zeros((3, count), dtype=np.int64)
        self._arrays = StepArrays(
            self._rows.reshape(-1),
            self._questions.reshape(-1),
            self.decision,
            self.seat,
            self.counts,
            octets,
            done,
            self.rewards.reshape(-1),
            self._ended,
        )

    def __len__(self) -> int:
        return len(self._actions)

    def __repr__(self) -> str:
        return (
            f"<BatchTables: {counted(len(self), 'table')} of {self.rules.players}, "
            f"seed {self.seed}, {counted(self.finished, 'deal')} finished>"
        )

    def reset(self, seed: int | None = None, *, first: int = 0) -> None:
        """Begin anew: every table with its first deal, at its first decision.

        Parameters
        ----------
        seed : int, optional
            The same as before if left out.
        first : int, optional
            Number of the first deal.

        Raises
        ------
        TarotError
            If one of them is not from 0 to 2**63 - 1.
        """
        if seed is not None:
            self.seed = check_seed(seed)
        start = check_seed(first, "the first deal")
        self._stop = _LAST_NUMBER
        if self._deals is not None:
            self._stop = check_seed(start + self._deals, "the end of the deals")
        self._rows[:] = 0
        self._rows[:, words.STAGE] = words.OVER
        self._rows[:, words.NUMBER] = _NOBODY
        self._questions[:] = 0
        self._questions[:, question.SEAT] = _NOBODY
        self._questions[:, question.NEXT] = np.uint64(start) + np.arange(
            len(self), dtype=np.uint64
        )
        self.done[:] = False
        self.rewards[:] = 0
        self._broken: BaseException | None = None
        self._done_count = 0
        self.finished = 0
        self._advance()

    @property
    def is_over(self) -> bool:
        """Whether all `deals` are finished."""
        return self.finished == self._deals

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.bool_]]:
        """Answer every question, and play each table on to the next one.

        A table reports at most one deal a step and begins its next one at once. Where
        that ends before anybody is asked (a petit sec, say) nothing is asked for one
        step, and the deal is reported by the next. Tables without a question ignore
        their action.

        Parameters
        ----------
        actions : integer array (n,)
            One of `legal` for each table.

        Returns
        -------
        rewards : int32 array (n, players)
        done : bool array (n,)
            The attributes of the same names, overwritten by the next step.

        Raises
        ------
        IllegalActError
            For an action that is not legal; names table, seat, deal number, decision,
            what is allowed and the rule. No table has moved then, and `step` may be
            called again. The same for a strategy that answers so: it leaves the
            tables apart, until `reset`.
        StrategyError
            For a strategy that raises; the tables are apart then, too.
        TarotError
            For actions that are no whole numbers, or not one for each table.
        """
        given = _whole_numbers(actions, "actions")
        if given.shape != (len(self),):
            need = counted(len(self), "table needs", "tables need")
            message = f"{need} actions of shape ({len(self)},)"
            raise TarotError(f"{message}, not {given.shape}")
        np.copyto(self._actions, given, casting="unsafe")
        self._advance()
        return self.rewards, self.done

    def _advance(self) -> None:
        """Step the tables with the actions that were given."""
        if self._broken is not None:
            raise TarotError("the tables are apart: reset() first") from self._broken
        try:
            status, index, ended = step_tables(
                self._table.vector,
                self._table.auction,
                self._policies,
                self._outside,
                np.uint64(self.seed),
                np.int64(self._stop),
                self._actions,
                self._arrays,
                self._results,
                self._history,
            )
        except BaseException as error:
            self._broken = error
            raise
        if status == REFUSED:
            raise self._refusal(index)
        self._done_count = ended
        self.finished += ended
        if status:
            where = f"table {index}, {self._where(index)}"
            self._broken = self._table.failure(
                self._memory, self._rows[index], status, where
            )
            raise self._broken

    def _where(self, index: int) -> str:
        return f"seed {self.seed}, deal {self._rows[index, words.NUMBER]}"

    def _refusal(self, index: int) -> TarotError:
        asked = self._questions[index]
        legal = int(asked[question.LEGAL]) | int(asked[question.LEGAL + 1]) << 64
        return illegal_action(
            self.rules,
            self._rows[index],
            Question(int(asked[question.ASKS])),
            int(asked[question.SEAT]),
            int(self._actions[index]),
            [action for action in range(CARD_COUNT) if legal >> action & 1],
            f"table {index} ({self._where(index)})",
        )

    @property
    def results(self) -> npt.NDArray[Any]:
        """Rows of the deals that ended in the last step, in the order of the tables.

        Structured array of the columns of `tarotsim.game.layout.ROW_COLUMNS`, as
        `tarotsim.simulate` gives them; overwritten by the next step.
        """
        return self._results[: self._done_count]

    @property
    def ended(self) -> npt.NDArray[np.int64]:
        """Tables whose deal ended in the last step, in the order of `results`."""
        return self._ended[: self._done_count]

    @property
    def deal_numbers(self) -> npt.NDArray[np.int64]:
        """Number of the deal at each table, -1 for none: a copy, int64 (n,).

        It is for keeping accounts. A player who knows number and seed knows all cards.
        """
        numbers: npt.NDArray[np.int64] = self._rows[:, words.NUMBER].astype(np.int64)
        return numbers

    def record(self, place: int) -> DealRecord:
        """Return every act of one of the deals that ended in the last step.

        Parameters
        ----------
        place : int
            Place in `results`.

        Raises
        ------
        TarotError
            If no history is kept.
        IndexError
            If so many deals did not end.
        """
        if not len(self._history):
            raise TarotError("no acts are kept: BatchTables(..., history=True) does")
        if not 0 <= place < self._done_count:
            message = f"deal {place}: {self._done_count} ended in the last step"
            raise IndexError(message)
        row = self._results[place]
        dealt = deal_cards(self.rules, self.seed, int(row["deal"]))
        return record_of(self.rules, dealt, row, self._history[place])

    def mask(self) -> npt.NDArray[np.bool_]:
        """Return what is legal as a dense mask.

        Returns
        -------
        bool array (n, 78)
            Whether each action is legal, all False where nothing is asked;
            overwritten by the next call.
        """
        if self._mask is None:
            self._mask = np.zeros((len(self), CARD_COUNT), dtype=np.bool_)
        mask_tables(self._arrays.questions, self._mask)
        return self._mask

    def observe(self, *, relative: bool = False) -> npt.NDArray[Any]:
        """Return what the seat asked at each table may see, and no more.

        Parameters
        ----------
        relative : bool, optional
            Count seats from the seat asked, which is then 0; the next to the right 1.

        Returns
        -------
        structured array (n,)
            The fields of `tarotsim.game.layout.OBSERVATION_FIELDS`, all int8, so that
            ``.view(np.int8).reshape(n, -1)`` is the same as a matrix. Where nothing
            is asked ``seat`` is -1 and the rest 0. Overwritten by the next call.
        """
        if self._seen is None:
            self._seen = np.zeros(len(self), dtype=OBSERVATION_DTYPE)
        plain = self._seen.view(np.int8).reshape(len(self), -1)
        observe_tables(self._arrays.rows, self._arrays.questions, relative, plain)
        return self._seen

    def draw(
        self, limit: npt.ArrayLike, index: npt.ArrayLike = 0
    ) -> npt.NDArray[np.int64]:
        """Return a random whole number from 0 to ``limit`` - 1 for each table.

        They are the seats' own draws, as `tarotsim.game.view.SeatView.draw` gives
        them: a function of seed, deal, seat and decision, so that a policy that uses
        no other randomness plays the same whatever the number of tables.

        Parameters
        ----------
        limit : int or integer array (n,)
            1 to 65535; not read where nothing is asked, so that `counts` may be given.
        index : int or integer array (n,), optional
            Which draw of this question, 0 to 65500. The cards of an écart, and a level
            with its hidden trumps, are one decision: each further question of it
            begins one draw later.

        Returns
        -------
        int64 array (n,)
            0 where nothing is asked; overwritten by the next call.

        Raises
        ------
        TarotError
            For another limit or index, or another number of them.
        """
        asked = self._questions[:, question.ASKS] != 0
        for name, values, given, low, high in (
            ("a limit", limit, self._limits, 1, MAX_INDEX),
            ("an index", index, self._places, 0, _MAX_PLACE),
        ):
            numbers = _whole_numbers(values, "limit and index of a draw")
            if numbers.shape not in ((), given.shape):
                message = f"a draw has {name} of shape {given.shape}, or one for all"
                raise TarotError(f"{message}, not of shape {numbers.shape}")
            np.copyto(given, numbers, casting="unsafe")
            wrong = asked & ((given < low) | (given > high))
            if wrong.any():
                value = given[wrong][0]
                message = f"a draw has {name} of {low} to {high}, not {value}"
                raise TarotError(message)
        arrays = self._arrays
        draw_tables(
            arrays.rows, arrays.questions, self._limits, self._places, self._drawn
        )
        return self._drawn


def _lines(count: int, size: int) -> npt.NDArray[np.uint64]:
    """Return rows of zeros that begin with lines of the processor's cache."""
    room = np.zeros(count * size + words.LINE_WORDS, dtype=np.uint64)
    start = -room.ctypes.data // room.itemsize % words.LINE_WORDS
    return room[start : start + count * size].reshape(count, size)


def compile_stepping() -> None:
    """Step a table once and look at it, so that all of it is compiled."""
    tables = BatchTables(1, seed=1, deals=1)
    tables.observe()
    tables.mask()
    tables.step(tables.legal[:, tables.draw(tables.counts)[0]])


def _whole_numbers(values: npt.ArrayLike, name: str) -> npt.NDArray[Any]:
    """Return numbers from outside as an array; fractions are never cut off."""
    numbers = np.asarray(values)
    if numbers.dtype.kind not in "iu":
        raise TarotError(f"{name} must be whole numbers, not {numbers.dtype}")
    return numbers


def _positive(value: int, name: str) -> int:
    count = whole_number(value, name)
    if count < 1:
        raise TarotError(f"{name} must be 1 or more, not {count}")
    return count


def _seated(
    strategies: Sequence[StrategyLike | None] | None, players: int
) -> list[SeatedStrategy]:
    """Return who sits at each seat."""
    if strategies is None:
        return [_OUTSIDE] * players
    if isinstance(strategies, str) or not isinstance(strategies, (list, tuple)):
        message = f"strategies must be a list with one for each of {players} seats"
        raise TarotError(f"{message}, None for yours, not {strategies!r}")
    if len(strategies) != players:
        given = counted(len(strategies), "strategy is given", "strategies are given")
        message = f"{given} for {players} seats"
        raise TarotError(f"{message}: one for each, None for yours")
    if all(strategy is not None for strategy in strategies):
        raise TarotError("no seat is yours: leave None in at least one place")
    return [
        _OUTSIDE if strategy is None else seated_form(load_strategy(strategy))
        for strategy in strategies
    ]
