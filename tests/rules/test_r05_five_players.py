"""R5: five players and the called king."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tarotsim.game.cards import (
    BOUTS,
    EXCUSE,
    KINGS,
    RANK_CAVALIER,
    RANK_DAME,
    RANK_ROI,
    RANK_VALET,
    Card,
    Cards,
    count_half_points,
)
from tarotsim.game.errors import IllegalActError
from tarotsim.game.parsing import parse_card, parse_cards
from tarotsim.game.records import Deal, DealRecord
from tarotsim.game.rules import RULES_3, RULES_4, RULES_5, Camp, Contract, rules_for
from tarotsim.game.strategy import Strategy
from tarotsim.game.view import SeatView
from tarotsim.reference.calling import (
    callable_cards,
    callable_ranks,
    find_partner,
    is_barred_lead,
    verify_call,
)
from tarotsim.reference.legality import legal_cards, verify_card

R, D, C, V = RANK_ROI, RANK_DAME, RANK_CAVALIER, RANK_VALET
D6_BARRED = rules_for(5, D6="barred")
D15_KINGS = rules_for(5, D15="kings_only")


class Caller(Strategy):
    """Calls one card and keeps every view it gets."""

    name = "caller"

    def __init__(self, called: str) -> None:
        self.card = parse_card(called)
        self.at_call: list[SeatView] = []
        self.at_play: list[SeatView] = []

    def call(self, view: SeatView) -> Card:
        self.at_call.append(view)
        return self.card

    def play(self, view: SeatView) -> Card:
        self.at_play.append(view)
        return super().play(view)


def test_r5_1_three_cards_in_chien_and_ecart() -> None:
    assert RULES_5.chien_size == 3
    assert (RULES_3.calls_king, RULES_4.calls_king) == (False, False)
    assert RULES_5.calls_king


@pytest.mark.parametrize(
    ("kings", "dames", "cavaliers", "ranks"),
    [
        (0, 0, 0, (R,)),
        (3, 4, 4, (R,)),
        (4, 0, 0, (R, D)),
        (4, 3, 4, (R, D)),
        (4, 4, 0, (R, D, C)),
        (4, 4, 3, (R, D, C)),
        (4, 4, 4, (R, D, C, V)),
    ],
)
def test_r5_2_ranks(
    kings: int, dames: int, cavaliers: int, ranks: tuple[int, ...]
) -> None:
    assert callable_ranks(kings, dames, cavaliers) == ranks


@pytest.mark.parametrize(
    ("hand", "called"),
    [
        ("T1", "SR HR DR CR"),
        ("SR HR DR SD HD DD CD", "SR HR DR CR"),
        ("SR HR DR CR", "SR HR DR CR SD HD DD CD"),
        ("SR HR DR CR SD HD DD CD S1", "SR HR DR CR SD HD DD CD SC HC DC CC"),
        (
            "SR HR DR CR SD HD DD CD SC HC DC CC",
            "SR HR DR CR SD HD DD CD SC HC DC CC SV HV DV CV",
        ),
    ],
)
def test_r5_2_cards(hand: str, called: str) -> None:
    allowed = parse_cards(called)
    assert sorted(callable_cards(RULES_5, parse_cards(hand))) == sorted(allowed)
    for card in range(78):
        if card in allowed:
            verify_call(RULES_5, parse_cards(hand), card)
        else:
            with pytest.raises(IllegalActError, match=r"R5\.2"):
                verify_call(RULES_5, parse_cards(hand), card)


def test_d15_own_cards_below_a_king() -> None:
    hand = parse_cards("SR HR DR CR SD HD DD")
    assert set(callable_cards(D15_KINGS, hand)) == set(parse_cards("SR HR DR CR CD"))
    assert set(callable_cards(RULES_5, hand)) == set(
        parse_cards("SR HR DR CR SD HD DD CD")
    )
    # A king of one's own may be called either way.
    few = parse_cards("SR T1")
    assert callable_cards(D15_KINGS, few) == callable_cards(RULES_5, few)
    with pytest.raises(IllegalActError):
        verify_call(D15_KINGS, hand, parse_card("SD"))


@pytest.mark.parametrize("contract", list(Contract)[1:])
def test_r5_3_called_before_the_chien_is_turned(
    lay_out: Callable[..., Deal],
    play_out: Callable[..., DealRecord],
    contract: Contract,
) -> None:
    caller = Caller("SR")
    # The chien holds the fourth king: the hand alone counts.
    deal = lay_out(RULES_5, {0: "SR HR DR T1 T2", 1: "T3 T4"}, chien="CR C1 C2")
    play_out(RULES_5, deal, 0, contract, strategies={0: caller})
    (view,) = caller.at_call
    assert (len(view.hand), view.chien) == (15, None)
    assert set(view.legal) == set(KINGS)


def test_r5_3_a_dame_cannot_be_called_on_the_chien(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    deal = lay_out(RULES_5, {0: "SR HR DR T1 T2", 1: "T3 T4"}, chien="CR C1 C2")
    with pytest.raises(IllegalActError, match=r"seat 0.*R5\.2"):
        play_out(RULES_5, deal, 0, strategies={0: Caller("SD")})


def test_r5_4_the_holder_is_the_partner_and_nobody_knows(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    seats = {seat: Caller("SR") for seat in range(5)}
    deal = lay_out(RULES_5, {0: "T1 T2", 3: "SR T5", 1: "T3 T4"}, dealer=4)
    record = play_out(RULES_5, deal, 0, strategies=seats)
    assert record.partner == 3
    assert record.camp_of(3) is Camp.ATTACK
    called = parse_card("SR")
    for seat, player in seats.items():
        for view in player.at_play:
            knows = called in view.played or seat == 3
            assert view.known_partner == (3 if knows else None)
            if seat in (1, 2, 4):
                assert view.camp is Camp.DEFENCE


def test_r5_5_alone() -> None:
    hands = [parse_cards("SR HR"), parse_cards("DR"), Cards(), Cards(), Cards()]
    assert find_partner(hands, 0, parse_card("DR")) == 1
    assert find_partner(hands, 0, parse_card("SR")) is None  # his own
    assert find_partner(hands, 1, parse_card("SR")) == 0
    assert find_partner(hands, 0, parse_card("CR")) is None  # in the chien
    assert find_partner(hands, 0, None) is None


@pytest.mark.parametrize("contract", list(Contract)[1:])
@pytest.mark.parametrize("chien", ["CR C1 C2", "C1 C2 C3"])
def test_r5_5_r5_10_one_against_four(
    lay_out: Callable[..., Deal],
    play_out: Callable[..., DealRecord],
    contract: Contract,
    chien: str,
) -> None:
    hand = "T1 T2" if "CR" in chien else "CR T1 T2"
    caller = Caller("CR")
    deal = lay_out(RULES_5, {0: hand, 1: "T3 T4"}, chien=chien)
    record = play_out(RULES_5, deal, 0, contract, strategies={0: caller})
    assert record.partner is None
    assert len(caller.at_call) == 1  # no second call
    assert record.score is not None
    unit = record.score.unit
    assert record.score.scores == (4 * unit, *[-unit] * 4)


@pytest.mark.parametrize("contract", [Contract.GARDE_SANS, Contract.GARDE_CONTRE])
def test_r5_5_a_hidden_chien_does_not_tell(
    lay_out: Callable[..., Deal],
    play_out: Callable[..., DealRecord],
    contract: Contract,
) -> None:
    seats = {seat: Caller("CR") for seat in range(5)}
    deal = lay_out(RULES_5, {0: "T1 T2", 1: "T3 T4"}, chien="CR C1 C2", dealer=0)
    play_out(RULES_5, deal, 0, contract, strategies=seats)
    for seat, player in seats.items():
        for view in player.at_play:
            assert view.chien is None
            others = [view.camp_of(s) for s in range(5) if s not in (0, seat)]
            assert set(others) == {None}


@pytest.mark.parametrize(
    ("called", "hand", "legal"),
    [
        ("HR", "HR H5 S2 T3 EX", "HR S2 T3 EX"),
        ("HR", "H5 HD S2 T3", "S2 T3"),
        ("HD", "HR HD H5 S2", "HD S2"),
        ("HV", "HR HD HC S2", "S2"),
        ("HR", "S2 D4 EX", "S2 D4 EX"),
    ],
)
def test_r5_6_the_called_suit_is_barred_from_the_first_lead(
    called: str, hand: str, legal: str
) -> None:
    card = parse_card(called)
    cards = parse_cards(hand)
    got = legal_cards(RULES_5, cards, (), is_first_trick=True, called=card)
    assert sorted(got) == sorted(parse_cards(legal))
    for each in cards:
        assert is_barred_lead(each, card) is (each not in got)
    barred = next((each for each in cards if each not in got), None)
    if barred is not None:
        with pytest.raises(IllegalActError, match=r"R5\.6"):
            verify_card(RULES_5, cards, (), barred, is_first_trick=True, called=card)


def test_r5_6_neither_followers_nor_later_leads() -> None:
    called = parse_card("HR")
    hand = parse_cards("H5 D3")
    for table in ("T2", "S4", "H1", "EX T4"):
        got = legal_cards(
            RULES_5, hand, parse_cards(table), is_first_trick=True, called=called
        )
        free = legal_cards(RULES_5, hand, parse_cards(table))
        assert got == free
    assert legal_cards(RULES_5, hand, (), called=called) == hand


@pytest.mark.parametrize("own", [False, True])
def test_r5_6_r12_3_binds_the_taker_who_leads(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord], own: bool
) -> None:
    """The announcer leads and may not open the suit he called, even when alone."""
    hand = f"{'HR ' if own else ''}H1 H2 T1 T21"
    hands = {0: hand, 1: "T2 T3", 2: "" if own else "HR"}
    deal = lay_out(RULES_5, hands, chien="D1 D2 D3", dealer=0)
    acts: dict[str, Any] = {
        "called": parse_card("HR"),
        "ecart": tuple(parse_cards("D1 D2 D3")),
        "chelem_decided": True,
        "chelem_by": 0,
    }
    with pytest.raises(IllegalActError, match=r"R5\.6"):
        play_out(RULES_5, deal, 0, cards=(parse_card("H1"),), **acts)
    record = play_out(RULES_5, deal, 0, cards=(parse_card("T1"),), **acts)
    assert record.tricks[0].leader == 0
    assert (record.partner is None) is own


def test_r5_6_the_called_card_itself_may_open(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    deal = lay_out(RULES_5, {0: "T1 T21", 1: "HR H4 T2 T3"}, dealer=0)
    called = parse_card("HR")
    record = play_out(RULES_5, deal, 0, called=called, cards=(called,))
    assert record.tricks[0].cards[0] == called
    with pytest.raises(IllegalActError, match=r"R5\.6"):
        play_out(RULES_5, deal, 0, called=called, cards=(parse_card("H4"),))


def test_r5_6_a_hand_of_one_suit_has_another_card() -> None:
    hearts = parse_cards("H1 H2 H3 H4 H5 H6 H7 H8 H9 H10 HV HC HD HR")
    hand = [*hearts, parse_card("S1")]
    assert len(hand) == RULES_5.hand_size
    legal = legal_cards(RULES_5, hand, (), is_first_trick=True, called=hearts[-2])
    assert list(legal) == [hearts[-2], parse_card("S1")]


def test_r5_7_d6_behind_an_excuse_that_opens() -> None:
    hand = parse_cards("HR H5 S2 T3")
    excuse = parse_cards("EX")
    acts: dict[str, Any] = {"is_first_trick": True, "called": parse_card("HR")}
    assert legal_cards(RULES_5, hand, excuse, **acts) == hand
    barred = legal_cards(D6_BARRED, hand, excuse, **acts)
    assert sorted(barred) == sorted(parse_cards("HR S2 T3"))
    # From the third player on and in later tricks nothing changes.
    for table in ("EX H1", "EX S1", "H1"):
        cards = parse_cards(table)
        assert legal_cards(D6_BARRED, hand, cards, **acts) == legal_cards(
            RULES_5,
            hand,
            cards,
            **acts,
        )
    called = parse_card("HR")
    assert legal_cards(D6_BARRED, hand, excuse, called=called) == hand


def test_d6_in_a_whole_deal(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    acts = {"called": parse_card("HR"), "cards": tuple(parse_cards("EX H4"))}
    hands = {0: "T1 T21", 1: "EX T4 T5", 2: "H4 T2 T3", 3: "HR"}
    record = play_out(RULES_5, lay_out(RULES_5, hands), 0, **acts)
    assert record.tricks[0].cards[:2] == parse_cards("EX H4")
    with pytest.raises(IllegalActError, match=r"R5\.6"):
        play_out(D6_BARRED, lay_out(D6_BARRED, hands), 0, **acts)


def test_r5_8_r5_9_partners_count_together(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    low = " ".join(f"T{number}" for number in range(2, 14))
    hands = {0: f"{low} H1 H2 H3", 1: "T18 T19 T20 T21 EX SR HR DR CR"}
    deal = lay_out(RULES_5, {**hands, 2: "T1 T14 T15 T16 T17"}, dealer=4)
    record = play_out(RULES_5, deal, 0, called=parse_card("SR"))
    assert record.partner == 1
    assert record.settlement is not None
    assert record.score is not None
    assert {trick.winner for trick in record.tricks} > {0, 1}
    tricks = [trick for trick in record.tricks if trick.winner in (0, 1)]
    cards = [*record.ecart, *(card for trick in tricks for card in trick.cards)]
    half_points = count_half_points(card for card in cards if card != EXCUSE)
    owed = {None: 0, Camp.ATTACK: -1, Camp.DEFENCE: 1}
    excuse_is_ours = record.settlement.excuse_owner is Camp.ATTACK
    half_points += 9 * excuse_is_ours + owed[record.settlement.low_card_from]
    assert record.settlement.half_points == half_points
    bouts = {card for card in cards if card in BOUTS and card != EXCUSE}
    assert record.settlement.bouts == len(bouts) + excuse_is_ours
    unit = record.score.unit
    assert record.score.scores == (2 * unit, unit, -unit, -unit, -unit)
