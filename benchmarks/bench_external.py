"""Players that are programs of their own: whole deals, all four seats in processes."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tarotsim import external, simulate

if TYPE_CHECKING:
    from benchmarks.conftest import PerSecond

CLIENT = Path(__file__).parents[1] / "strategies" / "examples" / "external_player.py"
DEALS = 50


@pytest.mark.benchmark(timer=time.perf_counter)
def bench_external_player(benchmark: Any, per_second: PerSecond) -> None:
    """Whole deals, by wall time: most of it passes in the players."""
    player = external([sys.executable, str(CLIENT)])
    # The first deal starts the processes.
    simulate(1, strategies=player, seed=1, auction="best:garde")

    results = benchmark(
        simulate, DEALS, strategies=player, seed=1, auction="best:garde"
    )
    per_second("deals", len(results))
    player.close()
