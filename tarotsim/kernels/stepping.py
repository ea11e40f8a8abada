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

from tarotsim.game.cards import PETIT as PETIT_CARD
from tarotsim.game.layout import Question
from tarotsim.kernels import row as words
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.asking import block_of
from tarotsim.kernels.batch import begin_numbered
from tarotsim.kernels.bits import (
    CODES,
    EXCUSE,
    EXCUSE_CODE,
    NO_CARDS,
    ONE,
    PLAIN_TRUMPS,
    TRUMP_CODE,
    lowest,
    popcount,
)
from tarotsim.kernels.deal import play_on, play_tricks
from tarotsim.kernels.ecart import plain_cards, trump_discard_range
from tarotsim.kernels.poignee import poignee_form
from tarotsim.kernels.policies import Policy, draw, policy
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
    "LEGAL_WIDTH",
    "MAILBOX_WORDS",
    "QUESTION_WORDS",
    "REFUSED",
    "StepArrays",
    "draw_tables",
    "mask_tables",
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

# The question of a table.
ASKS = 0
"""A `tarotsim.game.layout.Question`."""
SEAT = 1
"""The seat asked, -1 for none."""
LEGAL = 2
"""Suits and trumps; or a bit for each number that may be answered."""
CHOSEN = 4
"""Suits and trumps already laid aside, or already hidden."""
LEVEL = 6
"""Level of the poignée whose hidden trumps are asked."""
NEXT = 7
"""Number of the next deal."""
QUESTION_WORDS = 8

LEGAL_WIDTH = 32
"""Octets of a table's list of what is legal: hand and chien are at most 30 cards."""
REFUSED = -1
"""Status of a step that was not made, since some action is not legal."""

# As int64, not as literals: numba compiles a function once for each literal.
_NONE, _CALL, _ECART = (np.int64(Question(value)) for value in (0, 2, 3))
_POIGNEE, _PLAY, _HIDE = (np.int64(Question(value)) for value in (5, 6, 7))
_NUMBERS = 8
"""Below it are bids, levels and the like; more than `Question` has of them."""
_CODES = np.array(CODES, dtype=np.int64)
_END = 255
_EXCUSE_SHIFT, _TRUMP_COUNT = np.uint64(EXCUSE_CODE), np.uint64(21)
_ALL_ONES = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


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


@kernel(inline=True)
def _is_about_cards(asks: Any) -> Any:
    """Tell whether a question is answered with a card."""
    return (asks >= _PLAY) | (asks == _ECART) | (asks == _CALL)


@kernel(inline=True)
def _is_legal(question: Any, action: Any) -> Any:
    """Tell whether an action, any int64, answers the question."""
    if action < 0 or action >= len(_CODES):
        return False
    word, bit = question[LEGAL], action
    if _is_about_cards(get(question, ASKS)):
        code = _CODES[action]
        word = question[LEGAL + 1] if code > TRUMP_CODE else word
        bit = code & EXCUSE_CODE
    elif action >= _NUMBERS:
        return False
    return word >> np.uint64(bit) & ONE != NO_CARDS


@kernel
def _narrow_ecart(rules: RulesVector, row: Any, question: Any) -> Any:
    """Lay aside what has to go, list what may; tell whether the écart is complete.

    References
    ----------
    R4.4, R4.5, D9: every list leads to a legal écart.
    """
    hand = PRIVATE + get(question, SEAT) * PRIVATE_WORDS + words.HAND
    suits, trumps, called = row[hand], row[hand + 1], get(row, words.CALLED)
    low, high = trump_discard_range(rules, suits, trumps, called)
    plain = plain_cards(rules, suits, called) & ~question[CHOSEN]
    others = trumps & PLAIN_TRUMPS & ~question[CHOSEN + 1]
    gone = popcount(question[CHOSEN + 1])
    left = rules.chien_size - popcount(question[CHOSEN]) - gone
    if left - (high - gone) == popcount(plain):  # none of them can be spared
        question[CHOSEN] |= plain
        left -= popcount(plain)
        plain = NO_CARDS
    if left == low - gone:
        plain = NO_CARDS
    if gone == high:
        others = NO_CARDS
    if popcount(plain) + popcount(others) == left:
        question[CHOSEN] |= plain
        question[CHOSEN + 1] |= others
        left = 0
    question[LEGAL], question[LEGAL + 1] = plain, others
    return left == 0


@kernel
def _narrow_hidden(rules: RulesVector, row: Any, question: Any) -> Any:
    """Hide what has to be hidden, list what may; tell whether that is all (R10.3)."""
    seat = get(question, SEAT)
    hand = PRIVATE + seat * PRIVATE_WORDS + words.HAND
    discarded = NO_CARDS
    if seat == get(row, words.TAKER):
        discarded = row[words.ECART_SHOWN]
    level = get(question, LEVEL)
    form = poignee_form(rules, row[hand], row[hand + 1], discarded, level)
    free = form.pool & ~form.must_show & ~question[CHOSEN + 1]
    left = form.hide_count - popcount(question[CHOSEN + 1])
    if popcount(free) == left:
        question[CHOSEN + 1] |= free
        left = 0
    put(question, ASKS, _HIDE)
    question[LEGAL], question[LEGAL + 1] = NO_CARDS, free
    return left == 0


@kernel
def _send(row: Any, question: Any, mailbox: Any, answer: Any) -> None:
    """Put an answer into the mailbox, for the policy of the seat to give.

    What was chosen for it is then forgotten: the next question may be another seat's.
    """
    asks = get(question, ASKS)
    if (asks == _POIGNEE) | (asks == _HIDE):
        set_stage(row, _PLAY)  # where the engine stands when it offers one
    put(mailbox, STATE, ANSWERED)
    put(mailbox, ANSWER, answer)
    mailbox[MAIL_OUT], mailbox[MAIL_OUT + 1] = NO_CARDS, NO_CARDS
    if asks == _ECART:
        for kind in range(2):
            mailbox[MAIL_OUT + kind] = question[CHOSEN + kind]
    elif asks == _HIDE:
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
    if _is_about_cards(asks):
        answer = _CODES[action]
    if (asks == _ECART) | (asks == _HIDE):
        kind = 1 if answer > TRUMP_CODE else 0
        question[CHOSEN + kind] |= ONE << np.uint64(answer & EXCUSE_CODE)
    if asks == _ECART:
        if not _narrow_ecart(rules, row, question):
            return False
        answer = np.int64(0)
    elif asks == _HIDE or (asks == _POIGNEE and answer > 0):
        if asks == _POIGNEE:
            put(question, LEVEL, answer)
        if not _narrow_hidden(rules, row, question):
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
    if status == _POIGNEE:
        question[LEGAL] |= ONE  # 0: nothing is shown
        set_stage(row, _POIGNEE)
    if status == _ECART and _narrow_ecart(rules, row, question):
        _send(row, question, mailbox, np.int64(0))
        return False
    return True


@kernel
def _note_no_question(question: Any, status: Any) -> Any:
    """Note that nobody is asked, and return the status."""
    put(question, ASKS, _NONE)
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


@kernel(inline=True)
def _list_bits(word: Any, base: Any, octets: Any, start: Any) -> Any:
    """Write ``base`` plus the place of each bit, then some octets of 255.

    Nobody could predict the end of a loop over the bits: it goes by fours.
    """
    place = start
    while word != NO_CARDS:
        for _ in range(4):
            octets[place] = np.uint8(_END if word == NO_CARDS else base + lowest(word))
            word &= word - ONE
            place += 1
    return place


@kernel(inline=True)
def _list_cards(suits: Any, trumps: Any, octets: Any, start: Any) -> Any:
    """Write the numbers of cards, ascending, then some octets of 255.

    The numbers are those of `tarotsim.kernels.bits.card_of`, without its branches.
    """
    plain, place = suits & ~EXCUSE, start
    while plain != NO_CARDS:
        for _ in range(4):
            code = lowest(plain)
            number = code - 2 * (code >> 4)
            octets[place] = np.uint8(_END if plain == NO_CARDS else number)
            plain &= plain - ONE
            place += 1
    others = (trumps >> ONE) | (suits >> _EXCUSE_SHIFT << _TRUMP_COUNT)
    return _list_bits(others, PETIT_CARD, octets, start + popcount(suits & ~EXCUSE))


@kernel(inline=True)
def _publish(question: Any, arrays: StepArrays, index: Any) -> None:
    """Write the question of a table for the caller."""
    asks = get(question, ASKS)
    arrays.decision[index] = asks
    arrays.seat[index] = get(question, SEAT)
    for word in range(index * LEGAL_WIDTH // 8, (index + 1) * LEGAL_WIDTH // 8):
        arrays.legal_words[word] = _ALL_ONES
    start, count = index * LEGAL_WIDTH, 0
    suits, trumps = question[LEGAL], question[LEGAL + 1]
    if _is_about_cards(asks):
        _list_cards(suits, trumps, arrays.legal, start)
        count = popcount(suits) + popcount(trumps)
    elif asks != _NONE:
        _list_bits(suits, 0, arrays.legal, start)
        count = popcount(suits)
    arrays.counts[index] = count


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
        if get(question, ASKS) != _NONE and not _is_legal(question, actions[index]):
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
        if asks == _PLAY:
            _play_card(rules, row, question, _CODES[actions[index]])
            status = _play_tricks(rules, seats, row, question, out.mailbox)
        else:
            if asks != _NONE and not _take(
                rules, row, question, out.mailbox, actions[index]
            ):
                _publish(question, out, index)
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
        _publish(question, out, index)
    return np.int64(0), 0, ended


@kernel(entry=True)
def mask_tables(questions: Any, mask: Any) -> None:
    """Write what is legal as a dense mask.

    Parameters
    ----------
    questions : uint64 array (tables * QUESTION_WORDS,)
    mask : bool array (tables, 78)
        Overwritten.
    """
    for index in range(len(mask)):
        question = words_from(questions, index * QUESTION_WORDS)
        asks = get(question, ASKS)
        for action in range(len(_CODES)):
            mask[index, action] = (asks != _NONE) & _is_legal(question, action)


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
            first += get(question, ASKS) == _HIDE
            out[index] = draw(public, private, limits[index], first + places[index])
