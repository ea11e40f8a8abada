"""Fit the expert's bidding to deals of its own, and write its parameters.

Run from the root of the project: ``python strategies/fit_bidding.py [DEALS [SEED]]``.
In each deal one position bids by lot, the others as they have learnt so far; what came
of it is fitted to the measures of the hand. Two rounds are enough.
"""

from __future__ import annotations

import sys

from fitting.auctions import fit_auctions, try_bids
from fitting.writing import write_bids
from tarotsim.game.rules import PLAYER_COUNTS
from tarotsim.kernels.policies import CompiledStrategy
from tarotsim_strategies.expert import Expert
from tarotsim_strategies.expert import parameters as at

ROUNDS = 2


def main(deals: int = 400_000, seed: int = 31) -> None:
    """Fit each number of players.

    Parameters
    ----------
    deals, seed : int, optional
        Deals of a round, and their seed.
    """
    fitted = {}
    for players in PLAYER_COUNTS:
        form = Expert().compiled()
        for turn in range(ROUNDS):
            numbers = range(turn * deals, (turn + 1) * deals)
            data = try_bids(players, [form] * players, numbers, seed)
            fitted[players] = [float(x) for x in fit_auctions(players, data)]
            params = list(form.params)
            first = at.BIDDING + at.BIDDING_COUNT * (players - 3)
            params[first : first + at.BIDDING_COUNT] = fitted[players]
            form = CompiledStrategy(form.policies, params, name="expert")
        print(f"{players} players: {deals} deals a round, seed {seed}")
    write_bids(fitted)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
