"""Sets of cards as bits: counting, finding, and the processor's own instructions.

A hand is two 64-bit words. ``suits`` has four lanes of 16 bits, each with 14 ranks,
and the Excuse at bit 63; ``trumps`` has trump *n* at bit *n*. The code of a card is
its bit: 16 suit + rank - 1, 63 for the Excuse, 64 + n for trump *n*.
"""

from __future__ import annotations

import platform
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from tarotsim.game.cards import EXCUSE as EXCUSE_CARD
from tarotsim.game.cards import PETIT as PETIT_CARD
from tarotsim.kernels._cache import cpu_features, portable_bits
from tarotsim.kernels._jit import IS_COMPILED, kernel

__all__ = [
    "ALL_SUITS",
    "ALL_TRUMPS",
    "BOUT_TRUMPS",
    "CAVALIERS",
    "CODES",
    "DAMES",
    "EXCUSE",
    "EXCUSE_CODE",
    "HAS_PDEP",
    "KINGS",
    "LANE",
    "LOW_RANKS",
    "LOW_TRUMPS",
    "NO_CARDS",
    "ONE",
    "PETIT",
    "PLAIN_TRUMPS",
    "TRUMP_CODE",
    "TWENTY_ONE",
    "VALETS",
    "card_of",
    "highest",
    "lane_of",
    "lowest",
    "nth_card",
    "numbers_of",
    "popcount",
    "select",
    "select_portable",
]

NO_CARDS = np.uint64(0)
ONE = np.uint64(1)
LANE = np.uint64(0x3FFF)
EXCUSE_CODE = 63
TRUMP_CODE = 64
EXCUSE = np.uint64(1 << EXCUSE_CODE)
KINGS = np.uint64(0x2000_2000_2000_2000)
DAMES = np.uint64(0x1000_1000_1000_1000)
CAVALIERS = np.uint64(0x0800_0800_0800_0800)
VALETS = np.uint64(0x0400_0400_0400_0400)
LOW_RANKS = np.uint64(0x03FF_03FF_03FF_03FF)
ALL_SUITS = np.uint64(0xBFFF_3FFF_3FFF_3FFF)
"""The four suits and the Excuse."""
ALL_TRUMPS = np.uint64((1 << 22) - 2)
PETIT = np.uint64(1 << 1)
TWENTY_ONE = np.uint64(1 << 21)
BOUT_TRUMPS = np.uint64(1 << 1 | 1 << 21)
LOW_TRUMPS = np.uint64((1 << 21) - 4)
"""Trumps 2 to 20."""
PLAIN_TRUMPS = LOW_TRUMPS
"""Trumps that are no bouts: the only ones that may be discarded (R4.4)."""

CODES = (
    *(16 * (card // 14) + card % 14 for card in range(PETIT_CARD)),
    *(TRUMP_CODE + card - PETIT_CARD + 1 for card in range(PETIT_CARD, EXCUSE_CARD)),
    EXCUSE_CODE,
)
"""Code of each card 0 to 77."""

HAS_PDEP = (
    IS_COMPILED
    and not portable_bits()
    and platform.machine().lower() in ("x86_64", "amd64")
    and "+bmi2" in cpu_features()
)
"""Whether the processor deposits bits by one instruction, and may."""


def _unary(operation: str) -> Any:
    """Return an intrinsic of one word, with an int64 result."""

    def typing(typingctx: Any, word: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            if operation == "ctpop":
                return builder.ctpop(args[0])
            no = ir.Constant(ir.IntType(1), 0)
            return getattr(builder, operation)(args[0], no)

        return types.int64(types.uint64), build

    return intrinsic(typing)


def _build_pdep() -> Any:
    def typing(typingctx: Any, source: Any, mask: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = ir.IntType(64)
            function = builder.module.declare_intrinsic(
                "llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, [word, word])
            )
            return builder.call(function, args)

        return types.uint64(types.uint64, types.uint64), build

    return intrinsic(typing)


if IS_COMPILED:
    popcount = _unary("ctpop")
    _cttz = _unary("cttz")
    _ctlz = _unary("ctlz")
else:

    def popcount(word: Any) -> int:
        """Return the number of cards of a word."""
        return int(word).bit_count()

    def _cttz(word: Any) -> int:
        return (int(word) & -int(word)).bit_length() - 1 if word else 64

    def _ctlz(word: Any) -> int:
        return 64 - int(word).bit_length()


@kernel(inline=True)
def lowest(word: Any) -> Any:
    """Return the number of the lowest set bit of a uint64, 64 for none."""
    return _cttz(word)


@kernel(inline=True)
def highest(word: Any) -> Any:
    """Return the number of the highest set bit of a uint64, -1 for none."""
    return 63 - _ctlz(word)


@kernel
def select_portable(word: Any, k: Any) -> Any:
    """Return the number of the k-th set bit, by halving: no branch depends on it.

    Parameters
    ----------
    word : uint64
        With more than ``k`` bits set.
    k : int64
        From 0, the lowest bit.
    """
    place = 0
    rest = k
    for width in (32, 16, 8, 4, 2, 1):
        low = (word >> np.uint64(place)) & ((ONE << np.uint64(width)) - ONE)
        count = popcount(low)
        beyond = 1 if rest >= count else 0
        rest -= count * beyond
        place += width * beyond
    return place


if HAS_PDEP:
    _pdep = _build_pdep()

    @kernel(inline=True)
    def select(word: Any, k: Any) -> Any:
        """Return the number of the k-th set bit of a uint64, from 0."""
        return _cttz(_pdep(ONE << np.uint64(k), word))

else:
    select = select_portable


@kernel(inline=True)
def nth_card(suits: Any, trumps: Any, k: Any) -> Any:
    """Return the code of the k-th card in the order of the public numbers.

    Parameters
    ----------
    suits, trumps : uint64
        A set of more than ``k`` cards.
    k : int64
        From 0: suit cards come first, then trumps, then the Excuse.
    """
    plain = suits & ~EXCUSE
    others = trumps | (suits & EXCUSE)
    count = popcount(plain)
    is_plain = k < count
    word = plain if is_plain else others
    bit = select(word, k if is_plain else k - count)
    is_trump = (k >= count) & (k < count + popcount(trumps))
    return bit + TRUMP_CODE * is_trump


@kernel(inline=True)
def lane_of(suit: Any) -> Any:
    """Return the 14 cards of suit 0 to 3 as a uint64 of ``suits``."""
    return LANE << np.uint64(16 * suit)


@kernel
def card_of(code: Any) -> Any:
    """Return the public number, 0 to 77, of a card's code."""
    if code > TRUMP_CODE:
        return code - TRUMP_CODE + PETIT_CARD - 1
    if code == EXCUSE_CODE:
        return EXCUSE_CARD
    return 14 * (code >> 4) + (code & 15)


@kernel(inline=True)
def numbers_of(suits: Any, trumps: Any) -> Any:
    """Return a set of cards as bits of their public numbers: 0 to 63, then 64 to 77."""
    low = trumps >> ONE << np.uint64(PETIT_CARD)
    for suit in range(4):
        low |= (suits & lane_of(suit)) >> np.uint64(2 * suit)
    high = trumps >> np.uint64(64 - PETIT_CARD + 1)
    return low, high | suits >> np.uint64(EXCUSE_CODE) << np.uint64(EXCUSE_CARD - 64)
