"""The 78 cards: numbers, names and values.

A card is a plain ``int`` from 0 to 77. Suits come first, low to high within the
suit, in the order of R1.4: pique 0-13, coeur 14-27, carreau 28-41, trefle 42-55;
then the trumps 1 to 21 as 56 to 76, and the Excuse as 77.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "ASCII_NAMES",
    "BOUTS",
    "CARD_COUNT",
    "EXCUSE",
    "FRENCH_NAMES",
    "HALF_POINTS",
    "KINGS",
    "PETIT",
    "RANKS",
    "SUITS",
    "SUIT_SIGNS",
    "TOTAL_HALF_POINTS",
    "TRUMPS",
    "TWENTY_ONE",
    "Card",
    "Cards",
    "count_half_points",
    "format_cards",
    "is_bout",
    "is_king",
    "is_trump",
    "rank_of",
    "sort_cards",
    "suit_card",
    "suit_of",
    "trump",
    "trump_number",
]

Card: TypeAlias = int

CARD_COUNT = 78
SUITS = ("pique", "coeur", "carreau", "trefle")
SUIT_SIGNS = ("♠", "♥", "♦", "♣")
SUIT_LETTERS = ("S", "H", "D", "C")
RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "C", "D", "R")
RANK_VALET, RANK_CAVALIER, RANK_DAME, RANK_ROI = 11, 12, 13, 14

TRUMP_SUIT = 4
"""Number of the trumps in the numbering of `suit_of`."""
EXCUSE_SUIT = 5
"""Number of the Excuse in the numbering of `suit_of`: neither suit nor trump."""

PETIT: Card = 56
TWENTY_ONE: Card = 76
EXCUSE: Card = 77
TRUMPS = tuple(range(PETIT, TWENTY_ONE + 1))
BOUTS = frozenset({PETIT, TWENTY_ONE, EXCUSE})
KINGS = (13, 27, 41, 55)

_HONOUR_HALF_POINTS = {
    RANK_VALET: 3,
    RANK_CAVALIER: 5,
    RANK_DAME: 7,
    RANK_ROI: 9,
}


def suit_card(suit: int, rank: int) -> Card:
    """Return the card of a suit.

    Parameters
    ----------
    suit : int
        0 pique, 1 coeur, 2 carreau, 3 trefle.
    rank : int
        1 to 14: 1-10, then valet, cavalier, dame, roi.

    Returns
    -------
    int
        The card, 0 to 55.
    """
    return 14 * suit + rank - 1


def trump(number: int) -> Card:
    """Return the card of trump ``number``, 1 to 21."""
    return PETIT + number - 1


def suit_of(card: Card) -> int:
    """Return 0-3 for the suits, 4 for a trump, 5 for the Excuse."""
    if card < PETIT:
        return card // 14
    return TRUMP_SUIT if card < EXCUSE else EXCUSE_SUIT


def rank_of(card: Card) -> int:
    """Return the rank within the suit (1-14), the trump number, 0 for the Excuse."""
    if card < PETIT:
        return card % 14 + 1
    return card - PETIT + 1 if card < EXCUSE else 0


def is_trump(card: Card) -> bool:
    """Tell whether the card is one of the trumps 1 to 21 (R0.2: not the Excuse)."""
    return PETIT <= card < EXCUSE


def is_bout(card: Card) -> bool:
    """Tell whether the card is the Petit, the 21 or the Excuse (R0.2)."""
    return card in BOUTS


def is_king(card: Card) -> bool:
    """Tell whether the card is a king."""
    return card < PETIT and card % 14 == RANK_ROI - 1


def trump_number(card: Card) -> int:
    """Return the number of a trump, 1 to 21, and 0 for any other card."""
    return card - PETIT + 1 if PETIT <= card < EXCUSE else 0


def _half_points(card: Card) -> int:
    if card in BOUTS:
        return 9
    if card < PETIT:
        return _HONOUR_HALF_POINTS.get(rank_of(card), 1)
    return 1


HALF_POINTS = tuple(_half_points(card) for card in range(CARD_COUNT))
"""Value of each card in half-points (R0.3)."""
TOTAL_HALF_POINTS = sum(HALF_POINTS)
"""All the cards together: 182 half-points, 91 points (R0.3)."""


def _french(card: Card) -> str:
    if card == EXCUSE:
        return "Ex"
    if card >= PETIT:
        return str(trump_number(card))
    return SUIT_SIGNS[suit_of(card)] + RANKS[rank_of(card) - 1]


def _ascii(card: Card) -> str:
    if card == EXCUSE:
        return "EX"
    if card >= PETIT:
        return f"T{trump_number(card)}"
    return SUIT_LETTERS[suit_of(card)] + RANKS[rank_of(card) - 1]


FRENCH_NAMES = tuple(_french(card) for card in range(CARD_COUNT))
ASCII_NAMES = tuple(_ascii(card) for card in range(CARD_COUNT))


def count_half_points(cards: Iterable[Card]) -> int:
    """Add the values of cards, in half-points (R0.3).

    Examples
    --------
    >>> count_half_points([EXCUSE, KINGS[0], trump(14)])
    19
    """
    return sum(HALF_POINTS[card] for card in cards)


def sort_cards(cards: Iterable[Card]) -> Cards:
    """Return cards in the order in which a hand is written.

    Trumps from the 21 down, the Excuse, then each suit from the king down.
    """
    return Cards(sorted(cards, key=_SORT_KEYS.__getitem__))


class Cards(tuple[Card, ...]):
    """A tuple of card numbers that shows itself in the French way.

    Examples
    --------
    >>> Cards([13, 76, 77])
    Cards('♠R 21 Ex')
    >>> str(Cards([13, 76, 77]))
    '♠R 21 Ex'
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Cards({format_cards(self)!r})"

    def __str__(self) -> str:
        return format_cards(self)


def format_cards(cards: Iterable[Card], *, ascii_only: bool = False) -> str:
    """Write cards in the given order, separated by blanks.

    Parameters
    ----------
    cards : iterable of int
        Cards 0 to 77.
    ascii_only : bool, optional
        Write ``SR T21 EX`` instead of ``♠R 21 Ex``.

    Returns
    -------
    str
        In ASCII, and in French for cards ordered by `sort_cards`, a text that
        `tarotsim.game.parsing.parse_cards` reads back.

    Examples
    --------
    >>> format_cards([76, 13, 77])
    '21 ♠R Ex'
    >>> format_cards([76, 13, 77], ascii_only=True)
    'T21 SR EX'
    """
    names = ASCII_NAMES if ascii_only else FRENCH_NAMES
    return " ".join(names[card] for card in cards)


_SORT_KEYS = tuple(
    (0, -trump_number(card))
    if is_trump(card)
    else (1, 0)
    if card == EXCUSE
    else (2 + suit_of(card), -rank_of(card))
    for card in range(CARD_COUNT)
)
