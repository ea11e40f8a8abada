"""A tournament: cells as comparisons, ratings by least squares."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest

from tarotsim import TarotError, Tournament, compare, tournament
from tarotsim.present.display import format_html
from tarotsim.present.tables import format_result
from tarotsim.stats.intervals import Estimate, wilson
from tarotsim.studies.lines import ASKS_NO_BIDS, named, sentence

FIELD = ("random_legal", "point_count", "point_count(garde=48, reads_poignees=True)")
AUCTIONS = (None, "best:garde")
LONG = [
    "expert",
    "point_count(garde=50, prise=45, reads_poignees=True)",
    "point_count(garde=52, prise=47, reads_poignees=True)",
    "school_minima",
]


def held(players: int, auction: str | None, **options: Any) -> Tournament:
    chosen = {"deals": 500, "seed": 3, "players": players, "auction": auction}
    return tournament(FIELD, **{**chosen, **options})


@pytest.mark.parametrize("auction", AUCTIONS)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_cell_is_the_comparison_of_its_pair(
    players: int, auction: str | None
) -> None:
    result = held(players, auction)
    for a, b in combinations(FIELD, 2):
        alone = compare(a, b, deals=500, seed=3, players=players, auction=auction)
        assert result.difference(a, b) == alone.difference
        assert result.difference(b, a) == alone.difference.opposite()
        assert result.deals == alone.deals
        if alone.match_points is not None:
            pair = next(p for p in result.pairings if {p.a, p.b} == {a, b})
            points = pair.match_points
            assert points is not None
            assert points == (
                alone.match_points if pair.a == a else alone.match_points.opposite()
            )


@pytest.mark.parametrize("auction", AUCTIONS)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_ratings_are_the_least_squares_ones(players: int, auction: str | None) -> None:
    result = held(players, auction)
    names = [rating.strategy for rating in result.ratings]
    pairs = list(combinations(range(3), 2))
    design = np.zeros((len(pairs) + 1, 3))
    gaps = np.zeros(len(pairs) + 1)
    for row, (i, j) in enumerate(pairs):
        design[row, i], design[row, j] = 1, -1
        gaps[row] = result.difference(names[i], names[j]).mean
    design[-1] = 1  # They add up to 0.
    expected, *_ = np.linalg.lstsq(design, gaps, rcond=None)
    found = [rating.value.mean or 0 for rating in result.ratings]
    assert found == pytest.approx(expected)
    assert found == sorted(found, reverse=True)
    assert names[-1] == "random_legal"
    for rating in result.ratings:
        assert rating.value.low is not None
        if auction is not None:
            camps = [rating.details[camp].mean or 0 for camp in ("attack", "defence")]
            assert sum(camps) == pytest.approx(rating.value.mean)
    if auction is not None and players == 4:
        marks = [rating.details["percentage"].mean or 0 for rating in result.ratings]
        assert sum(marks) / 3 == pytest.approx(50)


def test_two_entrants_are_a_comparison() -> None:
    pair = FIELD[1], FIELD[0]
    both = tournament(pair, deals=300, seed=4)
    alone = compare(*pair, deals=300, seed=4).difference
    assert both.ratings[0].value.mean == pytest.approx((alone.mean or 0) / 2)
    assert both.ratings[0].value.half_width == pytest.approx(
        (alone.half_width or 0) / 2
    )


def test_marks_are_those_of_a_comparison() -> None:
    pair = FIELD[1], FIELD[0]
    both = tournament(pair, deals=300, seed=4, auction="best:garde")
    alone = compare(*pair, deals=300, seed=4, auction="best:garde")
    assert both.ratings[0].details["percentage"] == alone.percentages["a"]


def test_equal_strategies_are_told_apart_by_a_number() -> None:
    result = tournament(["random_legal"] * 3, deals=100, seed=1)
    names = ["random_legal", "random_legal #2", "random_legal #3"]
    assert [rating.strategy for rating in result.ratings] == names
    for rating in result.ratings:
        assert (rating.value.mean, rating.value.low) == (0, None)
    assert "came out even" in result.verdict[0]


def test_an_imposed_contract_does_not_show_bids() -> None:
    field = ["point_count(garde=50)", "point_count(garde=60)", "random_legal"]
    result = tournament(field, deals=100, seed=1, auction="best:garde")
    assert "came out even" in result.verdict[0]
    assert result.verdict[-1] == ASKS_NO_BIDS
    assert ASKS_NO_BIDS not in tournament(field, deals=100, seed=1).verdict
    roles = compare(*field[:2], deals=100, seed=1, auction="best:garde").verdict
    assert len(roles) == 2


def test_every_pair_reaches_the_half_width() -> None:
    result = held(4, "best:garde", deals=None, half_width=2.0)
    assert result.stopped == "half_width"
    widths = [pair.difference.half_width or 99 for pair in result.pairings]
    assert max(widths) <= 2.0
    assert result.deals["compared"] >= 1000
    limited = held(4, "best:garde", deals=2000, half_width=0.5)
    assert limited.stopped == "deals"
    assert (limited.needed_for_half_width or 0) > 2000


@pytest.mark.parametrize("auction", AUCTIONS)
def test_json_and_tables_have_everything(
    auction: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "110")
    result = held(5, auction)
    data = json.loads(json.dumps(result.to_json(), allow_nan=False))
    assert data["strategies"] == list(FIELD)
    assert [r["strategy"] for r in data["ratings"]] == [
        rating.strategy for rating in result.ratings
    ]
    assert len(data["pairs"]) == 3
    assert {"a", "b", "mean", "low", "high", "n"} <= set(data["pairs"][0])
    assert data["plays_per_deal"] == (6 if auction is None else 9)
    assert len({tuple(row) for row in result.tidy()}) == 1
    text = format_result(result)
    assert max(map(len, text.splitlines())) <= 110
    assert "1  point_count" in text
    assert "3  random_legal" in text
    assert repr(result).endswith("random_legal; show() prints the tables>")


@pytest.mark.parametrize("width", [80, 100, 120])
@pytest.mark.parametrize("auction", AUCTIONS)
def test_long_names_are_given_once_and_cut_in_tables(
    auction: str | None, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    result = tournament(LONG, deals=100, seed=1, auction=auction)
    text = format_result(result)
    assert max(map(len, text.splitlines())) <= width
    head, tables = text.split("Rating")
    tables, verdict = tables.split("Verdict")
    ranking = [rating.strategy for rating in result.ratings]
    for rank, name in enumerate(ranking, start=1):
        assert f"\n  {rank} = {name}\n" in head
        assert f"\n {rank}  {name[:8]}" in tables
        assert (name in verdict) == (len(name) <= 30)
        assert (f"strategy {rank} " in verdict) == (len(name) > 30)
    assert "…" in tables or width == 120
    page = format_html(result)
    assert 'class="names"' in page
    assert all(name in page for name in LONG)
    assert result.to_json()["strategies"] == LONG


@pytest.mark.parametrize("auction", AUCTIONS)
def test_few_deals_give_no_interval(auction: str | None) -> None:
    rows = held(4, auction, deals=25).tidy()
    given = {row["quantity"] for row in rows if row["low"] is not None}
    assert given == {"uneven"}


def test_a_rating_made_by_few_deals_has_no_interval() -> None:
    result = tournament(["point_count", "point_count(garde=57)"], deals=200, seed=2)
    assert [rating.value.low for rating in result.ratings] == [None, None]
    assert "came out otherwise" in result.verdict[0]


def test_what_every_pair_needs_is_not_known_while_one_has_no_interval() -> None:
    field = ["point_count", "point_count(garde_contre=200)", "random_legal"]
    result = tournament(field, deals=1000, half_width=0.1, seed=2)
    lows = [pair.difference.low for pair in result.pairings]
    assert None in lows
    assert any(low is not None for low in lows)
    assert result.needed_for_half_width is None


def test_of_many_pairs_one_only_seems_better() -> None:
    gap = Estimate(2.2, 0.2, 4.2, 1000, 1.0)
    uneven = wilson(900, 1000)
    alone = sentence("a", "b", gap, uneven, "points")
    assert alone.startswith("a is better than b: +2.20 points")
    many = sentence("a", "b", gap, uneven, "points", among=9)
    assert many.startswith("a seems better than b, but of 9 pairs one may seem so")
    clear = Estimate(-4.0, -6.0, -2.0, 1000, 1.0)
    assert sentence("a", "b", clear, uneven, "points", among=9).startswith("a is worse")


def test_equal_strategies_are_seldom_told_apart() -> None:
    """Ten equal entrants: each pair has luck of its own, nine neighbours are told."""
    rng = np.random.default_rng(4)
    false = 0
    for _ in range(300):
        noise = np.triu(rng.normal(size=(10, 10)), 1)
        cells = noise - noise.T
        order = np.argsort(-cells.sum(axis=1))
        said = [
            sentence(
                "a",
                "b",
                Estimate(m := float(cells[i, j]), m - 1.96, m + 1.96, 1000, 1.0),
                wilson(900, 1000),
                "points",
                among=9,
            )
            for i, j in pairwise(order.tolist())
        ]
        false += any("is better" in one or "is worse" in one for one in said)
    assert false <= 30


def test_a_ranking_that_a_pair_contradicts_is_told() -> None:
    result = held(4, None)
    lost = Estimate(-4.0, -6.0, -2.0, 1000, 1.0)
    even = Estimate(0.0, None, None, 1000, None)

    def verdict(*gaps: Estimate) -> tuple[str, ...]:
        pairings = (
            replace(pair, difference=gap, uneven=wilson(900 if gap.low else 0, 1000))
            for pair, gap in zip(result.pairings, gaps, strict=True)
        )
        return replace(result, pairings=tuple(pairings)).verdict

    ranks = enumerate(result.ratings, start=1)
    a, b, c = (named(rating.strategy, f"strategy {rank}") for rank, rating in ranks)
    # The pairs are 1 and 2, 1 and 3, 2 and 3.
    assert len(verdict(even, even, even)) == 2
    first, upset, last = verdict(even, lost, even)
    assert "even in every one" in first
    assert "even in every one" in last
    above = "for what it did against the others, but between the two"
    assert upset.startswith(f"{a} is rated above {c} {above} {a} is worse than {c}: -4")
    neighbours, _ = verdict(lost, even, even)
    assert neighbours.startswith(f"{a} is rated above {b} {above} {a} is worse than")


def test_wrong_input_is_refused() -> None:
    for few in (["point_count"], [], "point_count"):
        with pytest.raises(TarotError, match="two strategies or more"):
            tournament(few)
    with pytest.raises(TarotError, match="no pair 'expert'"):
        held(4, None, deals=50).difference("expert", "point_count")
