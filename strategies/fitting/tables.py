"""Tables of compiled strategies in which one act is tried otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tarotsim.engine.compiled import CompiledTable
from tarotsim.engine.play import as_auction
from tarotsim.game.rules import rules_for
from tarotsim.game.strategy import DECISIONS
from tarotsim.kernels.asking import DECISION_COUNT, SEAT_SLOTS
from tarotsim.kernels.policies import CompiledStrategy
from tarotsim_strategies.expert.trials import TRIALS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]

__all__ = ["TrialTable", "trial_table", "value_of"]

JUMP_WIDTH = 9.0
"""Points of gap over which the jump at the target is spread."""


class TrialTable(NamedTuple):
    """A table ready to be driven; its parts must live as long as it is used.

    Parameters
    ----------
    table : CompiledTable
    seats : int64 array
        The table of policies.
    memory : object
    words : float64 array
        The parameters of the trial, the same for all seats.
    """

    table: CompiledTable
    seats: npt.NDArray[Any]
    memory: Any
    words: Numbers


def trial_table(
    forms: Sequence[CompiledStrategy],
    learners: Iterable[int],
    decision: str,
    size: int,
    auction: str | None = None,
) -> TrialTable:
    """Seat compiled strategies with a trial of one decision.

    Parameters
    ----------
    forms : sequence of CompiledStrategy (players,)
    learners : iterable of int
        Seats that try another act.
    decision : str
    size : int
        Words of the trial's parameters.
    auction : str, optional
    """
    trial, players = TRIALS[decision], len(forms)
    seated = list(forms)
    for seat in learners:
        form = forms[seat]
        changes = {decision: (trial, ())}
        seated[seat] = CompiledStrategy(form.policies, form.params, changes, form.name)
    table = CompiledTable(rules_for(players), seated, as_auction(auction))
    seats, memory = table.seats()
    words = np.zeros(size)
    slot = 3 * DECISION_COUNT + DECISIONS.index(decision)
    for seat in range(players):
        seats[seat * SEAT_SLOTS + slot] = words.ctypes.data
    return TrialTable(table, seats, memory, words)


def value_of(rows: npt.NDArray[Any]) -> Numbers:
    """Return what deals brought the attack: u at garde, primes of poignées left out.

    The jump of 25 at the target is spread over some points, which takes noise away and
    makes a near miss better than a rout.
    """
    gap = rows["gap"].astype(float)
    sides = np.where(rows["won"] == 1, 0.5, -0.5)
    jump = 25.0 * np.tanh((gap + sides) / JUMP_WIDTH)
    value: Numbers = 2.0 * (gap + jump + 10.0 * rows["petit_au_bout"])
    return value
