"""Dealt cards against exact probabilities: the dealer and the formulas agree.

Every deal is looked at once, from one given seat, and reduced to a few counts; each
published row is then a share of deals, tested by the exact binomial test at 1e-5. Rows
that are expected fewer than 25 times are left out.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tarotsim.game.cards import BOUTS, EXCUSE, HALF_POINTS, KINGS, PETIT, TRUMPS
from tarotsim.game.rules import rules_for
from tarotsim.reference.dealing import deal_cards
from tarotsim.stats import probability
from tarotsim.stats.intervals import exact_binomial_p_value

if TYPE_CHECKING:
    from collections.abc import Callable

    from tarotsim.stats.probability import Place

DATA = Path(__file__).parents[1] / "data" / "probabilities.csv"
SEED = 20120701
SEAT = 1
DEALS = 200_000
MANY_DEALS = 1_000_000
ALPHA = 1e-5
LEVELS = ("simple", "double", "triple")

# One pass over a hand adds up all its counts: one byte of an integer for each.
TRUMP_COUNT, EXCUSE_COUNT, PETIT_COUNT, BOUT_COUNT, KING_COUNT, PIQUE_COUNT, POINTS = (
    range(0, 56, 8)
)


def card_weight(card: int) -> int:
    return (
        ((card in TRUMPS) << TRUMP_COUNT)
        + ((card == EXCUSE) << EXCUSE_COUNT)
        + ((card == PETIT) << PETIT_COUNT)
        + ((card in BOUTS) << BOUT_COUNT)
        + ((card in KINGS) << KING_COUNT)
        + ((card < 14) << PIQUE_COUNT)
        + (HALF_POINTS[card] << POINTS)
    )


WEIGHTS = tuple(card_weight(card) for card in range(78))


@dataclass
class Sample:
    """What the deals held, as numbers of deals."""

    deals: int
    trumps: Counter[tuple[int, int]] = field(default_factory=Counter)
    """By numbered trumps and Excuse of the seat."""
    counted: Counter[tuple[int, int]] = field(default_factory=Counter)
    """By trumps plus Excuse of the seat and of the chien."""
    bouts: Counter[tuple[int, int]] = field(default_factory=Counter)
    kings: Counter[tuple[int, int]] = field(default_factory=Counter)
    half_points: Counter[tuple[int, int]] = field(default_factory=Counter)
    voids: Counter[bool] = field(default_factory=Counter)
    petit_sec: Counter[bool] = field(default_factory=Counter)
    some_petit_sec: Counter[bool] = field(default_factory=Counter)
    some_four_kings: Counter[bool] = field(default_factory=Counter)
    able: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    """By players who reach a simple, a double, a triple poignée."""
    called: Counter[str] = field(default_factory=Counter)
    """By the place of the king of pique."""


@cache
def draw_sample(players: int, deals: int) -> Sample:
    rules = rules_for(players)
    king = KINGS[0]
    sample = Sample(deals)
    for number in range(deals):
        deal = deal_cards(rules, SEED, number)
        sums = [sum(map(WEIGHTS.__getitem__, hand)) for hand in deal.hands]
        chien = sum(map(WEIGHTS.__getitem__, deal.chien))
        mine = sums[SEAT]
        sizes = [(s & 255) + (s >> EXCUSE_COUNT & 255) for s in sums]
        secs = [
            size == 1 and bool(s >> PETIT_COUNT & 255)
            for size, s in zip(sizes, sums, strict=True)
        ]
        sample.trumps[mine & 255, mine >> EXCUSE_COUNT & 255] += 1
        in_chien = (chien & 255) + (chien >> EXCUSE_COUNT & 255)
        sample.counted[sizes[SEAT], in_chien] += 1
        sample.bouts[mine >> BOUT_COUNT & 255, chien >> BOUT_COUNT & 255] += 1
        sample.kings[mine >> KING_COUNT & 255, chien >> KING_COUNT & 255] += 1
        sample.half_points[mine >> POINTS, chien >> POINTS] += 1
        sample.voids[not mine >> PIQUE_COUNT & 255] += 1
        sample.petit_sec[secs[SEAT]] += 1
        sample.some_petit_sec[True in secs] += 1
        sample.some_four_kings[4 in [s >> KING_COUNT & 255 for s in sums]] += 1
        able = [sum(size >= level for size in sizes) for level in rules.poignee_sizes]
        sample.able[able[0], able[1], able[2]] += 1
        if king in deal.hands[SEAT]:
            sample.called["own"] += 1
        elif king in deal.chien:
            sample.called["chien"] += 1
        else:
            sample.called["next" if king in deal.hands[SEAT - 1] else "others"] += 1
    return sample


class Share(NamedTuple):
    """A share of deals: which tally, which of its keys count, out of which."""

    tally: str
    event: Callable[[Any], bool]
    given: Callable[[Any], bool] = lambda key: True


def read_share(quantity: str, condition: str, players: int) -> Share | None:
    """Say what a published row counts; None for means and variances."""
    number = int(found[0]) if (found := re.findall(r"\d+$", quantity)) else 0
    level = next((i for i, name in enumerate(LEVELS) if f"_{name}_" in quantity), 0)
    bounds = (*rules_for(players).poignee_sizes, 99)
    needed, next_bound = bounds[level], bounds[level + 1]
    stem = re.sub(r"_\d+$|_(simple|double|triple)(?=_)", "", quantity)
    shares = {
        "hand_numbered_trumps_exactly": Share("trumps", lambda k: k[0] == number),
        "hand_trumps_plus_excuse_exactly": Share("counted", lambda k: k[0] == number),
        "chien_trumps_plus_excuse_exactly": Share("counted", lambda k: k[1] == number),
        "hand_bouts_exactly": Share("bouts", lambda k: k[0] == number),
        "chien_bouts_exactly": Share("bouts", lambda k: k[1] == number),
        "hand_kings_exactly": Share("kings", lambda k: k[0] == number),
        "chien_kings_exactly": Share("kings", lambda k: k[1] == number),
        "four_kings_some_player": Share("some_four_kings", bool),
        "four_kings_taker_after_chien": Share("kings", lambda k: sum(k) == 4),
        "hand_void_in_a_given_suit": Share("voids", bool),
        "petit_sec_given_player": Share("petit_sec", bool),
        "petit_sec_some_player": Share("some_petit_sec", bool),
        "poignee_at_least_given_player": Share("counted", lambda k: k[0] >= needed),
        "poignee_only_with_excuse_given_player": Share(
            "trumps", lambda k: k == (needed - 1, 1)
        ),
        "poignee_at_least_without_showing_excuse_given_player": Share(
            "trumps", lambda k: k[0] >= needed
        ),
        "poignee_best_tier_none_given_player": Share(
            "counted", lambda k: k[0] < needed
        ),
        "poignee_best_tier_given_player": Share(
            "counted", lambda k: needed <= k[0] < next_bound
        ),
        "poignee_at_least_some_player": Share("able", lambda k: k[level] > 0),
        "poignee_number_of_players_able_exactly": Share(
            "able", lambda k: k[0] == number
        ),
        "poignee_at_least_taker_after_chien": Share(
            "counted", lambda k: sum(k) >= needed
        ),
        "named_king_in_chien": Share("called", lambda k: k == "chien"),
        "called_king_in_chien": Share("called", lambda k: k == "chien"),
        "called_king_in_a_given_opponents_hand": Share("called", lambda k: k == "next"),
        "called_king_in_some_opponents_hand": Share(
            "called", lambda k: k in ("next", "others")
        ),
    }
    share = shares.get(stem)
    if share is None:
        return None
    if held := re.match(r"given own hand holds (\d+) ", condition):
        return share._replace(given=lambda k: k[0] == int(held[1]))
    if condition == "taker does not hold the called king":
        return share._replace(given=lambda k: k != "own")
    return share


def verify_frequencies(players: int, deals: int) -> int:
    """Test each published row that is frequent enough; return how many were."""
    sample = draw_sample(players, deals)
    tested = 0
    unlikely = []
    with DATA.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if int(row["players"]) != players:
                continue
            quantity, condition = row["quantity"], row["condition"]
            share = read_share(quantity, condition, players)
            if share is None:
                assert "mean" in quantity or "variance" in quantity
                continue
            tally = getattr(sample, share.tally)
            n = sum(tally[key] for key in tally if share.given(key))
            p = Fraction(row["value_fraction"])
            if n * p < 25:
                continue
            seen = sum(
                tally[key] for key in tally if share.given(key) and share.event(key)
            )
            tested += 1
            if exact_binomial_p_value(seen, n, p) < ALPHA:
                unlikely.append(f"{quantity}, {condition}: {seen} of {n}, not {p}")
    assert unlikely == []
    return tested


def verify_moments(players: int, deals: int) -> None:
    """Test means and variances within five standard errors."""
    sample = draw_sample(players, deals)
    moments: tuple[tuple[Counter[tuple[int, int]], int, str, Place], ...] = (
        (sample.trumps, 0, "numbered_trumps", "hand"),
        (sample.counted, 0, "trumps_plus_excuse", "hand"),
        (sample.half_points, 0, "half_points", "hand"),
        (sample.half_points, 1, "half_points", "chien"),
    )
    for tally, part, cards, place in moments:
        mean = float(probability.mean(cards, players, place=place))
        variance = float(probability.variance(cards, players, place=place))
        offsets = [(key[part] - mean, count) for key, count in tally.items()]
        first, second, fourth = (
            sum(offset**power * count for offset, count in offsets) / deals
            for power in (1, 2, 4)
        )
        assert abs(first) < 5 * sqrt(variance / deals)
        assert abs(second - variance) < 5 * sqrt((fourth - variance**2) / deals)


@pytest.mark.parametrize(("players", "rows"), [(3, 66), (4, 120), (5, 70)])
def test_frequencies(players: int, rows: int) -> None:
    """Some 250 rows are frequent enough, a few of them only just."""
    assert verify_frequencies(players, DEALS) >= rows - 3


@pytest.mark.parametrize("players", [3, 4, 5])
def test_moments(players: int) -> None:
    verify_moments(players, DEALS)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_frequencies_of_many_deals(players: int) -> None:
    assert verify_frequencies(players, MANY_DEALS) > 66
    verify_moments(players, MANY_DEALS)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_f08_petit_sec(players: int) -> None:
    """F08: how often a deal is cancelled."""
    sample = draw_sample(players, DEALS)
    p = probability.petit_sec_some_player(players)
    cancelled = sample.some_petit_sec[True]
    assert exact_binomial_p_value(cancelled, DEALS, p) > ALPHA


@pytest.mark.slow
def test_f08_petit_sec_in_a_million_deals() -> None:
    """F08: 1844 cancelled deals, give or take 172."""
    sample = draw_sample(4, MANY_DEALS)
    assert abs(sample.some_petit_sec[True] - 1844) <= 172


def test_f09_poignees_at_four() -> None:
    """F09: Excuse counted, in 200,000 raw deals, within four standard errors."""
    sample = draw_sample(4, DEALS)
    given_player = sum(n for (own, _), n in sample.counted.items() if own >= 10)
    assert abs(given_player - 1040) <= 129
    some_player = sum(n for able, n in sample.able.items() if able[0])
    assert abs(some_player - 4159) <= 256
    with_chien = sum(n for key, n in sample.counted.items() if sum(key) >= 10)
    assert abs(with_chien - 14000) <= 457
