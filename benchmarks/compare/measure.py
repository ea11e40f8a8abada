"""Both revisions in turn on one machine, by CPU time."""

from __future__ import annotations

import contextlib
import json
import os
import statistics
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.compare.worker import CASES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.compare.build import Side

__all__ = ["START", "Failed", "Measured", "measure"]

BLOCK_SECONDS = 0.02
"""CPU time of one block: short, so that a neighbour's burst meets both sides alike."""

ROUNDS = 3
START = "start, warm cache"

_ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"
)


@dataclass(slots=True)
class Measured:
    """The ratios of one case, one a launch.

    Parameters
    ----------
    rate : float
        Deals a second of the base in the first launch; nan for the start.
    to_base, base_to_base : list of float
        CPU time of the head, and of the base again, divided by that of the base.
    """

    rate: float = float("nan")
    to_base: list[float] = field(default_factory=list)
    base_to_base: list[float] = field(default_factory=list)


class Failed(Exception):  # it says what it is
    """A case that one side could not run."""


class _Worker:
    """A process of one side."""

    def __init__(self, side: Side) -> None:
        own = {"PYTHONPATH": str(side.site), "TAROTSIM_CACHE_DIR": str(side.cache)}
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(Path(__file__).with_name("worker.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, **_ONE_THREAD, **own, "PYTHONIOENCODING": "utf-8"},
        )
        hello = self._read()
        self.start_seconds: float = hello["seconds"]
        if Path(hello["package"]).parent != side.site:
            raise RuntimeError(f"{side.label} ran {hello['package']}, not {side.site}")

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"a process ended: exit code {self._process.wait()}")
        message: dict[str, Any] = json.loads(line)
        return message

    def seconds(self, case: str, size: int) -> float:
        """Run a case once and return its CPU time."""
        assert self._process.stdin is not None
        print(
            json.dumps({"case": case, "size": size}),
            file=self._process.stdin,
            flush=True,
        )
        answer = self._read()
        if "error" in answer:
            raise Failed(answer["error"])
        seconds: float = answer["seconds"]
        return seconds

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        self._process.wait()


@contextlib.contextmanager
def _workers(*sides: Side) -> Iterator[list[_Worker]]:
    with contextlib.ExitStack() as stack:
        workers = []
        for side in sides:
            worker = _Worker(side)
            stack.callback(worker.close)
            workers.append(worker)
        yield workers


def _size_for(worker: _Worker, case: str) -> tuple[int, float]:
    """Return how many deals fill a block, and deals a second."""
    size, seconds = 8, 0.0
    worker.seconds(case, size)
    while seconds < BLOCK_SECONDS / 2:
        size *= 2
        seconds = worker.seconds(case, size)
    return round(size * BLOCK_SECONDS / seconds), size / seconds


def _ratios(workers: list[_Worker], case: str, size: int) -> tuple[float, float]:
    """Return head to base and base to base: medians of rounds, each there and back."""
    found: list[tuple[float, float]] = []
    for worker in workers:
        worker.seconds(case, size)
    for _ in range(ROUNDS):
        there = [worker.seconds(case, size) for worker in workers]
        back = [worker.seconds(case, size) for worker in reversed(workers)][::-1]
        base, head, again = (a + b for a, b in zip(there, back, strict=True))
        found.append((head / base, again / base))
    to_base, base_to_base = zip(*found, strict=True)
    return statistics.median(to_base), statistics.median(base_to_base)


def _plan(base: Side, head: Side) -> tuple[dict[str, tuple[int, float]], list[str]]:
    """Find the sizes of the cases that both sides can run; fill both caches.

    Returns
    -------
    dict, list of str
        Deals of a block and deals a second of the base; remarks on other cases.

    Raises
    ------
    Failed
        If the head cannot run a case that the base can.
    """
    sizes, remarks = {}, []
    with _workers(base, head) as (old, new):
        for case in CASES:
            try:
                sizes[case] = _size_for(old, case)
            except Failed as reason:
                remarks.append(
                    f"Not compared, the base cannot run it: {case} ({reason})."
                )
                continue
            try:
                new.seconds(case, sizes[case][0])
            except Failed as reason:
                raise Failed(
                    f"the head cannot run what the base can: {case} ({reason})"
                ) from None
    return sizes, remarks


def measure(
    base: Side, head: Side, launches: int, tell: Callable[[str], None]
) -> tuple[dict[str, Measured], list[str]]:
    """Compare two sides case by case.

    Parameters
    ----------
    base, head : Side
    launches : int
        Fresh processes of base, head and the base again.
    tell : callable
        Called with a line of progress now and then.

    Returns
    -------
    dict, list of str
        What was measured by the name of the case; remarks on cases left out.
    """
    sizes, remarks = _plan(base, head)
    found = {case: Measured(rate) for case, (_, rate) in sizes.items()}
    found[START] = Measured()
    for launch in range(launches):
        # Who starts first has the colder processor: take turns.
        order = (base, head, base) if launch % 2 == 0 else (base, base, head)
        with _workers(*order) as workers:
            if launch % 2:
                workers[1], workers[2] = workers[2], workers[1]
            one, two, three = (worker.start_seconds for worker in workers)
            found[START].to_base.append(two / one)
            found[START].base_to_base.append(three / one)
            for case, (size, _) in sizes.items():
                to_base, base_to_base = _ratios(workers, case, size)
                found[case].to_base.append(to_base)
                found[case].base_to_base.append(base_to_base)
        tell(f"launch {launch + 1} of {launches}")
    return found, remarks
