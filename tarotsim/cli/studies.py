"""Commands that answer a question by playing the same cards in several ways."""

from __future__ import annotations

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

__all__ = ["poignee"]


@app.command()
def poignee(
    *,
    players: Players = 4,
    deals: Deals = None,
    played: Played = None,
    strategies: Strategies = "point_count(reads_poignees=True)",
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
    """Study when showing a poignée pays.

    Every deal with a poignée is played twice, shown and silent. With --csv a row for
    each group and quantity is written.
    """
    from tarotsim.present.tables import format_result
    from tarotsim.studies.poignee import study_poignee

    tell_compiling()
    with open_writer(output, as_json, as_csv) as writer:
        study = study_poignee(
            deals,
            played=played,
            strategies=strategies,
            seed=seed,
            rules=read_rules(players, rule),
            auction=auction,
            engine=engine,
            threads=check_threads(threads),
            progress=not quiet,
            keep_interrupted=True,
        )
        if writer.as_csv:
            tell_seed(seed, study.run.seed)
            rows = study.tidy()
            writer.write(to_csv(rows, list(rows[0])))
        elif writer.as_json:
            writer.write(to_json(study.to_json()))
        else:
            writer.write(format_result(study))
    finish(study.interrupted)
