"""Text and JSON forms of a deal and of a record, both ways.

The JSON form uses the ASCII names of cards, seats from 0, and the names of contracts,
levels and camps; it is lossless: reading what was written gives an equal record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarotsim.game.cards import Card, Cards, format_cards, sort_cards
from tarotsim.game.errors import NotationError, TarotError
from tarotsim.game.layout import Outcome
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
from tarotsim.game.rules import (
    OPTION_FIELDS,
    Camp,
    Chelem,
    Contract,
    Poignee,
    RuleSet,
    rules_for,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = [
    "RECORD_VERSION",
    "deal_from_json",
    "deal_to_json",
    "format_deal",
    "parse_camp",
    "parse_chelem",
    "parse_contract",
    "parse_level",
    "parse_poignee",
    "record_from_json",
    "record_to_json",
    "score_to_json",
]


RECORD_VERSION = 1
"""Of the JSON form of a record; goes up when an older reader would misread it."""


def _word(text: str) -> str:
    return text.strip().lower().replace("-", "_").replace(" ", "_")


def _parse_member(text: str, names: Mapping[str, Any], what: str) -> Any:
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
    contract: Contract = _parse_member(text, names, "contract")
    return contract


def parse_level(text: str) -> Poignee:
    """Read the level of a poignée: simple, double or triple.

    Raises
    ------
    NotationError
        If it is none of them.
    """
    level: Poignee = _parse_member(text, {p.label: p for p in Poignee}, "poignée level")
    return level


def parse_camp(text: str) -> Camp:
    """Read a camp: attack or defence.

    Raises
    ------
    NotationError
        If it is neither.
    """
    camp: Camp = _parse_member(text, {c.label: c for c in Camp}, "camp")
    return camp


def parse_chelem(text: str) -> Chelem:
    """Read what became of a slam, such as ``"announced_made"``.

    Raises
    ------
    NotationError
        If it is no member of `Chelem`.
    """
    chelem: Chelem = _parse_member(text, {c.label: c for c in Chelem}, "chelem")
    return chelem


def _names(cards: Iterable[Card]) -> list[str]:
    return format_cards(cards, ascii_only=True).split()


def _cards(names: Iterable[str]) -> Cards:
    return Cards(parse_card(name) for name in names)


def _whole(value: object, key: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise NotationError(f"{key!r} must be a whole number, not {value!r}")
    return value


def _whole_or_none(value: object, key: str) -> int | None:
    return None if value is None else _whole(value, key)


def _text_or_none(value: object, key: str) -> str | None:
    if value is not None and not isinstance(value, str):
        raise NotationError(f"{key!r} must be a text, not {value!r}")
    return value


def format_deal(deal: Deal) -> str:
    """Write a deal for people: a line for each hand and one for the chien."""
    lines = [
        f"seat {seat}{' (dealer)' if seat == deal.dealer else ''}: {sort_cards(hand)}"
        for seat, hand in enumerate(deal.hands)
    ]
    return "\n".join([*lines, f"chien: {sort_cards(deal.chien)}"])


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
        If a key is missing or a card cannot be read.
    """
    try:
        return Deal(
            players=_whole(data["players"], "players"),
            dealer=_whole(data["dealer"], "dealer"),
            hands=tuple(_cards(hand) for hand in data["hands"]),
            chien=_cards(data["chien"]),
            seed=_whole_or_none(data["seed"], "seed"),
            number=_whole_or_none(data["number"], "number"),
            given=_text_or_none(data.get("given"), "given"),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise NotationError(f"not the JSON form of a deal: {error!r}") from error


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
        If a key is missing, a value cannot be read, or it is of another version.
    """
    try:
        version = data.get("record_version", RECORD_VERSION)
        if version != RECORD_VERSION:
            message = f"the record has version {version!r}; this release reads"
            raise NotationError(f"{message} version {RECORD_VERSION}")
        return _record_from_json(data)
    except TarotError:
        raise
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise NotationError(f"not the JSON form of a record: {error!r}") from error


def _record_from_json(data: Mapping[str, Any]) -> DealRecord:
    outcomes = {outcome.label: outcome for outcome in Outcome}
    contracts = {contract.label: contract for contract in Contract}
    return DealRecord(
        deal=deal_from_json(data),
        rules=_rules_from_json(data["players"], data["rules"]),
        outcome=outcomes[data["outcome"]],
        bids=tuple(
            Bid(_whole(seat, "bids"), contracts[name]) for seat, name in data["bids"]
        ),
        taker=_whole_or_none(data["taker"], "taker"),
        contract=contracts[data["contract"]],
        called=None if data["called"] is None else parse_card(data["called"]),
        partner=_whole_or_none(data["partner"], "partner"),
        ecart=_cards(data["ecart"]),
        ecart_shown=_cards(data["ecart_shown"]),
        chelem_by=_whole_or_none(data["chelem_by"], "chelem_by"),
        showings=tuple(
            Showing(
                _whole(s["seat"], "seat"), parse_level(s["level"]), _cards(s["shown"])
            )
            for s in data["poignees"]
        ),
        tricks=tuple(
            Trick(
                _whole(t["leader"], "leader"),
                _cards(t["cards"]),
                _whole(t["winner"], "winner"),
            )
            for t in data["tricks"]
        ),
        showable={int(s): parse_level(name) for s, name in data["showable"].items()},
        trump_counts=tuple(_whole(n, "trump_counts") for n in data["trump_counts"]),
        settlement=_settlement_from_json(data["settlement"]),
        score=_score_from_json(data["score"]),
    )


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
