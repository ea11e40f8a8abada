"""Python objects at the compiled engine's table.

An object's decisions stand in the table of policies like any others: a compiled
policy (`tarotsim.kernels.bridge`) writes down what the seat may see and calls the
object through a C callback. Decisions that the object leaves at their defaults, or
for which compiled policies are given, are not asked in Python at all.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from tarotsim.engine.lazy_view import new_view
from tarotsim.game.cards import EXCUSE, RANKS, Cards, is_trump
from tarotsim.game.errors import IllegalActError, StrategyError, TarotError
from tarotsim.game.layout import Stage
from tarotsim.game.rules import Contract
from tarotsim.game.strategy import DECISIONS, Refused, Strategy, strategy_name
from tarotsim.kernels._jit import IS_COMPILED
from tarotsim.kernels.asking import DECISION_COUNT
from tarotsim.kernels.bridge import (
    CALL_ADDRESS,
    CALL_ANSWER,
    CALL_MESSAGE,
    CALL_WORDS,
    LEGAL_OCTET,
    MESSAGE_WORDS,
    ask_object,
    ask_object_for_set,
)
from tarotsim.kernels.deal import HIDE_DEFAULT
from tarotsim.kernels.packing import mask_of
from tarotsim.kernels.policies import CompiledStrategy
from tarotsim.reference.answers import (
    as_card,
    as_cards,
    as_contract,
    as_flag,
    as_poignee,
    raised,
)
from tarotsim.reference.ecart import verify_ecart
from tarotsim.reference.poignee import poignee_options, show_poignee

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    import numpy.typing as npt

    from tarotsim.engine.lazy_view import LazyView
    from tarotsim.game.poignees import PoigneeOption
    from tarotsim.game.rules import RuleSet

    Call = npt.NDArray[Any]
    Answers = Generator[int, int, None]

__all__ = ["ObjectStrategy", "SeatCalls", "SeatedStrategy", "is_default"]

_Callback = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)
_FAILED = -1
_CONTRACTS = tuple(Contract)
_FLAGS = (False, True)
_NOTHING = CompiledStrategy({})


def is_default(strategy: object, decision: str) -> bool:
    """Tell whether an object leaves a decision as `Strategy` makes it."""
    method = getattr(strategy, decision, None)
    return getattr(method, "__func__", None) is getattr(Strategy, decision)


@dataclass(frozen=True, slots=True)
class ObjectStrategy:
    """A Python object with decisions, for a seat of `CompiledTable`.

    Parameters
    ----------
    strategy : Strategy
        Its methods are given a `tarotsim.engine.lazy_view.LazyView`.
    compiled : CompiledStrategy, optional
        Policies for decisions of which the object need not be asked, and overrides.
    """

    strategy: Strategy
    compiled: CompiledStrategy = field(default=_NOTHING)

    @property
    def name(self) -> str:
        """Name for messages."""
        return strategy_name(self.strategy)

    @property
    def asked(self) -> tuple[str, ...]:
        """The decisions of which the object is asked."""
        return tuple(
            decision
            for decision in DECISIONS
            if decision not in self.compiled.policies
            and not is_default(self.strategy, decision)
        )


SeatedStrategy: TypeAlias = CompiledStrategy | ObjectStrategy
"""What may sit at a compiled table."""


@dataclass(frozen=True, slots=True)
class _Fault:
    """What stopped the game: the object's own error, or the refusal of its answer."""

    error: BaseException
    is_refusal: bool = False


class _Desk(NamedTuple):
    """Where the callbacks of a seat get their questions and leave their errors."""

    strategy: Strategy
    seat: int
    rules: RuleSet
    message: bytearray
    faults: list[_Fault]


class SeatCalls:
    """The callbacks of one object at one seat, for one thread.

    They and the memory that they share with the kernels stay where they are as long
    as this object lives.

    Parameters
    ----------
    player : ObjectStrategy
    seat : int
    rules : RuleSet
    """

    def __init__(self, player: ObjectStrategy, seat: int, rules: RuleSet) -> None:
        message = bytearray(8 * MESSAGE_WORDS)
        self._name = player.name
        self._desk = _Desk(player.strategy, seat, rules, message, [])
        # An array that shares the octets: its address is what the kernels write to.
        self._words = np.frombuffer(message, dtype=np.uint64)
        self._callbacks: list[Any] = []
        self._calls = {name: self._open(name) for name in player.asked}

    def _open(self, decision: str) -> Call:
        """Return the words by which the kernels ask for a decision."""
        call = np.zeros(CALL_WORDS, dtype=np.uint64 if IS_COMPILED else object)
        stage = Stage[decision.upper()]
        if stage is Stage.PLAY:
            answers = _cards_played(self._desk)
        else:
            answers = _answers(self._desk, stage, call)
        next(answers)
        if not IS_COMPILED:
            call[CALL_ADDRESS], call[CALL_MESSAGE] = answers.send, self._words
            return call
        callback = _Callback(answers.send)
        self._callbacks.append(callback)
        call[CALL_ADDRESS] = ctypes.cast(callback, ctypes.c_void_p).value
        call[CALL_MESSAGE] = self._words.ctypes.data
        return call

    def connect(self, slots: npt.NDArray[Any]) -> None:
        """Write the decisions asked into the seat's part of the table of policies.

        Parameters
        ----------
        slots : array (SEAT_SLOTS,)
            See `tarotsim.kernels.asking`; filled for the other decisions.
        """
        for decision, call in self._calls.items():
            slot = DECISIONS.index(decision)
            has_set = decision in ("ecart", "poignee")
            rule = ask_object_for_set if has_set else ask_object
            slots[slot] = rule.address
            slots[slot + 2 * DECISION_COUNT] = call.ctypes.data if IS_COMPILED else call

    def failure(self, stage: Stage, where: str) -> BaseException | None:
        """Return what the object's error or answer is raised as, None if all is well.

        Parameters
        ----------
        stage : Stage
            The decision that the engine asked last.
        where : str
            Seed and number of the deal, in words.

        Returns
        -------
        BaseException or None
            As from the reference engine: `IllegalActError`, `StrategyError`, or what
            may pass through, such as `KeyboardInterrupt`.
        """
        if not self._desk.faults:
            return None
        fault = self._desk.faults.pop()
        error = fault.error
        who = f"strategy {self._name} at seat {self._desk.seat} ({where})"
        who += f", asked for {stage.label}"
        if not isinstance(error, (Exception, SystemExit)):
            return error
        if not fault.is_refusal:
            return raised(who, error)
        if isinstance(error, IllegalActError):
            return error.at(who)
        return StrategyError(f"{who}: {error}")


# -- the callbacks -----------------------------------------------------------------
#
# A callback is the `send` method of a generator. Unlike a function, which Python may
# interrupt before its first line, a generator goes on inside its `try`: Ctrl-C cannot
# fall between the kernels and Python, where it would be lost. It is faster, too.


def _cards_played(desk: _Desk) -> Answers:
    """Take how many cards are legal, yield the cards played."""
    strategy, seat, rules, message, faults = desk
    answer, stage = 0, Stage.PLAY
    while True:
        try:
            while True:
                try:
                    count = yield answer
                except GeneratorExit:
                    return
                octets = bytes(message)
                legal = Cards(octets[LEGAL_OCTET : LEGAL_OCTET + count])
                view = new_view((octets, seat, stage, rules, None, None, legal, None))
                answer = strategy.play(view)
                if type(answer) is not int or not 0 <= answer <= EXCUSE:
                    answer = _checked(_card, view, answer, faults)
        except BaseException as error:
            faults.append(_Fault(error))
            answer = _FAILED


def _answers(desk: _Desk, stage: Stage, call: Call) -> Answers:
    """Take how much is legal, yield the answers of any decision."""
    strategy, seat, rules, message, faults = desk
    answer, list_legal, check = 0, _LEGAL[stage], _CHECKS[stage]
    while True:
        try:
            while True:
                try:
                    count = yield answer
                except GeneratorExit:
                    return
                octets = bytes(message)
                numbers = octets[LEGAL_OCTET : LEGAL_OCTET + count]
                view = new_view((octets, seat, stage, rules, None, None, (), None))
                legal = list_legal(view, numbers)
                view = new_view((octets, seat, stage, rules, None, None, legal, None))
                given = getattr(strategy, stage.label)(view)
                answer = _checked(check, view, given, faults, call)
        except BaseException as error:
            faults.append(_Fault(error))
            answer = _FAILED


def _checked(
    check: Callable[..., int],
    view: LazyView,
    answer: object,
    faults: list[_Fault],
    *out: Call,
) -> int:
    """Return an answer as the kernels take it; a refusal is kept as a fault."""
    try:
        if type(answer) is Refused:
            answer.tell()
        return check(view, answer, *out)
    except TarotError as error:
        faults.append(_Fault(error, is_refusal=True))
        return _FAILED


# -- what is legal, from the ascending numbers that the kernels wrote --------------


def _bids(view: LazyView, numbers: bytes) -> tuple[Contract, ...]:
    return tuple(_CONTRACTS[number] for number in numbers)


def _callable(view: LazyView, numbers: bytes) -> Cards:
    return Cards(sorted(numbers, key=lambda card: -(card % len(RANKS))))


def _discardable(view: LazyView, numbers: bytes) -> Cards:
    return Cards(numbers)


def _flags(view: LazyView, numbers: bytes) -> tuple[bool, ...]:
    return _FLAGS


def _options(view: LazyView, numbers: bytes) -> tuple[PoigneeOption, ...]:
    shown = view.ecart_shown if view.is_taker else ()
    return poignee_options(view.rules, view.hand, shown)


# -- what an answer means to the kernels -------------------------------------------


def _contract(view: LazyView, answer: object, call: Call) -> int:
    return int(as_contract(answer))


def _card(view: LazyView, answer: object, *call: Call) -> int:
    return as_card(answer)


def _flag(view: LazyView, answer: object, call: Call) -> int:
    return int(as_flag(answer))


def _set_of_ecart(view: LazyView, answer: object, call: Call) -> int:
    """Check a discard as it was given: order and repetitions are in the message."""
    cards = as_cards(answer)
    chosen = set(cards)
    size = view.rules.chien_size
    is_plain = chosen.issubset(view.legal) and not any(map(is_trump, chosen))
    if not (is_plain and len(chosen) == len(cards) == size):
        verify_ecart(view.rules, view.hand, cards, view.called)
    call[CALL_ANSWER], call[CALL_ANSWER + 1] = mask_of(cards)
    return 0


def _level(view: LazyView, answer: object, call: Call) -> int:
    choice = as_poignee(answer)
    if choice is None:
        return 0
    show_poignee(view.seat, view.legal, choice)
    hidden = int(HIDE_DEFAULT) if choice.hidden is None else mask_of(choice.hidden)[1]
    call[CALL_ANSWER], call[CALL_ANSWER + 1] = hidden, 0
    return int(choice.level)


_LEGAL: dict[Stage, Callable[[LazyView, bytes], tuple[Any, ...]]] = {
    Stage.BID: _bids,
    Stage.CALL: _callable,
    Stage.ECART: _discardable,
    Stage.CHELEM: _flags,
    Stage.POIGNEE: _options,
}
_CHECKS: dict[Stage, Callable[[LazyView, Any, Call], int]] = {
    Stage.BID: _contract,
    Stage.CALL: _card,
    Stage.ECART: _set_of_ecart,
    Stage.CHELEM: _flag,
    Stage.POIGNEE: _level,
}
