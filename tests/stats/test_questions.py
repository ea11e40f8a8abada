"""Poignées, petit sec, voids, points and the called king."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from tarotsim.game.errors import RulesError
from tarotsim.game.rules import Poignee, rules_for
from tarotsim.stats import probability

LEVELS = ("simple", "double", "triple")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_r10_1_levels_and_labels_agree(players: int) -> None:
    sizes = rules_for(players).poignee_sizes
    for level, size in zip(Poignee, sizes, strict=True):
        assert probability.poignee_threshold(level, players) == size
        assert probability.poignee_at_least(
            level, players
        ) == probability.poignee_at_least(level.label, players)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("level", LEVELS)
def test_r10_4_with_and_without_the_excuse(players: int, level: str) -> None:
    for place in ("hand", "hand_and_chien"):
        alone = probability.poignee_without_excuse(level, players, place=place)
        helped = probability.poignee_only_with_excuse(level, players, place=place)
        whole = probability.poignee_at_least(level, players, place=place)
        assert alone + helped == whole


@pytest.mark.parametrize("players", [3, 4, 5])
def test_best_levels_add_up_to_one(players: int) -> None:
    chances = [probability.poignee_best(level, players) for level in ("none", *LEVELS)]
    assert sum(chances) == 1
    assert sum(chances[1:]) == probability.poignee_at_least("simple", players)


def test_r10_7_one_poignee_at_most_at_three_players() -> None:
    able = probability.poignee_players_able("simple", 3)
    assert able[1] == 3 * probability.poignee_at_least("simple", 3)
    assert sum(able[2:]) == 0


def test_some_player_counts_two_poignees_once() -> None:
    """Bonferroni: at most two players can show a simple poignée at five."""
    both = probability.poignee_players_able("simple", 5)[2]
    some = probability.poignee_some_player("simple", 5)
    assert some == 5 * probability.poignee_at_least("simple", 5) - both


def test_own_trumps_leave_fewer_for_the_defence() -> None:
    ten = {"trumps_plus_excuse": 10}
    able = probability.poignee_some_player(
        "simple", 4, opponents_only=True, holding=ten
    )
    given = probability.poignee_at_least("simple", 4, place="other_hand", holding=ten)
    # Twelve trumps are left, so only one opponent can have ten.
    assert able == 3 * given
    p_ten = Fraction(sum(comb(12, n) * comb(48, 18 - n) for n in (10, 11, 12)))
    assert given == p_ten / comb(60, 18)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_r2_1_petit_sec(players: int) -> None:
    hand_size = rules_for(players).hand_size
    p = Fraction(comb(56, hand_size - 1), comb(78, hand_size))
    assert probability.petit_sec(players) == p
    assert probability.petit_sec_some_player(players) == players * p
    assert probability.mean_deals_until_valid(players) * (1 - players * p) == 1
    assert probability.petit_sec(players, holding={"kings": 4}) > p


@pytest.mark.parametrize("players", [3, 4, 5])
def test_voids_equal_counting_suits(players: int) -> None:
    hand_size = rules_for(players).hand_size
    whole = comb(78, hand_size)
    voids = probability.void_suits(players)
    assert sum(voids) == 1
    mean = sum(n * p for n, p in enumerate(voids))
    assert mean == 4 * probability.void_in_suit(players=players)
    no_suit = Fraction(comb(22, hand_size), whole)
    assert voids[4] == no_suit
    one_suit = Fraction(4 * (comb(36, hand_size) - comb(22, hand_size)), whole)
    assert voids[3] == one_suit


def test_voids_of_a_known_chien() -> None:
    hand = range(18)  # all of pique, and four of coeur
    assert probability.void_in_suit("pique", 4, place="chien", hand=hand) == 1
    coeur = probability.void_in_suit("coeur", 4, place="chien", hand=hand)
    assert coeur == Fraction(comb(50, 6), comb(60, 6))
    assert probability.void_suits(4, place="chien", hand=hand)[0] == 0
    with pytest.raises(RulesError, match="unknown suit 'spades'; allowed: pique"):
        probability.void_in_suit("spades")


def test_card_points_of_small_chiens() -> None:
    """The chien at five, against listing the values of three cards."""
    values = [9] * 7 + [7] * 4 + [5] * 4 + [3] * 4 + [1] * 59
    totals = [Fraction(sum(three), 2) for three in combinations(values, 3)]
    mean = sum(totals) / len(totals)
    assert probability.mean_card_points(5) == mean
    square = sum(total * total for total in totals) / len(totals)
    assert probability.variance_card_points(5) == square - mean * mean


def test_r5_5_the_called_king() -> None:
    chien = probability.called_king("chien")
    assert chien == Fraction(3, 63)
    assert probability.called_king("given_opponent") == Fraction(15, 63)
    assert probability.called_king("some_opponent") == 1 - chien
    with pytest.raises(RulesError, match=r"no king is called at 4 players \(R5\)"):
        probability.called_king("chien", players=4)
    with pytest.raises(RulesError, match="unknown place 'hand'"):
        probability.called_king("hand")  # type: ignore[arg-type]


def test_unknown_levels_are_refused() -> None:
    with pytest.raises(RulesError, match="unknown level of poignée 'quadruple'; allow"):
        probability.poignee_at_least("quadruple", 4)
