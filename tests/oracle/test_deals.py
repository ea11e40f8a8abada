"""Whole deals: the compiled engine does what the reference engine does."""

from __future__ import annotations

import os
import random
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tarotsim.game.auction import Imposed
from tarotsim.game.layout import Outcome
from tarotsim.game.rules import Camp, Chelem, Contract, Poignee, SlamAnnouncer

if TYPE_CHECKING:
    from collections.abc import Callable

MANY_DEALS = int(os.environ.get("TAROTSIM_ORACLE_DEALS", "1_000_000"))
PLAYERS = (3, 4, 5)


def _auction(rng: random.Random, players: int) -> Imposed | None:
    contract = Contract(rng.randint(1, 4))
    seat = rng.choice([None, *range(players)])
    return rng.choice([None, Imposed(contract, seat)])


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("block", range(4))
def test_numbered_deals(
    players: int,
    block: int,
    pairs: Any,
    random_rules: Callable[..., Any],
    numbered_deals: Callable[..., Any],
    compare_engines: Callable[..., Any],
) -> None:
    """Deals by key, all strategies, a third of the options changed."""
    rng = random.Random(100 * players + block)
    seen: Counter[Outcome] = Counter()
    for _ in range(10):
        rules = random_rules(rng, players)
        table = [rng.choice(pairs) for _ in range(players)]
        start = rng.choice([0, 1_000_003, (1 << 63) - 30])
        deals = numbered_deals(rules, rng.getrandbits(63), start, 16)
        records = compare_engines(rules, deals, table, _auction(rng, players))
        seen.update(record.outcome for record in records)
    assert seen[Outcome.PLAYED] > 100
    assert seen[Outcome.ALL_PASS]


def _kinds(record: Any) -> set[str]:
    """Return which of the rare things happened in a deal."""
    settlement = record.settlement
    if settlement is None:
        return {record.outcome.label}
    found = {settlement.chelem.name}
    if settlement.petit_au_bout is not None:
        found.add(f"petit {settlement.petit_au_bout.label}")
    if settlement.low_card_from is not None:
        found.add(f"low card {settlement.low_card_from.label}")
    found.add(f"Excuse {settlement.excuse_owner.label}")
    found.update(f"level {showing.level.label}" for showing in record.showings)
    found.update(f"shown by {record.camp_of(s.seat).label}" for s in record.showings)
    if len(record.showings) > 1:
        found.add("two poignées")
    if any(77 in showing.cards for showing in record.showings):
        found.add("Excuse shown")
    if record.ecart_shown:
        found.add("trumps discarded")
    if record.called is not None:
        found.add("alone" if record.partner is None else "partner")
        found.add(f"called rank {record.called % 14 + 1}")
    last = record.tricks[-1]
    if 77 in last.cards:
        by = last.seat_of(last.cards.index(77))
        found.add("Excuse wins" if by == last.winner else "Excuse in the last trick")
    return found


COMMON = {
    "petit_sec",
    "petit attack",
    "petit defence",
    "low card attack",
    "low card defence",
    "Excuse attack",
    "Excuse defence",
    "Excuse shown",
    "Excuse wins",
    "Excuse in the last trick",
    "trumps discarded",
    "shown by attack",
    "shown by defence",
    *(f"level {level.label}" for level in Poignee),
    *(chelem.name for chelem in Chelem),
} - {Chelem.DEFENCE_ANNOUNCED_FAILED_ATTACK_MADE.name}


@pytest.mark.parametrize("players", PLAYERS)
def test_one_sided_deals(
    players: int,
    pairs: Any,
    random_rules: Callable[..., Any],
    lopsided_deal: Callable[..., Any],
    compare_engines: Callable[..., Any],
) -> None:
    """Given cards that make slams, poignées and forced trump discards frequent."""
    rng = random.Random(players)
    seen: Counter[str] = Counter()
    for _ in range(150):
        rules = random_rules(rng, players)
        table = [rng.choice(pairs) for _ in range(players)]
        deals = [lopsided_deal(rng, rules) for _ in range(12)]
        keys = [[rng.getrandbits(64) for _ in range(players)] for _ in deals]
        for record in compare_engines(
            rules, deals, table, _auction(rng, players), keys
        ):
            seen.update(_kinds(record))
    expected = set(COMMON)
    if players > 3:
        expected.add("two poignées")
    if players == 5:
        expected |= {"alone", "partner", *(f"called rank {r}" for r in range(11, 15))}
    assert expected - set(seen) == set()


@pytest.mark.parametrize("players", PLAYERS)
def test_slams_announced_by_the_other_camp(
    players: int,
    random_rules: Callable[..., Any],
    slam_table: Callable[..., Any],
    slam_deal: Callable[..., Any],
    compare_engines: Callable[..., Any],
) -> None:
    """D14: a defender announces, and the attack makes every trick."""
    rng = random.Random(players)
    seen: Counter[str] = Counter()
    for _ in range(12):
        rules = replace(
            random_rules(rng, players), slam_announcer=SlamAnnouncer.ANYBODY
        )
        deals = [slam_deal(rng, rules) for _ in range(8)]
        auction = Imposed(Contract(rng.randint(1, 4)), 0)
        for record in compare_engines(rules, deals, slam_table(players), auction):
            seen.update(_kinds(record))
    assert seen[Chelem.DEFENCE_ANNOUNCED_FAILED_ATTACK_MADE.name]


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize(
    "count",
    [
        pytest.param(20_000, id="20k"),
        pytest.param(MANY_DEALS, id="many", marks=pytest.mark.slow),
    ],
)
def test_many_numbered_deals(
    players: int,
    count: int,
    pairs: Any,
    random_rules: Callable[..., Any],
    numbered_deals: Callable[..., Any],
    compare_engines: Callable[..., Any],
) -> None:
    """Compare deals across strategies and options, every row and every act.

    ``TAROTSIM_ORACLE_DEALS`` sets how many the slow one plays.
    """
    rng = random.Random(players)
    for _ in range(count // 100):
        rules = random_rules(rng, players)
        table = [rng.choice(pairs) for _ in range(players)]
        deals = numbered_deals(rules, rng.getrandbits(63), 0, 100)
        compare_engines(rules, deals, table, _auction(rng, players))


def test_camps_are_numbered_as_in_the_kernels() -> None:
    """Rows and histories hold camps as plain numbers."""
    assert (Camp.ATTACK, Camp.DEFENCE) == (0, 1)
