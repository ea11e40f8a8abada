"""Names as they are typed: contracts, levels, camps, slams; and a deal for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarotsim.game.cards import sort_cards
from tarotsim.game.errors import NotationError
from tarotsim.game.rules import Camp, Chelem, Contract, Poignee

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tarotsim.game.records import Deal

__all__ = [
    "format_deal",
    "parse_camp",
    "parse_chelem",
    "parse_contract",
    "parse_level",
    "parse_member",
    "parse_poignee",
]


def _word(text: str) -> str:
    return text.strip().lower().replace("-", "_").replace(" ", "_")


def parse_member(text: str, names: Mapping[str, Any], what: str) -> Any:
    """Return what has a name, however it is spaced and capitalised.

    Raises
    ------
    NotationError
        For another name; says what is allowed.
    """
    word = _word(text)
    if word not in names:
        raise NotationError(f"unknown {what} {text!r}; allowed: {', '.join(names)}")
    return names[word]


def parse_contract(text: str) -> Contract:
    """Read the name of a contract, such as ``"garde sans"`` or ``"garde_sans"``.

    Raises
    ------
    NotationError
        If it is none of prise, garde, garde_sans, garde_contre.
    """
    names = {contract.label: contract for contract in Contract if contract}
    if _word(text) == "petite":
        return Contract.PRISE  # its other name at the table
    contract: Contract = parse_member(text, names, "contract")
    return contract


def parse_level(text: str) -> Poignee:
    """Read the level of a poignée: simple, double or triple.

    Raises
    ------
    NotationError
        If it is none of them.
    """
    level: Poignee = parse_member(text, {p.label: p for p in Poignee}, "poignée level")
    return level


def parse_camp(text: str) -> Camp:
    """Read a camp: attack or defence.

    Raises
    ------
    NotationError
        If it is neither.
    """
    camp: Camp = parse_member(text, {c.label: c for c in Camp}, "camp")
    return camp


def parse_chelem(text: str) -> Chelem:
    """Read what became of a slam, such as ``"announced_made"``.

    Raises
    ------
    NotationError
        If it is no member of `Chelem`.
    """
    chelem: Chelem = parse_member(text, {c.label: c for c in Chelem}, "chelem")
    return chelem


def format_deal(deal: Deal) -> str:
    """Write a deal for people: a line for each hand and one for the chien."""
    lines = [
        f"seat {seat}{' (dealer)' if seat == deal.dealer else ''}: {sort_cards(hand)}"
        for seat, hand in enumerate(deal.hands)
    ]
    return "\n".join([*lines, f"chien: {sort_cards(deal.chien)}"])


def parse_poignee(text: str) -> tuple[Poignee, Camp]:
    """Read a poignée as it is typed for a score: ``LEVEL:CAMP``.

    Raises
    ------
    NotationError
        If it is not of that form, with a known level and camp.

    Examples
    --------
    >>> level, camp = parse_poignee("double:defence")
    >>> level.prime, camp.label
    (30, 'defence')
    """
    level, colon, camp = text.partition(":")
    if not colon:
        message = (
            f"cannot read the poignée {text!r}: write LEVEL:CAMP with level simple, "
            "double or triple and camp attack or defence"
        )
        raise NotationError(message)
    return parse_level(level), parse_camp(camp)
