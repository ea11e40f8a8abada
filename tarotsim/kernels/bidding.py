"""The auction (R3), and an auction imposed by a study."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarotsim.kernels._jit import kernel
from tarotsim.kernels.hand import chavey_count

if TYPE_CHECKING:
    from tarotsim.kernels.vector import AuctionVector

__all__ = ["allowed_bids", "best_hand", "imposed_taker"]

GARDE_CONTRE = 4


@kernel
def allowed_bids(highest: Any) -> Any:
    """Return what may be said over the highest bid: bit c is contract c, 0 a pass.

    References
    ----------
    R3.3; after a garde contre only a pass is left (R3.4).
    """
    return 1 | (0b11110 & ~((2 << highest) - 1))


@kernel
def best_hand(players: Any, dealer: Any, piles: Any, besides: Any) -> Any:
    """Return the seat of the highest Chavey count, the first to speak if tied.

    One seat may be left out of account, -1 for none.
    """
    best, taker = -1, -1
    for position in range(players):
        seat = dealer + 1 + position
        seat -= players if seat >= players else 0
        count = chavey_count(piles[2 * seat], piles[2 * seat + 1], False)
        if seat != besides and count > best:
            best, taker = count, seat
    return taker


@kernel
def imposed_taker(auction: AuctionVector, players: Any, dealer: Any, piles: Any) -> Any:
    """Return the taker of an imposed auction."""
    if auction.seat >= 0:
        return auction.seat
    return best_hand(players, dealer, piles, auction.besides)
