"""A walk through a view, and what a seat may know."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from tarotsim.game.layout import Stage
from tarotsim.game.records import DealRecord
from tarotsim.game.view import SeatView

ATOMS = (int, str, type(None))


def walk(obj: object, path: str = "view") -> Iterator[tuple[str, object]]:
    """Yield every object that can be reached from a view, with its path.

    Fields, items, attributes, closures and bound objects are all followed; anything
    of an unknown type fails, so that nothing can hide behind it.
    """
    yield path, obj
    if isinstance(obj, (enum.Enum, *ATOMS)):
        return
    if isinstance(obj, (tuple, list, set, frozenset)):
        assert not hasattr(obj, "__dict__"), path
        names = getattr(obj, "_fields", range(len(obj)))
        for name, item in zip(names, obj, strict=True):
            yield from walk(item, f"{path}.{name}")
        return
    assert is_dataclass(obj), f"{path} is a {type(obj).__name__}"
    assert type(obj).__module__.startswith("tarotsim.game."), path
    assert not hasattr(obj, "__dict__"), path
    for f in fields(obj):
        yield from walk(getattr(obj, f.name), f"{path}.{f.name}")


def walk_closures(obj: object, path: str) -> Iterator[tuple[str, object]]:
    """Yield what a method of a view carries besides the view itself."""
    function = getattr(obj, "__func__", obj)
    for cell in getattr(function, "__closure__", None) or ():
        yield f"{path}.closure", cell.cell_contents


def properties(view: SeatView) -> dict[str, object]:
    """Return every public property of a view with its value."""
    found = {}
    for name in dir(type(view)):
        if not name.startswith("_"):
            found[name] = getattr(view, name)
    return found


def known_cards(asked: SeatView, record: DealRecord) -> set[int]:
    """Return the cards whose place a seat may know, from the record (design: seats).

    Its own hand as dealt, the chien once it is turned up, what was played, poignées
    shown, trumps shown in the écart.
    """
    known = set(record.deal.hands[asked.seat])
    turned = record.contract.takes_chien and asked.stage >= Stage.ECART
    if turned and _chien_is_up(asked, record):
        known |= set(record.deal.chien)
        if asked.stage > Stage.ECART:
            known |= set(record.ecart_shown)
    plays = [card for trick in record.tricks for card in trick.cards]
    known |= set(plays[: len(asked.played)])
    if asked.stage >= Stage.POIGNEE:
        shown = [s.cards for s in record.showings if _was_shown(asked, record, s.seat)]
        known |= {card for cards in shown for card in cards}
    return known


def _chien_is_up(asked: SeatView, record: DealRecord) -> bool:
    before = record.rules.slam_announcement.name == "BEFORE_CHIEN"
    return not (before and asked.stage is Stage.CHELEM)


def _was_shown(asked: SeatView, record: DealRecord, seat: int) -> bool:
    """Tell whether a seat had its turn to show before this decision."""
    leader = record.tricks[0].leader
    players = record.rules.players
    turn, place = (seat - leader) % players, len(asked.played)
    if asked.stage is Stage.POIGNEE:
        return turn < place
    return turn <= place
