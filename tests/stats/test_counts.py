"""Exact counts against a card-by-card recursion, and against themselves."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tarotsim.game.cards import EXCUSE, HALF_POINTS, KINGS, PETIT, suit_card, trump
from tarotsim.game.errors import RulesError
from tarotsim.game.rules import rules_for
from tarotsim.stats import probability
from tarotsim.stats.probability import KINDS

if TYPE_CHECKING:
    from tarotsim.stats.probability import Place

player_counts = st.sampled_from([3, 4, 5])
card_sets = st.frozensets(st.integers(0, 77), min_size=1, max_size=77)
places = st.sampled_from(["hand", "chien", "hand_and_chien", "other_hand"])

# F13: 21 18 15 12 9 6 4 Ex, roi 7 3 of pique, dame cavalier 5 of coeur, 10 2 of
# carreau, valet 8 of trefle.
F13_HAND = [
    *(trump(number) for number in (21, 18, 15, 12, 9, 6, 4)),
    EXCUSE,
    *(suit_card(0, rank) for rank in (14, 7, 3)),
    *(suit_card(1, rank) for rank in (13, 12, 5)),
    *(suit_card(2, rank) for rank in (10, 2)),
    *(suit_card(3, rank) for rank in (11, 8)),
]


@cache
def draw(pack: int, marked: int, drawn: int, count: int) -> Fraction:
    """Draw card by card: the probability of ``count`` marked cards among ``drawn``."""
    if count < 0 or count > drawn or marked < 0:
        return Fraction(0)
    if drawn == 0:
        return Fraction(1)
    p_marked = Fraction(marked, pack)
    return p_marked * draw(pack - 1, marked - 1, drawn - 1, count - 1) + (
        1 - p_marked
    ) * draw(pack - 1, marked, drawn - 1, count)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("kind", ["numbered_trumps", "trumps_plus_excuse", "bouts"])
def test_counts_equal_a_card_by_card_draw(players: int, kind: str) -> None:
    rules = rules_for(players)
    size = len(KINDS[kind])
    sizes: dict[Place, int] = {
        "hand": rules.hand_size,
        "other_hand": rules.hand_size,
        "chien": rules.chien_size,
        "hand_and_chien": rules.hand_size + rules.chien_size,
    }
    for place, drawn in sizes.items():
        chances = probability.distribution(kind, players, place=place)
        assert len(chances) == min(size, drawn) + 1
        for count, p in enumerate(chances):
            assert p == draw(78, size, drawn, count)
            assert p == probability.exactly(count, kind, players, place=place)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("held", range(4))
def test_knowing_the_own_hand_leaves_the_other_cards(players: int, held: int) -> None:
    rules = rules_for(players)
    left = 78 - rules.hand_size
    holding = {"bouts": held}
    sizes: dict[Place, int] = {
        "chien": rules.chien_size,
        "other_hand": rules.hand_size,
    }
    for place, drawn in sizes.items():
        chances = probability.distribution(
            "bouts", players, place=place, holding=holding
        )
        expected = [draw(left, 3 - held, drawn, n) for n in range(len(chances))]
        assert list(chances) == expected
    after = probability.distribution(
        "bouts", players, place="hand_and_chien", holding=holding
    )
    chien = probability.distribution("bouts", players, place="chien", holding=holding)
    assert after == (Fraction(0),) * held + chien


@given(player_counts, places, card_sets)
def test_chances_add_up_to_one(
    players: int, place: Place, cards: frozenset[int]
) -> None:
    chances = probability.distribution(cards, players, place=place)
    assert sum(chances) == 1
    assert chances[-1] > 0
    mean = sum(n * p for n, p in enumerate(chances))
    assert mean == probability.mean(cards, players, place=place)


@settings(deadline=None, max_examples=25)
@given(player_counts, places, card_sets, card_sets)
def test_conditions_average_to_the_whole(
    players: int, place: Place, cards: frozenset[int], known: frozenset[int]
) -> None:
    """Total probability over what the own hand holds."""
    total: dict[int, Fraction] = defaultdict(Fraction)
    for held, p in enumerate(probability.distribution(known, players)):
        if p:
            for count, p_count in enumerate(
                probability.distribution(
                    cards, players, place=place, holding={known: held}
                )
            ):
                total[count] += p * p_count
    whole = probability.distribution(cards, players, place=place)
    assert tuple(total[count] for count in range(len(whole))) == whole


@given(player_counts, card_sets)
def test_a_hand_says_as_much_as_its_count(players: int, cards: frozenset[int]) -> None:
    hand = [card * 37 % 78 for card in range(rules_for(players).hand_size)]
    held = len(cards.intersection(hand))
    for place in ("hand", "chien", "hand_and_chien", "other_hand"):
        by_hand = probability.distribution(cards, players, place=place, hand=hand)
        by_count = probability.distribution(
            cards, players, place=place, holding={cards: held}
        )
        assert by_hand == by_count


def test_ranges_of_counts_are_averages() -> None:
    strong = probability.exactly(
        1, "petit", 4, place="chien", holding={"trumps_plus_excuse": range(8, 19)}
    )
    weights = probability.distribution("trumps_plus_excuse", 4)
    parts = [
        weights[n]
        * probability.exactly(
            1, "petit", 4, place="chien", holding={"trumps_plus_excuse": n}
        )
        for n in range(8, 19)
    ]
    assert strong == sum(parts) / sum(weights[8:])


def test_at_most_and_at_least_are_complements() -> None:
    for count in range(20):
        below = probability.at_most(count, "kings", 4)
        assert below + probability.at_least(count + 1, "kings", 4) == 1


def test_joint_distribution_equals_the_multivariate_formula() -> None:
    joint = probability.joint_distribution(["numbered_trumps", "kings"], 5)
    for (trumps, kings), p in joint.items():
        ways = comb(21, trumps) * comb(4, kings) * comb(53, 15 - trumps - kings)
        assert p == Fraction(ways, comb(78, 15))
    assert sum(joint.values()) == 1


def test_half_points_are_values_in_half_points() -> None:
    for players in (3, 4, 5):
        size = rules_for(players).chien_size
        mean = Fraction(sum(HALF_POINTS) * size, 78)
        assert probability.mean("half_points", players, place="chien") == mean
    hands = 4 * probability.mean("half_points", 4, place="hand")
    everything = hands + probability.mean("half_points", 4, place="chien")
    assert everything == 182


@pytest.mark.parametrize("players", [3, 4, 5])
def test_players_holding_equals_listing_who_holds_kings(players: int) -> None:
    hand_size = rules_for(players).hand_size
    chien_size = rules_for(players).chien_size
    sizes = [hand_size] * players + [chien_size]
    for count in range(1, 5):
        expected = [Fraction(0)] * (players + 1)
        for shares in product(range(5), repeat=players + 1):
            if sum(shares) == 4:
                ways = prod(
                    comb(size, share) for size, share in zip(sizes, shares, strict=True)
                )
                able = sum(share >= count for share in shares[:players])
                expected[able] += Fraction(ways, comb(78, 4))
        assert probability.players_holding(count, "kings", players) == tuple(expected)


def test_opponents_only_leaves_the_own_hand_out() -> None:
    mine = {"kings": 3}
    nobody, *some = probability.players_holding(
        1, "kings", 4, opponents_only=True, holding=mine
    )
    assert nobody == probability.exactly(1, "kings", 4, place="chien", holding=mine)
    assert some == [1 - nobody, 0, 0]
    assert probability.players_holding(3, "kings", 4, holding=mine)[1] == 1
    assert probability.some_player_holds(1, KINGS, 4, holding=mine) == 1


def test_f13_a_hand_given_card_by_card() -> None:
    """F13: the exact part."""
    after = probability.at_least(
        10, "trumps_plus_excuse", 4, place="hand_and_chien", hand=F13_HAND
    )
    assert after == Fraction(55861, 130036)
    assert probability.exactly(
        0, "trumps_plus_excuse", 4, place="chien", hand=F13_HAND
    ) == Fraction(121647, 650180)
    petit = probability.exactly(1, [PETIT], 4, place="chien", hand=F13_HAND)
    assert petit == Fraction(1, 10)
    assert probability.exactly(0, "kings", 4, place="chien", hand=F13_HAND) == Fraction(
        6201, 8555
    )
    assert probability.mean_card_points(4, place="hand", hand=F13_HAND) == 27
    points = probability.mean_card_points(4, place="chien", hand=F13_HAND)
    assert points == Fraction(32, 5)


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        (F13_HAND[:-1], r"17 cards are given, 18 expected \(R1.1\)"),
        ([*F13_HAND[:-1], F13_HAND[0]], "21 is given twice"),
        ([*F13_HAND[:-1], 78], "78 is not a card number"),
    ],
)
def test_f13_a_wrong_hand_is_refused(hand: list[int], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        probability.exactly(0, "kings", 4, place="chien", hand=hand)


def test_wrong_questions_are_refused() -> None:
    with pytest.raises(RulesError, match="3, 4 or 5 players, not 6"):
        probability.exactly(0, "kings", 6)
    with pytest.raises(RulesError, match="unknown set of cards 'queens'; allowed: num"):
        probability.exactly(0, "queens", 4)
    with pytest.raises(RulesError, match="integer of 0 or more, not -1"):
        probability.at_least(-1, "kings", 4)
    with pytest.raises(RulesError, match="not both"):
        probability.mean("kings", 4, holding={"bouts": 1}, hand=F13_HAND)
    with pytest.raises(RulesError, match="no hand of 15 cards can hold"):
        probability.mean("kings", 5, holding={"numbered_trumps": 13, "kings": 3})
    with pytest.raises(RulesError, match="unknown place 'table'; allowed: hand, chien"):
        probability.mean("kings", 5, place="table")  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="several sets of cards in a list"):
        probability.joint_distribution("kings")
    with pytest.raises(RulesError, match="no set of cards"):
        probability.joint_distribution([])
    with pytest.raises(RulesError, match="counts cards, not half_points"):
        probability.players_holding(1, "half_points")
    with pytest.raises(RulesError, match="♠R is given twice"):
        probability.exactly(1, [13, 13], 4)
