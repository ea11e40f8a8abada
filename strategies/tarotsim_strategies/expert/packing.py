"""The parameters of an `Expert` as the array that its policies are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarotsim_strategies.expert import bids, weights
from tarotsim_strategies.expert import parameters as at
from tarotsim_strategies.expert import vocabulary as term
from tarotsim_strategies.expert.habits import HABITS
from tarotsim_strategies.expert.knowledge import suit_shares
from tarotsim_strategies.point_count import DEFAULT_COUNTS

if TYPE_CHECKING:
    from tarotsim_strategies.expert.strategy import Expert

__all__ = ["pack"]

_LEAD_NAMES = [name for name, _ in (*term.SPEND_TERMS, *term.LEAD_TERMS)]
_FOLLOW_NAMES = [name for name, _ in (*term.SPEND_TERMS, *term.FOLLOW_TERMS)]


def pack(expert: Expert) -> list[float]:
    """Return the parameters of an expert.

    Parameters
    ----------
    expert : Expert
    """
    params = [0.0] * at.PARAMETERS
    params[term.READS_POIGNEES] = float(expert.reads_poignees)
    params[term.TAKER_TRUMPS] = weights.TAKER_TRUMPS
    shares = suit_shares(weights.TAKER_SUITS)
    params[term.SUIT_SHARES : term.SUIT_SHARES + len(shares)] = shares
    params[term.TRUST] = weights.TRUST
    params[term.CHAVEY_BIDS] = float(expert.bids == "chavey")
    off = {name for habit in HABITS if not getattr(expert, habit) for name in HABITS[habit]}
    for column, block in enumerate(weights.BLOCKS):
        start = at.WEIGHTS + term.BLOCK * block
        tables = ((_LEAD_NAMES, weights.LEAD), (_FOLLOW_NAMES, weights.FOLLOW))
        for names, table in tables:
            for place, name in enumerate(names):
                value = 0.0 if name in off else table[name][column]
                params[start + place] = value
            start += term.LEAD_COUNT
    for index, players in enumerate(sorted(bids.BIDDING)):
        start = at.BIDDING + at.BIDDING_COUNT * index
        params[start : start + at.BIDDING_COUNT] = bids.BIDDING[players]
    counts = [float(count) for n in sorted(DEFAULT_COUNTS) for count in DEFAULT_COUNTS[n]]
    params[at.CHAVEY : at.CHAVEY + len(counts)] = counts
    for index, column in enumerate(zip(*weights.ECART.values(), strict=True)):
        start = at.ECART + at.ECART_COUNT * index
        params[start : start + at.ECART_COUNT] = column
    return params
