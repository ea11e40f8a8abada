"""What a comparison adds up, counted again seat by seat and arm by arm."""

from __future__ import annotations

from typing import Any

import pytest

from tarotsim import (
    compare,
    simulate,
)
from tarotsim.engine.play import play_number
from tarotsim.game.auction import Imposed
from tarotsim.game.layout import Outcome
from tarotsim.game.rules import Contract, Poignee, rules_for
from tarotsim.plugins.registry import load_strategy
from tarotsim.stats.intervals import mean_interval
from tarotsim.studies.free_play import (
    seatings,
)

PLAYER_COUNTS = (3, 4, 5)


def naive_free(a: str, b: str, players: int, deals: int, seed: int) -> dict[str, Any]:
    """Compare by single records, every seat by itself."""
    rules = rules_for(players)
    found: dict[str, Any] = {"clusters": [], "roles": {}, "takers": {}}
    ways = seatings(players)
    strategies = {name: load_strategy(name) for name in (a, b)}
    for number in range(deals):
        way = ways[number // players % len(ways)]
        cluster: dict[int, dict[str, int]] = {seat: {} for seat in range(players)}
        for mine, other in ((a, b), (b, a)):
            names = [mine if seat in way else other for seat in range(players)]
            table = [strategies[name] for name in names]
            record = play_number(rules, seed, number, table)
            if record.outcome is Outcome.PETIT_SEC:
                break
            for seat, name in enumerate(names):
                cluster[seat][name] = 0
                if record.score is None:
                    continue
                score = record.score.scores[seat]
                cluster[seat][name] = score
                role = "defender"
                if seat == record.partner:
                    role = "partner"
                if seat == record.score.taker:
                    role = "taker"
                    label = record.score.contract.label
                    found["takers"].setdefault((label, name), []).append(score)
                found["roles"].setdefault((role, name), []).append((score, number))
        else:
            gap = sum(by[a] - by[b] for by in cluster.values()) / players
            found["clusters"].append(gap)
    return found


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_free_bidding_counted_seat_by_seat(players: int) -> None:
    a, b, deals, seed = "point_count", "random_legal", 44, 8
    expected = naive_free(a, b, players, deals, seed)
    result = compare(a, b, deals=deals, players=players, seed=seed)
    plain = mean_interval(expected["clusters"])
    assert result.difference.mean == pytest.approx(plain.mean)
    assert result.difference.low == pytest.approx(plain.low)
    assert result.difference.n == result.deals["compared"] == plain.n
    for line in result.by_role:
        for who, name in (("a", a), ("b", b)):
            values = expected["roles"][line.name, name]
            assert line.details[who].n == len(values)
            assert line.details[who].mean == pytest.approx(
                sum(score for score, _ in values) / len(values)
            )
        assert line.difference.mean == pytest.approx(
            (line.details["a"].mean or 0) - (line.details["b"].mean or 0)
        )
    for lines in (result.by_role, result.by_contract):
        parts = [line.details["contribution"].mean for line in lines]
        assert sum(part or 0 for part in parts) == pytest.approx(plain.mean)
    assert {(line.name, who) for line in result.by_contract for who in "ab"} >= {
        (label, "a" if name == a else "b") for label, name in expected["takers"]
    }
    for line in result.by_contract:
        for who, name in (("a", a), ("b", b)):
            values = expected["takers"].get((line.name, name), [])
            assert line.details[who].n == len(values)


def naive_imposed(players: int, deals: int, seed: int) -> dict[str, list[float]]:
    """Play every arm of every deal by single records."""
    rules = rules_for(players)
    auction = Imposed(Contract.GARDE)
    names = ("point_count", "random_legal")
    strategies = {name: load_strategy(name) for name in names}
    found: dict[str, list[float]] = {}

    def unit(number: int, taker: str, partner: str, defender: str) -> int:
        # Who takes and who is called is seen in the taker's own game.
        table = [strategies[taker]] * players
        home = play_number(rules, seed, number, table, auction)
        assert home.score is not None
        table = [strategies[defender]] * players
        if home.partner is not None:
            table[home.partner] = strategies[partner]
        table[home.score.taker] = strategies[taker]
        record = play_number(rules, seed, number, table, auction)
        assert record.score is not None
        assert record.partner == home.partner
        return record.score.unit

    a, b = names
    for number in range(deals):
        table = [strategies[a]] * players
        if play_number(rules, seed, number, table, auction).score is None:
            continue
        values = {
            (t, p, d): unit(number, t, p, d)
            for t in names
            for p in names
            for d in names
        }
        taker = [values[a, p, d] - values[b, p, d] for p in names for d in names]
        partner = [values[t, a, d] - values[t, b, d] for t in names for d in names]
        defender = [values[t, p, b] - values[t, p, a] for t in names for p in names]
        if players < 5:
            taker = [values[a, a, d] - values[b, b, d] for d in names]
            defender = [values[t, t, b] - values[t, t, a] for t in names]
        for role, gaps in (
            ("taker", taker),
            ("partner", partner),
            ("defender", defender),
        ):
            found.setdefault(role, []).append(sum(gaps) / len(gaps))
        found.setdefault("all", []).append(values[a, a, b] - values[b, b, a])
        found.setdefault("among_b", []).append(values[a, b, b] - values[b, b, b])
    return found


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_an_imposed_contract_counted_arm_by_arm(players: int) -> None:
    deals, seed = 34, 9
    expected = naive_imposed(players, deals, seed)
    result = compare(
        "point_count",
        "random_legal",
        deals=deals,
        players=players,
        seed=seed,
        auction="best:garde",
    )
    plain = mean_interval(expected["all"])
    assert result.difference.mean == pytest.approx(plain.mean)
    assert result.difference.low == pytest.approx(plain.low)
    roles = {line.name: line for line in result.by_role}
    assert set(roles) == {"taker", "defender"} | (
        {"partner"} if players == 5 else set()
    )
    for name, line in roles.items():
        plain = mean_interval(expected[name])
        assert line.difference.mean == pytest.approx(plain.mean)
        assert line.difference.high == pytest.approx(plain.high)
    among = roles["taker"].details["among_b"]
    assert among.mean == pytest.approx(mean_interval(expected["among_b"]).mean)
    assert result.plays == len(result.arms) == (8 if players == 5 else 4)


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_a_planted_difference_is_found_exactly(players: int) -> None:
    # Players that ignore what is shown: showing is worth the prime, signed.
    deals, seed = 800, 10
    result = compare(
        "poignee_always",
        "poignee_never",
        deals=deals,
        players=players,
        seed=seed,
        auction="best:garde",
    )
    rows = simulate(
        deals,
        players=players,
        strategies="poignee_never",
        seed=seed,
        auction="best:garde",
    ).rows
    rows = rows[rows["outcome"] == Outcome.PLAYED]
    worth = dict.fromkeys(("taker", "partner", "defender"), 0)
    for row in rows:
        for seat in range(players):
            role = {row["taker"]: "taker", row["partner"]: "partner"}.get(
                seat, "defender"
            )
            level = int(row[f"showable_{seat}"])
            prime = Poignee(level).prime if level else 0
            camp_won = bool(row["won"]) == (role != "defender")
            worth[role] += prime if camp_won else -prime
    for line in result.by_role:
        assert line.difference.mean == pytest.approx(worth[line.name] / len(rows))
    assert result.difference.mean == pytest.approx(sum(worth.values()) / len(rows))
    assert worth["taker"] > 0
