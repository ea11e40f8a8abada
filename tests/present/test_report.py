"""A study as one file."""

from __future__ import annotations

import base64
import os
import re
from dataclasses import fields, replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tarotsim import (
    RESULTS_REVISION,
    TarotError,
    __version__,
    compare,
    simulate,
    study_poignee,
    tournament,
    write_report,
)
from tarotsim.present.report import command_line, format_report
from tarotsim.studies.poignee import PoigneeStudy
from tests.present.pages import Page

COMMAND = "tarotsim poignee --deals 60 --seed 1"


class Tidied(PoigneeStudy):
    """A study with rows by chance and by hand, whoever makes them."""

    __slots__ = ()

    def tidy(self) -> list[dict[str, Any]]:
        group = {"side": "taker", "contract": None, "level": "simple", "n": 100}
        rows = []
        for chance in (0.3, 0.5, 0.7):
            keys = group | {"trumps": None, "bouts": None, "band": f"{chance}"}
            for name, mean in [("chance", chance), ("difference", 40 * chance - 20)]:
                bounds = {"mean": mean, "low": mean - 0.1, "high": mean + 0.1}
                rows.append(keys | {"quantity": name} | bounds)
        hand = group | {"trumps": 10, "bouts": 2, "band": None}
        bounds = {"mean": 3.0, "low": 2.0, "high": 4.0}
        return [*rows, hand | {"quantity": "difference"} | bounds]


@pytest.fixture(scope="module")
def study() -> PoigneeStudy:
    found = study_poignee(60, seed=1)
    return Tidied(**{item.name: getattr(found, item.name) for item in fields(found)})


def _pictures(page: Page) -> list[dict[str, str | None]]:
    return [attributes for name, attributes in page.tags if name == "img"]


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_it_is_one_whole_page_that_fetches_nothing(study: PoigneeStudy) -> None:
    text = format_report(study, command=COMMAND)
    page = Page(text.removeprefix("<!DOCTYPE html>\n"))
    assert "://" not in text
    assert not page.names() & {"script", "link", "iframe"}
    policy = next(a["content"] for n, a in page.tags if n == "meta" and "content" in a)
    assert policy is not None
    assert "default-src 'none'" in policy
    assert all((a["src"] or "").startswith("data:") for a in _pictures(page))


def test_it_says_what_it_is_of_and_how_to_run_it_again(study: PoigneeStudy) -> None:
    page = Page(format_report(study, command=COMMAND).partition("\n")[2])
    for sentence in study.verdict:
        assert sentence in page.text
    assert COMMAND in page.texts
    words = " ".join(page.texts)
    assert f"{__version__}, results {RESULTS_REVISION}" in words
    assert "4 players, 60 raw deals, seed 1, auction: bidding" in words
    for option, value in study.run.rules.options().items():
        assert f"rule {option} {value}" in words


def test_the_pictures_are_the_figures_of_the_study(study: PoigneeStudy) -> None:
    page = Page(format_report(study).partition("\n")[2])
    pictures = _pictures(page)
    assert len(pictures) == 2
    said = [picture["alt"] or "" for picture in pictures]
    assert "by the chance of winning" in said[0]
    assert "by the hand" in said[1]
    for picture in pictures:
        kind, _, data = (picture["src"] or "").partition(",")
        assert kind == "data:image/svg+xml;base64"
        assert ET.fromstring(base64.b64decode(data)).tag.endswith("svg")
        assert "seed 1" in (picture["alt"] or "")


@pytest.mark.parametrize("figures", [0, 1])
def test_a_run_has_a_report_played_or_not(figures: int) -> None:
    result = simulate(40 if figures else 1, seed=5)
    assert (result.tally.played > 0) == bool(figures)
    page = Page(format_report(result).partition("\n")[2])
    assert len(_pictures(page)) == figures
    assert "seed 5" in page.text


def test_every_kind_of_study_has_a_report() -> None:
    pair = ("point_count", "random_legal")
    for result in (
        study_poignee(20, seed=1),
        compare(*pair, deals=40, seed=1, auction="best:garde"),
        tournament(pair, deals=40, seed=1),
    ):
        page = Page(format_report(result).partition("\n")[2])
        assert "seed 1" in page.text


def test_what_has_no_report_is_refused() -> None:
    with pytest.raises(TypeError, match="no report for list"):
        format_report([])  # type: ignore[arg-type]  # the point of the test


def test_names_stay_text() -> None:
    result = compare("point_count", "random_legal", deals=40, seed=1)
    evil = "<script>alert('x')</script>"
    header = result.header | {"strategies": [evil, "<b>"]}
    text = format_report(replace(result, header=header), command=f"tarotsim '{evil}'")
    page = Page(text.partition("\n")[2])
    assert not re.search(r"<\s*(script|b)\b", text)
    assert evil in page.text


def test_the_same_study_gives_the_same_bytes(
    study: PoigneeStudy, tmp_path: Path
) -> None:
    first, second = tmp_path / "first.html", tmp_path / "second.html"
    write_report(study, first)
    write_report(study, str(second))
    assert first.read_bytes() == second.read_bytes()
    assert first.read_text(encoding="utf-8") == format_report(study)
    assert _names(tmp_path) == ["first.html", "second.html"]


def test_a_file_that_is_there_is_replaced_whole(
    study: PoigneeStudy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "report.html"
    target.write_text("before", encoding="utf-8")

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(TarotError, match=r"cannot write .*No space left"):
            write_report(study, target)
    assert target.read_text(encoding="utf-8") == "before"
    assert _names(tmp_path) == ["report.html"]
    write_report(study, target)
    assert target.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("name", ["", "no such folder/report.html"])
def test_a_place_that_cannot_be_written_is_refused(
    name: str, study: PoigneeStudy, tmp_path: Path
) -> None:
    with pytest.raises(TarotError, match="cannot write"):
        write_report(study, tmp_path / name)
    assert not _names(tmp_path)


def test_a_command_can_be_pasted() -> None:
    options = {
        "players": 4,
        "strategies": "point_count(garde=50)",
        "rule": ["D1=x", "D2=y"],
        "json": True,
        "quiet": False,
        "half_width": None,
    }
    assert command_line("poignee", options) == (
        "tarotsim poignee --players 4 --strategies 'point_count(garde=50)' "
        "--rule D1=x --rule D2=y --json"
    )
