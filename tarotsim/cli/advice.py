"""Commands that answer a question about one hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tarotsim.cli.app import app
from tarotsim.cli.options import (
    AsCsv,
    AsJson,
    Engine,
    Output,
    Players,
    Quiet,
    Rule,
    Seed,
    Strategies,
    Threads,
    finish,
    read_rules,
    tell_compiling,
    tell_seed,
)
from tarotsim.present.output import open_writer, to_csv, to_json

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

__all__ = ["advise", "bid"]

Hand = Annotated[
    str,
    typer.Argument(
        help="The own cards as dealt: '21 18 15 12 9 6 4 Ex ♠R73 ♥DC5 ♦10 2 ♣V8' or in "
        "ASCII 'T21 T18 EX SR SD H10'."
    ),
]
AdviceDeals = Annotated[
    int | None,
    typer.Option(help="Deals to play. [default: 20000; 1000000 with a half-width]"),
]
HalfWidth = Annotated[
    float | None,
    typer.Option(help="Stop when the answer is known within this; never before 1,000."),
]
Seat = Annotated[int, typer.Option(help="The own seat, counted counter-clockwise.")]


@app.command()
def advise(
    hand: Hand,
    *,
    contract: Annotated[
        str | None,
        typer.Option(
            help="prise, garde, garde_sans or garde_contre. [default: what --bids "
            "say, or garde]"
        ),
    ] = None,
    role: Annotated[
        str | None,
        typer.Option(help="taker, defender, or partner at five. [default: taker]"),
    ] = None,
    seat: Seat = 0,
    taker: Annotated[
        int | None, typer.Option(help="Seat of the taker, where it is another.")
    ] = None,
    dealer: Annotated[
        int | None, typer.Option(help="Seat of the dealer. [default: any]")
    ] = None,
    bids: Annotated[
        str | None,
        typer.Option(help="All bids from the dealer's right: pass,prise,garde,pass."),
    ] = None,
    call: Annotated[
        str | None, typer.Option(help="The called card, at five players.")
    ] = None,
    chien: Annotated[
        str | None, typer.Option(help="The chien, if it was turned up.")
    ] = None,
    ecart: Annotated[str | None, typer.Option(help="The taker's own écart.")] = None,
    players: Players = 4,
    strategies: Strategies = "expert",
    deals: AdviceDeals = None,
    half_width: HalfWidth = None,
    seed: Seed = None,
    rule: Rule = None,
    engine: Engine = "compiled",
    threads: Threads = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
    quiet: Quiet = False,
) -> None:
    """Say whether a hand should show its poignée, and what that is worth.

    The same deals are played shown and silent. With --csv a row for each way to act and
    quantity is written.
    """
    from tarotsim.studies.advice import advise as run

    def ask() -> Any:
        return run(
            hand,
            contract,
            seat=seat,
            role=role,
            taker=taker,
            dealer=dealer,
            bids=bids,
            call=call,
            chien=chien,
            ecart=ecart,
            strategies=strategies,
            deals=deals,
            half_width=half_width,
            seed=seed,
            rules=read_rules(players, rule),
            engine=engine,
            threads=threads,
            progress=not quiet,
            keep_interrupted=True,
        )

    _answer(ask, seed, as_json=as_json, as_csv=as_csv, output=output)


@app.command()
def bid(
    hand: Hand,
    bids: Annotated[
        str, typer.Argument(help="Bids before, from the dealer's right: pass,prise.")
    ] = "",
    *,
    seat: Seat = 0,
    players: Players = 4,
    strategies: Strategies = "expert",
    deals: AdviceDeals = None,
    half_width: HalfWidth = None,
    seed: Seed = None,
    rule: Rule = None,
    engine: Engine = "compiled",
    threads: Threads = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    output: Output = None,
    quiet: Quiet = False,
) -> None:
    """Say what each bid is worth with a hand: passing, and what may still be bid.

    The same deals are played with every bid. With --csv a row for each bid and quantity
    is written.
    """
    from tarotsim.studies.bidding import study_bid

    def ask() -> Any:
        return study_bid(
            hand,
            bids,
            seat=seat,
            strategies=strategies,
            deals=deals,
            half_width=half_width,
            seed=seed,
            rules=read_rules(players, rule),
            engine=engine,
            threads=threads,
            progress=not quiet,
            keep_interrupted=True,
        )

    _answer(ask, seed, as_json=as_json, as_csv=as_csv, output=output)


def _answer(
    ask: Callable[[], Any],
    seed: int | None,
    *,
    as_json: bool,
    as_csv: bool,
    output: Path | None,
) -> None:
    """Ask, and write the answer in the form wished."""
    from tarotsim.present.tables import format_result

    tell_compiling()
    with open_writer(output, as_json, as_csv) as writer:
        result = ask()
        if writer.as_csv:
            tell_seed(seed, result.header["seed"])
            rows = result.tidy()
            writer.write(to_csv(rows, list(rows[0])))
        elif writer.as_json:
            writer.write(to_json(result.to_json()))
        else:
            writer.write(format_result(result))
    finish(result.interrupted)
