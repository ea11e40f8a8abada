"""The loop over the deals of a study: blocks, threads, Ctrl-C, and when to stop.

Looks at an interval are taken after blocks of a fixed number of raw deals, so that
where a study stops depends neither on threads nor on the speed of the machine.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from tarotsim.engine.compiled import in_order
from tarotsim.game.errors import TarotError
from tarotsim.runs.interruption import interruptible
from tarotsim.runs.progress import progress_bar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["BLOCK", "LEAST_COMPARED", "add_up", "is_narrow", "wished"]

BLOCK = 1000
"""Raw deals between two looks at an interval."""
LEAST_COMPARED = 1000
"""Compared deals before which no study is stopped for its interval."""
_SHORTEST = 10
"""Raw deals of the first stretch: players that think take long."""
_SECONDS = 0.5
"""What a stretch should take, between two looks at Ctrl-C."""


class _Sums(Protocol):
    """What deals gave; sums combine in the order of the deals."""

    @property
    def raw(self) -> int:
        """Raw deals counted."""

    def __add__(self, other: Any) -> Any:
        """Return the sums of both together."""


S = TypeVar("S", bound=_Sums)


def wished(half_width: float | None, most: Any = None) -> float | None:
    """Return a wished half-width.

    Parameters
    ----------
    half_width : float or None
    most : int, optional
        What can be compared at most, if the study has a limit.

    Raises
    ------
    TarotError
        If it is not a number above 0, or no study of that size is looked at.
    """
    if half_width is None:
        return None
    is_number = isinstance(half_width, (int, float)) and not isinstance(
        half_width, bool
    )
    if not is_number or not 0 < half_width < float("inf"):
        raise TarotError(f"a half-width is a number above 0, not {half_width!r}")
    if isinstance(most, int) and 0 < most < LEAST_COMPARED:
        message = f"a half-width counts from {LEAST_COMPARED:,} compared deals on, and"
        message += f" there can be {most}: ask for more deals, or leave it out"
        raise TarotError(message)
    return float(half_width)


def is_narrow(reached: float | None, half_width: float | None, compared: int) -> bool:
    """Tell whether an interval is as narrow as wished, after enough compared deals."""
    if half_width is None or compared < LEAST_COMPARED:
        return False
    return reached is not None and reached <= half_width


def add_up(
    play: Callable[[range], S],
    nothing: S,
    deals: int,
    is_enough: Callable[[S], bool],
    *,
    first: int = 0,
    workers: int = 1,
    progress: bool = False,
    keep_interrupted: bool = False,
) -> tuple[S, str]:
    """Play deals up to a limit, or until there are enough, and add them up.

    Parameters
    ----------
    play : callable
        From consecutive numbers of deals to what they gave; threads share it.
    nothing : sums
        Of no deals.
    deals : int
        Raw deals at most.
    is_enough : callable
        Asked after each 1,000 raw deals.
    first : int, optional
        Number of the first deal.
    workers : int, optional
        Threads.
    progress : bool, optional
        Show progress on standard error.
    keep_interrupted : bool, optional
        On Ctrl-C return what was done so far instead of raising.

    Returns
    -------
    sums : as ``nothing``
    stopped : str
        ``deals``, ``half_width`` or ``interrupted``.
    """
    sums, stopped, size = nothing, "deals", _SHORTEST

    def stretches() -> Iterator[range]:
        start = 0
        while start < deals:
            look = (start // BLOCK + 1) * BLOCK
            stop = min(start + size, look, deals)
            yield range(first + start, first + stop)
            start = stop

    def timed(stretch: range) -> S:
        nonlocal size
        began = time.perf_counter()
        piece = play(stretch)
        pace = len(stretch) / max(time.perf_counter() - began, 1e-9)
        size = min(max(int(pace * _SECONDS), _SHORTEST), BLOCK)
        return piece

    with (
        interruptible(keep=keep_interrupted) as interruption,
        progress_bar(deals, enabled=progress) as bar,
    ):
        for piece in in_order(timed, stretches(), workers):
            # One assignment: Ctrl-C finds the deals counted, or not.
            sums = sums + piece
            bar.update(piece.raw)
            if sums.raw % BLOCK == 0 and is_enough(sums):
                stopped = "half_width"
                break
    return sums, "interrupted" if interruption.happened else stopped
