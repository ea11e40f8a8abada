"""A session of deals with running totals (R13.8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tarotsim.game.errors import RulesError
from tarotsim.game.record_json import score_to_json
from tarotsim.game.records import DealRecord, Score
from tarotsim.game.wording import counted
from tarotsim.runs.interruption import interruptible
from tarotsim.runs.results import run_header
from tarotsim.runs.run import plan_run

if TYPE_CHECKING:
    from tarotsim.game.auction import Imposed
    from tarotsim.game.rules import RuleSet
    from tarotsim.plugins.registry import StrategyLike

__all__ = ["Session", "match"]


@dataclass(frozen=True, slots=True, repr=False)
class Session:
    """Deals played one after the other by the same seats.

    Parameters
    ----------
    entries : tuple of Score or None
        One for each deal in order; None for a deal that was not played.
    records : tuple of DealRecord
        The deals, where the session played them itself.
    header : mapping
        What identifies the run, where the session played it itself: version, rules,
        strategies, auction, seed.
    interrupted : bool
        Whether it was stopped before its end.
    """

    entries: tuple[Score | None, ...]
    records: tuple[DealRecord, ...] = ()
    header: Mapping[str, Any] = field(default_factory=dict)
    interrupted: bool = False

    def __repr__(self) -> str:
        return (
            f"<Session: {counted(len(self.entries), 'deal')}, totals {self.totals}; "
            "show() prints the sheet>"
        )

    @property
    def players(self) -> int:
        """Seats at the table; 0 if no deal was played."""
        played = [entry for entry in self.entries if entry is not None]
        return len(played[0].scores) if played else 0

    @property
    def running(self) -> tuple[tuple[int, ...], ...]:
        """Total of each seat after each deal, in points."""
        totals = [0] * self.players
        after = []
        for entry in self.entries:
            if entry is not None:
                totals = [a + b for a, b in zip(totals, entry.scores, strict=True)]
            after.append(tuple(totals))
        return tuple(after)

    @property
    def totals(self) -> tuple[int, ...]:
        """Total of each seat, in points; they add up to 0."""
        return self.running[-1] if self.entries else ()

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each deal: number from 0, contract, taker, seats' scores."""
        rows = []
        for number, entry in enumerate(self.entries):
            row: dict[str, Any] = {"deal": number, "contract": "none", "taker": None}
            scores = (0,) * self.players
            if entry is not None:
                row |= {"contract": entry.contract.label, "taker": entry.taker}
                scores = entry.scores
            rows.append(row | {f"score_{s}": score for s, score in enumerate(scores)})
        return rows

    def to_json(self) -> dict[str, Any]:
        """Return plain dictionaries and lists; see docs/json.md for the keys."""
        return {
            **self.header,
            "interrupted": self.interrupted,
            "deals": [
                None if entry is None else score_to_json(entry)
                for entry in self.entries
            ],
            "totals": list(self.totals),
        }


def match(
    deals: int | Iterable[Score | DealRecord] = 36,
    *,
    players: int | None = None,
    strategies: StrategyLike = "point_count",
    seed: int | None = None,
    rules: RuleSet | Mapping[str, Any] | None = None,
    auction: Imposed | str | None = None,
    progress: bool = False,
    keep_interrupted: bool = False,
) -> Session:
    """Play a session of deals, or add up scores that are already there.

    Parameters
    ----------
    deals : int or iterable of Score or DealRecord, optional
        How many raw deals to play (36 by default), or the deals to add up.
    players, strategies, seed, rules, auction, progress, keep_interrupted
        As for `tarotsim.simulate`, when deals are played.

    Returns
    -------
    Session

    Raises
    ------
    RulesError
        If the given deals were not played by the same number of players.

    References
    ----------
    R13.8.

    Examples
    --------
    >>> from tarotsim import match, score
    >>> first = score(contract="garde", points=49, bouts=2, taker=2)
    >>> second = score(contract="prise", points=40, bouts=2, taker=0)
    >>> match([first, second]).totals
    (-144, -40, 224, -40)
    """
    if isinstance(deals, Iterable):
        return _add_up(deals)
    run = plan_run(
        deals,
        players=players,
        strategies=strategies,
        seed=seed,
        rules=rules,
        auction=auction,
    )
    records = []
    with interruptible(keep=keep_interrupted) as stopped:
        for record in run.records(progress=progress):
            records.append(record)
    entries = tuple(record.score for record in records)
    return Session(entries, tuple(records), run_header(run), stopped.happened)


def _add_up(deals: Iterable[Score | DealRecord]) -> Session:
    given = list(deals)
    entries = [deal.score if isinstance(deal, DealRecord) else deal for deal in given]
    counts = {len(entry.scores) for entry in entries if entry is not None}
    if len(counts) > 1:
        tables = " and ".join(str(count) for count in sorted(counts))
        raise RulesError(f"a session has one table, not tables of {tables} players")
    records = tuple(deal for deal in given if isinstance(deal, DealRecord))
    return Session(tuple(entries), records)
