"""Dealing under conditions: every deal that fulfils them equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarotsim.game.cards import CARD_COUNT, sort_cards
from tarotsim.game.conditions import DRAW_BITS, SPLIT_DRAWS
from tarotsim.game.keys import bounded, deal_key, draw, mix
from tarotsim.game.records import Deal

if TYPE_CHECKING:
    from tarotsim.game.cards import Card
    from tarotsim.game.conditions import DealTables
    from tarotsim.game.rules import RuleSet

__all__ = ["deal_under", "split_blocks"]


def deal_under(
    rules: RuleSet,
    tables: DealTables,
    seed: int,
    number: int,
    attempt: int = 0,
    given: str | None = None,
) -> Deal:
    """Deal the pack of one number of a run under conditions.

    Parameters
    ----------
    rules : RuleSet
    tables : DealTables
        From `tarotsim.stats.conditional`, for the sizes of these rules.
    seed, number : int
        Seed of the run and number of the deal.
    attempt : int, optional
        Which try: deals that a predicate refused are dealt again under the next one.
    given : str, optional
        The conditions in words, for the deal to tell.

    Returns
    -------
    Deal
        The dealer is seat ``number % players`` (R1.6).

    Notes
    -----
    The chance of a split is off by less than 2**-63, that of a card's group or pile
    by less than 2**-25, as in `tarotsim.reference.dealing.deal_cards`.

    References
    ----------
    R1.1, R1.6.
    """
    players = rules.players
    key = mix(deal_key(seed, number) ^ tables.salt)
    first = attempt << DRAW_BITS
    places = [rules.hand_size] * players + [rules.chien_size]
    piles: list[list[Card]] = [[] for _ in places]
    place = 0
    for block, counts in enumerate(split_blocks(tables, key, first)):
        groups = tables.groups[block]
        for left in range(tables.sizes[block], 0, -1):
            bits = draw(key, first + place)
            group = _pick(bounded(bits, left), counts)
            counts[group] -= 1
            inside = [
                free if own == group else 0
                for free, own in zip(places, groups, strict=True)
            ]
            # The group took the high half of the draw, the pile takes the low one.
            pile = _pick(bounded(bits << 32 & _MASK, sum(inside)), inside)
            places[pile] -= 1
            piles[pile].append(tables.order[place])
            place += 1
    assert place == CARD_COUNT
    return Deal(
        players=players,
        dealer=number % players,
        hands=tuple(sort_cards(pile) for pile in piles[:players]),
        chien=sort_cards(piles[players]),
        seed=seed,
        number=number,
        given=given,
    )


def split_blocks(tables: DealTables, key: int, first: int) -> list[list[int]]:
    """Choose how many cards of each block go to each of its groups.

    Parameters
    ----------
    tables : DealTables
    key : int
        Key of the draws.
    first : int
        Counter of the attempt's first draw.

    Returns
    -------
    list of list of int (blocks, groups)
    """
    state, step = 0, 0
    split = []
    for size, group_count in zip(tables.sizes, tables.group_counts, strict=True):
        counts = []
        for _ in range(group_count - 1):
            choice, last = tables.offsets[state], tables.offsets[state + 1] - 1
            bits = draw(key, first + SPLIT_DRAWS + step)
            while choice < last and bits >= tables.thresholds[choice]:
                choice += 1
            counts.append(tables.takes[choice])
            state = tables.targets[choice]
            step += 1
        split.append([*counts, size - sum(counts)])
    return split


_MASK = (1 << 64) - 1


def _pick(number: int, counts: list[int]) -> int:
    """Return the place whose share of the running sum holds a number."""
    place = 0
    while number >= counts[place]:
        number -= counts[place]
        place += 1
    return place
