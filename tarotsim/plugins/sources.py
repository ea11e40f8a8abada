"""What a strategy is, so that another day or another machine can tell: its source.

A run that goes on later, or elsewhere, must find the same strategies. Each is known by
its spec, its parameters, and a digest of the code behind it.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import math
import sys
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.game.errors import StrategyError
from tarotsim.plugins.external import External
from tarotsim.plugins.registry import (
    StrategySpec,
    available_strategies,
    load_strategy,
    load_target,
    parse_spec,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "file_of",
    "how_to_name",
    "identify_strategy",
    "package_digest",
    "spec_of",
]


def file_of(spec: StrategySpec) -> Path | None:
    """Return the file that a spec names, None if it names none."""
    path = spec.target.rpartition(":")[0]
    return Path(path) if path.endswith(".py") else None


def spec_of(strategy: Any) -> StrategySpec | None:
    """Return a spec that gives the strategy elsewhere too, None if there is none.

    A class or a dataclass object counts as ``package.module:Name`` when it can be
    imported under that name; one of a notebook or a main program cannot.
    """
    if isinstance(strategy, StrategySpec):
        return strategy
    if isinstance(strategy, str):
        return parse_spec(strategy)
    kind = strategy if isinstance(strategy, type) else type(strategy)
    module = sys.modules.get(kind.__module__)
    is_importable = kind.__module__ != "__main__" and "." not in kind.__qualname__
    if not is_importable or getattr(module, kind.__qualname__, None) is not kind:
        return None
    if kind.__module__.startswith("tarotsim_file_"):
        target = f"{inspect.getfile(kind)}:{kind.__qualname__}"
    elif getattr(module, "__spec__", None) is None:
        return None
    else:
        target = f"{kind.__module__}:{kind.__qualname__}"
    if strategy is kind:
        return StrategySpec(target)
    if not is_dataclass(strategy):
        return None
    own = {f.name: getattr(strategy, f.name) for f in fields(strategy) if f.init}
    spec = StrategySpec(target, tuple(own.items()))
    return spec if _gives(spec, strategy) else None


def how_to_name(name: str) -> str:
    """Return what to do so that a class can be found by others, in words."""
    return (
        "put the class in a file (the first line of a notebook's cell: %%writefile "
        f"mine.py) and give 'mine.py:{name}', or in a module and give "
        f"'package.module:{name}'"
    )


def _gives(spec: StrategySpec, strategy: Any) -> bool:
    """Tell whether a spec can be written, and makes an object in the same state.

    A field that is no parameter holds what the strategy is doing.
    """
    doing = {f.name for f in fields(strategy) if not f.init}

    def state_of(some: Any) -> dict[str, Any]:
        return {k: v for k, v in _state(some).items() if k not in doing}

    state = state_of(strategy)
    if not all(map(_is_literal, state.values())):
        return False
    try:
        made = type(strategy)(**dict(spec.parameters))
    except Exception:
        return False
    return state_of(made) == state


def identify_strategy(strategy: Any) -> dict[str, Any]:
    """Return what makes two strategies the same.

    Parameters
    ----------
    strategy : spec, class or object
        As it was given for a seat.

    Returns
    -------
    dict
        ``spec``, its text form, a file without its folder; ``parameters``, each with
        how Python writes its value; ``source``, ``sha256:`` and the digest of the
        file, of every file of the package, or of the class.

    Raises
    ------
    StrategyError
        If its source cannot be found, as that of a class typed into a prompt, or it
        holds something that has no text form.
    """
    spec = spec_of(strategy)
    if spec is None:
        kind = strategy if isinstance(strategy, type) else type(strategy)
        source = _class_digest(kind)
        held = _class_state(kind)
        if strategy is not kind:
            held |= _state(strategy)
        written = {name: _text(kind, name, value) for name, value in held.items()}
        return {"spec": kind.__qualname__, "parameters": written, "source": source}
    parameters = _parameters(spec)
    path = file_of(spec)
    made = load_strategy(spec)
    if isinstance(made, External):
        # The program is what plays: every file that its command names.
        named = [Path(word) for word in made.command if Path(word).is_file()]
        target, source = spec.target, _digest(named)
    elif path is None:
        target, source = spec.target, package_digest(_module_of(spec))
    else:
        target = f"{path.name}:{spec.target.rpartition(':')[2]}"
        source = _digest([path])
    return {"spec": target, "parameters": parameters, "source": source}


def _parameters(spec: StrategySpec) -> dict[str, str]:
    """Return the parameters of a spec, and the defaults of those it leaves out.

    A default that is no literal is in the source, which has its digest.
    """
    made = load_target(spec.target)
    given = dict(spec.parameters)
    if callable(made):
        known = inspect.signature(made).parameters.values()
        defaults = {p.name: p.default for p in known if _is_literal(p.default)}
        given = defaults | given
    return {name: repr(value) for name, value in given.items()}


def _state(strategy: Any) -> dict[str, Any]:
    """Return every attribute that an object has of its own."""
    slots = {
        name
        for part in type(strategy).__mro__
        for name in _listed(vars(part).get("__slots__", ()))
        if name not in ("__dict__", "__weakref__") and hasattr(strategy, name)
    }
    held = {name: getattr(strategy, name) for name in sorted(slots)}
    return held | getattr(strategy, "__dict__", {})


def _listed(slots: str | Iterable[str]) -> Iterable[str]:
    return (slots,) if isinstance(slots, str) else slots


def _class_state(kind: type) -> dict[str, Any]:
    """Return what a class holds that its source need not tell.

    Values that it was given, and variables of the function that it was made in.
    """
    held: dict[str, Any] = {}
    for part in _own_classes(kind):
        for name, value in vars(part).items():
            value = getattr(value, "__func__", getattr(value, "fget", value))
            if inspect.isfunction(value):
                if not _is_written_in(part, value):
                    continue
                inner = inspect.getclosurevars(value).nonlocals
                held |= {k: v for k, v in inner.items() if k != "__class__"}
                defaults = inspect.signature(value).parameters.values()
                held |= {
                    f"{name}.{p.name}": p.default
                    for p in defaults
                    if p.default is not p.empty
                }
            elif not name.startswith(("__", "_abc_")) and not _is_code(value):
                held.setdefault(name, value)
    return held


def _is_written_in(kind: type, function: Any) -> bool:
    """Tell a method from what decorators and protocols put into a class."""
    is_made = function.__code__.co_filename == "<string>"
    return function.__globals__.get("__name__") == kind.__module__ and not is_made


def _is_code(value: Any) -> bool:
    return isinstance(value, type) or hasattr(value, "__get__")


def _text(kind: type, name: str, value: Any) -> str:
    if _is_literal(value):
        return repr(value)
    if isinstance(value, np.ndarray) and not value.dtype.hasobject:
        digest = hashlib.sha256(value.tobytes()).hexdigest()
        return f"{value.dtype.str} {value.shape} sha256:{digest}"
    message = (
        f"{name} of the strategy {kind.__qualname__} is of the type "
        f"{type(value).__qualname__}, so that a later run could not tell whether it is "
        "the same: in a run on disk a strategy holds numbers, texts, lists of them and "
        "arrays, or is put in a file and given as file.py:Name"
    )
    raise StrategyError(message)


def _is_literal(value: Any) -> bool:
    """Tell whether Python writes a value so that it can be read again."""
    if type(value) in (list, tuple, set):
        return all(map(_is_literal, value))
    if type(value) is dict:
        return all(_is_literal(part) for pair in value.items() for part in pair)
    if type(value) is float:
        return math.isfinite(value)
    return value is None or type(value) in (bool, int, str, bytes)


def _module_of(spec: StrategySpec) -> str:
    """Return the name of the module that a spec without a file leads to."""
    entry = available_strategies().get(spec.target)
    return (spec.target if entry is None else entry.value).partition(":")[0]


def package_digest(module_name: str) -> str:
    """Return the digest of every source file of the package that holds a module.

    Parameters
    ----------
    module_name : str
        Name of a module that is loaded.

    Raises
    ------
    StrategyError
        If it has no file.
    """
    name = module_name.partition(".")[0]
    # A package that is worked on may be loaded again; this one cannot be.
    return _own_digest() if name == "tarotsim" else _digest_of_package(name)


@functools.cache
def _own_digest() -> str:
    return _digest_of_package("tarotsim")


def _digest_of_package(name: str) -> str:
    top = sys.modules[name]
    folders = getattr(top, "__path__", None)
    if folders is not None:
        return _digest(
            sorted(file for folder in folders for file in Path(folder).rglob("*.py"))
        )
    path = getattr(top, "__file__", None)
    if path is None or not Path(path).is_file():
        what = f"the module {name}"
        if name == "__main__":
            what = "a notebook or a prompt"
        message = f"{what} has no file by which another process or day knows a class"
        raise StrategyError(f"{message}: {how_to_name('Name')}")
    return _digest([Path(path)])


def _own_classes(kind: type) -> list[type]:
    known = ("builtins", "tarotsim", "typing")
    return [c for c in kind.__mro__ if c.__module__.partition(".")[0] not in known]


def _class_digest(kind: type) -> str:
    """Return the digest of the source of a class and of those it derives from."""
    try:
        sources = [inspect.getsource(part) for part in _own_classes(kind)]
    except (OSError, TypeError):
        sources = []
    if not sources:
        message = (
            f"the source of the strategy {kind.__qualname__} cannot be found, so that "
            "a later run could not tell whether it is the same: "
            f"{how_to_name(kind.__name__)}"
        )
        raise StrategyError(message)
    return f"sha256:{hashlib.sha256(''.join(sources).encode()).hexdigest()}"


def _digest(files: list[Path]) -> str:
    total = hashlib.sha256()
    for file in files:
        content = file.read_bytes()
        total.update(f"{file.name} {len(content)}\n".encode())
        total.update(content)
    return f"sha256:{total.hexdigest()}"
