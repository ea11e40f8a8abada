"""R1: the deal."""

from __future__ import annotations

import itertools

import pytest

from tarotsim.game.cards import CARD_COUNT, TRUMPS
from tarotsim.game.errors import RulesError
from tarotsim.game.rules import RULES_3, RULES_4, RULES_5, RuleSet, rules_for
from tarotsim.reference.bidding import speaking_order
from tarotsim.reference.dealing import deal_cards, deal_given, next_dealer

ALL_RULES = [RULES_3, RULES_4, RULES_5]
by_players = pytest.mark.parametrize("rules", ALL_RULES, ids=lambda r: str(r.players))


@pytest.mark.parametrize(
    ("players", "hand", "chien", "packet", "tricks"),
    [(3, 24, 6, 4, 24), (4, 18, 6, 3, 18), (5, 15, 3, 3, 15)],
)
def test_r1_1_sizes(
    players: int, hand: int, chien: int, packet: int, tricks: int
) -> None:
    rules = rules_for(players)
    assert (rules.hand_size, rules.chien_size) == (hand, chien)
    assert (rules.packet_size, rules.trick_count) == (packet, tricks)
    assert players * hand + chien == CARD_COUNT


@by_players
def test_r1_1_every_card_is_dealt_once(rules: RuleSet) -> None:
    for number in range(20):
        deal = deal_cards(rules, 7, number)
        sizes = [len(hand) for hand in deal.hands]
        assert sizes == [rules.hand_size] * rules.players
        assert len(deal.chien) == rules.chien_size
        dealt = [card for pile in (*deal.hands, deal.chien) for card in pile]
        assert sorted(dealt) == list(range(CARD_COUNT))


@pytest.mark.parametrize("players", [0, 2, 6])
def test_r1_1_only_3_4_or_5_players(players: int) -> None:
    with pytest.raises(RulesError, match=r"3, 4 or 5 players.*R1\.1"):
        rules_for(players)


def test_r1_1_a_given_deal_is_checked() -> None:
    deal = deal_cards(RULES_4, 1, 1)
    hands, chien = [list(hand) for hand in deal.hands], list(deal.chien)
    assert deal_given(RULES_4, hands, chien, 2).hands == deal.hands
    with pytest.raises(RulesError, match=r"3 hands.*4 expected"):
        deal_given(RULES_4, hands[:3], chien)
    with pytest.raises(RulesError, match=r"chien has 5 cards, 6 expected"):
        deal_given(RULES_4, hands, chien[1:])
    with pytest.raises(RulesError, match=r"seat 0 has 17 cards, 18 expected"):
        deal_given(RULES_4, [hands[0][1:], *hands[1:]], chien)
    with pytest.raises(RulesError, match="given twice"):
        deal_given(RULES_4, hands, [hands[0][0], *chien[1:]])
    with pytest.raises(RulesError, match="dealer 4"):
        deal_given(RULES_4, hands, chien, 4)


@by_players
def test_r1_2_play_runs_to_the_right_of_the_dealer(rules: RuleSet) -> None:
    for dealer in range(rules.players):
        order = speaking_order(rules.players, dealer)
        assert order[0] == (dealer + 1) % rules.players
        assert order[-1] == dealer
        assert sorted(order) == list(range(rules.players))


def test_r1_3_a_chien_is_as_likely_as_another() -> None:
    """Two cards in a row may lie in the chien or not: D11 changes nothing (R1.5)."""
    counts = [0] * CARD_COUNT
    deals = 3000
    for number in range(deals):
        for card in deal_cards(RULES_4, 11, number).chien:
            counts[card] += 1
    # 6/78 of 3000 is 231, with a standard deviation of 15.
    assert all(155 < count < 310 for count in counts)
    trumps = sum(counts[card] for card in TRUMPS)
    assert abs(trumps - deals * 6 * 21 / 78) < 260  # four standard deviations


@by_players
def test_r1_6_the_deal_passes_to_the_right(rules: RuleSet) -> None:
    players = rules.players
    dealers = [deal_cards(rules, 3, number).dealer for number in range(2 * players)]
    assert dealers == [*range(players), *range(players)]
    for dealer, following in itertools.pairwise(dealers):
        assert next_dealer(players, dealer) == following
