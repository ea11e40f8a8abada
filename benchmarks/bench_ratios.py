"""One way against another, in turn: history, threads, numbers of players.

A round runs both ways, once in each order, so that a busy neighbour meets both. The
time of the benchmark itself is of no interest; the ratios are.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from tarotsim import simulate
from tarotsim.runs.run import plan_run

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Figure = Callable[[str, Sequence[float]], None]
    Act = Callable[[], object]

ROUNDS = 15


def _ratios(
    benchmark: Any, one: Act, other: Act, clock: Callable[[], float]
) -> list[float]:
    """Return the time of one way divided by that of the other, round by round."""
    found: list[float] = []

    def timed(act: Act) -> float:
        start = clock()
        act()
        return clock() - start

    def round_() -> None:
        first = timed(one), timed(other)
        second = timed(other), timed(one)
        found.append((first[0] + second[1]) / (first[1] + second[0]))

    one(), other()
    benchmark.pedantic(round_, rounds=ROUNDS)
    return found


def bench_history(benchmark: Any, figure: Figure, scale: int) -> None:
    """Chunks of a run with every act kept, and without."""
    run = plan_run(32_768 // scale, strategies="random_legal", seed=1)

    def play(history: bool) -> None:
        player = run.player(history=history)
        for first in range(0, run.numbers.stop, 4096):
            player(range(first, min(first + 4096, run.numbers.stop)))

    with_, without = (lambda: play(True)), (lambda: play(False))
    ratios = _ratios(benchmark, with_, without, time.process_time)
    figure("history_cost", [100 * (ratio - 1) for ratio in ratios])


def bench_two_threads(benchmark: Any, figure: Figure, scale: int) -> None:
    """Run on one thread and on two, by wall time."""

    def play(threads: int) -> None:
        given: dict[str, Any] = {"strategies": "random_legal", "seed": 1}
        simulate(262_144 // scale, threads=threads, keep_rows=False, **given)

    one, two = (lambda: play(1)), (lambda: play(2))
    figure("two_threads", _ratios(benchmark, one, two, time.perf_counter))


@pytest.mark.parametrize(
    ("players", "goal"), [(3, "three_players"), (5, "five_players")]
)
def bench_players(
    benchmark: Any, figure: Figure, scale: int, players: int, goal: str
) -> None:
    """Card plays a second of another number of players to those of four."""
    deals = range(16_384 // scale)
    runs = [
        plan_run(
            1, players=count, strategies="random_legal", seed=1, auction="best:garde"
        )
        for count in (4, players)
    ]
    cards = [
        int((run.play_numbers(deals)["outcome"] == 0).sum())
        * len(run.table)
        * run.rules.trick_count
        for run in runs
    ]
    four, other = ((lambda run=run: run.play_numbers(deals)) for run in runs)
    ratios = _ratios(benchmark, four, other, time.process_time)
    figure(goal, [ratio * cards[1] / cards[0] for ratio in ratios])
