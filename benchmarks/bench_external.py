"""Players that are programs of their own: whole deals, all four seats in processes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tarotsim import external, simulate

if TYPE_CHECKING:
    from collections.abc import Callable

CLIENT = Path(__file__).parents[1] / "strategies" / "examples" / "external_player.py"
DEALS = 50


def test_external_player(
    benchmark: Any, per_second: Callable[[str, int], None]
) -> None:
    player = external([sys.executable, str(CLIENT)])
    # The first deal starts the processes.
    simulate(1, strategies=player, seed=1, auction="best:garde")

    results = benchmark(
        simulate, DEALS, strategies=player, seed=1, auction="best:garde"
    )
    per_second("deals", len(results))
    player.close()
