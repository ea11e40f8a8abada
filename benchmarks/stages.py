"""Where the time of a deal goes: the loop over deals, cut after each stage.

``make stages`` runs it; the table goes into ``benchmarks/README.md``.
"""

from __future__ import annotations

import datetime
import platform
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.engine.compiled import CompiledTable, seated_form
from tarotsim.game.auction import parse_auction
from tarotsim.game.rules import RULES_4
from tarotsim.kernels import row as words
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.batch import begin_numbered
from tarotsim.kernels.deal import play_on
from tarotsim.kernels.dealing import deal_cards
from tarotsim.kernels.draws import deal_key
from tarotsim.kernels.results import RESULT_DTYPE, write_result
from tarotsim.kernels.row import ROW_WORDS, words_from
from tarotsim.kernels.table import set_rules
from tarotsim.plugins.registry import load_strategy

if TYPE_CHECKING:
    from tarotsim.kernels.vector import AuctionVector, RulesVector

REPORT = Path(__file__).resolve().parent / "README.md"
MARKERS = "<!-- stages: generated -->\n", "<!-- /stages -->"

STRATEGIES = ("random_legal", "point_count")
STAGES = (
    "dealing",
    "keys, clearing the row",
    "auction (the counts of four hands), call, écart, slam",
    "poignées, play of 72 cards",
    "settlement, score, row",
)
DEALS, ROUNDS = 2_000, 24


@kernel(entry=True)
def play_stages(
    rules: RulesVector,
    auction: AuctionVector,
    seats: Any,
    row: Any,
    results: Any,
    stages: Any,
) -> Any:
    """Take deals through the first stages of `STAGES` only; return the last status."""
    row, seats = words_from(row, 0), words_from(seats, 0)
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


def stage_times(strategy: str) -> list[float]:
    """Return nanoseconds a deal by stage: the least of many rounds, and differences."""
    players = [seated_form(load_strategy(strategy)) for _ in range(RULES_4.players)]
    table = CompiledTable(RULES_4, players, parse_auction("best:garde"))
    seats, memory = table._seats()
    row, results = np.zeros(ROW_WORDS, np.uint64), np.zeros(DEALS, RESULT_DTYPE)
    least = [float("inf")] * len(STAGES)
    for _ in range(ROUNDS):
        for index in range(len(STAGES)):
            start = time.thread_time()
            status = play_stages(
                table.vector, table.auction, seats, row, results, index + 1
            )
            seconds = time.thread_time() - start
            assert status == 0
            least[index] = min(least[index], seconds / DEALS * 1e9)
    del memory
    return [least[0], *np.diff(least)]


def main() -> None:
    """Measure and write the report."""
    columns = {strategy: stage_times(strategy) for strategy in STRATEGIES}
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    lines = [
        f"{platform.machine()}, {platform.system()}, Python "
        f"{platform.python_version()}, {today}; CPU time on one core.",
        "",
        "| ns a deal | " + " | ".join(f"`{name}`" for name in columns) + " |",
        "| --- |" + " --- |" * len(columns),
    ]
    rows = [*zip(STAGES, *columns.values(), strict=True)]
    rows.append(("whole deal", *(sum(times) for times in columns.values())))
    for what, *times in rows:
        lines.append(f"| {what} | " + " | ".join(f"{t:,.0f}" for t in times) + " |")
    report = "\n".join(lines) + "\n"
    print(report)
    first, last = MARKERS
    pattern = re.compile(re.escape(first) + ".*?" + re.escape(last), flags=re.DOTALL)
    text = REPORT.read_text(encoding="utf-8")
    REPORT.write_text(pattern.sub(first + report + last, text), encoding="utf-8")


if __name__ == "__main__":
    main()
