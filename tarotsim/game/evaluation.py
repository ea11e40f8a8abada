"""Published ways to judge a hand's strength."""

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
    is_bout,
    is_trump,
    rank_of,
    suit_of,
    trump_number,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "SCHOOL_TRUMPS",
    "SCHOOL_TRUMPS_SHIFT",
    "chavey_count",
    "meets_school_minimum",
]

_FIRST_HIGH_TRUMP = 16

SCHOOL_TRUMPS = (8, 7, 6, 6)
"""Trumps that a garde needs at four players with no bout, one, two and three."""
SCHOOL_TRUMPS_SHIFT = {3: 2, 4: 0, 5: -1}
"""What is added to them by the number of players; ours, the source has four."""


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


def meets_school_minimum(
    hand: Iterable[Card], *, players: int = 4, majors: int = 2, long_suit: int = 5
) -> bool:
    """Tell whether a hand has what players are taught a garde needs.

    Parameters
    ----------
    hand : iterable of int
        The cards of one hand, without the chien.
    players : int, optional
        3, 4 or 5. The minima are for four; at three two trumps more are asked for, at
        five one less.
    majors : int, optional
        High trumps, from 16 up, that make trumps good.
    long_suit : int, optional
        Cards of a long suit.

    Returns
    -------
    bool

    Notes
    -----
    The minima by bouts, and how they are read here; the Excuse is one of the trumps,
    and a marriage is the king and queen of a suit:

    - none: 8 trumps with majors, kings or marriages: `majors` and a king;
    - one: 7 good trumps, and two kings or one and a marriage: `majors`, and two kings
      or a marriage;
    - two: 6 trumps, better 7, with a king and a queen, of any suits;
    - three: 6 trumps with a long suit and a void.

    References
    ----------
    The minima of players' schools, as they are handed on at clubs; not from one book.

    Examples
    --------
    >>> from tarotsim.game.parsing import parse_hand
    >>> text = "21 18 16 9 7 4 2 ♥R 9 3 ♦R 7 ♣8 7 5 ♠8 7 5"
    >>> meets_school_minimum(parse_hand(text, 18))
    True
    """
    cards = list(hand)
    numbers = {trump_number(card) for card in cards if is_trump(card)}
    bouts = sum(is_bout(card) for card in cards)
    trumps = len(numbers) + (EXCUSE in cards)
    if trumps < SCHOOL_TRUMPS[bouts] + SCHOOL_TRUMPS_SHIFT[players]:
        return False
    suits = [{rank_of(c) for c in cards if suit_of(c) == suit} for suit in range(4)]
    kings = sum(RANK_ROI in ranks for ranks in suits)
    if bouts == 3:
        lengths = [len(ranks) for ranks in suits]
        return max(lengths) >= long_suit and min(lengths) == 0
    if bouts == 2:
        return kings > 0 and any(RANK_DAME in ranks for ranks in suits)
    if sum(number >= _FIRST_HIGH_TRUMP for number in numbers) < majors:
        return False
    has_marriage = any({RANK_ROI, RANK_DAME} <= ranks for ranks in suits)
    return kings > 1 or has_marriage if bouts else kings > 0
