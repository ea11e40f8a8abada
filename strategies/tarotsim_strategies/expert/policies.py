"""The expert's six decisions as compiled policies."""

from __future__ import annotations

from typing import Any

from tarotsim.kernels.policies import Policy, policy
from tarotsim_strategies.expert import vocabulary as term
from tarotsim_strategies.expert.bidding import chavey_bid, choose_bid
from tarotsim_strategies.expert.calling import choose_call
from tarotsim_strategies.expert.ecart import discard
from tarotsim_strategies.expert.knowledge import look
from tarotsim_strategies.expert.playing import choose, only_card
from tarotsim_strategies.expert.showing import choose_level, hide_low
from tarotsim_strategies.expert.slams import has_no_loser

__all__ = ["POLICIES"]


@policy
def bid(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Bid what has the best expected score, or by Chavey's count."""
    if params[term.CHAVEY_BIDS] != 0:
        return chavey_bid(public, private, suits, params)
    return choose_bid(public, private, suits, params)


@policy
def play(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Play the card of most worth."""
    if params[term.SENDS_SIGNALS] == 0:
        code = only_card(public, suits, trumps)
        if code >= 0:
            return code
    look(public, private, params, scratch)
    return choose(public, scratch, params, suits, trumps)


@policy
def call(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Call the king of the longest and best headed suit."""
    return choose_call(private, suits, params)


@policy
def chelem(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Announce a slam with no loser to be seen."""
    if params[term.SLAMS] == 0:
        return 0
    return 1 if has_no_loser(private) else 0


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
    """Show the highest level that the chance to win is enough for."""
    level = choose_level(public, private, suits, params)
    if level > 0 and params[term.HIDES_LOW] != 0:
        out[0] = hide_low(public, private, trumps, level)
    return level


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
    """Give up whole suits, then save points."""
    discard(public, private, suits, trumps, params, out)
    return 0


POLICIES: dict[str, Policy] = {
    "bid": bid,
    "call": call,
    "ecart": ecart,
    "chelem": chelem,
    "poignee": poignee,
    "play": play,
}
"""Policies by decision."""
