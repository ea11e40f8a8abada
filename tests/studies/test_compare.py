"""Duplicate play of two strategies: known answers, and a slow way to the same."""

from __future__ import annotations

import json
import re
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from tarotsim import (
    SeatView,
    StrategyError,
    TarotError,
    compare,
    external,
    simulate,
    tournament,
)
from tarotsim.engine.play import play_number
from tarotsim.game.auction import Imposed
from tarotsim.game.layout import Outcome
from tarotsim.game.rules import Contract, Poignee, rules_for
from tarotsim.game.strategy import Strategy
from tarotsim.plugins.registry import load_strategy
from tarotsim.present.tables import format_result
from tarotsim.stats.intervals import Estimate, mean_interval
from tarotsim.stats.joint import JointMoments
from tarotsim.studies.compare import Comparison
from tarotsim.studies.contest import Vectors, plan_contest
from tarotsim.studies.free_play import (
    columns,
    difference,
    play_pair,
    play_way,
    seatings,
)
from tarotsim.studies.imposed_play import all_arms, by_role
from tarotsim.studies.imposed_play import columns as imposed_columns
from tarotsim.studies.lines import Line

PLAYER_COUNTS = (3, 4, 5)
AUCTIONS = (None, "best:garde")


def everything(result: Comparison) -> Iterator[Estimate]:
    """Yield all differences of a comparison."""
    yield result.difference
    for line in (*result.by_role, *result.by_contract):
        yield line.difference


@pytest.mark.parametrize("auction", AUCTIONS)
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_a_strategy_against_itself_is_exactly_even(
    players: int, auction: str | None
) -> None:
    result = compare(
        "random_legal",
        "random_legal",
        deals=300,
        players=players,
        seed=5,
        auction=auction,
    )
    # That no deal was uneven is seen, what uneven ones are worth is not.
    gap = result.difference
    assert (gap.mean, gap.low, gap.se) == (0, None, None)
    assert result.uneven.mean == 0
    assert result.needed_to_tell is None
    if auction is not None:
        for line in result.by_role:
            assert (line.difference.mean, line.difference.low) == (0, None)
    for mark in result.percentages.values():
        assert (mark.mean, mark.low) == (50, None)
    for said in result.verdict:
        assert "came out even in every one" in said


def test_deals_that_all_came_out_even_do_not_stop_a_run() -> None:
    # Few deals tell these apart, and no look knows of them before it has met some.
    result = compare(
        "point_count",
        "point_count(garde_contre=200)",
        deals=3000,
        half_width=0.01,
        seed=3,
    )
    assert result.stopped == "deals"
    assert result.difference.half_width is None
    assert result.needed_for_half_width is None
    assert "0.00 ± 0.00" not in format_result(result)


@pytest.mark.parametrize("auction", AUCTIONS)
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_changing_places_changes_the_sign(players: int, auction: str | None) -> None:
    def once(a: str, b: str) -> Comparison:
        return compare(a, b, deals=400, players=players, seed=6, auction=auction)

    forth, back = (
        once("point_count", "random_legal"),
        once("random_legal", "point_count"),
    )
    for one, other in zip(everything(forth), everything(back), strict=True):
        assert other.mean == (None if one.mean is None else -one.mean)
        assert other.low == (None if one.high is None else -one.high)
        assert other.n == one.n
    assert forth.deals == back.deals
    if forth.match_points is not None:
        assert back.match_points == forth.match_points.opposite()
        assert forth.percentages["a"] == back.percentages["b"]
        total = sum(mark.mean or 0 for mark in forth.percentages.values())
        assert total == pytest.approx(100)


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_each_seat_is_held_by_both_from_each_place(players: int) -> None:
    ways = seatings(players)
    held: Counter[tuple[int, bool]] = Counter()
    for number in range(players * len(ways)):
        way = ways[number // players % len(ways)]
        for seat in range(players):
            position = (seat - number - 1) % players
            held[position, seat in way] += 1
            held[position, seat not in way] += 1
    assert len(set(held.values())) == 1
    assert len(held) == 2 * players


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_a_new_deal_says_more_than_another_seating_of_an_old_one(players: int) -> None:
    contest = plan_contest(
        ["point_count", "random_legal"], players=players, deals=1000, seed=7
    )
    numbers = np.arange(1000, dtype=np.int64)
    scores = np.array(
        [play_way(contest, numbers, way).values[:, 0] for way in seatings(players)]
    )
    # At the same number of plays: deals in one way each, or fewer deals in all ways.
    one_way = scores.var(axis=1).mean()
    all_ways = scores.mean(axis=0).var() * len(scores)
    assert all_ways > 1.8 * one_way


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


@pytest.mark.parametrize("auction", AUCTIONS)
def test_threads_and_engines_do_not_matter(auction: str | None) -> None:
    def once(deals: int, **options: Any) -> dict[str, Any]:
        return compare(
            "random_legal",
            "point_count(garde=30)",
            deals=deals,
            players=5,
            seed=12,
            auction=auction,
            **options,
        ).to_json()

    assert once(5100, threads=1) == once(5100, threads=3)
    assert once(20) == once(20, engine="reference")


@pytest.mark.parametrize("auction", AUCTIONS)
def test_stretches_do_not_matter(
    auction: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def once() -> dict[str, Any]:
        return compare(
            "random_legal", "point_count", deals=2100, seed=13, auction=auction
        ).to_json()

    whole = once()
    monkeypatch.setattr("tarotsim.studies.looks._SECONDS", 1e-3)
    assert once() == whole


class Careful(Strategy):
    """Bid garde with many trumps, in Python."""

    def bid(self, view: SeatView) -> Contract:
        if len(view.trumps) >= 9 and Contract.GARDE in view.legal:
            return Contract.GARDE
        return Contract.PASS


def test_strategies_are_given_in_every_way(tmp_path: Any) -> None:
    file = tmp_path / "own.py"
    file.write_text(
        "from tarotsim import Strategy\n\nclass Own(Strategy):\n    limit: int = 9\n"
    )
    ways = [Careful, Careful(), f"{file}:Own", "point_count(garde=50, prise=45)"]
    for a in ways:
        result = compare(a, "random_legal", deals=20, seed=1)
        assert result.deals["raw"] == 20
    assert result.header["strategies"][0] == "point_count(garde=50, prise=45)"
    same = compare(Careful(), Careful(), deals=60, seed=1)
    assert same.uneven.mean == 0
    assert same.header["strategies"] == ["Careful", "Careful #2"]


class Forgetful(Strategy):
    """Call another king each time."""

    calls = 0

    def call(self, view: SeatView) -> Any:
        Forgetful.calls += 1
        return view.legal[Forgetful.calls % len(view.legal)]


def test_a_strategy_that_calls_another_card_each_time_is_refused() -> None:
    with pytest.raises(StrategyError, match="two partners of the taker"):
        compare(
            Forgetful,
            "point_count",
            players=5,
            deals=60,
            seed=1,
            auction="best:garde",
        )


def stopping_after(bids: int) -> Strategy:
    class Stopping(Strategy):
        asked = 0

        def bid(self, view: SeatView) -> Contract:
            self.asked += 1
            if self.asked > bids:
                raise KeyboardInterrupt
            return Contract.PASS

    return Stopping()


def test_an_interrupted_comparison_keeps_what_was_done() -> None:
    result = compare(
        stopping_after(600), "point_count", deals=5000, seed=1, keep_interrupted=True
    )
    assert result.interrupted
    assert result.stopped == "interrupted"
    assert 0 < result.deals["raw"] < 5000
    assert "interrupted" in format_result(result)
    again = compare(
        stopping_after(10**9), "point_count", deals=result.deals["raw"], seed=1
    )
    assert again.difference == result.difference
    at_once = compare(
        stopping_after(0), "point_count", deals=100, seed=1, keep_interrupted=True
    )
    assert at_once.deals["raw"] == 0
    assert at_once.difference.mean is None
    assert "not enough deals" in at_once.verdict[0]
    json.dumps(at_once.to_json(), allow_nan=False)
    assert "not enough deals" in format_result(at_once)
    with pytest.raises(KeyboardInterrupt):
        compare(stopping_after(600), "point_count", deals=5000, seed=1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"half_width": 0}, "half-width is a number above 0"),
        ({"half_width": -1.0}, "half-width is a number above 0"),
        ({"half_width": float("nan")}, "half-width is a number above 0"),
        ({"half_width": "1"}, "half-width is a number above 0"),
        ({"deals": 0}, "deals must be 1 or more"),
        ({"deals": 2.5}, "deals"),
        ({"players": 6}, "players"),
        ({"auction": "5:garde"}, "seat 5 is not at a table of 4"),
        ({"auction": "garde"}, "best:CONTRACT"),
        ({"engine": "fast"}, "unknown engine"),
        ({"threads": 0}, "threads must be 1 or more"),
    ],
)
def test_wrong_input_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(TarotError, match=message):
        compare("point_count", "random_legal", **{"seed": 1, **options})


def test_unknown_strategies_are_refused() -> None:
    with pytest.raises(StrategyError, match="did you mean point_count"):
        compare("point_count", "point_coutn")
    with pytest.raises(StrategyError, match="point_count,random_legal"):
        compare("point_count", "point_count,random_legal")


def test_a_wished_half_width_is_reached_and_not_before_a_thousand() -> None:
    def once(half_width: float, deals: int | None = None) -> Comparison:
        return compare(
            "point_count",
            "random_legal",
            deals=deals,
            half_width=half_width,
            seed=3,
            auction="best:garde",
        )

    wide = once(500.0)
    assert wide.stopped == "half_width"
    assert 1000 <= wide.deals["compared"] <= 2000
    narrow = once(1.7)
    assert narrow.stopped == "half_width"
    assert narrow.difference.half_width is not None
    assert narrow.difference.half_width <= 1.7
    assert narrow.deals["raw"] % 1000 == 0
    # The look before was not narrow enough.
    before = once(1.7, narrow.deals["raw"] - 1000)
    assert before.stopped == "deals"
    assert before.difference.half_width is not None
    assert before.difference.half_width > 1.7
    assert before.needed_for_half_width is not None
    assert before.needed_for_half_width == pytest.approx(
        narrow.deals["compared"], rel=0.3
    )
    assert "would need about" in format_result(before)


def made_up(seed: int, deals: int, *, rare: bool) -> tuple[np.ndarray, float]:
    """Return a's scores in some deals, and their mean in the long run.

    Skewed as scores are; or even but for few deals, worth much in either direction.
    """
    rng = np.random.default_rng(seed)
    if not rare:
        is_high = rng.random(deals) < 0.05
        return np.where(is_high, 60, 0) + rng.integers(-30, 31, deals), 3.0
    is_uneven = rng.random(deals) < 0.003
    worth = np.where(rng.random(deals) < 0.7, 300, -100) + rng.integers(-50, 51, deals)
    return is_uneven * worth, 0.003 * (0.7 * 300 - 0.3 * 100)


@pytest.mark.parametrize(
    ("rare", "deals", "half_width"),
    [(False, 1500, None), (False, 20_000, 0.784), (True, 20_000, 0.25)],
)
def test_coverage_survives_repeated_looks(
    rare: bool, deals: int, half_width: float | None
) -> None:
    contest = plan_contest(
        ["random_legal"] * 2, deals=deals, half_width=half_width, seed=1
    )
    rounds, missed, lengths = 600, 0, set()
    for seed in range(rounds):
        scores, truth = made_up(seed, deals, rare=rare)
        values = np.stack([scores, scores != 0], axis=1)

        def play(numbers: np.ndarray, values: np.ndarray = values) -> Vectors:
            return Vectors(values[numbers], np.ones(len(numbers), dtype=bool))

        sums, stopped = contest.sum_up(
            ["score.0.1", "uneven.0.1"],
            play,
            lambda joint: difference(joint, 2).half_width,
            threads=1,
        )
        found = difference(sums.joint, 2)
        assert found.low is not None
        assert found.high is not None
        missed += not found.low <= truth <= found.high
        lengths.add(sums.raw)
        assert stopped == ("deals" if half_width is None else "half_width")
    allowed = 4 * (rounds * 0.05 * 0.95) ** 0.5
    assert abs(missed - 0.05 * rounds) < allowed
    assert (len(lengths) > 1) == (half_width is not None)


def test_verdicts_say_what_is_known() -> None:
    better = compare("point_count", "random_legal", deals=200, seed=1)
    assert better.verdict[0].startswith("point_count is better than random_legal: +")
    assert better.needed_to_tell is None
    worse = compare("random_legal", "point_count", deals=200, seed=1)
    assert worse.verdict[0].startswith("random_legal is worse than point_count: -")
    close = compare("point_count", "school_minima", deals=300, seed=1)
    assert "cannot tell point_count and school_minima apart" in close.verdict[0]
    assert "would be needed" in close.verdict[0]
    assert close.needed_to_tell is not None
    assert close.needed_to_tell > 300
    rare = compare("point_count", "point_count(garde=57)", deals=200, seed=2)
    assert rare.difference.mean is not None
    assert rare.difference.low is None
    assert 0 < (rare.uneven.mean or 0) * rare.uneven.n < 30
    assert "fewer than 30 of 199 deals did not come out even" in rare.verdict[0]
    few = compare("point_count", "random_legal", deals=20, seed=1)
    assert few.verdict == ("not enough deals to tell: 20, 30 are needed at least.",)


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("auction", AUCTIONS)
def test_json_and_tables_have_everything(
    players: int, auction: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "110")
    result = compare(
        "point_count",
        "random_legal",
        deals=400,
        players=players,
        seed=4,
        auction=auction,
    )
    data = json.loads(json.dumps(result.to_json(), allow_nan=False))
    assert data["players"] == players
    assert data["seed"] == 4
    assert data["clusters"] == data["n"] == data["deals"]["compared"]
    assert data["deals"]["raw"] == 400
    assert data["low"] < data["mean"] < data["high"]
    roles = {"taker", "defender"} | ({"partner"} if players == 5 else set())
    assert set(data["by_role"]) == roles
    for role in data["by_role"].values():
        assert {"mean", "low", "high", "n", "a", "b"} <= set(role)
    assert bool(data["by_contract"]) == (auction is None)
    assert (data["match_points"] is not None) == (auction is not None and players < 5)
    tidy = result.tidy()
    assert {row["by"] for row in tidy} == {"all", "role"} | (
        {"contract"} if auction is None else set()
    )
    assert len({tuple(row) for row in tidy}) == 1
    text = format_result(result)
    assert max(map(len, text.splitlines())) <= 110
    assert "a = point_count, b = random_legal" in text
    assert f"{data['deals']['compared']} deals compared" in text
    assert f"played {result.plays} times" in text
    assert "Verdict" in text
    assert "better than" in repr(result)


def test_too_few_values_have_no_interval() -> None:
    result = compare("point_count", "random_legal", deals=300, seed=1)
    for line in result.by_contract:
        fewest = min(line.details[who].n for who in "ab")
        if fewest < 30:
            assert line.difference.low is None
    lows = [line.difference.low for line in result.by_contract]
    assert None in lows
    assert any(low is not None for low in lows)
    assert isinstance(result.by_contract[0], Line)


@pytest.mark.parametrize("auction", AUCTIONS)
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_few_deals_give_no_interval_to_any_mean(
    players: int, auction: str | None
) -> None:
    result = compare(
        "point_count",
        "random_legal",
        deals=25,
        players=players,
        seed=1,
        auction=auction,
    )
    given = {row["quantity"] for row in result.tidy() if row["low"] is not None}
    # Wilson's, of independent cases.
    assert given <= {"uneven", "made_a", "made_b"}
    for arm in result.arms.values():
        assert arm["unit"].low is None


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_shares_of_seats_take_those_of_a_deal_together(players: int) -> None:
    deals = 400
    pair = ["point_count", "random_legal"]
    contest = plan_contest(pair, players=players, deals=deals, seed=11)
    vectors = play_pair(contest, np.arange(deals, dtype=np.int64))
    values = dict(zip(columns(), vectors.values[vectors.is_compared].T, strict=True))
    result = compare(*pair, deals=deals, players=players, seed=11)
    for line in result.by_role:
        for who in "ab":
            share = line.details[f"share_{who}"]
            plain = mean_interval(values[f"{line.name}.{who}.n"] / players)
            assert share.mean == pytest.approx(plain.mean)
            assert share.low == pytest.approx(plain.low)
            assert share.high == pytest.approx(plain.high)


class Never(Strategy):
    """Pass."""


class Always(Strategy):
    """Bid as high as can be."""

    def bid(self, view: SeatView) -> Contract:
        bids: tuple[Contract, ...] = view.legal
        return max(bids)


def test_shares_that_never_varied_have_no_interval() -> None:
    result = compare(Always, Never, deals=60, seed=1)
    taker = result.by_role[0]
    shares = taker.details["share_a"], taker.details["share_b"]
    assert [share.mean for share in shares] == [0.5, 0]
    assert [share.low for share in shares] == [None, None]
    line = next(x for x in format_result(result).splitlines() if " taker " in x)
    assert re.search(r" 50 +0 ", line)


def test_each_difference_is_judged_by_its_own_deals() -> None:
    # Of one another's defence all is even, of one's own nothing.
    arms = all_arms((0, 1), calls_king=False)
    names = imposed_columns(arms)
    values = np.zeros((50, len(names)), dtype=np.int64)
    for name in ("u.0.0.1", "uneven.taker.among.1", "uneven.taker"):
        values[:, names.index(name)] = 1
    values[::2, names.index("u.0.0.1")] = 2
    joint = JointMoments(names)
    joint.add(values)
    taker = by_role(joint, arms)[0]
    assert taker.details["among_a"].low is None
    assert taker.details["among_b"].low is not None
    assert taker.difference.low is not None


class Remembering(Strategy):
    """Know the cards of a deal when it comes again."""

    known_again: ClassVar[list[Any]] = []

    def __init__(self) -> None:
        self.seen: dict[Any, int] = {}

    def play(self, view: SeatView) -> Any:
        hand = view.seat, view.dealt
        tricks = len(view.hand)
        if self.seen.get(hand, 99) <= tricks:
            Remembering.known_again.append(hand)
        self.seen[hand] = tricks
        return super().play(view)


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("auction", AUCTIONS)
def test_no_strategy_meets_a_deal_again(players: int, auction: str | None) -> None:
    Remembering.known_again.clear()
    one = Remembering()
    # Each seat its own, and one object for all seats.
    for pair in ((Remembering, Always), (one, one)):
        compare(*pair, deals=12, players=players, seed=1, auction=auction)
    entrants = [Remembering, Always, one]
    tournament(entrants, deals=6, players=players, seed=1, auction=auction)
    assert not Remembering.known_again
    assert not one.seen


PROGRAM = """
import json, sys

seen = set()
for line in sys.stdin:
    message = json.loads(line)
    answer = None
    if message["type"] == "hello":
        answer = {"protocol": 1}
    if message["type"] == "deal":
        hand = " ".join(message["hand"])
        known, _ = hand in seen, seen.add(hand)
    if message["type"] == "question":
        legal = message["legal"]
        is_ecart = message["decision"] == "ecart"
        answer = {"answer": legal[: message["count"]] if is_ecart else legal[0]}
        if known:
            answer = {"error": "these cards again"}
    if answer:
        print(json.dumps(answer), flush=True)
"""


def test_no_program_meets_a_deal_again(tmp_path: Path) -> None:
    file = tmp_path / "remembering.py"
    file.write_text(PROGRAM, encoding="utf-8")
    program = external([sys.executable, str(file)])
    result = compare(program, "random_legal", deals=6, seed=1, auction="best:garde")
    assert result.deals["raw"] == 6
    assert not program._programs


class Held(Strategy):
    """Hold something that cannot be copied."""

    def __init__(self) -> None:
        self.lock = threading.Lock()

    def play(self, view: SeatView) -> Any:
        return view.legal[0]


def test_a_strategy_that_cannot_be_copied_is_refused() -> None:
    with pytest.raises(StrategyError, match=r"Held cannot be copied .*__deepcopy__"):
        compare(Held, "random_legal", deals=5, seed=1, auction="best:garde")
