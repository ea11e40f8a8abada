"""Random numbers by key: the published generator, bounds, errors."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tarotsim.game.errors import TarotError
from tarotsim.game.keys import (
    GAMMA,
    MAX_SEED,
    STREAM_DEAL,
    bounded,
    check_seed,
    deal_key,
    draw,
    draw_counter,
    mix,
    new_seed,
    seat_key,
)
from tarotsim.game.layout import Stage

SPLITMIX64 = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)
"""First outputs of SplitMix64 from the state 1234567, as published."""


def test_splitmix64_test_vector() -> None:
    assert GAMMA == 0x9E3779B97F4A7C15
    outputs = tuple(draw(1234567, counter) for counter in range(1, 6))
    assert outputs == SPLITMIX64
    state, mixed = 1234567, []
    for _ in SPLITMIX64:
        state += GAMMA  # mix() reduces it to 64 bits
        mixed.append(mix(state))
    assert tuple(mixed) == SPLITMIX64


def test_mix_is_a_permutation_of_64_bits() -> None:
    rng = random.Random(1)
    numbers = {rng.getrandbits(64) for _ in range(5000)}
    mixed = {mix(number) for number in numbers}
    assert len(mixed) == len(numbers)
    assert all(0 <= number < 1 << 64 for number in mixed)
    assert mix(5) == mix(5 + (1 << 64))
    # Every input bit changes about half of the output bits.
    for bit in range(64):
        flips = [
            (mix(n) ^ mix(n ^ (1 << bit))).bit_count() for n in list(numbers)[:200]
        ]
        assert 28 < sum(flips) / len(flips) < 36


@pytest.mark.parametrize("limit", [1, 2, 3, 18, 78, 1000, 65535])
def test_bounded_draws_stay_in_range_and_reach_the_ends(limit: int) -> None:
    assert bounded(0, limit) == 0
    assert bounded((1 << 64) - 1, limit) == limit - 1
    drawn = [bounded(draw(99, counter), limit) for counter in range(3000)]
    assert 0 <= min(drawn) <= max(drawn) < limit
    if limit <= 78:
        assert set(drawn) == set(range(limit))


def test_bounded_draws_are_even() -> None:
    """Chi squared with 17 degrees of freedom, far below one in a million."""
    counts = [0] * 18
    for counter in range(36000):
        counts[bounded(draw(seat_key(1, 2, 3), counter), 18)] += 1
    assert sum((count - 2000) ** 2 / 2000 for count in counts) < 60


def test_every_key_is_its_own() -> None:
    keys = [
        key
        for seed in range(12)
        for number in range(12)
        for key in (
            *(deal_key(seed, number, stream) for stream in range(6)),
            *(seat_key(seed, number, seat) for seat in range(5)),
        )
    ]
    assert len(set(keys)) == len(keys)
    assert deal_key(3, 4) == deal_key(3, 4, STREAM_DEAL)
    assert deal_key(3, 4) != deal_key(4, 3)
    assert all(0 <= key < 1 << 64 for key in keys)
    assert deal_key(MAX_SEED, MAX_SEED) < 1 << 64


def test_counters_of_different_draws_differ() -> None:
    counters = {
        draw_counter(stage, trick, index)
        for stage in Stage
        for trick in range(24)
        for index in (0, 1, 65535)
    }
    assert len(counters) == len(Stage) * 24 * 3
    assert max(counters) < 1 << 32


@pytest.mark.parametrize("seed", [0, 1, 1234567, MAX_SEED])
def test_seeds_that_are_seeds(seed: int) -> None:
    assert check_seed(seed) == seed


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1, 1 << 64])
def test_seeds_out_of_range(seed: int) -> None:
    with pytest.raises(
        TarotError, match=rf"deal must be from 0 to 2\*\*63 - 1, not {seed}"
    ):
        check_seed(seed, "deal")


@pytest.mark.parametrize("seed", [True, False, 1.0, "1", None, 1 + 0j, [1]])
def test_seeds_that_are_no_whole_numbers(seed: Any) -> None:
    with pytest.raises(TarotError, match="seed must be a whole number, not"):
        check_seed(seed)


def test_fresh_seeds_are_seeds() -> None:
    seeds = {check_seed(new_seed()) for _ in range(20)}
    assert len(seeds) > 15
    assert max(seeds) < 1 << 32
