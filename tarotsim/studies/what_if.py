"""What if: one decision of a recorded deal changed, and played on from there.

Both arms keep every act before the decision. Then the seat does what it did, or
something else, and strategies play the rest; the same cards and the same keys of the
seats' own draws in both, so that luck cancels in the difference.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice, repeat
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tarotsim.engine.entering import enter, play_entered
from tarotsim.engine.evidence import said_alike
from tarotsim.engine.forced import parse_forced
from tarotsim.engine.moments import find_moment
from tarotsim.engine.play import resume
from tarotsim.engine.unseen import recorded_world, unseen_worlds
from tarotsim.game.auction import Imposed
from tarotsim.game.errors import TarotError
from tarotsim.game.keys import seat_key, whole_number
from tarotsim.game.layout import Outcome
from tarotsim.game.record_json import record_from_json
from tarotsim.game.wording import counted
from tarotsim.runs.identity import run_header
from tarotsim.runs.run import plan_run
from tarotsim.runs.summary import estimate_json
from tarotsim.stats.intervals import judged, wilson
from tarotsim.stats.joint import JointMoments
from tarotsim.studies.lines import sentence
from tarotsim.studies.looks import add_up, wished

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from tarotsim.engine.entering import World
    from tarotsim.engine.moments import Moment
    from tarotsim.engine.overrides import Override
    from tarotsim.game.records import DealRecord
    from tarotsim.plugins.registry import StrategyLike
    from tarotsim.runs.run import Run
    from tarotsim.stats.intervals import Estimate

__all__ = ["CARDS", "WhatIf", "what_if"]

CARDS = ("unseen", "as_dealt")
"""Which cards are played: what the seat does not see dealt again, or all as dealt."""
ARMS = ("recorded", "changed")
QUANTITIES = ("score", "unit")
_DEALS, _MOST = 1_000, 1_000_000


class _Playouts(NamedTuple):
    """What some playouts gave; adds up in their order."""

    joint: JointMoments
    tried: int

    @property
    def raw(self) -> int:
        """Playouts of each arm."""
        return self.joint.n

    def __add__(self, other: Any) -> _Playouts:
        """Return the sums of both together."""
        return _Playouts(self.joint + other.joint, max(self.tried, other.tried))


@dataclass(frozen=True, slots=True, repr=False)
class WhatIf:
    """What another decision would have been worth.

    Parameters
    ----------
    run : Run
        Strategies, rules and seed.
    moment : Moment
        The decision: what its seat saw, did, and is to do instead.
    cards : str
        One of `CARDS`.
    believes_bids : bool
        Whether only deals count in which the strategies bid and call as recorded.
    tried : int or None
        Arrangements of the unseen cards that were drawn; None for cards as dealt.
    is_constant : bool
        Whether every playout of the same cards went alike.
    sums : JointMoments
        Exact sums over the playouts.
    stopped : str
        ``deals``, ``half_width``, ``constant`` or ``interrupted``.
    """

    run: Run
    moment: Moment
    cards: str
    believes_bids: bool
    tried: int | None
    is_constant: bool
    sums: JointMoments
    stopped: str = "deals"

    def __repr__(self) -> str:
        return (
            f"<WhatIf: {self.changed} instead of {self.recorded}, "
            f"{counted(self.sums.n, 'playout')}, seed {self.run.seed}; "
            "show() prints the table>"
        )

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended it."""
        return self.stopped == "interrupted"

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return self.moment.seat

    @property
    def recorded(self) -> str:
        """What the seat did, ``"2: card 3=♠5"``."""
        return self.moment.recorded.text

    @property
    def changed(self) -> str:
        """What it does instead."""
        return self.moment.changed.text

    @property
    def unit(self) -> str:
        """What the difference is in, in words."""
        return f"points of seat {self.seat}"

    @property
    def population(self) -> str:
        """What the interval is about, in words."""
        if self.cards == "as_dealt":
            return (
                "the very cards of the record, with new draws of the strategies "
                "(perfect information: nobody at the table could know it)"
            )
        said = "the bids are no evidence"
        if self.believes_bids:
            said = "and the strategies bid and call as recorded"
        elif not self.moment.view.bids:
            said = "nobody has bid before"
        return (
            f"deals that look the same to seat {self.seat} at this decision: what it "
            f"does not see dealt again, every arrangement that the rules and the acts "
            f"so far allow equally likely; {said}"
        )

    def mean(self, arm: str, quantity: str = "score") -> Estimate:
        """Estimate the mean of an arm.

        Parameters
        ----------
        arm : str
            ``recorded`` or ``changed``.
        quantity : str, optional
            ``score`` of the seat (default), or ``unit``: u, from the attack's side.
        """
        _verify(arm, ARMS, "arm")
        _verify(quantity, QUANTITIES, "quantity")
        return self._judged(self.sums.mean({f"{quantity}.{arm}": 1}))

    def difference(self, quantity: str = "score") -> Estimate:
        """Estimate what the change gives more, deal by deal."""
        _verify(quantity, QUANTITIES, "quantity")
        weights = {f"{quantity}.changed": 1, f"{quantity}.recorded": -1}
        uneven = self.sums.total(f"uneven.{quantity}")
        return self._judged(self.sums.mean(weights), uneven)

    def _judged(self, estimate: Estimate, *counts: int) -> Estimate:
        return judged(estimate, *counts, varies=False if self.is_constant else None)

    def success_rate(self, arm: str) -> Estimate:
        """Estimate the share of the contracts played in an arm that are made."""
        _verify(arm, ARMS, "arm")
        won, played = self.sums.total(f"won.{arm}"), self.sums.total(f"played.{arm}")
        share = wilson(won, played)
        return share.without_interval() if self.is_constant else share

    @property
    def uneven(self) -> Estimate:
        """The share of the playouts in which the seat's score differs."""
        return wilson(self.sums.total("uneven.score"), self.sums.n)

    @property
    def verdict(self) -> tuple[str, ...]:
        """What the change is worth, in sentences."""
        difference = self.difference()
        if self.is_constant:
            assert difference.mean is not None
            words = (
                f"{difference.mean:+g} {self.unit}" if difference.mean else "nothing"
            )
            line = (
                f"with these very cards {self.changed} instead of {self.recorded} is "
                f"worth {words}; all {self.sums.n} playouts went alike, so that there "
                "is no interval."
            )
        else:
            line = sentence(
                self.changed, self.recorded, difference, self.uneven, self.unit
            )
        return (line, f"Population: {self.population}.")

    def tidy(self) -> list[dict[str, Any]]:
        """Return one row for each arm and quantity, and for the differences."""
        rows: list[dict[str, Any]] = []
        for arm, act in zip(ARMS, (self.recorded, self.changed), strict=True):
            found = {name: self.mean(arm, name) for name in QUANTITIES}
            found["success_rate"] = self.success_rate(arm)
            rows += [
                {"arm": arm, "act": act, "quantity": name} | estimate_json(value)
                for name, value in found.items()
            ]
        for name in QUANTITIES:
            keys = {"arm": "difference", "act": None, "quantity": name}
            rows.append(keys | estimate_json(self.difference(name)))
        return rows

    def to_json(self) -> dict[str, Any]:
        """Return plain dictionaries and lists; see docs/json.md for the keys."""
        return run_header(self.run) | {
            "interrupted": self.interrupted,
            "stopped": self.stopped,
            "seat": self.seat,
            "decision": self.moment.changed.decision,
            "cards": self.cards,
            "believes_bids": self.believes_bids,
            "population": self.population,
            "deals": self.sums.n,
            "tried": self.tried,
            "unit": self.unit,
            "is_constant": self.is_constant,
            "arms": {
                arm: {
                    "act": act,
                    "score": estimate_json(self.mean(arm)),
                    "u": estimate_json(self.mean(arm, "unit")),
                    "success_rate": estimate_json(self.success_rate(arm)),
                }
                for arm, act in zip(ARMS, (self.recorded, self.changed), strict=True)
            },
            "difference": estimate_json(self.difference()),
            "difference_u": estimate_json(self.difference("unit")),
            "uneven": estimate_json(self.uneven),
            "verdict": list(self.verdict),
        }


def _verify(value: str, allowed: tuple[str, ...], what: str) -> None:
    if value not in allowed:
        message = f"unknown {what} {value!r}; allowed: {', '.join(allowed)}"
        raise TarotError(message)


def what_if(
    record: DealRecord | Mapping[str, Any],
    change: Override | str,
    *,
    strategies: StrategyLike = "expert",
    cards: str = "unseen",
    deals: int | None = None,
    half_width: float | None = None,
    seed: int | None = None,
    believe_bids: bool = False,
    progress: bool = False,
    keep_interrupted: bool = False,
) -> WhatIf:
    """Change one decision of a recorded deal, play on, and tell what it is worth.

    Parameters
    ----------
    record : DealRecord or mapping
        A record, or its JSON form; checked act by act.
    change : str or Override
        ``"2: card 3=♠R"`` (tricks counted from 0), ``"0: bid=garde"``, ``"taker:
        ecart=..."``, ``"1: poignee=none"``: one decision, as
        `tarotsim.engine.forced.parse_forced` reads it.
    strategies : spec, class, object or list of them, optional
        Who plays on from there: one for all seats or one for each.
    cards : str, optional
        ``unseen`` (default): what the seat does not see is dealt again, so that the
        answer is one about its decision. ``as_dealt``: the cards of the record, which
        no player could know.
    deals : int, optional
        Playouts of each arm, 1 to 1,000,000: 1,000 by default; with a half-width at
        most so many, 1,000,000 by default.
    half_width : float, optional
        Stop when the interval of the difference of the scores has this half-width,
        points; looked at after each 1,000 playouts.
    seed : int, optional
        Drawn from the system's entropy if left out; the result keeps it.
    believe_bids : bool, optional
        Use the bids and the call of the other seats as evidence: only deals count in
        which the strategies bid and call as recorded.
    progress, keep_interrupted
        As for `tarotsim.simulate`.

    Returns
    -------
    WhatIf

    Raises
    ------
    IllegalActError
        If the change is against the rules; names the rule.
    TarotError
        If the record is none, the seat had nothing to decide, did just that, or too
        few arrangements agree with what it knows.

    Notes
    -----
    Of what a seat knows, all that follows from the rules is used: its own cards, the
    cards played and by whom, suits and trumps that others have proved not to hold,
    poignées and trumps shown, the chien, the called card, what cannot be in an écart.
    The taker is taken not to hold the card he called, unless it is proved.

    Examples
    --------
    >>> import tarotsim
    >>> record = tarotsim.play(tarotsim.deal(seed=1, number=0), "point_count")
    >>> record.taker
    2
    >>> result = tarotsim.what_if(
    ...     record, "2: bid=pass", strategies="point_count", deals=200, seed=1)
    >>> result.recorded, result.changed, result.difference().n
    ('2: bid=prise', '2: bid=pass', 200)
    """
    _verify(cards, CARDS, "cards")
    width = wished(half_width, deals)
    if deals is None:
        deals = _DEALS if width is None else _MOST
    count = whole_number(deals, "deals")
    if not 1 <= count <= _MOST:
        raise TarotError(f"deals must be from 1 to {_MOST:,}, not {count}")
    read = record_from_json(record) if isinstance(record, Mapping) else record
    resume(read)
    moment = find_moment(read, _one(change))
    imposed = None
    if read.taker is not None and not read.bids:
        imposed = Imposed(read.contract, read.taker)
    if believe_bids and (cards == "as_dealt" or not moment.view.bids):
        why = "the cards are as dealt" if cards == "as_dealt" else "nobody bid before"
        raise TarotError(f"there are no bids to believe: {why}")
    run = plan_run(
        count, strategies=strategies, seed=seed, rules=read.rules, auction=imposed
    )
    view = moment.view
    worlds: Iterator[tuple[World, int]]
    if cards == "unseen":
        believes = said_alike(view, run.table, run.seed) if believe_bids else None
        worlds = unseen_worlds(view, run.seed, believes)
    else:
        worlds = repeat((recorded_world(read, view), 0))

    def play(numbers: range) -> _Playouts:
        drawn = list(islice(worlds, len(numbers)))
        joint = JointMoments(_columns())
        joint.add(_play(run, moment, numbers, [world for world, _ in drawn]))
        return _Playouts(joint, drawn[-1][1])

    def is_enough(sums: _Playouts) -> bool:
        # Players without luck: nothing would ever come otherwise.
        return cards == "as_dealt" and _is_constant(sums.joint)

    def reached(sums: _Playouts) -> float | None:
        so_far = WhatIf(run, moment, cards, believe_bids, None, False, sums.joint)
        return so_far.difference().half_width

    sums, stopped = add_up(
        play,
        _Playouts(JointMoments(_columns()), 0),
        count,
        reached,
        half_width=width,
        is_enough=is_enough,
        progress=progress,
        keep_interrupted=keep_interrupted,
    )
    return WhatIf(
        run,
        moment,
        cards,
        believe_bids,
        tried=sums.tried if cards == "unseen" else None,
        is_constant=cards == "as_dealt" and _is_constant(sums.joint),
        sums=sums.joint,
        stopped=stopped,
    )


def _play(
    run: Run, moment: Moment, numbers: range, worlds: list[World]
) -> npt.NDArray[np.int64]:
    """Return what playouts of these numbers gave, columns as `_columns` says."""
    view = moment.view
    keys = [[seat_key(run.seed, i, s) for s in range(view.players)] for i in numbers]
    rows = enter(view, worlds, keys, numbers.start)
    acts = (moment.recorded, moment.changed)
    found = [play_entered(view, rows, run.table, [act]).rows for act in acts]
    return _vectors(found, moment.seat)


def _is_constant(joint: JointMoments) -> bool:
    """Tell whether all vectors are the same."""
    columns = [joint.combined({name: 1}) for name in joint.names]
    return joint.n > 0 and all(m.n * m.squares == m.total**2 for m in columns)


def _one(change: Override | str) -> Override:
    """Return the one decision of a change."""
    if not isinstance(change, str):
        return change
    parsed = parse_forced(change)
    if len(parsed) != 1:
        message = f"one decision is changed, not {len(parsed)}"
        raise TarotError(f"{message}: {', '.join(one.text for one in parsed)}")
    return parsed[0]


def _columns() -> list[str]:
    names = [f"{what}.{arm}" for arm in ARMS for what in (*QUANTITIES, "played", "won")]
    return names + [f"uneven.{name}" for name in QUANTITIES]


def _vectors(found: list[Any], seat: int) -> npt.NDArray[np.int64]:
    """Return what each playout gave, columns as `_columns` says."""
    columns: list[np.ndarray] = []
    for rows in found:
        is_played = rows["outcome"] == Outcome.PLAYED
        columns += [rows[f"score_{seat}"], rows["unit"], is_played, rows["won"]]
    for name in (f"score_{seat}", "unit"):
        columns.append(found[0][name] != found[1][name])
    return np.stack([column.astype(np.int64) for column in columns], axis=1)
