"""Advice: what can be shown, what it is worth, over which deals."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tarotsim import advise, deal, play, study_bid
from tarotsim.engine.forced import force_poignee
from tarotsim.engine.overrides import apply_all
from tarotsim.engine.play import python_form
from tarotsim.engine.told import read_situation
from tarotsim.game.errors import TarotError
from tarotsim.game.rules import RULES_4, Contract, rules_for
from tarotsim.plugins.registry import load_table
from tarotsim.present.display import format_html
from tarotsim.studies import looks
from tarotsim.studies.showing import levels_of

F13 = "21 18 15 12 9 6 4 Ex ♠R73 ♥DC5 ♦10 2 ♣V8"
TEN = "21 20 17 15 12 11 9 6 4 2 ♠R D 3 ♥R 5 ♦10 2 ♣V"
ELEVEN = "21 20 17 15 12 11 9 6 4 2 1 ♠R D 3 ♥R 5 ♦10 2"
THREE = "21 20 17 15 14 13 12 11 10 9 6 4 3 2 ♠R D 3 ♥R 5 4 3 ♦10 2 ♣V"
FIVE = "21 20 17 15 12 11 9 6 ♠R D 3 ♥R 4 ♦10 2"
CHIEN = "♥10 9 8 7 6 3"


@pytest.fixture
def short_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look after each 50 tries, where the reference engine plays them again."""
    monkeypatch.setattr(looks, "BLOCK", 50)


def _levels(hand: str, contract: str, **told: Any) -> list[Any]:
    return [
        (level.chance, level.words)
        for level in levels_of(read_situation(RULES_4, hand, contract, **told))
    ]


def test_the_chance_that_the_chien_brings_it() -> None:
    chances = [chance for chance, _ in _levels(F13, "garde")]
    # F13: ten or more trumps, the Excuse counted.
    assert chances[0] == Fraction(55861, 130036)
    assert 0 < chances[1] < Fraction(1, 500)
    assert chances[2] == 0
    # Nobody else sees the chien before he shows, nor the taker without it.
    for told in ({"role": "defender"}, {}):
        contract = "garde" if told else "garde sans"
        assert [chance for chance, _ in _levels(F13, contract, **told)] == [0, 0, 0]


def test_what_must_be_shown() -> None:
    nine = F13.replace("♣V8", "17 16").replace("Ex", "Ex").split(" ♠")
    hand = f"{nine[0]} 17 16 ♠R73 ♥DC5 ♦10 2"
    (chance, words), *_ = _levels(hand, "garde sans")
    assert chance == 1
    assert "the Excuse, so that no other trump is held" in words
    assert _levels(TEN, "garde sans")[0][1].endswith("all of them")
    assert "the choice of 1 to hide being free" in _levels(ELEVEN, "garde sans")[0][1]
    trumps = "21 19 18 17 16 15 14 13 12 11 10 9 8 7 ♠R ♥R ♦R ♣R"
    chien = "6 ♠D C ♥D C ♦D"
    shown = _levels(trumps, "prise", chien=chien, ecart=chien)
    assert [chance for chance, _ in shown] == [1, 1, 1]
    assert "6" in shown[2][1]


@pytest.mark.parametrize(
    ("players", "hand", "told"),
    [
        (3, THREE, {"contract": "garde_sans"}),
        (3, THREE, {"contract": "garde", "role": "defender"}),
        (4, TEN, {"contract": "garde"}),
        (4, TEN, {"contract": "garde", "role": "defender", "taker": 2}),
        (4, TEN, {"contract": "garde", "chien": CHIEN, "ecart": CHIEN}),
        (5, FIVE, {"contract": "garde", "call": "♦R"}),
        (5, FIVE, {"contract": "garde", "role": "partner"}),
        (5, FIVE, {"contract": "garde", "role": "defender"}),
    ],
)
def test_players_that_look_at_nothing(
    players: int, hand: str, told: dict[str, Any]
) -> None:
    """F15: the information part is 0 in every deal, the gain the prime, signed."""
    advice = advise(
        hand, players=players, strategies="point_count", deals=100, seed=4, **told
    )
    n = advice.sample.tried.joint.n
    assert n > 0
    for shown in advice.shown:
        assert advice.sample.tried.joint.total(f"informed.{shown.name}") == 0
        assert shown.information_part.mean == 0
        assert shown.gain.mean == pytest.approx(shown.prime_part.mean)
        if shown.level is not None:
            p = advice.success_silent.mean
            assert p is not None
            assert shown.gain.mean == pytest.approx(shown.level.prime * (2 * p - 1))
        assert shown.success == advice.success_silent


@pytest.mark.usefixtures("short_looks")
@pytest.mark.parametrize(
    ("players", "hand", "told"),
    [
        (3, THREE, {"contract": "garde", "role": "defender"}),
        (4, TEN, {"bids": "pass,pass,pass,garde", "dealer": 0}),
        (5, FIVE, {"contract": "garde", "role": "partner"}),
    ],
)
def test_deals_are_those_that_go_as_told(
    players: int, hand: str, told: dict[str, Any]
) -> None:
    """Each deal that is kept is played again by the reference engine alone."""
    strategies = "point_count(reads_poignees=True)"
    advice = advise(
        hand, players=players, strategies=strategies, deals=5, seed=4, **told
    )
    situation = advice.situation
    kept, sums = 0, np.zeros(2, dtype=np.int64)
    table = [python_form(s) for s in load_table(strategies, players)]
    arms = [
        apply_all([*situation.forced, force_poignee(0, level)], table)
        for level in (None, "highest")
    ]
    for number in range(advice.sample.tried.raw):
        own = number if told.get("dealer") is None else number * players
        dealt = deal(4, own, players, given={0: {"hand": hand}})
        records = [play(dealt, arm) for arm in arms]
        record = records[0]
        if record.taker is None or record.contract is not Contract.GARDE:
            continue
        if (record.taker == 0) != (situation.role == "taker"):
            continue
        if "bids" in told and [b.contract for b in record.bids] != list(
            situation.bids or ()
        ):
            continue
        if told.get("role") == "partner" and record.partner != 0:
            continue
        kept += 1
        sign = -1 if situation.role == "defender" else 1
        scores = [one.score for one in records]
        sums += [sign * score.unit for score in scores if score is not None]
    assert 0 < kept < advice.sample.tried.raw
    assert kept == advice.sample.tried.fitting == advice.sample.tried.joint.n
    assert advice.u_silent.mean == pytest.approx(sums[0] / kept)
    assert advice.shown[0].u.mean == pytest.approx(sums[1] / kept)


def test_a_hand_without_a_poignee() -> None:
    advice = advise(F13, "garde sans", deals=50, seed=1)
    assert advice.shown == ()
    assert advice.best is None
    assert advice.verdict[0] == (
        "No poignée can be shown: 8 trumps with the Excuse, 10 are needed (R10.1)."
    )
    assert advice.success_silent.mean is not None


def test_only_deals_with_a_poignee_are_played() -> None:
    advice = advise(F13, "garde", deals=50, seed=1)
    assert [shown.name for shown in advice.shown] == ["highest"]
    assert "the chien brings 10 trumps or more" in advice.population
    assert "43.0 %" in advice.verdict[0]
    assert advice.sample.tried.joint.total("prime.highest") > 0


def test_what_the_strategies_never_bid_is_an_error() -> None:
    with pytest.raises(TarotError) as caught:
        advise(ELEVEN, "garde contre", role="defender", seed=1)
    assert "0 of 100000 deals" in str(caught.value)
    assert "another seat takes garde contre" in str(caught.value)


@pytest.mark.usefixtures("short_looks")
@pytest.mark.parametrize("engine", ["reference", "compiled"])
def test_neither_threads_nor_engine_change_it(engine: str) -> None:
    told: dict[str, Any] = {"strategies": "point_count", "deals": 10, "seed": 3}
    first = advise(ELEVEN, "garde_sans", threads=2, **told)
    again = advise(ELEVEN, "garde_sans", threads=1, engine=engine, **told)
    assert first.to_json() == again.to_json()


def test_it_does_not_stop_for_a_width_that_it_would_not_show() -> None:
    # Players who ignore what is shown: no deal is won by it, whatever the number.
    options: dict[str, Any] = {"strategies": "point_count", "objective": "win"}
    advice = advise(TEN, "garde", half_width=0.01, deals=3000, seed=1, **options)
    assert advice.best is not None
    assert advice.best.aim.half_width is None
    assert advice.sample.stopped == "deals"


def test_it_stops_at_a_half_width() -> None:
    advice = advise(TEN, "garde", half_width=2.0, seed=1)
    assert advice.sample.stopped == "half_width"
    widths = [shown.gain.half_width for shown in advice.shown]
    assert all(width is not None and width <= 2 for width in widths)
    assert advice.sample.tried.joint.n >= 1000
    with pytest.raises(TarotError, match="half-width"):
        advise(TEN, "garde", half_width=-1)
    with pytest.raises(TarotError, match="deals must be"):
        advise(TEN, "garde", deals=0)
    with pytest.raises(TarotError, match="threads must be"):
        advise(TEN, "garde", threads=0)


def test_what_stays_hidden_is_compared() -> None:
    advice = advise(ELEVEN, "garde sans", deals=1000, seed=1)
    assert [str(shown.hidden) for shown in advice.shown] == ["20", "2", "1", "21"]
    assert [shown.better is None for shown in advice.shown] == [True] + [False] * 3
    assert any("hide" in line.lower() for line in advice.verdict)
    assert advice.to_pandas().shape[0] == len(advice.tidy()) == 2 + 5 * 4 + 3


def test_the_parts_add_up() -> None:
    advice = advise(TEN, "garde", seed=2, deals=2000)
    for shown in advice.shown:
        parts = [shown.prime_part.mean, shown.information_part.mean]
        assert sum(part or 0 for part in parts) == pytest.approx(shown.gain.mean)
        gain = (shown.u.mean or 0) - (advice.u_silent.mean or 0)
        assert gain == pytest.approx(shown.gain.mean)


def test_a_seat_may_be_any() -> None:
    """With one strategy in all seats the own seat's number changes nothing but luck."""
    told: dict[str, Any] = {"deals": 3000, "strategies": "point_count", "seed": 1}
    first, second = (
        advise(TEN, "garde", seat=seat, dealer=(seat + 2) % 4, **told)
        for seat in (0, 3)
    )
    a, b = first.u_silent, second.u_silent
    assert None not in (a.mean, b.mean, a.se, b.se)
    assert abs((a.mean or 0) - (b.mean or 0)) < 4 * np.hypot(a.se or 0, b.se or 0)
    assert rules_for(4) == first.situation.rules


def test_it_shows_itself_in_a_notebook() -> None:
    advice = advise(F13, "garde", deals=20, seed=1, strategies="point_count")
    page = format_html(advice)
    assert "<table" in page
    assert "55861/130036" in page
    bids = study_bid(F13, deals=20, seed=1, strategies="point_count")
    assert "garde sans" in format_html(bids)


@pytest.mark.parametrize(
    ("objective", "unit"),
    [
        ("win", "per cent of deals won"),
        ("match:1", "per cent of matches of 1 deal finished ahead"),
        ("match:12", "per cent of matches of 12 deals finished ahead"),
    ],
)
def test_another_objective(objective: str, unit: str) -> None:
    options: dict[str, Any] = {"deals": 1000, "seed": 1, "strategies": "point_count"}
    score = advise(TEN, "garde", **options)
    other = advise(TEN, "garde", objective=objective, **options)
    assert other.u_silent == score.u_silent
    for one, plain in zip(other.shown, score.shown, strict=True):
        assert one.gain == plain.gain
        assert one.prime_part == plain.prime_part
        assert one.objective_gain is not None
        assert plain.objective_gain is None
        gain = one.objective_gain.mean
        assert gain is not None
        if objective == "win":
            assert one.success.mean is not None
            assert other.success_silent.mean is not None
            assert gain == pytest.approx(one.success.mean - other.success_silent.mean)
        assert -1 <= gain <= 1
    data = other.to_json()
    assert data["objective"]["name"] == objective
    assert set(data["shown"][0]["objective_gain"]) == {"mean", "low", "high", "n"}
    assert unit in other.verdict[0] or "too few" in other.verdict[0]
    assert f"{objective}, %" in format_html(other)


def test_a_match_of_one_deal_is_what_its_scores_say() -> None:
    """Ahead of all others, ties shared: counted by hand from the rows of the arms."""
    options: dict[str, Any] = {"deals": 200, "seed": 3, "strategies": "random_legal"}
    advice = advise(TEN, "garde_sans", objective="match:1", **options)
    (simple, *_) = advice.shown
    # The taker is ahead of three equal defenders, or they share: he wins or not.
    won = simple.success.mean, advice.success_silent.mean
    assert None not in won
    assert simple.objective_gain is not None
    assert simple.objective_gain.mean == pytest.approx(
        float(won[0] or 0) - float(won[1] or 0)
    )


def test_matches_do_not_depend_on_threads() -> None:
    options: dict[str, Any] = {"objective": "match:6", "deals": 3000, "seed": 1}
    first, second = (
        advise(TEN, "garde", strategies="point_count", threads=n, **options)
        for n in (1, 2)
    )
    assert first.to_json() == second.to_json()


def test_an_unknown_objective_is_refused() -> None:
    with pytest.raises(TarotError, match="unknown objective 'luck'"):
        advise(TEN, "garde", objective="luck")
