"""Progress of long work: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
from typing import Any

__all__ = ["progress_bar"]

_SECONDS_BETWEEN_LINES = 5.0


class _Nothing:
    """A counter that shows nothing."""

    def __enter__(self) -> _Nothing:
        return self

    def __exit__(self, *args: object) -> None:
        return None

    def update(self, count: int) -> None:
        """Count nothing."""


class _Lines:
    """A tqdm-like counter that prints a whole line every few seconds."""

    def __init__(self, total: int | None, unit: str) -> None:
        import time

        self._clock = time.monotonic
        self._total = total
        self._unit = unit
        self._done = 0
        self._start = self._last = self._clock()

    def __enter__(self) -> _Lines:
        return self

    def __exit__(self, *args: object) -> None:
        return None

    def update(self, count: int) -> None:
        """Count deals done."""
        self._done += count
        now = self._clock()
        if now - self._last >= _SECONDS_BETWEEN_LINES:
            self._last = now
            rate = self._done / (now - self._start)
            of_total = "" if self._total is None else f" of {self._total}"
            unit = self._unit
            line = f"{self._done}{of_total} {unit}, {rate:.0f} {unit}/s"
            print(line, file=sys.stderr, flush=True)


def progress_bar(total: int | None, *, enabled: bool, unit: str = "deals") -> Any:
    """Return a context manager with ``update(count)``.

    Parameters
    ----------
    total : int or None
        How many in all, if that is known.
    enabled : bool
        Without it nothing is shown.
    unit : str, optional
        What is counted.

    Notes
    -----
    On a terminal and in a notebook it is `tqdm.auto`; elsewhere, as in the log of a
    CI job, a line on standard error every five seconds.
    """
    if not enabled:
        return _Nothing()
    in_notebook = "ipykernel" in sys.modules
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    if not (in_notebook or is_terminal):
        return _Lines(total, unit)
    from tqdm.auto import tqdm

    return tqdm(total=total, unit=f" {unit}", leave=False)
