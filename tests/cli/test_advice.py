"""The commands advise and bid."""

from __future__ import annotations

import csv
import io
import json

import pytest

from tests.cli.conftest import Runner

HAND = "21 20 17 15 12 11 9 6 4 2 ♠R D 3 ♥R 5 ♦10 2 ♣V"
QUICK = ("--deals", "100", "--seed", "1", "--strategies", "point_count", "--quiet")


def test_advise(run: Runner) -> None:
    code, out, _ = run("advise", HAND, "--contract", "garde_sans", *QUICK)
    assert code == 0
    assert "21 20 17 15 12 11 9 6 4 2, all of them" in out
    assert "Verdict\n- Show the simple poignée: " in out
    assert "seed 1" in out


def test_advise_as_json_and_csv(run: Runner) -> None:
    asked = ("advise", HAND, "--contract", "garde", "--role", "defender", *QUICK)
    found = json.loads(run(*asked, "--json")[1])
    assert found["situation"]["role"] == "defender"
    assert found["levels"][0]["chance_fraction"] == "1"
    assert found["shown"][0]["gain"]["n"] == found["deals"]["played"]
    rows = list(csv.DictReader(io.StringIO(run(*asked, "--csv")[1])))
    assert {row["act"] for row in rows} == {"silent", "simple"}


def test_bid(run: Runner) -> None:
    code, out, _ = run("bid", HAND, "pass", *QUICK)
    assert code == 0
    assert "seat 2 deals, and in which these strategies bid pass before" in " ".join(
        out.split()
    )
    found = json.loads(run("bid", HAND, "pass", *QUICK, "--json")[1])
    assert [line["bid"] for line in found["bids"]] == [
        "pass",
        "prise",
        "garde",
        "garde_sans",
        "garde_contre",
    ]
    rows = list(csv.DictReader(io.StringIO(run("bid", HAND, *QUICK, "--csv")[1])))
    assert rows[0]["bid"] == "pass"


def test_the_seed_is_drawn_and_told(run: Runner) -> None:
    asked = (
        "bid",
        HAND,
        "--deals",
        "50",
        "--strategies",
        "random_legal",
        "--csv",
        "-q",
    )
    assert "seed " in run(*asked)[2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("advise", HAND[:-3], "--contract", "garde"), "17 cards are given"),
        (
            ("advise", HAND, "--contract", "garde", "--players", "3"),
            "24 expected",
        ),
        (("advise", HAND, "--contract", "garde", "--rule", "X=1"), "X"),
        (("bid", HAND, "garde,prise"), "R3.3"),
        (("bid", HAND, "--half-width", "0"), "half-width"),
    ],
)
def test_what_cannot_be_ends_with_2(
    run: Runner, arguments: tuple[str, ...], message: str
) -> None:
    code, out, err = run(*arguments)
    assert code == 2
    assert message in err
    assert not out
    assert "Traceback" not in err
