"""What the expert concludes from a poignée that nobody showed."""

from __future__ import annotations

import math

import pytest

import tarotsim
from tarotsim.game.cards import format_cards
from tarotsim.game.errors import TarotError
from tarotsim_strategies.expert import Expert
from tarotsim_strategies.expert.silence import heard

BELIEFS = (0.0, 0.5, 1.0)


def _ways(trumps: int, others: int, places: int, odds: float) -> list[float]:
    """Return the weight of each count of trumps in a hand."""
    return [
        math.comb(trumps, held)
        * (math.comb(others, places - held) if held <= places else 0)
        * odds**held
        for held in range(trumps + 1)
    ]


def _mean(weights: list[float]) -> float:
    return sum(held * weight for held, weight in enumerate(weights)) / sum(weights)


@pytest.mark.parametrize("silence", [0.3, 0.5, 1.0])
@pytest.mark.parametrize("odds", [1.0, 2.0])
@pytest.mark.parametrize("case", [(12, 40, 17, 6), (9, 3, 8, 5), (5, 9, 4, 0)])
def test_what_is_heard_is_bayes_over_all_hands(
    silence: float, odds: float, case: tuple[int, int, int, int]
) -> None:
    trumps, others, places, most = case
    before = _ways(trumps, others, places, odds)
    after = [
        weight * (1.0 if held <= most else 1.0 - silence)
        for held, weight in enumerate(before)
    ]
    found = heard(silence, most, trumps, others, places, odds)
    assert found == math.ceil(1024 * _mean(after) / _mean(before) - 1e-6)
    assert (found == 0) == (most == 0 and silence == 1.0)


def test_a_hand_that_must_hold_more_refutes_the_belief() -> None:
    assert heard(1.0, 2, 6, 1, 5, 1.0) == 1024


@pytest.mark.parametrize(
    ("players", "number", "trick", "place", "cards"),
    [
        (3, 60, 16, 2, ("♠6", "♠6", "♠9")),
        (3, 72, 20, 2, ("♥R", "♥R", "♥6")),
        (4, 60, 12, 0, ("♥C", "♥C", "♥D")),
        (4, 72, 9, 2, ("♥9", "♥9", "♥6")),
        (5, 38, 10, 0, ("♣V", "♥5", "♥5")),
        (5, 46, 12, 1, ("♦10", "♦10", "♦5")),
    ],
)
def test_beliefs_about_silence_change_a_card(
    players: int, number: int, trick: int, place: int, cards: tuple[str, ...]
) -> None:
    deal = tarotsim.deal(seed=5, number=number, players=players)
    records = [
        tarotsim.play(deal, Expert(shows="never", silence=silence))
        for silence in BELIEFS
    ]
    assert len({record.tricks[:trick] for record in records}) == 1
    played = [format_cards([record.tricks[trick].cards[place]]) for record in records]
    assert tuple(played) == cards


@pytest.mark.parametrize("players", [3, 4, 5])
def test_nobody_is_silent_before_his_own_first_card(players: int) -> None:
    # R10.2: the leader of the first trick hears nothing yet.
    parted = 0
    for number in range(80):
        deal = tarotsim.deal(seed=5, number=number, players=players)
        deaf, listening = (
            tarotsim.play(deal, Expert(shows="never", silence=silence))
            for silence in (0.0, 1.0)
        )
        parted += deaf.tricks != listening.tricks
        if deaf.tricks:
            assert deaf.tricks[0].cards[0] == listening.tricks[0].cards[0]
    assert parted > 0


@pytest.mark.parametrize("silence", [-0.1, 1.5, True, "often"])
def test_belief_is_a_chance(silence: object) -> None:
    with pytest.raises(TarotError, match="silence must be a number from 0 to 1"):
        Expert(silence=silence)  # type: ignore[arg-type]  # wrong on purpose
