"""Field cases F01 to F07 and F13: what players and tool users trip over.

F08 and F09 (frequencies) are in tests/stats, F10 in tests/runs, F15 in tests/studies.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from tarotsim import (
    Camp,
    NotationError,
    Poignee,
    PoigneeChoice,
    parse_cards,
    parse_hand,
    probability,
    rules_for,
    score,
)
from tarotsim.game.cards import EXCUSE, KINGS, PETIT, Cards, trump
from tarotsim.reference.legality import legal_cards
from tarotsim.reference.poignee import poignee_options, show_poignee
from tarotsim.reference.settle import excuse_account


@pytest.mark.parametrize(
    ("contract", "points", "bouts", "poignees", "defender", "taker"),
    [
        ("garde", 47, 1, ["simple:defence"], 78, -234),
        ("garde", 47, 1, ["simple:attack", "simple:defence"], 98, -294),
        ("garde_contre", 41, 2, ["simple:attack"], -170, 510),
    ],
)
def test_f01_the_prime_goes_to_the_side_that_wins(
    contract: str,
    points: int,
    bouts: int,
    poignees: list[str],
    defender: int,
    taker: int,
) -> None:
    result = score(contract=contract, points=points, bouts=bouts, poignees=poignees)
    assert (result.by_role["defender"], result.taker_score) == (defender, taker)


@pytest.mark.parametrize(
    ("contract", "points", "petit", "defender", "taker"),
    [
        ("garde_sans", 38, "attack", 72, -216),
        ("garde", 45, "defence", -38, 114),
        ("garde", 45, "none", -58, 174),
    ],
)
def test_f02_petit_au_bout_does_not_follow_the_result(
    contract: str, points: int, petit: str, defender: int, taker: int
) -> None:
    result = score(contract=contract, points=points, bouts=2, petit_au_bout=petit)
    assert (result.by_role["defender"], result.taker_score) == (defender, taker)


@pytest.mark.parametrize(
    ("points", "taker", "defender"),
    [(40.5, -104, 52), (41, 100, -50), (41.5, 104, -52)],
)
def test_f03_the_half_point_goes_to_the_winner(
    points: float, taker: int, defender: int
) -> None:
    result = score(players=3, contract="garde", points=points, bouts=2)
    assert (result.taker_score, result.by_role["defender"]) == (taker, defender)


def _hand(numbers: range, *, excuse: bool = False) -> Cards:
    return Cards([*(trump(n) for n in numbers), *([EXCUSE] if excuse else [])])


def test_f04_thresholds_and_primes() -> None:
    sizes = {players: rules_for(players).poignee_sizes for players in (3, 4, 5)}
    assert sizes == {3: (13, 15, 18), 4: (10, 13, 15), 5: (8, 10, 13)}
    assert [level.prime for level in Poignee] == [20, 30, 40]


def test_f04_the_excuse_is_shown_only_for_a_missing_trump() -> None:
    rules = rules_for(4)
    (nine,) = poignee_options(rules, _hand(range(2, 11), excuse=True))
    shown = show_poignee(0, [nine], PoigneeChoice(Poignee.SIMPLE)).cards
    assert len(shown) == 10
    assert shown[-1] == EXCUSE
    (ten,) = poignee_options(rules, _hand(range(2, 12), excuse=True))
    shown = show_poignee(0, [ten], PoigneeChoice(Poignee.SIMPLE)).cards
    assert len(shown) == 10
    assert EXCUSE not in shown
    twelve = poignee_options(rules, _hand(range(2, 14), excuse=True))
    assert [option.level for option in twelve] == [Poignee.SIMPLE, Poignee.DOUBLE]
    assert EXCUSE in show_poignee(0, twelve, PoigneeChoice(Poignee.DOUBLE)).cards
    eleven = poignee_options(rules, _hand(range(2, 13), excuse=True))
    assert [option.level for option in eleven] == [Poignee.SIMPLE]


def test_f04_any_ten_of_eleven_may_be_shown_the_petit_hidden_too() -> None:
    hand = _hand(range(1, 12))
    options = poignee_options(rules_for(4), hand)
    shown = {
        show_poignee(0, options, PoigneeChoice(Poignee.SIMPLE, hidden)).cards
        for hidden in combinations(hand, 1)
    }
    assert len(shown) == 11
    assert any(PETIT not in cards for cards in shown)


def test_f04_the_hand_after_the_ecart_counts() -> None:
    rules = rules_for(4)
    assert not poignee_options(rules, _hand(range(2, 11)))
    assert poignee_options(rules, _hand(range(2, 13)))


@pytest.mark.parametrize(
    ("table", "hand", "legal"),
    [
        ("T10 T12 T19", "EX SD H7 DR", "EX SD H7 DR"),
        ("H5 T17", "T3 T9 T18 T20 EX CR", "T18 T20 EX"),
        ("H5 T17", "T3 T9 EX CR", "T3 T9 EX"),
        ("EX DV", "D2 DR T5 S9", "D2 DR"),
        ("S10 T15", "S2 SR T20", "S2 SR"),
        ("T14 EX", "T4 T11 T16 H1", "T16"),
        ("EX", "S2 T20 H3", "S2 T20 H3"),
    ],
)
def test_f05_legal_cards(table: str, hand: str, legal: str) -> None:
    found = legal_cards(rules_for(4), parse_cards(hand), parse_cards(table))
    assert set(found) == set(parse_cards(legal))


@pytest.mark.parametrize(
    ("is_last", "points", "bouts", "defender", "taker"),
    [(False, 41, 2, -50, 150), (True, 37, 1, 78, -234)],
)
def test_f06_the_excuse_that_decides_the_contract(
    is_last: bool, points: int, bouts: int, defender: int, taker: int
) -> None:
    account = excuse_account(
        rules_for(4), Camp.ATTACK, Camp.DEFENCE, is_last_trick=is_last
    )
    half_points, held = 74, 1
    if account.owner is Camp.ATTACK:
        half_points, held = half_points + 9, held + 1
    half_points -= account.low_card_from is Camp.ATTACK
    assert (half_points, held) == (2 * points, bouts)
    result = score(contract="garde", points=half_points / 2, bouts=held)
    assert (result.by_role["defender"], result.taker_score) == (defender, taker)


@pytest.mark.parametrize(
    ("points", "bouts", "chelem", "unit"),
    [
        (91, 3, "announced_made", 580),
        (91, 3, "unannounced_made", 380),
        (87, 2, "announced_made", 562),
    ],
)
def test_f07_a_slam_is_decided_by_tricks(
    points: int, bouts: int, chelem: str, unit: int
) -> None:
    result = score(
        contract="garde",
        points=points,
        bouts=bouts,
        petit_au_bout="attack",
        chelem=chelem,
    )
    assert (result.unit, result.taker_score) == (unit, 3 * unit)


HAND = "21 18 15 12 9 6 4 Ex ♠R73 ♥DC5 ♦10 2 ♣V8"


def test_f13_what_the_chien_may_bring_to_one_hand() -> None:
    hand = parse_hand(HAND, 18)
    both, chien = {"place": "hand_and_chien"}, {"place": "chien"}
    kinds = "trumps_plus_excuse"
    ten = probability.at_least(10, kinds, 4, hand=hand, **both)  # type: ignore[arg-type]  # a table
    none = probability.exactly(0, kinds, 4, hand=hand, **chien)  # type: ignore[arg-type]
    petit = probability.exactly(1, [PETIT], 4, hand=hand, **chien)  # type: ignore[arg-type]
    kings = probability.exactly(0, KINGS, 4, hand=hand, **chien)  # type: ignore[arg-type]
    assert ten == Fraction(55861, 130036)
    assert none == Fraction(121647, 650180)
    assert petit == Fraction(1, 10)
    assert kings == Fraction(6201, 8555)
    mean = probability.mean_card_points(4, place="chien", hand=hand)
    assert mean == Fraction(32, 5)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (HAND.replace("♣V8", "♣V"), "17 cards"),
        (HAND.replace("♣V8", "♣V ♠7"), "♠7 is given twice"),
        (HAND.replace("♣V8", "♣V X9"), "'X9' is not a card"),
    ],
)
def test_f13_a_wrong_hand_names_the_card(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        parse_hand(text, 18)
