"""colver's belote: card plays a second of random rollouts in Rust.

Run by `benchmarks/peers/compare.py` with the interpreter of the peers; prints JSON.
"""

from __future__ import annotations

import json
import sys
import time

import colver

ROLLOUTS = 100_000
CARDS = 32


def rollouts() -> float:
    """Return card plays a second from the first card of a deal on."""
    table = colver.Env.deal(1)
    table.set_contract(0, 80, 0, 0)
    table.set_phase_playing()
    start = time.process_time()
    table.rollout(ROLLOUTS)
    return ROLLOUTS * CARDS / (time.process_time() - start)


if __name__ == "__main__":
    json.dump({"colver": rollouts()}, sys.stdout)
