"""Deals under a condition: the kernels deal and play what the reference engine does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tarotsim.engine.compiled import CompiledTable
from tarotsim.engine.dealing import deal_number
from tarotsim.engine.dealing_compiled import deal_words, unpack_deal
from tarotsim.engine.given import as_given
from tarotsim.engine.play import play_number
from tarotsim.engine.unpacking import record_of
from tarotsim.game.cards import EXCUSE
from tarotsim.game.rules import rules_for
from tarotsim.runs.rows import record_row
from tarotsim.runs.run import plan_run

if TYPE_CHECKING:
    from tarotsim.game.records import Deal

TEXTS = [
    "2: trumps=10, holds=Petit",
    "0+chien: trumps>=10; 2: kings=2..3",
    "0: points>=20.5; 1: points<=30; chien: bouts=1",
    "chien: hand=21 Ex ♠R",
    "1: pique>=4, coeur<=3, bars=Ex 1; 2+chien: honours=5",
    "0: trumps>=4; 1: trumps>=4; 2: trumps>=4",
]


def _excuse_at_0(deal: Deal) -> bool:
    return EXCUSE in deal.hands[0]


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("text", TEXTS)
def test_the_same_cards(players: int, text: str) -> None:
    if "hand=" in text and players < 5:
        text = "chien: hand=21 Ex ♠R765"
    given = as_given(text, rules_for(players))
    assert given is not None
    first = (1 << 63) - 40
    numbers = np.arange(first, first + 40, dtype=np.uint64)
    dealt = deal_words(rules_for(players), given, 11, numbers)
    assert (dealt.attempts == 1).all()
    for number, words in zip(numbers.tolist(), dealt.words, strict=True):
        expected = deal_number(rules_for(players), 11, number, given)
        assert unpack_deal(rules_for(players), 11, words, given) == expected


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_same_tries(players: int) -> None:
    rules = rules_for(players)
    given = as_given(["1: trumps>=7", _excuse_at_0], rules)
    assert given is not None
    dealt = deal_words(rules, given, 3, np.arange(50, dtype=np.uint64))
    assert dealt.attempts.max() > 3
    for number, words in enumerate(dealt.words):
        deal = unpack_deal(rules, 3, words, given)
        assert _excuse_at_0(deal)
        assert deal == deal_number(rules, 3, number, given)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_same_play(players: int, pairs: Any) -> None:
    rules = rules_for(players)
    given = as_given("2: trumps>=8; chien: kings=0", rules)
    seats = [pairs[seat % 2] for seat in range(players)]
    table = CompiledTable(rules, [pair[1] for pair in seats])
    chunk = table.play_numbered(5, range(60), given=given, history=True)
    for number in range(60):
        record = play_number(rules, 5, number, [pair[0] for pair in seats], None, given)
        row = chunk.rows[number]
        assert tuple(row.tolist()) == record_row(record)
        assert record_of(rules, record.deal, row, chunk.history[number]) == record


def test_a_run_in_both_engines() -> None:
    compiled, reference = (
        plan_run(
            40,
            strategies="random_legal",
            seed=2,
            engine=engine,
            given="0+chien: trumps>=10; 3: holds=Petit",
        )
        .player()(range(40))
        .rows
        for engine in ("compiled", "reference")
    )
    np.testing.assert_array_equal(compiled, reference)
