"""What a player tells of a deal: read, checked, and turned into deals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tarotsim.engine.auctions import Auctions
from tarotsim.engine.told import read_bids, read_own_hand, read_situation
from tarotsim.game.cards import Cards
from tarotsim.game.errors import TarotError
from tarotsim.game.parsing import parse_cards
from tarotsim.game.rules import RULES_3, RULES_4, RULES_5, Contract

HAND = "21 20 17 15 12 11 9 6 4 2 ♠R D 3 ♥R 5 ♦10 2 ♣V"
CHIEN = "♥10 9 8 7 6 3"
FIVE = "21 20 17 15 12 11 9 6 ♠R D 3 ♥5 4 ♦10 2"


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"hand": HAND.removesuffix(" ♣V")}, "17 cards are given, 18 expected"),
        ({"hand": HAND.replace("♣V", "2")}, "♦2 is given twice"),
        ({"hand": HAND.replace("♣V", "♣W")}, "'♣W' is not a card"),
        ({"hand": "1 ♠RDCV 10 987654321 ♥RDC"}, "R2.1"),
        ({"contract": "gard"}, "unknown contract 'gard'"),
        ({"contract": "pass"}, "R3.6"),
        ({"chien": "♥10 9 8 7 6"}, "chien: 5 cards are given, 6 expected"),
        ({"chien": "♥10 9 8 7 6 R"}, "♥R cannot be in the hand dealt and the chien"),
        ({"chien": CHIEN, "contract": "garde sans"}, "R15"),
        ({"ecart": CHIEN}, "say the chien"),
        ({"chien": CHIEN, "ecart": "♠R ♥10 9 8 7 6"}, "R4.4"),
        ({"chien": CHIEN, "ecart": "20 ♥10 9 8 7 6"}, "R4.5"),
        ({"chien": CHIEN, "ecart": CHIEN, "role": "defender"}, "only the taker"),
        ({"seat": 4}, "seat 4 is not at a table of 4: seats are 0 to 3"),
        ({"seat": True}, "seat True is not at a table"),
        ({"dealer": 9}, "dealer 9 is not at a table of 4"),
        ({"taker": -1}, "taker -1 is not at a table of 4"),
        ({"role": "dealer"}, "unknown role 'dealer'; allowed: taker, partner, def"),
        ({"role": "partner"}, "there is no partner at 4 players"),
        ({"role": "defender", "taker": 0}, "seat 0 takes and cannot be defender"),
        ({"role": "taker", "taker": 1}, "seat 1 takes, so that seat 0 is no taker"),
        ({"call": "♥D"}, "no card is called at 4 players"),
        ({"bids": "pass,pass,garde,pass"}, "say which seat deals, dealer=SEAT"),
        ({"bids": "pass,garde", "dealer": 3}, "2 bids are given, 4 expected"),
        ({"bids": "garde,prise,pass,pass", "dealer": 3}, "R3.3"),
        ({"bids": "pass,pass,pass,pass", "dealer": 3}, "R3.6"),
        ({"bids": "prise,pass,pass,pass", "dealer": 3}, "end with prise, not garde"),
        ({"bids": "garde,pass,pass,pass", "dealer": 3, "taker": 1}, "seat 0 takes"),
    ],
)
def test_what_cannot_be_is_refused(asked: dict[str, Any], message: str) -> None:
    told = {"hand": HAND, "contract": "garde"} | asked
    with pytest.raises(TarotError) as caught:
        read_situation(RULES_4, **told)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"call": "♥D"}, "R5.2"),
        ({"role": "partner", "call": "♥R"}, "♥R is not in the hand of the partner"),
        ({"role": "defender", "call": "♠R"}, "♠R is in the hand of the defender"),
        ({"chien": "♥10 9 8 7"}, "4 cards are given, 3 expected"),
    ],
)
def test_at_five_players(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(TarotError) as caught:
        read_situation(RULES_5, FIVE, "garde", **asked)
    assert message in str(caught.value)


def test_a_hand_is_read_before_and_after_the_ecart() -> None:
    ecart = "♣V ♦10 2 ♥10 9 8"
    before = read_situation(RULES_4, HAND, "garde", chien=CHIEN, ecart=ecart)
    after = (set(parse_cards(HAND)) | set(parse_cards(CHIEN))) - set(parse_cards(ecart))
    again = read_situation(RULES_4, Cards(after), "garde", chien=CHIEN, ecart=ecart)
    assert again == before
    known = before.play_hand()
    assert known is not None
    assert set(known[0]) == after


def test_an_ecart_that_is_the_chien_leaves_the_hand_as_it_was() -> None:
    found = read_situation(RULES_4, HAND, "garde", chien=CHIEN, ecart=CHIEN)
    assert set(found.hand) == set(parse_cards(HAND))


@pytest.mark.parametrize(
    ("ecart", "message"),
    [
        ("♥10 9 8 7 ♠3 ♣V", "♠3 ♣V cannot be discarded and in the hand"),
        ("♥10 9 8 7 ♣8 7", "♥3 of the chien must be in hand or in the écart"),
    ],
)
def test_a_hand_after_the_ecart_that_does_not_fit(ecart: str, message: str) -> None:
    after = "21 20 17 15 12 11 9 6 4 2 ♠R D 3 ♥R 6 5 ♦10 ♣V"
    with pytest.raises(TarotError) as caught:
        read_situation(RULES_4, after, "garde", chien=CHIEN, ecart=ecart)
    assert message in str(caught.value)


def test_a_trump_of_the_ecart_is_shown_again() -> None:
    hand = "21 19 18 17 16 15 14 13 12 11 10 9 8 7 ♠R ♥R ♦R ♣R"
    found = read_situation(
        RULES_4, hand, "prise", chien="6 ♠D C ♥D C ♦D", ecart="6 ♠D C ♥D C ♦D"
    )
    options = found.poignee_options()
    assert options is not None
    assert options[-1].level.label == "triple"
    assert options[-1].must_show == parse_cards(
        "21 19 18 17 16 15 14 13 12 11 10 9 8 7"
    )


def test_bids_tell_taker_and_contract() -> None:
    found = read_situation(
        RULES_4, HAND, bids=["pass", "prise", Contract.GARDE, "pass"], dealer=2
    )
    assert (found.role, found.taker, found.contract) == ("defender", 1, Contract.GARDE)
    assert found.own_bid is Contract.PRISE


def test_the_other_name_of_prise() -> None:
    assert read_bids("pass, petite", 3) == (Contract.PASS, Contract.PRISE)
    with pytest.raises(TarotError, match="4 bids are given, 3 at most"):
        read_bids("pass,pass,pass,pass", 3)


def test_a_hand_may_be_given_as_cards() -> None:
    assert read_own_hand(RULES_4, parse_cards(HAND)) == read_own_hand(RULES_4, HAND)
    with pytest.raises(TarotError, match="90 is not a card number"):
        read_own_hand(RULES_3, range(67, 91))


def _heard(**columns: Any) -> Auctions:
    empty = {name: np.array([0]) for name in Auctions._fields}
    return Auctions(**empty | {k: np.array(v) for k, v in columns.items()})


def test_what_fits_a_defender_at_five() -> None:
    found = read_situation(RULES_5, FIVE, "garde", role="defender")
    king, heart = parse_cards("♠R ♥R")
    heard = _heard(
        taker=[1, 1, 0, -1, 2, 1],
        contract=[2, 2, 2, 0, 3, 2],
        called=[king, heart, heart, -1, heart, heart],
    )
    assert found.fits(heard).tolist() == [False, True, False, False, False, True]
    partner = read_situation(RULES_5, FIVE, "garde", role="partner")
    assert partner.fits(heard).tolist() == [True] + [False] * 5


def test_bids_are_compared_one_by_one() -> None:
    found = read_situation(
        RULES_3,
        "21 20 19 18 17 16 15 14 13 12 11 10 9 ♠RD3 ♥R5 ♦10 2 ♣V 3 2 1",
        bids="pass,garde,pass",
        dealer=1,
    )
    heard = _heard(
        taker=[0, 0, 0],
        contract=[2, 2, 2],
        called=[-1, -1, -1],
        bids=[[0, 2, 0], [1, 2, 0], [0, 2, 0]],
    )
    assert found.fits(heard).tolist() == [True, False, True]
