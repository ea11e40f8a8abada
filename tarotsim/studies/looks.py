"""The loop over the deals of a study: blocks, threads, Ctrl-C, and when to stop.

Looks at an interval are taken after blocks of a fixed number of raw deals, so that
where a study stops depends neither on threads nor on the speed of the machine.
"""

from __future__ import annotations

import time
from math import ceil
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from tarotsim.engine.compiled import in_order
from tarotsim.game.errors import TarotError
from tarotsim.runs.interruption import interruptible
from tarotsim.runs.progress import Aim, progress_bar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tarotsim.stats.joint import JointMoments

__all__ = ["BLOCK", "LEAST_COMPARED", "add_up", "expected", "is_narrow", "wished"]

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

    @property
    def joint(self) -> JointMoments:
        """Sums over the compared deals."""

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


def expected(
    done: int,
    compared: int,
    limit: int | None,
    *,
    half_width: float | None = None,
    reached: float | None = None,
    wanted: int | None = None,
) -> int | None:
    """Estimate how many deals a study will have counted when it stops.

    Parameters
    ----------
    done : int
        Deals counted so far.
    compared : int
        Of these, the ones that are compared.
    limit : int or None
        Deals counted at most, if there is a limit.
    half_width, reached : float, optional
        The half-width wished, and that so far, which is taken to shrink with the root
        of the number of deals.
    wanted : int, optional
        Compared deals at which it stops.

    Returns
    -------
    int or None
        None while nothing tells. Without an interval after so many compared deals as
        a look takes, there may be none before the limit.

    Examples
    --------
    >>> expected(1000, 990, 10**6, half_width=0.5, reached=0.8)
    3000
    """
    needed: list[float] = [] if wanted is None else [wanted]
    if half_width is not None:
        if reached is not None:
            needed.append(max(LEAST_COMPARED, compared * (reached / half_width) ** 2))
        elif compared < LEAST_COMPARED:
            return None
    if not needed:
        return limit
    if not compared:
        return None
    looked_at = ceil(min(needed) * done / compared / BLOCK) * BLOCK
    looked_at = max(looked_at, done)
    return looked_at if limit is None else min(looked_at, limit)


def add_up(
    play: Callable[[range], S],
    nothing: S,
    deals: int,
    reached: Callable[[S], float | None],
    *,
    half_width: float | None = None,
    wanted: int | None = None,
    is_enough: Callable[[S], bool] | None = None,
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
    reached : callable
        From sums to the half-width that counts, None if there is none yet. Looked at
        after each 1,000 raw deals; for progress more often.
    half_width : float, optional
        Half-width at which to stop.
    wanted : int, optional
        Compared deals at which to stop, looked at as often.
    is_enough : callable, optional
        Asked at each look whether nothing more would come of it: ``constant``.
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
        ``deals``, ``half_width``, ``constant`` or ``interrupted``.
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

    def aim(width: float | None) -> Aim | None:
        if half_width is None and wanted is None:
            return None
        total = expected(
            sums.raw,
            sums.joint.n,
            deals,
            half_width=half_width,
            reached=width,
            wanted=wanted,
        )
        return Aim(total, half_width, width)

    with (
        interruptible(keep=keep_interrupted) as interruption,
        progress_bar(
            expected(0, 0, deals, half_width=half_width, wanted=wanted),
            enabled=progress,
        ) as bar,
    ):
        for piece in in_order(timed, stretches(), workers):
            # One assignment: Ctrl-C finds the deals counted, or not.
            sums = sums + piece
            is_look = sums.raw % BLOCK == 0
            width = None
            if half_width is not None and (is_look or progress):
                width = reached(sums)
            bar.update(piece.raw, aim=aim(width))
            if not is_look:
                continue
            if is_narrow(width, half_width, sums.joint.n):
                stopped = "half_width"
                break
            if is_enough is not None and is_enough(sums):
                stopped = "constant"
                break
            if wanted is not None and sums.joint.n >= wanted:
                break
    return sums, "interrupted" if interruption.happened else stopped
