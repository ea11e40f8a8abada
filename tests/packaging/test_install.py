"""Installing into an empty environment by pip, as a user does. Needs the network."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.packaging.conftest import ROOT, THIRD_PARTY, Environment, build, run

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


PLAY = ("simulate", "--deals", "40", "--seed", "1", "--json")
VERSIONS = ("3.11", "3.12", "3.13")


def find_python(version: str) -> str | None:
    """Return an interpreter of a version that can make environments, if any."""
    this = f"{sys.version_info.major}.{sys.version_info.minor}"
    found = sys.executable if version == this else shutil.which(f"python{version}")
    if found is None:
        return None
    code = "import ensurepip, sys, venv; print('%d.%d' % sys.version_info[:2])"
    done = subprocess.run(
        [found, "-c", code], capture_output=True, encoding="utf-8", check=False
    )
    return found if done.stdout.strip() == version else None


def install(folder: Path, *what: str, python: str = sys.executable) -> Environment:
    """Make an empty environment and install into it."""
    environment = Environment(folder)
    run(python, "-m", "venv", folder, folder=folder.parent)
    constraints = ("--constraint", str(ROOT / "constraints.txt"))
    pip = (environment.python, "-m", "pip", "--disable-pip-version-check")
    run(*pip, "install", "--quiet", *constraints, *what, folder=folder)
    run(*pip, "check", folder=folder)
    return environment


def played(environment: Environment, folder: Path) -> dict[str, object]:
    """Play some deals by the command and return their summary."""
    command = environment.scripts / "tarotsim"
    summary: dict[str, object] = json.loads(run(command, *PLAY, folder=folder))
    return summary


@pytest.mark.parametrize("version", VERSIONS)
def test_wheel_without_extras(wheel: Path, tmp_path: Path, version: str) -> None:
    python = find_python(version)
    if python is None:
        pytest.skip(f"there is no Python {version} here")
    environment = install(tmp_path / "venv", str(wheel), python=python)
    ours = json.loads(run(sys.executable, "-m", "tarotsim", *PLAY, folder=tmp_path))
    assert played(environment, tmp_path) == ours
    code = "import importlib.util as u; print(u.find_spec('matplotlib'))"
    assert run(environment.python, "-c", code, folder=tmp_path).strip() == "None"


def test_sdist_with_extras_and_a_third_party(third_party: Path, tmp_path: Path) -> None:
    build(ROOT, tmp_path, "--sdist", "--wheel")
    (sdist,) = tmp_path.glob("tarotsim-*.tar.gz")
    environment = install(
        tmp_path / "venv", f"{sdist}[notebook]", "hatchling", str(third_party)
    )
    assert played(environment, tmp_path)
    run(environment.python, "-c", "import ipykernel, matplotlib", folder=tmp_path)
    shutil.copy(THIRD_PARTY / "play.py", tmp_path)
    found = json.loads(run(environment.python, "play.py", folder=tmp_path))
    assert found["compiled"] == found["reference"] == found["spawned"]
