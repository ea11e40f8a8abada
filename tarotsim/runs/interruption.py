"""Ctrl-C in the middle of a run: keep what was done, or let it through."""

from __future__ import annotations

import contextlib
import signal
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Interruption", "interruptible"]


@dataclass(slots=True)
class Interruption:
    """Whether the work was stopped before its end."""

    happened: bool = False

    @contextlib.contextmanager
    def held_back(self) -> Iterator[None]:
        """Run a block wholly or not at all: Ctrl-C waits for its end.

        Signals reach the main thread alone; in another one this does nothing.
        """
        numbers: list[signal.Signals] = []
        if threading.current_thread() is threading.main_thread():
            ends = (signal.SIGINT, signal.SIGTERM)
            raises = signal.default_int_handler
            numbers = [n for n in ends if signal.getsignal(n) is raises]
        came: list[int] = []
        for number in numbers:
            signal.signal(number, lambda number, _: came.append(number))
        try:
            yield
        finally:
            for number in numbers:
                signal.signal(number, signal.default_int_handler)
        if came:
            raise KeyboardInterrupt


@contextlib.contextmanager
def interruptible(*, keep: bool) -> Iterator[Interruption]:
    """Run a block that may be stopped by Ctrl-C.

    Parameters
    ----------
    keep : bool
        End the block and note it, instead of raising KeyboardInterrupt.
    """
    stopped = Interruption()
    try:
        yield stopped
    except KeyboardInterrupt:
        if not keep:
            raise
        stopped.happened = True
