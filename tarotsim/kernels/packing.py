"""Rules, auctions and cards as the kernels take them, and cards back from words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarotsim.game.cards import Cards
from tarotsim.kernels.bits import CODES
from tarotsim.kernels.vector import AuctionVector, RulesVector

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarotsim.game.auction import Imposed
    from tarotsim.game.cards import Card
    from tarotsim.game.rules import RuleSet

__all__ = ["CARDS", "cards_of", "mask_of", "pack_auction", "pack_rules", "signed"]

CARDS = {code: card for card, code in enumerate(CODES)}
"""The card of each code."""

_NO_AUCTION = AuctionVector(0, -1, -1)


def mask_of(cards: Iterable[Card]) -> tuple[int, int]:
    """Return suits and trumps of cards 0 to 77, as plain ints."""
    bits = 0
    for card in cards:
        bits |= 1 << CODES[card]
    return bits & (1 << 64) - 1, bits >> 64


def cards_of(suits: Any, trumps: Any) -> Cards:
    """Return the cards of two words, ascending; strange bits are left out."""
    bits = int(suits) | int(trumps) << 64
    return Cards(sorted(card for code, card in CARDS.items() if bits >> code & 1))


def signed(word: Any) -> int:
    """Return a word of 64 bits as a signed number."""
    value = int(word)
    return value - (1 << 64) if value >> 63 else value


def pack_rules(rules: RuleSet) -> RulesVector:
    """Return the rules as the kernels take them."""
    options = (int(getattr(rules, name)) for name in RulesVector._fields[6:])
    return RulesVector(
        rules.players,
        rules.hand_size,
        rules.chien_size,
        *rules.poignee_sizes,
        *options,
    )


def pack_auction(auction: Imposed | None, players: int) -> AuctionVector:
    """Return an imposed auction as the kernels take it.

    Raises
    ------
    RulesError
        If a seat of it is not at the table.
    """
    if auction is None:
        return _NO_AUCTION
    auction.verify(players)
    seat = -1 if auction.seat is None else auction.seat
    besides = -1 if auction.besides is None else auction.besides
    return AuctionVector(int(auction.contract), seat, besides)
