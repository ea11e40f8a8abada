"""Players that keep every view they are shown, with their answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from tarotsim.game.strategy import DECISIONS, Strategy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tarotsim.game.records import DealRecord
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


class Recorder:
    """Passes every question on and keeps it with the answer."""

    def __init__(self, inner: Strategy, log: list[Asked]) -> None:
        self._inner = inner
        self._log = log

    def __getattr__(self, name: str) -> Any:
        if name not in DECISIONS:
            raise AttributeError(name)
        decide = getattr(self._inner, name)

        def ask(view: SeatView) -> Any:
            assert view.stage.label == name
            answer = decide(view)
            self._log.append(Asked(view, answer))
            return answer

        return ask


def recorders(players: Sequence[Strategy]) -> tuple[list[Strategy], list[Asked]]:
    """Wrap every player; the log is in the order asked."""
    log: list[Asked] = []
    return [cast("Strategy", Recorder(player, log)) for player in players], log


def play_recorded(table: Table) -> tuple[DealRecord, list[Asked]]:
    """Play a table and return the record with every decision."""
    wrapped, log = recorders(table.players)
    return table.play(players=wrapped), log
