"""Every published row by name, and what the names and conditions may be."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest

from tarotsim.game.errors import RulesError
from tarotsim.stats import probability
from tarotsim.stats.probability import QUANTITIES, lookup, table

DATA = Path(__file__).parents[1] / "data" / "probabilities.csv"


class Published(NamedTuple):
    """One row of the file."""

    quantity: str
    players: int
    condition: str
    value: Fraction


def read_rows() -> list[Published]:
    with DATA.open(newline="", encoding="utf-8") as file:
        return [
            Published(
                row["quantity"],
                int(row["players"]),
                row["condition"],
                Fraction(row["value_fraction"]),
            )
            for row in csv.DictReader(file)
        ]


ROWS = read_rows()


@pytest.mark.parametrize(
    "row", ROWS, ids=lambda row: f"{row.quantity}-{row.players}-{row.condition[:40]}"
)
def test_published_value(row: Published) -> None:
    assert lookup(row.quantity, row.players, row.condition) == row.value


@pytest.mark.parametrize("players", [3, 4, 5])
def test_table_lists_every_published_row(players: int) -> None:
    listed = {(row.quantity, row.condition): row.value for row in table(players)}
    assert len(listed) == len(list(table(players)))
    for row in ROWS:
        if row.players == players:
            assert listed[row.quantity, row.condition] == row.value


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_listed_row_can_be_looked_up(players: int) -> None:
    for row in table(players):
        assert lookup(row.quantity, players, row.condition) == row.value


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_quantity_has_a_value(players: int) -> None:
    for name, quantity in QUANTITIES.items():
        if players in quantity.players:
            value = lookup(name.replace("_N", "_1"), players)
            assert value >= 0
            if quantity.counted:
                assert value <= 1


def test_the_condition_may_be_left_out() -> None:
    for row in ROWS:
        if "own hand" not in row.condition:
            assert lookup(row.quantity, row.players) == row.value


def test_counts_beyond_the_pack_are_impossible_or_certain() -> None:
    assert lookup("hand_kings_exactly_5", 4) == 0
    assert lookup("hand_kings_at_least_0", 4) == 1
    assert lookup("hand_kings_at_most_99", 4) == 1


def test_conditions_on_the_own_hand() -> None:
    spoken = "given own hand holds 9 of the 22 (numbered trumps and Excuse)"
    nine = {"trumps_plus_excuse": 9}
    expected = probability.poignee_at_least(
        "simple", 3, place="hand_and_chien", holding=nine
    )
    name = "poignee_at_least_simple_taker_after_chien"
    assert lookup(name, 3, f"{spoken}; needs >= 13 in hand+chien") == expected
    assert lookup(name, 3, "own hand holds 9 trumps plus excuse") == expected
    two = lookup("chien_kings_exactly_0", 5, "given own hand holds 1 bout; " + spoken)
    assert two == probability.exactly(
        0, "kings", 5, place="chien", holding={"bouts": 1, **nine}
    )
    strong = lookup("chien_bouts_at_least_1", 4, "own hand holds at least 2 bouts")
    assert strong == probability.at_least(
        1, "bouts", 4, place="chien", holding={"bouts": range(2, 4)}
    )
    weak = lookup("chien_bouts_at_least_1", 4, "own hand holds at most 1 bouts")
    assert weak == probability.at_least(
        1, "bouts", 4, place="chien", holding={"bouts": range(2)}
    )


@pytest.mark.parametrize(
    ("name", "condition", "message"),
    [
        ("hand_king_exactly_2", None, "unknown quantity .*; nearest: hand_kings_exact"),
        ("petit_sec_some_players", None, "nearest: petit_sec_some_player"),
        ("hand_kings_exactly_N", None, "write a number for N"),
        ("hand_kings_exactly_-1", None, "unknown quantity"),
        ("qqqq", None, "^unknown quantity 'qqqq'$"),
        ("called_king_in_chien", None, "not exist at 4 players, only at 5"),
        (
            "chien_bouts_exactly_1",
            "on Sundays",
            "allowed: 'unconditional' or 'given own",
        ),
        ("petit_sec_some_player", "own hand holds 1 bout", "has no condition"),
        ("chien_bouts_exactly_1", "own hand holds 4 bouts", "no hand of 18 cards"),
        (
            "chien_bouts_exactly_1",
            "own hand holds 2 aces",
            "unknown set of cards 'aces'",
        ),
        (
            "chien_bouts_exactly_1",
            "own hand holds 2 bouts; own hand holds 1 bout",
            "given twice",
        ),
        (
            "chien_bouts_exactly_1",
            "own hand holds 2 of the 22 (numbered trumps)",
            "numbered_trumps are 21 cards",
        ),
        (
            "poignee_at_least_simple_taker_after_chien",
            "own hand holds 8 numbered trumps; needs >= 9 in hand+chien",
            "has no condition 'needs >= 9",
        ),
        (
            "hand_numbered_trumps_exactly_2",
            "given player, before the chien, Excuse counted",
            "has no condition 'Excuse counted'",
        ),
    ],
)
def test_wrong_names_and_conditions_are_refused(
    name: str, condition: str | None, message: str
) -> None:
    with pytest.raises(RulesError, match=message):
        lookup(name, 4, condition)


def test_wrong_tables_are_refused() -> None:
    with pytest.raises(RulesError, match="3, 4 or 5 players, not 2"):
        lookup("hand_kings_exactly_2", 2)
    with pytest.raises(RulesError, match="3, 4 or 5 players, not 2"):
        list(table(2))
