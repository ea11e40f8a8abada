"""What a deal is asked to hold, and how to deal it: plain numbers for both engines.

A `Condition` bounds the total of some cards in some piles. Piles are numbered as
everywhere: seat ``s`` is pile ``s``, the chien is pile ``players``.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["DRAW_BITS", "SPLIT_DRAWS", "Condition", "DealTables"]

DRAW_BITS = 10
"""An attempt has 2**10 draws: draw ``i`` of attempt ``a`` is ``(a << 10) | i``."""

SPLIT_DRAWS = 128
"""Draws 0 to 77 of an attempt place the cards, those from here on the splits."""


class Condition(NamedTuple):
    """The total of some cards in some piles lies in a range.

    Parameters
    ----------
    piles : frozenset of int
        Seats, and the number of players for the chien; at least one pile is not in it.
    weights : tuple of int (78,)
        What each card counts for, 0 or more.
    low, high : int
        Least and greatest total.
    """

    piles: frozenset[int]
    weights: tuple[int, ...]
    low: int
    high: int


class DealTables(NamedTuple):
    """How to deal all deals of some conditions with equal probability.

    The cards are dealt block by block. The cards of a block count alike, and so do
    the piles of one of its groups. First each block is split: step by step, how many
    of its cards go to each of its groups but the last, which gets what is left. Then
    its cards are dealt one by one, to a group by the cards that it still gets, and to
    a pile of the group by the places left there.

    Parameters
    ----------
    salt : int
        64 bits by which the key of a deal's cards is changed, so that runs under
        different conditions have different deals.
    order : tuple of int (78,)
        The cards, block by block.
    sizes : tuple of int (blocks,)
        Cards of each block.
    group_counts : tuple of int (blocks,)
        Groups of each block.
    groups : tuple of tuple of int (blocks, players + 1)
        Group of each pile in each block.
    offsets : tuple of int (states + 1,)
        First choice of each state; the next state's first ends them. The walk begins
        in state 0.
    thresholds : tuple of int (choices,)
        A choice is taken if the 64-bit draw is below its threshold and not below the
        one before; the last one of a state also takes all draws above.
    takes : tuple of int (choices,)
        Cards that the group gets.
    targets : tuple of int (choices,)
        The next state.
    """

    salt: int
    order: tuple[int, ...]
    sizes: tuple[int, ...]
    group_counts: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]
    offsets: tuple[int, ...]
    thresholds: tuple[int, ...]
    takes: tuple[int, ...]
    targets: tuple[int, ...]
