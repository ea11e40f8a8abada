"""R14: the order of events in a deal."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tarotsim.game.cards import KINGS, Card
from tarotsim.game.layout import Outcome
from tarotsim.game.records import Deal
from tarotsim.game.rules import (
    RULES_3,
    RULES_4,
    RULES_5,
    Contract,
    RuleSet,
    rules_for,
)
from tarotsim.game.strategy import PoigneeAnswer, Strategy
from tarotsim.game.view import SeatView
from tarotsim.reference.game import play_deal

ALL_RULES = [RULES_3, RULES_4, RULES_5]
by_players = pytest.mark.parametrize("rules", ALL_RULES, ids=lambda r: str(r.players))


class Clerk(Strategy):
    """Writes down every question that is asked at the table, in order."""

    name = "clerk"

    def __init__(self, contract: Contract, minutes: list[tuple[str, int]]) -> None:
        self.contract = contract
        self.minutes = minutes

    def bid(self, view: SeatView) -> Contract:
        self.minutes.append(("bid", view.seat))
        return self.contract if view.seat == 0 else Contract.PASS

    def call(self, view: SeatView) -> Card:
        self.minutes.append(("call", view.seat))
        return KINGS[3]

    def ecart(self, view: SeatView) -> tuple[Card, ...]:
        self.minutes.append(("ecart", view.seat))
        return super().ecart(view)

    def chelem(self, view: SeatView) -> bool:
        self.minutes.append(("chelem", view.seat))
        return False

    def poignee(self, view: SeatView) -> PoigneeAnswer:
        self.minutes.append(("poignee", view.seat))
        return None

    def play(self, view: SeatView) -> Card:
        self.minutes.append(("play", view.seat))
        return super().play(view)


def _minutes(
    lay_out: Callable[..., Deal], rules: RuleSet, contract: Contract
) -> list[tuple[str, int]]:
    minutes: list[tuple[str, int]] = []
    many = " ".join(f"T{number}" for number in range(2, 15))
    deal = lay_out(rules, {1: many, 2: "T1 T15"}, chien="S1 S2 S3", dealer=1)
    clerk = Clerk(contract, minutes)
    record = play_deal(rules, deal, [clerk] * rules.players)
    assert record.outcome is Outcome.PLAYED
    return minutes


@by_players
@pytest.mark.parametrize("contract", list(Contract)[1:])
def test_r14_the_order_of_events(
    lay_out: Callable[..., Deal], rules: RuleSet, contract: Contract
) -> None:
    minutes = _minutes(lay_out, rules, contract)
    stages = list(dict.fromkeys(stage for stage, _ in minutes))
    expected = ["bid"]
    expected += ["call"] * rules.calls_king
    expected += ["ecart"] * contract.takes_chien
    expected += ["chelem", "play", "poignee"]
    assert stages == expected
    # Seat 1 deals, so the others play before it shows, just before its first card.
    turn = minutes.index(("poignee", 1))
    before = [seat for stage, seat in minutes[:turn] if stage == "play"]
    assert 1 not in before
    assert len(before) <= rules.players - 1


@by_players
def test_d3_moves_the_announcement_before_the_ecart(
    lay_out: Callable[..., Deal], rules: RuleSet
) -> None:
    early = rules_for(rules.players, D3="before_chien")
    minutes = _minutes(lay_out, early, Contract.GARDE)
    stages = list(dict.fromkeys(stage for stage, _ in minutes))
    call = ["call"] * rules.calls_king
    assert stages == ["bid", *call, "chelem", "ecart", "play", "poignee"]


@by_players
def test_r14_6_the_right_hand_neighbour_of_the_dealer_leads(
    lay_out: Callable[..., Deal], rules: RuleSet
) -> None:
    minutes: list[tuple[str, int]] = []
    for dealer in range(rules.players):
        deal = lay_out(rules, {0: "T1 T2", 1: "T3 T4"}, dealer=dealer)
        seats = [Clerk(Contract.GARDE, minutes)] * rules.players
        record = play_deal(rules, deal, seats)
        assert record.tricks[0].leader == (dealer + 1) % rules.players
        assert record.taker == 0
