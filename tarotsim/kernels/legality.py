"""Legal cards (R9, R8.1, R8.3, R5.6)."""

from __future__ import annotations

from typing import Any

from tarotsim.kernels._jit import kernel
from tarotsim.kernels.bits import EXCUSE, NO_CARDS, ONE

__all__ = ["free_cards", "legal_cards"]


@kernel(inline=True)
def legal_cards(
    suits: Any, trumps: Any, is_free: Any, lane: Any, best_trump: Any
) -> Any:
    """Return the cards of a hand that may be played.

    Parameters
    ----------
    suits, trumps : uint64
        The player's cards.
    is_free : bool
        Whether nothing binds: the leader, or the player behind an Excuse led.
    lane : uint64
        The 14 cards of the suit led; none if trumps were led.
    best_trump : uint64
        Bit of the highest trump on the table, 1 if there is none.

    Returns
    -------
    suits, trumps : uint64

    References
    ----------
    R9.1-R9.6, R8.1.
    """
    follow = suits & lane
    if follow != NO_CARDS:
        return follow | (suits & EXCUSE), NO_CARDS  # R9.3
    if is_free or trumps == NO_CARDS:
        return suits, trumps  # R9.1, R9.6
    # R9.2, R9.4, R9.5: above the best trump if one can, even over a partner.
    higher = trumps & ~((best_trump << ONE) - ONE)
    return suits & EXCUSE, higher if higher != NO_CARDS else trumps


@kernel
def free_cards(suits: Any, trumps: Any, barred: Any) -> Any:
    """Return what may open the deal at five players, all cards if nothing else may.

    Parameters
    ----------
    suits, trumps : uint64
    barred : uint64
        The called suit without the called card.

    References
    ----------
    R5.6.
    """
    kept = suits & ~barred
    if kept | trumps == NO_CARDS:
        return suits, trumps
    return kept, trumps
