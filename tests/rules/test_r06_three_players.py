"""R6: three players."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tarotsim.game.records import DealRecord
from tarotsim.game.rules import RULES_3, Contract, Poignee
from tarotsim.reference.bidding import allowed_bids
from tarotsim.reference.dealing import deal_cards
from tarotsim.reference.ecart import trump_discard_range
from tarotsim.reference.poignee import poignee_options
from tarotsim.reference.scoring import share


@pytest.mark.parametrize("contract", list(Contract)[1:])
def test_r6_1_24_cards_and_the_same_play(
    play_out: Callable[..., DealRecord], contract: Contract
) -> None:
    deal = deal_cards(RULES_3, 2, 4)
    record = play_out(RULES_3, deal, 2, contract)
    assert [len(hand) for hand in deal.hands] == [24, 24, 24]
    assert len(deal.chien) == 6
    assert len(record.tricks) == 24
    assert len(record.ecart) == (6 if contract.takes_chien else 0)
    assert (record.called, record.partner) == (None, None)
    assert allowed_bids(Contract.PASS) == tuple(Contract)


def test_r6_1_six_cards_are_discarded() -> None:
    hand = range(56 - 13, 56 + 17)  # 13 trefles, one of them the king, and 17 trumps
    assert trump_discard_range(RULES_3, list(hand)) == (0, 0)
    assert trump_discard_range(RULES_3, [13, *range(60, 77)]) == (6, 6)


def test_r6_2_thresholds() -> None:
    assert RULES_3.poignee_sizes == (13, 15, 18)
    for count, levels in (
        (12, []),
        (13, [1]),
        (14, [1]),
        (15, [1, 2]),
        (18, [1, 2, 3]),
    ):
        options = poignee_options(RULES_3, range(57, 57 + count))
        assert [option.level for option in options] == [Poignee(n) for n in levels]


@pytest.mark.parametrize("unit", [52, -91, 0])
def test_r6_4_two_defenders(unit: int) -> None:
    for taker in range(3):
        scores = share(unit, 3, taker)
        assert scores[taker] == 2 * unit
        assert [s for seat, s in enumerate(scores) if seat != taker] == [-unit] * 2
