"""Measure the expert and write its tables into this folder's README.

Run from the root: ``python strategies/measure_expert.py [DEALS [SEED]]``.
All differences are of the same deals, with intervals of 95 %.
"""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fitting.field import STRANGERS
from fitting.judging import COMPANIES, Judge
from fitting.roles import ROLES, RoleDeals
from tarotsim.engine.compiled import CompiledTable, compiled_form
from tarotsim.engine.given import as_given
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
GARDE, SANS = "best:garde", "best:garde_sans"
HABIT_DEALS = 5
"""Times as many deals for each habit, among experts and in the field."""
CONFIDENCE = 0.95

DECISIONS: dict[str, dict[str, Any]] = {
    "clears_suits": {"clears_suits": False},
    "keeps_marriages": {"keeps_marriages": False},
    'shows="always"': {"shows": "never"},
}
"""Habits besides those of play: the parameters without each one."""
OFF: dict[str, dict[str, Any]] = {
    "finds_partner": {"finds_partner": True},
    "saves_points": {"saves_points": True},
    'shows="estimate"': {"shows": "estimate"},
    "sends_signals": {"sends_signals": True},
    "sends_signals, reads_signals=1": {"sends_signals": True, "reads_signals": 1.0},
    "silence=1": {"silence": 1.0},
}
"""Habits that are off by default: the parameters with each one."""
SIMPLE = {players: rules_for(players).poignee_sizes[0] for players in PLAYER_COUNTS}
"""Trumps of a simple poignée (R10.1)."""
SLAM_HANDS = {
    3: "0: trumps>=16, holds=21 20 19 18 17, kings>=3",
    4: "0: trumps>=14, holds=21 20 19 18, kings>=2",
    5: "0: trumps>=12, holds=21 20 19 18, kings>=2",
}


class Rare(NamedTuple):
    """A habit that seldom matters, on deals in which it may.

    Parameters
    ----------
    label : str
    without : dict
        Parameters without it.
    dealt : str
        What is dealt, in words.
    given : dict of int to str
        The same as conditions, by number of players.
    is_takers : bool
        Whether the taker, seat 0, has the habit or the other seats.
    """

    label: str
    without: dict[str, Any]
    dealt: str
    given: dict[int, str]
    is_takers: bool

    @property
    def who(self) -> str:
        """Return who has the habit or lacks it."""
        return "taker" if self.is_takers else "others"


_TAKER_SHOWS = {n: f"0: trumps>={least}" for n, least in SIMPLE.items()}
_OTHER_SHOWS = {n: f"1: trumps>={least}" for n, least in SIMPLE.items()}
_TAKER_HIDES = {n: f"0: trumps>={least + 1}" for n, least in SIMPLE.items()}
_NO_READING = {"reads_poignees": False}
RARE = (
    Rare("reads_poignees", _NO_READING, "a poignée of the taker", _TAKER_SHOWS, False),
    Rare("reads_poignees", _NO_READING, "a poignée behind him", _OTHER_SHOWS, True),
    Rare("reads_poignees", _NO_READING, "a poignée behind him", _OTHER_SHOWS, False),
    Rare('hides="high"', {"hides": "low"}, "a trump to hide", _TAKER_HIDES, True),
    Rare("plays_slams", {"plays_slams": False}, "a slam in hand", SLAM_HANDS, True),
    Rare(
        "announces_slams",
        {"announces_slams": False},
        "a slam in hand",
        SLAM_HANDS,
        True,
    ),
)


class Worth(NamedTuple):
    """What a habit is worth in one role.

    Parameters
    ----------
    among_experts, in_field : str
        Gains as text.
    sigmas : float
        By how many standard errors the mean of both lies above 0.
    """

    among_experts: str
    in_field: str
    sigmas: float


class Bench:
    """The deals of one number of players, garde by the best hand.

    Parameters
    ----------
    players, deals, seed : int
    """

    def __init__(self, players: int, deals: int, seed: int) -> None:
        self.players, self.deals, self.seed = players, deals, seed
        self.by_role = {
            auction: RoleDeals(players, np.arange(deals), seed, auction)
            for auction in (GARDE, SANS)
        }
        self._units: dict[tuple[Any, ...], Numbers] = {}
        self._experts: dict[str, tuple[Numbers, Numbers]] = {}
        held = range(2 * HABIT_DEALS * deals)
        self.judge = Judge(players, compiled(EXPERT), held, seed)

    def play(
        self,
        players: Sequence[Strategy],
        auction: str | None = None,
        numbers: Iterable[int] | None = None,
        given: str | None = None,
    ) -> npt.NDArray[Any]:
        """Return the rows of some deals, all by default."""
        forms, rules = [compiled(player) for player in players], rules_for(self.players)
        table = CompiledTable(rules, forms, as_auction(auction))
        wanted = range(self.deals) if numbers is None else numbers
        condition = as_given(given, rules)
        return table.play_numbered(self.seed, wanted, given=condition).rows

    def units(
        self, taker: Player, partner: Player, *others: Player, auction: str = GARDE
    ) -> Numbers:
        """Return u of each played deal, with certain players in the roles.

        Parameters
        ----------
        taker, partner : Strategy or str
            A strategy, or the name of one of `STRANGERS`. The partner is who holds
            the card that this taker calls.
        *others : Strategy or str
            The defenders, or one for all.
        auction : str, optional
            By whom the deals are taken and at what contract.
        """
        if len(others) == 1:
            others *= self.players - 1
        key = (auction, taker, partner, *others)
        if key not in self._units:
            forms = [compiled(player) for player in key[1:]]
            rows = self.by_role[auction].rows(forms[0], forms[1], forms[2:])
            self._units[key] = rows["unit"].astype(float)
        return self._units[key]

    def gain(
        self,
        role: str,
        good: Player,
        bad: Player,
        others: Player,
        auction: str = GARDE,
    ) -> str:
        """Return what one player in a role gains over another, in u, as text.

        The role is "one defender" for the first to play after the taker.
        """
        first, second = (
            self.units(*self._seated(role, player, others), auction=auction)
            for player in (good, bad)
        )
        is_defence = role not in ("taker", "partner")
        return interval(second - first if is_defence else first - second)

    def _seated(self, role: str, player: Player, others: Player) -> list[Player]:
        """Return taker, partner and defenders."""
        defenders = [others] * (self.players - 1)
        if role == "taker":
            return [player, others, *defenders]
        if role == "partner":
            return [others, player, *defenders]
        if role == "defence":
            return [others, others, *[player] * (self.players - 1)]
        return [others, others, player, *defenders[1:]]

    def habit_worth(self, good: Strategy, bad: Strategy) -> list[Worth]:
        """Return what a habit is worth in each role.

        Parameters
        ----------
        good, bad : Strategy
            With the habit and without.
        """
        found = []
        for role in ROLES[self.players]:
            first, second = (self._judged(role, player) for player in (good, bad))
            gains = [a - b for a, b in zip(first, second, strict=True)]
            uneven = sum(np.count_nonzero(gain) for gain in gains)
            error = sum(gain.var(ddof=1) / len(gain) for gain in gains) ** 0.5
            total = sum(gain.mean() for gain in gains)
            sigmas = 0.0 if uneven < LEAST_UNEVEN else total / error
            found.append(Worth(interval(gains[0]), interval(gains[1]), sigmas))
        return found

    def _judged(self, role: str, player: Strategy) -> tuple[Numbers, Numbers]:
        if player != EXPERT:
            return self.judge.units(role, compiled(player))
        if role not in self._experts:
            self._experts[role] = self.judge.units(role, compiled(player))
        return self._experts[role]

    def gain_rare(self, rare: Rare) -> str:
        """Return what a habit that seldom matters is worth where it may, as text."""
        units, bad = [], changed(EXPERT, rare.without)
        for player in (EXPERT, bad):
            taker, other = (player, EXPERT) if rare.is_takers else (EXPERT, player)
            players = [taker, *(self.players - 1) * [other]]
            numbers = range(HABIT_DEALS * self.deals)
            rows = self.play(players, "0:garde", numbers, rare.given[self.players])
            units.append(rows["unit"].astype(float))
        gain = units[0] - units[1]
        return interval(gain if rare.is_takers else -gain)

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
    count = PointCount()
    rivals: list[tuple[str, Strategy, str]] = [
        ("`point_count`", count, GARDE),
        ("`point_count`, garde sans", count, SANS),
        ("itself, Chavey's bids", Expert(bids="chavey"), GARDE),
        ("itself, no habit of play", without, GARDE),
        ("`random_legal`", RandomLegal(), GARDE),
    ]
    for label, rival, auction in rivals:
        for bench in benches:
            cells = [label, str(bench.players)]
            for role in ROLES[5]:
                is_played = role in ROLES[bench.players]
                cells.append(
                    bench.gain(role, EXPERT, rival, rival, auction)
                    if is_played
                    else "–"
                )
            bids = auction == GARDE  # once for each rival
            cells.append(bench.gain_bidding(EXPERT, rival, rival) if bids else "–")
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


def habits(benches: list[Bench]) -> list[str]:
    """Return two tables of what each habit is worth, and what they come to in words."""
    on = {habit: {habit: False} for habit in HABITS if getattr(EXPERT, habit)}
    off = {habit: {habit: True} for habit in HABITS if habit not in on} | OFF
    found = {
        label: [bench.habit_worth(EXPERT, changed(EXPERT, lack)) for bench in benches]
        for label, lack in (on | DECISIONS).items()
    }
    found |= {
        label: [bench.habit_worth(changed(EXPERT, added), EXPERT) for bench in benches]
        for label, added in off.items()
    }
    head = ["habit"]
    for bench in benches:
        head += [f"{role}, {bench.players}" for role in ROLES[bench.players]]
    among, field, best = [], [], {}
    for label, parts in found.items():
        worths = [worth for part in parts for worth in part]
        name = f"`{label}`, off" if label in off else f"`{label}`"
        among.append(_row(name, [worth.among_experts for worth in worths]))
        field.append(_row(name, [worth.in_field for worth in worths]))
        best[label] = max(worth.sigmas for worth in worths)
    least = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / (len(head) - 1))
    return [table(head, among), table(head, field), _words(best, least, off)]


def _row(name: str, cells: list[str]) -> str:
    return "| " + " | ".join([name, *cells]) + " |"


def _words(best: dict[str, float], least: float, off: Iterable[str]) -> str:
    """Say of which habits a gain shows in some role."""
    pays = [label for label in best if best[label] > least]
    groups = {
        "On, and worth something in some role": [x for x in pays if x not in off],
        "On, and worth nothing that shows": [
            label for label in best if label not in off and label not in pays
        ],
        "Off, though worth something in some role": [x for x in pays if x in off],
        "Off, and worth nothing that shows": [x for x in off if x not in pays],
    }
    lines = [
        f"- {head}: " + (", ".join(f"`{label}`" for label in labels) or "none") + "."
        for head, labels in groups.items()
    ]
    return "\n".join(lines)


def rare_habits(benches: list[Bench]) -> str:
    """Return the table of habits that seldom matter, on deals in which they may."""
    lines = []
    for rare in RARE:
        cells = [f"`{rare.label}`", rare.dealt, rare.who]
        cells += [bench.gain_rare(rare) for bench in benches]
        lines.append("| " + " | ".join(cells) + " |")
    head = ["habit", "dealt", "who"]
    return table(head + [f"{bench.players} players" for bench in benches], lines)


def main(deals: int = 20_000, seed: int = 2026) -> None:
    """Measure, and write the tables.

    Parameters
    ----------
    deals, seed : int, optional
        Raw deals of each line, and their seed.
    """
    benches = [Bench(players, deals, seed) for players in PLAYER_COUNTS]
    names = [contract.label.replace("_", " ") for contract in CONTRACTS]
    many = f"{HABIT_DEALS * deals:,}"
    among, field, words = habits(benches)
    dealt = "; ".join(dict.fromkeys(f"{x.dealt}, `{x.given[4]}`" for x in RARE))
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
        "the best hand if nothing else is said, the other roles with the rival. "
        "Bidding: score per deal of one seat among rivals. 0: no deal came out "
        f"otherwise; without ±: fewer than {LEAST_UNEVEN} did.",
        strength(benches),
        "Gains among players of all kinds, in u, garde by the best hand: first over "
        "`point_count`, then over `random_legal` in the same role, the others as "
        "named. `lowest card` and `highest card` always play just that.",
        soundness(benches),
        f"What each habit is worth in u, garde by the best hand: `expert` with it less "
        "without it, in one role, by number of players. A habit of play that is off "
        "weighs nothing, the rest as it was fitted; 0: the fit dropped it in this "
        f"role, or it is another's. Each cell is of {many} raw deals and its interval "
        "covers by itself. First with full experts in the other seats:",
        among,
        f"Then the same with others of the field in these seats, {COMPANIES} companies "
        "of strong, weak and odd players:",
        field,
        "What that comes to by the mean of both tables, all roles of a habit judged "
        f"together at {1 - CONFIDENCE:.0%}:",
        words,
        "Habits that seldom matter, on deals dealt so that they may, seat 0 taker in "
        f"garde, full experts ({many} raw deals a cell). At four players: {dealt}.",
        rare_habits(benches),
    ]
    text = README.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    body = "\n\n".join(parts)
    README.write_text(f"{before}{BEGIN}\n\n{body}\n\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
