"""The command line: every command, every exit code, one line for every error."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import pytest

from tarotsim.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable


class Ran:
    """What a command printed, and its exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


Runner: TypeAlias = "Callable[..., Ran]"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Runner:
    def call(*arguments: str) -> Ran:
        with pytest.raises(SystemExit) as exit_info:
            main(list(arguments))
        captured = capsys.readouterr()
        code = exit_info.value.code
        assert isinstance(code, int)
        return Ran(code, captured.out, captured.err)

    return call


SCORE = ("score", "--contract", "garde", "--points", "49", "--bouts", "2")


def test_score_prints_the_lines_of_the_count(run: Runner) -> None:
    ran = run(*SCORE, "--poignee", "simple:attack", "--petit-au-bout", "attack")
    assert ran.code == 0
    assert "Scores: taker +318, each of the 3 defenders -106" in ran.out


def test_score_as_json_has_the_terms_and_the_lines(run: Runner) -> None:
    ran = run(*SCORE, "--json", "--players", "5", "--alone")
    data = json.loads(ran.out)
    assert data["unit"] == 66
    assert data["scores"] == [264, -66, -66, -66, -66]
    assert data["by_role"] == {"taker": 264, "defender": -66}


def test_simulate_prints_a_table(run: Runner) -> None:
    ran = run("simulate", "--deals", "30", "--seed", "1", "--quiet")
    assert ran.code == 0
    assert "30 raw deals, seed 1" in ran.out
    assert ran.err == ""


def test_simulate_as_csv_has_a_row_for_each_raw_deal(run: Runner) -> None:
    ran = run("simulate", "--deals", "30", "--seed", "1", "--quiet", "--csv")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert [row["deal"] for row in rows] == [str(i) for i in range(30)]


def test_simulate_as_json_names_its_population(run: Runner) -> None:
    ran = run(
        "simulate", "--played", "9", "--seed", "1", "-q", "--json", "--players", "3"
    )
    data = json.loads(ran.out)
    assert data["players"] == 3
    assert data["contracts"][-1]["made"]["n"] == 9


def test_poignee_in_all_three_forms(run: Runner) -> None:
    common = ("poignee", "--deals", "60", "--seed", "2", "-q", "--players", "5")
    assert "Verdict" in run(*common).out
    data = json.loads(run(*common, "--json").out)
    assert set(data["information_part"]) == {"mean", "low", "high", "n"}
    rows = list(csv.DictReader(io.StringIO(run(*common, "--csv").out)))
    assert {"difference", "prime_part"} <= {row["quantity"] for row in rows}


def test_output_goes_to_a_file_in_the_form_of_its_name(
    run: Runner, tmp_path: Path
) -> None:
    path = tmp_path / "result.json"
    ran = run("simulate", "--deals", "5", "--seed", "1", "-q", "-o", str(path))
    assert ran.code == 0
    assert ran.out == ""
    assert json.loads(path.read_text(encoding="utf-8"))["seed"] == 1
    assert list(tmp_path.iterdir()) == [path]


def test_match_keeps_a_score_sheet(run: Runner) -> None:
    ran = run("match", "--deals", "4", "--seed", "1", "-q")
    assert "total" in ran.out
    data = json.loads(run("match", "--deals", "4", "--seed", "1", "-q", "--json").out)
    assert sum(data["totals"]) == 0


def test_deal_shows_the_same_cards_for_the_same_seed(run: Runner) -> None:
    first = run("deal", "--seed", "7", "--number", "3").out
    assert first == run("deal", "--seed", "7", "--number", "3").out
    assert "chien:" in first
    assert len(json.loads(run("deal", "--count", "2", "--json").out)) == 2


def test_replay_plays_by_seed_and_checks_a_file(run: Runner, tmp_path: Path) -> None:
    by_seed = ("replay", "--seed", "1", "--number", "3", "--auction", "best:garde")
    assert "trick 18:" in run(*by_seed).out
    path = tmp_path / "record.json"
    path.write_text(run(*by_seed, "--json").out, encoding="utf-8")
    assert "trick 18:" in run("replay", str(path)).out
    data = json.loads(path.read_text(encoding="utf-8"))
    cards = data["tricks"][0]["cards"]
    cards[0], cards[1] = cards[1], cards[0]
    path.write_text(json.dumps(data), encoding="utf-8")
    ran = run("replay", str(path))
    assert ran.code == 2
    assert "cannot play" in ran.err


def test_probability_is_exact(run: Runner) -> None:
    ran = run("probability", "petit_sec_some_player", "--players", "4", "--json")
    assert json.loads(ran.out)[0]["value_float"] == pytest.approx(0.00184408256972)
    assert "= " in run("probability", "--players", "5").out


def test_strategies_are_listed(run: Runner) -> None:
    assert "point_count" in run("strategies").out
    assert "random_legal" in json.loads(run("strategies", "--json").out)


def test_one_strategy_is_described_with_its_parameters(run: Runner) -> None:
    told = run("strategies", "random_legal").out
    assert "Parameters" in told
    assert "p_pass" in told
    assert run("strategies", "random_legle").code == 2


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("simulate", "--players", "6"), "3, 4 or 5 players"),
        (("simulate", "--players", "four"), "four"),
        (("simulate", "--deals", "-3"), "1 or more"),
        (("simulate", "--deals", "0"), "1 or more"),
        (("simulate", "--deals", "9", "--played", "9"), "not both"),
        (("simulate", "--seed", "-1"), "seed"),
        (("simulate", "--engine", "quick"), "compiled, reference"),
        (("simulate", "--threads", "0"), "1 or more"),
        (("simulate", "--strategies", "pointcount"), "did you mean point_count"),
        (("simulate", "--strategies", "point_count,point_count"), "4 seats"),
        (("simulate", "--strategies", "missing.py:X"), "no strategy file"),
        (("simulate", "--auction", "garde"), "best:CONTRACT"),
        (("simulate", "--auction", "7:garde"), "0 to 3"),
        (("simulate", "--rule", "D99=x"), "D1"),
        (("simulate", "--rule", "D1=x"), "follows_winner"),
        (("simulate", "--rule", "D1"), "D1=follows_winner"),
        (("simulate", "--json", "--csv"), "not both"),
        (("simulate", "--output", "/nonexistent/folder/x.csv"), "cannot write"),
        (("simulate", "--output", "."), "folder"),
        (("simulate", "--colour"), "--colour"),
        (("shuffle",), "shuffle"),
        ((*SCORE, "--bouts", "4"), "R0.2"),
        ((*SCORE, "--alone"), "R5.5"),
        (("score", "--contract", "garde"), "--points"),
        (("deal", "--count", "0"), "1 or more"),
        (("replay", "missing.json"), "cannot read"),
        (("probability", "petit_sek"), "petit_sec"),
        (("probability", "--players", "2"), "3, 4 or 5"),
        (("match", "--deals", "0"), "1 or more"),
        (("simulate", "--rule", "players=5"), "D1=follows_winner"),
        (("simulate", "--rule", "D1=0", "--rule", "D1=1"), "twice"),
        (("simulate", "--auction", "9" * 5000 + ":garde"), "best:CONTRACT"),
        (("simulate", "--strategies", "point_count(garde=1)(prise=2)"), "NAME=VALUE"),
        (("simulate", "--strategies", "point_count)"), "cannot read"),
        (("probability", "--condition", "x"), "name of a quantity"),
        (("replay", "missing.json", "--seed", "1"), "file alone"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    run: Runner, arguments: tuple[str, ...], reason: str
) -> None:
    ran = run(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert reason in ran.err
    assert ran.err.startswith("tarotsim: error: ")
    assert ran.err.count("\n") == 1


FAILING = """
from tarotsim import Strategy


class Failing(Strategy):
    name = "failing"

    def play(self, view):
        raise RuntimeError("boom")
"""


def test_a_strategy_that_raises_is_named_with_its_deal(
    run: Runner, tmp_path: Path
) -> None:
    path = tmp_path / "failing.py"
    path.write_text(FAILING, encoding="utf-8")
    arguments = ("simulate", "--seed", "5", "-q", "--strategies", f"{path}:Failing")
    output = tmp_path / "out.csv"
    ran = run(*arguments, "--output", str(output))
    assert ran.code == 2
    for part in ("failing", "seat", "seed 5", "deal ", "boom"):
        assert part in ran.err
    assert "Traceback" not in ran.err
    assert sorted(p.suffix for p in tmp_path.iterdir() if p.is_file()) == [".py"]
    assert "Traceback" in run(*arguments, "--traceback").err


LEAVING = """
import sys
from tarotsim import Strategy


class Leaving(Strategy):
    def bid(self, view):
        sys.exit(0)
"""


def test_a_strategy_cannot_end_the_program(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "leaving (1).py"
    path.write_text(LEAVING, encoding="utf-8")
    ran = run("simulate", "--seed", "5", "-q", "--strategies", f"{path}:Leaving")
    assert ran.code == 2
    assert "strategy Leaving at seat" in ran.err
    path.write_text("import sys\nsys.exit(0)\n", encoding="utf-8")
    assert run("simulate", "--strategies", f"{path}:Leaving").code == 2


def test_output_keeps_what_the_path_is(run: Runner, tmp_path: Path) -> None:
    target, link = tmp_path / "target.csv", tmp_path / "link.csv"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o600)
    link.symlink_to(target)
    common = ("simulate", "--deals", "2", "--seed", "1", "-q", "-o")
    assert run(*common, str(link)).code == 0
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8").startswith("deal,")
    if os.name != "nt":  # it has no such permissions
        assert target.stat().st_mode & 0o777 == 0o600
    assert run(*common, os.devnull).code == 0
    assert not Path(os.devnull).is_file()


def test_engines_and_threads_give_the_same(run: Runner) -> None:
    common = ("poignee", "--deals", "150", "--seed", "2", "-q", "--json")
    first = run(*common, "--threads", "1").out
    assert first == run(*common, "--threads", "2").out
    assert first == run(*common, "--engine", "reference").out


def test_warmup_says_what_it_compiled_and_where(run: Runner) -> None:
    ran = run("warmup")
    assert ran.code == 0
    assert re.match(r"(\d+ functions|nothing had to be) compiled", ran.out)
    assert "the code is kept in" in ran.out
    assert "nothing had to be compiled" in run("warmup", "--quiet").out


def test_warmup_compiles_batch_stepping_too(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tarotsim.engine import tables

    compiled: list[str] = []

    def note() -> None:
        compiled.append("stepping")

    monkeypatch.setattr(tables, "compile_stepping", note)
    assert run("warmup", "--quiet").code == 0
    assert compiled == ["stepping"]


def test_a_drawn_seed_is_told_where_the_form_has_no_place(run: Runner) -> None:
    ran = run("simulate", "--deals", "2", "-q", "--csv")
    assert re.fullmatch(r"seed \d+\n", ran.err)
    assert run("simulate", "--deals", "2", "-q", "--csv", "--seed", "1").err == ""


def test_rules_that_differ_are_named(run: Runner) -> None:
    common = ("simulate", "--deals", "2", "--seed", "1", "-q")
    assert "rules that differ" not in run(*common).out
    ran = run(*common, "--rule", "D1=follows_winner")
    assert "excuse_last_trick follows_winner" in ran.out


def test_without_a_command_there_is_help(run: Runner) -> None:
    ran = run()
    assert ran.code == 0
    assert "poignee" in ran.out


def test_a_doctored_record_is_refused(run: Runner, tmp_path: Path) -> None:
    by_seed = ("replay", "--seed", "1", "--number", "3", "--auction", "best:garde")
    whole = json.loads(run(*by_seed, "--json").out)
    path = tmp_path / "record.json"
    for key, value, reason in (
        ("seed", 2, "another deal"),
        ("seed", "x", "whole number"),
        ("dealer", 7, "no seat"),
        ("taker", 1.0, "whole number"),
        ("chien", [], "6 expected"),
        ("bids", [[]], "not the JSON form"),
        ("showable", {"x": "simple"}, "not the JSON form"),
    ):
        path.write_text(json.dumps(whole | {key: value}), encoding="utf-8")
        ran = run("replay", str(path))
        assert ran.code == 2
        assert reason in ran.err


def test_a_record_that_is_not_json_is_refused(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    for text in ("{", "[]", '{"players": 4}', '"text"'):
        path.write_text(text, encoding="utf-8")
        assert run("replay", str(path)).code == 2


def _start(*arguments: str, **kwargs: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tarotsim", *arguments]
    return subprocess.Popen(  # type: ignore[call-overload,no-any-return]  # plain keywords
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        **kwargs,
    )


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent in another way there")
def test_ctrl_c_keeps_what_was_done_and_exits_130() -> None:
    process = _start("simulate", "--deals", "1000000000", "--seed", "1")
    assert process.stderr is not None
    # However long it takes to load: it is at work once it tells of progress.
    assert any("deals/s" in line for line in process.stderr)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "Contracts" in out
    assert "interrupted" in err
    assert "Traceback" not in err


def test_progress_is_lines_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tarotsim.runs import progress

    monkeypatch.setattr(progress, "_SECONDS_BETWEEN_LINES", 0.0)
    with progress.progress_bar(10, enabled=True) as bar:
        bar.update(4)
    assert "4 of 10 deals" in capsys.readouterr().err


def test_a_reader_that_leaves_is_no_error() -> None:
    process = _start("probability")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    # The parser's own convention for a broken pipe is exit code 1.
    assert process.wait(timeout=60) in (0, 1)
    assert "Traceback" not in err


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "sys.argv = ['tarotsim', '--help']\n"
        "from tarotsim.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "heavy = {'numpy', 'pandas', 'numba', 'rich'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
