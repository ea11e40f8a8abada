"""Legal cards (R9, R8.1, R8.3, R5.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarotsim.game.cards import (
    EXCUSE,
    PETIT,
    TRUMP_SUIT,
    Card,
    Cards,
    format_cards,
    suit_of,
)
from tarotsim.game.errors import IllegalActError
from tarotsim.game.rules import OpeningAfterExcuse, RuleSet
from tarotsim.game.view import led_suit
from tarotsim.reference.calling import is_barred_lead

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["legal_cards", "verify_card"]


def legal_cards(
    rules: RuleSet,
    hand: Sequence[Card],
    table: Sequence[Card],
    *,
    is_first_trick: bool = False,
    called: Card | None = None,
) -> Cards:
    """Return the cards of a hand that may be played.

    Parameters
    ----------
    rules : RuleSet
    hand : sequence of int
        The player's cards.
    table : sequence of int
        Cards on the table in the order played; empty for the leader.
    is_first_trick : bool, optional
        Whether this is the first trick of the deal.
    called : int, optional
        The called card at five players, which bars its suit from the first lead.

    Returns
    -------
    Cards
        In the order of the hand; the Excuse last where a suit or trumps are due.
    """
    led = led_suit(tuple(table))
    if led is None:
        return _free_cards(rules, hand, table, is_first_trick, called)
    if led != TRUMP_SUIT:
        follow = [card for card in hand if card < PETIT and card // 14 == led]
        if follow:
            # R9.3: any card of the suit, no duty to rise; the Excuse besides (R8.1).
            return _with_excuse(follow, hand)
    # R9.2, R9.4: a trump is led, or the suit led is not held.
    trumps = [card for card in hand if PETIT <= card < EXCUSE]
    if trumps:
        best = max(card for card in (*table, 0) if card != EXCUSE)
        higher = [card for card in trumps if card > best]
        # R9.5: above the best trump if one can, even over a partner.
        return _with_excuse(higher or trumps, hand)
    return Cards(hand)  # R9.6


def _free_cards(
    rules: RuleSet,
    hand: Sequence[Card],
    table: Sequence[Card],
    is_first_trick: bool,
    called: Card | None,
) -> Cards:
    """Return what may lead, or follow an Excuse that was led (R9.1, R8.3)."""
    # R5.7, D6: behind an Excuse that opens the deal the second player is free.
    binds = not table or rules.opening_after_excuse is OpeningAfterExcuse.BARRED
    if is_first_trick and binds and called is not None:
        free = [card for card in hand if not is_barred_lead(card, called)]
        if free:
            return Cards(free)
    return Cards(hand)


def _with_excuse(cards: list[Card], hand: Sequence[Card]) -> Cards:
    if EXCUSE in hand:
        cards.append(EXCUSE)
    return Cards(cards)


def verify_card(
    rules: RuleSet,
    hand: Sequence[Card],
    table: Sequence[Card],
    card: Card,
    *,
    is_first_trick: bool = False,
    called: Card | None = None,
) -> None:
    """Check a card played.

    Raises
    ------
    IllegalActError
        If the card is not in hand or not legal; names the rule that forbids it.
    """
    legal = legal_cards(
        rules, hand, table, is_first_trick=is_first_trick, called=called
    )
    if card in legal:
        return
    allowed = format_cards(legal)
    if card not in hand:
        message = f"cannot play {format_cards([card])}: not in hand"
        raise IllegalActError(message, "R9", allowed)
    led = led_suit(tuple(table))
    if led is None:
        message = f"cannot open with {format_cards([card])}: the called suit"
        raise IllegalActError(message, "R5.6", allowed)
    if led != TRUMP_SUIT and suit_of(legal[0]) == led:
        rule, why = "R9.3", "the suit led must be followed"
    elif suit_of(card) == TRUMP_SUIT:
        rule, why = "R9.2" if led == TRUMP_SUIT else "R9.5", "a higher trump is held"
    else:
        rule, why = "R9.2" if led == TRUMP_SUIT else "R9.4", "a trump must be played"
    raise IllegalActError(f"cannot play {format_cards([card])}: {why}", rule, allowed)
