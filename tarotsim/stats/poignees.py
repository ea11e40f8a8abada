"""Exact chances of a poignée: by level, by player, with and without the Excuse.

What counts is R10.4: the numbered trumps, and the Excuse for at most one of them.
Knowledge of the own hand is given as in `tarotsim.stats.counts`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from tarotsim.game.errors import RulesError
from tarotsim.game.rules import Poignee, rules_for
from tarotsim.stats.counts import (
    at_least,
    at_most,
    jointly,
)
from tarotsim.stats.several_hands import players_holding, some_player_holds

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from tarotsim.game.cards import Card
    from tarotsim.stats.situations import Holding, Place

__all__ = [
    "Level",
    "poignee_at_least",
    "poignee_best",
    "poignee_only_with_excuse",
    "poignee_players_able",
    "poignee_some_player",
    "poignee_threshold",
    "poignee_without_excuse",
]

Level: TypeAlias = Poignee | str
"""A `Poignee` or its label: ``"simple"``, ``"double"``, ``"triple"``."""

_COUNTED = "trumps_plus_excuse"


def poignee_threshold(level: Level, players: int = 4) -> int:
    """Return the trumps needed for a level, the Excuse replacing at most one.

    Parameters
    ----------
    level : {"simple", "double", "triple"} or Poignee
        Level of the poignée.
    players : int, optional
        3, 4 (default) or 5.

    Returns
    -------
    int
        Number of trumps, 8 to 18.

    Raises
    ------
    RulesError
        For an unknown level or player count.

    References
    ----------
    R10.1, R10.4.

    Examples
    --------
    >>> [poignee_threshold(level, 5) for level in ("simple", "double", "triple")]
    [8, 10, 13]
    """
    return rules_for(players).poignee_size(_level(level))


def poignee_at_least(
    level: Level,
    players: int = 4,
    *,
    place: Place = "hand",
    holding: Holding | None = None,
    hand: Iterable[Card] | None = None,
) -> Fraction:
    """Compute the probability of being able to show a level or a higher one.

    Parameters
    ----------
    level : {"simple", "double", "triple"} or Poignee
        Level of the poignée.
    players : int, optional
        3, 4 (default) or 5.
    place : {"hand", "hand_and_chien", "other_hand"}, optional
        ``"hand_and_chien"`` is a taker before the écart, picked without regard to
        the bids.
    holding, hand
        What is known of the own hand, as in `counts.joint_distribution`.

    Returns
    -------
    Fraction
        Probability, 0 to 1.

    Raises
    ------
    RulesError
        For an unknown level, and as in `counts.joint_distribution`.

    References
    ----------
    R10.1, R10.4, R10.6.

    Examples
    --------
    >>> poignee_at_least("simple", 4)
    Fraction(11621817091, 2235306555604)
    >>> nine = {"trumps_plus_excuse": 9}
    >>> p = poignee_at_least("double", 4, place="hand_and_chien", holding=nine)
    >>> p
    Fraction(3796, 227563)
    """
    needed = poignee_threshold(level, players)
    return at_least(needed, _COUNTED, players, place=place, holding=holding, hand=hand)


def poignee_without_excuse(
    level: Level,
    players: int = 4,
    *,
    place: Place = "hand",
    holding: Holding | None = None,
    hand: Iterable[Card] | None = None,
) -> Fraction:
    """Compute the probability of reaching a level with numbered trumps alone.

    Parameters
    ----------
    level, players, place, holding, hand
        As in `poignee_at_least`.

    Returns
    -------
    Fraction
        Probability, 0 to 1.

    Raises
    ------
    RulesError
        As in `poignee_at_least`.

    References
    ----------
    R10.1, R10.4.

    Examples
    --------
    >>> poignee_without_excuse("simple", 4)
    Fraction(7231199041, 2235306555604)
    """
    needed = poignee_threshold(level, players)
    return at_least(
        needed, "numbered_trumps", players, place=place, holding=holding, hand=hand
    )


def poignee_only_with_excuse(
    level: Level,
    players: int = 4,
    *,
    place: Place = "hand",
    holding: Holding | None = None,
    hand: Iterable[Card] | None = None,
) -> Fraction:
    """Compute the probability of reaching a level only by showing the Excuse.

    Parameters
    ----------
    level, players, place, holding, hand
        As in `poignee_at_least`.

    Returns
    -------
    Fraction
        Probability of one numbered trump too few and the Excuse, 0 to 1.

    Raises
    ------
    RulesError
        As in `poignee_at_least`.

    References
    ----------
    R10.1, R10.4.

    Examples
    --------
    >>> poignee_only_with_excuse("double", 4)
    Fraction(2951676, 558826638901)
    """
    counts = {
        "numbered_trumps": poignee_threshold(level, players) - 1,
        "excuse": 1,
    }
    return jointly(counts, players, place=place, holding=holding, hand=hand)


def poignee_best(
    level: Level,
    players: int = 4,
    *,
    place: Place = "hand",
    holding: Holding | None = None,
    hand: Iterable[Card] | None = None,
) -> Fraction:
    """Compute the probability that a level is the highest one can show.

    Parameters
    ----------
    level : {"none", "simple", "double", "triple"} or Poignee
        Level of the poignée; ``"none"`` for no poignée at all.
    players, place, holding, hand
        As in `poignee_at_least`.

    Returns
    -------
    Fraction
        Probability, 0 to 1; the four add up to 1.

    Raises
    ------
    RulesError
        As in `poignee_at_least`.

    References
    ----------
    R10.1, R10.4.

    Examples
    --------
    >>> poignee_best("triple", 3)
    Fraction(256033, 83143685144314)
    """
    if level == "none":
        highest = poignee_threshold("simple", players) - 1
        return at_most(
            highest, _COUNTED, players, place=place, holding=holding, hand=hand
        )
    level = _level(level)
    reached = poignee_at_least(level, players, place=place, holding=holding, hand=hand)
    if level == Poignee.TRIPLE:
        return reached
    return reached - poignee_at_least(
        Poignee(level + 1), players, place=place, holding=holding, hand=hand
    )


def poignee_players_able(
    level: Level = "simple",
    players: int = 4,
    *,
    opponents_only: bool = False,
    holding: Holding | None = None,
    hand: Iterable[Card] | None = None,
) -> tuple[Fraction, ...]:
    """Compute how many players can show a level or a higher one, as dealt.

    Parameters
    ----------
    level : {"simple", "double", "triple"} or Poignee, optional
        Level of the poignée.
    players : int, optional
        3, 4 (default) or 5.
    opponents_only : bool, optional
        Count the other players only, not the own hand.
    holding, hand
        What is known of the own hand, as in `counts.joint_distribution`.

    Returns
    -------
    tuple of Fraction
        Probability that 0, 1, 2... players can, up to all of those counted.

    Raises
    ------
    RulesError
        As in `poignee_at_least`.

    References
    ----------
    R10.1, R10.4, R10.7.

    Examples
    --------
    >>> poignee_players_able("simple", 4)[2]
    Fraction(68008560282, 90834476020163045)
    """
    return players_holding(
        poignee_threshold(level, players),
        _COUNTED,
        players,
        opponents_only=opponents_only,
        holding=holding,
        hand=hand,
    )


def poignee_some_player(
    level: Level,
    players: int = 4,
    *,
    opponents_only: bool = False,
    holding: Holding | None = None,
    hand: Iterable[Card] | None = None,
) -> Fraction:
    """Compute the probability that some player can show a level, as dealt.

    Parameters
    ----------
    level, players, opponents_only, holding, hand
        As in `poignee_players_able`.

    Returns
    -------
    Fraction
        Probability, 0 to 1.

    Raises
    ------
    RulesError
        As in `poignee_at_least`.

    References
    ----------
    R10.1, R10.4, R10.7.

    Examples
    --------
    >>> poignee_some_player("double", 4)
    Fraction(106332881, 2794133194505)
    """
    return some_player_holds(
        poignee_threshold(level, players),
        _COUNTED,
        players,
        opponents_only=opponents_only,
        holding=holding,
        hand=hand,
    )


def _level(level: Level) -> Poignee:
    if isinstance(level, Poignee):
        return level
    for known in Poignee:
        if level == known.label:
            return known
    allowed = ", ".join(known.label for known in Poignee)
    raise RulesError(f"unknown level of poignée {level!r}; allowed: {allowed} (R10.1)")
