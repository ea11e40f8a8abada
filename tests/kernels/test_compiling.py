"""Compiling: what is left as it was."""

from __future__ import annotations

import contextlib
import gc
from typing import TYPE_CHECKING

import pytest

from tarotsim.kernels import _jit

if TYPE_CHECKING:
    from collections.abc import Iterator


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
