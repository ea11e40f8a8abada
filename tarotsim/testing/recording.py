"""Players that keep every view they are shown, with their answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tarotsim.game.strategy import DECISIONS, override

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tarotsim.game.records import DealRecord
    from tarotsim.game.strategy import Strategy
    from tarotsim.game.view import SeatView
    from tarotsim.testing.tables import Table

__all__ = ["Asked", "play_recorded", "recorders"]


@dataclass(frozen=True)
class Asked:
    """One decision: what was seen and what was answered."""

    view: SeatView
    answer: Any

    @property
    def cards_played(self) -> int:
        """Cards played before it."""
        return len(self.view.played)


def recorders(players: Sequence[Strategy]) -> tuple[list[Strategy], list[Asked]]:
    """Wrap every player under its own name; the log is in the order asked."""
    log: list[Asked] = []

    def recording(decide: Callable[[SeatView], Any]) -> Callable[[SeatView], Any]:
        def ask(view: SeatView) -> Any:
            answer = decide(view)
            log.append(Asked(view, answer))
            return answer

        return ask

    def wrapped(player: Strategy) -> Strategy:
        decisions = {name: recording(getattr(player, name)) for name in DECISIONS}
        return override(player, **decisions)

    return [wrapped(player) for player in players], log


def play_recorded(table: Table) -> tuple[DealRecord, list[Asked]]:
    """Play a table and return the record with every decision."""
    wrapped, log = recorders(table.players)
    return table.play(players=wrapped), log
