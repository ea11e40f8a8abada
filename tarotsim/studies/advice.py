"""Show it or stay silent? One hand, the deals it may be in, shown and silent."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.engine.forced import force_poignee
from tarotsim.engine.given import as_given
from tarotsim.engine.play import as_rules
from tarotsim.engine.told import read_situation
from tarotsim.game.rules import POIGNEE_LEVELS
from tarotsim.game.wording import counted
from tarotsim.runs.results import run_header
from tarotsim.runs.run import plan_run
from tarotsim.runs.summary import estimate_json
from tarotsim.stats.intervals import Estimate, judged, wilson
from tarotsim.studies.objectives import Measure, Objective, parse_objective
from tarotsim.studies.population import Population, wanted_deals
from tarotsim.studies.showing import Shown, best_of, levels_of, ways_of
from tarotsim.studies.verdicts import advice_verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy.typing as npt
    import pandas as pd

    from tarotsim.engine.overrides import Override
    from tarotsim.engine.situation import Situation
    from tarotsim.engine.told import BidsLike, CardsLike
    from tarotsim.game.cards import Card
    from tarotsim.game.rules import Contract, RuleSet
    from tarotsim.plugins.registry import StrategyLike
    from tarotsim.runs.run import Run
    from tarotsim.stats.joint import JointMoments
    from tarotsim.studies.population import Sample
    from tarotsim.studies.showing import Level, Way

    Rows = npt.NDArray[Any]

__all__ = ["Advice", "advise"]

_SILENT = "silent"
_PRIMES = np.array([0, *(level.prime for level in POIGNEE_LEVELS)], dtype=np.int64)


@dataclass(frozen=True, slots=True, repr=False)
class Advice:
    """Whether a hand should show its poignée, and what that is worth.

    Parameters
    ----------
    header : dict
        What identifies the run: version, rules, strategies, seed.
    situation : Situation
        What the player knows.
    population : str
        The deals that were played, in words.
    levels : tuple of Level
    success_silent, u_silent : Estimate
        Share of the deals that the own camp wins, and mean u from its side, with
        nothing shown.
    shown : tuple of Shown
        Each level with the usual trumps hidden, then other trumps hidden.
    sample : Sample
    objective : Objective
        What the player wants.
    """

    header: dict[str, Any]
    situation: Situation
    population: str
    levels: tuple[Level, ...]
    success_silent: Estimate
    u_silent: Estimate
    shown: tuple[Shown, ...]
    sample: Sample
    objective: Objective

    def __repr__(self) -> str:
        return (
            f"<Advice: {counted(self.sample.tried.joint.n, 'deal')}, seed "
            f"{self.header['seed']}; "
            f"{self.verdict[0]} show() prints the tables>"
        )

    @property
    def interrupted(self) -> bool:
        """Whether it was stopped before its end."""
        return self.sample.stopped == "interrupted"

    @property
    def best(self) -> Shown | None:
        """The level that gains most, the usual trumps hidden; None if there is none."""
        return best_of(self.shown)

    @property
    def verdict(self) -> tuple[str, ...]:
        """What to do, in sentences."""
        return advice_verdict(
            self.situation,
            self.levels,
            self.shown,
            self.success_silent,
            self.u_silent,
            self.objective,
        )

    def to_json(self) -> dict[str, Any]:
        """Return plain dictionaries and lists; see docs/json.md for the keys."""
        return {
            **self.header,
            "interrupted": self.interrupted,
            "situation": self.situation.to_json(),
            "population": self.population,
            **self.sample.to_json(),
            "unit": "points of u per defender, from the own side",
            "objective": {"name": str(self.objective), "unit": self.objective.unit},
            "levels": [level.to_json() for level in self.levels],
            "success_silent": estimate_json(self.success_silent),
            "u_silent": estimate_json(self.u_silent),
            "shown": [shown.to_json() for shown in self.shown],
            "verdict": list(self.verdict),
        }

    def tidy(self) -> list[dict[str, Any]]:
        """Return one row for each way to act and quantity."""
        rows = []
        silent = {"success": self.success_silent, "u": self.u_silent}
        for name, estimates in [
            (_SILENT, silent),
            *((shown.name, shown.estimates()) for shown in self.shown),
        ]:
            for quantity, estimate in estimates.items():
                keys = {"act": name, "quantity": quantity}
                rows.append(keys | estimate_json(estimate))
        return rows

    def to_pandas(self) -> pd.DataFrame:
        """Return the rows of `tidy` as a DataFrame."""
        import pandas as pd

        return pd.DataFrame(self.tidy())


def advise(
    hand: CardsLike,
    contract: Contract | str | None = None,
    *,
    seat: int = 0,
    role: str | None = None,
    taker: int | None = None,
    dealer: int | None = None,
    bids: BidsLike | None = None,
    call: Card | str | None = None,
    chien: CardsLike | None = None,
    ecart: CardsLike | None = None,
    players: int | None = None,
    strategies: StrategyLike = "expert",
    deals: int | None = None,
    half_width: float | None = None,
    objective: str = "score",
    seed: int | None = None,
    rules: RuleSet | Mapping[str, Any] | None = None,
    engine: str = "compiled",
    threads: int | None = None,
    progress: bool = False,
    keep_interrupted: bool = False,
) -> Advice:
    """Say whether a hand should show its poignée, and what that is worth.

    Parameters
    ----------
    hand : str or cards
        The own cards as dealt, ``"21 18 15 12 9 6 4 Ex ♠R73 ♥DC5 ♦10 2 ♣V8"``; with an
        écart it may be the hand after it.
    contract : Contract or str, optional
        Of the deal: what the bids say, or a garde, by default.
    seat : int, optional
        The own seat, 0 by default. Seats count counter-clockwise.
    role : str, optional
        ``taker`` (default), ``defender``, or ``partner`` at five players.
    taker : int, optional
        Seat of the taker; any other seat by default where the own role is another.
    dealer : int, optional
        Seat that deals; each as often by default.
    bids : str or list, optional
        All bids in the order of speech, from the dealer's right: ``"pass, prise,
        garde, pass"``. By default the own seat bids the contract, or passes where it
        does not take, and the others as their strategies do.
    call : str or Card, optional
        The called card, at five players; by default the taker's strategy calls.
    chien : str or cards, optional
        The chien, if it was turned up.
    ecart : str or cards, optional
        The taker's écart; by default the strategy of the seat discards.
    players : int, optional
        3, 4 (default) or 5.
    strategies : spec, class, object or list of them, optional
        Who plays: one for all seats or one for each.
    deals : int, optional
        Deals to play, each in every way: 20,000 by default, 1,000,000 at most with a
        half-width; looked at after each 1,000 that are dealt, of which there are up to
        50 times as many.
    half_width : float, optional
        Stop when the gain has an interval of this half-width, in units of the
        objective.
    objective : str, optional
        What is wanted: ``"score"`` (default), u per defender; ``"win"``, the deal;
        ``"match:36"``, to finish 36 deals ahead. The split is always in u.
    seed, rules, engine, threads, progress, keep_interrupted
        As for `tarotsim.simulate`.

    Returns
    -------
    Advice

    Raises
    ------
    TarotError
        For what cannot be at a table, with the rule; or if the strategies bid so in
        too few deals for an answer.

    References
    ----------
    R10; the two parts of the gain are those of `tarotsim.study_poignee`.

    Examples
    --------
    >>> from tarotsim import advise
    >>> advice = advise("21 20 17 15 12 11 9 6 4 2 ♠R D 3 ♥R 5 ♦10 2 ♣V", "garde sans",
    ...                 deals=200, seed=1)
    >>> print(advice.levels[0].words)
    21 20 17 15 12 11 9 6 4 2, all of them
    >>> advice.best.gain.mean > 0
    True
    """
    goal = parse_objective(objective)
    table = as_rules(players, rules)
    situation = read_situation(
        table,
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
    )
    levels = levels_of(situation)
    ways = ways_of(situation, levels)
    run = plan_run(rules=table, strategies=strategies, seed=seed, engine=engine)
    population = _population(situation, levels, run)
    measure = Measure(goal, run)
    most = wanted_deals(deals, half_width)
    names = [_SILENT, *(way.name for way in ways)]
    arms: dict[str, tuple[Override, ...]] = {
        _SILENT: (force_poignee(situation.seat, None),),
        **{way.name: (way.forced(situation.seat),) for way in ways},
    }
    sample = population.sample(
        arms,
        _columns(names),
        lambda rows: _vectors(situation, ways, rows, measure, most),
        deals=deals,
        half_width=half_width,
        reached=lambda joint: _widest(joint, ways, measure),
        threads=threads,
        progress=progress,
        keep_interrupted=keep_interrupted,
    )
    joint = sample.tried.joint
    return Advice(
        header=run_header(population.run),
        situation=situation,
        population=population.words,
        levels=levels,
        success_silent=wilson(joint.total(f"won.{_SILENT}"), joint.n),
        u_silent=_u_silent(joint),
        shown=tuple(_shown(joint, way, measure) for way in ways),
        sample=sample,
        objective=goal,
    )


def _population(
    situation: Situation, levels: tuple[Level, ...], run: Run
) -> Population:
    """Return the deals in which the seat can show, or all that it may be in."""
    conditions: list[Any] = [situation.conditions]
    words = situation.words
    lowest = next((level for level in levels if level.chance), None)
    if lowest is not None and lowest.chance < 1:
        # The others of these deals have no poignée to decide on.
        where = f"{situation.seat}+chien"
        conditions.append({where: {"trumps": f">={lowest.size}"}})
        words += f"; the chien brings {lowest.size} trumps or more"
    return Population(
        run=replace(run, given=as_given(conditions, run.rules)),
        forced=situation.forced,
        fits=situation.fits,
        dealer=situation.dealer,
        words=words,
    )


_COLUMNS = ("u", "won", "prime", "uneven", "informed", "unlike", "aim", "decided")


def _columns(names: list[str]) -> list[str]:
    """Return the columns of a deal's vector, for each arm.

    ``u``; ``won`` by the own camp; ``prime`` with the sign of the *silent* result: the
    same play, the prime paid; and whether the gain is not the prime received, the
    information part not 0, and u not that of the usual way to hide; what the deal is
    worth by the objective, and whether that is another worth than silent.
    """
    return [f"{what}.{name}" for name in names for what in _COLUMNS]


def _vectors(
    situation: Situation,
    ways: tuple[Way, ...],
    rows: dict[str, Rows],
    measure: Measure,
    most: int,
) -> npt.NDArray[np.int64]:
    """Return what each deal gave, from the own side; columns as `_columns` says."""
    sign = -1 if situation.role == "defender" else 1
    units = {name: sign * own["unit"].astype(np.int64) for name, own in rows.items()}
    silent = units[_SILENT]
    is_won = (rows[_SILENT]["won"] == 1) == (sign > 0)
    usual = {way.name: way.usual for way in ways}
    worth = {
        name: measure.of(
            units[name],
            (own["won"] == 1) == (sign > 0),
            np.stack([own[f"score_{s}"] for s in range(situation.rules.players)], 1),
            np.full(len(own), situation.seat),
            own["deal"],
            measure.spread(own["deal"], most),
        )
        for name, own in rows.items()
    }
    columns = []
    for name, own in rows.items():
        received = _PRIMES[own[f"shown_{situation.seat}"]]
        prime = np.where(is_won, received, -received)
        gain = units[name] - silent
        columns += [
            units[name],
            (own["won"] == 1) == (sign > 0),
            prime,
            gain != received,
            gain != prime,
            units[name] != units[usual.get(name) or name],
            worth[name],
            worth[name] != worth[_SILENT],
        ]
    return np.stack(columns, axis=1).astype(np.int64)


def _shown(joint: JointMoments, way: Way, measure: Measure) -> Shown:
    """Estimate one way to show, against silence."""
    name = way.name
    silent, own, prime = f"u.{_SILENT}", f"u.{name}", f"prime.{name}"
    better = None
    if way.usual is not None:
        better = judged(
            joint.mean({own: 1, f"u.{way.usual}": -1}), joint.total(f"unlike.{name}")
        )
    return Shown(
        name=name,
        level=way.level,
        hides=way.hides,
        hidden=way.hidden,
        success=wilson(joint.total(f"won.{name}"), joint.n),
        u=judged(joint.mean({own: 1})),
        gain=judged(joint.mean({own: 1, silent: -1}), joint.total(f"uneven.{name}")),
        prime_part=_prime_part(joint, way),
        information_part=judged(
            joint.mean({own: 1, silent: -1, prime: -1}), joint.total(f"informed.{name}")
        ),
        better=better,
        uneven=joint.total(f"uneven.{name}"),
        objective_gain=None
        if measure.objective.name == "score"
        else judged(_worth(joint, name, measure), joint.total(f"decided.{name}")),
    )


def _u_silent(joint: JointMoments) -> Estimate:
    """Estimate u with nothing shown."""
    return judged(joint.mean({f"u.{_SILENT}": 1}))


def _worth(joint: JointMoments, name: str, measure: Measure) -> Estimate:
    """Estimate what a way to act gains of the objective."""
    weights = {f"aim.{name}": 1, f"aim.{_SILENT}": -1}
    return joint.mean(weights, measure.divisor)


def _prime_part(joint: JointMoments, way: Way) -> Estimate:
    """Estimate the prime part: of one level it is the prime times 2 p - 1."""
    if way.level is None:
        return judged(joint.mean({f"prime.{way.name}": 1}))
    share = wilson(joint.total(f"won.{_SILENT}"), joint.n)
    if share.mean is None or share.low is None or share.high is None:
        return share
    prime = way.level.prime
    mean, low, high = (prime * (2 * p - 1) for p in (share.mean, share.low, share.high))
    se = None if share.se is None else 2 * prime * share.se
    return judged(replace(share, mean=mean, low=low, high=high, se=se))


def _widest(
    joint: JointMoments, ways: tuple[Way, ...], measure: Measure
) -> float | None:
    """Return the half-width of the gain that is known least well, as it is shown.

    None while one of them has no interval: a gain of which too few deals tell, or that
    was the same in all, is not known however narrow it looks.
    """
    shown = [_shown(joint, way, measure).aim for way in ways]
    widths = [gain.half_width for gain in shown or [_u_silent(joint)]]
    return None if None in widths else max(w for w in widths if w is not None)
