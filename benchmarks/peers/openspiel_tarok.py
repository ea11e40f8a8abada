"""OpenSpiel's tarok: card plays a second of C++ rollouts and of a loop in Python.

Run by `benchmarks/peers/compare.py` with the interpreter of the peers; prints JSON.
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import TYPE_CHECKING, Any

import pyspiel

if TYPE_CHECKING:
    from collections.abc import Callable

ROLLOUTS = 1000
DEALS = 8
LOOPS = 20


def card_play_state(game: Any, seed: int) -> Any:
    """Return a state in which the first card is to be played.

    A random auction would end most deals after a few cards, so everybody takes the
    first legal action until cards are played: all 48 of them (klop).
    """
    rng = random.Random(seed)
    state = game.new_initial_state()
    while str(state.current_game_phase()).rpartition(".")[2] != "TRICKS_PLAYING":
        if state.is_chance_node():
            state.apply_action(rng.choice([a for a, _ in state.chance_outcomes()]))
        else:
            state.apply_action(state.legal_actions()[0])
    return state


def plays_left(state: Any) -> int:
    """Play a copy to the end and count its cards."""
    copy, count = state.clone(), 0
    while not copy.is_terminal():
        copy.apply_action(copy.legal_actions()[0])
        count += 1
    return count


def cpp_rollouts(game: Any, states: list[Any]) -> float:
    """Return card plays a second of rollouts that never leave C++.

    A search of one simulation evaluates the root by so many random rollouts.
    """
    plays, seconds = 0, 0.0
    for number, state in enumerate(states):
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, number)
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 64, False, number, False)
        plays += plays_left(state) * ROLLOUTS
        start = time.process_time()
        bot.step(state)
        seconds += time.process_time() - start
    return plays / seconds


def roll_out(state: Any, rng: random.Random) -> int:
    """Play a state to its end at random, as is usually written; count the cards."""
    plays = 0
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        plays += 1
    return plays


def roll_out_quickly(state: Any, rng: random.Random) -> int:
    """Do the same, written for speed: `random.choice` takes longer than a draw."""
    draw, apply, legal_actions = rng.random, state.apply_action, state.legal_actions
    plays = 0
    while not state.is_terminal():
        legal = legal_actions()
        apply(legal[int(draw() * len(legal))])
        plays += 1
    return plays


def python_loop(states: list[Any], play: Callable[[Any, random.Random], int]) -> float:
    """Return card plays a second of random play driven from Python."""
    rng = random.Random(1)
    start = time.process_time()
    plays = sum(play(state.clone(), rng) for state in states for _ in range(LOOPS))
    return plays / (time.process_time() - start)


if __name__ == "__main__":
    GAME = pyspiel.load_game("tarok(players=4)")
    STATES = [card_play_state(GAME, seed) for seed in range(DEALS)]
    FIGURES = {
        "openspiel_cpp": cpp_rollouts(GAME, STATES),
        "openspiel_python": python_loop(STATES, roll_out),
        "openspiel_python_quick": python_loop(STATES, roll_out_quickly),
    }
    json.dump(FIGURES, sys.stdout)
