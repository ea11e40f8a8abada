"""Where the time of a deal goes: the loop over deals, cut after each stage.

A round is 2,048 deals of four players, the best hand taking a garde, taken through the
first stages only; the difference of two lines is the cost of what lies between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tarotsim.engine.compiled import CompiledTable, seated_form
from tarotsim.game.auction import Imposed
from tarotsim.game.rules import RULES_4, Contract
from tarotsim.kernels import row as words
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.asking import seats_inside
from tarotsim.kernels.batch import begin_numbered
from tarotsim.kernels.deal import play_on
from tarotsim.kernels.dealing import deal_cards
from tarotsim.kernels.draws import deal_key
from tarotsim.kernels.results import RESULT_DTYPE, write_result
from tarotsim.kernels.row import ROW_WORDS, words_from
from tarotsim.kernels.table import set_rules
from tarotsim.plugins.registry import load_strategy

if TYPE_CHECKING:
    from benchmarks.conftest import PerSecond

DEALS = 2048
STAGES = (
    "dealing",
    "keys, clearing the row",
    "auction (the counts of four hands), call, écart, slam",
    "poignées, play of 72 cards",
    "settlement, score, row",
)


@kernel(entry=True)
def _play_stages(
    rules: Any, auction: Any, policies: Any, row: Any, results: Any, stages: Any
) -> Any:
    """Take deals through the first of `STAGES` only."""
    row = words_from(row, 0)
    seats = seats_inside(policies, row)
    set_rules(rules, row)
    seed, status = np.uint64(1), 0
    for index in range(len(results)):
        number = np.uint64(index)
        if stages == 1:
            deal_cards(rules, deal_key(seed, number), words_from(row, words.PILES))
        else:
            begin_numbered(rules, seed, number, row)
        if stages > 2:
            until = rules.hand_size if stages > 3 else 0
            status |= play_on(rules, auction, seats, row, until)
        if stages > 4:
            write_result(rules, row, results[index])
    return status


@pytest.mark.parametrize("strategy", ["random_legal", "point_count"])
@pytest.mark.parametrize("stages", range(1, len(STAGES) + 1))
def bench_stages(
    benchmark: Any, per_second: PerSecond, stages: int, strategy: str
) -> None:
    """Deals up to and with a stage."""
    seat = seated_form(load_strategy(strategy))
    table = CompiledTable(RULES_4, [seat] * 4, Imposed(Contract.GARDE))
    seats, _memory = table.seats()  # the memory must live as long as the seats
    row, results = np.zeros(ROW_WORDS, np.uint64), np.zeros(DEALS, RESULT_DTYPE)
    given = table.vector, table.auction, seats, row, results, stages
    status = benchmark(lambda: _play_stages(*given))
    assert status == 0
    per_second("deals", DEALS)
    if benchmark.stats:
        least = benchmark.stats.stats.min / DEALS * 1e9
        benchmark.extra_info["stage"] = {
            "name": STAGES[stages - 1],
            "strategy": strategy,
            "least_ns_a_deal": round(least, 1),
        }
