"""Progress of long work, on a terminal, in a notebook or in a log."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from types import TracebackType

    from tarotsim.stats.intervals import Estimate

__all__ = ["Progress", "progress_bar"]

_SECONDS_BETWEEN_LINES = 30.0


class Progress(Protocol):
    """What counts work that is done, and shows it."""

    def __enter__(self) -> Progress:
        """Begin."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        """End, and leave nothing on a terminal."""

    def update(self, count: int, estimate: Estimate | None = None) -> None:
        """Count what was done.

        Parameters
        ----------
        count : int
            How much more.
        estimate : Estimate, optional
            What is known so far of the quantity that matters.
        """


class _Nothing:
    """A counter that shows nothing."""

    def __enter__(self) -> _Nothing:
        return self

    def __exit__(self, *args: object) -> None:
        return None

    def update(self, count: int, estimate: Estimate | None = None) -> None:
        """Count nothing."""


class _Lines:
    """A counter that prints a whole line now and then: short in the log of a job."""

    def __init__(self, total: int | None, done: int, unit: str, title: str) -> None:
        self._total = total
        self._unit = unit
        self._title = f"{title}: " if title else ""
        self._done = self._before = done
        self._start = self._last = time.monotonic()

    def __enter__(self) -> _Lines:
        return self

    def __exit__(self, *args: object) -> None:
        return None

    def update(self, count: int, estimate: Estimate | None = None) -> None:
        """Count, and print a line if the last one is old enough."""
        self._done += count
        now = time.monotonic()
        if now - self._last < _SECONDS_BETWEEN_LINES:
            return
        self._last = now
        rate = (self._done - self._before) / (now - self._start)
        parts = [f"{self._done} {self._unit}", f"{rate:.0f} {self._unit}/s"]
        if self._total is not None:
            share = self._done / self._total
            parts[0] = f"{self._done} of {self._total} {self._unit} ({share:.0%})"
            if rate:
                left = (self._total - self._done) / rate
                parts.append(f"{_clock(left)} left")
        if estimate is not None:
            parts.append(_width(estimate))
        line = self._title + ", ".join(part for part in parts if part)
        print(line, file=sys.stderr, flush=True)


class _Bar:
    """A line that is written anew on a terminal, or a bar in a notebook."""

    def __init__(self, total: int | None, done: int, unit: str, title: str) -> None:
        from tqdm.auto import tqdm

        self._bar = tqdm(
            total=total, initial=done, unit=f" {unit}", desc=title or None, leave=False
        )

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *args: object) -> None:
        self._bar.close()

    def update(self, count: int, estimate: Estimate | None = None) -> None:
        """Count, and show it."""
        if estimate is not None:
            self._bar.set_postfix_str(_width(estimate), refresh=False)
        self._bar.update(count)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}"


def _width(estimate: Estimate) -> str:
    """Write how well the main estimate is known."""
    if estimate.mean is None or estimate.half_width is None:
        return ""
    return f"mean u {estimate.mean:+.2f} ± {estimate.half_width:.2f}"


def progress_bar(
    total: int | None,
    *,
    enabled: bool,
    unit: str = "deals",
    done: int = 0,
    title: str = "",
) -> Progress:
    """Return a context manager with ``update(count)``.

    Parameters
    ----------
    total : int or None
        How many in all, if that is known.
    enabled : bool
        Without it nothing is shown.
    unit : str, optional
        What is counted.
    done : int, optional
        How many were done before.
    title : str, optional
        What is being done, where that is not plain.

    Notes
    -----
    On a terminal and in a notebook it is `tqdm.auto`; elsewhere, as in the log of a
    CI job, a line on standard error every thirty seconds. A closed standard error is
    no terminal and gets nothing.
    """
    if not enabled or sys.stderr is None:
        return _Nothing()
    if "ipykernel" in sys.modules or sys.stderr.isatty():
        return _Bar(total, done, unit, title)
    return _Lines(total, done, unit, title)
