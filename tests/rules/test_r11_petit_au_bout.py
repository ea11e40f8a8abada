"""R11: the Petit au bout; D13."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from tarotsim.game.cards import EXCUSE, PETIT, Card
from tarotsim.game.parsing import parse_cards
from tarotsim.game.records import Deal, DealRecord, Trick
from tarotsim.game.rules import RULES_4, RULES_5, Camp, Chelem, Contract, rules_for
from tarotsim.game.strategy import Strategy
from tarotsim.game.view import SeatView
from tarotsim.reference.scoring import score_deal
from tarotsim.reference.settle import petit_au_bout

ATTACK, DEFENCE = Camp.ATTACK, Camp.DEFENCE
D13_TAKER = rules_for(5, D13="announced_by_taker")
# Seat 0 takes with seat 1 at five players.
CAMPS = (ATTACK, ATTACK, DEFENCE, DEFENCE, DEFENCE)


class PetitLate(Strategy):
    """Plays its highest trump, the Petit after the others, the Excuse at the end."""

    name = "petit late"

    def play(self, view: SeatView) -> Card:
        cards: tuple[Card, ...] = view.legal
        return max(cards, key=lambda card: (card != EXCUSE, card != PETIT, card))


def _tricks(before: tuple[str, int], last: tuple[str, int]) -> list[Trick]:
    """Make the last two tricks: cards, and the winner, who also leads."""
    return [
        Trick(winner, parse_cards(cards), winner) for cards, winner in (before, last)
    ]


@pytest.mark.parametrize("winner", range(5))
@pytest.mark.parametrize("place", range(5))
def test_r11_1_to_the_camp_that_wins_the_last_trick(winner: int, place: int) -> None:
    """Whoever played the Petit."""
    cards = ["T9", "S2", "S3", "S4", "S5"]
    cards[place] = "T1"
    tricks = _tricks(("H1 H2 H3 H4 H5", 0), (" ".join(cards), winner))
    assert petit_au_bout(RULES_5, tricks, CAMPS) is CAMPS[winner]


@pytest.mark.parametrize("announced", [False, True])
@pytest.mark.parametrize("winner", range(5))
def test_r11_1_d13_the_last_trick_itself_is_no_exception(
    winner: int, announced: bool
) -> None:
    tricks = _tricks(("H1 H2 H3 H4 H5", winner), ("EX T1 S3 S4 S5", winner))
    for rules in (RULES_5, D13_TAKER):
        got = petit_au_bout(
            rules, tricks, CAMPS, is_announced_by_taker=announced, taker=0
        )
        assert got is CAMPS[winner]


@pytest.mark.parametrize("contract", list(Contract)[1:])
@pytest.mark.parametrize("camp", [None, *Camp])
def test_r11_2_r11_3_ten_times_the_multiplier_whatever_the_result(
    contract: Contract, camp: Camp | None
) -> None:
    sign = {None: 0, ATTACK: 1, DEFENCE: -1}[camp]
    for half_points in (20, 81, 82, 160):
        with_petit = score_deal(RULES_4, contract, half_points, 2, petit_au_bout=camp)
        without = score_deal(RULES_4, contract, half_points, 2)
        assert with_petit.petit_part == sign * 10 * contract.multiplier
        assert with_petit.unit - without.unit == with_petit.petit_part


@pytest.mark.parametrize(
    ("contract", "half_points", "camp", "defender"),
    [
        (Contract.GARDE_SANS, 76, ATTACK, 72),
        (Contract.GARDE, 90, DEFENCE, -38),
        (Contract.GARDE, 90, None, -58),
    ],
    ids=["a", "b", "c"],
)
def test_r11_3_f02_on_a_lost_contract(
    contract: Contract, half_points: int, camp: Camp | None, defender: int
) -> None:
    score = score_deal(RULES_4, contract, half_points, 2, petit_au_bout=camp)
    assert score.scores == (-3 * defender, defender, defender, defender)


@pytest.mark.parametrize("winner", range(5))
@pytest.mark.parametrize("announced", [False, True])
def test_r11_4_d13_the_last_trick_but_one_of_a_slam(
    winner: int, announced: bool
) -> None:
    """The Excuse wins the last trick: any slam by default, the taker's under D13."""
    tricks = _tricks(("T9 T1 S3 S4 S5", winner), ("EX H2 H3 H4 H5", winner))
    for rules, counts in ((RULES_5, True), (D13_TAKER, announced and winner == 0)):
        got = petit_au_bout(
            rules, tricks, CAMPS, is_announced_by_taker=announced, taker=0
        )
        assert got is (CAMPS[winner] if counts else None)


@pytest.mark.parametrize(
    "last",
    [
        "H1 H2 H3 H4 H5",  # no Excuse
        "T7 EX H3 H4 H5",  # followed, it does not win
    ],
)
@pytest.mark.parametrize("announced", [False, True])
def test_r11_4_only_if_the_excuse_wins(last: str, announced: bool) -> None:
    tricks = _tricks(("T9 T1 S3 S4 S5", 0), (last, 0))
    got = petit_au_bout(
        RULES_5, tricks, CAMPS, is_announced_by_taker=announced, taker=0
    )
    assert got is None


def test_r11_4_not_when_the_excuse_led_and_lost() -> None:
    before = Trick(0, parse_cards("T9 T1 S3 S4"), 0)
    last = Trick(0, parse_cards("EX H2 H3 H4"), 3)
    camps = (ATTACK, DEFENCE, DEFENCE, DEFENCE)
    assert petit_au_bout(RULES_4, [before, last], camps) is None


def test_r11_4_only_the_last_trick_but_one() -> None:
    tricks = _tricks(("T9 S2 S3 S4 S5", 0), ("EX H2 H3 H4 H5", 0))
    earlier = Trick(0, parse_cards("T10 T1 D3 D4 D5"), 0)
    assert petit_au_bout(RULES_5, [earlier, *tricks], CAMPS) is None


@pytest.mark.parametrize(
    ("contract", "half_points", "bouts"),
    [(Contract.GARDE_SANS, 182, 3), (Contract.GARDE_CONTRE, 182 - 9 - 5, 2)],
)
def test_r11_5_r15_5_a_petit_in_the_chien_was_not_played(
    lay_out: Callable[..., Deal],
    play_out: Callable[..., DealRecord],
    contract: Contract,
    half_points: int,
    bouts: int,
) -> None:
    trumps = " ".join(f"T{number}" for number in range(5, 22))
    hands = {0: f"EX {trumps}", 1: "T2 T3", 2: "T4"}
    deal = lay_out(RULES_4, hands, chien="T1 S1 S2 S3 S4 S5", dealer=3)
    record = play_out(RULES_4, deal, 0, contract, strategies={0: PetitLate()})
    settlement = record.settlement
    assert settlement is not None
    assert settlement.chelem is Chelem.UNANNOUNCED_MADE
    assert settlement.petit_au_bout is None
    assert (settlement.half_points, settlement.bouts) == (half_points, bouts)


def test_r11_4_d13_f07_a_in_a_whole_deal(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    trumps = " ".join(f"T{number}" for number in range(6, 22))
    hands = {0: f"EX T1 {trumps}", 1: "T2 T3", 2: "T4 T5"}
    for announced, option in itertools.product(
        (False, True), ({}, {"D13": "announced_by_taker"})
    ):
        rules = rules_for(4, **option)
        deal = lay_out(rules, hands, chien="S1 S2 S3 S4 S5 S6", dealer=3)
        record = play_out(
            rules,
            deal,
            0,
            strategies={0: PetitLate()},
            chelem_decided=True,
            chelem_by=0 if announced else None,
        )
        assert PETIT in record.tricks[-2].cards
        assert EXCUSE in record.tricks[-1].cards
        assert record.score is not None
        counts = announced or not option
        petit = 20 if counts else 0
        chelem = 400 if announced else 200
        assert record.score.unit == 160 + petit + chelem
