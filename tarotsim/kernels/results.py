"""The result row of a deal, and its history."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.game.layout import COLUMN_BYTES, MAX_PLAYERS, ROW_COLUMNS, Outcome
from tarotsim.kernels import row as words
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.bits import card_of
from tarotsim.kernels.row import PRIVATE, PRIVATE_WORDS, get, put
from tarotsim.kernels.scoring import (
    contract_gap,
    is_made,
    poignee_prime,
    score_of,
    unit_of,
)
from tarotsim.kernels.settle import settle

if TYPE_CHECKING:
    from tarotsim.kernels.vector import RulesVector

__all__ = ["HISTORY_WORDS", "RESULT_DTYPE", "write_history", "write_result"]

RESULT_DTYPE = np.dtype(
    [(name, f"i{COLUMN_BYTES.get(name, 1)}") for name, _ in ROW_COLUMNS]
)
"""A result row: the columns of `tarotsim.game.layout.ROW_COLUMNS`, all integers."""

HISTORY_BIDS, HISTORY_CHELEM, HISTORY_SHOWN, HISTORY_ECART = 0, 1, 2, 3
HISTORY_ACCOUNT = 5
"""Camp that counts the Excuse in bit 0; above, 0 or 1 + the camp that paid for it."""
HISTORY_SHOWN_CARDS = 6
HISTORY_TRICKS = HISTORY_SHOWN_CARDS + MAX_PLAYERS
HISTORY_WORDS = HISTORY_TRICKS + words.MAX_TRICKS
"""uint64 words of a history: bids, announcer of a slam (-1 for none), levels shown,
suits and trumps of the écart, the Excuse, cards shown by seat, tricks; written as in
the row."""
BID_COUNT_SHIFT = 32
"""Where the number of bids stands in the word of the bids."""

_PLAYED = int(Outcome.PLAYED)
_SEATS = np.arange(MAX_PLAYERS)
"""Seats that are no literals: numba compiles a function once for each literal."""


@kernel
def _write_seats(rules: RulesVector, row: Any, result: Any, unit: Any) -> None:
    """Write what a played deal has for each seat."""
    taker, partner = get(row, words.TAKER), get(row, words.PARTNER)
    players = rules.players
    result["score_0"] = score_of(players, unit, taker, partner, _SEATS[0])
    result["score_1"] = score_of(players, unit, taker, partner, _SEATS[1])
    result["score_2"] = score_of(players, unit, taker, partner, _SEATS[2])
    if players > 3:
        result["score_3"] = score_of(players, unit, taker, partner, _SEATS[3])
    if players > 4:
        result["score_4"] = score_of(players, unit, taker, partner, _SEATS[4])
    counts = get(row, words.TRUMP_COUNTS)
    result["trumps_0"] = counts & 0xFF
    result["trumps_1"] = counts >> 8 & 0xFF
    result["trumps_2"] = counts >> 16 & 0xFF
    result["trumps_3"] = counts >> 24 & 0xFF
    result["trumps_4"] = counts >> 32 & 0xFF
    shown = get(row, words.SHOWN)
    result["shown_0"] = shown & 0xF
    result["shown_1"] = shown >> 4 & 0xF
    result["shown_2"] = shown >> 8 & 0xF
    result["shown_3"] = shown >> 12 & 0xF
    result["shown_4"] = shown >> 16 & 0xF
    showable = get(row, words.SHOWABLE)
    result["showable_0"] = showable & 0xF
    result["showable_1"] = showable >> 4 & 0xF
    result["showable_2"] = showable >> 8 & 0xF
    result["showable_3"] = showable >> 12 & 0xF
    result["showable_4"] = showable >> 16 & 0xF


@kernel
def _write_played(rules: RulesVector, row: Any, result: Any) -> None:
    """Count and score a played deal (R8, R13)."""
    half_points, bouts, petit, chelem, account = settle(rules, row)
    put(row, words.ACCOUNT, account)
    prime = poignee_prime(get(row, words.SHOWN))
    contract = get(row, words.CONTRACT)
    unit = unit_of(rules, contract, half_points, bouts, petit, prime, chelem)
    called = get(row, words.CALLED)
    result["taker"] = get(row, words.TAKER)
    result["contract"] = contract
    result["called"] = -1 if called < 0 else card_of(called)
    result["partner"] = get(row, words.PARTNER)
    result["half_points"] = half_points
    result["bouts"] = bouts
    won, gap = is_made(half_points, bouts), contract_gap(half_points, bouts)
    result["won"] = 1 if won else 0
    result["gap"] = gap if won else -gap
    result["petit_au_bout"] = petit
    result["chelem"] = chelem
    result["poignee_prime"] = prime
    result["unit"] = unit
    _write_seats(rules, row, result, unit)


@kernel
def write_result(rules: RulesVector, row: Any, result: Any) -> None:
    """Write the result of a deal that is over.

    Parameters
    ----------
    rules : RulesVector
    row : uint64 array (ROW_WORDS,)
    result : record of RESULT_DTYPE
        With zeros; overwritten. Of a deal that was not played only number, outcome
        and dealer are told, and -1 for taker, called card and partner.
    """
    outcome = get(row, words.OUTCOME)
    result["deal"] = get(row, words.NUMBER)
    result["outcome"] = outcome
    result["dealer"] = get(row, words.DEALER)
    if outcome == _PLAYED:
        _write_played(rules, row, result)
    else:
        result["taker"] = -1
        result["called"] = -1
        result["partner"] = -1


@kernel
def write_history(rules: RulesVector, row: Any, history: Any) -> None:
    """Write the acts of a deal: uint64 array (HISTORY_WORDS,), with zeros."""
    count = row[words.BID_COUNT] << np.uint64(BID_COUNT_SHIFT)
    history[HISTORY_BIDS] = row[words.BIDS] | count
    history[HISTORY_CHELEM] = row[words.CHELEM_BY]
    history[HISTORY_SHOWN] = row[words.SHOWN]
    taker = get(row, words.TAKER)
    if taker < 0:
        return
    history[HISTORY_ACCOUNT] = row[words.ACCOUNT]
    own = PRIVATE + taker * PRIVATE_WORDS + words.ECART
    history[HISTORY_ECART] = row[own]
    history[HISTORY_ECART + 1] = row[own + 1]
    for seat in range(rules.players):
        history[HISTORY_SHOWN_CARDS + seat] = row[words.SHOWN_CARDS + seat]
    for trick in range(rules.hand_size):
        history[HISTORY_TRICKS + trick] = row[words.TRICK_CARDS + trick]
