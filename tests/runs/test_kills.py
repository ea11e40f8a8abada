"""A run that is killed again and again ends as one that never was (F11)."""

from __future__ import annotations

import multiprocessing
import random
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

DEALS = 40_000


def _kill_again_and_again(folder: Path, places: list[int | None]) -> int:
    """Start the run once for each place, and return how often it was killed."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.runs.killing"])
    draw = random.Random(7)
    killed = 0
    for place in places:
        process = context.Process(
            target=killing.run_and_die, args=(str(folder), DEALS, place)
        )
        process.start()
        if place is None:
            time.sleep(draw.uniform(0.05, 0.3))
            process.kill()
        process.join(60)
        assert process.exitcode in (0, -9)
        killed += process.exitcode == -9
        process.close()
    return killed


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


def _check(tmp_path: Path, places: list[int | None]) -> int:
    killed = _kill_again_and_again(tmp_path / "killed", places)
    simulate(DEALS, out=tmp_path / "killed", **killing.RUN)
    simulate(DEALS, out=tmp_path / "whole", **killing.RUN)
    _assert_same(tmp_path / "killed", tmp_path / "whole")
    return killed


def test_f11_a_killed_run_goes_on_to_the_same_end(tmp_path: Path) -> None:
    places = [*range(3, 64, 9), None, None, None, None, None]
    assert _check(tmp_path, places) == len(places)


@pytest.mark.slow
def test_f11_killed_between_each_pair_of_steps_and_at_random(tmp_path: Path) -> None:
    # The first sixty places are in the start and in the first parts; then at random.
    places = [*range(1, 61), *[None] * 20]
    killed = _check(tmp_path, places)
    assert killed >= 50


def test_the_number_of_rows_is_that_of_the_deals(tmp_path: Path) -> None:
    results = simulate(2500, out=tmp_path / "run", **killing.RUN)
    assert np.array_equal(results.to_pandas()["deal"], np.arange(2500))
