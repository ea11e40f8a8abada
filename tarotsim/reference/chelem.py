"""Announcing a slam, and what became of it (R12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarotsim.game.rules import (
    Camp,
    Chelem,
    FailedSlamAllLost,
    RuleSet,
    SlamAnnouncer,
    SlamPartnerTricks,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tarotsim.game.records import Trick

__all__ = ["announcers", "chelem_outcome", "chelem_points", "slam_camp", "won_all"]


def announcers(
    rules: RuleSet, taker: int, partner: int | None, order: Sequence[int]
) -> tuple[int, ...]:
    """Return the seats that may announce a slam, in the order they are asked.

    Parameters
    ----------
    rules : RuleSet
        The taker alone by default (R12.2, D14).
    taker, partner : int
    order : sequence of int
        Seats in the order of speech.
    """
    if rules.slam_announcer is SlamAnnouncer.TAKER:
        return (taker,)
    others = [seat for seat in order if seat != taker]
    if rules.slam_announcer is SlamAnnouncer.ATTACK:
        others = [seat for seat in others if seat == partner]
    return (taker, *others)


def won_all(
    rules: RuleSet, winners: Sequence[int], taker: int, partner: int | None, seat: int
) -> bool:
    """Tell whether the camp of a seat won every trick given.

    Parameters
    ----------
    rules : RuleSet
        With D12 the tricks of the attack count only if the taker won them.
    winners : sequence of int
        Seats that won the tricks so far.
    taker, partner : int
    seat : int
        Any seat of the camp asked about.

    References
    ----------
    R12.1.
    """
    attack = (taker, partner)
    if seat not in attack:
        return all(winner not in attack for winner in winners)
    if rules.slam_partner_tricks is SlamPartnerTricks.TAKER_ALONE:
        return all(winner == taker for winner in winners)
    return all(winner in attack for winner in winners)


def slam_camp(
    rules: RuleSet, tricks: Sequence[Trick], taker: int, partner: int | None
) -> Camp | None:
    """Return the camp that won every trick of the deal, None if neither did."""
    winners = [trick.winner for trick in tricks]
    if won_all(rules, winners, taker, partner, taker):
        return Camp.ATTACK
    defender = next(
        seat for seat in range(rules.players) if seat not in (taker, partner)
    )
    if won_all(rules, winners, taker, partner, defender):
        return Camp.DEFENCE
    return None


def chelem_outcome(announced: Camp | None, made: Camp | None) -> Chelem:
    """Return the outcome from who announced and who made a slam (R12.4-R12.6)."""
    if announced is None:
        if made is None:
            return Chelem.NONE
        attack = made is Camp.ATTACK
        return Chelem.UNANNOUNCED_MADE if attack else Chelem.DEFENCE_MADE
    if announced is Camp.ATTACK:
        if made is None:
            return Chelem.ANNOUNCED_FAILED
        if made is Camp.ATTACK:
            return Chelem.ANNOUNCED_MADE
        return Chelem.ANNOUNCED_FAILED_DEFENCE_MADE
    if made is None:
        return Chelem.DEFENCE_ANNOUNCED_FAILED
    if made is Camp.DEFENCE:
        return Chelem.DEFENCE_ANNOUNCED_MADE
    return Chelem.DEFENCE_ANNOUNCED_FAILED_ATTACK_MADE


_POINTS = {
    Chelem.NONE: 0,
    Chelem.ANNOUNCED_MADE: 400,
    Chelem.UNANNOUNCED_MADE: 200,
    Chelem.ANNOUNCED_FAILED: -200,
    Chelem.DEFENCE_MADE: -200,
    Chelem.ANNOUNCED_FAILED_DEFENCE_MADE: -400,
    Chelem.DEFENCE_ANNOUNCED_MADE: -400,
    Chelem.DEFENCE_ANNOUNCED_FAILED: 200,
    Chelem.DEFENCE_ANNOUNCED_FAILED_ATTACK_MADE: 400,
}


def chelem_points(rules: RuleSet, chelem: Chelem) -> int:
    """Return the slam term c of R13.4, in points, signed for the attack.

    References
    ----------
    R12.4-R12.7; D8 for an announced slam with every trick lost. A slam announced by
    the defence (D14) is paid alike with the sign changed.
    """
    if rules.failed_slam_all_lost is FailedSlamAllLost.ONCE:
        if chelem is Chelem.ANNOUNCED_FAILED_DEFENCE_MADE:
            return -200
        if chelem is Chelem.DEFENCE_ANNOUNCED_FAILED_ATTACK_MADE:
            return 200
    return _POINTS[chelem]
