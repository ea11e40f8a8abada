"""R13: the score, with the examples of the federation."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import pytest

from tarotsim.game.rules import (
    PLAYER_COUNTS,
    RULES_4,
    RULES_5,
    Camp,
    Chelem,
    Contract,
    Poignee,
    rules_for,
)
from tarotsim.reference.scoring import contract_gap, is_made, score_deal, share

ATTACK, DEFENCE = Camp.ATTACK, Camp.DEFENCE
PRISE, GARDE, SANS, CONTRE = list(Contract)[1:]
SIMPLE, DOUBLE, TRIPLE = Poignee

# RO p9: contract, half-points, bouts, poignées, Petit, slam, u.
EXAMPLES = [
    (GARDE, 98, 2, [(SIMPLE, ATTACK)], ATTACK, Chelem.NONE, 106),
    (SANS, 90, 2, [], DEFENCE, Chelem.NONE, 76),
    (PRISE, 88, 1, [(SIMPLE, ATTACK)], ATTACK, Chelem.NONE, -42),
    (GARDE, 104, 2, [(SIMPLE, DEFENCE)], None, Chelem.NONE, 92),
    (GARDE, 174, 2, [(SIMPLE, ATTACK)], ATTACK, Chelem.ANNOUNCED_MADE, 582),
]


def _unit(
    contract: Contract,
    half_points: int,
    bouts: int,
    poignees: Sequence[tuple[Poignee, Camp]] = (),
    petit: Camp | None = None,
    chelem: Chelem = Chelem.NONE,
) -> int:
    return score_deal(
        RULES_4,
        contract,
        half_points,
        bouts,
        poignees=poignees,
        petit_au_bout=petit,
        chelem=chelem,
    ).unit


@pytest.mark.parametrize("bouts", range(4))
def test_r13_2_an_exact_contract_is_made(bouts: int) -> None:
    target = 2 * (56, 51, 41, 36)[bouts]
    assert is_made(target, bouts)
    assert contract_gap(target, bouts) == 0
    assert _unit(PRISE, target, bouts) == 25
    assert _unit(PRISE, target - 2, bouts) == -26
    assert _unit(PRISE, target + 2, bouts) == 26


def test_r13_3_gap() -> None:
    gaps = [contract_gap(half_points, 2) for half_points in range(77, 88)]
    assert gaps == [3, 2, 2, 1, 1, 0, 1, 1, 2, 2, 3]


def test_r13_4_the_formula() -> None:
    dice = random.Random(13)
    for _ in range(2000):
        contract = dice.choice([PRISE, GARDE, SANS, CONTRE])
        half_points, bouts = dice.randint(0, 182), dice.randint(0, 3)
        poignees = [
            (dice.choice(list(Poignee)), dice.choice(list(Camp)))
            for _ in range(dice.randint(0, 2))
        ]
        petit = dice.choice([None, ATTACK, DEFENCE])
        chelem, c = dice.choice(
            [
                (Chelem.NONE, 0),
                (Chelem.ANNOUNCED_MADE, 400),
                (Chelem.UNANNOUNCED_MADE, 200),
                (Chelem.ANNOUNCED_FAILED, -200),
                (Chelem.DEFENCE_MADE, -200),
                (Chelem.ANNOUNCED_FAILED_DEFENCE_MADE, -400),
            ]
        )
        m = {PRISE: 1, GARDE: 2, SANS: 4, CONTRE: 6}[contract]
        target = {0: 56, 1: 51, 2: 41, 3: 36}[bouts]
        s = 1 if half_points / 2 >= target else -1
        gap = int(abs(half_points / 2 - target) + 0.5)
        p = {None: 0, ATTACK: 1, DEFENCE: -1}[petit]
        primes = sum(
            {SIMPLE: 20, DOUBLE: 30, TRIPLE: 40}[level] for level, _ in poignees
        )
        u = s * (25 + gap) * m + p * 10 * m + s * primes + c
        assert _unit(contract, half_points, bouts, poignees, petit, chelem) == u


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_r13_5_the_table_adds_up_to_nothing(players: int) -> None:
    for unit, taker in itertools.product((106, -42, 0, 1), range(players)):
        scores = share(unit, players, taker)
        assert sum(scores) == 0
        assert scores[taker] == (players - 1) * unit
        assert sorted(scores) == sorted(
            [(players - 1) * unit, *[-unit] * (players - 1)]
        )


def test_r13_5_with_a_partner() -> None:
    for taker, partner in itertools.permutations(range(5), 2):
        scores = share(26, 5, taker, partner)
        assert (scores[taker], scores[partner]) == (52, 26)
        assert [s for seat, s in enumerate(scores) if seat not in (taker, partner)] == [
            -26,
            -26,
            -26,
        ]
        assert sum(scores) == 0


def test_r5_9_primes_are_shared_in_the_same_way() -> None:
    score = score_deal(
        RULES_5,
        PRISE,
        103,
        1,
        taker=3,
        partner=0,
        poignees=[(SIMPLE, DEFENCE)],
        petit_au_bout=ATTACK,
        chelem=Chelem.ANNOUNCED_FAILED,
    )
    assert score.unit == 26 + 20 + 10 - 200
    assert score.scores == (-144, 144, 144, -288, 144)


def test_r13_6_zero_and_opposite_signs() -> None:
    assert _unit(PRISE, 82, 2, chelem=Chelem.ANNOUNCED_FAILED) == -175
    assert _unit(GARDE, 230 - 98, 2, [(TRIPLE, ATTACK)], None, Chelem.NONE) == 140
    exactly_zero = _unit(GARDE, 82 + 2 * 75, 2, chelem=Chelem.ANNOUNCED_FAILED)
    assert exactly_zero == 0
    assert _unit(PRISE, 80, 2, [], ATTACK) == -16


@pytest.mark.parametrize(
    ("contract", "half_points", "bouts", "poignees", "petit", "chelem", "unit"),
    EXAMPLES,
    ids=["1", "2", "3", "4", "5"],
)
def test_r13_7_examples_of_the_federation(
    contract: Contract,
    half_points: int,
    bouts: int,
    poignees: list[tuple[Poignee, Camp]],
    petit: Camp | None,
    chelem: Chelem,
    unit: int,
) -> None:
    got = _unit(contract, half_points, bouts, poignees, petit, chelem)
    assert got == unit


def test_r13_8_a_game_is_the_sum_of_its_deals() -> None:
    """RO p10: the five deals, with takers East, West, South, North, South."""
    north, east, south, west = range(4)
    totals = [0, 0, 0, 0]
    takers = (east, west, south, north, south)
    for taker, example in zip(takers, EXAMPLES, strict=True):
        contract, half_points, bouts, poignees, petit, chelem, _ = example
        score = score_deal(
            RULES_4,
            contract,
            half_points,
            bouts,
            taker=taker,
            poignees=poignees,
            petit_au_bout=petit,
            chelem=chelem,
        )
        totals = [a + b for a, b in zip(totals, score.scores, strict=True)]
    assert totals[north] == -446
    assert totals[south] == 1346
    assert totals[east] == -390
    assert totals[west] == -510


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_r13_options_of_the_play_do_not_touch_the_count(players: int) -> None:
    """Of all options only D8 speaks of points."""
    names = ["D1", "D2a", "D2b", "D2c", "D2d", "D3", "D4", "D5", "D6", "D7"]
    names += ["D9", "D10", "D12", "D13", "D14", "D15"]
    other = rules_for(players, **dict.fromkeys(names, 1))
    usual = rules_for(players)
    for chelem in Chelem:
        for half_points in (40, 100, 170):
            one, two = (
                score_deal(rules, GARDE, half_points, 2, chelem=chelem)
                for rules in (usual, other)
            )
            assert one == two
