"""Arms in a spec: read with key and line, played, and written by the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tarotsim import TarotError, run_experiment
from tarotsim.cli import main
from tarotsim.studies.arms import Arm, force_poignee, run_arms, study_arms

GOOD = """seed = 3
deals = 60
strategies = "point_count"
auction = "0:garde_sans"
given = "0: trumps=10"

[arms.silent]
forced = "0: poignee=none"

[arms.shown]
forced = ["0: poignee=highest hides=low"]

[arms.other]
strategies = {1 = "random_legal"}
auction = "0:garde"
"""


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    file = tmp_path / "arms.toml"
    file.write_text(GOOD, encoding="utf-8")
    return file


def test_it_is_the_study_of_the_same_arms(spec: Path) -> None:
    arms = {
        "silent": Arm((force_poignee(0, None),)),
        "shown": Arm((force_poignee(0, "highest", "low"),)),
        "other": Arm(strategies={1: "random_legal"}, auction="0:garde"),
    }
    same = study_arms(
        arms,
        60,
        strategies="point_count",
        seed=3,
        auction="0:garde_sans",
        given="0: trumps=10",
    )
    assert run_arms(spec).to_json() == same.to_json()


@pytest.mark.parametrize("form", ["--json", "--csv", "-q"])
def test_the_command_plays_it(
    spec: Path, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["run", str(spec), form])
    assert not ended.value.code
    printed = capsys.readouterr().out
    if form == "--json":
        assert set(json.loads(printed)["arms"]) == {"silent", "shown", "other"}
    else:
        assert "shown" in printed
        assert "silent" in printed


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("highest", "highst", "line 11, arms.shown.forced: unknown poignée 'highst'"),
        ("0: poignee=none", "4: poignee=none", "line 8, arms.silent.forced: seat 4"),
        ("{1 =", "{7 =", "line 14, arms.other.strategies: 7 = 'random_legal' is no"),
        ("random_legal", "randm", "line 14, arms.other.strategies: .*randm"),
        ('"0:garde"', '"9:garde"', "line 15, arms.other.auction: seat 9 is not"),
        ('"0:garde"', "3", "line 15, arms.other.auction: must be a text"),
        ('auction = "0:garde"\n', "color = 3\n", "line 15, arms.other.color: unknown"),
        ("deals = 60", "played = 60", "line 2, played: has no use with arms"),
        ("[arms.silent]", "[output]\nby = []\n[arms.silent]", "output: has no use"),
    ],
)
def test_a_wrong_arm_is_refused_with_key_and_line(
    old: str, new: str, message: str, spec: Path
) -> None:
    assert old in GOOD
    spec.write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(TarotError, match=message):
        run_arms(spec)


def test_one_arm_is_not_enough(spec: Path) -> None:
    spec.write_text("[arms.a]\n", encoding="utf-8")
    with pytest.raises(TarotError, match="two arms or more"):
        run_arms(spec)


def test_each_kind_of_spec_has_its_own_door(spec: Path) -> None:
    with pytest.raises(TarotError, match="has arms"):
        run_experiment(spec)
    spec.write_text("seed = 1\n", encoding="utf-8")
    with pytest.raises(TarotError, match="has no arms"):
        run_arms(spec)


def test_what_arms_cannot_have_is_refused(
    spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["run", str(spec), "--out", str(tmp_path / "rows")])
    assert ended.value.code == 2
    assert (
        "keeps no rows and is played by threads alone: leave out --out"
        in capsys.readouterr().err
    )
    assert not (tmp_path / "rows").exists()
