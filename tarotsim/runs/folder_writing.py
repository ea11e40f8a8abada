"""Writing a run to disk: parts, journal, manifest, and what is mended before.

A part is written under a passing name, flushed and renamed, and only then noted in the
journal. So whatever happens, a part in the journal is whole, and one that is not is
made again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import warnings
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from tarotsim.game.layout import Outcome
from tarotsim.game.wording import counted
from tarotsim.runs.files import TEMPORARY, append_line, sync_folder, write_whole
from tarotsim.runs.folder import (
    FORMAT,
    JOURNAL,
    LOCK,
    MANIFEST,
    PARTS,
    PASSING,
    SPEC,
    SUMMARY,
    FolderError,
    Part,
    RunFolder,
    part_files,
)
from tarotsim.runs.identity import differences
from tarotsim.runs.parquet import columns_of, read_part, schema_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from filelock import FileLock

    from tarotsim.runs.folder import Wanted
    from tarotsim.runs.tally import Tally

__all__ = ["FolderWriter", "open_for_writing"]


class FolderWriter(RunFolder):
    """A run on disk, open for this process alone; see `open_for_writing`."""

    def add(self, first: int, stop: int, played: int, content: bytes) -> Part:
        """Write a part, whole or not at all.

        Parameters
        ----------
        first, stop : int
            Numbers of the first deal and behind the last.
        played : int
            Played deals among them.
        content : bytes
            Of the file.

        Raises
        ------
        FolderError
            If it cannot be written, as on a full disk; what was there is kept.
        """
        digest = hashlib.sha256(content).hexdigest()
        part = Part(first, stop, played, len(content), digest)
        try:
            write_whole(self.file(part), content, _passing(self.path, part.name))
            append_line(self.path / JOURNAL, json.dumps(asdict(part)))
        except OSError as error:
            with contextlib.suppress(OSError):
                self.file(part).unlink(missing_ok=True)
            there = "deal that is there is kept", "deals that are there are kept"
            message = (
                f"cannot write {self.file(part)}: {error.strerror or error}; the "
                f"{counted(len(self), *there)}, and the same command goes on from there"
            )
            raise FolderError(message) from error
        self.parts.append(part)
        self.parts.sort(key=lambda part: part.first)
        return part

    def repair(self) -> None:
        """Drop parts that are not whole, and files that are no part.

        Warns
        -----
        RuntimeWarning
            For each part that is dropped and will be made again.
        """
        whole = []
        for part in self.parts:
            fault = self.fault(part)
            if fault is None:
                whole.append(part)
            else:
                message = f"{self.file(part)} {fault}: it is made again"
                warnings.warn(message, RuntimeWarning, stacklevel=2)
        self.parts = whole
        lines = [json.dumps(asdict(part)) for part in whole]
        text = "".join(f"{line}\n" for line in lines)
        journal = self.path / JOURNAL
        try:
            (self.path / PARTS).mkdir(exist_ok=True)
            if not journal.exists() or journal.read_bytes() != text.encode():
                write_whole(journal, text.encode(), _passing(self.path, JOURNAL))
            names = {part.name for part in whole}
            left = [f for f in part_files(self.path) if f.name not in names]
            for file in (*left, *self.path.glob(f"{PASSING}*")):
                file.unlink()
        except OSError as error:
            message = f"cannot mend {self.path}: {error.strerror or error}"
            raise FolderError(message) from error

    def keep_spec(self, text: str | None, files: dict[str, bytes]) -> None:
        """Write the run as a spec, with the files that it names.

        Parameters
        ----------
        text : str or None
            None: the run has no text form.
        files : dict of str to bytes
            By the name in the spec.
        """
        contents = files if text is None else files | {SPEC: text.encode()}
        for name, content in contents.items():
            self._keep(name, content)

    def keep_summary(self, summary: dict[str, Any], tally: Tally) -> None:
        """Write the summary and the sums, if all deals are there; else drop them."""
        if self.is_complete:
            found = {**summary, "sums": tally.to_json()}
            text = json.dumps(found, indent=1, ensure_ascii=False) + "\n"
            self._keep(SUMMARY, text.encode())
        else:
            (self.path / SUMMARY).unlink(missing_ok=True)

    def _keep(self, name: str, content: bytes) -> None:
        file = self.path / name
        if file.exists() and file.read_bytes() == content:
            return
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(file, content, _passing(self.path, file.name))
        except OSError as error:
            message = f"cannot write {file}: {error.strerror or error}"
            raise FolderError(message) from error

    def want(self, wanted: Wanted) -> None:
        """Set which deals the folder is to hold.

        Raises
        ------
        FolderError
            If it holds others.
        """
        self.verify_fits(wanted)
        if wanted == self.wanted:
            return
        (self.path / SUMMARY).unlink(missing_ok=True)
        self.manifest["wanted"] = asdict(wanted)
        _write_manifest(self.path, self.manifest)

    def verify_fits(self, wanted: Wanted) -> None:
        """Refuse what is there if it is no beginning of what is wanted.

        Raises
        ------
        FolderError
            If it starts later, or has more deals.
        """
        if not self.parts:
            return
        first, stop = self.parts[0].first, self.stop
        held = f"{self.path} holds deals {first} to {stop - 1}"
        if wanted.first > first:
            message = f"{held}, and a run from deal {wanted.first} on is asked for"
        elif wanted.deals is not None and wanted.first + wanted.deals < stop:
            message = f"{held}, more than the {wanted.deals} asked for"
        elif wanted.played is None:
            return
        elif self.wanted.first > wanted.first:
            message = (
                f"{held}, and those before them may hold the {wanted.played} played "
                "deals asked for"
            )
        elif wanted.played < self.played or (
            wanted.played == self.played and not self._ends_played()
        ):
            message = (
                f"{held}, {self.played} of them played, more than the "
                f"{wanted.played} asked for"
            )
        else:
            return
        hint = "a larger number extends it; another folder starts anew"
        raise FolderError(f"{message}: {hint}")

    def _ends_played(self) -> bool:
        """Tell whether the last deal was played, as in a run that counts those."""
        *_, last = read_part(self.file(self.parts[-1]), ["outcome"])
        return bool(last["outcome"][-1] == Outcome.PLAYED)


def _passing(path: Path, name: str) -> Path:
    return path / f"{PASSING}{name}"


@contextlib.contextmanager
def open_for_writing(
    path: Path, run: dict[str, Any], wanted: Wanted, *, history: bool
) -> Iterator[FolderWriter]:
    """Open a folder for a run: a new one, or one that holds a part of it.

    Parameters
    ----------
    path : Path
        Made if it is not there.
    run : dict
        What identifies the run, as `tarotsim.runs.identity.identity_of` gives it.
    wanted : Wanted
        Which deals a new one is to hold; `FolderWriter.want` tells one that is there.
    history : bool
        Whether the acts of each deal are kept.

    Raises
    ------
    FolderError
        If it holds something else, named; or if another process writes to it.
    """
    _verify_usable(path)
    try:
        path.mkdir(parents=True, exist_ok=True)
        lock = _lock(path)
    except OSError as error:
        message = f"cannot write to {path}: {error.strerror or error}"
        raise FolderError(message) from error
    try:
        if not (path / MANIFEST).exists():
            _start(path, run, wanted, history=history)
        folder = FolderWriter(path)
        _verify_same(folder, run, history=history)
        folder.repair()
        yield folder
    finally:
        lock.release()


def _lock(path: Path) -> FileLock:
    """Keep other processes out; the system lets them in when this one ends."""
    from filelock import FileLock, Timeout

    lock = FileLock(path / LOCK)
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        message = (
            f"another process is writing to {path}: wait for it, or choose another"
        )
        raise FolderError(f"{message} folder") from error
    return lock


def _verify_usable(path: Path) -> None:
    """Refuse a place that is something else than a run."""
    if path.exists() and not path.is_dir():
        raise FolderError(f"cannot write a run to {path}: it is no folder")
    if not path.is_dir() or (path / MANIFEST).exists():
        return
    # What a start that was killed may have left.
    ours = (LOCK, PARTS)
    passing = (PASSING, TEMPORARY)
    others = [
        file.name
        for file in path.iterdir()
        if file.name not in ours and not file.name.startswith(passing)
    ]
    parts = path / PARTS
    if parts.is_dir():
        others += [f"{PARTS}/{file.name}" for file in parts.iterdir()]
    if others:
        message = f"cannot start a run in {path}: it holds {min(others)}"
        raise FolderError(f"{message} and no {MANIFEST}; give a new or an empty folder")


def _start(path: Path, run: dict[str, Any], wanted: Wanted, *, history: bool) -> None:
    """Make an empty run; with its manifest it is one."""
    try:
        (path / PARTS).mkdir(exist_ok=True)
        sync_folder(path)
    except OSError as error:
        message = f"cannot write to {path}: {error.strerror or error}"
        raise FolderError(message) from error
    players = run["players"]
    types = {f.name: str(f.type) for f in schema_of(players, history=history)}
    manifest = {
        "format": FORMAT,
        "run": run,
        "history": history,
        "wanted": asdict(wanted),
        "columns": [
            {"name": name, "type": types[name], "meaning": meaning}
            for name, meaning in columns_of(players, history=history)
        ],
    }
    _write_manifest(path, manifest)


def _write_manifest(path: Path, manifest: dict[str, Any]) -> None:
    text = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
    try:
        write_whole(path / MANIFEST, text.encode(), _passing(path, MANIFEST))
    except OSError as error:
        message = f"cannot write {path / MANIFEST}: {error.strerror or error}"
        raise FolderError(message) from error


def _verify_same(folder: RunFolder, run: dict[str, Any], *, history: bool) -> None:
    found = differences(folder.manifest["run"], run)
    if folder.history != history:
        kept = ["without", "with"]
        found.append(f"it is {kept[folder.history]} history, not {kept[history]}")
    if found:
        message = f"{folder.path} holds another run: {'; '.join(found)}"
        raise FolderError(f"{message}. Give the same, or another folder")
