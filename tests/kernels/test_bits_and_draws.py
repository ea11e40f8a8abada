from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tarotsim.game import keys
from tarotsim.game.cards import CARD_COUNT
from tarotsim.kernels import bits, compress, draws, listing
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.row import words_from

WORDS = st.integers(0, (1 << 64) - 1)


def _set_bits(word: int) -> list[int]:
    return [bit for bit in range(64) if word >> bit & 1]


@given(WORDS.filter(bool), st.data())
def test_set_bits_are_found(word: int, data: st.DataObject) -> None:
    found = _set_bits(word)
    k = data.draw(st.integers(0, len(found) - 1))
    value = np.uint64(word)
    assert bits.select(value, k) == found[k]
    assert bits.select_portable(value, k) == found[k]
    assert (bits.lowest(value), bits.highest(value)) == (found[0], found[-1])


def test_empty_words_have_no_lowest_and_no_highest_bit() -> None:
    assert bits.lowest(np.uint64(0)) == 64
    assert bits.highest(np.uint64(0)) == -1


def test_codes_are_numbered_back() -> None:
    assert [bits.card_of(code) for code in bits.CODES] == list(range(CARD_COUNT))


@given(st.sets(st.integers(0, CARD_COUNT - 1), min_size=1))
def test_nth_card_counts_in_the_order_of_the_public_numbers(cards: set[int]) -> None:
    word = sum(1 << bits.CODES[card] for card in cards)
    suits, trumps = np.uint64(word & (1 << 64) - 1), np.uint64(word >> 64)
    found = [bits.card_of(bits.nth_card(suits, trumps, k)) for k in range(len(cards))]
    assert found == sorted(cards)


@given(st.sets(st.integers(0, CARD_COUNT - 1)))
def test_sets_are_rewritten_as_bits_of_the_public_numbers(cards: set[int]) -> None:
    word = sum(1 << bits.CODES[card] for card in cards)
    suits, trumps = np.uint64(word & (1 << 64) - 1), np.uint64(word >> 64)
    low, high = bits.numbers_of(suits, trumps)
    assert int(low) | int(high) << 64 == sum(1 << card for card in cards)


@kernel(entry=True)
def _list_both(low: Any, high: Any, octets: Any, others: Any) -> None:
    listing.list_numbers(low, high, words_from(octets, 0), 0)
    listing.list_portable(low, high, words_from(others, 0), 0)


@given(st.sets(st.integers(0, CARD_COUNT - 1), max_size=30))
def test_numbers_are_listed_ascending(numbers: set[int]) -> None:
    """By the processor's own instruction, if it has it, and without."""
    word = sum(1 << number for number in numbers)
    expected = [*sorted(numbers), *[255] * (compress.LEGAL_WIDTH - len(numbers))]
    octets = np.zeros((2, compress.LEGAL_WIDTH + compress.ROOM), dtype=np.uint8)
    low, high = np.uint64(word & (1 << 64) - 1), np.uint64(word >> 64)
    _list_both(low, high, octets[0], octets[1])
    assert octets[:, : compress.LEGAL_WIDTH].tolist() == [expected] * 2


@given(st.integers(0, keys.MAX_SEED), st.integers(0, keys.MAX_SEED), st.integers(0, 4))
def test_keys_are_those_of_the_game(seed: int, number: int, seat: int) -> None:
    key = draws.number_key(np.uint64(seed), np.uint64(number))
    assert int(draws.deal_key(np.uint64(seed), np.uint64(number))) == keys.deal_key(
        seed, number
    )
    assert int(draws.seat_key(np.uint64(key), seat)) == keys.seat_key(
        seed, number, seat
    )


@given(WORDS, st.integers(0, 1 << 30), st.integers(1, 65535))
def test_draws_are_those_of_the_game(key: int, counter: int, limit: int) -> None:
    number = draws.draw_at(np.uint64(key), np.uint64(counter))
    assert int(number) == keys.draw(key, counter)
    assert draws.bounded(np.uint64(number), limit) == keys.bounded(int(number), limit)
