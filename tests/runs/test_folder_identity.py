"""A run on disk goes on with the same strategies and rules only."""

from __future__ import annotations

import dataclasses
import importlib
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from tarotsim import StrategyError, simulate
from tarotsim.game.strategy import Strategy
from tarotsim.runs.folder import FolderError
from tests.runs.folders import GIVEN, times_of_parts


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"seed": 6}, "seed 5, not 6"),
        ({"players": 5}, "players 4, not 5"),
        ({"auction": "best:garde"}, "auction bidding, not best:garde"),
        ({"given": "2: trumps>=8"}, "given None, not 2: trumps>=8"),
        ({"rules": {"D1": "follows_winner"}}, "rule excuse_last_trick changes_camp"),
        ({"strategies": "point_count"}, "strategy random_legal, not point_count"),
        ({"strategies": "random_legal(p_pass=50)"}, "seat 0, 1, 2, 3: p_pass"),
        ({"history": True}, "without history, not with"),
    ],
)
def test_another_run_is_refused_and_the_difference_named(
    change: dict[str, Any], named: str, folder: Path
) -> None:
    before = (times_of_parts(folder), (folder / "manifest.json").read_bytes())
    with pytest.raises(FolderError, match=named):
        simulate(350, out=folder, **(GIVEN | change))
    assert (times_of_parts(folder), (folder / "manifest.json").read_bytes()) == before


@pytest.mark.parametrize("key", ["version", "results_revision"])
def test_another_version_is_refused(key: str, folder: Path) -> None:
    file = folder / "manifest.json"
    manifest = json.loads(file.read_text(encoding="utf-8"))
    manifest["run"][key] = 999
    file.write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(FolderError, match=f"{key} 999, not"):
        simulate(350, out=folder, **GIVEN)


def test_a_strategy_file_that_changed_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    source = "class Mine:\n    def bid(self, view):\n        return view.legal[0]\n"
    file.write_text(source, encoding="utf-8")
    given: dict[str, Any] = {"strategies": f"{file}:Mine", "seed": 1}
    simulate(20, out=tmp_path / "run", **given)
    simulate(30, out=tmp_path / "run", **given)
    file.write_text(source.replace("[0]", "[-1]"), encoding="utf-8")
    with pytest.raises(FolderError, match=r"source of mine\.py:Mine has changed"):
        simulate(30, out=tmp_path / "run", **given)


class Local(Strategy):
    """Passes."""


def test_a_class_is_known_by_its_source(tmp_path: Path) -> None:
    simulate(20, auction="best:garde", strategies=Local, seed=1, out=tmp_path / "run")
    simulate(30, auction="best:garde", strategies=Local, seed=1, out=tmp_path / "run")
    made: Any = type("Made", (), {"bid": lambda self, view: view.legal[0]})
    with pytest.raises(StrategyError, match="put the class in a file"):
        simulate(20, strategies=made, seed=1, out=tmp_path / "other")


@pytest.mark.parametrize("name", ["__main__", "typed_in"])
def test_a_module_without_a_file_has_no_source(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a notebook, whose module is `__main__`, or a program read from a pipe."""
    module = ModuleType(name)
    module.Local = Local  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, name, module)
    for file in (None, "<stdin>"):
        module.__file__ = file
        with pytest.raises(StrategyError, match=r"has no file .*%%writefile mine\.py"):
            simulate(20, strategies=f"{name}:Local", seed=1, out=tmp_path / "run")


PLAIN = """
class Mine:
    def __init__(self, n=1):
        self.n = n

    def bid(self, view):
        return view.legal[-1] if sum(view.hand) % self.n == 0 else view.legal[0]
"""


def test_a_class_that_is_no_dataclass_is_known_by_what_it_was_given(
    tmp_path: Path,
) -> None:
    file = tmp_path / "nd.py"
    file.write_text(PLAIN, encoding="utf-8")
    out = tmp_path / "run"
    simulate(20, strategies=f"{file}:Mine(n=3)", seed=1, out=out)
    simulate(30, strategies=f"{file}:Mine(n=3)", seed=1, out=out)
    with pytest.raises(FolderError, match="seat 0, 1, 2, 3: n 3, not 2"):
        simulate(30, strategies=f"{file}:Mine(n=2)", seed=1, out=out)
    simulate(30, strategies=f"{file}:Mine", seed=1, out=tmp_path / "other")
    simulate(40, strategies=f"{file}:Mine(n=1)", seed=1, out=tmp_path / "other")


class Given(Strategy):
    """Passes, whatever it holds."""

    def __init__(self, held: Any) -> None:
        self.held = held


@dataclasses.dataclass
class Weighted(Strategy):
    """Passes, whatever it weighs."""

    weights: Any


def _made_with(n: Any) -> type[Strategy]:
    class Inner(Strategy):
        def bid(self, view: Any) -> Any:
            return view.legal[0] if n else view.legal[-1]

    return Inner


LARGE = np.arange(2000.0)


@pytest.mark.parametrize(
    ("one", "same", "two"),
    [
        (Given(3), Given(3), Given(2)),
        (Given([1, 2.5]), Given([1, 2.5]), Given([1, 2])),
        (Weighted(3), Weighted(3), Weighted(2)),
        (Weighted(LARGE), Weighted(LARGE.copy()), Weighted(np.arange(2000.0) // 999)),
        (_made_with(3), _made_with(3), _made_with(2)),
    ],
)
def test_an_object_is_known_by_its_state(
    one: Any, same: Any, two: Any, tmp_path: Path
) -> None:
    given: dict[str, Any] = {"auction": "best:garde", "seed": 1}
    simulate(20, strategies=one, out=tmp_path / "run", **given)
    simulate(30, strategies=same, out=tmp_path / "run", **given)
    with pytest.raises(FolderError, match="holds another run: seat 0, 1, 2, 3: "):
        simulate(30, strategies=two, out=tmp_path / "run", **given)


@pytest.mark.parametrize(
    "strategy", [Given(object()), Weighted(object()), _made_with(object())]
)
def test_an_object_whose_state_cannot_be_written_is_refused(
    strategy: Any, tmp_path: Path
) -> None:
    with pytest.raises(StrategyError, match="later run could not tell whether it is"):
        simulate(20, strategies=strategy, seed=1, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_ready_made_strategy_of_a_file_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "ready.py"
    file.write_text(
        "from tarotsim.kernels.policies import CompiledStrategy, policy\n"
        "@policy\n"
        "def bid(public, private, suits, trumps, params, scratch):\n    return 0\n"
        "READY = CompiledStrategy({'bid': bid})\n",
        encoding="utf-8",
    )
    for deals in (20, 30):
        simulate(deals, strategies=f"{file}:READY", seed=1, out=tmp_path / "run")


def test_a_module_that_was_loaded_again_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "reloaded_strategy.py"
    file.write_text(PLAIN, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("reloaded_strategy")
    given: dict[str, Any] = {"seed": 1, "out": tmp_path / "run"}
    simulate(20, strategies="reloaded_strategy:Mine", **given)
    file.write_text(PLAIN.replace("[0]", "[-1]"), encoding="utf-8")
    importlib.reload(module)
    with pytest.raises(FolderError, match="source of reloaded_strategy:Mine has"):
        simulate(30, strategies="reloaded_strategy:Mine", **given)
