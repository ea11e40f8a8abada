"""R4: chien and écart."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from tarotsim.game.cards import (
    CARD_COUNT,
    KINGS,
    Card,
    Cards,
    count_half_points,
    is_bout,
    is_king,
    is_trump,
)
from tarotsim.game.errors import IllegalActError
from tarotsim.game.parsing import parse_card, parse_cards
from tarotsim.game.records import Deal, DealRecord
from tarotsim.game.rules import (
    RULES_3,
    RULES_4,
    RULES_5,
    Camp,
    Contract,
    RuleSet,
    rules_for,
)
from tarotsim.game.strategy import Strategy
from tarotsim.game.view import SeatView
from tarotsim.reference.dealing import deal_cards
from tarotsim.reference.ecart import (
    discardable_cards,
    trump_discard_range,
    verify_ecart,
)

ALL_RULES = [RULES_3, RULES_4, RULES_5]
by_players = pytest.mark.parametrize("rules", ALL_RULES, ids=lambda r: str(r.players))
D7_FORBIDDEN = rules_for(5, D7="forbidden")
D9_ANY = rules_for(4, D9="any_number")

# 4 kings and 15 trumps, so that five plain cards are left (RO p7).
RO_CASE = parse_cards(
    "SR HR DR CR T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15 S4 S5 H6 D7 C8"
)


def _refused(
    rules: RuleSet,
    cards: Sequence[Card],
    ecart: str,
    called: Card | None = None,
) -> str:
    """Return the rule for which a discard is refused."""
    with pytest.raises(IllegalActError) as refusal:
        verify_ecart(rules, cards, parse_cards(ecart), called)
    return refusal.value.rule


class Watcher(Strategy):
    """Notes what each decision shows of the chien and of the écart."""

    name = "watcher"

    def __init__(self) -> None:
        self.at_ecart: list[SeatView] = []
        self.at_play: list[SeatView] = []

    def ecart(self, view: SeatView) -> tuple[Card, ...]:
        self.at_ecart.append(view)
        return super().ecart(view)

    def play(self, view: SeatView) -> Card:
        self.at_play.append(view)
        return super().play(view)


@by_players
@pytest.mark.parametrize("contract", [Contract.PRISE, Contract.GARDE])
def test_r4_1_the_chien_is_turned_up_for_all(
    play_out: Callable[..., DealRecord], rules: RuleSet, contract: Contract
) -> None:
    watcher = Watcher()
    deal = deal_cards(rules, 5, 0)
    seats = dict.fromkeys(range(rules.players), watcher)
    play_out(rules, deal, 1, contract, strategies=seats, called=KINGS[0])
    assert {view.chien for view in watcher.at_play} == {deal.chien}
    (view,) = watcher.at_ecart
    assert view.seat == 1
    assert sorted(view.hand) == sorted([*deal.hands[1], *deal.chien])


@by_players
def test_r4_2_as_many_cards_as_the_chien_held(
    play_out: Callable[..., DealRecord], rules: RuleSet
) -> None:
    watcher = Watcher()
    seats = dict.fromkeys(range(rules.players), watcher)
    deal = deal_cards(rules, 5, 0)
    record = play_out(rules, deal, 1, strategies=seats, called=KINGS[0])
    assert len(record.ecart) == rules.chien_size == {3: 6, 4: 6, 5: 3}[rules.players]
    assert not record.ecart_shown
    # Secret for all but the taker.
    seen = {view.seat: view.ecart for view in watcher.at_play}
    assert seen.pop(1) == record.ecart
    assert set(seen.values()) == {Cards()}


@pytest.mark.parametrize(
    "ecart",
    [
        "S4 S5 H6 D7 C8",
        "S4 S5 H6 D7 C8 T2 T3",
        "S4 S5 H6 D7 T2 S9",
    ],
)
def test_r4_2_six_cards_of_hand_and_chien(ecart: str) -> None:
    assert _refused(RULES_4, RO_CASE, ecart) == "R4.2"


def test_r4_2_no_card_twice_and_none_at_all() -> None:
    twice = [*parse_cards("S4 S5 H6 D7 T2"), parse_card("S4")]
    for ecart in (twice, []):
        with pytest.raises(IllegalActError) as refusal:
            verify_ecart(RULES_4, RO_CASE, ecart)
        assert refusal.value.rule == "R4.2"


def test_r4_2_r4_3_the_ecart_counts_but_is_no_trick(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    low = "S1 S2 S3 S4 H1 H2 H3 H4 D1 D2 D3 D4 C1 C2 C3 C4 SD HD"
    trumps = " ".join(f"T{number}" for number in range(4, 22))
    deal = lay_out(RULES_4, {0: low, 1: trumps}, chien="DD CD SV HV DV CV", dealer=0)
    ecart = parse_cards("SD HD DD CD SV HV")
    record = play_out(RULES_4, deal, taker=0, ecart=tuple(ecart))
    assert record.settlement is not None
    assert record.settlement.half_points == count_half_points(ecart) == 34
    assert record.settlement.chelem.label == "defence_made"


@pytest.mark.parametrize("card", ["SR", "HR", "DR", "CR", "T1"])
def test_r4_4_no_king_no_bout(card: str) -> None:
    assert _refused(RULES_4, RO_CASE, f"S4 S5 H6 D7 C8 {card}") == "R4.4"


def test_r4_4_nor_the_excuse_nor_the_21() -> None:
    cards = parse_cards("EX T21 T2 S1 S2 S3 S4 S5 S6")
    for card in ("EX", "T21"):
        assert _refused(RULES_4, cards, f"S1 S2 S3 S4 S5 {card}") == "R4.4"
    assert not set(parse_cards("EX T21")) & set(discardable_cards(RULES_4, cards))


def test_r4_4_a_dame_may_go() -> None:
    cards = parse_cards("SD HD DD CD SC SV T2 T3")
    assert verify_ecart(RULES_4, cards, parse_cards("SD HD DD CD SC SV")) == Cards()


def test_r4_5_exactly_the_missing_number_of_trumps() -> None:
    assert trump_discard_range(RULES_4, RO_CASE) == (1, 1)
    shown = verify_ecart(RULES_4, RO_CASE, parse_cards("S4 S5 H6 D7 C8 T9"))
    assert list(shown) == parse_trumps(9)
    assert _refused(RULES_4, RO_CASE, "S4 S5 H6 D7 T2 T3") == "R4.5"


def parse_trumps(*numbers: int) -> list[Card]:
    """Return trumps by their numbers."""
    return list(parse_cards(" ".join(f"T{number}" for number in numbers)))


@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda r: str(r.players))
def test_r4_5_for_every_number_of_plain_cards(rules: RuleSet) -> None:
    size = rules.chien_size
    plain = parse_cards("SD S1 H2 D3 C4 C5 CV HV")
    trumps = parse_trumps(*range(2, 16))
    for count in range(len(plain) + 1):
        cards = [*plain[:count], *KINGS, *parse_cards("T1 EX T21"), *trumps]
        needed = max(0, size - count)
        assert trump_discard_range(rules, cards) == (needed, needed)
        for used in range(size + 1):
            ecart = [*trumps[:used], *plain[: size - used]]
            if len(ecart) != size or size - used > count:
                continue
            if used == needed:
                shown = verify_ecart(rules, cards, ecart)
                assert list(shown) == trumps[:used][::-1]
            else:
                with pytest.raises(IllegalActError, match=r"R4\.5"):
                    verify_ecart(rules, cards, ecart)


@by_players
def test_r4_5_the_choice_offered_is_the_choice_checked(rules: RuleSet) -> None:
    with_trumps = [*KINGS, *parse_trumps(1, 2, 3, 20, 21), parse_card("S1")]
    assert set(discardable_cards(rules, with_trumps)) == set(
        parse_cards("S1 T2 T3 T20")
    )
    without = [*with_trumps, *parse_cards("S2 S3 S4 S5 S6")]
    assert set(discardable_cards(rules, without)) == set(
        parse_cards("S1 S2 S3 S4 S5 S6")
    )


def test_d9_any_number_of_trumps_once_a_plain_card_is_missing() -> None:
    assert trump_discard_range(D9_ANY, RO_CASE) == (1, 6)
    for ecart in ("S4 S5 H6 D7 C8 T2", "S4 S5 T6 T7 T8 T2", "T3 T4 T6 T7 T8 T2"):
        cards = parse_cards(ecart)
        assert set(verify_ecart(D9_ANY, RO_CASE, cards)) == {
            card for card in cards if is_trump(card)
        }
    enough = [*RO_CASE, parse_card("C9")]
    assert trump_discard_range(D9_ANY, enough) == (0, 0)
    assert _refused(D9_ANY, enough, "S4 S5 H6 D7 C8 T2") == "R4.5"
    few = parse_cards("SR HR S1 S2 S3 S4 S5 T2 T3 T21")
    assert trump_discard_range(D9_ANY, few) == (1, 2)


def test_r4_6_discarded_trumps_are_shown_highest_first(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    trumps = " ".join(f"T{number}" for number in range(1, 15))
    deal = lay_out(RULES_4, {0: f"SR HR DR CR {trumps}"}, chien="T15 EX T21 S1 S2 S3")
    watcher = Watcher()
    seats = dict.fromkeys(range(4), watcher)
    ecart = tuple(parse_cards("T3 S1 T12 S2 T5 S3"))
    record = play_out(RULES_4, deal, strategies=seats, ecart=ecart)
    assert list(record.ecart_shown) == parse_trumps(12, 5, 3)
    assert {view.ecart_shown for view in watcher.at_play} == {record.ecart_shown}


@by_players
def test_r4_7_a_legal_ecart_always_exists(rules: RuleSet) -> None:
    size = rules.hand_size + rules.chien_size
    protected = [card for card in range(CARD_COUNT) if is_king(card) or is_bout(card)]
    assert len(protected) == 7
    trumps = parse_trumps(*range(2, 21))
    plain = [c for c in range(56) if not is_king(c)]
    for cards in ((protected + trumps + plain)[:size], (protected + plain)[:size]):
        low, _ = trump_discard_range(rules, cards)
        choice = [c for c in discardable_cards(rules, cards) if not is_trump(c)]
        choice = choice[: rules.chien_size - low]
        choice += [c for c in cards if c in trumps][:low]
        assert len(verify_ecart(rules, cards, choice)) == low


def test_r4_8_a_called_dame_may_be_discarded() -> None:
    cards = parse_cards("SR HR DR CR SD S1 S2 S3 T2")
    called = parse_card("SD")
    ecart = parse_cards("SD S1 S2")
    assert verify_ecart(RULES_5, cards, ecart, called) == Cards()


def test_d7_a_called_dame_is_protected_if_so_agreed() -> None:
    cards = parse_cards("SR HR DR CR SD S1 S2 S3 T2")
    called = parse_card("SD")
    assert _refused(D7_FORBIDDEN, cards, "SD S1 S2", called) == "D7"
    assert verify_ecart(D7_FORBIDDEN, cards, parse_cards("S3 S1 S2"), called) == Cards()
    # Another dame is not.
    other = parse_cards("SR HR DR CR SD HD S1 S2 T2")
    assert verify_ecart(D7_FORBIDDEN, other, parse_cards("HD S1 S2"), called) == Cards()


def test_d7_protects_at_the_cost_of_a_trump() -> None:
    cards = parse_cards("SR HR DR CR SD S1 S2 T2 T3")
    called = parse_card("SD")
    assert trump_discard_range(RULES_5, cards, called) == (0, 0)
    assert trump_discard_range(D7_FORBIDDEN, cards, called) == (1, 1)
    shown = verify_ecart(D7_FORBIDDEN, cards, parse_cards("S1 S2 T2"), called)
    assert list(shown) == parse_trumps(2)


def test_r4_8_d7_a_called_dame_of_the_chien_in_a_whole_deal(
    lay_out: Callable[..., Deal], play_out: Callable[..., DealRecord]
) -> None:
    hand = "SR HR DR CR HD DD CD S1 S2 S3 S4 S5 S6 T20 T21"
    called = parse_card("SD")
    ecart = tuple(parse_cards("SD S1 S2"))
    for rules in (RULES_5, D7_FORBIDDEN):
        deal = lay_out(rules, {0: hand, 1: "T1 T2"}, chien="SD C1 C2")
        if rules is RULES_5:
            record = play_out(rules, deal, 0, called=called, ecart=ecart)
            assert record.partner is None
            assert called in record.ecart
            assert record.score is not None
            assert record.score.scores[0] == 4 * record.score.unit
            continue
        with pytest.raises(IllegalActError, match="called card"):
            play_out(rules, deal, 0, called=called, ecart=ecart)


def test_r4_2_prise_and_garde_count_the_ecart_for_the_attack(
    play_out: Callable[..., DealRecord],
) -> None:
    for number in range(10):
        record = play_out(RULES_4, deal_cards(RULES_4, 21, number), 2)
        assert record.settlement is not None
        attack = [
            card
            for trick in record.tricks
            if record.camp_of(trick.winner) is Camp.ATTACK
            for card in trick.cards
        ]
        owed = {None: 0, Camp.ATTACK: -1, Camp.DEFENCE: 1}
        counted = [card for card in [*attack, *record.ecart] if card != 77]
        expected = count_half_points(counted) + owed[record.settlement.low_card_from]
        if record.settlement.excuse_owner is Camp.ATTACK:
            expected += 9
        assert record.settlement.half_points == expected
