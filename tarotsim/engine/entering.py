"""Deals entered at one decision: the same events behind it, other cards unseen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.engine.compiled import CompiledTable, seated_form
from tarotsim.game.cards import EXCUSE, Card, Cards, is_trump
from tarotsim.game.layout import Stage
from tarotsim.kernels import row as words
from tarotsim.kernels.blocks import private_block, public_block
from tarotsim.kernels.packing import mask_of
from tarotsim.reference.bidding import speaking_order
from tarotsim.reference.calling import find_partner
from tarotsim.reference.poignee import poignee_options

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy.typing as npt

    from tarotsim.engine.compiled import Chunk
    from tarotsim.engine.overrides import Override
    from tarotsim.game.strategy import Strategy
    from tarotsim.game.view import SeatView

__all__ = ["World", "enter", "hand_before_play", "play_entered", "plays_of"]


@dataclass(frozen=True, slots=True)
class World:
    """All cards of a deal at one decision, those that its seat does not see included.

    Parameters
    ----------
    hands : tuple of Cards (players,)
        The hands now; at the écart the taker's with the chien.
    dealt : tuple of Cards (players,)
        The hands as dealt.
    chien : Cards
    ecart : Cards
        The discard, if it was made before.
    """

    hands: tuple[Cards, ...]
    dealt: tuple[Cards, ...]
    chien: Cards
    ecart: Cards


def enter(
    view: SeatView,
    worlds: Sequence[World],
    keys: Sequence[Sequence[int]],
    first: int = 0,
) -> npt.NDArray[np.uint64]:
    """Return deals that stand at a decision, as the compiled engine plays them on.

    Parameters
    ----------
    view : SeatView
        What everybody knows, and who is asked what.
    worlds : sequence of World
        That agree with the view.
    keys : sequence of sequence of int (worlds, players)
        Keys of the seats' own draws.
    first : int, optional
        Number of the first of them, for messages.

    Returns
    -------
    uint64 array (worlds, ROW_WORDS)
    """
    # A poignée is asked within the first trick, by the engine itself.
    asked = view._replace(stage=Stage.PLAY) if view.stage is Stage.POIGNEE else view
    common = np.zeros(words.ROW_WORDS, dtype=np.uint64)
    common[: words.PUBLIC_WORDS] = public_block(asked)
    for word, value in _progress(view).items():
        common[word] = value & _MASK
    rows = np.tile(common, (len(worlds), 1))
    for number, (world, own) in enumerate(zip(worlds, keys, strict=True)):
        rows[number, words.NUMBER] = first + number
        _write_cards(view, world, own, rows[number])
    return rows


_MASK = (1 << 64) - 1


def _progress(view: SeatView) -> dict[int, int]:
    """Return the hidden words that tell how far a deal is."""
    bidders = [bid.seat for bid in view.bids if bid.contract]
    found = {words.BIDDER: bidders[-1] if bidders else -1, words.PARTNER: -1}
    if view.stage in (Stage.POIGNEE, Stage.PLAY):
        places = len(view.table) + (view.stage is Stage.PLAY)
        offered = range(view.players if view.tricks else places)
        found[words.OFFERED] = sum(1 << view.seat_at(place) for place in offered)
    if view.stage is Stage.CHELEM and view.seat != view.taker:
        order = speaking_order(view.players, view.dealer)
        found[words.SLAM_TURNS] = order.index(view.seat) + 1
    return found


def _write_cards(
    view: SeatView, world: World, keys: Sequence[int], row: npt.NDArray[np.uint64]
) -> None:
    """Write who has which cards into a row."""
    taker = view.taker
    for seat, key in enumerate(keys):
        own = view._replace(
            seat=seat,
            key=key,
            hand=world.hands[seat],
            dealt=world.dealt[seat],
            ecart=world.ecart if seat == taker else Cards(),
        )
        first = words.PRIVATE + seat * words.PRIVATE_WORDS
        row[first : first + words.PRIVATE_WORDS] = private_block(own)
    piles = [*range(0, 2 * view.players, 2), words.CHIEN_PILE]
    for place, cards in zip(piles, [*world.dealt, world.chien], strict=True):
        first = words.PILES + place
        row[first], row[first + 1] = mask_of(cards)
    if taker is None or view.stage is Stage.CALL:
        return
    partner = find_partner(world.dealt, taker, view.called)
    row[words.ATTACK] = 1 << taker
    if partner is not None:
        row[words.PARTNER] = partner
        row[words.ATTACK] |= np.uint64(1 << partner)
    if view.stage in (Stage.POIGNEE, Stage.PLAY):
        _write_trumps(view, world, row)


def hand_before_play(view: SeatView, hand: Iterable[Card], seat: int) -> Cards:
    """Return what a seat held when play began."""
    return Cards([*hand, *(card for who, card in plays_of(view) if who == seat)])


def plays_of(view: SeatView) -> list[tuple[int, Card]]:
    """Return who played which card so far."""
    finished = [play for trick in view.tricks for play in trick.plays()]
    return finished + [(view.seat_at(i), card) for i, card in enumerate(view.table)]


def _write_trumps(view: SeatView, world: World, row: npt.NDArray[np.uint64]) -> None:
    """Write what a result tells of the hands that play began with."""
    counts = showable = 0
    for seat, left in enumerate(world.hands):
        hand = hand_before_play(view, left, seat)
        counts |= sum(is_trump(c) or c == EXCUSE for c in hand) << 8 * seat
        shown = view.ecart_shown if seat == view.taker else ()
        options = poignee_options(view.rules, hand, shown)
        is_offered = int(row[words.OFFERED]) >> seat & 1
        if options and is_offered:
            showable |= options[-1].level << 4 * seat
    row[words.TRUMP_COUNTS], row[words.SHOWABLE] = counts, showable


def play_entered(
    view: SeatView,
    rows: npt.NDArray[np.uint64],
    strategies: Sequence[Strategy],
    forced: Iterable[Override] = (),
    *,
    history: bool = False,
) -> Chunk:
    """Play deals on from a decision, in this thread.

    Parameters
    ----------
    view : SeatView
        As for `enter`.
    rows : uint64 array (worlds, ROW_WORDS)
        From `enter`; they are left as they are.
    strategies : sequence of Strategy (players,)
    forced : iterable of Override, optional
        Decisions made for seats.
    history : bool, optional
        Keep every act.

    Raises
    ------
    IllegalActError, StrategyError
        For an illegal answer, or a strategy that raises.
    """
    seats: list[Any] = [seated_form(strategy) for strategy in strategies]
    table = CompiledTable(view.rules, seats, forced=forced)
    return table.play_rows(rows.copy(), history=history)
