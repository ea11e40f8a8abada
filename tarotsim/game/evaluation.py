"""Published counts of a hand's strength."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarotsim.game.cards import (
    EXCUSE,
    PETIT,
    RANK_CAVALIER,
    RANK_DAME,
    RANK_ROI,
    RANK_VALET,
    TWENTY_ONE,
    Card,
    is_trump,
    rank_of,
    suit_of,
    trump_number,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["chavey_count"]

_FIRST_HIGH_TRUMP = 16


def chavey_count(hand: Iterable[Card], *, distribution: bool = False) -> int:
    """Count a hand by Chavey's scale.

    Parameters
    ----------
    hand : iterable of int
        The cards of one hand, without the chien.
    distribution : bool, optional
        Count voids (6) and singletons (3) too, as the author does for garde sans and
        garde contre only.

    Returns
    -------
    int
        The count, at 4 players: under 40 pass, 40-55 prise, 56-70 garde, 71-80
        garde sans, above garde contre.

    References
    ----------
    Noël Chavey, "Le jeu de tarot", Hatier, 1986.

    Examples
    --------
    >>> from tarotsim.game.parsing import parse_hand
    >>> text = "21 19 12 6 1 Ex ♥R C 10 8 1 ♦V 8 ♣D C 7 ♠6 4"
    >>> chavey_count(parse_hand(text, 18))
    60
    """
    cards = list(hand)
    total = _trump_count(cards)
    for suit in range(4):
        ranks = {rank_of(card) for card in cards if suit_of(card) == suit}
        total += _suit_count(ranks)
        if distribution:
            total += {0: 6, 1: 3}.get(len(ranks), 0)
    return total


def _trump_count(cards: list[Card]) -> int:
    """Count bouts, length (the Excuse is one of the trumps here) and high trumps."""
    numbers = [trump_number(card) for card in cards if is_trump(card)]
    length = len(numbers) + (EXCUSE in cards)
    total = 8 if EXCUSE in cards else 0
    if TWENTY_ONE in cards:
        total += 10
    if length > 4:
        total += 2 * length
        if PETIT in cards:
            total += {5: 5, 6: 7}.get(length, 9)
    high = {number for number in numbers if number >= _FIRST_HIGH_TRUMP}
    for number in high:
        total += 3 if {number - 1, number + 1} & high else 2
    return total


def _suit_count(ranks: set[int]) -> int:
    """Count honours and length of one suit."""
    total = 0
    if RANK_ROI in ranks and RANK_DAME in ranks:
        total += 10
    elif RANK_ROI in ranks:
        total += 6
    elif RANK_DAME in ranks:
        total += 3
    total += 2 * (RANK_CAVALIER in ranks) + (RANK_VALET in ranks)
    if len(ranks) >= 5:
        total += {5: 5, 6: 7}.get(len(ranks), 9)
    return total
