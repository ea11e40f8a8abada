"""An examination in a process of its own, so that one that never ends can be ended.

Compiled code that loops cannot be interrupted from inside: nothing but the end of its
process stops it. The process tells every step before it makes it, and the one that
waits knows what hung or crashed.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tarotsim.game.errors import StrategyError, TarotError
from tarotsim.kernels import _cache
from tarotsim.plugins.processes import how_it_ended, kill_all, start_apart
from tarotsim.plugins.sources import spec_of
from tarotsim.testing.examination import Step, StrategyReport

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarotsim.testing.examination import Examination

__all__ = ["examine_apart", "serve"]

_CODE = "from tarotsim.testing.apart import serve; serve()"

_GONE = EOFError()
"""What the queue holds when the process has closed its output."""

_COMPILING = Step("", "a function is compiled")
"""What the process tells within a step, which may take longer then."""

_SLICE = 0.5
"""Seconds between two looks at Ctrl-C, which some systems hold back while waiting."""


def examine_apart(
    asked: Examination, time_limit: float
) -> Iterator[Step | StrategyReport]:
    """Try a strategy in a process of its own.

    Parameters
    ----------
    asked : Examination
    time_limit : float
        Seconds that a step may take.

    Yields
    ------
    Step or StrategyReport
        As `Examination.run`. Where a step takes too long, or the process dies in it,
        the last report says so of its check.

    Raises
    ------
    TarotError
        As `Examination.run`; if there is no spec, or the time is over while the
        strategy is being loaded.
    """
    is_number = isinstance(time_limit, (int, float)) and time_limit is not True
    if not (is_number and 0 < time_limit <= threading.TIMEOUT_MAX):
        message = f"a time limit is a number of seconds above 0, not {time_limit!r}"
        raise TarotError(message)
    spec = spec_of(asked.strategy)
    if spec is None:
        message = (
            "a time limit needs a strategy that another process can make: a name, "
            "package.module:Name or file.py:Name"
        )
        raise TarotError(message)
    step: Step | None = None
    report: StrategyReport | None = None
    with _Away(replace(asked, strategy=spec)) as away:
        while True:
            # Until the first step nothing of the strategy has been touched.
            event = away.next(time_limit if step else threading.TIMEOUT_MAX)
            if event is None:  # all is done
                return
            if isinstance(event, str):
                if step is None or report is None:
                    raise StrategyError(f"cannot load the strategy {spec}: {event}")
                told = f"{step.where}: {event}"
                yield replace(report, checks=report.checks | {step.check: told})
                return
            if isinstance(event, Exception):
                raise event
            if isinstance(event, StrategyReport):
                report = event
            elif event == _COMPILING:
                continue
            else:
                step = event
            yield event


class _Away:
    """The process, with a thread that reads what it tells."""

    def __init__(self, asked: Examination) -> None:
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join(sys.path),
            "PYTHONSAFEPATH": "1",
        }
        self._process = start_apart(
            [sys.executable, "-c", _CODE],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._events: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        assert self._process.stdin is not None
        self._input = self._process.stdin  # when it is closed the process ends
        with contextlib.suppress(OSError):  # it has died, as is told next
            pickle.dump(asked, self._input)
            self._input.flush()

    def __enter__(self) -> _Away:
        return self

    def __exit__(self, *args: object) -> None:
        kill_all(self._process)
        self._reader.join()
        with contextlib.suppress(OSError):
            self._input.close()

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        try:
            with stream, contextlib.suppress(EOFError, OSError):
                while True:
                    self._events.put(pickle.load(stream))
        finally:
            self._events.put(_GONE)

    def next(self, time_limit: float) -> Any:
        """Return what it tells next, or in words why it tells no more."""
        until = time.monotonic() + time_limit
        while True:
            left = until - time.monotonic()
            try:
                event = self._events.get(timeout=max(0.0, min(left, _SLICE)))
            except queue.Empty:
                if left <= 0:
                    return f"not done within the time limit of {time_limit:g} s"
                continue
            if event is _GONE:
                ended = how_it_ended(self._process.wait())
                return f"the process in which it was tried ended ({ended})"
            return event


def serve() -> None:
    """Try the strategy that is asked for on standard input, and tell every step."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a strategy prints is for people
    lock = threading.Lock()

    def tell(event: object) -> None:
        with lock:  # threads compile, too
            pickle.dump(event, out)
            out.flush()

    _cache.listeners.append(lambda name: tell(_COMPILING))
    asked: Examination = pickle.load(sys.stdin.buffer)
    threading.Thread(target=_end_with_caller, daemon=True).start()
    try:
        for event in asked.run():
            tell(event)
        tell(None)
    except TarotError as error:
        tell(StrategyError(str(error)))  # a kind of its own could not be read there


def _end_with_caller() -> None:
    """End when the caller has gone, even from a loop that nothing else ends."""
    while os.read(0, 1):
        pass
    os._exit(1)
