"""docs/runs.md says what is so: the columns, the spec, the plan."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import tarotsim
from benchmarks import runs_on_disk
from tarotsim.runs import simulate as simulating
from tarotsim.runs.experiment import read_experiment
from tarotsim.runs.parquet import columns_of, schema_of
from tarotsim.runs.pieces import MOST_DEALS
from tarotsim.runs.tally import Breakdown

DEALS = 1 << 16
DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "runs.md"


def _between(begin: str, end: str) -> str:
    text = DOCUMENT.read_text(encoding="utf-8")
    return text.partition(begin)[2].partition(end)[0]


def test_the_columns_are_those_of_the_files() -> None:
    written = _between(*runs_on_disk.COLUMN_MARKERS)
    assert written == runs_on_disk.columns()
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \|", written, flags=re.MULTILINE)
    schema = schema_of(5, history=True)
    assert rows == [(field.name, str(field.type)) for field in schema]
    for name, meaning in columns_of(5, history=True):
        assert schema.field(name).metadata == {b"description": meaning.encode()}


def test_the_spec_is_one(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text(_between("```toml\n", "```"), encoding="utf-8")
    found = read_experiment(file)
    assert found.folder == tmp_path / "rows"
    assert found.by == ("contract", "bouts")


def test_the_plan_follows_from_the_figures() -> None:
    written = _between(*runs_on_disk.MARKERS)
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in written.splitlines()
        if line.startswith("| `")
    ]
    half = len(rows) // 2
    assert half == len(runs_on_disk.STRATEGIES)
    for measured, planned in zip(rows[:half], rows[half:], strict=True):
        micro = float(measured[2].split()[0])
        minutes = micro * runs_on_disk.PLANNED / 1e6 / 60
        assert float(planned[1].split()[0]) == pytest.approx(minutes, rel=0.02)
        disk = float(measured[4]) * runs_on_disk.PLANNED / 1e9
        assert float(planned[3].split()[0]) == pytest.approx(disk, abs=0.1)


@pytest.mark.parametrize(("history", "most"), [(False, 45), (True, 165)])
@pytest.mark.parametrize("strategy", runs_on_disk.STRATEGIES)
def test_a_row_takes_the_bytes_that_are_written(
    strategy: str, history: bool, most: float, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    given: dict[str, Any] = {"strategies": strategy, "history": history, "out": out}
    tarotsim.simulate(DEALS, seed=1, part_deals=DEALS, **given)
    found = runs_on_disk.bytes_a_row(out)
    written = _between(*runs_on_disk.MARKERS)
    line = next(li for li in written.splitlines() if li.startswith(f"| `{strategy}`"))
    cells = [cell.strip() for cell in line.split("|")[1:-1]]
    assert found == pytest.approx(float(cells[5 if history else 4]), rel=0.1)
    assert found <= most


def test_the_limits_are_those_of_the_package() -> None:
    text = " ".join(DOCUMENT.read_text(encoding="utf-8").split())
    rows, acts = (MOST_DEALS[history] for history in (False, True))
    assert f"a minute or {rows:,} deals at most ({acts:,} with history)" in text
    assert f"a line for each combination ({Breakdown.MOST_GROUPS:,} at most" in text
    assert simulating.LEAST_SECONDS == 2
    assert "holds two seconds of work at first" in text
    assert simulating.SHARE_SECONDS == 1 / 20
    assert "later a twentieth of the time spent" in text
    assert simulating.MOST_SECONDS == 60
