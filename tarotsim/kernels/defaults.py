"""The six default decisions, as `tarotsim.game.strategy.Strategy` makes them."""

from __future__ import annotations

from typing import Any

from tarotsim.kernels._jit import kernel
from tarotsim.kernels.bits import (
    CAVALIERS,
    DAMES,
    KINGS,
    LOW_RANKS,
    LOW_TRUMPS,
    NO_CARDS,
    ONE,
    VALETS,
    lane_of,
    lowest,
    nth_card,
    popcount,
)
from tarotsim.kernels.hand import bout_count, suit_length
from tarotsim.kernels.policies import Policy, chien_size, hand, players, policy

__all__ = ["DEFAULT_POLICIES", "cheapest_card", "shortest_suits_first"]

_GARDE = 2


@policy
def bid(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Bid garde with 8 trumps, counting bouts (7 at five players, 10 at three)."""
    own_suits, own_trumps = hand(private)
    strength = popcount(own_trumps) + bout_count(own_suits, own_trumps)
    count = players(public)
    needed = 8 if count == 4 else (7 if count == 5 else 10)
    is_free = suits & (ONE << ONE << ONE) != NO_CARDS
    return _GARDE if strength >= needed and is_free else 0


@policy
def call(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Call a king of the longest suit, an own card only if there is no other."""
    own, _ = hand(private)
    best, choice = -1, -1
    for rank in (13, 12, 11, 10):
        for suit in range(4):
            code = 16 * suit + rank
            if suits >> code & ONE == NO_CARDS:
                continue
            is_other = own >> code & ONE == NO_CARDS
            value = suit_length(own, suit) + (100 if is_other else 0)
            if value > best:
                best, choice = value, code
    return choice


@kernel
def shortest_suits_first(own: Any, plain: Any, trumps: Any, size: Any) -> Any:
    """Choose a discard: plain cards of the shortest suits, lowest first, then trumps.

    Parameters
    ----------
    own : uint64
        Suit cards of hand and chien.
    plain, trumps : uint64
        The cards that may be discarded.
    size : int64
        How many are.

    Returns
    -------
    suits, trumps : uint64
    """
    gone_suits, gone_trumps, left = NO_CARDS, NO_CARDS, size
    for length in range(1, 15):
        for suit in range(4):
            cards = plain & lane_of(suit)
            if suit_length(own, suit) != length:
                continue
            while cards != NO_CARDS and left > 0:
                gone_suits |= cards & (~cards + ONE)
                cards &= cards - ONE
                left -= 1
    while left > 0 and trumps != NO_CARDS:
        gone_trumps |= trumps & (~trumps + ONE)
        trumps &= trumps - ONE
        left -= 1
    return gone_suits, gone_trumps


@policy
def ecart(
    public: Any,
    private: Any,
    suits: Any,
    trumps: Any,
    params: Any,
    scratch: Any,
    out: Any,
) -> Any:
    """Discard the shortest suits first, then the lowest cards."""
    own, _ = hand(private)
    out[0], out[1] = shortest_suits_first(own, suits, trumps, chien_size(public))
    return 0


@policy
def chelem(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Never announce a slam."""
    return 0


@policy
def poignee(
    public: Any,
    private: Any,
    suits: Any,
    trumps: Any,
    params: Any,
    scratch: Any,
    out: Any,
) -> Any:
    """Never show."""
    return 0


@kernel
def cheapest_card(suits: Any, trumps: Any) -> Any:
    """Return the code of the card of the fewest half-points, the lowest if tied."""
    low_suits, low_trumps = suits & LOW_RANKS, trumps & LOW_TRUMPS
    if low_suits | low_trumps != NO_CARDS:
        return nth_card(low_suits, low_trumps, 0)
    for honours in (VALETS, CAVALIERS, DAMES, KINGS):
        if suits & honours != NO_CARDS:
            return lowest(suits & honours)
    return nth_card(suits, trumps, 0)


@policy
def play(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Play the cheapest card; the Excuse and the Petit last."""
    return cheapest_card(suits, trumps)


DEFAULT_POLICIES: dict[str, Policy] = {
    "bid": bid,
    "call": call,
    "ecart": ecart,
    "chelem": chelem,
    "poignee": poignee,
    "play": play,
}
"""What a compiled strategy does where it has no policy of its own."""
