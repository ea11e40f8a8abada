"""The expert's six decisions as compiled policies."""

from __future__ import annotations

from typing import Any

from tarotsim.kernels.policies import Policy, policy
from tarotsim_strategies._compiled_point_count import POLICIES as PLAIN
from tarotsim_strategies.expert import parameters as at
from tarotsim_strategies.expert.bidding import chavey_bid, choose_bid
from tarotsim_strategies.expert.ecart import discard
from tarotsim_strategies.expert.knowledge import look
from tarotsim_strategies.expert.playing import choose, only_card

__all__ = ["POLICIES"]


@policy
def bid(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Bid what has the best expected score, or by Chavey's count."""
    if params[at.CHAVEY_BIDS] != 0:
        return chavey_bid(public, private, suits, params)
    return choose_bid(public, private, suits, params)


@policy
def play(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Play the card of most worth."""
    code = only_card(public, suits, trumps)
    if code >= 0:
        return code
    look(public, private, params, scratch)
    return choose(public, scratch, params, suits, trumps)


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
    """Discard the set of most worth."""
    discard(public, private, suits, trumps, params, out)
    return 0


POLICIES: dict[str, Policy] = {
    "bid": bid,
    "call": PLAIN["call"],
    "ecart": PLAIN["ecart"],
    "chelem": PLAIN["chelem"],
    "play": play,
}
"""Policies by decision."""
