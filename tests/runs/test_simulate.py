"""Runs: rows, frames, summaries, sessions."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tarotsim import (
    Contract,
    RulesError,
    SeatView,
    Strategy,
    TarotError,
    deal,
    match,
    open_run,
    play,
    rules_for,
    score,
    simulate,
)
from tarotsim.game.layout import ROW_COLUMNS
from tarotsim.present.tables import format_result
from tarotsim.runs.rows import record_row
from tarotsim.runs.tally import Breakdown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PLAYER_COUNTS = (3, 4, 5)


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_every_raw_deal_is_a_row(players: int) -> None:
    results = simulate(60, players=players, strategies="random_legal", seed=2)
    assert list(results.rows["deal"]) == list(range(60))
    assert list(results.rows["dealer"]) == [i % players for i in range(60)]
    totals = sum(results.rows[f"score_{s}"].astype(int) for s in range(5))
    assert not np.any(totals)


def test_a_row_is_the_record_of_the_same_deal_played_alone() -> None:
    results = simulate(30, players=5, strategies="point_count", seed=4)
    alone = play(deal(seed=4, number=17, players=5), "point_count")
    assert tuple(results.rows[17]) == record_row(alone)


def test_played_counts_played_deals() -> None:
    results = simulate(played=25, seed=1)
    outcomes = results.to_pandas()["outcome"]
    assert (outcomes == "played").sum() == 25
    assert outcomes.iloc[-1] == "played"


def test_the_frame_has_documented_columns_and_types() -> None:
    frame = simulate(20, players=3, seed=1).to_pandas()
    expected = [name for name, _ in ROW_COLUMNS if not name.endswith(("_3", "_4"))]
    assert list(frame.columns) == expected
    assert frame["contract"].dtype == "category"
    assert frame["won"].dtype == "boolean"
    assert frame["score_0"].dtype == np.int16


def test_the_summary_counts_what_the_rows_say() -> None:
    results = simulate(300, seed=6)
    frame = results.to_pandas()
    played = frame[frame["outcome"] == "played"]
    summary = results.summary()
    overall = summary.contracts[-1]
    assert overall.made.n == len(played)
    assert overall.made.mean == pytest.approx(played["won"].mean())
    assert overall.unit.mean == pytest.approx(played["unit"].mean())
    assert overall.points.mean == pytest.approx(played["half_points"].mean() / 2)
    assert sum(line.made.n for line in summary.contracts[:-1]) == len(played)
    assert summary.seats[2].mean == pytest.approx(played["score_2"].mean())
    data = json.loads(json.dumps(summary.to_json()))
    assert set(data["outcomes"]["played"]) == {"mean", "low", "high", "n"}
    assert data["seed"] == 6


def test_a_run_leaves_the_global_random_state_alone() -> None:
    before = random.getstate(), repr(np.random.get_state())  # noqa: NPY002
    simulate(10, strategies="random_legal", seed=1)
    assert before == (
        random.getstate(),
        repr(np.random.get_state()),  # noqa: NPY002
    )


@pytest.mark.parametrize(
    ("deals", "played"), [(0, None), (-5, None), (None, 0), (5, 5), (1.5, None)]
)
def test_bad_counts_are_refused(deals: int | None, played: int | None) -> None:
    with pytest.raises(TarotError):
        simulate(deals, played=played)


def test_a_run_that_never_plays_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tarotsim.runs.run._HOPELESS", 40)
    with pytest.raises(TarotError, match="everybody passes"):
        simulate(played=3, strategies="random_legal(p_pass=100)", seed=1)


class Stopping(Strategy):
    """Presses Ctrl-C at its hundredth bid."""

    def __init__(self) -> None:
        self.asked = 0

    def bid(self, view: SeatView) -> Contract:
        self.asked += 1
        if self.asked == 100:
            raise KeyboardInterrupt
        return Contract.PASS if self.asked % 3 else max(view.legal)


@pytest.mark.parametrize("engine", ["compiled", "reference"])
def test_an_interrupted_run_keeps_what_was_done(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tarotsim.runs.simulate._SECONDS_IN_MEMORY", 0.0)
    results = simulate(
        50, strategies=Stopping(), seed=1, engine=engine, keep_interrupted=True
    )
    assert results.interrupted
    assert 0 < len(results) < 50
    assert len(results) == len(results.rows)
    assert "interrupted" in format_result(results)
    with pytest.raises(KeyboardInterrupt):
        simulate(50, strategies=Stopping(), seed=1, engine=engine)


def test_an_empty_result_has_a_summary() -> None:
    results = simulate(3, strategies="random_legal(p_pass=100)", seed=1)
    assert results.summary().contracts[-1].made.mean is None
    assert "0 played deals" in format_result(results)


def _official_deals() -> Iterator[dict[str, object]]:
    """R13.7: the five deals of the federation's page 9, with their takers."""
    north, east, south, west = 0, 3, 2, 1
    shown = ["simple:attack"]
    common = {"players": 4}
    yield {
        **common,
        "contract": "garde",
        "points": 49,
        "bouts": 2,
        "poignees": shown,
        "petit_au_bout": "attack",
        "taker": east,
    }
    yield {
        **common,
        "contract": "garde_sans",
        "points": 45,
        "bouts": 2,
        "petit_au_bout": "defence",
        "taker": west,
    }
    yield {
        **common,
        "contract": "prise",
        "points": 44,
        "bouts": 1,
        "poignees": shown,
        "petit_au_bout": "attack",
        "taker": south,
    }
    yield {
        **common,
        "contract": "garde",
        "points": 52,
        "bouts": 2,
        "poignees": ["simple:defence"],
        "taker": north,
    }
    yield {
        **common,
        "contract": "garde",
        "points": 87,
        "bouts": 2,
        "poignees": shown,
        "petit_au_bout": "attack",
        "chelem": "announced_made",
        "taker": south,
    }


def test_r13_8_totals_of_the_official_session() -> None:
    session = match([score(**kwargs) for kwargs in _official_deals()])  # type: ignore[arg-type]  # a table of keywords
    north, west, south, east = session.totals
    assert (north, south, east, west) == (-446, 1346, -390, -510)


def test_a_session_is_played_and_added_up() -> None:
    session = match(12, players=3, seed=9)
    assert len(session.running) == 12
    assert session.totals == match(session.records).totals
    assert sum(session.totals) == 0
    assert json.loads(json.dumps(session.to_json()))["totals"] == list(session.totals)


def test_a_session_has_one_table() -> None:
    three = score(players=3, contract="garde", points=49, bouts=2)
    four = score(players=4, contract="garde", points=49, bouts=2)
    with pytest.raises(RulesError, match="3 and 4 players"):
        match([three, four])


def test_rules_change_the_result_where_they_should() -> None:
    plain = simulate(40, players=5, strategies="random_legal", seed=3)
    other = simulate(
        40, strategies="random_legal", seed=3, rules=rules_for(5, D4="forbidden")
    )
    assert plain.header()["rules"] != other.header()["rules"]


@pytest.mark.parametrize("on_disk", [True, False])
def test_too_many_combinations_end_the_sums_and_not_the_run(
    on_disk: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Breakdown, "MOST_GROUPS", 150)
    monkeypatch.setattr("tarotsim.runs.simulate._START", 64)
    given: dict[str, Any] = {"seed": 1, "by": ["deal"]}
    if on_disk:
        given["out"] = tmp_path / "run"
    assert len(simulate(150, **given).summary(["deal"]).groups) == 150
    # In one piece, when pieces come together, and over what is there already.
    for deals in (200, 300):
        with pytest.warns(RuntimeWarning, match="deal take more than 150 combinations"):
            results = simulate(deals, **given)
        assert len(results) == deals
        assert results.breakdown is None
        assert (
            results.summary().to_json() == simulate(deals, seed=1).summary().to_json()
        )
        with pytest.raises(TarotError, match="group by fewer columns"):
            results.summary(["deal"])
    if on_disk:
        with pytest.raises(TarotError, match="group by fewer columns"):
            open_run(tmp_path / "run").summary(["deal"])
