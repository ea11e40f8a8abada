"""Uniform legal acts, compiled: decides card for card like `RandomLegal`."""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.kernels.policies import (
    chien_size,
    count_cards,
    draw,
    kernel,
    nth_card,
    policy,
    popcount,
    select,
)

@policy
def play(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Play any legal card."""
    count = count_cards(suits, trumps)
    return nth_card(suits, trumps, draw(public, private, count))
