"""R3: the bidding."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from tarotsim.game.auction import Imposed
from tarotsim.game.errors import IllegalActError, RulesError
from tarotsim.game.layout import Outcome
from tarotsim.game.records import Deal, DealRecord
from tarotsim.game.rules import (
    MULTIPLIERS,
    RULES_3,
    RULES_4,
    RULES_5,
    Contract,
    RuleSet,
)
from tarotsim.game.script import Script
from tarotsim.game.strategy import Strategy
from tarotsim.game.view import SeatView
from tarotsim.reference.bidding import allowed_bids, verify_bid
from tarotsim.reference.game import play_deal

ALL_RULES = [RULES_3, RULES_4, RULES_5]
by_players = pytest.mark.parametrize("rules", ALL_RULES, ids=lambda r: str(r.players))
PASS, PRISE, GARDE, SANS, CONTRE = Contract


class Speaker(Strategy):
    """Says what it was told, and notes who was asked and what was free."""

    name = "speaker"

    def __init__(self, words: dict[int, Contract] | None = None) -> None:
        self.words = words or {}
        self.asked: list[int] = []
        self.free: list[tuple[Contract, ...]] = []
        self.heard: list[int] = []

    def bid(self, view: SeatView) -> Contract:
        self.asked.append(view.seat)
        self.free.append(view.legal)
        self.heard.append(len(view.bids))
        return self.words.get(view.seat, PASS)


def _auction(
    lay_out: Callable[..., Deal], rules: RuleSet, speaker: Speaker, dealer: int = 0
) -> DealRecord:
    deal = lay_out(rules, {0: "T1 T2", 1: "T3 T4", 2: "T5 T6"}, dealer=dealer)
    return play_deal(rules, deal, [speaker] * rules.players)


@by_players
def test_r3_1_r3_2_each_speaks_once_the_dealer_last(
    lay_out: Callable[..., Deal], rules: RuleSet
) -> None:
    for dealer in range(rules.players):
        speaker = Speaker()
        record = _auction(lay_out, rules, speaker, dealer)
        order = [(dealer + 1 + i) % rules.players for i in range(rules.players)]
        assert speaker.asked == order
        assert [bid.seat for bid in record.bids] == order
        assert speaker.heard == list(range(rules.players))


def test_r3_3_only_higher_contracts_or_a_pass() -> None:
    assert allowed_bids(PASS) == (PASS, PRISE, GARDE, SANS, CONTRE)
    assert allowed_bids(PRISE) == (PASS, GARDE, SANS, CONTRE)
    assert allowed_bids(GARDE) == (PASS, SANS, CONTRE)
    assert allowed_bids(SANS) == (PASS, CONTRE)
    assert allowed_bids(CONTRE) == (PASS,)


def test_r3_3_every_pair_of_bids() -> None:
    for highest, bid in itertools.product(Contract, Contract):
        if bid is PASS or bid > highest:
            verify_bid(bid, highest)
        else:
            with pytest.raises(IllegalActError, match=r"R3\.3"):
                verify_bid(bid, highest)


def test_r3_3_an_equal_bid_is_refused_at_the_table(
    lay_out: Callable[..., Deal],
) -> None:
    speaker = Speaker({1: PRISE, 2: PRISE})
    with pytest.raises(IllegalActError, match=r"seat 2.*bid prise over prise.*R3\.3"):
        _auction(lay_out, RULES_4, speaker)


def test_r3_4_the_highest_bidder_takes(lay_out: Callable[..., Deal]) -> None:
    record = _auction(lay_out, RULES_4, Speaker({1: PRISE, 3: GARDE}))
    assert (record.taker, record.contract) == (3, GARDE)
    assert [bid.contract for bid in record.bids] == [PRISE, PASS, GARDE, PASS]
    record = _auction(lay_out, RULES_4, Speaker({0: PRISE}))
    assert (record.taker, record.contract) == (0, PRISE)


def test_r3_4_after_a_garde_contre_nobody_is_asked(
    lay_out: Callable[..., Deal],
) -> None:
    speaker = Speaker({1: CONTRE})
    record = _auction(lay_out, RULES_4, speaker)
    assert speaker.asked == [1]
    assert [bid.contract for bid in record.bids] == [CONTRE, PASS, PASS, PASS]


def test_r3_5_multipliers() -> None:
    assert [c.multiplier for c in (PRISE, GARDE, SANS, CONTRE)] == [1, 2, 4, 6]
    assert len(MULTIPLIERS) == len(Contract)


@by_players
def test_r3_6_r3_7_all_pass(lay_out: Callable[..., Deal], rules: RuleSet) -> None:
    record = _auction(lay_out, rules, Speaker())
    assert record.outcome is Outcome.ALL_PASS
    assert (record.taker, record.contract, record.tricks) == (None, PASS, ())
    assert record.score is None


def test_r3_bids_of_a_script_are_checked(lay_out: Callable[..., Deal]) -> None:
    deal = lay_out(RULES_4, {0: "T1 T2", 1: "T3 T4", 2: "T5 T6"})
    script = Script(bids=(GARDE, PRISE))
    with pytest.raises(IllegalActError, match=r"R3\.3"):
        play_deal(RULES_4, deal, [Speaker()] * 4, script=script)


def test_r3_an_auction_can_be_imposed(lay_out: Callable[..., Deal]) -> None:
    best = "T21 T20 T19 T18 T17 T16 T1 EX"
    deal = lay_out(RULES_4, {0: "T2 T3", 2: best}, dealer=0)
    record = play_deal(RULES_4, deal, [Speaker()] * 4, auction=Imposed(SANS))
    assert (record.taker, record.contract, record.bids) == (2, SANS, ())
    record = play_deal(RULES_4, deal, [Speaker()] * 4, auction=Imposed(GARDE, 3))
    assert (record.taker, record.contract) == (3, GARDE)
    with pytest.raises(RulesError, match="seat 4"):
        play_deal(RULES_4, deal, [Speaker()] * 4, auction=Imposed(GARDE, 4))
    with pytest.raises(RulesError, match=r"R3\.3"):
        Imposed(PASS)
