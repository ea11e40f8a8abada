"""Compiling policies: what is refused, and what is left as it was."""

from __future__ import annotations

import contextlib
import gc
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tarotsim import simulate
from tarotsim.game.errors import StrategyError
from tarotsim.kernels import _jit
from tarotsim.kernels._jit import IS_COMPILED
from tarotsim.kernels.policies import CompiledStrategy, Policy, lowest, policy

if TYPE_CHECKING:
    from collections.abc import Iterator

needs_compiler = pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled")


@policy
def from_params(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Answer with a parameter as it is: a float64."""
    return params[0]


@policy
def divided(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Answer with a quotient, though another branch answers with a whole number."""
    if suits:
        return lowest(suits)
    return trumps / 2


@policy
def mixing_signs(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Add a signed number to an unsigned one: whole in numba, a float in numpy."""
    return np.int64(1) + (suits & np.uint64(0))


@policy
def one_of_two(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Answer with a whole number or with a fraction."""
    return 1 if suits else 0.5


@policy
def unknown_name(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Use what does not exist."""
    return nowhere(suits)  # type: ignore[name-defined]  # noqa: F821


@policy
def no_number(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Answer with a text."""
    return "SR"


@policy
def flag(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Answer true or false, which are 1 and 0."""
    return suits != trumps


def play(rule: Policy, params: tuple[float, ...] = (2.0,)) -> None:
    asked = CompiledStrategy({"chelem": rule}, params)
    simulate(1, strategies=asked, seed=1, auction="best:garde")


@needs_compiler
@pytest.mark.parametrize("rule", [from_params, divided, one_of_two])
def test_a_policy_that_answers_with_a_fraction_is_refused(rule: Policy) -> None:
    with pytest.raises(StrategyError, match="answers with a fraction") as caught:
        play(rule)
    assert f"test_compiling.{rule.function.__name__}" in str(caught.value)
    line = rule.function.__code__.co_firstlineno
    lines = [f"line {line + more} " for more in range(3, 9)]
    assert any(one in str(caught.value) for one in lines)


def test_a_fraction_is_not_cut_off_without_compilation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tarotsim.kernels.strategy.IS_COMPILED", False)
    blocks = [np.zeros(80, dtype=np.uint64)] * 2 + [np.uint64(1)] * 2
    scratch = np.zeros(64, dtype=np.uint64)
    with pytest.raises(StrategyError, match=r"answered .*2\.5"):
        from_params(*blocks, np.array([2.5]), scratch)
    assert flag(*blocks, np.zeros(1), scratch) == 0
    assert mixing_signs(*blocks, np.zeros(1), scratch) == 1


@needs_compiler
@pytest.mark.parametrize(
    ("rule", "reason"), [(unknown_name, "'nowhere' is not defined"), (no_number, "SR")]
)
def test_a_policy_that_cannot_be_compiled_is_named(rule: Policy, reason: str) -> None:
    with pytest.raises(StrategyError, match="cannot be compiled") as caught:
        play(rule)
    assert f"test_compiling.{rule.function.__name__}" in str(caught.value)
    assert reason in str(caught.value)


@pytest.mark.parametrize("rule", [flag, mixing_signs])
def test_whole_numbers_of_any_kind_are_answers(rule: Policy) -> None:
    play(rule)


@contextlib.contextmanager
def threshold(first: int) -> Iterator[None]:
    """Have Python look for garbage after so many new objects; 0: never."""
    before = gc.get_threshold()
    gc.set_threshold(first, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@pytest.mark.parametrize(
    ("own", "meanwhile"), [(0, 0), (700, 100_000), (100_000, 100_000), (10**6, 10**6)]
)
def test_garbage_is_looked_for_as_the_caller_wants(own: int, meanwhile: int) -> None:
    with threshold(own):
        whole = gc.get_threshold()
        with _jit._collecting_seldom():
            assert gc.get_threshold() == (meanwhile, *whole[1:])
        assert gc.get_threshold() == whole
        with contextlib.suppress(ZeroDivisionError), _jit._collecting_seldom():
            _ = 1 / 0
        assert gc.get_threshold() == whole
