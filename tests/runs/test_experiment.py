"""A run as a file: written, read, refused with the key and the line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tarotsim import merge_runs, open_run, run_experiment, simulate
from tarotsim.runs.experiment import SpecError, read_experiment
from tarotsim.runs.experiment_text import format_experiment, save_experiment
from tarotsim.runs.folder import FolderError
from tarotsim.runs.folder_writing import FolderWriter
from tarotsim.runs.identity import identity_of
from tarotsim.runs.run import plan_run

GOOD = """# A comment.
players = 5
seed = 7
deals = 300
strategies = [
    "random_legal", "point_count(garde=50)", "random_legal",
    "random_legal", "mine.py:Mine",
]
auction = "best:garde"

[rules]
D1 = "follows_winner"

[output]
folder = "rows"
history = true
by = ["contract", "won"]
"""
MINE = "class Mine:\n    def bid(self, view):\n        return view.legal[0]\n"


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    file = tmp_path / "experiment.toml"
    file.write_text(GOOD, encoding="utf-8")
    return file


def test_a_spec_is_the_same_as_its_arguments(spec: Path) -> None:
    results = run_experiment(spec)
    given: dict[str, Any] = {
        "players": 5,
        "seed": 7,
        "strategies": [
            "random_legal",
            "point_count(garde=50)",
            "random_legal",
            "random_legal",
            f"{spec.parent / 'mine.py'}:Mine",
        ],
        "auction": "best:garde",
        "rules": {"D1": "follows_winner"},
    }
    expected = simulate(300, **given)
    assert results.to_pandas().equals(expected.to_pandas())
    assert results.folder is not None
    assert results.folder.path == spec.parent / "rows"
    assert results.summary(["contract", "won"]).groups


def test_a_folder_holds_its_spec_and_gives_the_same_bytes_again(spec: Path) -> None:
    run_experiment(spec)
    rows, again = spec.parent / "rows", spec.parent / "again"
    # Neither the first spec nor its strategy is needed any more.
    spec.unlink()
    (spec.parent / "mine.py").unlink()
    run_experiment(rows / "experiment.toml", out=again)
    for name in ("summary.json", "manifest.json", "experiment.toml"):
        assert (rows / name).read_bytes() == (again / name).read_bytes()
    # In its own place the spec finds everything done.
    before = sorted(p.name for p in (rows / "parts").iterdir())
    run_experiment(rows / "experiment.toml")
    assert sorted(p.name for p in (rows / "parts").iterdir()) == before


def test_a_summary_stands_for_a_whole_run_only(tmp_path: Path) -> None:
    simulate(100, seed=1, out=tmp_path)
    whole = (tmp_path / "summary.json").read_bytes()
    simulate(200, seed=1, out=tmp_path)
    assert (tmp_path / "summary.json").read_bytes() != whole


def test_what_is_written_is_read(tmp_path: Path) -> None:
    run = plan_run(
        played=40,
        players=3,
        seed=2,
        strategies=["random_legal(p_pass=20)", "point_count", "poignee_never"],
        auction="1:garde_sans",
        given=["2: trumps>=8, holds=Ex", "chien: kings=0"],
        rules={"D1": "follows_winner"},
        first=8,
    )
    file = tmp_path / "a.toml"
    save_experiment(file, run, out=tmp_path / "x" / "y", history=True, by=["taker"])
    found = read_experiment(file)
    assert found.played == 40
    assert found.deals is None
    assert found.folder == tmp_path / "x" / "y"
    assert found.history
    assert found.by == ("taker",)
    again = plan_run(
        played=found.played,
        players=found.players,
        seed=found.seed,
        strategies=list(found.strategies),
        auction=found.auction,
        given=found.given,
        rules=found.rules,
        first=found.first,
    )
    assert format_experiment(again) == format_experiment(run)
    assert identity_of(again) == identity_of(run)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("players = 5", "players = 6", "line 2, players: tarot is played by 3, 4 or 5"),
        ("players = 5", "players = true", "line 2, players: must be a whole number"),
        ("seed = 7", "seed = -1", "line 3, seed: must be a whole number"),
        ("seed = 7", 'seed = "x"', "line 3, seed: must be a whole number.*'x'"),
        ("seed = 7", "seed = 9223372036854775808", "line 3, seed: "),
        ("deals = 300", "deals = 0", "line 4, deals: must be a whole number, 1 or"),
        ("deals = 300", "deals = 3\nplayed = 2", "line 5, played: give either"),
        ("deals = 300", "deal = 3", "line 4, deal: unknown key; did you mean deals?"),
        ("(garde=50)", "(grade=50)", "line 5, strategies: .*did you mean garde"),
        ('"random_legal",', '"random_leagl",', "line 5, strategies: unknown strategy"),
        ('"random_legal", "point', '"point', "line 5, strategies: 4 are given for 5"),
        ("mine.py:Mine", "mine.py:Yours", "line 5, strategies: .*no 'Yours'"),
        ("mine.py:Mine", "../mine.py:Mine", "line 5, strategies: .*leads out of"),
        ("mine.py:Mine", "/mine.py:Mine", "line 5, strategies: .*leads out of"),
        ("mine.py:Mine", "C:\\\\mine.py:Mine", "line 5, strategies: .*leads out of"),
        (
            "mine.py:Mine",
            "external(command='true')",
            "line 5, strategies: a spec starts no program",
        ),
        ("mine.py:Mine", "os:getcwd", "line 5, strategies: os:getcwd is no strategy"),
        (
            "mine.py:Mine",
            "subprocess:Popen(args='true')",
            "line 5, strategies: subprocess:Popen is no strategy",
        ),
        ("best:garde", "best:gard", "line 9, auction: cannot read the auction"),
        ('"best:garde"', "3", "line 9, auction: must be a text, not 3"),
        ("follows_winner", "follows", "line 12, rules.D1: rule option D1 cannot be"),
        ('"follows_winner"', "1", "line 12, rules.D1: must be the name of a value"),
        ("D1 =", "D99 =", "line 12, rules.D99: unknown rule option"),
        ("[rules]\nD1 =", "rules =", "line 11, rules: must be a table"),
        ('"rows"', '"../rows"', "line 15, output.folder: .*leads out of"),
        ('"rows"', '"/rows"', "line 15, output.folder: .*leads out of"),
        ('"rows"', '"a/../../b"', "line 15, output.folder: .*leads out of"),
        ('"rows"', '"."', "line 15, output.folder: give the rows a folder of their"),
        ('"rows"', '"a\\u0000b"', "line 15, output.folder: .* is no path"),
        ("mine.py:Mine", "a\\u0000b.py:Mine", "line 5, strategies: .* is no path"),
        ('D1 = "follows_winner"', 'players = "4"', "line 12, rules.players: there is"),
        (
            'D1 = "follows_winner"',
            'D1 = "follows_winner"\nexcuse_last_trick = "follows_winner"',
            "line 13, rules.excuse_last_trick: rule option .* is given twice",
        ),
        ('"rows"', "3", "line 15, output.folder: must be a text"),
        ('folder = "rows"\n', "", "line 15, output.history: only counts with a folder"),
        ("history = true", 'history = "yes"', "line 16, output.history: must be true"),
        ("history", "histroy", "line 16, output.histroy: unknown key; did you mean"),
        ('"won"', '"suit"', "line 17, output.by: there is no column 'suit'"),
        ("seed = 7", "results_revision = 99", "line 3, results_revision: made for"),
        ("seed = 7", "seed =", "is not TOML: .*line 3"),
        ("seed = 7", 'arms = ["a"]', r"line 3, arms: must be tables, \[arms\.NAME\]"),
        ("best:garde", "5:garde", "line 9, auction: seat 5 is not at a table of 5"),
        ("history = true", "part_deals = 9999999", "line 16, output.part_deals: the"),
        ("seed = 7", "given = 1", "line 3, given: must be a text or a list of texts"),
        ("seed = 7", 'given = "2: trump=3"', "line 3, given: 2: unknown 'trump'"),
        ("seed = 7", 'given = ["5: kings=1"]', "line 3, given: seat 5 is not at a"),
    ],
)
def test_a_wrong_spec_is_refused_with_key_and_line(
    old: str, new: str, message: str, spec: Path
) -> None:
    assert old in GOOD
    spec.write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    before = set(spec.parent.iterdir())
    with pytest.raises(SpecError, match=message):
        run_experiment(spec)
    assert set(spec.parent.iterdir()) - before <= {spec.parent / "__pycache__"}


def test_keys_are_found_on_their_line_whatever_stands_around(spec: Path) -> None:
    text = 'auction = """\nseed = 1\n"""\n\n"seed" = -3\n'
    spec.write_text(text, encoding="utf-8")
    with pytest.raises(SpecError, match="line 5, seed"):
        read_experiment(spec)
    spec.write_text("output.folder = '..'\n", encoding="utf-8")
    with pytest.raises(SpecError, match=r"line 1, output\.folder"):
        read_experiment(spec)


def test_a_link_does_not_lead_out(spec: Path, tmp_path_factory: Any) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (spec.parent / "rows").symlink_to(outside)
    with pytest.raises(SpecError, match=r"output\.folder: .*leads out of"):
        run_experiment(spec)


def test_a_file_that_is_no_spec_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="cannot read"):
        read_experiment(tmp_path / "none.toml")
    (tmp_path / "a.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(SpecError, match="not text in UTF-8"):
        read_experiment(tmp_path / "a.toml")


def test_a_strategy_outside_the_folder_cannot_be_saved(
    spec: Path, tmp_path_factory: Any
) -> None:
    other = tmp_path_factory.mktemp("other") / "a.toml"
    run = plan_run(10, strategies=f"{spec.parent / 'mine.py'}:Mine", seed=1)
    with pytest.raises(SpecError, match="paths of a spec stay inside"):
        save_experiment(other, run)
    with pytest.raises(SpecError, match="no text form"):
        save_experiment(other, plan_run(10, strategies=type("A", (), {"bid": max})))
    assert not other.exists()


# -- several folders -----------------------------------------------------------------


def test_parts_of_a_run_come_together(tmp_path: Path) -> None:
    given: dict[str, Any] = {"seed": 3, "strategies": "random_legal"}
    folders = [tmp_path / name for name in "abc"]
    for folder, first in zip(folders, (200, 0, 100), strict=True):
        simulate(100, first=first, out=folder, **given)
    merged = merge_runs(folders, tmp_path / "all")
    whole = simulate(300, out=tmp_path / "whole", **given)
    assert merged.to_pandas().equals(whole.to_pandas())
    for name in ("manifest.json", "summary.json", "experiment.toml"):
        one, two = (tmp_path / folder / name for folder in ("all", "whole"))
        assert one.read_bytes() == two.read_bytes()
    assert not isinstance(merged.folder, FolderWriter)
    # Again changes nothing, and the run goes on from there.
    assert len(merge_runs(folders, tmp_path / "all")) == 300
    assert len(simulate(400, out=tmp_path / "all", **given)) == 400


def test_gaps_are_filled_by_the_run(tmp_path: Path) -> None:
    given: dict[str, Any] = {"seed": 3, "strategies": "random_legal"}
    simulate(50, first=0, out=tmp_path / "a", **given)
    simulate(50, first=90, out=tmp_path / "b", **given)
    merged = merge_runs([tmp_path / "a", tmp_path / "b"], tmp_path / "all")
    assert len(merged) == 100
    assert merged.header()["interrupted"]
    assert not (tmp_path / "all" / "summary.json").exists()
    filled = simulate(140, out=tmp_path / "all", **given)
    assert filled.to_pandas()["deal"].tolist() == list(range(140))


def test_a_merged_run_is_whole_only_if_its_parts_are(tmp_path: Path) -> None:
    given: dict[str, Any] = {"seed": 3, "strategies": "random_legal", "part_deals": 50}
    given["threads"] = 1
    simulate(150, out=tmp_path / "a", **given)
    simulate(150, first=150, out=tmp_path / "b", **given)
    # As if it had been killed: the last part is not there.
    journal = tmp_path / "b" / "parts.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:-1]))
    merged = merge_runs([tmp_path / "a", tmp_path / "b"], tmp_path / "all")
    assert merged.header()["interrupted"]
    assert "deals 250 to 299 are missing" in repr(merged)
    assert not (tmp_path / "all" / "summary.json").exists()
    again = run_experiment(tmp_path / "all" / "experiment.toml")
    assert len(again) == 300
    assert (tmp_path / "all" / "summary.json").exists()


def test_a_merged_run_keeps_the_files_of_its_strategies(spec: Path) -> None:
    text = spec.read_text(encoding="utf-8")
    run_experiment(spec)
    spec.write_text("first = 300\n" + text.replace('"rows"', '"more"'), "utf-8")
    run_experiment(spec)
    base = spec.parent
    merge_runs([base / "rows", base / "more"], base / "all")
    spec.unlink()
    (base / "mine.py").unlink()
    found = read_experiment(base / "all" / "experiment.toml")
    assert (found.first, found.deals) == (0, 600)
    assert len(run_experiment(base / "all" / "experiment.toml")) == 600


def test_runs_for_played_deals_are_merged_when_they_are_whole(tmp_path: Path) -> None:
    one, two = tmp_path / "a", tmp_path / "b"
    first = simulate(played=60, seed=3, out=one, part_deals=64)
    simulate(played=40, first=len(first), seed=3, out=two, part_deals=64)
    merged = merge_runs([one, two], tmp_path / "all")
    assert not merged.header()["interrupted"]
    assert merged.folder.played == 100
    (two / "parts.jsonl").write_bytes(b"")
    with pytest.raises(FolderError, match="40 of the played deals are missing; finish"):
        merge_runs([one, two], tmp_path / "other")
    assert not (tmp_path / "other").exists()
    copy = merge_runs([one], tmp_path / "copy")
    assert copy.folder.wanted.played == 60


@pytest.mark.filterwarnings("ignore:.*it is made again:RuntimeWarning")
def test_a_damaged_part_is_replaced_by_a_good_copy(tmp_path: Path) -> None:
    given: dict[str, Any] = {"seed": 3, "strategies": "random_legal", "part_deals": 50}
    simulate(150, out=tmp_path / "a", **given)
    merge_runs([tmp_path / "a"], tmp_path / "all")
    files = sorted((tmp_path / "all" / "parts").iterdir())
    files[0].unlink()
    files[1].write_bytes(b"damaged")
    merged = merge_runs([tmp_path / "a"], tmp_path / "all")
    assert len(merged) == 150
    assert len(open_run(tmp_path / "all")) == 150


def test_parts_of_two_runs_are_refused(tmp_path: Path) -> None:
    simulate(20, seed=1, out=tmp_path / "a")
    simulate(20, seed=2, out=tmp_path / "b")
    simulate(20, first=10, seed=1, out=tmp_path / "c")
    with pytest.raises(FolderError, match="not parts of one run: seed 1, not 2"):
        merge_runs([tmp_path / "a", tmp_path / "b"], tmp_path / "all")
    with pytest.raises(FolderError, match="deal 10 is both in"):
        merge_runs([tmp_path / "a", tmp_path / "c"], tmp_path / "all")
    assert not (tmp_path / "all").exists()
    assert len(open_run(tmp_path / "a")) == 20
