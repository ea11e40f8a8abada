"""A run on disk that is damaged, full, or somebody else's."""

from __future__ import annotations

import dataclasses
import errno
import json
import os
import shutil
import stat
from pathlib import Path

import pytest
from filelock import FileLock

from tarotsim import TarotError, open_run, simulate
from tarotsim.runs.folder import FolderError
from tests.runs.folders import GIVEN, times_of_parts


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
    before = times_of_parts(folder)
    content = (folder / "parts.jsonl").read_bytes()
    (folder / "parts.jsonl").unlink()
    for use in (open_run, lambda out: simulate(350, out=out, **GIVEN)):
        with pytest.raises(FolderError, match=r"is missing, though there are 4 files"):
            use(folder)
    assert times_of_parts(folder) == before
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
    before = times_of_parts(folder)
    (folder / "manifest.json").unlink()
    for left in ("parts.jsonl", "experiment.toml", "summary.json"):
        with pytest.raises(FolderError, match=r"and no manifest\.json"):
            simulate(350, out=folder, **GIVEN)
        (folder / left).unlink()
    with pytest.raises(FolderError, match=r"holds parts/part-.* and no manifest"):
        simulate(350, out=folder, **GIVEN)
    assert times_of_parts(folder) == before


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
