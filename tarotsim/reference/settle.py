"""The count at the end: whose cards, the Excuse, the Petit, the slam (R8, R11, R12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tarotsim.game.cards import (
    BOUTS,
    EXCUSE,
    HALF_POINTS,
    PETIT,
    TOTAL_HALF_POINTS,
    Card,
)
from tarotsim.game.records import Settlement, Trick
from tarotsim.game.rules import (
    Camp,
    Chelem,
    Contract,
    ExcuseLastTrick,
    OtherExcuseInSlam,
    OwedLowCard,
    RuleSet,
    SlamExcuseFollowed,
    SlamExcuseWins,
    SlamPetit,
    SlamScope,
)
from tarotsim.reference.chelem import chelem_outcome, slam_camp

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["ExcuseAccount", "PlayedDeal", "excuse_account", "petit_au_bout", "settle"]


class ExcuseAccount(NamedTuple):
    """Who owns the Excuse at the end, and who paid a low card for it."""

    owner: Camp
    low_card_from: Camp | None


class PlayedDeal(NamedTuple):
    """What the count needs of a deal that was played to the end.

    Parameters
    ----------
    tricks : sequence of Trick
    taker, partner : int
        Partner None if there is none.
    contract : Contract
    aside : sequence of int
        The écart in prise and garde, the chien in garde sans and garde contre.
    chelem_by : int or None
        Seat that announced a slam.
    """

    tricks: Sequence[Trick]
    taker: int
    partner: int | None
    contract: Contract
    aside: Sequence[Card]
    chelem_by: int | None = None

    def camp_of(self, seat: int) -> Camp:
        """Return the camp of a seat."""
        in_attack = seat in (self.taker, self.partner)
        return Camp.ATTACK if in_attack else Camp.DEFENCE

    @property
    def aside_camp(self) -> Camp:
        """The camp that counts the écart or the chien (R4.2, R15.2, R15.3)."""
        is_contre = self.contract is Contract.GARDE_CONTRE
        return Camp.DEFENCE if is_contre else Camp.ATTACK


def excuse_account(
    rules: RuleSet,
    played_by: Camp,
    trick_won_by: Camp,
    *,
    is_last_trick: bool,
    slam_by: Camp | None = None,
    is_led: bool = False,
    is_announced_by_taker: bool = False,
) -> ExcuseAccount:
    """Settle an Excuse that was played.

    Parameters
    ----------
    rules : RuleSet
    played_by : Camp
        Camp of its player.
    trick_won_by : Camp
        Camp that won its trick.
    is_last_trick : bool
        Whether that was the last trick.
    slam_by : Camp, optional
        Camp that won every trick of the deal.
    is_led : bool, optional
        Whether the Excuse led its trick.
    is_announced_by_taker : bool, optional
        Whether the slam is the attack's and its taker announced it.

    Returns
    -------
    ExcuseAccount
        The owner, and the camp that gives one low card, a half-point, for it.

    References
    ----------
    R8.4-R8.10, the table at the end of R8; D1, D2.
    """
    stays = ExcuseAccount(played_by, None)
    paid = played_by if trick_won_by is not played_by else None
    kept = ExcuseAccount(played_by, paid)
    if not is_last_trick:
        return kept  # R8.4
    in_scope = rules.slam_scope is SlamScope.ALL or is_announced_by_taker
    if slam_by is played_by and in_scope:
        wins = is_led or rules.slam_excuse_wins is SlamExcuseWins.LED_OR_NOT
        if wins or rules.slam_excuse_followed is SlamExcuseFollowed.STAYS:
            return stays  # R8.10
    is_protected = rules.other_excuse_in_slam is OtherExcuseInSlam.PROTECTED
    if slam_by is played_by.other and in_scope and is_protected:
        return kept  # D2c
    if trick_won_by is not played_by:
        return ExcuseAccount(trick_won_by, None)  # R8.9: it stays in the trick
    # R8.9, D1: even when its own camp won the trick it changes camp.
    if rules.excuse_last_trick is ExcuseLastTrick.FOLLOWS_WINNER:
        return stays
    other = played_by.other
    if rules.excuse_last_trick is ExcuseLastTrick.CHANGES_CAMP_FREE:
        return ExcuseAccount(other, None)
    return ExcuseAccount(other, other)


def petit_au_bout(
    rules: RuleSet,
    tricks: Sequence[Trick],
    camps: Sequence[Camp],
    *,
    is_announced_by_taker: bool = False,
    taker: int | None = None,
) -> Camp | None:
    """Return the camp that gets the prime of the Petit au bout, None if nobody does.

    Parameters
    ----------
    rules : RuleSet
    tricks : sequence of Trick
        All the tricks of the deal.
    camps : sequence of Camp (players,)
        Camp of each seat.
    is_announced_by_taker : bool, optional
        Whether the taker had announced a slam.
    taker : int, optional
        Seat of the taker, needed under the option D13.

    References
    ----------
    R11.1, R11.4; D13. A Petit in the chien was not played (R11.5).
    """
    last, before = tricks[-1], tricks[-2]
    if PETIT in last.cards:
        return camps[last.winner]
    ended_by_excuse = (
        EXCUSE in last.cards and last.seat_of(last.cards.index(EXCUSE)) == last.winner
    )
    if PETIT in before.cards and ended_by_excuse:
        # R11.4: the Excuse won the last trick, so every trick is that camp's.
        is_takers = is_announced_by_taker and last.winner == taker
        if rules.slam_petit is SlamPetit.EVERY_SLAM or is_takers:
            return camps[before.winner]
    return None


def settle(rules: RuleSet, played: PlayedDeal) -> Settlement:
    """Count a deal.

    Parameters
    ----------
    rules : RuleSet
    played : PlayedDeal

    Returns
    -------
    Settlement
        Half-points and bouts of the attack, the primes' facts; the two camps always
        share 182 half-points (91 points).

    References
    ----------
    R8, R11, R12, R13.1, R15.
    """
    piles: dict[Camp, list[Card]] = {Camp.ATTACK: [], Camp.DEFENCE: []}
    for trick in played.tricks:
        piles[played.camp_of(trick.winner)] += trick.cards
    made = slam_camp(rules, played.tricks, played.taker, played.partner)
    account = _account_for_excuse(rules, played, made)
    owed = account.low_card_from
    if owed is not None and _is_excused(rules, owed, made, piles[owed]):
        owed = None
    attack = [*piles[Camp.ATTACK]]
    if played.aside_camp is Camp.ATTACK:
        attack += played.aside
    counted = [card for card in attack if card != EXCUSE]
    half_points = sum(HALF_POINTS[card] for card in counted)
    bouts = sum(card in BOUTS for card in counted)
    if account.owner is Camp.ATTACK:
        half_points += HALF_POINTS[EXCUSE]
        bouts += 1
    if owed is not None:
        half_points += -1 if owed is Camp.ATTACK else 1  # R8.7
    assert 0 <= half_points <= TOTAL_HALF_POINTS
    announced = None
    if played.chelem_by is not None:
        announced = played.camp_of(played.chelem_by)
    chelem: Chelem = chelem_outcome(announced, made)
    return Settlement(
        half_points=half_points,
        bouts=bouts,
        petit_au_bout=petit_au_bout(
            rules,
            played.tricks,
            [played.camp_of(seat) for seat in range(rules.players)],
            is_announced_by_taker=played.chelem_by == played.taker,
            taker=played.taker,
        ),
        chelem=chelem,
        excuse_owner=account.owner,
        low_card_from=owed,
    )


def _is_excused(
    rules: RuleSet, owed: Camp, slam_by: Camp | None, cards: Sequence[Card]
) -> bool:
    """Tell whether a camp that owes a low card need not pay the half-point.

    Under the option D10 a camp whose tricks hold no card worth one half-point pays
    nothing, but for the case that the federation decides itself: the Excuse of the
    defence in a slam of the attack (R8.6).
    """
    if rules.owed_low_card is OwedLowCard.TRANSFER:
        return False
    if owed is Camp.DEFENCE and slam_by is Camp.ATTACK:
        return False
    return not any(HALF_POINTS[card] == 1 for card in cards)


def _account_for_excuse(
    rules: RuleSet, played: PlayedDeal, slam_by: Camp | None
) -> ExcuseAccount:
    """Find the Excuse in the tricks or aside and settle it."""
    for number, trick in enumerate(played.tricks):
        if EXCUSE not in trick.cards:
            continue
        place = trick.cards.index(EXCUSE)
        return excuse_account(
            rules,
            played.camp_of(trick.seat_of(place)),
            played.camp_of(trick.winner),
            is_last_trick=number == len(played.tricks) - 1,
            slam_by=slam_by,
            is_led=place == 0,
            is_announced_by_taker=(
                slam_by is Camp.ATTACK and played.chelem_by == played.taker
            ),
        )
    return ExcuseAccount(played.aside_camp, None)  # R8.12
