"""The acts of many deals as columns of bytes, and back to the acts of one deal.

In memory a history is words as the kernels write them. On disk it is one byte a card
or a bid, in an order that needs no knowledge of the kernels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tarotsim.game.cards import Cards, sort_cards
from tarotsim.game.layout import Outcome
from tarotsim.game.records import Showing
from tarotsim.game.rules import Contract, Poignee, RuleSet
from tarotsim.game.script import Script
from tarotsim.kernels import results as words
from tarotsim.kernels.bits import CODES

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["HISTORY_COLUMNS", "Bytes", "history_columns", "history_script"]

HISTORY_COLUMNS = (
    (
        "bids",
        "the bids in order of speech, from the seat after the dealer: 0 pass, else as "
        "contract; one byte each",
    ),
    ("ecart", "cards of the écart, ascending, one byte each; empty without one"),
    ("chelem_by", "seat that announced a slam; -1 if nobody did"),
    (
        "shown_cards",
        "cards of the poignées shown, seat after seat, one byte each; shown_0 ... tell "
        "how many are whose",
    ),
    (
        "cards",
        "every card in the order played, one byte each; missing in a deal that was "
        "not played",
    ),
)
"""Columns of the acts of a deal with their meaning; cards are 0 to 77."""

_CARD_OF_CODE = np.zeros(256, dtype=np.uint8)
_CARD_OF_CODE[list(CODES)] = np.arange(len(CODES))
_WORD_BITS = 64
_BID_BITS = 4


@dataclass(frozen=True, slots=True)
class Bytes:
    """A column of byte strings.

    Parameters
    ----------
    data : uint8 array (bytes,)
        All strings, one after the other.
    lengths : int64 array (deals,)
    """

    data: npt.NDArray[np.uint8]
    lengths: npt.NDArray[np.int64]


def history_columns(
    rules: RuleSet, rows: npt.NDArray[Any], history: npt.NDArray[np.uint64]
) -> dict[str, Bytes | npt.NDArray[np.int8]]:
    """Return the columns of `HISTORY_COLUMNS` for some deals.

    Parameters
    ----------
    rules : RuleSet
    rows : structured array (deals,)
    history : uint64 array (deals, HISTORY_WORDS)
    """
    played = rows["outcome"] == Outcome.PLAYED
    announcer = history[:, words.HISTORY_CHELEM].astype(np.int64)
    return {
        "bids": _bids(rules, history[:, words.HISTORY_BIDS]),
        "ecart": _cards(history[:, words.HISTORY_ECART : words.HISTORY_ECART + 2]),
        "chelem_by": np.where(played, announcer, -1).astype(np.int8),
        "shown_cards": _shown(rules, history),
        "cards": _plays(rules, played, history),
    }


def _bids(rules: RuleSet, word: npt.NDArray[np.uint64]) -> Bytes:
    lengths = (word >> np.uint64(words.BID_COUNT_SHIFT)).astype(np.int64)
    shifts = np.arange(rules.players, dtype=np.uint64) * np.uint64(_BID_BITS)
    bids = (word[:, None] >> shifts & np.uint64(0xF)).astype(np.uint8)
    said = np.arange(rules.players) < lengths[:, None]
    return Bytes(bids[said], lengths)


def _cards(masks: npt.NDArray[np.uint64]) -> Bytes:
    """Return the cards of words: uint64 (deals, 2), suits with the Excuse, trumps."""
    lengths = np.bitwise_count(masks).sum(axis=1, dtype=np.int64)
    suits, trumps = masks[:, 0].copy(), masks[:, 1].copy()
    cards = np.zeros((len(masks), lengths.max(initial=0)), dtype=np.uint8)
    one = np.uint64(1)
    for place in range(cards.shape[1]):
        # The lowest bit that is left: its place is the number of bits below it.
        in_suits = suits > 0
        left = np.where(in_suits, suits, trumps)
        low = np.bitwise_count(~left & (left - one))
        cards[:, place] = _CARD_OF_CODE[np.where(in_suits, low, low + _WORD_BITS)]
        suits &= suits - in_suits
        trumps &= np.where(in_suits, trumps, trumps - one)
    return Bytes(cards[np.arange(cards.shape[1]) < lengths[:, None]], lengths)


def _shown(rules: RuleSet, history: npt.NDArray[np.uint64]) -> Bytes:
    some = np.flatnonzero(history[:, words.HISTORY_SHOWN])
    first = words.HISTORY_SHOWN_CARDS
    shown = history[some, first : first + rules.players]
    excuse = np.uint64(1 << CODES[-1])
    masks = np.stack([shown & excuse, shown & ~excuse], axis=2)
    by_seat = _cards(masks.reshape(-1, 2))
    lengths = np.zeros(len(history), dtype=np.int64)
    lengths[some] = by_seat.lengths.reshape(shown.shape).sum(axis=1)
    return Bytes(by_seat.data, lengths)


def _plays(
    rules: RuleSet, played: npt.NDArray[np.bool_], history: npt.NDArray[np.uint64]
) -> Bytes:
    first, players = words.HISTORY_TRICKS, rules.players
    tricks = history[played, first : first + rules.trick_count]
    size = 4 if players <= 4 else 8
    codes = tricks.astype(f"<u{size}").view(np.uint8)
    if players < size:
        codes = np.ascontiguousarray(codes.reshape(-1, size)[:, :players])
    # Much faster than an index array.
    cards = codes.tobytes().translate(_CARD_OF_CODE.tobytes())
    data = np.frombuffer(cards, dtype=np.uint8)
    return Bytes(data, np.where(played, rules.trick_count * players, 0))


def history_script(
    rules: RuleSet, row: Mapping[str, Any], acts: Mapping[str, Any]
) -> Script:
    """Return the acts of one deal as a script that plays it again.

    Parameters
    ----------
    rules : RuleSet
    row : mapping
        Its row by column.
    acts : mapping
        Its columns of `HISTORY_COLUMNS`: byte strings, and a number.
    """
    bids = tuple(Contract(bid) for bid in acts["bids"])
    if row["outcome"] != Outcome.PLAYED:
        return Script(bids=bids)
    showings: dict[int, Showing | None] = {}
    rest = list(acts["shown_cards"])
    for seat in range(rules.players):
        showings[seat] = None
        if row[f"shown_{seat}"]:
            level = Poignee(int(row[f"shown_{seat}"]))
            size = rules.poignee_size(level)
            showings[seat] = Showing(seat, level, sort_cards(Cards(rest[:size])))
            rest = rest[size:]
    by = int(acts["chelem_by"])
    return Script(
        bids=bids,
        called=None if row["called"] < 0 else int(row["called"]),
        ecart=tuple(acts["ecart"]) or None,
        chelem_decided=True,
        chelem_by=None if by < 0 else by,
        showings=showings,
        cards=tuple(acts["cards"]),
    )
