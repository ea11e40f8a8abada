"""A run on disk: what it holds, going on, Ctrl-C, read by others."""

from __future__ import annotations

import json
import signal
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

from tarotsim import TarotError, deal, open_run, play, simulate
from tarotsim.runs.folder import FolderError, RunFolder
from tarotsim.runs.folder_writing import FolderWriter
from tarotsim.runs.results import frame_of
from tarotsim.runs.rows import ROW_DTYPE
from tarotsim.runs.tally import Tally
from tests.runs.folders import GIVEN, times_of_parts

# -- what it holds -------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_rows_on_disk_are_those_in_memory(players: int, tmp_path: Path) -> None:
    given: dict[str, Any] = {"players": players, "seed": 3}
    kept = simulate(300, out=tmp_path / "run", **given)
    plain = simulate(300, **given)
    assert kept.to_pandas().equals(plain.to_pandas())
    assert kept.summary() == plain.summary()
    assert kept.summary(["contract", "won"]) == plain.summary(["contract", "won"])
    assert len(kept.rows) == 0
    stored = open_run(tmp_path / "run")
    assert stored.to_pandas().equals(plain.to_pandas())
    assert len(stored) == 300


def test_pandas_pyarrow_and_duckdb_open_the_folder(folder: Path) -> None:
    expected = simulate(350, **(GIVEN | {"part_deals": None})).rows
    frame = pd.read_parquet(folder / "parts")
    table = ds.dataset(folder / "parts").to_table().sort_by("deal")
    query = f"select * from '{folder.as_posix()}/parts/*.parquet' order by deal"
    queried = duckdb.connect().execute(query).fetchnumpy()
    for name in frame.columns:
        for values in (frame[name], table[name], queried[name]):
            assert np.array_equal(np.asarray(values), expected[name]), name
        assert frame[name].dtype == ROW_DTYPE[name]


def test_the_manifest_names_the_run_and_every_column(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    run = manifest["run"]
    assert run["seed"] == 5
    assert run["players"] == 4
    assert [s["spec"] for s in run["strategies"]] == ["random_legal"] * 4
    assert all(s["source"].startswith("sha256:") for s in run["strategies"])
    schema = pq.read_schema(next((folder / "parts").iterdir()))
    assert [c["name"] for c in manifest["columns"]] == schema.names
    assert [c["type"] for c in manifest["columns"]] == [str(t) for t in schema.types]
    assert all(c["meaning"] for c in manifest["columns"])


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("auction", [None, "best:garde", "1:garde_contre"])
def test_any_row_is_replayed_from_its_history(
    players: int, auction: str | None, tmp_path: Path
) -> None:
    given: dict[str, Any] = {"players": players, "auction": auction, "seed": 8}
    strategy = "poignee_always"
    path = tmp_path / "run"
    simulate(60, out=path, history=True, strategies=strategy, **given)
    stored = open_run(path)
    for number in range(60):
        dealt = deal(8, number, players)
        assert stored.record(number) == play(dealt, strategy, auction=auction)
    with pytest.raises(IndexError, match="no deal 60"):
        stored.record(60)


def test_without_history_no_record_is_made_up(folder: Path) -> None:
    with pytest.raises(TarotError, match="no history"):
        open_run(folder).record(3)


# -- going on ------------------------------------------------------------------------


def test_the_same_command_leaves_a_complete_run_alone(folder: Path) -> None:
    before = times_of_parts(folder)
    again = simulate(350, out=folder, **GIVEN)
    assert times_of_parts(folder) == before
    assert len(again) == 350


def test_more_deals_extend_a_run(folder: Path, tmp_path: Path) -> None:
    before = times_of_parts(folder)
    extended = simulate(600, out=folder, **GIVEN)
    # Whoever writes holds the lock; what is given back only reads.
    assert not isinstance(extended.folder, FolderWriter)
    at_once = simulate(600, out=tmp_path / "other", **GIVEN)
    assert extended.tally == at_once.tally
    assert extended.to_pandas().equals(at_once.to_pandas())
    assert before.items() <= times_of_parts(folder).items()
    assert "part-000000000000400-000000000500.parquet" not in before


def test_a_seed_that_is_left_out_is_that_of_the_folder(tmp_path: Path) -> None:
    first = simulate(20, out=tmp_path / "run")
    second = simulate(40, out=tmp_path / "run")
    assert first.run.seed == second.run.seed


@pytest.mark.parametrize("threads", [1, 2])
def test_played_deals_are_counted_over_interruptions(
    tmp_path: Path, threads: int
) -> None:
    given: dict[str, Any] = {"seed": 4, "threads": threads}
    whole = simulate(played=500, **given)
    for wanted in (1, 130, 500, 500):
        stored = simulate(played=wanted, out=tmp_path / "run", **given)
        assert stored.tally.played == wanted
    assert stored.to_pandas().equals(whole.to_pandas())
    with pytest.raises(FolderError, match="more than the 499 asked for"):
        simulate(played=499, out=tmp_path / "run", **given)


@pytest.mark.parametrize("lost", [0, 1, 2])
def test_a_gap_is_filled_though_enough_deals_are_played(
    lost: int, tmp_path: Path
) -> None:
    given: dict[str, Any] = {"seed": 4, "part_deals": 64, "out": tmp_path / "run"}
    whole = simulate(played=150, **given).to_pandas()
    folder = tmp_path / "run"
    summary = (folder / "summary.json").read_bytes()
    sorted((folder / "parts").iterdir())[lost].unlink()
    with pytest.warns(RuntimeWarning, match="it is made again"):
        again = simulate(played=150, **given)
    assert again.to_pandas().equals(whole)
    assert (folder / "summary.json").read_bytes() == summary


def test_a_gap_that_holds_more_than_is_wanted_is_told(tmp_path: Path) -> None:
    given: dict[str, Any] = {"seed": 4, "part_deals": 64, "out": tmp_path / "run"}
    there = simulate(played=150, **given).folder
    assert there is not None
    part = there.parts[0]
    there.file(part).unlink()
    for attempt in range(2):
        with (
            pytest.warns(RuntimeWarning) if attempt == 0 else nullcontext(),
            pytest.raises(FolderError, match="150 of them played, more than the "),
        ):
            simulate(played=150 - part.played + 1, **given)
        there = open_run(tmp_path / "run").folder
    assert len(simulate(played=150, **given)) == there.stop


def test_a_run_for_played_deals_does_not_start_in_the_middle(tmp_path: Path) -> None:
    given: dict[str, Any] = {"seed": 4, "out": tmp_path / "run"}
    simulate(100, first=100, **given)
    with pytest.raises(FolderError, match="those before them may hold the 80 played"):
        simulate(played=80, **given)
    assert len(simulate(200, **given)) == 200


def test_deals_behind_the_last_played_one_are_too_many(tmp_path: Path) -> None:
    rows = simulate(400, seed=4).rows
    deals = int(np.flatnonzero(rows["outcome"])[0]) + 1
    played = int((rows["outcome"][:deals] == 0).sum())
    simulate(deals, seed=4, out=tmp_path / "run")
    with pytest.raises(FolderError, match=f"more than the {played} asked for"):
        simulate(played=played, seed=4, out=tmp_path / "run")
    more = simulate(played=played + 1, seed=4, out=tmp_path / "run")
    assert more.to_pandas().equals(simulate(played=played + 1, seed=4).to_pandas())


def test_fewer_deals_than_there_are_are_refused(folder: Path) -> None:
    with pytest.raises(FolderError, match="holds deals 0 to 349, more than the 100"):
        simulate(100, out=folder, **GIVEN)
    with pytest.raises(FolderError, match="from deal 50 on"):
        simulate(1000, first=50, out=folder, **GIVEN)


def test_frames_name_the_numbers(folder: Path) -> None:
    rows = next(open_run(folder).folder.rows())
    frame = frame_of(rows, 4)
    assert set(frame["outcome"].cat.categories) == {"played", "all_pass", "petit_sec"}


# -- Ctrl-C --------------------------------------------------------------------------


@pytest.mark.parametrize("step", ["fault", "add_to"])
def test_ctrl_c_before_the_work_begins_gives_no_half_result(
    step: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(RunFolder, step, stop)
    with pytest.raises(KeyboardInterrupt):
        simulate(700, out=folder, keep_interrupted=True, **GIVEN)
    monkeypatch.undo()
    assert len(simulate(700, out=folder, **GIVEN)) == 700


@pytest.mark.parametrize("on_disk", [True, False])
@pytest.mark.parametrize("step", ["before", "after"])
def test_ctrl_c_while_a_part_is_counted_waits_for_all_of_it(
    step: str, on_disk: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Tally.__iadd__

    def count(self: Tally, other: Tally) -> Tally:
        if step == "before":
            signal.raise_signal(signal.SIGINT)
        real(self, other)
        if step == "after":
            signal.raise_signal(signal.SIGINT)
        return self

    monkeypatch.setattr(Tally, "__iadd__", count)
    out: dict[str, Any] = {"out": tmp_path / "run"} if on_disk else {}
    monkeypatch.setattr("tarotsim.runs.simulate._MOST_IN_MEMORY", 64)
    given = GIVEN | {"part_deals": 64 if on_disk else None}
    results = simulate(700, keep_interrupted=True, **out, **given)
    assert results.interrupted
    assert len(results) == len(results.to_pandas()) == 64
    assert not (tmp_path / "run" / "summary.json").exists()
