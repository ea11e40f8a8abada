"""Builds of this checkout and of a third party's package, and environments for them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
THIRD_PARTY = Path(__file__).with_name("third_party")


def run(*command: str | Path, folder: Path) -> str:
    """Run a command in a folder, outside the checkout, and return what it prints."""
    hidden = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    environment = {k: v for k, v in os.environ.items() if k not in hidden}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env=environment | {"PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(sources: Path, folder: Path, *options: str) -> Path:
    """Build into `folder` and return the wheel.

    Parameters
    ----------
    sources : Path
        The project; nothing is written there.
    folder : Path
        Where the files go.
    *options : str
        Options of ``python -m build``. Without ``--wheel`` an sdist is made first and
        the wheel is built from the unpacked sdist.
    """
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder)]
    run(*command, *options, str(sources), folder=sources)
    (wheel,) = folder.glob("*.whl")
    return wheel


@dataclass(frozen=True, slots=True)
class Environment:
    """A virtual environment of its own, made for a test."""

    folder: Path

    @property
    def scripts(self) -> Path:
        """Where the commands are."""
        return self.folder / ("Scripts" if os.name == "nt" else "bin")

    @property
    def python(self) -> Path:
        """The interpreter."""
        return self.scripts / ("python.exe" if os.name == "nt" else "python")

    @property
    def site(self) -> Path:
        """Where its packages are."""
        code = "import sysconfig; print(sysconfig.get_path('purelib'))"
        return Path(run(self.python, "-c", code, folder=self.folder).strip())


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel of this checkout."""
    return build(ROOT, tmp_path_factory.mktemp("wheel"), "--wheel")


@pytest.fixture(scope="session")
def third_party(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel of a third party's package, from a copy of its tree."""
    sources = tmp_path_factory.mktemp("third_party") / "sources"
    shutil.copytree(THIRD_PARTY, sources)
    return build(sources, tmp_path_factory.mktemp("third_party_wheel"), "--wheel")


@pytest.fixture(scope="session")
def installed(
    wheel: Path, third_party: Path, tmp_path_factory: pytest.TempPathFactory
) -> Environment:
    """Put both wheels into a new environment; dependencies are those that run this.

    The checkout itself is out of its reach.
    """
    environment = Environment(tmp_path_factory.mktemp("installed"))
    venv.create(environment.folder, with_pip=False)
    site = environment.site
    for built in (wheel, third_party):
        with zipfile.ZipFile(built) as archive:
            archive.extractall(site)
    places = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (site / "dependencies.pth").write_text("\n".join(places), encoding="utf-8")
    return environment
