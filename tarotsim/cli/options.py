"""Options that several commands share, and what they do with them."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tarotsim.cli.values import as_number, as_path, as_whole
from tarotsim.game.errors import NotationError, RulesError, TarotError
from tarotsim.present.output import to_csv, to_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarotsim.game.records import DealRecord
    from tarotsim.present.output import Writer

__all__ = [
    "EXIT_FAILED",
    "EXIT_INTERRUPTED",
    "AsCsv",
    "AsJson",
    "Auction",
    "By",
    "Dask",
    "Deals",
    "Engine",
    "First",
    "Given",
    "HalfWidth",
    "Objective",
    "Out",
    "Output",
    "PartDeals",
    "Played",
    "Players",
    "Quiet",
    "Rule",
    "Seed",
    "Strategies",
    "Threads",
    "Workers",
    "executor_at",
    "files_of",
    "finish",
    "naming",
    "read_record",
    "read_rules",
    "split_columns",
    "split_seats",
    "tell_compiling",
    "tell_seed",
    "write_result",
]

EXIT_FAILED = 1
EXIT_INTERRUPTED = 130

Players = Annotated[
    int, typer.Option(help="Players at the table: 3, 4 or 5.", parser=as_whole)
]
Deals = Annotated[
    int | None,
    typer.Option(
        help="Raw deals; passed out and cancelled ones count. [default: 1000]",
        parser=as_whole,
    ),
]
Played = Annotated[
    int | None,
    typer.Option(
        help="Go on until so many deals were played, instead.", parser=as_whole
    ),
]
HalfWidth = Annotated[
    float | None,
    typer.Option(
        help="Stop when the interval of the answer has this half-width; looked at "
        "after each 1,000 deals, never before 1,000 that count.",
        parser=as_number,
    ),
]
Objective = Annotated[
    str,
    typer.Option(
        help="What is gained: score (u per defender), win (the deal), or match:36 (to "
        "finish 36 deals ahead)."
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(help="Seed of the run; drawn and shown if left out.", parser=as_whole),
]
Strategies = Annotated[
    str,
    typer.Option(
        help="One strategy for all seats, or one for each, separated by commas: a name "
        "with parameters, package.module:Name, or file.py:Name."
    ),
]
Auction = Annotated[
    str | None,
    typer.Option(
        help="Instead of bidding: best:CONTRACT, SEAT:CONTRACT, or "
        "best-but-SEAT:CONTRACT for the best of the other hands."
    ),
]
Rule = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        help="Option of the rules, D1=follows_winner. Repeatable.",
        metavar="D=V",
    ),
]
Given = Annotated[
    list[str] | None,
    typer.Option(
        help="Deals under a condition, '2: trumps=10, holds=Petit'; WHO is a seat, "
        "chien or SEAT+chien (docs/given.md). Repeatable.",
        metavar="WHO:TERMS",
    ),
]
Engine = Annotated[
    str, typer.Option(help="compiled, or reference to check it; both give the same.")
]
Threads = Annotated[
    int | None,
    typer.Option(
        help="Threads of the compiled engine. [default: all processors]",
        parser=as_whole,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON.")]
AsCsv = Annotated[bool, typer.Option("--csv", help="Write CSV.")]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        help="Write to this file; .json and .csv set the form.",
        parser=as_path,
    ),
]
First = Annotated[
    int,
    typer.Option(
        help="Number of the first deal: machines can share a run.", parser=as_whole
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        help="Folder for the rows (Parquet). One that holds a part of the same run "
        "goes on from there.",
        metavar="DIR",
        parser=as_path,
    ),
]
PartDeals = Annotated[
    int | None,
    typer.Option(
        help="With --out: deals in a file. [default: by the speed]", parser=as_whole
    ),
]
By = Annotated[
    str | None,
    typer.Option(
        help="Columns, separated by commas, to sum up by: contract,taker.",
        metavar="COLUMNS",
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        help="Processes of this machine instead, for strategies in Python.",
        parser=as_whole,
    ),
]
Dask = Annotated[
    str | None,
    typer.Option(
        help="Workers of a Dask cluster instead: the address of its scheduler.",
        metavar="ADDRESS",
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")]


def read_rules(players: int, options: list[str] | None) -> Any:
    """Return the rule set of a table with the options given as ``D1=value``."""
    from tarotsim.game.rules import rules_for

    chosen = {}
    for text in options or []:
        name, equals, value = text.partition("=")
        name = name.strip()
        if not equals or name == "players":
            raise RulesError(f"cannot read the rule {text!r}: write D1=follows_winner")
        if name in chosen:
            raise RulesError(f"the rule {name} is given twice")
        chosen[name] = value.strip()
    return rules_for(players, **chosen)


def executor_at(dask: str | None) -> contextlib.AbstractContextManager[Any]:
    """Give the executor of a Dask cluster; None without an address."""
    if dask is None:
        return contextlib.nullcontext()
    from tarotsim.runs.workers import dask_executor

    return dask_executor(dask)


def split_columns(text: str | None) -> tuple[str, ...]:
    """Return the columns of ``contract,taker``; none without a text.

    Raises
    ------
    TarotError
        If there is nothing before, between or behind the commas.
    """
    if text is None:
        return ()
    names = tuple(name.strip() for name in text.split(","))
    if not all(names):
        raise TarotError(f"cannot read the columns {text!r}: write contract,taker")
    return names


def split_seats(text: str | None) -> tuple[int, ...] | None:
    """Return the seats of ``0,2``; None without a text.

    Raises
    ------
    TarotError
        If they are no numbers.
    """
    if text is None:
        return None
    names = [name.strip() for name in text.split(",")]
    if not all(name.isascii() and name.isdecimal() for name in names):
        raise TarotError(f"cannot read the seats {text!r}: write 0,2")
    return tuple(int(name[:4]) for name in names)


def tell_compiling() -> None:
    """Say once that code is being compiled, when it has to be."""
    from tarotsim.kernels import _cache

    def tell(name: str) -> None:
        with contextlib.suppress(ValueError):
            _cache.listeners.remove(tell)
        print("compiling (once; the code is kept) ...", file=sys.stderr, flush=True)

    _cache.listeners[:] = [tell]


def tell_seed(given: int | None, seed: int) -> None:
    """Say which seed was drawn, where the form written has no place for it."""
    if given is None:
        print(f"seed {seed}", file=sys.stderr)


def finish(interrupted: bool, *, goes_on: bool = False) -> None:
    """End with exit code 130, and say so, when the run was interrupted.

    ``goes_on``: the run is on disk.
    """
    if interrupted:
        more = "; the same command goes on from there" if goes_on else ""
        message = f"interrupted: the result covers what was done so far{more}"
        print(message, file=sys.stderr)
        raise typer.Exit(EXIT_INTERRUPTED)


def write_result(
    writer: Writer,
    result: Any,
    asked: int | None,
    seed: int,
    rows: list[dict[str, Any]] | None = None,
) -> None:
    """Write a result in the form asked for, and with a table of rows its seed.

    Parameters
    ----------
    writer : Writer
    result : study, match or comparison
        With ``tidy`` and ``to_json``.
    asked, seed : int
        The seed asked for, if there was one, and that of the result.
    rows : list of dict, optional
        Instead of its tidy ones.
    """
    from tarotsim.present.tables import format_result

    if writer.as_csv:
        tell_seed(asked, seed)
        rows = result.tidy() if rows is None else rows
        writer.write(to_csv(rows, list(rows[0]) if rows else []))
    elif writer.as_json:
        writer.write(to_json(result.to_json()))
    else:
        writer.write(format_result(result))


def files_of(*strategies: str) -> list[Path]:
    """Return the files that strategies on the command line name."""
    from tarotsim.plugins.registry import parse_spec, split_specs
    from tarotsim.plugins.sources import file_of

    specs = [parse_spec(one) for text in strategies for one in split_specs(text)]
    return [file for file in map(file_of, specs) if file is not None]


@contextlib.contextmanager
def naming(file: Path) -> Iterator[None]:
    """Put the name of a file before what is wrong in it."""
    try:
        yield
    except TarotError as error:
        raise TarotError(f"{file}: {error}") from error


def read_record(file: Path) -> DealRecord:
    """Return the record in a JSON file; its name stands before what is wrong."""
    from tarotsim.game.record_json import record_from_json

    data = _read_json(file)
    with naming(file):
        return record_from_json(data)


def _read_json(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise TarotError(f"cannot read {file}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise NotationError(f"{file} is not JSON: {error}") from error
