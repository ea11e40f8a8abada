"""The parameters of an `Expert` as the array that its policies are given."""

from __future__ import annotations

from typing import Any

from tarotsim_strategies.expert import bids, weights
from tarotsim_strategies.expert import parameters as at
from tarotsim_strategies.expert import vocabulary as term
from tarotsim_strategies.expert.habits import HABITS
from tarotsim_strategies.point_count import DEFAULT_COUNTS

__all__ = ["pack"]

TAKER_TRUMPS = 2.0
"""Share of the taker of the trumps out, against another's: he bid."""
TRUST = 683.0
"""Of 1024: a seat of unknown camp is a defender, seen by one; two in three are."""
SUSPICION = 20.0
"""By how much of 1024 half a half-point given to the taker or to others changes it."""
CALLS = (2.0, 1.0)
"""The call: for each card of the suit, and for each half-point that heads it."""
KEEPS_MARRIAGES = 13.3
"""The écart: for a dame left with its king. A card of the suit counts one less."""

_LEAD_NAMES = [name for name, _ in (*term.SPEND_TERMS, *term.LEAD_TERMS)]
_FOLLOW_NAMES = [name for name, _ in (*term.SPEND_TERMS, *term.FOLLOW_TERMS)]


def pack(expert: Any) -> list[float]:
    """Return the parameters of an expert.

    Parameters
    ----------
    expert : Expert
        Any object with its parameters; its module imports this one.
    """
    params = [0.0] * at.PARAMETERS
    params[term.READS_POIGNEES] = float(expert.reads_poignees)
    params[term.TAKER_TRUMPS] = TAKER_TRUMPS
    params[term.SILENCE] = float(expert.silence)
    params[term.TRUST] = TRUST
    params[term.SENDS_SIGNALS] = float(expert.sends_signals)
    params[term.READS_SIGNALS] = float(expert.reads_signals)
    params[term.SHOWS_FROM : term.SHOWS_FROM + 3] = _chances_to_show(expert)
    params[term.SHOWS_DEFENCE] = expert.shows_defence
    params[term.HIDES_LOW] = float(expert.hides == "low")
    params[term.CALLS_LENGTH], params[term.CALLS_HONOURS] = CALLS
    params[term.SUSPICION] = SUSPICION * expert.finds_partner
    params[term.CLEARS_SUITS] = float(expert.clears_suits)
    for index, players in enumerate(sorted(weights.SAVES_POINTS)):
        saves = weights.SAVES_POINTS[players] * expert.saves_points
        params[term.SAVES_POINTS + index] = saves
    params[term.KEEPS_MARRIAGES] = KEEPS_MARRIAGES * expert.keeps_marriages
    params[term.SLAMS] = float(expert.announces_slams)
    params[term.PLAYS_SLAMS] = float(expert.plays_slams)
    params[term.CHAVEY_BIDS] = float(expert.bids == "chavey")
    off = {
        name for habit in HABITS if not getattr(expert, habit) for name in HABITS[habit]
    }
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
    counts = [
        float(count) for n in sorted(DEFAULT_COUNTS) for count in DEFAULT_COUNTS[n]
    ]
    params[at.CHAVEY : at.CHAVEY + len(counts)] = counts
    return params


def _chances_to_show(expert: Any) -> list[float]:
    """Return the chance to win from which each level is shown; above 1: never."""
    if expert.shows == "table":
        return list(expert.shows_table)
    chance = {"always": -1.0, "never": 2.0, "estimate": expert.shows_from}
    return 3 * [chance[expert.shows]]
