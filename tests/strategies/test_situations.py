"""Single decisions that every sound player takes: each situation for each of ours."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tarotsim.game.cards import format_cards
from tarotsim.game.layout import Stage
from tarotsim.game.parsing import parse_cards
from tarotsim.game.rules import RULES_4
from tarotsim.game.strategy import Strategy
from tarotsim.game.view import SeatView
from tarotsim.reference.ecart import discardable_cards, verify_ecart
from tarotsim_strategies.expert import Expert
from tarotsim_strategies.point_count import PointCount

View = Callable[..., SeatView]
PIQUE = 1


@pytest.fixture(params=["point_count", "expert"])
def player(request: pytest.FixtureRequest) -> Strategy:
    """Return each strong player in turn."""
    if request.param == "expert":
        return Expert()
    return PointCount()


def _played(player: Strategy, view: SeatView) -> str:
    return format_cards([player.play(view)])


@pytest.mark.parametrize(
    ("hand", "table", "taker", "played"),
    [
        # A partner is winning with the king: give points.
        ("♠C 2 ♥4 ♥6 ♦3 ♦8 9 4", "♠1 4 R", 0, "♠C"),
        # The taker is: give nothing.
        ("♠D 2", "♠4 R 3", 1, "♠2"),
        # The Petit cuts last, nobody can take it.
        ("1 12 ♥3", "♠10 ♠4 ♠3", 0, "1"),
        # A partner's 21 takes the Petit home, the taker's does not.
        ("1 12 ♥3", "4 6 21", 1, "1"),
        ("1 12 ♥3", "4 21 6", 1, "12"),
    ],
)
def test_defender_playing_last(
    view_of: View, player: Strategy, hand: str, table: str, taker: int, played: str
) -> None:
    view = view_of(hand, table, seat=3, taker=taker)
    assert _played(player, view) == played


def test_an_honour_goes_under_a_partners_trump(view_of: View, player: Strategy) -> None:
    # No suit, no trump.
    view = view_of("♥C ♥2 ♦D ♦3 ♣C", "♠4 ♠R T18", seat=3, taker=1)
    assert _played(player, view) in ("♥C", "♦D", "♣C")


def test_no_honour_goes_under_the_takers_trump(view_of: View, player: Strategy) -> None:
    view = view_of("♥R ♥2 ♦D ♦3 ♣C", "♠4 T18 ♠3", seat=3, taker=1)
    assert _played(player, view) in ("♥2", "♦3")


def test_taker_plays_the_petit_behind_all(view_of: View, player: Strategy) -> None:
    view = view_of("1 7 ♥2 ♦3", "♠4 ♠10 ♠2", seat=0, taker=0)
    assert _played(player, view) == "1"


@pytest.mark.parametrize("table", ["", "♠D", "♠D T21", "4"])
def test_excuse_is_played_before_the_last_trick(
    view_of: View, player: Strategy, filler: list[str], table: str
) -> None:
    tricks = [(0, text, 0) for text in filler]
    view = view_of("19 Ex", table, seat=1, taker=0, tricks=tricks)
    assert _played(player, view) == "Ex"


def test_excuse_waits_to_end_a_slam(
    view_of: View, player: Strategy, filler: list[str]
) -> None:
    slam = [(0, text, 0) for text in filler]
    view = view_of("21 Ex", seat=0, taker=0, tricks=slam)
    assert _played(player, view) == "21"
    # 18 is not sure to win, and one trick lost ends the hope.
    view = view_of("18 Ex", seat=0, taker=0, tricks=slam)
    assert _played(player, view) == "Ex"
    lost = [*slam[:-1], (0, filler[-1], 2)]
    view = view_of("21 Ex", seat=0, taker=0, tricks=lost)
    assert _played(player, view) == "Ex"


def test_defence_leads_no_king_into_the_takers_void(
    view_of: View, player: Strategy
) -> None:
    view = view_of("8 6 ♠R ♠3 ♥9 ♥7 ♦2 ♦6", seat=1, voids={0: PIQUE})
    assert _played(player, view) != "♠R"


def test_ecart_keeps_kings_and_a_marriage(view_of: View, player: Strategy) -> None:
    hand = "21 18 14 11 9 7 1 ♠R D 8 3 ♥D 9 ♦R 7 6 2 ♣V 10 8 5 4 3 1"
    view = view_of(hand, seat=0, taker=0)
    legal = discardable_cards(RULES_4, view.hand)
    ecart = player.ecart(view._replace(stage=Stage.ECART, legal=legal))
    assert verify_ecart(RULES_4, view.hand, ecart) == ()
    assert not set(parse_cards("♠R D ♦R")) & set(ecart)


def test_forced_trumps_are_the_lowest(view_of: View, player: Strategy) -> None:
    hand = "21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 1 Ex ♠1 2 3 R ♥R ♦R ♣R"
    view = view_of(hand, seat=0, taker=0)
    legal = discardable_cards(RULES_4, view.hand)
    ecart = player.ecart(view._replace(stage=Stage.ECART, legal=legal))
    assert sorted(ecart) == sorted(parse_cards("9 8 7 ♠1 2 3"))


def test_slam_is_announced_only_without_a_loser(
    view_of: View, player: Strategy
) -> None:
    trumps = "21 20 19 18 17 16 15 13 12 9 8 7 4"
    hands = {
        f"{trumps} ♠R D ♥R ♦R Ex": True,
        f"{trumps} ♠R C ♥R ♦R Ex": False,
        f"{trumps[6:]} ♠R D C ♥R D ♦R Ex": False,
    }
    for hand, announces in hands.items():
        view = view_of(hand, seat=0)._replace(stage=Stage.CHELEM)
        assert player.chelem(view) is announces
