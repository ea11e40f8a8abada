"""What every benchmark records: the machine, and deals per second."""

from __future__ import annotations

import platform
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tarotsim import __version__

if TYPE_CHECKING:
    from collections.abc import Callable


def pytest_benchmark_update_machine_info(
    config: pytest.Config, machine_info: dict[str, Any]
) -> None:
    """Add what a speed figure cannot be read without."""
    machine_info["tarotsim"] = __version__
    machine_info["python"] = sys.version.split()[0]
    machine_info["platform"] = platform.platform()


@pytest.fixture
def per_second(benchmark: Any) -> Callable[[str, int], None]:
    """Record how many things one round did, and so how many a second."""

    def record(what: str, count: int) -> None:
        benchmark.extra_info[what] = count
        # Without timing the benchmark runs once, as a test, and has no figures.
        if benchmark.stats:
            rate = count / benchmark.stats.stats.median
            benchmark.extra_info[f"{what} per second"] = round(rate)

    return record
