"""Dealing: given cards, the petit sec, who deals next, an even distribution."""

from __future__ import annotations

from typing import Any

import pytest

from tarotsim.game.cards import CARD_COUNT, EXCUSE, PETIT, TRUMPS
from tarotsim.game.errors import RulesError
from tarotsim.game.parsing import parse_cards
from tarotsim.game.rules import RuleSet, rules_for
from tarotsim.reference.dealing import (
    deal_cards,
    deal_given,
    find_petit_sec,
    has_petit_sec,
    next_dealer,
)

RULES = [rules_for(players) for players in (3, 4, 5)]


def piles(rules: RuleSet) -> tuple[list[list[int]], list[int]]:
    cards = list(range(CARD_COUNT))
    size = rules.hand_size
    hands = [cards[size * seat : size * (seat + 1)] for seat in range(rules.players)]
    return hands, cards[size * rules.players :]


@pytest.mark.parametrize("rules", RULES)
def test_given_cards_make_a_deal(rules: RuleSet) -> None:
    hands, chien = piles(rules)
    for dealer in range(rules.players):
        deal = deal_given(rules, hands, chien, dealer)
        assert [sorted(hand) for hand in deal.hands] == hands
        assert sorted(deal.chien) == chien
        assert (deal.dealer, deal.players) == (dealer, rules.players)
        assert (deal.seed, deal.number) == (None, None)
    lazy = deal_given(rules, [iter(hand) for hand in hands], iter(chien))
    assert lazy.dealer == 0


def faults(rules: RuleSet, *args: Any) -> str:
    with pytest.raises(RulesError) as caught:
        deal_given(rules, *args)
    assert str(caught.value).startswith("not a deal: ")
    return str(caught.value)


@pytest.mark.parametrize("rules", RULES)
def test_every_fault_of_a_given_deal_is_named(rules: RuleSet) -> None:
    hands, chien = piles(rules)
    taken = hands[0].pop()
    hands[1][0] = hands[1][1]
    chien += [200]
    text = faults(rules, hands, chien, rules.players)
    assert f"dealer {rules.players} is no seat of 0 to {rules.players - 1}" in text
    assert f"seat 0 has {rules.hand_size - 1} cards, {rules.hand_size} expected" in text
    assert f"the chien has {rules.chien_size + 1} cards" in text
    assert "200 is not a card number" in text
    assert "is given twice" in text
    assert "seat 1 has" not in text
    assert taken not in hands[0]


def test_wrong_number_of_hands() -> None:
    hands, chien = piles(rules_for(4))
    text = faults(rules_for(5), hands, chien)
    assert "4 hands are given, 5 expected" in text
    assert "seat 3 has 18 cards, 15 expected (R1.1)" in text
    assert "3 hands are given, 4 expected" in faults(rules_for(4), hands[:3], chien)
    assert "0 hands are given, 4 expected" in faults(rules_for(4), [], [])


@pytest.mark.parametrize("dealer", [-1, 4, None, "0", 1.5])
def test_a_dealer_without_a_seat(dealer: Any) -> None:
    hands, chien = piles(rules_for(4))
    assert f"dealer {dealer}" in faults(rules_for(4), hands, chien, dealer)


@pytest.mark.parametrize("stranger", [-1, 78, 3.5, "♠R", None])
def test_a_stranger_among_the_cards(stranger: Any) -> None:
    hands, chien = piles(rules_for(4))
    hands[2][5] = stranger
    assert f"{stranger!r} is not a card number" in faults(rules_for(4), hands, chien)


@pytest.mark.parametrize(
    ("hand", "is_sec"),
    [
        ("1 ♠R", True),
        ("1 Ex ♠R", False),
        ("1 2 ♠R", False),
        ("21 ♠R", False),
        ("Ex ♠R", False),
        ("♠R 1", False),  # the number belongs to the suit
        ("♠R T1", True),
        ("♠R", False),
        ("", False),
    ],
)
def test_r2_1_petit_sec(hand: str, is_sec: bool) -> None:
    assert has_petit_sec(parse_cards(hand)) == is_sec
    hands = [parse_cards("♠2"), parse_cards("♠3"), parse_cards(hand)]
    assert find_petit_sec(hands) == (2 if is_sec else None)


@pytest.mark.parametrize("rules", RULES)
def test_r1_6_the_deal_passes_to_the_right(rules: RuleSet) -> None:
    players = rules.players
    assert [next_dealer(players, d) for d in range(players)] == [*range(1, players), 0]
    for number in (0, 1, 7, 1_000_003):
        dealer = deal_cards(rules, 1, number).dealer
        assert deal_cards(rules, 1, number + 1).dealer == next_dealer(players, dealer)


@pytest.mark.parametrize("rules", RULES)
def test_every_card_goes_everywhere_evenly(rules: RuleSet) -> None:
    """Chi squared of card against place, normal approximation, 6 deviations."""
    deals = 3000
    counts = [[0] * (rules.players + 1) for _ in range(CARD_COUNT)]
    for number in range(deals):
        deal = deal_cards(rules, 20_120_701, number)
        for place, pile in enumerate((*deal.hands, deal.chien)):
            for card in pile:
                counts[card][place] += 1
    sizes = [rules.hand_size] * rules.players + [rules.chien_size]
    expected = [deals * size / CARD_COUNT for size in sizes]
    chi = sum(
        (seen - wanted) ** 2 / wanted
        for row in counts
        for seen, wanted in zip(row, expected, strict=True)
    )
    freedom = (CARD_COUNT - 1) * rules.players
    assert abs(chi - freedom) < 6 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("rules", RULES)
def test_neighbouring_cards_are_dealt_independently(rules: RuleSet) -> None:
    """Two cards share a draw: they must fall together as often as any two."""
    deals = 4000
    together = {"one draw": 0, "two draws": 0}
    for number in range(deals):
        deal = deal_cards(rules, 77, number)
        place = {c: i for i, p in enumerate((*deal.hands, deal.chien)) for c in p}
        for card in range(0, 76, 2):
            together["one draw"] += place[card] == place[card + 1]
            together["two draws"] += place[card + 1] == place[card + 2]
    sizes = [rules.hand_size] * rules.players + [rules.chien_size]
    chance = sum(size * (size - 1) for size in sizes) / (78 * 77)
    deviation = (deals * 38 * chance * (1 - chance)) ** 0.5
    for count in together.values():
        assert abs(count - deals * 38 * chance) < 6 * deviation


def test_trumps_of_a_hand_have_the_right_mean() -> None:
    rules = rules_for(4)
    trumps = excuse = petit = 0
    for number in range(4000):
        hand = deal_cards(rules, 5, number).hands[1]
        trumps += sum(card in TRUMPS for card in hand)
        excuse += EXCUSE in hand
        petit += PETIT in hand
    assert trumps / 4000 == pytest.approx(21 * 18 / 78, abs=0.15)
    assert excuse / 4000 == pytest.approx(18 / 78, abs=0.04)
    assert petit / 4000 == pytest.approx(18 / 78, abs=0.04)
