"""Fit the expert's bidding to deals of its own, and write its parameters.

Run from the root of the project: ``python strategies/fit_bidding.py [DEALS [SEED]]``.
It starts from Chavey's count and writes the same parameters each time. In each deal
one position bids by lot, the others as they have learnt so far or by the count, boldly,
quietly or never: a bid that pays only because others overbid it costs dear where they
do not. What came of it is fitted to the measures of the hand. Play is the expert's as
it is, so that new weights ask for new bids.
"""

from __future__ import annotations

import sys

import numpy as np

from fitting.auctions import Auctions, fit_auctions, try_bids
from fitting.writing import write_bids
from tarotsim.game.rules import PLAYER_COUNTS
from tarotsim.kernels.policies import CompiledStrategy
from tarotsim_strategies.expert import Expert
from tarotsim_strategies.expert import parameters as at
from tarotsim_strategies.expert import vocabulary as term

ROUNDS = 3
PARTS = 16
"""Groups of players in a round."""

EXPERTS = 0.5
"""How often a seat bids as the expert has learnt so far."""
SHIFTS = (-8, 0, 8, 16, 32, 1000)
"""By how much the others, who bid by the count, are quieter than its author."""
BY_COUNT = Expert(bids="chavey").compiled()


def by_count(rng: np.random.Generator) -> CompiledStrategy:
    """Return a player who bids by the count, boldly, quietly or never, by lot."""
    params = np.array(BY_COUNT.params)
    params[at.CHAVEY : at.CHAVEY + 12] += rng.choice(SHIFTS)
    return CompiledStrategy(BY_COUNT.policies, params.tolist(), name="expert")


def main(deals: int = 300_000, seed: int = 31) -> None:
    """Fit each number of players.

    Parameters
    ----------
    deals, seed : int, optional
        Deals of a round, and their seed.
    """
    fitted = {}
    for players in PLAYER_COUNTS:
        form, rng = BY_COUNT, np.random.default_rng([seed, players])
        for turn in range(ROUNDS):
            parts = []
            for part in range(PARTS):
                first = (turn * PARTS + part) * (deals // PARTS)
                seats = [
                    form if rng.random() < EXPERTS else by_count(rng)
                    for _ in range(players)
                ]
                numbers = range(first, first + deals // PARTS)
                parts.append(try_bids(players, seats, numbers, seed))
            data = Auctions(*map(np.concatenate, zip(*parts, strict=True)))
            fitted[players] = fit_auctions(players, data).tolist()
            params = list(form.params)
            start = at.BIDDING + at.BIDDING_COUNT * (players - 3)
            params[start : start + at.BIDDING_COUNT] = fitted[players]
            params[term.CHAVEY_BIDS] = 0.0
            form = CompiledStrategy(form.policies, params, name="expert")
        print(f"{players} players: {deals} deals a round, seed {seed}", flush=True)
    write_bids(fitted)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
