"""When does showing a poignée pay? The same deals, shown and silent.

Every seat that could show a poignée in a played deal is a *case*. Both arms of a case
are played from the same cards with the same keys; only that seat's showing differs.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from tarotsim.game.cards import BOUTS
from tarotsim.game.errors import StrategyError
from tarotsim.game.layout import Outcome
from tarotsim.game.rules import Camp, Poignee, RuleSet
from tarotsim.game.strategy import override
from tarotsim.reference.dealing import deal_cards
from tarotsim.reference.game import play_deal
from tarotsim.runs.results import record_row, rows_array, run_header
from tarotsim.runs.run import Run, plan_run
from tarotsim.runs.summary import PoigneeLine, estimate_json, line_json, poignee_lines
from tarotsim.stats.intervals import Estimate, deals_needed, mean_interval, wilson

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import pandas as pd

    from tarotsim.game.auction import Imposed
    from tarotsim.game.records import DealRecord
    from tarotsim.game.view import SeatView
    from tarotsim.plugins.registry import StrategyLike

__all__ = [
    "LEAST_CASES",
    "PoigneeCase",
    "PoigneeCell",
    "PoigneeStudy",
    "play_case",
    "study_poignee",
]

DEFAULT_STRATEGY = "point_count(reads_poignees=True)"
LEAST_CASES = 30
"""Cases below which a cell gets no interval and no verdict."""


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
        estimate = mean_interval([value(case) for case in cases], clusters=deals)
        return _without_interval(estimate) if len(cases) < LEAST_CASES else estimate

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


def _without_interval(estimate: Estimate) -> Estimate:
    return Estimate(estimate.mean, None, None, estimate.n, None, estimate.level)


@dataclass(frozen=True, slots=True)
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
    assert gain.mean is not None
    assert gain.low is not None
    assert gain.high is not None
    interval = (
        f"{gain.mean:+.1f} points of u per defender [{gain.low:+.1f}, {gain.high:+.1f}]"
    )
    parts = (
        f"prime part {cell.prime_part.mean:+.1f}, "
        f"information part {cell.information_part.mean:+.1f}"
    )
    if gain.low > 0:
        return f"{who}: showing paid {interval} over {n} cases ({parts})."
    if gain.high < 0:
        return f"{who}: showing cost {interval} over {n} cases ({parts}): stay silent."
    needed = deals_needed(gain, abs(gain.mean)) if gain.mean else None
    more = "" if needed is None else f"; about {needed} cases would tell"
    return (
        f"{who}: not enough deals to tell: {interval} over {n} cases ({parts}){more}."
    )


def _show_highest(view: SeatView) -> Poignee:
    level: Poignee = view.legal[-1].level
    return level


def _stay_silent(view: SeatView) -> None:
    return None


def _side_of(record: DealRecord, seat: int) -> str:
    if seat == record.taker:
        return "taker"
    return "partner" if seat == record.partner else "defence"


def _unit_for(record: DealRecord, seat: int) -> int:
    assert record.score is not None
    sign = 1 if record.camp_of(seat) is Camp.ATTACK else -1
    return sign * record.score.unit


def _won_by(record: DealRecord, seat: int) -> bool:
    assert record.score is not None
    return record.score.won == (record.camp_of(seat) is Camp.ATTACK)


def _verify_repeatable(
    record: DealRecord, seat: int, shown: DealRecord, silent: DealRecord
) -> None:
    """Check that the arm which decides as the strategy did ends as the deal did.

    Raises
    ------
    StrategyError
        If it does not: some strategy draws numbers of its own or keeps a state, and
        a difference between arms would measure that instead of the showing.
    """
    own = [showing for showing in record.showings if showing.seat == seat]
    forced = [showing for showing in shown.showings if showing.seat == seat]
    same = silent if not own else shown if own == forced else None
    if same is not None and same.tricks != record.tricks:
        message = (
            f"deal {record.deal.number} of seed {record.deal.seed}, played twice with "
            "the same decisions, gave two results: a strategy draws numbers of its own "
            "or keeps a state; arms are compared only if it draws by view.draw"
        )
        raise StrategyError(message)


def play_case(run: Run, record: DealRecord, seat: int) -> PoigneeCase:
    """Play both arms of one seat that could show in a deal of the run.

    Parameters
    ----------
    run : Run
    record : DealRecord
        The deal as the strategies played it.
    seat : int
        A seat of ``record.showable``.

    Returns
    -------
    PoigneeCase

    Raises
    ------
    StrategyError
        If the strategies do not decide alike when they are asked again.
    """
    number = record.deal.number
    assert number is not None
    deal = deal_cards(run.rules, run.seed, number)
    arms = []
    for answer in (_show_highest, _stay_silent):
        table = list(run.table)
        table[seat] = override(table[seat], poignee=answer)
        arms.append(play_deal(run.rules, deal, table, auction=run.auction))
    shown, silent = arms
    _verify_repeatable(record, seat, shown, silent)
    hand = {card for trick in record.tricks for s, card in trick.plays() if s == seat}
    return PoigneeCase(
        deal=number,
        seat=seat,
        side=_side_of(record, seat),
        level=record.showable[seat],
        contract=record.contract.label,
        trumps=record.trump_counts[seat],
        bouts=len(hand & BOUTS),
        u_shown=_unit_for(shown, seat),
        u_silent=_unit_for(silent, seat),
        won_shown=_won_by(shown, seat),
        won_silent=_won_by(silent, seat),
    )


def _cases(run: Run, record: DealRecord) -> Iterable[PoigneeCase]:
    for seat in sorted(record.showable):
        yield play_case(run, record, seat)


def study_poignee(
    deals: int | None = None,
    *,
    played: int | None = None,
    players: int | None = None,
    strategies: StrategyLike = DEFAULT_STRATEGY,
    seed: int | None = None,
    rules: RuleSet | None = None,
    auction: Imposed | str | None = None,
    progress: bool = False,
    keep_interrupted: bool = False,
) -> PoigneeStudy:
    """Study when showing a poignée pays, over deals as they come.

    Parameters
    ----------
    deals, played, players, strategies, seed, rules, auction, progress, \
keep_interrupted
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
    )
    outcomes = {outcome.label: 0 for outcome in Outcome}
    rows: list[tuple[int, ...]] = []
    cases: list[PoigneeCase] = []
    interrupted = False
    try:
        for record in run.records(progress=progress):
            new = list(_cases(run, record))
            outcomes[record.outcome.label] += 1
            if record.outcome is Outcome.PLAYED:
                rows.append(record_row(record))
            cases += new
    except KeyboardInterrupt:
        if not keep_interrupted:
            raise
        interrupted = True
    return PoigneeStudy(
        run=run,
        outcomes=outcomes,
        frequency=tuple(poignee_lines(rows_array(rows), run.rules.players)),
        cases=tuple(cases),
        interrupted=interrupted,
    )
