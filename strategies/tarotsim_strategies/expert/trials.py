"""Policies that try another act than the player would choose, for fitting.

They are overrides (`CompiledStrategy`): the parameters say where to act otherwise,
and what the fit wants to know is written behind them. No player uses them.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tarotsim.kernels.policies import (
    DECLINED,
    NO_CARDS,
    ONE,
    Policy,
    bid_count,
    draw,
    get,
    kernel,
    nth_card,
    policy,
    popcount,
    table_count,
    trick_number,
)
from tarotsim_strategies.expert import parameters as at
from tarotsim_strategies.expert import vocabulary as term
from tarotsim_strategies.expert.knowledge import LED, ROLE_BLOCK, look
from tarotsim_strategies.expert.playing import block_of, distinct, prepare, weigh

__all__ = ["CARD_WORDS", "TRIALS"]

_LOTS = 1 << 20

# Parameters of a trial of a card, behind those of the expert that judges the cards.
TRICK, PLACE, IS_ON, OTHER, SPREAD = (at.PARAMETERS + i for i in range(5))
"""When to act; whether to; the card not to play; points of worth over which a card is
tried less and less."""
TRIED, BLOCK_NUMBER, IS_LEAD = (at.PARAMETERS + i for i in range(5, 8))
"""Written: the card played instead, -1 for none; the block of weights; lead or not."""
DIFFERENCE = at.PARAMETERS + 8
"""Written: terms of the card tried, less those of the other."""
UNITS = DIFFERENCE + term.BLOCK
"""Zeros."""
CARD_WORDS = UNITS + term.BLOCK

# Parameters of a trial of a bid: which position speaks otherwise, and its contract.
POSITION, WANTED = 0, 1


@kernel
def _draw_card(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, sight: Any
) -> Any:
    """Draw a card, the better ones more often: exponential in the worth."""
    context, first = prepare(public, sight, params), block_of(sight)
    drawn, top = np.int64(-1), -np.inf
    for index in range(popcount(suits) + popcount(trumps)):
        code = nth_card(suits, trumps, index)
        if code == np.int64(params[OTHER]):
            continue
        worth = weigh(sight, params, params, first, code, context)
        lot = (draw(public, private, _LOTS, index) + 0.5) / _LOTS
        worth = worth / params[SPREAD] - math.log(-math.log(lot))
        if worth > top:
            drawn, top = code, worth
    return drawn


@policy
def try_card(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Play another card at one place, and write how its terms differ.

    The worth is a sum, so that a term is the worth under a weight of one on it alone.
    """
    is_here = trick_number(public) == np.int64(params[TRICK])
    is_here = is_here and table_count(public) == np.int64(params[PLACE])
    if not is_here or params[IS_ON] == 0:
        return DECLINED
    look(public, private, params, scratch)
    suits, trumps = distinct(scratch, suits, trumps)
    code = _draw_card(public, private, suits, trumps, params, scratch)
    params[TRIED] = code
    if code < 0:
        return DECLINED
    other = np.int64(params[OTHER])
    params[BLOCK_NUMBER] = get(scratch, ROLE_BLOCK)
    is_lead = get(scratch, LED) < 0
    params[IS_LEAD] = 1.0 if is_lead else 0.0
    context = prepare(public, scratch, params)
    first = 0 if is_lead else term.LEAD_COUNT
    for index in range(term.LEAD_COUNT if is_lead else term.FOLLOW_COUNT):
        params[UNITS + first + index] = 1.0
        tried = weigh(scratch, params, params, UNITS, code, context)
        usual = weigh(scratch, params, params, UNITS, other, context)
        params[UNITS + first + index] = 0.0
        params[DIFFERENCE + index] = tried - usual
    return code


@policy
def try_bid(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Bid a certain contract at one position, pass where it is not free."""
    if bid_count(public) != np.int64(params[POSITION]):
        return DECLINED
    wanted = np.uint64(params[WANTED])
    is_free = suits >> wanted & ONE != NO_CARDS
    return np.int64(params[WANTED]) if is_free else 0


TRIALS: dict[str, Policy] = {"play": try_card, "bid": try_bid}
"""By decision."""
