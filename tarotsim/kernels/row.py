"""The words of a table: what is public, what one seat knows, what is hidden.

A table is one row of uint64. A policy is given its own blocks, never the row: the
public block, then one private block a seat, then what nobody may see. Numbers that
can be missing are -1 as a signed word; read them with `get`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from tarotsim.game.layout import MAX_PLAYERS
from tarotsim.kernels._jit import CHECKS_BOUNDS, IS_COMPILED, kernel

__all__ = [
    "HIDDEN",
    "PRIVATE",
    "PRIVATE_WORDS",
    "PUBLIC_WORDS",
    "ROW_WORDS",
    "address_of",
    "get",
    "prefetch",
    "put",
    "words_from",
]

MAX_TRICKS = 24
LINE_WORDS = 8
"""Words of a line of the processor's cache. Blocks and rows are whole lines."""


def in_lines(size: int) -> int:
    """Round a number of words up to whole lines of the cache.

    Examples
    --------
    >>> in_lines(1), in_lines(8), in_lines(9)
    (8, 8, 16)
    """
    return -(-size // LINE_WORDS) * LINE_WORDS


# The public block. What every card changes comes first: two lines of the cache; then
# two that the end of a trick changes, what a deal sets once, and the tricks.
STAGE = 0
"""The decision asked, a `tarotsim.game.layout.Stage`; 7 when the deal is over."""
TRICK = 1
"""Number of the trick being played, from 0."""
LEADER = 2
PLACE = 3
"""Cards on the table."""
LED = 4
"""Suit to follow: 0 to 3, 4 trumps, -1 if free (R8.3)."""
LED_LANE = 5
"""The 14 cards of the suit led; none if trumps lead or all is free."""
BEST = 6
"""Code of the card that is winning."""
WINNER = 7
"""Seat that is winning."""
BEST_TRUMP = 8
"""Bit of the highest trump on the table, 1 if there is none."""
TABLE = 9
"""Suits and trumps on the table."""
CALLED = 11
"""Code of the called card."""
VOIDS = 12
"""Suits that each seat has proved not to hold, four bits each."""
CEILINGS = 13
"""Highest trump that each seat can still hold, eight bits each."""
DRAW = 14
"""Counter of the first draw of this decision, times the increment of the draws."""
WINNERS = 15
"""Seats that have won a trick, one bit each."""
PLAYED = 16
"""Suits and trumps of the finished tricks."""
WON = 18
"""Suits and trumps of the tricks of each seat."""
EXCUSE_PLAY = 28
"""Trick and place of the Excuse once played: 8 trick + place."""
CALLED_BY = 29
"""Seat that played the called card."""
CHELEM_BY = 30
TAKER = 31
DEALER = TAKER + 1
CONTRACT = DEALER + 1
BID_COUNT = CONTRACT + 1
BIDS = BID_COUNT + 1
"""Contract spoken by each position, four bits each."""
IS_TURNED = BIDS + 1
"""1 once the chien was turned up."""
CHIEN = IS_TURNED + 1
"""Suits and trumps of the chien, if it was turned up."""
ECART_SHOWN = CHIEN + 2
"""Trumps shown in the écart."""
SHOWN = ECART_SHOWN + 1
"""Level of the poignée shown by each seat, four bits each."""
SHOWN_CARDS = SHOWN + 1
"""Trumps shown by each seat, and the Excuse at bit 63."""
TRICK_CARDS = in_lines(SHOWN_CARDS + MAX_PLAYERS)
"""Codes of each trick in the order played, eight bits each; at LEADER_SHIFT its leader
and at WINNER_SHIFT its winner. One more is written to when the last one is over."""
LEADER_SHIFT, WINNER_SHIFT = 40, 48
RULES = TRICK_CARDS + MAX_TRICKS + 1
"""From here on the rules, which stay from deal to deal."""
PLAYERS = RULES
TRICK_COUNT = RULES + 1
CHIEN_SIZE = RULES + 2
POIGNEE_SIZES = RULES + 3
"""Trumps for a simple, double, triple poignée, eight bits each."""
OPTIONS = RULES + 4
"""Options D1 to D15 in the order of RulesVector, two bits each."""
PUBLIC_WORDS = in_lines(OPTIONS + 1)

# A private block, from PRIVATE + seat * PRIVATE_WORDS.
PRIVATE = PUBLIC_WORDS
SEAT = 0
KEY = 1
"""Key of the seat's own draws."""
HAND = 2
"""Suits and trumps in hand; at the écart with the chien."""
DEALT = 4
"""Suits and trumps as dealt."""
ECART = 6
"""Suits and trumps discarded by this seat."""
PRIVATE_WORDS = 8

# Hidden words, from HIDDEN.
HIDDEN = PRIVATE + MAX_PLAYERS * PRIVATE_WORDS
PILES = HIDDEN
"""Suits and trumps of each hand as dealt, then of the chien."""
CHIEN_PILE = 2 * MAX_PLAYERS
PILE_WORDS = CHIEN_PILE + 2
PARTNER = PILES + PILE_WORDS
BIDDER = PARTNER + 1
"""Seat of the highest bid so far."""
ATTACK = BIDDER + 1
"""Seats of the attack, one bit each."""
SHOWABLE = ATTACK + 1
"""Highest poignée each seat could show, four bits each."""
TRUMP_COUNTS = SHOWABLE + 1
"""Trumps and Excuse in each hand before the first trick, eight bits each."""
OFFERED = TRUMP_COUNTS + 1
"""Seats that were offered to show a poignée, one bit each."""
SLAM_TURNS = OFFERED + 1
"""Turns to announce a slam that are over, the taker's first (D14)."""
OUT = SLAM_TURNS + 1
"""Where a policy writes a set of cards."""
ANSWER = OUT + 2
"""The last answer, for the report of an illegal one."""
ASKED = ANSWER + 1
"""Seat that gave it."""
ACCOUNT = ASKED + 1
"""What became of the Excuse, as in a history."""
OUTCOME = ACCOUNT + 1
NUMBER = OUTCOME + 1
ROW_WORDS = in_lines(NUMBER + 1)

OVER = 7
"""STAGE of a deal that has ended."""


def _data(context: Any, builder: Any, kind: Any, row: Any) -> Any:
    """Return the address of the first word of an array or of a pointer."""
    if isinstance(kind, types.Array):
        return context.make_array(kind)(context, builder, row).data
    return row


def _build_address_of() -> Any:
    def typing(typingctx: Any, row: Any, start: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            data = _data(context, builder, signature.args[0], args[0])
            return builder.gep(data, [args[1]])

        return types.CPointer(row.dtype)(row, types.int64), build

    return intrinsic(typing)


def _build_get() -> Any:
    def typing(typingctx: Any, row: Any, word: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            data = _data(context, builder, signature.args[0], args[0])
            return builder.load(builder.gep(data, [args[1]]))

        return types.int64(row, types.int64), build

    return intrinsic(typing)


def _build_put() -> Any:
    def typing(typingctx: Any, row: Any, word: Any, value: Any) -> Any:
        kind = types.uint64 if value == types.uint64 else types.int64

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            data = _data(context, builder, signature.args[0], args[0])
            builder.store(args[2], builder.gep(data, [args[1]]))
            return context.get_dummy_value()

        return types.void(row, types.int64, kind), build

    return intrinsic(typing)


def _build_prefetch() -> Any:
    def typing(typingctx: Any, row: Any, word: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            data = _data(context, builder, signature.args[0], args[0])
            octets, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [octets, *[number] * 3])
            fetch = cgutils.get_or_insert_function(
                builder.module, kind, "llvm.prefetch.p0i8"
            )
            place = builder.bitcast(builder.gep(data, [args[1]]), octets)
            # To be read (to say that it is written to gains nothing), to be kept, data.
            builder.call(fetch, [place, number(0), number(3), number(1)])
            return context.get_dummy_value()

        return types.void(row, types.int64), build

    return intrinsic(typing)


if not IS_COMPILED:

    def address_of(row: Any, start: Any) -> Any:
        """Return the words from ``start`` on."""
        return row[start:]

    def get(row: Any, word: Any) -> Any:
        """Return a word as a signed number."""
        return int(row[word].astype(np.int64))

    def put(row: Any, word: Any, value: Any) -> None:
        """Store a signed number in a word."""
        row[word] = np.uint64(int(value) & 0xFFFF_FFFF_FFFF_FFFF)

elif CHECKS_BOUNDS:
    address_of = _build_address_of()

    @kernel
    def get(row: Any, word: Any) -> Any:
        """Return a word as a signed number."""
        return np.int64(row[word])

    @kernel
    def put(row: Any, word: Any, value: Any) -> None:
        """Store a signed number in a word."""
        row[word] = np.uint64(value)

else:
    address_of, get, put = _build_address_of(), _build_get(), _build_put()

if IS_COMPILED:
    prefetch = _build_prefetch()
else:

    def prefetch(row: Any, word: Any) -> None:
        """Let the processor load a word that will be needed soon."""


if IS_COMPILED and not CHECKS_BOUNDS:
    words_from = address_of
else:

    @kernel
    def words_from(row: Any, start: Any) -> Any:
        """Return the words from ``start`` on, as an array that can be checked."""
        return row[start:]
