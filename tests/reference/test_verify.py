"""Every refusal names the act, what was allowed and the rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tarotsim.game.cards import Cards
from tarotsim.game.errors import IllegalActError
from tarotsim.game.parsing import parse_card, parse_cards
from tarotsim.game.poignees import PoigneeChoice
from tarotsim.game.records import Showing
from tarotsim.game.rules import RULES_3, RULES_4, RULES_5, Contract, Poignee, rules_for
from tarotsim.reference.bidding import allowed_bids, speaking_order, verify_bid
from tarotsim.reference.calling import verify_call
from tarotsim.reference.ecart import discardable_cards, verify_ecart
from tarotsim.reference.legality import verify_card
from tarotsim.reference.poignee import poignee_options, show_poignee, verify_showing


def refused(check: Callable[..., Any], *args: Any, **kwargs: Any) -> IllegalActError:
    with pytest.raises(IllegalActError) as caught:
        check(*args, **kwargs)
    error = caught.value
    assert f"({error.rule})" in str(error)
    assert str(error).endswith(f"allowed: {error.allowed}")
    return error


# -- R3 ----------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_r3_1_the_dealer_speaks_last(players: int) -> None:
    for dealer in range(players):
        order = speaking_order(players, dealer)
        assert order[0] == (dealer + 1) % players
        assert order[-1] == dealer
        assert sorted(order) == list(range(players))


def test_r3_3_bids() -> None:
    for highest in Contract:
        allowed = allowed_bids(highest)
        for bid in Contract:
            if bid is Contract.PASS or bid > highest:
                assert bid in allowed
                verify_bid(bid, highest)
            else:
                error = refused(verify_bid, bid, highest)
                assert str(error).startswith(
                    f"cannot bid {bid.label} over {highest.label}"
                )
                assert error.rule == "R3.3"
                assert error.allowed == ", ".join(c.label for c in allowed)
    assert allowed_bids(Contract.GARDE_CONTRE) == (Contract.PASS,)


# -- R4 ----------------------------------------------------------------------------

HAND_24 = "21 20 18 5 1 Ex ♠R D 9 4 ♥D 8 3 ♦10 6 ♣V 2"
"""17 cards; with the seven below, hand and chien at four."""
REST = "17 15 14 12 9 8 2"


def held(text: str = f"{REST} {HAND_24}") -> Cards:
    return parse_cards(text)


@pytest.mark.parametrize(
    ("ecart", "rule", "words"),
    [
        ("♠9 4 ♥8 3 ♦10", "R4.2", "6 different cards"),
        ("♠9 4 ♥8 3 ♦10 6 ♣2", "R4.2", "6 different cards"),
        ("♠9 4 ♥8 3 ♦10 5", "R4.2", "♦5: not in hand"),
        ("♠R 9 4 ♥8 3 ♦10", "R4.4", "a king, ♠R"),
        ("21 ♠9 4 ♥8 3 ♦10", "R4.4", "a bout, 21"),
        ("1 ♠9 4 ♥8 3 ♦10", "R4.4", "a bout, 1"),
        ("Ex ♠9 4 ♥8 3 ♦10", "R4.4", "a bout, Ex"),
        ("5 ♠9 4 ♥8 3 ♦10", "R4.5", "cannot discard 1 trump "),
        ("", "R4.2", "6 different cards"),
    ],
)
def test_r4_discards_that_are_refused(ecart: str, rule: str, words: str) -> None:
    cards = parse_cards(ecart)
    error = refused(verify_ecart, RULES_4, held(), cards)
    assert error.rule == rule
    assert words in str(error)
    if rule != "R4.5":
        allowed = discardable_cards(RULES_4, held())
        assert error.allowed == str(allowed)
        assert not {card for card in allowed if card > 55}


def test_r4_2_a_card_cannot_be_discarded_twice() -> None:
    card = parse_card("♠9")
    error = refused(verify_ecart, RULES_4, held(), [card] * 6)
    assert error.rule == "R4.2"


def test_r4_5_the_count_of_trumps_is_explained() -> None:
    cards = parse_cards("21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 ♠R 9 ♥D 3")
    few = refused(verify_ecart, RULES_4, cards, parse_cards("20 19 18 17 16 ♠9"))
    assert few.rule == "R4.5"
    assert few.allowed == "exactly 3, since only 3 other cards may be discarded"
    assert verify_ecart(RULES_4, cards, parse_cards("2 19 18 ♠9 ♥D 3")) == parse_cards(
        "19 18 2"
    )
    free = rules_for(4, D9="any_number")
    none = refused(verify_ecart, free, cards, parse_cards("20 19 ♠9 ♥D 3"))
    assert none.rule == "R4.2"
    assert len(verify_ecart(free, cards, parse_cards("20 19 18 17 ♥D 3"))) == 4
    assert len(verify_ecart(free, cards, parse_cards("20 19 18 17 16 15"))) == 6
    plenty = refused(verify_ecart, free, held(), parse_cards("5 ♠9 4 ♥8 3 ♦10"))
    assert plenty.allowed == "exactly 0, since there are enough other cards"


def test_d7_the_called_card_may_be_protected() -> None:
    strict = rules_for(5, D7="forbidden")
    cards = parse_cards("21 20 5 ♠R D 9 4 ♥R D 8 3 ♦R 10 6 ♣R V 2 1")
    called = parse_card("♥D")
    ecart = parse_cards("♥D 8 3")
    assert verify_ecart(RULES_5, cards, ecart, called) == ()
    error = refused(verify_ecart, strict, cards, ecart, called)
    assert error.rule == "D7"
    assert "the called card ♥D" in str(error)
    assert "♥D" not in error.allowed
    assert verify_ecart(strict, cards, parse_cards("♠D ♥8 3"), called) == ()


# -- R5 ----------------------------------------------------------------------------


def test_r5_2_calls_that_are_refused() -> None:
    error = refused(verify_call, RULES_5, parse_cards("♠R ♥R ♦R"), parse_card("♠D"))
    assert error.rule == "R5.2"
    assert str(error).startswith("cannot call ♠D")
    assert error.allowed == "♠R ♥R ♦R ♣R"
    kings = parse_cards("♠R ♥R ♦R ♣R ♥D")
    verify_call(RULES_5, kings, parse_card("♥D"))
    strict = rules_for(5, D15="kings_only")
    error = refused(verify_call, strict, kings, parse_card("♥D"))
    assert error.allowed == "♠R ♥R ♦R ♣R ♠D ♦D ♣D"
    verify_call(strict, kings, parse_card("♥R"))
    for card in ("♠V", "21", "Ex", "♠10"):
        refused(verify_call, RULES_5, kings, parse_card(card))


# -- R9 and R5.6 -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "table", "card", "rule", "allowed"),
    [
        ("HR H2 S3 T4 EX", "H5 H10", "S3", "R9.3", "♥R ♥2 Ex"),
        ("HR H2 S3 T4 EX", "H5 H10", "T4", "R9.3", "♥R ♥2 Ex"),
        ("C1 CR T2", "C4 T21", "T2", "R9.3", "♣1 ♣R"),
        ("S3 C9 T4 T18 EX", "D7", "S3", "R9.4", "4 18 Ex"),
        ("T4 T15 T20 S1", "D7 T12", "T4", "R9.5", "15 20"),
        ("T4 T15 T20 S1", "D7 T12", "S1", "R9.4", "15 20"),
        ("T3 T13 T16 HR", "T14 T8", "T13", "R9.2", "16"),
        ("T3 T13 T16 HR", "T8 T19", "HR", "R9.2", "3 13 16"),
        ("C2 T9 S1", "EX C5", "T9", "R9.3", "♣2"),
        ("S3 CR", "S2", "S9", "R9", "♠3"),
    ],
)
def test_r9_cards_that_are_refused(
    hand: str, table: str, card: str, rule: str, allowed: str
) -> None:
    played = parse_card(card)
    error = refused(verify_card, RULES_4, parse_cards(hand), parse_cards(table), played)
    assert error.rule == rule
    assert error.allowed == allowed
    assert str(error).startswith(f"cannot play {Cards([played])}: ")


def test_r5_6_the_called_suit_may_not_be_led_first() -> None:
    hand, called = parse_cards("HR H5 S2 T3 EX"), parse_card("HR")
    where: dict[str, Any] = {"is_first_trick": True, "called": called}
    error = refused(verify_card, RULES_5, hand, (), parse_card("H5"), **where)
    assert error.rule == "R5.6"
    assert error.allowed == "♥R ♠2 3 Ex"
    verify_card(RULES_5, hand, (), called, **where)
    verify_card(
        RULES_5, hand, (), parse_card("H5"), is_first_trick=False, called=called
    )
    behind = parse_cards("EX")
    poor = parse_cards("H5 S2")
    verify_card(RULES_5, poor, behind, parse_card("H5"), **where)
    barred = rules_for(5, D6="barred")
    assert refused(verify_card, barred, poor, behind, poor[0], **where).rule == "R5.6"


# -- R10 ---------------------------------------------------------------------------

TEN = "20 19 18 15 14 12 9 7 5 2"


def options_of(text: str, shown: str = "", **options: Any) -> list[str]:
    rules = rules_for(4, **options)
    found = poignee_options(rules, parse_cards(text), parse_cards(shown))
    return [
        option.level.label + (" with Ex" if option.with_excuse else "")
        for option in found
    ]


def test_r10_levels_offered() -> None:
    """Lowest first; the Excuse only where a trump is missing."""
    assert options_of(TEN) == ["simple"]
    assert options_of(f"{TEN} Ex") == ["simple"]
    assert options_of(TEN[3:]) == []
    assert options_of(f"{TEN[3:]} Ex") == ["simple with Ex"]
    assert options_of(f"{TEN} 4 3 Ex") == ["simple", "double with Ex"]
    assert options_of(f"{TEN} 4 3 1 8 Ex") == ["simple", "double", "triple with Ex"]
    assert options_of(f"{TEN} 4 3 1 8 6") == ["simple", "double", "triple"]
    assert options_of(f"{TEN} 4 3 1 8 6", D4="forbidden") == ["triple"]
    assert options_of(f"{TEN} 4 3 1 8", "6") == ["simple", "double", "triple"]
    assert options_of(f"{TEN} 4 3 1 8", "6", D5="never") == ["simple", "double"]
    assert options_of(f"{TEN} 4 3 1 8", "6", D5="federation_case") == [
        *("simple", "double")
    ]
    kings = "♠R ♥R ♦R ♣R"
    assert options_of(f"{TEN} 4 3 1 8 {kings}", "6", D5="federation_case") == [
        *("simple", "double", "triple")
    ]
    assert poignee_options(RULES_3, parse_cards(f"{TEN} 4 3")) == ()
    assert len(poignee_options(RULES_5, parse_cards(TEN))) == 2


def test_r10_1_a_level_out_of_reach() -> None:
    options = poignee_options(RULES_4, parse_cards(TEN))
    error = refused(show_poignee, 1, options, PoigneeChoice(Poignee.DOUBLE))
    assert error.rule == "R10.1"
    assert str(error).startswith("cannot show a double poignée")
    assert error.allowed == "simple"
    nothing = refused(show_poignee, 1, (), PoigneeChoice(Poignee.SIMPLE))
    assert nothing.allowed == "nothing"


@pytest.mark.parametrize(
    "hidden", ["", "20 19", "20", "20 19 18 15", "21 20 19", "Ex 20 19"]
)
def test_r10_3_the_wrong_trumps_hidden(hidden: str) -> None:
    hand = parse_cards(f"{TEN} 4 3 1")
    options = poignee_options(RULES_4, hand)[:1]
    choice = PoigneeChoice(Poignee.SIMPLE, tuple(parse_cards(hidden)))
    error = refused(show_poignee, 0, options, choice)
    assert error.rule == "R10.3"
    assert f"cannot hide {hidden or 'nothing'}" in str(error)
    assert error.allowed.startswith("3 of 20 19 18")


def test_r10_3_any_trump_may_be_hidden_the_petit_too() -> None:
    hand = parse_cards(f"{TEN} 1")
    options = poignee_options(RULES_4, hand)
    shown = {
        show_poignee(0, options, PoigneeChoice(Poignee.SIMPLE, (card,))).cards
        for card in hand
    }
    assert len(shown) == 11
    assert all(len(cards) == 10 for cards in shown)
    default = show_poignee(0, options, PoigneeChoice(Poignee.SIMPLE))
    assert str(default.cards) == "19 18 15 14 12 9 7 5 2 1"


def test_r10_2_and_r10_4_cards_shown_wrongly() -> None:
    hand = parse_cards(f"{TEN} Ex")
    shown = parse_cards(TEN)
    verify_showing(RULES_4, hand, (), Showing(0, Poignee.SIMPLE, shown))
    excuse = Cards([*shown[:-1], parse_card("Ex")])
    for cards, rule in (
        (excuse, "R10.3"),
        (shown[::-1], "R10.2"),
        (shown[1:], "R10.3"),
    ):
        showing = Showing(0, Poignee.SIMPLE, Cards(cards))
        assert refused(verify_showing, RULES_4, hand, (), showing).rule == rule
    both = Showing(0, Poignee.SIMPLE, Cards([*shown, parse_card("Ex")]))
    assert refused(verify_showing, RULES_4, hand, (), both).rule == "R10.4"
    hidden = Showing(0, Poignee.SIMPLE, Cards(shown[1:]))
    nine = parse_cards(f"{TEN[3:]} Ex")
    assert refused(verify_showing, RULES_4, nine, (), hidden).rule == "R10.4"


def test_r10_6_discards_only_make_up_a_shortfall() -> None:
    hand, gone = parse_cards(TEN), parse_cards("4 3")
    own = Showing(0, Poignee.SIMPLE, parse_cards(TEN))
    verify_showing(RULES_4, hand, gone, own)
    mixed = Showing(0, Poignee.SIMPLE, parse_cards("19 18 15 14 12 9 7 5 4 2"))
    refused(verify_showing, RULES_4, hand, gone, mixed)
    verify_showing(rules_for(4, D5="free"), hand, gone, mixed)
    eight = parse_cards("20 19 18 15 14 12 9 7")
    full = Showing(0, Poignee.SIMPLE, parse_cards("20 19 18 15 14 12 9 7 4 3"))
    verify_showing(RULES_4, eight, gone, full)
    # Nine in hand: one discard makes up the ten, either of the two.
    nine = parse_cards("20 19 18 15 14 12 9 7 5")
    for discard in ("4", "3"):
        cards = parse_cards(f"20 19 18 15 14 12 9 7 5 {discard}")
        verify_showing(RULES_4, nine, gone, Showing(0, Poignee.SIMPLE, cards))
