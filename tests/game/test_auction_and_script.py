"""Imposed auctions and acts decided beforehand."""

from __future__ import annotations

from typing import Any

import pytest

from tarotsim.game.auction import Imposed, parse_auction
from tarotsim.game.cards import Cards
from tarotsim.game.errors import IllegalActError, RulesError
from tarotsim.game.evaluation import chavey_count
from tarotsim.game.layout import Outcome
from tarotsim.game.parsing import parse_cards
from tarotsim.game.records import DealRecord, Showing
from tarotsim.game.rules import RULES_4, RULES_5, Contract, Poignee
from tarotsim.game.script import Script
from tarotsim.game.strategy import Strategy
from tarotsim.reference.bidding import imposed_taker
from tarotsim.reference.dealing import deal_cards
from tarotsim.reference.game import play_deal


class Plain(Strategy):
    name = "plain"


@pytest.mark.parametrize(
    ("text", "contract", "seat"),
    [
        ("best:garde", Contract.GARDE, None),
        ("0:prise", Contract.PRISE, 0),
        (" 2:Garde_Sans ", Contract.GARDE_SANS, 2),
        ("BEST:garde_contre", Contract.GARDE_CONTRE, None),
    ],
)
def test_auctions_that_can_be_read(
    text: str, contract: Contract, seat: int | None
) -> None:
    assert parse_auction(text) == Imposed(contract, seat)


@pytest.mark.parametrize(
    "text", ["", "garde", "best", "best:", ":garde", "best:pass", "-1:garde", "x:garde"]
)
def test_auctions_that_cannot(text: str) -> None:
    with pytest.raises(RulesError, match="best-but-SEAT:CONTRACT with prise"):
        parse_auction(text)


def test_a_pass_cannot_be_imposed() -> None:
    with pytest.raises(RulesError, match=r"not a pass \(R3\.3\)"):
        Imposed(Contract.PASS)


def test_the_best_hand_is_the_first_speaker_among_equals() -> None:
    hands = [Cards([0]), Cards([1]), Cards([13]), Cards([27])]
    assert chavey_count(hands[2]) == chavey_count(hands[3]) > chavey_count(hands[0])
    best = Imposed(Contract.GARDE)
    assert imposed_taker(best, hands, dealer=1) == (2, Contract.GARDE)
    assert imposed_taker(best, hands, dealer=2) == (3, Contract.GARDE)
    assert imposed_taker(Imposed(Contract.PRISE, 0), hands, 2) == (0, Contract.PRISE)


@pytest.mark.parametrize("seat", [4, -1, 17])
def test_an_imposed_seat_must_be_at_the_table(seat: int) -> None:
    deal = deal_cards(RULES_4, 1, 2)
    with pytest.raises(RulesError, match=f"seat {seat} is not at a table of 4"):
        play_deal(RULES_4, deal, [Plain()] * 4, auction=Imposed(Contract.GARDE, seat))


def play(script: Script, **options: Any) -> DealRecord:
    auction = options.get("auction", Imposed(Contract.GARDE, 0))
    rules = options.get("rules", RULES_4)
    deal = options.get("deal", deal_cards(rules, 1, 2))
    seats = [Plain()] * rules.players
    return play_deal(rules, deal, seats, auction=auction, script=script)


def test_a_script_is_checked_like_a_strategy() -> None:
    hand = play(Script()).deal.hands[0]
    for script, rule in (
        (Script(ecart=tuple(hand[:6])), "R4"),
        (Script(ecart=()), "R4.2"),
        (Script(cards=(hand[0], hand[1])), "R9"),
    ):
        with pytest.raises(IllegalActError) as caught:
            play(script)
        assert caught.value.rule.startswith(rule)
    with pytest.raises(IllegalActError, match=r"R3\.3"):
        play(Script(bids=(Contract.GARDE, Contract.PRISE)), auction=None)
    with pytest.raises(IllegalActError, match=r"R5\.2"):
        play(Script(called=12), rules=RULES_5)


def test_a_scripted_showing_must_be_possible() -> None:
    showing = Showing(3, Poignee.SIMPLE, parse_cards("10 9 8 7 6 5 4 3 2 1"))
    with pytest.raises(IllegalActError, match=r"R10"):
        play(Script(showings={3: showing}))


def test_a_script_of_an_unplayed_deal_replays_it() -> None:
    passed = play(Script(bids=(Contract.PASS,) * 4), auction=None)
    assert passed.outcome is Outcome.ALL_PASS
    script = Script.from_record(passed)
    assert script == Script(bids=(Contract.PASS,) * 4)
    assert play(script, auction=None) == passed


def test_a_script_keeps_as_many_cards_as_wished() -> None:
    record = play(Script())
    assert len(Script.from_record(record).cards) == 72
    assert Script.from_record(record, 5).cards == Script.from_record(record).cards[:5]
    assert set(Script.from_record(record, 2).showings) == {3, 0}
    assert Script.from_record(record, 0).showings == {}


@pytest.mark.parametrize("seat", [2, 9])
def test_a_scripted_slam_is_announced_by_somebody_who_may(seat: int) -> None:
    """R12.2: the taker, seat 0, alone."""
    with pytest.raises(IllegalActError, match=r"R12\.2"):
        play(Script(chelem_decided=True, chelem_by=seat))


@pytest.mark.parametrize("card", [-1, 78, 99])
def test_a_scripted_card_must_be_a_card(card: int) -> None:
    with pytest.raises(IllegalActError, match=f"{card} is not a card"):
        play(Script(cards=(card,)))
