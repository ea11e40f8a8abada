"""Parameters and descriptions of the bundled strategies.

What they do at the table is checked in tests/testing, as anybody's can be.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tarotsim.game.errors import TarotError
from tarotsim.game.strategy import Strategy
from tarotsim_strategies.poignee_thresholds import (
    PoigneeAlways,
    PoigneeNever,
    PoigneeThreshold,
)
from tarotsim_strategies.point_count import PointCount
from tarotsim_strategies.published_bids import Chavey, SchoolMinima
from tarotsim_strategies.random_legal import RandomLegal


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
