"""Whole processes: to the first result with a warm and a cold cache, and memory.

The figures of the start are CPU time of the process, user and system, which is what
it takes on a machine with nothing else to do.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    Figure = Callable[[str, Sequence[float]], None]

FIRST = "import tarotsim; tarotsim.simulate(1, strategies={strategy!r}, seed=1)"
LONG = """\
import resource, sys, tarotsim
tarotsim.simulate({deals}, strategies="random_legal", seed=1, keep_rows=False)
unit = 1 if sys.platform == "darwin" else 1024
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit)
"""


def _run(code: str, **environment: str) -> tuple[float, str]:
    """Run Python code in a new process; return its CPU seconds and its output."""
    before = os.times()
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env=os.environ | environment,
    )
    after = os.times()
    user = after.children_user - before.children_user
    return user + after.children_system - before.children_system, done.stdout


@pytest.mark.benchmark(timer=time.perf_counter)
@pytest.mark.parametrize("strategy", ["random_legal", "point_count"])
def bench_first_result_warm(
    benchmark: Any, figure: Figure, scale: int, strategy: str
) -> None:
    """Play one deal in a process of its own, its code in the cache."""
    code = FIRST.format(strategy=strategy)
    seconds: list[float] = []
    _run(code)
    benchmark.pedantic(
        lambda: seconds.append(_run(code)[0]), rounds=max(1, 10 // scale)
    )
    if strategy == "point_count":
        figure("first_warm", seconds)


@pytest.mark.slow
@pytest.mark.benchmark(timer=time.perf_counter)
@pytest.mark.parametrize("strategy", ["random_legal", "point_count"])
def bench_first_result_cold(
    benchmark: Any, figure: Figure, tmp_path: Path, strategy: str
) -> None:
    """Do the same with an empty cache: the engine is compiled."""
    code = FIRST.format(strategy=strategy)
    seconds: list[float] = []

    def start() -> None:
        cache = tmp_path / str(len(seconds))
        seconds.append(_run(code, TAROTSIM_CACHE_DIR=str(cache))[0])

    benchmark.pedantic(start, rounds=3)
    if strategy == "point_count":
        figure("first_cold", seconds)


@pytest.mark.skipif(sys.platform == "win32", reason="needs the module resource")
@pytest.mark.benchmark(timer=time.perf_counter)
@pytest.mark.parametrize("deals", [100_000, 10_000_000])
def bench_memory(benchmark: Any, figure: Figure, scale: int, deals: int) -> None:
    """Peak memory of a run that keeps sums only: the same for 100 times the deals."""
    code = LONG.format(deals=deals // scale)
    printed = benchmark.pedantic(lambda: _run(code)[1])
    megabytes = int(printed) / 1e6
    benchmark.extra_info["peak_mb"] = round(megabytes)
    if deals == 10_000_000:
        figure("memory", [megabytes])
