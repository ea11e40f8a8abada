"""A view as the blocks of words that a policy is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tarotsim.game.cards import EXCUSE
from tarotsim.game.keys import GAMMA, draw_counter
from tarotsim.game.layout import MAX_PLAYERS, Stage
from tarotsim.kernels import row as words
from tarotsim.kernels.bits import CODES
from tarotsim.kernels.packing import mask_of, pack_rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    from tarotsim.game.cards import Card
    from tarotsim.game.records import Trick
    from tarotsim.game.view import SeatView

    Words = npt.NDArray[np.uint64]

__all__ = ["legal_words", "private_block", "public_block"]

_MASK = (1 << 64) - 1


def legal_words(view: SeatView) -> tuple[int, int]:
    """Return what is legal as a policy finds it in ``suits`` and ``trumps``."""
    if view.stage is Stage.BID:
        return sum(1 << contract for contract in view.legal), 0
    if view.stage is Stage.CHELEM:
        return 3, 0
    if view.stage is Stage.POIGNEE:
        levels = sum(1 << option.level for option in view.legal)
        return levels, mask_of(view.ecart_shown)[1] if view.is_taker else 0
    return mask_of(view.legal)


def private_block(view: SeatView) -> Words:
    """Return the block of what this seat alone knows, as the kernels write it."""
    block = np.zeros(words.PRIVATE_WORDS, dtype=np.uint64)
    block[words.SEAT], block[words.KEY] = view.seat, view.key
    for first, cards in (
        (words.HAND, view.hand),
        (words.DEALT, view.dealt),
        (words.ECART, view.ecart),
    ):
        block[first], block[first + 1] = mask_of(cards)
    return block


def public_block(view: SeatView) -> Words:
    """Return the block of what everybody knows, as the kernels write it."""
    block = np.zeros(words.PUBLIC_WORDS, dtype=np.uint64)
    for part in (_rules, _auction, _showings, _tricks, _table):
        for word, value in part(view).items():
            block[word] = value & _MASK
    return block


def _signed(value: int | None) -> int:
    return -1 if value is None else value


def _pair(first: int, cards: Iterable[Card]) -> dict[int, int]:
    suits, trumps = mask_of(cards)
    return {first: suits, first + 1: trumps}


def _rules(view: SeatView) -> dict[int, int]:
    rules = view.rules
    options = pack_rules(rules)[7:]
    counter = draw_counter(view.stage, view.trick_number, 0)
    return {
        words.PLAYERS: rules.players,
        words.TRICK_COUNT: rules.trick_count,
        words.CHIEN_SIZE: rules.chien_size,
        words.POIGNEE_SIZES: _packed(rules.poignee_sizes, 8),
        words.OPTIONS: _packed(options, 2),
        words.STAGE: view.stage,
        words.DRAW: counter * GAMMA,
    }


def _packed(values: Iterable[int], width: int) -> int:
    return sum(value << width * index for index, value in enumerate(values))


def _auction(view: SeatView) -> dict[int, int]:
    called = None if view.called is None else CODES[view.called]
    found = {
        words.DEALER: view.dealer,
        words.BID_COUNT: len(view.bids),
        words.BIDS: _packed((bid.contract for bid in view.bids), 4),
        words.TAKER: _signed(view.taker),
        words.CONTRACT: view.contract,
        words.CALLED: _signed(called),
        words.IS_TURNED: view.chien is not None,
        words.CHELEM_BY: _signed(view.chelem_by),
        words.ECART_SHOWN: mask_of(view.ecart_shown)[1],
    }
    return found | _pair(words.CHIEN, view.chien or ())


def _showings(view: SeatView) -> dict[int, int]:
    found = {words.SHOWN: 0}
    for showing in view.showings:
        found[words.SHOWN] |= showing.level << 4 * showing.seat
        suits, trumps = mask_of(showing.cards)
        found[words.SHOWN_CARDS + showing.seat] = suits | trumps
    return found


def _tricks(view: SeatView) -> dict[int, int]:
    finished = [card for trick in view.tricks for card in trick.cards]
    found = _pair(words.PLAYED, finished)
    found |= {words.TRICK: view.trick_number, words.LEADER: view.leader}
    found |= {words.CALLED_BY: -1, words.EXCUSE_PLAY: -1, words.WINNERS: 0}
    for seat in range(MAX_PLAYERS):
        won = [c for t in view.tricks if t.winner == seat for c in t.cards]
        found |= _pair(words.WON + 2 * seat, won)
    for number, trick in enumerate(view.tricks):
        found[words.WINNERS] |= 1 << trick.winner
        found |= _trick(view, number, trick)
    return found


def _trick(view: SeatView, number: int, trick: Trick) -> dict[int, int]:
    """Return the words that tell of one finished trick."""
    word = _packed((CODES[card] for card in trick.cards), 8)
    word |= trick.leader << words.LEADER_SHIFT | trick.winner << words.WINNER_SHIFT
    found = {words.TRICK_CARDS + number: word}
    for place, card in enumerate(trick.cards):
        found |= _marked(view, number, place, card, trick.seat_of(place))
    return found


def _marked(
    view: SeatView, number: int, place: int, card: Card, seat: int
) -> dict[int, int]:
    """Return what a card played tells besides: the Excuse, the called card."""
    found = {}
    if card == EXCUSE:
        found[words.EXCUSE_PLAY] = 8 * number + place
    if card == view.called:
        found[words.CALLED_BY] = seat
    return found


def _table(view: SeatView) -> dict[int, int]:
    led = view.led_suit
    lane = 0x3FFF << 16 * led if led is not None and led < 4 else 0
    best, trumps = view.winning_card, mask_of(view.table)[1]
    found = {
        words.PLACE: len(view.table),
        words.LED: _signed(led),
        words.LED_LANE: lane,
        words.BEST: -1 if best is None else CODES[best],
        words.WINNER: _signed(view.winning_seat),
        words.BEST_TRUMP: 1 << trumps.bit_length() - 1 if trumps else 1,
        words.VOIDS: _packed(view.voids, 4),
        words.CEILINGS: _ceilings(view),
    }
    if view.stage >= Stage.POIGNEE:
        word = _packed((CODES[card] for card in view.table), 8)
        word |= view.leader << words.LEADER_SHIFT
        found[words.TRICK_CARDS + view.trick_number] = word
    for place, card in enumerate(view.table):
        number, seat = view.trick_number, view.seat_at(place)
        found |= _marked(view, number, place, card, seat)
    return found | _pair(words.TABLE, view.table)


def _ceilings(view: SeatView) -> int:
    absent = (21,) * (MAX_PLAYERS - view.players)
    return _packed((*view.ceilings, *absent), 8)
