"""Files that are there whole or not at all, whatever happens to the process."""

from __future__ import annotations

import contextlib
import errno
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["TEMPORARY", "append_line", "sync_folder", "write_whole"]


TEMPORARY = ".tarotsim-"
"""What the passing name of a result begins with."""


def write_whole(path: Path, content: bytes, passing: Path) -> None:
    """Write a file under a passing name, flush it to the disk, give it its name.

    Parameters
    ----------
    path : Path
        The file; one that is there is replaced.
    content : bytes
    passing : Path
        The name until then, in the same file system; removed if writing fails.

    Raises
    ------
    OSError
        As for a full disk; the file is then as it was.
    """
    handle = os.open(passing, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY, 0o666)
    try:
        try:
            _write_all(handle, content)
            os.fsync(handle)
        finally:
            os.close(handle)
        passing.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            passing.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def append_line(path: Path, line: str) -> None:
    """Add a line to a file and flush it to the disk; all of it, or nothing.

    A process that is killed may still leave a part of a line: what reads the file has
    to leave a last line without its line break alone.

    Raises
    ------
    OSError
        As for a full disk; the file is then as it was.
    """
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | _BINARY, 0o666)
    try:
        before = os.fstat(handle).st_size
        try:
            _write_all(handle, f"{line}\n".encode())
            os.fsync(handle)
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(handle, before)
            raise
    finally:
        os.close(handle)


def sync_folder(folder: Path) -> None:
    """Flush the names in a folder to the disk, where the system can do that."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        # Some network file systems cannot, and keep names by means of their own.
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(handle)


def _write_all(handle: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(handle, rest) :]


_BINARY: int = getattr(os, "O_BINARY", 0)
