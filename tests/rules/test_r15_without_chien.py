"""R15: garde sans and garde contre."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tarotsim.game.cards import KINGS, Card, Cards
from tarotsim.game.records import Deal, DealRecord
from tarotsim.game.rules import RULES_3, RULES_4, RULES_5, Contract, RuleSet
from tarotsim.game.strategy import Strategy
from tarotsim.game.view import SeatView
from tarotsim.reference.dealing import deal_cards

ALL_RULES = [RULES_3, RULES_4, RULES_5]
by_players = pytest.mark.parametrize("rules", ALL_RULES, ids=lambda r: str(r.players))
SANS, CONTRE = Contract.GARDE_SANS, Contract.GARDE_CONTRE


class Peeper(Strategy):
    """Keeps what it sees, and may not be asked for an écart."""

    name = "peeper"

    def __init__(self) -> None:
        self.views: list[SeatView] = []

    def ecart(self, view: SeatView) -> tuple[Card, ...]:
        raise AssertionError("there is no ecart")

    def chelem(self, view: SeatView) -> bool:
        self.views.append(view)
        return False

    def play(self, view: SeatView) -> Card:
        self.views.append(view)
        return super().play(view)


@by_players
@pytest.mark.parametrize("contract", [SANS, CONTRE])
def test_r15_1_nobody_sees_the_chien_and_nothing_is_discarded(
    play_out: Callable[..., DealRecord], rules: RuleSet, contract: Contract
) -> None:
    seats = {seat: Peeper() for seat in range(rules.players)}
    deal = deal_cards(rules, 15, 1)
    record = play_out(rules, deal, 0, contract, strategies=seats, called=KINGS[0])
    assert (record.ecart, record.ecart_shown) == (Cards(), Cards())
    for seat, peeper in seats.items():
        assert peeper.views
        for view in peeper.views:
            assert view.chien is None
            assert not set(view.hand) - set(deal.hands[seat])
            assert not set(deal.chien) & {*view.hand, *view.played, *view.ecart}


@by_players
def test_r15_2_r15_3_who_counts_the_chien(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord], rules: RuleSet
) -> None:
    """The same play: the chien is worth 33 half-points and two bouts at four."""
    chien = "T21 T1 HR DR CR SD" if rules.chien_size == 6 else "T21 T1 HR"
    worth = 9 * 5 + 7 if rules.chien_size == 6 else 27
    deal = lay_out(rules, {0: "T2 T3", 1: "T4 T5"}, chien=chien)
    sans, contre = (
        play_out(rules, deal, 0, contract, called=KINGS[0])
        for contract in (SANS, CONTRE)
    )
    assert sans.tricks == contre.tricks
    assert sans.settlement is not None
    assert contre.settlement is not None
    assert sans.settlement.half_points - contre.settlement.half_points == worth
    assert sans.settlement.bouts - contre.settlement.bouts == 2


@pytest.mark.parametrize("contract", [SANS, CONTRE])
def test_r15_4_the_chien_pays_nothing_for_the_excuse(
    lay_out: Callable[..., Deal],
    play_out: Callable[..., DealRecord],
    contract: Contract,
) -> None:
    deal = lay_out(RULES_4, {0: "T2 T3", 1: "T4 T5"}, chien="EX S1 S2 S3 S4 S5")
    record = play_out(RULES_4, deal, 0, contract)
    assert record.settlement is not None
    assert record.settlement.low_card_from is None
