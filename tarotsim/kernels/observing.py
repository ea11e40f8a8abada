"""What the seats asked at many tables may see, as arrays of small numbers.

An observation is made from the public block and the seat's own block, like the view
of a policy; the row itself does not get here.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.game.layout import MAX_PLAYERS, OBSERVATION_FIELDS
from tarotsim.kernels import policies
from tarotsim.kernels import question as asked
from tarotsim.kernels import row as words
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.asking import block_of
from tarotsim.kernels.bits import (
    EXCUSE,
    NO_CARDS,
    ONE,
    TRUMP_CODE,
    card_of,
    lowest,
)
from tarotsim.kernels.row import PRIVATE, PRIVATE_WORDS, get, words_from

__all__ = ["OBSERVATION_DTYPE", "observe_tables"]

OBSERVATION_DTYPE = np.dtype(
    [(name, np.int8, shape) for name, shape, _ in OBSERVATION_FIELDS]
)
"""An observation: the fields of `tarotsim.game.layout.OBSERVATION_FIELDS`, int8."""
SIZE = OBSERVATION_DTYPE.itemsize


def _place(name: str) -> int:
    """Return where a field begins."""
    fields: Any = OBSERVATION_DTYPE.fields
    return int(fields[name][1])


DECISION, SEAT, DEALER, TAKER = map(_place, ("decision", "seat", "dealer", "taker"))
CONTRACT, CALLED, PARTNER = map(_place, ("contract", "called", "partner"))
CHELEM_BY, TRICK, LEADER = map(_place, ("chelem_by", "trick", "leader"))
LED, BEST, WINNER, LEVEL = map(_place, ("led", "best", "winner", "level"))
BIDS, CAMPS, POIGNEES = map(_place, ("bids", "camps", "poignees"))
CEILINGS, VOIDS, TABLE, WINNERS = map(_place, ("ceilings", "voids", "table", "winners"))
HAND, DEALT, ASIDE, ECART = map(_place, ("hand", "dealt", "aside", "ecart"))
CHIEN, ECART_SHOWN, SHOWN_BY = map(_place, ("chien", "ecart_shown", "shown_by"))
PLAYED_BY, PLAYED_IN = map(_place, ("played_by", "played_in"))


@kernel
def _mark(suits: Any, trumps: Any, out: Any, start: Any, value: Any) -> None:
    """Write a value at each card of a set."""
    while suits != NO_CARDS:
        out[start + card_of(lowest(suits))] = value
        suits &= suits - ONE
    while trumps != NO_CARDS:
        out[start + card_of(TRUMP_CODE + lowest(trumps))] = value
        trumps &= trumps - ONE


@kernel
def _seen(seat: Any, origin: Any, count: Any) -> Any:
    """Return a seat as counted from another one; -1 stays."""
    if seat < 0:
        return np.int64(-1)
    place = seat - origin
    return np.int64(place + count if place < 0 else place)


@kernel
def _card(code: Any) -> Any:
    """Return the number of a card, -1 for none."""
    return np.int64(-1) if code < 0 else np.int64(card_of(code))


@kernel
def _write_events(public: Any, private: Any, origin: Any, out: Any) -> None:
    """Write what is one number."""
    count = policies.players(public)
    partner = policies.known_partner(public, private)
    out[DEALER] = _seen(policies.dealer(public), origin, count)
    out[TAKER] = _seen(policies.taker(public), origin, count)
    out[CONTRACT] = policies.contract(public)
    out[CALLED] = _card(policies.called(public))
    out[PARTNER] = _seen(partner, origin, count)
    out[CHELEM_BY] = _seen(policies.chelem_by(public), origin, count)
    out[TRICK] = policies.trick_number(public)
    out[LEADER] = _seen(policies.leader(public), origin, count)
    out[LED] = policies.led_suit(public)
    out[BEST] = _card(policies.winning_code(public))
    out[WINNER] = _seen(policies.winning_seat(public), origin, count)


@kernel
def _write_seats(public: Any, private: Any, origin: Any, out: Any) -> None:
    """Write what there is for each seat; places without a seat keep their -1 or 0."""
    count, spoken = policies.players(public), policies.bid_count(public)
    for seat in range(MAX_PLAYERS):
        for field in (BIDS, CAMPS, TABLE):
            out[field + seat] = -1
    for seat in range(count):
        place = _seen(seat, origin, count)
        position = _seen(seat, policies.dealer(public), count) - 1
        position += count if position < 0 else 0
        if position < spoken:
            out[BIDS + place] = policies.bid_of(public, position)
        out[CAMPS + place] = policies.camp_of(public, private, seat)
        out[POIGNEES + place] = policies.shown_level(public, seat)
        out[CEILINGS + place] = policies.ceiling(public, seat)
        voids = policies.voids(public, seat)
        for suit in range(4):
            out[VOIDS + 4 * place + suit] = voids >> suit & 1
        shown = public[words.SHOWN_CARDS + seat]
        _mark(shown & EXCUSE, shown & ~EXCUSE, out, SHOWN_BY, place)


@kernel
def _write_tricks(public: Any, origin: Any, out: Any) -> None:
    """Write the cards played, by whom, and in which trick."""
    count = policies.players(public)
    current, on_table = policies.trick_number(public), policies.table_count(public)
    for trick in range(current + 1):
        seat = policies.trick_leader(public, trick)
        for place in range(count if trick < current else on_table):
            card = card_of(policies.trick_card(public, trick, place))
            out[PLAYED_BY + card] = _seen(seat, origin, count)
            out[PLAYED_IN + card] = trick
            if trick == current:
                out[TABLE + place] = card
            seat = seat + 1 if seat < count - 1 else 0
        if trick < current:
            winner = policies.trick_winner(public, trick)
            out[WINNERS + trick] = _seen(winner, origin, count)


@kernel
def _write_cards(public: Any, private: Any, out: Any) -> None:
    """Write the sets of cards."""
    suits, trumps = policies.hand(private)
    _mark(suits, trumps, out, HAND, 1)
    suits, trumps = policies.dealt(private)
    _mark(suits, trumps, out, DEALT, 1)
    suits, trumps = policies.ecart(private)
    _mark(suits, trumps, out, ECART, 1)
    suits, trumps = policies.chien(public)
    _mark(suits, trumps, out, CHIEN, 1)
    _mark(NO_CARDS, policies.ecart_shown(public), out, ECART_SHOWN, 1)


@kernel(entry=True)
def observe_tables(rows: Any, questions: Any, relative: Any, out: Any) -> None:
    """Write what the seat asked at each table may see.

    Parameters
    ----------
    rows, questions : uint64 arrays
        As in `tarotsim.kernels.stepping.StepArrays`.
    relative : bool
        Count seats from the seat asked instead of from 0.
    out : int8 array (tables, SIZE)
        Overwritten. Where nothing is asked the seat is -1 and the rest 0.
    """
    for index in range(len(out)):
        view = out[index]
        view[:] = 0
        question = words_from(questions, index * asked.QUESTION_WORDS)
        seat = get(question, asked.SEAT)
        if seat < 0:
            view[SEAT] = -1
            continue
        row = words_from(rows, index * words.ROW_WORDS)
        public = block_of(row, 0, words.PUBLIC_WORDS)
        private = block_of(row, PRIVATE + seat * PRIVATE_WORDS, PRIVATE_WORDS)
        origin = seat if relative else np.int64(0)
        view[SHOWN_BY:] = -1
        view[WINNERS:HAND] = -1
        view[DECISION] = get(question, asked.ASKS)
        view[SEAT] = seat - origin
        view[LEVEL] = get(question, asked.ANSWER)
        aside = words_from(question, asked.CHOSEN)
        _mark(aside[0], aside[1], view, ASIDE, 1)
        _write_events(public, private, origin, view)
        _write_seats(public, private, origin, view)
        _write_tricks(public, origin, view)
        _write_cards(public, private, view)
