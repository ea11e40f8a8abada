"""The workflows of CI: by the published schema, by a linter, and beside the project."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
SCHEMAS = ("vendor.github-workflows", "custom.github-workflows-require-timeout")

SCRIPTS = sysconfig.get_path("scripts")


def check_schema(*files: Path) -> None:
    """Check files by the schemas that ship with check-jsonschema."""
    tool = shutil.which("check-jsonschema", path=SCRIPTS)
    assert tool is not None
    for schema in SCHEMAS:
        command = [tool, "--builtin-schema", schema, *map(str, files)]
        subprocess.run(command, check=True, capture_output=True)


def audit(folder: Path) -> None:
    """Look for what can be exploited: permissions, injection, loose versions."""
    tool = shutil.which("zizmor", path=SCRIPTS)
    assert tool is not None
    options = ["--offline", "--strict-collection", "--persona", "pedantic"]
    command = [tool, *options, "--config", str(ROOT / ".github" / "zizmor.yml")]
    subprocess.run([*command, str(folder)], check=True, capture_output=True)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copy the workflows, to plant faults in them."""
    folder = tmp_path / ".github" / "workflows"
    shutil.copytree(WORKFLOWS[0].parent, folder)
    return folder


def edit(folder: Path, old: str, new: str) -> Path:
    """Plant a fault."""
    file = folder / "tests.yml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    return file


def load(file: Path) -> dict[str, Any]:
    """Read a workflow."""
    loaded: dict[str, Any] = YAML(typ="safe").load(file.read_text(encoding="utf-8"))
    return loaded


def commands() -> str:
    """Return all that the workflows run."""
    return "\n".join(
        step["run"]
        for file in WORKFLOWS
        for job in load(file)["jobs"].values()
        for step in job["steps"]
        if "run" in step
    )


def test_they_keep_to_the_published_schema() -> None:
    check_schema(*WORKFLOWS)


def test_the_linter_finds_nothing() -> None:
    audit(ROOT / ".github")


@pytest.mark.parametrize(
    ("old", "new"), [("runs-on:", "run-on:"), ("    timeout-minutes: 45\n", "")]
)
def test_a_fault_against_the_schema_is_seen(copy: Path, old: str, new: str) -> None:
    file = edit(copy, old, new)
    with pytest.raises(subprocess.CalledProcessError):
        check_schema(file)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("permissions:\n  contents: read", "permissions: write-all"),
        ("actions/checkout@v6", "somebody/checkout@v6"),
        ("run: make lint", "run: echo ${{ github.head_ref }}"),
    ],
)
def test_a_fault_against_the_linter_is_seen(copy: Path, old: str, new: str) -> None:
    edit(copy, old, new)
    with pytest.raises(subprocess.CalledProcessError):
        audit(copy.parent)


def test_every_python_and_system_of_the_project_is_tested() -> None:
    matrix = load(ROOT / ".github/workflows/tests.yml")["jobs"]["tests"]["strategy"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    marks = "\n".join(project["project"]["classifiers"])
    assert matrix["matrix"]["python"] == re.findall(r":: (3\.\d+)$", marks, re.M)
    assert [name.split("-")[0] for name in matrix["matrix"]["system"]] == [
        "ubuntu",
        "macos",
        "windows",
    ]


def test_the_targets_and_modules_that_they_call_are_there() -> None:
    text = commands()
    targets = set(re.findall(r"^make ([\w-]+)", text, re.M))
    known = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert targets
    assert targets <= set(re.findall(r"^([\w-]+): ", known, re.M))
    # pip comes with the Python of a runner, and not with every environment.
    for module in set(re.findall(r"python -m ([\w.]+)", text)) - {"pip"}:
        done = subprocess.run(
            [sys.executable, "-m", module, "--help"],
            check=False,
            capture_output=True,
            cwd=ROOT,
        )
        assert done.returncode == 0, module


def test_windows_is_asked_for_nothing_that_it_lacks() -> None:
    jobs = load(ROOT / ".github/workflows/tests.yml")["jobs"].values()
    for job in jobs:
        if job["runs-on"] != "ubuntu-latest":
            for step in job["steps"]:
                assert "\n" not in step.get("run", "")
                assert step.get("run", "python ").startswith("python ")
