"""Exact chances of how many players hold enough cards of a set, as dealt.

Arguments are those of `tarotsim.stats.counts`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

from tarotsim.game.cards import CARD_COUNT, Card
from tarotsim.game.errors import RulesError
from tarotsim.game.rules import rules_for
from tarotsim.stats.situations import (
    HALF_POINTS_KIND,
    CardSet,
    Holding,
    joint_totals,
    read_card_set,
    read_situation,
    verify_count,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["players_holding", "some_player_holds"]


def players_holding(
    count: int,
    cards: CardSet,
    players: int = 4,
    *,
    opponents_only: bool = False,
    holding: Holding | None = None,
    hand: Iterable[Card] | None = None,
) -> tuple[Fraction, ...]:
    """Compute how many players hold ``count`` cards of a set or more, as dealt.

    Parameters
    ----------
    count : int
        0 or more.
    cards : CardSet
        A name of `KINDS` or any cards 0 to 77.
    players : int, optional
        3, 4 (default) or 5.
    opponents_only : bool, optional
        Count the other players only, not the own hand.
    holding, hand
        What is known of the own hand, as in `joint_distribution`.

    Returns
    -------
    tuple of Fraction
        Probability that 0, 1, 2... players do, up to all of those counted.

    Raises
    ------
    RulesError
        As in `exactly`.

    References
    ----------
    R0.1, R1.1.

    Examples
    --------
    >>> able = players_holding(10, "trumps_plus_excuse", players=4)
    >>> [f"{float(p):.2e}" for p in able]
    ['9.79e-01', '2.08e-02', '7.49e-07', '0.00e+00', '0.00e+00']
    """
    verify_count(count)
    measure = read_card_set(cards)
    if isinstance(cards, str) and cards == HALF_POINTS_KIND:
        raise RulesError("players_holding counts cards, not half_points")
    situation = read_situation(players, "hand", holding, hand)
    hand_size = rules_for(players).hand_size
    result = [Fraction(0)] * (players if opponents_only else players + 1)
    for (own,), p_own in joint_totals((measure,), situation).items():
        counted = 0 if opponents_only else int(own >= count)
        wanted_left, cards_left = sum(measure) - own, CARD_COUNT - hand_size
        others = _hands_holding(count, wanted_left, cards_left, players - 1, hand_size)
        for able, p in enumerate(others):
            result[able + counted] += p_own * p
    return tuple(result)


def some_player_holds(
    count: int,
    cards: CardSet,
    players: int = 4,
    *,
    opponents_only: bool = False,
    holding: Holding | None = None,
    hand: Iterable[Card] | None = None,
) -> Fraction:
    """Compute the probability that some player holds ``count`` of a set or more.

    Parameters
    ----------
    count, cards, players, opponents_only, holding, hand
        As in `players_holding`.

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
    >>> some_player_holds(4, "kings", players=4)
    Fraction(816, 95095)
    """
    able = players_holding(
        count,
        cards,
        players,
        opponents_only=opponents_only,
        holding=holding,
        hand=hand,
    )
    return 1 - able[0]


@lru_cache(maxsize=4096)
def _hands_holding(
    count: int, wanted: int, cards: int, hands: int, hand_size: int
) -> tuple[Fraction, ...]:
    """Distribute the number of hands with ``count`` wanted cards or more."""
    if hands == 0:
        return (Fraction(1),)
    result = [Fraction(0)] * (hands + 1)
    for held in range(min(wanted, hand_size) + 1):
        ways = comb(wanted, held) * comb(cards - wanted, hand_size - held)
        p_held = Fraction(ways, comb(cards, hand_size))
        if not p_held:
            continue
        rest = _hands_holding(
            count, wanted - held, cards - hand_size, hands - 1, hand_size
        )
        for able, p in enumerate(rest):
            result[able + int(held >= count)] += p_held * p
    return tuple(result)
