"""Many deals in a loop: from keys, from given cards, or from rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.game.layout import MAX_PLAYERS
from tarotsim.kernels import row as words
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.asking import seats_inside
from tarotsim.kernels.bits import card_of
from tarotsim.kernels.deal import play_auction, play_on
from tarotsim.kernels.dealing import deal_cards
from tarotsim.kernels.draws import deal_key
from tarotsim.kernels.results import write_history, write_result
from tarotsim.kernels.row import get, put, words_from
from tarotsim.kernels.table import begin_deal, set_keys, set_rules

if TYPE_CHECKING:
    from tarotsim.kernels.vector import AuctionVector, RulesVector

__all__ = ["hear_auctions", "play_given", "play_numbered", "play_rows"]

GIVEN_NUMBER, GIVEN_DEALER, GIVEN_KEYS = 0, 1, 2
GIVEN_PILES = GIVEN_KEYS + MAX_PLAYERS
GIVEN_WORDS = GIVEN_PILES + words.PILE_WORDS
"""Words of one deal of given cards."""

HEARD_TAKER, HEARD_CONTRACT, HEARD_CALLED, HEARD_PARTNER = 0, 1, 2, 3
HEARD_COUNT, HEARD_BIDS = 4, 5
HEARD_WORDS = HEARD_BIDS + MAX_PLAYERS
"""Words of what was heard: taker (-1: none), contract, called card and partner (-1:
none), bids spoken, then the bid of each position."""


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
def _begin_given(rules: RulesVector, given: Any, row: Any) -> None:
    """Put given cards into a row, that has the rules, and clear it for the auction."""
    put(row, words.NUMBER, get(given, GIVEN_NUMBER))
    for seat in range(rules.players):
        own = words.PRIVATE + seat * words.PRIVATE_WORDS
        put(row, own + words.SEAT, seat)
        row[own + words.KEY] = given[GIVEN_KEYS + seat]
    for word in range(words.PILE_WORDS):
        row[words.PILES + word] = given[GIVEN_PILES + word]
    begin_deal(rules, row, get(given, GIVEN_DEALER))


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
    policies: Any,
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
    policies : int64 array (players * SEAT_SLOTS,)
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
    row = words_from(row, 0)
    seats = seats_inside(policies, row)
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
    policies: Any,
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
    policies : int64 array (players * SEAT_SLOTS,)
    cards : uint64 array (deals, GIVEN_WORDS)
        Number and dealer, keys of the seats' draws, piles as in a row.
    row, results, history, returns
        As for `play_numbered`.
    """
    row = words_from(row, 0)
    seats = seats_inside(policies, row)
    set_rules(rules, row)
    for index in range(len(results)):
        _begin_given(rules, cards[index], row)
        status = play_on(rules, auction, seats, row, rules.hand_size)
        if status != 0:
            return index, status
        _finish(rules, row, index, results, history)
    return len(results), 0


@kernel(entry=True)
def hear_auctions(
    rules: RulesVector,
    auction: AuctionVector,
    policies: Any,
    cards: Any,
    row: Any,
    heard: Any,
) -> Any:
    """Play the auctions of given cards, and the calls at five players, no further.

    Parameters
    ----------
    rules, auction, policies, cards, row
        As for `play_given`.
    heard : int64 array (deals, HEARD_WORDS)
        Overwritten. Of a deal cancelled for a petit sec nobody speaks (R2.1).

    Returns
    -------
    done, status : int64
        As of `play_numbered`.
    """
    row = words_from(row, 0)
    seats = seats_inside(policies, row)
    set_rules(rules, row)
    for index in range(len(heard)):
        _begin_given(rules, cards[index], row)
        status = play_auction(rules, auction, seats, row)
        if status != 0:
            return index, status
        own, called = heard[index], get(row, words.CALLED)
        own[HEARD_TAKER] = get(row, words.TAKER)
        own[HEARD_CONTRACT] = get(row, words.CONTRACT)
        own[HEARD_CALLED] = -1 if called < 0 else card_of(called)
        own[HEARD_PARTNER] = get(row, words.PARTNER)
        own[HEARD_COUNT] = get(row, words.BID_COUNT)
        for position in range(rules.players):
            own[HEARD_BIDS + position] = get(row, words.BIDS) >> 4 * position & 0xF
    return len(heard), 0


@kernel(entry=True)
def play_rows(
    rules: RulesVector,
    auction: AuctionVector,
    policies: Any,
    rows: Any,
    results: Any,
    history: Any,
) -> Any:
    """Play deals on from their rows, at any point of a deal.

    Parameters
    ----------
    rules : RulesVector
    auction : AuctionVector
    policies : int64 array (players * SEAT_SLOTS,)
    rows : uint64 array (deals, ROW_WORDS)
        Overwritten by the ends of the deals.
    results, history, returns
        As for `play_numbered`.
    """
    for index in range(len(results)):
        row = words_from(rows[index], 0)
        seats = seats_inside(policies, row)
        status = play_on(rules, auction, seats, row, rules.hand_size)
        if status != 0:
            return index, status
        _finish(rules, row, index, results, history)
    return len(results), 0
