"""The compiled table: overrides, rows in the middle of a deal, threads, errors."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tarotsim.engine.compiled import CompiledTable, compiled_form, warm_up
from tarotsim.engine.unpacking import record_of
from tarotsim.game.auction import parse_auction
from tarotsim.game.errors import IllegalActError, RulesError, StrategyError, TarotError
from tarotsim.game.rules import rules_for
from tarotsim.kernels import batch, table
from tarotsim.kernels import row as words
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.asking import seats_inside
from tarotsim.kernels.deal import play_on
from tarotsim.kernels.packing import pack_auction, pack_rules
from tarotsim.kernels.policies import DECLINED, CompiledStrategy, policy
from tarotsim.kernels.results import HISTORY_WORDS, RESULT_DTYPE
from tarotsim.kernels.row import words_from
from tarotsim.reference.dealing import deal_cards
from tarotsim.reference.game import play_deal
from tarotsim_strategies._compiled_random import POLICIES
from tarotsim_strategies.point_count import PointCount
from tarotsim_strategies.random_legal import RandomLegal

if TYPE_CHECKING:
    from collections.abc import Callable

    from tarotsim.game.records import Deal

RANDOM = CompiledStrategy(POLICIES, (60, 60), name="random")


@policy
def first_card(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Decline but in one trick, then play the lowest legal bit."""
    if public[words.TRICK] != np.uint64(params[0]):
        return DECLINED
    for code in range(64):
        if suits >> np.uint64(code) & np.uint64(1) != np.uint64(0):
            return code
    for code in range(22):
        if trumps >> np.uint64(code) & np.uint64(1) != np.uint64(0):
            return 64 + code
    return -1


@policy
def constant(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Answer the first parameter, whatever is legal."""
    return np.int64(params[0])


@policy
def constant_set(
    public: Any,
    private: Any,
    suits: Any,
    trumps: Any,
    params: Any,
    scratch: Any,
    out: Any,
) -> Any:
    """Answer the first parameter and a set of the second."""
    out[0] = np.uint64(params[1])
    return np.int64(params[0])


@kernel(entry=True)
def play_until(
    rules: Any,
    auction: Any,
    policies: Any,
    seed: Any,
    number: Any,
    row: Any,
    until: Any,
) -> Any:
    """Begin a numbered deal and stop before a trick."""
    row = words_from(row, 0)
    seats = seats_inside(policies, row)
    table.set_rules(rules, row)
    batch.begin_numbered(rules, seed, number, row)
    return play_on(rules, auction, seats, row, until)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_overrides_are_asked_first(players: int) -> None:
    rules = rules_for(players)
    strategy = CompiledStrategy(
        POLICIES, (60, 60), overrides={"play": (first_card, (2,))}
    )
    auction = parse_auction("best:garde")
    table_ = CompiledTable(rules, [strategy, *[RANDOM] * (players - 1)], auction)
    plain = CompiledTable(rules, [RANDOM] * players, auction)
    chunk = table_.play_numbered(5, range(30), history=True)
    other = plain.play_numbered(5, range(30), history=True)
    for number in range(30):
        deal = deal_cards(rules, 5, number)
        record = record_of(rules, deal, chunk.rows[number], chunk.history[number])
        seats: list[Any] = [strategy, *[RANDOM] * (players - 1)]
        assert record == play_deal(rules, deal, seats, auction=auction)
        same = record_of(rules, deal, other.rows[number], other.history[number])
        assert record.tricks[:2] == same.tricks[:2]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_rows_are_played_on_from_the_middle(players: int) -> None:
    rules = rules_for(players)
    auction = parse_auction("best:prise")
    whole = CompiledTable(rules, [RANDOM] * players, auction)
    expected = whole.play_numbered(8, range(20), history=True)
    seats, _scratch = whole.seats()
    rows = np.zeros((20, words.ROW_WORDS), dtype=np.uint64)
    rng = random.Random(players)
    for number in range(20):
        until = rng.randint(0, rules.trick_count)
        status = play_until(
            pack_rules(rules),
            pack_auction(auction, players),
            seats,
            np.uint64(8),
            np.uint64(number),
            rows[number],
            until,
        )
        assert status == 0
    results = np.zeros(20, dtype=RESULT_DTYPE)
    history = np.zeros((20, HISTORY_WORDS), dtype=np.uint64)
    done = batch.play_rows(
        pack_rules(rules), pack_auction(auction, players), seats, rows, results, history
    )
    assert done == (20, 0)
    np.testing.assert_array_equal(results, expected.rows)
    np.testing.assert_array_equal(history, expected.history)


FAILING = [
    ("bid", constant, (-7,), None),
    ("call", constant, (-7,), None),
    ("ecart", constant_set, (-7, 0), "best:garde"),
    ("chelem", constant, (-7,), "best:garde"),
    ("poignee", constant_set, (-7, 0), "best:garde"),
    ("play", constant, (-7,), "best:garde_sans"),
]


@pytest.mark.parametrize("is_early", [0, 1])
@pytest.mark.parametrize(("decision", "rule", "params", "auction"), FAILING)
def test_rows_go_on_where_a_policy_failed(
    decision: str, rule: Any, params: Any, auction: str | None, is_early: int
) -> None:
    rules = rules_for(5, slam_announcement=is_early)
    imposed = None if auction is None else parse_auction(auction)
    bad = CompiledStrategy(POLICIES, (60, 60), overrides={decision: (rule, params)})
    whole = CompiledTable(rules, [RANDOM] * 5, imposed)
    failing = CompiledTable(rules, [bad] * 5, imposed)
    broken, _kept = failing.seats()
    sound, _kept_too = whole.seats()
    vector, packed = pack_rules(rules), pack_auction(imposed, 5)
    expected = whole.play_numbered(8, range(40), history=True)
    rows = np.zeros((40, words.ROW_WORDS), dtype=np.uint64)
    results = np.zeros(40, dtype=RESULT_DTYPE)
    history = np.zeros((40, HISTORY_WORDS), dtype=np.uint64)
    failed = 0
    for number in range(40):
        row, where = rows[number], (np.uint64(8), np.uint64(number))
        status = play_until(vector, packed, broken, *where, row, rules.trick_count)
        failed += status != 0
        part = slice(number, number + 1)
        again = batch.play_rows(
            vector, packed, broken, rows[part], results[part], history[part]
        )
        assert again == ((0, status) if status else (1, 0))
    assert failed > 5
    history[:] = 0
    done = batch.play_rows(vector, packed, sound, rows, results, history)
    assert done == (40, 0)
    np.testing.assert_array_equal(results, expected.rows)
    np.testing.assert_array_equal(history, expected.history)


@pytest.mark.parametrize(("threads", "chunk"), [(1, 1000), (2, 64), (4, 7), (3, 300)])
def test_results_do_not_depend_on_threads_and_chunks(threads: int, chunk: int) -> None:
    played = CompiledTable(rules_for(4), [RANDOM] * 4)
    expected = played.play_numbered(3, range(100, 400), history=True)
    chunks = list(
        played.chunks(3, 100, 400, history=True, threads=threads, chunk=chunk)
    )
    rows = np.concatenate([part.rows for part in chunks])
    np.testing.assert_array_equal(rows, expected.rows)
    acts = np.concatenate([part.history for part in chunks])
    np.testing.assert_array_equal(acts, expected.history)
    assert list(rows["deal"]) == list(range(100, 400))


@pytest.mark.parametrize("strategy", [RandomLegal(), PointCount()], ids=str)
def test_scratch_memory_is_a_cache_and_nothing_else(strategy: Any) -> None:
    form = compiled_form(strategy)
    assert form is not None
    played = CompiledTable(rules_for(4), [form] * 4)
    expected = played.play_numbered(2, range(50))
    seats, held = played.seats()
    for number, memory in enumerate(held.scratch):
        memory[:] = np.arange(len(memory)) * 0x0123_4567_89AB_CDEF + number
    rows, row = np.zeros(50, RESULT_DTYPE), np.zeros(words.ROW_WORDS, np.uint64)
    none = np.zeros((0, HISTORY_WORDS), np.uint64)
    where = np.uint64(2), np.arange(50, dtype=np.uint64)
    batch.play_numbered(played.vector, played.auction, seats, *where, row, rows, none)
    np.testing.assert_array_equal(rows, expected.rows)


def test_warming_up_tells_what_it_compiles() -> None:
    noted: list[str] = []
    warm_up([RANDOM], noted.append)
    assert warm_up([RANDOM], noted.append) == 0


def _global_state() -> str:
    return repr(np.random.get_state())  # noqa: NPY002  # the one that must not move


def test_the_global_random_state_is_left_alone() -> None:
    np.random.seed(1)  # noqa: NPY002  # it is this state that must not move
    before = _global_state()
    CompiledTable(rules_for(4), [RANDOM] * 4).play_numbered(3, range(50))
    assert _global_state() == before


BAD = [
    ("bid", constant, (9,), "R3.3"),
    ("bid", constant, (-3,), "R3.3"),
    ("call", constant, (5,), "R5.2"),
    ("call", constant, (500,), "R0.1"),
    ("ecart", constant_set, (0, 0), "R4.2"),
    ("ecart", constant_set, (0, 0x2000), "R4.2"),
    ("ecart", constant_set, (0, 0x4000), "R0.1"),
    ("play", constant, (90,), "R0.1"),
    ("play", constant, (-5,), "R0.1"),
    ("play", constant, (14,), "R0.1"),  # a bit between two suits, but card 14
]


@pytest.mark.parametrize(("decision", "rule", "params", "number"), BAD)
def test_illegal_answers_are_reported(
    decision: str, rule: Any, params: tuple[int, ...], number: str
) -> None:
    bad = CompiledStrategy(
        POLICIES,
        (0, 100),
        overrides={decision: (rule, params)},
        name="bad",
    )
    auction = None if decision == "bid" else parse_auction("best:garde")
    played = CompiledTable(rules_for(5), [bad] * 5, auction)
    with pytest.raises(IllegalActError) as caught:
        list(played.chunks(1, 0, 100, chunk=10, threads=1))
    assert caught.value.rule == number
    text = str(caught.value)
    assert text.startswith("strategy bad at seat ")
    assert "seed 1, deal " in text
    assert f"asked for {decision}" in text
    deals = [deal_cards(rules_for(5), 1, number) for number in range(100)]
    assert_told_alike(bad, deals, auction, caught.value)


def assert_told_alike(
    bad: CompiledStrategy, deals: list[Deal], auction: Any, error: TarotError
) -> None:
    """Look whether the reference engine refuses the policies in the same words."""
    rules = rules_for(deals[0].players)

    def play_all() -> None:
        for deal in deals:
            players: list[Any] = [bad] * rules.players
            play_deal(rules, deal, players, auction=auction)

    with pytest.raises(type(error)) as caught:
        play_all()
    assert str(caught.value) == str(error)
    assert getattr(caught.value, "rule", "") == getattr(error, "rule", "")


def test_a_level_that_cannot_be_shown_is_reported(
    lopsided_deal: Callable[..., Any],
) -> None:
    rules = rules_for(4)
    rng = random.Random(1)
    deals = [lopsided_deal(rng, rules) for _ in range(60)]
    for params, number in (((3, 0), "R10"), ((5, 0), "R10.1"), ((1, 2**40), "R10.3")):
        bad = CompiledStrategy({}, overrides={"poignee": (constant_set, params)})
        played = CompiledTable(rules, [bad] * 4, parse_auction("best:garde"))
        with pytest.raises(IllegalActError) as caught:
            played.play_given(deals)
        assert caught.value.rule.startswith(number)
        assert "given cards" in str(caught.value)
        assert_told_alike(bad, deals, parse_auction("best:garde"), caught.value)


@pytest.mark.parametrize(
    ("decision", "rule", "params"),
    [("chelem", constant, (-1,)), ("ecart", constant_set, (-7, 0))],
)
def test_what_fails_without_a_rule_is_a_strategy_error(
    decision: str, rule: Any, params: tuple[int, ...]
) -> None:
    bad = CompiledStrategy(POLICIES, (0, 0), overrides={decision: (rule, params)})
    auction = parse_auction("best:garde")
    with pytest.raises(StrategyError, match="it failed: its answer was -") as caught:
        CompiledTable(rules_for(5), [bad] * 5, auction).play_numbered(1, range(10))
    deals = [deal_cards(rules_for(5), 1, number) for number in range(10)]
    assert_told_alike(bad, deals, auction, caught.value)


def test_tables_need_a_strategy_a_seat() -> None:
    with pytest.raises(RulesError, match="a table of 4 needs as many strategies"):
        CompiledTable(rules_for(4), [RANDOM] * 3)
    with pytest.raises(RulesError, match="seat 7 is not at a table of 4"):
        CompiledTable(rules_for(4), [RANDOM] * 4, parse_auction("7:garde"))


def test_strategies_know_their_decisions() -> None:
    with pytest.raises(TypeError, match="unknown decision 'discard'"):
        CompiledStrategy({"discard": constant})
    with pytest.raises(TypeError, match="a policy for ecart takes 7 arguments"):
        CompiledStrategy({"ecart": constant})
