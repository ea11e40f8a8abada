"""Uniform legal acts, compiled: decides card for card like `RandomLegal`."""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.kernels.policies import (
    NO_CARDS,
    ONE,
    CompiledStrategy,
    Policy,
    chien_size,
    count_cards,
    draw,
    kernel,
    nth_card,
    poignee_choice,
    policy,
    popcount,
    select,
)

__all__ = ["POLICIES", "compiled_form"]

P_PASS, SHOWS = 0, 1
"""Places of the parameters, both in percent."""


@policy
def bid(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Pass with the chance given, else bid uniformly."""
    if draw(public, private, 100, 0) < params[P_PASS]:
        return 0
    contracts = suits & ~ONE
    return select(contracts, draw(public, private, popcount(contracts), 1))


@policy
def call(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Call uniformly, own cards included; kings are counted first, then dames."""
    left = draw(public, private, popcount(suits))
    for rank in (13, 12, 11, 10):
        for suit in range(4):
            code = 16 * suit + rank
            if suits >> np.uint64(code) & ONE != NO_CARDS:
                if left == 0:
                    return code
                left -= 1
    return -1


@kernel
def _sample(public: Any, private: Any, word: Any, count: Any, index: Any) -> Any:
    """Draw cards of one word without replacement, one draw a card."""
    rest, chosen = word, NO_CARDS
    for i in range(count):
        place = draw(public, private, popcount(rest), index + i)
        bit = ONE << np.uint64(select(rest, place))
        rest ^= bit
        chosen |= bit
    return chosen


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
    """Discard uniformly among the legal discards."""
    size = chien_size(public)
    kept = min(size, popcount(suits))
    out[0] = _sample(public, private, suits, kept, 0)
    out[1] = _sample(public, private, trumps, size - kept, kept)
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
    """Show with the chance given: any level, any trumps hidden."""
    if draw(public, private, 100, 0) >= params[SHOWS]:
        return 0
    level = select(suits, draw(public, private, popcount(suits), 1))
    form = poignee_choice(public, private, trumps, level)
    rest, hidden = form.pool & ~form.must_show, NO_CARDS
    for i in range(form.hide_count):
        count = popcount(rest)
        # Trumps are counted from the highest.
        place = count - 1 - draw(public, private, count, 2 + i)
        bit = ONE << np.uint64(select(rest, place))
        rest ^= bit
        hidden |= bit
    out[0] = hidden
    return level


@policy
def play(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Play any legal card."""
    count = count_cards(suits, trumps)
    return nth_card(suits, trumps, draw(public, private, count))


POLICIES: dict[str, Policy] = {
    "bid": bid,
    "call": call,
    "ecart": ecart,
    "poignee": poignee,
    "play": play,
}
"""Policies by decision; a slam is never announced, as by default."""


def compiled_form(p_pass: int, shows: int) -> CompiledStrategy:
    """Return `RandomLegal` with these parameters, compiled."""
    return CompiledStrategy(POLICIES, (p_pass, shows), name="random_legal")
