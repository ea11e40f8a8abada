"""Point count at single decisions of its own; test_situations.py has the others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tarotsim.game.auction import Imposed
from tarotsim.game.cards import PETIT, format_cards
from tarotsim.game.layout import Stage
from tarotsim.game.parsing import parse_card, parse_cards
from tarotsim.game.rules import RULES_4, RULES_5, Chelem, Contract
from tarotsim.game.view import SeatView
from tarotsim.reference.calling import callable_cards
from tarotsim.reference.dealing import deal_given
from tarotsim.reference.ecart import discardable_cards
from tarotsim.reference.game import play_deal
from tarotsim_strategies.point_count import DEFAULT_COUNTS, PointCount

View = Callable[..., SeatView]
PLAYER = PointCount()
PIQUE, COEUR = 1, 2


def _played(view: SeatView) -> str:
    return format_cards([PLAYER.play(view)])


@pytest.mark.parametrize(
    ("hand", "table", "taker", "played"),
    [
        # A partner is winning with the king: give points.
        ("♠V 2", "♠1 4 R", 0, "♠V"),
        # Either trump wins: the cheaper.
        ("10 8 ♥1", "♠10 ♠4 ♠3", 0, "8"),
        # Neither does.
        ("10 8 ♥1", "♠4 T20 ♠3", 1, "8"),
        # The Excuse saves the bare dame from the taker; for a low card it waits.
        ("♠D ♥2 ♥3 ♥4 ♥6 ♥7 ♦1 Ex", "♠4 T18 ♠3", 1, "Ex"),
        ("♠2 ♥2 ♥3 ♥4 ♥6 ♥7 ♦1 Ex", "♠4 T18 ♠3", 1, "♠2"),
        # No suit, no trump: the lowest under the taker's trump.
        ("♥R ♥2 ♦D ♦3 ♣C", "♠4 T18 ♠3", 1, "♥2"),
    ],
)
def test_defender_playing_last(
    view_of: View, hand: str, table: str, taker: int, played: str
) -> None:
    assert _played(view_of(hand, table, seat=3, taker=taker)) == played


def test_petit_is_kept_while_a_higher_trump_may_follow(view_of: View) -> None:
    # The taker, void as well, plays last.
    view = view_of("1 5 ♥2", "♠4 ♠3", seat=3, taker=0, voids={0: PIQUE})
    assert _played(view) == "5"


def test_taker_keeps_the_petit_outnumbered(view_of: View) -> None:
    view = view_of("1 7 ♥2 ♦3", "♠4", seat=0, taker=0, voids={1: PIQUE, 2: PIQUE})
    assert _played(view) == "7"


def test_petit_waits_for_the_end_once_the_trumps_are_drawn(view_of: View) -> None:
    view = view_of("1 9 ♥2 ♥R", seat=0, taker=0, ceilings={1: 0, 2: 0, 3: 0})
    assert _played(view) != "1"


def test_only_a_strong_defender_hunts_the_petit(view_of: View) -> None:
    weak = view_of("20 12 9 6 4 3 ♠2 ♠3 ♥4 ♥5 ♦2 ♦6 ♣1 ♣2 ♣3 ♣4 ♣5 ♣6", seat=1)
    strong = view_of("20 19 18 17 16 9 6 4 ♠2 ♠3 ♥4 ♥5 ♦2 ♦6 ♣1 ♣2 ♣3 ♣4", seat=1)
    assert PLAYER.play(weak) < PETIT
    assert PLAYER.play(strong) >= PETIT


def test_defence_leads_no_king_into_the_takers_void(view_of: View) -> None:
    hand = "8 6 ♠R ♠3 ♥R ♥7 ♦2 ♦6"
    assert _played(view_of(hand, seat=1, voids={0: PIQUE | COEUR})) not in ("♠R", "♥R")


def test_taker_draws_trumps_when_most_are_his(view_of: View) -> None:
    hand = "21 20 19 18 17 16 15 14 13 12 11 ♠R ♠D ♠2 ♥R ♥D ♦R ♦2"
    view = view_of(hand, seat=0, taker=0)
    assert PLAYER.play(view) > PETIT + 9


def test_ecart_makes_a_void_and_keeps_kings_and_marriages(view_of: View) -> None:
    hand = "21 18 14 11 9 7 1 ♠R D 8 3 ♥D 9 ♦R 7 6 2 ♣V 10 8 5 4 3 1"
    view = view_of(hand, seat=0, taker=0)
    legal = discardable_cards(RULES_4, view.hand)
    ecart = PLAYER.ecart(view._replace(stage=Stage.ECART, legal=legal))
    assert set(parse_cards("♥D 9")) <= set(ecart)
    assert not set(parse_cards("♠R D ♦R")) & set(ecart)


@pytest.mark.parametrize(
    ("hand", "called"),
    [
        ("21 18 14 9 7 ♠D 8 3 ♥9 2 ♦R 7 6 ♣V 10", "♠R"),
        ("21 18 14 9 7 ♠8 3 ♥C 9 2 1 ♦R 7 6 ♣10", "♥R"),
        ("21 18 14 9 7 ♠R 8 3 ♥R 9 ♦R 7 6 ♣R 10", "♠D"),
    ],
)
def test_call(view_of: View, hand: str, called: str) -> None:
    view = view_of(hand, seat=0, taker=0, players=5)
    legal = callable_cards(RULES_5, view.hand)
    assert PLAYER.call(view._replace(legal=legal)) == parse_card(called)


def test_partner_at_five_plays_for_the_attack(view_of: View) -> None:
    # The holder of the called king puts points on the taker's sure trick; a defender
    # does not.
    partner = view_of(
        "♠D ♠2 ♥R ♥3", "♠5 ♠6 ♠7 ♠R", seat=4, taker=3, players=5, called="♥R"
    )
    assert _played(partner) == "♠D"
    defender = view_of(
        "♠D ♠2 ♥C ♥3", "♠5 ♠6 ♠7 ♠R", seat=4, taker=3, players=5, called="♥R"
    )
    assert _played(defender) == "♠2"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_bids_follow_the_counts(view_of: View, players: int) -> None:
    # Chavey's own example counts 60.
    hand = "21 19 12 6 1 Ex ♥R C 10 8 1 ♦V 8 ♣D C 7 ♠6 4"
    view = view_of(hand)._replace(legal=tuple(Contract), stage=Stage.BID)
    assert PLAYER.bid(view) is Contract.GARDE
    assert PointCount(garde=61).bid(view) is Contract.PRISE
    assert PointCount(prise=61, garde=61).bid(view) is Contract.PASS
    assert PointCount(garde_sans=60).bid(view) is Contract.GARDE_SANS
    outbid = view._replace(legal=(Contract.PASS, Contract.GARDE_CONTRE))
    assert PLAYER.bid(outbid) is Contract.PASS
    assert all(list(counts) == sorted(counts) for counts in DEFAULT_COUNTS.values())


@pytest.mark.parametrize("last", ["Ex", "♣R"])
def test_an_announced_slam_is_made(last: str) -> None:
    hand = parse_cards(f"21 20 19 18 17 16 15 13 12 9 8 7 4 {last} ♠R D ♥R ♦R")
    rest = [card for card in range(78) if card not in hand]
    made = 0
    for shift in range(20):
        # A different order of the other cards each time, without chance.
        mixed = sorted(rest, key=lambda card: (card * 37 + shift * 11) % 79)
        hands = [hand, mixed[:18], mixed[18:36], mixed[36:54]]
        deal = deal_given(RULES_4, hands, mixed[54:], dealer=2)
        auction = Imposed(Contract.GARDE_SANS, 0)
        record = play_deal(RULES_4, deal, [PLAYER] * 4, auction=auction)
        if record.score is not None:
            assert record.chelem_by == 0
            made += record.score.chelem is Chelem.ANNOUNCED_MADE
    assert made >= 15
