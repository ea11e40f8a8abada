"""Asking a policy: a call by address, with the blocks that its seat may see."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from tarotsim.game.errors import StrategyError
from tarotsim.kernels._jit import IS_COMPILED, kernel
from tarotsim.kernels.question import CHOSEN, answer_from_outside
from tarotsim.kernels.row import (
    ANSWER,
    ASKED,
    OUT,
    PRIVATE,
    PRIVATE_WORDS,
    PUBLIC_WORDS,
    address_of,
    put,
    words_from,
)

__all__ = [
    "DECISION_COUNT",
    "DECLINED",
    "SCRATCH_WORDS",
    "SEAT_SLOTS",
    "Seats",
    "ask",
    "ask_for_set",
    "block_of",
    "seats_inside",
    "whole_answer",
]

DECISION_COUNT = 6
DECLINED = -(1 << 62)
"""The answer by which an override leaves the decision to the strategy itself."""
SCRATCH_WORDS = 64
"""Words of scratch memory a seat."""

WORDS = types.CPointer(types.uint64)
NUMBERS = types.CPointer(types.float64)
PLAIN_SIGNATURE = (
    (WORDS, WORDS, types.uint64, types.uint64, NUMBERS, WORDS),
    types.int64,
)
"""Public block, private block, legal suits and trumps, parameters, scratch."""
SET_SIGNATURE = ((*PLAIN_SIGNATURE[0], WORDS), types.int64)
"""The same, and the two words to write a set of cards to."""


SEAT_SLOTS = 4 * DECISION_COUNT + 1
"""Entries of a seat in the table of policies: the address of the policy for each
decision, of its override for each (0 for none), the addresses of the parameters of
these twelve, and that of the seat's scratch memory. Without compilation they are the
functions and arrays themselves."""
_PARAMS, _SCRATCH = 2 * DECISION_COUNT, 4 * DECISION_COUNT
_NOBODY = np.int64(0)


class Seats(NamedTuple):
    """Who decides at a table.

    Parameters
    ----------
    policies : int64 array (players * SEAT_SLOTS,)
        The table of policies.
    outside : int64
        Seats that are answered from outside instead, one bit each.
    question : uint64 words (QUESTION_WORDS,)
        Where they are asked; anything if there are none.
    """

    policies: Any
    outside: Any
    question: Any


@kernel(inline=True)
def seats_inside(policies: Any, row: Any) -> Seats:
    """Return seats that policies decide for, all of them, at the table of a row."""
    return Seats(words_from(policies, 0), _NOBODY, row)


def whole_answer(answer: Any) -> int:
    """Return the answer of a policy that is not compiled; no fraction is cut off.

    A float may be a whole number: of int64 and uint64 numpy makes one, numba does not.

    Raises
    ------
    StrategyError
        For a fraction.
    """
    number = int(answer)
    if number != answer:
        message = f"a policy answered {answer!r}: an answer is a whole number"
        raise StrategyError(message)
    return number


def _build_call(signature: Any) -> Any:
    """Return the code of a call of a C function by its address."""
    arguments, result = signature

    def build(context: Any, builder: Any, used: Any, args: Any) -> Any:
        kinds = [context.get_value_type(kind) for kind in arguments]
        function = ir.FunctionType(context.get_value_type(result), kinds)
        values = [
            builder.inttoptr(value, kind) if isinstance(kind, ir.PointerType) else value
            for value, kind in zip(args[1:], kinds, strict=True)
        ]
        pointer = builder.inttoptr(args[0], function.as_pointer())
        return builder.call(pointer, values)

    return build


def _as_passed(signature: Any) -> Any:
    """Return what the kernels pass: addresses from the table are numbers."""
    public, private, suits, trumps, _, _, *out = signature[0]
    numbers = (types.int64, types.int64)
    return signature[1](types.int64, public, private, suits, trumps, *numbers, *out)


def _build_plain() -> Any:
    def typing(
        typingctx: Any, address: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any
    ) -> Any:
        return _as_passed(PLAIN_SIGNATURE), _build_call(PLAIN_SIGNATURE)

    return intrinsic(typing)


def _build_for_set() -> Any:
    def typing(
        typingctx: Any,
        address: Any,
        a: Any,
        b: Any,
        c: Any,
        d: Any,
        e: Any,
        f: Any,
        out: Any,
    ) -> Any:
        return _as_passed(SET_SIGNATURE), _build_call(SET_SIGNATURE)

    return intrinsic(typing)


if IS_COMPILED:
    _call_plain = _build_plain()
    _call_for_set = _build_for_set()

    @kernel(inline=True)
    def block_of(row: Any, start: Any, size: Any) -> Any:
        """Return a block of a row, without what stands behind it."""
        return address_of(row, start)

else:

    def _call_plain(function: Any, *args: Any) -> Any:
        return whole_answer(function(*args))

    _call_for_set = _call_plain

    def block_of(row: Any, start: Any, size: Any) -> Any:
        """Return a block of a row, without what stands behind it."""
        return row[start : start + size]


@kernel(inline=True)
def _ask_slot(
    seats: Any, row: Any, seat: Any, slot: Any, suits: Any, trumps: Any
) -> Any:
    """Call the policy in one slot of a seat."""
    policies, first = seats.policies, seat * SEAT_SLOTS
    return _call_plain(
        policies[first + slot],
        block_of(row, 0, PUBLIC_WORDS),
        block_of(row, PRIVATE + seat * PRIVATE_WORDS, PRIVATE_WORDS),
        suits,
        trumps,
        policies[first + slot + _PARAMS],
        policies[first + _SCRATCH],
    )


@kernel(inline=True)
def ask(seats: Any, row: Any, seat: Any, stage: Any, suits: Any, trumps: Any) -> Any:
    """Return the answer of a seat, of its override first if there is one.

    Parameters
    ----------
    seats : Seats
    row : uint64 array (ROW_WORDS,)
    seat : int64
    stage : int64
        The decision, 1 to 6.
    suits, trumps : uint64
        What is legal; each decision says how it is written.
    """
    if seats.outside >> seat & 1 != 0:
        return answer_from_outside(seats.question, seat, stage, suits, trumps)
    answer = DECLINED
    slot = DECISION_COUNT + stage - 1
    if seats.policies[seat * SEAT_SLOTS + slot] != 0:
        answer = _ask_slot(seats, row, seat, slot, suits, trumps)
    if answer == DECLINED:
        answer = _ask_slot(seats, row, seat, stage - 1, suits, trumps)
    return answer


@kernel(inline=True)
def _ask_set_slot(
    seats: Any, row: Any, seat: Any, slot: Any, suits: Any, trumps: Any
) -> Any:
    """Call a policy that answers with a set of cards."""
    policies, first = seats.policies, seat * SEAT_SLOTS
    return _call_for_set(
        policies[first + slot],
        block_of(row, 0, PUBLIC_WORDS),
        block_of(row, PRIVATE + seat * PRIVATE_WORDS, PRIVATE_WORDS),
        suits,
        trumps,
        policies[first + slot + _PARAMS],
        policies[first + _SCRATCH],
        block_of(row, OUT, 2),
    )


@kernel(inline=True)
def ask_for_set(
    seats: Any, row: Any, seat: Any, stage: Any, suits: Any, trumps: Any
) -> Any:
    """Return the answer of a seat that writes a set of cards to the row's OUT."""
    if seats.outside >> seat & 1 != 0:
        question = seats.question
        row[OUT], row[OUT + 1] = question[CHOSEN], question[CHOSEN + 1]
        return answer_from_outside(question, seat, stage, suits, trumps)
    answer = DECLINED
    slot = DECISION_COUNT + stage - 1
    if seats.policies[seat * SEAT_SLOTS + slot] != 0:
        answer = _ask_set_slot(seats, row, seat, slot, suits, trumps)
    if answer == DECLINED:
        answer = _ask_set_slot(seats, row, seat, stage - 1, suits, trumps)
    return answer


@kernel
def refuse(row: Any, seat: Any, stage: Any, answer: Any) -> Any:
    """Keep an illegal answer for the report and return the status: its stage."""
    put(row, ASKED, seat)
    put(row, ANSWER, answer)
    return np.int64(stage)
