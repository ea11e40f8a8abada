"""Installing into an empty environment by pip, as a user does. Needs the network."""

from __future__ import annotations

import json
import shutil
import venv
from typing import TYPE_CHECKING

import pytest

from tests.packaging.conftest import ROOT, THIRD_PARTY, Environment, build, run

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


def install(folder: Path, *what: str) -> Environment:
    """Make an empty environment and install into it."""
    environment = Environment(folder)
    venv.create(folder, with_pip=True)
    constraints = ("--constraint", str(ROOT / "constraints.txt"))
    pip = (environment.python, "-m", "pip", "--disable-pip-version-check")
    run(*pip, "install", "--quiet", *constraints, *what, folder=folder)
    run(*pip, "check", folder=folder)
    return environment


def played(environment: Environment, folder: Path) -> dict[str, object]:
    """Play some deals by the command and return their summary."""
    command = ("simulate", "--deals", "40", "--seed", "1", "--json")
    summary: dict[str, object] = json.loads(
        run(environment.scripts / "tarotsim", *command, folder=folder)
    )
    return summary


def test_wheel_without_extras(wheel: Path, tmp_path: Path) -> None:
    environment = install(tmp_path / "venv", str(wheel))
    assert played(environment, tmp_path)
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
