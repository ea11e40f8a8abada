"""Exact answers to other questions about a deal: petit sec, voids, points, the call.

Knowledge of the own hand is given as in `tarotsim.stats.counts`.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from tarotsim.game.cards import KINGS, SUITS, Card
from tarotsim.game.errors import RulesError
from tarotsim.game.rules import rules_for
from tarotsim.stats.counts import exactly, jointly, mean, variance
from tarotsim.stats.situations import HALF_POINTS_KIND, KINDS, Holding, Place

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "CalledPlace",
    "called_king",
    "mean_card_points",
    "mean_deals_until_valid",
    "petit_sec",
    "petit_sec_some_player",
    "variance_card_points",
    "void_in_suit",
    "void_suits",
]

CalledPlace: TypeAlias = Literal["chien", "given_opponent", "some_opponent"]
"""In the chien, with one given other player, or with any of them."""


def petit_sec(players: int = 4, *, holding: Holding | None = None) -> Fraction:
    """Compute the probability that a given player is dealt a petit sec.

    Parameters
    ----------
    players : int, optional
        3, 4 (default) or 5.
    holding : mapping, optional
        What is known of that player's hand, as in `counts.joint_distribution`.

    Returns
    -------
    Fraction
        Probability that the Petit is the only trump, without the Excuse; 0 to 1.

    Raises
    ------
    RulesError
        As in `counts.joint_distribution`.

    References
    ----------
    R2.1, R2.4.

    Examples
    --------
    >>> petit_sec(4)
    Fraction(2766728790, 6001312165589)
    """
    return jointly({"petit": 1, "trumps_plus_excuse": 1}, players, holding=holding)


def petit_sec_some_player(players: int = 4) -> Fraction:
    """Compute the probability that a deal is cancelled by a petit sec.

    Parameters
    ----------
    players : int, optional
        3, 4 (default) or 5.

    Returns
    -------
    Fraction
        Probability, 0 to 1.

    Raises
    ------
    RulesError
        For another player count.

    References
    ----------
    R2.1, R2.4.

    Examples
    --------
    >>> petit_sec_some_player(4)
    Fraction(11066915160, 6001312165589)
    """
    # Only one player can hold the Petit, so the chances add up.
    return players * petit_sec(players)


def mean_deals_until_valid(players: int = 4) -> Fraction:
    """Compute the mean number of deals until one has no petit sec.

    Parameters
    ----------
    players : int, optional
        3, 4 (default) or 5.

    Returns
    -------
    Fraction
        Number of deals, 1 or more, the valid one included.

    Raises
    ------
    RulesError
        For another player count.

    References
    ----------
    R2.1, R2.2.

    Examples
    --------
    >>> mean_deals_until_valid(4)
    Fraction(6001312165589, 5990245250429)
    """
    return 1 / (1 - petit_sec_some_player(players))


def mean_card_points(
    players: int = 4,
    *,
    place: Place = "chien",
    holding: Holding | None = None,
    hand: Iterable[Card] | None = None,
) -> Fraction:
    """Compute the mean value of the chien or of a hand, in points.

    Parameters
    ----------
    players : int, optional
        3, 4 (default) or 5.
    place : {"chien", "hand", "hand_and_chien", "other_hand"}, optional
        What is counted.
    holding, hand
        What is known of the own hand, as in `counts.joint_distribution`.

    Returns
    -------
    Fraction
        Points (not half-points), 0 to 91.

    Raises
    ------
    RulesError
        As in `counts.joint_distribution`.

    References
    ----------
    R0.3, R1.1.

    Examples
    --------
    >>> mean_card_points(4), mean_card_points(5, place="hand")
    (Fraction(7, 1), Fraction(35, 2))
    """
    half_points = mean(
        HALF_POINTS_KIND, players, place=place, holding=holding, hand=hand
    )
    return half_points / 2


def variance_card_points(
    players: int = 4,
    *,
    place: Place = "chien",
    holding: Holding | None = None,
    hand: Iterable[Card] | None = None,
) -> Fraction:
    """Compute the variance of the value of the chien or of a hand.

    Parameters
    ----------
    players, place, holding, hand
        As in `mean_card_points`.

    Returns
    -------
    Fraction
        Points squared, 0 or more.

    Raises
    ------
    RulesError
        As in `counts.joint_distribution`.

    References
    ----------
    R0.3, R1.1.

    Examples
    --------
    >>> variance_card_points(4)
    Fraction(9600, 1001)
    """
    half_points = variance(
        HALF_POINTS_KIND, players, place=place, holding=holding, hand=hand
    )
    return half_points / 4


def void_in_suit(
    suit: str = "pique",
    players: int = 4,
    *,
    place: Place = "hand",
    holding: Holding | None = None,
    hand: Iterable[Card] | None = None,
) -> Fraction:
    """Compute the probability of no card of one named suit.

    Parameters
    ----------
    suit : {"pique", "coeur", "carreau", "trefle"}, optional
        The suit; which one only matters when something is known of the own hand.
    players, place, holding, hand
        As in `counts.joint_distribution`.

    Returns
    -------
    Fraction
        Probability, 0 to 1.

    Raises
    ------
    RulesError
        For an unknown suit, and as in `counts.joint_distribution`.

    References
    ----------
    R0.1, R1.1.

    Examples
    --------
    >>> void_in_suit(players=4)
    Fraction(716032968, 42259232873)
    """
    if suit not in SUITS:
        raise RulesError(f"unknown suit {suit!r}; allowed: {', '.join(SUITS)}")
    return exactly(0, suit, players, place=place, holding=holding, hand=hand)


def void_suits(
    players: int = 4,
    *,
    place: Place = "hand",
    holding: Holding | None = None,
    hand: Iterable[Card] | None = None,
) -> tuple[Fraction, ...]:
    """Compute how many of the four suits are missing.

    Parameters
    ----------
    players, place, holding, hand
        As in `counts.joint_distribution`.

    Returns
    -------
    tuple of Fraction (5,)
        Probability of 0, 1, 2, 3, 4 suits without a card.

    Raises
    ------
    RulesError
        As in `counts.joint_distribution`.

    Notes
    -----
    By inclusion and exclusion over the sets of suits.

    References
    ----------
    R0.1, R1.1.

    Examples
    --------
    A void or more in a hand of 18:

    >>> round(float(1 - void_suits(4)[0]), 5)
    0.06727
    """
    sums = [
        sum(
            (
                exactly(
                    0,
                    frozenset[int]().union(*(KINDS[suit] for suit in missing)),
                    players,
                    place=place,
                    holding=holding,
                    hand=hand,
                )
                for missing in combinations(SUITS, size)
            ),
            Fraction(0),
        )
        for size in range(len(SUITS) + 1)
    ]
    return tuple(
        sum(
            (
                (-1) ** (size - void) * comb(size, void) * sums[size]
                for size in range(void, len(SUITS) + 1)
            ),
            Fraction(0),
        )
        for void in range(len(SUITS) + 1)
    )


def called_king(where: CalledPlace, players: int = 5) -> Fraction:
    """Compute where the king called by a taker who does not hold it is.

    Parameters
    ----------
    where : {"chien", "given_opponent", "some_opponent"}
        In the chien (the taker is alone), with one given other player, or with any.
    players : int, optional
        5: nothing is called at 3 and 4 players.

    Returns
    -------
    Fraction
        Probability, 0 to 1, whatever else the taker's hand holds.

    Raises
    ------
    RulesError
        For another place or player count.

    References
    ----------
    R5.3, R5.5.

    Examples
    --------
    >>> called_king("chien"), called_king("given_opponent")
    (Fraction(1, 21), Fraction(5, 21))
    """
    if where not in get_args(CalledPlace):
        allowed = ", ".join(get_args(CalledPlace))
        raise RulesError(f"unknown place {where!r}; allowed: {allowed}")
    if not rules_for(players).calls_king:
        raise RulesError(f"no king is called at {players} players (R5), only at 5")
    king = frozenset(KINGS[:1])
    place: Place = "other_hand" if where == "given_opponent" else "chien"
    p = exactly(1, king, players, place=place, holding={king: 0})
    return 1 - p if where == "some_opponent" else p
