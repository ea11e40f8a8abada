"""Slams (R12): announced ones are made, and the Excuse waits for the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tarotsim.engine.compiled import CompiledTable, compiled_form
from tarotsim.engine.given import as_given
from tarotsim.engine.play import as_auction
from tarotsim.game.cards import format_cards
from tarotsim.game.rules import Chelem, rules_for
from tarotsim.game.view import SeatView
from tarotsim_strategies.expert import Expert
from tarotsim_strategies.point_count import PointCount

View = Callable[..., SeatView]
STRONG = {
    3: "0: trumps>=16, holds=21 20 19 18 17, kings>=3",
    4: "0: trumps>=14, holds=21 20 19 18, kings>=2",
    5: "0: trumps>=12, holds=21 20 19 18, kings>=2",
}


def _played(view: SeatView, **parameters: Any) -> str:
    return format_cards([Expert(**parameters).play(view)])


def _slams(players: int, player: Expert | PointCount) -> list[int]:
    """Return how often each `Chelem` came up in 4,000 strong deals."""
    form = compiled_form(player)
    assert form is not None
    rules = rules_for(players)
    table = CompiledTable(rules, [form] * players, as_auction("0:garde"))
    given = as_given(STRONG[players], rules)
    rows = table.play_numbered(3, range(4000), given=given).rows
    counts: list[int] = np.bincount(rows["chelem"], minlength=5).tolist()
    return counts


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("player", [Expert(), PointCount()], ids=lambda p: p.name)
def test_announced_slams_are_made(players: int, player: Expert | PointCount) -> None:
    counts = _slams(players, player)
    made, failed = counts[Chelem.ANNOUNCED_MADE], counts[Chelem.ANNOUNCED_FAILED]
    assert made >= 9 * failed
    assert made > 10


def test_they_are_lost_without_the_habit() -> None:
    assert _slams(4, Expert(plays_slams=False))[Chelem.ANNOUNCED_FAILED] > 200


def test_excuse_is_not_led_while_a_sure_card_keeps_the_slam(
    view_of: View, filler: list[str]
) -> None:
    won = [(0, text, 0) for text in filler[:14]]
    view = view_of(
        "21 20 19 Ex", seat=0, tricks=won, ceilings=dict.fromkeys((1, 2, 3), 0)
    )
    assert _played(view) != "Ex"
    assert _played(view, plays_slams=False) == "Ex"
    lost = [*won[:-1], (0, filler[13], 2)]
    view = view_of(
        "21 20 19 Ex", seat=0, tricks=lost, ceilings=dict.fromkeys((1, 2, 3), 0)
    )
    assert _played(view) == _played(view, plays_slams=False)


def _announced(view: SeatView) -> SeatView:
    return view._replace(public=view.public._replace(chelem_by=0))


def test_of_an_announced_slam_each_trick_counts(view_of: View) -> None:
    # The taker draws with what is sure to win.
    view = view_of("21 16 9 8 7 6 5 3 2 ♠R D ♥R ♦R", seat=0)
    assert _played(_announced(view)) == "21"
    # A partner takes a trick that nobody else can: the fifth player comes last.
    hand, table = "♠R 3 ♥R ♥2 ♦2 ♣2", "♠8 ♠9 ♠10 ♠V"
    view = view_of(hand, table, seat=4, players=5, taker=0, called="♥R")
    assert _played(_announced(view)) == "♠R"
    # So does a defender.
    view = view_of("♠R 3 ♥2 ♦2 ♣2", "♠D ♠9 ♠10", seat=3)
    assert _played(_announced(view)) == "♠R"
