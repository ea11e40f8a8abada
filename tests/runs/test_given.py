"""Runs under a condition: the same deals whoever plays them, wherever they are kept."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tarotsim import compare, deal, open_run, simulate, tournament
from tarotsim.cli import main
from tarotsim.game.cards import EXCUSE
from tarotsim.game.errors import TarotError
from tarotsim.present.tables import format_result
from tarotsim.runs.run import plan_run

if TYPE_CHECKING:
    from pathlib import Path

    from tarotsim.game.records import Deal

GIVEN = "2: trumps=10, holds=Petit"


def has_excuse(deal: Deal) -> bool:
    return EXCUSE in deal.hands[1]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_rows_of_both_engines_threads_and_processes(players: int) -> None:
    kwargs: dict[str, Any] = {
        "players": players,
        "strategies": "random_legal",
        "seed": 3,
        "given": GIVEN,
    }
    rows = simulate(60, threads=1, **kwargs).rows
    for how in ({"engine": "reference"}, {"threads": 2}, {"workers": 1}):
        np.testing.assert_array_equal(simulate(60, **kwargs, **how).rows, rows)
    alone = simulate(1, first=41, **kwargs)
    assert alone.rows[0] == rows[41]
    assert alone.record(41).deal == deal(3, 41, players, given=GIVEN)


def test_a_folder_keeps_its_condition(tmp_path: Path) -> None:
    kwargs: dict[str, Any] = {"seed": 1, "out": tmp_path / "a", "history": True}
    simulate(30, given=GIVEN, **kwargs)
    simulate(50, given={2: {"holds": "1", "trumps": (10, 10)}}, **kwargs)
    stored = open_run(tmp_path / "a")
    assert stored.header()["given"] == "2: holds=1, trumps=10"
    assert stored.record(40).deal == deal(1, 40, given=GIVEN)
    assert "1 deal in 509 is like this" in format_result(stored)
    for other in (None, "2: trumps=10"):
        with pytest.raises(TarotError, match="given 2: holds=1, trumps=10, not"):
            simulate(60, given=other, **kwargs)


def test_a_predicate_stays_here(tmp_path: Path) -> None:
    ways: list[dict[str, Any]] = [{"out": tmp_path / "a"}, {"workers": 1}]
    for way in ways:
        with pytest.raises(TarotError, match="predicate has_excuse is known to this"):
            simulate(20, given=has_excuse, **way)
    assert not (tmp_path / "a").exists()


def test_how_many_were_tried_is_told() -> None:
    results = simulate(200, seed=1, given=[GIVEN, has_excuse])
    assert results.attempts is not None
    assert results.attempts > 300
    assert results.header()["given_attempts"] == results.attempts
    text = " ".join(format_result(results).split())
    assert f"200 of {results.attempts:,} tried were accepted" in text
    assert all(has_excuse(results.record(number).deal) for number in range(5))
    reference = simulate(40, seed=1, given=[GIVEN, has_excuse], engine="reference")
    compiled = simulate(40, seed=1, given=[GIVEN, has_excuse])
    assert reference.attempts == compiled.attempts
    np.testing.assert_array_equal(reference.rows, compiled.rows)


def test_without_a_predicate_nothing_is_tried() -> None:
    header = simulate(20, seed=1, given=GIVEN).header()
    assert header["given_attempts"] is None
    run = plan_run(given=GIVEN)
    assert run.given is not None
    assert header["given_chance"] == str(run.given.chance(run.rules))
    assert simulate(20, seed=1).header()["given"] is None


def test_a_poignee_can_be_shown_in_every_deal() -> None:
    rows = simulate(500, seed=2, auction="2:garde_sans", given="2: trumps=10").rows
    rows = rows[rows["outcome"] == 0]
    assert len(rows) > 490
    assert (rows["showable_2"] == 1).all()
    assert (rows["trumps_2"] == 10).all()


def test_strategies_are_compared_under_a_condition() -> None:
    result = compare("random_legal", "point_count", deals=60, seed=1, given=GIVEN)
    assert result.header["given"] == "2: holds=1, trumps=10"
    field = tournament(["random_legal", "point_count"], deals=60, seed=1, given=GIVEN)
    assert field.header["given"] == "2: holds=1, trumps=10"
    assert "given 2: holds=1, trumps=10" in format_result(result)


def _run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as caught:
        main(list(arguments))
    return int(caught.value.code or 0)


def test_the_commands(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    asked = ["--given", "2: trumps=10", "--given", "chien: kings=0", "--seed", "1"]
    assert _run("deal", *asked, "--json") == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["given"] == "2: trumps=10; chien: kings=0"
    spec = str(tmp_path / "a.toml")
    assert _run("simulate", "--deals", "20", *asked, "--save-spec", spec) == 0
    capsys.readouterr()
    assert _run("run", spec, "-q", "--json") == 0
    one = json.loads(capsys.readouterr().out)
    assert _run("simulate", "--deals", "20", *asked, "-q", "--json") == 0
    assert json.loads(capsys.readouterr().out) == one
    assert one["given"] == "2: trumps=10; chien: kings=0"
    for wrong in ("2: trumps=19", "2: hand=21 18", "7: kings=1", "kings"):
        assert _run("simulate", "--deals", "20", "--given", wrong) == 2
        assert "error: " in capsys.readouterr().err
