"""The view of an object that plays in the compiled engine: decoded where it is read."""

from __future__ import annotations

import functools
import operator
import struct
from typing import TYPE_CHECKING, Any

from tarotsim.game.cards import EXCUSE, Cards, sort_cards
from tarotsim.game.keys import MAX_INDEX
from tarotsim.game.records import Bid, Showing, Trick
from tarotsim.game.rules import Contract, Poignee
from tarotsim.game.view import PublicView, SeatView
from tarotsim.kernels import row as words
from tarotsim.kernels.bits import CODES
from tarotsim.kernels.bridge import (
    DRAW_COUNT,
    DRAWS,
    HAND_COUNT_OCTET,
    HAND_OCTET,
    MESSAGE_PRIVATE,
)

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["LazyView", "new_view"]

_CARD_OF = {code: card for card, code in enumerate(CODES)}
_CARD_OF_CODE = bytes(_CARD_OF.get(code, 0xFF) for code in range(256))
_CONTRACTS = tuple(Contract)
_TRICKS = 8 * words.TRICK_CARDS
_DEALT, _ECART = MESSAGE_PRIVATE + words.DEALT, MESSAGE_PRIVATE + words.ECART
_KEY = MESSAGE_PRIVATE + words.KEY
_MASK = (1 << 64) - 1
_EXCUSE_BIT = 1 << CODES[EXCUSE]
_word_at = struct.Struct("=Q").unpack_from
_acts_of = operator.itemgetter(words.TAKER, words.CALLED, words.CHELEM_BY)
_pair_at = struct.Struct("=QQ").unpack_from
_head_of = struct.Struct(f"={words.TRICK_CARDS}q").unpack_from
"""Reads the public block up to the tricks, as signed words."""


class _Part:
    """A field that is decoded when it is first read, and kept."""

    def __init__(self, decode: Callable[[Any], Any]) -> None:
        self._decode = decode
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, view: Any, owner: type | None = None) -> Any:
        if view is None:
            return self
        found = view.__dict__[self._name] = self._decode(view)
        return found


def _of_real(name: str) -> Any:
    """Return a method that asks the view as a plain `SeatView`."""

    def method(self: LazyView, *args: Any, **named: Any) -> Any:
        # A tuple's own methods would look at what a lazy view really holds.
        plain = [arg.real if isinstance(arg, LazyView) else arg for arg in args]
        return getattr(self.real, name)(*plain, **named)

    method.__name__ = name
    return method


# What reads the message and the rules, which `new_view` puts in these fields' places.
_message_of: Callable[[LazyView], bytes] = vars(SeatView)["public"].__get__
_RULES: Any = vars(SeatView)["hand"]


class LazyView(SeatView):
    """A `SeatView` made of the words of the compiled engine.

    It has every attribute and method of a `SeatView`, equals the one that the
    reference engine would show, has the same hash and cannot be changed. Seat, stage
    and what is legal are there; the rest is decoded from a copy of the seat's blocks
    when it is first read, so a view may be kept. It holds nothing but these blocks
    and the rules of the table. Pickled or copied it becomes a plain `SeatView`, as it
    does by ``SeatView(*view)``.
    """

    if not TYPE_CHECKING:  # the fields of a NamedTuple, decoded instead of held
        public = _Part(lambda view: _public_of(view))
        hand = _Part(lambda view: _hand_of(view))
        dealt = _Part(lambda view: _dealt_of(view))
        ecart = _Part(lambda view: _ecart_of(view))
        key = _Part(lambda view: _key_of(view))
        rules = _RULES

        def __new__(cls, *fields, **named):
            """Make a plain view of fields; `new_view` makes a lazy one."""
            return SeatView(*fields, **named)

        _make = SeatView._make
        __eq__, __ne__ = _of_real("__eq__"), _of_real("__ne__")
        __lt__, __le__ = _of_real("__lt__"), _of_real("__le__")
        __gt__, __ge__ = _of_real("__gt__"), _of_real("__ge__")
        __hash__, __iter__ = _of_real("__hash__"), _of_real("__iter__")
        __getitem__, __contains__ = _of_real("__getitem__"), _of_real("__contains__")
        __add__, __mul__ = _of_real("__add__"), _of_real("__mul__")
        __rmul__, _replace = _of_real("__rmul__"), _of_real("_replace")
        index, count = _of_real("index"), _of_real("count")
        real = _Part(lambda view: _real_view(view))
    else:
        real: SeatView
        """The same view with all fields in place."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a view cannot be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a view cannot be changed: {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        return SeatView, tuple(self.real)

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        return self.__reduce__()

    @property
    def players(self) -> int:
        """Players at the table, 3 to 5."""
        return self.rules.players

    @property
    def trick_number(self) -> int:
        """Number of the trick being played, from 0."""
        number: int = _word_at(_message_of(self), 8 * words.TRICK)[0]
        return number

    def draw(self, limit: int, index: int = 0) -> int:
        """Return a random whole number from 0 to ``limit`` - 1.

        See `SeatView.draw`; the engine writes the first draws of a decision down.
        """
        if 0 <= index < DRAW_COUNT and 0 < limit <= MAX_INDEX:
            half: int = _word_at(_message_of(self), 8 * (DRAWS + index))[0]
            return half * limit >> 32
        return super().draw(limit, index)


new_view: Callable[[tuple[Any, ...]], LazyView] = functools.partial(
    tuple.__new__, LazyView
)
"""Make a view of ``(message, seat, stage, rules, None, None, legal, None)``.

The message is a copy, as bytes, of what `tarotsim.kernels.bridge` has written; the
places are those of the fields of a `SeatView`, so that seat, stage and what is legal
are where they should be.
"""


# -- decoding ----------------------------------------------------------------------


def _real_view(view: LazyView) -> SeatView:
    return SeatView(
        view.public,
        view.seat,
        view.stage,
        view.hand,
        view.dealt,
        view.ecart,
        view.legal,
        view.key,
    )


def _hand_of(view: LazyView) -> Cards:
    message = _message_of(view)
    return Cards(message[HAND_OCTET : HAND_OCTET + message[HAND_COUNT_OCTET]])


def _dealt_of(view: LazyView) -> Cards:
    return _cards(*_pair_at(_message_of(view), 8 * _DEALT))


def _ecart_of(view: LazyView) -> Cards:
    return _cards(*_pair_at(_message_of(view), 8 * _ECART))


def _key_of(view: LazyView) -> int:
    key: int = _word_at(_message_of(view), 8 * _KEY)[0]
    return key


def _public_of(view: LazyView) -> PublicView:
    """Return what everybody knows."""
    message, rules = _message_of(view), view.rules
    block, players = _head_of(message), rules.players
    taker, called, slam = _acts_of(block)
    end, chien = 8 * block[words.TRICK], None
    if block[words.IS_TURNED]:
        chien = _sorted_cards(block[words.CHIEN] & _MASK, block[words.CHIEN + 1])
    fields = (
        rules,
        block[words.DEALER],
        _bids(block[words.DEALER], players, block[words.BID_COUNT], block[words.BIDS]),
        None if taker < 0 else taker,
        _CONTRACTS[block[words.CONTRACT]],
        None if called < 0 else _CARD_OF[called],
        chien,
        _sorted_cards(0, block[words.ECART_SHOWN]),
        None if slam < 0 else slam,
        _showings(message, block, players) if block[words.SHOWN] else (),
        _tricks(message[_TRICKS : _TRICKS + end], players),
        block[words.LEADER],
        tuple(_numbers(message, _TRICKS + end, block[words.PLACE])),
        _voids(block[words.VOIDS], players),
        tuple(block[words.CEILINGS].to_bytes(8, "little")[:players]),
    )
    return tuple.__new__(PublicView, fields)


@functools.lru_cache(maxsize=1024)
def _cards(suits: int, trumps: int) -> Cards:
    """Return the cards of two words, ascending."""
    bits, found = suits | trumps << 64, []
    while bits:
        found.append(_CARD_OF[(bits & -bits).bit_length() - 1])
        bits &= bits - 1
    return Cards(sorted(found))


@functools.lru_cache(maxsize=1024)
def _sorted_cards(suits: int, trumps: int) -> Cards:
    """Return the cards of two words in the order in which a hand is written."""
    return sort_cards(_cards(suits, trumps))


def _numbers(message: bytes, start: int, count: int) -> bytes:
    """Return the first cards of the trick whose word stands at an octet."""
    word: int = _word_at(message, start)[0]
    return word.to_bytes(8, "little")[:count].translate(_CARD_OF_CODE)


@functools.lru_cache(maxsize=256)
def _bids(dealer: int, players: int, count: int, contracts: int) -> tuple[Bid, ...]:
    return tuple(
        Bid((dealer + 1 + i) % players, Contract(contracts >> 4 * i & 0xF))
        for i in range(count)
    )


@functools.lru_cache(maxsize=1024)
def _voids(word: int, players: int) -> tuple[int, ...]:
    return tuple(word >> 4 * seat & 0xF for seat in range(players))


@functools.lru_cache(maxsize=1024)
def _tricks(octets: bytes, players: int) -> tuple[Trick, ...]:
    """Return finished tricks from their words; each adds one to those before it."""
    if not octets:
        return ()
    last = len(octets) - 8
    word: int = _word_at(octets, last)[0]
    leader, winner = word >> words.LEADER_SHIFT & 0xFF, word >> words.WINNER_SHIFT
    trick = Trick(leader, Cards(_numbers(octets, last, players)), winner)
    return (*_tricks(octets[:last], players), trick)


def _showings(
    message: bytes, block: tuple[int, ...], players: int
) -> tuple[Showing, ...]:
    """Return the poignées in the order shown, that of the first trick."""
    first = _word_at(message, _TRICKS)[0] >> words.LEADER_SHIFT & 0xFF
    showings = []
    for seat in ((first + place) % players for place in range(players)):
        level = block[words.SHOWN] >> 4 * seat & 0xF
        if level:
            word = block[words.SHOWN_CARDS + seat] & _MASK
            excuse = word & _EXCUSE_BIT
            cards = _sorted_cards(excuse, word - excuse)
            showings.append(Showing(seat, Poignee(level), cards))
    return tuple(showings)
