"""Which trumps stay hidden unless a strategy says otherwise."""

from __future__ import annotations

import pytest

from tarotsim.game.cards import Cards
from tarotsim.game.parsing import parse_cards
from tarotsim.game.poignees import PoigneeChoice, PoigneeOption, default_hidden
from tarotsim.game.rules import Poignee


def option(pool: str, hide_count: int, must_show: str = "") -> PoigneeOption:
    return PoigneeOption(
        Poignee.SIMPLE, parse_cards(pool), parse_cards(must_show), hide_count, False
    )


@pytest.mark.parametrize(
    ("pool", "hide_count", "hidden"),
    [
        ("21 20 19 5 4 1", 0, ""),
        ("21 20 19 5 4 1", 1, "20"),
        ("21 20 19 5 4 1", 2, "20 19"),
        ("20 19 5 4 3", 1, "20"),
        ("18 5 1", 2, "18 5"),
        # Bouts only when nothing else is left, the Petit last of all.
        ("21 5 1", 2, "5 21"),
        ("21 1", 1, "21"),
        ("21 1", 2, "21 1"),
    ],
)
def test_default_hidden(pool: str, hide_count: int, hidden: str) -> None:
    assert default_hidden(option(pool, hide_count)) == parse_cards(hidden)


def test_what_must_be_shown_never_hides() -> None:
    """R10.6: with discards the hand is shown whole, only a discard can hide."""
    hand = "21 18 17 16 15 9 8 7 2"
    choice = option(f"{hand} 14 13".replace("15 9", "15 14 13 9")[:27], 0)
    assert default_hidden(choice) == ()
    pool = "21 18 17 16 15 14 13 9 8 7 2"
    assert default_hidden(option(pool, 1, hand)) == parse_cards("14")


def test_a_choice_leaves_the_hidden_trumps_open() -> None:
    assert PoigneeChoice(Poignee.DOUBLE).hidden is None
    assert PoigneeChoice(Poignee.DOUBLE, Cards([75])).hidden == (75,)
