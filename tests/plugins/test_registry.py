"""Finding strategies by name, path and file, and saying what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tarotsim import SeatView, StrategyError, available_strategies, load_strategy
from tarotsim.plugins.registry import (
    StrategySpec,
    describe_strategy,
    load_table,
    parse_spec,
    split_specs,
)

FILE = '''
from dataclasses import dataclass
from tarotsim import Strategy


@dataclass(frozen=True)
class Mine(Strategy):
    """My own."""

    courage: int = 3
    name = "mine"

    def bid(self, view):
        return view.legal[0]


class NotAStrategy:
    pass


def play(view):
    return view.legal[0]
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my strategy.py"
    path.write_text(FILE, encoding="utf-8")
    return path


def test_specs_are_read() -> None:
    assert parse_spec("random_legal") == StrategySpec("random_legal")
    spec = parse_spec(" point_count( garde = 50, reads_poignees=True ) ")
    assert spec.parameters == (("garde", 50), ("reads_poignees", True))
    assert parse_spec(str(spec)) == spec


@pytest.mark.parametrize(
    "text", ["", "a(b=1", "a(1)", "a(b=)", "a(b=c)", "a(**x)", "a(b=__import__('os'))"]
)
def test_bad_specs_are_refused(text: str) -> None:
    with pytest.raises(StrategyError):
        parse_spec(text)


def test_specs_are_split_outside_parentheses() -> None:
    assert split_specs("a(b=1, c=2), d,e") == ["a(b=1, c=2)", "d", "e"]


def test_the_bundled_strategies_are_registered_and_described() -> None:
    names = available_strategies()
    assert {"random_legal", "point_count", "poignee_never"} <= set(names)
    for name in names:
        assert describe_strategy(name).endswith(".")


def test_unknown_names_suggest_the_nearest() -> None:
    with pytest.raises(StrategyError, match="did you mean point_count"):
        load_strategy("pointcount")


def test_a_file_is_loaded_with_parameters(file: Path) -> None:
    strategy = load_strategy(f"{file}:Mine(courage=9)")
    assert vars(strategy)["courage"] == 9


def test_a_path_to_a_module_is_loaded() -> None:
    assert load_strategy("tarotsim_strategies.random_legal:RandomLegal") == (
        load_strategy("random_legal")
    )


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("{file}", "given with a class"),
        ("{file}:Missing", "strategies found: Mine$"),
        ("{file}:NotAStrategy", "none of bid, call"),
        ("{file}:Mine(size=1)", "has no parameter"),
        ("{file}:play", "function that needs view: a strategy is a class with some of"),
        ("{folder}/none.py:Mine", "no strategy file"),
        ("no_such_module:Mine", "cannot import"),
        ("tarotsim_strategies.random_legal:Mine", "there is no 'Mine'"),
        ("point_count(colour=1)", "has no parameter"),
    ],
)
def test_what_cannot_be_loaded_says_why(file: Path, target: str, reason: str) -> None:
    with pytest.raises(StrategyError, match=reason):
        load_strategy(target.format(file=file, folder=file.parent))


def test_a_file_that_fails_says_how(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("import nothing_of_this_name\n", encoding="utf-8")
    with pytest.raises(StrategyError, match=r"ModuleNotFoundError: .*nothing_of"):
        load_strategy(f"{path}:Mine")


class OnlyPlays:
    """Has one of the six decisions."""

    def play(self, view: SeatView) -> int:
        card: int = view.legal[0]
        return card


def test_an_object_gets_the_defaults_it_lacks() -> None:
    strategy = load_strategy(OnlyPlays())
    assert all(
        callable(getattr(strategy, name)) for name in ("bid", "ecart", "poignee")
    )


def test_a_table_takes_one_or_one_a_seat() -> None:
    assert len(load_table("random_legal", 5)) == 5
    assert len(load_table("random_legal,point_count,random_legal", 3)) == 3
    with pytest.raises(StrategyError, match="2 strategies are given for 4 seats"):
        load_table("random_legal,point_count", 4)


class Sized:
    """Cannot be made without parameters."""

    def __init__(self, size: int, colour: str, shade: float = 0.5) -> None: ...

    def play(self, view: SeatView) -> int:
        card: int = view.legal[0]
        return card


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("external", r"^external needs command: external\(command=\.\.\.\)"),
        ("external(timeout=2)", r"external\(command=\.\.\., timeout=2\)"),
        ("external", r"`tarotsim strategies external` tells"),
        ("external(comand='x')", "did you mean command"),
        ("external(command=' ')", "not ' '"),
        (Sized, r"Sized needs size and colour: .*Sized\(size=\.\.\., colour=\.\.\.\)$"),
        (f"{__name__}:Sized(size=3)", r"needs colour: .*\(colour=\.\.\., size=3\)$"),
        (
            "json:loads",
            r"json:loads is a function that needs s: .*json:loads\(s=\.\.\.\)",
        ),
        ("point_count(garde=1, garde=2)", "gives garde more than once"),
    ],
)
def test_parameters_that_are_missing_or_given_twice_are_named(
    spec: Any, message: str
) -> None:
    with pytest.raises(StrategyError, match=message):
        load_strategy(spec)


def test_a_misspelled_parameter_is_named_with_the_nearest() -> None:
    with pytest.raises(StrategyError, match=r"no parameter 'gade'; did you mean garde"):
        load_strategy("point_count(gade=50)")
    with pytest.raises(StrategyError, match=r"parameters: p_pass, shows"):
        load_strategy("random_legal(x=1)")
