"""Every case of the data files, and the runner itself."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
RUNNER = CHECKOUT / "tests" / "conformance.py"
DATA = CHECKOUT / "tests" / "data"

Doctor = Callable[[dict[str, Any]], None]


def test_case(conformance: Any, case: Any) -> None:
    assert conformance.check(case) == []


def test_the_data_files_are_all_read(conformance: Any) -> None:
    counts = {
        name: conformance.run_file(DATA / name)
        for name in ("scoring.csv", "play.md", "replays.md")
    }
    assert counts == {
        "scoring.csv": (63, []),
        "play.md": (42, []),
        "replays.md": (275, []),
    }


def _put(*path: Any, value: Any) -> Doctor:
    """Return a change of one field, however deep."""

    def doctor(fields: dict[str, Any]) -> None:
        target: Any = fields
        for key in path[:-1]:
            target = target[key]
        target[path[-1]] = value

    return doctor


WRONG: list[tuple[str, Doctor]] = [
    ("P01", _put("legal", value=["HR", "H2"])),
    ("P01", _put("legal", value=["HR", "H2", "EX", "S3"])),
    ("P10", _put("legal", value=["S3", "CR"])),
    ("P16", _put("legal", value=["HR", "H5", "S2", "T3", "EX"])),
    ("P17", _put("legal", value=["D3"])),
    ("P13", _put("winner", value=1)),
    ("P14", _put("winner", value=0)),
    ("P24", _put("winner", value=2)),
    ("P24", _put("leader_camp_won_all_previous", value=False)),
    ("P24", _put("last_trick", value=False)),
    ("P19", _put("owner", value="defence")),
    ("P19", _put("low_card_from", value=None)),
    ("P20", _put("low_card_from", value="defence")),
    ("P22", _put("owner", value="attack")),
    ("P23", _put("low_card_from", value="attack")),
    ("P42", _put("slam_by", value=None)),
    ("P25", _put("tries", 0, "ok", value=False)),
    ("P25", _put("tries", 0, "shown", value=["T3"])),
    ("P25", _put("tries", 0, "shown", value=[])),
    ("P25", _put("tries", 1, "ok", value=True)),
    ("P25", _put("tries", 2, "ok", value=True)),
    ("P26", _put("tries", 2, "ok", value=True)),
    ("P27", _put("options", value={"simple": "no-excuse"})),
    ("P27", _put("options", "double", value="no-excuse")),
    ("P28", _put("options", "simple", value="with-excuse")),
    ("P28", _put("options", "double", value="with-excuse")),
    ("P29", _put("trumps", value=8)),
    ("P30", _put("shown_ecart", value=0)),
    ("P30", _put("players", value=3)),
    *(
        ("P31", _put("tries", index, "petit_sec", value=wrong))
        for index, wrong in enumerate([False, True, True, True, True])
    ),
    ("P32", _put("next_dealer", value=2)),
    ("P33", _put("next_dealer", value=4)),
    ("P34", _put("to_act", value=1)),
    ("P34", _put("allowed", value=["pass", "garde_contre"])),
    ("P34", _put("allowed", value=["pass", "garde", "garde_sans", "garde_contre"])),
    ("P34", _put("sequence", value=["pass", "garde", "prise"])),
    ("P34", _put("sequence", value=["pass", "prise", "garde", "pass"])),
    ("P35", _put("result", value="defence")),
    ("P35", _put("result", value="none")),
    ("P35", _put("petit_in_trick", value="last_but_one")),
    ("P35", _put("petit_in_trick", value="earlier")),
    ("P36", _put("result", value="defence")),
    ("P37", _put("alone", value=False)),
    ("P37", _put("where", value="partner")),
    *(
        ("P38", _put("tries", index, "ranks", value=wrong))
        for index, wrong in enumerate([["R", "D"], ["R"], ["R", "D"], ["R", "D", "C"]])
    ),
    ("S01", _put("expected_scores", value="315;-105;-105;-105")),
    ("S01", _put("expected_scores", value="-106;318;-106;-106")),
    ("S52", _put("expected_scores", value="92;-46;46;-46;-46")),
    ("S05", _put("chelem", value="unannounced_made")),
    ("S12", _put("alone", value="0")),
    ("S30", _put("poignees", value="simple:attack")),
    ("S36", _put("petit_au_bout", value="none")),
    ("P39", _put("expect", "partner", value=1)),
    ("P39", _put("expect", "winners", 17, value=1)),
    ("P39", _put("expect", "attack_half_points", value=71)),
    ("P39", _put("expect", "bouts", value=1)),
    ("P39", _put("expect", "petit_au_bout", value="attack")),
    ("P39", _put("expect", "chelem", value="unannounced_made")),
    ("P39", _put("expect", "scores_by_seat", value=[62, 62, -186, 63])),
    ("P39", _put("expect", value={})),
    ("P39", _put("expect", "mood", value="good")),
    ("P39", _put("ecart", value=["S9", "SV", "H2", "H8", "DD"])),
    ("P39", _put("ecart", value=["S9", "SV", "H2", "H8", "DD", "T5"])),
    ("P39", _put("ecart", value=[])),
    ("P39", _put("contract", value="garde_sans")),
    ("P39", _put("called", value="HR")),
    ("P39", _put("dealer", value=2)),
    ("P39", _put("taker", value=1)),
    ("P39", _put("chien", 0, value="SV")),
    ("P39", _put("announced_slam", value=True)),
    ("P39", _put("poignees", value=[{"seat": 2, "level": "simple"}])),
    ("P39", _put("tricks", 0, value=["SR", "SD", "SV", "S2"])),
    ("P39", _put("tricks", 17, value=["S1", "D4", "C7"])),
    ("P39", _put("bids", value=["pass", "pass", "prise", "pass"])),
    ("P39", _put("bids", value=["pass", "garde", "pass", "pass"])),
    ("P39", _put("bids", value=["pass", "pass", "garde", "garde"])),
    ("P39", _put("bids", value=[[1, "pass"], [2, "garde"]])),
    ("P40", _put("called", value=None)),
    ("P40", _put("called", value="HD")),
    ("G0001", _put("poignees", value=[])),
    ("G0001", _put("poignees", 0, "level", value="double")),
    ("G0001", _put("poignees", 0, "seat", value=2)),
    ("G0001", _put("poignees", 0, "shown", 0, value="T17")),
    ("G0001", _put("announced_slam", value=False)),
]


@pytest.mark.parametrize(
    ("name", "doctor"), WRONG, ids=[f"{i}-{name}" for i, (name, _) in enumerate(WRONG)]
)
def test_a_doctored_case_fails(
    conformance: Any, cases: dict[str, Any], name: str, doctor: Doctor
) -> None:
    sound = cases[name]
    fields = json.loads(json.dumps(dict(sound.fields)))
    doctor(fields)
    assert fields != sound.fields
    assert conformance.check(sound) == []
    assert conformance.check(type(sound)(sound.line, fields)) != []


def test_every_kind_is_doctored(conformance: Any, cases: dict[str, Any]) -> None:
    assert {cases[name].kind for name, _ in WRONG} == {*conformance.KINDS, "score"}


@pytest.mark.parametrize("kind", ["legal", "winner", "excuse", "ecart", "poignee"])
@pytest.mark.parametrize("fields", [{}, {"players": 4}, {"tries": []}])
def test_a_case_that_says_nothing_fails(
    conformance: Any, kind: str, fields: dict[str, Any]
) -> None:
    case = conformance.Case(1, {"kind": kind, **fields})
    assert conformance.check(case) != []


RIGHT: list[dict[str, Any]] = [
    # An Excuse that opens the first trick leaves the second player free (R5.7, D6).
    {
        "kind": "legal",
        "players": 5,
        "first_trick": True,
        "called": "HD",
        "table": ["EX"],
        "hand": ["HR", "HD", "S2"],
        "legal": ["HR", "HD", "S2"],
    },
    {
        "kind": "legal",
        "players": 5,
        "first_trick": True,
        "called": "HD",
        "table": ["EX"],
        "hand": ["HR", "HD", "S2"],
        "legal": ["HD", "S2"],
        "rules": {"D6": "barred"},
    },
    {
        "kind": "excuse",
        "players": 5,
        "last_trick": True,
        "played_by": "attack",
        "trick_won_by": "attack",
        "owner": "attack",
        "low_card_from": None,
        "options": {"D1": "follows_winner"},
    },
    # `rules` may also be a list of rule numbers.
    {
        "kind": "next_dealer",
        "players": 5,
        "dealer": 4,
        "event": "played",
        "next_dealer": 0,
        "rules": "R1.6",
    },
    {
        "kind": "next_dealer",
        "players": 3,
        "dealer": 1,
        "event": "misdeal",
        "next_dealer": 1,
    },
    {"kind": "bids", "players": 3, "dealer": 0, "sequence": ["garde_contre"]}
    | {"to_act": 2, "allowed": ["pass"]},
    {"kind": "bids", "players": 3, "dealer": 2, "sequence": [[0, "passe"]]}
    | {"to_act": 1}
    | {"allowed": ["pass", "prise", "garde", "garde sans", "garde contre"]},
    {"kind": "bids", "players": 3, "dealer": 2, "sequence": ["pass"] * 3}
    | {"to_act": None, "allowed": []},
    {"kind": "alone", "called": "DR", "where": "taker's hand", "alone": True},
    {"kind": "alone", "called": "DR", "where": "own hand", "alone": True},
    {"kind": "alone", "called": "DD", "where": "opponent", "alone": False},
    {"kind": "alone", "called": "DR", "where": "hand of a defender", "alone": False},
    {"kind": "alone", "called": "DR", "where": "the taker's own hand", "alone": True},
    {"kind": "alone", "called": "DR", "where": "seat 3", "alone": False},
    {"kind": "alone", "called": "DR", "where": "seat 3", "taker": 3, "alone": True},
    # A trick that is not full yet has a winner so far.
    {"kind": "winner", "table": ["EX", "S3"], "winner": 1},
    {"kind": "excuse", "players": 5, "last_trick": False, "played_by": "partner"}
    | {"trick_won_by": "taker", "owner": "attack", "low_card_from": None},
    {"kind": "excuse", "last_trick": True, "played_by": "defender"}
    | {"trick_won_by": "defender", "owner": "taker", "low_card_from": "taker"},
    {"kind": "call", "kings": 4, "dames": 4, "cavaliers": 1, "ranks": ["C", "D", "R"]},
    {"kind": "poignee", "players": 5, "trumps": 6, "excuse": True, "shown_ecart": 1}
    | {"options": {"simple": "with-excuse"}},
    {"kind": "poignee", "trumps": 11, "excuse": False}
    | {"rules": {"D4": "forbidden"}, "options": {"simple": "no-excuse"}},
    {"kind": "poignee", "trumps": 3, "excuse": True, "options": {}},
]
PETIT: list[tuple[dict[str, Any], str | None]] = [
    ({"petit_in_trick": "last_but_one", "slam_by": "attack"}, "attack"),
    ({"petit_in_trick": "penultimate", "slam_by": "defence"}, "defence"),
    ({"petit_in_trick": "last but one", "slam_by": None}, None),
    ({"petit_in_trick": 17, "slam_by": "attack"}, "attack"),
    ({"petit_in_trick": 16, "slam_by": "attack"}, None),
    ({"petit_in_trick": 18, "slam_by": "attack"}, "attack"),
    ({"petit_in_trick": 17, "slam_by": "attack", "excuse_wins_last": False}, None),
    ({"petit_in_trick": 17, "slam_by": "attack", "ended_by_excuse": True}, "attack"),
    ({"petit_in_trick": 17, "slam_by": None, "excuse_led_last": True}, None),
    ({"petit_in_trick": 14, "players": 5, "slam_by": "attack"}, "attack"),
    ({"petit_in_trick": 24, "players": 3, "trick_won_by": "defence"}, "defence"),
    ({"petit_in_trick": "earlier", "slam_by": "attack"}, None),
    ({"petit_in_trick": "ecart", "slam_by": "attack"}, None),
]


@pytest.mark.parametrize("fields", RIGHT)
def test_fields_may_be_missing_or_spelt_otherwise(
    conformance: Any, fields: dict[str, Any]
) -> None:
    assert conformance.check(conformance.Case(1, fields)) == []


@pytest.mark.parametrize(("fields", "result"), PETIT)
def test_r11_4_cases_of_the_petit(
    conformance: Any, fields: dict[str, Any], result: str | None
) -> None:
    case = {"kind": "petit_au_bout", "petit_played_by": "defence", **fields}
    right = conformance.Case(1, {**case, "result": result})
    wrong = conformance.Case(1, {**case, "result": "defence" if not result else None})
    assert conformance.check(right) == []
    assert conformance.check(wrong) != []


def test_a_replay_may_bring_its_bids(conformance: Any, cases: dict[str, Any]) -> None:
    for bids in (
        ["prise", "pass", "garde", "pass"],
        ["prise", "pass", "garde"],
        [[0, "prise"], [1, "pass"], [2, "garde"], [3, "pass"]],
        [{"seat": s, "bid": b} for s, b in enumerate(["pass", "prise", "garde"])],
    ):
        case = conformance.Case(1, {**cases["P39"].fields, "bids": bids})
        assert conformance.check(case) == []


def test_d8_a_replay_may_name_either_slam(
    conformance: Any, cases: dict[str, Any]
) -> None:
    lost = next(
        case
        for case in cases.values()
        if case.kind == "replay"
        and case.fields["expect"]["chelem"] == "defence_made"
        and case.fields["dealer"] == (case.fields["taker"] - 1) % case.fields["players"]
    )
    fields = json.loads(json.dumps(dict(lost.fields)))
    fields["announced_slam"] = True
    for name in ("announced_failed", "defence_made", "announced_failed_defence_made"):
        fields["expect"] = {"chelem": name}
        assert conformance.check(conformance.Case(1, fields)) == []
    fields["expect"] = {"chelem": "none"}
    assert conformance.check(conformance.Case(1, fields)) != []


# -- the command --------------------------------------------------------------------

GOOD = '{"id":"good","kind":"winner","table":["S5","SR","T1","HR"],"winner":2}'
BAD = '{"id":"bad","kind":"winner","table":["S5","SR","T1","HR"],"winner":1}'


def _run(conformance: Any, capsys: Any, *arguments: Path) -> tuple[int, list[str]]:
    code = conformance.main([str(argument) for argument in arguments])
    return code, capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("text", "last", "expected_code"),
    [
        (GOOD, "1 passed, 0 failed", 0),
        (f"# A title\n\n```json\n{GOOD}\n```\n{GOOD}\n", "2 passed, 0 failed", 0),
        (f"```json\n{GOOD}\n{GOOD}\n```", "2 passed, 0 failed", 0),
        (f"\ufeff{GOOD}\r\n{GOOD}\r\n", "2 passed, 0 failed", 0),
        (f"{GOOD}\n{BAD}", "1 passed, 1 failed", 1),
        (f'{GOOD}\n{{"kind":"bogus"}}', "1 passed, 1 failed", 1),
        (f'{GOOD}\n{{"id":"X1"}}', "1 passed, 1 failed", 1),
        (f"{GOOD}\n{{broken", "1 passed, 1 failed", 1),
        (f"```json\n{GOOD}\nbroken\n```", "1 passed, 1 failed", 1),
        ("```json\n[1]\n```", "0 passed, 1 failed", 1),
        ("# Nothing here\n\nNo case.\n", "0 passed, 0 failed", 1),
        ("", "0 passed, 0 failed", 1),
    ],
)
def test_exit_code_and_last_line(
    conformance: Any,
    capsys: Any,
    tmp_path: Path,
    text: str,
    last: str,
    expected_code: int,
) -> None:
    path = tmp_path / "cases.md"
    path.write_bytes(text.encode())
    code, lines = _run(conformance, capsys, path)
    assert (code, lines[-1]) == (expected_code, last)


def test_a_failing_case_is_told_in_words(
    conformance: Any, capsys: Any, tmp_path: Path
) -> None:
    path = tmp_path / "cases.md"
    path.write_text(f'{GOOD}\n{BAD}\n{{"id":"odd","kind":"bogus"}}\n{{"id":', "utf-8")
    _, lines = _run(conformance, capsys, path)
    assert lines[0] == f"FAIL {path}:2 bad (winner): expected winner 1, got 2"
    assert lines[1].startswith(f"FAIL {path}:3 odd (bogus): unknown kind 'bogus'")
    assert lines[2].startswith(f"FAIL {path}:4 line 4 (?): not JSON")
    assert lines[3] == "1 passed, 3 failed"


def test_files_are_added_up(conformance: Any, capsys: Any, tmp_path: Path) -> None:
    first, second, empty = (tmp_path / name for name in ("a.md", "b.md", "c.md"))
    first.write_text(GOOD, "utf-8")
    second.write_text(f"{GOOD}\n{BAD}", "utf-8")
    empty.write_text("", "utf-8")
    code, lines = _run(conformance, capsys, first, second, DATA / "scoring.csv")
    assert (code, lines[-1]) == (1, "65 passed, 1 failed")
    code, lines = _run(conformance, capsys, first, empty)
    assert (code, lines[-1]) == (1, "1 passed, 0 failed")
    assert lines[0] == f"FAIL {empty}: the file holds no case"


def test_a_table_needs_no_free_text(
    conformance: Any, capsys: Any, tmp_path: Path
) -> None:
    kept = ["players", "contract", "alone", "taker_half_points", "bouts", "poignees"]
    kept += ["petit_au_bout", "chelem", "expected_scores"]
    with (DATA / "scoring.csv").open(encoding="utf-8", newline="") as source:
        rows = [{key: row[key] for key in kept} for row in csv.DictReader(source)]
    for name in ("bare.csv", "bare.txt"):
        path = tmp_path / name
        with path.open("w", encoding="utf-8", newline="") as target:
            writer = csv.DictWriter(target, kept)
            writer.writeheader()
            writer.writerows(rows)
        code, lines = _run(conformance, capsys, path)
        assert (code, lines) == (0, ["63 passed, 0 failed"])


def test_a_table_of_exact_values(conformance: Any, capsys: Any, tmp_path: Path) -> None:
    code, lines = _run(conformance, capsys, DATA / "probabilities.csv")
    assert (code, lines) == (0, ["388 passed, 0 failed"])
    path = tmp_path / "values.txt"
    path.write_text(
        "quantity,players,condition,value_fraction\n"
        "chien_kings_exactly_4,4,unconditional,1/95095\n"
        "chien_bouts_exactly_1,4,given own hand holds 2 bouts,1/10\n"
        "chien_kings_exactly_4,4,,1/95094\n"
        "chien_kings_exactly_4,6,,1/95095\n"
        "chien_kings_exactly_4,4,,one in ten\n"
        "chien_kinks_exactly_4,4,,1/95095\n",
        "utf-8",
    )
    code, lines = _run(conformance, capsys, path)
    assert (code, lines[-1]) == (1, "2 passed, 4 failed")
    told = "expected value 1/95094, got 1/95095"
    assert lines[0] == f"FAIL {path}:4 line 4 (value): {told}"


def test_a_wrong_row_of_a_table_is_told(
    conformance: Any, capsys: Any, tmp_path: Path
) -> None:
    path = tmp_path / "table.csv"
    path.write_text(
        "players,contract,taker_half_points,bouts,expected_scores\n"
        "4,garde,98,2,198;-66;-66;-66\n"
        "4,garde,98,2,198;-66;-66;-65\n"
        "4,garde,98,4,198;-66;-66;-66\n"
        "4,coinche,98,2,198;-66;-66;-66\n"
        "7,garde,98,2,198;-66;-66;-66\n"
        "4,garde,98,2,198;-66;-66;-66,surplus\n"
        "4,garde,98\n",
        "utf-8",
    )
    code, lines = _run(conformance, capsys, path)
    assert (code, lines[-1]) == (1, "1 passed, 6 failed")
    assert lines[0] == (
        f"FAIL {path}:3 line 3 (score): "
        "expected scores 198 -66 -66 -65, got 198 -66 -66 -66"
    )
    only_headings = tmp_path / "empty.csv"
    only_headings.write_text("players,contract\n", "utf-8")
    assert _run(conformance, capsys, only_headings)[0] == 1


def test_unreadable_files_and_bad_commands(
    conformance: Any, capsys: Any, tmp_path: Path
) -> None:
    latin = tmp_path / "latin.md"
    latin.write_bytes(GOOD.encode() + b"\xe9")
    for path in (tmp_path / "missing.md", tmp_path, latin):
        assert conformance.main([str(path)]) == 2
        assert capsys.readouterr().err.startswith(f"cannot read {path}: ")
    with pytest.raises(SystemExit) as leaving:
        conformance.main([])
    assert leaving.value.code == 2


@pytest.mark.parametrize("isolated", [False, True])
def test_it_runs_from_anywhere(tmp_path: Path, isolated: bool) -> None:
    # -I and -S leave the standard library alone: the checkout has to be enough.
    command = [
        sys.executable,
        *(["-I", "-S"] if isolated else []),
        str(RUNNER),
        str(DATA / "play.md"),
    ]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "42 passed, 0 failed\n")
