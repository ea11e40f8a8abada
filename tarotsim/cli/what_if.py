"""The command that asks what another decision would have been worth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tarotsim.cli.app import app
from tarotsim.cli.options import (
    AsCsv,
    AsJson,
    HalfWidth,
    Output,
    Quiet,
    Seed,
    Strategies,
    files_of,
    finish,
    read_record,
    tell_compiling,
    write_result,
)
from tarotsim.cli.values import as_path, as_whole
from tarotsim.game.errors import TarotError
from tarotsim.present.output import open_writer

if TYPE_CHECKING:
    from tarotsim.game.records import DealRecord

__all__ = ["what_if"]


@app.command("what-if")
def what_if(
    record: Annotated[
        Path,
        typer.Argument(
            help="File with the JSON form of a record (replay --json), or the folder "
            "of a run with --history, and --number.",
            parser=as_path,
        ),
    ],
    *,
    change: Annotated[
        str,
        typer.Option(
            help="Another decision of one seat: '2: card 3=SR' (tricks from 0), '0: "
            "bid=garde', 'taker: ecart=...', 'taker: poignee=none', '1: call=HR', "
            "'taker: chelem=yes'.",
            metavar="SEAT:DECISION",
        ),
    ],
    number: Annotated[
        int | None,
        typer.Option(help="Number of the deal, in a folder.", parser=as_whole),
    ] = None,
    strategies: Strategies = "expert",
    cards: Annotated[
        str,
        typer.Option(
            help="unseen: what the seat does not see is dealt again. as_dealt: the "
            "cards of the record, which no player could know."
        ),
    ] = "unseen",
    deals: Annotated[
        int | None,
        typer.Option(
            help="Playouts of each arm. [default: 1000; 1000000 with a half-width]",
            parser=as_whole,
        ),
    ] = None,
    half_width: HalfWidth = None,
    believe_bids: Annotated[
        bool,
        typer.Option(
            "--believe-bids",
            help="Only deals in which the strategies bid and call as recorded.",
        ),
    ] = False,
    seed: Seed = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
    quiet: Quiet = False,
) -> None:
    """Change one decision of a recorded deal and play on from there.

    Both arms keep every act before the decision; strategies play the rest, with the
    same cards. With --csv a row for each arm and quantity is written.
    """
    from tarotsim.studies.what_if import what_if as ask

    tell_compiling()
    inputs = [record, *files_of(strategies)]
    with open_writer(output, as_json, as_csv, inputs) as writer:
        result = ask(
            _read(record, number),
            change,
            strategies=strategies,
            cards=cards,
            deals=deals,
            half_width=half_width,
            seed=seed,
            believe_bids=believe_bids,
            progress=not quiet,
            keep_interrupted=True,
        )
        write_result(writer, result, seed, result.run.seed)
    finish(result.interrupted)


def _read(path: Path, number: int | None) -> DealRecord:
    """Return the record of a file, or of a deal in the folder of a run."""
    from tarotsim.runs.stored import open_run

    if not path.is_dir():
        if number is not None:
            message = f"{path} is no folder of a run: --number names a deal in one"
            raise TarotError(message)
        return read_record(path)
    if number is None:
        raise TarotError(f"{path} is a folder: name a deal in it with --number")
    try:
        return open_run(path).record(number)
    except IndexError as error:
        raise TarotError(str(error)) from None
