"""What was said so far as evidence: deals in which the others would have said it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tarotsim.engine.entering import World, enter, play_entered
from tarotsim.game.cards import TRUMPS, Cards
from tarotsim.game.keys import seat_key
from tarotsim.game.layout import Stage
from tarotsim.game.rules import Contract
from tarotsim.game.view import PublicView, SeatView
from tarotsim.kernels.results import HISTORY_BIDS
from tarotsim.reference.bidding import speaking_order

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy.typing as npt

    from tarotsim.game.strategy import Strategy

__all__ = ["said_alike"]

_BID_BITS = 4


def said_alike(
    view: SeatView, strategies: Sequence[Strategy], seed: int
) -> Callable[[Sequence[World], int], list[bool]]:
    """Return what tells in which deals strategies bid and call as they were heard to.

    Each word of another seat is asked for anew, after what was heard before it.

    Parameters
    ----------
    view : SeatView
        The bids and the called card that were heard.
    strategies : sequence of Strategy (players,)
    seed : int
        Of the seats' own draws.

    Returns
    -------
    callable
        As `tarotsim.engine.unseen.draw_unseen` takes it.
    """
    asked = [_bidding(view, place) for place in range(len(view.bids))]
    if view.called is not None:
        asked.append(_calling(view))
    asked = [one for one in asked if one.seat != view.seat]

    def believes(worlds: Sequence[World], first: int) -> list[bool]:
        believed = np.ones(len(worlds), dtype=bool)
        for one in asked:
            left = np.flatnonzero(believed).tolist()
            dealt = [_as_dealt(worlds[index]) for index in left]
            keys = [
                [seat_key(seed, first + index, seat) for seat in range(one.players)]
                for index in left
            ]
            rows = enter(one, dealt, keys)
            believed[left] = _says(view, one, rows, strategies)
        return [bool(is_so) for is_so in believed]

    return believes


def _says(
    view: SeatView,
    asked: SeatView,
    rows: npt.NDArray[np.uint64],
    strategies: Sequence[Strategy],
) -> npt.NDArray[np.bool_]:
    """Tell where a seat says what it was heard to say."""
    played = play_entered(asked, rows, strategies, history=True)
    if asked.stage is Stage.CALL:
        return np.asarray(played.rows["called"] == view.called)
    place = len(asked.bids)
    said = played.history[:, HISTORY_BIDS] >> np.uint64(_BID_BITS * place)
    heard = np.uint64(view.bids[place].contract)
    return np.asarray(said & np.uint64(0xF) == heard)


def _as_dealt(world: World) -> World:
    return World(world.dealt, world.dealt, world.chien, Cards())


def _bidding(view: SeatView, place: int) -> SeatView:
    """Return who was asked for a bid, and after which."""
    bids = view.bids[:place]
    highest = max((bid.contract for bid in bids), default=Contract.PASS)
    public = PublicView(
        rules=view.rules,
        dealer=view.dealer,
        bids=bids,
        taker=None,
        contract=highest,
        called=None,
        chien=None,
        ecart_shown=Cards(),
        chelem_by=None,
        showings=(),
        tricks=(),
        leader=speaking_order(view.players, view.dealer)[0],
        table=(),
        voids=(0,) * view.players,
        ceilings=(len(TRUMPS),) * view.players,
    )
    seat = view.bids[place].seat
    return SeatView(public, seat, Stage.BID, Cards(), Cards(), Cards(), (), 0)


def _calling(view: SeatView) -> SeatView:
    """Return the taker when it was to call a card."""
    assert view.taker is not None
    before = _bidding(view, 0)
    public = before.public._replace(
        bids=view.bids, taker=view.taker, contract=view.contract
    )
    return before._replace(public=public, seat=view.taker, stage=Stage.CALL)
