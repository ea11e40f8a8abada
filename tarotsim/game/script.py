"""Acts that are already decided when a deal is entered: replays and what-ifs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tarotsim.game.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tarotsim.game.cards import Card
    from tarotsim.game.records import DealRecord, Showing
    from tarotsim.game.rules import Contract

__all__ = ["Script"]


@dataclass(frozen=True, slots=True)
class Script:
    """The acts of a deal up to some point, made before anybody is asked.

    Every act is checked as if a strategy had made it. What a script leaves out is
    asked of the strategies, so a script that stops in the middle of a deal enters it
    there.

    Parameters
    ----------
    bids : tuple of Contract
        The first bids, in the order of speech.
    called : int or None
        The called card.
    ecart : tuple of int or None
        The discard.
    chelem_decided : bool
        Whether the announcement of a slam is settled.
    chelem_by : int or None
        If it is, the seat that announces one.
    showings : mapping of int to Showing or None
        For each seat whose poignée is settled: what it shows, None for silence.
    cards : tuple of int
        The first cards played, in order.
    """

    bids: tuple[Contract, ...] = ()
    called: Card | None = None
    ecart: tuple[Card, ...] | None = None
    chelem_decided: bool = False
    chelem_by: int | None = None
    showings: Mapping[int, Showing | None] = field(default_factory=dict)
    cards: tuple[Card, ...] = ()

    @classmethod
    def from_record(cls, record: DealRecord, cards: int | None = None) -> Script:
        """Return the acts of a record, up to a number of cards played.

        Parameters
        ----------
        record : DealRecord
        cards : int, optional
            How many of the cards to keep, 0 to players x tricks; all by default.
            Poignées are settled for the seats whose first card is kept.

        Raises
        ------
        RulesError
            For a negative number of cards.
        """
        if cards is not None and cards < 0:
            raise RulesError(f"a record cannot keep {cards} cards: 0 or more")
        plays = [play for trick in record.tricks for play in trick.plays()]
        kept = plays if cards is None else plays[:cards]
        shown = {showing.seat: showing for showing in record.showings}
        return cls(
            bids=tuple(bid.contract for bid in record.bids),
            called=record.called,
            ecart=tuple(record.ecart) if record.ecart else None,
            chelem_decided=record.taker is not None,
            chelem_by=record.chelem_by,
            showings={seat: shown.get(seat) for seat, _ in kept},
            cards=tuple(card for _, card in kept),
        )
