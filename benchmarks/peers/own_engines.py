"""Our engines: card plays a second of whole deals, all rules, by CPU time.

Run by `benchmarks/peers/measure.py` with our interpreter; prints JSON. Strategies that
are not installed are left out.
"""

from __future__ import annotations

import json
import sys
import time

import numpy as np

from benchmarks.array_policies import from_list, mix_tables
from tarotsim import BatchTables
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


def _cards_played(tables: BatchTables) -> int:
    """Return how many cards of the deals under way are played, at all tables."""
    return int(np.count_nonzero(tables.observe()["played_by"][tables.seat >= 0] >= 0))


def batch_per_second(count: int = 10_000) -> dict[str, float]:
    """Return what a NumPy policy over tables in lockstep does a second.

    It picks any legal answer. Decisions are what it was asked; card plays are all
    cards that were played, forced ones too, which nobody is asked for.
    """
    choose = from_list()
    tables = BatchTables(count, seed=1, auction="best:garde")
    mix_tables(tables, choose)
    decisions, ended, before = 0, 0, _cards_played(tables)
    start = time.process_time()
    while time.process_time() - start < SECONDS:
        decisions += int(np.count_nonzero(tables.counts))
        tables.step(choose(tables))
        ended += int(np.count_nonzero(tables.results["outcome"] == 0))
    seconds = time.process_time() - start
    plays = ended * tables.rules.players * tables.rules.trick_count
    plays += _cards_played(tables) - before
    return {"batch numpy": decisions / seconds, "batch numpy plays": plays / seconds}


if __name__ == "__main__":
    known = available_strategies()
    FIGURES = {
        f"{engine} {strategy} {players}": plays_per_second(engine, strategy, players)
        for engine, strategy, players in MEASURED
        if strategy in known
    }
    json.dump(FIGURES | batch_per_second(), sys.stdout)
