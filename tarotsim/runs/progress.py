"""Progress of long work, on a terminal, in a notebook or in a log."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from types import TracebackType

    from tarotsim.stats.intervals import Estimate

__all__ = ["Aim", "Progress", "progress_bar"]

_SECONDS_BETWEEN_LINES = 30.0


class Aim(NamedTuple):
    """How near work that ends before its limit is to its end.

    Parameters
    ----------
    total : int or None
        How many are expected in all, counted as the work is; None: not known yet.
    wished : float or None
        Half-width at which it ends.
    reached : float or None
        Half-width so far.
    """

    total: int | None
    wished: float | None = None
    reached: float | None = None

    @property
    def words(self) -> str:
        """The half-widths, for a line of progress."""
        if self.wished is None:
            return ""
        so_far = "none yet" if self.reached is None else f"{self.reached:.3g}"
        return f"half-width {so_far}, wished {self.wished:g}"


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

    def update(
        self, count: int, estimate: Estimate | None = None, aim: Aim | None = None
    ) -> None:
        """Count what was done.

        Parameters
        ----------
        count : int
            How much more.
        estimate : Estimate, optional
            What is known so far of the quantity that matters.
        aim : Aim, optional
            When it is expected to end, instead of at the total that was told.
        """


class _Nothing:
    """A counter that shows nothing."""

    def __enter__(self) -> _Nothing:
        return self

    def __exit__(self, *args: object) -> None:
        return None

    def update(
        self, count: int, estimate: Estimate | None = None, aim: Aim | None = None
    ) -> None:
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

    def update(
        self, count: int, estimate: Estimate | None = None, aim: Aim | None = None
    ) -> None:
        """Count, and print a line if the last one is old enough."""
        self._done += count
        now = time.monotonic()
        if now - self._last < _SECONDS_BETWEEN_LINES:
            return
        self._last = now
        rate = (self._done - self._before) / (now - self._start)
        parts = [f"{self._done} {self._unit}", f"{rate:.0f} {self._unit}/s"]
        total = self._total if aim is None else aim.total
        if total is not None:
            of = f"of {total}" if aim is None else f"of about {total}"
            parts[0] = f"{self._done} {of} {self._unit} ({self._done / total:.0%})"
            if rate:
                left = (total - self._done) / rate
                parts.append(f"{_clock(left)} left")
        if estimate is not None:
            parts.append(_width(estimate))
        if aim is not None:
            parts.append(aim.words)
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

    def update(
        self, count: int, estimate: Estimate | None = None, aim: Aim | None = None
    ) -> None:
        """Count, and show it."""
        if aim is not None:
            self._expect(aim.total)
            self._bar.set_postfix_str(aim.words, refresh=False)
        if estimate is not None:
            self._bar.set_postfix_str(_width(estimate), refresh=False)
        self._bar.update(count)

    def _expect(self, total: int | None) -> None:
        self._bar.total = total
        # What tqdm shows in a notebook has a length of its own.
        shown = getattr(self._bar, "container", None)
        if shown is not None and total is not None:
            _, bar, _ = shown.children
            bar.max, bar.layout.width = total, None


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
