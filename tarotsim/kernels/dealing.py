"""Dealing (R1) and the petit sec (R2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.game.cards import CARD_COUNT
from tarotsim.game.layout import MAX_PLAYERS
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.bits import (
    ALL_SUITS,
    ALL_TRUMPS,
    EXCUSE,
    EXCUSE_CODE,
    NO_CARDS,
    ONE,
    PETIT,
)
from tarotsim.kernels.draws import GAMMA, mix
from tarotsim.kernels.row import CHIEN_PILE

if TYPE_CHECKING:
    from tarotsim.kernels.vector import RulesVector

__all__ = ["deal_cards", "find_petit_sec", "has_petit_sec"]

_BYTES = np.uint64(0x01_01_01_01_01)
_COUNTS = np.uint64(0x05_04_03_02_01)
_TOPS = np.uint64(0x80_80_80_80_80)
_HIGH, _LOW = np.uint64(32), np.uint64(0xFFFF_FFFF)
_TWO, _SEVEN = np.uint64(2), np.uint64(7)
_BYTE = np.uint64(0xFF)


@kernel(inline=True)
def _first_places(players: Any, hand_size: Any) -> Any:
    """Return the running sums of places, a byte a seat, each with its top bit set."""
    seats = (ONE << np.uint64(8 * players)) - ONE
    return _TOPS | (_COUNTS * np.uint64(hand_size) & seats)


@kernel(inline=True)
def _takes(places: Any, half: Any, left: Any) -> Any:
    """Return a byte 1 for each seat whose running sum is above the pick.

    Parameters
    ----------
    places : uint64
        As `_first_places`, the cards dealt taken off.
    half : uint64
        32 random bits.
    left : uint64
        Cards not yet dealt, 1 to 78.

    Notes
    -----
    The top bit of a byte survives the subtraction exactly if pick + 1 <= sum. The
    chien takes the card when no byte is set.
    """
    pick = ((half * left) >> _HIGH) + ONE
    return ((places - pick * _BYTES) >> _SEVEN) & _BYTES


@kernel(inline=True)
def _deal_pairs(state: Any, places: Any, left: Any, pairs: Any) -> Any:
    """Deal two cards a draw and return who takes them.

    Parameters
    ----------
    state : uint64
        Counter of the next draw, the key added.
    places, left : uint64
        As for `_takes`.
    pairs : int64
        Up to 4.

    Returns
    -------
    uint64
        Bit i of byte j: card i goes to seat j or to one before it.
    state, places, left : uint64
    """
    taken, bit = NO_CARDS, NO_CARDS
    for _ in range(pairs):
        bits = mix(state)
        state += GAMMA
        takes = _takes(places, bits >> _HIGH, left)
        places -= takes
        taken |= takes << bit
        takes = _takes(places, bits & _LOW, left - ONE)
        places -= takes
        bit += ONE
        taken |= takes << bit
        bit += ONE
        left -= _TWO
    return taken, state, places, left


@kernel(inline=True)
def _note_taken(piles: Any, kind: Any, taken: Any, shift: Any) -> None:
    """Put eight cards at most into the piles, as `_deal_pairs` returns them."""
    for seat in range(MAX_PLAYERS):
        cards = taken >> np.uint64(8 * seat) & _BYTE
        piles[2 * seat + kind] |= cards << np.uint64(shift)


@kernel(inline=True)
def _part(piles: Any, kind: Any, everything: Any) -> None:
    """Take from each pile what those before it have; the chien gets the rest."""
    before = NO_CARDS
    for seat in range(MAX_PLAYERS):
        taken = piles[2 * seat + kind]
        piles[2 * seat + kind] = taken & ~before
        before |= taken
    piles[CHIEN_PILE + kind] = everything & ~before


@kernel
def deal_cards(rules: RulesVector, key: Any, piles: Any) -> None:
    """Deal the pack of a key: card by card, by the places left.

    Parameters
    ----------
    rules : RulesVector
    key : uint64
        Key of the deal's own stream.
    piles : uint64 array (PILE_WORDS,)
        Overwritten with suits and trumps of each of five hands, then of the chien.

    Notes
    -----
    Until the end a pile also holds the cards of the seats before it, so that no
    address depends on a draw.

    References
    ----------
    R1.1; `tarotsim.reference.dealing.deal_cards` tells why it is uniform.
    """
    for word in range(2 * MAX_PLAYERS):
        piles[word] = NO_CARDS
    state, left = key, np.uint64(CARD_COUNT)
    places = _first_places(rules.players, rules.hand_size)
    for suit in range(4):
        taken, state, places, left = _deal_pairs(state, places, left, 4)
        _note_taken(piles, 0, taken, 16 * suit)
        taken, state, places, left = _deal_pairs(state, places, left, 3)
        _note_taken(piles, 0, taken, 16 * suit + 8)
    for first in (1, 9):
        taken, state, places, left = _deal_pairs(state, places, left, 4)
        _note_taken(piles, 1, taken, first)
    taken, state, places, left = _deal_pairs(state, places, left, 3)
    _note_taken(piles, 1, taken, 17)
    for seat in range(MAX_PLAYERS):
        trumps = piles[2 * seat + 1]  # the Excuse comes after the 21
        piles[2 * seat] |= (trumps >> np.uint64(22)) << np.uint64(EXCUSE_CODE)
        piles[2 * seat + 1] = trumps & ALL_TRUMPS
    _part(piles, 0, ALL_SUITS)
    _part(piles, 1, ALL_TRUMPS)


@kernel
def has_petit_sec(suits: Any, trumps: Any) -> Any:
    """Tell whether the Petit is the only trump of a hand without the Excuse (R2.1)."""
    return trumps == PETIT and suits & EXCUSE == NO_CARDS


@kernel
def find_petit_sec(players: Any, piles: Any) -> Any:
    """Return the seat of the hand that cancels the deal, -1 if there is none.

    References
    ----------
    R2.1, R2.5, R2.4.
    """
    for seat in range(players):
        if has_petit_sec(piles[2 * seat], piles[2 * seat + 1]):
            return seat
    return -1
