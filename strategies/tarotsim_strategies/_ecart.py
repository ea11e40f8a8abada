"""The discard and the call of `point_count`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarotsim.game.cards import (
    HALF_POINTS,
    RANK_DAME,
    RANK_ROI,
    Card,
    is_trump,
    rank_of,
    suit_of,
)

if TYPE_CHECKING:
    from tarotsim.game.view import SeatView

__all__ = ["choose_call", "choose_ecart"]

POINT_WEIGHT = 5
"""For each half-point that a discarded card saves."""
LENGTH_WEIGHT = 6
"""Against a card, for each card of its suit."""
MARRIAGE_WEIGHT = 80
"""Against the dame of a king held."""
NOT_HELD = 1000


def choose_call(view: SeatView) -> Card:
    """Call a card not held, in the suit that is longest and best headed.

    Each card held of the suit counts 2 and its half-points; the lowest suit if tied.
    """
    legal: tuple[Card, ...] = view.legal
    best, top = legal[0], -1
    for card in legal:
        suit = suit_of(card)
        worth = sum(2 + HALF_POINTS[own] for own in view.hand if suit_of(own) == suit)
        if card not in view.hand:
            worth += NOT_HELD
        if worth > top:
            best, top = card, worth
    return best


def choose_ecart(view: SeatView) -> tuple[Card, ...]:
    """Discard whole suits without king, the shortest first, then points at risk.

    Trumps go only when they must, the lowest first.
    """
    size = view.rules.chien_size
    suits = [[card for card in view.hand if suit_of(card) == s] for s in range(4)]
    rest = [card for card in view.legal if not is_trump(card)]
    trumps = [card for card in view.legal if is_trump(card)]
    chosen: list[Card] = []
    while rest and len(chosen) < size:
        room = size - len(chosen)
        gone = _suit_to_clear(suits, rest, room) or [_card_to_discard(suits, rest)]
        chosen += gone
        rest = [card for card in rest if card not in gone]
    return tuple(chosen + trumps[: size - len(chosen)])


def _suit_to_clear(
    suits: list[list[Card]], rest: list[Card], room: int
) -> list[Card] | None:
    """Return the shortest whole suit that may go and fits, None if there is none."""
    best = None
    for cards in suits:
        if not cards or len(cards) > room or any(card not in rest for card in cards):
            continue
        if best is None or len(cards) < len(best):
            best = cards
    return best


def _card_to_discard(suits: list[list[Card]], rest: list[Card]) -> Card:
    """Return the card with most points at risk, rather from a short suit."""
    best, top = rest[0], -NOT_HELD
    for card in rest:
        cards = suits[suit_of(card)]
        weight = POINT_WEIGHT * HALF_POINTS[card] - LENGTH_WEIGHT * len(cards)
        if rank_of(card) == RANK_DAME and rank_of(cards[-1]) == RANK_ROI:
            weight -= MARRIAGE_WEIGHT
        if weight > top:
            best, top = card, weight
    return best
