"""Threads, processes, Dask: whoever plays, the same table."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import (
    CancelledError,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tarotsim import StrategyError, TarotError, open_run, simulate
from tarotsim.game.strategy import Strategy
from tarotsim.runs import workers
from tarotsim.runs.pieces import Products
from tarotsim.runs.run import plan_run
from tarotsim.runs.workers import WorkerError, job_of, play_job

NO_KILL = pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
GIVEN: dict[str, Any] = {"strategies": "random_legal", "seed": 21}
MINE = '''
from dataclasses import dataclass

@dataclass(frozen=True)
class Mine:
    """Takes now and then."""

    every: int = 3

    def bid(self, view):
        return view.legal[-1] if sum(view.hand) % self.every == 0 else view.legal[0]
'''


@pytest.fixture
def mine(tmp_path: Path) -> str:
    """Return the spec of a strategy in a file."""
    file = tmp_path / "mine.py"
    file.write_text(MINE, encoding="utf-8")
    return f"{file}:Mine(every=4)"


def test_processes_give_the_same_rows_and_sums(mine: str) -> None:
    table = [mine, "random_legal", "point_count(garde=50)", "random_legal"]
    alone = simulate(400, strategies=table, seed=2, threads=1)
    shared = simulate(400, strategies=table, seed=2, workers=2)
    assert (shared.rows == alone.rows).all()
    assert shared.summary() == alone.summary()


def test_any_executor_will_do(tmp_path: Path) -> None:
    plain = simulate(3000, **GIVEN)
    with ThreadPoolExecutor(3) as pool:
        shared = simulate(3000, executor=pool, **GIVEN)
        assert (shared.rows == plain.rows).all()
        played = simulate(played=700, executor=pool, **GIVEN)
        assert played.tally.played == 700
        kept = simulate(3000, executor=pool, out=tmp_path / "run", **GIVEN)
        assert kept.tally == plain.tally
    with pytest.raises(WorkerError, match="takes no more work"):
        simulate(10, executor=pool, **GIVEN)


def test_a_job_is_text_without_any_strategy(mine: str) -> None:
    run = plan_run(10, strategies=mine, seed=1)
    job = json.loads(job_of(run, Products()))
    assert job["strategies"] == [mine]
    assert list(job["files"].values()) == [MINE]
    assert job["identity"]["strategies"][0]["spec"] == "mine.py:Mine"


def test_a_file_reaches_a_worker_by_its_content(mine: str) -> None:
    run = plan_run(10, strategies=mine, seed=1)
    job = job_of(run, Products(rows=True))
    expected = simulate(40, strategies=mine, seed=1).rows[10:40]
    Path(mine.partition(".py")[0] + ".py").unlink()
    piece = play_job(job, 10, 40)
    assert (piece.rows == expected).all()


def test_a_file_that_was_changed_on_the_way_is_refused(mine: str) -> None:
    job = json.loads(job_of(plan_run(10, strategies=mine, seed=1), Products()))
    job["files"] = {name: text + "#" for name, text in job["files"].items()}
    with pytest.raises(WorkerError, match=r"source of mine\.py:Mine has changed"):
        play_job(json.dumps(job), 0, 10)


def test_a_worker_of_another_version_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    job = job_of(plan_run(10, **GIVEN), Products())
    monkeypatch.setattr(workers, "package_digest", lambda name: "sha256:other")
    workers._planned.cache_clear()
    with pytest.raises(WorkerError, match="another tarotsim than the run"):
        play_job(job, 0, 10)


def test_a_worker_with_other_strategies_is_refused() -> None:
    job = json.loads(job_of(plan_run(10, **GIVEN), Products()))
    job["identity"]["strategies"][2]["source"] = "sha256:other"
    with pytest.raises(WorkerError, match="seat 2: the source of random_legal"):
        play_job(json.dumps(job), 0, 10)


def test_f12_a_class_that_workers_cannot_load_is_refused_at_once() -> None:
    class Mine(Strategy):
        """Only here."""

    start = time.monotonic()
    with pytest.raises(StrategyError, match=r"Mine of .*put the class in a file"):
        simulate(10, strategies=Mine, workers=2)
    assert time.monotonic() - start < 5


def test_a_spec_of_a_main_program_is_refused_with_what_to_do() -> None:
    run = plan_run(10, strategies="random_legal", seed=1)
    named = replace(run, sources=("__main__:Mine",))
    with pytest.raises(StrategyError, match=r"%%writefile.*'mine\.py:Mine'"):
        job_of(named, Products())


def test_f12_a_class_of_a_main_program_is_refused_at_once(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from tarotsim import Strategy, simulate\n"
        "class Mine(Strategy):\n    pass\n"
        "simulate(10, strategies=Mine, workers=2)\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False
    )
    assert (
        "StrategyError: the strategy Mine of __main__ cannot be loaded"
        in (done.stderr.splitlines()[-1])
    )


FAILING = """
class Failing:
    def bid(self, view):
        raise RuntimeError("broken")

class Ending:
    def bid(self, view):
        import os
        os._exit(1)
"""


def test_an_error_in_a_worker_names_the_deal(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text(FAILING, encoding="utf-8")
    with pytest.raises(StrategyError, match=r"Failing.*seat 1.*seed 1, deal 0"):
        simulate(10, strategies=f"{file}:Failing", seed=1, workers=2)


def test_workers_that_end_again_and_again_are_given_up(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text(FAILING, encoding="utf-8")
    run = plan_run(10, strategies=f"{file}:Ending", seed=1)
    crew = workers.Processes(job_of(run, Products()), 1)
    from tarotsim.runs.schedule import Cutter, pieces

    with pytest.raises(WorkerError, match="again and again over deals 0 to 9"):
        list(pieces(crew, Cutter([range(10)], start=10, most=10)))
    crew.close()


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (type("KilledWorker", (Exception,), {}), "again and again over deals 0 to 9"),
        (CancelledError, "gave the work up"),
        (ModuleNotFoundError, "a worker cannot load tarotsim"),
    ],
)
def test_what_an_executor_fails_with_is_told(
    error: type[BaseException], message: str
) -> None:
    class Failing(ThreadPoolExecutor):
        def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(error())
            return future

    with pytest.raises(WorkerError, match=message):
        simulate(10, executor=Failing(1), **GIVEN)


@NO_KILL
def test_a_killed_process_is_replaced(tmp_path: Path) -> None:
    expected = simulate(60_000, keep_rows=False, **GIVEN)
    killed: list[int] = []

    def kill(crew: Any) -> None:
        while not killed:
            time.sleep(0.05)
            parts = tmp_path / "run" / "parts"
            if parts.exists() and len(list(parts.iterdir())) > 2:
                pid = next(iter(crew._pool._processes))
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

    class Watched(workers.Processes):
        def __init__(self, job: str, count: int) -> None:
            super().__init__(job, count)
            threading.Thread(target=kill, args=(self,), daemon=True).start()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workers, "Processes", Watched)
        results = simulate(
            60_000, out=tmp_path / "run", part_deals=1000, workers=2, **GIVEN
        )
    assert killed
    assert results.tally == expected.tally
    assert results.to_pandas()["deal"].tolist() == list(range(60_000))


ENDLESS = """
import os
from pathlib import Path

class Endless:
    def bid(self, view):
        own = Path(__file__).parent.parent.name
        (Path({place!r}) / f"{{os.getpid()}} {{own}}").touch()
        return view.legal[0]
"""


@NO_KILL
def test_workers_end_with_a_run_that_is_killed(tmp_path: Path) -> None:
    place = tmp_path / "workers"
    place.mkdir()
    file = tmp_path / "endless.py"
    file.write_text(ENDLESS.format(place=str(place)), encoding="utf-8")
    script = tmp_path / "script.py"
    script.write_text(
        "from tarotsim import simulate\n"
        "if __name__ == '__main__':\n"
        f"    simulate(10**9, strategies={f'{file}:Endless'!r}, workers=2, seed=1)\n",
        encoding="utf-8",
    )
    process = subprocess.Popen([sys.executable, str(script)])
    try:
        _wait(lambda: len(_others(place, process.pid)) == 2)
    finally:
        process.kill()
        process.wait()
    workers = _others(place, process.pid)
    _wait(lambda: not any(_is_running(pid) for pid in workers))
    folders = [Path(tempfile.gettempdir()) / name for name in workers.values()]
    assert not any(folder.exists() for folder in folders)


def _others(place: Path, own: int) -> dict[int, str]:
    told = [file.name.split() for file in place.iterdir()]
    return {int(pid): folder for pid, folder in told if int(pid) != own}


def _wait(condition: Any) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"threads": 2, "workers": 2}, "give one of threads and workers"),
        ({"workers": 0}, "workers must be 1 or more, not 0"),
        ({"threads": -1}, "threads must be 1 or more, not -1"),
    ],
)
def test_crews_that_make_no_sense_are_refused(
    given: dict[str, Any], message: str
) -> None:
    with pytest.raises(TarotError, match=message):
        simulate(10, **given)


# -- Dask ----------------------------------------------------------------------------


@pytest.fixture
def cluster() -> Iterator[Any]:
    """Give a Dask cluster of two processes."""
    distributed = pytest.importorskip(
        "distributed", reason="Dask is not installed: the extra distributed has it"
    )
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
        ) as found,
        distributed.Client(found) as client,
    ):
        yield client


@NO_KILL
@pytest.mark.filterwarnings("default")  # Dask's own, when a worker goes
def test_a_dask_cluster_that_loses_a_worker_gives_the_same(
    cluster: Any, tmp_path: Path
) -> None:
    deals = 60_000
    out = tmp_path / "run"
    before = cluster.run(os.getpid)
    assert len(before) == 2

    def kill() -> None:
        parts = out / "parts"
        while not parts.exists() or len(list(parts.iterdir())) < 3:
            time.sleep(0.02)
        os.kill(next(iter(before.values())), signal.SIGKILL)

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    with cluster.get_executor() as executor:
        results = simulate(deals, out=out, part_deals=1000, executor=executor, **GIVEN)
    killer.join(10)
    assert not killer.is_alive()
    assert next(iter(before.values())) not in cluster.run(os.getpid).values()
    expected = simulate(deals, **GIVEN)
    assert results.tally == expected.tally
    assert open_run(out).to_pandas().equals(expected.to_pandas())


def test_a_process_pool_of_somebody_else_stays_open() -> None:
    context = workers._CONTEXT
    with ProcessPoolExecutor(1, context) as pool:
        first = simulate(50, executor=pool, **GIVEN)
        second = simulate(50, executor=pool, **GIVEN)
    assert (first.rows == second.rows).all()
