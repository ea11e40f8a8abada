"""The commands of large runs, and what they show while they work."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest

from tarotsim import open_run, simulate
from tarotsim.cli import main
from tarotsim.runs import progress
from tarotsim.runs.summary import main_estimate


def _run(*arguments: object) -> int:
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    code = ended.value.code
    assert isinstance(code, int)
    return code


def test_a_run_is_written_summed_up_and_merged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two, both = (tmp_path / name for name in ("one", "two", "both"))
    start = ("simulate", "--seed", 4, "--players", 5, "--deals", 150, "--json")
    assert _run(*start, "--out", one, "--by", "contract") == 0
    first = json.loads(capsys.readouterr().out)
    assert first["groups"][0]["keys"] == {"contract": "none"}
    assert _run(*start, "--first", 150, "--out", two) == 0
    assert _run("merge", one, two, "--out", both) == 0
    assert "300 raw deals" in capsys.readouterr().out
    assert _run("summary", both, "--json") == 0
    merged = json.loads(capsys.readouterr().out)
    whole = simulate(300, players=5, seed=4).summary().to_json()
    heads = ("strategies", "interrupted")
    assert {k: v for k, v in merged.items() if k not in heads} == {
        k: v for k, v in whole.items() if k not in heads
    }
    assert _run("merge", two, "--out", both) == 0
    assert _run(*start, "--first", 400, "--out", tmp_path / "far") == 0
    capsys.readouterr()
    assert _run("merge", both, tmp_path / "far", "--out", tmp_path / "gap") == 1
    assert "deals 300 to 399 are missing" in capsys.readouterr().out
    assert _run("summary", both, "--by", "taker", "--csv") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("taker,raw,played,made,made_low")
    assert sum(int(line.split(",")[1]) for line in lines[1:]) == 300


def test_a_spec_is_saved_and_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec, out = tmp_path / "a.toml", tmp_path / "rows"
    given = ("simulate", "--deals", 80, "--seed", 3, "--rule", "D1=follows_winner")
    assert _run(*given, "--out", out, "--save-spec", spec) == 0
    assert not out.exists()
    capsys.readouterr()
    assert _run("run", spec, "--json") == 0
    played = capsys.readouterr().out
    assert _run(*given, "--json") == 0
    assert capsys.readouterr().out == played
    assert (out / "manifest.json").exists()


def test_a_spec_without_a_folder_is_run_into_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec, out = tmp_path / "a.toml", tmp_path / "rows"
    text = "deals = 30\n[output]\nhistory = true\npart_deals = 10\n"
    spec.write_text(text, encoding="utf-8")
    assert _run("run", spec) == 2
    assert "line 3, output.history: only counts with" in capsys.readouterr().err
    assert _run("run", spec, "--out", out, "--csv", "--quiet") == 0
    seed = capsys.readouterr().err.split()[-1]
    stored = open_run(out)
    assert stored.header()["seed"] == int(seed)
    assert stored.record(29).deal.number == 29


@pytest.mark.parametrize(
    "arguments",
    [
        ("--history",),
        ("--part-deals", "5"),
        ("--out", "rows", "--part-deals", "0"),
        ("--by", "suit"),
        ("--out", "."),
        ("--out", "..", "--seed", "1"),
        ("--engine", "nonsense"),
        ("--threads", "-3"),
        ("--workers", "2", "--csv"),
    ],
)
def test_a_spec_that_would_be_refused_is_not_written(
    arguments: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert _run("simulate", *arguments, "--save-spec", "a.toml") == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_result_is_written_into_the_folder_of_a_new_run(tmp_path: Path) -> None:
    out = tmp_path / "run"
    out.mkdir()
    given = ("simulate", "--deals", 20, "--seed", 1, "--out", out)
    for _ in range(2):
        assert _run(*given, "--output", out / "x.json") == 0
        assert json.loads((out / "x.json").read_text(encoding="utf-8"))["seed"] == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("summary", "nowhere"),
        ("summary", ".", "--csv"),
        ("merge", "nowhere", "--out", "new"),
        ("run", "nowhere.toml"),
        ("simulate", "--deals", "5", "--by", "suit"),
        ("simulate", "--deals", "5", "--history"),
        ("simulate", "--deals", "5", "--part-deals", "3"),
        ("simulate", "--deals", "5", "--first", "-1"),
        ("simulate", "--deals", "5", "--out", "new", "--part-deals", "0"),
        ("simulate", "--deals", "5", "--workers", "2", "--threads", "2"),
        ("simulate", "--deals", "5", "--part-deals", "5"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    arguments: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert _run(*arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("tarotsim: error: ")
    assert captured.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_log_gets_a_line_now_and_then_with_all_that_matters(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])  # type: ignore[attr-defined]
    estimate = main_estimate(simulate(300, seed=1).tally)
    with progress.progress_bar(10_000, enabled=True, done=2000) as bar:
        for _ in range(4):
            now[0] += 10
            bar.update(1000, estimate)
    (line,) = capsys.readouterr().err.splitlines()
    mean, half = estimate.mean, estimate.half_width
    assert line == (
        "5000 of 10000 deals (50%), 100 deals/s, 0:00:50 left, "
        f"mean u {mean:+.2f} ± {half:.2f}"
    )


def test_progress_goes_towards_the_half_width_wished(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])  # type: ignore[attr-defined]
    with progress.progress_bar(None, enabled=True) as bar:
        for aim in (progress.Aim(None, 0.5), progress.Aim(10_000, 0.5, 0.7071)):
            now[0] += 50
            bar.update(2500, aim=aim)
    assert capsys.readouterr().err.splitlines() == [
        "2500 deals, 50 deals/s, half-width none yet, wished 0.5",
        "5000 of about 10000 deals (50%), 50 deals/s, 0:01:40 left, "
        "half-width 0.707, wished 0.5",
    ]
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with progress.progress_bar(None, enabled=True) as bar:
        time.sleep(0.15)
        bar.update(5000, aim=progress.Aim(10_000, 0.5, 0.7071))
    shown = capsys.readouterr().err
    assert "5000/10000" in shown
    assert "half-width 0.707, wished 0.5" in shown


def test_a_terminal_gets_one_line_and_quiet_gets_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    estimate = main_estimate(simulate(300, seed=1).tally)
    with progress.progress_bar(100, enabled=True, done=20) as bar:
        time.sleep(0.15)  # longer than the bar leaves between two looks
        bar.update(30, estimate)
    shown = capsys.readouterr().err
    assert "mean u " in shown
    assert "50%" in shown
    assert "\n" not in shown.rstrip()
    with progress.progress_bar(100, enabled=False) as bar:
        bar.update(30, estimate)
    assert capsys.readouterr().err == ""
