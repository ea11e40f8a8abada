"""Following to a trick: win it cheaply, give points to it, or give nothing."""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.kernels.policies import (
    EXCUSE_CODE,
    TRUMP_CODE,
    get,
    kernel,
)
from tarotsim_strategies.expert import vocabulary as term
from tarotsim_strategies.expert.knowledge import (
    BEST,
    LED,
    POINTS,
    SURE,
    TAKER_J,
    TO_COME,
    outlook,
)
from tarotsim_strategies.expert.spending import (
    PETIT_CODE,
    points_of,
    spend,
)

__all__ = ["weigh_following"]


@kernel(inline=True)
def own_points(code: Any) -> Any:
    """Return the half-points that a card puts into the trick."""
    if code > TRUMP_CODE:
        return 9 if code in (PETIT_CODE, TRUMP_CODE + 21) else 1
    return 0 if code == EXCUSE_CODE else points_of(code)


@kernel(inline=True)
def weigh_following(
    sight: Any, w: Any, b: Any, code: Any, lost: Any, scene: Any
) -> Any:
    """Return the worth of following with a card, in points of u.

    Parameters
    ----------
    sight : words
    w : float64 values
    b : int64
    code : int64
    lost : int64
        Chance that our side wins the trick with a card that does not.
    """
    led, best = get(sight, LED), get(sight, BEST)
    wins = code > best and (
        code > TRUMP_CODE or (code >> 4 == led and code < EXCUSE_CODE)
    )
    chance, stands = lost, np.int64(0)
    if wins:
        chance, stands = outlook(sight, code, led, np.int64(SURE))
    ours, holds = chance / SURE, stands / SURE
    swing = 2.0 * ours - 1.0
    base = get(sight, POINTS) + get(sight, TO_COME)
    total = swing * (
        w[b + term.F_POINTS] * base + w[b + term.F_OWN_POINTS] * own_points(code)
    )
    total += w[b + term.F_TRICK] * ours
    if wins:
        total += holds * (w[b + term.F_STANDS] + w[b + term.F_STANDS_LATE] * scene.late)
        total += w[b + term.F_STANDS_SAFE] * holds * (scene.is_safe)
        total += (
            w[b + term.F_BEATS_TAKER]
            * holds
            * ((get(sight, TO_COME) > 0) & (get(sight, TAKER_J) == 0))
        )
        total += w[b + term.F_CERTAIN] * (get(sight, TO_COME) == 0)
    if led < 4:
        discards = (code < EXCUSE_CODE) & (code >> 4 != led)
        total += w[b + term.F_DISCARDS] * discards
    return total + spend(sight, w, b, code, ours, scene)
