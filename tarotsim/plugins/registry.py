"""Finding strategies: by registered name, by import path, by file.

A *spec* is the text form of a strategy: ``name``, ``package.module:Name`` or
``path/file.py:Name``, each optionally with parameters, ``name(garde=50)``. Between
processes only specs travel.
"""

from __future__ import annotations

import ast
import difflib
import hashlib
import importlib
import importlib.util
import inspect
import re
import sys
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from tarotsim.game.errors import StrategyError, TarotError
from tarotsim.game.strategy import DECISIONS, Strategy, complete

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = [
    "GROUP",
    "StrategyLike",
    "StrategySpec",
    "available_strategies",
    "describe_strategy",
    "load_strategy",
    "load_table",
    "load_target",
    "parse_spec",
    "plays_by_name",
    "split_specs",
    "verify_names_strategy",
]

GROUP = "tarotsim.strategies"
"""Entry-point group in which packages register their strategies."""

StrategyLike: TypeAlias = Any
"""A spec, a class without required parameters, or an object with decisions."""


_SPEC = re.compile(
    r"(?P<target>.*?\.py:\w+|[^()]*)(?:\((?P<inner>.*)\))?", flags=re.DOTALL
)
"""The path of a file may hold parentheses of its own."""


@dataclass(frozen=True, slots=True)
class StrategySpec:
    """A strategy in text form.

    Parameters
    ----------
    target : str
        Registered name, ``package.module:Name`` or ``path/file.py:Name``.
    parameters : tuple of (str, object)
        Keyword arguments for it.
    """

    target: str
    parameters: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        if not self.parameters:
            return self.target
        inner = ", ".join(f"{name}={value!r}" for name, value in self.parameters)
        return f"{self.target}({inner})"


def parse_spec(text: str) -> StrategySpec:
    """Read a spec.

    Parameters
    ----------
    text : str
        Such as ``"point_count(garde=50, reads_poignees=True)"``. Values are Python
        literals; nothing is evaluated.

    Raises
    ------
    StrategyError
        If the parentheses, a keyword or a value cannot be read, or one is given twice.

    Examples
    --------
    >>> parse_spec("point_count(garde=50)")
    StrategySpec(target='point_count', parameters=(('garde', 50),))
    """
    text = text.strip()
    if not text:
        raise StrategyError("an empty text is no strategy")
    match = _SPEC.fullmatch(text)
    if match is None:
        message = f"cannot read the strategy {text!r}: write NAME or NAME(KEY=VALUE)"
        raise StrategyError(message)
    try:
        call = ast.parse(f"f({match['inner'] or ''})", mode="eval").body
        assert isinstance(call, ast.Call)
        named = all(keyword.arg is not None for keyword in call.keywords)
        if call.args or not named or not isinstance(call.func, ast.Name):
            raise ValueError("parameters are given by name, NAME=VALUE")
        parameters = tuple(
            (str(keyword.arg), ast.literal_eval(keyword.value))
            for keyword in call.keywords
        )
    except (SyntaxError, ValueError, AssertionError, RecursionError) as error:
        message = (
            f"cannot read the parameters of {text!r}: write NAME=VALUE with a number, "
            "True, False, None or a text in quotes"
        )
        raise StrategyError(message) from error
    names = [name for name, _ in parameters]
    for name in names:
        if names.count(name) > 1:
            raise StrategyError(f"{text!r} gives {name} more than once")
    return StrategySpec(match["target"].strip(), parameters)


def split_specs(text: str) -> list[str]:
    """Split specs separated by commas, leaving commas inside parentheses alone."""
    parts, depth = [""], 0
    for char in text:
        depth += (char in "([{") - (char in ")]}")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts]


def available_strategies() -> dict[str, EntryPoint]:
    """Return the registered strategies by name."""
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP))}


def describe_strategy(name: str) -> str:
    """Return the first line of a registered strategy's docstring."""
    kind = load_target(name)
    return (kind.__doc__ or "").strip().partition("\n")[0]


def plays_by_name(name: str) -> bool:
    """Tell whether a registered strategy can be made without parameters."""
    kind = load_target(name)
    return not callable(kind) or not _needed(_parameters(kind) or {})


def load_strategy(strategy: StrategyLike) -> Strategy:
    """Return a strategy with all six decisions.

    Parameters
    ----------
    strategy : str, StrategySpec, type or object
        A spec, a class, or an object with any of the six decisions; those it leaves
        out get their defaults.

    Returns
    -------
    Strategy

    Raises
    ------
    StrategyError
        If it is unknown (the nearest names are suggested), cannot be imported, does
        not take the parameters, lacks one, or has none of the six decisions.
    """
    return _maker(strategy)()


def _maker(strategy: StrategyLike) -> Callable[[], Strategy]:
    """Return what makes a strategy; what it names is looked up once, here."""
    if isinstance(strategy, str):
        strategy = parse_spec(strategy)
    if isinstance(strategy, StrategySpec):
        kind, spec = load_target(strategy.target), strategy
    elif isinstance(strategy, type):
        kind, spec = strategy, StrategySpec(strategy.__qualname__)
    else:
        return lambda: _whole(strategy)
    return lambda: _whole(_build(kind, spec))


def _whole(strategy: Any) -> Strategy:
    """Return an object as a strategy with all six decisions."""
    if _is_compiled(strategy):
        return strategy  # type: ignore[no-any-return]  # the engine knows what to do
    _verify_names(type(strategy))
    try:
        return complete(strategy)
    except TypeError as error:
        raise StrategyError(str(error)) from error


def _is_compiled(strategy: Any) -> bool:
    """Tell whether it is a `CompiledStrategy`, without loading the compiler."""
    policies = sys.modules.get("tarotsim.kernels.policies")
    return policies is not None and isinstance(strategy, policies.CompiledStrategy)


def _verify_names(kind: type) -> None:
    """Refuse a class with a method whose name is nearly that of a decision.

    Such a method would never be asked, and its parent would decide instead.
    """
    for name, value in vars(kind).items():
        near = difflib.get_close_matches(name, DECISIONS, n=1, cutoff=0.85)
        if callable(value) and near and name not in DECISIONS:
            message = f"{kind.__name__} defines {name!r}: did you mean {near[0]!r}?"
            decisions = ", ".join(DECISIONS)
            raise StrategyError(f"{message} The decisions are {decisions}")


def load_table(strategies: StrategyLike, players: int) -> list[Strategy]:
    """Return one strategy a seat.

    Parameters
    ----------
    strategies : spec, class, object or sequence of them
        One for all seats, or one for each; a text may hold several, separated by
        commas.
    players : int
        Seats at the table.

    Raises
    ------
    StrategyError
        If the number fits neither, or one cannot be loaded.
    """
    if isinstance(strategies, str):
        strategies = split_specs(strategies)
    given: Sequence[StrategyLike] = (
        strategies if isinstance(strategies, (list, tuple)) else [strategies]
    )
    if len(given) not in (1, players):
        message = (
            f"{len(given)} strategies are given for {players} seats: give one for all "
            "or one for each"
        )
        raise StrategyError(message)
    if len(given) == 1:
        make = _maker(given[0])
        return [make() for _ in range(players)]
    return [load_strategy(strategy) for strategy in given]


def verify_names_strategy(spec: StrategySpec) -> None:
    """Refuse a spec that would call something else than a class of a strategy.

    For specs that come from elsewhere: ``os:system(command=...)`` has the form of one.
    A registered name and a file were put there by somebody who may.

    Raises
    ------
    StrategyError
        If it names neither a class with a decision nor a ready-made strategy.
    """
    if ":" not in spec.target or _is_file(spec.target):
        return
    kind = load_target(spec.target)
    if _is_compiled(kind) or any(hasattr(kind, name) for name in DECISIONS):
        return
    raise StrategyError(f"{spec.target} is no strategy: it has none of the decisions")


def _is_file(target: str) -> bool:
    return target.rpartition(":")[0].endswith(".py")


def load_target(target: str) -> Any:
    """Return the class or factory that a target names."""
    if _is_file(target):
        path, _, name = target.rpartition(":")
        return _attribute(_import_file(Path(path)), name, target)
    if ":" in target:
        module_name, _, name = target.partition(":")
        try:
            module = importlib.import_module(module_name)
        except (Exception, SystemExit) as error:
            raise _import_error(target, error) from error
        return _attribute(module, name, target)
    entry = available_strategies().get(target)
    if entry is None:
        raise StrategyError(_unknown(target))
    try:
        return entry.load()
    except (Exception, SystemExit) as error:
        raise _import_error(target, error) from error


def _unknown(target: str) -> str:
    names = list(available_strategies())
    if target.endswith(".py"):
        return f"a strategy file is given with a class: {target}:Name"
    near = difflib.get_close_matches(target, names, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}? " if near else ""
    known = ", ".join(names) or "none is registered"
    return f"unknown strategy {target!r}; {hint}known: {known}"


def _import_error(target: str, error: BaseException) -> StrategyError:
    kind = type(error).__name__
    return StrategyError(f"cannot import the strategy {target!r}: {kind}: {error}")


def _import_file(path: Path) -> Any:
    if not path.is_file():
        raise StrategyError(f"no strategy file {path}")
    # Files of the same name in two folders are two modules.
    place = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:12]
    name = f"tarotsim_file_{path.stem}_{place}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # A dataclass looks its module up by name while the file is being executed.
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise _import_error(str(path), error) from error
    return module


def _attribute(module: Any, name: str, target: str) -> Any:
    try:
        return getattr(module, name)
    except AttributeError:
        found = ", ".join(_own_strategies(module)) or "none"
        message = f"{target!r}: there is no {name!r}; strategies found: {found}"
        raise StrategyError(message) from None


def _own_strategies(module: Any) -> list[str]:
    """Return the names of the strategies of a module, without those it imports."""
    home = module.__name__
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and any(hasattr(value, decision) for decision in DECISIONS)
        and f"{getattr(value, '__module__', home)}.".startswith(f"{home}.")
        and (isinstance(value, type) or _is_compiled(value))
    ]


def _build(kind: Any, spec: StrategySpec) -> Any:
    if not callable(kind):
        if spec.parameters:
            raise StrategyError(f"{spec.target} is an object and takes no parameters")
        return kind
    _verify_parameters(kind, spec)
    try:
        return kind(**dict(spec.parameters))
    except TarotError as error:
        raise StrategyError(f"strategy {spec}: {error}") from error
    except (Exception, SystemExit) as error:
        reason = f"{type(error).__name__}: {error}"
        raise StrategyError(f"cannot make the strategy {spec}: {reason}") from error


def _parameters(kind: Any) -> Mapping[str, inspect.Parameter] | None:
    """Return the parameters of a class or factory; None if they cannot be told."""
    try:
        return inspect.signature(kind).parameters
    except (TypeError, ValueError):
        return None


def _needed(known: Mapping[str, inspect.Parameter]) -> list[str]:
    """Return the names of parameters that have no default."""
    return [
        name
        for name, parameter in known.items()
        if parameter.default is parameter.empty
        and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    ]


def _verify_parameters(kind: Any, spec: StrategySpec) -> None:
    """Refuse a parameter that does not exist, and the lack of one that is needed."""
    known = _parameters(kind)
    if known is None:
        return  # calling it will tell
    given = dict(spec.parameters)
    takes_any = any(p.kind is p.VAR_KEYWORD for p in known.values())
    for name in given:
        if name not in known and not takes_any:
            near = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
            hint = f"did you mean {near[0]}? " if near else ""
            listed = ", ".join(known) or "none"
            message = f"{spec.target} has no parameter {name!r}; {hint}parameters:"
            raise StrategyError(f"{message} {listed}")
    missing = [name for name in _needed(known) if name not in given]
    if missing:
        shown = [f"{name}=..." for name in missing]
        shown += [f"{name}={value!r}" for name, value in given.items()]
        form = f"{spec.target}({', '.join(shown)})"
        message = f"{spec.target} needs {' and '.join(missing)}: {form}"
        if spec.target in available_strategies():
            message += f"; `tarotsim strategies {spec.target}` tells what to give"
        elif inspect.isfunction(kind):
            message = (
                f"{spec.target} is a function that needs {' and '.join(missing)}: a "
                "strategy is a class with some of the methods "
                f"{', '.join(DECISIONS)}, or what a function makes of {form}"
            )
        raise StrategyError(message)
