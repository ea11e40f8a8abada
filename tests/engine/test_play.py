"""The door: dealing, playing, resuming."""

from __future__ import annotations

import json

import pytest

from tarotsim import (
    IllegalActError,
    RulesError,
    SeatView,
    Strategy,
    StrategyError,
    TarotError,
    deal,
    deal_given,
    play,
    resume,
    rules_for,
)
from tarotsim.game.record_json import record_from_json, record_to_json

PLAYER_COUNTS = (3, 4, 5)


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_records_survive_json(players: int) -> None:
    for number in range(12):
        record = play(deal(seed=5, number=number, players=players), "random_legal")
        text = json.dumps(record_to_json(record))
        assert record_from_json(json.loads(text)) == record


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_a_deal_can_be_entered_in_the_middle(players: int) -> None:
    record = play(
        deal(seed=8, number=1, players=players), "random_legal", auction="best:garde"
    )
    cards = players * record.rules.trick_count
    for kept in (0, 1, players, cards // 2, cards):
        again = resume(record, kept, "random_legal")
        # The same strategies draw the same numbers from there on.
        assert again == record
    other = resume(record, cards // 2, "point_count")
    before = cards // 2 // players
    assert other.tricks[:before] == record.tricks[:before]
    assert other.showings == record.showings


def test_given_cards_are_played() -> None:
    dealt = deal(seed=1, number=2)
    given = deal_given(rules_for(4), dealt.hands, dealt.chien, dealer=dealt.dealer)
    assert (given.seed, given.number) == (None, None)
    record = play(given, "point_count", auction="best:garde")
    assert sum(record.score.scores if record.score else [1]) == 0


def test_a_seed_left_out_is_drawn_and_recorded() -> None:
    first, second = deal(), deal()
    assert first.seed is not None
    assert first.hands != second.hands
    assert deal(seed=first.seed) == first


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, True])
def test_bad_seeds_are_refused(seed: int) -> None:
    with pytest.raises(TarotError, match="seed"):
        deal(seed=seed)


def test_players_and_rules_must_agree() -> None:
    with pytest.raises(RulesError, match="players=3"):
        deal(seed=1, players=3, rules=rules_for(4))
    with pytest.raises(RulesError, match="3, 4 or 5"):
        deal(seed=1, players=2)


@pytest.mark.parametrize("auction", ["garde", "best:pass", "4:garde", "-1:garde", ""])
def test_bad_auctions_are_refused(auction: str) -> None:
    with pytest.raises(RulesError, match=r"CONTRACT|not at a table"):
        play(deal(seed=1), auction=auction)


class _Failing(Strategy):
    name = "failing"

    def play(self, view: SeatView) -> int:
        raise KeyError("lost")


class _Cheating(Strategy):
    name = "cheating"

    def play(self, view: SeatView) -> int:
        return next(card for card in range(78) if card not in view.legal)


def test_an_exception_in_a_strategy_names_the_deal() -> None:
    with pytest.raises(StrategyError) as caught:
        play(deal(seed=3, number=7), _Failing(), auction="best:garde")
    message = str(caught.value)
    for part in ("failing", "seat", "seed 3", "deal 7", "play", "KeyError", "lost"):
        assert part in message


def test_an_illegal_answer_names_the_act_the_rule_and_the_deal() -> None:
    with pytest.raises(IllegalActError) as caught:
        play(deal(seed=3, number=7), _Cheating(), auction="best:garde")
    message = str(caught.value)
    for part in ("cheating", "seed 3, deal 7", "cannot play", "(R", "allowed:"):
        assert part in message
