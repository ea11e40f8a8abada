"""What holds for all bundled strategies: legal acts, the same from the same key."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tarotsim.game.errors import TarotError
from tarotsim.game.layout import Outcome
from tarotsim.game.rules import rules_for
from tarotsim.game.strategy import Strategy
from tarotsim.reference.dealing import deal_cards
from tarotsim.reference.game import play_deal
from tarotsim_strategies.poignee_thresholds import (
    PoigneeAlways,
    PoigneeNever,
    PoigneeThreshold,
)
from tarotsim_strategies.point_count import PointCount
from tarotsim_strategies.published_bids import Chavey, SchoolMinima
from tarotsim_strategies.random_legal import RandomLegal

STRATEGIES = (
    RandomLegal(),
    RandomLegal(p_pass=0, shows=100),
    PointCount(),
    PointCount(reads_poignees=True),
    PoigneeThreshold(),
    SchoolMinima(),
)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("strategy", STRATEGIES, ids=repr)
def test_acts_are_legal_and_repeat(strategy: Strategy, players: int) -> None:
    rules = rules_for(players)
    played = 0
    for number in range(100):
        deal = deal_cards(rules, 7, number)
        # The engine refuses any illegal act.
        record = play_deal(rules, deal, [strategy] * players)
        played += record.outcome is Outcome.PLAYED
        if number < 20:
            assert play_deal(rules, deal, [strategy] * players) == record
    assert played > 10


@pytest.mark.parametrize("players", [3, 4, 5])
def test_mixed_tables_are_legal(players: int) -> None:
    rules = rules_for(players)
    for number in range(60):
        seats = [
            STRATEGIES[(number + seat) % len(STRATEGIES)] for seat in range(players)
        ]
        play_deal(rules, deal_cards(rules, 8, number), seats)


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        (RandomLegal, "p_pass", 101),
        (RandomLegal, "p_pass", 0.5),
        (RandomLegal, "shows", -1),
        (PointCount, "garde", -1),
        (PointCount, "prise", "40"),
        (PointCount, "reads_poignees", 1),
        (PointCount, "shows", "sometimes"),
        (PoigneeThreshold, "count", 201),
        (PoigneeThreshold, "bouts", 4),
        (PoigneeThreshold, "garde", True),
    ],
)
def test_wrong_parameters_are_refused(
    kind: Callable[..., Strategy], field: str, value: object
) -> None:
    with pytest.raises(TarotError, match=f"{field} must be"):
        kind(**{field: value})


def test_names_and_infos() -> None:
    kinds = (
        RandomLegal,
        PointCount,
        PoigneeNever,
        PoigneeAlways,
        PoigneeThreshold,
        Chavey,
        SchoolMinima,
    )
    assert [kind.name for kind in kinds] == [
        "random_legal",
        "point_count",
        "poignee_never",
        "poignee_always",
        "poignee_threshold",
        "chavey",
        "school_minima",
    ]
    for kind in kinds:
        assert set(kind.info) == {"origin", "deterministic", "players"}
        assert "Origin" in str(kind.__doc__) or "References" in str(kind.__doc__)
