"""Measure the expert and write its tables into this folder's README.

Run from the root: ``python strategies/measure_expert.py [DEALS [SEED]]``.
All differences are of the same deals, with intervals of 95 %.
"""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from fitting.field import STRANGERS
from fitting.roles import ROLES, RoleDeals
from tarotsim.engine.compiled import CompiledTable, compiled_form
from tarotsim.engine.play import as_auction
from tarotsim.game.layout import Outcome
from tarotsim.game.rules import CONTRACTS, PLAYER_COUNTS, rules_for
from tarotsim_strategies.expert import Expert
from tarotsim_strategies.expert.habits import HABITS
from tarotsim_strategies.point_count import PointCount
from tarotsim_strategies.random_legal import RandomLegal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy.typing as npt

    from tarotsim.game.rules import Contract
    from tarotsim.game.strategy import Strategy
    from tarotsim.kernels.policies import CompiledStrategy

    Numbers = npt.NDArray[np.float64]
    Player = Strategy | str

README = Path(__file__).parent / "README.md"
BEGIN, END = "<!-- expert: begin -->", "<!-- expert: end -->"
EXPERT = Expert()
LEAST_MADE = 30
"""Contracts below which the share made is not told."""
LEAST_UNEVEN = 30
"""Deals that came out otherwise below which a mean difference has no interval."""

DECISIONS: dict[str, dict[str, Any]] = {
    "clears_suits": {"clears_suits": False},
    "saves_points": {"saves_points": False},
    "keeps_marriages": {"keeps_marriages": False},
    "reads_poignees": {"reads_poignees": False},
    "announces_slams": {"announces_slams": False},
    'shows="always"': {"shows": "never"},
    'shows="estimate", against "always"': {"shows": "always"},
    'hides="high"': {"hides": "low"},
}
"""Habits besides those of play: the parameters without each one."""
OFF: dict[str, dict[str, Any]] = {
    "finds_partner, off": {"finds_partner": True},
    "sends_signals, off": {"sends_signals": True},
    "signals sent and read, off": {"sends_signals": True, "reads_signals": 1.0},
    "silence=1, off": {"silence": 1.0},
}
"""Habits that are off by default: the parameters with each one."""


class Bench:
    """The deals of one number of players, garde by the best hand.

    Parameters
    ----------
    players, deals, seed : int
    """

    def __init__(self, players: int, deals: int, seed: int) -> None:
        self.players, self.deals, self.seed = players, deals, seed
        self.by_role = RoleDeals(players, np.arange(deals), seed)
        self._units: dict[tuple[Any, ...], Numbers] = {}

    def play(
        self,
        players: Sequence[Strategy],
        auction: str | None = None,
        numbers: Iterable[int] | None = None,
    ) -> npt.NDArray[Any]:
        """Return the rows of some deals, all by default."""
        forms = [compiled(player) for player in players]
        table = CompiledTable(rules_for(self.players), forms, as_auction(auction))
        wanted = range(self.deals) if numbers is None else numbers
        return table.play_numbered(self.seed, wanted).rows

    def units(self, taker: Player, partner: Player, *others: Player) -> Numbers:
        """Return u of each played deal, with certain players in the roles.

        Parameters
        ----------
        taker, partner : Strategy or str
            A strategy, or the name of one of `STRANGERS`. The partner is who holds
            the card that this taker calls.
        *others : Strategy or str
            The defenders, or one for all.
        """
        if len(others) == 1:
            others *= self.players - 1
        key = (taker, partner, *others)
        if key not in self._units:
            forms = [compiled(player) for player in key]
            rows = self.by_role.rows(forms[0], forms[1], forms[2:])
            self._units[key] = rows["unit"].astype(float)
        return self._units[key]

    def gain(self, role: str, good: Player, bad: Player, others: Player) -> str:
        """Return what one player in a role gains over another, in u, as text.

        The role is "one defender" for the first to play after the taker.
        """
        first, second = (self._seated(role, player, others) for player in (good, bad))
        is_defence = role not in ("taker", "partner")
        return interval(second - first if is_defence else first - second)

    def _seated(self, role: str, player: Player, others: Player) -> Numbers:
        if role == "taker":
            return self.units(player, others, others)
        if role == "partner":
            return self.units(others, player, others)
        if role == "defence":
            return self.units(others, others, player)
        rest = [others] * (self.players - 2)
        return self.units(others, others, player, *rest)

    def gain_bidding(self, good: Strategy, bad: Strategy, others: Strategy) -> str:
        """Return what a seat gains in free bidding, per deal, in points of score."""
        differences = np.zeros(self.deals)
        for seat in range(self.players):
            scores = []
            for player in (good, bad):
                players = [others] * self.players
                players[seat] = player
                rows = self.play(players)
                scores.append(rows[f"score_{seat}"].astype(float))
            differences += (scores[0] - scores[1]) / self.players
        return interval(differences)

    def other_contracts(self, player: Strategy, bid: Contract) -> str:
        """Return a line: what a taker who bid this has of it, and of others."""
        rows = self.play([player] * self.players)
        chosen = (rows["outcome"] == Outcome.PLAYED) & (rows["contract"] == bid)
        scores = np.zeros((len(CONTRACTS), self.deals))
        for seat in range(self.players):
            here = np.flatnonzero(chosen & (rows["taker"] == seat))
            for line, contract in zip(scores, CONTRACTS, strict=True):
                auction = f"{seat}:{contract.label}"
                found = self.play([player] * self.players, auction, here.tolist())
                line[here] = found[f"score_{seat}"]
        scores = scores[:, chosen]
        own = scores[CONTRACTS.index(bid)]
        cells = [str(self.players), bid.label.replace("_", " "), str(chosen.sum())]
        if chosen.sum() < LEAST_MADE:
            return "| " + " | ".join(cells + (len(CONTRACTS) + 1) * ["–"]) + " |"
        cells += [interval(own), *(interval(line - own) for line in scores)]
        return "| " + " | ".join(cells) + " |"

    def contracts(self, player: Strategy) -> str:
        """Return a line of the table of contracts: bid, and of these made."""
        rows = self.play([player] * self.players)
        played = rows["outcome"] == Outcome.PLAYED
        cells = [f"{1 - played.mean():.0%}"]
        for contract in CONTRACTS:
            here = played & (rows["contract"] == contract)
            made = (
                f"{rows['won'][here].mean():.0%}" if here.sum() >= LEAST_MADE else "–"
            )
            cells.append(f"{here.mean():.1%}, {made}")
        return f"| {self.players} | " + " | ".join(cells) + " |"


def changed(expert: Expert, changes: dict[str, Any]) -> Expert:
    """Return an expert with other parameters."""
    return dataclasses.replace(expert, **changes)


def compiled(player: Player) -> CompiledStrategy:
    """Return the compiled form of a player."""
    form = STRANGERS[player] if isinstance(player, str) else compiled_form(player)
    assert form is not None
    return form


def interval(values: Numbers) -> str:
    """Return a mean difference with the half-width of its interval of 95 %."""
    uneven = np.count_nonzero(values)
    if uneven < LEAST_UNEVEN:
        return f"{values.mean():+.1f}" if uneven else "0"
    margin = 1.96 * values.std(ddof=1) / len(values) ** 0.5
    return f"{values.mean():+.1f} ± {margin:.1f}"


def table(head: list[str], lines: list[str]) -> str:
    """Return a table in Markdown."""
    rule = "| " + " | ".join("---" for _ in head) + " |"
    return "\n".join(["| " + " | ".join(head) + " |", rule, *lines])


def strength(benches: list[Bench]) -> str:
    """Return the table of gains over other players and over weaker forms of itself."""
    lines = []
    without = changed(EXPERT, dict.fromkeys(HABITS, False))
    rivals: list[tuple[str, Strategy]] = [
        ("`point_count`", PointCount()),
        ("itself, Chavey's bids", Expert(bids="chavey")),
        ("itself, no habit of play", without),
        ("`random_legal`", RandomLegal()),
    ]
    for label, rival in rivals:
        for bench in benches:
            cells = [label, str(bench.players)]
            for role in ROLES[5]:
                is_played = role in ROLES[bench.players]
                found = bench.gain(role, EXPERT, rival, rival) if is_played else "–"
                cells.append(found)
            cells.append(bench.gain_bidding(EXPERT, rival, rival))
            lines.append("| " + " | ".join(cells) + " |")
    head = ["over", "players", "as taker", "as partner", "as defenders", "bidding"]
    return table(head, lines)


def soundness(benches: list[Bench]) -> str:
    """Return the table of gains among players of all kinds, strong, weak and odd."""
    lines = []
    roles = ["taker", "partner", "one defender", "defence"]
    for company in STRANGERS:
        for bench in benches:
            cells = [f"`{company}`", str(bench.players)]
            for role in roles:
                if role == "partner" and bench.players < 5:
                    cells.append("–")
                    continue
                rivals = ("point_count", "random_legal")
                found = [bench.gain(role, EXPERT, rival, company) for rival in rivals]
                cells.append(", ".join(found))
            lines.append("| " + " | ".join(cells) + " |")
    return table(["among", "players", *roles], lines)


def habits(benches: list[Bench]) -> str:
    """Return the table of what each habit is worth, against full experts."""
    usual = {habit: {habit: False} for habit in HABITS if getattr(EXPERT, habit)}
    unused = {f"{habit}, off": {habit: True} for habit in HABITS if habit not in usual}
    lines = []
    for label, changes in (usual | DECISIONS).items():
        good = Expert(shows="estimate") if "estimate" in label else EXPERT
        bad = changed(good, changes)
        lines.append(_line(label, benches, good, bad))
    for label, changes in (unused | OFF).items():
        lines.append(_line(label, benches, changed(EXPERT, changes), EXPERT))
    head = ["habit"]
    for bench in benches:
        head += [f"{role}, {bench.players}" for role in ROLES[bench.players]]
    return table(head, lines)


def _line(label: str, benches: list[Bench], good: Expert, bad: Expert) -> str:
    cells = [f"`{label}`"]
    for bench in benches:
        for role in ROLES[bench.players]:
            cells.append(bench.gain(role, good, bad, EXPERT))
    return "| " + " | ".join(cells) + " |"


def main(deals: int = 20_000, seed: int = 2026) -> None:
    """Measure, and write the tables.

    Parameters
    ----------
    deals, seed : int, optional
        Raw deals of each line, and their seed.
    """
    benches = [Bench(players, deals, seed) for players in PLAYER_COUNTS]
    names = [contract.label.replace("_", " ") for contract in CONTRACTS]
    parts = [
        f"Contracts with `expert` in all seats, share of raw deals and, after the "
        f"comma, how often made (seed {seed}, {deals} raw deals a line):",
        table(
            ["players", "passed out or petit sec", *names],
            [bench.contracts(EXPERT) for bench in benches],
        ),
        "What was bid against what might have been: the taker's score, and the change "
        "of it with another contract on the same deals, `expert` in all seats.",
        table(
            ["players", "bid", "deals", "score", *names],
            [
                bench.other_contracts(EXPERT, contract)
                for bench in benches
                for contract in CONTRACTS
            ],
        ),
        "Gains over others on the same deals, 95 % intervals. By role: in u, garde by "
        "the best hand, the other roles with the rival. Bidding: score per deal of one "
        "seat among rivals. 0: no deal came out otherwise; without ±: fewer than "
        f"{LEAST_UNEVEN} did.",
        strength(benches),
        "Gains among players of all kinds, in u, garde by the best hand: first over "
        "`point_count`, then over `random_legal` in the same role, the others as "
        "named. `lowest card` and `highest card` always play just that.",
        soundness(benches),
        "What each habit is worth in u, garde by the best hand: `expert` with it less "
        "without it, in one role, full experts in the others, by number of players. A "
        "habit of play that is off weighs nothing, the rest as it was fitted; 0: the "
        "fit dropped it in this role, or it is another's. Each interval covers by "
        "itself: of a hundred cells that are worth nothing some five would seem to be "
        "worth something.",
        habits(benches),
    ]
    text = README.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    body = "\n\n".join(parts)
    README.write_text(f"{before}{BEGIN}\n\n{body}\n\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
