"""What a policy is given is what the reference engine's view holds, and no more."""

from __future__ import annotations

import ctypes
import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tarotsim.engine.compiled import CompiledTable
from tarotsim.game.cards import EXCUSE
from tarotsim.game.layout import Stage
from tarotsim.game.rules import Poignee
from tarotsim.game.strategy import DECISIONS
from tarotsim.game.view import SeatView
from tarotsim.kernels import policies
from tarotsim.kernels import row as words
from tarotsim.kernels._jit import IS_COMPILED
from tarotsim.kernels.bits import CODES
from tarotsim.kernels.blocks import private_block, public_block
from tarotsim.kernels.packing import cards_of
from tarotsim.kernels.policies import CompiledStrategy
from tarotsim.reference.game import play_deal

if TYPE_CHECKING:
    from collections.abc import Callable

_PLAIN = ctypes.CFUNCTYPE(
    ctypes.c_int64,
    *[ctypes.c_void_p] * 2,
    *[ctypes.c_uint64] * 2,
    *[ctypes.c_void_p] * 2,
)
_WITH_OUT = ctypes.CFUNCTYPE(
    ctypes.c_int64,
    *[ctypes.c_void_p] * 2,
    *[ctypes.c_uint64] * 2,
    *[ctypes.c_void_p] * 3,
)


def _words_at(address: Any, count: int) -> Any:
    """Return a copy of the words at an address, or of the array itself."""
    if isinstance(address, np.ndarray):
        assert len(address) == count
        return address.copy()
    pointer = ctypes.cast(address, ctypes.POINTER(ctypes.c_uint64))
    return np.ctypeslib.as_array(pointer, (count,)).copy()


class Recorder:
    """A policy that notes what it is given and then asks another."""

    def __init__(self, inner: Any, notes: list[Any]) -> None:
        self.inner = inner
        self.notes = notes
        self.has_out = inner.has_out
        kind = _WITH_OUT if inner.has_out else _PLAIN
        self._callback = kind(self._note) if IS_COMPILED else self._note
        self._ask = kind(inner.address) if IS_COMPILED else inner.address

    @property
    def address(self) -> Any:
        """What goes into the table of policies."""
        callback: Any = self._callback
        if IS_COMPILED:
            return ctypes.cast(callback, ctypes.c_void_p).value
        return callback

    def _note(
        self, public: Any, private: Any, suits: int, trumps: int, *rest: Any
    ) -> int:
        blocks = (
            _words_at(public, words.PUBLIC_WORDS),
            _words_at(private, words.PRIVATE_WORDS),
        )
        self.notes.append((*blocks, int(suits), int(trumps)))
        return int(self._ask(public, private, suits, trumps, *rest))


class Watcher:
    """A compiled strategy in the reference engine that keeps the views it gets."""

    def __init__(self, strategy: CompiledStrategy, views: list[SeatView]) -> None:
        self.strategy = strategy
        self.views = views

    def __getattr__(self, decision: str) -> Any:
        def ask(view: SeatView) -> Any:
            self.views.append(view)
            return getattr(self.strategy, decision)(view)

        return ask


def _given(
    rules: Any, deal: Any, compiled: CompiledStrategy
) -> tuple[list[Any], list[SeatView]]:
    """Return what the policies of all seats were given, and the views, of one deal."""
    notes: list[Any] = []
    views: list[SeatView] = []
    recorders = {
        decision: Recorder(compiled.policies.get(decision) or rule, notes)
        for decision, rule in policies_by_decision().items()
    }
    recording: Any = CompiledStrategy(recorders, compiled.params)  # type: ignore[arg-type]
    CompiledTable(rules, [recording] * rules.players).play_given([deal])
    watcher: Any = Watcher(compiled, views)
    play_deal(rules, deal, [watcher] * rules.players)
    return notes, views


def policies_by_decision() -> dict[str, Any]:
    from tarotsim.kernels.defaults import DEFAULT_POLICIES

    return {decision: DEFAULT_POLICIES[decision] for decision in DECISIONS}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_blocks_hold_the_view(
    players: int,
    pairs: Any,
    random_rules: Callable[..., Any],
    lopsided_deal: Callable[..., Any],
    numbered_deals: Callable[..., Any],
) -> None:
    rng = random.Random(players)
    for number in range(12):
        rules = random_rules(rng, players)
        deal = numbered_deals(rules, 11, number, 1)[0]
        if number % 2:
            deal = lopsided_deal(rng, rules)
        notes, views = _given(rules, deal, pairs[rng.randrange(2)][1])
        assert len(notes) == len(views)
        for (public, private, suits, trumps), view in zip(notes, views, strict=True):
            np.testing.assert_array_equal(public, public_block(view), str(view))
            np.testing.assert_array_equal(private, private_block(view))
            _check_readers(public, private, view)
            if view.stage is Stage.PLAY:
                count = suits.bit_count() + trumps.bit_count()
                assert count == len(view.legal)


def _cards(words_: Any) -> set[int]:
    return set(cards_of(*words_))


def _check_public_readers(public: Any, view: SeatView) -> None:
    rules = view.rules
    assert policies.players(public) == view.players
    assert policies.trick_count(public) == rules.trick_count
    assert policies.chien_size(public) == rules.chien_size
    for level in Poignee:
        assert policies.poignee_size(public, int(level)) == rules.poignee_size(level)
    assert policies.dealer(public) == view.dealer
    assert policies.bid_count(public) == len(view.bids)
    for position, bid in enumerate(view.bids):
        assert policies.bid_of(public, position) == bid.contract
    assert _or_none(policies.taker(public)) == view.taker
    assert policies.contract(public) == view.contract
    called = _or_none(policies.called(public))
    assert (None if called is None else CODES.index(called)) == view.called
    assert policies.is_chien_turned(public) == (view.chien is not None)
    assert _cards(policies.chien(public)) == set(view.chien or ())
    assert _cards((0, policies.ecart_shown(public))) == set(view.ecart_shown)
    assert _or_none(policies.chelem_by(public)) == view.chelem_by
    shown = {showing.seat: showing for showing in view.showings}
    for seat in range(view.players):
        showing = shown.get(seat)
        cards = set(showing.cards) if showing else set()
        level_shown = policies.shown_level(public, seat)
        assert level_shown == (showing.level if showing else 0)
        assert _cards((0, policies.shown_trumps(public, seat))) == cards - {EXCUSE}
        assert policies.has_shown_excuse(public, seat) == (EXCUSE in cards)


def _check_own_readers(private: Any, view: SeatView) -> None:
    assert policies.own_seat(private) == view.seat
    assert _cards(policies.hand(private)) == set(view.hand)
    assert _cards(policies.dealt(private)) == set(view.dealt)
    assert _cards(policies.ecart(private)) == set(view.ecart)


def _check_trick_readers(public: Any, view: SeatView) -> None:
    assert policies.is_last_trick(public) == view.is_last_trick
    assert policies.leader(public) == view.leader
    assert policies.table_count(public) == len(view.table)
    assert _cards(policies.table_cards(public)) == set(view.table)
    best = _or_none(policies.winning_code(public))
    assert (None if best is None else CODES.index(best)) == view.winning_card
    assert _or_none(policies.winning_seat(public)) == view.winning_seat
    assert _cards(policies.played_cards(public)) == set(view.played)
    won: dict[int, set[int]] = {seat: set() for seat in range(view.players)}
    for number, trick in enumerate(view.tricks):
        won[trick.winner] |= set(trick.cards)
        assert policies.trick_leader(public, number) == trick.leader
        assert policies.trick_winner(public, number) == trick.winner
        for place, card in enumerate(trick.cards):
            assert policies.trick_card(public, number, place) == CODES[card]
    for seat, cards in won.items():
        assert _cards(policies.won_cards(public, seat)) == cards
    seats = sum(1 << seat for seat, cards in won.items() if cards)
    assert policies.has_won_all(public, seats)
    assert policies.has_won_all(public, 0) == (not view.tricks)
    plays = [play for trick in view.tricks for play in trick.plays()]
    plays += [(view.seat_at(i), card) for i, card in enumerate(view.table)]
    played_by = [seat for seat, card in plays if card == view.called]
    assert _or_none(policies.called_by(public)) == (played_by[0] if played_by else None)


def _or_none(value: int) -> int | None:
    return None if value < 0 else int(value)


def _check_readers(public: Any, private: Any, view: SeatView) -> None:
    """Compare what the readers tell with what the view does."""
    _check_public_readers(public, view)
    _check_own_readers(private, view)
    _check_trick_readers(public, view)
    known = policies.known_partner(public, private)
    assert _or_none(known) == view.known_partner
    for seat in range(view.players):
        camp = policies.camp_of(public, private, seat)
        assert _or_none(camp) == view.camp_of(seat)
        assert policies.voids(public, seat) == view.voids[seat]
        assert policies.ceiling(public, seat) == view.ceilings[seat]
    assert policies.is_taker(public, private) == view.is_taker
    assert _or_none(policies.led_suit(public)) == view.led_suit
    assert policies.trick_number(public) == view.trick_number
    assert policies.draw(public, private, 1000, 7) == view.draw(1000, 7)
