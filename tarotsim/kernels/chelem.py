"""Announcing a slam, and what became of it (R12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarotsim.kernels._jit import kernel

if TYPE_CHECKING:
    from tarotsim.kernels.vector import RulesVector

__all__ = ["chelem_outcome", "chelem_points", "may_announce", "slam_camp", "won_all"]

NOBODY, ATTACK, DEFENCE = -1, 0, 1


@kernel
def may_announce(rules: RulesVector, taker: Any, partner: Any, seat: Any) -> Any:
    """Tell whether a seat may announce a slam (R12.2, D14)."""
    if rules.slam_announcer == 2 or seat == taker:
        return True
    return rules.slam_announcer == 1 and seat == partner


@kernel
def won_all(
    rules: RulesVector, winners: Any, taker: Any, attack: Any, is_attack: Any
) -> Any:
    """Tell whether a camp won every trick so far.

    Parameters
    ----------
    rules : RulesVector
        With D12 the tricks of the attack count only if the taker won them.
    winners : int64
        Seats that won a trick, one bit each.
    taker : int64
    attack : int64
        Seats of the attack, one bit each.
    is_attack : bool
        Which camp is asked about.

    References
    ----------
    R12.1.
    """
    if not is_attack:
        return winners & attack == 0
    if rules.slam_partner_tricks == 1:
        return winners & ~(1 << taker) == 0
    return winners & ~attack == 0


@kernel
def slam_camp(rules: RulesVector, winners: Any, taker: Any, attack: Any) -> Any:
    """Return the camp that won every trick: 0 attack, 1 defence, -1 neither."""
    for camp in (ATTACK, DEFENCE):
        if won_all(rules, winners, taker, attack, camp == ATTACK):
            return camp
    return NOBODY


@kernel
def chelem_outcome(announced: Any, made: Any) -> Any:
    """Return the Chelem number from the camps that announced and made a slam.

    References
    ----------
    R12.4-R12.6.
    """
    if announced == NOBODY:
        return 0 if made == NOBODY else (2 if made == ATTACK else 4)
    if announced == ATTACK:
        return 3 if made == NOBODY else (1 if made == ATTACK else 5)
    return 7 if made == NOBODY else (6 if made == DEFENCE else 8)


_POINTS = (0, 400, 200, -200, -200, -400, -400, 200, 400)
"""Slam term of each Chelem number."""


@kernel
def chelem_points(rules: RulesVector, chelem: Any) -> Any:
    """Return the slam term c of R13.4, in points, signed for the attack (D8)."""
    points = _POINTS[chelem]
    if rules.failed_slam_all_lost == 1 and chelem in (5, 8):
        return points // 2
    return points
