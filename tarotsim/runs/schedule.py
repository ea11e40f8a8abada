"""Who plays which deals when: ranges go out, pieces come back.

The deals are cut into ranges, each is played and summed up by itself, and the pieces
come back in the order in which they are finished. Sums may be added in any order, and
deal i depends on the seed and on i alone, so neither the ranges nor the order nor who
plays them can change a result.
"""

from __future__ import annotations

from collections import Counter, deque
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Future,
    wait,
)
from typing import TYPE_CHECKING

from tarotsim.runs.workers import WorkerError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from tarotsim.runs.pieces import Piece
    from tarotsim.runs.workers import Crew

__all__ = ["Cutter", "pieces"]

_POLL = 0.5
"""Seconds between two looks at the crew while waiting."""
_TRIES = 3
"""Times that a range is given out before its workers are no coincidence."""


class Cutter:
    """Cuts deals into ranges that take about as long as they should.

    Parameters
    ----------
    deals : iterable of range
        Numbers of the deals to play.
    start, most : int
        Deals of the first range, while nothing is known, and of the largest; powers
        of two.
    seconds : callable, optional
        Returns how long a range should take now; without, all ranges are of the first
        size.

    Notes
    -----
    Ranges end at multiples of their size, so that those of one run meet those of
    another that went on from it.
    """

    def __init__(
        self,
        deals: Iterable[range],
        *,
        start: int,
        most: int,
        seconds: Callable[[], float] | None = None,
    ) -> None:
        self._gaps = deque(gap for gap in deals if gap)
        self._size = min(start, most)
        self._most = most
        self._seconds = seconds
        self._rate = 0.0

    def note(self, piece: Piece) -> None:
        """Learn from a piece how fast deals are played."""
        if self._seconds is None:
            return
        rate = (piece.stop - piece.first) / max(piece.seconds, 1e-6)
        self._rate = max(self._rate, rate)
        size = int(self._rate * self._seconds())
        self._size = min(self._most, 1 << max(size, 1).bit_length() - 1)

    def next(self) -> range | None:
        """Return the next range; None if all are given out."""
        if not self._gaps:
            return None
        gap = self._gaps.popleft()
        stop = min((gap.start // self._size + 1) * self._size, gap.stop)
        if stop < gap.stop:
            self._gaps.appendleft(range(stop, gap.stop))
        return range(gap.start, stop)


def pieces(crew: Crew, cutter: Cutter, *, in_order: bool = False) -> Generator[Piece]:
    """Have ranges played and yield the pieces, as they are finished or in deal order.

    Parameters
    ----------
    crew : Crew
        Who plays them.
    cutter : Cutter
        What is to be played.
    in_order : bool, optional
        Keep pieces back until those before them were yielded.

    Raises
    ------
    WorkerError
        If workers end again and again over the same deals.
    """
    pending: dict[Future[Piece], range] = {}
    order: deque[int] = deque()
    finished: dict[int, Piece] = {}
    lost: Counter[int] = Counter()
    while True:
        while len(pending) + len(finished) < crew.width():
            part = cutter.next()
            if part is None:
                break
            order.append(part.start)
            pending[crew.submit(part)] = part
        if not pending and not finished:
            return
        # A wait without an end could not be interrupted everywhere.
        done, _ = wait(pending, timeout=_POLL, return_when=FIRST_COMPLETED)
        for future in done:
            part = pending.pop(future)
            try:
                piece = future.result()
            except BrokenExecutor as error:
                lost[part.start] += 1
                if lost[part.start] == _TRIES:
                    raise _lost(part) from error
                pending[crew.submit(part)] = part
            except CancelledError as error:
                message = "the executor gave the work up; what was written is kept"
                raise WorkerError(message) from error
            except ImportError as error:
                message = f"a worker cannot load tarotsim: {error}; install the same"
                raise WorkerError(f"{message} on every machine") from error
            except Exception as error:
                # Dask has tried the range again by itself.
                if type(error).__name__ == "KilledWorker":
                    raise _lost(part) from error
                raise
            else:
                cutter.note(piece)
                finished[piece.first] = piece
        if in_order:
            while order and order[0] in finished:
                yield finished.pop(order.popleft())
        else:
            for first in list(finished):
                yield finished.pop(first)


def _lost(part: range) -> WorkerError:
    return WorkerError(
        f"workers ended again and again over deals {part.start} to {part.stop - 1}, as "
        "when memory runs out, a strategy crashes, or a script that starts processes "
        "has no `if __name__ == '__main__':`; what was written is kept"
    )
