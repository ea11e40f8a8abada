"""How far into a deal the time goes: the compiled engine, stopped at several points.

A round is 4,096 deals of four `random_legal` players, the best hand taking a garde.
The difference of two lines is the cost of what lies between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tarotsim.engine.compiled import CompiledTable
from tarotsim.game.auction import Imposed
from tarotsim.game.rules import RULES_4, Contract
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.batch import begin_numbered
from tarotsim.kernels.deal import play_on
from tarotsim.kernels.row import ROW_WORDS, words_from
from tarotsim.kernels.table import set_rules
from tarotsim_strategies.random_legal import RandomLegal

if TYPE_CHECKING:
    from benchmarks.conftest import PerSecond

DEALS = 4096
POINTS = {"dealt": -1, "ready to play": 0, "after a trick": 1, "played": 18}


@kernel(entry=True)
def _play_until(
    rules: Any, auction: Any, seats: Any, deals: Any, row: Any, until: Any
) -> Any:
    """Begin deals, and play each up to a trick; none at all for -1."""
    row, seats = words_from(row, 0), words_from(seats, 0)
    set_rules(rules, row)
    total = 0
    for number in range(deals):
        begin_numbered(rules, np.uint64(1), np.uint64(number), row)
        if until >= 0:
            total += play_on(rules, auction, seats, row, until)
    return total


@pytest.mark.parametrize("point", POINTS)
def bench_stages(benchmark: Any, per_second: PerSecond, point: str) -> None:
    """Deals up to a point."""
    strategy = RandomLegal().compiled()
    table = CompiledTable(RULES_4, [strategy] * 4, Imposed(Contract.GARDE))
    seats, _memory = table.seats()  # the memory must live as long as the seats
    row = np.zeros(ROW_WORDS, dtype=np.uint64)
    given = table.vector, table.auction, seats, DEALS, row, POINTS[point]
    status = benchmark(lambda: _play_until(*given))
    assert status == 0
    per_second("deals", DEALS)
