"""The compiled engine: whole deals, history, Python strategies, threads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tarotsim.runs.run import plan_run

if TYPE_CHECKING:
    from collections.abc import Callable

    PerSecond = Callable[[str, int], None]

DEALS = 4096
STRATEGIES = ("random_legal", "point_count", "point_count(reads_poignees=True)")


def _run(strategies: Any, players: int = 4) -> Any:
    return plan_run(
        DEALS, players=players, strategies=strategies, seed=1, auction="best:garde"
    )


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("players", [3, 4, 5])
def bench_compiled_deals(
    benchmark: Any, per_second: PerSecond, players: int, strategy: str
) -> None:
    """Played deals, the best hand taking a garde, on one thread."""
    run = _run(strategy, players)
    rows = benchmark(lambda: run.play_numbers(range(DEALS)))
    assert len(rows) == DEALS
    per_second("deals", int((rows["outcome"] == 0).sum()))


@pytest.mark.parametrize("history", [False, True])
@pytest.mark.parametrize("threads", [1, 2])
def bench_batches(
    benchmark: Any, per_second: PerSecond, threads: int, history: bool
) -> None:
    """Chunks of a run, with and without every act kept, on one and two threads."""
    run = _run("random_legal")
    chunks = benchmark(lambda: list(run.chunks(history=history, threads=threads)))
    assert sum(len(chunk.rows) for chunk in chunks) == DEALS
    per_second("deals", DEALS)


def bench_study(benchmark: Any, per_second: PerSecond) -> None:
    """Study poignées, arms and all, per raw deal."""
    from tarotsim.studies.poignee import study_poignee

    study = benchmark(lambda: study_poignee(DEALS, seed=1, threads=1))
    assert study.cases
    per_second("deals", DEALS)
