"""Dealing (R1), the petit sec (R2) and who deals next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tarotsim.game.cards import (
    CARD_COUNT,
    EXCUSE,
    PETIT,
    Card,
    Cards,
    is_trump,
    sort_cards,
)
from tarotsim.game.errors import RulesError
from tarotsim.game.keys import GAMMA, deal_key, mix
from tarotsim.game.parsing import card_problems
from tarotsim.game.records import Deal
from tarotsim.game.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tarotsim.game.rules import RuleSet

__all__ = [
    "deal_cards",
    "deal_given",
    "find_petit_sec",
    "has_petit_sec",
    "next_dealer",
    "verify_deal",
]


def deal_cards(rules: RuleSet, seed: int, number: int) -> Deal:
    """Deal the pack of one number of a run.

    Card by card, in the order 0 to 77, each goes to a seat or to the chien with a
    probability proportional to the places left there: every deal is equally likely,
    but for the bias of bounded draws (below 2**-25 a card). The packets of R1.1-R1.5
    do not change the distribution of a well shuffled pack.

    Parameters
    ----------
    rules : RuleSet
    seed, number : int
        Seed of the run and number of the deal.

    Returns
    -------
    Deal
        The dealer is seat ``number % players`` (R1.6).

    References
    ----------
    R1.1, R1.6.
    """
    players = rules.players
    key = deal_key(seed, number)
    places = [rules.hand_size] * players + [rules.chien_size]
    piles: list[list[Card]] = [[] for _ in places]
    for card in range(CARD_COUNT):
        if card % 2 == 0:
            # One 64-bit draw serves two cards: its high half, then its low half.
            bits = mix(key + (card >> 1) * GAMMA)
            half = bits >> 32
        else:
            half = bits & 0xFFFFFFFF
        pick = (half * (CARD_COUNT - card)) >> 32
        pile = 0
        while pick >= places[pile]:
            pick -= places[pile]
            pile += 1
        places[pile] -= 1
        piles[pile].append(card)
    return Deal(
        players=players,
        dealer=number % players,
        hands=tuple(sort_cards(pile) for pile in piles[:players]),
        chien=sort_cards(piles[players]),
        seed=seed,
        number=number,
    )


def deal_given(
    rules: RuleSet,
    hands: Sequence[Iterable[Card]],
    chien: Iterable[Card],
    dealer: int = 0,
) -> Deal:
    """Make a deal of given cards.

    Raises
    ------
    RulesError
        If the cards are not the 78 of the pack, each once, in hands of the right
        size, or the dealer has no seat; every fault is named.

    References
    ----------
    R1.1.
    """
    deal = Deal(
        players=rules.players,
        dealer=dealer,
        hands=tuple(Cards(hand) for hand in hands),
        chien=Cards(chien),
    )
    verify_deal(rules, deal)
    return replace(
        deal,
        hands=tuple(sort_cards(hand) for hand in deal.hands),
        chien=sort_cards(deal.chien),
    )


def verify_deal(rules: RuleSet, deal: Deal) -> None:
    """Check that a deal holds the pack, and what its seed and number give.

    Raises
    ------
    RulesError
        If the cards are not the 78 of the pack, each once, in hands of the right
        size, the dealer has no seat, or another deal belongs to the seed and number;
        every fault is named. What a condition gives is not checked here.

    References
    ----------
    R1.1.
    """
    problems = []
    if len(deal.hands) != rules.players:
        given = counted(len(deal.hands), "hand is given", "hands are given")
        problems.append(f"{given}, {rules.players} expected")
    if deal.dealer not in range(rules.players):
        problems.append(f"dealer {deal.dealer} is no seat of 0 to {rules.players - 1}")
    sizes = [rules.hand_size] * len(deal.hands) + [rules.chien_size]
    names = [*(f"seat {seat}" for seat in range(len(deal.hands))), "the chien"]
    piles = [*deal.hands, deal.chien]
    for name, pile, size in zip(names, piles, sizes, strict=True):
        if len(pile) != size:
            held = counted(len(pile), "card")
            problems.append(f"{name} has {held}, {size} expected (R1.1)")
    problems += card_problems([card for pile in piles for card in pile])
    is_numbered = deal.seed is not None and deal.number is not None
    if not problems and is_numbered and deal.given is None:
        assert deal.seed is not None
        assert deal.number is not None
        dealt = deal_cards(rules, deal.seed, deal.number)
        same_cards = all(
            set(pile) == set(own)
            for pile, own in zip(piles, [*dealt.hands, dealt.chien], strict=True)
        )
        if not same_cards or deal.dealer != dealt.dealer:
            where = f"seed {deal.seed} and number {deal.number}"
            problems.append(f"{where} give another deal")
    if problems:
        raise RulesError("not a deal: " + "; ".join(problems))


def has_petit_sec(hand: Iterable[Card]) -> bool:
    """Tell whether the Petit is the only trump of a hand without the Excuse (R2.1)."""
    trumps_and_excuse = [card for card in hand if is_trump(card) or card == EXCUSE]
    return trumps_and_excuse == [PETIT]


def find_petit_sec(hands: Sequence[Cards]) -> int | None:
    """Return the seat of the hand that cancels the deal, None if there is none.

    References
    ----------
    R2.1, R2.5. It applies at 3, 4 and 5 players (R2.4).
    """
    for seat, hand in enumerate(hands):
        if has_petit_sec(hand):
            return seat
    return None


def next_dealer(players: int, dealer: int) -> int:
    """Return the seat that deals next: the dealer's right-hand neighbour.

    Played, passed out or cancelled for a petit sec, the deal passes on (R1.6, R2.2,
    R3.6).
    """
    return (dealer + 1) % players
