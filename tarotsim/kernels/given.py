"""Dealing under conditions, card for card as `tarotsim.reference.given` does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tarotsim.game.conditions import DRAW_BITS, SPLIT_DRAWS
from tarotsim.game.layout import MAX_PLAYERS
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.batch import (
    GIVEN_DEALER,
    GIVEN_KEYS,
    GIVEN_NUMBER,
    GIVEN_PILES,
)
from tarotsim.kernels.bits import NO_CARDS, ONE, TRUMP_CODE
from tarotsim.kernels.draws import bounded, deal_key, draw_at, mix, number_key, seat_key
from tarotsim.kernels.row import PILE_WORDS, put, words_from

if TYPE_CHECKING:
    from tarotsim.kernels.vector import RulesVector

__all__ = ["GivenArrays", "deal_numbered_under"]

_LOW_HALF = np.uint64(32)


class GivenArrays(NamedTuple):
    """A `tarotsim.game.conditions.DealTables` in arrays.

    ``codes`` (uint64, 78) are bits of the cards in the order dealt, ``groups`` (int64)
    has `MAX_PLAYERS` + 1 words a block, ``thresholds`` is uint64, all else int64.
    """

    salt: Any
    codes: Any
    sizes: Any
    group_counts: Any
    groups: Any
    offsets: Any
    thresholds: Any
    takes: Any
    targets: Any


@kernel
def _pick(number: Any, counts: Any) -> Any:
    """Return the place whose share of the running sum holds a number."""
    place = 0
    while number >= counts[place]:
        number -= counts[place]
        place += 1
    return place


@kernel
def _deal_block(
    block: Any,
    tables: GivenArrays,
    key: Any,
    first: Any,
    place: Any,
    counts: Any,
    places: Any,
    inside: Any,
    piles: Any,
) -> Any:
    """Deal the cards of one block and return the place behind them.

    Parameters
    ----------
    block : int64
    tables : GivenArrays
    key : uint64
    first : int64
        Counter of the attempt's first draw.
    place : int64
        Place of the block's first card in the order.
    counts : int64 array (MAX_PLAYERS + 1,)
        Cards of each group; overwritten.
    places : int64 array (MAX_PLAYERS + 1,)
        Places left in each pile; overwritten.
    inside : int64 array (MAX_PLAYERS + 1,)
        Scratch.
    piles : uint64 array (PILE_WORDS,)
        Cards are added.
    """
    groups = block * (MAX_PLAYERS + 1)
    for left in range(tables.sizes[block], 0, -1):
        bits = draw_at(key, first + place)
        group = _pick(bounded(bits, left), counts)
        counts[group] -= 1
        total = 0
        for pile in range(MAX_PLAYERS + 1):
            own = tables.groups[groups + pile] == group
            inside[pile] = places[pile] if own else 0
            total += inside[pile]
        # The group took the high half of the draw, the pile takes the low one.
        pile = _pick(bounded(bits << _LOW_HALF, total), inside)
        places[pile] -= 1
        code = tables.codes[place]
        word = 2 * pile
        if code >= TRUMP_CODE:
            piles[word + 1] |= ONE << np.uint64(code - TRUMP_CODE)
        else:
            piles[word] |= ONE << np.uint64(code)
        place += 1
    return place


@kernel
def _deal_under(
    rules: RulesVector,
    tables: GivenArrays,
    key: Any,
    attempt: Any,
    counts: Any,
    places: Any,
    inside: Any,
    piles: Any,
) -> None:
    """Deal the pack of a key under conditions; see `_deal_block`.

    References
    ----------
    R1.1; `tarotsim.reference.given.deal_under` tells why it is uniform.
    """
    for word in range(PILE_WORDS):
        piles[word] = NO_CARDS
    for pile in range(MAX_PLAYERS + 1):
        places[pile] = rules.hand_size if pile < rules.players else 0
    places[MAX_PLAYERS] = rules.chien_size
    first = attempt << DRAW_BITS
    state, step, place = 0, SPLIT_DRAWS, 0
    for block in range(len(tables.sizes)):
        left = tables.sizes[block]
        for group in range(tables.group_counts[block] - 1):
            choice, last = tables.offsets[state], tables.offsets[state + 1] - 1
            bits = draw_at(key, first + step)
            while choice < last and bits >= tables.thresholds[choice]:
                choice += 1
            counts[group] = tables.takes[choice]
            left -= counts[group]
            state = tables.targets[choice]
            step += 1
        counts[tables.group_counts[block] - 1] = left
        place = _deal_block(
            block, tables, key, first, place, counts, places, inside, piles
        )


@kernel(entry=True)
def deal_numbered_under(
    rules: RulesVector,
    tables: GivenArrays,
    seed: Any,
    numbers: Any,
    attempts: Any,
    scratch: Any,
    cards: Any,
) -> None:
    """Deal deals of a run by their numbers, under conditions.

    Parameters
    ----------
    rules : RulesVector
    tables : GivenArrays
    seed : uint64
    numbers : uint64 array (deals,)
    attempts : int64 array (deals,)
        Which try of each deal.
    scratch : int64 array (3, MAX_PLAYERS + 1)
    cards : uint64 array (deals, GIVEN_WORDS)
        Overwritten with what `tarotsim.kernels.batch.play_given` reads.

    References
    ----------
    R1.6: the dealer is seat ``number % players``.
    """
    counts, places, inside = scratch[0], scratch[1], scratch[2]
    for index in range(len(numbers)):
        number, given = numbers[index], words_from(cards[index], 0)
        key = mix(deal_key(seed, number) ^ tables.salt)
        _deal_under(
            rules,
            tables,
            key,
            attempts[index],
            counts,
            places,
            inside,
            words_from(given, GIVEN_PILES),
        )
        put(given, GIVEN_NUMBER, number)
        put(given, GIVEN_DEALER, np.int64(number % np.uint64(rules.players)))
        seats = number_key(seed, number)
        for seat in range(rules.players):
            given[GIVEN_KEYS + seat] = seat_key(seats, seat)
