"""How a strategy is called in tables, verdicts and JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
import pytest

import tarotsim
from tarotsim.game.strategy import Strategy
from tarotsim.runs.run import describe
from tarotsim_strategies.expert import Expert
from tarotsim_strategies.point_count import PointCount


class Quiet(Expert):
    def poignee(self, view: Any) -> Any:
        return None


class Named(PointCount):
    name: ClassVar[str] = "named"


@dataclass(frozen=True)
class Own(Strategy):
    depth: int
    weights: Any = None
    seen: list[int] = field(default_factory=list)
    cache: Any = field(default=None, repr=False)


class Plain:
    def play(self, view: Any) -> Any:
        return view.legal[0]


@dataclass(frozen=True)
class Told(Strategy):
    depth: int = 1

    def __repr__(self) -> str:
        return "told so"


@pytest.mark.parametrize(
    ("strategy", "text"),
    [
        ("expert( hunts_petit = False )", "expert( hunts_petit = False )"),
        (Expert(), "expert"),
        (Expert, "expert"),
        (Expert(hunts_petit=False), "expert(hunts_petit=False)"),
        (
            Expert(shows="table", shows_table=(0.5, 0.6, 0.7)),
            "expert(shows='table', shows_table=(0.5, 0.6, 0.7))",
        ),
        (Quiet(), "Quiet"),
        (Quiet, "Quiet"),
        (Quiet(silence=1.0), "Quiet(silence=1.0)"),
        (Named(garde=50), "named(garde=50)"),
        (Own(2), "Own(depth=2)"),
        (Own(2, np.zeros(2), [3]), "Own(depth=2, weights=array([0., 0.]), seen=[3])"),
        (Plain(), "Plain"),
        (Told(3), "told so"),
        (Expert().compiled(), "expert"),
        (
            tarotsim.external(["./player", "-v"]),
            "external(command=('./player', '-v'))",
        ),
    ],
    ids=str,
)
def test_only_what_is_not_the_default_is_told(strategy: Any, text: str) -> None:
    assert describe(strategy) == text


def test_what_is_told_can_be_given() -> None:
    given = Expert(hunts_petit=False, silence=0.5)
    assert tarotsim.load_strategy(describe(given)) == given


def test_tables_stay_narrow() -> None:
    players = [Expert(), Expert(hunts_petit=False), Quiet()]
    found = tarotsim.tournament(players, deals=20, seed=1, players=4)
    told = [rating.strategy for rating in found.ratings]
    assert sorted(told) == ["Quiet", "expert", "expert(hunts_petit=False)"]
