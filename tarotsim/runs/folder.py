"""A run on disk: Parquet parts by deal range, a manifest, a journal of the parts.

::

    FOLDER/manifest.json    what the run is, and the columns
    FOLDER/parts.jsonl      the journal: one line for each part that is whole
    FOLDER/parts/*.parquet  the rows
    FOLDER/experiment.toml  the run as a spec, with the files of its strategies
    FOLDER/summary.json     the summary and the exact sums, once all deals are there

`tarotsim.runs.folder_writing` makes it, so that a part in the journal is whole.
"""

from __future__ import annotations

import hashlib
import json
import warnings
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Any

from tarotsim.game.errors import TarotError
from tarotsim.game.wording import counted
from tarotsim.runs.parquet import read_part

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import numpy as np

    from tarotsim.runs.tally import Breakdown, Tally

__all__ = [
    "FILES",
    "FORMAT",
    "JOURNAL",
    "LOCK",
    "MANIFEST",
    "PARTS",
    "PASSING",
    "SPEC",
    "SUMMARY",
    "FolderError",
    "Part",
    "RunFolder",
    "Wanted",
    "is_of_run",
    "part_files",
    "seed_in",
]

FORMAT = 1
"""Of the folder; a folder of another one is refused."""

MANIFEST, JOURNAL, PARTS, LOCK = "manifest.json", "parts.jsonl", "parts", ".lock"
SPEC, FILES, SUMMARY = "experiment.toml", "strategies", "summary.json"


PASSING = ".run-"
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
        file, kept = self.path / SPEC, self.path / FILES
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
        return self.path / PARTS / part.name

    def fault(self, part: Part) -> str | None:
        """Say what is wrong with the file of a part; None: it is whole."""
        file = self.file(part)
        try:
            if (size := file.stat().st_size) != part.size:
                return f"has {counted(size, 'byte')}, not {part.size}"
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


def is_of_run(folder: Path, file: Path) -> bool:
    """Tell whether a path is that of a file of the run in a folder, there or not."""
    own = (MANIFEST, JOURNAL, PARTS, LOCK, SPEC, FILES, SUMMARY)
    return file.is_relative_to(folder) and file.relative_to(folder).parts[:1] in [
        (name,) for name in own
    ]


def part_files(path: Path) -> list[Path]:
    """Return the files of rows in a folder, noted or not."""
    return list((path / PARTS).glob("part-*.parquet"))


def seed_in(path: Path) -> int | None:
    """Return the seed of the run in a folder; None if there is none yet."""
    if not (path / MANIFEST).exists():
        return None
    return int(_read_manifest(path)["run"]["seed"])


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
    file = path / JOURNAL
    if not file.exists():
        found = len(part_files(path))
        if found > 1:
            message = f"{file} is missing, though there are {found} files of rows"
            raise FolderError(
                f"{message}: put it back, or move {path / PARTS} away to play anew"
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
