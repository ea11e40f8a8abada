"""R2: the petit sec."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tarotsim.game.auction import Imposed
from tarotsim.game.cards import PETIT
from tarotsim.game.errors import StrategyError
from tarotsim.game.layout import Outcome
from tarotsim.game.parsing import parse_cards
from tarotsim.game.records import Deal, DealRecord
from tarotsim.game.rules import RULES_3, RULES_4, RULES_5, Contract, RuleSet
from tarotsim.game.strategy import Strategy
from tarotsim.game.view import SeatView
from tarotsim.reference.dealing import find_petit_sec, has_petit_sec, next_dealer
from tarotsim.reference.game import play_deal

ALL_RULES = [RULES_3, RULES_4, RULES_5]
by_players = pytest.mark.parametrize("rules", ALL_RULES, ids=lambda r: str(r.players))


class Unasked(Strategy):
    """A player whom nobody may ask anything."""

    name = "unasked"

    def bid(self, view: SeatView) -> Contract:
        raise AssertionError("asked for a bid")


@pytest.mark.parametrize(
    ("hand", "cancels"),
    [
        ("T1 S2 H3 D4 C5", True),
        ("S2 H3 T1", True),
        ("T1 EX S2", False),
        ("T1 T2 S2", False),
        ("T21 S2", False),
        ("T2 S2", False),
        ("EX S2", False),
        ("S2 H3", False),
    ],
)
def test_r2_1_r2_5_only_the_bare_petit_cancels(hand: str, cancels: bool) -> None:
    assert has_petit_sec(parse_cards(hand)) is cancels


def _petit_sec(lay_out: Callable[..., Deal], rules: RuleSet, seat: int) -> Deal:
    """Deal one seat the Petit, and its neighbours all the other trumps."""
    low = " ".join(f"T{number}" for number in range(2, 12))
    high = " ".join(f"T{number}" for number in range(12, 22))
    right, beyond = (seat + 1) % rules.players, (seat + 2) % rules.players
    return lay_out(rules, {seat: "T1", right: low, beyond: f"{high} EX"})


@by_players
@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("auction", [None, Imposed(Contract.GARDE, 0)])
def test_r2_1_r2_4_the_deal_ends_before_the_bidding(
    lay_out: Callable[..., Deal], rules: RuleSet, seat: int, auction: Imposed | None
) -> None:
    deal = _petit_sec(lay_out, rules, seat)
    assert find_petit_sec(deal.hands) == seat
    record = play_deal(rules, deal, [Unasked()] * rules.players, auction=auction)
    assert record.outcome is Outcome.PETIT_SEC
    assert (record.bids, record.taker, record.tricks) == ((), None, ())
    assert (record.settlement, record.score) == (None, None)


def test_r2_1_the_players_are_asked_otherwise(lay_out: Callable[..., Deal]) -> None:
    deal = lay_out(RULES_4, {0: "T1 T2", 1: "T3 T4"})
    with pytest.raises(StrategyError, match="asked for a bid"):
        play_deal(RULES_4, deal, [Unasked()] * 4)


@by_players
def test_r2_2_the_right_hand_neighbour_deals_next(rules: RuleSet) -> None:
    last = rules.players - 1
    assert next_dealer(rules.players, last) == 0
    assert next_dealer(rules.players, 0) == 1


def test_r2_3_a_bare_petit_from_the_chien_is_played(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    no_trump = "S1 S2 S3 S4 S5 S6 H1 H2 H3 H4 H5 H6 D1 D2 D3 D4 D5 D6"
    deal = lay_out(RULES_4, {0: no_trump, 1: "T2 T3"}, chien="T1 SR HR DR CR C1")
    record = play_out(RULES_4, deal, taker=0)
    assert record.outcome is Outcome.PLAYED
    assert PETIT not in record.ecart
    assert record.trump_counts[0] == 1
