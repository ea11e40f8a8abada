"""The only use of numba's compilers: how kernels and policies are compiled."""

from __future__ import annotations

import contextlib
import gc
import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, overload

import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core import config, types
from numba.core.ccallback import CFunc
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import NumbaError, NumbaExperimentalFeatureWarning
from numba.core.registry import CPUDispatcher

from tarotsim.game.errors import StrategyError
from tarotsim.kernels._cache import FileCache, digest_for
from tarotsim.kernels._parts import PartCache, PartCompiler

__all__ = ["CHECKS_BOUNDS", "IS_COMPILED", "compile_callback", "kernel"]

F = TypeVar("F", bound=Callable[..., Any])

IS_COMPILED = not config.DISABLE_JIT
"""False under ``NUMBA_DISABLE_JIT=1``: kernels are then plain Python functions."""

CHECKS_BOUNDS = bool(config.BOUNDSCHECK)
"""True under ``NUMBA_BOUNDSCHECK=1``: rows then stay arrays, which can be checked."""

_SELDOM = 100_000
"""New objects after which Python looks for garbage while something is compiled."""

_OPTIONS: dict[str, Any] = {"nopython": True, "nogil": True, "error_model": "numpy"}

if not IS_COMPILED:
    # Machine words wrap around in compiled code; numpy's scalars warn when they do.
    np.seterr(over="ignore")


def _keep(
    compiled: Any, function: Callable[..., Any], cache: type[FileCache] = FileCache
) -> None:
    """Let a function's compiled code be kept between processes."""
    digest = digest_for(function)
    if digest is not None:
        compiled._cache = cache(function, digest)


@contextlib.contextmanager
def _collecting_seldom() -> Iterator[None]:
    """Let Python look for garbage seldom: the compiler makes objects by the million.

    Who has it look more seldom still, or never (0), keeps that.
    """
    with global_compiler_lock:
        before = gc.get_threshold()
        if 0 < before[0] < _SELDOM:
            gc.set_threshold(_SELDOM, *before[1:])
        try:
            yield
        finally:
            gc.set_threshold(*before)


class _Entry(CPUDispatcher):  # type: ignore[misc]  # numba has no types
    """A kernel that Python calls."""

    def compile(self, signature: Any) -> Any:
        """Compile it with all the kernels that it calls."""
        with _collecting_seldom():
            return super().compile(signature)


class _InnerDispatcher(CPUDispatcher):  # type: ignore[misc]  # numba has no types
    """A kernel that other kernels call: a part of their code.

    A call from Python, in a test say, compiles the function once more, to be run.
    """

    _from_python: Any = None

    def __call__(self, *args: Any) -> Any:
        if self._from_python is None:
            self._from_python = numba.jit(**_OPTIONS)(self.py_func)
            _keep(self._from_python, self.py_func)
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
            options = {**_OPTIONS, "no_cfunc_wrapper": True}
            dispatcher = _Entry(plain, targetoptions=options)
            _keep(dispatcher, plain)
            return dispatcher
        inner = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        options = {**_OPTIONS, **inner, "forceinline": inline}
        dispatcher = _InnerDispatcher(
            plain, targetoptions=options, pipeline_class=PartCompiler
        )
        _keep(dispatcher, plain, PartCache)
        return dispatcher

    return compile_it if function is None else compile_it(function)


def _title(function: Callable[..., Any]) -> str:
    return f"the policy {function.__module__}.{function.__qualname__}"


def _verify_answers(function: Callable[..., Any], typed: Any) -> None:
    """Refuse a policy that answers with a fraction, which would be cut off.

    Parameters
    ----------
    function : callable
    typed : TypeAnnotation
        What numba found out about it.
    """
    for block in typed.blocks.values():
        for cast in block.find_exprs("cast"):
            # Only what is returned is cast, to int64; the type before tells.
            kind = typed.typemap[cast.value.name]
            if isinstance(kind, types.Float):
                message = (
                    f"{_title(function)} answers with a fraction ({kind}) in line "
                    f"{cast.loc.line} of its file, which would be cut off: an answer "
                    "is a whole number, as int(...) and // make one"
                )
                raise StrategyError(message)


class _Callback(CFunc):  # type: ignore[misc]  # numba has no types
    """A C function that holds the whole policy: no second call, no check of errors."""

    def _compile_uncached(self) -> Any:
        try:
            result = super()._compile_uncached()
        except NumbaError as error:
            message = f"{_title(self._pyfunc)} cannot be compiled: {error}"
            raise StrategyError(message) from error
        _verify_answers(self._pyfunc, result.type_annotation)
        library = result.library
        # numba forbids to inline at the call; nothing else is in the module yet.
        text = re.sub(r"\bnoinline\b", "nounwind", str(library._final_module))
        name = re.escape(result.fndesc.llvm_func_name)
        native = re.compile(rf'^define .*@"?{name}"?\(.*(?= \{{$)', flags=re.MULTILINE)
        # Blocks, parameters and scratch lie apart: what is written to one changes no
        # other, and need not be read again.
        any_head = re.compile(r"^define .*$", flags=re.MULTILINE)
        text = any_head.sub(
            lambda head: re.sub(r"\bptr (?=%arg\.)", "ptr noalias ", head[0]), text
        )
        text, count = native.subn(r"\g<0> alwaysinline", text)
        assert count == 1, "the policy is not where numba used to write it"
        library._final_module = llvm.parse_assembly(text)
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

    Raises
    ------
    StrategyError
        If it cannot be compiled, or answers with a fraction.
    """
    options = {"nogil": True, "error_model": "numpy"}
    callback = _Callback(function, signature, locals={}, options=options)
    _keep(callback, function)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
        with _collecting_seldom():
            callback.compile()
    return callback
