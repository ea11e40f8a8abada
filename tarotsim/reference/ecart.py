"""The chien and the écart in prise and garde (R4)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tarotsim.game.cards import (
    BOUTS,
    EXCUSE,
    Card,
    Cards,
    format_cards,
    is_king,
    is_trump,
    sort_cards,
)
from tarotsim.game.errors import IllegalActError
from tarotsim.game.rules import CalledCardDiscard, RuleSet, TrumpDiscard
from tarotsim.game.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["discardable_cards", "trump_discard_range", "verify_ecart"]


def _plain_cards(
    rules: RuleSet, cards: Iterable[Card], called: Card | None
) -> list[Card]:
    """Return the cards that may always be discarded: no king, trump or Excuse."""
    barred = None
    if rules.called_card_discard is CalledCardDiscard.FORBIDDEN:
        barred = called
    return [
        card
        for card in cards
        if not (is_king(card) or is_trump(card) or card in (EXCUSE, barred))
    ]


def trump_discard_range(
    rules: RuleSet, cards: Iterable[Card], called: Card | None = None
) -> tuple[int, int]:
    """Return the least and the largest number of trumps in a legal écart.

    Parameters
    ----------
    rules : RuleSet
    cards : iterable of int
        Hand and chien together.
    called : int, optional
        The called card, protected only under the option D7.

    References
    ----------
    R4.5: exactly the shortfall of plain cards (D9: or any number once one is
    missing).
    """
    cards = list(cards)
    missing = max(0, rules.chien_size - len(_plain_cards(rules, cards, called)))
    if missing and rules.trump_discard is TrumpDiscard.ANY_NUMBER:
        trumps = sum(is_trump(card) and card not in BOUTS for card in cards)
        return missing, min(rules.chien_size, trumps)
    return missing, missing


def discardable_cards(
    rules: RuleSet, cards: Iterable[Card], called: Card | None = None
) -> Cards:
    """Return the cards that may go into the écart, plain cards first.

    Trumps 2 to 20 are among them only when some must be discarded (R4.4, R4.5).
    """
    cards = list(cards)
    result = _plain_cards(rules, cards, called)
    if trump_discard_range(rules, cards, called)[1]:
        result += [card for card in cards if is_trump(card) and card not in BOUTS]
    return Cards(result)


def verify_ecart(
    rules: RuleSet,
    cards: Iterable[Card],
    ecart: Iterable[Card],
    called: Card | None = None,
) -> Cards:
    """Check a discard and return the trumps that must be shown (R4.6).

    Parameters
    ----------
    rules : RuleSet
    cards : iterable of int
        Hand and chien together.
    ecart : iterable of int
        The cards discarded.
    called : int, optional
        The called card.

    Returns
    -------
    Cards
        The discarded trumps, highest first.

    Raises
    ------
    IllegalActError
        For a wrong number of cards (R4.2), a card not held, a king or a bout (R4.4),
        or a wrong number of trumps (R4.5).
    """
    cards, ecart = list(cards), list(ecart)
    allowed = discardable_cards(rules, cards, called)
    low, high = trump_discard_range(rules, cards, called)
    in_words = format_cards(allowed)
    if len(ecart) != rules.chien_size or max(Counter(ecart).values()) > 1:
        message = f"cannot discard {format_cards(ecart)}"
        rule = f"{rules.chien_size} different cards are discarded"
        raise IllegalActError(f"{message}: {rule}", "R4.2", in_words)
    for card in ecart:
        if card not in cards:
            message = f"cannot discard {format_cards([card])}: not in hand"
            raise IllegalActError(message, "R4.2", in_words)
        if is_king(card) or card in BOUTS:
            kind = "a king" if is_king(card) else "a bout"
            message = f"cannot discard {kind}, {format_cards([card])}"
            raise IllegalActError(message, "R4.4", in_words)
        if not is_trump(card) and card not in allowed:
            message = f"cannot discard the called card {format_cards([card])}"
            raise IllegalActError(message, "D7", in_words)
    shown = sort_cards(card for card in ecart if is_trump(card))
    if not low <= len(shown) <= high:
        exact = f"exactly {low}" if low == high else f"{low} to {high}"
        message = f"cannot discard {counted(len(shown), 'trump')}"
        allowed_count = f"{exact}, since {_shortfall(rules, low)}"
        raise IllegalActError(message, "R4.5", allowed_count)
    return shown


def _shortfall(rules: RuleSet, missing: int) -> str:
    plain = rules.chien_size - missing
    if missing:
        return f"only {counted(plain, 'other card')} may be discarded"
    return "there are enough other cards"
