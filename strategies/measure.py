"""Measure `point_count` and print the tables of this folder's README.

Run from the root of the project: ``python strategies/measure.py [DEALS [SEED]]``.
"""

from __future__ import annotations

import statistics
import sys
from collections import Counter
from typing import TYPE_CHECKING

from tarotsim.game.auction import Imposed
from tarotsim.game.rules import CONTRACTS, PLAYER_COUNTS, Contract, rules_for
from tarotsim.reference.bidding import imposed_taker
from tarotsim.reference.dealing import deal_cards, find_petit_sec
from tarotsim.reference.game import play_deal
from tarotsim_strategies.point_count import PointCount
from tarotsim_strategies.random_legal import RandomLegal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarotsim.game.records import Deal
    from tarotsim.game.strategy import Strategy

GOOD = PointCount()
BASELINE = RandomLegal()


def count_contracts(players: int, deals: int, seed: int) -> str:
    """Return a line of the table of contracts: bid, and of these made.

    Parameters
    ----------
    players, deals, seed : int
        Raw deals with `point_count` in all seats.
    """
    rules = rules_for(players)
    bid: Counter[Contract] = Counter()
    made: Counter[Contract] = Counter()
    for number in range(deals):
        deal = deal_cards(rules, seed, number)
        record = play_deal(rules, deal, [GOOD] * players)
        bid[record.contract] += 1
        made[record.contract] += record.score is not None and record.score.won
    cells = [f"{bid[Contract.PASS] / deals:.0%}"]
    for contract in CONTRACTS:
        share = f"{bid[contract] / deals:.1%}"
        won = f"{made[contract] / bid[contract]:.0%}" if bid[contract] >= 30 else "–"
        cells.append(f"{share}, {won}")
    return f"| {players} | " + " | ".join(cells) + " |"


def compare_with_baseline(players: int, deals: int, seed: int) -> str:
    """Return a line of the table of strength: gains in u per defender.

    Parameters
    ----------
    players, deals, seed : int
        Garde by the best hand, the same deals for every pair.
    """
    taken = list(_taken_deals(players, deals, seed))
    both_bad = _units(players, taken, BASELINE, BASELINE)
    taker = _units(players, taken, GOOD, BASELINE)
    others = _units(players, taken, BASELINE, GOOD)
    made = _units(players, taken, GOOD, GOOD)
    cells = [
        _interval([a - b for a, b in zip(taker, both_bad, strict=True)]),
        _interval([b - a for a, b in zip(others, both_bad, strict=True)]),
        _interval(made),
    ]
    return f"| {players} | {len(taken)} | " + " | ".join(cells) + " |"


def _taken_deals(players: int, deals: int, seed: int) -> Iterator[tuple[Deal, int]]:
    """Yield the deals without petit sec and the seat of their best hand."""
    for number in range(deals):
        deal = deal_cards(rules_for(players), seed, number)
        if find_petit_sec(deal.hands) is None:
            auction = Imposed(Contract.GARDE)
            yield deal, imposed_taker(auction, deal.hands, deal.dealer)[0]


def _units(
    players: int, taken: list[tuple[Deal, int]], attacker: Strategy, other: Strategy
) -> list[int]:
    """Return u, the primes of poignées left out, of each deal."""
    units = []
    for deal, taker in taken:
        seats = [attacker if seat == taker else other for seat in range(players)]
        auction = Imposed(Contract.GARDE, taker)
        score = play_deal(rules_for(players), deal, seats, auction=auction).score
        if score is not None:
            units.append(score.unit - score.poignee_part)
    return units


def _interval(values: list[int]) -> str:
    margin = 1.96 * statistics.stdev(values) / len(values) ** 0.5
    return f"{statistics.mean(values):+.1f} ± {margin:.1f}"


def main(deals: int = 2000, seed: int = 2025) -> None:
    """Print both tables.

    Parameters
    ----------
    deals, seed : int, optional
        Raw deals for each line, and their seed.
    """
    names = " | ".join(contract.label.replace("_", " ") for contract in CONTRACTS)
    print(f"Seed {seed}, {deals} raw deals a line.\n")
    print(f"| players | passed out or petit sec | {names} |")
    print("| --- " * 6 + "|")
    for players in PLAYER_COUNTS:
        print(count_contracts(players, deals, seed))
    print(
        "\n| players | deals | as taker | in the other seats | u, all `point_count` |"
    )
    print("| --- " * 5 + "|")
    for players in PLAYER_COUNTS:
        print(compare_with_baseline(players, deals, seed))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
