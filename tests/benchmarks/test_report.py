"""The speed tables: from the figures kept, and nothing else."""

from __future__ import annotations

import re
from typing import Any

import pytest

from benchmarks.goals import GOALS
from benchmarks.report import (
    DOCUMENTS,
    ROOT,
    collect_figures,
    read_results,
    refreshed,
    speed_table,
    tables,
)


def test_the_documents_hold_what_was_measured() -> None:
    written = tables(read_results())
    assert {"speed", "bench", "stages", "peers", "compare"} <= set(written)
    found = 0
    for name in DOCUMENTS:
        text = (ROOT / name).read_text(encoding="utf-8")
        found += sum(f"<!-- {mark}: generated -->" in text for mark in written)
        assert refreshed(text, written) == text, "make report writes it anew"
    assert found == len(written)


def test_each_figure_stands_in_the_table_with_its_goal() -> None:
    results = read_results()
    table = speed_table(results)
    figures = collect_figures(results)
    assert set(figures) <= set(GOALS)
    for key in figures:
        assert f"| {GOALS[key].what} |" in table


def test_what_was_not_measured_is_left_out_until_it_is() -> None:
    results: dict[str, dict[str, Any]] = {
        "bench": {"machine": "m", "date": "d", "benchmarks": []}
    }
    assert GOALS["memory"].what not in speed_table(results)
    figures = {"memory": [700.0, 700.0, 700.0]}
    results["bench"]["benchmarks"] = [{"name": "long", "figures": figures}]
    assert "≤ 600 MB | 700 MB | no |" in speed_table(results)


@pytest.mark.parametrize(
    ("figure", "cell"),
    [
        (600.4, "600.4 MB | no"),
        (600.04, "600.04 MB | no"),
        (600.0, "600 MB | yes"),
        (599.96, "600 MB | yes"),
        (613.4, "613 MB | no"),
    ],
)
def test_rounding_never_hides_which_side_of_its_goal_a_figure_is(
    figure: float, cell: str
) -> None:
    entry = {"name": "long", "figures": {"memory": [figure] * 3}}
    bench = {"machine": "m", "date": "d", "benchmarks": [entry]}
    assert f"| {cell} |" in speed_table({"bench": bench})


def test_the_ratio_of_batch_stepping_is_one_of_card_plays() -> None:
    """Decisions are fewer; figures without the card plays have no ratio."""
    peers = {
        "machine": "m",
        "date": "d",
        "versions": {"open_spiel": "2", "colver": "1"},
    }
    old = {"openspiel_cpp": 8, "openspiel_python": 2, "colver": 9, "batch numpy": 30}
    results: dict[str, dict[str, Any]] = {"peers": peers | {"rounds": [old]}}
    assert "batch_to_openspiel" not in collect_figures(results)
    assert "M decisions/s" in tables(results)["peers"]
    results["peers"]["rounds"] = [old | {"batch numpy plays": 40}]
    assert collect_figures(results)["batch_to_openspiel"][1] == 20
    assert "card plays, forced ones too" in tables(results)["peers"]


def test_a_marker_without_its_end_is_refused() -> None:
    with pytest.raises(ValueError, match="ends nowhere"):
        refreshed("<!-- speed: generated -->\nlost\n", {"speed": "new\n"})


def test_every_goal_that_a_benchmark_names_is_known() -> None:
    named = set()
    for file in (ROOT / "benchmarks").glob("bench_*.py"):
        text = file.read_text(encoding="utf-8")
        named |= set(re.findall(r'figure\("(\w+)"', text))
    assert named
    assert named <= set(GOALS)
