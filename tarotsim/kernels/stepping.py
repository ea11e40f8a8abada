"""Many tables in lockstep, each played on to the next question for the caller.

The deals are played by `tarotsim.kernels.deal.play_on`, rule for rule, like any
others. At the seats that answer from outside sit the policies of this module: they
give the answer that waits in a mailbox, or leave the question there and stop the
deal, which goes on from its row when the answer has come. What is added here is the
asking: one card at a time where the engine wants a set, and a list of what is legal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tarotsim.kernels import row as words
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.asking import block_of
from tarotsim.kernels.batch import begin_numbered
from tarotsim.kernels.bits import EXCUSE_CODE, NO_CARDS, ONE, TRUMP_CODE, popcount
from tarotsim.kernels.choosing import narrow_ecart, narrow_hidden
from tarotsim.kernels.deal import play_on, play_tricks
from tarotsim.kernels.listing import publish
from tarotsim.kernels.policies import Policy, draw, policy
from tarotsim.kernels.question import (
    ASKS,
    CARD_CODES,
    CHOSEN,
    ECART,
    HIDE,
    LEGAL,
    LEVEL,
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
    "FROM_OUTSIDE",
    "MAILBOX_WORDS",
    "REFUSED",
    "StepArrays",
    "draw_tables",
    "step_tables",
]

# The mailbox, which policies find as their scratch memory: one for all tables, since
# one table is played on at a time.
STATE = 0
"""Whether an answer waits in it, or a question, or nothing."""
EMPTY, ANSWERED, ASKING = 0, 1, 2
ANSWER = 1
MAIL_OUT = 2
"""Two words of an answered set of cards."""
MAIL_LEGAL = 4
"""Two words of what is legal, of a question that waits."""
MAILBOX_WORDS = 6
UNANSWERED = -1
"""What stops a deal, as any negative answer does."""

REFUSED = -1
"""Status of a step that was not made, since some action is not legal."""


@policy
def _hand_out(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Give the answer that waits, else leave the question and stop the deal."""
    if get(scratch, STATE) != ANSWERED:
        scratch[MAIL_LEGAL], scratch[MAIL_LEGAL + 1] = suits, trumps
        put(scratch, STATE, ASKING)
        return UNANSWERED
    put(scratch, STATE, EMPTY)
    return get(scratch, ANSWER)


@policy
def _hand_out_set(
    public: Any,
    private: Any,
    suits: Any,
    trumps: Any,
    params: Any,
    scratch: Any,
    out: Any,
) -> Any:
    """Give the answer and the set that wait, else leave the question."""
    if get(scratch, STATE) != ANSWERED:
        scratch[MAIL_LEGAL], scratch[MAIL_LEGAL + 1] = suits, trumps
        put(scratch, STATE, ASKING)
        return UNANSWERED
    put(scratch, STATE, EMPTY)
    out[0], out[1] = scratch[MAIL_OUT], scratch[MAIL_OUT + 1]
    return get(scratch, ANSWER)


FROM_OUTSIDE: dict[str, Policy] = {
    "bid": _hand_out,
    "call": _hand_out,
    "ecart": _hand_out_set,
    "chelem": _hand_out,
    "poignee": _hand_out_set,
    "play": _hand_out,
}
"""What sits where the caller decides; its scratch memory is the mailbox."""


class StepArrays(NamedTuple):
    """What a step reads and overwrites.

    Parameters
    ----------
    rows : uint64 array (tables * ROW_WORDS,)
    questions : uint64 array (tables * QUESTION_WORDS,)
    mailbox : uint64 array (MAILBOX_WORDS,)
    decision, seat : int8 arrays (tables,)
        The question, 0 for none; the seat asked, -1 for none.
    counts : int64 array (tables,)
        How many actions are legal.
    legal : uint8 array (tables * LEGAL_WIDTH + 8,)
        The legal actions of each table, ascending, then 255; some room behind.
    legal_words : uint64 array (tables * LEGAL_WIDTH / 8 + 1,)
        The same memory.
    done : uint8 array (tables,)
        1 where a deal ended in this step, else 0.
    rewards : int32 array (tables * players,)
        Scores of the deals that ended, in points; else 0.
    ended : int64 array (tables,)
        Tables whose deal ended, ascending; the first so many.
    """

    rows: Any
    questions: Any
    mailbox: Any
    decision: Any
    seat: Any
    counts: Any
    legal: Any
    legal_words: Any
    done: Any
    rewards: Any
    ended: Any


@kernel
def _pointers(arrays: StepArrays) -> StepArrays:
    """Return the same without owners, which every use would have to count."""
    return StepArrays(
        words_from(arrays.rows, 0),
        words_from(arrays.questions, 0),
        words_from(arrays.mailbox, 0),
        words_from(arrays.decision, 0),
        words_from(arrays.seat, 0),
        words_from(arrays.counts, 0),
        words_from(arrays.legal, 0),
        words_from(arrays.legal_words, 0),
        words_from(arrays.done, 0),
        words_from(arrays.rewards, 0),
        words_from(arrays.ended, 0),
    )


@kernel
def _send(row: Any, question: Any, mailbox: Any, answer: Any) -> None:
    """Put an answer into the mailbox, for the policy of the seat to give.

    What was chosen for it is then forgotten: the next question may be another seat's.
    """
    asks = get(question, ASKS)
    if (asks == POIGNEE) | (asks == HIDE):
        set_stage(row, PLAY)  # where the engine stands when it offers one
    put(mailbox, STATE, ANSWERED)
    put(mailbox, ANSWER, answer)
    mailbox[MAIL_OUT], mailbox[MAIL_OUT + 1] = NO_CARDS, NO_CARDS
    if asks == ECART:
        for kind in range(2):
            mailbox[MAIL_OUT + kind] = question[CHOSEN + kind]
    elif asks == HIDE:
        mailbox[MAIL_OUT] = question[CHOSEN + 1]
    question[CHOSEN], question[CHOSEN + 1] = NO_CARDS, NO_CARDS
    put(question, LEVEL, 0)


@kernel(inline=True)
def _play_card(rules: RulesVector, row: Any, question: Any, code: Any) -> None:
    """Play a card known to be legal: the same acts as in a whole deal."""
    trick, place = get(row, words.TRICK), get(row, words.PLACE)
    play_card(row, trick, place, get(question, SEAT), code, trick_state(row))
    if place + 1 == rules.players:
        end_trick(rules, row, trick)


@kernel
def _take(
    rules: RulesVector, row: Any, question: Any, mailbox: Any, action: Any
) -> Any:
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
            put(question, LEVEL, answer)
        if not narrow_hidden(rules, row, question):
            return False
        answer = get(question, LEVEL)
    _send(row, question, mailbox, answer)
    return True


@kernel(inline=True)
def _note_question(
    rules: RulesVector, row: Any, question: Any, mailbox: Any, status: Any
) -> Any:
    """Note what stopped a deal; tell whether there is a choice."""
    put(mailbox, STATE, EMPTY)
    put(question, ASKS, status)
    put(question, SEAT, get(row, words.ASKED))
    question[LEGAL] = mailbox[MAIL_LEGAL]
    question[LEGAL + 1] = mailbox[MAIL_LEGAL + 1]
    if status == POIGNEE:
        question[LEGAL] |= ONE  # 0: nothing is shown
        set_stage(row, POIGNEE)
    if status == ECART and narrow_ecart(rules, row, question):
        _send(row, question, mailbox, np.int64(0))
        return False
    return True


@kernel
def _note_no_question(question: Any, status: Any) -> Any:
    """Note that nobody is asked, and return the status."""
    put(question, ASKS, NOTHING)
    put(question, SEAT, -1)
    return np.int64(status)


@kernel
def _play_on(
    rules: RulesVector,
    auction: AuctionVector,
    seats: Any,
    row: Any,
    question: Any,
    mailbox: Any,
) -> Any:
    """Play a deal on from anywhere to its next question or its end.

    Returns
    -------
    int64
        0, or the stage of an illegal answer of one of the other seats.
    """
    while True:
        status = np.int64(play_on(rules, auction, seats, row, rules.hand_size))
        if status == 0 or get(mailbox, STATE) != ASKING:
            return _note_no_question(question, status)
        if _note_question(rules, row, question, mailbox, status):
            return np.int64(0)


@kernel(inline=True)
def _play_tricks(
    rules: RulesVector, seats: Any, row: Any, question: Any, mailbox: Any
) -> Any:
    """Do the same where cards are being played: most of the time."""
    status = play_tricks(rules, seats, row, rules.hand_size)
    if status == 0 or get(mailbox, STATE) != ASKING:
        return _note_no_question(question, status)
    _note_question(rules, row, question, mailbox, status)
    return np.int64(0)


@kernel
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


@kernel
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


_AHEAD = 2
"""How many tables ahead rows are fetched: so far that they are there in time."""


@kernel(inline=True)
def _fetch(rows: Any, index: Any) -> None:
    """Let the processor load a row; it guesses badly which parts are needed."""
    first = index * words.ROW_WORDS
    for word in range(0, words.ROW_WORDS, 8):
        prefetch(rows, first + word)


@kernel(entry=True)
def step_tables(
    rules: RulesVector,
    auction: AuctionVector,
    seats: Any,
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
    seats : int64 array (players * SEAT_SLOTS,)
        With `FROM_OUTSIDE` where the caller decides.
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
    count, players = len(actions), rules.players
    out, actions, seats = (
        _pointers(arrays),
        words_from(actions, 0),
        words_from(seats, 0),
    )
    for index in range(count):
        question = words_from(out.questions, index * QUESTION_WORDS)
        if get(question, ASKS) != NOTHING and not is_legal(question, actions[index]):
            return REFUSED, index, 0
    put(out.mailbox, STATE, EMPTY)
    ended = 0
    for index in range(count):
        _fetch(out.rows, min(index + _AHEAD, count - 1))
        row = words_from(out.rows, index * words.ROW_WORDS)
        question = words_from(out.questions, index * QUESTION_WORDS)
        rewards = words_from(out.rewards, index * players)
        if out.done[index] != 0:
            out.done[index] = 0
            for seat in range(players):
                rewards[seat] = 0
        status = np.int64(0)
        asks = get(question, ASKS)
        if asks == PLAY:
            _play_card(rules, row, question, CARD_CODES[actions[index]])
            status = _play_tricks(rules, seats, row, question, out.mailbox)
        else:
            if asks != NOTHING and not _take(
                rules, row, question, out.mailbox, actions[index]
            ):
                publish(question, out, index)
                continue
            if get(row, words.STAGE) != words.OVER:
                status = _play_on(rules, auction, seats, row, question, out.mailbox)
        if status == 0 and get(row, words.STAGE) == words.OVER:
            if get(row, words.NUMBER) >= 0:
                _report(rules, row, results, history, ended, rewards)
                out.ended[ended] = index
                out.done[index] = 1
                ended += 1
            if _begin_next(rules, seed, stop, np.int64(count), row, question):
                status = _play_on(rules, auction, seats, row, question, out.mailbox)
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
