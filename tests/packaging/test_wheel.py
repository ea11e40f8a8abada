"""What a build holds: the two packages, their type markers, the entry points."""

from __future__ import annotations

import configparser
import importlib
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COMMAND = {"tarotsim": "tarotsim.__main__:main"}
STRATEGIES = {
    "random_legal": "tarotsim_strategies.random_legal:RandomLegal",
    "point_count": "tarotsim_strategies.point_count:PointCount",
    "expert": "tarotsim_strategies.expert:Expert",
    "poignee_never": "tarotsim_strategies.poignee_thresholds:PoigneeNever",
    "poignee_always": "tarotsim_strategies.poignee_thresholds:PoigneeAlways",
    "poignee_threshold": "tarotsim_strategies.poignee_thresholds:PoigneeThreshold",
}


def build(folder: Path, *arguments: str) -> Path:
    """Build from this checkout into `folder` and return the wheel.

    Parameters
    ----------
    folder : Path
        Where the files go; nothing is written into the checkout.
    *arguments : str
        Options of ``python -m build``. Without ``--wheel`` an sdist is made first and
        the wheel is built from the unpacked sdist.
    """
    options = ["--no-isolation", "--outdir", str(folder), *arguments]
    made = subprocess.run(
        [sys.executable, "-m", "build", *options],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


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


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel of this checkout."""
    return build(tmp_path_factory.mktemp("wheel"), "--wheel")


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
        "console_scripts": COMMAND,
        "tarotsim.strategies": STRATEGIES,
    }


@pytest.mark.parametrize("target", [*COMMAND.values(), *STRATEGIES.values()])
def test_entry_point_leads_to_something_callable(target: str) -> None:
    module, _, name = target.partition(":")
    assert callable(getattr(importlib.import_module(module), name))


def test_sdist_is_enough_to_build_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    again = build(tmp_path)
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(again) as two:
        assert set(one.namelist()) == set(two.namelist())
