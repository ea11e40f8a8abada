"""Deals under a condition: dealing alone, whatever is asked.

A round is 100,000 deals of four players, one core. Kernels are compiled and the
condition is counted before the clock starts; the time of counting is measured apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tarotsim.engine.dealing_compiled import deal_words
from tarotsim.engine.given import as_given
from tarotsim.game.rules import RULES_4
from tarotsim.stats.conditional import count_deals

if TYPE_CHECKING:
    from benchmarks.conftest import PerSecond

DEALS = 100_000
CONDITIONS = {
    "10 trumps": "2: trumps=10, holds=Petit",
    "15 trumps": "2: trumps=15, holds=Petit",
    "a hand": "0: hand=21 18 15 12 9 6 4 Ex ♠R73 ♥DC5 ♦10 2 ♣V8",
    "many": "0: points>=30; 2+chien: trumps>=9, kings<=2; 3: bouts<=1",
}


@pytest.mark.parametrize("condition", CONDITIONS)
def bench_dealing(
    benchmark: Any, per_second: PerSecond, scale: int, condition: str
) -> None:
    """Deals of a condition, as the kernels play them."""
    given = as_given(CONDITIONS[condition], RULES_4)
    assert given is not None
    numbers = np.arange(DEALS // scale, dtype=np.uint64)
    deal_words(RULES_4, given, 1, numbers[:1])
    dealt = benchmark(lambda: deal_words(RULES_4, given, 1, numbers))
    assert len(dealt.words) == len(numbers)
    per_second("deals", len(numbers))


@pytest.mark.parametrize("condition", CONDITIONS)
def bench_counting(benchmark: Any, condition: str) -> None:
    """Count the deals of a condition and make its tables."""

    def count() -> bool:
        count_deals.cache_clear()
        return as_given(CONDITIONS[condition], RULES_4) is not None

    assert benchmark(count)
