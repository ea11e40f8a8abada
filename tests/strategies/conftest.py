"""Situations written as text, and tables of strategies, for the tests here."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from tarotsim.game.auction import Imposed
from tarotsim.game.cards import Cards
from tarotsim.game.layout import Stage
from tarotsim.game.parsing import parse_cards
from tarotsim.game.records import DealRecord, Showing, Trick
from tarotsim.game.rules import Contract, Poignee, RuleSet, rules_for
from tarotsim.game.strategy import Strategy
from tarotsim.game.view import PublicView, SeatView
from tarotsim.reference.bidding import imposed_taker
from tarotsim.reference.dealing import deal_cards, find_petit_sec
from tarotsim.reference.game import play_deal
from tarotsim.reference.legality import legal_cards

PlayBest = Callable[
    [RuleSet, int, int, Callable[[int], Sequence[Strategy]]], DealRecord
]


_FILLER = [
    "♥1 2 3 4",
    "♥5 6 7 8",
    "♥9 10 V C",
    "♦1 2 3 4",
    "♦5 6 7 8",
    "♦9 10 V C",
    "♣1 2 3 4",
    "♣5 6 7 8",
    "♣9 10 V C",
    "2 3 4 5",
    "6 7 8 9",
    "10 11 12 13",
    "14 15 16 17",
    "♠1 2 3 4",
    "♠5 6 7 8",
    "♠9 10 V C",
]


def make_view(
    hand: str,
    table: str = "",
    *,
    seat: int = 1,
    players: int = 4,
    taker: int = 0,
    leader: int | None = None,
    called: str = "",
    chien: str = "",
    ecart: str = "",
    shown: dict[int, str] | None = None,
    tricks: Sequence[tuple[int, str, int]] = (),
    voids: dict[int, int] | None = None,
    ceilings: dict[int, int] | None = None,
) -> SeatView:
    """Return a seat's view of a play, the leader fitting the cards on the table."""
    rules = rules_for(players)
    cards = Cards(sorted(parse_cards(hand)))
    on_table = tuple(parse_cards(table)) if table else ()
    called_card = parse_cards(called)[0] if called else None
    public = PublicView(
        rules=rules,
        dealer=players - 1,
        bids=(),
        taker=taker,
        contract=Contract.GARDE,
        called=called_card,
        chien=parse_cards(chien) if chien else None,
        ecart_shown=Cards(),
        chelem_by=None,
        showings=tuple(
            Showing(who, Poignee.SIMPLE, parse_cards(text))
            for who, text in (shown or {}).items()
        ),
        tricks=tuple(
            Trick(first, parse_cards(text), winner) for first, text, winner in tricks
        ),
        leader=(seat - len(on_table)) % players if leader is None else leader,
        table=on_table,
        voids=tuple((voids or {}).get(s, 0) for s in range(players)),
        ceilings=tuple((ceilings or {}).get(s, 21) for s in range(players)),
    )
    legal = legal_cards(
        rules, cards, on_table, is_first_trick=not tricks, called=called_card
    )
    discard = parse_cards(ecart) if ecart else Cards()
    return SeatView(public, seat, Stage.PLAY, cards, cards, discard, legal, 0)


@pytest.fixture
def play_best() -> PlayBest:
    """Return a function that plays a garde taken by the best hand.

    It takes the rules, seed, number and a function from the taker's seat to the
    strategies; a petit sec moves it on to the next thousand of numbers.
    """

    def play(
        rules: RuleSet,
        seed: int,
        number: int,
        seats: Callable[[int], Sequence[Strategy]],
    ) -> DealRecord:
        deal = deal_cards(rules, seed, number)
        while find_petit_sec(deal.hands) is not None:
            number += 1000
            deal = deal_cards(rules, seed, number)
        taker, _ = imposed_taker(Imposed(Contract.GARDE), deal.hands, deal.dealer)
        auction = Imposed(Contract.GARDE, taker)
        return play_deal(rules, deal, seats(taker), auction=auction)

    return play


@pytest.fixture
def view_of() -> Callable[..., SeatView]:
    """Return `make_view`."""
    return make_view


@pytest.fixture
def filler() -> list[str]:
    """Return sixteen tricks, all but the last two of a deal at four players."""
    return list(_FILLER)
