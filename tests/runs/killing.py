"""A run in a process that kills itself, as a power cut or ``kill -9`` would.

Every system call that touches a file is a place to die: before it, after it, and in the
middle of a write. Imported by the server that the processes are forked from, so that
each starts with the compiled code loaded.
"""

from __future__ import annotations

import os
import signal
from typing import Any

from tarotsim import simulate

CALLS = ("open", "write", "fsync", "ftruncate", "replace", "unlink", "mkdir")
RUN: dict[str, Any] = {
    "strategies": "random_legal",
    "seed": 11,
    "history": True,
    "threads": 2,
    "part_deals": 500,
}


class Countdown:
    """Counts the places to die, and dies at one of them."""

    def __init__(self, left: int) -> None:
        self.left = left

    def pass_place(self) -> bool:
        """Tell whether this is the place."""
        self.left -= 1
        return self.left == 0

    def die_here(self) -> None:
        if self.pass_place():
            os.kill(os.getpid(), signal.SIGKILL)


def _deadly(real: Any, countdown: Countdown) -> Any:
    def call(*args: Any, **kwargs: Any) -> Any:
        countdown.die_here()
        if real.__name__ == "write" and countdown.pass_place():
            handle, content = args
            real(handle, content[: len(content) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        result = real(*args, **kwargs)
        countdown.die_here()
        return result

    return call


def run_and_die(folder: str, deals: int, place: int | None) -> None:
    """Play a run into a folder, and die at a place; None: wait to be killed."""
    if place is not None:
        countdown = Countdown(place)
        for name in CALLS:
            setattr(os, name, _deadly(getattr(os, name), countdown))
    simulate(deals, out=folder, **RUN)


simulate(2, **(RUN | {"part_deals": None}))
