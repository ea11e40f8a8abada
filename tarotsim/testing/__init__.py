"""For writers of strategies: what a strategy must hold to, and difficult tables."""

from __future__ import annotations

from tarotsim.testing.checks import check_strategy, examine_strategy
from tarotsim.testing.examination import StrategyReport
from tarotsim.testing.tables import RandomPlayer, Table, random_table

__all__ = [
    "RandomPlayer",
    "StrategyReport",
    "Table",
    "check_strategy",
    "examine_strategy",
    "random_table",
]
