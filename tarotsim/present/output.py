"""Writing a result to standard output or to a file."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import stat
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tarotsim.game.errors import TarotError
from tarotsim.runs.files import TEMPORARY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = [
    "HTML",
    "TOML",
    "Writer",
    "open_file",
    "open_writer",
    "to_csv",
    "to_json",
    "verify_place",
]

CSV, HTML, JSON, TEXT, TOML = "CSV", "HTML", "JSON", "a table as text", "TOML"
_NAMED = {
    ".csv": CSV,
    ".gz": "gzip",
    ".htm": HTML,
    ".html": HTML,
    ".json": JSON,
    ".parquet": "Parquet",
    ".toml": TOML,
    ".xlsx": "Excel",
    ".zip": "zip",
}
"""What a file of that name is taken for."""


def _form_of(output: Path | None, as_json: bool, as_csv: bool) -> str:
    """Return the form of a result: what is asked for, or what the file's name says.

    Raises
    ------
    TarotError
        If both forms are asked for.
    """
    if as_json and as_csv:
        raise TarotError("give --json or --csv, not both")
    if as_json or as_csv:
        return JSON if as_json else CSV
    named = None if output is None else _NAMED.get(output.suffix.lower())
    return named if named in (JSON, CSV) else TEXT


def verify_place(output: Path, form: str, inputs: Iterable[Path] = ()) -> None:
    """Refuse a file to write whose name or place is that of something else.

    Parameters
    ----------
    output : Path
    form : str
        What is to be written.
    inputs : iterable of Path
        Files that the command reads, and folders of runs that it reads or writes.

    Raises
    ------
    TarotError
        If the name says another form, or the file is one of these or of such a run.
    """
    from tarotsim.runs.folder import is_of_run

    named = _NAMED.get(output.suffix.lower(), form)
    if named != form:
        message = f"{output} is named as {named}, and {form} is asked for"
        raise TarotError(f"{message}: give another name, or ask for another form")
    own = Path(os.path.realpath(output))
    for given in inputs:
        other = Path(os.path.realpath(given))
        if own == other or (own.exists() and other.exists() and own.samefile(other)):
            message = f"cannot write {output}: the command itself reads that file"
            raise TarotError(f"{message}; give another")
        if not other.is_file() and is_of_run(other, own):
            message = f"cannot write {output}: it is a file of the run in {given}"
            raise TarotError(f"{message}; give another")


class Writer:
    """Where a result goes: standard output, or a file, whole or not at all.

    Parameters
    ----------
    output : Path or None
        None: standard output. A device or a pipe is written to as it is.
    form : str
        What is written.
    inputs : iterable of Path, optional
        What must not be overwritten, as for `verify_place`.

    Raises
    ------
    TarotError
        If the file cannot be written, or should not be: before the work.
    """

    def __init__(
        self, output: Path | None, form: str, inputs: Iterable[Path] = ()
    ) -> None:
        self.as_json, self.as_csv = form == JSON, form == CSV
        # The file behind a link is replaced, not the link.
        self.output = None if output is None else Path(os.path.realpath(output))
        self._temporary: Path | None = None
        if output is not None and self.output is not None:
            verify_place(output, form, inputs)
            self._reserve(self.output)

    def _reserve(self, output: Path) -> None:
        """Find out before the work that the file can be written."""
        if output.is_dir():
            raise TarotError(f"cannot write {output}: it is a folder")
        if output.exists() and not os.access(output, os.W_OK):
            raise TarotError(f"cannot write {output}: it is read-only")
        if output.exists() and not output.is_file():
            return
        try:
            handle, name = tempfile.mkstemp(dir=output.parent, prefix=TEMPORARY)
        except OSError as error:
            message = f"cannot write {output}: {error.strerror or error}"
            raise TarotError(message) from error
        os.close(handle)
        self._temporary = Path(name)

    def write(self, text: str) -> None:
        """Write the result."""
        if self.output is None:
            print(text)
            return
        if self._temporary is None:
            self.output.write_text(text + "\n", encoding="utf-8")
            return
        self._temporary.write_text(text + "\n", encoding="utf-8")
        self._temporary.chmod(self._mode(self.output))
        self._temporary.replace(self.output)
        self._temporary = None
        print(f"written to {self.output}", file=sys.stderr)

    @staticmethod
    def _mode(output: Path) -> int:
        """Return the permissions that the file has, or that a new one gets."""
        if output.exists():
            return stat.S_IMODE(output.stat().st_mode)
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask

    def discard(self) -> None:
        """Leave nothing behind when the work failed."""
        if self._temporary is not None:
            self._temporary.unlink(missing_ok=True)


def open_writer(
    output: Path | None, as_json: bool, as_csv: bool, inputs: Iterable[Path] = ()
) -> contextlib.AbstractContextManager[Writer]:
    """Give a writer in the form asked for, or else that of the file's name.

    Parameters
    ----------
    output, inputs
        As for `Writer`.
    as_json, as_csv : bool
        The form asked for.

    Raises
    ------
    TarotError
        If both forms are asked for, or another one than the file's name says.
    """
    return open_file(output, _form_of(output, as_json, as_csv), inputs)


@contextlib.contextmanager
def open_file(
    output: Path | None, form: str, inputs: Iterable[Path] = ()
) -> Iterator[Writer]:
    """Give a writer; whatever was reserved is removed if the work fails.

    Parameters
    ----------
    output, form, inputs
        As for `Writer`.
    """
    writer = Writer(output, form, inputs)
    try:
        yield writer
    finally:
        writer.discard()


def to_json(value: Any) -> str:
    """Return a value as indented JSON, signs and accents as they are."""
    return json.dumps(value, indent=2, ensure_ascii=False)


def to_csv(rows: list[dict[str, Any]], columns: list[str]) -> str:
    """Return rows as CSV with a heading, without the last line break."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue().rstrip("\n")
