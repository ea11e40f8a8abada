"""Errors say what, what else, and the rule; they travel between processes."""

from __future__ import annotations

import pickle

import pytest

from tarotsim.game.errors import (
    IllegalActError,
    NotationError,
    RulesError,
    StrategyError,
    TarotError,
)


def test_an_illegal_act_names_rule_and_what_is_allowed() -> None:
    error = IllegalActError("cannot play ♠R", "R9.3", "♥2 ♥5")
    assert str(error) == "cannot play ♠R (R9.3); allowed: ♥2 ♥5"
    assert (error.rule, error.allowed) == ("R9.3", "♥2 ♥5")
    assert str(IllegalActError("no", "R1")) == "no (R1)"
    placed = error.at("seat 2")
    assert str(placed) == "seat 2: cannot play ♠R (R9.3); allowed: ♥2 ♥5"
    assert (placed.rule, placed.allowed) == ("R9.3", "♥2 ♥5")


@pytest.mark.parametrize(
    "error",
    [
        IllegalActError("cannot", "R9", "x"),
        IllegalActError("cannot", "R9", "x").at("here"),
        RulesError("no table"),
        StrategyError("it raised"),
        NotationError("a; b", ("a", "b")),
    ],
)
def test_errors_are_tarot_errors_and_pickle(error: TarotError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert vars(copy) == vars(error)
    assert isinstance(error, ValueError)


def test_a_notation_error_keeps_its_problems() -> None:
    assert NotationError("one").problems == ("one",)
    assert NotationError("a; b", ("a", "b")).problems == ("a", "b")
