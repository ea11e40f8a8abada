"""The comparison of revisions: what it calls slower, and what it lets pass."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

import benchmarks.compare.__main__ as command
from benchmarks.compare.build import ROOT, Side, build_side
from benchmarks.compare.judge import LEAST_LAUNCHES, LEAST_MARGIN, judge, table
from benchmarks.compare.measure import Failed, Measured
from benchmarks.compare.prove import KERNEL, planted

LAUNCHES = 10


def words(change: float, noise: float, runs: int = 400) -> list[str]:
    """Judge made-up runs: ratios with noise of a given size, as base to base has."""
    rng = random.Random(1)

    def ratios(middle: float) -> list[float]:
        return [middle * (1 + rng.gauss(0, noise)) for _ in range(LAUNCHES)]

    return [judge("a", 1.0, ratios(1 + change), ratios(1.0)).word for _ in range(runs)]


@pytest.mark.parametrize("noise", [0.005, 0.01, 0.02, 0.05, 0.1])
def test_equal_revisions_pass_however_noisy_the_machine(noise: float) -> None:
    assert words(0.0, noise).count("slower") <= 1


@pytest.mark.parametrize("noise", [0.005, 0.01, 0.02])
def test_ten_percent_is_found(noise: float) -> None:
    assert words(0.1, noise).count("slower") >= 0.95 * 400
    assert words(-0.1, noise).count("faster") >= 0.95 * 400


def test_a_change_below_the_margin_is_of_no_concern() -> None:
    assert set(words(0.8 * LEAST_MARGIN, 0.003)) == {"same"}


def test_one_launch_may_be_disturbed() -> None:
    steady = [1.1] * (LAUNCHES - 1)
    assert judge("a", 1.0, [*steady, 0.9], [1.0] * LAUNCHES).word == "slower"
    assert judge("a", 1.0, steady, [*steady[:-1], 1.3]).noise == pytest.approx(0.1)


def test_too_few_launches_are_refused() -> None:
    few = [1.0] * (LEAST_LAUNCHES - 1)
    with pytest.raises(ValueError, match="8 or more"):
        judge("a", 1.0, few, few)


def test_the_table_names_the_slower_case() -> None:
    slow = judge("slow one", 5000.0, [1.1] * LAUNCHES, [1.0] * LAUNCHES)
    assert "| slow one | 5,000 | +10.0% |" in table([slow])
    assert "**slower**" in table([slow])


def test_the_slowdown_can_be_planted_in_the_kernel_of_today() -> None:
    source = (ROOT / KERNEL).read_text(encoding="utf-8")
    compile(planted(source), str(KERNEL), "exec")
    with pytest.raises(ValueError, match="has changed"):
        planted(source.replace("begin_numbered(rules, seed", "begin(rules, seed"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["no-such-revision"], "'no-such-revision' is no branch, tag or commit"),
        (["HEAD", "--launches", "3"], "a whole number of 8 or more"),
    ],
)
def test_wrong_input_ends_with_code_2(arguments: list[str], said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.compare", *arguments],
        cwd=ROOT,
        check=False,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("ratio", "code"), [(1.1, 1), (1.0, 0), (None, 1)])
def test_the_exit_code_and_the_summary_say_what_was_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ratio: float | None, code: int
) -> None:
    def measured(*args: object) -> tuple[dict[str, Measured], list[str]]:
        if ratio is None:
            raise Failed("the head cannot run what the base can")
        same = [1.0] * LAUNCHES
        return {"one": Measured(10.0, [ratio] * LAUNCHES, same)}, ["A remark."]

    def built(commit: str, folder: Path, label: str) -> Side:
        return Side(label, folder, folder)

    monkeypatch.setattr(command, "measure", measured)
    monkeypatch.setattr(command, "build_side", built)
    monkeypatch.setattr(command, "commit_of", lambda name: name * 10)
    summary = tmp_path / "summary.md"
    summary.write_text("before\n", encoding="utf-8")
    assert command.main(["base", "head", "--markdown", str(summary)]) == code
    text = summary.read_text(encoding="utf-8")
    assert text.startswith("before\nSpeed of head (headheadhe) against base (base")
    assert ("Slower: one." in text) is (ratio == 1.1)
    assert ("Failed: the head" in text) is (ratio is None)
    assert ("A remark." in text) is (ratio is not None)


@pytest.mark.slow
def test_a_side_is_the_wheel_of_its_revision(tmp_path: Path) -> None:
    def mark(sources: Path) -> None:
        file = sources / "tarotsim" / "py.typed"
        file.write_text("marked", encoding="utf-8")

    side = build_side("HEAD", tmp_path / "side", "marked", edit=mark)
    assert (side.site / "tarotsim" / "py.typed").read_text(encoding="utf-8") == "marked"
    assert list(side.site.glob("tarotsim-*.dist-info/entry_points.txt"))
