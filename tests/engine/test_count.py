"""`tarotsim.score`: the count of one deal, and the inputs it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from tarotsim import (
    Camp,
    Chelem,
    Contract,
    Poignee,
    RulesError,
    TarotError,
    rules_for,
    score,
)

MADE: dict[str, Any] = {"contract": "garde", "points": 49, "bouts": 2}


def test_lines_follow_the_count_of_a_player() -> None:
    result = score(**MADE, poignees=["simple:attack"], petit_au_bout="attack")
    assert result.lines == (
        "Contract: garde, multiplier 2",
        "Target with 2 bouts: 41 points",
        "Attack: 49 points, made by 8",
        "Contract part: (25 + 8) x 2 = +66",
        "Petit au bout, attack: 10 x 2 = +20",
        "Poignée, simple, shown by the attack, to the attack: +20",
        "Total: 106, paid by each defender to the attack",
        "Scores: taker +318, each of the 3 defenders -106",
    )


def test_a_lost_deal_says_who_pays() -> None:
    result = score(contract="prise", points=44, bouts=1, poignees=["double:defence"])
    assert "Contract part: -(25 + 7) x 1 = -32" in result.lines
    assert "shown by the defence, to the defence: -30" in result.lines[4]
    assert result.lines[-2] == "Total: -62, paid by the attack to each defender"


def test_a_total_of_zero_is_said() -> None:
    # R13.6: garde made by 25 and a slam announced and failed: 100 - 200, + 100.
    result = score(contract="garde", points=66, bouts=2, chelem="announced_failed")
    assert result.unit == -100
    even = score(contract="garde", points=86, bouts=3, chelem="announced_failed")
    assert even.unit == -50
    nobody = score(contract="garde_sans", points=61, bouts=3, chelem="announced_failed")
    assert nobody.unit == 0
    assert "Total: 0, nobody pays" in nobody.lines


def test_members_and_words_are_the_same() -> None:
    words = score(**MADE, poignees=["double:defence"], chelem="none")
    members = score(
        contract=Contract.GARDE,
        points=49,
        bouts=2,
        poignees=[(Poignee.DOUBLE, Camp.DEFENCE)],
        chelem=Chelem.NONE,
    )
    assert words == members


@pytest.mark.parametrize("points", [40.5, "40.50", "40,5", " 81/2 "])
def test_half_points_are_exact_in_every_writing(points: Any) -> None:
    result = score(players=3, contract="garde", points=points, bouts=2)
    assert (result.half_points, result.gap, result.won) == (81, 1, False)


def test_seats_can_be_named() -> None:
    result = score(players=5, **MADE, taker=3, partner=0)
    assert result.scores == (66, -66, -66, 132, -66)
    assert result.by_role == {"taker": 132, "partner": 66, "defender": -66}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"bouts": 4}, "R0.2"),
        ({"bouts": -1}, "R0.2"),
        ({"points": 92}, "R0.3"),
        ({"points": -1}, "R0.3"),
        ({"points": 40.25}, "half-points"),
        ({"points": "many"}, "cannot read 'many'"),
        ({"points": float("nan")}, "cannot read nan"),
        ({"points": 40.5}, "R7.3"),
        ({"points": 90, "bouts": 0}, "0 to 78"),
        ({"points": 4, "bouts": 3}, "13 to 91"),
        ({"alone": True}, "R5.5"),
        ({"players": 6}, "R1.1"),
        ({"contract": "pousse"}, "prise, garde"),
        ({"contract": Contract.PASS}, "R3.6"),
        ({"chelem": "petit"}, "announced_made"),
        ({"petit_au_bout": "taker"}, "attack, defence"),
        ({"poignees": ["simple"]}, "LEVEL:CAMP"),
        ({"poignees": ["huge:attack"]}, "simple, double, triple"),
        ({"poignees": ["simple:attack", "simple:attack"]}, "R10.2"),
        ({"poignees": ["double:attack", "simple:defence"]}, "R10.7"),
        ({"players": 3, "poignees": ["simple:attack", "simple:defence"]}, "R10.7"),
        ({"players": 5, "alone": True, "poignees": ["simple:attack"] * 2}, "R10.2"),
        ({"chelem": "announced_made"}, "R12.1"),
        ({"chelem": "defence_made"}, "R12.1"),
        ({"points": 91, "bouts": 3}, "won no trick"),
        ({"points": 0, "bouts": 0, "contract": "garde_contre"}, "won no trick"),
        ({"taker": 4}, "seat 4"),
        ({"partner": 1}, "partner"),
        ({"players": 5, "taker": 2, "partner": 2}, "R5.4"),
        ({"bouts": 0, "petit_au_bout": "attack"}, "R11.1"),
        ({"bouts": 3, "petit_au_bout": "defence"}, "R11.1"),
        ({"chelem": "defence_announced_failed"}, "D14"),
    ],
)
def test_impossible_input_is_refused_with_the_reason(
    changes: dict[str, Any], reason: str
) -> None:
    with pytest.raises(TarotError, match=reason):
        score(**MADE | changes)


@pytest.mark.parametrize(
    ("petit", "chelem", "points", "bouts"),
    [
        ("defence", "announced_made", 91, 3),
        ("defence", "unannounced_made", 87, 2),
        ("attack", "defence_made", 3, 0),
    ],
)
def test_a_slam_leaves_the_other_camp_no_last_trick(
    petit: str, chelem: str, points: int, bouts: int
) -> None:
    with pytest.raises(RulesError, match=r"R11\.1"):
        score(
            contract="garde",
            points=points,
            bouts=bouts,
            petit_au_bout=petit,
            chelem=chelem,
        )


def test_a_slam_in_garde_contre_leaves_the_defence_the_chien() -> None:
    result = score(contract="garde_contre", points=80, bouts=3, chelem="announced_made")
    assert result.unit == (25 + 44) * 6 + 400
    with pytest.raises(RulesError, match=r"R12\.1"):
        score(contract="garde_contre", points=40, bouts=3, chelem="announced_made")


def test_options_that_leave_half_points_at_four_are_honoured() -> None:
    rules = rules_for(4, D1="changes_camp_free")
    assert score(rules=rules, contract="garde", points=45.5, bouts=2).gap == 5


@pytest.mark.parametrize("option", [{"D2b": "lost"}, {"D2d": "announced_by_taker"}])
@pytest.mark.parametrize(
    ("d1", "points", "impossible"),
    [("changes_camp", "87", "86.5"), ("changes_camp_free", "86.5", "86")],
)
def test_d1_an_excuse_lost_in_a_slam(
    option: dict[str, str], d1: str, points: str, impossible: str
) -> None:
    """The partner's Excuse falls on the last trick of the slam and changes camp."""
    rules = rules_for(5, D1=d1, **option)
    deal: dict[str, Any] = {"contract": "prise", "bouts": 2}
    deal["chelem"] = "unannounced_made"
    assert score(rules=rules, points=points, **deal).unit == 25 + 46 + 200
    with pytest.raises(RulesError, match=r"R12\.1"):
        score(rules=rules, points=impossible, **deal)


@pytest.mark.parametrize(
    "wrong",
    [
        {"petit_au_bout": True},
        {"petit_au_bout": 0},
        {"petit_au_bout": 5},
        {"chelem": True},
        {"chelem": 1},
        {"contract": 2},
        {"bouts": True},
        {"bouts": 1.0},
    ],
    ids=repr,
)
def test_numbers_and_bools_are_no_names(wrong: dict[str, Any]) -> None:
    with pytest.raises(TarotError, match=next(iter(wrong))):
        score(**MADE | wrong)
