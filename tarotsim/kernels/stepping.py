"""Many tables in lockstep, each played on to the next question for the caller.

The deals are played by `tarotsim.kernels.deal.play_on`, rule for rule, like any
others; it stops at the seats that are answered from outside and goes on from its row.
What is added is the asking: one card at a time where the engine wants a set
(`tarotsim.kernels.choosing`), and a list of what is legal (`tarotsim.kernels.listing`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tarotsim.kernels import row as words
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.asking import Seats, block_of
from tarotsim.kernels.batch import begin_numbered
from tarotsim.kernels.bits import EXCUSE_CODE, NO_CARDS, ONE, TRUMP_CODE, popcount
from tarotsim.kernels.choosing import narrow_ecart, narrow_hidden
from tarotsim.kernels.deal import play_on, play_tricks
from tarotsim.kernels.listing import publish
from tarotsim.kernels.policies import draw
from tarotsim.kernels.question import (
    ANSWER,
    ANSWERED,
    ASKS,
    CARD_CODES,
    CHOSEN,
    ECART,
    HIDE,
    LEGAL,
    NEXT,
    NOTHING,
    PLAY,
    POIGNEE,
    QUESTION_WORDS,
    SEAT,
    is_about_cards,
    is_legal,
)
from tarotsim.kernels.results import write_history, write_result
from tarotsim.kernels.row import PRIVATE, PRIVATE_WORDS, get, prefetch, put, words_from
from tarotsim.kernels.table import (
    end_trick,
    play_card,
    set_rules,
    set_stage,
    trick_state,
)

if TYPE_CHECKING:
    from tarotsim.kernels.vector import AuctionVector, RulesVector

__all__ = [
    "REFUSED",
    "StepArrays",
    "draw_tables",
    "step_tables",
]

REFUSED = -1
"""Status of a step that was not made, since some action is not legal."""


class StepArrays(NamedTuple):
    """What a step reads, rows and questions, and what it overwrites.

    Parameters
    ----------
    rows : uint64 array (tables * ROW_WORDS,)
    questions : uint64 array (tables * QUESTION_WORDS,)
    decision, seat : int8 arrays (tables,)
        The question, 0 for none; the seat asked, -1 for none.
    counts : int64 array (tables,)
        How many actions are legal.
    legal : uint8 array (tables * LEGAL_WIDTH + ROOM,)
        The legal actions of each table, ascending, then 255; some room behind.
    done : uint8 array (tables,)
        1 where a deal ended in this step, else 0.
    rewards : int32 array (tables * players,)
        Scores of the deals that ended, in points; else 0.
    ended : int64 array (tables,)
        Tables whose deal ended, ascending; the first so many.
    """

    rows: Any
    questions: Any
    decision: Any
    seat: Any
    counts: Any
    legal: Any
    done: Any
    rewards: Any
    ended: Any


@kernel
def _pointers(arrays: StepArrays) -> StepArrays:
    """Return the same without owners, which every use would have to count."""
    return StepArrays(
        words_from(arrays.rows, 0),
        words_from(arrays.questions, 0),
        words_from(arrays.decision, 0),
        words_from(arrays.seat, 0),
        words_from(arrays.counts, 0),
        words_from(arrays.legal, 0),
        words_from(arrays.done, 0),
        words_from(arrays.rewards, 0),
        words_from(arrays.ended, 0),
    )


@kernel(inline=True)
def _play_card(rules: RulesVector, row: Any, question: Any, code: Any) -> None:
    """Play a card known to be legal: the same acts as in a whole deal."""
    trick, place = get(row, words.TRICK), get(row, words.PLACE)
    play_card(row, trick, place, get(question, SEAT), code, trick_state(row))
    if place + 1 == rules.players:
        end_trick(rules, row, trick)
    put(question, ASKS, NOTHING)


@kernel
def _lay_ready(row: Any, question: Any, answer: Any) -> None:
    """Let an answer lie ready for the deal, which asks for it again."""
    asks = get(question, ASKS)
    if (asks == POIGNEE) | (asks == HIDE):
        set_stage(row, PLAY)  # where the engine stands when it offers one
    if asks == HIDE:
        question[CHOSEN] = question[CHOSEN + 1]  # one word of trumps
    put(question, ANSWER, answer)
    put(question, ASKS, ANSWERED)


@kernel(inline=False)
def _take(rules: RulesVector, row: Any, question: Any, action: Any) -> Any:
    """Take a legal action; tell whether the deal can go on.

    It cannot while more cards of an écart, or more trumps to hide, are to be named.
    """
    asks, answer = get(question, ASKS), action
    if is_about_cards(asks):
        answer = CARD_CODES[action]
    if (asks == ECART) | (asks == HIDE):
        kind = 1 if answer > TRUMP_CODE else 0
        question[CHOSEN + kind] |= ONE << np.uint64(answer & EXCUSE_CODE)
    if asks == ECART:
        if not narrow_ecart(rules, row, question):
            return False
        answer = np.int64(0)
    elif asks == HIDE or (asks == POIGNEE and answer > 0):
        if asks == POIGNEE:
            put(question, ANSWER, answer)
        if not narrow_hidden(rules, row, question):
            return False
        answer = get(question, ANSWER)
    _lay_ready(row, question, answer)
    return True


@kernel
def _is_open(rules: RulesVector, row: Any, question: Any) -> Any:
    """Make a question that was left one for the caller; tell whether it is a choice."""
    asks = get(question, ASKS)
    if asks == POIGNEE:
        question[LEGAL] |= ONE  # 0: nothing is shown
        set_stage(row, POIGNEE)
    if asks == ECART and narrow_ecart(rules, row, question):
        _lay_ready(row, question, np.int64(0))
        return False
    return True


@kernel(inline=False)
def _play_on(rules: RulesVector, auction: AuctionVector, seats: Seats, row: Any) -> Any:
    """Play a deal on from anywhere to its next question or its end.

    Returns
    -------
    int64
        0, or the stage of an illegal answer of one of the seats that are not asked.
    """
    while True:
        status = np.int64(play_on(rules, auction, seats, row, rules.hand_size))
        if get(seats.question, ASKS) == NOTHING:
            return status
        if _is_open(rules, row, seats.question):
            return np.int64(0)


@kernel(inline=True)
def _play_tricks(rules: RulesVector, seats: Seats, row: Any) -> Any:
    """Do the same where cards are being played: most of the time."""
    status = play_tricks(rules, seats, row, rules.hand_size)
    if get(seats.question, ASKS) == NOTHING:
        return status
    _is_open(rules, row, seats.question)
    return np.int64(0)


@kernel(inline=False)
def _report(
    rules: RulesVector, row: Any, results: Any, history: Any, place: Any, rewards: Any
) -> None:
    """Write what came out of a table's deal."""
    results[place] = results[len(results) - 1]  # zeros
    result = results[place]
    write_result(rules, row, result)
    if len(history) > 0:
        acts = history[place]
        acts[:] = NO_CARDS
        write_history(rules, row, acts)
    rewards[0] = result["score_0"]
    rewards[1] = result["score_1"]
    rewards[2] = result["score_2"]
    if rules.players > 3:
        rewards[3] = result["score_3"]
    if rules.players > 4:
        rewards[4] = result["score_4"]


@kernel(inline=False)
def _begin_next(
    rules: RulesVector, seed: Any, stop: Any, stride: Any, row: Any, question: Any
) -> Any:
    """Deal the table's next number, if there is one; tell whether there was."""
    number = get(question, NEXT)
    if number < 0 or number >= stop:
        put(row, words.NUMBER, -1)
        return False
    put(question, NEXT, number + stride)
    set_rules(rules, row)
    begin_numbered(rules, seed, np.uint64(number), row)
    return True


_AHEAD = 4
"""How many tables ahead rows are fetched: so far that they are there in time."""


@kernel(inline=True)
def _fetch(rows: Any, index: Any) -> None:
    """Let the processor load what a card changes; it guesses badly what that is."""
    first = index * words.ROW_WORDS
    for word in range(0, words.PLAYED, words.LINE_WORDS):
        prefetch(rows, first + word)
    for word in range(words.TRICK_CARDS, words.RULES - 1, words.LINE_WORDS):
        prefetch(rows, first + word)
    for word in range(words.PRIVATE, words.HIDDEN, words.LINE_WORDS):
        prefetch(rows, first + word)


@kernel(entry=True)
def step_tables(
    rules: RulesVector,
    auction: AuctionVector,
    policies: Any,
    outside: Any,
    seed: Any,
    stop: Any,
    actions: Any,
    arrays: StepArrays,
    results: Any,
    history: Any,
) -> Any:
    """Answer every table's question and play each on to its next.

    A step is made as a whole or not at all. A table reports at most one deal a step
    and begins the next one; if that ends without a question, the table waits until
    the next step, with nothing asked.

    Parameters
    ----------
    rules : RulesVector
    auction : AuctionVector
    policies : int64 array (players * SEAT_SLOTS,)
    outside : int64
        Seats that the caller decides for, one bit each.
    seed : uint64
    stop : int64
        Number behind the last deal. A table plays every ``tables``-th number.
    actions : int64 array (tables,)
        Read where something is asked.
    arrays : StepArrays
        Rows that are over, without a number, and questions with the number of the
        next deal make a beginning; rows of deals under way are played on.
    results : array of RESULT_DTYPE (tables + 1,)
        Overwritten with the rows of the deals that ended; the last one is zeros.
    history : uint64 array (tables, HISTORY_WORDS)
        Overwritten with their acts. No rows: no history is kept.

    Returns
    -------
    status, index, ended : int64
        0; or `REFUSED`, the table of an illegal action, nothing done; or the stage of
        an illegal answer of another seat, the table, the step half done. How many
        deals ended.
    """
    count, players, ended = len(actions), rules.players, 0
    out, actions = _pointers(arrays), words_from(actions, 0)
    policies = words_from(policies, 0)
    for index in range(count):
        question = words_from(out.questions, index * QUESTION_WORDS)
        if get(question, ASKS) != NOTHING and not is_legal(question, actions[index]):
            return REFUSED, index, 0
    for index in range(count):
        _fetch(out.rows, min(index + _AHEAD, count - 1))
        row = words_from(out.rows, index * words.ROW_WORDS)
        question = words_from(out.questions, index * QUESTION_WORDS)
        rewards = words_from(out.rewards, index * players)
        seats = Seats(policies, outside, question)
        # Whatever the caller has done to the arrays: only rows and questions are read.
        out.done[index] = 0
        for seat in range(players):
            rewards[seat] = 0
        status, asks = np.int64(0), get(question, ASKS)
        if asks == PLAY:
            _play_card(rules, row, question, CARD_CODES[actions[index]])
            status = _play_tricks(rules, seats, row)
        elif asks != NOTHING and not _take(rules, row, question, actions[index]):
            publish(question, out, index)
            continue
        elif get(row, words.STAGE) != words.OVER:
            status = _play_on(rules, auction, seats, row)
        if status == 0 and get(question, ASKS) == NOTHING:
            put(question, SEAT, -1)
            if get(row, words.NUMBER) >= 0:
                _report(rules, row, results, history, ended, rewards)
                out.ended[ended] = index
                out.done[index] = 1
                ended += 1
            if _begin_next(rules, seed, stop, np.int64(count), row, question):
                status = _play_on(rules, auction, seats, row)
        if status != 0:
            return status, index, ended
        publish(question, out, index)
    return np.int64(0), 0, ended


@kernel(entry=True)
def draw_tables(rows: Any, questions: Any, limits: Any, places: Any, out: Any) -> None:
    """Draw a random number for each table's question, from its seat's own stream.

    Parameters
    ----------
    rows, questions : uint64 arrays
    limits : int64 array (tables,)
        1 to 65535 where something is asked.
    places : int64 array (tables,)
        Which draw of the question, from 0.
    out : int64 array (tables,)
        Overwritten with numbers from 0 to the limit less 1, 0 where nothing is asked.
    """
    for index in range(len(out)):
        question = words_from(questions, index * QUESTION_WORDS)
        seat = get(question, SEAT)
        out[index] = 0
        if seat >= 0:
            row = words_from(rows, index * words.ROW_WORDS)
            public = block_of(row, 0, words.PUBLIC_WORDS)
            private = block_of(row, PRIVATE + seat * PRIVATE_WORDS, PRIVATE_WORDS)
            # The cards of an écart, and a level with its hidden trumps, are one
            # decision of the engine: each question has draws of its own.
            first = popcount(question[CHOSEN]) + popcount(question[CHOSEN + 1])
            first += get(question, ASKS) == HIDE
            out[index] = draw(public, private, limits[index], first + places[index])
