"""The deals of a run under a condition, many at a time, as the kernels take them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from tarotsim.engine.dealing import MOST_ATTEMPTS, hopeless, tables_of
from tarotsim.game.cards import sort_cards
from tarotsim.game.layout import MAX_PLAYERS
from tarotsim.game.records import Deal
from tarotsim.kernels import batch
from tarotsim.kernels.bits import CODES
from tarotsim.kernels.given import GivenArrays, deal_numbered_under
from tarotsim.kernels.packing import cards_of, pack_rules
from tarotsim.kernels.row import CHIEN_PILE

if TYPE_CHECKING:
    from tarotsim.engine.given import Given
    from tarotsim.engine.terms import Term
    from tarotsim.game.rules import RuleSet

__all__ = ["DealtWords", "deal_words", "unpack_deal"]


class DealtWords(NamedTuple):
    """Deals under a condition.

    Parameters
    ----------
    words : uint64 array (deals, GIVEN_WORDS)
        What `tarotsim.kernels.batch.play_given` reads.
    attempts : int64 array (deals,)
        Deals that were tried for each, 1 or more.
    """

    words: npt.NDArray[np.uint64]
    attempts: npt.NDArray[np.int64]


@lru_cache(maxsize=64)
def _arrays(rules: RuleSet, terms: tuple[Term, ...]) -> GivenArrays:
    tables = tables_of(rules, terms)
    groups = np.full((len(tables.groups), MAX_PLAYERS + 1), -1, dtype=np.int64)
    for block, own in enumerate(tables.groups):
        groups[block, : rules.players] = own[:-1]
        groups[block, MAX_PLAYERS] = own[-1]

    def whole(values: tuple[int, ...]) -> npt.NDArray[np.int64]:
        return np.array(values, dtype=np.int64)

    return GivenArrays(
        salt=np.uint64(tables.salt),
        codes=whole(tuple(CODES[card] for card in tables.order)),
        sizes=whole(tables.sizes),
        group_counts=whole(tables.group_counts),
        groups=groups.reshape(-1),
        offsets=whole(tables.offsets),
        thresholds=np.array(tables.thresholds, dtype=np.uint64),
        takes=whole(tables.takes),
        targets=whole(tables.targets),
    )


def deal_words(
    rules: RuleSet, given: Given, seed: int, numbers: npt.NDArray[np.uint64]
) -> DealtWords:
    """Deal some numbers of a run under a condition.

    Parameters
    ----------
    rules : RuleSet
    given : Given
    seed : int
    numbers : uint64 array (deals,)

    Returns
    -------
    DealtWords
        Card for card what `tarotsim.engine.dealing.deal_number` deals.

    Raises
    ------
    TarotError
        If none of `MOST_ATTEMPTS` deals satisfies the predicates.
    """
    arrays, vector = _arrays(rules, given.terms), pack_rules(rules)
    scratch = np.zeros((3, MAX_PLAYERS + 1), dtype=np.int64)
    words = np.zeros((len(numbers), batch.GIVEN_WORDS), dtype=np.uint64)
    attempts = np.zeros(len(numbers), dtype=np.int64)
    left = np.arange(len(numbers))
    while len(left):
        tried = np.zeros((len(left), batch.GIVEN_WORDS), dtype=np.uint64)
        deal_numbered_under(
            vector,
            arrays,
            np.uint64(seed),
            numbers[left],
            attempts[left],
            scratch,
            tried,
        )
        attempts[left] += 1
        words[left] = tried
        if not given.predicates:
            break
        accepted = [
            given.accepts(unpack_deal(rules, seed, own, given)) for own in tried
        ]
        left = left[~np.array(accepted)]
        if len(left) and attempts[left[0]] >= MOST_ATTEMPTS:
            found = np.delete(attempts, left)
            raise hopeless(given, int(numbers[left[0]]), len(found), int(found.sum()))
    return DealtWords(words, attempts)


def unpack_deal(
    rules: RuleSet, seed: int, words: npt.NDArray[np.uint64], given: Given
) -> Deal:
    """Return a deal of `deal_words` as an object.

    Parameters
    ----------
    rules : RuleSet
    seed : int
    words : uint64 array (GIVEN_WORDS,)
    given : Given
        The condition that it was dealt under.
    """
    places = [*range(0, 2 * rules.players, 2), CHIEN_PILE]
    piles = [
        sort_cards(cards_of(*words[first : first + 2]))
        for first in (batch.GIVEN_PILES + place for place in places)
    ]
    return Deal(
        players=rules.players,
        dealer=int(words[batch.GIVEN_DEALER]),
        hands=tuple(piles[:-1]),
        chien=piles[-1],
        seed=seed,
        number=int(words[batch.GIVEN_NUMBER]),
        given=str(given),
    )
