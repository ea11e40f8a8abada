"""From a revision to a package that can be run: one folder for each side."""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ROOT", "Side", "UnknownRevision", "build_side", "commit_of", "snapshot"]

ROOT = Path(__file__).resolve().parents[2]


class UnknownRevision(Exception):  # it says what it is
    """A name that git knows no commit by."""


@dataclass(frozen=True, slots=True)
class Side:
    """A revision, built.

    Parameters
    ----------
    label : str
        The revision in words.
    site : Path
        The content of its wheel, to stand first on the path.
    cache : Path
        Where its compiled code is kept.
    """

    label: str
    site: Path
    cache: Path


def _git(*arguments: str) -> bytes:
    command = ["git", "-c", "user.name=compare", "-c", "user.email=compare@localhost"]
    return subprocess.run(
        [*command, *arguments], cwd=ROOT, check=True, capture_output=True
    ).stdout


def commit_of(revision: str) -> str:
    """Return the commit that a revision names.

    Raises
    ------
    UnknownRevision
        If git knows no such commit here.
    """
    try:
        name = _git("rev-parse", "--verify", "--quiet", revision + "^{commit}")
    except subprocess.CalledProcessError:
        message = f"{revision!r} is no branch, tag or commit of this repository"
        raise UnknownRevision(message) from None
    return name.decode().strip()


def snapshot() -> str:
    """Return a commit of the working tree as it is, without untracked files.

    Neither the tree nor the list of stashes changes.
    """
    return _git("stash", "create").decode().strip() or commit_of("HEAD")


def build_side(
    commit: str,
    folder: Path,
    label: str,
    edit: Callable[[Path], None] | None = None,
) -> Side:
    """Check a commit out, build its wheel and unpack it.

    Parameters
    ----------
    commit : str
    folder : Path
        Must not exist.
    label : str
    edit : callable, optional
        Changes the sources before they are built.
    """
    sources, wheels, site = folder / "source", folder / "wheel", folder / "site"
    with tarfile.open(fileobj=io.BytesIO(_git("archive", commit))) as archive:
        archive.extractall(sources, filter="data")
    if edit is not None:
        edit(sources)
    subprocess.run(
        [
            *(sys.executable, "-m", "build", "--wheel", "--no-isolation"),
            *("--outdir", str(wheels)),
        ],
        cwd=sources,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    (wheel,) = wheels.glob("*.whl")
    with zipfile.ZipFile(wheel) as content:
        content.extractall(site)
    return Side(label, site, folder / "cache")
