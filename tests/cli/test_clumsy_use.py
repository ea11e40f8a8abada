"""What is typed amiss: one line that says what was given, exit code 2, nothing lost."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import pytest
import typer

from tarotsim import deal, play, simulate
from tarotsim.cli.app import app
from tarotsim.cli.values import as_number, as_path, as_whole
from tarotsim.game.record_json import record_to_json
from tests.cli.conftest import Runner

if TYPE_CHECKING:
    from collections.abc import Callable

MINE = "class Mine:\n    def bid(self, view):\n        return view.legal[0]\n"
SPEC = 'seed = 1\ndeals = 20\nstrategies = "mine.py:Mine"\n'
ARMS = """seed = 1
deals = 20
strategies = "point_count"

[arms.a]

[arms.b]
strategies = {0 = "mine.py:Mine"}
"""
HAND = "21 20 17 15 12 11 9 6 4 2 1 ♠R D 3 ♥R 5 ♦10 2"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with a record, specs, a strategy and a run."""
    record = play(deal(seed=1, number=1), "point_count", auction="best:garde")
    texts = {
        "deal.json": json.dumps(record_to_json(record)),
        "spec.toml": SPEC,
        "arms.toml": ARMS,
        "mine.py": MINE,
        "list.json": "[]",
        "empty.toml": "# nothing",
        "other.json": '{"players": 4}',
        "noise.json": "\udcff",
    }
    for name, text in texts.items():
        path = tmp_path / name
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
    simulate(4, seed=1, auction="best:garde", history=True, out=tmp_path / "RUN")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder but compiled Python and the lock of a run."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".pyc" and path.name != ".lock"
    }


CHANGE = ("--change", "taker: chelem=yes", "--deals", "5")
MINE_TOO = ("--strategies", "mine.py:Mine", "--seed", "1", "-q")
READS = "the command itself reads that file"
OF_RUN = "it is a file of the run in RUN"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("what-if", "deal.json", *CHANGE, "-o", "deal.json"), READS),
        (("what-if", "deal.json", *CHANGE, "-o", "./x/../deal.json"), READS),
        (("what-if", "RUN", "--number", "1", *CHANGE, "-o", "RUN/parts.jsonl"), OF_RUN),
        (("run", "spec.toml", "-o", "mine.py"), READS),
        (("run", "arms.toml", "-o", "mine.py"), READS),
        (("summary", "RUN", "-o", "RUN/summary.json"), OF_RUN),
        (("summary", "RUN", "-o", "RUN/parts/x.json"), OF_RUN),
        (("simulate", "--out", "RUN", "-o", "RUN/manifest.json"), OF_RUN),
        (("simulate", *MINE_TOO, "--save-spec", "mine.py"), READS),
        (("simulate", *MINE_TOO, "-o", "mine.py"), READS),
        (("poignee", *MINE_TOO, "--report", "mine.py"), READS),
        (("match", *MINE_TOO, "-o", "mine.py"), READS),
        (("compare", "random_legal", "mine.py:Mine", "-o", "mine.py"), READS),
        (("tournament", "chavey", "mine.py:Mine", "-o", "mine.py"), READS),
        (("advise", HAND, *MINE_TOO, "-o", "mine.py"), READS),
        (("bid", HAND, *MINE_TOO, "-o", "mine.py"), READS),
    ],
)
def test_what_a_command_reads_is_not_written(
    run: Runner, place: Path, arguments: tuple[str, ...], words: str
) -> None:
    (place / "x").mkdir()
    before = contents(place)
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert words in err
    assert err.splitlines()[-1].startswith("tarotsim: error: ")
    assert contents(place) == before


def test_a_link_to_what_is_read_is_not_written(run: Runner, place: Path) -> None:
    (place / "link.json").symlink_to("deal.json")
    (place / "hard.json").hardlink_to("deal.json")
    for name in ("link.json", "hard.json"):
        code, _, err = run("what-if", "deal.json", *CHANGE, "-o", name)
        assert code == 2
        assert READS in err


def test_another_file_in_the_folder_of_a_run_may_be_written(
    run: Runner, place: Path
) -> None:
    code, _, _ = run("summary", "RUN", "--by", "contract", "-o", "RUN/mine.csv")
    assert code == 0
    assert run("summary", "RUN")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("simulate", "--json", "-o", "x.csv"), "named as CSV, and JSON is asked for"),
        (("simulate", "--csv", "-o", "x.JSON"), "named as JSON, and CSV is asked for"),
        (("simulate", "-o", "x.html"), "named as HTML, and a table as text"),
        (("simulate", "-o", "x.csv.gz"), "named as gzip"),
        (("simulate", "--save-spec", "x.json"), "named as JSON, and TOML"),
        (("poignee", "--report", "x.csv"), "named as CSV, and HTML"),
        (("simulate", "-o", ""), "'--output' / '-o': '' is no path: nothing is in it"),
        (("simulate", "-o", "-"), "for a file write ./-"),
        (("simulate", "-o", "x" * 300), "File name too long"),
        (("simulate", "--save-spec", "x.toml", "--history"), "leave out --history"),
        (("run", "empty.toml"), "empty.toml asks for nothing"),
        (("simulate", "--out", ""), "'--out': '' is no path: nothing is in it"),
        (("simulate", "--save-spec", " "), "is no path: nothing is in it"),
        (("poignee", "--report", ""), "is no path: nothing is in it"),
        (("run", ""), "is no path: nothing is in it"),
        (("merge", "RUN", "", "--out", "x"), "is no path: nothing is in it"),
        (("merge", "RUN", "RUN", "--out", "x"), "RUN is given twice"),
        (("merge", "RUN", "./RUN", "--out", "x"), "RUN is given twice"),
    ],
)
def test_files_that_cannot_be_meant(
    run: Runner, place: Path, arguments: tuple[str, ...], words: str
) -> None:
    before = contents(place)
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert words in err
    assert err.splitlines()[-1].startswith("tarotsim: error: ")
    assert contents(place) == before


@pytest.mark.parametrize("command", [("replay",), ("what-if", *CHANGE)])
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("list.json", "list.json: not the JSON form of a record: an object is needed"),
        ("other.json", "other.json: not the JSON form of a record: the key 'rules' is"),
        ("noise.json", "noise.json is not JSON"),
        ("mine.py", "mine.py is not JSON"),
        ("none.json", "cannot read none.json"),
    ],
)
def test_a_file_that_is_no_record_is_named(
    run: Runner, place: Path, command: tuple[str, ...], name: str, words: str
) -> None:
    assert place.is_dir()
    code, out, err = run(command[0], name, *command[1:])
    assert (code, out) == (2, "")
    assert words in err
    assert "Error" not in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("simulate", "--deals", "1e5"), "'1e5' is no whole number .*write 100000"),
        (("simulate", "--deals=100,000"), "'100,000' is no whole .*write 100000"),
        (("simulate", "--deals", "5.0"), "write 5"),
        (("simulate", "--deals", "5.5"), "'5.5' is no whole number in digits 0 to 9 "),
        (("simulate", "--deals", "\u0663"), "no whole number in digits 0 to 9"),
        (("simulate", "--seed", "9" * 5000), "a number of 5000 signs is too long"),
        (("simulate", "--players", "\u0664"), "no whole number"),
        (("compare", "chavey", "expert", "--half-width", "0,5"), "write 0.5"),
        (("compare", "chavey", "expert", "--half-width", "nan"), "no number in digits"),
        (
            ("compare", "chavey", "expert", "--half-width", "1", "--deals", "500"),
            "counts from 1,000 compared deals on, and there can be 500",
        ),
        (
            ("poignee", "--half-width", "1", "--played", "200"),
            "counts from 1,000 compared deals on, and there can be 800",
        ),
        (("advise", HAND, "--half-width", "1", "--deals", "9"), "there can be 9"),
        (
            ("simulate", "--first", f"{2**63 - 1}", "--deals", "2"),
            "the last deal would be number 9223372036854775808",
        ),
        (("deal", "--number", f"{2**63 - 1}", "--count", "2"), "2..63 - 1"),
        (("simulate", "--by", ","), "cannot read the columns ','"),
        (("simulate", "--by", ""), "cannot read the columns ''"),
        (("check", "random_legal", "--seed", "-1"), "seed must be from 0"),
        (("replay", "none.json", "--players", "5"), "give a file alone"),
        (("replay", "none.json", "--number", "1"), "give a file alone"),
        (("bid", HAND, "pass;pass"), "unknown bid 'pass;pass'; allowed: pass, prise"),
        (("advise", HAND, "--players", "5", "--call", ""), "15 expected"),
        (("poignee", "--seats", "0,0"), "seat 0 is given twice"),
        (("poignee", "--seats", "\u0663"), "cannot read the seats"),
        (("bid", HAND, ","), "cannot read the bids ','"),
        (("bid", HAND, "pass,"), "one behind each comma"),
        (("deal", "--given", "0: trumps=9999"), "whole number, 0 to 22"),
        (("deal", "--given", "0: trumps=" + "9" * 5000), "whole number, 0 to 22"),
        (("deal", "--given", "0: trumps=\u0663"), "cannot read"),
        (("deal", "--given", "\u0663: trumps=1"), "cannot read the condition"),
        (("deal", "--given", "9" * 5000 + ": trumps=1"), "cannot read the condition"),
        (("simulate", "--auction", "\u0663:garde"), "cannot read the auction"),
        (("poignee", "--objective", "match:\u0663"), "unknown objective"),
        (
            (
                *("score", "--contract", "garde", "--points", "49", "--bouts", "2"),
                *("--petit-au-bout", "foo"),
            ),
            "petit_au_bout cannot be 'foo'; allowed: none, attack, defence",
        ),
        (
            (
                "score",
                "--contract",
                "garde",
                "--points",
                "\u0664\u0669",
                "--bouts",
                "2",
            ),
            "cannot read .* points",
        ),
    ],
)
def test_values_that_are_refused(
    run: Runner, arguments: tuple[str, ...], words: str
) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert re.search(words, err), err
    assert err.splitlines()[-1].startswith("tarotsim: error: ")


def test_values_that_are_taken() -> None:
    assert as_whole("100_000") == as_whole(" +100000 ") == as_whole(100000)
    assert as_whole("-3") == -3
    assert as_number("1e-1") == as_number(".1") == as_number(0.1)
    assert as_path("x/y") == Path("x/y")


@pytest.mark.parametrize("reader", [as_whole, as_number])
def test_numbers_that_are_too_long_are_called_so(reader: Callable[[str], Any]) -> None:
    for text in ("3" * 25, "0." + "3" * 23):
        with pytest.raises(typer.BadParameter, match="of 25 signs is too long"):
            reader(text)


def test_every_number_and_path_is_read_with_care() -> None:
    """Options added later are not left to the parser's own readers."""
    readers = {int: as_whole, float: as_number, Path: as_path}
    seen = 0
    for command in app.registered_commands:
        assert command.callback is not None
        hints = get_type_hints(command.callback, include_extras=True)
        for name, hint in hints.items():
            kinds = str(get_args(hint)[:1])
            for kind, reader in readers.items():
                if re.search(rf"\b{kind.__name__}\b", kinds):
                    seen += 1
                    parser = get_args(hint)[1].parser
                    assert parser is reader, (command.callback.__name__, name)
    assert seen > 60


@pytest.mark.parametrize(
    ("arms", "words"),
    [
        ("[arms]\n", "line 1, arms: two arms or more are compared, not 0"),
        ("[arms.a]\n", "two arms or more are compared, not 1"),
        (
            '[arms.a]\nforced = "0: ecart=♠2 ♥3 ♦4"\n[arms.b]\n',
            "line 2, arms.a.forced: 0: ecart=♠2 ♥3 ♦4: 3 cards are given .R4.2.; "
            "allowed: 6 at 4 players",
        ),
        (
            'players = 5\n[arms.a]\nforced = "0: call=21"\n[arms.b]\n',
            "line 3, arms.a.forced: 0: call=21: cannot call 21 .R5.2.",
        ),
        (
            '[arms.a]\nforced = "taker: ecart=♠2 ♥3 ♦4 ♦5 ♦6 ♣R"\n[arms.b]\n',
            "cannot discard a king, ♣R .R4.4.",
        ),
        (
            'auction = "best:garde_sans"\n[arms.b]\n[arms.a]\n'
            'forced = "taker: ecart=♠2 ♥3 ♦4 ♦5 ♦6 ♣2"\n',
            "line 4, arms.a.forced: .*nobody discards in the imposed garde sans",
        ),
        (
            'auction = "1:garde"\n[arms.b]\n[arms.a]\n'
            'forced = "0: ecart=♠2 ♥3 ♦4 ♦5 ♦6 ♣2"\n',
            "this seat never takes in the imposed auction, 1:garde",
        ),
        (
            '[arms.a]\nforced = ["0: card 1=SR", "1: card 2=SR"]\n[arms.b]\n',
            "♠R is forced of seat 0 and of seat 1",
        ),
        ('[arms.a]\nforced = "0: ecart="\n[arms.b]\n', "'ecart=' names no card"),
        (
            '[arms.a]\nforced = "0: card \u0663=SR"\n[arms.b]\n',
            "cannot read the decision",
        ),
    ],
)
def test_arms_are_refused_on_reading(
    run: Runner, tmp_path: Path, arms: str, words: str
) -> None:
    spec = tmp_path / "arms.toml"
    spec.write_text(arms, encoding="utf-8")
    code, out, err = run("run", str(spec))
    assert (code, out) == (2, "")
    assert re.search(words, err), err


def test_a_forced_decision_that_fails_names_file_arm_and_deal(
    run: Runner, tmp_path: Path
) -> None:
    spec = tmp_path / "arms.toml"
    text = 'seed = 1\ndeals = 50\nstrategies = "point_count"\ngiven = "1: bars=Ex"\n'
    text += 'auction = "0:garde"\n[arms.a]\n[arms.b]\nforced = "1: card 2=Ex"\n'
    spec.write_text(text, encoding="utf-8")
    code, out, err = run("run", str(spec), "-q")
    assert (code, out) == (2, "")
    where = rf"{re.escape(str(spec))}: arm b: the forced decision 1: card 2=Ex \(seed 1"
    assert re.search(rf"{where}, deal \d+\): cannot play Ex", err), err


def test_no_threads_are_refused_for_arms(run: Runner, place: Path) -> None:
    assert place.is_dir()
    code, _, err = run("run", "arms.toml", "--threads", "0")
    assert code == 2
    assert "threads must be 1 or more, not 0" in err


@pytest.mark.parametrize("option", [("--out", "x"), ("--workers", "2")])
def test_options_without_use_for_arms_are_named(
    run: Runner, place: Path, option: tuple[str, ...]
) -> None:
    code, _, err = run("run", "arms.toml", *option)
    assert code == 2
    assert f"leave out {option[0]}" in err
    assert not (place / "x").exists()
