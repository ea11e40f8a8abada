"""The auction (R3), and an auction imposed by a study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarotsim.game.errors import IllegalActError
from tarotsim.game.evaluation import chavey_count
from tarotsim.game.rules import CONTRACTS, Contract

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tarotsim.game.auction import Imposed
    from tarotsim.game.cards import Cards

__all__ = ["allowed_bids", "imposed_taker", "speaking_order", "verify_bid"]


def speaking_order(players: int, dealer: int) -> tuple[int, ...]:
    """Return the seats in the order of speech: the dealer is last (R3.1)."""
    return tuple((dealer + 1 + i) % players for i in range(players))


def allowed_bids(highest: Contract) -> tuple[Contract, ...]:
    """Return what may be said: a pass or a strictly higher contract.

    Parameters
    ----------
    highest : Contract
        The highest bid so far, ``PASS`` if nobody took.

    References
    ----------
    R3.3; after a garde contre only a pass is left (R3.4).
    """
    return (Contract.PASS, *(c for c in CONTRACTS if c > highest))


def verify_bid(bid: Contract, highest: Contract) -> None:
    """Check a bid against the highest so far.

    Raises
    ------
    IllegalActError
        If it is neither a pass nor higher (R3.3).
    """
    allowed = allowed_bids(highest)
    if bid not in allowed:
        names = ", ".join(contract.label for contract in allowed)
        message = f"cannot bid {bid.label} over {highest.label}"
        raise IllegalActError(message, "R3.3", names)


def imposed_taker(
    imposed: Imposed, hands: Sequence[Cards], dealer: int
) -> tuple[int, Contract]:
    """Return taker and contract of an imposed auction.

    Where the best hand takes, it is the one with the highest Chavey count; among
    equals the one that speaks first.

    Raises
    ------
    RulesError
        If a seat that it names is not at the table.
    """
    players = len(hands)
    imposed.verify(players)
    if imposed.seat is not None:
        return imposed.seat, imposed.contract
    order = [s for s in speaking_order(players, dealer) if s != imposed.besides]
    return max(order, key=lambda seat: chavey_count(hands[seat])), imposed.contract
