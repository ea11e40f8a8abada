"""Who plays the deals of a run: this thread, threads, processes, other machines.

Work for another process goes out as text and numbers: what identifies the run, and a
range of deals. Never a pickled strategy: each worker loads it by its spec and checks
that it is the same, and files of strategies travel by their content.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import multiprocessing
import multiprocessing.connection
import os
import shutil
import signal
import socket
import tempfile
import threading
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from tarotsim.game.errors import StrategyError, TarotError
from tarotsim.plugins.registry import StrategySpec, parse_spec
from tarotsim.plugins.sources import file_of, how_to_name, package_digest, spec_of
from tarotsim.runs.identity import differences, identity_of
from tarotsim.runs.pieces import Piece, Products, play_range
from tarotsim.runs.run import plan_run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tarotsim.runs.run import Run

__all__ = [
    "Crew",
    "Foreign",
    "Here",
    "Processes",
    "Threads",
    "WorkerError",
    "dask_executor",
    "hiring",
    "job_of",
    "play_job",
]


class WorkerError(TarotError):
    """A worker that cannot do the work, such as one of another version."""


class Crew(Protocol):
    """Who plays ranges of deals."""

    def width(self) -> int:
        """Return how many ranges to have under way."""

    def submit(self, part: range) -> Future[Piece]:
        """Have a range played."""

    def close(self) -> None:
        """Stop as soon as possible, and leave nothing running."""


class Here:
    """Plays ranges at once, in this thread."""

    def __init__(self, run: Run, products: Products) -> None:
        self._run, self._products = run, products

    def width(self) -> int:
        """Return 1: one range at a time."""
        return 1

    def submit(self, part: range) -> Future[Piece]:
        """Play a range and return its future, which is done."""
        future: Future[Piece] = Future()
        try:
            future.set_result(play_range(self._run, self._products, part))
        except Exception as error:
            future.set_exception(error)
        return future

    def close(self) -> None:
        """Do nothing: nothing is running."""


class Threads:
    """Plays ranges in threads of this process; the compiled engine lets them run."""

    def __init__(self, run: Run, products: Products, count: int) -> None:
        self._run, self._products, self._count = run, products, count
        self._pool = ThreadPoolExecutor(count)
        self._stop = threading.Event()

    def width(self) -> int:
        """Return twice the threads, so that none waits for the next range."""
        return 2 * self._count

    def submit(self, part: range) -> Future[Piece]:
        """Have a range played."""
        return self._pool.submit(
            play_range,
            self._run,
            self._products,
            part,
            is_stopped=self._stop.is_set,
        )

    def close(self) -> None:
        """Stop within a few thousand deals."""
        self._stop.set()
        self._pool.shutdown(cancel_futures=True)


class Processes:
    """Plays ranges in processes of this machine; one that is killed is replaced.

    Parameters
    ----------
    job : str
        From `job_of`.
    count : int
        Number of processes.
    """

    def __init__(self, job: str, count: int) -> None:
        self._job, self._count = job, count
        # Nothing that a process could be killed while holding.
        self._stop = _CONTEXT.RawValue("b", 0)
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._count, _CONTEXT, initializer=_begin, initargs=(self._stop,)
        )

    def width(self) -> int:
        """Return twice the processes, so that none waits for the next range."""
        return 2 * self._count

    def submit(self, part: range) -> Future[Piece]:
        """Have a range played, by new processes if the old ones are gone."""
        try:
            return self._pool.submit(play_job, self._job, part.start, part.stop)
        except BrokenExecutor:
            self._pool.shutdown()
            self._pool = self._new_pool()
            return self._pool.submit(play_job, self._job, part.start, part.stop)

    def close(self) -> None:
        """Stop within a few thousand deals."""
        self._stop.value = 1
        self._pool.shutdown(cancel_futures=True)


class Foreign:
    """Plays ranges with somebody's executor, which stays theirs to shut down.

    Parameters
    ----------
    job : str
        From `job_of`.
    executor : Executor
        Any of `concurrent.futures`, or one with the same interface, such as
        ``Client.get_executor()`` of Dask.
    """

    def __init__(self, job: str, executor: Executor) -> None:
        self._job, self._executor = job, executor
        self._pending: set[Future[Piece]] = set()

    def width(self) -> int:
        """Return twice the workers that there are now; the processors if untold."""
        client: Any = getattr(self._executor, "_client", None)
        known = getattr(self._executor, "_max_workers", None)
        if hasattr(client, "nthreads"):
            # Workers of a cluster come and go.
            known = sum(client.nthreads().values())
        elif known is None:
            known = os.cpu_count()
        return 2 * max(1, known or 1)

    def submit(self, part: range) -> Future[Piece]:
        """Have a range played.

        Raises
        ------
        WorkerError
            If the executor is broken or shut down.
        """
        try:
            future = self._executor.submit(play_job, self._job, part.start, part.stop)
        except RuntimeError as error:
            message = f"the executor takes no more work ({error}); what was written is"
            raise WorkerError(f"{message} kept") from error
        self._pending.add(future)
        future.add_done_callback(self._pending.discard)
        return future

    def close(self) -> None:
        """Give up what has not begun."""
        for future in list(self._pending):
            future.cancel()


@contextlib.contextmanager
def dask_executor(address: str) -> Iterator[Executor]:
    """Give an executor over a Dask cluster.

    Parameters
    ----------
    address : str
        Of the scheduler, such as ``tcp://10.0.0.1:8786``.

    Raises
    ------
    TarotError
        If Dask is not installed, or there is no scheduler.
    """
    try:
        from distributed import Client as Connect
    except ImportError as error:
        message = "Dask is not installed: pip install 'tarotsim[distributed]'"
        raise TarotError(message) from error
    try:
        connect: Any = Connect  # without types
        client = connect(address, timeout=_DASK_SECONDS)
    except (OSError, ValueError) as error:
        message = f"there is no Dask scheduler at {address}: {error}"
        raise TarotError(message) from error
    with client:
        yield client.get_executor()


_DASK_SECONDS = 10
_CONTEXT = multiprocessing.get_context("spawn")
_is_stopped: Callable[[], bool] = bool
_planning = threading.Lock()


def _begin(stop: Any) -> None:
    """Prepare a process of `Processes`."""
    global _is_stopped
    # Ctrl-C reaches every process of a terminal: the first one sees to the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _is_stopped = functools.partial(getattr, stop, "value")
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when the one that started it is gone, however it ended."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    multiprocessing.connection.wait([parent.sentinel])
    if _own_folder.cache_info().currsize:
        shutil.rmtree(_own_folder(), ignore_errors=True)
    os._exit(1)


def hiring(
    *,
    threads: int | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
) -> Callable[[Run, Products], Crew]:
    """Return what finds the crew of a run.

    Parameters
    ----------
    threads : int, optional
        Of this process; as many as processors by default.
    workers : int, optional
        Processes of this machine.
    executor : Executor, optional
        Somebody's.

    Raises
    ------
    TarotError
        If more than one of them is given, or a number below 1.
    """
    given = {"threads": threads, "workers": workers, "executor": executor}
    named = [name for name, value in given.items() if value is not None]
    if len(named) > 1:
        raise TarotError(f"give one of {' and '.join(named)}")
    for name in ("threads", "workers"):
        count = given[name]
        if isinstance(count, int) and count < 1:
            raise TarotError(f"{name} must be 1 or more, not {count}")

    def hire(run: Run, products: Products) -> Crew:
        if executor is not None:
            return Foreign(job_of(run, products), executor)
        if workers is not None:
            job = job_of(run, products)
            # What is not compiled yet is compiled once, here.
            play_range(run, Products(), range(run.first, run.first + 1))
            return Processes(job, workers)
        width = run.width(threads)
        return Here(run, products) if width == 1 else Threads(run, products, width)

    return hire


# -- jobs ----------------------------------------------------------------------------


def job_of(run: Run, products: Products) -> str:
    """Return what a worker elsewhere needs to know, as JSON.

    Parameters
    ----------
    run : Run
    products : Products
        What it is to make of the deals.

    Raises
    ------
    StrategyError
        If a strategy has no text form, as a class of a notebook.
    """
    specs, files = [], {}
    for strategy in run.sources:
        spec = spec_of(strategy)
        if spec is None or spec.target.startswith("__main__:"):
            raise _not_portable(strategy)
        path = file_of(spec)
        if path is not None:
            # Every byte has a sign of its own in this encoding.
            files[str(path)] = path.read_bytes().decode("latin-1")
        specs.append(str(spec))
    return json.dumps(
        {
            "identity": identity_of(run),
            "code": package_digest("tarotsim"),
            "strategies": specs,
            "files": files,
            "engine": run.engine,
            "products": asdict(products),
        }
    )


def _not_portable(strategy: Any) -> StrategyError:
    if isinstance(strategy, (str, StrategySpec)):
        told, name = str(strategy), str(strategy).partition(":")[2]
    else:
        kind = strategy if isinstance(strategy, type) else type(strategy)
        told, name = f"{kind.__qualname__} of {kind.__module__}", kind.__name__
    return StrategyError(
        f"the strategy {told} cannot be loaded by other processes: "
        f"{how_to_name(name)}. This process can play it, in one thread at a time if it "
        "decides in Python"
    )


def play_job(job: str, first: int, stop: int) -> Piece:
    """Play a range of a job; what a worker elsewhere is asked to do.

    Parameters
    ----------
    job : str
        From `job_of`.
    first, stop : int
        Numbers of the first deal and behind the last.

    Raises
    ------
    WorkerError
        If this worker's package or strategies are others than the run's.
    """
    with _planning:
        run, products = _planned(job)
    return play_range(run, products, range(first, stop), is_stopped=_is_stopped)


@functools.lru_cache(maxsize=4)
def _planned(job: str) -> tuple[Run, Products]:
    told = json.loads(job)
    identity = told["identity"]
    here = f"the worker {os.getpid()} on {socket.gethostname()}"
    own = package_digest("tarotsim")
    if told["code"] != own:
        from tarotsim import __version__

        message = (
            f"{here} has another tarotsim than the run: version {__version__} "
            f"({own[:19]}), not {identity['version']} ({told['code'][:19]}); install "
            "the same everywhere"
        )
        raise WorkerError(message)
    auction = identity["auction"]
    specs = [_own_spec(text, told["files"]) for text in told["strategies"]]
    run = plan_run(
        1,
        players=identity["players"],
        strategies=specs,
        seed=identity["seed"],
        rules=identity["rules"],
        auction=None if auction == "bidding" else auction,
        given=identity["given"],
        engine=told["engine"],
    )
    found = differences(identity, identity_of(run))
    if found:
        raise WorkerError(f"{here} has other strategies: {'; '.join(found)}")
    products = Products(**{**told["products"], "by": tuple(told["products"]["by"])})
    return run, products


def _own_spec(text: str, files: dict[str, str]) -> StrategySpec:
    """Return a spec, with a file of this process's own in place of one elsewhere."""
    spec = parse_spec(text)
    path = file_of(spec)
    if path is None:
        return spec
    content = files[str(path)].encode("latin-1")
    folder = _own_folder() / hashlib.sha256(content).hexdigest()[:16]
    folder.mkdir(exist_ok=True)
    own = folder / path.name
    if not own.exists():
        own.write_bytes(content)
    target = f"{own}:{spec.target.rpartition(':')[2]}"
    return StrategySpec(target, spec.parameters)


@functools.cache
def _own_folder() -> Path:
    import atexit

    folder = Path(tempfile.mkdtemp(prefix="tarotsim-strategies-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
