"""What a policy is given is what the reference engine's view holds, and no more."""

from __future__ import annotations

import ctypes
import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tarotsim.engine.adapter import PolicyPlayer, private_block, public_block
from tarotsim.engine.compiled import CompiledTable
from tarotsim.game.layout import Stage
from tarotsim.game.strategy import DECISIONS
from tarotsim.game.view import SeatView
from tarotsim.kernels import policies
from tarotsim.kernels import row as words
from tarotsim.kernels._jit import IS_COMPILED
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


class Watcher(PolicyPlayer):
    """A compiled strategy in the reference engine that keeps the views it gets."""

    def __init__(self, strategy: CompiledStrategy, views: list[SeatView]) -> None:
        super().__init__(strategy)
        self.views = views

    def _ask(self, view: SeatView, suits: int, trumps: int) -> Any:
        self.views.append(view)
        return super()._ask(view, suits, trumps)


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
    play_deal(rules, deal, [Watcher(compiled, views)] * rules.players)
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


def _or_none(value: int) -> int | None:
    return None if value < 0 else int(value)


def _check_readers(public: Any, private: Any, view: SeatView) -> None:
    """Compare the readers that are more than a look at one word."""
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
