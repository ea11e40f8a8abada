"""Arms: the same deals played in several ways, decision by decision.

Every arm deals the same cards by the same keys and differs in what it says only: a
decision made for a seat, another strategy, another auction. Luck cancels in the
differences, deal by deal.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.engine.forced import (
    force_bid,
    force_call,
    force_card,
    force_chelem,
    force_ecart,
    force_poignee,
    parse_forced,
)
from tarotsim.engine.foreseen import verify_forced
from tarotsim.game.errors import IllegalActError, RulesError, TarotError
from tarotsim.game.layout import Outcome
from tarotsim.game.wording import counted
from tarotsim.plugins.registry import load_strategy
from tarotsim.runs.experiment import read_experiment
from tarotsim.runs.results import run_header
from tarotsim.runs.run import check_auction, describe, plan_run
from tarotsim.runs.summary import estimate_json
from tarotsim.stats.intervals import judged, wilson
from tarotsim.stats.joint import JointMoments
from tarotsim.studies.contest import Sums
from tarotsim.studies.lines import sentence
from tarotsim.studies.looks import add_up, wished

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tarotsim.engine.compiled import Chunk
    from tarotsim.engine.overrides import Override
    from tarotsim.game.auction import Imposed
    from tarotsim.game.rules import RuleSet
    from tarotsim.plugins.registry import StrategyLike
    from tarotsim.runs.run import Run
    from tarotsim.stats.intervals import Estimate

__all__ = [
    "Arm",
    "ArmStudy",
    "arm_run",
    "force_bid",
    "force_call",
    "force_card",
    "force_chelem",
    "force_ecart",
    "force_poignee",
    "play_arms",
    "run_arms",
    "study_arms",
]

UNIT = "u"
"""The unit of R13, from the attack's side: what each defender pays."""
_DEALS, _LIMIT = 10_000, 1_000_000


@dataclass(frozen=True, slots=True)
class Arm:
    """What differs from the run.

    Parameters
    ----------
    forced : tuple of Override, optional
        Decisions made for seats: `force_bid`, `force_call`, `force_ecart`,
        `force_chelem`, `force_poignee`, `force_card`.
    strategies : mapping of int to spec, class or object, optional
        Other strategies, by seat.
    auction : Imposed or str, optional
        Another auction, or ``"bidding"``.

    Examples
    --------
    >>> from tarotsim.studies.arms import Arm, force_poignee
    >>> Arm(forced=(force_poignee("taker", None),)).strategies
    {}
    """

    forced: tuple[Override, ...] = ()
    strategies: Mapping[int, StrategyLike] = field(default_factory=dict)
    auction: Imposed | str | None = None

    @property
    def text(self) -> str:
        """What differs, on one line."""
        told = self.told()
        parts = [*told.get("forced", [])]
        parts += [f"{seat} = {one}" for seat, one in told.get("strategies", {}).items()]
        if "auction" in told:
            parts.append(f"auction {told['auction']}")
        return "; ".join(parts)

    def told(self) -> dict[str, Any]:
        """Return what differs in words, for JSON."""
        told: dict[str, Any] = {}
        if self.forced:
            told["forced"] = [one.text for one in self.forced]
        if self.strategies:
            told["strategies"] = {
                str(seat): describe(one) for seat, one in self.strategies.items()
            }
        if self.auction is not None:
            text = self.auction if isinstance(self.auction, str) else self.auction.text
            told["auction"] = text
        return told


def arm_run(run: Run, arm: Arm) -> tuple[Run, tuple[Override, ...]]:
    """Return the run of an arm, and the decisions made in it.

    Raises
    ------
    TarotError
        For a seat not at the table, an unknown strategy, or a decision that cannot
        be.
    """
    players = run.rules.players
    table = list(run.table)
    for seat, strategy in arm.strategies.items():
        if isinstance(seat, bool) or seat not in range(players):
            message = f"seat {seat!r} is not at a table of {players}"
            raise TarotError(f"{message}: 0 to {players - 1}")
        table[seat] = load_strategy(strategy)
    auction = run.auction
    if arm.auction is not None:
        is_bidding = arm.auction == "bidding"
        auction = None if is_bidding else check_auction(arm.auction, players)
    forced = verify_forced(arm.forced, run.rules, auction)
    return replace(run, table=tuple(table), auction=auction), forced


def play_arms(
    run: Run,
    arms: Mapping[str, Arm],
    numbers: Iterable[int],
    *,
    history: bool = False,
) -> dict[str, Chunk]:
    """Play some deals of a run once in every arm, in this thread.

    Parameters
    ----------
    run : Run
    arms : mapping of str to Arm
    numbers : iterable of int
        Numbers of the deals.
    history : bool, optional
        Keep every act (compiled engine).

    Returns
    -------
    dict of str to Chunk
        By arm, its rows in the order of the numbers.

    Raises
    ------
    IllegalActError
        If the rules forbid an answer in a deal; names arm, decision or strategy, seed
        and deal.
    """
    wanted = numbers if isinstance(numbers, range) else [int(n) for n in numbers]
    found = {}
    for name, arm in arms.items():
        with _named(name):
            own, forced = arm_run(run, arm)
            found[name] = own.play_chunk(wanted, forced, history=history)
    return found


@contextlib.contextmanager
def _named(arm: str) -> Iterator[None]:
    """Put the name of an arm before what the rules forbid in it."""
    try:
        yield
    except IllegalActError as error:
        raise error.at(f"arm {arm}") from None
    except RulesError as error:
        raise RulesError(f"arm {arm}: {error}") from None


@dataclass(frozen=True, slots=True, repr=False)
class ArmStudy:
    """What several arms gave on the same deals.

    Parameters
    ----------
    run : Run
    arms : dict of str to Arm
    of : int or str
        Whose score is compared: a seat's, or ``"u"``.
    sums : Sums
        Exact sums over the compared deals: all but those cancelled for a petit sec.
        A deal that nobody takes counts 0.
    stopped : str
        ``deals``, ``half_width`` or ``interrupted``.
    """

    run: Run
    arms: dict[str, Arm]
    of: int | str
    sums: Sums
    stopped: str

    def __repr__(self) -> str:
        return (
            f"<ArmStudy: {', '.join(self.arms)} over "
            f"{counted(self.sums.joint.n, 'deal')}, seed {self.run.seed}; "
            "show() prints the table>"
        )

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended it."""
        return self.stopped == "interrupted"

    @property
    def unit(self) -> str:
        """What values are, in words."""
        if self.of == UNIT:
            return "points of u, from the attack's side"
        return f"points of seat {self.of}"

    def mean(self, arm: str) -> Estimate:
        """Estimate the mean value of an arm, points per compared deal."""
        self._verify(arm)
        return judged(self.sums.joint.mean({f"value.{arm}": 1}))

    def difference(self, arm: str, base: str | None = None) -> Estimate:
        """Estimate what an arm gives more than another, on the same deals.

        Parameters
        ----------
        arm : str
        base : str, optional
            The first arm by default.
        """
        other = next(iter(self.arms)) if base is None else base
        for name in (arm, other):
            self._verify(name)
        mean = self.sums.joint.mean({f"value.{arm}": 1, f"value.{other}": -1})
        if arm == other:
            return mean
        return judged(mean, self.sums.joint.total(_uneven(self.arms, arm, other)))

    def success_rate(self, arm: str) -> Estimate:
        """Estimate the share of the contracts played in an arm that are made."""
        self._verify(arm)
        joint = self.sums.joint
        return wilson(joint.total(f"won.{arm}"), joint.total(f"played.{arm}"))

    def _verify(self, arm: str) -> None:
        if arm not in self.arms:
            message = f"there is no arm {arm!r}; there are {', '.join(self.arms)}"
            raise TarotError(message)

    @property
    def verdict(self) -> tuple[str, ...]:
        """A sentence for each arm after the first."""
        base, *others = self.arms
        joint = self.sums.joint
        return tuple(
            sentence(
                name,
                base,
                self.difference(name),
                wilson(joint.total(_uneven(self.arms, name, base)), joint.n),
                self.unit,
                among=len(others),
            )
            for name in others
        )

    def tidy(self) -> list[dict[str, Any]]:
        """Return one row for each arm and quantity, and for each pair."""
        rows: list[dict[str, Any]] = []
        for arm in self.arms:
            found = {"mean": self.mean(arm), "success_rate": self.success_rate(arm)}
            rows += [
                {"arm": arm, "against": None, "quantity": name} | estimate_json(value)
                for name, value in found.items()
            ]
        for base, arm in combinations(self.arms, 2):
            keys = {"arm": arm, "against": base, "quantity": "difference"}
            rows.append(keys | estimate_json(self.difference(arm, base)))
        return rows

    def to_json(self) -> dict[str, Any]:
        """Return plain dictionaries and lists; see docs/json.md for the keys."""
        return run_header(self.run) | {
            "interrupted": self.interrupted,
            "stopped": self.stopped,
            "deals": self.sums.counts(),
            "unit": self.unit,
            "arms": {
                name: arm.told()
                | {
                    "mean": estimate_json(self.mean(name)),
                    "success_rate": estimate_json(self.success_rate(name)),
                }
                for name, arm in self.arms.items()
            },
            "differences": [
                {"arm": arm, "against": base}
                | estimate_json(self.difference(arm, base))
                for base, arm in combinations(self.arms, 2)
            ],
            "verdict": list(self.verdict),
        }


def _uneven(arms: Iterable[str], first: str, second: str) -> str:
    """Return the column that counts the deals in which two arms differ."""
    order = list(arms)
    low, high = sorted((order.index(first), order.index(second)))
    return f"uneven.{low}.{high}"


def _columns(arms: Iterable[str]) -> list[str]:
    names = list(arms)
    found = [f"{what}.{arm}" for arm in names for what in ("value", "played", "won")]
    pairs = combinations(range(len(names)), 2)
    return found + [f"uneven.{i}.{j}" for i, j in pairs]


def _vectors(found: Mapping[str, Chunk], of: int | str) -> np.ndarray:
    """Return what each deal gave, columns as `_columns` says."""
    column = "unit" if of == UNIT else f"score_{of}"
    values = [chunk.rows[column].astype(np.int64) for chunk in found.values()]
    columns = []
    for chunk, value in zip(found.values(), values, strict=True):
        is_played = chunk.rows["outcome"] == Outcome.PLAYED
        columns += [value, is_played, chunk.rows["won"]]
    columns += [first != second for first, second in combinations(values, 2)]
    return np.stack(columns, axis=1).astype(np.int64)


def study_arms(
    arms: Mapping[str, Arm],
    deals: int | None = None,
    *,
    half_width: float | None = None,
    of: int | str = UNIT,
    players: int | None = None,
    strategies: StrategyLike = "expert",
    seed: int | None = None,
    rules: RuleSet | Mapping[str, Any] | None = None,
    auction: Imposed | str | None = None,
    given: Any = None,
    engine: str = "compiled",
    threads: int | None = None,
    progress: bool = False,
    keep_interrupted: bool = False,
) -> ArmStudy:
    """Play the same deals in several arms and compare what they give.

    Parameters
    ----------
    arms : mapping of str to Arm
        Two or more; differences are against the first.
    deals : int, optional
        Raw deals at most: 10,000 by default, 1,000,000 with a half-width.
    half_width : float, optional
        Stop when every difference from the first arm has this half-width, points;
        never before 1,000 compared deals.
    of : int or str, optional
        A seat, whose score is compared, or ``"u"`` (default): the unit of R13 from
        the attack's side.
    players, strategies, seed, rules, auction, given, engine, threads, progress, \
keep_interrupted
        As for `tarotsim.simulate`.

    Returns
    -------
    ArmStudy

    Raises
    ------
    TarotError
        For anything that is not allowed; says what is.

    Examples
    --------
    >>> from tarotsim.studies.arms import Arm, force_poignee, study_arms
    >>> study = study_arms(
    ...     {"silent": Arm((force_poignee(0, None),)),
    ...      "shown": Arm((force_poignee(0, "highest"),))},
    ...     200, strategies="random_legal", given="0: trumps=10",
    ...     auction="0:garde_sans", seed=1)
    >>> p = study.success_rate("shown").mean
    >>> round(study.difference("shown").mean - 20 * (2 * p - 1), 9)
    0.0
    """
    if len(arms) < 2:
        raise TarotError(f"a study compares two arms or more, not {len(arms)}")
    for name in arms:
        if not (name.isprintable() and name.strip()):
            raise TarotError(f"an arm needs a name that can be printed, not {name!r}")
    width = wished(half_width, deals)
    if deals is None:
        deals = _DEALS if width is None else _LIMIT
    run = plan_run(
        deals,
        players=players,
        strategies=strategies,
        seed=seed,
        rules=rules,
        auction=auction,
        given=given,
        engine=engine,
    )
    if of != UNIT and (isinstance(of, bool) or of not in range(run.rules.players)):
        message = f"of must be {UNIT!r} or a seat at the table, not {of!r}"
        raise TarotError(f"{message}: 0 to {run.rules.players - 1}")
    names = _columns(arms)
    workers = []
    for name, arm in arms.items():
        with _named(name):
            workers.append(arm_run(run, arm)[0].width(threads))

    def play(numbers: range) -> Sums:
        found = play_arms(run, arms, numbers)
        first = next(iter(found.values())).rows
        piece = Sums(JointMoments(names))
        piece.add(_vectors(found, of), first["outcome"] != Outcome.PETIT_SEC)
        return piece

    def reached(sums: Sums) -> float | None:
        so_far = ArmStudy(run, dict(arms), of, sums, "deals")
        gaps = [so_far.difference(arm).half_width for arm in [*arms][1:]]
        return None if None in gaps else max(g for g in gaps if g is not None)

    sums, stopped = add_up(
        play,
        Sums(JointMoments(names)),
        deals,
        reached,
        half_width=width,
        workers=min(workers),
        progress=progress,
        keep_interrupted=keep_interrupted,
    )
    return ArmStudy(run, dict(arms), of, sums, stopped)


def run_arms(
    path: str | Path,
    *,
    half_width: float | None = None,
    of: int | str = UNIT,
    threads: int | None = None,
    progress: bool = False,
    keep_interrupted: bool = False,
) -> ArmStudy:
    """Play the arms of a spec.

    Parameters
    ----------
    path : path
        A file in TOML with tables ``[arms.NAME]``; docs/runs.md has its keys.
    half_width, of, threads, progress, keep_interrupted
        As for `study_arms`.

    Raises
    ------
    TarotError
        For a spec that is not right, or has no arms.
    """
    spec = read_experiment(Path(path))
    if not spec.arms:
        raise TarotError(f"{path} has no arms: tarotsim.run_experiment plays it")
    arms = {
        name: Arm(
            forced=tuple(one for text in arm.forced for one in parse_forced(text)),
            strategies=dict(arm.strategies),
            auction=arm.auction,
        )
        for name, arm in spec.arms.items()
    }
    try:
        return study_arms(
            arms,
            spec.deals,
            half_width=half_width,
            of=of,
            players=spec.players,
            strategies=list(spec.strategies),
            seed=spec.seed,
            rules=spec.rules,
            auction=spec.auction,
            given=spec.given,
            threads=threads,
            progress=progress,
            keep_interrupted=keep_interrupted,
        )
    except IllegalActError as error:
        raise error.at(str(path)) from None
