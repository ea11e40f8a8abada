"""The expert: decisions of its own, habits, and its strength over `point_count`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from tarotsim.engine.compiled import CompiledTable
from tarotsim.engine.play import as_auction
from tarotsim.game.cards import format_cards, is_bout, is_trump
from tarotsim.game.errors import TarotError
from tarotsim.game.layout import Outcome, Stage
from tarotsim.game.parsing import parse_cards
from tarotsim.game.poignees import PoigneeChoice
from tarotsim.game.rules import RULES_4, RULES_5, Contract, Poignee, rules_for
from tarotsim.game.strategy import Strategy
from tarotsim.game.view import SeatView
from tarotsim.reference.calling import callable_cards
from tarotsim.reference.ecart import discardable_cards
from tarotsim.reference.poignee import poignee_options
from tarotsim_strategies.expert import Expert
from tarotsim_strategies.expert import parameters as at
from tarotsim_strategies.expert import vocabulary as term
from tarotsim_strategies.expert.habits import HABITS
from tarotsim_strategies.expert.vocabulary import (
    FOLLOW_TERMS,
    LEAD_TERMS,
    SPEND_TERMS,
)
from tarotsim_strategies.point_count import PointCount

View = Callable[..., SeatView]
PIQUE = 1


def _player(**parameters: Any) -> Strategy:
    return Expert(**parameters)


def _played(view: SeatView, **parameters: Any) -> str:
    return format_cards([_player(**parameters).play(view)])


def test_a_king_not_held_is_called(view_of: View) -> None:
    for hand in (
        "21 18 14 9 7 ♠D 8 3 ♥9 2 ♦R 7 6 ♣V 10",
        "21 18 14 9 7 ♠R 8 3 ♥R 9 ♦R 7 6 ♣R 10",
    ):
        view = view_of(hand, seat=0, taker=0, players=5)
        legal = callable_cards(RULES_5, view.hand)
        called = _player().call(view._replace(legal=legal, stage=Stage.CALL))
        assert called not in view.hand


def test_slams_can_be_left_out(view_of: View) -> None:
    hand = "21 20 19 18 17 16 15 13 12 9 8 7 4 ♠R D ♥R ♦R Ex"
    view = view_of(hand, seat=0)._replace(stage=Stage.CHELEM)
    assert _player().chelem(view)
    assert not _player(announces_slams=False).chelem(view)


def _bids(view: SeatView, **parameters: Any) -> Contract:
    asked = view._replace(legal=tuple(Contract), stage=Stage.BID)
    return _player(**parameters).bid(asked)


def _before_the_bids(view: SeatView) -> SeatView:
    public = view.public._replace(taker=None, contract=Contract.PASS)
    return view._replace(public=public)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_bids_rise_with_the_hand(view_of: View, players: int) -> None:
    poor = view_of("7 4 ♠9 8 5 3 1 ♥9 8 5 ♦9 6 3 2 ♣8 7 2 1", players=players)
    poor = poor._replace(
        public=poor.public._replace(taker=None, contract=Contract.PASS)
    )
    rich = view_of("21 20 19 18 16 15 12 11 9 6 1 Ex ♥R D ♦R D ♠3 2", players=players)
    rich = rich._replace(
        public=rich.public._replace(taker=None, contract=Contract.PASS)
    )
    assert _bids(rich) > _bids(poor)
    assert _bids(poor) <= Contract.GARDE
    assert _bids(rich) >= Contract.GARDE_SANS


def test_bids_by_chavey(view_of: View) -> None:
    # The author's own example counts 60.
    view = view_of("21 19 12 6 1 Ex ♥R C 10 8 1 ♦V 8 ♣D C 7 ♠6 4")
    view = view._replace(
        public=view.public._replace(taker=None, contract=Contract.PASS)
    )
    assert _bids(view, bids="chavey") is Contract.GARDE


def _shown(view: SeatView, **parameters: Any) -> PoigneeChoice | None:
    asked = view._replace(
        stage=Stage.POIGNEE, legal=poignee_options(RULES_4, view.hand)
    )
    answer = _player(**parameters).poignee(asked)
    assert answer is None or isinstance(answer, PoigneeChoice)
    return answer


def test_poignees_are_shown_as_asked(view_of: View) -> None:
    strong = view_of("21 20 19 18 17 14 12 11 9 8 7 5 3 ♠R ♥R ♥D ♦R Ex", seat=0)
    weak = view_of("14 12 11 9 8 7 6 5 4 3 ♠1 2 3 5 7 9 ♥1 2", seat=0)
    for view in (strong, weak):
        assert _shown(view, shows="always") is not None
        assert _shown(view, shows="never") is None
    estimate = _shown(strong, shows="estimate")
    assert estimate is not None
    assert estimate.level is Poignee.DOUBLE
    assert _shown(weak, shows="estimate") is None
    table = _shown(strong, shows="table", shows_table=(0.5, 1.0, 1.0))
    assert table is not None
    assert table.level is Poignee.SIMPLE
    low = _shown(strong, shows="table", shows_table=(0.5, 1.0, 1.0), hides="low")
    assert low is not None
    assert low.hidden is not None
    assert sorted(low.hidden) == sorted(parse_cards("3 5 7"))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("bids", "wild"),
        ("shows", "sometimes"),
        ("hides", 3),
        ("shows_from", 1.5),
        ("shows_from", "0.5"),
        ("shows_table", (0.5, 0.5)),
        ("shows_table", (0.5, 0.5, -0.1)),
        ("reads_signals", -1),
        ("draws_trumps", 1),
    ],
)
def test_wrong_parameters_are_refused(field: str, value: object) -> None:
    with pytest.raises(TarotError, match=f"{field} must be"):
        Expert(**{field: value})  # type: ignore[arg-type]  # wrong on purpose


def test_each_habit_is_a_parameter_and_made_of_known_terms() -> None:
    names = {field.name for field in fields(Expert)}
    known = {label for label, _ in (*SPEND_TERMS, *LEAD_TERMS, *FOLLOW_TERMS)}
    used = [label for terms in HABITS.values() for label in terms]
    assert set(HABITS) <= names
    assert set(used) <= known
    assert len(used) == len(set(used))


def _rows(players: int, numbers: list[int], seats: list[Any], auction: Any) -> Any:
    table = CompiledTable(rules_for(players), seats, as_auction(auction))
    return table.play_numbered(5, numbers).rows


def _blocks(expert: Expert, players: int) -> list[float]:
    """Return the weights of all roles at one number of players."""
    start = at.WEIGHTS + 3 * term.BLOCK * (players - 3)
    return list(expert.compiled().params[start : start + 3 * term.BLOCK])


@pytest.mark.parametrize("players", [3, 4, 5])
def test_habits_that_the_fit_kept_change_the_play(players: int) -> None:
    numbers = list(range(100))
    usual = _rows(players, numbers, [Expert().compiled()] * players, "best:garde")
    for habit in HABITS:
        other = Expert(**{habit: False})  # type: ignore[arg-type]  # a bool
        rows = _rows(players, numbers, [other.compiled()] * players, "best:garde")
        is_kept = _blocks(other, players) != _blocks(Expert(), players)
        assert (rows["half_points"] != usual["half_points"]).any() == is_kept, habit


def test_each_habit_is_kept_somewhere() -> None:
    for habit in HABITS:
        other = Expert(**{habit: False})  # type: ignore[arg-type]  # a bool
        assert other.compiled().params != Expert().compiled().params, habit


@pytest.mark.parametrize("players", [3, 4, 5])
def test_scratch_is_a_cache_only(players: int) -> None:
    # The scratch memory of a table goes on from deal to deal, whatever their order.
    seats = [Expert(sends_signals=True).compiled()] * players
    numbers = list(range(80))
    rows = _rows(players, numbers, seats, None)
    back = _rows(players, numbers[::-1], seats, None)
    assert (rows == back[::-1]).all()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_expert_beats_point_count_in_every_role(players: int) -> None:
    expert, plain = Expert().compiled(), PointCount().compiled()
    numbers = list(range(6000))
    base = _rows(players, numbers, [plain] * players, "best:garde")

    def gains(role: str, sign: int) -> Any:
        units = np.full(len(numbers), np.nan)
        for taker in range(players):
            for partner in range(-1, players):
                here = (base["taker"] == taker) & (base["partner"] == partner)
                here &= base["outcome"] == Outcome.PLAYED
                if not here.any():
                    continue
                roles = {taker: "taker", partner: "partner"}
                seats = [
                    expert if roles.get(seat, "defender") == role else plain
                    for seat in range(players)
                ]
                rows = _rows(players, list(np.flatnonzero(here)), seats, "best:garde")
                units[here] = sign * (rows["unit"] - base["unit"][here].astype(int))
        return units[~np.isnan(units)]

    roles = [("taker", 1), ("defender", -1)]
    if players == 5:
        roles.append(("partner", 1))
    for role, sign in roles:
        found = gains(role, sign)
        assert found.mean() > 1.96 * found.std() / len(found) ** 0.5, role


def test_bouts_are_never_hidden_in_the_ecart(view_of: View) -> None:
    player = _player()
    hand = "21 12 9 8 1 Ex ♠R D C 3 ♥V 10 9 8 ♦D C 7 6 2 ♣R 10 8 5 4"
    view = view_of(hand, seat=0, taker=0)
    legal = discardable_cards(RULES_4, view.hand)
    ecart = player.ecart(view._replace(stage=Stage.ECART, legal=legal))
    assert not any(is_bout(card) or is_trump(card) for card in ecart)
