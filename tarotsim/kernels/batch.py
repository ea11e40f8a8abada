"""Many deals in a loop: from keys, from given cards, or from rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.game.layout import MAX_PLAYERS
from tarotsim.kernels import row as words
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.deal import play_on
from tarotsim.kernels.dealing import deal_cards
from tarotsim.kernels.draws import deal_key
from tarotsim.kernels.results import write_history, write_result
from tarotsim.kernels.row import get, put, words_from
from tarotsim.kernels.table import begin_deal, set_keys, set_rules

if TYPE_CHECKING:
    from tarotsim.kernels.vector import AuctionVector, RulesVector

__all__ = ["play_given", "play_numbered", "play_rows"]

GIVEN_NUMBER, GIVEN_DEALER, GIVEN_KEYS = 0, 1, 2
GIVEN_PILES = GIVEN_KEYS + MAX_PLAYERS
GIVEN_WORDS = GIVEN_PILES + words.PILE_WORDS
"""Words of one deal of given cards."""


@kernel
def begin_numbered(rules: RulesVector, seed: Any, number: Any, row: Any) -> None:
    """Deal the cards of one number of a run and clear the row for the auction.

    Parameters
    ----------
    rules : RulesVector
    seed, number : uint64
    row : uint64 array (ROW_WORDS,)
        With the rules.

    References
    ----------
    R1.6: the dealer is seat ``number % players``.
    """
    deal_cards(rules, deal_key(seed, number), words_from(row, words.PILES))
    set_keys(rules, row, seed, number)
    put(row, words.NUMBER, number)
    begin_deal(rules, row, np.int64(number % np.uint64(rules.players)))


@kernel
def _finish(
    rules: RulesVector, row: Any, index: Any, results: Any, history: Any
) -> None:
    """Write what came out of one deal."""
    write_result(rules, row, results[index])
    if len(history) > 0:
        write_history(rules, row, history[index])


@kernel(entry=True)
def play_numbered(
    rules: RulesVector,
    auction: AuctionVector,
    seats: Any,
    seed: Any,
    numbers: Any,
    row: Any,
    results: Any,
    history: Any,
) -> Any:
    """Play deals of a run by their numbers.

    Parameters
    ----------
    rules : RulesVector
    auction : AuctionVector
    seats : int64 array (players * SEAT_SLOTS,)
    seed : uint64
    numbers : uint64 array (deals,)
    row : uint64 array (ROW_WORDS,)
        Scratch; after an illegal answer it holds that deal.
    results : array of RESULT_DTYPE (deals,)
        With zeros; overwritten.
    history : uint64 array (deals, HISTORY_WORDS)
        With zeros; overwritten. No rows: no history is kept.

    Returns
    -------
    done, status : int64
        Deals played to their end; 0, or the stage of the illegal answer in the next.
    """
    row, seats = words_from(row, 0), words_from(seats, 0)
    set_rules(rules, row)
    for index in range(len(results)):
        begin_numbered(rules, seed, numbers[index], row)
        status = play_on(rules, auction, seats, row, rules.hand_size)
        if status != 0:
            return index, status
        _finish(rules, row, index, results, history)
    return len(results), 0


@kernel(entry=True)
def play_given(
    rules: RulesVector,
    auction: AuctionVector,
    seats: Any,
    cards: Any,
    row: Any,
    results: Any,
    history: Any,
) -> Any:
    """Play deals of given cards.

    Parameters
    ----------
    rules : RulesVector
    auction : AuctionVector
    seats : int64 array (players * SEAT_SLOTS,)
    cards : uint64 array (deals, GIVEN_WORDS)
        Number and dealer, keys of the seats' draws, piles as in a row.
    row, results, history, returns
        As for `play_numbered`.
    """
    row, seats = words_from(row, 0), words_from(seats, 0)
    set_rules(rules, row)
    for index in range(len(results)):
        given = cards[index]
        put(row, words.NUMBER, get(given, GIVEN_NUMBER))
        for seat in range(rules.players):
            own = words.PRIVATE + seat * words.PRIVATE_WORDS
            put(row, own + words.SEAT, seat)
            row[own + words.KEY] = given[GIVEN_KEYS + seat]
        for word in range(words.PILE_WORDS):
            row[words.PILES + word] = given[GIVEN_PILES + word]
        begin_deal(rules, row, get(given, GIVEN_DEALER))
        status = play_on(rules, auction, seats, row, rules.hand_size)
        if status != 0:
            return index, status
        _finish(rules, row, index, results, history)
    return len(results), 0


@kernel(entry=True)
def play_rows(
    rules: RulesVector,
    auction: AuctionVector,
    seats: Any,
    rows: Any,
    results: Any,
    history: Any,
) -> Any:
    """Play deals on from their rows, at any point of a deal.

    Parameters
    ----------
    rules : RulesVector
    auction : AuctionVector
    seats : int64 array (players * SEAT_SLOTS,)
    rows : uint64 array (deals, ROW_WORDS)
        Overwritten by the ends of the deals.
    results, history, returns
        As for `play_numbered`.
    """
    seats = words_from(seats, 0)
    for index in range(len(results)):
        row = words_from(rows[index], 0)
        status = play_on(rules, auction, seats, row, rules.hand_size)
        if status != 0:
            return index, status
        _finish(rules, row, index, results, history)
    return len(results), 0
