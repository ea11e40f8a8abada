"""What a strategy is, so that another day or another machine can tell: its source.

A run that goes on later, or elsewhere, must find the same strategies. Each is known by
its spec, its parameters, and a digest of the code behind it.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import sys
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

from tarotsim.game.errors import StrategyError
from tarotsim.plugins.external import External
from tarotsim.plugins.registry import (
    StrategySpec,
    available_strategies,
    load_strategy,
    parse_spec,
)

__all__ = [
    "StrategyIdentity",
    "file_of",
    "identify_strategy",
    "package_digest",
    "spec_of",
]


@dataclass(frozen=True, slots=True)
class StrategyIdentity:
    """What makes two strategies the same.

    Parameters
    ----------
    spec : str
        Its text form; a file is named without its folder.
    parameters : dict of str to str
        Every parameter and how Python writes its value.
    source : str
        ``sha256:`` and the digest of the file, or of every file of the package.
    """

    spec: str
    parameters: dict[str, str]
    source: str


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
    if not is_dataclass(strategy) or not _is_plain(strategy):
        return None
    own = {f.name: getattr(strategy, f.name) for f in fields(strategy) if f.init}
    return StrategySpec(target, tuple(own.items()))


def _is_plain(strategy: Any) -> bool:
    """Tell whether every parameter is one that a spec can write."""
    values = [getattr(strategy, f.name) for f in fields(strategy) if f.init]
    return all(isinstance(v, (int, float, str, type(None))) for v in values)


def identify_strategy(strategy: Any) -> StrategyIdentity:
    """Return what identifies a strategy.

    Parameters
    ----------
    strategy : spec, class or object
        As it was given for a seat.

    Raises
    ------
    StrategyError
        If its source cannot be found, as that of a class typed into a prompt.
    """
    spec = spec_of(strategy)
    if spec is None:
        kind = strategy if isinstance(strategy, type) else type(strategy)
        parameters = _parameters(strategy)
        return StrategyIdentity(kind.__qualname__, parameters, _class_digest(kind))
    strategy = load_strategy(spec)
    parameters = _parameters(strategy)
    path = file_of(spec)
    if isinstance(strategy, External):
        # The program is what plays: every file that its command names.
        named = [Path(word) for word in strategy.command if Path(word).is_file()]
        return StrategyIdentity(spec.target, parameters, _digest(named))
    if path is None:
        source = package_digest(_module_of(spec))
        return StrategyIdentity(spec.target, parameters, source)
    target = f"{path.name}:{spec.target.rpartition(':')[2]}"
    return StrategyIdentity(target, parameters, _digest([path]))


def _module_of(spec: StrategySpec) -> str:
    """Return the name of the module that a spec without a file leads to."""
    entry = available_strategies().get(spec.target)
    return (spec.target if entry is None else entry.value).partition(":")[0]


def _parameters(strategy: Any) -> dict[str, str]:
    if isinstance(strategy, type) or not is_dataclass(strategy):
        return {}
    # A field that is no parameter holds what the strategy is doing.
    own = [f.name for f in fields(strategy) if f.init]
    return {name: repr(getattr(strategy, name)) for name in own}


@functools.cache
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
    top = sys.modules[module_name.partition(".")[0]]
    folders = getattr(top, "__path__", None)
    if folders is not None:
        return _digest(
            sorted(file for folder in folders for file in Path(folder).rglob("*.py"))
        )
    path = getattr(top, "__file__", None)
    if path is None:
        raise StrategyError(f"the module {module_name} has no file to know it by")
    return _digest([Path(path)])


def _class_digest(kind: type) -> str:
    """Return the digest of the source of a class and of those it derives from."""
    known = ("builtins", "tarotsim", "typing")
    own = [c for c in kind.__mro__ if c.__module__.partition(".")[0] not in known]
    try:
        sources = [inspect.getsource(part) for part in own]
    except (OSError, TypeError):
        sources = []
    if not sources:
        message = (
            f"the source of the strategy {kind.__qualname__} cannot be found, so that "
            "a later run could not tell whether it is the same: put it in a file and "
            "give file.py:Name"
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
