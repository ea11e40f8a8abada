"""Tables in lockstep as their users meet them."""

from __future__ import annotations

import itertools
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tarotsim import BatchTables, IllegalActError, StrategyError, TarotError, simulate
from tarotsim.game.layout import OBSERVATION_FIELDS, Question
from tarotsim.game.rules import Contract, Poignee
from tarotsim.game.strategy import Strategy

if TYPE_CHECKING:
    from collections.abc import Callable

    from tarotsim.game.view import SeatView

PLAYERS = (3, 4, 5)
NOBODY = BatchTables(1, seed=1)


class Lowest(Strategy):
    """Garde if it can, the lowest cards and levels, never a slam."""

    def bid(self, view: SeatView) -> Contract:
        return Contract(view.legal[min(2, len(view.legal) - 1)])

    def call(self, view: SeatView) -> int:
        return int(min(view.legal))

    def ecart(self, view: SeatView) -> tuple[int, ...]:
        plain = sorted(card for card in view.legal if card < 56)
        trumps = sorted(card for card in view.legal if card >= 56)
        return tuple((plain + trumps)[: view.rules.chien_size])

    def poignee(self, view: SeatView) -> Any:
        from tarotsim.game.poignees import PoigneeChoice

        option = view.legal[0]
        free = sorted(card for card in option.pool if card not in option.must_show)
        return PoigneeChoice(option.level, tuple(free[: option.hide_count]))

    def play(self, view: SeatView) -> int:
        return int(min(view.legal))


def lowest(tables: BatchTables) -> np.ndarray:
    """Decide as `Lowest`."""
    actions = tables.legal[:, 0].copy()
    bids = tables.decision == Question.BID
    actions[bids] = tables.legal[bids, np.minimum(tables.counts[bids] - 1, 2)]
    levels = tables.decision == Question.POIGNEE
    actions[levels] = tables.legal[levels, 1]
    return actions


def play_all(
    tables: BatchTables, choose: Callable[[BatchTables], np.ndarray] = lowest
) -> np.ndarray:
    rows = [tables.results.copy()]
    while not tables.is_over:
        tables.step(choose(tables))
        rows.append(tables.results.copy())
    whole = np.concatenate(rows)
    return whole[np.argsort(whole["deal"])]


@pytest.mark.parametrize("auction", [None, "best:garde", "0:garde_sans"])
@pytest.mark.parametrize("players", PLAYERS)
def test_the_rows_are_those_of_simulate(players: int, auction: str | None) -> None:
    expected = simulate(
        400, players=players, strategies=Lowest, seed=5, auction=auction
    )
    tables = BatchTables(25, players, seed=5, deals=400, auction=auction)
    np.testing.assert_array_equal(play_all(tables), expected.rows)
    if players == 5:
        assert (expected.rows["outcome"] == 2).any()  # a petit sec


@pytest.mark.parametrize("n", [1, 7, 300])
def test_the_number_of_tables_changes_nothing(n: int) -> None:
    def drawn(tables: BatchTables) -> np.ndarray:
        return tables.legal[np.arange(len(tables)), tables.draw(tables.counts)]

    rows = play_all(BatchTables(n, seed=3, deals=100), drawn)
    other = play_all(BatchTables(20, seed=3, deals=100), drawn)
    np.testing.assert_array_equal(rows, other)


@pytest.mark.parametrize("players", PLAYERS)
def test_seats_are_left_to_strategies_of_every_shape(players: int) -> None:
    """Compiled, by name with parameters, and an object that Python decides for."""
    others = ["random_legal", Lowest, "point_count(garde=50)", "point_count"]
    strategies: list[Any] = [*others[: players - 1]]
    strategies.insert(1, None)
    seats = [Lowest if s is None else s for s in strategies]
    expected = simulate(60, players=players, strategies=seats, seed=8)
    tables = BatchTables(9, players, strategies=strategies, seed=8, deals=60)
    assert set(tables.seat.tolist()) <= {1, -1}
    np.testing.assert_array_equal(play_all(tables), expected.rows)


def test_deals_in_which_everybody_passes_are_reported() -> None:
    def passing(tables: BatchTables) -> np.ndarray:
        return np.where(tables.decision == Question.BID, 0, tables.legal[:, 0])

    rows = play_all(BatchTables(10, seed=2, deals=400), passing)
    assert set(rows["outcome"].tolist()) == {1, 2}
    assert rows["deal"].tolist() == list(range(400))
    # The others take nothing, and nobody else is asked before them.
    seats = ["poignee_never", "poignee_never", None, "poignee_never"]
    rows = play_all(BatchTables(10, strategies=seats, seed=2, deals=40), passing)
    assert {0, 1} <= set(rows["outcome"].tolist())


def test_numbers_go_on_and_tables_keep_their_own() -> None:
    tables = BatchTables(6, seed=1, first=100)
    assert tables.deal_numbers.tolist() == list(range(100, 106))
    for _ in range(300):
        before = tables.deal_numbers
        _, done = tables.step(lowest(tables))
        expected = before + 6 * done
        assert tables.deal_numbers.tolist() == expected.tolist()
        assert tables.results["deal"].tolist() == before[done].tolist()
        assert tables.ended.tolist() == np.flatnonzero(done).tolist()
    assert not tables.is_over


def test_more_tables_than_deals() -> None:
    tables = BatchTables(50, seed=1, deals=3, auction="best:prise")
    assert (tables.decision > 0).sum() == 3
    rows = play_all(tables)
    assert rows["deal"].tolist() == [0, 1, 2]
    assert not tables.counts.any()
    assert tables.deal_numbers.tolist() == [-1] * 50
    tables.step(np.full(50, -7))
    assert not tables.done.any()
    assert not len(tables.results)


def test_reset_begins_anew() -> None:
    tables = BatchTables(8, seed=1, deals=30)
    rows = play_all(tables)
    tables.reset()
    assert tables.finished == 0
    assert not tables.is_over
    np.testing.assert_array_equal(play_all(tables), rows)
    tables.reset(seed=2, first=7)
    assert tables.seed == 2
    other = play_all(tables)
    expected = simulate(37, strategies=Lowest, seed=2).rows[7:]
    np.testing.assert_array_equal(other, expected)


def test_nothing_is_allocated_that_grows_with_steps() -> None:
    tables = BatchTables(500, seed=1, history=True)

    def steps(count: int) -> int:
        for _ in range(count):
            tables.observe()
            tables.mask()
            tables.draw(tables.counts)
            tables.step(tables.legal[:, 0])
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        steps(100)
        one = steps(20)
        other = steps(400)
    finally:
        tracemalloc.stop()
    # A single octet a table and step would be 200,000; what other tests left is freed
    # in between.
    assert abs(other - one) < 60_000


def test_all_of_stepping_can_be_compiled_beforehand() -> None:
    """In a process of its own: here the other tests have compiled it."""
    code = """
from tarotsim.engine.tables import compile_stepping
from tarotsim.kernels import listing, observing, stepping
from tarotsim.kernels._jit import _Entry
compile_stepping()
for module in (listing, observing, stepping):
    for name in module.__all__:
        kernel = getattr(module, name)
        if isinstance(kernel, _Entry):
            print(name, len(kernel.signatures))
"""
    ran = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    )
    names = ("draw_tables", "mask_tables", "observe_tables", "step_tables")
    assert sorted(ran.stdout.splitlines()) == [f"{name} 1" for name in names]


def test_the_arrays_stay_the_same() -> None:
    tables = BatchTables(5, seed=1)
    names = ("decision", "seat", "legal", "counts", "done", "rewards")
    before = {name: getattr(tables, name) for name in names}
    seen, mask = tables.observe(), tables.mask()
    rewards, done = tables.step(tables.legal[:, 0])
    assert rewards is tables.rewards
    assert done is tables.done
    assert all(getattr(tables, name) is before[name] for name in names)
    assert tables.observe() is seen
    assert tables.mask() is mask


def scribble(tables: BatchTables) -> None:
    """Overwrite everything that was handed out."""
    handed_out: list[Any] = [tables.decision, tables.seat, tables.legal, tables.counts]
    handed_out += [tables.done, tables.rewards, tables.ended, tables.results]
    handed_out += [tables.mask(), tables.observe(), tables.draw(1)]
    for array in handed_out:
        array.view(np.uint8)[:] = 7 if array.dtype != np.bool_ else 0
    tables.deal_numbers[:] = 7


@pytest.mark.parametrize("players", PLAYERS)
def test_what_is_written_to_the_arrays_changes_no_table(players: int) -> None:
    clean, dirty = (
        BatchTables(20, players, seed=4, deals=100, history=True) for _ in range(2)
    )
    while not clean.is_over:
        actions = lowest(clean)
        scribble(dirty)
        clean.step(actions)
        dirty.step(actions)
        for name in ("decision", "seat", "legal", "counts", "done", "rewards"):
            np.testing.assert_array_equal(getattr(dirty, name), getattr(clean, name))
        assert dirty.ended.tolist() == clean.ended.tolist()
        assert dirty.results.tolist() == clean.results.tolist()
        assert [dirty.record(i) for i in range(len(dirty.ended))] == [
            clean.record(i) for i in range(len(clean.ended))
        ]
        np.testing.assert_array_equal(dirty.mask(), clean.mask())
        np.testing.assert_array_equal(dirty.observe(), clean.observe())
        np.testing.assert_array_equal(dirty.draw(9), clean.draw(9))


def test_an_illegal_action_is_told_truly_whatever_is_in_the_arrays() -> None:
    clean, dirty = (BatchTables(3, seed=4) for _ in range(2))
    scribble(dirty)
    told = []
    for tables in (clean, dirty):
        with pytest.raises(IllegalActError) as caught:
            tables.step([0, 50, 0])
        told.append(str(caught.value))
    assert told[0] == told[1]
    with pytest.raises(TarotError, match="a draw has a limit"):
        dirty.draw(0)


@pytest.mark.parametrize("players", PLAYERS)
def test_shapes_and_types(players: int) -> None:
    tables = BatchTables(4, players, seed=1)
    width = {3: 30, 4: 24, 5: 18}[players]
    assert tables.legal.shape == (4, width)
    assert tables.legal.dtype == np.uint8
    assert tables.rewards.shape == (4, players)
    assert tables.mask().shape == (4, 78)
    seen = tables.observe()
    assert seen.dtype.names == tuple(name for name, _, _ in OBSERVATION_FIELDS)
    plain = seen.view(np.int8).reshape(4, -1)
    assert plain.shape[1] == seen.dtype.itemsize
    assert plain[0, 1] == seen["seat"][0]


@pytest.mark.parametrize("kind", [np.uint8, np.int16, np.int64, np.uint64, list])
def test_actions_of_every_integer_type(kind: Any) -> None:
    tables = BatchTables(4, seed=1)
    actions = tables.legal[:, 0]
    tables.step(actions.tolist() if kind is list else actions.astype(kind))


# -- errors ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 0}, "the number of tables must be 1 or more, not 0"),
        ({"n": 2.5}, "the number of tables must be a whole number"),
        ({"n": 2, "players": 6}, "3, 4 or 5"),
        ({"n": 2, "deals": 0}, "deals must be 1 or more"),
        ({"n": 2, "seed": -1}, "seed must be from 0"),
        ({"n": 2, "first": -1}, "the first deal must be from 0"),
        ({"n": 2, "first": 2**63 - 2, "deals": 9}, "the end of the deals"),
        ({"n": 2, "strategies": "point_count"}, "a list with one for each of 4"),
        ({"n": 2, "strategies": [None]}, "1 strategy is given for 4 seats"),
        ({"n": 2, "strategies": ["point_count"] * 4}, "no seat is yours"),
        ({"n": 2, "strategies": [None, "nobody", None, None]}, "nobody"),
        ({"n": 2, "auction": "7:garde"}, "seat 7 is not at a table of 4"),
    ],
)
def test_what_cannot_be_set_up(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(TarotError, match=message):
        BatchTables(**arguments)


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([0.0, 0.0], "actions must be whole numbers, not float64"),
        ([True, False], "actions must be whole numbers, not bool"),
        ([0], r"2 tables need actions of shape \(2,\), not \(1,\)"),
        (0, r"not \(\)"),
        ([[0], [0]], r"not \(2, 1\)"),
    ],
)
def test_actions_of_the_wrong_shape(actions: Any, message: str) -> None:
    with pytest.raises(TarotError, match=message):
        BatchTables(2, seed=1).step(actions)


def _first(question: Question, **options: Any) -> tuple[BatchTables, int]:
    """Return tables at which some one is asked this question."""
    tables = BatchTables(400, seed=3, **options)
    for _ in range(200):
        found = np.flatnonzero(tables.decision == question)
        if len(found):
            return tables, int(found[0])
        tables.step(lowest(tables))
    raise AssertionError(question)


ILLEGAL = [
    (Question.BID, 9, "R3.3", {}),
    (Question.BID, -1, "R3.3", {}),
    (Question.CALL, 0, "R5.2", {"players": 5}),
    (Question.CALL, 78, "R0.1", {"players": 5}),
    (Question.CHELEM, 2, "R12.2", {}),
    (Question.POIGNEE, 4, "R10.1", {"players": 3}),
    (Question.HIDE, 0, "R10.3", {"players": 5}),
    (Question.PLAY, 300, "R0.1", {}),
    (Question.PLAY, -(1 << 40), "R0.1", {}),
    (Question.ECART, 77, "R4.", {"auction": "best:garde"}),
]


@pytest.mark.parametrize(("question", "action", "rule", "options"), ILLEGAL)
def test_an_illegal_action_is_told_and_nothing_has_moved(
    question: Question, action: int, rule: str, options: dict[str, Any]
) -> None:
    tables, index = _first(question, **options)
    kept = tables._rows.copy(), tables._questions.copy(), tables.results.copy()
    actions = lowest(tables).astype(int)
    actions[index] = action
    with pytest.raises(IllegalActError) as caught:
        tables.step(actions)
    seat, number = tables.seat[index], tables.deal_numbers[index]
    start = f"table {index} (seed 3, deal {number}), seat {seat}, asked for "
    assert str(caught.value).startswith(f"{start}{question.label}, action {action}: ")
    assert f"({rule}" in str(caught.value)
    first = tables.legal[index, 0]
    assert f"allowed: {first} (" in str(caught.value)
    np.testing.assert_array_equal(kept[0], tables._rows)
    np.testing.assert_array_equal(kept[1], tables._questions)
    np.testing.assert_array_equal(kept[2], tables.results)
    tables.step(lowest(tables))


@pytest.mark.parametrize("players", PLAYERS)
def test_every_illegal_card_is_refused_with_its_rule(players: int) -> None:
    """All 78 cards at some tables, at écarts and in tricks."""
    tables = BatchTables(6, players, seed=4, auction="best:garde")
    rules = set()
    for _ in range(60):
        mask = tables.mask().copy()
        for index in range(3):
            if tables.decision[index] not in (Question.ECART, Question.PLAY):
                continue
            for card in np.flatnonzero(~mask[index]):
                actions = lowest(tables)
                actions[index] = card
                with pytest.raises(IllegalActError) as caught:
                    tables.step(actions)
                rules.add(caught.value.rule)
        tables.step(lowest(tables))
    assert {"R4.2", "R4.4", "R4.5", "R9", "R9.3"} <= rules
    assert "R14" not in rules


class Stubborn(Strategy):
    """Play a card that is not there."""

    def play(self, view: SeatView) -> int:
        return next(card for card in range(78) if card not in view.hand)


class Broken(Strategy):
    """Fail at the first card."""

    def play(self, view: SeatView) -> int:
        raise ZeroDivisionError("no card")


@pytest.mark.parametrize(
    ("strategy", "error"), [(Stubborn, IllegalActError), (Broken, StrategyError)]
)
def test_a_strategy_that_fails_stops_the_tables(strategy: Any, error: Any) -> None:
    tables = BatchTables(
        3, strategies=[None, None, strategy, None], seed=1, auction="1:garde_sans"
    )
    with pytest.raises(error, match=r"at seat 2 \(table \d, seed 1, deal \d\)"):
        play_all(tables)
    with pytest.raises(TarotError, match="the tables are apart: reset"):
        tables.step(lowest(tables))
    tables.reset()
    assert tables.decision.any()


def test_draws_have_limits() -> None:
    tables = BatchTables(3, seed=1)
    with pytest.raises(TarotError, match="a limit of 1 to 65535, not 0"):
        tables.draw(0)
    with pytest.raises(TarotError, match="an index of 0 to 65500, not -1"):
        tables.draw(3, -1)
    with pytest.raises(TarotError, match="a limit of 1 to 65535, not 65536"):
        tables.draw([1, 65536, 1])
    with pytest.raises(TarotError, match="of a draw must be whole numbers, not float"):
        tables.draw(2.5)
    with pytest.raises(TarotError, match=r"a limit of shape \(3,\), or one for all"):
        tables.draw([1, 2])
    with pytest.raises(TarotError, match="must be whole numbers, not object"):
        tables.draw(2, None)  # type: ignore[arg-type]  # that is the point
    assert tables.draw(1).tolist() == [0, 0, 0]


def test_records_are_kept_if_asked_for() -> None:
    with pytest.raises(TarotError, match="history=True"):
        NOBODY.record(0)
    tables = BatchTables(3, 5, seed=1, deals=9, history=True, auction="best:prise")
    records = []
    while not tables.is_over:
        tables.step(lowest(tables))
        records += [tables.record(place) for place in range(len(tables.results))]
        with pytest.raises(IndexError, match="ended in the last step"):
            tables.record(len(tables.results))
    assert sorted(r.deal.number or 0 for r in records) == list(range(9))
    assert any(s.level is Poignee.SIMPLE for r in records for s in r.showings)


def test_a_table_has_a_short_name() -> None:
    assert repr(NOBODY) == "<BatchTables: 1 table of 4, seed 1, 0 deals finished>"
    assert len(NOBODY) == 1


# -- the page ----------------------------------------------------------------------


def _cells(heading: str) -> list[list[str]]:
    text = (Path(__file__).resolve().parents[2] / "docs/stepping.md").read_text("utf-8")
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"| {heading}"))
    table = itertools.takewhile(lambda line: line.startswith("|"), lines[start + 2 :])
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


def test_the_page_lists_the_fields_of_an_observation() -> None:
    expected = [
        [f"`{name}`", " × ".join(map(str, shape)) or "1", meaning]
        for name, shape, meaning in OBSERVATION_FIELDS
    ]
    assert _cells("field") == expected


def test_the_page_lists_the_questions() -> None:
    found = [(int(number), name.strip("`")) for number, name, _ in _cells("number")]
    assert found == [(int(question), question.name) for question in Question]
