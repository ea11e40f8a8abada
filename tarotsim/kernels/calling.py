"""The called king at five players (R5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarotsim.kernels._jit import kernel
from tarotsim.kernels.bits import (
    CAVALIERS,
    DAMES,
    KINGS,
    NO_CARDS,
    ONE,
    VALETS,
    lane_of,
)

if TYPE_CHECKING:
    from tarotsim.kernels.vector import RulesVector

__all__ = ["barred_leads", "callable_cards", "find_partner"]


@kernel
def callable_cards(rules: RulesVector, suits: Any) -> Any:
    """Return the cards that a taker with these suit cards may call.

    References
    ----------
    R5.2, R5.3: all four of a rank in hand open the next one; R5.5, D15.
    """
    cards = KINGS
    if suits & KINGS == KINGS:
        cards |= DAMES
        if suits & DAMES == DAMES:
            cards |= CAVALIERS
            if suits & CAVALIERS == CAVALIERS:
                cards |= VALETS
    if rules.own_lower_call == 1:  # kings only
        cards = cards & (KINGS | ~suits)
    return cards


@kernel
def find_partner(players: Any, piles: Any, taker: Any, called: Any) -> Any:
    """Return the holder of the called card, -1 if the taker is alone.

    Parameters
    ----------
    players : int64
    piles : uint64 array (2 * (players + 1),)
        The hands as dealt.
    taker, called : int64
        Seat; code of the card, -1 at three and four players.

    References
    ----------
    R5.4, R5.5.
    """
    if called < 0:
        return -1
    for seat in range(players):
        if piles[2 * seat] >> called & ONE != NO_CARDS:
            return -1 if seat == taker else seat
    return -1


@kernel
def barred_leads(called: Any) -> Any:
    """Return the suit cards that may not open the first trick (R5.6)."""
    return lane_of(called >> 4) & ~(ONE << called)
