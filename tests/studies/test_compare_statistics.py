"""Intervals of a comparison, when it stops, and what it then says."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from tarotsim import (
    compare,
)
from tarotsim.present.tables import format_result
from tarotsim.stats.intervals import Estimate, mean_interval, wilson
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
from tarotsim.studies.lines import Line, finding_json, judgement, sentence
from tarotsim.studies.looks import expected

PLAYER_COUNTS = (3, 4, 5)
AUCTIONS = (None, "best:garde")


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
    assert "about 11,000 deals would tell with a power of 80 %" in close.verdict[0]
    assert close.needed_to_tell is not None
    assert close.needed_to_tell > 300
    rare = compare("point_count", "point_count(garde=57)", deals=200, seed=2)
    assert rare.difference.mean is not None
    assert rare.difference.low is None
    assert 0 < (rare.uneven.mean or 0) * rare.uneven.n < 30
    assert "fewer than 30 of 199 deals came out otherwise" in rare.verdict[0]
    few = compare("point_count", "random_legal", deals=20, seed=1)
    assert few.verdict == (
        "not enough deals to tell point_count and random_legal apart: 20, 30 are "
        "needed at least.",
    )


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


def test_rounding_keeps_the_side_of_0() -> None:
    def said(low: float, high: float) -> str:
        gap = Estimate((low + high) / 2, low, high, 1000, (high - low) / 4)
        return sentence("a", "b", gap, wilson(900, 1000), "points")

    assert said(-0.004, 0.71).startswith("cannot tell")
    assert "[-0.004, +0.710]" in said(-0.004, 0.71)
    assert said(-1.21, -0.0003).startswith("a is worse than b: -0.605")
    assert "[-1.2100, -0.0003]" in said(-1.21, -0.0003)
    assert "[-1.21, +0.01]" in said(-1.21, 0.006)


def test_roles_are_judged_together_and_the_whole_by_itself() -> None:
    result = compare(
        "point_count", "random_legal", deals=40, players=5, seed=1, auction="best:garde"
    )
    # Told by itself, but not of three: for these it takes 2.39 standard errors.
    gap, uneven = Estimate(2.2, 0.2, 4.2, 1000, 1.0), wilson(900, 1000)
    roles = [Line(role.name, gap, uneven, role.details) for role in result.by_role]
    roles[2] = replace(roles[2], difference=Estimate(-2.5, -4.5, -0.5, 1000, 1.0))
    made = replace(result, difference=gap, uneven=uneven, by_role=tuple(roles))
    whole, taker, partner, defender = made.verdict
    assert whole.startswith("point_count is better than random_legal: +2.20 points")
    chance = "seems better than random_legal, but of 3 roles one may seem so by chance"
    assert chance in taker
    assert chance in partner
    assert "point_count is worse than random_legal: -2.50 points" in defender
    data = made.to_json()
    assert data["judgement"] == made.judgement == "better"
    said = {name: line["judgement"] for name, line in data["by_role"].items()}
    assert said == {
        "taker": "seems_better",
        "partner": "seems_better",
        "defender": "worse",
    }


@pytest.mark.parametrize(
    ("gap", "uneven", "word"),
    [
        (Estimate(2.2, 0.2, 4.2, 1000, 1.0), 900, "seems_better"),
        (Estimate(-2.2, -4.2, -0.2, 1000, 1.0), 900, "seems_worse"),
        (Estimate(3.2, 1.2, 5.2, 1000, 1.0), 900, "better"),
        (Estimate(-3.2, -5.2, -1.2, 1000, 1.0), 900, "worse"),
        (Estimate(0.2, -1.8, 2.2, 1000, 1.0), 900, "cannot_tell"),
        (Estimate(0.0, None, None, 1000, None), 0, "even"),
        (Estimate(0.1, None, None, 1000, None), 29, "too_few"),
        (Estimate(5.0, None, None, 1000, None), 1000, "too_few"),
        (Estimate(None, None, None, 0, None), 0, "too_few"),
    ],
)
def test_a_judgement_is_one_word(gap: Estimate, uneven: int, word: str) -> None:
    assert judgement(gap, wilson(uneven, gap.n), among=3) == word
    data = finding_json(gap, wilson(uneven, gap.n), among=3)
    assert data["judgement"] == word
    assert (data["needed_to_tell"] is None) == (word != "cannot_tell")


@pytest.mark.parametrize("auction", AUCTIONS)
def test_estimates_say_of_how_many_clusters_they_are(auction: str | None) -> None:
    result = compare("point_count", "random_legal", deals=200, seed=1, auction=auction)
    data = result.to_json()
    compared = data["deals"]["compared"]
    assert data["clusters"] == data["uneven"]["clusters"] == compared
    for line in data["by_role"].values():
        assert line["clusters"] == line["a"]["clusters"] == compared
    # A seat is a value, of which a deal has several; a contract taken is a case.
    if auction is None:
        assert data["by_role"]["defender"]["a"]["n"] > compared
        made = data["by_contract"]["garde"]["made_a"]
        assert made["clusters"] == made["n"]


def test_when_a_study_stops_is_estimated() -> None:
    # Twice as narrow takes four times as many, rounded up to the next look.
    assert expected(2100, 2000, 10**6, half_width=0.5, reached=1.0) == 9000
    assert expected(2000, 2000, 5000, half_width=0.5, reached=1.0) == 5000
    assert expected(300, 200, 10**6, half_width=0.5, reached=0.1) == 2000
    # Of what is counted some is compared, and at so many it stops too.
    assert expected(2000, 1000, 10**6, half_width=0.5, reached=1.0, wanted=3000) == 6000
    assert expected(2000, 1000, 10**6, wanted=3000) == 6000
    # Before anything is known; and if there may never be an interval.
    assert expected(0, 0, 10**6, half_width=0.5) is None
    assert expected(0, 0, 10**6, wanted=3000) is None
    assert expected(1500, 999, 10**6, half_width=0.5) is None
    assert expected(1500, 1000, 10**6, half_width=0.5) == 10**6
    assert expected(0, 0, 400) == 400


def test_a_run_is_expected_to_stop_where_it_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tarotsim.runs.progress._SECONDS_BETWEEN_LINES", 0.0)
    result = compare(
        "point_count", "random_legal", half_width=3.0, seed=3, progress=True
    )
    assert result.stopped == "half_width"
    lines = capsys.readouterr().err.splitlines()
    found = [re.search(r" of about (\d+) deals .*, wished 3$", line) for line in lines]
    expectations = [int(match[1]) for match in found if match]
    assert expectations[-1] == result.deals["raw"]
    assert expectations[len(expectations) // 2] == pytest.approx(
        result.deals["raw"], rel=0.3
    )
