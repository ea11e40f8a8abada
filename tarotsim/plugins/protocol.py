"""What is said to a player outside of Python, and how its answers are read.

Pure functions between a `SeatView` and messages that JSON can carry; the process that
carries them is in `tarotsim.plugins.external`. The page ``docs/external.md`` tells the
protocol from the other side.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tarotsim.game.cards import Card, format_cards
from tarotsim.game.errors import IllegalActError, NotationError
from tarotsim.game.layout import Stage
from tarotsim.game.notation import parse_contract, parse_level
from tarotsim.game.parsing import parse_card
from tarotsim.game.poignees import PoigneeChoice
from tarotsim.game.rules import Contract, SlamAnnouncement
from tarotsim.reference.calling import verify_call
from tarotsim.reference.ecart import verify_ecart
from tarotsim.reference.legality import verify_card

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tarotsim.game.poignees import PoigneeOption
    from tarotsim.game.view import SeatView

__all__ = ["PROTOCOL", "events", "question", "read_answer", "refusal"]

PROTOCOL = 1
"""Version of the protocol; goes up when a program would have to be changed."""

Message = dict[str, Any]


def _names(cards: Iterable[Card]) -> list[str]:
    return format_cards(cards, ascii_only=True).split()


def events(view: SeatView) -> list[Message]:
    """Return all that a seat has seen of a deal, in the order it happened.

    Later in the same deal the list is the same with more at its end. It carries
    neither the seed nor the number of the deal, nor the seat's key, from which a
    program could search for them.

    Parameters
    ----------
    view : SeatView

    Returns
    -------
    list of dict
        The first is the ``deal`` itself: table, seat and hand.
    """
    return [
        {
            "type": "deal",
            "players": view.players,
            "rules": view.rules.options(),
            "seat": view.seat,
            "dealer": view.dealer,
            "hand": _names(view.dealt),
        },
        *_auction_events(view),
        *_play_events(view),
    ]


def _auction_events(view: SeatView) -> Iterator[Message]:
    for bid in view.bids:
        yield {"type": "bid", "seat": bid.seat, "contract": bid.contract.label}
    if view.taker is None:
        return
    yield {"type": "taker", "seat": view.taker, "contract": view.contract.label}
    if view.called is not None:
        yield {"type": "call", "card": _names([view.called])[0]}
    slam = []
    if view.chelem_by is not None:
        slam = [{"type": "chelem", "seat": view.chelem_by}]
    is_early = view.rules.slam_announcement is SlamAnnouncement.BEFORE_CHIEN
    if is_early:
        yield from slam
    if view.chien is not None and view.stage >= Stage.ECART:
        yield {"type": "chien", "cards": _names(view.chien)}
    if view.ecart:
        yield {"type": "ecart", "cards": _names(view.ecart)}
    if view.ecart_shown:
        yield {"type": "ecart_shown", "cards": _names(view.ecart_shown)}
    if not is_early:
        yield from slam


def _play_events(view: SeatView) -> Iterator[Message]:
    shown = {showing.seat: showing for showing in view.showings}

    def showing_of(seat: int) -> Iterator[Message]:
        # A poignée is shown just before its owner's first card (R10.2).
        if seat in shown:
            showing = shown.pop(seat)
            cards = _names(showing.cards)
            level = showing.level.label
            yield {"type": "poignee", "seat": seat, "level": level, "cards": cards}

    for trick in view.tricks:
        for seat, card in trick.plays():
            yield from showing_of(seat)
            yield {"type": "card", "seat": seat, "card": _names([card])[0]}
        yield {"type": "trick", "winner": trick.winner}
    for place, card in enumerate(view.table):
        seat = view.seat_at(place)
        yield from showing_of(seat)
        yield {"type": "card", "seat": seat, "card": _names([card])[0]}
    yield from showing_of(view.seat)


def question(view: SeatView) -> Message:
    """Return the question that a view is about, with what may be answered."""
    asked: Message = {"type": "question", "decision": view.stage.label}
    if view.stage is Stage.BID:
        asked["legal"] = [contract.label for contract in view.legal]
    elif view.stage is Stage.CHELEM:
        asked["legal"] = list(view.legal)
    elif view.stage is Stage.POIGNEE:
        asked["legal"] = [None, *(option.level.label for option in view.legal)]
        asked["options"] = [_option(option) for option in view.legal]
    else:
        asked["legal"] = _names(view.legal)
    if view.stage is Stage.ECART:
        asked["count"] = view.rules.chien_size
    asked["hand"] = _names(view.hand)
    return asked


def _option(option: PoigneeOption) -> Message:
    return {
        "level": option.level.label,
        "pool": _names(option.pool),
        "must_show": _names(option.must_show),
        "hide": option.hide_count,
        "with_excuse": option.with_excuse,
    }


def read_answer(view: SeatView, answer: object) -> Any:
    """Return an answer as a strategy gives it.

    Whether it is legal is for the engine to say; here it is only read.

    Parameters
    ----------
    view : SeatView
        The question.
    answer : object
        Value of the key ``answer``, as JSON has it.

    Raises
    ------
    NotationError
        If it cannot be read; says what is expected.
    """
    readers = {
        Stage.BID: _contract,
        Stage.CALL: _card,
        Stage.ECART: _cards,
        Stage.CHELEM: _flag,
        Stage.POIGNEE: _poignee,
        Stage.PLAY: _card,
    }
    return readers[view.stage](answer)


def refusal(view: SeatView, answer: object, meant: Any) -> IllegalActError | None:
    """Return why cards answered are refused, in the words that the program speaks.

    Parameters
    ----------
    view : SeatView
        The question.
    answer : object
        As for `read_answer`.
    meant : object
        What that returned.

    Returns
    -------
    IllegalActError or None
        None where nothing is wrong, or where the engine's words are the program's.
    """
    rules = view.rules
    try:
        if view.stage is Stage.CALL:
            verify_call(rules, view.hand, meant)
        elif view.stage is Stage.ECART:
            verify_ecart(rules, view.hand, meant, view.called)
        elif view.stage is Stage.PLAY:
            is_first = view.trick_number == 0
            verify_card(
                rules,
                view.hand,
                view.table,
                meant,
                is_first_trick=is_first,
                called=view.called,
            )
    except IllegalActError as error:
        why = str(error).partition(f" ({error.rule})")[0]
        allowed = " ".join(_names(view.legal))
        return IllegalActError(
            f"it answered {json.dumps(answer)}: {why}", error.rule, allowed
        )
    return None


def _contract(answer: object) -> Contract:
    if isinstance(answer, str):
        passes = answer.strip().lower() == Contract.PASS.label
        return Contract.PASS if passes else parse_contract(answer)
    raise NotationError(f"{answer!r} is no bid: a text such as 'pass' or 'garde'")


def _card(answer: object) -> Card:
    if isinstance(answer, str):
        return parse_card(answer)
    raise NotationError(f"{answer!r} is no card: a text such as 'SR' or 'T21'")


def _cards(answer: object) -> tuple[Card, ...]:
    if isinstance(answer, list):
        return tuple(_card(card) for card in answer)
    raise NotationError(f"{answer!r} is no écart: a list of cards")


def _flag(answer: object) -> bool:
    if isinstance(answer, bool):
        return answer
    raise NotationError(f"{answer!r} is no announcement: true or false")


def _poignee(answer: object) -> PoigneeChoice | None:
    if answer is None:
        return None
    if isinstance(answer, str):
        return PoigneeChoice(parse_level(answer))
    if isinstance(answer, dict) and set(answer) == {"level", "hide"}:
        level = answer["level"]
        if isinstance(level, str):
            return PoigneeChoice(parse_level(level), _cards(answer["hide"]))
    forms = "null, a level, or an object with 'level' and 'hide'"
    raise NotationError(f"{answer!r} is no poignée: {forms}")
