"""The figures to reach, one line each, in the order of the README's table.

A benchmark records what it measured under a key of `GOALS`; the line then stands in
the table by itself. A key that nothing was recorded under is listed as not measured.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["GOALS", "Goal"]


@dataclass(frozen=True, slots=True)
class Goal:
    """A figure and what it should be.

    Parameters
    ----------
    what : str
        The line in words, in Markdown.
    unit : str
    least, most : float, optional
        Bounds, both included; without any the figure stands there to be read.
    """

    what: str
    unit: str
    least: float | None = None
    most: float | None = None

    def is_reached(self, value: float) -> bool:
        """Tell whether a value is within the bounds."""
        above = self.least is None or value >= self.least
        return above and (self.most is None or value <= self.most)


GOALS = {
    "random_rate": Goal("`random_legal`, 4 players, one core", "deals/s"),
    "random_to_openspiel": Goal(
        "`random_legal` to OpenSpiel's C++ `tarok` rollouts, per card play",
        "×",
        least=20,
    ),
    "random_to_colver": Goal(
        "`random_legal` to colver's Rust belote rollouts, per card play", "×", least=2
    ),
    "point_count_rate": Goal(
        "`point_count`, 4 players, one core", "deals/s", least=200_000
    ),
    "point_count_to_openspiel": Goal(
        "`point_count` to OpenSpiel's C++ rollouts of random play", "×", least=5
    ),
    "expert_rate": Goal("`expert`, 4 players, one core", "deals/s", least=100_000),
    "expert_to_openspiel": Goal(
        "`expert` to OpenSpiel's C++ rollouts of random play", "×", least=2.4
    ),
    "compiled_to_reference": Goal(
        "compiled to reference engine, `random_legal`", "×", least=300
    ),
    "reference_rate": Goal(
        "reference engine, `random_legal`, 4 players", "deals/s", least=1000
    ),
    "three_players": Goal("3 players to 4, per card play", "×", least=0.85, most=1.15),
    "five_players": Goal("5 players to 4, per card play", "×", least=0.85, most=1.15),
    "history_cost": Goal("full history recorded, cost", "%", most=5),
    "batch_rate": Goal(
        "batch stepping, NumPy policy, 10,000 tables", "M decisions/s", least=15
    ),
    "batch_to_openspiel": Goal(
        "batch stepping to a Python loop over OpenSpiel, per card play", "×", least=20
    ),
    "object_rate": Goal(
        "Python object as strategy, trivial body", "M decisions/s", least=0.5
    ),
    "two_threads": Goal("two threads to one, wall time", "×", least=1.9),
    "first_warm": Goal("first result, whole process, warm cache", "s", most=1),
    "first_cold": Goal("first result, whole process, cold cache", "s", most=10),
    "memory": Goal("ten million deals summed up, peak memory", "MB", most=600),
    "belief_sampler": Goal("belief sampler, a world", "µs", most=2),
    "solver_8": Goal("open-cards solver, 8 cards a hand", "ms", most=2),
    "solver_10": Goal("open-cards solver, 10 cards a hand", "ms", most=30),
    "search_rate": Goal(
        "search player, 10 worlds with inference", "decisions/s", least=5000
    ),
    "cell_expert": Goal(
        "a cell of the poignée table, `expert`, to ± 0.5 point of u",
        "core-minutes",
        most=1,
    ),
    "cell_search": Goal(
        "a cell of the poignée table, search players, to ± 0.5 point of u",
        "core-minutes",
        most=30,
    ),
}
