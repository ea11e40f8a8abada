"""What is told of one deal is told in the singular."""

from __future__ import annotations

import re

import pytest

from tarotsim.cli import main
from tarotsim.game.wording import counted

_ONE_OF_MANY = re.compile(r"(?<![\w.,+-])1(?: [a-z]+)?? [a-z]*[^s\W]s\b")
"""A 1 that stands before a plural, an adjective between them or not."""


@pytest.mark.parametrize(
    "command",
    [
        "simulate --deals 1 --seed 1",
        "simulate --deals 1 --seed 1 --players 5 --auction best:garde",
        "poignee --deals 1 --seed 1",
        "poignee --deals 1 --seed 2 --auction best:garde --objective match:1",
        "compare random_legal point_count --deals 1 --seed 1",
        "compare random_legal point_count --deals 1 --seed 1 --auction best:garde",
        "tournament random_legal point_count --deals 1 --seed 1",
        "match --deals 1 --seed 1",
    ],
)
def test_one_is_told_in_the_singular(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(command.split())
    out = capsys.readouterr().out
    assert ended.value.code == 0
    assert re.search(r"\b1\b", out)
    assert _ONE_OF_MANY.findall(out) == []


def test_the_pattern_finds_a_plural() -> None:
    assert _ONE_OF_MANY.findall("1 raw deals, 11 deals, 1 deal, 0.1 points")
    assert not _ONE_OF_MANY.findall("11 raw deals, 1 deal, 0.1 points, +1 points")


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (counted(1, "deal"), "1 deal"),
        (counted(0, "deal"), "0 deals"),
        (counted(1.0, "point", shown="1"), "1 point"),
        (counted(1.5, "point"), "1.5 points"),
        (counted(1, "class", "classes"), "1 class"),
        (counted(3, "class", "classes"), "3 classes"),
        (counted(2000, "deal", shown="2,000"), "2,000 deals"),
    ],
)
def test_a_number_has_its_noun(told: str, expected: str) -> None:
    assert told == expected
