"""Auctions heard without play: the kernels say what the reference engine says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tarotsim.engine.auctions import (
    Auctions,
    bid_if_allowed,
    hear_compiled,
    hear_reference,
)
from tarotsim.engine.compiled import CompiledTable, seated_form
from tarotsim.engine.dealing import deal_number
from tarotsim.engine.forced import force_bid
from tarotsim.engine.given import as_given
from tarotsim.engine.overrides import apply_all, apply_all_compiled
from tarotsim.engine.play import python_form
from tarotsim.game.errors import IllegalActError
from tarotsim.game.rules import Contract, rules_for
from tarotsim.plugins.registry import load_table
from tarotsim.reference.game import play_deal


def _same(first: Auctions, second: Auctions) -> None:
    for name in Auctions._fields:
        np.testing.assert_array_equal(getattr(first, name), getattr(second, name))


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("text", ["1: trumps>=7", "2: trumps=1, holds=Petit"])
def test_both_engines_hear_the_same(players: int, text: str, pairs: Any) -> None:
    rules = rules_for(players)
    given = as_given(text, rules)
    assert given is not None
    seats = [pairs[seat % 2] for seat in range(players)]
    forced = [bid_if_allowed(1, Contract.GARDE)]
    table = apply_all_compiled(forced, [pair[1] for pair in seats])
    plain = apply_all(forced, [pair[0] for pair in seats])
    numbers = np.arange(100, dtype=np.uint64)
    heard = hear_compiled(CompiledTable(rules, table), given, 7, numbers)
    _same(heard, hear_reference(rules, plain, given, 7, numbers.tolist()))
    assert set(heard.spoken.tolist()) <= {0, players}
    # All deals with a petit sec are cancelled before anybody speaks (R2.1).
    assert heard.spoken.any() == ("holds" not in text)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_is_heard_is_what_is_played(players: int, pairs: Any) -> None:
    rules = rules_for(players)
    given = as_given("chien: bouts=1", rules)
    assert given is not None
    strategies = [pairs[0][0] for _ in range(players)]
    heard = hear_reference(rules, strategies, given, 1, range(40))
    for number in range(40):
        record = play_deal(rules, deal_number(rules, 1, number, given), strategies)
        assert heard.taker[number] == (-1 if record.taker is None else record.taker)
        assert heard.contract[number] == record.contract
        assert heard.called[number] == (-1 if record.called is None else record.called)
        assert heard.partner[number] == (
            -1 if record.partner is None else record.partner
        )
        bids = [int(bid.contract) for bid in record.bids]
        assert heard.bids[number].tolist() == (bids or [0] * players)


def test_a_forced_bid_gives_way_to_a_higher_one() -> None:
    rules = rules_for(4)
    given = as_given("0: trumps>=3", rules)
    assert given is not None
    forced = [
        bid_if_allowed(1, Contract.GARDE_SANS),
        bid_if_allowed(2, Contract.GARDE),
        bid_if_allowed(3, Contract.PASS),
    ]
    seats = [seated_form(s) for s in load_table("random_legal", 4)]
    table = CompiledTable(rules, apply_all_compiled(forced, seats))
    # Number 4: seat 0 deals, so seat 1 speaks first.
    heard = hear_compiled(table, given, 1, np.array([4], dtype=np.uint64))
    assert heard.bids[0][:3].tolist() == [Contract.GARDE_SANS, 0, 0]


def test_an_illegal_bid_is_refused_in_both_engines() -> None:
    """R3.3: a prise cannot be bid over a garde sans."""
    rules = rules_for(4)
    given = as_given("0: trumps>=3", rules)
    assert given is not None
    forced = [force_bid(1, Contract.GARDE_SANS), force_bid(2, Contract.PRISE)]
    players = load_table("random_legal", 4)
    seats = [seated_form(player) for player in players]
    table = CompiledTable(rules, apply_all_compiled(forced, seats))
    # Number 4: seat 0 deals, so seat 1 speaks first.
    with pytest.raises(IllegalActError, match=r"seat 2 .*deal 4.*R3\.3"):
        hear_compiled(table, given, 1, np.array([4], dtype=np.uint64))
    plain = apply_all(forced, [python_form(player) for player in players])
    with pytest.raises(IllegalActError, match=r"R3\.3"):
        hear_reference(rules, plain, given, 1, [4])
