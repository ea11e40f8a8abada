"""Deals under conditions counted: by other formulas, and by listing small decks."""

from __future__ import annotations

import functools
import itertools
import random
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

import pytest

from tarotsim.engine.given import as_given
from tarotsim.game.cards import CARD_COUNT, EXCUSE, HALF_POINTS, KINGS, PETIT, TRUMPS
from tarotsim.game.conditions import Condition, DealTables
from tarotsim.game.errors import TarotError
from tarotsim.game.parsing import parse_cards
from tarotsim.game.rules import rules_for
from tarotsim.stats import probability
from tarotsim.stats.conditional import count_deals

if TYPE_CHECKING:
    from collections.abc import Mapping

SIZES = {3: (24, 24, 24, 6), 4: (18, 18, 18, 18, 6), 5: (15, 15, 15, 15, 15, 3)}
HAND = "21 18 15 12 9 6 4 Ex ♠R73 ♥DC5 ♦10 2 ♣V8"


def chance(text: str, players: int = 4) -> Fraction:
    given = as_given(text, rules_for(players))
    assert given is not None
    return given.chance(rules_for(players))


def under(text: str, also: str, players: int = 4) -> Fraction:
    return chance(f"{text}; {also}", players) / chance(text, players)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_single_counts_are_those_of_probability(players: int) -> None:
    at_least, exactly = probability.at_least, probability.exactly
    for count in (0, 3, 8, 10):
        trumps = "trumps_plus_excuse"
        expected = at_least(count, trumps, players)
        assert chance(f"1: trumps>={count}", players) == expected
        expected = at_least(count, trumps, players, place="hand_and_chien")
        assert chance(f"2+chien: trumps>={count}", players) == expected
    assert chance("chien: kings=2", players) == exactly(
        2, "kings", players, place="chien"
    )
    assert chance("0: low_cards<=6", players) == probability.at_most(
        6, "low_cards", players
    )
    # Every card is worth an odd number of half-points, and five players have 15.
    half_points = 41 if players == 5 else 40
    assert chance(f"0: points={half_points / 2}", players) == exactly(
        half_points, "half_points", players
    )


def test_f08_petit_sec() -> None:
    for players in (3, 4, 5):
        text = "0: numbered_trumps=1, holds=Petit, bars=Ex"
        assert chance(text, players) == probability.petit_sec(players)
    assert abs(4 * float(chance("0: trumps=1, holds=1")) - 0.00184408256972) < 1e-13


def test_f09_poignees() -> None:
    assert float(chance("1: trumps>=10")) == pytest.approx(0.0051992050, abs=5e-11)
    both = chance("1+chien: trumps>=10")
    assert float(both) == pytest.approx(0.0700020391, abs=5e-11)
    two = chance("0: trumps>=10; 1: trumps>=10")
    some = 4 * chance("0: trumps>=10") - comb(4, 2) * two
    assert some == probability.poignee_some_player("simple", players=4)


def test_f13_a_hand_typed_by_a_person() -> None:
    mine = f"0: hand={HAND}"
    assert under(mine, "0+chien: trumps>=10") == Fraction(55861, 130036)
    assert under(mine, "chien: trumps=0") == Fraction(121647, 650180)
    assert under(mine, "chien: holds=Petit") == Fraction(1, 10)
    assert under(mine, "chien: kings=0") == Fraction(6201, 8555)
    shares = [(n, under(mine, f"chien: points={n / 2}")) for n in range(6, 51, 2)]
    assert sum(share for _, share in shares) == 1
    assert sum(n * share for n, share in shares) / 2 == Fraction(32, 5)


def test_f14_what_a_defender_knows_of_the_petit() -> None:
    shown = parse_cards("20 19 18 17 16 15 14 13 12 11")
    own = parse_cards("2 3 4 ♠R D C V 10 9 8 7 6 5 4 ♥R D C V")
    known = {0: {"holds": shown}, 1: {"hand": own}}
    places = [
        {0: {"petit": 1}},
        {"chien": {"petit": 1}},
        *[{s: {"petit": 1}} for s in (2, 3)],
    ]

    def shares(known: Mapping[int, object]) -> list[Fraction]:
        found = []
        for place in places:
            try:
                both, alone = (
                    as_given(value, rules_for(4)) for value in ([known, place], known)
                )
            except TarotError:
                found.append(Fraction(0))
                continue
            assert both is not None
            assert alone is not None
            found.append(both.chance(rules_for(4)) / alone.chance(rules_for(4)))
        return found

    assert shares(known) == [Fraction(n, 25) for n in (4, 3, 9, 9)]
    with_excuse = {0: {"holds": (*shown[1:], EXCUSE), "trumps": 10}, 1: {"hand": own}}
    assert shares(with_excuse) == [0, *(Fraction(n, 7) for n in (1, 3, 3))]


def test_conditions_on_all_piles_at_once() -> None:
    """Trumps of every hand fixed: a product of binomials."""
    counts = (7, 5, 4, 4, 2)
    text = "; ".join(
        f"{who}: trumps={n}"
        for who, n in zip((0, 1, 2, 3, "chien"), counts, strict=True)
    )
    ways = 1
    for size, count in zip(SIZES[4], counts, strict=True):
        ways *= comb(size, count)
    assert chance(text) == Fraction(ways, comb(78, 22))
    assert chance(text.replace("chien: trumps=2", "chien: trumps=0..2")) == chance(text)


def _small(rng: random.Random) -> tuple[tuple[int, ...], list[Condition]]:
    """Return piles of a small deck inside the pack of 78, and random conditions."""
    free = rng.sample(range(CARD_COUNT), 8)
    fixed = [card for card in range(CARD_COUNT) if card not in free]
    small = [2, 3, 2, 1]
    piles, at = [], 0
    room = [20, 20, 20, 18]
    for pile, size in enumerate(room):
        take = size - small[pile]
        piles.append(fixed[at : at + take])
        at += take
    conditions = [
        Condition(
            frozenset({pile}),
            tuple(int(card in cards) for card in range(CARD_COUNT)),
            len(cards),
            len(cards),
        )
        for pile, cards in enumerate(piles)
    ]
    for _ in range(rng.randint(1, 4)):
        weights = [0] * CARD_COUNT
        for card in rng.sample(free, rng.randint(1, 8)):
            weights[card] = rng.choice([1, 1, 2, 5])
        low = rng.randint(0, 4)
        piles_of = frozenset(rng.sample(range(4), rng.choice([1, 1, 2])))
        high = low + rng.randint(0, 5)
        conditions.append(Condition(piles_of, tuple(weights), low, high))
    return tuple(room), conditions


@functools.cache
def _arrangements(places: tuple[int, ...]) -> list[tuple[int, ...]]:
    return sorted(set(itertools.permutations(places)))


def _list_all(
    sizes: tuple[int, ...], conditions: list[Condition]
) -> list[tuple[int, ...]]:
    """List every way to deal the free cards, as the pile of each, by brute force."""
    fixed = {
        card: next(iter(c.piles))
        for c in conditions[:4]
        for card in range(CARD_COUNT)
        if c.weights[card]
    }
    free = [card for card in range(CARD_COUNT) if card not in fixed]
    room = [size - list(fixed.values()).count(p) for p, size in enumerate(sizes)]
    places = tuple(pile for pile, count in enumerate(room) for _ in range(count))
    found = []
    for piles in _arrangements(places):
        where = dict(zip(free, piles, strict=True))
        totals = [
            sum(c.weights[card] for card in free if where[card] in c.piles)
            for c in conditions[4:]
        ]
        if all(
            c.low <= total <= c.high
            for total, c in zip(totals, conditions[4:], strict=True)
        ):
            found.append(piles)
    return found


def _all_ways(tables: DealTables, sizes: tuple[int, ...]) -> Fraction:
    """Walk every choice of the tables; return the sum of their shares, which is 1."""
    bound = 1 << 64

    def walk(block: int, group: int, state: int) -> Fraction:
        if block == len(tables.sizes):
            return Fraction(1)
        if group == tables.group_counts[block] - 1:
            return walk(block + 1, 0, state)
        total, before = Fraction(0), 0
        choices = range(tables.offsets[state], tables.offsets[state + 1])
        for choice in choices:
            upper = bound if choice == choices[-1] else tables.thresholds[choice]
            share = Fraction(upper - before, bound)
            before = upper
            assert 0 <= tables.takes[choice] <= tables.sizes[block]
            total += share * walk(block, group + 1, tables.targets[choice])
        return total

    return walk(0, 0, 0)


@pytest.mark.parametrize("seed", range(24))
def test_small_decks_by_listing_all(seed: int) -> None:
    rng = random.Random(seed)
    sizes, conditions = _small(rng)
    whole = count_deals(sizes, frozenset(conditions[:4])).chance
    counted = count_deals(sizes, frozenset(conditions))
    listed = _list_all(sizes, conditions)
    everything = comb(8, 2) * comb(6, 3) * comb(3, 2)
    assert counted.chance / whole == Fraction(len(listed), everything)
    assert (counted.tables is None) == (not listed)
    if counted.tables is not None:
        assert _all_ways(counted.tables, sizes) == 1


def test_what_is_always_so_counts_for_nothing() -> None:
    counted = count_deals(
        SIZES[4], frozenset({Condition(frozenset({0}), (1,) * 78, 18, 18)})
    )
    assert counted.chance == 1
    assert counted.tables is not None
    assert len(counted.tables.sizes) == 1
    wrong = Condition(frozenset({0}), (1,) * 78, 19, 78)
    assert count_deals(SIZES[4], frozenset({wrong})).chance == 0


def test_too_much_at_a_time_is_refused() -> None:
    terms = (
        "pique>=1, coeur>=1, carreau>=1, points=20..30, kings>=1, trumps>=3, bouts<=1"
    )
    text = "; ".join(f"{seat}: {terms}" for seat in range(4))
    with pytest.raises(TarotError, match="too many to be counted exactly"):
        chance(text)


def test_sets_used_here() -> None:
    assert len(TRUMPS) == 21
    assert sum(HALF_POINTS[king] for king in KINGS) == 36
    assert PETIT in TRUMPS
