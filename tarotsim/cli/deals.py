"""Commands about one deal: its cards, its acts, its count."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tarotsim.cli.app import app
from tarotsim.cli.options import (
    AsJson,
    Auction,
    Given,
    Players,
    Rule,
    Seed,
    Strategies,
    naming,
    read_record,
    read_rules,
)
from tarotsim.cli.values import as_path, as_whole
from tarotsim.game.errors import TarotError
from tarotsim.present.output import to_json

__all__ = ["deal", "replay", "score"]


@app.command()
def score(
    *,
    contract: Annotated[
        str, typer.Option(help="prise, garde, garde_sans or garde_contre.")
    ],
    points: Annotated[
        str, typer.Option(help="Card points of the attack, 0 to 91, Excuse settled.")
    ],
    bouts: Annotated[
        int, typer.Option(help="Bouts of the attack, 0 to 3.", parser=as_whole)
    ],
    players: Players = 4,
    poignee: Annotated[
        list[str] | None,
        typer.Option(
            help="A poignée shown, simple, double or triple, and by which camp, attack "
            "or defence. Repeatable.",
            metavar="LEVEL:CAMP",
        ),
    ] = None,
    petit_au_bout: Annotated[
        str, typer.Option(help="none, attack or defence: the camp that made it.")
    ] = "none",
    chelem: Annotated[
        str,
        typer.Option(
            help="none, announced_made, unannounced_made, announced_failed or "
            "defence_made."
        ),
    ] = "none",
    alone: Annotated[
        bool, typer.Option("--alone", help="At five: the taker has no partner.")
    ] = False,
    rule: Rule = None,
    as_json: AsJson = False,
) -> None:
    """Count one deal, line by line."""
    from tarotsim.engine.count import score as count
    from tarotsim.game.record_json import score_to_json

    result = count(
        contract=contract,
        points=points,
        bouts=bouts,
        poignees=poignee or [],
        petit_au_bout=petit_au_bout,
        chelem=chelem,
        alone=alone,
        rules=read_rules(players, rule),
    )
    if as_json:
        roles = {"by_role": result.by_role, "lines": list(result.lines)}
        print(to_json(score_to_json(result) | roles))
    else:
        print(result)


@app.command()
def deal(
    *,
    players: Players = 4,
    seed: Seed = None,
    number: Annotated[
        int, typer.Option(help="Number of the first deal.", parser=as_whole)
    ] = 0,
    given: Given = None,
    count: Annotated[
        int, typer.Option(help="How many deals to show.", parser=as_whole)
    ] = 1,
    as_json: AsJson = False,
) -> None:
    """Show the cards of raw deals."""
    from tarotsim.engine.play import deal as deal_one
    from tarotsim.game.keys import check_seed, new_seed
    from tarotsim.game.notation import format_deal
    from tarotsim.game.record_json import deal_to_json

    if count < 1:
        raise TarotError(f"count must be 1 or more, not {count}")
    seed = new_seed() if seed is None else seed
    check_seed(number + count - 1, "the number of the last deal")
    if as_json:
        deals = [deal_one(seed, number + i, players, given=given) for i in range(count)]
        shown = [deal_to_json(one) for one in deals]
        print(to_json(shown[0] if count == 1 else shown))
        return
    for i in range(count):
        one = deal_one(seed, number + i, players, given=given)
        under = "" if one.given is None else f", given {one.given}"
        print(f"deal {one.number} of seed {one.seed}, {one.players} players{under}")
        print(format_deal(one))


@app.command()
def replay(
    record: Annotated[
        Path | None,
        typer.Argument(
            help="File with the JSON form of a record; without it, a seed.",
            parser=as_path,
        ),
    ] = None,
    *,
    players: Players = 4,
    seed: Seed = None,
    number: Annotated[
        int, typer.Option(help="Number of the deal.", parser=as_whole)
    ] = 0,
    strategies: Strategies = "point_count",
    auction: Auction = None,
    rule: Rule = None,
    as_json: AsJson = False,
) -> None:
    """Play one deal and show every act.

    The deal is that of a seed and a number, or of a file.

    A record from a file is checked, act by act, against the rules.
    """
    from tarotsim.engine.play import deal as deal_one
    from tarotsim.engine.play import play, resume
    from tarotsim.game.record_json import record_to_json

    if record is not None:
        if seed is not None or auction is not None or rule or number or players != 4:
            message = "a record has its own players, seed, number, auction and rules"
            raise TarotError(f"{message}: give a file alone")
        read = read_record(record)
        with naming(record):
            result = resume(read, strategies=strategies)
            if result != read:
                raise TarotError("the acts give another result than the record's")
    else:
        rules = read_rules(players, rule)
        dealt = deal_one(seed, number, rules=rules)
        result = play(dealt, strategies, rules=rules, auction=auction)
    print(to_json(record_to_json(result)) if as_json else result)
