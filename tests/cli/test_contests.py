"""The commands compare and tournament."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import Runner

PAIR = ("compare", "point_count", "random_legal", "--deals", "300", "--seed", "1")
FIELD = ("tournament", "random_legal", "point_count", "school_minima")
SHORT = ("--deals", "200", "--seed", "1")


def test_compare_prints_tables_and_a_verdict(run: Runner) -> None:
    code, out, _ = run(*PAIR)
    assert code == 0
    assert "300 deals compared, 0 petit sec; each played 2 times" in out
    assert "- point_count is better than random_legal: +" in out


@pytest.mark.parametrize("players", ["3", "4", "5"])
def test_compare_as_json_has_the_documented_keys(run: Runner, players: str) -> None:
    code, out, _ = run(*PAIR, "--json", "--players", players, "--auction", "best:prise")
    assert code == 0
    data = json.loads(out)
    assert data["auction"] == "best:prise"
    assert {"mean", "low", "high", "n", "by_role", "verdict"} <= set(data)
    for role in data["by_role"].values():
        assert {"mean", "low", "high", "n"} <= set(role)


def test_both_write_csv_and_say_a_seed_that_was_drawn(run: Runner) -> None:
    code, out, err = run(*PAIR[:5], "--csv")
    assert code == 0
    rows = list(csv.DictReader(io.StringIO(out)))
    assert list(rows[0]) == ["by", "group", "quantity", "mean", "low", "high", "n"]
    assert "seed " in err
    code, out, err = run(*FIELD, *SHORT, "--csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert {row["quantity"] for row in rows} == {"rating", "difference", "uneven"}
    assert "seed" not in err


def test_tournament_prints_a_ranking(run: Runner) -> None:
    code, out, _ = run(*FIELD, *SHORT)
    assert code == 0
    assert "Rating (points per deal and seat; the sum is 0)" in out
    assert "3  random_legal" in out
    code, out, _ = run(*FIELD, *SHORT, "--json", "--auction", "best:garde")
    data = json.loads(out)
    assert [rating["strategy"] for rating in data["ratings"]][-1] == "random_legal"
    assert {"attack", "defence", "percentage"} <= set(data["ratings"][0])


def test_a_file_is_written_whole(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    code, out, _ = run(*PAIR, "-o", str(path))
    assert (code, out) == (0, "")
    assert json.loads(path.read_text(encoding="utf-8"))["seed"] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("compare", "point_count"), "missing argument"),
        (("compare", "point_count", "nobody"), "unknown strategy"),
        (("compare", "point_count", "chavey(garde=999)"), "garde must be"),
        ((*PAIR, "--half-width", "0"), "above 0"),
        ((*PAIR, "--half-width", "x"), "'x'"),
        ((*PAIR, "--auction", "9:garde"), "seat 9"),
        ((*PAIR, "--players", "6"), "6"),
        ((*PAIR, "--threads", "0"), "threads"),
        ((*PAIR, "--json", "--csv"), "not both"),
        (("tournament", "point_count"), "two strategies or more"),
        (("tournament",), "missing argument"),
    ],
)
def test_what_is_not_allowed_is_one_line_and_code_2(
    run: Runner, arguments: tuple[str, ...], message: str
) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert message in err.lower()
    assert len(err.strip().splitlines()) == 1


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent in another way there")
@pytest.mark.parametrize("command", [PAIR[:3], FIELD])
def test_ctrl_c_keeps_what_was_done_and_exits_130(command: tuple[str, ...]) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "tarotsim", *command, "--deals", "100000000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert process.stderr is not None
    # The first line of progress tells that deals have been counted.
    line = process.stderr.readline()
    assert "deals" in line or "compiling" in line
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "Verdict" in out
    assert "interrupted" in out
    assert "interrupted" in err
    assert "Traceback" not in err
