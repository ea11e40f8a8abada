"""R8: the Excuse, with every branch of its account; D1, D2, D10."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from tarotsim.game.cards import EXCUSE, Card, count_half_points
from tarotsim.game.parsing import parse_cards
from tarotsim.game.records import Deal, DealRecord
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
from tarotsim.reference.legality import legal_cards
from tarotsim.reference.scoring import score_deal
from tarotsim.reference.settle import ExcuseAccount, excuse_account
from tarotsim.reference.trick import excuse_wins, trick_winner

ATTACK, DEFENCE = Camp.ATTACK, Camp.DEFENCE
CAMPS = (ATTACK, DEFENCE)
TRUMPS_4_TO_21 = " ".join(f"T{number}" for number in range(4, 22))
TRUMPS_5_TO_21 = " ".join(f"T{number}" for number in range(5, 22))
LOW = "S1 S2 S3 S4 S5 H1 H2 H3 H4 H5 D1 D2 D3 D4 D5 C1 C2"


class High(Strategy):
    """Plays the highest card, trumps above suits, and the Excuse last."""

    name = "high"

    def play(self, view: SeatView) -> Card:
        cards: tuple[Card, ...] = view.legal
        return max(cards, key=lambda card: (card != EXCUSE, card))


class ExcuseAt(Strategy):
    """Plays the Excuse to one trick, and cheap cards otherwise."""

    name = "excuse at"

    def __init__(self, trick: int) -> None:
        self.trick = trick

    def play(self, view: SeatView) -> Card:
        is_time = view.trick_number == self.trick
        cards = [card for card in view.legal if (card == EXCUSE) is is_time]
        return cards[0] if cards else super().play(view)


class Situation(NamedTuple):
    """An Excuse that was played, by one camp to a trick of one camp."""

    last: bool
    by: Camp
    won: Camp
    slam: Camp | None
    led: bool
    said: bool  # the taker announced a slam

    def account(self, rules: RuleSet) -> ExcuseAccount:
        return excuse_account(
            rules,
            self.by,
            self.won,
            is_last_trick=self.last,
            slam_by=self.slam,
            is_led=self.led,
            is_announced_by_taker=self.said,
        )

    def by_the_table(self) -> ExcuseAccount:
        """Return the line of the table at the end of R8."""
        if not self.last:
            return ExcuseAccount(self.by, self.by if self.won is not self.by else None)
        if self.slam is self.by:
            return self.stays
        if self.won is not self.by:
            return ExcuseAccount(self.won, None)
        return self.is_bought

    @property
    def stays(self) -> ExcuseAccount:
        return ExcuseAccount(self.by, None)

    @property
    def is_bought(self) -> ExcuseAccount:
        return ExcuseAccount(self.by.other, self.by.other)

    @property
    def is_paid_for(self) -> ExcuseAccount:
        return ExcuseAccount(self.by, self.by)


def _situations() -> Iterator[Situation]:
    """Return every situation that can arise."""
    truth = (False, True)
    for each in itertools.product(truth, CAMPS, CAMPS, (None, *CAMPS), truth, truth):
        one = Situation(*each)
        if one.slam is not None and one.won is not one.slam:
            continue  # the camp of the slam won every trick
        if one.last and one.led and one.slam is one.by.other:
            continue  # a camp without tricks leads no later trick
        if one.said and one.slam is DEFENCE:
            continue
        yield one


SITUATIONS = tuple(_situations())


@pytest.mark.parametrize("players", [3, 4, 5])
def test_r8_4_to_r8_10_the_whole_table(players: int) -> None:
    assert len(SITUATIONS) == 53
    for one in SITUATIONS:
        assert one.account(rules_for(players)) == one.by_the_table()


def _d1_a(one: Situation) -> ExcuseAccount | None:
    concerned = one.last and one.won is one.by and one.slam is None
    return one.stays if concerned else None


def _d1_b(one: Situation) -> ExcuseAccount | None:
    concerned = one.last and one.won is one.by and one.slam is None
    return ExcuseAccount(one.by.other, None) if concerned else None


def _d2_a(one: Situation) -> ExcuseAccount | None:
    return None  # it changes who wins the trick, not the account


def _d2_b(one: Situation) -> ExcuseAccount | None:
    concerned = one.last and one.slam is one.by and not one.led
    return one.is_bought if concerned else None


def _d2_c(one: Situation) -> ExcuseAccount | None:
    concerned = one.last and one.slam is one.by.other
    return one.is_paid_for if concerned else None


def _d2_d(one: Situation) -> ExcuseAccount | None:
    concerned = one.last and one.slam is one.by and not one.said
    return one.is_bought if concerned else None


def _d2_c_and_d(one: Situation) -> ExcuseAccount | None:
    return (_d2_c(one) if one.said else None) or _d2_d(one)


@pytest.mark.parametrize(
    ("options", "changed", "count"),
    [
        ({"D1": "follows_winner"}, _d1_a, 8),
        ({"D1": "changes_camp_free"}, _d1_b, 8),
        ({"D2a": "led_or_not"}, _d2_a, 0),
        ({"D2b": "lost"}, _d2_b, 3),
        ({"D2c": "protected"}, _d2_c, 3),
        ({"D2d": "announced_by_taker"}, _d2_d, 4),
        ({"D2c": "protected", "D2d": "announced_by_taker"}, _d2_c_and_d, 5),
    ],
    ids=["D1a", "D1b", "D2a", "D2b", "D2c", "D2d", "D2cd"],
)
def test_d1_d2_change_what_they_name_and_nothing_else(
    options: dict[str, str],
    changed: Callable[[Situation], ExcuseAccount | None],
    count: int,
) -> None:
    rules = rules_for(5, **options)
    for one in SITUATIONS:
        assert one.account(rules) == (changed(one) or one.by_the_table())
    assert sum(changed(one) is not None for one in SITUATIONS) == count


def test_r8_1_the_excuse_may_be_played_at_any_turn() -> None:
    hand = parse_cards("EX S2 T4 T21")
    for table in ("", "S5", "S5 T9", "T9", "D3", "D3 T12"):
        assert EXCUSE in legal_cards(RULES_4, hand, parse_cards(table))


def test_r8_1_it_is_compulsory_only_as_the_last_card() -> None:
    for table in ("", "S5", "T9"):
        cards = parse_cards(table)
        assert list(legal_cards(RULES_4, [EXCUSE], cards)) == [EXCUSE]
        assert len(legal_cards(RULES_4, parse_cards("EX S2"), cards)) == 2


@pytest.mark.parametrize(
    ("table", "winner"),
    [
        ("S5 EX S2 S3", 0),
        ("EX D3 DR D10", 2),
        ("EX T1 DR D10", 1),
        ("EX D3 T1 T2", 3),
        ("T6 EX T11 T10", 2),
        ("S5 S6 S7 EX", 2),
    ],
)
def test_r8_2_r8_3_it_wins_nothing_and_sets_no_suit(table: str, winner: int) -> None:
    assert trick_winner(parse_cards(table)) == winner


@pytest.mark.parametrize("table", ["EX D3 DR D10", "S5 EX S2 S3", "S5 S6 S7 S8"])
@pytest.mark.parametrize("option", [{}, {"D2a": "led_or_not"}])
@pytest.mark.parametrize("is_last", [False, True])
@pytest.mark.parametrize("won_all", [False, True])
def test_r8_10_when_the_excuse_wins(
    table: str, option: dict[str, str], is_last: bool, won_all: bool
) -> None:
    cards = parse_cards(table)
    wins = excuse_wins(
        rules_for(4, **option), cards, is_last_trick=is_last, won_all_before=won_all
    )
    led_or_not = EXCUSE in cards if option else cards[0] == EXCUSE
    assert wins is (is_last and won_all and led_or_not)
    if wins:
        assert trick_winner(cards, excuse_wins=True) == cards.index(EXCUSE)


@pytest.mark.parametrize("said", [False, True])
def test_d2d_the_excuse_wins_only_an_announced_slam(said: bool) -> None:
    cards = parse_cards("EX D3 DR D10")
    for rules, wins in (
        (RULES_4, True),
        (rules_for(4, D2d="announced_by_taker"), said),
    ):
        got = excuse_wins(
            rules,
            cards,
            is_last_trick=True,
            won_all_before=True,
            is_announced_by_taker=said,
        )
        assert got is wins


def _defence_excuse(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord], trick: int
) -> Callable[..., DealRecord]:
    """Let the taker win all the tricks, a defender playing the Excuse to one."""

    def play(**options: str) -> DealRecord:
        rules = rules_for(4, **options)
        deal = lay_out(
            rules,
            {0: TRUMPS_4_TO_21, 1: "EX T1", 2: "T2 T3"},
            chien="S1 S2 S3",
            dealer=3,
        )
        seats = {0: High(), 1: ExcuseAt(trick)}
        return play_out(rules, deal, 0, strategies=seats)

    return play


def test_r8_5_r8_6_a_camp_without_a_card_owes_half_a_point(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    """RO p8, p9: in a slam the defence keeps the Excuse, which counts 4 points."""
    record = _defence_excuse(lay_out, play_out, trick=3)()
    settlement = record.settlement
    assert settlement is not None
    assert settlement.chelem is Chelem.UNANNOUNCED_MADE
    assert (settlement.half_points, settlement.bouts) == (174, 2)
    assert (settlement.excuse_owner, settlement.low_card_from) == (DEFENCE, DEFENCE)


def test_r8_9_the_same_excuse_on_the_last_trick_is_lost(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    play = _defence_excuse(lay_out, play_out, trick=17)
    for options, points in (({}, 182), ({"D2c": "protected"}, 174)):
        settlement = play(**options).settlement
        assert settlement is not None
        assert settlement.half_points == points
        assert settlement.bouts == (3 if points == 182 else 2)


def test_d10_spares_nothing_that_the_federation_names(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    """RO p9 example 5, 87 points, is no matter of D10, which extends it (R8.6)."""
    settlement = _defence_excuse(lay_out, play_out, 3)(D10="nothing").settlement
    assert settlement is not None
    assert settlement.half_points == 174


@pytest.mark.parametrize(
    ("option", "half_points", "payer"),
    [({}, 14, ATTACK), ({"D10": "nothing"}, 15, None)],
    ids=["default", "D10"],
)
def test_r8_6_d10_an_attack_without_tricks(
    lay_out: Callable[..., Deal],
    play_out: Callable[..., DealRecord],
    option: dict[str, str],
    half_points: int,
    payer: Camp | None,
) -> None:
    """The card never comes from the écart: here six low cards (R8.5)."""
    rules = rules_for(4, **option)
    deal = lay_out(
        rules,
        {0: f"EX {LOW}", 1: TRUMPS_4_TO_21},
        chien="S6 S7 S8 H6 H7 H8",
        dealer=0,
    )
    ecart = tuple(parse_cards("S6 S7 S8 H6 H7 H8"))
    seats = {0: ExcuseAt(2), 1: High()}
    record = play_out(rules, deal, 0, strategies=seats, ecart=ecart)
    assert record.settlement is not None
    assert record.settlement.chelem is Chelem.DEFENCE_MADE
    assert (record.settlement.half_points, record.settlement.bouts) == (half_points, 1)
    assert record.settlement.excuse_owner is ATTACK
    assert record.settlement.low_card_from is payer


def test_d10_a_camp_with_a_low_card_pays_anyway(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    hands = {0: "EX T10 T11 T12 T13 T14 T15 T16", 1: "T17 T18 T19 T20 T21 T1"}
    payers = set()
    for rules in (RULES_4, rules_for(4, D10="nothing")):
        deal = lay_out(rules, hands, dealer=0)
        record = play_out(rules, deal, 0, strategies={0: ExcuseAt(1), 1: High()})
        assert record.settlement is not None
        assert any(trick.winner == 0 for trick in record.tricks)
        payers.add(record.settlement.low_card_from)
    assert payers == {ATTACK}


@pytest.mark.parametrize(
    ("options", "is_slam"),
    [({}, True), ({"D2d": "announced_by_taker"}, False)],
    ids=["default", "D2d"],
)
def test_r8_10_d2d_the_taker_ends_an_unannounced_slam(
    lay_out: Callable[..., Deal],
    play_out: Callable[..., DealRecord],
    options: dict[str, str],
    is_slam: bool,
) -> None:
    rules = rules_for(4, **options)
    hands = {0: f"EX {TRUMPS_5_TO_21}", 1: "T1 T2 C1", 2: "T3 T4"}
    deal = lay_out(rules, hands, chien="S1 S2 S3 S4 S5 S6", dealer=3)
    record = play_out(rules, deal, 0, strategies={0: High()})
    last = record.tricks[-1]
    assert (last.leader, last.cards[0]) == (0, EXCUSE)
    assert (last.winner == 0) is is_slam
    assert record.settlement is not None
    if is_slam:
        assert record.settlement.chelem is Chelem.UNANNOUNCED_MADE
        assert record.settlement.half_points == 182
        return
    assert record.settlement.chelem is Chelem.NONE
    assert record.settlement.half_points == 182 - count_half_points(last.cards)
    assert record.settlement.excuse_owner is DEFENCE
    assert record.settlement.low_card_from is None


def test_r8_10_d2d_a_defender_ends_the_slam_of_the_defence(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    hands = {1: f"EX {TRUMPS_5_TO_21}", 2: "T1 T2 C1", 3: "T3 T4"}
    slams = {}
    for option in ("all", "announced_by_taker"):
        rules = rules_for(4, D2d=option)
        deal = lay_out(rules, hands, chien="S1 S2 S3 S4 S5 S6", dealer=0)
        record = play_out(rules, deal, 0, strategies={1: High()})
        assert record.tricks[-1].cards[0] == EXCUSE
        assert record.settlement is not None
        slams[option] = record.settlement
        if option == "all":
            assert record.tricks[-1].winner == 1
    assert slams["all"].chelem is Chelem.DEFENCE_MADE
    assert slams["all"].excuse_owner is DEFENCE
    # Without protection the Excuse is lost: to a partner's card it is bought back.
    assert slams["announced_by_taker"].excuse_owner is ATTACK


def test_r8_10_a_camp_that_lost_a_trick_has_no_protection(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    hands = {0: f"EX T1 {TRUMPS_5_TO_21.removeprefix('T5 ')}", 1: "T2 T5", 2: "T3 T4"}
    deal = lay_out(RULES_4, hands, chien="S1 S2 S3 S4 S5 S6", dealer=3)
    first = tuple(parse_cards("T1"))
    record = play_out(RULES_4, deal, 0, strategies={0: High()}, cards=first)
    won = [trick.winner == 0 for trick in record.tricks]
    assert won == [False] + [True] * 16 + [False]
    assert record.tricks[-1].cards[0] == EXCUSE
    assert record.settlement is not None
    assert record.settlement.chelem is Chelem.NONE
    assert record.settlement.excuse_owner is DEFENCE


@pytest.mark.parametrize(
    ("contract", "owner"),
    [(Contract.GARDE_SANS, ATTACK), (Contract.GARDE_CONTRE, DEFENCE)],
)
def test_r8_12_an_excuse_in_the_chien_is_not_exchanged(
    lay_out: Callable[..., Deal],
    play_out: Callable[..., DealRecord],
    contract: Contract,
    owner: Camp,
) -> None:
    for rules in (RULES_4, RULES_5):
        deal = lay_out(rules, {0: "T1 T2", 1: "T3 T4"}, chien="EX C1 C2")
        record = play_out(rules, deal, 0, contract, called=parse_cards("SR")[0])
        assert record.settlement is not None
        assert record.settlement.excuse_owner is owner
        assert record.settlement.low_card_from is None


@pytest.mark.parametrize(
    ("is_last", "half_points", "bouts", "unit"),
    [(False, 82, 2, 50), (True, 74, 1, -78)],
)
def test_r8_f06_the_excuse_decides_the_contract(
    is_last: bool, half_points: int, bouts: int, unit: int
) -> None:
    """F06: 37 points with the 21, and the Excuse on a trick of the defence."""
    account = excuse_account(RULES_4, ATTACK, DEFENCE, is_last_trick=is_last)
    counted, held = 74, 1
    if account.owner is ATTACK:
        counted, held = counted + 9, held + 1
    counted -= account.low_card_from is ATTACK
    assert (counted, held) == (half_points, bouts)
    score = score_deal(RULES_4, Contract.GARDE, counted, held)
    assert score.scores == (3 * unit, -unit, -unit, -unit)
