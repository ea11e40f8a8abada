"""Duplicate play of two strategies: known answers, and a slow way to the same."""

from __future__ import annotations

import json
import re
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tarotsim import (
    SeatView,
    StrategyError,
    TarotError,
    compare,
    external,
    tournament,
)
from tarotsim.game.rules import Contract
from tarotsim.game.strategy import Strategy
from tarotsim.present.tables import format_result
from tarotsim.stats.intervals import Estimate
from tarotsim.studies.compare import Comparison
from tarotsim.studies.free_play import (
    seatings,
)
from tarotsim.studies.lines import ASKS_NO_BIDS

PLAYER_COUNTS = (3, 4, 5)
AUCTIONS = (None, "best:garde")


def everything(result: Comparison) -> Iterator[Estimate]:
    """Yield all differences of a comparison."""
    yield result.difference
    for line in (*result.by_role, *result.by_contract):
        yield line.difference


@pytest.mark.parametrize("auction", AUCTIONS)
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_a_strategy_against_itself_is_exactly_even(
    players: int, auction: str | None
) -> None:
    result = compare(
        "random_legal",
        "random_legal",
        deals=300,
        players=players,
        seed=5,
        auction=auction,
    )
    # That no deal was uneven is seen, what uneven ones are worth is not.
    gap = result.difference
    assert (gap.mean, gap.low, gap.se) == (0, None, None)
    assert result.uneven.mean == 0
    assert result.needed_to_tell is None
    if auction is not None:
        for line in result.by_role:
            assert (line.difference.mean, line.difference.low) == (0, None)
    for mark in result.percentages.values():
        assert (mark.mean, mark.low) == (50, None)
    first, *others = result.verdict
    assert "came out even in every one" in first
    assert others == ([] if auction is None else [ASKS_NO_BIDS])


@pytest.mark.parametrize("auction", AUCTIONS)
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_changing_places_changes_the_sign(players: int, auction: str | None) -> None:
    def once(a: str, b: str) -> Comparison:
        return compare(a, b, deals=400, players=players, seed=6, auction=auction)

    forth, back = (
        once("point_count", "random_legal"),
        once("random_legal", "point_count"),
    )
    for one, other in zip(everything(forth), everything(back), strict=True):
        assert other.mean == (None if one.mean is None else -one.mean)
        assert other.low == (None if one.high is None else -one.high)
        assert other.n == one.n
    assert forth.deals == back.deals
    if forth.match_points is not None:
        assert back.match_points == forth.match_points.opposite()
        assert forth.percentages["a"] == back.percentages["b"]
        total = sum(mark.mean or 0 for mark in forth.percentages.values())
        assert total == pytest.approx(100)


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_each_seat_is_held_by_both_from_each_place(players: int) -> None:
    ways = seatings(players)
    held: Counter[tuple[int, bool]] = Counter()
    for number in range(players * len(ways)):
        way = ways[number // players % len(ways)]
        for seat in range(players):
            position = (seat - number - 1) % players
            held[position, seat in way] += 1
            held[position, seat not in way] += 1
    assert len(set(held.values())) == 1
    assert len(held) == 2 * players


@pytest.mark.parametrize("auction", AUCTIONS)
def test_threads_and_engines_do_not_matter(auction: str | None) -> None:
    def once(deals: int, **options: Any) -> dict[str, Any]:
        return compare(
            "random_legal",
            "point_count(garde=30)",
            deals=deals,
            players=5,
            seed=12,
            auction=auction,
            **options,
        ).to_json()

    assert once(5100, threads=1) == once(5100, threads=3)
    assert once(20) == once(20, engine="reference")


@pytest.mark.parametrize("auction", AUCTIONS)
def test_stretches_do_not_matter(
    auction: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def once() -> dict[str, Any]:
        return compare(
            "random_legal", "point_count", deals=2100, seed=13, auction=auction
        ).to_json()

    whole = once()
    monkeypatch.setattr("tarotsim.studies.looks._SECONDS", 1e-3)
    assert once() == whole


class Careful(Strategy):
    """Bid garde with many trumps, in Python."""

    def bid(self, view: SeatView) -> Contract:
        if len(view.trumps) >= 9 and Contract.GARDE in view.legal:
            return Contract.GARDE
        return Contract.PASS


def test_strategies_are_given_in_every_way(tmp_path: Any) -> None:
    file = tmp_path / "own.py"
    file.write_text(
        "from tarotsim import Strategy\n\nclass Own(Strategy):\n    limit: int = 9\n"
    )
    ways = [Careful, Careful(), f"{file}:Own", "point_count(garde=50, prise=45)"]
    for a in ways:
        result = compare(a, "random_legal", deals=20, seed=1)
        assert result.deals["raw"] == 20
    assert result.header["strategies"][0] == "point_count(garde=50, prise=45)"
    same = compare(Careful(), Careful(), deals=60, seed=1)
    assert same.uneven.mean == 0
    assert same.header["strategies"] == ["Careful", "Careful #2"]


class Forgetful(Strategy):
    """Call another king each time."""

    calls = 0

    def call(self, view: SeatView) -> Any:
        Forgetful.calls += 1
        return view.legal[Forgetful.calls % len(view.legal)]


def test_a_strategy_that_calls_another_card_each_time_is_refused() -> None:
    with pytest.raises(StrategyError, match="two partners of the taker"):
        compare(
            Forgetful,
            "point_count",
            players=5,
            deals=60,
            seed=1,
            auction="best:garde",
        )


def stopping_after(bids: int) -> Strategy:
    class Stopping(Strategy):
        asked = 0

        def bid(self, view: SeatView) -> Contract:
            self.asked += 1
            if self.asked > bids:
                raise KeyboardInterrupt
            return Contract.PASS

    return Stopping()


def test_an_interrupted_comparison_keeps_what_was_done() -> None:
    result = compare(
        stopping_after(600), "point_count", deals=5000, seed=1, keep_interrupted=True
    )
    assert result.interrupted
    assert result.stopped == "interrupted"
    assert 0 < result.deals["raw"] < 5000
    assert "interrupted" in format_result(result)
    again = compare(
        stopping_after(10**9), "point_count", deals=result.deals["raw"], seed=1
    )
    assert again.difference == result.difference
    at_once = compare(
        stopping_after(0), "point_count", deals=100, seed=1, keep_interrupted=True
    )
    assert at_once.deals["raw"] == 0
    assert at_once.difference.mean is None
    assert "not enough deals" in at_once.verdict[0]
    json.dumps(at_once.to_json(), allow_nan=False)
    assert "not enough deals" in format_result(at_once)
    with pytest.raises(KeyboardInterrupt):
        compare(stopping_after(600), "point_count", deals=5000, seed=1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"half_width": 0}, "half-width is a number above 0"),
        ({"half_width": -1.0}, "half-width is a number above 0"),
        ({"half_width": float("nan")}, "half-width is a number above 0"),
        ({"half_width": "1"}, "half-width is a number above 0"),
        ({"deals": 0}, "deals must be 1 or more"),
        ({"deals": 2.5}, "deals"),
        ({"players": 6}, "players"),
        ({"auction": "5:garde"}, "seat 5 is not at a table of 4"),
        ({"auction": "garde"}, "best:CONTRACT"),
        ({"engine": "fast"}, "unknown engine"),
        ({"threads": 0}, "threads must be 1 or more"),
    ],
)
def test_wrong_input_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(TarotError, match=message):
        compare("point_count", "random_legal", **{"seed": 1, **options})


def test_unknown_strategies_are_refused() -> None:
    with pytest.raises(StrategyError, match="did you mean point_count"):
        compare("point_count", "point_coutn")
    with pytest.raises(StrategyError, match="point_count,random_legal"):
        compare("point_count", "point_count,random_legal")


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("auction", AUCTIONS)
def test_json_and_tables_have_everything(
    players: int, auction: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "110")
    result = compare(
        "point_count",
        "random_legal",
        deals=400,
        players=players,
        seed=4,
        auction=auction,
    )
    data = json.loads(json.dumps(result.to_json(), allow_nan=False))
    assert data["players"] == players
    assert data["seed"] == 4
    assert data["clusters"] == data["n"] == data["deals"]["compared"]
    assert data["deals"]["raw"] == 400
    assert data["low"] < data["mean"] < data["high"]
    roles = {"taker", "defender"} | ({"partner"} if players == 5 else set())
    assert set(data["by_role"]) == roles
    for role in data["by_role"].values():
        assert {"mean", "low", "high", "n", "a", "b"} <= set(role)
    assert bool(data["by_contract"]) == (auction is None)
    assert (data["match_points"] is not None) == (auction is not None and players < 5)
    tidy = result.tidy()
    assert {row["by"] for row in tidy} == {"all", "role"} | (
        {"contract"} if auction is None else set()
    )
    assert len({tuple(row) for row in tidy}) == 1
    text = format_result(result)
    assert max(map(len, text.splitlines())) <= 110
    assert "a = point_count, b = random_legal" in text
    assert f"{data['deals']['compared']} deals compared" in text
    assert f"played {result.plays} times" in text
    assert "Verdict" in text
    assert "better than" in repr(result)


class Never(Strategy):
    """Pass."""


class Always(Strategy):
    """Bid as high as can be."""

    def bid(self, view: SeatView) -> Contract:
        bids: tuple[Contract, ...] = view.legal
        return max(bids)


def test_shares_that_never_varied_have_no_interval() -> None:
    result = compare(Always, Never, deals=60, seed=1)
    taker = result.by_role[0]
    shares = taker.details["share_a"], taker.details["share_b"]
    assert [share.mean for share in shares] == [0.5, 0]
    assert [share.low for share in shares] == [None, None]
    line = next(x for x in format_result(result).splitlines() if " taker " in x)
    assert re.search(r" 50 +0 ", line)


class Remembering(Strategy):
    """Know the cards of a deal when it comes again."""

    known_again: ClassVar[list[Any]] = []

    def __init__(self) -> None:
        self.seen: dict[Any, int] = {}

    def play(self, view: SeatView) -> Any:
        hand = view.seat, view.dealt
        tricks = len(view.hand)
        if self.seen.get(hand, 99) <= tricks:
            Remembering.known_again.append(hand)
        self.seen[hand] = tricks
        return super().play(view)


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("auction", AUCTIONS)
def test_no_strategy_meets_a_deal_again(players: int, auction: str | None) -> None:
    Remembering.known_again.clear()
    one = Remembering()
    # Each seat its own, and one object for all seats.
    for pair in ((Remembering, Always), (one, one)):
        compare(*pair, deals=12, players=players, seed=1, auction=auction)
    entrants = [Remembering, Always, one]
    tournament(entrants, deals=6, players=players, seed=1, auction=auction)
    assert not Remembering.known_again
    assert not one.seen


PROGRAM = """
import json, sys

seen = set()
for line in sys.stdin:
    message = json.loads(line)
    answer = None
    if message["type"] == "hello":
        answer = {"protocol": 1}
    if message["type"] == "deal":
        hand = " ".join(message["hand"])
        known, _ = hand in seen, seen.add(hand)
    if message["type"] == "question":
        legal = message["legal"]
        is_ecart = message["decision"] == "ecart"
        answer = {"answer": legal[: message["count"]] if is_ecart else legal[0]}
        if known:
            answer = {"error": "these cards again"}
    if answer:
        print(json.dumps(answer), flush=True)
"""


def test_no_program_meets_a_deal_again(tmp_path: Path) -> None:
    file = tmp_path / "remembering.py"
    file.write_text(PROGRAM, encoding="utf-8")
    program = external([sys.executable, str(file)])
    result = compare(program, "random_legal", deals=6, seed=1, auction="best:garde")
    assert result.deals["raw"] == 6
    assert not program._programs


class Held(Strategy):
    """Hold something that cannot be copied."""

    def __init__(self) -> None:
        self.lock = threading.Lock()

    def play(self, view: SeatView) -> Any:
        return view.legal[0]


def test_a_strategy_that_cannot_be_copied_is_refused() -> None:
    with pytest.raises(StrategyError, match=r"Held cannot be copied .*__deepcopy__"):
        compare(Held, "random_legal", deals=5, seed=1, auction="best:garde")
