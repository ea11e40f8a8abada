"""The only use of numba's compilers: how kernels and policies are compiled."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import config, types
from numba.core.ccallback import CFunc
from numba.core.errors import NumbaExperimentalFeatureWarning

from tarotsim.kernels._cache import FileCache, engine_digest

__all__ = ["IS_COMPILED", "compile_callback", "kernel"]

F = TypeVar("F", bound=Callable[..., Any])

IS_COMPILED = not config.DISABLE_JIT
"""False under ``NUMBA_DISABLE_JIT=1``: kernels are then plain Python functions."""

_OPTIONS: dict[str, Any] = {"nopython": True, "nogil": True, "error_model": "numpy"}

if not IS_COMPILED:
    # Machine words wrap around in compiled code; numpy's scalars warn when they do.
    np.seterr(over="ignore")


def kernel(function: F) -> F:
    """Compile a function of the engine when it is first called.

    It takes and returns numbers, arrays and named tuples only, raises nothing and
    holds no lock. Overflow wraps around, division never raises, and array indices are
    checked under ``NUMBA_BOUNDSCHECK=1``.

    Parameters
    ----------
    function : callable
        A module-level function.

    Returns
    -------
    callable
        The same signature; the plain function under ``NUMBA_DISABLE_JIT=1``.
    """
    if not IS_COMPILED:
        return function
    dispatcher = numba.jit(**_OPTIONS)(function)
    dispatcher._cache = FileCache(function, engine_digest)
    return cast("F", dispatcher)


def compile_callback(
    function: Callable[..., Any],
    signature: tuple[tuple[types.Type, ...], types.Type],
    digest: Callable[[], str] | None,
) -> Any:
    """Compile a function that the engine calls by its address.

    Parameters
    ----------
    function : callable
    signature : tuple
        Types of the arguments, type of the result.
    digest : callable or None
        Names the folder of compiled code; None: not kept.

    Returns
    -------
    object
        With an ``address``; keep it as long as the address is used.
    """
    options = {"nogil": True, "error_model": "numpy"}
    callback = CFunc(function, signature, locals={}, options=options)
    if digest is not None:
        callback._cache = FileCache(function, digest)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
        callback.compile()
    return callback
