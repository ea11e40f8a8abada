"""The command what-if."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tarotsim import deal, play, simulate
from tarotsim.game.record_json import record_to_json
from tests.cli.conftest import Runner

CHANGE = ("--change", "taker: chelem=yes", "--deals", "40", "--seed", "1")


@pytest.fixture
def record(tmp_path: Path) -> str:
    """Write a record and return its path."""
    path = tmp_path / "deal.json"
    played = play(deal(seed=1, number=1), "point_count", auction="best:garde")
    path.write_text(json.dumps(record_to_json(played)), encoding="utf-8")
    return str(path)


def test_all_three_forms(run: Runner, record: str) -> None:
    code, out, _ = run("what-if", record, *CHANGE)
    assert code == 0
    assert "chelem=yes (changed)" in out
    assert "Population: deals that look the same" in out
    # These players play on as without the slam, which costs the taker 3 x 200 (R12.5).
    players = ("--strategies", "point_count", "--cards", "as_dealt")
    code, out, _ = run("what-if", record, *CHANGE, "--json", *players)
    assert code == 0
    assert json.loads(out)["difference"]["mean"] == -600
    code, out, _ = run("what-if", record, *CHANGE, "--csv")
    assert code == 0
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["arm"] for row in rows[-2:]] == ["difference", "difference"]


def test_a_deal_of_a_run(run: Runner, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    simulate(4, seed=1, auction="best:garde", history=True, out=folder)
    code, out, _ = run("what-if", str(folder), "--number", "2", *CHANGE)
    assert code == 0
    assert "(recorded)" in out
    for more, words in (((), "name a deal"), (("--number", "9"), "has no deal 9")):
        code, out, err = run("what-if", str(folder), *more, *CHANGE)
        assert (code, out) == (2, "")
        assert words in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--change", "taker: luck=more"), "cannot read the decision"),
        (("--change", "0: card 0=EX", "--number", "1"), "is no folder of a run"),
        (("--change", "taker: chelem=no"), "did just that"),
        (("--change", "7: bid=pass"), "seat 7 is not at a table of 4"),
        ((*CHANGE, "--cards", "seen"), "unknown cards 'seen'"),
    ],
)
def test_wrong_input_exits_with_2(
    run: Runner,
    record: str,
    arguments: tuple[str, ...],
    words: str,
) -> None:
    code, out, err = run("what-if", record, *arguments)
    assert (code, out) == (2, "")
    assert words in err
