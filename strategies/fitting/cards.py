"""Two cards from the same position, each played on to the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fitting.tables import trial_table, value_of
from tarotsim.kernels import row as words
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.asking import seats_inside
from tarotsim.kernels.batch import begin_numbered
from tarotsim.kernels.deal import play_on
from tarotsim.kernels.results import RESULT_DTYPE, write_result
from tarotsim.kernels.row import ROW_WORDS, get, words_from
from tarotsim.kernels.table import set_rules
from tarotsim_strategies.expert import parameters as at
from tarotsim_strategies.expert import trials
from tarotsim_strategies.expert import vocabulary as term

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from tarotsim.kernels.policies import CompiledStrategy

    Numbers = npt.NDArray[np.float64]

__all__ = ["Moments", "Pairs", "try_cards"]

PLACES = 4
"""Places of a deal where another card is tried, one at a time."""
SPREAD = 4.0
"""Points of worth over which a card is tried less and less."""
CLOSE = 6.0
"""Points of u between two cards over which a pair counts less and less: what matters
is to tell apart cards that are nearly as good as each other."""
RIDGE = 30.0
RARE = 1e-3
"""A term that varies less than this from card to card is left out."""
_BLOCK, _IS_LEAD, _IS_ATTACK = 0, 1, 2


class Pairs(NamedTuple):
    """Pairs of cards.

    Parameters
    ----------
    kinds : int64 array (pairs, 2)
        Block of weights; 1 for leading, 0 for following.
    terms : float32 array (pairs, LEAD_COUNT)
        Terms of one card less those of the other.
    gains : float64 array (pairs,)
        What the one brought its side more than the other, in points of u.
    """

    kinds: npt.NDArray[np.int64]
    terms: npt.NDArray[np.float32]
    gains: Numbers


@kernel(entry=True)
def _drive(
    rules: Any,
    auction: Any,
    policies: Any,
    seed: Any,
    numbers: Any,
    tricks: Any,
    learners: Any,
    row: Any,
    kept: Any,
    end: Any,
    trial: Any,
    usual: Any,
    tried: Any,
    kinds: Any,
    terms: Any,
) -> Any:
    """Play deals, and again from some places; return how many pairs were written.

    A negative number is the status of an illegal act.
    """
    table, ended = words_from(row, 0), words_from(end, 0)
    seats = seats_inside(policies, table)
    set_rules(rules, table)
    count = 0
    for index in range(len(numbers)):
        trial[trials.IS_ON] = 0.0
        begin_numbered(rules, seed, numbers[index], table)
        for place in range(tricks.shape[1]):
            status = play_on(rules, auction, seats, table, tricks[index, place])
            if status != 0:
                return -status
            kept[place] = row
        status = play_on(rules, auction, seats, table, rules.hand_size)
        if status != 0:
            return -status
        end[:] = row
        if get(ended, words.OUTCOME) != 0:
            continue
        trial[trials.IS_ON] = 1.0
        for place in range(tricks.shape[1]):
            row[:] = kept[place]
            seat, trick = learners[index, place], tricks[index, place]
            turn = seat - get(table, words.LEADER)
            turn += rules.players if turn < 0 else 0
            trial[trials.TRICK], trial[trials.PLACE] = trick, turn
            trial[trials.OTHER] = (
                get(ended, words.TRICK_CARDS + trick) >> 8 * turn & 0xFF
            )
            trial[trials.TRIED] = -1.0
            status = play_on(rules, auction, seats, table, rules.hand_size)
            if status != 0:
                return -status
            if trial[trials.TRIED] < 0:
                continue
            kinds[count, _IS_ATTACK] = get(table, words.ATTACK) >> seat & 1
            kinds[count, _BLOCK] = int(trial[trials.BLOCK_NUMBER])
            kinds[count, _IS_LEAD] = int(trial[trials.IS_LEAD])
            write_result(rules, ended, usual[count])
            write_result(rules, table, tried[count])
            for term_index in range(terms.shape[1]):
                terms[count, term_index] = trial[trials.DIFFERENCE + term_index]
            count += 1
    return count


def try_cards(
    forms: Sequence[CompiledStrategy],
    learners: Sequence[int],
    judge: Sequence[float],
    numbers: range,
    seed: int,
    auction: str = "best:garde",
) -> Pairs:
    """Try other cards in some deals.

    Parameters
    ----------
    forms : sequence of CompiledStrategy (players,)
        Who plays.
    learners : sequence of int
        Seats whose cards are tried otherwise.
    judge : sequence of float
        Parameters of the expert that draws the card to try.
    numbers : range
        Deals.
    seed : int
    auction : str, optional
        By whom they are taken and at what contract.
    """
    deals = len(numbers)
    table = trial_table(forms, learners, "play", trials.CARD_WORDS, auction)
    table.words[: at.PARAMETERS] = judge
    table.words[trials.SPREAD] = SPREAD
    rng = np.random.default_rng([seed, numbers.start])
    last = table.table.rules.hand_size - 1
    tricks = np.sort(rng.integers(last, size=(deals, PLACES)), axis=1)
    chosen = rng.choice(np.array(learners), size=(deals, PLACES))
    most = deals * PLACES
    usual, tried = np.zeros(most, RESULT_DTYPE), np.zeros(most, RESULT_DTYPE)
    kinds = np.zeros((most, 3), dtype=np.int64)
    terms = np.zeros((most, term.LEAD_COUNT), dtype=np.float32)
    row = np.zeros(ROW_WORDS, dtype=np.uint64)
    count = _drive(
        table.table.vector,
        table.table.auction,
        table.seats,
        np.uint64(seed),
        np.array(numbers, dtype=np.uint64),
        tricks,
        chosen,
        row,
        np.zeros((PLACES, ROW_WORDS), dtype=np.uint64),
        row.copy(),
        table.words,
        usual,
        tried,
        kinds,
        terms,
    )
    assert count >= 0, f"illegal act at stage {-count}"
    gains = value_of(tried[:count]) - value_of(usual[:count])
    gains *= np.where(kinds[:count, _IS_ATTACK] == 1, 1.0, -1.0)
    return Pairs(kinds[:count, :2], terms[:count], gains)


class Moments:
    """Sums over pairs, from which the weights are found by ridge regression."""

    def __init__(self) -> None:
        size = term.LEAD_COUNT
        self.squares = np.zeros((term.BLOCKS, 2, size, size))
        self.products = np.zeros((term.BLOCKS, 2, size))
        self.counts = np.zeros((term.BLOCKS, 2))

    def add(self, pairs: Pairs, weights: Numbers) -> None:
        """Add pairs, the closer ones under the present weights with more effect."""
        for block in np.unique(pairs.kinds[:, _BLOCK]):
            for is_lead in (0, 1):
                here = pairs.kinds[:, _BLOCK] == block
                here &= pairs.kinds[:, _IS_LEAD] == is_lead
                first, count = _span(is_lead)
                terms = pairs.terms[here].astype(float)
                worth = terms[:, :count] @ weights[block, first : first + count]
                counts = 1.0 / (1.0 + (worth / CLOSE) ** 2)
                weighted = terms * counts[:, None]
                self.squares[block, is_lead] += weighted.T @ terms
                self.products[block, is_lead] += weighted.T @ pairs.gains[here]
                self.counts[block, is_lead] += counts.sum()

    def fade(self, share: float) -> None:
        """Keep a share of what earlier pairs said."""
        self.squares *= share
        self.products *= share
        self.counts *= share

    def solve(self, used: npt.NDArray[np.bool_]) -> Numbers:
        """Return the weights under which the worths differ as the outcomes do.

        Parameters
        ----------
        used : bool array (BLOCKS, BLOCK)
            Terms that may weigh something.
        """
        weights = np.zeros(used.shape)
        for block in range(term.BLOCKS):
            for is_lead in (0, 1):
                first, count = _span(is_lead)
                square = self.squares[block, is_lead, :count, :count]
                pairs = max(self.counts[block, is_lead], 1.0)
                scale = np.sqrt(np.diag(square) / pairs)
                is_used = (scale > RARE) & used[block, first : first + count]
                own = np.flatnonzero(is_used)
                scaled = square[np.ix_(own, own)] / np.outer(scale[own], scale[own])
                scaled += RIDGE * np.eye(len(own))
                target = self.products[block, is_lead, own] / scale[own]
                found = np.linalg.solve(scaled, target)
                weights[block, first + own] = found / scale[own]
        return weights


def _span(is_lead: int) -> tuple[int, int]:
    """Return where the terms of leading or following begin in a block, and how many."""
    return (0, term.LEAD_COUNT) if is_lead else (term.LEAD_COUNT, term.FOLLOW_COUNT)
