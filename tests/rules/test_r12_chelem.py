"""R12: the slam; D3, D8, D12, D14."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tarotsim.game.cards import EXCUSE, KINGS, Card
from tarotsim.game.errors import IllegalActError, TarotError
from tarotsim.game.parsing import parse_cards
from tarotsim.game.records import Deal, DealRecord, Trick
from tarotsim.game.rules import (
    RULES_4,
    RULES_5,
    Camp,
    Chelem,
    Contract,
    RuleSet,
    rules_for,
)
from tarotsim.game.strategy import Strategy
from tarotsim.game.view import SeatView
from tarotsim.reference.chelem import (
    announcers,
    chelem_outcome,
    chelem_points,
    slam_camp,
    won_all,
)
from tarotsim.reference.scoring import score_deal

ATTACK, DEFENCE = Camp.ATTACK, Camp.DEFENCE
D12_ALONE = rules_for(5, D12="taker_alone")
TRUMPS = [f"T{number}" for number in range(1, 22)]
FOUR_TO_21 = " ".join(TRUMPS[3:])
LOW = "S1 S2 S3 S4 S5 S6 H1 H2 H3 H4 H5 H6 D1 D2 D3 D4 D5 D6"


class Announcer(Strategy):
    """Announces a slam, plays high, and notes what it was asked."""

    name = "announcer"

    def __init__(self, speaks: bool = True) -> None:
        self.speaks = speaks
        self.asked: list[SeatView] = []

    def chelem(self, view: SeatView) -> bool:
        self.asked.append(view)
        return self.speaks

    def play(self, view: SeatView) -> Card:
        cards: tuple[Card, ...] = view.legal
        return max(cards, key=lambda card: (card != EXCUSE, card))


def _strong(lay_out: Callable[..., Deal], rules: RuleSet, dealer: int = 3) -> Deal:
    """Deal seat 0 the trumps from 4 to 21."""
    hands = {0: FOUR_TO_21, 1: "T1 T2", 2: "T3 EX"}
    return lay_out(rules, hands, chien="S1 S2 S3 S4 S5 S6", dealer=dealer)


def _weak(lay_out: Callable[..., Deal], rules: RuleSet) -> Deal:
    """Deal seat 0, the taker, low cards and seat 1 the trumps from 4 to 21."""
    hands = {0: LOW, 1: FOUR_TO_21, 2: "T1 T2", 3: "T3 EX"}
    return lay_out(rules, hands, chien="C1 C2 C3 C4 C5 C6")


@pytest.mark.parametrize(
    ("winners", "camp", "under_d12"),
    [
        ([0, 0, 0], ATTACK, ATTACK),
        ([0, 1, 0], ATTACK, None),
        ([1, 1, 1], ATTACK, None),
        ([0, 2, 0], None, None),
        ([2, 3, 4], DEFENCE, DEFENCE),
        ([2, 3, 1], None, None),
        ([4, 4, 4], DEFENCE, DEFENCE),
    ],
)
def test_r12_1_d12_every_trick_by_the_camp(
    winners: list[int], camp: Camp | None, under_d12: Camp | None
) -> None:
    tricks = [Trick(0, parse_cards("S1 S2 S3 S4 S5"), winner) for winner in winners]
    assert slam_camp(RULES_5, tricks, 0, 1) is camp
    assert slam_camp(D12_ALONE, tricks, 0, 1) is under_d12
    assert won_all(RULES_5, winners, 0, 1, 1) is (camp is ATTACK)
    assert won_all(RULES_5, winners, 0, 1, 3) is (camp is DEFENCE)


@pytest.mark.parametrize("contract", list(Contract)[1:])
def test_r12_1_chien_and_ecart_are_no_tricks(
    lay_out: Callable[..., Deal],
    play_out: Callable[..., DealRecord],
    contract: Contract,
) -> None:
    deal = _strong(lay_out, RULES_4)
    record = play_out(RULES_4, deal, 0, contract, strategies={0: Announcer(False)})
    assert record.settlement is not None
    assert record.settlement.chelem is Chelem.UNANNOUNCED_MADE


def test_r12_2_only_the_taker_is_asked_after_the_ecart(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    seats = {seat: Announcer(False) for seat in range(4)}
    deal = _strong(lay_out, RULES_4)
    play_out(RULES_4, deal, 0, strategies=seats)
    (view,) = seats[0].asked
    assert view.chien == deal.chien
    assert len(view.hand) == 18
    assert len(view.ecart) == 6
    assert not view.tricks
    assert not any(seats[seat].asked for seat in (1, 2, 3))


def test_d3_before_the_chien_is_seen(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    rules = rules_for(4, D3="before_chien")
    taker = Announcer()
    deal = _strong(lay_out, rules, dealer=0)
    record = play_out(rules, deal, 0, strategies={0: taker})
    (view,) = taker.asked
    assert view.chien is None
    assert (len(view.hand), len(view.ecart)) == (18, 0)
    assert record.chelem_by == 0
    assert record.tricks[0].leader == 0
    assert record.settlement is not None
    assert record.settlement.chelem is Chelem.ANNOUNCED_MADE


@pytest.mark.parametrize("dealer", range(4))
def test_r12_3_the_announcer_leads_whoever_dealt(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord], dealer: int
) -> None:
    deal = _strong(lay_out, RULES_4, dealer)
    record = play_out(RULES_4, deal, 0, strategies={0: Announcer()})
    assert (record.chelem_by, record.tricks[0].leader) == (0, 0)
    silent = play_out(RULES_4, deal, 0, strategies={0: Announcer(False)})
    assert (silent.chelem_by, silent.tricks[0].leader) == (None, (dealer + 1) % 4)


@pytest.mark.parametrize(
    ("chelem", "points"),
    [
        (Chelem.NONE, 0),
        (Chelem.ANNOUNCED_MADE, 400),
        (Chelem.UNANNOUNCED_MADE, 200),
        (Chelem.ANNOUNCED_FAILED, -200),
        (Chelem.DEFENCE_MADE, -200),
        (Chelem.ANNOUNCED_FAILED_DEFENCE_MADE, -400),
    ],
)
@pytest.mark.parametrize("contract", list(Contract)[1:])
def test_r12_4_to_r12_7_primes_are_not_multiplied(
    chelem: Chelem, points: int, contract: Contract
) -> None:
    for half_points in (40, 81, 82, 170):
        score = score_deal(RULES_4, contract, half_points, 2, chelem=chelem)
        plain = score_deal(RULES_4, contract, half_points, 2)
        assert score.unit - plain.unit == score.chelem_part == points


@pytest.mark.parametrize(
    ("half_points", "unit"), [(160, 138 - 200), (80, -52 - 200)], ids=["made", "lost"]
)
def test_r12_5_announced_and_failed(half_points: int, unit: int) -> None:
    bouts = 3 if half_points == 160 else 2
    score = score_deal(
        RULES_4, Contract.GARDE, half_points, bouts, chelem=Chelem.ANNOUNCED_FAILED
    )
    assert score.unit == unit


def test_r12_6_by_the_defence(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    deal = _weak(lay_out, RULES_4)
    record = play_out(RULES_4, deal, 0, Contract.PRISE, strategies={1: Announcer()})
    assert record.settlement is not None
    assert record.settlement.chelem is Chelem.DEFENCE_MADE
    assert record.settlement.half_points == 6  # six low cards discarded
    assert record.score is not None
    assert record.score.scores == (-834, 278, 278, 278)


@pytest.mark.parametrize(("option", "points"), [({}, -400), ({"D8": "once"}, -200)])
def test_d8_announced_and_every_trick_lost(
    lay_out: Callable[..., Deal],
    play_out: Callable[..., DealRecord],
    option: dict[str, str],
    points: int,
) -> None:
    rules = rules_for(4, **option)
    record = play_out(
        rules,
        _weak(lay_out, rules),
        0,
        strategies={0: Announcer(), 1: Announcer(False)},
    )
    assert record.tricks[0].leader == 0
    assert record.settlement is not None
    assert record.settlement.chelem is Chelem.ANNOUNCED_FAILED_DEFENCE_MADE
    assert record.score is not None
    assert record.score.chelem_part == points
    assert record.score.petit_part == 0


def test_d8_changes_nothing_else() -> None:
    once = rules_for(4, D8="once")
    changed = {
        chelem
        for chelem in Chelem
        if chelem_points(once, chelem) != chelem_points(RULES_4, chelem)
    }
    assert changed == {
        Chelem.ANNOUNCED_FAILED_DEFENCE_MADE,
        Chelem.DEFENCE_ANNOUNCED_FAILED_ATTACK_MADE,
    }


def test_r12_8_the_excuse_played_early_costs_the_slam(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    trumps = " ".join(TRUMPS[4:])
    hands = {0: f"EX {trumps}", 1: "T1 T2", 2: "T3 T4"}
    deal = lay_out(RULES_4, hands, chien="S1 S2 S3 S4 S5 S6", dealer=3)
    taker = Announcer()
    early = play_out(RULES_4, deal, 0, strategies={0: taker}, cards=(EXCUSE,))
    assert early.tricks[0].winner != 0
    assert early.settlement is not None
    assert early.settlement.chelem is Chelem.ANNOUNCED_FAILED
    assert early.settlement.excuse_owner is ATTACK
    kept = play_out(RULES_4, deal, 0, strategies={0: taker})
    assert kept.settlement is not None
    assert kept.settlement.chelem is Chelem.ANNOUNCED_MADE


@pytest.mark.parametrize(
    ("announced", "unit"), [(True, 562), (False, 362)], ids=["announced", "not"]
)
def test_r12_f07_b_the_defence_keeps_the_excuse(
    lay_out: Callable[..., Deal],
    play_out: Callable[..., DealRecord],
    announced: bool,
    unit: int,
) -> None:
    """87 points and 2 bouts, the Petit in the last trick: and it is a slam."""
    trumps = " ".join(["T1", *TRUMPS[4:]])
    hands = {0: trumps, 1: "T2 T3", 2: "T4 EX"}
    deal = lay_out(RULES_4, hands, chien="S1 S2 S3 S4 S5 S6", dealer=3)
    first = tuple(parse_cards("T21 T2 EX"))
    record = play_out(
        RULES_4, deal, 0, strategies={0: Announcer(announced)}, cards=first
    )
    assert record.settlement is not None
    assert (record.settlement.half_points, record.settlement.bouts) == (174, 2)
    assert record.score is not None
    assert record.score.scores == (3 * unit, -unit, -unit, -unit)


def test_d14_who_may_announce() -> None:
    order = (3, 4, 0, 1, 2)
    assert announcers(RULES_5, 0, 2, order) == (0,)
    assert announcers(rules_for(5, D14="attack"), 0, 2, order) == (0, 2)
    assert announcers(rules_for(5, D14="attack"), 0, None, order) == (0,)
    assert announcers(rules_for(5, D14="anybody"), 0, 2, order) == (0, 3, 4, 1, 2)


@pytest.mark.parametrize(
    ("option", "asked", "by"),
    [
        ({}, {0}, None),
        ({"D14": "attack"}, {0, 2}, 2),
        ({"D14": "anybody"}, {0, 3}, 3),
    ],
    ids=["taker", "attack", "anybody"],
)
def test_d14_in_a_whole_deal(
    lay_out: Callable[..., Deal],
    play_out: Callable[..., DealRecord],
    option: dict[str, str],
    asked: set[int],
    by: int | None,
) -> None:
    """The taker is silent; seat 2 is the partner, and the dealer's neighbour is 3."""
    rules = rules_for(5, **option)
    seats = {seat: Announcer(seat > 0) for seat in range(5)}
    deal = lay_out(rules, {0: "T1 T21", 1: "T3 T4", 2: "SR T5"}, dealer=2)
    record = play_out(rules, deal, 0, strategies=seats, called=KINGS[0])
    assert {seat for seat in range(5) if seats[seat].asked} == asked
    assert record.chelem_by == by
    assert record.tricks[0].leader == (3 if by is None else by)
    assert record.settlement is not None
    expected = {
        None: Chelem.NONE,
        2: Chelem.ANNOUNCED_FAILED,
        3: Chelem.DEFENCE_ANNOUNCED_FAILED,
    }
    assert record.settlement.chelem is expected[by]


def test_d14_a_slam_of_the_defence_is_paid_alike() -> None:
    made = chelem_outcome(DEFENCE, DEFENCE)
    failed = chelem_outcome(DEFENCE, None)
    worst = chelem_outcome(DEFENCE, ATTACK)
    points = [chelem_points(RULES_4, chelem) for chelem in (made, failed, worst)]
    assert points == [-400, 200, 400]


@pytest.mark.parametrize("seat", [1, 2])
def test_r12_2_a_script_cannot_announce_for_another(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord], seat: int
) -> None:
    """Every act of a script is checked, and a defender announces nothing."""
    deal = _strong(lay_out, RULES_4)
    with pytest.raises(IllegalActError, match=r"R12\.2"):
        play_out(RULES_4, deal, 0, chelem_decided=True, chelem_by=seat)


def test_r12_2_nor_can_a_seat_that_is_not_there(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    deal = _strong(lay_out, RULES_4)
    with pytest.raises(TarotError):
        play_out(RULES_4, deal, 0, chelem_decided=True, chelem_by=9)
