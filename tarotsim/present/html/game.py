"""Cards, deals, records and scores as HTML.

Cards lie on white whatever the theme of the page. Suits are told apart by sign and by
four colours; trumps have a ground of their own, bouts another and a heavier edge. What
is copied from the page is the text of the cards, as `tarotsim.parse_hand` reads it.
"""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from tarotsim.game.cards import (
    EXCUSE,
    FRENCH_NAMES,
    PETIT,
    RANKS,
    SUITS,
    count_half_points,
    is_bout,
    is_trump,
    rank_of,
    sort_cards,
    suit_of,
    trump_number,
)
from tarotsim.game.wording import counted
from tarotsim.present.html.pieces import format_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tarotsim.game.cards import Card
    from tarotsim.game.records import Deal, DealRecord, Score, Trick

__all__ = [
    "format_cards",
    "format_deal",
    "format_hand",
    "format_record",
    "format_score",
]

_HONOURS = {"V": "valet", "C": "cavalier", "D": "dame", "R": "roi"}


def _title(card: Card) -> str:
    """Return the name of a card in words."""
    if card == EXCUSE:
        return "Excuse, bout"
    if is_trump(card):
        name = "Petit, atout 1" if card == PETIT else f"atout {trump_number(card)}"
        return f"{name}, bout" if is_bout(card) else name
    rank = RANKS[rank_of(card) - 1]
    return f"{_HONOURS.get(rank, rank)} de {SUITS[suit_of(card)]}"


def _card(card: Card, *, extra: str = "") -> str:
    kind = SUITS[suit_of(card)] if card < PETIT else "trump"
    names = f"card {'bout' if is_bout(card) else kind} {extra}".strip()
    return f'<span class="{names}" title="{_title(card)}">{FRENCH_NAMES[card]}</span>'


def _kind(card: Card) -> int:
    """Return what stands together in a hand: the Excuse with the trumps."""
    return min(suit_of(card), 4)


def format_cards(cards: Iterable[Card]) -> str:
    """Return cards in the order given; those of a suit stay together on a line."""
    groups = groupby(cards, _kind)
    shown = [" ".join(map(_card, group)) for _, group in groups]
    if not shown:
        return '<span class="note">none</span>'
    return " ".join(f'<span class="group">{group}</span>' for group in shown)


def _points(half_points: int) -> str:
    return f"{half_points / 2:g}"


def _counts(cards: Iterable[Card]) -> str:
    """Say what players count in a hand."""
    given = list(cards)
    trumps, bouts = _trumps(given), sum(map(is_bout, given))
    excuse = " (Excuse counted)" if EXCUSE in given else ""
    half_points = count_half_points(given)
    points = counted(half_points / 2, "point", shown=_points(half_points))
    return (
        f"{counted(len(given), 'card')}, {counted(trumps, 'trump')}{excuse}, "
        f"{counted(bouts, 'bout')}, {points}"
    )


def format_hand(cards: Iterable[Card]) -> str:
    """Return cards as they were given, and what they count."""
    given = list(cards)
    if not given:
        return "no cards"
    return f'<p>{format_cards(given)}</p><p class="note">{_counts(given)}</p>'


def format_deal(deal: Deal) -> str:
    """Return the hands and the chien, by seat."""
    where = ""
    if deal.number is not None:
        where = f", deal {deal.number} of seed {deal.seed}"
    return (
        f'<p class="head">{deal.players} players, dealer seat {deal.dealer}{where}</p>'
        + _hands(deal, lambda seat: "dealer" if seat == deal.dealer else "")
    )


def _hands(deal: Deal, role: Callable[[int], str]) -> str:
    rows = [(f"seat {seat}", role(seat), hand) for seat, hand in enumerate(deal.hands)]
    rows.append(("chien", "", deal.chien))
    lines = "".join(
        f'<tr><td>{name}</td><td class="cards">{what}</td>'
        f'<td class="cards">{format_cards(sort_cards(cards))}</td>'
        f"<td>{_trumps(cards)}</td><td>{sum(map(is_bout, cards))}</td>"
        f"<td>{_points(count_half_points(cards))}</td></tr>"
        for name, what, cards in rows
    )
    return _table(("", "", "cards", "trumps", "bouts", "points"), lines, left=(1, 2))


def _trumps(cards: Iterable[Card]) -> int:
    """Count trumps, the Excuse with them."""
    return sum(is_trump(card) or card == EXCUSE for card in cards)


def _table(heads: Iterable[str], rows: str, *, left: Iterable[int] = ()) -> str:
    """Return a table of rows that are HTML already."""
    places = set(left)
    cells = "".join(
        f'<th scope="col"{" class=cards" if place in places else ""}>{head}</th>'
        for place, head in enumerate(heads)
    )
    return (
        f'<div class="wide"><table><thead><tr>{cells}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def format_score(score: Score) -> str:
    """Return the count of a deal, line by line."""
    rows = "".join(_score_line(line) for line in score.lines)
    return f'<div class="wide"><table><tbody>{rows}</tbody></table></div>'


def _score_line(line: str) -> str:
    name, _, value = line.partition(": ")
    return f'<tr><td>{escape(name)}</td><td class="cards">{escape(value)}</td></tr>'


def format_record(record: DealRecord) -> str:
    """Return everything that happened in a deal, in the order of R14."""
    deal = record.deal
    parts = [
        f'<p class="head">{format_text(_headline(record))}</p>',
        _hands(deal, lambda seat: _role(record, seat)),
    ]
    lines = []
    if record.bids:
        said = (f"seat {bid.seat} {_spoken(bid.contract.label)}" for bid in record.bids)
        lines.append(("bids", ", ".join(said)))
    if record.called is not None:
        partner = "nobody" if record.partner is None else f"seat {record.partner}"
        lines.append(("called", f"{_card(record.called)} held by {partner}"))
    if record.ecart:
        lines.append(("écart", format_cards(sort_cards(record.ecart))))
    if record.chelem_by is not None:
        lines.append(("chelem", f"announced by seat {record.chelem_by}"))
    lines += [
        (f"poignée, {s.level.label}", f"seat {s.seat} {format_cards(s.cards)}")
        for s in record.showings
    ]
    if lines:
        rows = "".join(
            f'<tr><td>{name}</td><td class="cards">{value}</td></tr>'
            for name, value in lines
        )
        parts.append(f'<div class="wide"><table><tbody>{rows}</tbody></table></div>')
    if record.tricks:
        parts.append(_tricks(record))
    if record.score is not None:
        parts.append(format_score(record.score))
        parts.append(_seat_scores(record.score))
    return "".join(parts)


def _spoken(label: str) -> str:
    return label.replace("_", " ")


def _headline(record: DealRecord) -> str:
    deal = record.deal
    text = f"{deal.players} players, dealer seat {deal.dealer}"
    if deal.number is not None:
        text += f", deal {deal.number} of seed {deal.seed}"
    if record.taker is None:
        return f"{text}: {_spoken(record.outcome.label)}"
    text += f": seat {record.taker} takes {_spoken(record.contract.label)}"
    if record.score is None:
        return text
    score = record.score
    by = "exactly" if score.gap == 0 else f"by {score.gap}"
    return f"{text}, {'made' if score.won else 'lost'} {by}"


def _role(record: DealRecord, seat: int) -> str:
    roles = []
    if seat == record.taker:
        roles.append("taker")
    elif seat == record.partner:
        roles.append("partner")
    if seat == record.deal.dealer:
        roles.append("dealer")
    return ", ".join(roles)


def _tricks(record: DealRecord) -> str:
    players = record.deal.players
    heads = ("trick", *(f"seat {seat}" for seat in range(players)), "points")
    rows = "".join(
        _trick(number, trick) for number, trick in enumerate(record.tricks, start=1)
    )
    return (
        f"<details open><summary>{len(record.tricks)} tricks</summary>"
        + _table(heads, rows, left=range(1, players + 1))
        + '<p class="note">▸ led; framed: took the trick.</p></details>'
    )


def _trick(number: int, trick: Trick) -> str:
    plays = dict(trick.plays())
    cells = []
    for seat in sorted(plays):
        mark = "▸ " if seat == trick.leader else ""
        extra = "won" if seat == trick.winner else ""
        cells.append(f'<td class="cards">{mark}{_card(plays[seat], extra=extra)}</td>')
    points = _points(count_half_points(trick.cards))
    return f"<tr><td>{number}</td>{''.join(cells)}<td>{points}</td></tr>"


def _seat_scores(score: Score) -> str:
    heads = ("", *(f"seat {seat}" for seat in range(len(score.scores))))
    cells = "".join(f"<td>{value:+d}</td>" for value in score.scores)
    return _table(heads, f"<tr><td>score</td>{cells}</tr>")
