"""The reference engine: whole deals by player count and strategy, and its stages.

It is the readable engine and is not tuned; the figure to hold is 1,000 deals a second
with `random_legal` on one core.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tarotsim.engine.play import deal
from tarotsim.game.rules import RULES_4, rules_for
from tarotsim.reference.dealing import deal_cards
from tarotsim.reference.legality import legal_cards
from tarotsim.runs.run import plan_run

if TYPE_CHECKING:
    from benchmarks.conftest import PerSecond

DEALS = 100
STRATEGIES = ("random_legal", "point_count", "point_count(reads_poignees=True)")


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("players", [3, 4, 5])
def bench_whole_deals(
    benchmark: Any, per_second: PerSecond, players: int, strategy: str
) -> None:
    """Played deals, the best hand taking a garde: no deal ends in the auction."""
    run = plan_run(
        DEALS, players=players, strategies=strategy, seed=1, auction="best:garde"
    )
    records = benchmark(lambda: list(run.records()))
    assert len(records) == DEALS
    played = sum(record.score is not None for record in records)
    goal = "reference_rate" if (players, strategy) == (4, "random_legal") else None
    per_second("deals", played, goal)


@pytest.mark.parametrize("players", [3, 4, 5])
def bench_dealing(benchmark: Any, per_second: PerSecond, players: int) -> None:
    """Dealing alone."""
    rules = rules_for(players)
    deals = benchmark(lambda: [deal_cards(rules, 1, i) for i in range(DEALS)])
    assert len({deal.hands for deal in deals}) == DEALS
    per_second("deals", DEALS)


def bench_legal_cards(benchmark: Any, per_second: PerSecond) -> None:
    """Legal cards of a full hand behind a led card."""
    hands = [sorted(deal(seed=1, number=i).hands[0]) for i in range(DEALS)]
    legal = benchmark(lambda: [legal_cards(RULES_4, hand, (3,)) for hand in hands])
    assert all(legal)
    per_second("calls", DEALS)
