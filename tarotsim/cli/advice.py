"""Commands that answer a question about one hand."""

from __future__ import annotations

from typing import Annotated

import typer

from tarotsim.cli.app import app
from tarotsim.cli.options import (
    AsCsv,
    AsJson,
    Engine,
    HalfWidth,
    Objective,
    Output,
    Players,
    Quiet,
    Rule,
    Seed,
    Strategies,
    Threads,
    files_of,
    finish,
    read_rules,
    tell_compiling,
    write_result,
)
from tarotsim.cli.values import as_whole
from tarotsim.present.output import open_writer

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
    typer.Option(
        help="Deals to play. [default: 20000; 1000000 with a half-width]",
        parser=as_whole,
    ),
]
Seat = Annotated[
    int,
    typer.Option(help="The own seat, counted counter-clockwise.", parser=as_whole),
]


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
        int | None,
        typer.Option(help="Seat of the taker, where it is another.", parser=as_whole),
    ] = None,
    dealer: Annotated[
        int | None,
        typer.Option(help="Seat of the dealer. [default: any]", parser=as_whole),
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
    objective: Objective = "score",
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

    tell_compiling()
    with open_writer(output, as_json, as_csv, files_of(strategies)) as writer:
        result = run(
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
            objective=objective,
            seed=seed,
            rules=read_rules(players, rule),
            engine=engine,
            threads=threads,
            progress=not quiet,
            keep_interrupted=True,
        )
        write_result(writer, result, seed, result.header["seed"])
    finish(result.interrupted)


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

    tell_compiling()
    with open_writer(output, as_json, as_csv, files_of(strategies)) as writer:
        result = study_bid(
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
        write_result(writer, result, seed, result.header["seed"])
    finish(result.interrupted)
