"""Decisions made for a seat, whatever its strategy says: the arms of a study."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tarotsim.engine.callbacks import ObjectStrategy, SeatedStrategy
from tarotsim.game.auction import TAKER, verify_seat_or_taker
from tarotsim.game.errors import RulesError
from tarotsim.game.strategy import Forced, Strategy, complete, override

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tarotsim.game.cards import Card
    from tarotsim.game.view import SeatView
    from tarotsim.kernels.policies import CompiledStrategy, Policy

__all__ = ["NOTHING", "Override", "apply_all", "apply_all_compiled", "together"]

NOTHING: Any = object()
"""Answer of a function that leaves the decision to the strategy itself."""


@dataclass(frozen=True, slots=True)
class Override:
    """A decision made for a seat, whatever its strategy says.

    Parameters
    ----------
    seat : int or str
        0 to the number of players less 1, or ``"taker"``.
    decision : str
        One of the six decisions.
    function : callable
        From a `SeatView` to the answer, for the reference engine.
    policy : Policy
        The same, for the compiled engine.
    answer : str
        What is decided, in words.
    params : tuple of float, optional
        What the policy finds in ``params``.
    cards : tuple of int, optional
        The cards that are named.
    """

    seat: int | str
    decision: str
    function: Callable[[SeatView], Any]
    policy: Policy
    answer: str
    params: tuple[float, ...] = ()
    cards: tuple[Card, ...] = ()

    @property
    def text(self) -> str:
        """The form that `tarotsim.engine.forced.parse_forced` reads."""
        return f"{self.seat}: {self.answer}"

    @property
    def tricks(self) -> tuple[int, ...]:
        """The tricks, from 0, in which cards are played; of other decisions none."""
        if self.decision != "play":
            return ()
        return tuple(int(trick) for trick in self.params[1::2])

    def decides(self, decision: str, seat: int, taker: int, trick: int) -> bool:
        """Tell whether it is what a seat answers when asked for a decision."""
        if decision != self.decision or not self.sits(seat):
            return False
        if self.seat == TAKER and seat != taker:
            return False
        return decision != "play" or trick in self.tricks

    def apply(self, strategy: Strategy) -> Strategy:
        """Return the strategy with this decision replaced, for the reference engine."""
        whole = complete(strategy)
        own = getattr(whole, self.decision)

        def decide(view: SeatView) -> Any:
            answer = self.function(view)
            return own(view) if answer is NOTHING else Forced(answer, self.text)

        return override(whole, **{self.decision: decide})

    def apply_compiled(self, strategy: SeatedStrategy) -> SeatedStrategy:
        """Return the strategy with this decision replaced, for the compiled engine."""
        if isinstance(strategy, ObjectStrategy):
            return replace(strategy, compiled=self._policies(strategy.compiled))
        return self._policies(strategy)

    def _policies(self, strategy: CompiledStrategy) -> CompiledStrategy:
        chosen = {**strategy.overrides, self.decision: (self.policy, self.params)}
        return replace(strategy, overrides=chosen)

    def sits(self, seat: int) -> bool:
        """Tell whether it is to be seated there."""
        return self.seat in (seat, TAKER)


def apply_all(
    overrides: Iterable[Override], table: Sequence[Strategy]
) -> list[Strategy]:
    """Return a table for the reference engine, the decisions replaced."""
    seats = list(table)
    for one in overrides:
        for seat in range(len(seats)):
            if one.sits(seat):
                seats[seat] = one.apply(seats[seat])
    return seats


def apply_all_compiled(
    overrides: Iterable[Override], table: Sequence[SeatedStrategy]
) -> list[SeatedStrategy]:
    """Return a table for the compiled engine, the decisions replaced."""
    seats = list(table)
    for one in overrides:
        for seat in range(len(seats)):
            if one.sits(seat):
                seats[seat] = one.apply_compiled(seats[seat])
    return seats


def together(overrides: Iterable[Override], players: int) -> tuple[Override, ...]:
    """Check overrides that are to hold at the same time; cards of a seat become one.

    Raises
    ------
    RulesError
        For a seat not at the table, or a decision that is made twice.
    """
    found: dict[tuple[int | str, str], Override] = {}
    for one in overrides:
        verify_seat_or_taker(one.seat, players)
        key = (one.seat, one.decision)
        if key in found:
            if one.decision != "play":
                message = f"the decision {one.decision} of seat {one.seat} is forced"
                raise RulesError(f"{message} twice")
            one = _both(found[key], one)
        found[key] = one
    for seat, decision in found:
        if seat == TAKER and any(d == decision and s != TAKER for s, d in found):
            message = f"the decision {decision} is forced for the taker and for a seat"
            raise RulesError(f"{message}: a seat may be the taker")
    return tuple(found.values())


def _both(first: Override, second: Override) -> Override:
    """Return cards forced in different tricks as one override."""
    trick = second.tricks[0]
    if trick in first.tricks:
        message = f"two cards are forced of seat {second.seat} in trick"
        raise RulesError(f"{message} {trick}")

    def play(view: SeatView) -> Any:
        answer = first.function(view)
        return second.function(view) if answer is NOTHING else answer

    params = (first.params[0] + 1, *first.params[1:], *second.params[1:])
    told = f"{first.answer}, {second.answer}"
    cards = (*first.cards, *second.cards)
    return replace(first, function=play, params=params, answer=told, cards=cards)
