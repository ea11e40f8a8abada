"""Figures draw the numbers that they are given, and say what these are of."""

from __future__ import annotations

import itertools
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pytest

from tarotsim import TarotError, compare, simulate, study_poignee, tournament
from tarotsim.game.wording import counted
from tarotsim.present.plotting import (
    plot_comparison,
    plot_points,
    plot_success,
    plot_tournament,
    plot_value_by_chance,
    plot_value_by_hand,
)
from tarotsim.present.plotting.poignees import crossing
from tarotsim.stats.intervals import wilson

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

Row = dict[str, Any]
ABOUT: dict[str, Any] = {"population": "made by hand", "seed": 77}


def _row(quantity: str, mean: float, half: float | None, n: int, **keys: Any) -> Row:
    group: Row = {"side": "taker", "contract": "garde", "level": "simple"}
    group |= {"trumps": None, "bouts": None, "band": None}
    low, high = (None, None) if half is None else (mean - half, mean + half)
    return group | keys | {"quantity": quantity, "n": n} | _bounds(mean, low, high)


def _bounds(mean: float, low: float | None, high: float | None) -> Row:
    return {"mean": mean, "low": low, "high": high}


def _bands() -> list[Row]:
    rows = []
    for band, chance, prime, information, half, n in [
        ("0.2-0.4", 0.3, -8.0, -2.0, 3.0, 90),
        ("0.4-0.6", 0.5, 0.5, -1.5, 1.5, 400),
        ("0.6-0.8", 0.7, 8.0, -1.0, 2.0, 300),
        ("0.8-1.0", 0.9, 15.0, 1.0, None, 12),
    ]:
        values = {"chance": (chance, 0.01), "difference": (prime + information, half)}
        values |= {"prime_part": (prime, half), "information_part": (information, half)}
        rows += [_row(q, mean, h, n, band=band) for q, (mean, h) in values.items()]
    return rows


def _text(figure: Figure) -> str:
    """Return title and caption, their folding undone."""
    return " ".join(" ".join(t.get_text().split()) for t in figure.texts)


def _data(line: Line2D) -> tuple[list[float], list[float]]:
    x, y = np.asarray(line.get_data(), dtype=float).tolist()
    return x, y


def _lines(axes: Axes) -> dict[str, tuple[list[float], list[float]]]:
    """Return by label what the lines go through."""
    return {str(line.get_label()): _data(line) for line in axes.lines}


def _bars(axes: Axes) -> list[tuple[float, float]]:
    """Return the lower and upper ends of the intervals drawn."""
    from matplotlib.collections import LineCollection

    return [
        (float(segment[0][1]), float(segment[-1][1]))
        for collection in axes.collections
        if isinstance(collection, LineCollection)
        for segment in collection.get_segments()
    ]


@pytest.mark.parametrize("as_frame", [False, True])
def test_value_by_chance_draws_the_means_and_intervals_given(as_frame: bool) -> None:
    rows = _bands()
    given: Any = pd.DataFrame(rows) if as_frame else rows
    figure = plot_value_by_chance(given, contract="garde", **ABOUT)
    axes = figure.axes[0]
    lines = _lines(axes)
    for name, label in [
        ("difference", "value of showing"),
        ("prime_part", "prime part"),
        ("information_part", "information part"),
    ]:
        chances, values = lines[label]
        assert values == [row["mean"] for row in rows if row["quantity"] == name]
        assert chances == pytest.approx([0.3, 0.5, 0.7, 0.9], abs=0.01)
    assert lines["prime alone: 20 × (2p - 1)"] == ([0, 1], [-20, 20])
    drawn = [row for row in rows if row["quantity"] != "chance" and row["low"]]
    assert sorted(_bars(axes)) == sorted((row["low"], row["high"]) for row in drawn)


def test_value_by_chance_says_what_it_shows() -> None:
    figure = plot_value_by_chance(_bands(), contract="garde", **ABOUT)
    text = _text(figure)
    assert "taker, simple, garde; points of u per defender" in text
    assert "n = 802 cases in 4 groups (12 to 400 each)" in text
    assert "Population: made by hand, seed 77." in text
    assert "95 % intervals" in text
    axes = figure.axes[0]
    assert "chance of winning" in axes.get_xlabel()
    assert "points of u per defender" in axes.get_ylabel()
    # -1 at 0.5 and 7 at 0.7; the bounds cross at 0.5 - 0.2 * 0.5 / 7.5 and 0.56.
    assert axes.get_title(loc="right") == "break-even at p = 0.53 (0.49 to 0.57)"


def test_each_part_has_a_mark_of_its_own() -> None:
    axes = plot_value_by_chance(_bands(), contract="garde", **ABOUT).axes[0]
    marks = [line.get_marker() for line in axes.lines if line.get_marker() != "None"]
    assert len(set(marks)) == 3


def test_a_break_even_is_named_only_if_there_is_one() -> None:
    assert crossing([(0.1, -1.0), (0.3, 1.0)]) == pytest.approx(0.2)
    assert crossing([(0.1, 1.0), (0.3, 2.0)]) is None
    assert crossing([(0.1, -1.0), (0.3, 1.0), (0.5, -1.0)]) is None
    assert crossing([(0.1, -1.0), (0.3, 0.0), (0.5, 1.0)]) == pytest.approx(0.3)
    rows = [row for row in _bands() if row["band"] in ("0.6-0.8", "0.8-1.0")]
    figure = plot_value_by_chance(rows, contract="garde", **ABOUT)
    assert not figure.axes[0].get_title(loc="right")


def test_rows_that_are_not_there_are_refused_with_those_that_are() -> None:
    with pytest.raises(TarotError, match=r"there are: .*contract='garde'"):
        plot_value_by_chance(_bands(), contract="prise", **ABOUT)
    with pytest.raises(TarotError, match="has none by trumps and bouts"):
        plot_value_by_hand(_bands(), contract="garde", **ABOUT)


def test_a_frame_needs_its_population() -> None:
    with pytest.raises(TarotError, match="population="):
        plot_value_by_chance(_bands(), contract="garde")


def _hands() -> list[Row]:
    values = {(10, 0): -2.0, (10, 2): 6.5, (12, 1): 0.4, (13, 3): 21.0}
    return [
        _row(
            "difference",
            mean,
            None if (trumps, bouts) == (13, 3) else 1.25,
            12 if (trumps, bouts) == (13, 3) else 1200,
            trumps=trumps,
            bouts=bouts,
            frequency=0.01,
        )
        for (trumps, bouts), mean in values.items()
    ]


def test_value_by_hand_has_a_cell_for_each_hand() -> None:
    from matplotlib.colors import to_rgb
    from matplotlib.patches import Rectangle

    figure = plot_value_by_hand(_hands(), contract="garde", level="simple", **ABOUT)
    axes = figure.axes[0]
    cells = [patch for patch in axes.patches if isinstance(patch, Rectangle)]
    assert len(cells) == 4
    places = {(round(c.get_x() + 0.5), round(c.get_y() + 0.5)): c for c in cells}
    assert set(places) == {(10, 0), (10, 2), (12, 1), (13, 3)}
    assert places[13, 3].get_hatch()
    assert not places[10, 0].get_hatch()
    assert places[12, 1].get_linestyle() == ":"
    lightness = [sum(to_rgb(places[key].get_facecolor())) for key in [(10, 0), (10, 2)]]
    assert lightness[0] < lightness[1]
    written = {text.get_text() for text in axes.texts}
    assert {"\N{MINUS SIGN}2.0", "+6.5", "+0.4", "+21.0"} <= written
    assert "± 1.2\nn = 1,200\n1 in 100" in written
    assert "n = 12\n1 in 100" in written
    text = _text(figure)
    assert "Hatched: too few cases for an interval." in text
    assert "n = 3,612 cases in 4 groups (12 to 1,200 each)" in text
    assert "seed 77" in text
    assert "Excuse counted" in axes.get_xlabel()


def test_success_is_the_share_of_each_class_with_wilsons_interval() -> None:
    deals = pd.DataFrame(
        {
            "count": [35] * 10 + [45] * 40 + [65] * 20 + [99],
            "won": [True] * 2
            + [False] * 8
            + [True, False] * 20
            + [True] * 20
            + [pd.NA],
        }
    )
    figure = plot_success(deals, "count", edges=[30, 40, 60, 80], **ABOUT)
    upper, lower = figure.axes
    shares = [wilson(2, 10), wilson(20, 40), wilson(20, 20)]
    assert _bars(upper) == [(share.low, share.high) for share in shares]
    drawn = [y for line in upper.lines for y in _data(line)[1]]
    assert drawn[:3] == [0.2, 0.5, 1.0]
    assert [bar.get_height() for bar in lower.patches] == [10, 40, 20]  # type: ignore[attr-defined]  # rectangles
    assert "n = 70 deals in 3 classes (10 to 40)" in _text(figure)
    assert "seed 77" in _text(figure)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"by": "chavey"}, "no column 'chavey'; there are: count, won"),
        ({"edges": [60, 40]}, "ascending"),
        ({"edges": [80, 90]}, "no deal has both"),
    ],
)
def test_success_refuses_what_it_cannot_draw(
    options: dict[str, Any], message: str
) -> None:
    deals = pd.DataFrame({"count": [40, 60], "won": [True, False]})
    with pytest.raises(TarotError, match=message):
        plot_success(deals, options.pop("by", "count"), **ABOUT, **options)


@pytest.mark.parametrize(("players", "contract"), [(4, None), (5, None), (3, "garde")])
def test_points_are_the_exact_counts_of_the_run(
    players: int, contract: str | None
) -> None:
    results = simulate(400, players=players, seed=5)
    frame = results.to_pandas()
    played = frame[frame["outcome"] == "played"]
    if contract is not None:
        played = played[played["contract"] == contract]
    figure = plot_points(results, contract=contract)
    for bouts, axes in enumerate(figure.axes):
        here = played[played["bouts"] == bouts]
        bars = axes.patches
        drawn = [round(bar.get_height() * len(played)) for bar in bars]  # type: ignore[attr-defined]  # rectangles
        expected = [
            int(((here["half_points"] // 2 == point) & (here["won"] == won)).sum())
            for won, point in itertools.product((False, True), range(92))
        ]
        assert drawn == expected
        deals = counted(len(here), "deal", shown=f"{len(here):,}")
        assert f": {deals}" in axes.get_title(loc="right")
    text = _text(figure)
    assert f"n = {len(played):,} played deals" in text
    assert f"{players} players" in text
    assert "seed 5" in text


def test_points_of_a_contract_nobody_played_are_refused() -> None:
    results = simulate(20, seed=5, auction="best:garde")
    with pytest.raises(TarotError, match="nothing to draw"):
        plot_points(results, contract="prise")
    with pytest.raises(TarotError, match=r"no contract 'Garde'.*prise, garde"):
        plot_points(results, contract="Garde")


@pytest.mark.parametrize("auction", [None, "best:garde"])
def test_a_comparison_is_drawn_with_its_intervals(auction: str | None) -> None:
    result = compare("point_count", "random_legal", deals=200, seed=3, auction=auction)
    figure = plot_comparison(result)
    axes = figure.axes[0]
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names[:3] == ["all", "as taker", "as defender"]
    means = [_data(line)[0][0] for line in axes.lines[1:]]
    assert means[0] == result.difference.mean
    if auction:
        assert means[1:] == [line.difference.mean for line in result.by_role]
    text = _text(figure)
    assert f"n = {result.deals['compared']} compared deals" in text
    assert "seed 3" in text
    assert result.unit in axes.get_xlabel()


def test_a_tournament_is_drawn_the_best_first() -> None:
    result = tournament(["random_legal", "point_count"], deals=200, seed=3)
    figure = plot_tournament(result)
    axes = figure.axes[0]
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names == ["point_count", "random_legal"]
    means = [_data(line)[0][0] for line in axes.lines[1:]]
    assert means == [rating.value.mean for rating in result.ratings]
    assert "seed 3" in _text(figure)


def test_nothing_is_written_outside_a_figure(tmp_path: Any) -> None:
    figure = plot_value_by_hand(_hands(), contract="garde", level="simple", **ABOUT)
    figure.savefig(tmp_path / "figure.png")
    width, height = figure.get_size_inches() * figure.dpi
    for text in figure.texts:
        box = text.get_window_extent()
        assert box.x0 >= 0
        assert box.y0 >= 0
        assert box.x1 <= width
        assert box.y1 <= height


def test_figures_leave_pyplot_alone() -> None:
    code = (
        "import sys; from tarotsim import plotting, simulate; "
        "plotting.plot_points(simulate(20, seed=1)); "
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_without_matplotlib_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "matplotlib.figure", raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(TarotError, match=r"pip install 'tarotsim\[notebook\]'"):
        plot_value_by_chance(_bands(), contract="garde", **ABOUT)


def test_the_value_by_chance_takes_a_study_as_it_is() -> None:
    study = study_poignee(
        400, given="0: trumps=10", auction="0:garde_sans", seats=[0], seed=1
    )
    figure = plot_value_by_chance(study)
    assert any("prime alone" in label for label in _lines(figure.axes[0]))
