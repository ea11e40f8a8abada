"""The defaults of a strategy, and strategies put together."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tarotsim.game.auction import Imposed
from tarotsim.game.cards import EXCUSE
from tarotsim.game.layout import Outcome
from tarotsim.game.rules import Contract, rules_for
from tarotsim.game.strategy import (
    DECISIONS,
    Strategy,
    complete,
    override,
    strategy_name,
)
from tarotsim.game.view import SeatView
from tarotsim.reference.dealing import deal_cards
from tarotsim.reference.game import play_deal


class Defaults(Strategy):
    name = "defaults"


class OnlyPlays:
    name = "only_plays"

    def play(self, view: SeatView) -> int:
        return int(max(view.legal))


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("contract", [None, *range(1, 5)])
def test_the_defaults_play_whole_deals_legally(
    players: int, contract: int | None
) -> None:
    rng = random.Random(players)
    outcomes = set()
    for number in range(25):
        rules = rules_for(players, D7=rng.randrange(2), D9=rng.randrange(2))
        auction = None if contract is None else Imposed(Contract(contract))
        deal = deal_cards(rules, 5, number)
        record = play_deal(rules, deal, [Defaults()] * players, auction=auction)
        outcomes.add(record.outcome)
        assert record.showings == ()
        assert record.chelem_by is None
        assert {bid.contract for bid in record.bids} <= {Contract.PASS, Contract.GARDE}
    assert Outcome.PLAYED in outcomes


def test_default_call_prefers_a_card_of_somebody_else() -> None:
    rules = rules_for(5)
    for number in range(40):
        deal = deal_cards(rules, 6, number)
        auction = Imposed(Contract.GARDE, 0)
        record = play_deal(rules, deal, [Defaults()] * 5, auction=auction)
        if record.outcome is Outcome.PLAYED:
            kings = {13, 27, 41, 55}
            hand = set(deal.hands[0])
            assert record.called in kings
            assert record.called not in hand or kings <= hand


def test_default_play_keeps_excuse_and_petit() -> None:
    rules = rules_for(4)
    deal = deal_cards(rules, 5, 2)
    auction = Imposed(Contract.PRISE, 0)
    record = play_deal(rules, deal, [Defaults()] * 4, auction=auction)
    assert EXCUSE in [card for trick in record.tricks[-4:] for card in trick.cards]


def test_a_strategy_is_completed_by_the_defaults() -> None:
    strategy = complete(OnlyPlays())
    assert isinstance(strategy, Strategy)
    assert strategy_name(strategy) == "only_plays"
    rules = rules_for(4)
    deal = deal_cards(rules, 5, 2)
    record = play_deal(rules, deal, [strategy] * 4, auction=Imposed(Contract.GARDE, 0))
    assert record.outcome is Outcome.PLAYED
    first = record.tricks[0]
    assert first.leader == 3
    assert first.cards[0] == max(deal.hands[3])


def test_a_complete_strategy_stays_itself() -> None:
    strategy = Defaults()
    assert complete(strategy) is strategy
    assert complete(complete(OnlyPlays())) is not None


@pytest.mark.parametrize("thing", [object(), 3, "random_legal", None])
def test_what_has_no_decision_is_no_strategy(thing: Any) -> None:
    with pytest.raises(TypeError, match="is no strategy: it has none of bid, call"):
        complete(thing)


def test_one_decision_is_overridden_and_nothing_else() -> None:
    asked = []

    def bid(view: SeatView) -> Contract:
        asked.append(view.seat)
        return Contract.PASS

    inner = Defaults()
    strategy = override(inner, bid=bid)
    rules = rules_for(4)
    deal = deal_cards(rules, 5, 2)
    record = play_deal(rules, deal, [strategy] * 4)
    assert record.outcome is Outcome.ALL_PASS
    assert len(asked) == 4
    assert strategy_name(strategy) == "defaults"
    auction = Imposed(Contract.GARDE, 1)
    changed = play_deal(rules, deal, [strategy] * 4, auction=auction)
    assert changed == play_deal(rules, deal, [inner] * 4, auction=auction)


def test_only_decisions_can_be_overridden() -> None:
    with pytest.raises(TypeError, match="cheat: the decisions are bid, call, ecart"):
        override(Defaults(), cheat=lambda view: None)


def test_names_for_messages() -> None:
    assert strategy_name(Defaults()) == "defaults"
    assert strategy_name(object()) == "object"
    assert DECISIONS == ("bid", "call", "ecart", "chelem", "poignee", "play")
