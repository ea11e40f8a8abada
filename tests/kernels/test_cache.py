"""The cache of compiled code: never stale, never shared unsafely."""

from __future__ import annotations

import itertools
import os
import pickle
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import tarotsim
from tarotsim.kernels._jit import IS_COMPILED

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

pytestmark = pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled")

SOURCES = Path(tarotsim.__file__).parents[1]

POLICY = """
from tarotsim.kernels.policies import policy
from {package}.helper import chosen

@policy
def bid(public, private, suits, trumps, params, scratch):
    return chosen()
"""
HELPER = """
from tarotsim.kernels.policies import kernel

@kernel
def chosen():
    return {number}
"""
COUNTING = """
import numpy as np
from tarotsim.kernels.policies import kernel, nth_card

@kernel
def chosen():
    return nth_card(np.uint64(0b1010), np.uint64(0b100), 1) + {more}
"""
ASK = """
import numpy as np
from tarotsim.kernels import _cache
compiled = []
_cache.listeners.append(compiled.append)
from mine.rules import bid
words = np.zeros(80, dtype=np.uint64)
print(bid(words, words, np.uint64(0), np.uint64(0), np.zeros(1), words), len(compiled))
"""


def _write(folder: Path, number: int) -> None:
    package = folder / "mine"
    package.mkdir(exist_ok=True)
    (package / "__init__.py").write_text("")
    (package / "rules.py").write_text(POLICY.format(package="mine"))
    (package / "helper.py").write_text(HELPER.format(number=number))


def _environment(folder: Path, cache: Path | None) -> dict[str, str]:
    """Return an environment in which a folder comes first; it is run from there."""
    paths = os.pathsep.join([str(folder), str(SOURCES)])
    environment = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("TAROTSIM_CACHE_DIR", None)
    if cache is not None:
        environment["TAROTSIM_CACHE_DIR"] = str(cache)
    return environment


def _ask(environment: Mapping[str, str]) -> list[int]:
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        env=environment,
        cwd=environment["PYTHONPATH"].split(os.pathsep)[0],
        capture_output=True,
        text=True,
        check=True,
    )
    return [int(word) for word in done.stdout.split()]


def test_an_edited_helper_of_a_policy_is_compiled_anew(tmp_path: Path) -> None:
    environment = _environment(tmp_path, tmp_path / "cache")
    _write(tmp_path, 1)
    answer, compiled = _ask(environment)
    assert (answer, compiled > 0) == (1, True)
    assert _ask(environment) == [1, 0]
    _write(tmp_path, 2)
    answer, compiled = _ask(environment)
    assert (answer, compiled > 0) == (2, True)
    _write(tmp_path, 1)
    assert _ask(environment) == [1, 0]


def test_an_edited_package_that_a_policy_imports_is_compiled_anew(
    tmp_path: Path,
) -> None:
    environment = _environment(tmp_path, tmp_path / "cache")
    _write(tmp_path, 1)
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "__init__.py").write_text("from further import NUMBER")
    rules = POLICY.format(package="mine").replace("mine.helper", "mine.answer")
    (tmp_path / "mine" / "rules.py").write_text(rules)
    (tmp_path / "mine" / "answer.py").write_text(
        "import math, theirs\n" + HELPER.format(number="theirs.NUMBER")
    )
    for number in (4, 5):
        (tmp_path / "further.py").write_text(f"NUMBER = {number}")
        answer, compiled = _ask(environment)
        assert (answer, compiled > 0) == (number, True)
        assert _ask(environment) == [number, 0]


def test_another_switch_of_numba_is_another_cache(tmp_path: Path) -> None:
    environment = _environment(tmp_path, tmp_path / "cache")
    _write(tmp_path, 1)
    _ask(environment)
    for switch in ("NUMBA_BOUNDSCHECK", "TAROTSIM_PORTABLE_BITS"):
        assert _ask({**environment, switch: "1"})[1] > 0
        assert _ask({**environment, switch: "1"}) == [1, 0]


def test_processes_that_start_at_once_share_an_empty_cache(tmp_path: Path) -> None:
    environment = _environment(tmp_path, tmp_path / "cache")
    _write(tmp_path, 3)
    running = [
        subprocess.Popen(
            [sys.executable, "-c", ASK],
            env=environment,
            cwd=tmp_path,
            stdout=subprocess.PIPE,
        )
        for _ in range(4)
    ]
    answers = [process.communicate()[0].split()[0] for process in running]
    assert answers == [b"3"] * 4
    assert _ask(environment) == [3, 0]
    assert not list((tmp_path / "cache").rglob("*.tmp"))


def _flipped(content: bytes) -> bytes:
    """Return a content with one bit changed, in the middle of the machine code."""
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "cut off in the head": lambda content: content[:20],
    "cut off": lambda content: content[: len(content) // 2],
    "without its last octet": lambda content: content[:-1],
    "longer": lambda content: content + b"\0",
    "zeros": lambda content: bytes(len(content)),
    "zeros at the end": lambda content: content[:1000] + bytes(len(content) - 1000),
    "random": lambda content: random.Random(1).randbytes(len(content)),
    "one bit": _flipped,
    "a pickle": lambda content: pickle.dumps(("of", "another", "version")),
}


DAMAGED = """
import sys
from pathlib import Path
from tests_of_the_cache import DAMAGE
from tarotsim.kernels import _cache
from tarotsim.kernels.policies import Policy
from mine.rules import bid

compiled = []
_cache.listeners.append(compiled.append)
(file,) = Path(sys.argv[1]).rglob("bid-*.bin")
whole = file.read_bytes()
for name, damage in DAMAGE.items():
    file.write_bytes(damage(whole))
    counts = []
    for _ in range(2):
        compiled.clear()
        Policy(bid.function).callback
        counts.append(len(compiled))
    print(name, *counts, sep=",")
"""


def test_a_file_damaged_in_any_way_is_compiled_anew(tmp_path: Path, kept: Path) -> None:
    shutil.copytree(kept, tmp_path, dirs_exist_ok=True)
    shutil.copy(__file__, tmp_path / "tests_of_the_cache.py")
    environment = _environment(tmp_path, tmp_path / "cache")
    done = subprocess.run(
        [sys.executable, "-c", DAMAGED, str(tmp_path / "cache")],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [f"{name},1,0" for name in DAMAGE]


def test_all_files_damaged_are_compiled_anew(tmp_path: Path, kept: Path) -> None:
    shutil.copytree(kept, tmp_path, dirs_exist_ok=True)
    environment = _environment(tmp_path, tmp_path / "cache")
    files = list((tmp_path / "cache").rglob("*.bin"))
    for file, damage in zip(files, itertools.cycle(DAMAGE.values()), strict=False):
        file.write_bytes(damage(file.read_bytes()))
    assert _ask(environment) == [4, len(files)]
    assert _ask(environment) == [4, 0]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a package and its compiled code."""
    folder = tmp_path_factory.mktemp("kept")
    _write(folder, 4)
    _ask(_environment(folder, folder / "cache"))
    return folder


def test_files_in_the_place_of_others_are_not_taken(tmp_path: Path, kept: Path) -> None:
    shutil.copytree(kept, tmp_path, dirs_exist_ok=True)
    environment = _environment(tmp_path, tmp_path / "cache")
    files = sorted((tmp_path / "cache").rglob("*.bin"))
    contents = [file.read_bytes() for file in files]
    assert len(set(contents)) == len(files) > 1
    for file, content in zip(files, contents[1:] + contents[:1], strict=True):
        file.write_bytes(content)
    assert _ask(environment) == [4, len(files)]


def test_files_of_other_sources_are_not_taken(tmp_path: Path, kept: Path) -> None:
    shutil.copytree(kept, tmp_path, dirs_exist_ok=True)
    environment = _environment(tmp_path, tmp_path / "cache")
    (before,) = (
        folder for folder in (tmp_path / "cache").iterdir() if _has_bid(folder)
    )
    _write(tmp_path, 5)
    assert _ask(environment)[0] == 5
    (after,) = (
        folder
        for folder in (tmp_path / "cache").iterdir()
        if _has_bid(folder) and folder != before
    )
    for file in before.iterdir():
        shutil.copy(file, after / file.name)
    answer, compiled = _ask(environment)
    assert (answer, compiled > 0) == (5, True)


def _has_bid(folder: Path) -> bool:
    return any(folder.glob("bid-*.bin"))


def test_a_folder_in_the_place_of_a_file_is_no_hindrance(
    tmp_path: Path, kept: Path
) -> None:
    shutil.copytree(kept, tmp_path, dirs_exist_ok=True)
    environment = _environment(tmp_path, tmp_path / "cache")
    (file,) = (tmp_path / "cache").rglob("bid-*.bin")
    file.unlink()
    file.mkdir()
    assert _ask(environment) == [4, 1]


def test_without_a_home_a_temporary_folder_is_used_and_named(tmp_path: Path) -> None:
    _write(tmp_path, 5)
    environment = _environment(tmp_path, None)
    blocked = tmp_path / "home"
    blocked.write_text("a file, in which no folder can be made")
    for name in ("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        environment[name] = str(blocked)
    environment["TMPDIR"] = str(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split()[0] == "5"
    assert "compiled code is kept in the temporary folder" in done.stderr
    assert _ask(environment) == [5, 0]


def test_an_edited_kernel_is_another_engine(tmp_path: Path) -> None:
    copy = tmp_path / "tarotsim"
    shutil.copytree(
        SOURCES / "tarotsim", copy, ignore=shutil.ignore_patterns("__pycache__")
    )
    digest = "from tarotsim.kernels._cache import engine_digest; print(engine_digest())"
    environment = {**_environment(tmp_path, tmp_path / "cache")}
    environment["PYTHONPATH"] = str(tmp_path)

    def engine() -> str:
        return subprocess.run(
            [sys.executable, "-c", digest],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    before = engine()
    assert engine() == before
    for edited in ("kernels/trick.py", "game/rules.py"):
        file = copy / edited
        file.write_text(file.read_text() + "\n# edited\n")
        after = engine()
        assert after != before
        before = after


def test_a_kernel_kept_from_before_goes_into_another_policy(tmp_path: Path) -> None:
    environment = _environment(tmp_path, tmp_path / "cache")
    _write(tmp_path, 0)
    helper = tmp_path / "mine" / "helper.py"

    def ask(more: int) -> list[str]:
        helper.write_text(COUNTING.format(more=more))
        asked = ASK.replace("len(compiled)", "*compiled")
        done = subprocess.run(
            [sys.executable, "-c", asked],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.split()

    answer, *compiled = ask(10)
    assert (answer, "tarotsim.kernels.bits.nth_card" in compiled) == ("13", True)
    answer, *compiled = ask(20)
    assert answer == "23"
    assert compiled == ["mine.rules.bid", "mine.helper.chosen"]


@pytest.mark.skipif(sys.platform != "linux", reason="looks for the head of ELF")
def test_only_what_is_run_becomes_machine_code(tmp_path: Path) -> None:
    environment = _environment(tmp_path, tmp_path / "cache")
    _write(tmp_path, 6)
    assert _ask(environment)[0] == 6
    for file in (tmp_path / "cache").rglob("*.bin"):
        assert (b"\x7fELF" in file.read_bytes()) == file.name.startswith("bid-")
