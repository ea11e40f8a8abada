"""What is asked, and what may be answered, against the second oracle."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given

from tarotsim.game.cards import BOUTS, CARD_COUNT, EXCUSE, TRUMPS, Cards, is_king
from tarotsim.game.errors import IllegalActError
from tarotsim.game.layout import Stage
from tarotsim.game.poignees import PoigneeChoice
from tarotsim.game.records import Showing
from tarotsim.game.rules import POIGNEE_LEVELS, Contract, OpeningAfterExcuse, rules_for
from tarotsim.game.view import SeatView
from tarotsim.reference.calling import callable_cards
from tarotsim.reference.ecart import discardable_cards, verify_ecart
from tarotsim.reference.legality import legal_cards, verify_card
from tarotsim.reference.poignee import poignee_options, show_poignee, verify_showing
from tarotsim.testing import Table, random_table
from tarotsim.testing.recording import play_recorded
from tarotsim.testing.tables import random_options
from tests.property.naive import (
    call_is_legal,
    ecart_is_legal,
    may_play,
    showing_is_legal,
)
from tests.property.tables import tables


def naive_legal(view: SeatView) -> set[int]:
    barred = view.rules.opening_after_excuse is OpeningAfterExcuse.BARRED
    return {
        card
        for card in view.hand
        if may_play(
            card,
            view.hand,
            view.table,
            opening=view.trick_number == 0,
            called=view.called,
            bar_passes_on=barred,
        )
    }


@given(tables())
def test_only_real_choices_are_asked(table: Table) -> None:
    """A forced card, or a bid when only a pass is left, is played by the engine."""
    _, log = play_recorded(table)
    for asked in log:
        view = asked.view
        assert len(set(view.legal)) == len(view.legal)
        if view.stage is not Stage.POIGNEE:
            assert len(view.legal) > 1
        assert view.legal


@given(tables())
def test_legal_cards_are_those_of_the_naive_rule(table: Table) -> None:
    _, log = play_recorded(table)
    for view in (asked.view for asked in log):
        if view.stage is Stage.PLAY:
            assert set(view.legal) == naive_legal(view)
            assert list(view.hand) == sorted(view.hand)


@given(tables())
def test_a_card_that_is_not_asked_was_the_only_one(table: Table) -> None:
    record, log = play_recorded(table)
    cards = [asked.view for asked in log if asked.view.stage is Stage.PLAY]
    asked = {(view.seat, view.trick_number) for view in cards}
    hands = [list(hand) for hand in record.deal.hands]
    if record.taker is None:
        return
    taker = record.taker
    if record.contract.takes_chien:
        held = hands[taker] + list(record.deal.chien)
        hands[taker] = [card for card in held if card not in record.ecart]
    for number, trick in enumerate(record.tricks):
        for place, (seat, card) in enumerate(trick.plays()):
            legal = legal_cards(
                record.rules,
                hands[seat],
                trick.cards[:place],
                is_first_trick=number == 0,
                called=record.called,
            )
            assert card in legal
            assert ((seat, number) in asked) == (len(legal) > 1)
            hands[seat].remove(card)


@given(tables())
def test_bids_offered(table: Table) -> None:
    """R3.3: a pass, and every contract above the highest so far."""
    record, log = play_recorded(table)
    for view in (asked.view for asked in log):
        if view.stage is Stage.BID:
            highest = max([bid.contract for bid in view.bids], default=Contract.PASS)
            higher = [c for c in Contract if c > highest]
            assert list(view.legal) == [Contract.PASS, *higher]
            assert view.contract is highest
            assert len(view.bids) == view.position
    if table.auction is not None:
        assert record.bids == ()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_random_hands_and_tables_agree_with_the_naive_rule(players: int) -> None:
    """Tricks that whole deals hardly ever bring: any hand behind any table."""
    rng = random.Random(f"legality {players}")
    for _ in range(1500):
        options = {"D6": rng.randrange(2)}
        rules = rules_for(players, **options)
        few = rng.sample(range(CARD_COUNT), rng.randint(players, 20))
        if rng.random() < 0.5 and EXCUSE not in few:
            few.insert(rng.randrange(len(few)), EXCUSE)
        cut = rng.randrange(players)
        table, hand = few[:cut], few[cut:]
        called = rng.choice([None, 13, 27, 41, 55, 12]) if players == 5 else None
        first = rng.random() < 0.5
        legal = legal_cards(rules, hand, table, is_first_trick=first, called=called)
        naive = [
            card
            for card in hand
            if may_play(
                card,
                hand,
                table,
                opening=first,
                called=called,
                bar_passes_on=options["D6"] == 1,
            )
        ]
        # A hand of the called suit alone cannot happen; any card is legal then.
        naive = naive or hand
        assert sorted(legal) == sorted(naive)
        where: dict[str, Any] = {"is_first_trick": first, "called": called}
        for card in {*hand, *rng.sample(range(CARD_COUNT), 5)}:
            if card in naive:
                verify_card(rules, hand, table, card, **where)
            else:
                with pytest.raises(IllegalActError):
                    verify_card(rules, hand, table, card, **where)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_ecarts_are_judged_as_by_the_naive_rule(players: int) -> None:
    rng = random.Random(f"ecart {players}")
    accepted = refused = 0
    for _ in range(1500):
        rules = rules_for(players, D7=rng.randrange(2), D9=rng.randrange(2))
        size = rules.chien_size
        held = trump_heavy_hand(rng, rules.hand_size + size)
        called = rng.choice([None, *range(11, 14)]) if players == 5 else None
        legal = discardable_cards(rules, held, called)
        pool = list(legal) if rng.random() < 0.8 else held
        for _ in range(4):
            ecart = rng.sample(pool, min(size, len(pool)))
            is_legal = ecart_is_legal(rules, held, ecart, called)
            accepted, refused = accepted + is_legal, refused + (not is_legal)
            try:
                shown = verify_ecart(rules, held, ecart, called)
            except IllegalActError:
                assert not is_legal
            else:
                assert is_legal
                trumps = [card for card in ecart if card in TRUMPS]
                assert list(shown) == sorted(trumps, reverse=True)
    assert min(accepted, refused) > 500


@pytest.mark.parametrize("players", [3, 4, 5])
def test_cards_offered_are_those_of_some_legal_ecart(players: int) -> None:
    """R4.7 too: there is always one."""
    rng = random.Random(f"discardable {players}")
    for _ in range(60):
        rules = rules_for(players, D7=rng.randrange(2), D9=rng.randrange(2))
        held = trump_heavy_hand(rng, rules.hand_size + rules.chien_size)
        called = rng.choice([None, 12]) if players == 5 else None
        offered = set(discardable_cards(rules, held, called))
        # Cards that no écart may hold leave few candidates: try all of their subsets.
        plain = [c for c in held if c not in TRUMPS and c != EXCUSE and not is_king(c)]
        trumps = [card for card in held if card in TRUMPS and card not in BOUTS]
        pool = plain[: rules.chien_size + 1] + trumps[: rules.chien_size]
        legal = [
            ecart
            for ecart in combinations(pool, rules.chien_size)
            if ecart_is_legal(rules, held, ecart, called)
        ]
        assert legal
        found = {card for ecart in legal for card in ecart}
        assert found == offered & set(pool)


def trump_heavy_hand(rng: random.Random, size: int) -> list[int]:
    """Return hand and chien with so many protected cards that trumps must go."""
    heavy = [*TRUMPS, EXCUSE, 13, 27, 41, 55]
    count = rng.randint(0, min(size, len(heavy)))
    top = rng.sample(heavy, count)
    rest = [card for card in range(CARD_COUNT) if card not in heavy]
    return sorted(top + rng.sample(rest, size - count))


def test_calls_are_judged_as_by_the_naive_rule() -> None:
    rng = random.Random("calls")
    for _ in range(2000):
        rules = rules_for(5, D15=rng.randrange(2))
        hand: list[int] = []
        for rank in (13, 12, 11, 10):
            suits = rng.sample(range(4), rng.choice((4, 4, 4, 3, 1)))
            hand += [14 * suit + rank for suit in suits]
        hand = hand[:15]
        naive = {card for card in range(CARD_COUNT) if call_is_legal(rules, hand, card)}
        assert set(callable_cards(rules, hand)) == naive
        assert len(naive) >= 4


@pytest.mark.parametrize("players", [3, 4, 5])
def test_showings_are_judged_as_by_the_naive_rule(players: int) -> None:
    """Every showing that can be made is legal, every other set of cards is refused."""
    rng = random.Random(f"showings {players}")
    made = 0
    for _ in range(400):
        rules = rules_for(players, **random_options(rng))
        hand, gone = poignee_hand(rng, rules.poignee_sizes, rules.hand_size)
        options = poignee_options(rules, hand, gone)
        for option in options:
            free = [card for card in option.pool if card not in option.must_show]
            for hidden in list(combinations(free, option.hide_count))[:40]:
                showing = show_poignee(0, options, PoigneeChoice(option.level, hidden))
                assert showing_is_legal(rules, hand, gone, showing)
                made += 1
        pool = sorted([c for c in hand if c in TRUMPS] + gone, reverse=True)
        for level in POIGNEE_LEVELS:
            for _ in range(12):
                size = rules.poignee_size(level)
                count = min(len(pool), size)
                cards = sorted(rng.sample(pool, count), reverse=True)
                if len(cards) < size or rng.random() < 0.3:
                    cards = [*cards[: size - 1], EXCUSE]
                showing = Showing(0, level, Cards(cards))
                if showing_is_legal(rules, hand, gone, showing):
                    verify_showing(rules, hand, gone, showing)
                else:
                    with pytest.raises(IllegalActError):
                        verify_showing(rules, hand, gone, showing)
    assert made > 1000


def poignee_hand(
    rng: random.Random, sizes: tuple[int, int, int], hand_size: int
) -> tuple[list[int], list[int]]:
    """Return a hand around a threshold, and trumps discarded from it."""
    count = min(hand_size - 1, rng.choice(sizes) + rng.randint(-3, 1))
    trumps = rng.sample(TRUMPS, count)
    left = [card for card in TRUMPS if card not in trumps and card not in BOUTS]
    gone = rng.sample(left, min(len(left), rng.choice((0, 0, 1, 2))))
    hand = trumps + [EXCUSE] * rng.randrange(2)
    kings = [13, 27, 41, 55][: rng.choice((0, 4))]
    rest = [c for c in range(56) if c not in kings]
    hand += kings[: hand_size - len(hand)]
    return hand + rng.sample(rest, hand_size - len(hand)), gone


def test_tables_reach_every_decision() -> None:
    rng = random.Random("stages")
    stages = set()
    for _ in range(40):
        _, log = play_recorded(random_table(rng, 5))
        stages |= {asked.view.stage for asked in log}
    assert stages == set(Stage) - {Stage.DEAL}
