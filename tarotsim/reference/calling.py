"""The called king at five players (R5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarotsim.game.cards import (
    RANK_CAVALIER,
    RANK_DAME,
    RANK_ROI,
    RANK_VALET,
    Card,
    Cards,
    format_cards,
    rank_of,
    suit_card,
    suit_of,
)
from tarotsim.game.errors import IllegalActError
from tarotsim.game.rules import OwnLowerCall, RuleSet

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "callable_cards",
    "callable_ranks",
    "find_partner",
    "is_barred_lead",
    "verify_call",
]


def callable_ranks(kings: int, dames: int, cavaliers: int) -> tuple[int, ...]:
    """Return the ranks that may be called, kings first.

    Parameters
    ----------
    kings, dames, cavaliers : int
        How many of each the taker holds in hand, 0 to 4.

    References
    ----------
    R5.2: all four of a rank open the next one; higher ranks stay callable.
    """
    ranks = [RANK_ROI]
    for held, rank in (
        (kings, RANK_DAME),
        (dames, RANK_CAVALIER),
        (cavaliers, RANK_VALET),
    ):
        if held < 4:
            break
        ranks.append(rank)
    return tuple(ranks)


def callable_cards(rules: RuleSet, hand: Iterable[Card]) -> Cards:
    """Return the cards that a taker with this hand may call.

    The hand alone counts, before the chien is seen (R5.3). Own cards are callable
    (R5.5), those below a king unless the option D15 forbids it.
    """
    held = set(hand)
    counts = [
        sum(suit_card(suit, rank) in held for suit in range(4))
        for rank in (RANK_ROI, RANK_DAME, RANK_CAVALIER)
    ]
    cards = [
        suit_card(suit, rank)
        for rank in callable_ranks(counts[0], counts[1], counts[2])
        for suit in range(4)
    ]
    if rules.own_lower_call is OwnLowerCall.KINGS_ONLY:
        cards = [c for c in cards if rank_of(c) == RANK_ROI or c not in held]
    return Cards(cards)


def verify_call(rules: RuleSet, hand: Iterable[Card], called: Card) -> None:
    """Check a called card.

    Raises
    ------
    IllegalActError
        If it may not be called with this hand (R5.2).
    """
    allowed = callable_cards(rules, hand)
    if called not in allowed:
        message = f"cannot call {format_cards([called])}"
        raise IllegalActError(message, "R5.2", format_cards(allowed))


def find_partner(hands: Sequence[Cards], taker: int, called: Card | None) -> int | None:
    """Return the holder of the called card, None if the taker is alone.

    Parameters
    ----------
    hands : sequence of Cards (players,)
        The hands as dealt.
    taker : int
    called : int or None
        None at three and four players.

    References
    ----------
    R5.4, R5.5: in the chien or in the taker's own hand, the taker is alone.
    """
    if called is None:
        return None
    for seat, hand in enumerate(hands):
        if called in hand:
            return None if seat == taker else seat
    return None


def is_barred_lead(card: Card, called: Card | None) -> bool:
    """Tell whether a card may not open the first trick (R5.6)."""
    if called is None or card == called:
        return False
    return suit_of(card) == suit_of(called)
