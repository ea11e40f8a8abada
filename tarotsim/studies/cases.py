"""Cases of a poignée: a seat that could show one, the same deal shown and silent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.engine.compiled import in_order
from tarotsim.engine.forced import force_poignee
from tarotsim.engine.holdings import count_hands, holdings_of, holdings_of_records
from tarotsim.game.errors import StrategyError
from tarotsim.game.rules import Poignee

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    from tarotsim.runs.run import Run

__all__ = ["CASE_DTYPE", "PRIMES", "WAYS_TO_HIDE", "play_cases", "side_sign"]

WAYS_TO_HIDE = ("low", "petit", "twenty_one")
"""Ways to hide that are compared with the usual one, the highest below the 21."""

CASE_DTYPE = np.dtype(
    [
        ("deal", "i8"),
        ("seat", "i1"),
        ("side", "i1"),
        ("level", "i1"),
        ("contract", "i1"),
        ("trumps", "i1"),
        ("bouts", "i1"),
        ("place", "i1"),
        ("suits_held", "u8"),
        ("trumps_held", "u8"),
        ("aside", "i2"),
        ("u_shown", "i2"),
        ("u_silent", "i2"),
        ("won_shown", "?"),
        ("won_silent", "?"),
        ("scores_shown", "i2", (5,)),
        ("scores_silent", "i2", (5,)),
        ("surplus", "i1"),
        ("u_hiding", "i2", (len(WAYS_TO_HIDE),)),
        ("chance", "f8"),
    ]
)
"""A case: deal and seat; side, 0 taker, 1 partner, 2 defence; highest level it could
show; contract; trumps (Excuse counted) and bouts in hand when play begins; place in
the first trick; the hand itself, as in `tarotsim.kernels.bits`; half-points of its own
écart; u from that side when shown and silent; whether that side won; scores by seat;
trumps beyond the level, which can stay hidden; u of the other ways to hide; estimated
chance to win when silent."""

PRIMES = np.array([0, *(level.prime for level in Poignee)], dtype=np.int64)
_SIGNS = np.array([1, 1, -1], dtype=np.int64)
_PART = 1000
"""Cases that a thread plays at a time."""


def side_sign(sides: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Return the sign with which u counts for a side: -1 for the defence."""
    signs: npt.NDArray[np.int64] = _SIGNS[sides]
    return signs


def play_cases(
    run: Run,
    rows: npt.NDArray[Any],
    history: npt.NDArray[np.uint64],
    *,
    seats: Iterable[int] | None = None,
    hides: bool = False,
    workers: int = 1,
) -> npt.NDArray[Any]:
    """Play both arms of every seat that could show, in some deals of a run.

    Parameters
    ----------
    run : Run
    rows : structured array (deals,)
        The deals as the strategies played them.
    history : uint64 array (deals, words)
        Their acts; no rows with the reference engine, which is then asked again.
    seats : iterable of int, optional
        Only these seats; all by default.
    hides : bool, optional
        Play the other ways to hide surplus trumps too.
    workers : int, optional
        Threads.

    Returns
    -------
    array of CASE_DTYPE (cases,)
        In the order of deals, then seats; ``chance`` is not filled in.

    Raises
    ------
    StrategyError
        If a deal played again does not end as it did: some strategy draws numbers of
        its own or keeps a state, and a difference between arms would measure that.
    """
    wanted = range(run.rules.players) if seats is None else sorted(set(seats))
    found = [np.zeros(0, dtype=CASE_DTYPE)]
    for seat in wanted:
        chosen = np.flatnonzero(rows[f"showable_{seat}"] > 0)
        parts = [
            chosen[first : first + _PART] for first in range(0, len(chosen), _PART)
        ]

        def play(part: range, seat: int = seat, parts: Any = parts) -> Any:
            own = parts[part.start]
            acts = history[own] if len(history) else history
            return _cases(run, rows[own], acts, seat, hides=hides)

        singles = (range(i, i + 1) for i in range(len(parts)))
        found += in_order(play, singles, min(workers, max(1, len(parts))))
    cases = np.concatenate(found)
    return cases[np.lexsort((cases["seat"], cases["deal"]))]


def _cases(
    run: Run,
    rows: npt.NDArray[Any],
    history: npt.NDArray[np.uint64],
    seat: int,
    *,
    hides: bool,
) -> npt.NDArray[Any]:
    """Play the arms of one seat in deals in which it could show."""
    numbers = rows["deal"].tolist()

    def played(*forced: Any) -> npt.NDArray[Any]:
        return run.play_chunk(numbers, forced).rows

    shown = played(force_poignee(seat, "highest"))
    silent = played(force_poignee(seat, None))
    _verify_repeatable(run, rows, shown, silent, seat, played)
    cases = np.zeros(len(rows), dtype=CASE_DTYPE)
    cases["deal"], cases["seat"] = rows["deal"], seat
    cases["side"] = np.where(
        rows["taker"] == seat, 0, np.where(rows["partner"] == seat, 1, 2)
    )
    cases["level"] = rows[f"showable_{seat}"]
    cases["contract"] = rows["contract"]
    cases["trumps"] = rows[f"trumps_{seat}"]
    _note_hands(run, cases, rows, history, seat)
    _note_arm(cases, shown, "shown")
    _note_arm(cases, silent, "silent")
    if hides:
        for index, way in enumerate(WAYS_TO_HIDE):
            units = played(force_poignee(seat, "highest", way))["unit"]
            cases["u_hiding"][:, index] = units * side_sign(cases["side"])
    return cases


def _note_arm(cases: npt.NDArray[Any], rows: npt.NDArray[Any], arm: str) -> None:
    sign = side_sign(cases["side"])
    cases[f"u_{arm}"] = rows["unit"] * sign
    cases[f"won_{arm}"] = (rows["won"] != 0) == (sign > 0)
    for seat in range(5):
        cases[f"scores_{arm}"][:, seat] = rows[f"score_{seat}"]


def _verify_repeatable(
    run: Run,
    rows: npt.NDArray[Any],
    shown: npt.NDArray[Any],
    silent: npt.NDArray[Any],
    seat: int,
    played: Any,
) -> None:
    """Check that a deal played again ends as it did.

    Where the strategy did what an arm does, that arm is the deal played again. It may
    have shown another level, or hidden other trumps: then all is played once more.
    """
    again = np.where(rows[f"shown_{seat}"] == 0, silent, shown)
    if run.asks_python or (rows != again).any():
        again = played()
    differ = rows["deal"][rows != again]
    if len(differ):
        message = (
            f"deal {differ[0]} of seed {run.seed}, played twice, gave two results: a "
            "strategy draws numbers of its own or keeps a state; arms are compared "
            "only if it draws by view.draw"
        )
        raise StrategyError(message)


def _note_hands(
    run: Run,
    cases: npt.NDArray[Any],
    rows: npt.NDArray[Any],
    history: npt.NDArray[np.uint64],
    seat: int,
) -> None:
    """Fill in the hand when play begins, and what follows from it."""
    if len(history):
        held = holdings_of(run.rules, history, seat)
    else:
        records = (run.play_number(number) for number in rows["deal"].tolist())
        held = holdings_of_records(records, seat)
    counts = count_hands(held.suits, held.trumps)
    cases["suits_held"], cases["trumps_held"] = held.suits, held.trumps
    cases["bouts"] = counts["bouts"]
    cases["place"] = (seat - held.leader) % run.rules.players
    cases["aside"] = np.where(cases["side"] == 0, held.aside, 0)
    sizes = np.array([0, *run.rules.poignee_sizes])
    cases["surplus"] = np.maximum(counts["numbered"] - sizes[cases["level"]], 0)
