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
from tarotsim_strategies.expert import trials
from tarotsim_strategies.expert import vocabulary as term

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from tarotsim.kernels.policies import CompiledStrategy

__all__ = ["Pairs", "fit_cards", "try_cards"]

_BLOCK, _IS_LEAD, _IS_ATTACK = 0, 1, 2
CLOSE = 6.0
"""Points of u between two cards over which a pair counts less and less: what matters
is to tell apart cards that are nearly as good as each other."""
RIDGE = 30.0


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
    gains: npt.NDArray[np.float64]


@kernel(entry=True)
def _drive(
    rules: Any,
    auction: Any,
    policies: Any,
    seed: Any,
    numbers: Any,
    lots: Any,
    row: Any,
    kept: Any,
    trial: Any,
    usual: Any,
    tried: Any,
    kinds: Any,
    terms: Any,
) -> Any:
    """Play deals twice from a place drawn by lot; return how many pairs were written.

    A negative number is the status of an illegal act.
    """
    table = words_from(row, 0)
    seats = seats_inside(policies, table)
    set_rules(rules, table)
    count = 0
    for index in range(len(numbers)):
        trick = int(lots[index, 0] * (rules.hand_size - 1))
        place = int(lots[index, 1] * rules.players)
        trial[trials.TRICK], trial[trials.PLACE] = trick, place
        trial[trials.IS_ON], trial[trials.LOT] = 0.0, lots[index, 2]
        begin_numbered(rules, seed, numbers[index], table)
        status = play_on(rules, auction, seats, table, trick)
        if status == 0 and get(table, words.STAGE) == words.OVER:
            continue
        kept[:] = row
        if status == 0:
            status = play_on(rules, auction, seats, table, rules.hand_size)
        if status != 0:
            return -status
        played = get(table, words.TRICK_CARDS + trick)
        seat = (played >> words.LEADER_SHIFT & 0xFF) + place
        seat -= rules.players if seat >= rules.players else 0
        kinds[count, _IS_ATTACK] = get(table, words.ATTACK) >> seat & 1
        write_result(rules, table, usual[count])
        row[:] = kept
        trial[trials.IS_ON], trial[trials.TRIED] = 1.0, -1.0
        trial[trials.OTHER] = played >> 8 * place & 0xFF
        status = play_on(rules, auction, seats, table, rules.hand_size)
        if status != 0:
            return -status
        if trial[trials.TRIED] < 0:
            continue
        write_result(rules, table, tried[count])
        kinds[count, _BLOCK] = int(trial[trials.BLOCK_NUMBER])
        kinds[count, _IS_LEAD] = int(trial[trials.IS_LEAD])
        for term_index in range(terms.shape[1]):
            terms[count, term_index] = trial[trials.DIFFERENCE + term_index]
        count += 1
    return count


def try_cards(
    players: int,
    forms: Sequence[CompiledStrategy],
    general: Sequence[float],
    numbers: range,
    seed: int,
) -> Pairs:
    """Try another card in each of some deals, garde by the best hand.

    Parameters
    ----------
    players : int
    forms : sequence of CompiledStrategy (players,)
        Who plays.
    general : sequence of float
        General parameters of the expert, for what a seat knows.
    numbers : range
        Deals.
    seed : int
    """
    deals = len(numbers)
    table = trial_table(players, forms, "play", trials.CARD_WORDS, "best:garde")
    table.words[: term.GENERAL] = general[: term.GENERAL]
    lots = np.random.default_rng([seed, numbers.start]).random((deals, 3))
    usual, tried = np.zeros(deals, RESULT_DTYPE), np.zeros(deals, RESULT_DTYPE)
    kinds = np.zeros((deals, 3), dtype=np.int64)
    terms = np.zeros((deals, term.LEAD_COUNT), dtype=np.float32)
    row = np.zeros(ROW_WORDS, dtype=np.uint64)
    count = _drive(
        table.table.vector,
        table.table.auction,
        table.seats,
        np.uint64(seed),
        np.array(numbers, dtype=np.uint64),
        lots,
        row,
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
    return Pairs(kinds[:count, :2].copy(), terms[:count].copy(), gains)


def fit_cards(
    weights: npt.NDArray[np.float64], data: Sequence[Pairs]
) -> npt.NDArray[np.float64]:
    """Return the weights under which the worths differ as the outcomes do.

    Parameters
    ----------
    weights : float64 array (BLOCKS, BLOCK)
        Kept where there are too few pairs.
    data : sequence of Pairs

    Notes
    -----
    Ridge regression, pairs weighted by how close the cards were found to be.
    """
    kinds = np.concatenate([pairs.kinds for pairs in data])
    terms = np.concatenate([pairs.terms for pairs in data])
    gains = np.concatenate([pairs.gains for pairs in data])
    fitted = weights.copy()
    for block in np.unique(kinds[:, _BLOCK]):
        for is_lead in (0, 1):
            here = (kinds[:, _BLOCK] == block) & (kinds[:, _IS_LEAD] == is_lead)
            if here.sum() < 500:
                continue
            first = 0 if is_lead else term.LEAD_COUNT
            count = term.LEAD_COUNT if is_lead else term.FOLLOW_COUNT
            found = _regress(terms[here, :count].astype(float), gains[here])
            fitted[block, first : first + count] = found
    return fitted


def _regress(
    terms: npt.NDArray[np.float64], gains: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    scale = np.sqrt((terms**2).mean(0))
    used = scale > 1e-3
    scaled = terms[:, used] / scale[used]
    counts = np.ones(len(gains))
    found = np.zeros(used.sum())
    for _ in range(3):
        weighted = scaled * counts[:, None]
        square = weighted.T @ scaled + RIDGE * np.eye(len(found))
        found = np.linalg.solve(square, weighted.T @ gains)
        counts = 1.0 / (1.0 + (scaled @ found / CLOSE) ** 2)
    whole = np.zeros(len(used))
    whole[used] = found / scale[used]
    return whole
