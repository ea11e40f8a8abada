"""The summary's figures, worked out by hand from five rows."""

from __future__ import annotations

import numpy as np
import pytest

from tarotsim.runs.rows import ROW_DTYPE
from tarotsim.runs.summary import summarise
from tarotsim.runs.tally import Breakdown, Tally
from tarotsim.stats.intervals import LEAST_CASES, wilson


@pytest.fixture
def tally() -> Tally:
    rows = np.zeros(5, dtype=ROW_DTYPE)
    rows["deal"] = range(5)
    rows["outcome"] = [0, 1, 0, 2, 0]
    rows["taker"] = [2, -1, 0, -1, 2]
    rows["partner"] = -1
    rows["contract"] = [1, 0, 2, 0, 2]
    rows["won"] = [1, 0, 0, 0, 1]
    rows["unit"] = [30, 0, -60, 0, 80]
    rows["half_points"] = [90, 0, 70, 0, 100]
    rows["petit_au_bout"] = [1, 0, -1, 0, 1]
    rows["score_0"] = [-30, 0, -180, 0, -80]
    rows["score_2"] = [90, 0, 60, 0, 240]
    rows["showable_0"] = [0, 0, 2, 0, 0]
    rows["shown_0"] = [0, 0, 1, 0, 0]
    rows["showable_1"] = [1, 0, 1, 0, 0]
    rows["shown_2"] = [1, 0, 0, 0, 0]
    whole = Tally(4)
    whole.add(rows)
    return whole


def test_contracts_and_scores(tally: Tally) -> None:
    summary = summarise(tally, {})
    prise, garde, both = summary.contracts
    assert (prise.contract, garde.contract, both.contract) == ("prise", "garde", "all")
    assert prise.share == wilson(1, 3)
    assert garde.made == wilson(1, 2)
    assert both.made == wilson(2, 3)
    assert both.unit.mean == pytest.approx(50 / 3)
    assert both.taker_score.mean == pytest.approx((90 - 180 + 240) / 3)
    assert garde.points.mean == pytest.approx((35 + 50) / 2)
    assert summary.seats[0].mean == pytest.approx(-290 / 3)
    assert summary.seats[2].mean == pytest.approx(130)


def test_means_of_few_deals_and_of_equal_values_have_no_interval() -> None:
    """Two deals lost by as much told as much as ten thousand: an interval of 0."""
    rows = np.zeros(60, dtype=ROW_DTYPE)
    rows["contract"] = np.where(np.arange(60) < LEAST_CASES - 1, 1, 2)
    rows["partner"] = -1
    rows["unit"] = np.arange(60) % 7
    rows["half_points"] = 90
    rows["score_1"] = np.arange(60)
    tally, by = Tally(4), Breakdown(4, ["contract"])
    tally.add(rows)
    by.add(rows)
    summary = summarise(tally, {}, by)
    for prise, garde in (summary.contracts[:2], summary.groups):
        assert prise.made == wilson(0, LEAST_CASES - 1)
        assert prise.unit.mean is not None
        for few in (prise.unit, prise.taker_score):
            assert (few.low, few.high) == (None, None)
        assert garde.unit.low is not None
        assert garde.taker_score.low is not None
        assert (garde.points.mean, garde.points.low) == (45, None)
    assert summary.seats[1].low is not None
    assert (summary.seats[2].mean, summary.seats[2].low) == (0, None)


def test_shares_name_their_camp_side_and_level(tally: Tally) -> None:
    summary = summarise(tally, {})
    assert summary.outcomes["played"] == wilson(3, 5)
    assert summary.outcomes["petit_sec"] == wilson(1, 5)
    assert summary.petit_au_bout["attack"] == wilson(2, 3)
    assert summary.petit_au_bout["defence"] == wilson(1, 3)
    lines = {(line.side, line.level): line for line in summary.poignees}
    # Only the highest level counts as one that could be shown.
    assert lines["taker", "double"].could_show == wilson(1, 3)
    assert lines["taker", "simple"].could_show == wilson(0, 3)
    assert lines["taker", "simple"].shown == wilson(2, 3)
    assert lines["taker", "double"].shown == wilson(0, 3)
    assert lines["defence", "simple"].could_show == wilson(2, 3)
    assert lines["defence", "simple"].shown == wilson(0, 3)


def test_rows_tell_lost_contracts_by_the_sign_of_the_gap() -> None:
    from tarotsim import simulate

    rows = simulate(300, seed=2).rows
    played = rows[rows["outcome"] == 0]
    targets = np.array([112, 102, 82, 72])[played["bouts"]]
    above = played["half_points"].astype(int) - targets
    gap = played["gap"].astype(int)
    assert (np.sign(gap) == np.sign(above)).all()
    assert (abs(gap) == (abs(above) + 1) // 2).all()
    assert (played["poignee_prime"] >= 0).all()
    assert {0, 20} <= set(played["poignee_prime"].tolist()) <= {0, 20, 30, 40}
