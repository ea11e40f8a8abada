"""A strategy that never answers, or takes its process with it, is found out."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import ClassVar

import pytest

import tarotsim
from tarotsim.game.errors import StrategyError, TarotError
from tarotsim.runs import progress
from tarotsim.testing import examine_strategy
from tarotsim_strategies.random_legal import RandomLegal

LIMIT = 10.0
"""Seconds; so long that everything compiled in a test is compiled within."""

STRATEGIES = """
import ctypes, os, sys, time
from pathlib import Path
from tarotsim import Strategy
from tarotsim.kernels.policies import CompiledStrategy, policy

@policy
def endless(public, private, suits, trumps, params, scratch):
    while suits | trumps:
        scratch[0] += 1
    return 0

class Endless(Strategy):
    def compiled(self):
        return CompiledStrategy({"play": endless}, name="endless")

class EndlessAnew(Strategy):
    "Loops when it is asked for the second time about the same."
    seen = vars(sys).setdefault("seen_by_endless_anew", set())  # outlives the module
    def play(self, view):
        while (view.key, view.hand) in self.seen:
            pass
        self.seen.add((view.key, view.hand))
        return view.legal[0]

class Crashing(Strategy):
    def play(self, view):
        sys.stdout.flush()
        os._exit(7)

class Thinking(Strategy):
    def play(self, view):
        time.sleep(0.01)
        return view.legal[0]

class Talking(Strategy):
    def play(self, view):
        print("my turn")
        return view.legal[0]

class Waiting(Strategy):
    def play(self, view):
        Path(__file__).with_suffix(".pid").write_text(str(os.getpid()))
        while True:
            pass
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "strategies.py"
    path.write_text(STRATEGIES, encoding="utf-8")
    return path


def test_a_compiled_loop_without_end_fails_the_check_under_way(file: Path) -> None:
    began = time.monotonic()
    report = examine_strategy(f"{file}:Endless", time_limit=LIMIT)
    assert time.monotonic() - began < 6 * LIMIT
    assert report.checks == {
        "legal": "3 players, table 0 of seed 1: not done within the time limit of 10 s"
    }
    assert not report.passed
    assert str(report).splitlines()[0] == f"{file}:Endless"


def test_what_was_found_before_stays_in_the_report(file: Path) -> None:
    report = examine_strategy(
        f"{file}:EndlessAnew", players=[3], tables=2, time_limit=2
    )
    assert report.checks["legal"] == ""
    assert "within the time limit of 2 s" in report.checks["repeats"]
    assert list(report.checks) == ["legal", "repeats"]
    assert report.decisions["play"] > 10


def test_a_process_that_dies_fails_the_check_under_way(file: Path) -> None:
    report = examine_strategy(f"{file}:Crashing", time_limit=LIMIT)
    assert list(report.checks) == ["legal"]
    assert "ended (exit code 7)" in report.checks["legal"]


def test_the_limit_is_for_a_step_and_not_for_the_whole(file: Path) -> None:
    began = time.monotonic()
    report = examine_strategy(
        f"{file}:Thinking", players=[3], tables=3, worker=False, time_limit=2
    )
    assert report.passed
    assert time.monotonic() - began > 2


def test_with_a_limit_the_report_is_the_same(file: Path) -> None:
    spec, options = f"{file}:Talking", {"players": [4], "tables": 3}
    apart = examine_strategy(spec, **options, time_limit=60)  # type: ignore[arg-type]
    assert apart.passed
    assert list(apart.checks)[-1] == "worker"
    assert apart == examine_strategy(spec, **options)  # type: ignore[arg-type]


def test_a_file_that_is_never_loaded_is_told(tmp_path: Path) -> None:
    path = tmp_path / "loading.py"
    path.write_text("while True: pass\n", encoding="utf-8")
    with pytest.raises(StrategyError, match=r"cannot load .*loading.py.* of 1 s"):
        examine_strategy(f"{path}:Mine", time_limit=1)


def test_an_error_of_a_kind_of_its_own_is_told(tmp_path: Path) -> None:
    path = tmp_path / "choosy.py"
    path.write_text(
        "from tarotsim import Strategy, TarotError\n"
        "class Refused(TarotError): pass\n"
        "class Mine(Strategy):\n"
        "    def compiled(self):\n"
        "        raise Refused('not today')\n",
        encoding="utf-8",
    )
    with pytest.raises(StrategyError, match="not today"):
        examine_strategy(f"{path}:Mine", time_limit=LIMIT)


class Local(RandomLegal):
    """Not a dataclass of its own fields: an object of it has no spec."""

    name: ClassVar[str] = "local"

    def __init__(self) -> None:
        self.__dict__["memory"] = object()


def test_what_cannot_be_limited_is_refused() -> None:
    with pytest.raises(TarotError, match="another process can make"):
        examine_strategy(Local(), time_limit=5)
    for limit in (0, -1.0, float("nan"), float("inf"), True, "5"):
        with pytest.raises(TarotError, match="a number of seconds above 0"):
            examine_strategy("random_legal", time_limit=limit)  # type: ignore[arg-type]
    with pytest.raises(StrategyError, match="unknown strategy"):
        examine_strategy("no_such", time_limit=5)


@pytest.mark.parametrize("time_limit", [None, 60])
def test_progress_names_the_check(
    time_limit: float | None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(progress, "_SECONDS_BETWEEN_LINES", 0.0)
    # Another test may have loaded it: then there would be a notebook's bars.
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    options = {"players": [3], "tables": 2, "worker": False, "time_limit": time_limit}
    examine_strategy("random_legal", **options, progress=True)  # type: ignore[arg-type]
    lines = capsys.readouterr().err.splitlines()
    told = list(dict.fromkeys(line.partition(":")[0] for line in lines))
    assert told == ["loading", "legal", "repeats", "blind", "engines"]
    assert "legal: 2 of 2 steps (100%)" in " ".join(lines)
    examine_strategy("random_legal", **options)  # type: ignore[arg-type]
    assert capsys.readouterr().err == ""


def started(file: Path) -> tuple[subprocess.Popen[str], int]:
    """Return the command and the process in which a strategy loops."""
    command = [sys.executable, "-m", "tarotsim", "check", f"{file}:Waiting"]
    source = str(Path(tarotsim.__file__).parents[1])
    running = subprocess.Popen(
        command,
        env=os.environ | {"PYTHONPATH": source},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    note = file.with_suffix(".pid")
    while not (note.is_file() and note.read_text()):
        assert running.poll() is None
        time.sleep(0.05)
    return running, int(note.read_text())


def is_gone(pid: int, patience: float = 10.0) -> bool:
    """Tell whether a process has ended, or ends soon."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        state = Path(f"/proc/{pid}/stat")
        if state.is_file() and state.read_text().rpartition(")")[2].split()[0] == "Z":
            return True  # ended, and nobody has asked for its exit code
        time.sleep(0.05)
    return False


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGINT, 130),
        (signal.SIGTERM, 130),
        (signal.SIGKILL, -signal.SIGKILL),
    ],
)
def test_the_process_ends_with_its_caller(
    file: Path, number: signal.Signals, code: int
) -> None:
    running, pid = started(file)
    running.send_signal(number)
    _, errors = running.communicate(timeout=30)
    assert running.returncode == code
    assert "Traceback" not in errors
    assert is_gone(pid)
