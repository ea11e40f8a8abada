"""The players among whom the expert is fitted and measured: strong, weak and odd."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarotsim.kernels.policies import CompiledStrategy, count_cards, nth_card, policy
from tarotsim_strategies.point_count import PointCount
from tarotsim_strategies.random_legal import RandomLegal

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

__all__ = ["STRANGERS", "draw_player"]


@policy
def lowest_card(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Play the lowest legal card, trumps last."""
    return nth_card(suits, trumps, 0)


@policy
def highest_card(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Play the highest legal card, trumps first."""
    return nth_card(suits, trumps, count_cards(suits, trumps) - 1)


STRANGERS: dict[str, CompiledStrategy] = {
    "point_count": PointCount().compiled(),
    "random_legal": RandomLegal().compiled(),
    "lowest card": CompiledStrategy({"play": lowest_card}, name="lowest card"),
    "highest card": CompiledStrategy({"play": highest_card}, name="highest card"),
}
"""Players that are not the expert."""
EXPERTS = 0.5
"""How often a seat is an expert."""
_STRANGERS = (0.55, 0.15, 0.15, 0.15)
"""How often each of the others, where none is."""


def draw_player(
    rng: np.random.Generator, experts: Sequence[CompiledStrategy]
) -> CompiledStrategy:
    """Return a player for a seat.

    Parameters
    ----------
    rng : Generator
    experts : sequence of CompiledStrategy
        All are as likely. With none, `point_count` plays in their place.
    """
    if rng.random() < EXPERTS:
        if not experts:
            return STRANGERS["point_count"]
        return experts[int(rng.integers(len(experts)))]
    return list(STRANGERS.values())[int(rng.choice(len(STRANGERS), p=_STRANGERS))]
