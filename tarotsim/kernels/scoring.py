"""The score of a deal (R13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarotsim.game.rules import MULTIPLIERS, POIGNEE_PRIMES, TARGETS
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.chelem import chelem_points

if TYPE_CHECKING:
    from tarotsim.kernels.vector import RulesVector

__all__ = ["contract_gap", "is_made", "poignee_prime", "score_of", "unit_of"]


@kernel
def is_made(half_points: Any, bouts: Any) -> Any:
    """Tell whether the attack reached its target (R13.2)."""
    return half_points >= 2 * TARGETS[bouts]


@kernel
def contract_gap(half_points: Any, bouts: Any) -> Any:
    """Return the points above or below the target, a half rounded up (R13.3, R7.2)."""
    return (abs(half_points - 2 * TARGETS[bouts]) + 1) // 2


@kernel
def poignee_prime(levels: Any) -> Any:
    """Return the sum of the primes of the levels shown, four bits a seat (R10.7)."""
    total = 0
    while levels:
        total += POIGNEE_PRIMES[levels & 3]
        levels >>= 4
    return total


@kernel
def unit_of(
    rules: RulesVector,
    contract: Any,
    half_points: Any,
    bouts: Any,
    petit: Any,
    prime: Any,
    chelem: Any,
) -> Any:
    """Compute what each defender pays, in points.

    Parameters
    ----------
    rules : RulesVector
    contract : int64
        1 to 4.
    half_points, bouts : int64
        Of the attack.
    petit : int64
        1 attack, 0 nobody, -1 defence.
    prime : int64
        Sum of the poignée primes.
    chelem : int64
        Number of the Chelem member.

    References
    ----------
    R13.4, R10.8-R10.10, R11.3.
    """
    sign = 1 if is_made(half_points, bouts) else -1
    multiplier = MULTIPLIERS[contract]
    gap = contract_gap(half_points, bouts)
    contract_part = sign * (25 + gap) * multiplier
    petit_part = petit * 10 * multiplier
    return contract_part + petit_part + sign * prime + chelem_points(rules, chelem)


@kernel
def score_of(players: Any, unit: Any, taker: Any, partner: Any, seat: Any) -> Any:
    """Return the score of one seat (R13.5, R5.9, R5.10, R6.4).

    Parameters
    ----------
    players, unit, taker : int64
    partner : int64
        -1 if there is none.
    seat : int64
    """
    if seat == taker:
        return 2 * unit if partner >= 0 else (players - 1) * unit
    return unit if seat == partner else -unit
