"""The JSON form of a deal, of a record and of a score, both ways.

It uses the ASCII names of cards, seats from 0, and the names of contracts, levels and
camps; it is lossless: reading what was written gives an equal record.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from tarotsim.game.cards import Card, Cards, format_cards
from tarotsim.game.errors import NotationError, TarotError
from tarotsim.game.layout import Outcome
from tarotsim.game.notation import (
    parse_camp,
    parse_chelem,
    parse_contract,
    parse_level,
    parse_member,
    parse_poignee,
)
from tarotsim.game.parsing import parse_card
from tarotsim.game.records import (
    Bid,
    Deal,
    DealRecord,
    Score,
    Settlement,
    Showing,
    Trick,
)
from tarotsim.game.rules import OPTION_FIELDS, Camp, Contract, RuleSet, rules_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = [
    "RECORD_VERSION",
    "deal_from_json",
    "deal_to_json",
    "record_from_json",
    "record_to_json",
    "score_to_json",
]

_OUTCOMES = {outcome.label: outcome for outcome in Outcome}
_CONTRACTS = {contract.label: contract for contract in Contract}

RECORD_VERSION = 1
"""Of the JSON form of a record; goes up when an older reader would misread it."""


def _names(cards: Iterable[Card]) -> list[str]:
    return format_cards(cards, ascii_only=True).split()


def _cards(names: Iterable[str]) -> Cards:
    return Cards(parse_card(name) for name in names)


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise NotationError(f"must be a whole number, not {_short(value)}")
    return value


def _whole_or_none(value: object) -> int | None:
    return None if value is None else _whole(value)


def _text_or_none(value: object) -> str | None:
    if value is not None and not isinstance(value, str):
        raise NotationError(f"must be a text, not {_short(value)}")
    return value


def deal_to_json(deal: Deal) -> dict[str, Any]:
    """Return the JSON form of a deal."""
    return {
        "players": deal.players,
        "dealer": deal.dealer,
        "seed": deal.seed,
        "number": deal.number,
        "given": deal.given,
        "hands": [_names(hand) for hand in deal.hands],
        "chien": _names(deal.chien),
    }


def deal_from_json(data: Mapping[str, Any]) -> Deal:
    """Return the deal of a JSON form.

    Raises
    ------
    NotationError
        If a key is missing or a value cannot be read; names it.
    """
    return Deal(**_read_as("deal", data, _DEAL))


def record_to_json(record: DealRecord) -> dict[str, Any]:
    """Return the JSON form of a record.

    Examples
    --------
    >>> from tarotsim import deal, play
    >>> record = play(deal(seed=1, number=3))
    >>> record_from_json(record_to_json(record)) == record
    True
    """
    return {
        "record_version": RECORD_VERSION,
        **deal_to_json(record.deal),
        "rules": record.rules.options(),
        "outcome": record.outcome.label,
        "bids": [[bid.seat, bid.contract.label] for bid in record.bids],
        "taker": record.taker,
        "contract": record.contract.label,
        "called": None if record.called is None else _names([record.called])[0],
        "partner": record.partner,
        "ecart": _names(record.ecart),
        "ecart_shown": _names(record.ecart_shown),
        "chelem_by": record.chelem_by,
        "poignees": [
            {"seat": s.seat, "level": s.level.label, "shown": _names(s.cards)}
            for s in record.showings
        ],
        "tricks": [
            {"leader": t.leader, "cards": _names(t.cards), "winner": t.winner}
            for t in record.tricks
        ],
        "showable": {str(s): p.label for s, p in sorted(record.showable.items())},
        "trump_counts": list(record.trump_counts),
        "settlement": _settlement_to_json(record.settlement),
        "score": _score_to_json(record.score),
    }


def record_from_json(data: Mapping[str, Any]) -> DealRecord:
    """Return the record of a JSON form.

    Raises
    ------
    NotationError
        If a key is missing, a value cannot be read, or it is of another version;
        names it.
    """
    version = RECORD_VERSION
    if isinstance(data, Mapping):
        version = data.get("record_version", RECORD_VERSION)
    if version != RECORD_VERSION:
        message = f"the record has version {_short(version)}; this release reads"
        raise NotationError(f"{message} version {RECORD_VERSION}")
    found = _read_as("record", data, _RECORD)
    rules = _rules_from_json(found.pop("players"), found.pop("rules"))
    return DealRecord(deal=deal_from_json(data), rules=rules, **found)


def _rules_from_json(players: int, options: Mapping[str, str]) -> RuleSet:
    unknown = set(options) - set(OPTION_FIELDS.values())
    if unknown:
        raise NotationError(f"unknown rule options: {', '.join(sorted(unknown))}")
    return rules_for(players, **options)


def _camp_label(camp: Camp | None) -> str | None:
    return None if camp is None else camp.label


def _camp(label: str | None) -> Camp | None:
    return None if label is None else parse_camp(label)


def _settlement_to_json(settlement: Settlement | None) -> dict[str, Any] | None:
    if settlement is None:
        return None
    return {
        "half_points": settlement.half_points,
        "bouts": settlement.bouts,
        "petit_au_bout": _camp_label(settlement.petit_au_bout),
        "chelem": settlement.chelem.label,
        "excuse_owner": settlement.excuse_owner.label,
        "low_card_from": _camp_label(settlement.low_card_from),
    }


def _settlement_from_json(data: Mapping[str, Any] | None) -> Settlement | None:
    if data is None:
        return None
    return Settlement(
        half_points=data["half_points"],
        bouts=data["bouts"],
        petit_au_bout=_camp(data["petit_au_bout"]),
        chelem=parse_chelem(data["chelem"]),
        excuse_owner=parse_camp(data["excuse_owner"]),
        low_card_from=_camp(data["low_card_from"]),
    )


_SCORE_NUMBERS = (
    "half_points",
    "bouts",
    "target",
    "won",
    "gap",
    "contract_part",
    "petit_part",
    "poignee_part",
    "chelem_part",
    "taker",
    "partner",
)


def _score_to_json(score: Score | None) -> dict[str, Any] | None:
    if score is None:
        return None
    return {
        "contract": score.contract.label,
        **{name: getattr(score, name) for name in _SCORE_NUMBERS},
        "unit": score.unit,
        "scores": list(score.scores),
        "poignees": [f"{p.label}:{c.label}" for p, c in score.poignees],
        "petit_au_bout": _camp_label(score.petit_au_bout),
        "chelem": score.chelem.label,
    }


def score_to_json(score: Score) -> dict[str, Any]:
    """Return the JSON form of a score: its terms, and what each seat gets."""
    data = _score_to_json(score)
    assert data is not None
    return data


def _score_from_json(data: Mapping[str, Any] | None) -> Score | None:
    if data is None:
        return None
    return Score(
        contract=parse_contract(data["contract"]),
        **{name: data[name] for name in _SCORE_NUMBERS},
        scores=tuple(data["scores"]),
        poignees=tuple(parse_poignee(text) for text in data["poignees"]),
        petit_au_bout=_camp(data["petit_au_bout"]),
        chelem=parse_chelem(data["chelem"]),
    )


_Readers: TypeAlias = "Mapping[str, Callable[[Any], Any]]"
"""What reads the value of each key."""


def _read_as(what: str, data: object, readers: _Readers) -> dict[str, Any]:
    """Read the values of a JSON object; names the key of the one that cannot be."""
    if not isinstance(data, Mapping):
        message = f"not the JSON form of a {what}: an object is needed, not"
        raise NotationError(f"{message} {_short(data)}")
    found = {}
    for key, read in readers.items():
        if key not in data and key != "given":  # older ones have none
            message = f"not the JSON form of a {what}: the key {key!r} is missing"
            raise NotationError(message)
        value = data.get(key)
        try:
            found[_FIELDS.get(key, key)] = read(value)
        except TarotError as error:
            raise NotationError(f"{key!r}: {error}") from error
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            message = f"not the JSON form of a {what}: {key!r} cannot be"
            raise NotationError(f"{message} {_short(value)}") from error
    return found


def _short(value: object) -> str:
    """Return a foreign value on a line, however large it is."""
    return reprlib.repr(value)


_FIELDS = {"poignees": "showings"}
"""Fields of a record that have another name than the key."""
_DEAL: _Readers = {
    "players": _whole,
    "dealer": _whole,
    "hands": lambda value: tuple(map(_cards, value)),
    "chien": lambda value: _cards(value),
    "seed": _whole_or_none,
    "number": _whole_or_none,
    "given": _text_or_none,
}
_RECORD: _Readers = {
    "players": _whole,
    "rules": lambda value: dict(value.items()),
    "outcome": lambda value: parse_member(value, _OUTCOMES, "outcome"),
    "bids": lambda value: tuple(
        Bid(_whole(seat), _CONTRACTS[name]) for seat, name in value
    ),
    "taker": _whole_or_none,
    "contract": lambda value: parse_member(value, _CONTRACTS, "contract"),
    "called": lambda value: None if value is None else parse_card(value),
    "partner": _whole_or_none,
    "ecart": lambda value: _cards(value),
    "ecart_shown": lambda value: _cards(value),
    "chelem_by": _whole_or_none,
    "poignees": lambda value: tuple(
        Showing(_whole(s["seat"]), parse_level(s["level"]), _cards(s["shown"]))
        for s in value
    ),
    "tricks": lambda value: tuple(
        Trick(_whole(t["leader"]), _cards(t["cards"]), _whole(t["winner"]))
        for t in value
    ),
    "showable": lambda value: {
        int(seat): parse_level(name) for seat, name in value.items()
    },
    "trump_counts": lambda value: tuple(_whole(n) for n in value),
    "settlement": lambda value: _settlement_from_json(value),
    "score": lambda value: _score_from_json(value),
}
