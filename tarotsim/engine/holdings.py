"""Hands of many deals as words of bits: read from histories, and counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tarotsim.kernels.bits import (
    BOUT_TRUMPS,
    CAVALIERS,
    DAMES,
    EXCUSE,
    KINGS,
    ONE,
    PETIT,
    TWENTY_ONE,
    VALETS,
)
from tarotsim.kernels.packing import mask_of
from tarotsim.kernels.results import HISTORY_ECART, HISTORY_TRICKS
from tarotsim.kernels.row import LEADER_SHIFT

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    from tarotsim.game.records import DealRecord
    from tarotsim.game.rules import RuleSet

    Words = npt.NDArray[np.uint64]
    Counts = npt.NDArray[np.int64]

__all__ = ["Holdings", "count_hands", "holdings_of", "holdings_of_records"]

_BYTE = np.uint64(0xFF)
_HIGH_TRUMPS = np.uint64(0b11111 << 16)
"""Trumps 16 to 20."""
_LANES = tuple(np.uint64(0x3FFF << 16 * suit) for suit in range(4))


class Holdings(NamedTuple):
    """What one seat held when play began, deal by deal.

    Parameters
    ----------
    suits, trumps : uint64 array (deals,)
        Bits as in `tarotsim.kernels.bits`, the Excuse among the suits.
    aside : int64 array (deals,)
        Half-points of the écart, whoever discarded.
    leader : int64 array (deals,)
        Seat that led the first trick.
    """

    suits: Words
    trumps: Words
    aside: Counts
    leader: Counts


def holdings_of(rules: RuleSet, history: Words, seat: int) -> Holdings:
    """Read what a seat held from the acts of played deals.

    Parameters
    ----------
    rules : RuleSet
    history : uint64 array (deals, words)
        As the compiled engine keeps it.
    seat : int
    """
    suits, trumps = np.zeros((2, len(history)), dtype=np.uint64)
    leaders = np.zeros(len(history), dtype=np.int64)
    for trick in range(rules.hand_size):
        word = history[:, HISTORY_TRICKS + trick]
        leader = (word >> np.uint64(LEADER_SHIFT) & _BYTE).astype(np.int64)
        place = ((seat - leader) % rules.players).astype(np.uint64)
        code = word >> np.uint64(8) * place & _BYTE
        bit = ONE << (code & np.uint64(63))
        suits |= np.where(code < 64, bit, np.uint64(0))
        trumps |= np.where(code >= 64, bit, np.uint64(0))
        if trick == 0:
            leaders = leader
    aside = _half_points(history[:, HISTORY_ECART], history[:, HISTORY_ECART + 1])
    return Holdings(suits, trumps, aside, leaders)


def holdings_of_records(records: Iterable[DealRecord], seat: int) -> Holdings:
    """Read what a seat held from the records of played deals."""
    hands, gone, leaders = [], [], []
    for record in records:
        leaders.append(record.tricks[0].leader)
        plays = [play for trick in record.tricks for play in trick.plays()]
        hands.append(mask_of(card for player, card in plays if player == seat))
        gone.append(mask_of(record.ecart))
    held = np.array(hands, dtype=np.uint64).reshape(-1, 2)
    discarded = np.array(gone, dtype=np.uint64).reshape(-1, 2)
    aside = _half_points(discarded[:, 0], discarded[:, 1])
    return Holdings(held[:, 0], held[:, 1], aside, np.array(leaders, dtype=np.int64))


def _count(words: Words) -> Counts:
    return np.bitwise_count(words).astype(np.int64)


def _half_points(suits: Words, trumps: Words) -> Counts:
    """Return the value of sets of cards in half-points (R0.3)."""
    found = _count(suits) + _count(trumps)
    found += 2 * _count(suits & VALETS) + 4 * _count(suits & CAVALIERS)
    found += 6 * _count(suits & DAMES) + 8 * _count(suits & KINGS)
    found += 8 * (_count(suits & EXCUSE) + _count(trumps & BOUT_TRUMPS))
    return found


def count_hands(suits: Words, trumps: Words) -> dict[str, Counts]:
    """Count what there is in many hands.

    Parameters
    ----------
    suits, trumps : uint64 array (hands,)

    Returns
    -------
    dict of str to int64 array (hands,)
        Numbers of cards of each kind; ``trumps`` with the Excuse, ``numbered`` without.
    """
    kings, dames = suits & KINGS, suits & DAMES
    lengths = np.stack([_count(suits & lane) for lane in _LANES])
    excuse = _count(suits & EXCUSE)
    return {
        "trumps": _count(trumps) + excuse,
        "numbered": _count(trumps),
        "bouts": _count(trumps & BOUT_TRUMPS) + excuse,
        "high_trumps": _count(trumps & _HIGH_TRUMPS),
        "twenty_one": _count(trumps & TWENTY_ONE),
        "petit": _count(trumps & PETIT),
        "excuse": excuse,
        "kings": _count(kings),
        "dames": _count(dames),
        "marriages": _count(kings >> ONE & dames),
        "cavaliers": _count(suits & CAVALIERS),
        "valets": _count(suits & VALETS),
        "voids": (lengths == 0).sum(axis=0),
        "singletons": (lengths == 1).sum(axis=0),
        "longest": lengths.max(axis=0),
    }
