"""Commands that look things up: exact probabilities, the strategies there are."""

from __future__ import annotations

import inspect
from typing import Annotated

import typer

from tarotsim.cli.app import app
from tarotsim.cli.options import (
    EXIT_FAILED,
    AsCsv,
    AsJson,
    Output,
    Players,
    Quiet,
)
from tarotsim.cli.values import as_number, as_whole
from tarotsim.game.errors import TarotError
from tarotsim.game.wording import counted
from tarotsim.present.output import open_writer, to_csv, to_json

__all__ = ["check", "probability", "strategies", "warmup"]


@app.command()
def probability(
    quantity: Annotated[
        str | None,
        typer.Argument(
            help="Name of a quantity, or a part of names; without it, all of them."
        ),
    ] = None,
    *,
    players: Players = 4,
    condition: Annotated[
        str | None, typer.Option(help="Condition, as the table names it.")
    ] = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
) -> None:
    """Give exact probabilities as fractions."""
    from tarotsim.present.tables import format_probabilities
    from tarotsim.stats.probability import find

    if condition is not None and quantity is None:
        raise TarotError("--condition needs the name of a quantity")
    with open_writer(output, as_json, as_csv) as writer:
        shown = [
            {
                "quantity": name,
                "players": players,
                "condition": given,
                "value_fraction": f"{fraction.numerator}/{fraction.denominator}",
                "value_float": float(fraction),
            }
            for name, given, fraction in find(quantity or "", players, condition)
        ]
        if writer.as_json:
            writer.write(to_json(shown))
        elif writer.as_csv:
            writer.write(to_csv(shown, list(shown[0])))
        else:
            writer.write(format_probabilities(shown))


@app.command()
def strategies(
    name: Annotated[
        str | None,
        typer.Argument(help="Tell all about this one, its parameters too."),
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """List the registered strategies, or describe one."""
    from tarotsim.plugins.registry import (
        available_strategies,
        describe_strategy,
        load_target,
    )

    if name is not None:
        text = inspect.getdoc(load_target(name)) or "nothing is written about it"
        print(to_json({name: text}) if as_json else text)
        return
    found = {name: describe_strategy(name) for name in available_strategies()}
    if as_json:
        print(to_json(found))
        return
    width = max(map(len, found), default=0)
    for name, text in found.items():
        print(f"{name:<{width}}  {text}")


@app.command()
def check(
    strategy: Annotated[
        str,
        typer.Argument(help="Name, package.module:Name or file.py:Name."),
    ],
    *,
    tables: Annotated[
        int,
        typer.Option(help="Tables it sits at, for each player count.", parser=as_whole),
    ] = 100,
    seed: Annotated[int, typer.Option(help="Seed of the tables.", parser=as_whole)] = 1,
    time_limit: Annotated[
        float,
        typer.Option(
            help="Seconds that a table, a question or a function to compile may take.",
            parser=as_number,
        ),
    ] = 60.0,
    quiet: Quiet = False,
) -> None:
    """Check that a strategy plays soundly by the rules.

    Its acts must be legal and repeatable, depend on nothing but what its seat may see,
    be the same in both engines and in another process, and leave nothing changed. It is
    tried in a process of its own, which is ended if it hangs. The exit code is 1 if it
    does not hold to something.
    """
    from tarotsim.testing import examine_strategy

    report = examine_strategy(
        strategy,
        tables=tables,
        seed=seed,
        time_limit=time_limit,
        progress=not quiet,
    )
    print(report)
    if not report.passed:
        raise typer.Exit(EXIT_FAILED)


@app.command()
def warmup(*, quiet: Quiet = False) -> None:
    """Compile the engine, strategies and batch stepping ahead of the first run.

    It takes some tens of seconds, a few of them for batch stepping (BatchTables). The
    code is kept in a folder of the user until the package, numba or the processor
    changes.
    """
    from tarotsim.engine.compiled import compiled_form, warm_up
    from tarotsim.engine.tables import compile_stepping
    from tarotsim.kernels._cache import cache_root
    from tarotsim.plugins.registry import (
        available_strategies,
        load_strategy,
        plays_by_name,
    )
    from tarotsim.runs.progress import progress_bar

    names = [name for name in available_strategies() if plays_by_name(name)]
    forms = [compiled_form(load_strategy(name)) for name in names]
    with progress_bar(None, enabled=not quiet, unit="functions") as bar:
        count = warm_up(
            [form for form in forms if form],
            lambda name: bar.update(1),
            [compile_stepping],
        )
    compiled = f"{counted(count, 'function')} compiled"
    done = compiled if count else "nothing had to be compiled"
    print(f"{done}; the code is kept in {cache_root()}")
