"""Which of several strategies is best? Every pair compared on the same deals.

A cell of the table is what `tarotsim.compare` gives for that pair and seed. The rating
of a strategy is the least-squares one: the numbers that add up to 0 and whose
differences come nearest to the table's.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from tarotsim.game.errors import TarotError
from tarotsim.game.wording import counted
from tarotsim.runs.summary import estimate_json
from tarotsim.stats.intervals import deals_needed, wilson
from tarotsim.studies import free_play, imposed_play
from tarotsim.studies.contest import plan_contest
from tarotsim.studies.lines import (
    ASKS_NO_BIDS,
    ESTIMANDS,
    UNITS,
    clustered_json,
    finding_json,
    judgement,
    named,
    sentence,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    import numpy.typing as npt

    from tarotsim.engine.given import GivenLike
    from tarotsim.game.auction import Imposed
    from tarotsim.game.rules import RuleSet
    from tarotsim.plugins.registry import StrategyLike
    from tarotsim.stats.intervals import Estimate
    from tarotsim.stats.joint import JointMoments
    from tarotsim.studies.contest import Contest, Sums, Vectors

__all__ = ["Pairing", "Rating", "Tournament", "tournament"]


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of one strategy.

    Parameters
    ----------
    strategy : str
    value : Estimate
        Least-squares rating, in the unit of the tournament; all add up to 0.
    details : dict of str to Estimate
        With an imposed contract ``attack`` and ``defence``, which add up to the value:
        u as attack against every defence, above the mean, and u conceded as defence
        to every attack, below the mean. At three and four players ``percentage``,
        the federation's mark, 0 to 100 (R16.4, R16.5, R16.7).
    """

    strategy: str
    value: Estimate
    details: dict[str, Estimate] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return ``strategy``, the estimate of the value, and the details by name."""
        details = {name: clustered_json(value) for name, value in self.details.items()}
        return {"strategy": self.strategy, **clustered_json(self.value), **details}


@dataclass(frozen=True, slots=True)
class Pairing:
    """What a pair of strategies did against each other.

    Parameters
    ----------
    a, b : str
    difference : Estimate
        a less b, as `tarotsim.compare` gives it.
    uneven : Estimate
        Share of the compared deals that came out otherwise.
    match_points : Estimate or None
        Per deal, of a, with an imposed contract at three and four players (R16.6).
    """

    a: str
    b: str
    difference: Estimate
    uneven: Estimate
    match_points: Estimate | None = None

    def to_json(self, among: int) -> dict[str, Any]:
        """Return ``a``, ``b``, what is said of the difference, and match points."""
        found = finding_json(self.difference, self.uneven, among)
        if self.match_points is not None:
            found["match_points"] = clustered_json(self.match_points)
        return {"a": self.a, "b": self.b, **found}

    def others(self) -> dict[str, Estimate]:
        """Return all estimates but the difference, by name."""
        points = self.match_points
        more = {} if points is None else {"match_points": points}
        return {"uneven": self.uneven} | more


@dataclass(frozen=True, slots=True, repr=False)
class Tournament:
    """What every pair of several strategies did on the same deals.

    Parameters
    ----------
    header : dict
        What identifies it: version, rules, strategies, auction, seed.
    design : str
        ``bidding``, or ``imposed`` for an imposed contract.
    deals : dict of str to int
        ``raw``; ``petit_sec``, cancelled; ``compared``, the others.
    plays : int
        How often each compared deal was played.
    ratings : tuple of Rating
        The best first.
    pairings : tuple of Pairing
        Each pair once, the better rated first.
    stopped : str
        ``deals``, ``half_width`` or ``interrupted``.
    """

    header: dict[str, Any]
    design: str
    deals: dict[str, int]
    plays: int
    ratings: tuple[Rating, ...]
    pairings: tuple[Pairing, ...]
    stopped: str

    def __repr__(self) -> str:
        order = ", ".join(rating.strategy for rating in self.ratings)
        return (
            f"<Tournament: {counted(self.deals['compared'], 'deal')}, best first: "
            f"{order}; show() prints the tables>"
        )

    @property
    def interrupted(self) -> bool:
        """Whether it was stopped before its end."""
        return self.stopped == "interrupted"

    @property
    def unit(self) -> str:
        """The unit of ratings and differences, in words."""
        return UNITS[self.design]

    def difference(self, a: str, b: str) -> Estimate:
        """Return a less b, as `tarotsim.compare` gives it.

        Raises
        ------
        TarotError
            If there is no such pair.
        """
        for found in self.pairings:
            if (found.a, found.b) == (a, b):
                return found.difference
            if (found.b, found.a) == (a, b):
                return found.difference.opposite()
        names = ", ".join(rating.strategy for rating in self.ratings)
        raise TarotError(f"no pair {a!r} and {b!r}; the strategies are {names}")

    @property
    def needed_for_half_width(self) -> int | None:
        """Compared deals that the half-width wished would take for every pair.

        None without a wish, or while a pair has no interval to tell it from.
        """
        wished = self.header["half_width"]
        if wished is None:
            return None
        needed = [deals_needed(pair.difference, wished) for pair in self.pairings]
        known = [count for count in needed if count is not None]
        return max(known) if len(known) == len(needed) else None

    @property
    def verdict(self) -> tuple[str, ...]:
        """What it says: a sentence for each two neighbours of the ranking.

        And one for each two others of which the lower rated is better. All pairs are
        judged together, as the best and the worst are looked for. A strategy with a
        long name is called by its place in the ranking, ``strategy 2``.
        """
        called = {
            rating.strategy: named(rating.strategy, f"strategy {rank}")
            for rank, rating in enumerate(self.ratings, start=1)
        }
        neighbours = set(pairwise(rating.strategy for rating in self.ratings))
        among, said, is_any_even = len(self.pairings), [], False
        for pair in self.pairings:
            gap, uneven = pair.difference, pair.uneven
            found = judgement(gap, uneven, among)
            is_upset = found in ("worse", "seems_worse")
            if not is_upset and (pair.a, pair.b) not in neighbours:
                continue
            a, b = called[pair.a], called[pair.b]
            line = sentence(a, b, gap, uneven, self.unit, among=among)
            if is_upset:
                line = (
                    f"{a} is rated above {b} for what it did against the others, "
                    f"but between the two {line}"
                )
            said.append(line)
            is_any_even = is_any_even or found == "even"
        if self.design == "imposed" and is_any_even:
            said.append(ASKS_NO_BIDS)
        return tuple(said)

    def to_json(self) -> dict[str, Any]:
        """Return plain dictionaries and lists; see docs/json.md for the keys."""
        return self.header | {
            "interrupted": self.interrupted,
            "stopped": self.stopped,
            "design": self.design,
            "estimand": ESTIMANDS[self.design],
            "unit": self.unit,
            "deals": self.deals,
            "clusters": self.deals["compared"],
            "plays_per_deal": self.plays,
            "needed_for_half_width": self.needed_for_half_width,
            "ratings": [rating.to_json() for rating in self.ratings],
            "pairs": [pair.to_json(among=len(self.pairings)) for pair in self.pairings],
            "verdict": list(self.verdict),
        }

    def tidy(self) -> list[dict[str, Any]]:
        """Return one row for each quantity of an entrant or a pair: mean, low, high."""
        rows = [
            (name, rating.strategy, "", value)
            for rating in self.ratings
            for name, value in ({"rating": rating.value} | rating.details).items()
        ]
        for pair in self.pairings:
            found = {"difference": pair.difference} | pair.others()
            rows += [(name, pair.a, pair.b, value) for name, value in found.items()]
        return [
            {"quantity": quantity, "a": a, "b": b} | estimate_json(value)
            for quantity, a, b, value in rows
        ]


def tournament(
    strategies: Sequence[StrategyLike],
    *,
    deals: int | None = None,
    half_width: float | None = None,
    players: int | None = None,
    seed: int | None = None,
    rules: RuleSet | Mapping[str, Any] | None = None,
    auction: Imposed | str | None = None,
    given: GivenLike | None = None,
    engine: str = "compiled",
    threads: int | None = None,
    progress: bool = False,
    keep_interrupted: bool = False,
) -> Tournament:
    """Compare every pair of several strategies on the same deals, and rate them.

    Parameters
    ----------
    strategies : sequence of spec, class or object
        Two or more.
    deals : int, optional
        Raw deals at most: 10,000 by default, 1,000,000 with a half-width.
    half_width : float, optional
        Stop when the difference of every pair has an interval of this half-width;
        never before 1,000 compared deals.
    players, seed, rules, auction, given, engine, threads, progress, keep_interrupted
        As for `tarotsim.simulate`.

    Returns
    -------
    Tournament

    Raises
    ------
    TarotError
        For anything that is not allowed, such as fewer than two strategies.
    StrategyError
        As for `tarotsim.compare`.

    Notes
    -----
    With bidding every pair plays each deal twice, as in `tarotsim.compare`; with an
    imposed contract every strategy attacks once against every one's defence, its own
    too (at five players the partner is of the taker's camp). The rating is a
    combination of the differences of each deal, so that its standard error counts in
    that all pairs had the same deals. Each interval covers at 95 % by itself: of many
    pairs, some may seem different by chance. The verdict counts in how many pairs
    there are.

    Examples
    --------
    >>> from tarotsim import tournament
    >>> field = ["random_legal", "point_count", "point_count(garde=48)"]
    >>> tournament(field, deals=200, seed=1).ratings[-1].strategy
    'random_legal'
    """
    field = list(strategies) if not isinstance(strategies, str) else [strategies]
    if len(field) < 2:
        raise TarotError(f"a tournament needs two strategies or more, not {len(field)}")
    contest = plan_contest(
        field,
        deals=deals,
        half_width=half_width,
        players=players,
        seed=seed,
        rules=rules,
        auction=auction,
        given=given,
        engine=engine,
    )
    design = _imposed(contest) if contest.run.auction else _with_bidding(contest)
    pairs = list(combinations(range(len(field)), 2))

    def widest(joint: JointMoments) -> float | None:
        widths = [design.difference(joint, pair).half_width for pair in pairs]
        known = [width for width in widths if width is not None]
        return max(known) if len(known) == len(widths) else None

    sums, stopped = contest.sum_up(
        design.columns,
        design.play,
        widest,
        threads=threads,
        progress=progress,
        keep_interrupted=keep_interrupted,
    )
    return _ranked(contest, design, sums, stopped)


class _Design(NamedTuple):
    """How every pair is played, and what is estimated from the sums."""

    name: str
    plays: int
    columns: tuple[str, ...]
    play: Callable[[npt.NDArray[np.int64]], Vectors]
    difference: Callable[[JointMoments, tuple[int, int]], Estimate]
    rating: Callable[[JointMoments, int], Estimate]


def _with_bidding(contest: Contest) -> _Design:
    count, players = len(contest.entrants), contest.players
    return _Design(
        name="bidding",
        plays=count * (count - 1),
        columns=free_play.field_columns(count),
        play=partial(free_play.play_field, contest),
        difference=lambda joint, pair: free_play.difference(joint, players, pair),
        rating=lambda joint, who: free_play.rating(joint, players, who, count),
    )


def _imposed(contest: Contest) -> _Design:
    count = len(contest.entrants)
    # At five players too the partner is of the taker's camp.
    arms = imposed_play.all_arms(range(count), calls_king=False)
    return _Design(
        name="imposed",
        plays=len(arms),
        columns=imposed_play.columns(arms),
        play=partial(imposed_play.play_camps, contest, arms=arms),
        difference=imposed_play.difference,
        rating=lambda joint, who: imposed_play.rating(joint, who, count),
    )


def _ranked(contest: Contest, design: _Design, sums: Sums, stopped: str) -> Tournament:
    joint, names = sums.joint, contest.names
    count = len(names)
    ratings = [design.rating(joint, who) for who in range(count)]
    order = sorted(range(count), key=lambda who: -(ratings[who].mean or 0))
    is_imposed = design.name == "imposed"
    has_marks = is_imposed and imposed_play.has_marks(contest)

    def details(who: int) -> dict[str, Estimate]:
        found = {}
        if is_imposed:
            found = imposed_play.camp_ratings(joint, who, count)
        if has_marks:
            found["percentage"] = imposed_play.percentage_of(joint, who, count)
        return found

    def pairing(a: int, b: int) -> Pairing:
        uneven = joint.total(f"uneven.{min(a, b)}.{max(a, b)}")
        return Pairing(
            names[a],
            names[b],
            design.difference(joint, (a, b)),
            wilson(uneven, joint.n),
            imposed_play.match_points_of(joint, (a, b)) if has_marks else None,
        )

    return Tournament(
        header=contest.header(),
        design=design.name,
        deals=sums.counts(),
        plays=design.plays,
        ratings=tuple(Rating(names[who], ratings[who], details(who)) for who in order),
        pairings=tuple(pairing(a, b) for a, b in combinations(order, 2)),
        stopped=stopped,
    )
