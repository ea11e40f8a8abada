"""A run on disk: Parquet parts by deal range, a manifest, a journal of the parts.

::

    FOLDER/manifest.json    what the run is, and the columns
    FOLDER/parts.jsonl      the journal: one line for each part that is whole
    FOLDER/parts/*.parquet  the rows
    FOLDER/experiment.toml  the run as a spec, with the files of its strategies
    FOLDER/summary.json     the summary and the exact sums, once all deals are there

A part is written under a passing name, flushed and renamed, and only then noted in the
journal. So whatever happens, a part in the journal is whole, and one that is not is
made again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import warnings
from dataclasses import asdict, astuple, dataclass
from typing import TYPE_CHECKING, Any

from tarotsim.game.errors import TarotError
from tarotsim.game.layout import Outcome
from tarotsim.runs.files import TEMPORARY, append_line, sync_folder, write_whole
from tarotsim.runs.identity import differences
from tarotsim.runs.parquet import columns_of, read_part, schema_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import numpy as np
    from filelock import FileLock

    from tarotsim.runs.tally import Breakdown, Tally

__all__ = [
    "MANIFEST",
    "FolderError",
    "FolderWriter",
    "Part",
    "RunFolder",
    "Wanted",
    "is_of_run",
    "open_for_writing",
    "seed_in",
]

FORMAT = 1
"""Of the folder; a folder of another one is refused."""

MANIFEST, _JOURNAL, _PARTS, _LOCK = "manifest.json", "parts.jsonl", "parts", ".lock"
_SPEC, _FILES, _SUMMARY = "experiment.toml", "strategies", "summary.json"


_PASSING = ".run-"
"""What the name of a file begins with until it is whole."""


class FolderError(TarotError):
    """A folder that is not a run, is damaged, or holds another run."""


@dataclass(frozen=True, slots=True)
class Part:
    """A file of rows.

    Parameters
    ----------
    first, stop : int
        Numbers of the first deal and behind the last.
    played : int
        Played deals among them.
    size : int
        Bytes of the file.
    sha256 : str
        Of the file.
    """

    first: int
    stop: int
    played: int
    size: int
    sha256: str

    @property
    def name(self) -> str:
        """Name of the file; names sort as the deals do."""
        return f"part-{self.first:015d}-{self.stop:015d}.parquet"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which deals a folder is to hold.

    Parameters
    ----------
    first : int
        Number of the first deal.
    deals : int or None
        Raw deals; None when `played` counts.
    played : int or None
        Played deals.
    """

    first: int
    deals: int | None
    played: int | None


class RunFolder:
    """A run on disk, to be read.

    Parameters
    ----------
    path : Path

    Attributes
    ----------
    manifest : dict
        ``run`` (what identifies it), ``history``, ``wanted`` and ``columns``.
    parts : list of Part
        In deal order.

    Raises
    ------
    FolderError
        If there is no run, or one of another format.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.manifest = _read_manifest(path)
        self.parts = sorted(_read_journal(path), key=lambda part: part.first)

    @property
    def players(self) -> int:
        """Seats at the table."""
        return int(self.manifest["run"]["players"])

    @property
    def history(self) -> bool:
        """Whether the acts of each deal are kept."""
        return bool(self.manifest["history"])

    @property
    def wanted(self) -> Wanted:
        """Which deals the folder is to hold."""
        return Wanted(**self.manifest["wanted"])

    @property
    def played(self) -> int:
        """Played deals there are."""
        return sum(part.played for part in self.parts)

    def __len__(self) -> int:
        """Return the number of raw deals there are."""
        return sum(part.stop - part.first for part in self.parts)

    def gaps(self) -> list[range]:
        """Return the numbers of the deals that are missing before the last part."""
        missing, at = [], self.wanted.first
        for part in self.parts:
            if part.first > at:
                missing.append(range(at, part.first))
            at = part.stop
        return missing

    @property
    def stop(self) -> int:
        """Number behind the last deal there is."""
        return self.parts[-1].stop if self.parts else self.wanted.first

    @property
    def is_complete(self) -> bool:
        """Whether every wanted deal is there."""
        wanted = self.wanted
        if self.gaps():
            return False
        if wanted.deals is not None:
            return self.stop == wanted.first + wanted.deals
        assert wanted.played is not None
        return self.played == wanted.played

    def lack(self) -> str:
        """Say which deals are missing; empty if every wanted deal is there."""
        missing, wanted = self.gaps(), self.wanted
        if wanted.deals is not None:
            missing.append(range(self.stop, wanted.first + wanted.deals))
        found = [f"deals {gap.start} to {gap.stop - 1}" for gap in missing if gap]
        if wanted.played is not None and self.played < wanted.played:
            found.append(f"{wanted.played - self.played} of the played deals")
        return f"{', '.join(found)} are missing" if found else ""

    def spec(self) -> tuple[str | None, dict[str, bytes]]:
        """Return the run as a spec, None without one, with the files that it names."""
        file, kept = self.path / _SPEC, self.path / _FILES
        if not file.exists():
            return None, {}
        files = {
            path.relative_to(self.path).as_posix(): path.read_bytes()
            for path in kept.rglob("*")
            if path.is_file()
        }
        return file.read_bytes().decode(errors="replace"), files

    def file(self, part: Part) -> Path:
        """Return the file of a part."""
        return self.path / _PARTS / part.name

    def fault(self, part: Part) -> str | None:
        """Say what is wrong with the file of a part; None: it is whole."""
        file = self.file(part)
        try:
            if file.stat().st_size != part.size:
                return f"has {file.stat().st_size} bytes, not {part.size}"
            with file.open("rb") as stream:
                digest = hashlib.file_digest(stream, "sha256").hexdigest()
        except FileNotFoundError:
            return "is missing"
        return None if digest == part.sha256 else "has another checksum"

    def verify(self) -> None:
        """Check that every file is whole.

        Raises
        ------
        FolderError
            Names the first file that is not.
        """
        for part in self.parts:
            fault = self.fault(part)
            if fault:
                message = (
                    f"{self.file(part)} {fault}: run the command that made it again, "
                    "and it is made anew"
                )
                raise FolderError(message)

    def rows(self, columns: Sequence[str] | None = None) -> Iterator[np.ndarray]:
        """Read the rows in deal order, some at a time.

        Parameters
        ----------
        columns : sequence of str, optional
            Columns to read, all by default; the others are 0.
        """
        for part in self.parts:
            yield from read_part(self.file(part), columns)

    def add_to(self, tally: Tally, breakdown: Breakdown | None = None) -> None:
        """Count all rows into sums."""
        for rows in self.rows():
            tally.add(rows)
            if breakdown is not None:
                breakdown.add(rows)


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
            append_line(self.path / _JOURNAL, json.dumps(asdict(part)))
        except OSError as error:
            with contextlib.suppress(OSError):
                self.file(part).unlink(missing_ok=True)
            message = (
                f"cannot write {self.file(part)}: {error.strerror or error}; the "
                f"{len(self)} deals that are there are kept, and the same command goes "
                "on from them"
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
        journal = self.path / _JOURNAL
        try:
            (self.path / _PARTS).mkdir(exist_ok=True)
            if not journal.exists() or journal.read_bytes() != text.encode():
                write_whole(journal, text.encode(), _passing(self.path, _JOURNAL))
            names = {part.name for part in whole}
            left = [f for f in _part_files(self.path) if f.name not in names]
            for file in (*left, *self.path.glob(f"{_PASSING}*")):
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
        contents = files if text is None else files | {_SPEC: text.encode()}
        for name, content in contents.items():
            self._keep(name, content)

    def keep_summary(self, summary: dict[str, Any], tally: Tally) -> None:
        """Write the summary and the sums, if all deals are there; else drop them."""
        if self.is_complete:
            found = {**summary, "sums": tally.to_json()}
            text = json.dumps(found, indent=1, ensure_ascii=False) + "\n"
            self._keep(_SUMMARY, text.encode())
        else:
            (self.path / _SUMMARY).unlink(missing_ok=True)

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
        (self.path / _SUMMARY).unlink(missing_ok=True)
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


def is_of_run(folder: Path, file: Path) -> bool:
    """Tell whether a path is that of a file of the run in a folder, there or not."""
    own = (MANIFEST, _JOURNAL, _PARTS, _LOCK, _SPEC, _FILES, _SUMMARY)
    return file.is_relative_to(folder) and file.relative_to(folder).parts[:1] in [
        (name,) for name in own
    ]


def _passing(path: Path, name: str) -> Path:
    return path / f"{_PASSING}{name}"


def _part_files(path: Path) -> list[Path]:
    return list((path / _PARTS).glob("part-*.parquet"))


def seed_in(path: Path) -> int | None:
    """Return the seed of the run in a folder; None if there is none yet."""
    if not (path / MANIFEST).exists():
        return None
    return int(_read_manifest(path)["run"]["seed"])


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

    lock = FileLock(path / _LOCK)
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
    ours = (_LOCK, _PARTS)
    passing = (_PASSING, TEMPORARY)
    others = [
        file.name
        for file in path.iterdir()
        if file.name not in ours and not file.name.startswith(passing)
    ]
    parts = path / _PARTS
    if parts.is_dir():
        others += [f"{_PARTS}/{file.name}" for file in parts.iterdir()]
    if others:
        message = f"cannot start a run in {path}: it holds {min(others)}"
        raise FolderError(f"{message} and no {MANIFEST}; give a new or an empty folder")


def _start(path: Path, run: dict[str, Any], wanted: Wanted, *, history: bool) -> None:
    """Make an empty run; with its manifest it is one."""
    try:
        (path / _PARTS).mkdir(exist_ok=True)
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


def _read_manifest(path: Path) -> dict[str, Any]:
    file = path / MANIFEST
    try:
        manifest = json.loads(file.read_text(encoding="utf-8"))
        found = manifest["format"]
    except FileNotFoundError as error:
        raise FolderError(f"{path} holds no run: there is no {MANIFEST}") from error
    except OSError as error:
        raise FolderError(f"cannot read {file}: {error.strerror or error}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise FolderError(f"{file} is not the manifest of a run") from error
    if found != FORMAT:
        raise FolderError(f"{path} has format {found}; this version reads {FORMAT}")
    return manifest  # type: ignore[no-any-return]  # as JSON gives it


def _read_journal(path: Path) -> Iterator[Part]:
    """Read the parts that are noted.

    A process that is killed leaves one part that is not noted at most, and a last line
    without its line break. Anything else is damage, and is told.
    """
    file = path / _JOURNAL
    if not file.exists():
        found = len(_part_files(path))
        if found > 1:
            message = f"{file} is missing, though there are {found} files of rows"
            raise FolderError(
                f"{message}: put it back, or move {path / _PARTS} away to play anew"
            )
        return
    at = -1
    parts = []
    for number, line in enumerate(file.read_bytes().split(b"\n")[:-1], start=1):
        try:
            parts.append(_noted(line))
        except (ValueError, TypeError):
            message = f"line {number} of {file} is damaged: what it names is made again"
            warnings.warn(message, RuntimeWarning, stacklevel=2)
    for part in sorted(parts, key=lambda part: part.first):
        if part.first < at:
            raise FolderError(f"{file} names deal {part.first} twice")
        at = part.stop
        yield part


def _noted(line: bytes) -> Part:
    part = Part(**json.loads(line))
    *numbers, digest = astuple(part)
    if not isinstance(digest, str) or not all(type(n) is int for n in numbers):
        raise TypeError("a field of a part is of another type")
    return part


def _verify_same(folder: RunFolder, run: dict[str, Any], *, history: bool) -> None:
    found = differences(folder.manifest["run"], run)
    if folder.history != history:
        kept = ["without", "with"]
        found.append(f"it is {kept[folder.history]} history, not {kept[history]}")
    if found:
        message = f"{folder.path} holds another run: {'; '.join(found)}"
        raise FolderError(f"{message}. Give the same, or another folder")
