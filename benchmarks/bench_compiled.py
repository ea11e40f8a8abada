"""The compiled engine: whole deals by players and strategy, and the poignée study.

A round is 4,096 raw deals on one thread, the best hand taking a garde; engine and
policies are compiled before the clock starts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tarotsim.runs.run import plan_run

if TYPE_CHECKING:
    from benchmarks.conftest import PerSecond

DEALS = 4096
STRATEGIES = (
    "random_legal",
    "point_count",
    "point_count(reads_poignees=True)",
    "expert",
)
GOALS = {
    (4, "random_legal"): "random_rate",
    (4, "point_count"): "point_count_rate",
    (4, "expert"): "expert_rate",
}


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("players", [3, 4, 5])
def bench_compiled_deals(
    benchmark: Any, per_second: PerSecond, players: int, strategy: str
) -> None:
    """Played deals."""
    run = plan_run(
        DEALS, players=players, strategies=strategy, seed=1, auction="best:garde"
    )
    run.play_numbers(range(1))
    rows = benchmark(lambda: run.play_numbers(range(DEALS)))
    assert len(rows) == DEALS
    played = int((rows["outcome"] == 0).sum())
    per_second("deals", played, GOALS.get((players, strategy)))


def bench_study(benchmark: Any, per_second: PerSecond) -> None:
    """Study poignées, arms and all, per raw deal."""
    from tarotsim.studies.poignee import study_poignee

    study = benchmark(lambda: study_poignee(DEALS, seed=1, threads=1))
    assert len(study.cases)
    per_second("deals", DEALS)
