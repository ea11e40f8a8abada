"""Count the deals that fulfil conditions, and how to deal them one by one.

Cards that count alike in every condition are a block, piles that do so are a group.
Blocks are dealt one after the other; all that matters for the rest of the deal is how
many places each group has left and what each condition has got so far. The ways to
finish from such a state are counted exactly, from the last block back to the first, so
that a split can be drawn by its exact share of them. Once the last card that counts
is dealt all is equally likely, and nothing need be counted.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, gcd, prod
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tarotsim.game.cards import CARD_COUNT
from tarotsim.game.conditions import SPLIT_DRAWS, Condition, DealTables
from tarotsim.game.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["MOST_CHOICES", "Counted", "count_deals", "tables_for"]

MOST_CHOICES = 400_000
"""Steps of the counting after which conditions are refused as too many at a time."""
_BUDGETS = (4_000, 40_000, MOST_CHOICES)
"""Steps after which the other order of the conditions is tried, then more steps."""

_State: TypeAlias = tuple[tuple[int, ...], int, tuple[int, ...]]
"""Places left in each group, cards left of the block, totals of the conditions."""


class Counted(NamedTuple):
    """What came out of counting.

    Parameters
    ----------
    chance : Fraction
        Share of all deals that fulfil the conditions.
    tables : DealTables or None
        How to deal them, with salt 0; None if there are none.
    """

    chance: Fraction
    tables: DealTables | None


class _Block(NamedTuple):
    cards: tuple[int, ...]
    values: tuple[int, ...]
    """What each of its cards counts in each condition."""
    groups: tuple[int, ...]
    """Group of each pile."""
    members: tuple[tuple[int, ...], ...]
    """Conditions in which each group counts."""
    rest: tuple[int, ...]
    """What the cards of later blocks count together in each condition."""


class _Choice(NamedTuple):
    take: int
    ways: int
    target: int


@lru_cache(maxsize=512)
def count_deals(sizes: tuple[int, ...], conditions: frozenset[Condition]) -> Counted:
    """Count the deals that fulfil all conditions and tabulate how to deal them.

    Parameters
    ----------
    sizes : tuple of int (piles,)
        Cards of each seat, then of the chien; 78 together.
    conditions : frozenset of Condition

    Returns
    -------
    Counted

    Raises
    ------
    RulesError
        If counting would take more than `MOST_CHOICES` steps.

    Examples
    --------
    The Petit is in the chien of four players in one deal of thirteen:

    >>> from tarotsim.game.cards import PETIT
    >>> weights = tuple(int(card == PETIT) for card in range(78))
    >>> petit = Condition(frozenset({4}), weights, 1, 1)
    >>> count_deals((18, 18, 18, 18, 6), frozenset({petit})).chance
    Fraction(1, 13)
    """
    reduced = _reduced(sizes, conditions)
    if reduced is None:
        return Counted(Fraction(0), None)
    blocks, levels = _explored(sizes, reduced)
    counts = _count_back(levels)
    ways = counts[0][0] if levels else 1
    if not ways:
        return Counted(Fraction(0), None)
    dealt = [len(block.cards) for block in blocks]
    left = sum(sizes) - sum(dealt)
    everything = factorial(sum(sizes)) // factorial(left)
    chance = Fraction(ways * prod(map(factorial, dealt)), everything)
    return Counted(chance, _flatten(sizes, blocks, levels, counts))


def tables_for(counted: Counted, salt: int) -> DealTables:
    """Return the tables of conditions that can be fulfilled, with a salt."""
    assert counted.tables is not None
    return counted.tables._replace(salt=salt)


def _reduced(
    sizes: Sequence[int], conditions: Iterable[Condition]
) -> list[Condition] | None:
    """Return the conditions in their smallest form; None if one cannot be met.

    The number of cards in a pile is known, so that a weight of all cards can be taken
    off: what is left counts fewer cards, and is done with sooner.
    """
    ranges: dict[tuple[frozenset[int], tuple[int, ...]], tuple[int, int]] = {}
    for piles, weights, low, high in conditions:
        places = sum(sizes[pile] for pile in piles)
        usual = Counter(weights).most_common(1)[0][0]
        if usual not in (min(weights), max(weights)):
            usual = min(weights)
        sign = -1 if usual == max(weights) else 1
        own = tuple(sign * (weight - usual) for weight in weights)
        ends = sorted(sign * (end - usual * places) for end in (low, high))
        step = gcd(*own) or 1
        own = tuple(weight // step for weight in own)
        least, most = -(-ends[0] // step), ends[1] // step
        if low > high or least > most:
            return None
        old = ranges.get((piles, own), (0, sum(sorted(own)[-places:])))
        both = max(old[0], least), min(old[1], most)
        if both[0] > both[1]:
            return None
        ranges[piles, own] = both
    reduced = [Condition(*key, *both) for key, both in ranges.items()]
    # The order has to be the same everywhere: the tables hang on it.
    reduced.sort(key=lambda c: (sum(map(bool, c.weights)), sorted(c.piles), c.weights))
    return [
        c
        for c in reduced
        if c.low > 0
        or c.high < sum(sorted(c.weights)[-sum(sizes[p] for p in c.piles) :])
    ]


def _blocks(sizes: Sequence[int], conditions: Sequence[Condition]) -> list[_Block]:
    """Return the blocks that count, in the order in which they are dealt."""
    kinds: dict[tuple[int, ...], list[int]] = {}
    for card in range(CARD_COUNT):
        values = tuple(c.weights[card] for c in conditions)
        if any(values):
            kinds.setdefault(values, []).append(card)

    # The cards of the first condition first: it is done with before the others.
    ordered = sorted(kinds, reverse=True)
    blocks = []
    for place, values in enumerate(ordered):
        later = ordered[place + 1 :]
        rest = tuple(
            sum(own[j] * len(kinds[own]) for own in later)
            for j in range(len(conditions))
        )
        alive = [j for j in range(len(conditions)) if values[j] or rest[j]]
        signatures = [
            tuple(j for j in alive if pile in conditions[j].piles)
            for pile in range(len(sizes))
        ]
        # The piles that nothing is asked of come last.
        members = sorted(set(signatures), key=lambda s: (not s, s))
        groups = tuple(members.index(signature) for signature in signatures)
        blocks.append(
            _Block(tuple(kinds[values]), values, groups, tuple(members), rest)
        )
    return blocks


_Level: TypeAlias = list[list[_Choice]]
"""One step: for each state in which it may begin, the choices."""


def _explored(
    sizes: Sequence[int], conditions: Sequence[Condition]
) -> tuple[list[_Block], list[_Level]]:
    """Follow every split, in an order of the conditions that takes few steps.

    The cards of the first condition are dealt first, and nothing of it need be known
    once they are. Whether one of few cards should come first or one of many shows when
    it is tried.

    Raises
    ------
    RulesError
        If every order takes too many steps.
    """
    for budget in _BUDGETS:
        for order in (conditions, conditions[::-1]):
            blocks = _blocks(sizes, order)
            levels = _explore(sizes, blocks, order, budget)
            if levels is not None:
                return blocks, levels
    raise RulesError(
        "these conditions together are too many to be counted exactly (more than "
        f"{MOST_CHOICES} steps): ask for less, or give some of them as a predicate, "
        "which is met by trying"
    )


def _explore(
    sizes: Sequence[int],
    blocks: Sequence[_Block],
    conditions: Sequence[Condition],
    budget: int,
) -> list[_Level] | None:
    """Follow every split from the first block on; None if it takes too many steps."""
    levels: list[_Level] = []
    if not blocks:
        return levels
    steps = 0
    places = tuple(
        sum(
            size
            for size, own in zip(sizes, blocks[0].groups, strict=True)
            if own == group
        )
        for group in range(len(blocks[0].members))
    )
    states: dict[_State, int] = {
        (places, len(blocks[0].cards), (0,) * len(conditions)): 0
    }
    for index, block in enumerate(blocks):
        follower = blocks[index + 1] if index + 1 < len(blocks) else None
        last_step = len(block.members) - 2
        for step in range(last_step + 1):
            targets: dict[_State, int] = {}
            level: list[list[_Choice]] = []
            for state in states:
                choices = []
                for take, ways, then in _splits(block, step, state, conditions):
                    target: _State | None = then
                    if step == last_step:
                        target = _next(block, follower, then, conditions)
                        if target is None:
                            continue
                    assert target is not None
                    place = targets.setdefault(target, len(targets))
                    choices.append(_Choice(take, ways, place))
                level.append(choices)
                steps += len(choices)
                if steps > budget:
                    return None
            levels.append(level)
            states = targets
    return levels


def _splits(
    block: _Block, step: int, state: _State, conditions: Sequence[Condition]
) -> Iterable[tuple[int, int, _State]]:
    """Yield what a group may take, in how many ways, and the state behind it.

    The last group takes what is left together with the one before it.
    """
    places, left, totals = state
    is_last = step == len(places) - 2
    behind = sum(places[step + 1 :])
    for take in range(max(0, left - behind), min(left, places[step]) + 1):
        taken = [(step, take)]
        if is_last:
            taken.append((step + 1, left - take))
        new_places, new_totals, ways = list(places), list(totals), 1
        for group, count in taken:
            ways *= comb(places[group], count)
            new_places[group] -= count
            for j in block.members[group]:
                new_totals[j] += count * block.values[j]
        if all(new_totals[j] <= conditions[j].high for j in block.members[step]):
            left_over = 0 if is_last else left - take
            yield take, ways, (tuple(new_places), left_over, tuple(new_totals))


def _next(
    block: _Block,
    follower: _Block | None,
    state: _State,
    conditions: Sequence[Condition],
) -> _State | None:
    """Return the state in which the next block begins; None if all is lost."""
    places, _, totals = state
    kept = []
    for total, rest, condition in zip(totals, block.rest, conditions, strict=True):
        if total + rest < condition.low or total > condition.high:
            return None
        # Once nothing can go wrong, or nothing more can come, the total says nothing.
        is_met = total >= condition.low and total + rest <= condition.high
        kept.append(condition.low if is_met else total)
    if follower is None:
        return (), 0, ()
    merged = [0] * len(follower.members)
    seen = set()
    for old, new in zip(block.groups, follower.groups, strict=True):
        if old not in seen:
            seen.add(old)
            merged[new] += places[old]
    return tuple(merged), len(follower.cards), tuple(kept)


def _count_back(levels: Sequence[_Level]) -> list[list[int]]:
    """Count the ways to finish from each state of each level, and from the end."""
    counts: list[list[int]] = [[1]]
    for level in reversed(levels):
        behind = counts[-1]
        counts.append(
            [
                sum(choice.ways * behind[choice.target] for choice in choices)
                for choices in level
            ]
        )
    return counts[::-1]


def _flatten(
    sizes: Sequence[int],
    blocks: Sequence[_Block],
    levels: Sequence[_Level],
    counts: Sequence[Sequence[int]],
) -> DealTables:
    """Write the states from which there is a way to the end into tables."""
    names: list[dict[int, int]] = []
    total = 0
    for level_counts in counts:
        alive = [place for place, ways in enumerate(level_counts) if ways]
        names.append({place: total + i for i, place in enumerate(alive)})
        total += len(alive)
    offsets, thresholds, takes, targets = [0], [], [], []
    for index, level in enumerate(levels):
        behind = counts[index + 1]
        for place in names[index]:
            everything, running = counts[index][place], 0
            for take, ways, target in level[place]:
                share = ways * behind[target]
                if share:
                    running += share
                    thresholds.append(min((running << 64) // everything, (1 << 64) - 1))
                    takes.append(take)
                    targets.append(names[index + 1][target])
            offsets.append(len(takes))
    counted = [card for block in blocks for card in block.cards]
    others = [card for card in range(CARD_COUNT) if card not in set(counted)]
    assert SPLIT_DRAWS >= CARD_COUNT
    groups = [block.groups for block in blocks]
    if others:
        groups.append((0,) * len(sizes))
    return DealTables(
        salt=0,
        order=(*counted, *others),
        sizes=tuple(len(part) for part in (*(b.cards for b in blocks), others) if part),
        group_counts=tuple(max(own) + 1 for own in groups),
        groups=tuple(groups),
        offsets=tuple(offsets),
        thresholds=tuple(thresholds),
        takes=tuple(takes),
        targets=tuple(targets),
    )
