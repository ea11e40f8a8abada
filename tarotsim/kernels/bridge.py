"""Asking a Python object: a message of what its seat may see, and a call.

The policies here stand in the table of policies where an object decides. They copy
the blocks of the seat into a message, add what would be slow to work out in Python
(lists of cards, the first draws), and call the object's callback by its address. The
answer is one number; a set of cards is left in words beside the address.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from tarotsim.game.cards import EXCUSE as EXCUSE_CARD
from tarotsim.game.cards import PETIT as PETIT_CARD
from tarotsim.game.layout import Stage
from tarotsim.kernels import row as words
from tarotsim.kernels._jit import IS_COMPILED, kernel
from tarotsim.kernels.bits import (
    CODES,
    EXCUSE,
    NO_CARDS,
    ONE,
    card_of,
    lowest,
)
from tarotsim.kernels.draws import GAMMA, mix
from tarotsim.kernels.policies import policy
from tarotsim.kernels.row import get

__all__ = [
    "CALL_ANSWER",
    "CALL_WORDS",
    "DRAWS",
    "DRAW_COUNT",
    "HAND_COUNT_OCTET",
    "HAND_OCTET",
    "LEGAL_OCTET",
    "MESSAGE_PRIVATE",
    "MESSAGE_WORDS",
    "ask_object",
    "ask_object_for_set",
]

MESSAGE_PRIVATE = words.PUBLIC_WORDS
"""Where the private block stands in a message; the public one comes first."""
DRAWS = MESSAGE_PRIVATE + words.PRIVATE_WORDS
"""High halves of the first draws of the decision, which `bounded` makes use of."""
DRAW_COUNT = 4
_LIST_OCTETS = 32
LEGAL_OCTET = 8 * (DRAWS + DRAW_COUNT)
"""Public numbers of what is legal, one octet each, ascending."""
HAND_OCTET = LEGAL_OCTET + _LIST_OCTETS
"""Public numbers of the hand, one octet each, ascending."""
HAND_COUNT_OCTET = HAND_OCTET + _LIST_OCTETS - 1
"""How many they are, at most 30: hand and chien at three players."""
MESSAGE_WORDS = (HAND_OCTET + _LIST_OCTETS) // 8

CALL_ADDRESS, CALL_MESSAGE, CALL_ANSWER = 0, 1, 2
"""Words that a policy here is given as its parameters: the address of the callback,
that of the message, and the two words of a set of cards."""
CALL_WORDS = 4

_CALL, _PLAY = int(Stage.CALL), int(Stage.PLAY)
_HALF = np.uint64(32)
_CODES = np.array(CODES, dtype=np.int64)
_WORDS = types.CPointer(types.uint64)
_OCTETS = types.CPointer(types.uint8)


def _build_words_of() -> Any:
    def typing(typingctx: Any, params: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.bitcast(args[0], context.get_value_type(_WORDS))

        return _WORDS(params), build

    return intrinsic(typing)


def _build_octets_of() -> Any:
    def typing(typingctx: Any, message: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.bitcast(args[0], context.get_value_type(_OCTETS))

        return _OCTETS(message), build

    return intrinsic(typing)


def _build_message_at() -> Any:
    def typing(typingctx: Any, address: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], context.get_value_type(_WORDS))

        return _WORDS(types.uint64), build

    return intrinsic(typing)


def _build_call_back() -> Any:
    def typing(typingctx: Any, address: Any, count: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = ir.IntType(64)
            function = ir.FunctionType(word, [word])
            pointer = builder.inttoptr(args[0], function.as_pointer())
            return builder.call(pointer, [args[1]])

        return types.int64(types.uint64, types.int64), build

    return intrinsic(typing)


if IS_COMPILED:
    _words_of, _octets_of = _build_words_of(), _build_octets_of()
    _message_at, _call_back = _build_message_at(), _build_call_back()
else:

    def _words_of(params: Any) -> Any:
        return params

    def _octets_of(message: Any) -> Any:
        return message.view(np.uint8)

    def _message_at(message: Any) -> Any:
        return message

    def _call_back(function: Any, count: Any) -> Any:
        return function(count)


@kernel
def _write_cards(suits: Any, trumps: Any, octets: Any, start: Any) -> Any:
    """Write the numbers of cards, ascending, and return the place behind them."""
    place = start
    plain = suits & ~EXCUSE
    while plain != NO_CARDS:
        octets[place] = np.uint8(card_of(lowest(plain)))
        plain &= plain - ONE
        place += 1
    while trumps != NO_CARDS:
        octets[place] = np.uint8(PETIT_CARD - 1 + lowest(trumps))
        trumps &= trumps - ONE
        place += 1
    if suits & EXCUSE != NO_CARDS:
        octets[place] = np.uint8(EXCUSE_CARD)
        place += 1
    return place


@kernel
def _write_message(
    public: Any, private: Any, suits: Any, trumps: Any, message: Any
) -> Any:
    """Fill a message and return how much is legal.

    Parameters
    ----------
    public, private : blocks
    suits, trumps : uint64
        What is legal. Its list means nothing at the slam and the poignée.
    message : uint64 words (MESSAGE_WORDS,)
        Overwritten.
    """
    for word in range(words.PUBLIC_WORDS):
        message[word] = public[word]
    for word in range(words.PRIVATE_WORDS):
        message[MESSAGE_PRIVATE + word] = private[word]
    number = private[words.KEY] + public[words.DRAW]
    for index in range(DRAW_COUNT):
        message[DRAWS + index] = mix(number) >> _HALF
        number += GAMMA
    octets = _octets_of(message)
    own_suits, own_trumps = private[words.HAND], private[words.HAND + 1]
    end = _write_cards(own_suits, own_trumps, octets, HAND_OCTET)
    octets[HAND_COUNT_OCTET] = np.uint8(end - HAND_OCTET)
    return _write_cards(suits, trumps, octets, LEGAL_OCTET) - LEGAL_OCTET


@policy
def ask_object(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Ask an object for a bid, a call, a slam or a card; -1 if it has failed."""
    call = _words_of(params)
    message = _message_at(call[CALL_MESSAGE])
    count = _write_message(public, private, suits, trumps, message)
    answer = _call_back(call[CALL_ADDRESS], count)
    stage = get(public, words.STAGE)
    if answer >= 0 and stage in (_PLAY, _CALL):
        return _CODES[answer]
    return answer


@policy
def ask_object_for_set(
    public: Any,
    private: Any,
    suits: Any,
    trumps: Any,
    params: Any,
    scratch: Any,
    out: Any,
) -> Any:
    """Ask an object for an écart or a poignée; -1 if it has failed."""
    call = _words_of(params)
    message = _message_at(call[CALL_MESSAGE])
    count = _write_message(public, private, suits, trumps, message)
    answer = _call_back(call[CALL_ADDRESS], count)
    if answer >= 0:
        out[0], out[1] = call[CALL_ANSWER], call[CALL_ANSWER + 1]
    return answer
