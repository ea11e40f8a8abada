"""Dealing (R1) and the petit sec (R2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.game.cards import CARD_COUNT
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.bits import EXCUSE, NO_CARDS, ONE, PETIT, popcount
from tarotsim.kernels.draws import GAMMA, mix
from tarotsim.kernels.vector import RulesVector

__all__ = ["deal_cards", "find_petit_sec", "has_petit_sec"]

_BYTES = np.uint64(0x01_01_01_01_01)
_TOPS = np.uint64(0x80_80_80_80_80)
_HIGH, _LOW = np.uint64(32), np.uint64(0xFFFF_FFFF)
_SEVEN = np.uint64(7)


@kernel
def _first_places(players: Any, hand_size: Any) -> Any:
    """Return the running sums of places, a byte a seat, each with its top bit set."""
    places = _TOPS
    for seat in range(players):
        total = np.uint64(hand_size * (seat + 1))
        places |= total << np.uint64(8 * seat)
    return places


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


@kernel
def deal_cards(rules: RulesVector, key: Any, piles: Any) -> None:
    """Deal the pack of a key: card by card, by the places left.

    Parameters
    ----------
    rules : RulesVector
    key : uint64
        Key of the deal's own stream.
    piles : uint64 array (2 * (players + 1),)
        Overwritten with suits and trumps of each hand, then of the chien.

    References
    ----------
    R1.1; `tarotsim.reference.dealing.deal_cards` tells why it is uniform.
    """
    players = rules.players
    for word in range(2 * players + 2):
        piles[word] = NO_CARDS
    places = _first_places(players, rules.hand_size)
    left = np.uint64(CARD_COUNT)
    state = key
    for suit in range(4):
        bit = ONE << np.uint64(16 * suit)
        for _ in range(7):
            bits = mix(state)
            state += GAMMA
            takes = _takes(places, bits >> _HIGH, left)
            places -= takes
            piles[2 * (players - popcount(takes))] |= bit
            takes = _takes(places, bits & _LOW, left - ONE)
            places -= takes
            piles[2 * (players - popcount(takes))] |= bit << ONE
            bit = bit << np.uint64(2)
            left -= np.uint64(2)
    bit = PETIT
    for pair in range(11):
        bits = mix(state)
        state += GAMMA
        takes = _takes(places, bits >> _HIGH, left)
        places -= takes
        piles[2 * (players - popcount(takes)) + 1] |= bit
        takes = _takes(places, bits & _LOW, left - ONE)
        places -= takes
        pile = 2 * (players - popcount(takes))
        if pair < 10:
            piles[pile + 1] |= bit << ONE
        else:
            piles[pile] |= EXCUSE
        bit = bit << np.uint64(2)
        left -= np.uint64(2)


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
