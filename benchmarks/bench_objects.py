"""Python objects in the compiled engine: decisions a second, everything included.

The object sits at all four seats and is asked for cards only; the rest is left at its
defaults, which are compiled. Forced cards are not counted, since nobody is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tarotsim.engine.callbacks import ObjectStrategy
from tarotsim.engine.compiled import CompiledTable
from tarotsim.game.auction import Imposed
from tarotsim.game.rules import RULES_4, Contract
from tarotsim.game.strategy import Strategy

if TYPE_CHECKING:
    from benchmarks.conftest import PerSecond
    from tarotsim.game.view import SeatView

DEALS = 500


class First(Strategy):
    """The first legal card."""

    def play(self, view: SeatView) -> int:
        card: int = view.legal[0]
        return card


class Drawn(Strategy):
    """Any legal card."""

    def play(self, view: SeatView) -> int:
        card: int = view.legal[view.draw(len(view.legal))]
        return card


class Looking(Strategy):
    """The last legal card, after a look at the table: the public part is decoded."""

    def play(self, view: SeatView) -> int:
        card: int = view.legal[-1 if view.table else 0]
        return card


def _table(strategy: Strategy) -> CompiledTable:
    seats = [ObjectStrategy(strategy)] * 4
    return CompiledTable(RULES_4, seats, Imposed(Contract.GARDE))


def _count_decisions(kind: type[Strategy]) -> int:
    count = 0

    class Counting(kind):  # type: ignore[valid-type, misc]  # a class by its value
        def play(self, view: SeatView) -> int:
            nonlocal count
            count += 1
            card: int = super().play(view)
            return card

    _table(Counting()).play_numbered(1, range(DEALS))
    return count


@pytest.mark.parametrize("kind", [First, Drawn, Looking])
def bench_decisions(
    benchmark: Any, per_second: PerSecond, kind: type[Strategy]
) -> None:
    """Whole deals, the best hand taking a garde; compiled before the clock starts."""
    count, table = _count_decisions(kind), _table(kind())
    chunk = benchmark(lambda: table.play_numbered(1, range(DEALS)))
    assert len(chunk.rows) == DEALS
    per_second("decisions", count, "object_rate" if kind is First else None)
