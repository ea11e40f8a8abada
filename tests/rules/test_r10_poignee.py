"""R10: the poignée; D4, D5."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from tarotsim.game.cards import (
    EXCUSE,
    KINGS,
    PETIT,
    TRUMPS,
    TWENTY_ONE,
    Card,
    Cards,
    sort_cards,
)
from tarotsim.game.errors import IllegalActError
from tarotsim.game.parsing import parse_cards
from tarotsim.game.poignees import PoigneeChoice, PoigneeOption, default_hidden
from tarotsim.game.records import Deal, DealRecord, Showing
from tarotsim.game.rules import (
    RULES_3,
    RULES_4,
    RULES_5,
    Camp,
    Chelem,
    Contract,
    Poignee,
    RuleSet,
    rules_for,
)
from tarotsim.game.strategy import PoigneeAnswer, Strategy
from tarotsim.game.view import SeatView
from tarotsim.reference.poignee import (
    poignee_options,
    show_poignee,
    showing_from_cards,
    verify_showing,
)
from tarotsim.reference.scoring import score_deal

ALL_RULES = [RULES_3, RULES_4, RULES_5]
by_players = pytest.mark.parametrize("rules", ALL_RULES, ids=lambda r: str(r.players))
SIMPLE, DOUBLE, TRIPLE = Poignee
PLAIN = tuple(card for card in range(PETIT) if card not in KINGS)


def _hand(trumps: int, excuse: bool = False, kings: int = 0) -> list[Card]:
    """Hold the highest trumps, some kings, and low cards for the rest."""
    cards = [*TRUMPS[::-1][:trumps], *[EXCUSE] * excuse, *KINGS[:kings]]
    return [*cards, *PLAIN[: max(0, 18 - len(cards))]]


def _levels(options: tuple[PoigneeOption, ...]) -> dict[Poignee, bool]:
    """Return the levels, and whether each shows the Excuse."""
    return {option.level: option.with_excuse for option in options}


class Shower(Strategy):
    """Shows its highest level, and notes what it saw when it was asked."""

    name = "shower"

    def __init__(self) -> None:
        self.asked: list[SeatView] = []

    def poignee(self, view: SeatView) -> PoigneeAnswer:
        self.asked.append(view)
        option: PoigneeOption = view.legal[-1]
        return option.level


@pytest.mark.parametrize(
    ("players", "sizes"), [(3, (13, 15, 18)), (4, (10, 13, 15)), (5, (8, 10, 13))]
)
def test_r10_1_thresholds(players: int, sizes: tuple[int, int, int]) -> None:
    rules = rules_for(players)
    assert rules.poignee_sizes == sizes
    for level, size in zip(Poignee, sizes, strict=True):
        assert level not in _levels(poignee_options(rules, _hand(size - 1)))
        assert level in _levels(poignee_options(rules, _hand(size)))


def test_r10_1_primes() -> None:
    assert [level.prime for level in Poignee] == [20, 30, 40]


@by_players
def test_r10_2_r10_4_r10_6_every_hand(rules: RuleSet) -> None:
    """Compare every number of trumps, discards and Excuse with the words of R10."""
    for trumps, discards, excuse in itertools.product(
        range(min(rules.hand_size, 21) + 1), range(rules.chien_size + 1), (False, True)
    ):
        if trumps + discards > 21 or trumps + excuse > rules.hand_size:
            continue
        shown = Cards(TRUMPS[1 : 1 + discards])
        hand = [card for card in TRUMPS[::-1] if card not in shown][:trumps]
        hand += [EXCUSE] * excuse
        options = {o.level: o for o in poignee_options(rules, hand, shown)}
        for level in Poignee:
            size = rules.poignee_size(level)
            total = trumps if trumps >= size else trumps + discards
            with_excuse = total == size - 1 and excuse
            assert (level in options) is (total >= size or with_excuse)
            if level not in options:
                continue
            showing = show_poignee(0, tuple(options.values()), PoigneeChoice(level))
            cards = showing.cards
            assert len(cards) == len(set(cards)) == size
            assert list(cards) == list(sort_cards(cards))
            assert (EXCUSE in cards) is with_excuse
            used = [card for card in cards if card in shown]
            needed = max(0, size - with_excuse - trumps)
            assert len(used) == needed
            verify_showing(rules, hand, shown, showing)


@by_players
def test_r10_2_just_before_ones_own_first_card(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord], rules: RuleSet
) -> None:
    seats = {seat: Shower() for seat in range(rules.players)}
    size = rules.poignee_sizes[0]
    trumps = [f"T{number}" for number in range(1, 22)]
    last = rules.players - 1
    hands = {seat: trumps[size + 5 * seat :][:5] for seat in range(3)}
    hands[last] = trumps[:size]
    deal = lay_out(
        rules,
        {seat: " ".join(hand) for seat, hand in hands.items()},
        chien="EX C1 C2",
        dealer=last,
    )
    record = play_out(rules, deal, 0, strategies=seats, called=KINGS[3])
    (view,) = seats[last].asked
    assert view.trick_number == 0
    assert len(view.table) == rules.players - 1
    assert len(view.hand) == rules.hand_size
    assert all(not seats[seat].asked for seat in range(last))
    (showing,) = record.showings
    assert (showing.seat, showing.level) == (last, SIMPLE)
    assert set(record.showable) == {last}


def test_r10_2_everybody_sees_the_cards(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    seats = {seat: Shower() for seat in range(4)}
    hands = {
        1: "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10",
        3: "T12 T13 T14 T15 T16 T17 T18 T19 T20 T21",
    }
    deal = lay_out(RULES_4, hands, chien="C1 C2 C3 C4 C5 C6", dealer=0)
    record = play_out(RULES_4, deal, 0, strategies=seats)
    assert [showing.seat for showing in record.showings] == [1, 3]
    (first,), (second,) = seats[1].asked, seats[3].asked
    assert first.showings == ()
    assert second.showings == record.showings[:1]
    assert record.showings[0].cards == sort_cards(deal.hands[1][:10])


@by_players
def test_r10_2_it_is_optional(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord], rules: RuleSet
) -> None:
    many = " ".join(f"T{number}" for number in range(1, 15))
    deal = lay_out(rules, {0: many}, dealer=0)
    record = play_out(rules, deal, 1, called=KINGS[3])
    assert record.showings == ()
    assert len(record.tricks) == rules.trick_count


def test_r10_3_f04_which_trump_stays_hidden() -> None:
    hand = [*parse_cards("T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11"), *PLAIN[:7]]
    (option,) = poignee_options(RULES_4, hand)
    assert (option.hide_count, option.with_excuse) == (1, False)
    shown = set()
    for card in option.pool:
        choice = PoigneeChoice(SIMPLE, (card,))
        cards = show_poignee(2, (option,), choice).cards
        assert card not in cards
        shown.add(cards)
    assert len(shown) == 11
    assert any(PETIT not in cards for cards in shown)


@pytest.mark.parametrize(
    "hidden",
    ["", "T1 T2", "S1", "EX", "T20"],
    ids=["none", "two", "suit", "ex", "other"],
)
def test_r10_3_exactly_the_surplus_is_hidden(hidden: str) -> None:
    hand = parse_cards("T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 S1")
    options = poignee_options(RULES_4, hand)
    choice = PoigneeChoice(SIMPLE, tuple(parse_cards(hidden)))
    with pytest.raises(IllegalActError, match=r"R10\.3"):
        show_poignee(0, options, choice)


def test_r10_3_what_is_hidden_if_nothing_is_said() -> None:
    (option,) = poignee_options(RULES_4, _hand(12, excuse=False))
    assert list(default_hidden(option)) == [TWENTY_ONE - 1, TWENTY_ONE - 2]


@pytest.mark.parametrize(
    ("trumps", "excuse", "levels"),
    [
        (8, True, {}),
        (9, False, {}),
        (9, True, {SIMPLE: True}),
        (10, False, {SIMPLE: False}),
        (10, True, {SIMPLE: False}),
        (11, True, {SIMPLE: False}),
        (12, False, {SIMPLE: False}),
        (12, True, {SIMPLE: False, DOUBLE: True}),
        (13, True, {SIMPLE: False, DOUBLE: False}),
        (14, True, {SIMPLE: False, DOUBLE: False, TRIPLE: True}),
        (15, True, {SIMPLE: False, DOUBLE: False, TRIPLE: False}),
    ],
)
def test_r10_4_the_excuse_replaces_one_missing_trump(
    trumps: int, excuse: bool, levels: dict[Poignee, bool]
) -> None:
    assert _levels(poignee_options(RULES_4, _hand(trumps, excuse))) == levels


@pytest.mark.parametrize(
    "cards",
    [
        "T10 T9 T8 T7 T6 T5 T4 T3 T2 EX",  # hides the 1 behind the Excuse
        "EX T10 T9 T8 T7 T6 T5 T4 T3 T2 T1",
        "T10 T9 T8 T7 T6 T5 T4 T3 T2",
        "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10",  # not in descending order
        "T11 T9 T8 T7 T6 T5 T4 T3 T2 T1",
        "T10 T9 T8 T7 T6 T5 T4 T3 T2 SR",
    ],
)
def test_r10_4_wrong_cards_are_refused(cards: str) -> None:
    hand = parse_cards("T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 EX SR")
    options = poignee_options(RULES_4, hand)
    with pytest.raises(IllegalActError, match=r"R10\.[1234]"):
        showing_from_cards(0, options, SIMPLE, parse_cards(cards))
    right = parse_cards("T10 T9 T8 T7 T6 T5 T4 T3 T2 T1")
    assert showing_from_cards(0, options, SIMPLE, right) == Showing(0, SIMPLE, right)


def test_r10_5_d4_a_lower_level() -> None:
    hand = _hand(15)
    assert set(_levels(poignee_options(RULES_4, hand))) == {SIMPLE, DOUBLE, TRIPLE}
    strict = rules_for(4, D4="forbidden")
    assert set(_levels(poignee_options(strict, hand))) == {TRIPLE}
    assert set(_levels(poignee_options(strict, _hand(14)))) == {DOUBLE}
    assert set(_levels(poignee_options(strict, _hand(14, excuse=True)))) == {TRIPLE}
    assert set(_levels(poignee_options(strict, _hand(10)))) == {SIMPLE}
    with pytest.raises(IllegalActError, match=r"R10\.1"):
        show_poignee(0, poignee_options(strict, hand), PoigneeChoice(SIMPLE))


RO_SHOWN = parse_cards("T2")
RO_HAND = [*TRUMPS[2:16], *KINGS]  # 14 trumps and 4 kings, the 2 discarded


def test_r10_6_the_case_of_the_federation() -> None:
    options = poignee_options(RULES_4, RO_HAND, RO_SHOWN)
    assert _levels(options) == {SIMPLE: False, DOUBLE: False, TRIPLE: False}
    triple = show_poignee(0, options, PoigneeChoice(TRIPLE)).cards
    assert RO_SHOWN[0] in triple
    double = show_poignee(0, options, PoigneeChoice(DOUBLE)).cards
    assert RO_SHOWN[0] not in double  # reached by the hand alone
    with pytest.raises(IllegalActError, match=r"R10\.3"):
        show_poignee(0, options, PoigneeChoice(TRIPLE, (TRUMPS[5],)))


def test_r10_6_discards_make_up_the_shortfall_before_the_excuse() -> None:
    hand = [*TRUMPS[4:13], EXCUSE]  # nine trumps and the Excuse
    shown = Cards(TRUMPS[1:3])
    (option,) = poignee_options(RULES_4, hand, shown)
    assert (option.level, option.with_excuse) == (SIMPLE, False)
    assert set(option.must_show) == set(hand) - {EXCUSE}
    assert option.hide_count == 1  # one of the two discards
    (with_both,) = poignee_options(RULES_4, [*TRUMPS[4:12], EXCUSE], shown[:1])
    assert (with_both.with_excuse, with_both.hide_count) == (True, 0)
    assert len(show_poignee(0, (with_both,), PoigneeChoice(SIMPLE)).cards) == 10


@by_players
def test_r10_6_at_every_level_and_table(rules: RuleSet) -> None:
    for level in Poignee:
        size = rules.poignee_size(level)
        hand, shown = TRUMPS[2 : size + 1], TRUMPS[1:2]
        assert level in _levels(poignee_options(rules, hand, shown))
        assert level not in _levels(poignee_options(rules, hand))


def test_d5_never() -> None:
    rules = rules_for(4, D5="never")
    options = poignee_options(rules, RO_HAND, RO_SHOWN)
    assert _levels(options) == {SIMPLE: False, DOUBLE: False}
    assert poignee_options(rules, TRUMPS[2:11], RO_SHOWN) == ()


def test_d5_only_the_case_of_the_federation() -> None:
    rules = rules_for(4, D5="federation_case")
    options = poignee_options(rules, RO_HAND, RO_SHOWN)
    assert _levels(options) == {SIMPLE: False, DOUBLE: False, TRIPLE: False}
    # Neither another level, nor two discards, nor another table.
    twelve = [*TRUMPS[2:14], *KINGS]
    assert set(_levels(poignee_options(rules, twelve, RO_SHOWN))) == {SIMPLE}
    thirteen = [*TRUMPS[3:16], *KINGS]
    assert TRIPLE not in _levels(poignee_options(rules, thirteen, Cards(TRUMPS[1:3])))
    at_five = rules_for(5, D5="federation_case")
    assert TRIPLE not in _levels(poignee_options(at_five, twelve, RO_SHOWN))


def test_d5_the_case_of_the_federation_has_fifteen_trumps() -> None:
    """RO p7: 4 kings and 15 trumps; 14 trumps and the Excuse are another case."""
    rules = rules_for(4, D5="federation_case")
    hand = [*TRUMPS[2:15], EXCUSE, *KINGS]
    assert TRIPLE in _levels(poignee_options(RULES_4, hand, RO_SHOWN))
    assert TRIPLE not in _levels(poignee_options(rules, hand, RO_SHOWN))


def test_d5_free_choice() -> None:
    rules = rules_for(4, D5="free")
    options = poignee_options(rules, RO_HAND, RO_SHOWN)
    assert _levels(options) == {SIMPLE: False, DOUBLE: False, TRIPLE: False}
    double = options[1]
    assert (double.must_show, double.hide_count) == (Cards(), 2)
    hidden = (RO_HAND[0], RO_HAND[1])
    cards = show_poignee(0, options, PoigneeChoice(DOUBLE, hidden)).cards
    assert RO_SHOWN[0] in cards
    # By default the same cards must come from the hand.
    usual = poignee_options(RULES_4, RO_HAND, RO_SHOWN)
    with pytest.raises(IllegalActError):
        showing_from_cards(0, usual, DOUBLE, cards)


def test_r10_6_f04_the_hand_after_the_ecart(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    nine = "T2 T3 T4 T5 T6 T7 T8 T9 T10"
    deal = lay_out(RULES_4, {0: nine}, chien="T11 T12 C1 C2 C3 C4", dealer=3)
    shower = Shower()
    record = play_out(RULES_4, deal, 0, strategies={0: shower})
    (showing,) = record.showings
    assert showing.level is SIMPLE
    assert record.trump_counts[0] == 11
    # In garde sans the chien stays hidden, and nine trumps are not enough.
    silent = play_out(RULES_4, deal, 0, Contract.GARDE_SANS, strategies={0: shower})
    assert silent.showings == ()
    assert 0 not in silent.showable


def test_r10_6_in_a_whole_deal(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    trumps = " ".join(f"T{number}" for number in range(2, 16))
    deal = lay_out(RULES_4, {0: f"{trumps} SR HR DR CR"}, chien="T16 S1 S2 S3 S4 S5")
    ecart = tuple(parse_cards("T2 S1 S2 S3 S4 S5"))
    shower = Shower()
    for other, level in ((RULES_4, TRIPLE), (rules_for(4, D5="never"), DOUBLE)):
        record = play_out(other, deal, 0, strategies={0: shower}, ecart=ecart)
        assert record.showings[0].level is level
        assert (ecart[0] in record.showings[0].cards) is (level is TRIPLE)


def test_r10_6_the_discard_helps_the_taker_alone(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    """Seven trumps are one too few at five, whatever the taker discarded."""
    mine = "SR HR DR CR EX T11 T12 T13 T14 T15 T16 T17 T18 T19 T20"
    hands = {0: mine, 1: "T2 T3 T4 T5 T6 T7 T8"}
    deal = lay_out(RULES_5, hands, chien="T10 S1 S2")
    ecart = tuple(parse_cards("T10 S1 S2"))
    record = play_out(RULES_5, deal, 0, called=KINGS[0], ecart=ecart)
    assert record.ecart_shown == ecart[:1]
    assert set(record.showable) == {0}


def test_r10_7_how_many_can_show_together() -> None:
    """All showings together need at most 22 cards."""
    fits = {
        rules.players: max(
            count
            for count in range(1, rules.players + 1)
            if count * rules.poignee_sizes[0] <= 22
        )
        for rules in ALL_RULES
    }
    assert fits == {3: 1, 4: 2, 5: 2}


def test_r10_7_primes_add_up(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    hands = {
        0: "T1 T2 T3 T4 T5 T6 T7 T8 T9 T10",
        1: "T12 T13 T14 T15 T16 T17 T18 T19 T20 T21",
    }
    deal = lay_out(RULES_4, hands, dealer=3)
    record = play_out(RULES_4, deal, 0, strategies={0: Shower(), 1: Shower()})
    assert record.score is not None
    assert record.score.poignees == ((SIMPLE, Camp.ATTACK), (SIMPLE, Camp.DEFENCE))
    assert abs(record.score.poignee_part) == 40
    assert (record.score.poignee_part > 0) is record.score.won


@pytest.mark.parametrize("camp", list(Camp))
@pytest.mark.parametrize("contract", list(Contract)[1:])
@pytest.mark.parametrize("level", list(Poignee))
def test_r10_8_r10_9_never_multiplied_and_to_the_winner(
    camp: Camp, contract: Contract, level: Poignee
) -> None:
    for half_points, won in ((82, True), (81, False), (120, True), (40, False)):
        score = score_deal(
            RULES_5, contract, half_points, 2, partner=1, poignees=[(level, camp)]
        )
        assert score.poignee_part == (level.prime if won else -level.prime)


@pytest.mark.parametrize(
    ("bouts", "half_points", "contract", "showers", "defender"),
    [
        (1, 94, Contract.GARDE, [Camp.DEFENCE], 78),
        (1, 94, Contract.GARDE, [Camp.ATTACK, Camp.DEFENCE], 98),
        (2, 82, Contract.GARDE_CONTRE, [Camp.ATTACK], -170),
    ],
    ids=["a", "b", "c"],
)
def test_r10_9_f01_who_gets_the_prime(
    bouts: int, half_points: int, contract: Contract, showers: list[Camp], defender: int
) -> None:
    poignees = [(SIMPLE, camp) for camp in showers]
    score = score_deal(RULES_4, contract, half_points, bouts, poignees=poignees)
    assert score.scores == (-3 * defender, defender, defender, defender)


def test_r10_10_the_winner_made_the_contract_even_at_a_loss() -> None:
    score = score_deal(
        RULES_4,
        Contract.GARDE,
        150,
        3,
        poignees=[(SIMPLE, Camp.DEFENCE)],
        chelem=Chelem.ANNOUNCED_FAILED,
    )
    assert score.poignee_part == 20
    assert score.taker_score < 0
