"""Who wins a trick (R9.7, R8.2, R8.3, R8.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarotsim.game.cards import EXCUSE, Card
from tarotsim.game.rules import RuleSet, SlamExcuseWins, SlamScope
from tarotsim.game.view import winning_index

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["excuse_wins", "trick_winner"]


def excuse_wins(
    rules: RuleSet,
    table: Sequence[Card],
    *,
    is_last_trick: bool,
    won_all_before: bool,
    is_announced_by_taker: bool = False,
) -> bool:
    """Tell whether the Excuse wins this trick.

    Parameters
    ----------
    rules : RuleSet
    table : sequence of int
        The cards of the trick in the order played.
    is_last_trick : bool
    won_all_before : bool
        Whether the camp of the Excuse's player has won every previous trick.
    is_announced_by_taker : bool, optional
        Whether that camp is the attack and its taker announced the slam.

    References
    ----------
    R8.10; D2a (led or not), D2d (which slams).
    """
    if not (is_last_trick and won_all_before and EXCUSE in table):
        return False
    if rules.slam_scope is SlamScope.ANNOUNCED_BY_TAKER and not is_announced_by_taker:
        return False
    is_led = table[0] == EXCUSE
    return is_led or rules.slam_excuse_wins is SlamExcuseWins.LED_OR_NOT


def trick_winner(table: Sequence[Card], *, excuse_wins: bool = False) -> int:
    """Return the place in the trick of the winning card.

    Parameters
    ----------
    table : sequence of int
        The cards in the order played, two or more.
    excuse_wins : bool, optional
        Whether R8.10 makes the Excuse win.

    References
    ----------
    R9.7: highest trump, else highest card of the suit led; the Excuse is ignored.
    """
    if excuse_wins:
        return table.index(EXCUSE)
    winner = winning_index(tuple(table))
    assert winner is not None  # only the Excuse alone has no winner
    return winner
