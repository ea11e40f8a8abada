"""Ctrl-C in the middle of a run: keep what was done, or let it through."""

from __future__ import annotations

import contextlib
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
