"""When does showing a poignée pay? The same deals, shown and silent.

Every seat that could show a poignée in a played deal is a *case*. Both arms of a case
are played from the same cards with the same keys; only that seat's showing differs.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.engine.play import as_rules
from tarotsim.game.errors import TarotError
from tarotsim.game.layout import Outcome
from tarotsim.game.rules import Contract, Poignee, RuleSet
from tarotsim.game.wording import counted
from tarotsim.runs.interruption import interruptible
from tarotsim.runs.pieces import Products
from tarotsim.runs.progress import Aim
from tarotsim.runs.results import run_header
from tarotsim.runs.run import Run, plan_run
from tarotsim.runs.simulate import Work
from tarotsim.runs.summary import PoigneeLine, estimate_json, line_json, poignee_lines
from tarotsim.runs.tally import SIDES, Tally
from tarotsim.runs.workers import hiring
from tarotsim.studies.cases import CASE_DTYPE, WAYS_TO_HIDE, play_cases
from tarotsim.studies.hands import estimate_chances
from tarotsim.studies.looks import BLOCK, expected, is_narrow, wished
from tarotsim.studies.objectives import Measure, Objective, parse_objective
from tarotsim.studies.poignee_cells import (
    KEYS,
    PoigneeCell,
    break_even,
    changes_nothing,
    columns_of,
    make_cell,
)
from tarotsim.studies.poignee_words import (
    break_even_sentence,
    hiding_sentences,
    verdict,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import numpy.typing as npt
    import pandas as pd

    from tarotsim.game.auction import Imposed
    from tarotsim.plugins.registry import StrategyLike
    from tarotsim.stats.intervals import Estimate

__all__ = ["PoigneeStudy", "study_poignee"]

DEFAULT_STRATEGY = "expert"
_LIMIT = 1_000_000
"""Raw deals at most where a half-width is wished and no limit is given."""
_GROUPS = (
    ("side",),
    ("side", "level"),
    ("side", "contract"),
    ("side", "trumps"),
    ("side", "bouts"),
    ("side", "trumps", "bouts"),
    ("side", "band"),
    ("side", "level", "band"),
    ("side", "place"),
)
"""What tables and JSON part the cases by."""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
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
    cases : array of CASE_DTYPE (cases,)
        See `tarotsim.studies.cases`; `to_pandas` gives them with names.
    gains : array (cases,)
        What showing changed, in units of the objective.
    objective : Objective
    seats : tuple of int or None
        The seats studied; None: all.
    hides : bool
        Whether the ways to hide were compared.
    stopped : str
        ``deals``, ``half_width`` or ``interrupted``.
    """

    run: Run
    outcomes: dict[str, int]
    frequency: tuple[PoigneeLine, ...]
    cases: npt.NDArray[Any]
    gains: npt.NDArray[Any]
    objective: Objective
    seats: tuple[int, ...] | None = None
    hides: bool = False
    stopped: str = "deals"

    def __repr__(self) -> str:
        return (
            f"<PoigneeStudy: {counted(len(self.cases), 'case')} in "
            f"{counted(self.outcomes['played'], 'played deal')}, seed {self.run.seed}; "
            "show() prints the tables>"
        )

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended it."""
        return self.stopped == "interrupted"

    @property
    def overall(self) -> PoigneeCell:
        """All cases together."""
        return make_cell(
            self.cases,
            self.gains,
            {},
            hides=self.hides,
            is_blind=self.ignores_shown_cards,
        )

    def by(self, *keys: str) -> tuple[PoigneeCell, ...]:
        """Return a cell for each combination of keys that occurs.

        Parameters
        ----------
        *keys : str
            Among ``side``, ``level``, ``contract``, ``trumps``, ``bouts``, ``band``
            (of the estimated chance to win) and ``place`` (in the first trick).

        Raises
        ------
        TarotError
            For another key.
        """
        for key in keys:
            if key not in KEYS:
                message = f"cases have no {key!r}; allowed: {', '.join(KEYS)}"
                raise TarotError(message)
        columns = columns_of(self.cases)
        if not len(self.cases):
            return ()
        codes = np.stack([columns[key] for key in keys], axis=1)
        groups, member = np.unique(codes, axis=0, return_inverse=True)
        member = member.reshape(-1)
        is_blind = self.ignores_shown_cards
        return tuple(
            make_cell(
                self.cases[member == index],
                self.gains[member == index],
                dict(zip(keys, group.tolist(), strict=True)),
                hides=self.hides,
                is_blind=is_blind,
            )
            for index, group in enumerate(groups)
        )

    def break_even(self, side: str | None = None) -> Estimate:
        """Estimate the chance to win from which showing pays, 0 to 1.

        Parameters
        ----------
        side : str, optional
            ``taker``, ``partner`` or ``defence``; all by default.

        Notes
        -----
        Where a line through the gains over the estimated chances crosses 0. Without
        an interval if the line may be level.
        """
        own = np.full(len(self.cases), True)
        if side is not None:
            own = self.cases["side"] == SIDES.index(side)
        return break_even(self.cases[own], self.gains[own])

    @property
    def ignores_shown_cards(self) -> bool:
        """Whether showing changed nothing but the prime, in every case."""
        return changes_nothing(self.cases)

    @property
    def verdict(self) -> tuple[str, ...]:
        """What the study says: a plain sentence for each side, and for more."""
        cells = {cell.side: cell for cell in self.by("side")}
        sides = [s for s in SIDES if s in cells or self.seats is None]
        if not self.run.rules.calls_king:
            sides = [side for side in sides if side != "partner"]
        said = [verdict(side, cells.get(side), self.objective) for side in sides]
        said += [
            break_even_sentence(side, self.break_even(side))
            for side in sides
            if side in cells and cells[side].difference.low is not None
        ]
        return (*said, *hiding_sentences(self.overall))

    def to_json(self) -> dict[str, Any]:
        """Return plain dictionaries and lists; see docs/json.md for the keys."""
        groups = {f"by_{'_'.join(k[1:] or k)}": self.by(*k) for k in _GROUPS}
        return run_header(self.run) | {
            "interrupted": self.interrupted,
            "stopped": self.stopped,
            "deals": {"raw": sum(self.outcomes.values()), **self.outcomes},
            "unit": "points of u per defender, from the shower's side",
            "seats": None if self.seats is None else list(self.seats),
            "objective": {"name": str(self.objective), "unit": self.objective.unit},
            "frequency": [line_json(line) for line in self.frequency],
            **self.overall.to_json(),
            **{name: [c.to_json() for c in cells] for name, cells in groups.items()},
            "break_even": {
                side: estimate_json(self.break_even(side))
                for side in SIDES
                if (self.cases["side"] == SIDES.index(side)).any()
            },
            "verdict": list(self.verdict),
        }

    def to_pandas(self) -> pd.DataFrame:
        """Return a DataFrame with a row for each case."""
        import pandas as pd

        columns = columns_of(self.cases)
        frame = {
            "deal": self.cases["deal"],
            "seat": self.cases["seat"],
            "side": np.array(SIDES)[self.cases["side"]],
            "level": _labels(Poignee, self.cases["level"]),
            "contract": _labels(Contract, self.cases["contract"]),
            **{k: self.cases[k] for k in ("trumps", "bouts", "place", "chance")},
            **{k: self.cases[k] for k in ("u_shown", "u_silent")},
            **{k: self.cases[k] for k in ("won_shown", "won_silent")},
            **{k: columns[k] for k in ("difference", "prime_part", "information_part")},
            "gain": self.gains,
        }
        if self.hides:
            for index, way in enumerate(WAYS_TO_HIDE):
                frame[f"u_hiding_{way}"] = self.cases["u_hiding"][:, index]
        return pd.DataFrame(frame)

    def tidy(self) -> list[dict[str, Any]]:
        """Return one row for each group and quantity: keys, mean, low, high, n."""
        cells = [self.overall, *(cell for keys in _GROUPS for cell in self.by(*keys))]
        return [
            cell.labels() | {"quantity": name} | estimate_json(estimate)
            for cell in cells
            for name, estimate in cell.estimates().items()
        ]


def _labels(kind: Any, numbers: npt.NDArray[Any]) -> list[str]:
    names = {int(member): member.label for member in kind}
    return [names[number] for number in numbers.tolist()]


def study_poignee(
    deals: int | None = None,
    *,
    played: int | None = None,
    half_width: float | None = None,
    players: int | None = None,
    strategies: StrategyLike = DEFAULT_STRATEGY,
    seed: int | None = None,
    rules: RuleSet | Mapping[str, Any] | None = None,
    auction: Imposed | str | None = None,
    given: Any = None,
    seats: Iterable[int] | None = None,
    objective: str = "score",
    hides: bool = False,
    engine: str = "compiled",
    threads: int | None = None,
    progress: bool = False,
    keep_interrupted: bool = False,
) -> PoigneeStudy:
    """Study when showing a poignée pays, over deals as they come or as given.

    Parameters
    ----------
    deals, played, players, strategies, seed, rules, auction, given, engine, threads, \
progress, keep_interrupted
        As for `tarotsim.simulate`. The default strategy uses the cards others show.
    half_width : float, optional
        Stop when the interval of the mean gain over all cases has this half-width, in
        units of the objective; never before 1,000 cases.
    seats : iterable of int, optional
        Study these seats only.
    objective : str, optional
        What is gained: ``"score"`` (default), u per defender; ``"win"``, the deal;
        ``"match:36"``, to finish 36 deals ahead. The split is always in u.
    hides : bool, optional
        Compare other ways to hide surplus trumps with the usual one too.

    Returns
    -------
    PoigneeStudy

    Raises
    ------
    TarotError
        For anything that is not allowed; says what is.

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
    >>> set(study.to_pandas()["information_part"])
    {0}
    """
    goal = parse_objective(objective)
    limit = played if deals is None else deals
    # Each seat of a deal may be a case.
    width = wished(half_width, limit and limit * as_rules(players, rules).players)
    if width is not None and deals is None and played is None:
        deals = _LIMIT
    run = plan_run(
        deals,
        played=played,
        players=players,
        strategies=strategies,
        seed=seed,
        rules=rules,
        auction=auction,
        given=given,
        engine=engine,
    )
    wanted = _verify_seats(seats, run.rules.players)
    measure = Measure(goal, run)
    hire = hiring(threads=threads)
    tally = Tally(run.rules.players)
    parts: list[npt.NDArray[Any]] = [np.zeros(0, dtype=CASE_DTYPE)]
    products = Products(rows=True, history=run.engine == "compiled")
    work = Work(run, products, None, tally)
    stopped = "deals"
    with (
        interruptible(keep=keep_interrupted) as interruption,
        work.bar(enabled=progress) as bar,
        contextlib.closing(work.pieces(hire, BLOCK if width else None)) as found,
    ):
        for piece in found:
            new = play_cases(
                run,
                piece.rows,
                piece.history,
                seats=wanted,
                hides=hides,
                workers=run.width(threads),
            )
            with interruption.held_back():
                tally += piece.tally
                parts.append(new)
            if width is None:
                bar.update(work.weight(piece))
                continue
            reached = _reached(parts, measure)
            cases_found = len(parts[0])
            total = expected(
                work.done, cases_found, work.total, half_width=width, reached=reached
            )
            bar.update(work.weight(piece), aim=Aim(total, width, reached))
            if is_narrow(reached, width, cases_found):
                stopped = "half_width"
                break
    cases = np.concatenate(parts)
    estimate_chances(cases, run.rules.players)
    return PoigneeStudy(
        run=run,
        outcomes={outcome.label: tally.outcome(outcome) for outcome in Outcome},
        frequency=poignee_lines(tally),
        cases=cases,
        gains=measure.gains(cases),
        objective=goal,
        seats=wanted,
        hides=hides,
        stopped="interrupted" if interruption.happened else stopped,
    )


def _reached(parts: list[npt.NDArray[Any]], measure: Measure) -> float | None:
    cases = np.concatenate(parts)
    parts[:] = [cases]
    if len(cases) < BLOCK:
        return None
    gains, is_blind = measure.gains(cases), changes_nothing(cases)
    return make_cell(cases, gains, {}, is_blind=is_blind).gain.half_width


def _verify_seats(seats: Iterable[int] | None, players: int) -> tuple[int, ...] | None:
    if seats is None:
        return None
    wanted = tuple(seats)
    for seat in wanted:
        if isinstance(seat, bool) or seat not in range(players):
            message = f"seat {seat!r} is not at a table of {players}"
            raise TarotError(f"{message}: 0 to {players - 1}")
    twice = [seat for seat, count in Counter(wanted).items() if count > 1]
    if twice:
        raise TarotError(f"seat {twice[0]} is given twice: name each seat once")
    return wanted
