"""What was said so far as evidence: deals in which the others would have said it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.engine.compiled import CompiledTable, seated_form
from tarotsim.engine.forced import force_bid, force_call
from tarotsim.engine.overrides import apply_all_compiled
from tarotsim.game.keys import seat_key
from tarotsim.game.records import Deal
from tarotsim.kernels.results import HISTORY_BIDS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tarotsim.engine.entering import World
    from tarotsim.game.strategy import Strategy
    from tarotsim.game.view import SeatView

__all__ = ["said_alike"]

_BID_BITS = 4


def said_alike(
    view: SeatView, strategies: Sequence[Strategy], seed: int
) -> Callable[[Sequence[World], int], list[bool]]:
    """Return what tells in which deals strategies bid and call as they were heard to.

    Parameters
    ----------
    view : SeatView
        The bids and the called card that were heard; what its own seat said is said
        again whatever its cards.
    strategies : sequence of Strategy (players,)
    seed : int
        Of the seats' own draws.

    Returns
    -------
    callable
        As `tarotsim.engine.unseen.draw_unseen` takes it.
    """
    own = [force_bid(view.seat, b.contract) for b in view.bids if b.seat == view.seat]
    if view.called is not None and view.taker == view.seat:
        own.append(force_call(view.seat, view.called))
    seats: list[Any] = [seated_form(strategy) for strategy in strategies]
    table = CompiledTable(view.rules, apply_all_compiled(own, seats))
    heard = sum(bid.contract << _BID_BITS * i for i, bid in enumerate(view.bids))
    width = np.uint64((1 << _BID_BITS * len(view.bids)) - 1)

    def believes(worlds: Sequence[World], first: int) -> list[bool]:
        deals = [
            Deal(view.players, view.dealer, world.dealt, world.chien)
            for world in worlds
        ]
        keys = [
            [seat_key(seed, first + i, seat) for seat in range(view.players)]
            for i in range(len(deals))
        ]
        played = table.play_given(deals, keys=keys, history=True)
        is_alike = played.history[:, HISTORY_BIDS] & width == np.uint64(heard)
        if view.called is not None:
            is_alike &= played.rows["called"] == view.called
        return [bool(one) for one in is_alike]

    return believes
