"""A run as the text of a spec, in TOML, which `tarotsim.runs.experiment` reads."""

from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING, Any

from tarotsim import RESULTS_REVISION, __version__
from tarotsim.engine.given import predicate_name
from tarotsim.game.rules import rules_for
from tarotsim.plugins.registry import StrategySpec
from tarotsim.plugins.sources import file_of, how_to_name, spec_of
from tarotsim.runs.experiment import KEYS, TABLES, SpecError, parse_experiment
from tarotsim.runs.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from tarotsim.runs.folder import Wanted
    from tarotsim.runs.run import Run

__all__ = ["format_experiment", "save_experiment", "with_deals"]


def format_experiment(
    run: Run,
    *,
    folder: str | None = None,
    history: bool = False,
    part_deals: int | None = None,
    by: Sequence[str] = (),
    place: Callable[[Path], str] = str,
) -> str:
    """Write a run as a spec.

    Parameters
    ----------
    run : Run
    folder : str, optional
        Where the rows go, relative to the spec.
    history, part_deals, by
        As for `tarotsim.simulate`.
    place : callable, optional
        Returns what the file of a strategy is called in the spec.

    Raises
    ------
    SpecError
        If a strategy or a predicate has no text form.

    Examples
    --------
    >>> from tarotsim.runs.run import plan_run
    >>> print(format_experiment(plan_run(20, seed=1)).splitlines()[3])
    players = 4
    """
    strategies = [_placed(strategy, place) for strategy in run.sources]
    standard = rules_for(run.rules.players).options()
    changed = {k: v for k, v in run.rules.options().items() if standard[k] != v}
    return _document(
        {
            "tarotsim": __version__,
            "results_revision": RESULTS_REVISION,
            "players": run.rules.players,
            "seed": run.seed,
            "deals": run.deals,
            "played": run.played,
            "first": run.first or None,
            "strategies": strategies,
            "auction": run.auction_text,
            "given": _given_texts(run),
            "rules": changed,
            "output": {
                "folder": folder,
                "history": history or None,
                "part_deals": part_deals,
                "by": list(by) or None,
            },
        }
    )


def with_deals(text: str, wanted: Wanted) -> str:
    """Return a spec that asks for other deals of the same run.

    Parameters
    ----------
    text : str
        The spec.
    wanted : Wanted

    Raises
    ------
    SpecError
        If it is none.
    """
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SpecError(f"a spec is not TOML: {error}") from error
    deals = {"deals": wanted.deals, "played": wanted.played}
    return _document(values | deals | {"first": wanted.first or None})


def _document(values: Mapping[str, Any]) -> str:
    head = {name: values.get(name) for name in KEYS if name not in (*TABLES, "arms")}
    lines = ["# A run of French tarot: `tarotsim run FILE` plays it.", *_written(head)]
    for name in TABLES:
        written = _written(values.get(name, {}))
        if written:
            lines += ["", f"[{name}]", *written]
    return "\n".join(lines) + "\n"


def save_experiment(
    file: Path,
    run: Run,
    *,
    out: Path | None = None,
    history: bool = False,
    part_deals: int | None = None,
    by: Sequence[str] = (),
) -> None:
    """Write a run as a spec to a file.

    Parameters
    ----------
    file : Path
        Replaced if it is there.
    run : Run
    out : Path, optional
        Where the rows go: inside the folder of the file.
    history, part_deals, by
        As for `tarotsim.simulate`.

    Raises
    ------
    SpecError
        If a strategy or a predicate has no text form, a path is outside the folder of
        the file, or what is asked for could not be run.
    """
    base = file.resolve().parent

    def relative(path: Path) -> str:
        try:
            return path.resolve().relative_to(base).as_posix()
        except ValueError as error:
            message = f"{path} is not in {base}, and the paths of a spec stay inside"
            raise SpecError(f"{message} the folder of its file") from error

    text = format_experiment(
        run,
        folder=None if out is None else relative(out),
        history=history,
        part_deals=part_deals,
        by=by,
        place=relative,
    )
    parse_experiment(text, file)
    try:
        write_whole(file, text.encode(), file.with_name(f".{file.name}"))
    except OSError as error:
        message = f"cannot write {file}: {error.strerror or error}"
        raise SpecError(message) from error


def _given_texts(run: Run) -> list[str] | None:
    if run.given is None:
        return None
    if run.given.predicates:
        name = predicate_name(run.given.predicates[0])
        message = f"the {name} has no text form for a spec: ask for it in terms, such"
        raise SpecError(f"{message} as '2: trumps=10', or run it in Python")
    return str(run.given).split("; ")


def _placed(strategy: Any, place: Callable[[Path], str]) -> str:
    spec = spec_of(strategy)
    if spec is None:
        kind = strategy if isinstance(strategy, type) else type(strategy)
        message = f"the strategy {kind.__qualname__} has no text form for a spec"
        raise SpecError(f"{message}: {how_to_name(kind.__name__)}")
    path = file_of(spec)
    if path is None:
        return str(spec)
    name = spec.target.rpartition(":")[2]
    return str(StrategySpec(f"{place(path)}:{name}", spec.parameters))


def _written(table: Mapping[str, Any]) -> list[str]:
    # A text, a number, true or false, and a list of texts are the same in JSON.
    return [
        f"{name} = {json.dumps(value, ensure_ascii=False)}"
        for name, value in table.items()
        if value is not None
    ]
