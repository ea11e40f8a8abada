"""What silence says: who could have shown a poignée and did not holds few trumps.

A player shows just before his own first card or not at all (R10.2). The Excuse counts
for the level (R10.4), and so do trumps shown in the écart (R10.6).
"""

from __future__ import annotations

import math
from typing import Any

from tarotsim.kernels.policies import (
    EXCUSE_CODE,
    ecart_shown,
    kernel,
    players,
    poignee_size,
    popcount,
    taker,
    trick_card,
    trick_leader,
)

__all__ = ["heard", "most_left"]


@kernel
def most_left(public: Any, seat: Any, has_played: Any) -> Any:
    """Return how many trumps a seat without a poignée can hold still.

    Parameters
    ----------
    public : block
    seat : int64
    has_played : int64
        Tricks to which the seat has played; the one under way counts.

    Returns
    -------
    int64
        The Excuse counts. Below 0 if it could have shown.
    """
    count = players(public)
    most = poignee_size(public, 1) - 1
    if seat == taker(public):
        most -= popcount(ecart_shown(public))
    for trick in range(has_played):
        place = seat - trick_leader(public, trick)
        place += count if place < 0 else 0
        most -= 1 if trick_card(public, trick, place) >= EXCUSE_CODE else 0
    return most


@kernel
def heard(
    silence: Any, most: Any, trumps: Any, others: Any, places: Any, odds: Any
) -> Any:
    """Return by how much silence lowers the trumps that a hand holds on average.

    Parameters
    ----------
    silence : float64
        How often who could show is believed to have shown, above 0 to 1.
    most : int64
        Trumps the hand can hold if it could not show.
    trumps, others : int64
        Unknown trumps and other cards that may lie in the hand.
    places : int64
        Unknown cards of the hand.
    odds : float64
        Odds of a trump to lie there, against another card.

    Returns
    -------
    int64
        In parts of 1024 of the average before, rounded up: 0 only for none at all.

    Notes
    -----
    The count of trumps is believed to be hypergeometric (Fisher's noncentral form, for
    the odds) before silence is heard. By Bayes, a count above ``most`` keeps
    1 - ``silence`` of its weight. A hand that must hold more shows that the belief was
    wrong: with ``silence`` 1 nothing is left then, and nothing is concluded.
    """
    first = max(0, places - others)
    weight, total, mean, after, lowered = 1.0, 0.0, 0.0, 0.0, 0.0
    for held in range(first, min(trumps, places) + 1):
        kept = weight * (1.0 if held <= most else 1.0 - silence)
        total += weight
        mean += weight * held
        after += kept
        lowered += kept * held
        ways = (trumps - held) * (places - held)
        weight *= odds * ways / ((held + 1) * (others - places + held + 1))
    if after <= 0.0 or mean <= 0.0:
        return 1024
    return math.ceil(1024.0 * (lowered / after) / (mean / total) - 1e-9)
