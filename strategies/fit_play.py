"""Fit the expert's play to deals of its own, and write its weights.

Run from the root: ``python strategies/fit_play.py [ROUNDS [DEALS [SEED]]]``. It goes on
from the weights there are. In each deal of a round one card is played otherwise, from
the same position to the end; what that costs is fitted to the terms by which the two
cards differ. The players of a deal are drawn from the expert as it is now, as it was,
with shaken weights, and `point_count`, so that it learns to play against many.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np

from fitting.cards import Pairs, fit_cards, try_cards
from fitting.writing import write_weights
from tarotsim.game.rules import PLAYER_COUNTS
from tarotsim.kernels.policies import CompiledStrategy
from tarotsim_strategies.expert import Expert
from tarotsim_strategies.expert import parameters as at
from tarotsim_strategies.expert import vocabulary as term
from tarotsim_strategies.point_count import PointCount

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]

PARTS = 9
"""Groups of players in a round."""
KEPT_ROUNDS = 3
"""Rounds whose deals are fitted together."""
SHARES = (0.5, 0.25, 0.12, 0.13)
"""How often a seat is the expert as it is, `point_count`, the expert shaken, and the
expert as it was."""


class Learner:
    """The expert of one number of players while it learns.

    Parameters
    ----------
    players : int
    seed : int
    """

    def __init__(self, players: int, seed: int) -> None:
        self.players, self.seed = players, seed
        self.form = Expert().compiled()
        params = np.array(self.form.params)
        end = at.WEIGHTS + term.BLOCKS * term.BLOCK
        self.weights: Numbers = params[at.WEIGHTS : end].reshape(term.BLOCKS, -1)
        self.past = [self.form]
        self.rng = np.random.default_rng([seed, players])
        self.pairs: list[Pairs] = []

    def player_with(self, weights: Numbers) -> CompiledStrategy:
        """Return the expert with these weights."""
        params = np.array(self.form.params)
        params[at.WEIGHTS : at.WEIGHTS + weights.size] = weights.ravel()
        return CompiledStrategy(self.form.policies, params.tolist(), name="expert")

    def draw_player(self) -> CompiledStrategy:
        """Return a player for a seat."""
        kind = self.rng.choice(4, p=SHARES)
        if kind == 0:
            return self.past[-1]
        if kind == 1:
            return PointCount().compiled()
        if kind == 2:
            shaken = 1.0 + 0.2 * self.rng.normal(size=self.weights.shape)
            return self.player_with(self.weights * shaken)
        return self.past[self.rng.integers(len(self.past))]

    def learn(self, turn: int, deals: int) -> None:
        """Play a round and go half the way to what it says."""
        size = deals // PARTS
        for part in range(PARTS):
            first = turn * deals + part * size
            numbers = range(first, first + size)
            forms = [self.draw_player() for _ in range(self.players)]
            general = self.form.params
            pairs = try_cards(self.players, forms, general, numbers, self.seed)
            self.pairs.append(pairs)
        self.pairs = self.pairs[-KEPT_ROUNDS * PARTS :]
        self.weights = (self.weights + fit_cards(self.weights, self.pairs)) / 2
        self.past.append(self.player_with(self.weights))


def main(rounds: int = 6, deals: int = 300_000, seed: int = 11) -> None:
    """Fit each number of players and write the weights.

    Parameters
    ----------
    rounds, deals, seed : int, optional
        Rounds, deals of a round, and their seed.
    """
    blocks = np.zeros((term.BLOCKS, term.BLOCK))
    for players in PLAYER_COUNTS:
        learner = Learner(players, seed)
        for turn in range(rounds):
            learner.learn(turn, deals)
            print(f"{players} players: round {turn + 1} of {rounds}", flush=True)
        own = slice(3 * (players - 3), 3 * (players - 2))
        blocks[own] = learner.weights[own]
    write_weights(blocks.tolist())


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
