"""Who wins a trick (R9.7, R8.2, R8.3, R8.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarotsim.kernels._jit import kernel
from tarotsim.kernels.bits import TRUMP_CODE

if TYPE_CHECKING:
    from tarotsim.kernels.vector import RulesVector

__all__ = ["beats", "excuse_wins"]


@kernel(inline=True)
def beats(code: Any, best: Any) -> Any:
    """Tell whether a card takes the lead of a trick from the best card so far.

    Parameters
    ----------
    code : int64
        A card that is not the Excuse.
    best : int64
        The winning card so far, -1 if there is none.

    References
    ----------
    R9.7: a higher card of the same suit, or a trump over a suit card.
    """
    # No `and`, no `or`: nobody could predict their branches.
    rules = (best < 0) | (code > TRUMP_CODE) | (code >> 4 == best >> 4)
    return (code > best) & rules


@kernel
def excuse_wins(
    rules: RulesVector, is_led: Any, won_all_before: Any, is_announced_by_taker: Any
) -> Any:
    """Tell whether the Excuse wins the last trick.

    Parameters
    ----------
    rules : RulesVector
    is_led : bool
        Whether it leads the trick.
    won_all_before : bool
        Whether the camp of its player has won every previous trick.
    is_announced_by_taker : bool
        Whether that camp is the attack and its taker announced the slam.

    References
    ----------
    R8.10; D2a (led or not), D2d (which slams).
    """
    if not won_all_before or (rules.slam_scope == 1 and not is_announced_by_taker):
        return False
    return is_led or rules.slam_excuse_wins == 1
