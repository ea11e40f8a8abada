"""The ends of a deal that random play hardly ever brings (R8, R11, R12)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tarotsim.game.cards import CARD_COUNT, EXCUSE, PETIT, Cards, count_half_points
from tarotsim.game.records import Settlement, Trick
from tarotsim.game.rules import Camp, Chelem, Contract, rules_for
from tarotsim.reference.chelem import announcers, chelem_points, slam_camp, won_all
from tarotsim.reference.settle import (
    PlayedDeal,
    excuse_account,
    petit_au_bout,
    settle,
)
from tarotsim.reference.trick import excuse_wins

A, D = Camp.ATTACK, Camp.DEFENCE


def account(
    played_by: Camp,
    won_by: Camp,
    *,
    options: dict[str, Any] | None = None,
    **kwargs: Any,
) -> tuple[Camp, Camp | None]:
    return excuse_account(rules_for(5, **options or {}), played_by, won_by, **kwargs)


@pytest.mark.parametrize("played_by", [A, D])
@pytest.mark.parametrize("won_by", [A, D])
def test_r8_4_before_the_last_trick(played_by: Camp, won_by: Camp) -> None:
    """It stays, and only the other camp's trick costs a card; slams change nothing."""
    payer = None if played_by is won_by else played_by
    for slam, led in product((None, A, D), (False, True)):
        found = account(
            played_by, won_by, is_last_trick=False, slam_by=slam, is_led=led
        )
        assert found == (played_by, payer)


@pytest.mark.parametrize("camp", [A, D])
def test_r8_9_on_the_last_trick_without_a_slam(camp: Camp) -> None:
    other = camp.other
    for led in (False, True):
        last: dict[str, Any] = {"is_last_trick": True, "is_led": led}
        for value in ("changes_camp", "follows_winner", "changes_camp_free"):
            assert account(camp, other, options={"D1": value}, **last) == (other, None)
        assert account(camp, camp, **last) == (other, other)
        follows = {"D1": "follows_winner"}
        assert account(camp, camp, options=follows, **last) == (camp, None)
        free = {"D1": "changes_camp_free"}
        assert account(camp, camp, options=free, **last) == (other, None)


@pytest.mark.parametrize("camp", [A, D])
@pytest.mark.parametrize("led", [False, True])
def test_r8_10_on_the_last_trick_of_ones_own_slam(camp: Camp, led: bool) -> None:
    last: dict[str, Any] = {"is_last_trick": True, "is_led": led, "slam_by": camp}
    assert account(camp, camp, **last) == (camp, None)
    lost = (camp, None) if led else (camp.other, camp.other)
    assert account(camp, camp, options={"D2b": "lost"}, **last) == lost
    wins = {"D2a": "led_or_not", "D2b": "lost"}
    assert account(camp, camp, options=wins, **last) == (camp, None)
    out_of_scope = account(camp, camp, options={"D2d": "announced_by_taker"}, **last)
    assert out_of_scope == (camp.other, camp.other)
    announced = account(
        camp,
        camp,
        options={"D2d": "announced_by_taker"},
        is_announced_by_taker=True,
        **last,
    )
    assert announced == (camp, None)


@pytest.mark.parametrize("camp", [A, D])
def test_d2c_on_the_last_trick_of_the_others_slam(camp: Camp) -> None:
    last: dict[str, Any] = {"is_last_trick": True, "slam_by": camp.other}
    assert account(camp, camp.other, **last) == (camp.other, None)
    protected = {"D2c": "protected"}
    assert account(camp, camp.other, options=protected, **last) == (camp, camp)
    protected["D2d"] = "announced_by_taker"
    assert account(camp, camp.other, options=protected, **last) == (camp.other, None)


@pytest.mark.parametrize(
    ("table", "last", "all_before", "announced", "options", "wins"),
    [
        ((EXCUSE, 0, 1, 2, 3), True, True, False, {}, True),
        ((0, EXCUSE, 1, 2, 3), True, True, False, {}, False),
        ((0, EXCUSE, 1, 2, 3), True, True, False, {"D2a": "led_or_not"}, True),
        ((EXCUSE, 0, 1, 2, 3), False, True, True, {}, False),
        ((EXCUSE, 0, 1, 2, 3), True, False, True, {}, False),
        ((4, 0, 1, 2, 3), True, True, True, {"D2a": "led_or_not"}, False),
        ((EXCUSE, 0, 1, 2, 3), True, True, False, {"D2d": 1}, False),
        ((EXCUSE, 0, 1, 2, 3), True, True, True, {"D2d": 1}, True),
    ],
)
def test_r8_10_when_the_excuse_wins(
    table: tuple[int, ...],
    last: bool,
    all_before: bool,
    announced: bool,
    options: dict[str, Any],
    wins: bool,
) -> None:
    assert wins == excuse_wins(
        rules_for(5, **options),
        table,
        is_last_trick=last,
        won_all_before=all_before,
        is_announced_by_taker=announced,
    )


TAKER, PARTNER, DEFENDER = 0, 1, 2
CAMPS = (A, A, D, D, D)


@pytest.mark.parametrize(
    ("petit_in", "excuse_by", "last_by", "announced", "d13", "found"),
    [
        ("last", None, TAKER, False, "every_slam", A),
        ("last", None, DEFENDER, False, "every_slam", D),
        ("last", TAKER, TAKER, True, "announced_by_taker", A),
        ("before", None, TAKER, True, "every_slam", None),
        ("before", TAKER, TAKER, False, "every_slam", A),
        ("before", TAKER, TAKER, False, "announced_by_taker", None),
        ("before", TAKER, TAKER, True, "announced_by_taker", A),
        ("before", PARTNER, PARTNER, True, "every_slam", A),
        ("before", PARTNER, PARTNER, True, "announced_by_taker", None),
        ("before", DEFENDER, DEFENDER, False, "every_slam", D),
        ("before", DEFENDER, DEFENDER, True, "announced_by_taker", None),
        # The Excuse is in the last trick without winning it.
        ("before", PARTNER, TAKER, True, "every_slam", None),
        ("earlier", TAKER, TAKER, True, "every_slam", None),
    ],
)
def test_r11_petit_au_bout(
    petit_in: str,
    excuse_by: int | None,
    last_by: int,
    announced: bool,
    d13: str,
    found: Camp | None,
) -> None:
    """R11.1, R11.4, D13: seat 0 takes, seat 1 is his partner."""
    tricks = []
    for name in ("earlier", "before", "last"):
        cards = list(range(5)) if name == "last" else list(range(14, 19))
        if petit_in == name:
            cards[4] = PETIT
        if name == "last" and excuse_by is not None:
            cards[(excuse_by - last_by) % 5] = EXCUSE
        tricks.append(Trick(last_by, Cards(cards), last_by))
    assert found is petit_au_bout(
        rules_for(5, D13=d13),
        tricks,
        CAMPS,
        is_announced_by_taker=announced,
        taker=TAKER,
    )


# -- whole counts at four, all the tricks to one side --------------------------------


def slam(winner: int, excuse_by: int, *, last: bool = False) -> PlayedDeal:
    """Return a garde contre of seat 0 in which one seat wins every trick.

    The Excuse falls in the first trick, or in the last one, which ``excuse_by`` leads
    when it is also the winner.
    """
    cards = [card for card in range(CARD_COUNT) if card != EXCUSE]
    aside = [cards.pop(cards.index(card)) for card in (0, 1, 2, 14, 15, 16)]
    tricks = []
    for number in range(18):
        has_excuse = number == (17 if last else 0)
        trick = [cards.pop() for _ in range(3 if has_excuse else 4)]
        if has_excuse:
            trick.insert((excuse_by - winner) % 4, EXCUSE)
        tricks.append(Trick(winner, Cards(trick), winner))
    return PlayedDeal(tricks, 0, None, Contract.GARDE_CONTRE, aside)


def count(played: PlayedDeal, **options: Any) -> Settlement:
    return settle(rules_for(4, **options), played)


def test_r8_6_a_camp_without_tricks_owes_its_low_card() -> None:
    """The Excuse counts 4 points for a defence that won nothing, with D10 too."""
    for value in ("transfer", "nothing"):
        made = count(slam(winner=0, excuse_by=2), D10=value)
        aside = count_half_points((0, 1, 2, 14, 15, 16))
        assert made.half_points == 182 - aside - 9 + 1
        assert (made.bouts, made.excuse_owner, made.low_card_from) == (2, D, D)
        assert made.chelem is Chelem.UNANNOUNCED_MADE


def test_r8_6_an_attack_without_tricks_keeps_four_points() -> None:
    lost = count(slam(winner=1, excuse_by=0))
    assert (lost.half_points, lost.bouts) == (8, 1)
    assert lost.chelem is Chelem.DEFENCE_MADE
    assert count(slam(winner=1, excuse_by=0), D10="nothing").half_points == 9


def test_r8_10_the_excuse_led_to_the_last_trick_of_a_slam() -> None:
    made = count(slam(winner=0, excuse_by=0, last=True))
    assert (made.half_points, made.bouts, made.low_card_from) == (176, 3, None)
    lost = count(slam(winner=1, excuse_by=1, last=True))
    assert (lost.half_points, lost.bouts, lost.excuse_owner) == (0, 0, D)


def test_d2c_the_other_excuse_on_the_last_trick_of_a_slam() -> None:
    made = count(slam(winner=0, excuse_by=2, last=True))
    assert (made.half_points, made.bouts) == (176, 3)
    kept = count(slam(winner=0, excuse_by=2, last=True), D2c="protected")
    assert (kept.half_points, kept.bouts, kept.excuse_owner) == (168, 2, D)


def test_d12_tricks_of_the_partner() -> None:
    tricks = [Trick(0, Cards(range(5)), winner) for winner in (0, 1, 0)]
    assert slam_camp(rules_for(5), tricks, 0, 1) is A
    assert slam_camp(rules_for(5, D12="taker_alone"), tricks, 0, 1) is None
    assert slam_camp(rules_for(5, D12="taker_alone"), tricks, 2, 3) is D
    alone = rules_for(5, D12="taker_alone")
    assert not won_all(alone, [0, 1], taker=0, partner=1, seat=1)
    assert won_all(alone, [0, 0], taker=0, partner=1, seat=1)
    assert won_all(alone, [2, 3], taker=0, partner=1, seat=4)


def test_d14_who_is_asked_to_announce() -> None:
    order = (2, 3, 4, 0, 1)
    assert announcers(rules_for(5), 3, 0, order) == (3,)
    assert announcers(rules_for(5, D14="attack"), 3, 0, order) == (3, 0)
    assert announcers(rules_for(5, D14="attack"), 3, None, order) == (3,)
    assert announcers(rules_for(5, D14="anybody"), 3, 0, order) == (3, 2, 4, 0, 1)


def test_slam_points_of_the_two_camps_mirror_each_other() -> None:
    pairs = [
        (Chelem.ANNOUNCED_MADE, Chelem.DEFENCE_ANNOUNCED_MADE),
        (Chelem.UNANNOUNCED_MADE, Chelem.DEFENCE_MADE),
        (Chelem.ANNOUNCED_FAILED, Chelem.DEFENCE_ANNOUNCED_FAILED),
        (
            Chelem.ANNOUNCED_FAILED_DEFENCE_MADE,
            Chelem.DEFENCE_ANNOUNCED_FAILED_ATTACK_MADE,
        ),
    ]
    for value in ("both", "once"):
        rules = rules_for(4, D8=value)
        for attack, defence in pairs:
            assert chelem_points(rules, attack) == -chelem_points(rules, defence)
    assert chelem_points(rules_for(4), Chelem.NONE) == 0
