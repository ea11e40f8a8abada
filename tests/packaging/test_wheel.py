"""What a build holds: the two packages, their type markers, the entry points."""

from __future__ import annotations

import configparser
import importlib
import tomllib
import zipfile
from typing import TYPE_CHECKING

import pytest

from tests.packaging.conftest import ROOT, build

if TYPE_CHECKING:
    from pathlib import Path

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]
STRATEGIES = PROJECT["entry-points"]["tarotsim.strategies"]


def sources() -> set[str]:
    """List what the wheel must hold, by its path inside the wheel."""
    files: set[str] = set()
    for package in (ROOT / "tarotsim", ROOT / "strategies" / "tarotsim_strategies"):
        for pattern in ("*.py", "py.typed"):
            files |= {
                file.relative_to(package.parent).as_posix()
                for file in package.rglob(pattern)
            }
    return files


def test_wheel_holds_the_two_packages_and_nothing_else(wheel: Path) -> None:
    version = wheel.name.split("-")[1]
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.split("/")[0] for name in names} == {
        "tarotsim",
        "tarotsim_strategies",
        f"tarotsim-{version}.dist-info",
    }
    packed = {name for name in names if ".dist-info/" not in name}
    assert packed >= sources()
    assert not {name for name in packed if "__pycache__" in name}


@pytest.mark.parametrize("package", ["tarotsim", "tarotsim_strategies"])
def test_wheel_is_marked_as_typed(wheel: Path, package: str) -> None:
    with zipfile.ZipFile(wheel) as archive:
        assert f"{package}/py.typed" in archive.namelist()


def test_wheel_declares_command_and_strategies(wheel: Path) -> None:
    parser = configparser.ConfigParser(delimiters=["="])
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (n for n in archive.namelist() if n.endswith("/entry_points.txt"))
        parser.read_string(archive.read(name).decode())
    assert {section: dict(parser[section]) for section in parser.sections()} == {
        "console_scripts": PROJECT["scripts"],
        "tarotsim.strategies": STRATEGIES,
    }


@pytest.mark.parametrize("target", [*PROJECT["scripts"].values(), *STRATEGIES.values()])
def test_entry_point_leads_to_something_callable(target: str) -> None:
    module, _, name = target.partition(":")
    assert callable(getattr(importlib.import_module(module), name))


def contents(wheel: Path) -> dict[str, bytes]:
    """Return each file of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_sdist_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    assert contents(build(ROOT, tmp_path)) == contents(wheel)
