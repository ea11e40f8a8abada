"""Poignées: what may be shown, and what was (R10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tarotsim.kernels._jit import kernel
from tarotsim.kernels.bits import (
    BOUT_TRUMPS,
    EXCUSE,
    KINGS,
    NO_CARDS,
    ONE,
    highest,
    popcount,
)

if TYPE_CHECKING:
    from tarotsim.kernels.vector import RulesVector

__all__ = [
    "PoigneeForm",
    "default_hidden",
    "form_of_size",
    "may_hide",
    "poignee_form",
    "poignee_levels",
    "shown_cards",
]

FEDERATION_CASE, NEVER, FREE = 1, 2, 3
"""Values of the option D5."""


class PoigneeForm(NamedTuple):
    """How one level may be shown.

    Parameters
    ----------
    is_possible : bool
    pool : uint64
        Trumps to choose from.
    must_show : uint64
        Trumps of the pool that cannot stay hidden.
    hide_count : int64
        How many trumps of the pool stay hidden (R10.3).
    with_excuse : bool
        Whether the Excuse must be shown too (R10.4).
    """

    is_possible: Any
    pool: Any
    must_show: Any
    hide_count: Any
    with_excuse: Any


@kernel
def poignee_size(rules: RulesVector, level: Any) -> Any:
    """Return the trumps needed for level 1 to 3 (R10.1)."""
    if level == 1:
        return rules.simple_size
    return rules.double_size if level == 2 else rules.triple_size


@kernel
def _usable_discards(
    option: Any, players: Any, suits: Any, missing: Any, shown: Any, level: Any
) -> Any:
    """Return the discarded trumps that may count for a level (R10.6, D5)."""
    if option == NEVER:
        return NO_CARDS
    if option == FEDERATION_CASE:
        is_case = (
            players == 4
            and level == 3
            and missing == 1
            and popcount(shown) == 1
            and suits & KINGS == KINGS
        )
        return shown if is_case else NO_CARDS
    return shown


@kernel
def form_of_size(
    size: Any,
    option: Any,
    players: Any,
    suits: Any,
    trumps: Any,
    shown: Any,
    level: Any,
) -> PoigneeForm:
    """Return how a level of so many trumps may be shown.

    Parameters
    ----------
    size : int64
        Trumps that the level needs.
    option : int64
        Value of D5.
    players : int64
    suits, trumps, shown, level
        As for `poignee_form`.
    """
    discards = NO_CARDS
    if option == FREE or popcount(trumps) < size:
        missing = size - popcount(trumps)
        discards = _usable_discards(option, players, suits, missing, shown, level)
    pool = trumps | discards
    count = popcount(pool)
    if count >= size:
        # Discards only make up a shortfall: then the whole hand is shown (R10.6).
        must_show = NO_CARDS if discards == NO_CARDS or option == FREE else trumps
        return PoigneeForm(True, pool, must_show, count - size, False)
    if count == size - 1 and suits & EXCUSE != NO_CARDS:
        # The Excuse stands for the missing trump; none may be hidden (R10.4).
        return PoigneeForm(True, pool, pool, 0, True)
    return PoigneeForm(False, pool, pool, 0, False)


@kernel
def poignee_form(
    rules: RulesVector, suits: Any, trumps: Any, shown: Any, level: Any
) -> PoigneeForm:
    """Return how one level may be shown, the option D4 left out of account.

    Parameters
    ----------
    rules : RulesVector
    suits, trumps : uint64
        Hand before its first card is played, the écart made.
    shown : uint64
        Trumps that this player discarded and showed.
    level : int64
        1 to 3.

    References
    ----------
    R10.3, R10.4, R10.6.
    """
    size = poignee_size(rules, level)
    option, players = rules.poignee_discards, rules.players
    return form_of_size(size, option, players, suits, trumps, shown, level)


@kernel
def poignee_levels(rules: RulesVector, suits: Any, trumps: Any, shown: Any) -> Any:
    """Return the levels that may be shown: bit 1 simple, 2 double, 3 triple.

    References
    ----------
    R10.1-R10.6, D4, D5.
    """
    levels = 0
    if popcount(trumps) + popcount(shown) + 1 < rules.simple_size:
        return levels
    for level in range(1, 4):
        form = poignee_form(rules, suits, trumps, shown, level)
        if form.is_possible:
            if rules.lower_poignee == 1:
                levels = 0
            levels |= 1 << level
    return levels


@kernel
def default_hidden(form: PoigneeForm) -> Any:
    """Choose the trumps to hide: the highest below the 21, the Petit last.

    References
    ----------
    `tarotsim.game.poignees.default_hidden`.
    """
    free = form.pool & ~form.must_show
    hidden = NO_CARDS
    for _ in range(form.hide_count):
        # At least eight are shown, so that no bout must be hidden.
        hidden |= ONE << highest(free & ~hidden & ~BOUT_TRUMPS)
    return hidden


@kernel
def may_hide(form: PoigneeForm, hidden: Any) -> Any:
    """Tell whether these trumps may stay hidden (R10.3, R10.6)."""
    free = form.pool & ~form.must_show
    return popcount(hidden) == form.hide_count and hidden & ~free == NO_CARDS


@kernel
def shown_cards(form: PoigneeForm, hidden: Any) -> Any:
    """Return the trumps shown, and the Excuse at bit 63 if it is."""
    cards = form.pool & ~hidden
    return cards | EXCUSE if form.with_excuse else cards
