"""Tables in lockstep: decisions a second, by one process, everything included.

A round is many steps of all tables, which were begun some deals before, so that they
are at all points of their deals. What is compiled is compiled before the clock starts.
Decisions that other strategies make are not counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tarotsim import BatchTables

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.conftest import PerSecond

    Policy = Callable[[BatchTables], Any]

DECISIONS = 1_000_000
"""About so many in a round; as a test a round is two steps."""
MOST_TABLES = 100_000


def from_list() -> Policy:
    """Draw from the list of what is legal."""
    chance, rows = np.random.default_rng(1), np.arange(MOST_TABLES)

    def choose(tables: BatchTables) -> Any:
        values = chance.random(len(tables), dtype=np.float32)
        picks = (values * tables.counts).astype(np.intp)
        return tables.legal[rows[: len(tables)], picks]

    return choose


def from_mask() -> Policy:
    """Take the best of random values under the dense mask, as a net would."""
    chance = np.random.default_rng(1)
    values = chance.random((1, 78), dtype=np.float32)

    def choose(tables: BatchTables) -> Any:
        return np.where(tables.mask(), values, -1).argmax(axis=1)

    return choose


def from_draws() -> Policy:
    """Draw from the list by the seats' own numbers: compiled, and reproducible."""
    rows = np.arange(MOST_TABLES)

    def choose(tables: BatchTables) -> Any:
        return tables.legal[rows[: len(tables)], tables.draw(tables.counts)]

    return choose


def after_a_look() -> Policy:
    """Draw from the list after making the whole observation."""
    draw = from_list()

    def choose(tables: BatchTables) -> Any:
        tables.observe()
        return draw(tables)

    return choose


POLICIES = {
    "list": from_list,
    "mask": from_mask,
    "draws": from_draws,
    "observation": after_a_look,
}


def _measure(
    benchmark: Any,
    per_second: PerSecond,
    tables: BatchTables,
    choose: Policy,
    goal: str | None = None,
) -> None:
    is_timed = benchmark.enabled
    steps = max(1, DECISIONS // len(tables)) if is_timed else 2
    for _ in range(100 if is_timed else 2):
        tables.step(choose(tables))
    count = 0

    def run() -> None:
        nonlocal count
        count = 0
        for _ in range(steps):
            count += int(np.count_nonzero(tables.decision))
            tables.step(choose(tables))

    benchmark.pedantic(run, rounds=5 if is_timed else 1)
    assert count
    per_second("decisions", count, goal)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("n", [1_000, 10_000, MOST_TABLES])
def bench_tables(benchmark: Any, per_second: PerSecond, n: int, policy: str) -> None:
    """Four players, all seats from outside."""
    tables = BatchTables(n, seed=1)
    goal = "batch_rate" if (n, policy) == (10_000, "list") else None
    _measure(benchmark, per_second, tables, POLICIES[policy](), goal)


@pytest.mark.parametrize("players", [3, 5])
def bench_players(benchmark: Any, per_second: PerSecond, players: int) -> None:
    """Three and five players, all seats from outside, from the list."""
    tables = BatchTables(10_000, players, seed=1)
    _measure(benchmark, per_second, tables, from_list())


@pytest.mark.parametrize("strategy", ["random_legal", "point_count"])
def bench_one_seat(benchmark: Any, per_second: PerSecond, strategy: str) -> None:
    """One seat from outside, three left to a compiled strategy."""
    tables = BatchTables(10_000, strategies=[None, *[strategy] * 3], seed=1)
    _measure(benchmark, per_second, tables, from_list())
