"""Our engines: card plays a second of whole deals, all rules, by CPU time.

Run by `benchmarks/peers/compare.py` with our interpreter; prints JSON.
"""

from __future__ import annotations

import json
import sys
import time

from tarotsim.runs.run import plan_run

SECONDS = 1.0


def plays_per_second(strategies: str, players: int, engine: str, batch: int) -> float:
    """Return card plays a second of played deals on one core.

    The best hand takes a garde, so that no deal ends in the auction.
    """
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


if __name__ == "__main__":
    FIGURES = {
        f"{engine} {strategies} {players}": plays_per_second(
            strategies, players, engine, 20_000 if engine == "compiled" else 200
        )
        for engine, strategies, players in (
            ("compiled", "random_legal", 4),
            ("compiled", "random_legal", 3),
            ("compiled", "random_legal", 5),
            ("compiled", "point_count", 4),
            ("compiled", "point_count", 3),
            ("compiled", "point_count", 5),
            ("reference", "random_legal", 4),
            ("reference", "point_count", 4),
        )
    }
    json.dump(FIGURES, sys.stdout)
