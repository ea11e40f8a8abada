"""The chien and the écart in prise and garde (R4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarotsim.kernels._jit import kernel
from tarotsim.kernels.bits import (
    EXCUSE,
    KINGS,
    NO_CARDS,
    ONE,
    PLAIN_TRUMPS,
    popcount,
)

if TYPE_CHECKING:
    from tarotsim.kernels.vector import RulesVector

__all__ = ["is_legal_ecart", "plain_cards", "trump_discard_range"]


@kernel
def plain_cards(rules: RulesVector, suits: Any, called: Any) -> Any:
    """Return the cards that may always be discarded: no king, trump or Excuse.

    Parameters
    ----------
    rules : RulesVector
    suits : uint64
        Suit cards of hand and chien.
    called : int64
        Code of the called card, protected only under the option D7; -1 if none.
    """
    cards = suits & ~(KINGS | EXCUSE)
    if rules.called_card_discard == 1 and called >= 0:
        cards = cards & ~(ONE << called)
    return cards


@kernel
def trump_discard_range(
    rules: RulesVector, suits: Any, trumps: Any, called: Any
) -> Any:
    """Return the least and the largest number of trumps in a legal écart.

    References
    ----------
    R4.5, D9.
    """
    plain = popcount(plain_cards(rules, suits, called))
    missing = max(0, rules.chien_size - plain)
    if missing > 0 and rules.trump_discard == 1:
        held = popcount(trumps & PLAIN_TRUMPS)
        return missing, min(rules.chien_size, held)
    return missing, missing


@kernel
def is_legal_ecart(
    rules: RulesVector,
    suits: Any,
    trumps: Any,
    called: Any,
    ecart_suits: Any,
    ecart_trumps: Any,
) -> Any:
    """Tell whether a discard is legal.

    Parameters
    ----------
    rules : RulesVector
    suits, trumps : uint64
        Hand and chien together.
    called : int64
        Code of the called card or -1.
    ecart_suits, ecart_trumps : uint64
        The cards discarded.

    References
    ----------
    R4.2, R4.4, R4.5.
    """
    low, high = trump_discard_range(rules, suits, trumps, called)
    count = popcount(ecart_trumps)
    wrong_suits = ecart_suits & ~plain_cards(rules, suits, called)
    wrong_trumps = ecart_trumps & ~(trumps & PLAIN_TRUMPS)
    size_is_right = popcount(ecart_suits) + count == rules.chien_size
    return (
        size_is_right
        and wrong_suits | wrong_trumps == NO_CARDS
        and low <= count <= high
    )
