"""Is one strategy better than another? Duplicate play of two, with intervals.

A raw deal with all the ways in which it is played is one *cluster*: its results depend
on each other, those of different deals do not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from tarotsim.runs.summary import estimate_json
from tarotsim.stats.intervals import deals_needed, wilson
from tarotsim.studies import free_play, imposed_play
from tarotsim.studies.contest import plan_contest
from tarotsim.studies.lines import (
    ASKS_NO_BIDS,
    ESTIMANDS,
    UNITS,
    Line,
    clustered_json,
    finding_json,
    judgement,
    named,
    needed_to_tell,
    sentence,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tarotsim.engine.given import GivenLike
    from tarotsim.game.auction import Imposed
    from tarotsim.game.rules import RuleSet
    from tarotsim.plugins.registry import StrategyLike
    from tarotsim.stats.intervals import Estimate
    from tarotsim.studies.contest import Contest, Sums
    from tarotsim.studies.imposed_play import Arm
    from tarotsim.studies.lines import Judgement

__all__ = ["Comparison", "compare"]


@dataclass(frozen=True, slots=True, repr=False)
class Comparison:
    """What duplicate play of two strategies, a and b, gave.

    Parameters
    ----------
    header : dict
        What identifies it: version, rules, strategies, auction, seed.
    design : str
        ``bidding``, or ``imposed`` for an imposed contract.
    deals : dict of str to int
        ``raw``; ``petit_sec``, cancelled; ``compared``, the others, passed out ones
        included.
    plays : int
        How often each compared deal was played.
    difference : Estimate
        a less b: above 0, a is better. In the unit of `unit`.
    uneven : Estimate
        Share of the compared deals that came out otherwise with a than with b.
    by_role : tuple of Line
        See `tarotsim.studies.free_play.by_role` and
        `tarotsim.studies.imposed_play.by_role`.
    stopped : str
        ``deals``: at the limit; ``half_width``: at the half-width wished;
        ``interrupted``.
    by_contract : tuple of Line
        With bidding; see `tarotsim.studies.free_play.by_contract`.
    arms : dict of Arm to dict
        Of an imposed contract: mean u and share of contracts made in each arm.
    match_points : Estimate or None
        Per deal, of a against b, at three and four players with an imposed contract
        (R16.6, R16.7).
    percentages : dict of str to Estimate
        Marks of ``a`` and ``b``, 0 to 100, there too (R16.4, R16.5).
    """

    header: dict[str, Any]
    design: str
    deals: dict[str, int]
    plays: int
    difference: Estimate
    uneven: Estimate
    by_role: tuple[Line, ...]
    stopped: str
    by_contract: tuple[Line, ...] = ()
    arms: dict[Arm, dict[str, Estimate]] = field(default_factory=dict)
    match_points: Estimate | None = None
    percentages: dict[str, Estimate] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Comparison: {self.verdict[0]} show() prints the tables>"

    @property
    def interrupted(self) -> bool:
        """Whether it was stopped before its end."""
        return self.stopped == "interrupted"

    @property
    def unit(self) -> str:
        """The unit of the differences, in words."""
        return UNITS[self.design]

    @property
    def judgement(self) -> Judgement:
        """Whether a is ``better``, ``worse`` and so on, in one word."""
        return judgement(self.difference, self.uneven)

    @property
    def needed_to_tell(self) -> int | None:
        """Compared deals that would tell a difference as large as the one seen from 0.

        None if it is told already, or nothing was seen.
        """
        return needed_to_tell(self.difference)

    @property
    def needed_for_half_width(self) -> int | None:
        """Compared deals that the half-width wished would take; None without a wish."""
        wished = self.header["half_width"]
        return None if wished is None else deals_needed(self.difference, wished)

    @property
    def verdict(self) -> tuple[str, ...]:
        """What it says, a plain sentence; with an imposed contract one a role too.

        The first is judged by itself, those of the roles together. A strategy with a
        long name is called ``a`` or ``b``.
        """
        a, b = map(named, self.header["strategies"], "ab")
        first = sentence(a, b, self.difference, self.uneven, self.unit)
        if self.design == "bidding":
            return (first,)
        if self.judgement == "even" and not any(x.uneven.mean for x in self.by_role):
            return (first, ASKS_NO_BIDS)
        said = {
            line.name: sentence(
                a,
                b,
                line.difference,
                line.uneven,
                self.unit,
                among=len(self.by_role),
                kind="roles",
            )
            for line in self.by_role
        }
        return (first, *(f"As {role}: {what}" for role, what in said.items()))

    def to_json(self) -> dict[str, Any]:
        """Return plain dictionaries and lists; see docs/json.md for the keys."""
        return self.header | {
            "interrupted": self.interrupted,
            "stopped": self.stopped,
            "design": self.design,
            "estimand": ESTIMANDS[self.design],
            "unit": self.unit,
            "deals": self.deals,
            "plays_per_deal": self.plays,
            **finding_json(self.difference, self.uneven),
            "needed_for_half_width": self.needed_for_half_width,
            "by_role": _lines_json(self.by_role),
            "by_contract": _lines_json(self.by_contract),
            "arms": [
                {k: "ab"[v] for k, v in arm._asdict().items()}
                | {name: clustered_json(value) for name, value in values.items()}
                for arm, values in self.arms.items()
            ],
            "match_points": None
            if self.match_points is None
            else clustered_json(self.match_points),
            "percentages": {
                who: clustered_json(mark) for who, mark in self.percentages.items()
            },
            "verdict": list(self.verdict),
        }

    def tidy(self) -> list[dict[str, Any]]:
        """Return one row for each group and quantity: mean, low, high, n."""
        more = {f"percentage_{k}": mark for k, mark in self.percentages.items()}
        if self.match_points is not None:
            more = {"match_points": self.match_points} | more
        groups = [("all", Line("", self.difference, self.uneven, more))]
        groups += [("role", line) for line in self.by_role]
        groups += [("contract", line) for line in self.by_contract]
        return [
            {"by": by, "group": line.name, "quantity": name} | estimate_json(value)
            for by, line in groups
            for name, value in (
                {"difference": line.difference} | line.estimates()
            ).items()
        ]


def _lines_json(lines: tuple[Line, ...]) -> dict[str, Any]:
    return {line.name: line.to_json(among=len(lines)) for line in lines}


def compare(
    a: StrategyLike,
    b: StrategyLike,
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
) -> Comparison:
    """Compare two strategies on the same deals, seats exchanged.

    Parameters
    ----------
    a, b : spec, class or object
        The strategies: ``"point_count(garde=50)"``.
    deals : int, optional
        Raw deals at most: 10,000 by default, 1,000,000 with a half-width.
    half_width : float, optional
        Stop when the interval of the difference has this half-width, in the unit of
        the result; never before 1,000 compared deals.
    players, seed, rules, auction, given, engine, threads, progress, keep_interrupted
        As for `tarotsim.simulate`.

    Returns
    -------
    Comparison

    Raises
    ------
    TarotError
        For anything that is not allowed; says what is.
    StrategyError
        If a strategy cannot be loaded, raises, or calls another card when a deal is
        played again.

    Notes
    -----
    With bidding each deal is played twice: some seats have a and the others b, then
    all are exchanged. Which seats a has goes through all ways of taking half of them
    (one or two of three, two or three of five), dealer by dealer. Each hand is held
    once by either, so that the luck of the cards cancels.

    With an imposed contract (``auction="best:garde"``) the taker of a deal is fixed and
    each deal is played with either strategy as taker, as partner at five players, and
    in defence, in all combinations: 4 plays, 8 at five.

    Each of the plays has its own copies of strategies asked in Python, made by
    `copy.deepcopy`: none meets a deal whose cards it has seen.

    Looks at the interval are taken after each 1,000 raw deals. Whether to stop depends
    on its width alone, never on where it lies: such a rule keeps the stated coverage
    (in the limit of narrow intervals), which stopping when 0 is excluded would not.

    References
    ----------
    Y. S. Chow and H. Robbins, "On the asymptotic theory of fixed-width sequential
    confidence intervals for the mean", Annals of Mathematical Statistics 36 (1965).

    Examples
    --------
    >>> from tarotsim import compare
    >>> result = compare("point_count", "point_count", deals=100, seed=1)
    >>> result.difference.mean
    0.0
    >>> result.verdict[0]
    'point_count and point_count #2 came out even in every one of 100 deals.'
    """
    contest = plan_contest(
        (a, b),
        deals=deals,
        half_width=half_width,
        players=players,
        seed=seed,
        rules=rules,
        auction=auction,
        given=given,
        engine=engine,
    )
    loop = partial(
        contest.sum_up,
        threads=threads,
        progress=progress,
        keep_interrupted=keep_interrupted,
    )
    if contest.run.auction is None:
        return _with_bidding(contest, loop)
    return _imposed(contest, loop)


def _with_bidding(
    contest: Contest, loop: Callable[..., tuple[Sums, str]]
) -> Comparison:
    players = contest.players
    sums, stopped = loop(
        free_play.columns(),
        partial(free_play.play_pair, contest),
        lambda joint: free_play.difference(joint, players).half_width,
    )
    joint = sums.joint
    return Comparison(
        header=contest.header(),
        design="bidding",
        deals=sums.counts(),
        plays=2,
        difference=free_play.difference(joint, players),
        uneven=wilson(joint.total("uneven.0.1"), joint.n),
        by_role=free_play.by_role(joint, players),
        by_contract=free_play.by_contract(joint, players),
        stopped=stopped,
    )


def _imposed(contest: Contest, loop: Callable[..., tuple[Sums, str]]) -> Comparison:
    calls_king = contest.run.rules.calls_king
    arms = imposed_play.all_arms((0, 1), calls_king=calls_king)
    sums, stopped = loop(
        imposed_play.columns(arms),
        partial(imposed_play.play_camps, contest, arms=arms),
        lambda joint: imposed_play.difference(joint).half_width,
    )
    joint = sums.joint
    match_points, percentages = None, {}
    if imposed_play.has_marks(contest):
        match_points = imposed_play.match_points_of(joint)
        percentages = {
            who: imposed_play.percentage_of(joint, number, 2)
            for number, who in enumerate("ab")
        }
    return Comparison(
        header=contest.header(),
        design="imposed",
        deals=sums.counts(),
        plays=len(arms),
        difference=imposed_play.difference(joint),
        uneven=wilson(joint.total("uneven.0.1"), joint.n),
        by_role=imposed_play.by_role(joint, arms),
        arms=imposed_play.arm_lines(joint, arms),
        match_points=match_points,
        percentages=percentages,
        stopped=stopped,
    )
