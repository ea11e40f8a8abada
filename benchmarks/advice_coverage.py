"""Do the intervals of advice cover? Hands by the hundred, each with a long-run answer.

Hands come as they do in the deals of a run: of a seat that could show a poignée, in the
role and under the contract that it had there. Nearly all are takers, unless
``--takers`` leaves room for others. Each is advised on once with a few thousand deals
and once, by another seed, with many more; an interval covers if the answer in the long
run lies in it. Where that answer has an error of its own that is not small, the share
that is to be expected is below 95 %; it is printed beside.

Run ``python benchmarks/advice_coverage.py --hands 200``; the result stands in
docs/advice.md.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import dataclass, field
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from tarotsim import advise, deal, simulate
from tarotsim.game.errors import TarotError
from tarotsim.game.rules import Contract

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarotsim.stats.intervals import Estimate

QUANTITIES = ("success", "u", "gain", "prime_part", "information_part")


@dataclass(slots=True)
class Count:
    """How often intervals covered.

    Parameters
    ----------
    covering, intervals : int
    expected : float
        Covering intervals to be expected, the long run being an estimate too.
    """

    covering: int = 0
    intervals: int = 0
    expected: float = field(default=0.0)

    def add(self, short: Estimate, long: Estimate) -> None:
        """Count an interval in, if both answers have one."""
        if short.low is None or short.high is None or long.mean is None:
            return
        self.intervals += 1
        self.covering += short.low <= long.mean <= short.high
        if short.se and long.se is not None:
            ratio = short.se / sqrt(short.se**2 + long.se**2)
            self.expected += 2 * NormalDist().cdf(1.96 * ratio) - 1
        else:
            self.expected += 0.95


def hands(players: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield what the seats know that could show in the deals of a run."""
    found = simulate(200_000, players=players, strategies="expert", seed=seed)
    for row in found.rows[found.rows["outcome"] == 0]:
        dealt = deal(seed, int(row["deal"]), players)
        for seat in range(players):
            if not row[f"showable_{seat}"]:
                continue
            taker, partner = int(row["taker"]), int(row["partner"])
            role = {taker: "taker", partner: "partner"}.get(seat, "defender")
            contract = Contract(int(row["contract"]))
            told: dict[str, Any] = {
                "hand": dealt.hands[seat],
                "contract": contract,
                "seat": seat,
                "role": role,
                "players": players,
            }
            if contract.takes_chien:
                told["chien"] = dealt.chien
            yield told


def measure(
    count: int, players: int, seed: int, deals: int, long: int, *, takers: int
) -> dict[str, Any]:
    """Advise on hands, shortly and at length, and count the intervals that cover."""
    counts = {name: Count() for name in (*QUANTITIES, "all")}
    roles: Counter[str] = Counter()
    given_up = 0
    for told in hands(players, seed):
        if roles.total() == count:
            break
        if told["role"] == "taker" and roles["taker"] >= takers:
            continue  # nearly all who could show take
        try:
            short = advise(**told, seed=seed + 1, deals=deals)
            truth = advise(**told, seed=seed + 2, deals=long)
        except TarotError:
            given_up += 1
            continue
        if not short.shown or truth.sample.tried.joint.n < long:
            given_up += 1
            continue
        roles[told["role"]] += 1
        pairs = [
            (name, getattr(a, name), getattr(b, name))
            for a, b in zip(short.shown, truth.shown, strict=True)
            for name in QUANTITIES
            if a.better is None
        ]
        pairs += [
            ("success", short.success_silent, truth.success_silent),
            ("u", short.u_silent, truth.u_silent),
        ]
        for name, a, b in pairs:
            counts[name].add(a, b)
            counts["all"].add(a, b)
    return {
        "players": players,
        "seed": seed,
        "hands": roles.total(),
        "roles": dict(roles),
        "too_rare": given_up,
        "deals": deals,
        "long_run_deals": long,
        "coverage": {
            name: {
                "covering": each.covering,
                "intervals": each.intervals,
                "share": each.covering / max(each.intervals, 1),
                "expected": each.expected / max(each.intervals, 1),
            }
            for name, each in counts.items()
        },
    }


def main() -> None:
    """Measure and print as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=4_000)
    parser.add_argument("--long", type=int, default=80_000)
    parser.add_argument("--takers", type=int, help="hands of takers, at most")
    asked = parser.parse_args()
    found = measure(
        asked.hands,
        asked.players,
        asked.seed,
        asked.deals,
        asked.long,
        takers=asked.hands if asked.takers is None else asked.takers,
    )
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
