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
    from collections.abc import Iterator

__all__ = ["Writer", "open_writer", "to_csv", "to_json"]


class Writer:
    """Where a result goes: standard output, or a file, whole or not at all.

    Parameters
    ----------
    output : Path or None
        None: standard output. The suffixes .json and .csv choose a form. A device or
        a pipe is written to as it is.
    as_json, as_csv : bool
        The form asked for.

    Raises
    ------
    TarotError
        If both forms are asked for, or the file cannot be written: before the work.
    """

    def __init__(self, output: Path | None, as_json: bool, as_csv: bool) -> None:
        if as_json and as_csv:
            raise TarotError("give --json or --csv, not both")
        suffix = "" if output is None else output.suffix.lower()
        plain = not (as_json or as_csv)
        self.as_json = as_json or (plain and suffix == ".json")
        self.as_csv = as_csv or (plain and suffix == ".csv")
        # The file behind a link is replaced, not the link.
        self.output = None if output is None else Path(os.path.realpath(output))
        self._temporary: Path | None = None
        if self.output is not None:
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


@contextlib.contextmanager
def open_writer(output: Path | None, as_json: bool, as_csv: bool) -> Iterator[Writer]:
    """Give a writer; whatever was reserved is removed if the work fails.

    Parameters
    ----------
    output, as_json, as_csv
        As for `Writer`.
    """
    writer = Writer(output, as_json, as_csv)
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
