"""Commands that play many deals."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tarotsim.cli.app import app
from tarotsim.cli.options import (
    EXIT_FAILED,
    AsCsv,
    AsJson,
    Auction,
    By,
    Dask,
    Deals,
    Engine,
    First,
    Given,
    Out,
    Output,
    PartDeals,
    Played,
    Players,
    Quiet,
    Rule,
    Seed,
    Strategies,
    Threads,
    Workers,
    executor_at,
    files_of,
    finish,
    read_rules,
    split_columns,
    tell_compiling,
    tell_seed,
    write_result,
)
from tarotsim.cli.values import as_path, as_whole
from tarotsim.game.errors import TarotError
from tarotsim.present.output import (
    TOML,
    open_writer,
    to_csv,
    to_json,
    verify_place,
)

if TYPE_CHECKING:
    from tarotsim.present.output import Writer
    from tarotsim.runs.results import Results

__all__ = ["match", "merge", "run_spec", "simulate", "summary"]


@app.command()
def simulate(
    *,
    players: Players = 4,
    deals: Deals = None,
    played: Played = None,
    strategies: Strategies = "point_count",
    seed: Seed = None,
    auction: Auction = None,
    given: Given = None,
    rule: Rule = None,
    first: First = 0,
    engine: Engine = "compiled",
    threads: Threads = None,
    workers: Workers = None,
    dask: Dask = None,
    out: Out = None,
    history: Annotated[
        bool, typer.Option("--history", help="With --out: keep every act of each deal.")
    ] = False,
    part_deals: PartDeals = None,
    by: By = None,
    save_spec: Annotated[
        Path | None,
        typer.Option(
            help="Play nothing: write what is asked for to this file, for `run`.",
            metavar="FILE",
            parser=as_path,
        ),
    ] = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
    quiet: Quiet = False,
) -> None:
    """Play many deals and sum them up.

    With --csv a row for each raw deal is written. With --out the rows go to a folder,
    and the same command goes on where it was stopped.
    """
    from tarotsim.runs.simulate import simulate as run

    inputs = files_of(strategies)
    if out is None:
        _refuse_with(
            "without --out no file is written",
            {"--history": history, "--part-deals": part_deals is not None},
        )
    if save_spec is not None:
        from tarotsim.runs.experiment_text import save_experiment
        from tarotsim.runs.run import plan_run

        _refuse_with(
            "--save-spec plays nothing, and a spec does not say who plays it or what "
            "becomes of the result",
            {
                "--engine": engine != "compiled",
                "--threads": threads is not None,
                "--workers": workers is not None,
                "--dask": dask is not None,
                "--json": as_json,
                "--csv": as_csv,
                "--output": output is not None,
            },
        )
        verify_place(save_spec, TOML, inputs)
        planned = plan_run(
            deals,
            played=played,
            strategies=strategies,
            seed=seed,
            rules=read_rules(players, rule),
            auction=auction,
            given=given,
            first=first,
        )
        save_experiment(
            save_spec,
            planned,
            out=out,
            history=history,
            part_deals=part_deals,
            by=split_columns(by),
        )
        print(f"written to {save_spec}; tarotsim run {save_spec} plays it")
        return
    tell_compiling()
    inputs += [out] if out else []
    with (
        open_writer(output, as_json, as_csv, inputs) as writer,
        executor_at(dask) as executor,
    ):
        results = run(
            deals,
            played=played,
            strategies=strategies,
            seed=seed,
            rules=read_rules(players, rule),
            auction=auction,
            given=given,
            first=first,
            history=history,
            keep_rows=writer.as_csv,
            by=split_columns(by),
            out=out,
            part_deals=part_deals,
            engine=engine,
            threads=threads,
            workers=workers,
            executor=executor,
            progress=not quiet,
            keep_interrupted=True,
        )
        if writer.as_csv:
            tell_seed(seed, results.run.seed)
        _write(results, writer)
    finish(results.interrupted, goes_on=results.folder is not None)


def _refuse_with(why: str, given: dict[str, bool]) -> None:
    """Refuse options that would be ignored."""
    names = [name for name, is_given in given.items() if is_given]
    if names:
        raise TarotError(f"{why}: leave out {', '.join(names)}")


@app.command("run")
def run_spec(
    spec: Annotated[
        Path,
        typer.Argument(help="A spec: a run as a file, in TOML.", parser=as_path),
    ],
    *,
    threads: Threads = None,
    workers: Workers = None,
    dask: Dask = None,
    out: Out = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
    quiet: Quiet = False,
) -> None:
    """Play what a spec asks for, and sum it up, or compare its arms.

    `tarotsim simulate --save-spec` writes one; every folder written with --out holds
    its own.
    """
    from tarotsim.runs.experiment import read_experiment
    from tarotsim.runs.simulate import run_experiment

    tell_compiling()
    asked = read_experiment(spec, out)
    inputs = [spec, *files_of(*asked.all_strategies())]
    inputs += [asked.folder] if asked.folder else []
    opened = open_writer(output, as_json, as_csv, inputs)
    if asked.arms:
        _refuse_with(
            "a spec with arms gives one table of differences, keeps no rows and is "
            "played by threads alone",
            {
                "--out": out is not None,
                "--workers": workers is not None,
                "--dask": dask is not None,
            },
        )
        _run_arms(spec, threads, opened, quiet)
        return
    with opened as writer, executor_at(dask) as executor:
        results = run_experiment(
            spec,
            out=out,
            threads=threads,
            workers=workers,
            executor=executor,
            keep_rows=writer.as_csv,
            progress=not quiet,
            keep_interrupted=True,
        )
        if writer.as_csv:
            # The seed is in the spec, if anywhere, and not on this line.
            tell_seed(None, results.run.seed)
        _write(results, writer)
    finish(results.interrupted, goes_on=results.folder is not None)


def _run_arms(
    spec: Path,
    threads: int | None,
    opened: contextlib.AbstractContextManager[Writer],
    quiet: bool,
) -> None:
    """Play the arms of a spec and write how they differ."""
    from tarotsim.studies.arms import run_arms

    with opened as writer:
        study = run_arms(
            spec, threads=threads, progress=not quiet, keep_interrupted=True
        )
        write_result(writer, study, None, study.run.seed)
    finish(study.interrupted)


def _write(results: Results, writer: Writer) -> None:
    """Write a run in the form asked for."""
    from tarotsim.present.tables import format_summary

    if writer.as_csv:
        writer.write(results.to_pandas().to_csv(index=False).rstrip("\n"))
        return
    by = () if results.breakdown is None else results.breakdown.columns
    found = results.summary(by)
    writer.write(to_json(found.to_json()) if writer.as_json else format_summary(found))


@app.command()
def summary(
    folder: Annotated[
        Path, typer.Argument(help="A folder written with --out.", parser=as_path)
    ],
    *,
    by: By = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
) -> None:
    """Sum up a run on disk, as far as it has come.

    With --csv a line for each combination of the columns of --by is written.
    """
    from tarotsim.present.tables import format_summary, group_rows
    from tarotsim.runs.stored import open_run

    columns = split_columns(by)
    with open_writer(output, as_json, as_csv, [folder]) as writer:
        if writer.as_csv and not columns:
            raise TarotError("--csv writes the lines of --by: name some columns")
        found = open_run(folder).summary(columns)
        if writer.as_csv:
            rows = group_rows(found)
            writer.write(to_csv(rows, list(rows[0]) if rows else []))
        elif writer.as_json:
            writer.write(to_json(found.to_json()))
        else:
            writer.write(format_summary(found))


@app.command()
def merge(
    folders: Annotated[
        list[Path],
        typer.Argument(help="Folders with parts of one run.", parser=as_path),
    ],
    *,
    out: Annotated[
        Path, typer.Option(help="Folder for all of them together.", parser=as_path)
    ],
) -> None:
    """Put a run together that was played into several folders.

    Ends with exit code 1 if deals are still missing, and names them.
    """
    from tarotsim.runs.stored import merge_runs

    merged = merge_runs(folders, out)
    print(merged)
    if merged.folder.lack():
        raise typer.Exit(EXIT_FAILED)


@app.command()
def match(
    *,
    players: Players = 4,
    deals: Annotated[
        int, typer.Option(help="Raw deals of the session.", parser=as_whole)
    ] = 36,
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
    from tarotsim.runs.match import match as run

    with open_writer(output, as_json, as_csv, files_of(strategies)) as writer:
        session = run(
            deals,
            strategies=strategies,
            seed=seed,
            rules=read_rules(players, rule),
            auction=auction,
            progress=not quiet,
            keep_interrupted=True,
        )
        rows = session.rows() if writer.as_csv else None
        write_result(writer, session, seed, session.header["seed"], rows)
    finish(session.interrupted)
