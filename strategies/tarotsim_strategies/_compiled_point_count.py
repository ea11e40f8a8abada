"""`PointCount` and the poignée strategies, compiled: card for card the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.kernels.hand import bout_count, chavey_count, half_points
from tarotsim.kernels.policies import (
    DAMES,
    EXCUSE,
    KINGS,
    LANE,
    NO_CARDS,
    ONE,
    CompiledStrategy,
    Policy,
    chien_size,
    count_cards,
    hand,
    highest,
    is_taker,
    kernel,
    lane_of,
    lowest,
    nth_card,
    players,
    policy,
    popcount,
)
from tarotsim_strategies._compiled_play import choose_card, points_of, worth_weighing
from tarotsim_strategies._compiled_sight import look, look_at_cards
from tarotsim_strategies._ecart import (
    LENGTH_WEIGHT,
    MARRIAGE_WEIGHT,
    NOT_HELD,
    POINT_WEIGHT,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["ALWAYS", "NEVER", "POLICIES", "THRESHOLD", "compiled_form"]

READS, SHOWS, COUNT, BOUTS = 12, 13, 14, 15
"""Places of the parameters behind the counts for each contract at three, four and five
players."""
NEVER, ALWAYS, THRESHOLD = 0, 1, 2
"""Values of SHOWS; the count and the bouts are those of the last."""


@policy
def bid(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Bid the highest free contract that the count is enough for."""
    own_suits, own_trumps = hand(private)
    plain = chavey_count(own_suits, own_trumps, False)
    shaped = chavey_count(own_suits, own_trumps, True)
    best = 0
    for contract in range(1, 5):
        if suits >> np.uint64(contract) & ONE == NO_CARDS:
            continue
        needed = params[4 * (players(public) - 3) + contract - 1]
        if (plain if contract <= 2 else shaped) >= needed:
            best = contract
    return best


@policy
def call(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Call a card not held, in the longest and best headed suit."""
    own, _ = hand(private)
    best, top = -1, -1
    for rank in (13, 12, 11, 10):
        for suit in range(4):
            code = np.uint64(16 * suit + rank)
            if suits >> code & ONE == NO_CARDS:
                continue
            cards = own & lane_of(suit)
            worth = 2 * popcount(cards) + half_points(cards, NO_CARDS)
            if own >> code & ONE == NO_CARDS:
                worth += NOT_HELD
            if worth > top:
                best, top = 16 * suit + rank, worth
    return best


@kernel
def _suit_to_clear(own: Any, rest: Any, room: Any) -> Any:
    """Return the shortest whole suit that may go and fits, or no cards."""
    best, shortest = NO_CARDS, room + 1
    for suit in range(4):
        cards = own & lane_of(suit)
        count = popcount(cards)
        if count > 0 and count < shortest and cards & ~rest == NO_CARDS:
            best, shortest = cards, count
    return best


@kernel
def _card_to_discard(own: Any, rest: Any) -> Any:
    """Return the card with most points at risk, rather from a short suit."""
    best, top = lowest(rest), -NOT_HELD
    left = rest
    while left != NO_CARDS:
        code = lowest(left)
        left &= left - ONE
        cards = own & lane_of(code >> 4)
        weight = POINT_WEIGHT * points_of(code) - LENGTH_WEIGHT * popcount(cards)
        is_dame = (ONE << np.uint64(code)) & DAMES != NO_CARDS
        if is_dame and cards & KINGS != NO_CARDS:
            weight -= MARRIAGE_WEIGHT
        if weight > top:
            best, top = code, weight
    return ONE << np.uint64(best)


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
    """Discard whole suits without king, the shortest first, then points at risk."""
    own, _ = hand(private)
    own &= ~EXCUSE
    rest, room = suits, chien_size(public)
    while rest != NO_CARDS and room > 0:
        gone = _suit_to_clear(own, rest, room)
        if gone == NO_CARDS:
            gone = _card_to_discard(own, rest)
        rest &= ~gone
        room -= popcount(gone)
    kept = trumps
    for _ in range(room):
        kept &= kept - ONE
    out[0], out[1] = suits & ~rest, trumps & ~kept
    return 0


@policy
def chelem(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Announce a slam when no card looks like losing."""
    own, own_trumps = hand(private)
    for suit in range(4):
        cards = own >> np.uint64(16 * suit) & LANE
        top = np.uint64(popcount(cards))
        if cards != LANE & ~(LANE >> top):
            return 0
    count = popcount(own_trumps)
    out = 21 - count
    # A round draws at least one trump; half of those out is the worst to be expected.
    rounds = (out + 1) // 2
    masters = (ONE << np.uint64(22)) - (ONE << np.uint64(22 - rounds))
    has_top = own_trumps & masters == masters
    has_more = own & EXCUSE != NO_CARDS or rounds < count
    return 1 if has_top and count > out and has_more else 0


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
    """Show the highest level always, never, or with a confident hand."""
    shows = params[SHOWS]
    if shows == NEVER:
        return 0
    if shows == THRESHOLD:
        own_suits, own_trumps = hand(private)
        is_strong = chavey_count(own_suits, own_trumps, False) >= params[COUNT]
        has_bouts = bout_count(own_suits, own_trumps) >= params[BOUTS]
        if not is_strong or (is_taker(public, private) and not has_bouts):
            return 0
    return highest(suits)


@policy
def play(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Play the card of most weight."""
    look_at_cards(public, private, scratch)
    suits, trumps = worth_weighing(scratch, suits, trumps)
    if count_cards(suits, trumps) == 1:
        return nth_card(suits, trumps, 0)
    look(public, private, params[READS] != 0, scratch)
    return choose_card(public, scratch, suits, trumps)


POLICIES: dict[str, Policy] = {
    "bid": bid,
    "call": call,
    "ecart": ecart,
    "chelem": chelem,
    "poignee": poignee,
    "play": play,
}
"""Policies by decision."""


def compiled_form(
    name: str,
    needed: Sequence[Sequence[int]],
    *,
    reads: bool,
    shows: int,
    count: int = 0,
    bouts: int = 0,
) -> CompiledStrategy:
    """Return a `PointCount`, or one that differs in its poignées, compiled.

    Parameters
    ----------
    name : str
    needed : sequence of sequence of int (3, 4)
        Counts for the contracts at three, four and five players.
    reads : bool
        Whether shown cards are used in play.
    shows : int
        `NEVER`, `ALWAYS` or `THRESHOLD`.
    count, bouts : int, optional
        Of the threshold.
    """
    counts = [value for values in needed for value in values]
    params = (*counts, reads, shows, count, bouts)
    return CompiledStrategy(POLICIES, params, name=name)
