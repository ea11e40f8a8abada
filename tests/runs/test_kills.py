"""A run that is killed again and again ends as one that never was (F11)."""

from __future__ import annotations

import multiprocessing
import random
import signal
import sys
import time
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from tarotsim import open_run, simulate
from tests.runs import killing

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="processes are forked from a warm server"
)

DEALS = 200_000
"""More than are played until the last kill: each takes a few parts of 500."""


def _kill_again_and_again(folder: Path, places: list[int | None]) -> None:
    """Start the run once for each place and see it killed there.

    None: killed from outside, while a part is being written or just was.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.runs.killing"])
    for place in places:
        process = context.Process(
            target=killing.run_and_die, args=(str(folder), DEALS, place)
        )
        before = _parts(folder)
        process.start()
        while place is None and _parts(folder) < before + 2 and process.is_alive():
            time.sleep(0.001)
        if place is None:
            process.kill()
        process.join(60)
        assert process.exitcode == -signal.SIGKILL
        process.close()


def _parts(folder: Path) -> int:
    journal = folder / "parts.jsonl"
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


def _assert_same(folder: Path, whole: Path) -> None:
    """Compare all that is in two folders, but for where the parts were cut."""
    one, two = pq.read_table(folder / "parts"), pq.read_table(whole / "parts")
    assert one["deal"].to_pylist() == list(range(DEALS))
    assert one.equals(two)
    first, second = open_run(folder), open_run(whole)
    assert first.summary(["contract"]) == second.summary(["contract"])
    assert first.summary().to_json() == second.summary().to_json()
    names = {part.name for part in first.folder.parts}
    assert {file.name for file in (folder / "parts").iterdir()} == names
    for name in ("manifest.json", "experiment.toml", "summary.json"):
        assert (folder / name).read_bytes() == (whole / name).read_bytes()
    left = {file.name for file in folder.iterdir()}
    assert left == {file.name for file in whole.iterdir()}


def test_f11_a_run_killed_fifty_times_goes_on_to_the_same_end(tmp_path: Path) -> None:
    # The first places are in the start, each after one more step; then anywhere in
    # the parts of a run that goes on, and from outside.
    draw = random.Random(7)
    anywhere = [draw.randrange(36, 200) for _ in range(10)]
    places = [*range(1, 36), *anywhere, *[None] * 5]
    assert len(places) == 50
    _kill_again_and_again(tmp_path / "killed", places)
    assert _parts(tmp_path / "killed") >= 10
    simulate(DEALS, out=tmp_path / "killed", **killing.RUN)
    simulate(DEALS, out=tmp_path / "whole", **killing.RUN)
    _assert_same(tmp_path / "killed", tmp_path / "whole")


def test_the_number_of_rows_is_that_of_the_deals(tmp_path: Path) -> None:
    results = simulate(2500, out=tmp_path / "run", **killing.RUN)
    assert np.array_equal(results.to_pandas()["deal"], np.arange(2500))
