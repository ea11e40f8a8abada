"""Look exact probabilities up by name, or list them: what the command line shows.

A quantity is a name such as ``hand_kings_exactly_2`` with a condition in words, such
as ``given own hand holds 2 bouts``.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

from tarotsim.game.cards import CARD_COUNT
from tarotsim.game.errors import RulesError
from tarotsim.game.rules import rules_for
from tarotsim.stats.catalogue import QUANTITIES, Quantity
from tarotsim.stats.situations import KINDS, Holding

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

__all__ = ["Row", "find", "lookup", "table"]

_PHRASES = {
    "numbered_trumps": "of the 21 (numbered trumps)",
    "trumps_plus_excuse": "of the 22 (numbered trumps and Excuse)",
}
"""How a condition speaks of a set of `KINDS`, where not simply by its name."""
_HOLDS = re.compile(
    r"(?:given )?own hand holds (?P<bound>exactly |at least |at most )?"
    r"(?P<count>[0-9]{1,4}) (?:of the (?P<size>[0-9]+) )?(?P<kind>.+)"
)


class Row(NamedTuple):
    """One exact value.

    Parameters
    ----------
    quantity : str
        Name, with the count in place of ``N``.
    condition : str
        In words.
    value : Fraction
        A probability, a mean or a variance.
    """

    quantity: str
    condition: str
    value: Fraction


def table(players: int) -> Iterator[Row]:
    """List the exact values of a table of players, quantity by quantity.

    Parameters
    ----------
    players : int
        3, 4 or 5.

    Yields
    ------
    Row
        Every listed quantity of `QUANTITIES`: each possible count first without, then
        with each possible count of the own hand that leaves the answer open.

    Raises
    ------
    RulesError
        For another player count.

    References
    ----------
    R0.1, R1.1, R2, R5, R10.1.

    Examples
    --------
    >>> [row.value for row in table(4) if row.quantity == "chien_kings_exactly_4"][0]
    Fraction(1, 95095)
    """
    rules = rules_for(players)
    for quantity in QUANTITIES.values():
        if not quantity.listed or players not in quantity.players:
            continue
        for name, value in _values(quantity, players, None):
            if value or not quantity.counted:
                yield Row(name, quantity.condition_at(players), value)
        if quantity.given:
            most = min(rules.hand_size, len(KINDS[quantity.given]))
            for held in range(most + 1):
                clause = f"given own hand holds {held} {_phrase(quantity.given)}"
                needed = quantity.needed_at(players)
                condition = f"{clause}; {needed}" if needed else clause
                for name, value in _values(quantity, players, {quantity.given: held}):
                    if 0 < value < 1:
                        yield Row(name, condition, value)


def lookup(quantity: str, players: int, condition: str | None = None) -> Fraction:
    """Return the exact value of a quantity given by its name.

    Parameters
    ----------
    quantity : str
        A name of `QUANTITIES`, with a count of 0 or more in place of ``N``.
    players : int
        3, 4 or 5.
    condition : str, optional
        The condition as `table` words it; without one, nothing is known of the own
        hand. What is known of it is written ``given own hand holds 2 bouts`` or
        ``given own hand holds at least 8 of the 22 (numbered trumps and Excuse)``,
        with any set of `KINDS`; several such clauses are joined by ``;``.

    Returns
    -------
    Fraction
        A probability, a mean or a variance (in points for card points).

    Raises
    ------
    RulesError
        For an unknown quantity (with the nearest names), a condition that it does not
        have, or one that no hand meets.

    References
    ----------
    R0.1, R1.1, R2, R5, R10.1.

    Examples
    --------
    >>> lookup("chien_bouts_exactly_1", 4, "given own hand holds 2 bouts")
    Fraction(1, 10)
    >>> lookup("hand_king_exactly_2", 4)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    tarotsim.game.errors.RulesError: unknown quantity 'hand_king_exactly_2'; nearest...
    """
    rules_for(players)
    found, count = _find(quantity)
    if players not in found.players:
        allowed = ", ".join(map(str, found.players))
        message = f"{quantity} does not exist at {players} players, only at {allowed}"
        raise RulesError(message)
    return found.value(players, count, _read_condition(found, players, condition))


def _values(
    quantity: Quantity, players: int, holding: Holding | None
) -> Iterator[tuple[str, Fraction]]:
    if not quantity.counted:
        yield quantity.name, quantity.value(players, 0, holding)
        return
    rules = rules_for(players)
    for count in range(rules.hand_size + rules.chien_size + 1):
        name = f"{quantity.name.removesuffix('N')}{count}"
        yield name, quantity.value(players, count, holding)


def _find(name: str) -> tuple[Quantity, int]:
    known = QUANTITIES.get(name)
    if known is not None and not known.counted:
        return known, 0
    counted = re.fullmatch(r"(.+_)([0-9]{1,4})", name)
    if counted:
        known = QUANTITIES.get(counted[1] + "N")
        if known is not None:
            return known, int(counted[2])
    elif known is not None:
        raise RulesError(f"{name} stands for every count: write a number for N")
    pattern = re.sub(r"_-?[0-9]+$", "_N", name)
    nearest = get_close_matches(pattern, QUANTITIES, cutoff=0.4)
    hint = f"; nearest: {', '.join(nearest)}" if nearest else ""
    raise RulesError(f"unknown quantity {name!r}{hint}")


def _read_condition(
    quantity: Quantity, players: int, condition: str | None
) -> Holding | None:
    """Return what a condition says of the own hand."""
    usual = quantity.condition_at(players)
    known = {*_clauses(usual), *_clauses(quantity.needed_at(players)), "unconditional"}
    if usual.startswith(("given player", "before the chien")):
        known |= {"given player", "before the chien"}
    holding: dict[str, range] = {}
    for clause in _clauses(condition or ""):
        held = _HOLDS.fullmatch(clause)
        if held and quantity.conditional:
            kind = _read_kind(held["kind"])
            if held["size"] not in (None, str(len(KINDS[kind]))):
                raise RulesError(f"{clause!r}: {kind} are {len(KINDS[kind])} cards")
            if kind in holding:
                raise RulesError(f"{kind} are given twice in {condition!r}")
            holding[kind] = _read_bound(held["bound"] or "", int(held["count"]))
        elif clause not in known:
            allowed = [repr(usual)]
            if quantity.conditional:
                allowed.append("'given own hand holds N ...'")
            message = (
                f"{quantity.name} at {players} players has no condition {clause!r}; "
                f"allowed: {' or '.join(allowed)}"
            )
            raise RulesError(message)
    return holding or None


def _clauses(condition: str) -> list[str]:
    return [text.strip() for text in re.split(r"[;,]", condition) if text.strip()]


def _read_kind(text: str) -> str:
    name = text.strip("() ").lower().replace(" ", "_")
    name = name.replace("numbered_trumps_and_", "trumps_plus_")
    for kind in (name, f"{name}s"):
        if kind in KINDS:
            return kind
    allowed = ", ".join(kind.replace("_", " ") for kind in KINDS)
    raise RulesError(
        f"unknown set of cards {text!r} in a condition; allowed: {allowed}"
    )


def _read_bound(bound: str, count: int) -> range:
    if bound.startswith("at least"):
        return range(count, CARD_COUNT + 1)
    return range(count + 1) if bound.startswith("at most") else range(count, count + 1)


def _phrase(kind: str) -> str:
    return _PHRASES.get(kind, kind.replace("_", " "))


def find(words: str, players: int = 4, condition: str | None = None) -> list[Row]:
    """Return the rows of a name, or those that have all of its words.

    Parameters
    ----------
    words : str
        Name of a quantity, or words of names joined by ``_``; empty: all rows.
    players : int, optional
        3, 4 or 5.
    condition : str, optional
        A condition, which asks for one quantity by its whole name.

    Raises
    ------
    RulesError
        As `lookup`, if nothing is found.

    Examples
    --------
    >>> [row.quantity for row in find("petit_sec_some")]
    ['petit_sec_some_player']
    """
    if condition is None:
        rows = [*table(players)]
        parts = words.lower().split("_")
        named = [row for row in rows if row.quantity == words]
        found = named or [r for r in rows if all(p in r.quantity for p in parts)]
        if found:
            return found
    return [Row(words, condition or "", lookup(words, players, condition))]
