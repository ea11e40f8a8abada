"""The study's figures and tables, worked out by hand from six cases."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tarotsim import study_poignee
from tarotsim.present.tables import format_result
from tarotsim.runs.summary import PoigneeLine
from tarotsim.stats import intervals
from tarotsim.stats.intervals import mean_interval, wilson
from tarotsim.studies import poignee_cells, poignee_words
from tarotsim.studies.cases import CASE_DTYPE
from tarotsim.studies.objectives import Measure, parse_objective
from tarotsim.studies.poignee import PoigneeStudy

OUTCOMES = {"played": 10, "all_pass": 0, "petit_sec": 0}

# deal, seat, side, level, contract, trumps, bouts, u shown, u silent, won shown, silent
COLUMNS = ["deal", "seat", "side", "level", "contract", "trumps", "bouts"]
COLUMNS += ["u_shown", "u_silent", "won_shown", "won_silent"]
TAKER, DEFENCE, PRISE, GARDE = 0, 2, 1, 2
CASES = np.zeros(6, dtype=CASE_DTYPE)
for row, values in enumerate(
    (
        (0, 0, TAKER, 1, PRISE, 10, 1, 60, 40, True, True),
        (3, 1, TAKER, 1, GARDE, 11, 2, -70, 30, False, True),
        (5, 2, TAKER, 2, GARDE, 13, 2, 150, 110, True, True),
        (5, 3, DEFENCE, 1, GARDE, 10, 0, -130, -110, False, False),
        (8, 0, DEFENCE, 1, PRISE, 10, 1, 50, -26, True, False),
        (9, 2, TAKER, 1, PRISE, 10, 0, -80, -60, False, False),
    )
):
    for column, value in zip(COLUMNS, values, strict=True):
        CASES[column][row] = value
DIFFERENCES = [20, -100, 40, -20, 76, -20]


def _study(cases: np.ndarray, **changed: Any) -> PoigneeStudy:
    plain = study_poignee(1, seed=1)
    goal = parse_objective("score")
    gains = Measure(goal, plain.run).gains(cases)
    whole = PoigneeStudy(plain.run, plain.outcomes, plain.frequency, cases, gains, goal)
    return replace(whole, **changed)


@pytest.fixture
def study(monkeypatch: pytest.MonkeyPatch) -> PoigneeStudy:
    for module in (intervals, poignee_cells, poignee_words):
        monkeypatch.setattr(module, "LEAST_CASES", 2)
    line = PoigneeLine("simple", "taker", wilson(3, 10), wilson(1, 10), wilson(1, 1))
    return _study(CASES, outcomes=OUTCOMES, frequency=(line,))


def test_each_case_splits_as_it_should() -> None:
    columns = poignee_cells.columns_of(CASES)
    assert columns["difference"].tolist() == DIFFERENCES
    assert columns["prime_part"].tolist() == [20, 20, 30, -20, -20, -20]
    assert columns["information_part"].tolist() == [0, -120, 10, 0, 96, 0]


def test_cells_hold_the_means_of_their_cases(study: PoigneeStudy) -> None:
    taker, defence = study.by("side")
    assert (taker.side, defence.side) == ("taker", "defence")
    assert (taker.n, defence.n) == (4, 2)
    assert taker.u_shown.mean == pytest.approx((60 - 70 + 150 - 80) / 4)
    assert taker.u_silent.mean == pytest.approx((40 + 30 + 110 - 60) / 4)
    assert taker.difference.mean == pytest.approx(-15)
    assert taker.prime_part.mean == pytest.approx(12.5)
    assert taker.information_part.mean == pytest.approx(-27.5)
    assert taker.success_rate == wilson(3, 4)
    assert taker.success_rate_shown == wilson(2, 4)
    assert defence.success_rate == wilson(0, 2)
    assert defence.success_rate_shown == wilson(1, 2)
    assert defence.difference.mean == pytest.approx(28)


def test_cells_are_split_by_contract_level_and_trumps(study: PoigneeStudy) -> None:
    by_contract = {(c.side, c.contract): c.n for c in study.by("side", "contract")}
    assert by_contract == {
        ("defence", "garde"): 1,
        ("defence", "prise"): 1,
        ("taker", "garde"): 2,
        ("taker", "prise"): 2,
    }
    by_trumps = {(c.side, c.trumps): c.n for c in study.by("side", "trumps")}
    assert by_trumps == {
        ("defence", 10): 2,
        ("taker", 10): 2,
        ("taker", 11): 1,
        ("taker", 13): 1,
    }
    levels = {(c.side, c.level): c.n for c in study.by("side", "level")}
    expected = {
        ("defence", "simple"): 2,
        ("taker", "simple"): 3,
        ("taker", "double"): 1,
    }
    assert levels == expected


def test_cases_of_one_deal_are_a_cluster(study: PoigneeStudy) -> None:
    expected = mean_interval(DIFFERENCES, clusters=CASES["deal"].tolist())
    found = study.overall.difference
    assert found.se == pytest.approx(expected.se)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
    assert found.se != pytest.approx(mean_interval(DIFFERENCES).se)
    assert found.clusters == 5


def test_the_table_shows_each_figure_in_its_column(study: PoigneeStudy) -> None:
    lines = format_result(study).splitlines()
    rows = {line[1:19].strip(): line for line in lines if line.startswith(" taker")}
    cells = rows["taker"].split()
    assert cells[1] == "4"
    assert cells[2].startswith("75")
    signed = [cell for cell in cells if cell[0] in "+-"]
    assert signed == ["+15.0", "+30.0", "-15.0", "+12.5", "-27.5"]
    assert "taker, simple" in format_result(study)
    could = next(line for line in lines if "taker, simple" in line)
    assert could.index("30.0 %") < could.index("10.0 %")


def test_equal_values_get_no_interval_but_zero_does() -> None:
    same = np.zeros(40, dtype=CASE_DTYPE)
    same["deal"], same["level"], same["contract"] = np.arange(40), 1, GARDE
    same["u_shown"], same["u_silent"] = 70, 50
    same["won_shown"] = same["won_silent"] = True
    result = _study(same)
    cell = result.overall
    assert cell.difference.mean == 20
    assert cell.difference.low is None
    assert (cell.information_part.low, cell.information_part.high) == (0, 0)
    assert "every one of 40 cases gave +20.0" in result.verdict[0]
    assert result.ignores_shown_cards
    assert "exactly 0 in every case" in format_result(result)


def test_zero_is_certain_only_where_nobody_looks() -> None:
    """No deal was turned by showing, but the play was changed: some may be turned."""
    cases = np.zeros(40, dtype=CASE_DTYPE)
    cases["deal"], cases["level"], cases["contract"] = np.arange(40), 1, GARDE
    cases["u_silent"], cases["u_shown"] = 50, 70 + 2 * (np.arange(40) % 3)
    cases["won_shown"] = cases["won_silent"] = True
    result = _study(cases)
    assert not result.ignores_shown_cards
    assert result.overall.success_difference.mean == 0
    assert result.overall.success_difference.low is None
    assert result.overall.information_part.low is not None
    # Of a group in which the play never was: others show that it may be.
    cases["bouts"] = np.arange(40) >= 30
    cases["u_shown"][:30] = 70
    first = _study(cases).by("bouts")[0]
    assert (first.information_part.mean, first.information_part.low) == (0, None)
