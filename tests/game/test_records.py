"""Records: tricks, the count in words, the whole deal as text."""

from __future__ import annotations

import dataclasses

import pytest

from tarotsim.game.cards import Cards
from tarotsim.game.parsing import parse_cards
from tarotsim.game.records import DealRecord, Score, Trick
from tarotsim.game.rules import (
    RULES_3,
    RULES_4,
    RULES_5,
    Camp,
    Chelem,
    Contract,
    Poignee,
)
from tarotsim.reference.dealing import deal_cards
from tarotsim.reference.scoring import score_deal


def test_a_trick_tells_who_played_what() -> None:
    trick = Trick(3, parse_cards("♠1 ♠2 ♠R ♠3"), 1)
    assert trick.plays() == [(3, 0), (0, 1), (1, 13), (2, 2)]
    assert [trick.seat_of(place) for place in range(4)] == [3, 0, 1, 2]


def test_lines_of_a_count() -> None:
    score = score_deal(
        RULES_4,
        Contract.GARDE_SANS,
        76,
        2,
        taker=1,
        poignees=[(Poignee.SIMPLE, Camp.ATTACK), (Poignee.DOUBLE, Camp.DEFENCE)],
        petit_au_bout=Camp.ATTACK,
        chelem=Chelem.ANNOUNCED_FAILED,
    )
    # (25 + 3) x 4 lost, petit 40, 20 + 30 to the defence, slam failed 200.
    assert score.unit == -112 + 40 - 50 - 200
    assert score.lines == (
        "Contract: garde sans, multiplier 4",
        "Target with 2 bouts: 41 points",
        "Attack: 38 points, lost by 3",
        "Contract part: -(25 + 3) x 4 = -112",
        "Petit au bout, attack: 10 x 4 = +40",
        "Poignée, simple, shown by the attack, to the defence: -20",
        "Poignée, double, shown by the defence, to the defence: -30",
        "Chelem, announced failed: -200",
        "Total: -322, paid by the attack to each defender",
        "Scores: taker -966, each of the 3 defenders +322",
    )
    assert str(score) == "\n".join(score.lines)


def test_lines_of_a_half_point_and_an_exact_contract() -> None:
    half = score_deal(RULES_3, Contract.GARDE, 83, 2)
    assert half.lines[2] == "Attack: 41.5 points, made by 1"
    assert half.points == 41.5
    exact = score_deal(RULES_4, Contract.PRISE, 102, 1)
    assert exact.lines[1] == "Target with 1 bout: 51 points"
    assert exact.lines[2] == "Attack: 51 points, made exactly"
    assert exact.unit == 25


def test_a_total_of_zero_is_said() -> None:
    """R13.6: a failed slam can eat up a contract that was made."""
    score = score_deal(RULES_4, Contract.PRISE, 182, 3, chelem=Chelem.ANNOUNCED_FAILED)
    assert score.unit == 25 + 55 - 200
    score = dataclasses.replace(score, contract_part=200, scores=(0, 0, 0, 0))
    assert score.unit == 0
    assert score.lines[-2] == "Total: 0, nobody pays"
    assert score.lines[-1] == "Scores: taker 0, each of the 3 defenders 0"


def test_roles_at_five() -> None:
    score = score_deal(RULES_5, Contract.GARDE, 102, 1, taker=4, partner=1)
    assert score.by_role == {"taker": 100, "partner": 50, "defender": -50}
    assert score.scores == (-50, 50, -50, -50, 100)
    assert score.taker_score == 100
    assert "partner +50, each of the 3 defenders -50" in score.lines[-1]
    alone = score_deal(RULES_5, Contract.GARDE, 102, 1, taker=4)
    assert alone.by_role == {"taker": 200, "defender": -50}
    assert "taker +200, each of the 4 defenders -50" in alone.lines[-1]


@pytest.mark.parametrize("kind", [Score, DealRecord, Trick])
def test_records_are_frozen(kind: type) -> None:
    params = kind.__dataclass_params__  # type: ignore[attr-defined]
    assert params.frozen
    assert "__slots__" in vars(kind)


def test_a_record_without_a_taker_has_only_defenders() -> None:
    from tarotsim.game.layout import Outcome

    deal = deal_cards(RULES_4, 1, 1)
    record = DealRecord(deal, RULES_4, Outcome.ALL_PASS)
    assert {record.camp_of(seat) for seat in range(4)} == {Camp.DEFENCE}
    lines = str(record).splitlines()
    assert lines[0] == "4 players, dealer seat 1, deal 1 of seed 1"
    assert lines[-1] == "outcome: all_pass"
    assert record.ecart == Cards()
