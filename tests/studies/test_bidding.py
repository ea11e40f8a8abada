"""What to bid: each bid over the same deals, whatever was said before."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tarotsim import deal, play, study_bid
from tarotsim.engine.forced import force_bid
from tarotsim.engine.overrides import apply_all
from tarotsim.engine.play import python_form
from tarotsim.game.errors import TarotError
from tarotsim.game.rules import Contract
from tarotsim.plugins.registry import load_table
from tarotsim.studies import looks

HAND = "21 18 15 12 9 6 4 Ex ♠R73 ♥DC5 ♦10 2 ♣V8"
POOR = "12 9 4 ♠V73 ♥C5432 ♦10 2 1 ♣V8 6 5"
FIVE = "21 20 17 15 12 11 9 6 ♠R D 3 ♥R 4 ♦10 2"
CLOSE = "20 18 15 12 9 6 1 ♠RD3 ♥DC5 ♦10 2 ♣V8 2"
STRONGEST = "21 20 19 18 17 16 15 14 13 12 1 Ex ♠R D C V 10 9"


@pytest.mark.usefixtures("short_looks")
@pytest.mark.parametrize(
    ("players", "hand", "bids"),
    [(4, HAND, "pass,prise"), (5, FIVE, ""), (5, FIVE, "prise")],
)
def test_each_bid_by_hand(players: int, hand: str, bids: str) -> None:
    """The deals that are kept are played again by the reference engine alone."""
    study = study_bid(
        hand, bids, players=players, strategies="point_count", deals=4, seed=6
    )
    said = [bid for bid in bids.split(",") if bid]
    assert study.dealer == (-len(said) - 1) % players
    table = [python_form(s) for s in load_table("point_count", players)]
    kept = 0
    sums = np.zeros((len(study.lines), 3), dtype=np.int64)
    for index in range(study.sample.tried.raw):
        number = index * players + study.dealer
        dealt = deal(6, number, players, given={0: {"hand": hand}})
        records = [
            play(dealt, apply_all([force_bid(0, line.bid)], table))
            if _speaks(dealt, table, said)
            else None
            for line in study.lines
        ]
        if records[0] is None:
            continue
        kept += 1
        for place, record in enumerate(records):
            assert record is not None
            if record.score is not None:
                own = record.taker == 0
                won = own and record.score.won
                sums[place] += [record.score.scores[0], int(own), int(won)]
    assert kept == study.sample.tried.joint.n > 0
    for line, (score, takes, made) in zip(study.lines, sums.tolist(), strict=True):
        assert line.score.mean == pytest.approx(score / kept)
        assert line.takes.mean == pytest.approx(takes / kept)
        assert line.made.n == takes
        if takes:
            assert line.made.mean == pytest.approx(made / takes)


@pytest.fixture
def short_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look after each 50 tries, where the reference engine plays them again."""
    monkeypatch.setattr(looks, "BLOCK", 50)


def _speaks(dealt: Any, table: Any, said: list[str]) -> bool:
    record = play(dealt, table)
    heard = [bid.contract.label for bid in record.bids]
    return bool(heard) and heard[: len(said)] == said


def test_a_strong_hand_bids_and_a_poor_one_passes() -> None:
    assert study_bid(STRONGEST, deals=2000, seed=1).best.bid >= Contract.GARDE_SANS
    study = study_bid(POOR, deals=2000, seed=1)
    assert study.best.bid is Contract.PASS
    assert study.verdict[0].startswith("Pass: ")
    assert study.lines[0].takes.mean == 0
    assert study.lines[0].behind is None
    assert all(line.behind is not None for line in study.lines[1:])


def test_what_cannot_be_told_is_not() -> None:
    study = study_bid(CLOSE, deals=1000, seed=1)
    assert study.verdict[0].startswith("Cannot tell ")
    assert study.verdict[-1].startswith("The highest mean is that of")


def test_only_what_may_still_be_bid() -> None:
    study = study_bid(HAND, "garde", deals=10, strategies="random_legal", seed=1)
    assert [line.bid.label for line in study.lines] == [
        "pass",
        "garde_sans",
        "garde_contre",
    ]
    assert "bid garde before" in study.population


@pytest.mark.parametrize(
    ("hand", "bids", "message"),
    [
        (HAND, "garde_contre", "only a pass left"),
        (HAND, "pass,pass,pass,pass", "4 bids are given, 3 at most"),
        (HAND, "garde,prise", "R3.3"),
        (HAND, "guarde", "unknown bid 'guarde'"),
        (HAND + " 3", "", "19 cards are given, 18 expected"),
    ],
)
def test_what_cannot_be_is_refused(hand: str, bids: str, message: str) -> None:
    with pytest.raises(TarotError) as caught:
        study_bid(hand, bids)
    assert message in str(caught.value)


def test_what_nobody_says_is_an_error() -> None:
    with pytest.raises(TarotError, match="of 100000 deals"):
        study_bid(STRONGEST, "garde_sans", seed=1)


@pytest.mark.usefixtures("short_looks")
def test_neither_threads_nor_engine_change_it() -> None:
    told: dict[str, Any] = {"strategies": "point_count", "deals": 10, "seed": 3}
    first = study_bid(HAND, "pass", threads=2, **told)
    again = study_bid(HAND, "pass", threads=1, engine="reference", **told)
    assert first.to_json() == again.to_json()
    assert first.to_pandas().shape[0] == len(first.tidy()) == 5 * 4 + 4
