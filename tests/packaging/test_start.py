"""How the package starts: light to import, and from any folder."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

import tarotsim

HEAVY = {"numba", "numpy", "pandas", "pyarrow", "rich", "tqdm", "typer"}


def run(
    *arguments: str, folder: Path, encoding: str = "utf-8"
) -> subprocess.CompletedProcess[str]:
    """Run a fresh interpreter in another folder and return what it printed."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        encoding=encoding,
        check=False,
    )


def test_import_loads_nothing_heavy(tmp_path: Path) -> None:
    code = (
        "import sys; before = set(sys.modules); import tarotsim; "
        "print(*sorted({name.split('.')[0] for name in set(sys.modules) - before}))"
    )
    done = run("-c", code, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    assert "tarotsim" in loaded
    assert not loaded & HEAVY


def test_a_run_of_kept_code_loads_neither_compiler_nor_tables(tmp_path: Path) -> None:
    code = (
        "import sys, tarotsim; tarotsim.simulate(1, strategies='random_legal', seed=1);"
        "print(*sorted(sys.modules))"
    )
    run("-c", code, folder=tmp_path)
    done = run("-c", code, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    assert "tarotsim.runs.simulate" in loaded
    # What numba loads first of all when it compiles.
    assert "numba.cpython.charseq" not in loaded
    assert not loaded & {"pandas", "pyarrow", "scipy", "rich", "tqdm", "typer"}


@pytest.mark.parametrize("arguments", [["--help"], ["score", "--help"]])
def test_module_runs_from_another_folder(tmp_path: Path, arguments: list[str]) -> None:
    done = run("-m", "tarotsim", *arguments, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "usage" in done.stdout.lower()


def test_version_is_that_of_the_installation() -> None:
    assert metadata.version("tarotsim") == tarotsim.__version__


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii"])
def test_cards_stay_readable_where_suits_have_no_sign(
    tmp_path: Path, encoding: str
) -> None:
    command = ("-m", "tarotsim", "deal", "--seed", "1", "--number", "2")
    signs = run(*command, folder=tmp_path)
    letters = run(*command, folder=tmp_path, encoding=encoding)
    assert letters.returncode == 0, letters.stderr
    assert letters.stdout == signs.stdout.translate(str.maketrans("♠♥♦♣", "SHDC"))
    hand = next(line for line in letters.stdout.splitlines() if "seat 0" in line)
    assert len(tarotsim.parse_cards(hand.partition(": ")[2])) == 18
