"""Commands that answer a question by playing the same cards in several ways."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tarotsim.cli.app import app
from tarotsim.cli.options import (
    AsCsv,
    AsJson,
    Auction,
    Deals,
    Engine,
    Given,
    HalfWidth,
    Objective,
    Output,
    Played,
    Players,
    Quiet,
    Rule,
    Seed,
    Strategies,
    Threads,
    files_of,
    finish,
    read_rules,
    split_seats,
    tell_compiling,
    write_result,
)
from tarotsim.cli.values import as_path, as_whole
from tarotsim.game.errors import TarotError
from tarotsim.present.output import open_writer

__all__ = ["compare", "poignee", "tournament"]

CompareDeals = Annotated[
    int | None,
    typer.Option(
        help="Raw deals at most. [default: 10000; 1000000 with a half-width]",
        parser=as_whole,
    ),
]
Seats = Annotated[
    str | None,
    typer.Option(help="Study these seats only: 0,2. [default: all]", metavar="SEATS"),
]
Hides = Annotated[
    bool,
    typer.Option("--hides", help="Compare which surplus trumps are best hidden too."),
]
Report = Annotated[
    Path | None,
    typer.Option(
        help="Write a page with figures (HTML) too.", metavar="FILE", parser=as_path
    ),
]
_SPEC = "a name with parameters, package.module:Name, or file.py:Name."


@app.command()
def poignee(
    *,
    players: Players = 4,
    deals: Deals = None,
    played: Played = None,
    half_width: HalfWidth = None,
    strategies: Strategies = "expert",
    seed: Seed = None,
    auction: Auction = None,
    given: Given = None,
    seats: Seats = None,
    objective: Objective = "score",
    hides: Hides = False,
    rule: Rule = None,
    engine: Engine = "compiled",
    threads: Threads = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
    report: Report = None,
    quiet: Quiet = False,
) -> None:
    """Study when showing a poignée pays.

    Every deal with a poignée is played twice, shown and silent. With --csv a row for
    each group and quantity is written; --report writes a page with figures too.
    """
    from tarotsim.present.report import command_line, format_report, open_report
    from tarotsim.studies.poignee import study_poignee

    if report and output and report.resolve() == output.resolve():
        raise TarotError(f"--report and --output both name {report}")
    tell_compiling()
    inputs = files_of(strategies)
    with (
        open_writer(output, as_json, as_csv, inputs) as writer,
        open_report(report, inputs) as page,
    ):
        study = study_poignee(
            deals,
            played=played,
            half_width=half_width,
            strategies=strategies,
            seed=seed,
            rules=read_rules(players, rule),
            auction=auction,
            given=given,
            seats=split_seats(seats),
            objective=objective,
            hides=hides,
            engine=engine,
            threads=threads,
            progress=not quiet,
            keep_interrupted=True,
        )
        if page is not None:
            options = {
                "players": players,
                "deals": deals,
                "played": played,
                "half_width": half_width,
                "strategies": strategies,
                "seed": study.run.seed,
                "auction": auction,
                "given": given,
                "seats": seats,
                "objective": objective,
                "hides": hides,
                "rule": rule,
            }
            command = command_line("poignee", options)
            page.write(format_report(study, command=command))
        write_result(writer, study, seed, study.run.seed)
    finish(study.interrupted)


@app.command()
def compare(
    a: Annotated[str, typer.Argument(help=f"A strategy: {_SPEC}")],
    b: Annotated[str, typer.Argument(help="Another strategy.")],
    *,
    players: Players = 4,
    deals: CompareDeals = None,
    half_width: HalfWidth = None,
    seed: Seed = None,
    auction: Auction = None,
    given: Given = None,
    rule: Rule = None,
    engine: Engine = "compiled",
    threads: Threads = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
    quiet: Quiet = False,
) -> None:
    """Compare two strategies on the same deals.

    With bidding each deal is played twice, seats exchanged; with an imposed contract
    (--auction best:garde) with each strategy on each side. With --csv a row for each
    group and quantity is written.
    """
    from tarotsim.studies.compare import compare as run

    tell_compiling()
    with open_writer(output, as_json, as_csv, files_of(a, b)) as writer:
        result = run(
            a,
            b,
            deals=deals,
            half_width=half_width,
            seed=seed,
            rules=read_rules(players, rule),
            auction=auction,
            given=given,
            engine=engine,
            threads=threads,
            progress=not quiet,
            keep_interrupted=True,
        )
        write_result(writer, result, seed, result.header["seed"])
    finish(result.interrupted)


@app.command()
def tournament(
    strategies: Annotated[
        list[str], typer.Argument(help=f"Two strategies or more, each {_SPEC}")
    ],
    *,
    players: Players = 4,
    deals: CompareDeals = None,
    half_width: HalfWidth = None,
    seed: Seed = None,
    auction: Auction = None,
    given: Given = None,
    rule: Rule = None,
    engine: Engine = "compiled",
    threads: Threads = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
    quiet: Quiet = False,
) -> None:
    """Compare several strategies, pair by pair, and rate them.

    With --csv a row for each rating and each pair is written.
    """
    from tarotsim.studies.tournament import tournament as run

    tell_compiling()
    with open_writer(output, as_json, as_csv, files_of(*strategies)) as writer:
        result = run(
            strategies,
            deals=deals,
            half_width=half_width,
            seed=seed,
            rules=read_rules(players, rule),
            auction=auction,
            given=given,
            engine=engine,
            threads=threads,
            progress=not quiet,
            keep_interrupted=True,
        )
        write_result(writer, result, seed, result.header["seed"])
    finish(result.interrupted)
