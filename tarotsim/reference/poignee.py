"""Poignées: what may be shown, and what was (R10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarotsim.game.cards import (
    EXCUSE,
    Card,
    Cards,
    format_cards,
    is_king,
    is_trump,
    sort_cards,
)
from tarotsim.game.errors import IllegalActError
from tarotsim.game.poignees import PoigneeChoice, PoigneeOption, default_hidden
from tarotsim.game.records import Showing
from tarotsim.game.rules import (
    POIGNEE_LEVELS,
    LowerPoignee,
    Poignee,
    PoigneeDiscards,
    RuleSet,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "poignee_options",
    "show_poignee",
    "showing_from_cards",
    "verify_showing",
]


def _usable_discards(
    rules: RuleSet, hand: Sequence[Card], ecart_shown: Sequence[Card], level: Poignee
) -> tuple[Card, ...]:
    """Return the discarded trumps that may count for a level (R10.6, D5)."""
    if rules.poignee_discards is PoigneeDiscards.NEVER:
        return ()
    if rules.poignee_discards is PoigneeDiscards.FEDERATION_CASE:
        # The only case the federation names: four kings and fifteen trumps, one of
        # them discarded, for a triple at four players.
        is_case = (
            rules.players == 4
            and level is Poignee.TRIPLE
            and len(ecart_shown) == 1
            and sum(is_trump(card) for card in hand) == rules.poignee_size(level) - 1
            and sum(is_king(card) for card in hand) == 4
        )
        return tuple(ecart_shown) if is_case else ()
    return tuple(ecart_shown)


def _option(
    rules: RuleSet, hand: Sequence[Card], ecart_shown: Sequence[Card], level: Poignee
) -> PoigneeOption | None:
    """Return how one level may be shown, None if it may not.

    References
    ----------
    R10.3, R10.4, R10.6.
    """
    size = rules.poignee_size(level)
    trumps = [card for card in hand if is_trump(card)]
    discards = _usable_discards(rules, hand, ecart_shown, level)
    is_free = rules.poignee_discards is PoigneeDiscards.FREE
    if len(trumps) >= size and not is_free:
        discards = ()
    pool = sort_cards([*trumps, *discards])
    if len(pool) >= size:
        # Discards only make up a shortfall: then the whole hand is shown (R10.6).
        must_show = sort_cards(trumps) if discards and not is_free else Cards()
        return PoigneeOption(level, pool, must_show, len(pool) - size, False)
    if len(pool) == size - 1 and EXCUSE in hand:
        # The Excuse stands for the missing trump; none may be hidden (R10.4).
        return PoigneeOption(level, pool, pool, 0, True)
    return None


def poignee_options(
    rules: RuleSet, hand: Iterable[Card], ecart_shown: Iterable[Card] = ()
) -> tuple[PoigneeOption, ...]:
    """Return the levels that may be shown, lowest first.

    Parameters
    ----------
    rules : RuleSet
    hand : iterable of int
        Hand before its first card is played, the écart made.
    ecart_shown : iterable of int, optional
        Trumps the taker discarded and showed.

    References
    ----------
    R10.1-R10.6, D4, D5.
    """
    hand, shown = tuple(hand), tuple(ecart_shown)
    if sum(is_trump(c) for c in hand) + len(shown) + 1 < rules.poignee_sizes[0]:
        return ()
    found = [_option(rules, hand, shown, level) for level in POIGNEE_LEVELS]
    options = tuple(option for option in found if option is not None)
    if rules.lower_poignee is LowerPoignee.FORBIDDEN:
        return options[-1:]
    return options


def show_poignee(
    seat: int, options: Sequence[PoigneeOption], choice: PoigneeChoice
) -> Showing:
    """Return what is shown for a choice of level and hidden trumps.

    Raises
    ------
    IllegalActError
        If the level may not be shown (R10.1), or the hidden trumps are not the right
        number of trumps that may stay hidden (R10.3, R10.6).
    """
    allowed = ", ".join(option.level.label for option in options) or "nothing"
    option = next((o for o in options if o.level is choice.level), None)
    if option is None:
        message = f"cannot show a {choice.level.label} poignée"
        raise IllegalActError(message, "R10.1", allowed)
    hidden = default_hidden(option) if choice.hidden is None else choice.hidden
    free = [card for card in option.pool if card not in option.must_show]
    if len(set(hidden)) != option.hide_count or any(c not in free for c in hidden):
        message = f"cannot hide {format_cards(hidden) or 'nothing'}"
        words = f"{option.hide_count} of {format_cards(free) or 'no card'}"
        raise IllegalActError(message, "R10.3", words)
    cards = [card for card in option.pool if card not in hidden]
    if option.with_excuse:
        cards.append(EXCUSE)
    return Showing(seat, option.level, Cards(cards))


def showing_from_cards(
    seat: int, options: Sequence[PoigneeOption], level: Poignee, cards: Iterable[Card]
) -> Showing:
    """Return the showing of exactly these cards, checked.

    Raises
    ------
    IllegalActError
        If these cards may not be shown for this level (R10.3, R10.4, R10.6).
    """
    shown = list(cards)
    option = next((o for o in options if o.level is level), None)
    if option is not None:
        hidden = tuple(card for card in option.pool if card not in shown)
        showing = show_poignee(seat, options, PoigneeChoice(level, hidden))
        if showing.cards == tuple(shown):
            return showing
        expected = format_cards(showing.cards)
        message = f"cannot show {format_cards(shown)} as a {level.label} poignée"
        rule = "R10.4" if EXCUSE in set(shown) ^ set(showing.cards) else "R10.2"
        raise IllegalActError(message, rule, expected)
    return show_poignee(seat, options, PoigneeChoice(level))


def verify_showing(
    rules: RuleSet,
    hand: Iterable[Card],
    ecart_shown: Iterable[Card],
    showing: Showing,
) -> None:
    """Check a showing against the hand it was made from.

    Raises
    ------
    IllegalActError
        If the cards may not be shown for the level.
    """
    options = poignee_options(rules, hand, ecart_shown)
    showing_from_cards(showing.seat, options, showing.level, showing.cards)
