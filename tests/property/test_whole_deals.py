"""Whole deals against the second oracle, and what holds in every deal."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given

from tarotsim.game.cards import EXCUSE, TOTAL_HALF_POINTS, count_half_points
from tarotsim.game.layout import Outcome
from tarotsim.game.records import DealRecord
from tarotsim.game.rules import Camp, Chelem, Contract, ExcuseLastTrick, OwedLowCard
from tarotsim.reference.dealing import has_petit_sec
from tarotsim.testing import Table, random_table
from tests.property.naive import Judge, Recount
from tests.property.tables import tables


def judge(record: DealRecord) -> Recount:
    return Judge(record).judge()


def assert_counts_agree(record: DealRecord) -> None:
    """Compare the count, the primes and the score, number by number."""
    count = judge(record)
    settlement, score = record.settlement, record.score
    assert settlement is not None
    assert score is not None
    assert count.attack + count.defence == 182
    assert settlement.half_points == score.half_points == count.attack
    assert settlement.bouts == score.bouts == count.bouts
    assert settlement.petit_au_bout is score.petit_au_bout is count.petit
    assert settlement.chelem is score.chelem is count.chelem
    assert settlement.excuse_owner is count.excuse_owner
    assert settlement.low_card_from is count.paid_by
    assert (score.won, score.gap) == (count.won, count.gap)
    assert score.unit == count.unit
    assert score.scores == count.scores
    assert sum(score.scores) == 0


def note(seen: Counter[str], record: DealRecord) -> None:
    """Count the rare situations, so that none is missing from the sample."""
    assert record.settlement is not None
    seen[record.settlement.chelem.label] += 1
    seen[f"petit {record.settlement.petit_au_bout}"] += 1
    seen[f"low card from {record.settlement.low_card_from}"] += 1
    seen["alone at five"] += record.called is not None and record.partner is None
    seen["trumps in the ecart"] += bool(record.ecart_shown)
    seen["showings"] += len(record.showings)
    seen[record.contract.label] += 1
    last = record.tricks[-1]
    if EXCUSE in last.cards:
        seat = last.seat_of(last.cards.index(EXCUSE))
        camp = record.camp_of(seat)
        if seat == last.winner:
            seen["Excuse wins"] += 1
            petit_before = 56 in record.tricks[-2].cards
            seen["Excuse wins after the Petit"] += petit_before
        else:
            won_by = record.camp_of(last.winner)
            seen[f"Excuse last, {camp.label} to {won_by.label}"] += 1


@pytest.mark.parametrize("players", [3, 4, 5])
def test_count_and_score_agree_with_the_second_oracle(players: int) -> None:
    rng = random.Random(f"whole deals {players}")
    seen: Counter[str] = Counter()
    for _ in range(1800):
        record = random_table(rng, players).play()
        if record.outcome is Outcome.PLAYED:
            assert_counts_agree(record)
            note(seen, record)
    expected = [
        *(chelem.label for chelem in Chelem),
        *("prise", "garde", "garde_sans", "garde_contre"),
        *("petit None", f"petit {Camp.ATTACK}", f"petit {Camp.DEFENCE}"),
        *("low card from None", f"low card from {Camp.ATTACK}"),
        *(
            f"low card from {Camp.DEFENCE}",
            "Excuse wins",
            "Excuse wins after the Petit",
        ),
        *("Excuse last, attack to defence", "Excuse last, defence to attack"),
        *("Excuse last, defence to defence", "trumps in the ecart", "showings"),
    ]
    if players == 5:
        expected += ["alone at five", "Excuse last, attack to attack"]
    assert [name for name in expected if seen[name] < 2] == []


@given(tables())
def test_every_act_of_a_deal_is_legal_and_no_card_is_lost(table: Table) -> None:
    record = table.play()
    piles = [*record.deal.hands, record.deal.chien]
    assert sorted(card for pile in piles for card in pile) == list(range(78))
    if record.outcome is Outcome.PLAYED:
        judge(record)


@given(tables())
def test_the_camps_share_182_half_points(table: Table) -> None:
    record = table.play()
    if record.settlement is None:
        return
    count = judge(record)
    assert count.defence == TOTAL_HALF_POINTS - record.settlement.half_points


@given(tables())
def test_scores_add_up_to_zero_and_follow_the_roles(table: Table) -> None:
    score = table.play().score
    if score is None:
        return
    assert sum(score.scores) == 0
    attack = (score.taker, score.partner)
    defence = {s for seat, s in enumerate(score.scores) if seat not in attack}
    assert defence == {-score.unit}
    if score.partner is not None:
        assert score.scores[score.partner] * 2 == score.scores[score.taker]


@given(tables())
def test_the_excuse_is_paid_at_most_once(table: Table) -> None:
    """R8.7: the count differs from the cards lying there by one half-point at most."""
    record = table.play()
    settlement = record.settlement
    if settlement is None:
        return
    won = [t.cards for t in record.tricks if record.camp_of(t.winner) is Camp.ATTACK]
    cards = [card for trick in won for card in trick if card != EXCUSE]
    if record.contract.label != "garde_contre":
        aside = record.ecart or record.deal.chien
        cards += [card for card in aside if card != EXCUSE]
    lying = count_half_points(cards)
    lying += 9 if settlement.excuse_owner is Camp.ATTACK else 0
    paid = {None: 0, Camp.ATTACK: -1, Camp.DEFENCE: 1}[settlement.low_card_from]
    assert settlement.half_points == lying + paid


@given(tables(players=4))
def test_at_four_a_low_card_for_the_excuse_leaves_whole_points(table: Table) -> None:
    """R7.3, as long as the options keep the exchange of one card."""
    record = table.play()
    rules = record.rules
    is_free = rules.excuse_last_trick is ExcuseLastTrick.CHANGES_CAMP_FREE
    if is_free or rules.owed_low_card is OwedLowCard.NOTHING:
        return
    if record.settlement is not None:
        assert record.settlement.half_points % 2 == 0


@given(tables())
def test_a_petit_sec_is_never_played(table: Table) -> None:
    """R2.1: decided before the bidding, on the hands as dealt."""
    record = table.play()
    found = any(has_petit_sec(hand) for hand in record.deal.hands)
    assert (record.outcome is Outcome.PETIT_SEC) == found
    if found:
        assert record.bids == ()
        assert record.tricks == ()
        assert record.taker is None


@given(tables())
def test_all_pass_ends_the_deal_with_every_bid_spoken(table: Table) -> None:
    """R3.6."""
    record = table.play()
    if record.outcome is Outcome.ALL_PASS:
        assert {bid.contract for bid in record.bids} == {Contract.PASS}
        assert len(record.bids) == table.rules.players
        assert record.score is None
        assert record.tricks == ()
