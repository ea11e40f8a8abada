"""The only use of numba's compilers: how kernels and policies are compiled."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from typing import Any, TypeVar, overload

import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core import config, types
from numba.core.ccallback import CFunc
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.core.registry import CPUDispatcher

from tarotsim.kernels._cache import FileCache, digest_for

__all__ = ["CHECKS_BOUNDS", "IS_COMPILED", "compile_callback", "kernel"]

F = TypeVar("F", bound=Callable[..., Any])

IS_COMPILED = not config.DISABLE_JIT
"""False under ``NUMBA_DISABLE_JIT=1``: kernels are then plain Python functions."""

CHECKS_BOUNDS = bool(config.BOUNDSCHECK)
"""True under ``NUMBA_BOUNDSCHECK=1``: rows then stay arrays, which can be checked."""

_OPTIONS: dict[str, Any] = {"nopython": True, "nogil": True, "error_model": "numpy"}

if not IS_COMPILED:
    # Machine words wrap around in compiled code; numpy's scalars warn when they do.
    np.seterr(over="ignore")


def _keep(compiled: Any, function: Callable[..., Any], form: str = "") -> None:
    """Let a function's compiled code be kept between processes."""
    digest = digest_for(function)
    if digest is not None:
        compiled._cache = FileCache(function, digest, form)


class _InnerDispatcher(CPUDispatcher):  # type: ignore[misc]  # numba has no types
    """A kernel that other kernels call: without the code that Python would call.

    That code takes a third of the time of compilation. A call from Python, in a test
    say, compiles the function once more, with it.
    """

    _from_python: Any = None

    def __call__(self, *args: Any) -> Any:
        if self._from_python is None:
            self._from_python = numba.jit(**_OPTIONS)(self.py_func)
            _keep(self._from_python, self.py_func, "from Python")
        return self._from_python(*args)


@overload
def kernel(function: F) -> F: ...


@overload
def kernel(*, inline: bool = True, entry: bool = False) -> Callable[[F], F]: ...


def kernel(function: Any = None, *, inline: bool = True, entry: bool = False) -> Any:
    """Compile a function of the engine when it is first called.

    It takes and returns numbers, arrays and named tuples only, raises nothing and
    holds no lock. Overflow wraps around, division never raises, and array indices are
    checked under ``NUMBA_BOUNDSCHECK=1``.

    Parameters
    ----------
    function : callable
        A module-level function.
    inline : bool, optional
        Put its code into every caller. Rules and states are passed field by field, so
        that even a call of a large function costs more than the copy of its code.
    entry : bool, optional
        Called from Python: for the loops over many deals.

    Returns
    -------
    callable
        The same signature; the plain function under ``NUMBA_DISABLE_JIT=1``.
    """

    def compile_it(plain: Any) -> Any:
        if not IS_COMPILED:
            # Threads have settings of their own.
            return np.errstate(over="ignore")(plain) if entry else plain
        if entry:
            dispatcher = numba.jit(no_cfunc_wrapper=True, **_OPTIONS)(plain)
        else:
            inner = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
            options = {**_OPTIONS, **inner, "forceinline": inline}
            dispatcher = _InnerDispatcher(plain, targetoptions=options)
        _keep(dispatcher, plain)
        return dispatcher

    return compile_it if function is None else compile_it(function)


class _Callback(CFunc):  # type: ignore[misc]  # numba has no types
    """A C function that holds the whole policy: no second call, no check of errors."""

    def _compile_uncached(self) -> Any:
        result = super()._compile_uncached()
        library = result.library
        # numba forbids to inline at the call; nothing else is in the module yet.
        text = re.sub(r"\bnoinline\b", "nounwind", str(library._final_module))
        # Blocks, parameters and scratch lie apart: what is written to one changes no
        # other, and need not be read again.
        native_head = re.compile(r"^define .*$", flags=re.MULTILINE)
        text = native_head.sub(
            lambda head: re.sub(r"\bptr (?=%arg\.)", "ptr noalias ", head[0]), text
        )
        module = llvm.parse_assembly(text)
        native = module.get_function(result.fndesc.llvm_func_name)
        native.add_function_attribute("alwaysinline")
        library._final_module = module
        return result


def compile_callback(
    function: Callable[..., Any],
    signature: tuple[tuple[types.Type, ...], types.Type],
) -> Any:
    """Compile a function that the engine calls by its address.

    Parameters
    ----------
    function : callable
    signature : tuple
        Types of the arguments, type of the result.

    Returns
    -------
    object
        With an ``address``; keep it as long as the address is used.
    """
    options = {"nogil": True, "error_model": "numpy"}
    callback = _Callback(function, signature, locals={}, options=options)
    _keep(callback, function)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
        callback.compile()
    return callback
