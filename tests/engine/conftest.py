"""What tests of the engine share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tarotsim.game.auction import Imposed
    from tarotsim.game.records import Deal
    from tarotsim.game.rules import RuleSet
    from tarotsim.game.strategy import Strategy


@pytest.fixture(scope="session")
def compare_objects() -> Callable[..., None]:
    """Play deals with objects in both engines and compare every record and row."""
    # Kernels are compiled where they are used only.
    from tarotsim.engine.callbacks import ObjectStrategy
    from tarotsim.engine.compiled import CompiledTable
    from tarotsim.engine.unpacking import record_of
    from tarotsim.reference.game import play_deal
    from tarotsim.runs.rows import record_row

    def compare(
        rules: RuleSet,
        deals: Sequence[Deal],
        seats: Sequence[Strategy],
        auction: Imposed | None,
    ) -> None:
        table = CompiledTable(rules, [ObjectStrategy(s) for s in seats], auction)
        chunk: Any = table.play_given(deals, history=True)
        for deal, row, acts in zip(deals, chunk.rows, chunk.history, strict=True):
            expected = play_deal(rules, deal, seats, auction=auction)
            assert record_of(rules, deal, row, acts) == expected
            assert tuple(row.tolist()) == record_row(expected)

    return compare
