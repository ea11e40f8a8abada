"""Auctions in which one position bids otherwise, played on to the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fitting.tables import trial_table
from tarotsim.game.layout import Outcome
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
from tarotsim_strategies.expert.bidding import JUMP, MEASURE_COUNT, measure

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from tarotsim.kernels.policies import CompiledStrategy

    Numbers = npt.NDArray[np.float64]

__all__ = ["Auctions", "fit_auctions", "try_bids"]

CHANCES = (0.3, 0.15, 0.3, 0.15, 0.1)
"""How often a pass and each contract are tried."""
WIDTHS = (8, 10, 12, 14, 16, 18, 20, 24, 28, 32, 40)
"""Widths of the curve of scores that are tried, in points of gap."""
MOST_GAP = 60
_POSITION, _HIGHEST, _BID, _SEAT = range(4)
_TRUMPS, _TWENTY_ONE, _PETIT, _EXCUSE = 1, 5, 6, 8
_NOBODY_TOOK = int(Outcome.ALL_PASS)


class Auctions(NamedTuple):
    """Deals in which a position's bid was drawn by lot.

    Parameters
    ----------
    rows : structured array (deals,)
    measures : float64 array (deals, MEASURE_COUNT)
        Of the hand that bid by lot.
    acts : int64 array (deals, 4)
        Its position, the highest bid before, what it bid, its seat.
    """

    rows: npt.NDArray[Any]
    measures: Numbers
    acts: npt.NDArray[np.int64]


@kernel(entry=True)
def _drive(
    rules: Any,
    auction: Any,
    policies: Any,
    seed: Any,
    numbers: Any,
    wanted: Any,
    row: Any,
    trial: Any,
    rows: Any,
    measures: Any,
    acts: Any,
) -> Any:
    """Play deals with a bid by lot; return how many were written."""
    table = words_from(row, 0)
    seats = seats_inside(policies, table)
    set_rules(rules, table)
    count = 0
    for index in range(len(numbers)):
        begin_numbered(rules, seed, numbers[index], table)
        position = wanted[index, 0]
        seat = (get(table, words.DEALER) + 1 + position) % rules.players
        pile = words.PILES + 2 * seat
        found = measure(table[pile], table[pile + 1])
        for term in range(MEASURE_COUNT):
            measures[count, term] = found[term]
        trial[trials.POSITION], trial[trials.WANTED] = position, wanted[index, 1]
        status = play_on(rules, auction, seats, table, rules.hand_size)
        if status != 0:
            return -status
        if get(table, words.OUTCOME) > _NOBODY_TOOK:
            continue
        bids, highest = get(table, words.BIDS), 0
        for before in range(position):
            highest = max(highest, bids >> 4 * before & 0xF)
        write_result(rules, table, rows[count])
        acts[count, _POSITION], acts[count, _HIGHEST] = position, highest
        acts[count, _BID], acts[count, _SEAT] = bids >> 4 * position & 0xF, seat
        count += 1
    return count


def try_bids(
    players: int, forms: Sequence[CompiledStrategy], numbers: range, seed: int
) -> Auctions:
    """Let one position of each deal bid by lot, and play the deals.

    Parameters
    ----------
    players : int
    forms : sequence of CompiledStrategy (players,)
    numbers : range
    seed : int
    """
    deals = len(numbers)
    table = trial_table(forms, range(players), "bid", 2)
    rng = np.random.default_rng([seed, numbers.start])
    positions = rng.integers(players, size=deals)
    wanted = np.stack([positions, rng.choice(5, size=deals, p=CHANCES)], axis=1)
    rows = np.zeros(deals, RESULT_DTYPE)
    measures = np.zeros((deals, MEASURE_COUNT))
    acts = np.zeros((deals, 4), dtype=np.int64)
    count = _drive(
        table.table.vector,
        table.table.auction,
        table.seats,
        np.uint64(seed),
        np.array(numbers, dtype=np.uint64),
        wanted,
        np.zeros(ROW_WORDS, dtype=np.uint64),
        table.words,
        rows,
        measures,
        acts,
    )
    assert count >= 0, f"illegal act at stage {-count}"
    return Auctions(rows[:count], measures[:count], acts[:count])


def fit_auctions(players: int, data: Auctions) -> Numbers:
    """Return the bidding parameters of one number of players.

    Parameters
    ----------
    players : int
    data : Auctions

    Returns
    -------
    float64 array (BIDDING_COUNT,)
    """
    params = np.zeros(at.BIDDING_COUNT)
    rows, acts = data.rows, data.acts
    scores = np.stack([rows[f"score_{seat}"] for seat in range(players)], axis=1)
    score = scores[np.arange(len(rows)), acts[:, _SEAT]].astype(float)
    took = (rows["taker"] == acts[:, _SEAT]) & (rows["outcome"] == Outcome.PLAYED)
    for bid in range(1, 5):
        here = took & (acts[:, _BID] == bid)
        _fit_contract(params, bid, data, here, score)
    for bid in range(1, 5):
        _fit_overbids(params, bid, data, took, score)
    for behind in range(players):
        for highest in range(5):
            _fit_pass(params, behind, highest, data, score)
    return params


def _fit_contract(
    params: Numbers, bid: int, data: Auctions, here: Any, score: Numbers
) -> None:
    """Fit the gap by the measures, then the score by the gap."""
    raised = [data.acts[here, _HIGHEST] == lower for lower in range(1, 4)]
    terms = np.column_stack([data.measures[here], *raised]).astype(float)
    gaps = np.clip(data.rows["gap"][here].astype(float), -MOST_GAP, MOST_GAP)
    scale = np.sqrt((terms**2).mean(0)) + 1e-9
    counts: Numbers = np.ones(len(gaps))
    found: Numbers = np.zeros(terms.shape[1])
    for _ in range(4):
        found = _solve(terms / scale, counts, gaps, 5.0)
        found /= scale
        # Hands for which the bid is in doubt count most.
        doubt: Numbers = terms @ found / 20.0
        counts = 1.0 / (1.0 + doubt**2)
    start = at.GAPS + MEASURE_COUNT * (bid - 1)
    params[start : start + MEASURE_COUNT] = found[:MEASURE_COUNT]
    shifts = at.SHIFTS + 4 * (bid - 1) + 1
    params[shifts : shifts + 3] = found[MEASURE_COUNT:]
    expected, best = terms @ found, np.inf
    for width in WIDTHS:
        curve = expected + JUMP * np.tanh(expected / width)
        columns = np.column_stack([np.ones(len(curve)), curve])
        line = _solve(columns, counts, score[here], 0.0)
        error = float((counts * (score[here] - columns @ line) ** 2).sum())
        if error < best:
            place, best = at.CURVES + 3 * (bid - 1), error
            params[place : place + 3] = *line, width


def _fit_overbids(
    params: Numbers, bid: int, data: Auctions, took: Any, score: Numbers
) -> None:
    """Find how often a sensible bid is overbid, and what that brings."""
    start = at.GAPS + MEASURE_COUNT * (bid - 1)
    gaps = data.measures @ params[start : start + MEASURE_COUNT]
    for position in range(5):
        here = (data.acts[:, _BID] == bid) & (data.acts[:, _POSITION] == position)
        here &= gaps > -15
        lost = here & ~took
        # Positions are counted from behind in the parameters.
        place = 5 * (bid - 1) + int(data.acts[:, _POSITION].max()) - position
        if here.sum() >= 30 and lost.sum() >= 20:
            params[at.OVERBID + place] = lost.sum() / here.sum()
            cell = at.OVERBID_SCORE + 4 * place
            params[cell : cell + 4] = _by_hand(params, data.measures[lost], score[lost])


def _fit_pass(
    params: Numbers, behind: int, highest: int, data: Auctions, score: Numbers
) -> None:
    """Fit what a pass brings, by garde's expected gap, trumps and bouts."""
    last = int(data.acts[:, _POSITION].max())
    here = (data.acts[:, _BID] == 0) & (data.acts[:, _HIGHEST] == highest)
    here &= data.acts[:, _POSITION] == last - behind
    if here.sum() < 200:
        return
    cell = at.PASSES + 4 * (5 * behind + highest)
    params[cell : cell + 4] = _by_hand(params, data.measures[here], score[here])


def _by_hand(params: Numbers, hands: Numbers, score: Numbers) -> Numbers:
    """Fit the score of a hand that does not take, by garde's gap, trumps and bouts."""
    start = at.GAPS + MEASURE_COUNT
    gaps = hands @ params[start : start + MEASURE_COUNT]
    bouts = hands[:, _TWENTY_ONE] + hands[:, _PETIT] + hands[:, _EXCUSE]
    terms = np.column_stack([np.ones(len(gaps)), gaps, hands[:, _TRUMPS], bouts])
    counts: Numbers = 1.0 / (1.0 + (gaps / 30.0) ** 2)
    return _solve(terms, counts, score, 5.0)


def _solve(terms: Numbers, counts: Numbers, values: Numbers, ridge: float) -> Numbers:
    """Return the coefficients of a weighted ridge regression."""
    weighted = terms * counts[:, None]
    square = weighted.T @ terms + ridge * np.eye(terms.shape[1])
    return np.linalg.solve(square, weighted.T @ values).astype(np.float64)
