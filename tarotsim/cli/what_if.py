"""The command that asks what another decision would have been worth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tarotsim.cli.app import app
from tarotsim.cli.options import (
    AsCsv,
    AsJson,
    Output,
    Seed,
    Strategies,
    read_json,
    tell_compiling,
    tell_seed,
)
from tarotsim.game.errors import TarotError
from tarotsim.present.output import open_writer, to_csv, to_json

if TYPE_CHECKING:
    from tarotsim.game.records import DealRecord

__all__ = ["what_if"]


@app.command("what-if")
def what_if(
    record: Annotated[
        Path,
        typer.Argument(
            help="File with the JSON form of a record (replay --json), or the folder "
            "of a run with --history, and --number."
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
        int | None, typer.Option(help="Number of the deal, in a folder.")
    ] = None,
    strategies: Strategies = "expert",
    cards: Annotated[
        str,
        typer.Option(
            help="unseen: what the seat does not see is dealt again. as_dealt: the "
            "cards of the record, which no player could know."
        ),
    ] = "unseen",
    deals: Annotated[int, typer.Option(help="Playouts of each arm.")] = 1000,
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
) -> None:
    """Change one decision of a recorded deal and play on from there.

    Both arms keep every act before the decision; strategies play the rest, with the
    same cards. With --csv a row for each arm and quantity is written.
    """
    from tarotsim.present.tables import format_result
    from tarotsim.studies.what_if import what_if as ask

    tell_compiling()
    with open_writer(output, as_json, as_csv) as writer:
        result = ask(
            _read(record, number),
            change,
            strategies=strategies,
            cards=cards,
            deals=deals,
            seed=seed,
            believe_bids=believe_bids,
        )
        if writer.as_csv:
            tell_seed(seed, result.run.seed)
            rows = result.tidy()
            writer.write(to_csv(rows, list(rows[0])))
        elif writer.as_json:
            writer.write(to_json(result.to_json()))
        else:
            writer.write(format_result(result))


def _read(path: Path, number: int | None) -> DealRecord:
    """Return the record of a file, or of a deal in the folder of a run."""
    from tarotsim.game.notation import record_from_json
    from tarotsim.runs.stored import open_run

    if not path.is_dir():
        if number is not None:
            message = f"{path} is no folder of a run: --number names a deal in one"
            raise TarotError(message)
        return record_from_json(read_json(path))
    if number is None:
        raise TarotError(f"{path} is a folder: name a deal in it with --number")
    try:
        return open_run(path).record(number)
    except IndexError as error:
        raise TarotError(str(error)) from None
