"""Tables in lockstep: decisions a second, by one process, everything included.

A round is many steps of all tables, which were begun some deals before, so that they
are at all points of their deals. What is compiled is compiled before the clock starts.
Decisions that other strategies make are not counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from benchmarks.array_policies import (
    MOST_TABLES,
    POLICIES,
    STEPS_BEFORE,
    from_list,
    mix_tables,
)
from tarotsim import BatchTables

if TYPE_CHECKING:
    from benchmarks.array_policies import Policy
    from benchmarks.conftest import PerSecond

DECISIONS = 1_000_000
"""About so many in a round; as a test a round is two steps."""


def _measure(
    benchmark: Any,
    per_second: PerSecond,
    tables: BatchTables,
    choose: Policy,
    goal: str | None = None,
) -> None:
    is_timed = benchmark.enabled
    steps = max(1, DECISIONS // len(tables)) if is_timed else 2
    mix_tables(tables, choose, STEPS_BEFORE if is_timed else 2)
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
