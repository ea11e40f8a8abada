"""Random tables as a hypothesis strategy."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from tarotsim.testing import Table, random_table


@st.composite
def tables(draw: Callable[..., Any], players: int | None = None) -> Table:
    """Hypothesis strategy of tables."""
    seed: int = draw(st.integers(0, 2**32))
    count: int = players or draw(st.sampled_from((3, 4, 5)))
    return random_table(random.Random(seed), count)
