"""The table of poignées: its cells, its weights, its files, and the null test."""

from __future__ import annotations

import tomllib
from typing import Any

import numpy as np
import pytest

from tarotsim import TarotError, study_poignee
from tarotsim.stats.clusters import (
    clustered_mean,
    slope_and_root,
    stratified_mean,
    stratified_share,
    weighted_mean,
    weighted_share,
)
from tarotsim.stats.intervals import mean_interval, wilson
from tarotsim.studies.poignee_table import PoigneeTable, TableRow, poignee_table
from tools.poignee_tables import DOCUMENT, SPECS, read_table, refreshed


@pytest.fixture(scope="module")
def table() -> PoigneeTable:
    return poignee_table(
        contracts=["garde"], taker=[10, 14], defence=[10], half_width=4.0, seed=5
    )


def test_a_cell_is_the_study_of_its_hands(table: PoigneeTable) -> None:
    (row,) = table.pick(side="taker", trumps=10, bouts=2)
    study = study_poignee(
        400_000,
        half_width=4.0,
        seed=5,
        auction="0:garde",
        given="0+chien: trumps=10, bouts=2",
        seats=[0],
    )
    assert row.cell.difference == study.overall.difference
    assert row.cell.n == len(study.cases) >= 1000
    frame = study.to_pandas()
    assert (frame["trumps"] == 10).all()
    assert (frame["bouts"] == 2).all()


def test_every_cell_is_narrow_enough(table: PoigneeTable) -> None:
    for row in table.rows:
        if row.cell.band is None:
            assert row.cell.gain.half_width is not None
            assert row.cell.gain.half_width <= 4.0


def test_all_bouts_together_have_natural_weights(table: PoigneeTable) -> None:
    (whole,) = table.pick(side="taker", trumps=10, bouts=None)
    parts = [r for r in table.pick(side="taker", trumps=10) if r.cell.bouts is not None]
    assert whole.frequency == pytest.approx(sum(row.frequency for row in parts))
    means = [row.cell.difference.mean or 0.0 for row in parts]
    weights = [row.frequency for row in parts]
    expected = np.average(means, weights=weights)
    assert whole.cell.difference.mean == pytest.approx(expected)
    assert whole.cell.n == sum(row.cell.n for row in parts)


def test_frequencies_are_the_exact_ones(table: PoigneeTable) -> None:
    """Ten trumps in a hand of 18: one product of binomials, counted here again."""
    from math import comb

    (row,) = table.pick(side="defence", trumps=10, bouts=None)
    exact = comb(22, 10) * comb(56, 8) / comb(78, 18)
    assert row.frequency == pytest.approx(exact)
    (row,) = table.pick(side="taker", trumps=10, bouts=None)
    exact = comb(22, 10) * comb(56, 14) / comb(78, 24)
    assert row.frequency == pytest.approx(exact)


def test_bands_have_the_weight_of_all_hands(table: PoigneeTable) -> None:
    bands = [r for r in table.pick(side="taker") if r.cell.band is not None]
    hands = table.pick(side="taker", bouts=None, band=None)
    assert sum(r.frequency for r in bands) == pytest.approx(
        sum(r.frequency for r in hands)
    )


@pytest.mark.parametrize("players", [3, 4, 5])
def test_f15_information_is_0_in_every_cell_for_players_that_do_not_look(
    players: int,
) -> None:
    simple = {3: 13, 4: 10, 5: 8}[players]
    found = poignee_table(
        players=players,
        strategies="expert(reads_poignees=False)",
        contracts=["garde"],
        taker=[simple],
        defence=[simple],
        half_width=20.0,
        seed=1,
    )
    assert {row.cell.side for row in found.rows} >= {"taker", "defence"}
    for row in found.rows:
        part = row.cell.information_part
        assert part.mean == 0
        assert row.cell.difference.mean == pytest.approx(
            20 * (2 * (row.cell.success_rate.mean or 0) - 1)
        )


def test_the_same_seed_gives_the_same_table() -> None:
    options: dict[str, Any] = {
        "contracts": ["garde"],
        "taker": [10],
        "defence": [13],
        "half_width": 20.0,
        "seed": 2,
        "strategies": "point_count",
    }
    first, second = (poignee_table(threads=n, **options) for n in (1, 2))
    assert first.tidy() == second.tidy()


def test_too_few_trumps_are_refused() -> None:
    with pytest.raises(
        TarotError, match=r"a hand of 9 trumps shows no poignée.*R10\.1"
    ):
        poignee_table(taker=[9])


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.stem)
def test_the_committed_tables_are_what_their_specs_ask_for(spec: Any) -> None:
    asked = tomllib.loads(spec.read_text(encoding="utf-8"))
    frame = read_table(spec)
    hands = frame[frame["band"].isna() & frame["bouts"].notna()]
    for contract in asked["contracts"]:
        for side in ("taker", "defence"):
            own = hands[(hands["side"] == side) & (hands["contract"] == contract)]
            assert set(own["trumps"]) == set(asked[side])
            assert set(own["bouts"]) == {0, 1, 2, 3}
    width = (hands["gain_high"] - hands["gain_low"]) / 2
    # A side that is seldom the holder's at five players gets what there is.
    sure = hands["side"].isin(
        ["taker", "defence"] if asked["players"] < 5 else ["taker"]
    )
    assert (width[sure] <= asked["half_width"] + 1e-5).all()
    head = spec.with_suffix(".csv").read_text(encoding="utf-8").splitlines()[0]
    assert f"seed {asked['seed']}" in head


def test_the_document_shows_the_committed_tables() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert refreshed(text) == text
    assert all(f"<!-- table {spec.stem} -->" in text for spec in SPECS)


def test_weighted_and_clustered_means_agree_with_plain_ones() -> None:
    rng = np.random.default_rng(1)
    values, clusters = rng.normal(size=200), np.sort(rng.integers(0, 90, 200))
    plain = mean_interval(values.tolist(), clusters.tolist())
    for found in (
        clustered_mean(values, clusters),
        weighted_mean(values, np.full(200, 0.3), clusters),
    ):
        assert found.mean == pytest.approx(plain.mean)
        assert found.se == pytest.approx(plain.se)
        assert found.low == pytest.approx(plain.low)


def test_sides_of_the_same_hand_are_weighted_by_how_often_they_have_it() -> None:
    """Who holds the hand is partner in some of the deals, and defends in the others."""
    found = poignee_table(
        players=5,
        strategies="point_count",
        contracts=["garde"],
        taker=[8],
        defence=[8],
        half_width=20.0,
        seed=3,
    )
    for side in ("partner", "defence"):
        (whole,) = found.pick(side=side, trumps=8, bouts=None)
        parts = [r for r in found.pick(side=side, trumps=8) if r.cell.bouts is not None]
        held = [sum(r.cell.n for r in found.rows if _is_like(r, row)) for row in parts]
        weights = [
            row.frequency * row.cell.n / n for row, n in zip(parts, held, strict=True)
        ]
        means = [row.cell.difference.mean or 0.0 for row in parts]
        expected = np.average(means, weights=weights)
        assert whole.cell.difference.mean == pytest.approx(expected)


def _is_like(row: TableRow, other: TableRow) -> bool:
    """Tell whether two lines are of the same hand, which is not the taker's."""
    alike = row.cell.bouts == other.cell.bouts and row.cell.band is None
    return alike and row.cell.side != "taker"


def test_shares_of_strata_that_never_lost_are_not_certain() -> None:
    parts = [wilson(1000, 1000), wilson(950, 1000)]
    whole = stratified_share(parts, [9, 1])
    plain = stratified_mean(parts, [9, 1])
    assert whole.mean == plain.mean == pytest.approx(0.995)
    assert plain.low is not None
    assert plain.low > 0.993
    assert whole.low is not None
    assert whole.low == pytest.approx(0.995 - 0.9 * (1 - (parts[0].low or 0)), abs=5e-4)
    assert whole.high is not None
    assert whole.high <= 1


def test_a_weighted_share_is_wilsons_without_weights() -> None:
    won, deals = np.arange(200) % 5 > 0, np.arange(200)
    plain, found = wilson(160, 200), weighted_share(won, np.full(200, 0.3), deals)
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high))
    weights = np.where(deals < 100, 3.0, 1.0)
    assert (weighted_share(won, weights, deals).low or 1) < (plain.low or 0)
    sure = weighted_share(np.full(200, True), weights, deals)
    assert sure.low == pytest.approx(wilson(160, 160).low)


def test_weighted_shares_cover() -> None:
    rng = np.random.default_rng(3)
    weights = np.where(np.arange(300) < 60, 8.0, 1.0)
    hits = 0
    for _ in range(400):
        share = weighted_share(rng.random(300) < 0.97, weights, np.arange(300))
        assert share.low is not None
        assert share.high is not None
        hits += share.low <= 0.97 <= share.high
    assert 368 <= hits <= 399


def test_the_root_of_a_line_is_covered() -> None:
    rng = np.random.default_rng(2)
    hits = 0
    for _ in range(200):
        x = rng.uniform(0, 1, 300)
        y = 40 * (x - 0.55) + rng.normal(scale=20, size=300)
        _, root = slope_and_root(x, y, np.arange(300))
        assert root.low is not None
        assert root.high is not None
        hits += root.low <= 0.55 <= root.high
    assert 180 <= hits <= 199
    slope, root = slope_and_root(x, rng.normal(size=300), np.arange(300))
    assert root.low is None
    assert slope.se is not None
