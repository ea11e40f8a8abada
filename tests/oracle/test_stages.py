"""Stage by stage: each kernel does what its twin in the reference does."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tarotsim import kernels, reference
from tarotsim.game.auction import Imposed
from tarotsim.game.cards import CARD_COUNT, EXCUSE, PETIT, Cards
from tarotsim.game.errors import IllegalActError
from tarotsim.game.evaluation import chavey_count
from tarotsim.game.poignees import PoigneeOption, default_hidden
from tarotsim.game.rules import Camp, Chelem, Contract, Poignee
from tarotsim.game.view import led_suit
from tarotsim.kernels import bidding as k_bidding
from tarotsim.kernels import calling as k_calling
from tarotsim.kernels import chelem as k_chelem
from tarotsim.kernels import dealing as k_dealing
from tarotsim.kernels import ecart as k_ecart
from tarotsim.kernels import hand as k_hand
from tarotsim.kernels import legality as k_legality
from tarotsim.kernels import poignee as k_poignee
from tarotsim.kernels import scoring as k_scoring
from tarotsim.kernels import settle as k_settle
from tarotsim.kernels import trick as k_trick
from tarotsim.kernels.bits import CODES
from tarotsim.kernels.draws import deal_key
from tarotsim.kernels.packing import cards_of, mask_of, pack_auction, pack_rules
from tarotsim.kernels.row import PILE_WORDS
from tarotsim.reference import (
    bidding,
    calling,
    chelem,
    dealing,
    ecart,
    legality,
    poignee,
    scoring,
    settle,
    trick,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tarotsim.game.rules import RuleSet

STAGES = (
    "dealing",
    "bidding",
    "calling",
    "ecart",
    "chelem",
    "poignee",
    "legality",
    "trick",
    "settle",
    "scoring",
)


def _words(cards: Sequence[int]) -> tuple[np.uint64, np.uint64]:
    suits, trumps = mask_of(cards)
    return np.uint64(suits), np.uint64(trumps)


def _piles(hands: Sequence[Sequence[int]], chien: Sequence[int]) -> Any:
    piles = np.zeros(PILE_WORDS, dtype=np.uint64)
    for seat, hand in enumerate(hands):
        piles[2 * seat : 2 * seat + 2] = _words(hand)
    piles[-2:] = _words(chien)
    return piles


def _camp(camp: Camp | None) -> int:
    return -1 if camp is None else int(camp)


def _hand(rng: random.Random, size: int) -> list[int]:
    """Return some cards, of few suits or full of trumps at times."""
    pack = list(range(CARD_COUNT))
    pool = rng.choice(
        [pack, [*range(28), *range(56, 78)], list(range(42, 78)), list(range(56))]
    )
    return sorted(rng.sample(pool, min(size, len(pool))))


def test_every_stage_has_a_twin() -> None:
    for package in (kernels, reference):
        found = {file.stem for file in Path(package.__path__[0]).glob("*.py")}
        assert set(STAGES) <= found
    others = {file.stem for file in Path(reference.__path__[0]).glob("*.py")}
    # given: dealing under a condition, whose twin has tests of its own.
    assert others - {"__init__", "answers", "game", "given"} == set(STAGES)


def check_dealing(rules: RuleSet, rng: random.Random) -> None:
    seed, number = rng.getrandbits(63), rng.getrandbits(63)
    deal = dealing.deal_cards(rules, seed, number)
    piles = np.zeros(PILE_WORDS, dtype=np.uint64)
    key = deal_key(np.uint64(seed), np.uint64(number))
    k_dealing.deal_cards(pack_rules(rules), np.uint64(key), piles)
    np.testing.assert_array_equal(piles, _piles(deal.hands, deal.chien))
    hands = [_hand(rng, 4) for _ in range(rules.players)]
    hands[rng.randrange(rules.players)] = [0, 1, 2, PETIT]
    found = dealing.find_petit_sec([Cards(hand) for hand in hands])
    seat = k_dealing.find_petit_sec(rules.players, _piles(hands, []))
    assert seat == (-1 if found is None else found)


def check_bidding(rules: RuleSet, rng: random.Random) -> None:
    for highest in Contract:
        allowed = k_bidding.allowed_bids(int(highest))
        assert allowed == sum(1 << bid for bid in bidding.allowed_bids(highest))
    hands = [Cards(_hand(rng, rules.hand_size)) for _ in range(rules.players)]
    dealer, players = rng.randrange(rules.players), rules.players
    for hand in hands:
        for shaped in (False, True):
            expected = chavey_count(hand, distribution=shaped)
            assert k_hand.chavey_count(*_words(hand), shaped) == expected
    for seat in (None, rng.randrange(players)):
        auction = Imposed(Contract.GARDE, seat)
        taker = k_bidding.imposed_taker(
            pack_auction(auction, players), players, dealer, _piles(hands, [])
        )
        assert taker == bidding.imposed_taker(auction, hands, dealer)[0]


def check_calling(rules: RuleSet, rng: random.Random) -> None:
    hand = _hand(rng, 15)
    for ranks in range(rng.randint(0, 3) + 1):
        hand = sorted({*hand, *(14 * suit + 13 - ranks for suit in range(4))})
    suits, _ = _words(hand)
    callable_ = k_calling.callable_cards(pack_rules(rules), suits)
    expected = calling.callable_cards(rules, hand)
    assert list(cards_of(callable_, 0)) == sorted(expected)
    called = rng.choice(expected)
    hands = [Cards(_hand(rng, 15)) for _ in range(5)]
    partner = k_calling.find_partner(5, _piles(hands, []), 2, CODES[called])
    found = calling.find_partner(hands, 2, called)
    assert partner == (-1 if found is None else found)
    barred = cards_of(k_calling.barred_leads(CODES[called]), 0)
    assert set(barred) == {c for c in range(78) if calling.is_barred_lead(c, called)}


def check_ecart(rules: RuleSet, rng: random.Random) -> None:
    cards = _hand(rng, rules.hand_size + rules.chien_size)
    called = rng.choice([None, 12, 25, 39])
    code = -1 if called is None else CODES[called]
    words = _words(cards)
    bounds = k_ecart.trump_discard_range(pack_rules(rules), *words, code)
    assert bounds == ecart.trump_discard_range(rules, cards, called)
    allowed = ecart.discardable_cards(rules, cards, called)
    pool = rng.choice([allowed, cards, range(CARD_COUNT)])
    size = rng.choice([rules.chien_size, rules.chien_size, 2])
    gone = rng.sample(list(pool), min(size, len(pool)))
    try:
        ecart.verify_ecart(rules, cards, gone, called)
        expected = True
    except IllegalActError:
        expected = False
    found = k_ecart.is_legal_ecart(pack_rules(rules), *words, code, *_words(gone))
    assert found == expected


def check_chelem(rules: RuleSet, rng: random.Random) -> None:
    vector, players = pack_rules(rules), rules.players
    taker = rng.randrange(players)
    partner = rng.choice([None, (taker + 1) % players]) if players == 5 else None
    attack = 1 << taker | (0 if partner is None else 1 << partner)
    winners = rng.sample(range(players), rng.randint(1, players))
    mask = sum(1 << seat for seat in winners)
    order = [(taker + 2 + i) % players for i in range(players)]
    announcers = chelem.announcers(rules, taker, partner, order)
    for seat in range(players):
        is_attack = bool(attack >> seat & 1)
        found = k_chelem.won_all(vector, mask, taker, attack, is_attack)
        assert found == chelem.won_all(rules, winners, taker, partner, seat)
        code = -1 if partner is None else partner
        may = k_chelem.may_announce(vector, taker, code, seat)
        assert may == (seat in announcers)
    camps = (None, Camp.ATTACK, Camp.DEFENCE)
    for announced in camps:
        for made in camps:
            outcome = k_chelem.chelem_outcome(_camp(announced), _camp(made))
            assert outcome == chelem.chelem_outcome(announced, made)
    for outcome in Chelem:
        points = k_chelem.chelem_points(vector, int(outcome))
        assert points == chelem.chelem_points(rules, outcome)


def _compare_form(form: Any, option: PoigneeOption) -> None:
    assert form.is_possible
    assert set(cards_of(0, form.pool)) == set(option.pool)
    assert set(cards_of(0, form.must_show)) == set(option.must_show)
    assert form.hide_count == option.hide_count
    assert bool(form.with_excuse) == option.with_excuse
    hidden = cards_of(0, k_poignee.default_hidden(form))
    assert set(hidden) == set(default_hidden(option))


def check_poignee(rules: RuleSet, rng: random.Random) -> None:
    vector = pack_rules(rules)
    trumps = rng.sample(range(56, 77), rng.randint(5, 20))
    discarded = trumps[: rng.choice([0, 0, 1, 2])]
    hand = sorted(
        {*trumps[len(discarded) :], *rng.choice([[], [EXCUSE]]), 13, 27, 41, 55}
    )
    suits, own = _words(hand)
    shown = _words(discarded)[1]
    options = poignee.poignee_options(rules, hand, discarded)
    levels = k_poignee.poignee_levels(vector, suits, own, shown)
    assert levels == sum(1 << option.level for option in options)
    for option in options:
        form = k_poignee.poignee_form(vector, suits, own, shown, int(option.level))
        _compare_form(form, option)
        free = [card for card in option.pool if card not in option.must_show]
        hidden = rng.sample(free, min(len(free), rng.randint(0, option.hide_count)))
        is_right = len(hidden) == option.hide_count
        assert k_poignee.may_hide(form, _words(hidden)[1]) == is_right


def check_legality(rules: RuleSet, rng: random.Random) -> None:
    hand = _hand(rng, rng.randint(1, rules.hand_size))
    rest = [card for card in range(CARD_COUNT) if card not in hand]
    table = rng.sample(rest, rng.randint(0, rules.players - 1))
    led = led_suit(tuple(table))
    trumps = [card - PETIT + 1 for card in table if PETIT <= card < EXCUSE]
    lane = 0x3FFF << 16 * led if led is not None and led < 4 else 0
    found = k_legality.legal_cards(
        *_words(hand),
        led is None,
        np.uint64(lane),
        np.uint64(1 << max(trumps, default=0)),
    )
    assert list(cards_of(*found)) == sorted(legality.legal_cards(rules, hand, table))
    called = rng.choice([13, 27, 40])
    opening = legality.legal_cards(rules, hand, (), is_first_trick=True, called=called)
    barred = k_calling.barred_leads(CODES[called])
    free = k_legality.free_cards(*_words(hand), np.uint64(barred))
    assert list(cards_of(*free)) == sorted(opening)


def check_trick(rules: RuleSet, rng: random.Random) -> None:
    table = rng.sample(_hand(rng, 30), rules.players)
    best, winner = -1, -1
    for place, card in enumerate(table):
        if card != EXCUSE and k_trick.beats(CODES[card], best):
            best, winner = CODES[card], place
    assert winner == trick.trick_winner(table)
    table[rng.randrange(rules.players)] = EXCUSE
    for won in (False, True):
        for announced in (False, True):
            expected = trick.excuse_wins(
                rules,
                table,
                is_last_trick=True,
                won_all_before=won,
                is_announced_by_taker=announced,
            )
            is_led = table[0] == EXCUSE
            found = k_trick.excuse_wins(pack_rules(rules), is_led, won, announced)
            assert found == expected


def check_settle(rules: RuleSet, rng: random.Random) -> None:
    played_by, won_by = rng.choice(list(Camp)), rng.choice(list(Camp))
    is_last, is_led = rng.random() < 0.8, rng.random() < 0.5
    slam_by = rng.choice([None, won_by])
    is_announced = slam_by is Camp.ATTACK and rng.random() < 0.5
    expected = settle.excuse_account(
        rules,
        played_by,
        won_by,
        is_last_trick=is_last,
        slam_by=slam_by,
        is_led=is_led,
        is_announced_by_taker=is_announced,
    )
    found = k_settle.excuse_account(
        pack_rules(rules),
        int(played_by),
        int(won_by),
        is_last,
        _camp(slam_by),
        is_led,
        is_announced,
    )
    assert found == (int(expected.owner), _camp(expected.low_card_from))


def check_scoring(rules: RuleSet, rng: random.Random) -> None:
    contract = Contract(rng.randint(1, 4))
    half_points, bouts = rng.randint(0, 182), rng.randint(0, 3)
    petit = rng.choice([None, Camp.ATTACK, Camp.DEFENCE])
    outcome = rng.choice(list(Chelem))
    levels = [rng.choice([None, *Poignee]) for _ in range(rules.players)]
    shown = [(level, Camp.ATTACK) for level in levels if level is not None]
    taker = rng.randrange(rules.players)
    partner = (taker + 1) % rules.players if rng.random() < 0.5 else None
    expected = scoring.score_deal(
        rules,
        contract,
        half_points,
        bouts,
        taker=taker,
        partner=partner,
        poignees=shown,
        petit_au_bout=petit,
        chelem=outcome,
    )
    packed = sum((level or 0) << 4 * seat for seat, level in enumerate(levels))
    prime = k_scoring.poignee_prime(packed)
    assert prime == abs(expected.poignee_part)
    sign = {None: 0, Camp.ATTACK: 1, Camp.DEFENCE: -1}[petit]
    unit = k_scoring.unit_of(
        pack_rules(rules), int(contract), half_points, bouts, sign, prime, int(outcome)
    )
    assert unit == expected.unit
    code = -1 if partner is None else partner
    scores = [
        k_scoring.score_of(rules.players, unit, taker, code, seat)
        for seat in range(rules.players)
    ]
    assert tuple(scores) == expected.scores


CHECKS: dict[str, Callable[[RuleSet, random.Random], None]] = {
    "dealing": check_dealing,
    "bidding": check_bidding,
    "calling": check_calling,
    "ecart": check_ecart,
    "chelem": check_chelem,
    "poignee": check_poignee,
    "legality": check_legality,
    "trick": check_trick,
    "settle": check_settle,
    "scoring": check_scoring,
}


@pytest.mark.parametrize("stage", STAGES)
def test_stages_agree(stage: str, random_rules: Callable[..., Any]) -> None:
    rng = random.Random(stage)
    for number in range(400):
        CHECKS[stage](random_rules(rng, 3 + number % 3), rng)
