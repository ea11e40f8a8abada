"""Fit the expert's play to deals of its own, and write its weights.

Run from the root: ``python strategies/fit_play.py [ROUNDS [DEALS [SEED]]]``. It starts
from nothing and writes the same weights each time. In each deal of a round some cards
are played otherwise, one at a time, from the same position to the end; what that costs
is fitted to the terms by which the two cards differ. Who sits with the expert is drawn
from a field: the expert as it is, as it was and with shaken weights, `point_count`,
and players that are weak or odd, so that it learns nobody's habits. It learns garde,
where the chien is seen and changes the taker's hand, apart from garde sans, where it
stays hidden.

Habits that cost, among experts or in the field, on deals held out of the fit, lose
their weights in that role. The last rounds are blended as other deals say.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np

from fitting.cards import Moments, try_cards
from fitting.field import STRANGERS, draw_player
from fitting.judging import Judge, gain_of
from fitting.roles import ROLES
from fitting.writing import write_weights
from tarotsim.game.rules import PLAYER_COUNTS
from tarotsim.kernels.policies import CompiledStrategy
from tarotsim_strategies.expert import Expert
from tarotsim_strategies.expert import parameters as at
from tarotsim_strategies.expert import vocabulary as term
from tarotsim_strategies.expert.habits import HABITS

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]

PARTS = 12
"""Companies in a round."""
FADES = 0.7
"""What a round keeps of what the rounds before said."""
SHAKES = 0.25
"""Relative standard deviation of weights that are shaken."""
AFTER = 3
"""Rounds after those habits that cost are dropped."""
HELD_OUT = 60_000
"""Deals of each judgement; their numbers lie behind those of the rounds."""
SAVES = (0.0, 0.2, 0.4, 0.8)
"""What a half-point saved in the écart may be worth."""
AUCTIONS = ("best:garde", "best:garde_sans")
"""Where the chien is turned up, and where it stays hidden."""
_BLOCK = {"taker": 0, "partner": 1, "defence": 2}
_LEADS = [name for name, _ in (*term.SPEND_TERMS, *term.LEAD_TERMS)]
_FOLLOWS = [name for name, _ in (*term.SPEND_TERMS, *term.FOLLOW_TERMS)]
_NAMES = np.array([*_LEADS, *_FOLLOWS])


class Learner:
    """The expert of one number of players while it learns one kind of contract.

    Parameters
    ----------
    players, deals, seed : int
        Deals of a round.
    kind : int
        Place of the contract in `AUCTIONS`.
    """

    def __init__(self, players: int, deals: int, seed: int, kind: int) -> None:
        self.players, self.deals, self.seed = players, deals, seed + kind
        self.kind, self.auction = kind, AUCTIONS[kind]
        # What deals bring is counted without slams, so none is played for.
        self.form = Expert(plays_slams=False).compiled()
        self.save(SAVES[0])
        self.weights: Numbers = np.zeros((term.BLOCKS, term.BLOCK))
        self.used = np.ones(self.weights.shape, dtype=bool)
        self.past: list[Numbers] = []
        self.moments = Moments()
        self.rng = np.random.default_rng([self.seed, players])

    def save(self, worth: float) -> None:
        """Let a half-point saved in the écart be worth something."""
        self.saves, params = worth, list(self.form.params)
        params[term.SAVES_POINTS + self.players - 3] = worth
        self.form = CompiledStrategy(self.form.policies, params, name="expert")

    def player_with(self, weights: Numbers) -> CompiledStrategy:
        """Return the expert with these weights."""
        params = np.array(self.form.params)
        params[at.WEIGHTS : at.WEIGHTS + weights.size] = weights.ravel()
        return CompiledStrategy(self.form.policies, params.tolist(), name="expert")

    def learn(self) -> None:
        """Play a round and go half the way to what it says."""
        turn, size = len(self.past), self.deals // PARTS
        now = self.player_with(self.weights)
        learner, experts = now, [now, now]
        if turn == 0:
            learner, experts = STRANGERS["point_count"], []
        for part in range(PARTS):
            if turn > 0:
                shaken = 1.0 + SHAKES * self.rng.normal(size=self.weights.shape)
                before = self.past[self.rng.integers(turn)]
                others = [self.player_with(self.weights * shaken)]
                others.append(self.player_with(before))
                experts = [now, now, *others]
            forms = [draw_player(self.rng, experts) for _ in range(self.players)]
            count = self.rng.integers(1, self.players + 1)
            learners = self.rng.permutation(self.players)[:count].tolist()
            for seat in learners:
                forms[seat] = learner
            first = (turn * PARTS + part) * size
            numbers = range(first, first + size)
            pairs = try_cards(
                forms, learners, now.params, numbers, self.seed, self.auction
            )
            self.moments.add(pairs, self.weights)
        found = self.moments.solve(self.used)
        self.weights = (self.weights + found) / 2 if turn > 0 else found
        self.past.append(self.weights)
        self.moments.fade(FADES)

    def judge(self, number: int, rounds: int) -> Judge:
        """Return deals held out, those of the first, second or third judgement."""
        first = rounds * self.deals + number * HELD_OUT
        numbers = range(first, first + HELD_OUT)
        usual = self.player_with(self.weights)
        return Judge(self.players, usual, numbers, self.seed, self.auction)

    def choose_ecart(self, judge: Judge) -> None:
        """Choose what to save in the écart."""
        usual = judge.units("taker", self.player_with(self.weights))
        gains = {}
        for worth in SAVES:
            self.save(worth)
            units = judge.units("taker", self.player_with(self.weights))
            gains[worth] = gain_of(units, usual).mean
        self.save(max(SAVES, key=lambda worth: gains[worth]))
        print(
            f"{self.players} players, {self.auction}: saves {self.saves} a half-point",
            flush=True,
        )

    def drop_habits(self, judge: Judge) -> None:
        """Take their weights from habits that cost, the worst first."""
        for role in ROLES[self.players]:
            block = self.block_of(role)
            usual = judge.units(role, self.player_with(self.weights))
            found = {}
            for habit in HABITS:
                units = judge.units(role, self.player_with(self.without(habit, block)))
                found[habit] = gain_of(usual, units)
            dropped = []
            for habit in sorted(found, key=lambda name: found[name].mean):
                if not found[habit].is_loss:
                    continue
                weights = self.without(habit, block)
                units = judge.units(role, self.player_with(weights))
                if gain_of(usual, units).is_loss:
                    usual, self.weights = units, weights
                    self.used[block] &= ~np.isin(_NAMES, HABITS[habit])
                    dropped.append(habit)
            names = ", ".join(dropped) or "nothing"
            print(
                f"{self.players} players, {self.auction}, {role}: drops {names}",
                flush=True,
            )

    def without(self, habit: str, block: int) -> Numbers:
        """Return the weights without a habit in one role."""
        weights = self.weights.copy()
        weights[block, np.isin(_NAMES, HABITS[habit])] = 0.0
        return weights

    def block_of(self, role: str) -> int:
        """Return the number of the block of a role."""
        return term.ROLES * self.kind + 3 * (self.players - 3) + _BLOCK[role]

    def blend(self, judge: Judge) -> None:
        """Choose the last round or a mean of the last ones, for each role."""
        choices = [np.mean(self.past[-count:], axis=0) for count in range(1, AFTER + 1)]
        blended = self.weights.copy()
        for role in ROLES[self.players]:
            block = self.block_of(role)
            usual = judge.units(role, self.player_with(choices[0]))
            gains = []
            for weights in choices:
                units = judge.units(role, self.player_with(weights))
                gains.append(gain_of(units, usual).mean)
            best = int(np.argmax(gains))
            blended[block] = choices[best][block]
            head = f"{self.players} players, {self.auction}, {role}"
            print(f"{head}: blends the last {best + 1}", flush=True)
        self.weights = blended


def fit(players: int, rounds: int, deals: int, seed: int, kind: int = 0) -> Learner:
    """Return what has learnt to play one kind of contract at one number of players."""
    learner = Learner(players, deals, seed, kind)
    for turn in range(rounds):
        if turn == rounds - AFTER:
            judge = learner.judge(0, rounds)
            if kind == 0:
                learner.choose_ecart(judge)
            learner.drop_habits(judge)
        learner.learn()
        print(
            f"{players} players, {AUCTIONS[kind]}: round {turn + 1} of {rounds}",
            flush=True,
        )
    learner.blend(learner.judge(1, rounds))
    learner.drop_habits(learner.judge(2, rounds))
    return learner


def main(rounds: int = 12, deals: int = 120_000, seed: int = 11) -> None:
    """Fit each number of players and write the weights.

    Parameters
    ----------
    rounds, deals, seed : int, optional
        Rounds, deals of a round, and their seed.
    """
    blocks, saves = np.zeros((term.BLOCKS, term.BLOCK)), {}
    for players in PLAYER_COUNTS:
        for kind in range(term.KINDS):
            learner = fit(players, rounds, deals, seed, kind)
            first = term.ROLES * kind + 3 * (players - 3)
            blocks[first : first + 3] = learner.weights[first : first + 3]
            if kind == 0:
                saves[players] = learner.saves
    write_weights(blocks.tolist(), saves)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
