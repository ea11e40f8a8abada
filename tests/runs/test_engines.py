"""Both engines, any number of threads and any chunks: the same results (F10)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tarotsim import TarotError, simulate, study_poignee
from tarotsim.kernels.results import RESULT_DTYPE
from tarotsim.runs import pieces
from tarotsim.runs.results import Results
from tarotsim.runs.rows import ROW_DTYPE
from tarotsim.runs.run import plan_run
from tarotsim.runs.summary import summarise
from tarotsim.runs.tally import Tally

STRATEGIES = (
    "random_legal",
    "point_count(reads_poignees=True)",
    "poignee_threshold(count=50, bouts=1)",
)


def test_both_engines_write_the_same_rows() -> None:
    assert RESULT_DTYPE == ROW_DTYPE


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_engines_give_the_same_rows_and_summary(players: int, strategy: str) -> None:
    given = {"players": players, "strategies": strategy, "seed": 12}
    compiled = simulate(150, **given)  # type: ignore[arg-type]  # a table of keywords
    reference = simulate(150, engine="reference", **given)  # type: ignore[arg-type]
    assert (compiled.rows == reference.rows).all()
    assert compiled.summary() == reference.summary()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_engines_give_the_same_study(players: int) -> None:
    studies = [
        study_poignee(played=60, players=players, seed=2, engine=engine)
        for engine in ("compiled", "reference")
    ]
    assert len(studies[0].cases)
    assert (studies[0].cases == studies[1].cases).all()
    assert studies[0].frequency == studies[1].frequency


def test_f10_threads_and_chunks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {"strategies": "random_legal", "seed": 77}
    expected = simulate(10_000, threads=1, **given).rows
    for step, most in ((4096, 1 << 16), (333, 1 << 16), (333, 512), (4096, 64)):
        monkeypatch.setattr(pieces, "_STEP", step)
        monkeypatch.setattr("tarotsim.runs.simulate._MOST_IN_MEMORY", most)
        for threads in (1, 2, 4):
            rows = simulate(10_000, threads=threads, **given).rows
            assert (rows == expected).all()
    alone = plan_run(10_000, **given).play_numbers([7421])
    assert alone[0] == expected[7421]
    other = simulate(50, strategies="random_legal", seed=78)
    assert not (other.rows == expected[:50]).all()


@pytest.mark.parametrize("wanted", [1, 63, 64, 65, 500])
def test_played_deals_are_counted_to_the_last(wanted: int) -> None:
    results = simulate(played=wanted, seed=4)
    outcomes = results.rows["outcome"]
    assert int((outcomes == 0).sum()) == wanted == results.tally.played
    assert outcomes[-1] == 0
    assert (results.rows["deal"] == np.arange(len(outcomes))).all()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_kept_history_gives_the_record_of_each_deal(players: int) -> None:
    given = {"players": players, "strategies": "random_legal", "seed": 9}
    kept = simulate(40, history=True, **given)  # type: ignore[arg-type]
    plain = simulate(40, **given)  # type: ignore[arg-type]
    for number in range(40):
        assert kept.record(number) == plain.record(number)
    with pytest.raises(IndexError, match="0 to 39"):
        plain.record(40)


def test_without_rows_there_are_sums_only() -> None:
    light = simulate(300, seed=1, keep_rows=False)
    assert len(light.rows) == 0
    assert len(light) == 300
    assert light.summary() == simulate(300, seed=1).summary()
    with pytest.raises(TarotError, match="keep_rows"):
        light.to_pandas()


def test_tallies_merge_in_any_order_to_the_same() -> None:
    rows = simulate(900, players=5, seed=3).rows
    whole, parts = Tally(5), []
    whole.add(rows)
    for part in np.array_split(rows, 7):
        tally = Tally(5)
        tally.add(part)
        parts.append(tally)
    forwards = sum(parts[1:], parts[0])
    backwards = sum(parts[-2::-1], parts[-1])
    assert whole == forwards == backwards
    assert summarise(whole, {}) == summarise(backwards, {})
    with pytest.raises(ValueError, match="do not add up"):
        whole + Tally(4)


def test_unknown_engines_are_refused() -> None:
    with pytest.raises(TarotError, match="compiled, reference"):
        simulate(1, engine="quick")


def test_a_result_says_what_it_is() -> None:
    assert repr(simulate(3, seed=1)).startswith("<Results: 3 raw deals")
    assert isinstance(simulate(1, seed=1), Results)
