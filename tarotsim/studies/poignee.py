"""When does showing a poignée pay? The same deals, shown and silent.

Every seat that could show a poignée in a played deal is a *case*. Both arms of a case
are played from the same cards with the same keys; only that seat's showing differs.
"""

from __future__ import annotations

import contextlib
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from tarotsim.engine.forced import force_poignee
from tarotsim.engine.play import deal
from tarotsim.game.cards import BOUTS
from tarotsim.game.errors import StrategyError
from tarotsim.game.layout import Outcome
from tarotsim.game.rules import Contract, Poignee, RuleSet
from tarotsim.runs.interruption import interruptible
from tarotsim.runs.pieces import Products
from tarotsim.runs.results import run_header
from tarotsim.runs.run import Run, plan_run
from tarotsim.runs.simulate import Work
from tarotsim.runs.summary import (
    PoigneeLine,
    estimate_json,
    line_json,
    poignee_lines,
)
from tarotsim.runs.tally import Tally
from tarotsim.runs.workers import hiring
from tarotsim.stats.intervals import (
    Estimate,
    deals_to_tell,
    mean_interval,
    wilson,
)
from tarotsim.studies.lines import LEAST_CASES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np
    import pandas as pd

    from tarotsim.game.auction import Imposed
    from tarotsim.plugins.registry import StrategyLike

__all__ = [
    "PoigneeCase",
    "PoigneeCell",
    "PoigneeStudy",
    "play_cases",
    "study_poignee",
]

DEFAULT_STRATEGY = "point_count(reads_poignees=True)"


@dataclass(frozen=True, slots=True)
class PoigneeCase:
    """One seat that could show, played shown and silent.

    All values are in points of u (R13.4), per defender, from the shower's side.

    Parameters
    ----------
    deal, seat : int
        Number of the raw deal, and the seat that could show.
    side : str
        ``taker``, ``partner`` or ``defence``.
    level : Poignee
        Highest level the seat could show: the one shown.
    contract : str
    trumps : int
        Trumps and Excuse in the shower's hand when play began.
    bouts : int
        Bouts in that hand.
    u_shown, u_silent : int
    won_shown, won_silent : bool
        Whether the shower's camp won the deal.
    """

    deal: int
    seat: int
    side: str
    level: Poignee
    contract: str
    trumps: int
    bouts: int
    u_shown: int
    u_silent: int
    won_shown: bool
    won_silent: bool

    @property
    def difference(self) -> int:
        """What showing changed: u shown less u silent."""
        return self.u_shown - self.u_silent

    @property
    def prime_part(self) -> int:
        """The prime, with the sign of the silent result: same play, prime paid."""
        return self.level.prime if self.won_silent else -self.level.prime

    @property
    def information_part(self) -> int:
        """The rest: what changed because others had seen the cards."""
        return self.difference - self.prime_part


@dataclass(frozen=True, slots=True)
class PoigneeCell:
    """Estimates over the cases of one group; None in a key means all of them.

    Means are in points of u, per defender, from the shower's side; their intervals
    respect that cases of the same deal are not independent, and are left out below
    `LEAST_CASES` cases.
    """

    side: str | None
    level: str | None
    contract: str | None
    trumps: int | None
    success_rate: Estimate
    success_rate_shown: Estimate
    u_shown: Estimate
    u_silent: Estimate
    difference: Estimate
    prime_part: Estimate
    information_part: Estimate

    @property
    def n(self) -> int:
        """Number of cases."""
        return self.difference.n

    def estimates(self) -> dict[str, Estimate]:
        """Return the estimates by name."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return {k: v for k, v in values.items() if isinstance(v, Estimate)}

    def to_json(self) -> dict[str, Any]:
        """Return the keys of the group and its estimates."""
        keys = {k: getattr(self, k) for k in ("side", "level", "contract", "trumps")}
        return keys | {k: estimate_json(v) for k, v in self.estimates().items()}


def _cell(cases: list[PoigneeCase], **keys: Any) -> PoigneeCell:
    deals = [case.deal for case in cases]

    def mean(value: Callable[[PoigneeCase], int]) -> Estimate:
        values = [value(case) for case in cases]
        estimate = mean_interval(values, clusters=deals)
        # Values that are all the same say nothing of how often they are not; 0 for
        # players that ignore what is shown is another matter.
        is_constant = len(set(values)) == 1 and values[0] != 0
        if len(cases) < LEAST_CASES or is_constant:
            return estimate.without_interval()
        return estimate

    def share(successes: int) -> Estimate:
        return wilson(successes, len(cases))

    return PoigneeCell(
        side=keys.get("side"),
        level=keys.get("level"),
        contract=keys.get("contract"),
        trumps=keys.get("trumps"),
        success_rate=share(sum(case.won_silent for case in cases)),
        success_rate_shown=share(sum(case.won_shown for case in cases)),
        u_shown=mean(lambda case: case.u_shown),
        u_silent=mean(lambda case: case.u_silent),
        difference=mean(lambda case: case.difference),
        prime_part=mean(lambda case: case.prime_part),
        information_part=mean(lambda case: case.information_part),
    )


@dataclass(frozen=True, slots=True, repr=False)
class PoigneeStudy:
    """The study of one run.

    Parameters
    ----------
    run : Run
    outcomes : dict of str to int
        Raw deals by outcome.
    frequency : tuple of PoigneeLine
        How often each level could be shown and was shown by the strategies
        themselves, per played deal.
    cases : tuple of PoigneeCase
    interrupted : bool
    """

    run: Run
    outcomes: dict[str, int]
    frequency: tuple[PoigneeLine, ...]
    cases: tuple[PoigneeCase, ...]
    interrupted: bool = False

    def __repr__(self) -> str:
        return (
            f"<PoigneeStudy: {len(self.cases)} cases in {self.outcomes['played']} "
            f"played deals, seed {self.run.seed}; show() prints the tables>"
        )

    @property
    def overall(self) -> PoigneeCell:
        """All cases together."""
        return _cell(list(self.cases))

    def by(self, *keys: str) -> tuple[PoigneeCell, ...]:
        """Return a cell for each combination of keys that occurs.

        Parameters
        ----------
        *keys : str
            Among ``side``, ``level``, ``contract``, ``trumps``.
        """
        groups: dict[tuple[Any, ...], list[PoigneeCase]] = {}
        for case in self.cases:
            groups.setdefault(tuple(getattr(case, k) for k in keys), []).append(case)
        return tuple(
            _cell(groups[group], **_labels(keys, group)) for group in sorted(groups)
        )

    @property
    def ignores_shown_cards(self) -> bool:
        """Whether showing changed nothing but the prime, in every case."""
        return all(case.information_part == 0 for case in self.cases)

    @property
    def verdict(self) -> tuple[str, ...]:
        """What the study says, a plain sentence for each side."""
        cells = {cell.side: cell for cell in self.by("side")}
        sides = ["taker", "defence"]
        if self.run.rules.calls_king:
            sides.insert(1, "partner")
        return tuple(_sentence(side, cells.get(side)) for side in sides)

    def to_json(self) -> dict[str, Any]:
        """Return plain dictionaries and lists; see docs/json.md for the keys."""
        return run_header(self.run) | {
            "interrupted": self.interrupted,
            "deals": {"raw": sum(self.outcomes.values()), **self.outcomes},
            "unit": "points of u per defender, from the shower's side",
            "frequency": [line_json(line) for line in self.frequency],
            **self.overall.to_json(),
            "by_side": [cell.to_json() for cell in self.by("side")],
            "by_level": [cell.to_json() for cell in self.by("side", "level")],
            "by_contract": [cell.to_json() for cell in self.by("side", "contract")],
            "by_trumps": [cell.to_json() for cell in self.by("side", "trumps")],
            "verdict": list(self.verdict),
        }

    def to_pandas(self) -> pd.DataFrame:
        """Return a DataFrame with a row for each case."""
        import pandas as pd

        rows = [
            asdict(case)
            | {
                "level": case.level.label,
                "difference": case.difference,
                "prime_part": case.prime_part,
                "information_part": case.information_part,
            }
            for case in self.cases
        ]
        columns = [*PoigneeCase.__slots__, "difference", "prime_part"]
        return pd.DataFrame(rows, columns=[*columns, "information_part"])

    def tidy(self) -> list[dict[str, Any]]:
        """Return one row for each group and quantity: keys, mean, low, high, n."""
        cells = [self.overall, *self.by("side"), *self.by("side", "level")]
        cells += [*self.by("side", "contract"), *self.by("side", "trumps")]
        rows = []
        for cell in cells:
            keys = {
                k: getattr(cell, k) for k in ("side", "level", "contract", "trumps")
            }
            for name, estimate in cell.estimates().items():
                rows.append(keys | {"quantity": name} | estimate_json(estimate))
        return rows


def _labels(keys: tuple[str, ...], group: tuple[Any, ...]) -> dict[str, Any]:
    labels = dict(zip(keys, group, strict=True))
    if "level" in labels:
        labels["level"] = labels["level"].label
    return labels


def _sentence(side: str, cell: PoigneeCell | None) -> str:
    who = {"taker": "Taker", "partner": "Partner", "defence": "Defence"}[side]
    n = 0 if cell is None else cell.n
    if cell is None or n < LEAST_CASES:
        return (
            f"{who}: not enough deals: {n} case{'' if n == 1 else 's'} of a poignée "
            f"that could be shown, {LEAST_CASES} are needed for a verdict."
        )
    gain = cell.difference
    parts = (
        f"prime part {cell.prime_part.mean:+.1f}, "
        f"information part {cell.information_part.mean:+.1f}"
    )
    if gain.mean is None or gain.low is None or gain.high is None:
        return (
            f"{who}: not enough deals: every one of {n} cases gave {gain.mean:+.1f} "
            f"points of u per defender ({parts})."
        )
    interval = (
        f"{gain.mean:+.1f} points of u per defender [{gain.low:+.1f}, {gain.high:+.1f}]"
    )
    if gain.low > 0:
        return f"{who}: showing paid {interval} over {n} cases ({parts})."
    if gain.high < 0:
        return f"{who}: showing cost {interval} over {n} cases ({parts}): stay silent."
    # In cases, of which a deal may have several.
    needed = deals_to_tell(replace(gain, clusters=None))
    more = f"; if that is the truth, about {needed} cases would tell" if needed else ""
    return (
        f"{who}: not enough deals to tell: {interval} over {n} cases ({parts}){more}."
    )


def _side_of(row: np.void, seat: int) -> str:
    if seat == row["taker"]:
        return "taker"
    return "partner" if seat == row["partner"] else "defence"


def _unit_for(row: np.void, side: str) -> int:
    return int(row["unit"]) if side != "defence" else -int(row["unit"])


def _won_by(row: np.void, side: str) -> bool:
    return bool(row["won"]) == (side != "defence")


def _bouts_held(run: Run, row: np.void, seat: int) -> int:
    """Return the bouts in a hand when play began: none can be discarded (R4.4)."""
    dealt = deal(run.seed, int(row["deal"]), rules=run.rules)
    cards = set(dealt.hands[seat])
    if seat == row["taker"] and Contract(int(row["contract"])).takes_chien:
        cards |= set(dealt.chien)
    return len(cards & BOUTS)


def _case(
    run: Run, row: np.void, seat: int, shown: np.void, silent: np.void
) -> PoigneeCase:
    side = _side_of(row, seat)
    return PoigneeCase(
        deal=int(row["deal"]),
        seat=seat,
        side=side,
        level=Poignee(int(row[f"showable_{seat}"])),
        contract=Contract(int(row["contract"])).label,
        trumps=int(row[f"trumps_{seat}"]),
        bouts=_bouts_held(run, row, seat),
        u_shown=_unit_for(shown, side),
        u_silent=_unit_for(silent, side),
        won_shown=_won_by(shown, side),
        won_silent=_won_by(silent, side),
    )


def play_cases(run: Run, rows: np.ndarray) -> list[PoigneeCase]:
    """Play both arms of every seat that could show, in some deals of a run.

    Parameters
    ----------
    run : Run
    rows : structured array (deals,)
        The deals as the strategies played them.

    Returns
    -------
    list of PoigneeCase
        In the order of deals, then seats.

    Raises
    ------
    StrategyError
        If a deal played again does not end as it did: some strategy draws numbers of
        its own or keeps a state, and a difference between arms would measure that.
    """
    cases = []
    for seat in range(run.rules.players):
        could = rows[rows[f"showable_{seat}"] > 0]
        if not len(could):
            continue
        numbers = could["deal"].tolist()
        shown = run.play_chunk(numbers, [force_poignee(seat, "highest")]).rows
        silent = run.play_chunk(numbers, [force_poignee(seat, None)]).rows
        _verify_repeatable(run, could, run.play_numbers(numbers))
        for row, with_it, without in zip(could, shown, silent, strict=True):
            cases.append(_case(run, row, seat, with_it, without))
    return sorted(cases, key=lambda case: (case.deal, case.seat))


def _verify_repeatable(run: Run, rows: np.ndarray, again: np.ndarray) -> None:
    differ = rows["deal"][rows != again]
    if len(differ):
        message = (
            f"deal {differ[0]} of seed {run.seed}, played twice, gave two results: a "
            "strategy draws numbers of its own or keeps a state; arms are compared "
            "only if it draws by view.draw"
        )
        raise StrategyError(message)


def study_poignee(
    deals: int | None = None,
    *,
    played: int | None = None,
    players: int | None = None,
    strategies: StrategyLike = DEFAULT_STRATEGY,
    seed: int | None = None,
    rules: RuleSet | Mapping[str, Any] | None = None,
    auction: Imposed | str | None = None,
    engine: str = "compiled",
    threads: int | None = None,
    progress: bool = False,
    keep_interrupted: bool = False,
) -> PoigneeStudy:
    """Study when showing a poignée pays, over deals as they come.

    Parameters
    ----------
    deals, played, players, strategies, seed, rules, auction, engine, threads, \
progress, keep_interrupted
        As for `tarotsim.simulate`. The default strategy uses the cards others show.

    Returns
    -------
    PoigneeStudy

    Notes
    -----
    The shown arm shows the highest level the hand allows, hiding what
    `tarotsim.game.poignees.default_hidden` says. The population is that of seats that
    could show in deals which these strategies bid and play.

    Examples
    --------
    >>> from tarotsim import study_poignee
    >>> study = study_poignee(played=20, strategies="random_legal", seed=1,
    ...                       auction="best:garde")
    >>> {case.information_part for case in study.cases}
    {0}
    """
    run = plan_run(
        deals,
        played=played,
        players=players,
        strategies=strategies,
        seed=seed,
        rules=rules,
        auction=auction,
        engine=engine,
    )
    hire = hiring(threads=threads)
    tally = Tally(run.rules.players)
    cases: list[PoigneeCase] = []
    work = Work(run, Products(rows=True), None, tally)
    with (
        interruptible(keep=keep_interrupted) as stopped,
        work.bar(enabled=progress) as bar,
        contextlib.closing(work.pieces(hire)) as found,
    ):
        for piece in found:
            new = play_cases(run, piece.rows)
            with stopped.held_back():
                tally += piece.tally
                cases += new
            bar.update(work.weight(piece))
    return PoigneeStudy(
        run=run,
        outcomes={outcome.label: tally.outcome(outcome) for outcome in Outcome},
        frequency=poignee_lines(tally),
        cases=tuple(cases),
        interrupted=stopped.happened,
    )
