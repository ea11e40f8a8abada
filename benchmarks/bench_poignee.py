"""A cell of the table of poignées: until its mean is known to half a point."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from tarotsim import study_poignee

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Figure = Callable[[str, Sequence[float]], None]

CELLS = (
    ("0+chien: trumps=10, bouts=1", "0:garde", 0),
    ("0: trumps=13, bouts=1", "0:garde_sans", 0),
    ("1: trumps=10, bouts=0", "best-but-1:garde", 1),
)
"""Hands of a taker and of a defender, among them the slowest kind."""


def bench_cell(benchmark: Any, figure: Figure, scale: int) -> None:
    """Cells from nothing, half-width 0.5 point of u, core-minutes."""
    found: list[float] = []

    def play() -> None:
        for number, (given, auction, seat) in enumerate(CELLS):
            start = time.process_time()
            study_poignee(
                half_width=0.5 if scale == 1 else 20.0,
                seed=number,
                auction=auction,
                given=given,
                seats=[seat],
            )
            found.append((time.process_time() - start) / 60)

    study_poignee(10, seed=1)
    benchmark.pedantic(play, rounds=1)
    figure("cell_expert", found)
