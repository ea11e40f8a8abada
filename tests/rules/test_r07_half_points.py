"""R7: half-points at 3 and 5 players."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tarotsim.game.records import DealRecord
from tarotsim.game.rules import RULES_3, RULES_4, RULES_5, Contract, RuleSet
from tarotsim.reference.dealing import deal_cards
from tarotsim.reference.scoring import contract_gap, is_made, score_deal

EXAMPLES = [
    # half-points, bouts, made, gap
    (81, 2, False, 1),  # RO p11, p12: 40.5 counts 40
    (83, 2, True, 1),  # RO p11, p12: 41.5 counts 42
    (79, 2, False, 2),
    (101, 1, False, 1),
    (82, 2, True, 0),
    (111, 0, False, 1),
    (113, 0, True, 1),
    (95, 2, True, 7),
    (69, 3, False, 2),
    (3, 0, False, 55),
]


@pytest.mark.parametrize("rules", [RULES_3, RULES_5], ids=["3", "5"])
@pytest.mark.parametrize(("half_points", "bouts", "made", "gap"), EXAMPLES)
def test_r7_1_r7_2_the_half_point_goes_to_the_winner(
    rules: RuleSet, half_points: int, bouts: int, made: bool, gap: int
) -> None:
    assert is_made(half_points, bouts) is made
    assert contract_gap(half_points, bouts) == gap
    score = score_deal(rules, Contract.PRISE, half_points, bouts)
    assert score.unit == (25 + gap) * (1 if made else -1)


@pytest.mark.parametrize(
    ("half_points", "taker", "defender"),
    [(81, -104, 52), (82, 100, -50), (83, 104, -52)],
)
def test_r7_f03_three_players_garde(
    half_points: int, taker: int, defender: int
) -> None:
    score = score_deal(RULES_3, Contract.GARDE, half_points, 2)
    assert score.scores == (taker, defender, defender)


def test_r7_2_both_camps_count_the_same_gap() -> None:
    """What the attack lacks is what the defence has above its own threshold."""
    for bouts, target in enumerate((56, 51, 41, 36)):
        for half_points in range(183):
            gap = contract_gap(half_points, bouts)
            assert isinstance(gap, int)
            exact = abs(half_points - 2 * target) / 2
            assert exact <= gap < exact + 1
            assert is_made(half_points, bouts) is (half_points / 2 >= target)


@pytest.mark.parametrize("contract", list(Contract)[1:])
def test_r7_3_never_at_four(
    play_out: Callable[..., DealRecord], contract: Contract
) -> None:
    for number in range(25):
        record = play_out(RULES_4, deal_cards(RULES_4, 31, number), 1, contract)
        if record.settlement is not None:
            assert record.settlement.half_points % 2 == 0


@pytest.mark.parametrize("rules", [RULES_3, RULES_5], ids=["3", "5"])
def test_r7_1_it_happens_at_three_and_five(
    play_out: Callable[..., DealRecord], rules: RuleSet
) -> None:
    records = [
        play_out(rules, deal_cards(rules, 31, number), 1) for number in range(25)
    ]
    halves = {r.settlement.half_points % 2 for r in records if r.settlement is not None}
    assert halves == {0, 1}
