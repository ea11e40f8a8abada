"""The score of a deal (R13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarotsim.game.errors import RulesError
from tarotsim.game.records import Score
from tarotsim.game.rules import TARGETS, Camp, Chelem, Contract, Poignee, RuleSet
from tarotsim.reference.chelem import chelem_points

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["contract_gap", "is_made", "score_deal", "share"]


def is_made(half_points: int, bouts: int) -> bool:
    """Tell whether the attack reached its target (R13.2).

    Raises
    ------
    RulesError
        If there are not 0 to 3 bouts (R0.2).
    """
    if bouts not in range(4):
        raise RulesError(f"{bouts} bouts are impossible: there are 3 (R0.2)")
    return half_points >= 2 * TARGETS[bouts]


def contract_gap(half_points: int, bouts: int) -> int:
    """Return the points above or below the target, a half rounded up.

    References
    ----------
    R13.3, R7.2: the half-point goes to the camp that wins the deal.
    """
    return (abs(half_points - 2 * TARGETS[bouts]) + 1) // 2


def share(
    unit: int, players: int, taker: int, partner: int | None = None
) -> tuple[int, ...]:
    """Return the scores by seat for what each defender pays.

    Parameters
    ----------
    unit : int
        The unit u of R13.4.
    players : int
    taker : int
        Seat of the taker.
    partner : int, optional
        Seat of the partner at five players.

    Returns
    -------
    tuple of int (players,)
        They add up to 0.

    References
    ----------
    R13.5, R5.9, R5.10, R6.4.
    """
    scores = [-unit] * players
    if partner is None:
        scores[taker] = (players - 1) * unit
    else:
        scores[taker], scores[partner] = 2 * unit, unit
    return tuple(scores)


def score_deal(
    rules: RuleSet,
    contract: Contract,
    half_points: int,
    bouts: int,
    *,
    taker: int = 0,
    partner: int | None = None,
    poignees: Sequence[tuple[Poignee, Camp]] = (),
    petit_au_bout: Camp | None = None,
    chelem: Chelem = Chelem.NONE,
) -> Score:
    """Score a deal from its count.

    Parameters
    ----------
    rules : RuleSet
    contract : Contract
        Prise to garde contre.
    half_points, bouts : int
        Of the attack, the Excuse settled.
    taker, partner : int
        Seats; no partner when the taker plays alone or not at five.
    poignees : sequence of (Poignee, Camp), optional
        Each poignée shown, and the camp that showed it.
    petit_au_bout : Camp, optional
        Camp that made it.
    chelem : Chelem, optional

    Returns
    -------
    Score

    References
    ----------
    R13.4; R10.8-R10.10: primes go to the camp that wins the deal; R11.3: the Petit au
    bout never follows the sign of the contract.
    """
    won = is_made(half_points, bouts)
    sign = 1 if won else -1
    multiplier = contract.multiplier
    gap = contract_gap(half_points, bouts)
    petit = {None: 0, Camp.ATTACK: 1, Camp.DEFENCE: -1}[petit_au_bout]
    parts = (
        sign * (25 + gap) * multiplier,
        petit * 10 * multiplier,
        sign * sum(level.prime for level, _ in poignees),
        chelem_points(rules, chelem),
    )
    return Score(
        contract=contract,
        half_points=half_points,
        bouts=bouts,
        target=TARGETS[bouts],
        won=won,
        gap=gap,
        contract_part=parts[0],
        petit_part=parts[1],
        poignee_part=parts[2],
        chelem_part=parts[3],
        taker=taker,
        partner=partner,
        scores=share(sum(parts), rules.players, taker, partner),
        poignees=tuple(poignees),
        petit_au_bout=petit_au_bout,
        chelem=chelem,
    )
