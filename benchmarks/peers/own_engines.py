"""Our engines: card plays a second of whole deals, all rules, by CPU time.

Run by `benchmarks/peers/measure.py` with our interpreter; prints JSON. Strategies that
are not installed are left out.
"""

from __future__ import annotations

import json
import sys
import time

import numpy as np

import tarotsim
from tarotsim.plugins.registry import available_strategies
from tarotsim.runs.run import plan_run

SECONDS = 1.0
MEASURED = [
    *(("compiled", "random_legal", players) for players in (4, 3, 5)),
    *(("compiled", "point_count", players) for players in (4, 3, 5)),
    *(("compiled", "expert", players) for players in (4, 3, 5)),
    ("reference", "random_legal", 4),
    ("reference", "point_count", 4),
]


def plays_per_second(engine: str, strategies: str, players: int) -> float:
    """Return card plays a second of played deals on one core.

    The best hand takes a garde, so that no deal ends in the auction.
    """
    batch = 20_000 if engine == "compiled" else 200
    run = plan_run(
        batch,
        players=players,
        strategies=strategies,
        seed=1,
        auction="best:garde",
        engine=engine,
    )
    run.play_numbers(range(10))
    deals, number = 0, 10
    start = time.process_time()
    while time.process_time() - start < SECONDS:
        rows = run.play_numbers(range(number, number + batch))
        number += batch
        deals += int((rows["outcome"] == 0).sum())
    seconds = time.process_time() - start
    return deals * players * run.rules.trick_count / seconds


def batch_decisions_per_second(count: int = 10_000) -> float:
    """Return decisions a second of a NumPy policy over tables in lockstep.

    It picks any legal answer; forced cards are not asked for and not counted.
    """
    tables = tarotsim.BatchTables(count, seed=1, auction="best:garde")
    rng, rows, decisions = np.random.default_rng(1), np.arange(count), 0
    for _ in range(20):
        tables.step(tables.legal[:, 0])
    start = time.process_time()
    while time.process_time() - start < SECONDS:
        decisions += int(np.count_nonzero(tables.counts))
        places = (rng.random(count) * tables.counts).astype(np.int64)
        tables.step(tables.legal[rows, places])
    return decisions / (time.process_time() - start)


if __name__ == "__main__":
    known = available_strategies()
    FIGURES = {
        f"{engine} {strategy} {players}": plays_per_second(engine, strategy, players)
        for engine, strategy, players in MEASURED
        if strategy in known
    }
    if hasattr(tarotsim, "BatchTables"):
        FIGURES["batch numpy"] = batch_decisions_per_second()
    json.dump(FIGURES, sys.stdout)
