"""The strategy, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.kernels.policies import CompiledStrategy, count_cards, nth_card, policy


@policy
def play(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Play the card in its place."""
    last = count_cards(suits, trumps) - 1
    return nth_card(suits, trumps, min(np.int64(params[0]), last))


def compiled_form(place: int) -> CompiledStrategy:
    """Return the strategy with its parameter."""
    return CompiledStrategy({"play": play}, (place,), name="lowest")
