"""Commands that play many deals."""

from __future__ import annotations

from typing import Annotated

import typer

from tarotsim.cli.app import app
from tarotsim.cli.options import (
    AsCsv,
    AsJson,
    Auction,
    Deals,
    Engine,
    Output,
    Played,
    Players,
    Quiet,
    Rule,
    Seed,
    Strategies,
    Threads,
    check_threads,
    finish,
    read_rules,
    tell_compiling,
    tell_seed,
)
from tarotsim.present.output import open_writer, to_csv, to_json

__all__ = ["match", "simulate"]


@app.command()
def simulate(
    *,
    players: Players = 4,
    deals: Deals = None,
    played: Played = None,
    strategies: Strategies = "point_count",
    seed: Seed = None,
    auction: Auction = None,
    rule: Rule = None,
    engine: Engine = "compiled",
    threads: Threads = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
    quiet: Quiet = False,
) -> None:
    """Play many deals and sum them up.

    With --csv a row for each raw deal is written.
    """
    from tarotsim.present.tables import format_result
    from tarotsim.runs.simulate import simulate as run

    tell_compiling()
    with open_writer(output, as_json, as_csv) as writer:
        results = run(
            deals,
            played=played,
            strategies=strategies,
            seed=seed,
            rules=read_rules(players, rule),
            auction=auction,
            keep_rows=writer.as_csv,
            engine=engine,
            threads=check_threads(threads),
            progress=not quiet,
            keep_interrupted=True,
        )
        if writer.as_csv:
            tell_seed(seed, results.run.seed)
            writer.write(results.to_pandas().to_csv(index=False).rstrip("\n"))
        elif writer.as_json:
            writer.write(to_json(results.summary().to_json()))
        else:
            writer.write(format_result(results))
    finish(results.interrupted)


@app.command()
def match(
    *,
    players: Players = 4,
    deals: Annotated[int, typer.Option(help="Raw deals of the session.")] = 36,
    strategies: Strategies = "point_count",
    seed: Seed = None,
    auction: Auction = None,
    rule: Rule = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
    quiet: Quiet = False,
) -> None:
    """Play a session of deals and keep the score sheet."""
    from tarotsim.present.tables import format_result
    from tarotsim.runs.match import match as run

    with open_writer(output, as_json, as_csv) as writer:
        session = run(
            deals,
            strategies=strategies,
            seed=seed,
            rules=read_rules(players, rule),
            auction=auction,
            progress=not quiet,
            keep_interrupted=True,
        )
        if writer.as_csv:
            tell_seed(seed, session.header["seed"])
            rows = session.rows()
            writer.write(to_csv(rows, list(rows[0]) if rows else []))
        elif writer.as_json:
            writer.write(to_json(session.to_json()))
        else:
            writer.write(format_result(session))
    finish(session.interrupted)
