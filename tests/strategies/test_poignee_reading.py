"""Shown cards: not looked at by default, used with ``reads_poignees``."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tarotsim.game.auction import Imposed
from tarotsim.game.cards import is_trump
from tarotsim.game.layout import Stage
from tarotsim.game.parsing import parse_cards
from tarotsim.game.records import Deal
from tarotsim.game.rules import (
    RULES_3,
    RULES_4,
    RULES_5,
    Contract,
    Poignee,
    RuleSet,
)
from tarotsim.game.strategy import DECISIONS
from tarotsim.game.view import SeatView
from tarotsim.reference.dealing import deal_cards, find_petit_sec
from tarotsim.reference.game import play_deal
from tarotsim.reference.poignee import poignee_options
from tarotsim_strategies._sight import Sight, mask_of, trump_bits
from tarotsim_strategies.poignee_thresholds import (
    PoigneeAlways,
    PoigneeNever,
    PoigneeThreshold,
)
from tarotsim_strategies.point_count import PointCount

View = Callable[..., SeatView]
SEEDS = {3: (RULES_3, 2), 4: (RULES_4, 3), 5: (RULES_5, 4)}


def _poignee_deals(rules: RuleSet, seed: int, count: int) -> Iterator[tuple[Deal, int]]:
    """Yield deals with a hand that can show, and its seat."""
    number = 0
    while count:
        deal = deal_cards(rules, seed, number)
        number += 1
        for seat, hand in enumerate(deal.hands):
            enough = sum(map(is_trump, hand)) >= rules.poignee_sizes[0]
            if enough and find_petit_sec(deal.hands) is None:
                count -= 1
                yield deal, seat
                break


def _count_changes(
    players: int, count: int, *, reads: bool, shower_takes: bool
) -> tuple[int, int]:
    """Return how many deals were shown, and in how many of them the play changed."""
    rules, seed = SEEDS[players]
    shown = changed = 0
    for deal, shower in _poignee_deals(rules, seed, count):
        taker = shower if shower_takes else (shower + 1) % players
        auction = Imposed(Contract.GARDE, taker)
        silent, open_ = (
            play_deal(
                rules,
                deal,
                [
                    PointCount(
                        reads_poignees=reads,
                        shows="always" if shows and seat == shower else "never",
                    )
                    for seat in range(players)
                ],
                auction=auction,
            )
            for shows in (False, True)
        )
        assert silent.score is not None
        assert open_.score is not None
        shown += bool(open_.showings)
        changed += silent.tricks != open_.tricks
        if not reads:
            assert silent.settlement == open_.settlement
            assert abs(silent.score.unit - open_.score.unit) in (0, 20, 30, 40)
    return shown, changed


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("shower_takes", [True, False])
def test_without_reading_shown_cards_change_nothing(
    players: int, shower_takes: bool
) -> None:
    shown, changed = _count_changes(players, 60, reads=False, shower_takes=shower_takes)
    assert shown >= 50
    assert changed == 0


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("shower_takes", [True, False])
def test_with_reading_shown_cards_change_some_plays(
    players: int, shower_takes: bool
) -> None:
    shown, changed = _count_changes(players, 60, reads=True, shower_takes=shower_takes)
    assert 5 <= changed < shown


def test_reading_places_the_trumps(view_of: View) -> None:
    shown = {0: "21 17 16 14 12 10 9 6 5 3"}
    view = view_of("20 8 ♠2 ♥3", seat=1, shown=shown)
    reading, blind = Sight(view, True), Sight(view, False)
    assert reading.holds[0].bit_count() == 10
    assert blind.holds == [0, 0, 0, 0]
    hidden = trump_bits(mask_of(parse_cards("1 2 4 7 11 13 15 18 19")))
    assert reading.possible[2] == reading.possible[3] == hidden
    assert blind.possible[2] == blind.trumps_out
    # With the Excuse shown the taker has no other trump (R10.4).
    closed = {0: "21 17 16 14 12 10 9 6 5 Ex"}
    reading = Sight(view_of("20 8 ♠2 ♥3", seat=1, shown=closed), True)
    assert reading.possible[0] == reading.holds[0]


def test_reader_does_not_lead_to_a_petit_that_a_partner_showed(view_of: View) -> None:
    hand = "21 20 19 18 17 16 ♠2 ♠3"
    shown = {2: "15 14 13 11 10 8 7 4 2 1"}
    view = view_of(hand, seat=1, shown=shown)
    assert is_trump(PointCount().play(view))
    assert not is_trump(PointCount(reads_poignees=True).play(view))


def test_a_trump_of_the_chien_is_known_to_be_the_takers(view_of: View) -> None:
    view = view_of("20 8 ♠2 ♥3", seat=1, chien="19 4 ♠1 ♥1 ♦1 ♣1")
    sight = Sight(view, False)
    assert sight.holds[0] == 1 << 18 | 1 << 3
    assert not sight.possible[2] >> 18 & 1


def _asked(view: SeatView) -> SeatView:
    options = poignee_options(RULES_4, view.hand)
    return view._replace(stage=Stage.POIGNEE, legal=options)


def test_variants_differ_only_in_showing(view_of: View) -> None:
    strong = _asked(view_of("21 20 19 18 17 14 12 11 9 8 7 5 3 ♠R ♥R ♥D ♦R Ex", seat=0))
    weak = _asked(view_of("14 12 11 9 8 7 6 5 4 3 ♠1 2 3 5 7 9 ♥1 2", seat=0))
    for view, threshold in ((strong, Poignee.DOUBLE), (weak, None)):
        highest = view.legal[-1].level
        assert PointCount().poignee(view) is highest
        assert PointCount(shows="never").poignee(view) is None
        assert PoigneeAlways().poignee(view) is highest
        assert PoigneeNever().poignee(view) is None
        assert PoigneeThreshold().poignee(view) is threshold
    # The bouts are asked of the taker only.
    assert PoigneeThreshold(bouts=3).poignee(strong) is None
    defender = strong._replace(seat=2)
    assert PoigneeThreshold(bouts=3).poignee(defender) is Poignee.DOUBLE
    assert PoigneeThreshold(count=0, bouts=0).poignee(weak) is Poignee.SIMPLE


def test_variants_override_one_decision() -> None:
    for kind in (PoigneeNever, PoigneeAlways, PoigneeThreshold):
        assert [name for name in DECISIONS if name in vars(kind)] == ["poignee"]
