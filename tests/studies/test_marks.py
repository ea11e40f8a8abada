"""The federation's duplicate scores, by the examples of R16 and by hand."""

from __future__ import annotations

import numpy as np
import pytest

from tarotsim.studies.imposed_play import match_points, percentages


def test_the_example_of_r16_4() -> None:
    marks = percentages([[56, 62, -56, -52, 50]]) * 50 / 4
    assert marks.tolist() == [[75, 100, 0, 25, 50]]


@pytest.mark.parametrize(
    ("units", "marks"),
    [
        ([10, 20], [0, 100]),
        ([10, 10], [50, 50]),
        ([7, 7, 7], [50, 50, 50]),
        # Two share the first and second place: the average of 100 and 66.7.
        ([9, 9, 1, 0], [250 / 3, 250 / 3, 100 / 3, 0]),
        # Three share the last places, of 66.7, 33.3 and 0.
        ([-5, -5, -5, 2], [100 / 3, 100 / 3, 100 / 3, 100]),
    ],
)
def test_ties_share_the_average(units: list[int], marks: list[float]) -> None:
    found = percentages([units])[0] * 50 / (len(units) - 1)
    assert found.tolist() == pytest.approx(marks)


def test_marks_of_a_deal_average_half() -> None:
    units = np.random.default_rng(1).integers(-5, 6, (200, 9))
    assert (percentages(units).mean(axis=1) == 8).all()


def test_one_play_has_no_mark() -> None:
    with pytest.raises(ValueError, match="two plays"):
        percentages([[4]])


@pytest.mark.parametrize(
    ("first", "second", "points"),
    [
        (82, 66, 4000),
        (68, -76, 12000),
        (-68, -58, -3162),
        (50, 50, 0),
        (2, 0, 1414),
        (0, 3, -1732),
    ],
)
def test_match_points_of_r16_6(first: int, second: int, points: int) -> None:
    assert match_points([first], [second]).tolist() == [points]
    assert match_points([second], [first]).tolist() == [-points]
