"""What every benchmark records: the machine, rates, and figures that have a goal."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any, Protocol

import pytest

from benchmarks.figures import spread
from benchmarks.goals import GOALS
from benchmarks.machine import describe_machine

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def pytest_benchmark_generate_machine_info(config: pytest.Config) -> dict[str, str]:
    """Return what a speed figure cannot be read without, and no more."""
    return {"machine": describe_machine(), "node": "", "release": ""}


def pytest_benchmark_update_json(
    config: pytest.Config, benchmarks: Any, output_json: dict[str, Any]
) -> None:
    """Keep the file small and plain: quartiles and what the benchmarks recorded."""
    kept = ("min", "q1", "median", "q3", "rounds", "iterations")
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    found = [
        {
            "name": entry["fullname"].removeprefix("benchmarks/"),
            "seconds": {name: entry["stats"][name] for name in kept},
            **entry["extra_info"],
        }
        for entry in output_json["benchmarks"]
    ]
    machine = output_json["machine_info"]["machine"]
    output_json.clear()
    output_json.update({"machine": machine, "date": today, "benchmarks": found})


class PerSecond(Protocol):
    """How `per_second` is called."""

    def __call__(self, what: str, count: int, goal: str | None = None) -> None:
        """Record how many things one round did."""


@pytest.fixture
def figure(benchmark: Any) -> Callable[[str, Sequence[float]], None]:
    """Record values of a figure that has a goal, by its key in `GOALS`."""

    def record(goal: str, values: Sequence[float]) -> None:
        figures = benchmark.extra_info.setdefault("figures", {})
        assert goal in GOALS, f"{goal!r} is no key of GOALS: {', '.join(GOALS)}"
        figures[goal] = spread(values)

    return record


@pytest.fixture
def per_second(
    benchmark: Any, figure: Callable[[str, Sequence[float]], None]
) -> PerSecond:
    """Record how many things one round did, and so how many a second."""

    def record(what: str, count: int, goal: str | None = None) -> None:
        # Without timing the benchmark runs once, as a test, and has no figures.
        seconds = benchmark.stats.stats.sorted_data if benchmark.stats else [1.0]
        rates = [count / second for second in seconds]
        benchmark.extra_info["rate"] = {"of": what, "per_second": spread(rates)}
        if goal is not None:
            million = 1e6 if GOALS[goal].unit.startswith("M ") else 1.0
            figure(goal, [rate / million for rate in rates])

    return record


@pytest.fixture
def scale(benchmark: Any) -> int:
    """By how much to shrink the work: 100 when it runs as a test, without timing."""
    return 1 if benchmark.enabled else 100
