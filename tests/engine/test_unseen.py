"""Deals entered at one decision: the view, the rows, the unseen cards."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tarotsim import deal, deal_given, play, rules_for
from tarotsim.engine.entering import World, enter, play_entered
from tarotsim.engine.evidence import said_alike
from tarotsim.engine.forced import force_card, parse_forced
from tarotsim.engine.moments import find_moment
from tarotsim.engine.play import python_form
from tarotsim.engine.unseen import draw_unseen, recorded_world
from tarotsim.game.cards import EXCUSE, is_king, is_trump, suit_of
from tarotsim.game.errors import IllegalActError, TarotError
from tarotsim.game.keys import seat_key
from tarotsim.game.records import DealRecord
from tarotsim.game.rules import Contract
from tarotsim.game.script import Script
from tarotsim.game.view import SeatView
from tarotsim.plugins.registry import load_table
from tarotsim.reference.game import play_deal
from tarotsim.runs.rows import ROW_NAMES, record_row
from tarotsim.testing import random_table

PLAYER_COUNTS = (3, 4, 5)


def _changes(rng: random.Random, record: DealRecord) -> list[str]:
    """Return decisions of a record that might be changed, most of them allowed."""
    seats = range(record.rules.players)
    found = [f"{s}: bid={c.label}" for s in seats for c in Contract]
    found += [f"{s}: chelem={word}" for s in seats for word in ("yes", "no")]
    found += [f"{s}: poignee={level}" for s in seats for level in ("none", "highest")]
    found += [f"taker: call={king}" for king in ("SR", "HR", "DR", "CR")]
    return rng.sample(found, 12)


def _card_moment(record: DealRecord, seat: int, trick: int) -> Any:
    """Return the moment of a card if there was a choice, whichever it was."""
    for card in range(78):
        try:
            return find_moment(record, force_card(seat, trick, card))
        except TarotError as error:
            if "nothing to decide" in str(error):
                return None
    return None


def _moments(rng: random.Random, record: DealRecord) -> list[Any]:
    found = []
    for change in _changes(rng, record):
        try:
            found.append(find_moment(record, parse_forced(change)[0]))
        except TarotError:
            continue
    if record.tricks:
        seat = rng.randrange(record.rules.players)
        trick = rng.randrange(record.rules.trick_count)
        moment = _card_moment(record, seat, trick)
        found += [moment] if moment else []
    return found


def test_a_deal_goes_on_as_it_did_in_the_reference_engine() -> None:
    """Every option of the rules, every decision: the row is that of the record."""
    rng = random.Random("entering")
    seen: Counter[tuple[int, str]] = Counter()
    for _ in range(100):
        table = random_table(rng)
        record = table.play()
        for moment in _moments(rng, record):
            view = moment.view
            world = recorded_world(record, view)
            assert table.keys is not None
            rows = enter(view, [world], [table.keys])
            found = play_entered(view, rows, table.players, [moment.recorded]).rows[0]
            expected = dict(zip(ROW_NAMES, record_row(record), strict=True))
            ours = {name: int(found[name]) for name in ROW_NAMES}
            assert ours | {"deal": 0} == expected | {"deal": 0}
            seen[table.rules.players, view.stage.label] += 1
    for players in PLAYER_COUNTS:
        for decision in ("bid", "chelem", "poignee", "play"):
            assert seen[players, decision], (players, decision)
    assert seen[5, "call"]


def _verify_world(view: SeatView, world: World) -> None:
    """Check by hand what a seat knows."""
    rules, mine = view.rules, view.seat
    aside = world.ecart if view.chien is not None else world.chien
    piles = [*world.hands, aside] if view.stage.label != "ecart" else [*world.hands]
    played = list(view.played)
    cards = [card for pile in piles for card in pile]
    assert sorted([*cards, *played]) == list(range(78))
    assert sorted(world.hands[mine]) == sorted(view.hand)
    assert sorted(world.dealt[mine]) == sorted(view.dealt)
    assert [len(hand) for hand in world.dealt] == [rules.hand_size] * rules.players
    if view.chien is not None:
        assert world.chien == view.chien
    for seat, hand in enumerate(world.hands):
        for card in hand:
            suit = suit_of(card)
            assert suit > 3 or not view.voids[seat] >> suit & 1
            assert not is_trump(card) or card - 55 <= view.ceilings[seat]
    for showing in view.showings:
        held = {*world.hands[showing.seat], *played, *view.ecart_shown}
        assert set(showing.cards) <= held
    shown = {card for card in world.ecart if is_trump(card)}
    assert shown == set(view.ecart_shown)
    assert not any(is_king(card) or card == EXCUSE for card in world.ecart)


def test_every_arrangement_agrees_with_what_the_seat_knows() -> None:
    rng = random.Random("agree")
    seen = 0
    for _ in range(60):
        record = random_table(rng).play()
        for moment in _moments(rng, record)[-2:]:
            unseen = draw_unseen(moment.view, 3, 5)
            seen += 1
            for world in unseen.worlds:
                _verify_world(moment.view, world)
    assert seen > 50


def _mixed(record: DealRecord, view: SeatView, rng: random.Random) -> DealRecord | None:
    """Return a record with the same acts, other unseen cards, if there is one."""
    world = rng.choice(draw_unseen(view, rng.getrandbits(30), 8).worlds)
    other = replace(record.deal, hands=world.dealt, chien=world.chien)
    if other == record.deal:
        return None
    return replace(record, deal=other, ecart=world.ecart or record.ecart)


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_hidden_cards_do_not_move_what_is_dealt_again(players: int) -> None:
    """The same view and seed, other cards behind it: the same arrangements."""
    rng = random.Random(players)
    checked = 0
    for number in range(12):
        dealt = deal(seed=7, number=number, players=players)
        record = play(dealt, "point_count", auction="best:garde")
        if not record.tricks:
            continue
        seat, trick = rng.randrange(players), rng.randrange(record.rules.trick_count)
        moment = _card_moment(record, seat, trick)
        if moment is None:
            continue
        other = _mixed(record, moment.view, rng)
        if other is None or other.taker == seat:
            continue
        again = _card_moment(other, seat, trick)
        assert again.view._replace(key=0) == moment.view._replace(key=0)
        first, second = (draw_unseen(m.view, 9, 20) for m in (moment, again))
        assert first == second
        checked += 1
    assert checked >= 3


def _near_the_end() -> SeatView:
    """Return a view to which some arrangements are left, few enough to list."""
    for number in range(30):
        dealt = deal(seed=2, number=number, players=3)
        record = play(dealt, "point_count", auction="best:garde")
        if record.taker is None:
            continue
        for trick in (21, 22):
            moment = _card_moment(record, (record.taker + 1) % 3, trick)
            if moment and 20 < _count_arrangements(moment.view) < 300:
                view: SeatView = moment.view
                return view
    raise AssertionError("no such view")


def test_every_arrangement_is_equally_likely() -> None:
    view = _near_the_end()
    total = _count_arrangements(view)
    unseen = draw_unseen(view, 4, 40 * total)
    counts = Counter((*world.hands, world.ecart) for world in unseen.worlds)
    assert len(counts) == total
    chi2 = sum((n - 40) ** 2 / 40 for n in counts.values())
    assert abs(chi2 - (total - 1)) < 5 * np.sqrt(2 * (total - 1))


def _count_arrangements(view: SeatView) -> int:
    """Count arrangements by placing the cards one after the other."""
    some = draw_unseen(view, 1, 1).worlds[0]
    others = [seat for seat in range(view.players) if seat != view.seat]
    sizes = [len(some.hands[seat]) for seat in others]
    sizes.append(len(some.ecart) - len(view.ecart_shown))
    cards = [card for seat in others for card in some.hands[seat]]
    cards += [card for card in some.ecart if card not in view.ecart_shown]

    def may_be(card: int, pile: int) -> bool:
        if pile == len(others):
            return not (is_trump(card) or is_king(card) or card == EXCUSE)
        seat, suit = others[pile], suit_of(card)
        assert view.chien is not None
        if card in view.chien and seat != view.taker:
            return False
        if is_trump(card):
            return card - 55 <= view.ceilings[seat]
        return suit > 3 or not view.voids[seat] >> suit & 1

    def ways(index: int, left: tuple[int, ...]) -> int:
        if index == len(cards):
            return 1
        return sum(
            ways(index + 1, (*left[:pile], room - 1, *left[pile + 1 :]))
            for pile, room in enumerate(left)
            if room and may_be(cards[index], pile)
        )

    return ways(0, tuple(sizes))


def test_the_called_king_is_with_the_others_until_it_is_proved() -> None:
    rng = random.Random(5)
    checked = 0
    for number in range(20):
        dealt = deal(seed=3, number=number, players=5)
        record = play(dealt, "point_count", auction="best:garde_sans")
        taker, called = record.taker, record.called
        if taker is None or called is None:
            continue
        seat = (taker + 1 + rng.randrange(4)) % 5
        moment = _card_moment(record, seat, 0)
        if moment is None or called in moment.view.hand:
            continue
        played = set(moment.view.table)
        holders = {
            next((s for s in range(5) if called in world.dealt[s]), None)
            for world in draw_unseen(moment.view, 1, 200).worlds
        }
        if called in played:
            assert len(holders) == 1
            continue
        assert taker not in holders
        assert None in holders  # in the chien, that nobody sees in a garde sans
        checked += 1
    assert checked > 3


def test_bids_are_believed_where_it_is_asked() -> None:
    table = load_table("expert", 5)
    for number in range(50):
        record = play(deal(seed=1, number=number, players=5), "expert")
        moment = _card_moment(record, 1, 0)
        worlds = draw_unseen(moment.view, 4, 60).worlds
        believed = said_alike(moment.view, table, 4)(worlds, 0)
        if 0 < sum(believed) < 60:
            break
    assert 0 < sum(believed) < 60
    for index, (world, is_believed) in enumerate(zip(worlds, believed, strict=True)):
        dealt = deal_given(
            rules_for(5), world.dealt, world.chien, dealer=record.deal.dealer
        )
        keys = [seat_key(4, index, seat) for seat in range(5)]
        alike = _says_alike(record, dealt, keys)
        assert alike == is_believed


def _says_alike(record: DealRecord, dealt: Any, keys: list[int]) -> bool:
    """Ask for every word of the others in the reference engine."""
    table = [python_form(one) for one in load_table("expert", 5)]
    bids = tuple(bid.contract for bid in record.bids)
    for place, bid in enumerate(record.bids):
        script = Script(bids=bids[:place])
        said = play_deal(record.rules, dealt, table, script=script, keys=keys)
        if bid.seat != 1 and said.bids[place].contract != bid.contract:
            return False
    said = play_deal(record.rules, dealt, table, script=Script(bids=bids), keys=keys)
    return said.called == record.called


def test_what_hardly_ever_agrees_is_refused() -> None:
    record = play(deal(seed=1, number=1), "point_count", auction="best:garde")
    assert record.taker is not None
    seat = (record.taker + 1) % 4
    moment = next(
        found for trick in range(18) if (found := _card_moment(record, seat, trick))
    )

    def believes(worlds: Any, first: int) -> list[bool]:
        return [False] * len(worlds)

    with pytest.raises(TarotError, match=r"0 of 20,224 arrangements .* use the cards"):
        draw_unseen(moment.view, 1, 10, believes)


def test_a_card_against_the_rules_names_the_rule() -> None:
    record = play(deal(seed=1, number=1), "point_count", auction="best:garde")
    assert record.taker is not None
    seat, trick = record.tricks[0].leader, 0
    held = record.deal.hands[seat]
    missing = next(card for card in range(78) if card not in held)
    with pytest.raises(IllegalActError, match=r"not in hand \(R9\)"):
        find_moment(record, force_card(seat, trick, missing))
