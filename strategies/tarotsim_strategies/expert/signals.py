"""The defenders' signals that the federation recommends (official rules, 2012).

Suit led, ace to 5: the leader holds the king or the dame. Trump led, odd: from
strength, go on with trumps. Attack's suit followed high then low: a fifth card that
holds the suit, lead trumps. Defence's suit followed high then low: a doubleton, go on
with it. Excuse on the attack's suit in its first two rounds: the suit is held, lead
trumps. Excuse on a trump that the defence led: lead no more of them.

The strong hand takes over the plan, help it with what it led: king led; the suit of the
chien's king or the chien's long suit led, where nobody led it before; odd trump; asking
for something else than partners asked for, which falls.

`tarotsim_strategies.expert.speaking` sends them, `tarotsim_strategies.expert.listening`
reads them; what both must agree on stands here.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.kernels.policies import (
    EXCUSE_CODE,
    KINGS,
    NO_CARDS,
    chien,
    chien_size,
    get,
    kernel,
    lane_of,
    leader,
    popcount,
    trick_card,
    trick_leader,
    trick_number,
)
from tarotsim_strategies.expert.knowledge import ALLIED, COUNT, HAND, SEAT, SURE

__all__ = ["is_ally", "is_attacked", "is_marked", "is_of", "is_strong"]

STRONG = 7
"""Trumps from which an odd one is led and the plan is taken over."""
TRUMPS = 4
"""Where trumps stand behind the four suits."""
KING, LOWS = 13, 10
"""Rank of a king; ranks below are low cards."""
FIVE = 5
"""Ranks below say that an honour is held."""


@kernel
def is_ally(sight: Any, seat: Any) -> Any:
    """Tell whether another seat is rather on our side."""
    j = seat - get(sight, SEAT) - 1
    j += get(sight, COUNT) if j < 0 else 0
    return get(sight, ALLIED + j) > SURE // 2


@kernel
def is_of(code: Any, suit: Any) -> Any:
    """Tell whether a card is of a suit, 0 to 3."""
    return code >> 4 == suit and code != EXCUSE_CODE


@kernel
def is_attacked(public: Any, sight: Any, suit: Any, trick: Any) -> Any:
    """Tell whether the attack led a suit first, up to a trick, and how often it was.

    Returns
    -------
    is_attacked : bool
    rounds : int64
        In finished tricks before ``trick``, which counts for who led first only.
    """
    first, rounds = np.int64(-1), 0
    for number in range(trick + 1):
        if number == trick_number(public):
            first = leader(public) if first < 0 else first
        elif is_of(trick_card(public, number, 0), suit):
            first = trick_leader(public, number) if first < 0 else first
            rounds += 1 if number < trick else 0
    return first != get(sight, SEAT) and not is_ally(sight, first), rounds


@kernel
def is_strong(sight: Any) -> Any:
    """Tell whether this hand takes over the plan."""
    return popcount(sight[HAND + 1]) >= STRONG


@kernel
def is_marked(public: Any, suit: Any) -> Any:
    """Tell whether a suit is that of a king of the chien, or the chien's long one.

    The long one has half of the chien's cards or more, and no other has as many: three
    of six, two of three. Of a chien that stays hidden nothing is known (R4.1).
    """
    shown, _ = chien(public)
    held = popcount(shown & lane_of(suit))
    is_long = 2 * held >= chien_size(public)
    for other in range(4):
        rivals = popcount(shown & lane_of(other))
        is_long = is_long and (other == suit or rivals < held)
    return is_long or shown & KINGS & lane_of(suit) != NO_CARDS
