"""Numbers and tables as a person reads them."""

from __future__ import annotations

import pytest

from tarotsim import match, show, simulate, study_poignee
from tarotsim.present.pieces import format_mean, format_share, make_table, render
from tarotsim.present.tables import format_result
from tarotsim.stats.intervals import Estimate, wilson


@pytest.mark.parametrize(
    ("estimate", "text"),
    [
        (Estimate(12.34, 11.34, 13.34, 50, 0.5), "+12.3 ± 1.0"),
        (Estimate(-0.01, -0.51, 0.49, 50, 0.2), "0.0 ± 0.5"),
        (Estimate(0.0, 0.0, 0.0, 50, 0.0), "0.0 ± 0.0"),
        (Estimate(-7.0, None, None, 3, None), "-7.0"),
        (Estimate(None, None, None, 0, None), "-"),
    ],
)
def test_means_are_written_with_half_their_interval(
    estimate: Estimate, text: str
) -> None:
    assert format_mean(estimate) == text


def test_shares_are_written_with_their_interval() -> None:
    assert format_share(wilson(54, 100)) == "54.0 % [44.3, 63.4]"
    assert format_share(wilson(1, 1000)) == "0.10 % [0.02, 0.56]"
    assert format_share(wilson(0, 0)) == "-"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_tables_fit_their_width_and_name_their_population(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    summary = format_result(simulate(60, players=players, seed=1))
    study = format_result(study_poignee(80, players=players, seed=1))
    sheet = format_result(match(6, players=players, seed=1))
    for text in (summary, study, sheet):
        assert max(map(len, text.splitlines())) <= 100
    assert f"{players} players, 60 raw deals, seed 1, auction: bidding" in summary
    assert "strategies: point_count" in summary
    assert "played deals)" in summary
    assert "Verdict" in study
    assert f"seat {players - 1}" in sheet


def test_show_prints_and_refuses_what_is_no_result(
    capsys: pytest.CaptureFixture[str],
) -> None:
    show(match(2, seed=1))
    assert "2 raw deals, seed 1" in capsys.readouterr().out
    with pytest.raises(TypeError, match="no table for list"):
        show([])  # type: ignore[arg-type]  # the point of the test


def test_no_figure_is_cut_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    row = ("taker", "4", "75 [30-95]", "+15.0 ± 1234.5", "-27.5 ± 1234.5")
    table = make_table("Title", ("case", "n", "won %", "u shown", "gain"), [row])
    monkeypatch.setenv("COLUMNS", "200")
    wide = render(table)
    assert wide.splitlines()[-1].split() == " ".join(row).split()
    monkeypatch.setenv("COLUMNS", "30")
    assert render(table) == wide
