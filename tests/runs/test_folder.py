"""A run on disk: resumed, extended, refused, damaged, read by others."""

from __future__ import annotations

import dataclasses
import errno
import importlib
import json
import os
import shutil
import signal
import stat
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
from filelock import FileLock

from tarotsim import StrategyError, TarotError, deal, open_run, play, simulate
from tarotsim.game.strategy import Strategy
from tarotsim.runs.folder import FolderError, RunFolder
from tarotsim.runs.folder_writing import FolderWriter
from tarotsim.runs.results import frame_of
from tarotsim.runs.rows import ROW_DTYPE
from tarotsim.runs.tally import Tally

GIVEN: dict[str, Any] = {
    "strategies": "random_legal",
    "seed": 5,
    "part_deals": 100,
    "threads": 1,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a run of 350 deals in four parts."""
    path = tmp_path / "run"
    simulate(350, out=path, **GIVEN)
    return path


def _parts(folder: Path) -> dict[str, int]:
    return {p.name: p.stat().st_mtime_ns for p in (folder / "parts").iterdir()}


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
    before = _parts(folder)
    again = simulate(350, out=folder, **GIVEN)
    assert _parts(folder) == before
    assert len(again) == 350


def test_more_deals_extend_a_run(folder: Path, tmp_path: Path) -> None:
    before = _parts(folder)
    extended = simulate(600, out=folder, **GIVEN)
    # Whoever writes holds the lock; what is given back only reads.
    assert not isinstance(extended.folder, FolderWriter)
    at_once = simulate(600, out=tmp_path / "other", **GIVEN)
    assert extended.tally == at_once.tally
    assert extended.to_pandas().equals(at_once.to_pandas())
    assert before.items() <= _parts(folder).items()
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


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"seed": 6}, "seed 5, not 6"),
        ({"players": 5}, "players 4, not 5"),
        ({"auction": "best:garde"}, "auction bidding, not best:garde"),
        ({"given": "2: trumps>=8"}, "given None, not 2: trumps>=8"),
        ({"rules": {"D1": "follows_winner"}}, "rule excuse_last_trick changes_camp"),
        ({"strategies": "point_count"}, "strategy random_legal, not point_count"),
        ({"strategies": "random_legal(p_pass=50)"}, "seat 0, 1, 2, 3: p_pass"),
        ({"history": True}, "without history, not with"),
    ],
)
def test_another_run_is_refused_and_the_difference_named(
    change: dict[str, Any], named: str, folder: Path
) -> None:
    before = (_parts(folder), (folder / "manifest.json").read_bytes())
    with pytest.raises(FolderError, match=named):
        simulate(350, out=folder, **(GIVEN | change))
    assert (_parts(folder), (folder / "manifest.json").read_bytes()) == before


@pytest.mark.parametrize("key", ["version", "results_revision"])
def test_another_version_is_refused(key: str, folder: Path) -> None:
    file = folder / "manifest.json"
    manifest = json.loads(file.read_text(encoding="utf-8"))
    manifest["run"][key] = 999
    file.write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(FolderError, match=f"{key} 999, not"):
        simulate(350, out=folder, **GIVEN)


def test_a_strategy_file_that_changed_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    source = "class Mine:\n    def bid(self, view):\n        return view.legal[0]\n"
    file.write_text(source, encoding="utf-8")
    given: dict[str, Any] = {"strategies": f"{file}:Mine", "seed": 1}
    simulate(20, out=tmp_path / "run", **given)
    simulate(30, out=tmp_path / "run", **given)
    file.write_text(source.replace("[0]", "[-1]"), encoding="utf-8")
    with pytest.raises(FolderError, match=r"source of mine\.py:Mine has changed"):
        simulate(30, out=tmp_path / "run", **given)


class Local(Strategy):
    """Passes."""


def test_a_class_is_known_by_its_source(tmp_path: Path) -> None:
    simulate(20, auction="best:garde", strategies=Local, seed=1, out=tmp_path / "run")
    simulate(30, auction="best:garde", strategies=Local, seed=1, out=tmp_path / "run")
    made: Any = type("Made", (), {"bid": lambda self, view: view.legal[0]})
    with pytest.raises(StrategyError, match="put it in a file"):
        simulate(20, strategies=made, seed=1, out=tmp_path / "other")


PLAIN = """
class Mine:
    def __init__(self, n=1):
        self.n = n

    def bid(self, view):
        return view.legal[-1] if sum(view.hand) % self.n == 0 else view.legal[0]
"""


def test_a_class_that_is_no_dataclass_is_known_by_what_it_was_given(
    tmp_path: Path,
) -> None:
    file = tmp_path / "nd.py"
    file.write_text(PLAIN, encoding="utf-8")
    out = tmp_path / "run"
    simulate(20, strategies=f"{file}:Mine(n=3)", seed=1, out=out)
    simulate(30, strategies=f"{file}:Mine(n=3)", seed=1, out=out)
    with pytest.raises(FolderError, match="seat 0, 1, 2, 3: n 3, not 2"):
        simulate(30, strategies=f"{file}:Mine(n=2)", seed=1, out=out)
    simulate(30, strategies=f"{file}:Mine", seed=1, out=tmp_path / "other")
    simulate(40, strategies=f"{file}:Mine(n=1)", seed=1, out=tmp_path / "other")


class Given(Strategy):
    """Passes, whatever it holds."""

    def __init__(self, held: Any) -> None:
        self.held = held


@dataclasses.dataclass
class Weighted(Strategy):
    """Passes, whatever it weighs."""

    weights: Any


def _made_with(n: Any) -> type[Strategy]:
    class Inner(Strategy):
        def bid(self, view: Any) -> Any:
            return view.legal[0] if n else view.legal[-1]

    return Inner


LARGE = np.arange(2000.0)


@pytest.mark.parametrize(
    ("one", "same", "two"),
    [
        (Given(3), Given(3), Given(2)),
        (Given([1, 2.5]), Given([1, 2.5]), Given([1, 2])),
        (Weighted(3), Weighted(3), Weighted(2)),
        (Weighted(LARGE), Weighted(LARGE.copy()), Weighted(np.arange(2000.0) // 999)),
        (_made_with(3), _made_with(3), _made_with(2)),
    ],
)
def test_an_object_is_known_by_its_state(
    one: Any, same: Any, two: Any, tmp_path: Path
) -> None:
    given: dict[str, Any] = {"auction": "best:garde", "seed": 1}
    simulate(20, strategies=one, out=tmp_path / "run", **given)
    simulate(30, strategies=same, out=tmp_path / "run", **given)
    with pytest.raises(FolderError, match="holds another run: seat 0, 1, 2, 3: "):
        simulate(30, strategies=two, out=tmp_path / "run", **given)


@pytest.mark.parametrize(
    "strategy", [Given(object()), Weighted(object()), _made_with(object())]
)
def test_an_object_whose_state_cannot_be_written_is_refused(
    strategy: Any, tmp_path: Path
) -> None:
    with pytest.raises(StrategyError, match="later run could not tell whether it is"):
        simulate(20, strategies=strategy, seed=1, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_ready_made_strategy_of_a_file_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "ready.py"
    file.write_text(
        "from tarotsim.kernels.policies import CompiledStrategy, policy\n"
        "@policy\n"
        "def bid(public, private, suits, trumps, params, scratch):\n    return 0\n"
        "READY = CompiledStrategy({'bid': bid})\n",
        encoding="utf-8",
    )
    for deals in (20, 30):
        simulate(deals, strategies=f"{file}:READY", seed=1, out=tmp_path / "run")


def test_a_module_that_was_loaded_again_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "reloaded_strategy.py"
    file.write_text(PLAIN, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("reloaded_strategy")
    given: dict[str, Any] = {"seed": 1, "out": tmp_path / "run"}
    simulate(20, strategies="reloaded_strategy:Mine", **given)
    file.write_text(PLAIN.replace("[0]", "[-1]"), encoding="utf-8")
    importlib.reload(module)
    with pytest.raises(FolderError, match="source of reloaded_strategy:Mine has"):
        simulate(30, strategies="reloaded_strategy:Mine", **given)


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


# -- what can go wrong ---------------------------------------------------------------


@pytest.mark.parametrize("damage", ["cut", "changed", "gone"])
def test_a_damaged_part_is_seen_and_made_again(damage: str, folder: Path) -> None:
    file = sorted((folder / "parts").iterdir())[1]
    content = bytearray(file.read_bytes())
    if damage == "cut":
        file.write_bytes(content[:-5])
    elif damage == "changed":
        content[100] ^= 1
        file.write_bytes(content)
    else:
        file.unlink()
    with pytest.raises(FolderError, match="run the command that made it again"):
        open_run(folder)
    with pytest.warns(RuntimeWarning, match="it is made again"):
        again = simulate(350, out=folder, **GIVEN)
    assert again.to_pandas()["deal"].tolist() == list(range(350))
    open_run(folder)


def test_what_a_kill_leaves_is_cleared_away(folder: Path) -> None:
    journal = folder / "parts.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    # A part that was renamed but not noted, a line that was half written, and a file
    # under its passing name.
    journal.write_bytes(b"".join(lines[:3]) + lines[3][:20])
    (folder / ".run-part-1.parquet").write_bytes(b"half")
    assert len(open_run(folder)) == 300
    simulate(350, out=folder, **GIVEN)
    assert len(open_run(folder)) == 350
    assert not list(folder.glob(".run*"))


@pytest.mark.parametrize("line", [b"\xff\xfe{", b"{}", b"[]", b'"', b"1"])
def test_a_damaged_line_of_the_journal_is_told(line: bytes, folder: Path) -> None:
    journal = folder / "parts.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join([lines[0], line + b"\n", *lines[2:]]))
    with pytest.warns(RuntimeWarning, match=r"line 2 of .*parts\.jsonl is damaged"):
        assert len(open_run(folder)) == 250
    with pytest.warns(RuntimeWarning, match="is damaged"):
        again = simulate(350, out=folder, **GIVEN)
    assert again.to_pandas()["deal"].tolist() == list(range(350))


def test_a_field_of_another_type_is_damage(folder: Path) -> None:
    journal = folder / "parts.jsonl"
    text = journal.read_text(encoding="utf-8")
    journal.write_text(text.replace('"first": 100', '"first": "x"'), encoding="utf-8")
    with pytest.warns(RuntimeWarning, match="line 2 of"):
        assert len(open_run(folder)) == 250


def test_rows_without_their_journal_are_left_alone(folder: Path) -> None:
    before = _parts(folder)
    content = (folder / "parts.jsonl").read_bytes()
    (folder / "parts.jsonl").unlink()
    for use in (open_run, lambda out: simulate(350, out=out, **GIVEN)):
        with pytest.raises(FolderError, match=r"is missing, though there are 4 files"):
            use(folder)
    assert _parts(folder) == before
    (folder / "parts.jsonl").write_bytes(content)
    assert len(open_run(folder)) == 350


@pytest.mark.filterwarnings("ignore:.*it is made again:RuntimeWarning")
def test_rows_that_are_all_gone_are_made_again(folder: Path) -> None:
    shutil.rmtree(folder / "parts")
    assert len(simulate(350, out=folder, **GIVEN)) == 350
    assert len(open_run(folder)) == 350


def test_files_of_others_in_the_folder_are_left_alone(folder: Path) -> None:
    notes = [folder / ".notes.txt", folder / ".DS_Store", folder / "parts" / "notes"]
    for file in notes:
        file.write_text("mine", encoding="utf-8")
    simulate(400, out=folder, **GIVEN)
    assert all(file.exists() for file in notes)


@pytest.mark.skipif(os.name == "nt", reason="folders are not flushed there")
@pytest.mark.parametrize("code", [errno.EINVAL, errno.ENOTSUP, errno.EIO])
def test_a_file_system_that_cannot_flush_a_folder_will_do(
    code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.fsync

    def fsync(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(code, os.strerror(code))
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    if code == errno.EIO:
        with pytest.raises(FolderError, match="cannot write"):
            simulate(20, out=tmp_path / "run", **GIVEN)
    else:
        assert len(simulate(20, out=tmp_path / "run", **GIVEN)) == 20


def test_a_second_process_is_refused(folder: Path) -> None:
    with (
        FileLock(folder / ".lock"),
        pytest.raises(FolderError, match="another process is writing"),
    ):
        simulate(700, out=folder, **GIVEN)
    assert len(simulate(700, out=folder, **GIVEN)) == 700


def test_a_full_disk_loses_the_part_in_flight_only(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = 12_000

    def write(handle: int, content: memoryview) -> int:
        nonlocal room
        if room <= 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = real(handle, content[:room])
        room -= written
        return written

    real = os.write
    monkeypatch.setattr(os, "write", write)
    with pytest.raises(FolderError, match=r"No space left.*are kept"):
        simulate(2000, out=folder, **GIVEN)
    monkeypatch.undo()
    assert not list(folder.glob(".run*"))
    there = open_run(folder)
    assert 350 <= len(there) < 2000
    assert len(simulate(2000, out=folder, **GIVEN)) == 2000


def test_a_place_that_is_no_run_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(FolderError, match=r"holds notes\.txt"):
        simulate(10, out=tmp_path)
    with pytest.raises(FolderError, match="no folder"):
        simulate(10, out=tmp_path / "notes.txt")
    with pytest.raises(FolderError, match="holds no run"):
        open_run(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]


def test_parts_without_their_manifest_are_left_alone(folder: Path) -> None:
    before = _parts(folder)
    (folder / "manifest.json").unlink()
    for left in ("parts.jsonl", "experiment.toml", "summary.json"):
        with pytest.raises(FolderError, match=r"and no manifest\.json"):
            simulate(350, out=folder, **GIVEN)
        (folder / left).unlink()
    with pytest.raises(FolderError, match=r"holds parts/part-.* and no manifest"):
        simulate(350, out=folder, **GIVEN)
    assert _parts(folder) == before


def test_a_manifest_of_another_format_is_refused(folder: Path) -> None:
    file = folder / "manifest.json"
    manifest = json.loads(file.read_text(encoding="utf-8"))
    for text in (json.dumps(manifest | {"format": 2}), "[]", "{"):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(FolderError, match=r"format 2|not the manifest"):
            open_run(folder)


def test_a_journal_that_names_a_deal_twice_is_refused(folder: Path) -> None:
    part = open_run(folder).folder.parts[1]
    double = json.dumps(dataclasses.asdict(dataclasses.replace(part, first=150)))
    with (folder / "parts.jsonl").open("a", encoding="utf-8") as file:
        file.write(double + "\n")
    with pytest.raises(FolderError, match="names deal 150 twice"):
        open_run(folder)


def test_numbers_that_make_no_sense_are_refused(tmp_path: Path) -> None:
    with pytest.raises(TarotError, match="deals of a file must be 1 to"):
        simulate(10, out=tmp_path / "run", part_deals=0)
    with pytest.raises(TarotError, match="part_deals only counts with a folder"):
        simulate(10, part_deals=5)
    with pytest.raises(TarotError, match="compiled engine only"):
        simulate(10, out=tmp_path / "run", engine="reference", history=True)
    with pytest.raises(TarotError, match="no column 'suit'"):
        simulate(10, by=["suit"])
    assert not (tmp_path / "run").exists()


def test_frames_name_the_numbers(folder: Path) -> None:
    rows = next(open_run(folder).folder.rows())
    frame = frame_of(rows, 4)
    assert set(frame["outcome"].cat.categories) == {"played", "all_pass", "petit_sec"}
