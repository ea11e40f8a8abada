"""Asking a policy: a call by address, with the blocks that its seat may see."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from tarotsim.kernels._jit import IS_COMPILED, kernel
from tarotsim.kernels.row import (
    ANSWER,
    ASKED,
    OUT,
    PRIVATE,
    PRIVATE_WORDS,
    PUBLIC_WORDS,
    put,
)

__all__ = ["DECISION_COUNT", "DECLINED", "SCRATCH_WORDS", "Seats", "ask", "ask_for_set"]

DECISION_COUNT = 6
DECLINED = -(1 << 62)
"""The answer by which an override leaves the decision to the strategy itself."""
SCRATCH_WORDS = 32
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


class Seats(NamedTuple):
    """Who decides at each seat: addresses of policies, and what they own.

    Parameters
    ----------
    addresses : int64 array (players, 12)
        Address of the policy for each decision, then of its override, 0 for none.
        Without compilation an object array of functions.
    offsets : int64 array (players, 12)
        Where the parameters of each begin in ``params``.
    params : float64 array
    scratch : uint64 array (players, SCRATCH_WORDS)
        A cache of the seat's policies: it may hold anything.
    """

    addresses: Any
    offsets: Any
    params: Any
    scratch: Any


def _build_pointer() -> Any:
    """Return an intrinsic: the address of an element of a one-dimensional array."""

    def typing(typingctx: Any, array: Any, index: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kind = signature.args[0]
            view = context.make_array(kind)(context, builder, args[0])
            return builder.gep(view.data, [args[1]])

        return types.CPointer(array.dtype)(array, types.int64), build

    return intrinsic(typing)


def _build_row_pointer() -> Any:
    """Return an intrinsic: the address of a row of a two-dimensional C array."""

    def typing(typingctx: Any, array: Any, index: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kind = signature.args[0]
            view = context.make_array(kind)(context, builder, args[0])
            width = cgutils.unpack_tuple(builder, view.shape, 2)[1]
            return builder.gep(view.data, [builder.mul(args[1], width)])

        return types.CPointer(array.dtype)(array, types.int64), build

    return intrinsic(typing)


def _build_call(signature: Any) -> Any:
    """Return an intrinsic: the call of a C function by its address."""
    arguments, result = signature

    def build(context: Any, builder: Any, used: Any, args: Any) -> Any:
        kinds = [context.get_value_type(kind) for kind in arguments]
        function = ir.FunctionType(context.get_value_type(result), kinds)
        pointer = builder.inttoptr(args[0], function.as_pointer())
        return builder.call(pointer, args[1:])

    if len(arguments) == 6:

        def plain(
            typingctx: Any, address: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any
        ) -> Any:
            return result(types.int64, *arguments), build

        return intrinsic(plain)

    def with_out(
        typingctx: Any,
        address: Any,
        a: Any,
        b: Any,
        c: Any,
        d: Any,
        e: Any,
        f: Any,
        g: Any,
    ) -> Any:
        return result(types.int64, *arguments), build

    return intrinsic(with_out)


if IS_COMPILED:
    _pointer = _build_pointer()
    _row_pointer = _build_row_pointer()
    _call_plain = _build_call(PLAIN_SIGNATURE)
    _call_for_set = _build_call(SET_SIGNATURE)

    @kernel
    def _block(row: Any, start: Any, size: Any) -> Any:
        return _pointer(row, start)

else:

    def _pointer(array: Any, index: Any) -> Any:
        return array[index:]

    def _row_pointer(array: Any, index: Any) -> Any:
        return array[index]

    def _block(row: Any, start: Any, size: Any) -> Any:
        return row[start : start + size]

    def _call_plain(function: Any, *args: Any) -> Any:
        return int(function(*args))

    _call_for_set = _call_plain


@kernel
def _ask_slot(
    seats: Seats, row: Any, seat: Any, slot: Any, suits: Any, trumps: Any
) -> Any:
    """Call the policy in one slot of a seat."""
    return _call_plain(
        seats.addresses[seat, slot],
        _block(row, 0, PUBLIC_WORDS),
        _block(row, PRIVATE + seat * PRIVATE_WORDS, PRIVATE_WORDS),
        suits,
        trumps,
        _pointer(seats.params, seats.offsets[seat, slot]),
        _row_pointer(seats.scratch, seat),
    )


@kernel
def ask(seats: Seats, row: Any, seat: Any, stage: Any, suits: Any, trumps: Any) -> Any:
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
    answer = DECLINED
    if seats.addresses[seat, DECISION_COUNT + stage - 1] != 0:
        slot = DECISION_COUNT + stage - 1
        answer = _ask_slot(seats, row, seat, slot, suits, trumps)
    if answer == DECLINED:
        answer = _ask_slot(seats, row, seat, stage - 1, suits, trumps)
    return answer


@kernel
def _ask_set_slot(
    seats: Seats, row: Any, seat: Any, slot: Any, suits: Any, trumps: Any
) -> Any:
    """Call a policy that answers with a set of cards."""
    return _call_for_set(
        seats.addresses[seat, slot],
        _block(row, 0, PUBLIC_WORDS),
        _block(row, PRIVATE + seat * PRIVATE_WORDS, PRIVATE_WORDS),
        suits,
        trumps,
        _pointer(seats.params, seats.offsets[seat, slot]),
        _row_pointer(seats.scratch, seat),
        _block(row, OUT, 2),
    )


@kernel
def ask_for_set(
    seats: Seats, row: Any, seat: Any, stage: Any, suits: Any, trumps: Any
) -> Any:
    """Return the answer of a seat that writes a set of cards to the row's OUT."""
    answer = DECLINED
    if seats.addresses[seat, DECISION_COUNT + stage - 1] != 0:
        slot = DECISION_COUNT + stage - 1
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
