"""Exact chances of how many cards of a kind a hand, the chien or both hold.

Every function takes what is looked at (``cards``), the number of players, where
(``place``) and what is known of the own hand, either as counts (``holding``) or card
by card (``hand``). Answers are exact fractions over all deals that are equally likely
given that knowledge; bids are not taken into account.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tarotsim.game.errors import RulesError
from tarotsim.stats.situations import (
    CardSet,
    Counts,
    Holding,
    Place,
    joint_totals,
    read_card_set,
    read_situation,
    verify_count,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tarotsim.game.cards import Card

__all__ = [
    "at_least",
    "at_most",
    "distribution",
    "exactly",
    "joint_distribution",
    "jointly",
    "mean",
    "variance",
]


def joint_distribution(
    card_sets: Iterable[CardSet],
    players: int = 4,
    *,
    place: Place = "hand",
    holding: Holding | None = None,
    hand: Iterable[Card] | None = None,
) -> dict[tuple[int, ...], Fraction]:
    """Compute how likely each combination of several counts is.

    Parameters
    ----------
    card_sets : iterable of CardSet
        What to count, one or more; the sets may overlap.
    players : int, optional
        3, 4 (default) or 5.
    place : {"hand", "chien", "hand_and_chien", "other_hand"}, optional
        Where to count: a given player's hand as dealt, which is the own hand (the
        default), the chien, both together, or the hand of one given opponent.
    holding : mapping, optional
        What the own hand holds: from a name of `KINDS` or a frozenset of cards to a
        count, or to the counts allowed (``{"kings": range(2, 5)}``).
    hand : iterable of int, optional
        All the cards of the own hand, instead of ``holding``.

    Returns
    -------
    dict
        From one count per set, in the order given, to its probability; only what is
        possible, in increasing order. Probabilities add up to 1.

    Raises
    ------
    RulesError
        For an unknown player count, place or card set, a hand that is not a hand of
        the table, or a holding that no hand can have.

    References
    ----------
    R0.1, R1.1, R1.5.

    Examples
    --------
    At least 7 trumps (Excuse counted) with at least 2 bouts, in a hand of 18:

    >>> joint = joint_distribution(["trumps_plus_excuse", "bouts"], players=4)
    >>> strong = sum(p for (n, bouts), p in joint.items() if n >= 7 and bouts >= 2)
    >>> round(float(strong), 4)
    0.0514
    """
    if isinstance(card_sets, str):
        raise RulesError(f"give several sets of cards in a list, not {card_sets!r}")
    measures = tuple(read_card_set(cards) for cards in card_sets)
    if not measures:
        raise RulesError("no set of cards to count was given")
    return dict(joint_totals(measures, read_situation(players, place, holding, hand)))


def distribution(
    cards: CardSet,
    players: int = 4,
    *,
    place: Place = "hand",
    holding: Holding | None = None,
    hand: Iterable[Card] | None = None,
) -> tuple[Fraction, ...]:
    """Compute how likely each number of cards of a set is.

    Parameters
    ----------
    cards : CardSet
        A name of `KINDS`, any cards 0 to 77, or ``"half_points"`` for the value of
        the cards in half-points.
    players, place, holding, hand
        As in `joint_distribution`.

    Returns
    -------
    tuple of Fraction
        Probability of 0, 1, 2... up to the highest count that is possible.

    Raises
    ------
    RulesError
        As in `joint_distribution`.

    References
    ----------
    R0.1, R1.1.

    Examples
    --------
    Bouts in the chien when the own hand has two:

    >>> distribution("bouts", 4, place="chien", holding={"bouts": 2})
    (Fraction(9, 10), Fraction(1, 10))
    """
    joint = joint_totals(
        (read_card_set(cards),), read_situation(players, place, holding, hand)
    )
    highest = max(count for (count,) in joint)
    return tuple(joint.get((count,), Fraction(0)) for count in range(highest + 1))


def exactly(
    count: int,
    cards: CardSet,
    players: int = 4,
    *,
    place: Place = "hand",
    holding: Holding | None = None,
    hand: Iterable[Card] | None = None,
) -> Fraction:
    """Compute the probability of exactly ``count`` cards of a set.

    Parameters
    ----------
    count : int
        0 or more.
    cards : CardSet
        As in `distribution`.
    players, place, holding, hand
        As in `joint_distribution`.

    Returns
    -------
    Fraction
        Probability, 0 to 1.

    Raises
    ------
    RulesError
        For a count that is not an integer of 0 or more, and as in
        `joint_distribution`.

    References
    ----------
    R0.1, R1.1.

    Examples
    --------
    >>> exactly(0, "kings", players=4, place="chien")
    Fraction(9798, 13585)
    """
    verify_count(count)
    return _sum(cards, players, place, holding, hand, count, count)


def at_least(
    count: int,
    cards: CardSet,
    players: int = 4,
    *,
    place: Place = "hand",
    holding: Holding | None = None,
    hand: Iterable[Card] | None = None,
) -> Fraction:
    """Compute the probability of ``count`` cards of a set or more.

    Parameters
    ----------
    count : int
        0 or more.
    cards : CardSet
        As in `distribution`.
    players, place, holding, hand
        As in `joint_distribution`.

    Returns
    -------
    Fraction
        Probability, 0 to 1.

    Raises
    ------
    RulesError
        As in `exactly`.

    References
    ----------
    R0.1, R1.1.

    Examples
    --------
    Ten trumps after the chien for a hand with eight, Excuse counted:

    >>> eight = {"trumps_plus_excuse": 8}
    >>> at_least(10, "trumps_plus_excuse", 4, place="hand_and_chien", holding=eight)
    Fraction(55861, 130036)
    """
    verify_count(count)
    return _sum(cards, players, place, holding, hand, count, None)


def at_most(
    count: int,
    cards: CardSet,
    players: int = 4,
    *,
    place: Place = "hand",
    holding: Holding | None = None,
    hand: Iterable[Card] | None = None,
) -> Fraction:
    """Compute the probability of ``count`` cards of a set or fewer.

    Parameters
    ----------
    count : int
        0 or more.
    cards : CardSet
        As in `distribution`.
    players, place, holding, hand
        As in `joint_distribution`.

    Returns
    -------
    Fraction
        Probability, 0 to 1.

    Raises
    ------
    RulesError
        As in `exactly`.

    References
    ----------
    R0.1, R1.1.

    Examples
    --------
    >>> at_most(1, "bouts", players=5)
    Fraction(4929, 5434)
    """
    verify_count(count)
    return _sum(cards, players, place, holding, hand, 0, count)


def jointly(
    counts: Counts,
    players: int = 4,
    *,
    place: Place = "hand",
    holding: Holding | None = None,
    hand: Iterable[Card] | None = None,
) -> Fraction:
    """Compute the probability of exact counts of several sets at once.

    Parameters
    ----------
    counts : mapping
        From a name of `KINDS` or a frozenset of cards to a count of 0 or more.
    players, place, holding, hand
        As in `joint_distribution`.

    Returns
    -------
    Fraction
        Probability, 0 to 1.

    Raises
    ------
    RulesError
        As in `exactly`.

    References
    ----------
    R0.1, R1.1.

    Examples
    --------
    A simple poignée at four that needs the Excuse (R10.4):

    >>> jointly({"numbered_trumps": 9, "excuse": 1}, players=4)
    Fraction(2195309025, 1117653277802)
    """
    for count in counts.values():
        verify_count(count)
    joint = joint_distribution(counts, players, place=place, holding=holding, hand=hand)
    return joint.get(tuple(counts.values()), Fraction(0))


def mean(
    cards: CardSet,
    players: int = 4,
    *,
    place: Place = "hand",
    holding: Holding | None = None,
    hand: Iterable[Card] | None = None,
) -> Fraction:
    """Compute the mean number of cards of a set.

    Parameters
    ----------
    cards : CardSet
        As in `distribution`; for ``"half_points"``, the mean is in half-points.
    players, place, holding, hand
        As in `joint_distribution`.

    Returns
    -------
    Fraction
        Mean count, 0 or more.

    Raises
    ------
    RulesError
        As in `joint_distribution`.

    References
    ----------
    R0.1, R0.3, R1.1.

    Examples
    --------
    >>> mean("trumps_plus_excuse", players=4)
    Fraction(66, 13)
    """
    joint = joint_totals(
        (read_card_set(cards),), read_situation(players, place, holding, hand)
    )
    return _moment(joint, 1)


def variance(
    cards: CardSet,
    players: int = 4,
    *,
    place: Place = "hand",
    holding: Holding | None = None,
    hand: Iterable[Card] | None = None,
) -> Fraction:
    """Compute the variance of the number of cards of a set.

    Parameters
    ----------
    cards : CardSet
        As in `distribution`; for ``"half_points"``, in half-points squared.
    players, place, holding, hand
        As in `joint_distribution`.

    Returns
    -------
    Fraction
        Variance, 0 or more.

    Raises
    ------
    RulesError
        As in `joint_distribution`.

    References
    ----------
    R0.1, R0.3, R1.1.

    Examples
    --------
    >>> variance("trumps_plus_excuse", players=4)
    Fraction(480, 169)
    """
    joint = joint_totals(
        (read_card_set(cards),), read_situation(players, place, holding, hand)
    )
    return _moment(joint, 2) - _moment(joint, 1) ** 2


def _sum(
    cards: CardSet,
    players: int,
    place: Place,
    holding: Holding | None,
    hand: Iterable[Card] | None,
    low: int,
    high: int | None,
) -> Fraction:
    joint = joint_totals(
        (read_card_set(cards),), read_situation(players, place, holding, hand)
    )
    chosen = (
        p for (n,), p in joint.items() if n >= low and (high is None or n <= high)
    )
    return sum(chosen, Fraction(0))


def _moment(joint: Mapping[tuple[int, ...], Fraction], power: int) -> Fraction:
    return sum((p * count**power for (count,), p in joint.items()), Fraction(0))
