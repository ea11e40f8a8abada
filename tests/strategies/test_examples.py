"""The single-file example loads by path and plays."""

from __future__ import annotations

from pathlib import Path

from tarotsim.game.layout import Outcome
from tarotsim.game.rules import rules_for
from tarotsim.plugins.registry import load_strategy
from tarotsim.reference.dealing import deal_cards
from tarotsim.reference.game import play_deal
from tarotsim_strategies.point_count import PointCount

EXAMPLES = Path(__file__).parents[2] / "strategies" / "examples"


def test_my_first_bids_by_its_own_rule_and_plays_like_its_parent() -> None:
    mine = load_strategy(f"{EXAMPLES / 'my_first.py'}:MyFirst")
    rules = rules_for(4)
    contracts = set()
    for number in range(60):
        deal = deal_cards(rules, 9, number)
        record = play_deal(rules, deal, [mine] * 4)
        contracts.add(record.contract.label)
        parent = play_deal(rules, deal, [PointCount()] * 4)
        same_bids = [b.contract for b in record.bids] == [
            b.contract for b in parent.bids
        ]
        if record.outcome is Outcome.PLAYED and same_bids:
            assert record.tricks == parent.tricks
    assert contracts == {"pass", "garde"}
