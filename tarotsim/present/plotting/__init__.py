"""Figures: each takes a study, results or a tidy frame and returns a matplotlib Figure.

Every figure names its unit, population, number of cases and seed, is readable by
colour-blind eyes and in a black-and-white print, and shows intervals of 95 %. A frame
does not tell what its numbers are of: that is then given as ``population`` and
``seed``. Save one with ``figure.savefig("name.svg")``; in a notebook it shows itself.
"""

from tarotsim.present.plotting.poignees import plot_value_by_chance, plot_value_by_hand
from tarotsim.present.plotting.rankings import plot_comparison, plot_tournament
from tarotsim.present.plotting.shares import plot_points, plot_success

__all__ = [
    "plot_comparison",
    "plot_points",
    "plot_success",
    "plot_tournament",
    "plot_value_by_chance",
    "plot_value_by_hand",
]
