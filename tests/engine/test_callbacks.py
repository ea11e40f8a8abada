"""Python objects at the compiled table do what they do in the reference engine."""

from __future__ import annotations

import copy
import gc
import pickle
import random
import signal
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tarotsim.engine.callbacks import ObjectStrategy, is_default
from tarotsim.engine.compiled import CompiledTable, seated_form
from tarotsim.engine.lazy_view import LazyView
from tarotsim.game.auction import Imposed
from tarotsim.game.errors import IllegalActError, StrategyError, TarotError
from tarotsim.game.layout import Stage
from tarotsim.game.poignees import PoigneeChoice
from tarotsim.game.rules import RULES_4, Contract, Poignee, rules_for
from tarotsim.game.strategy import DECISIONS, Strategy, complete, override
from tarotsim.game.view import SeatView
from tarotsim.kernels.policies import CompiledStrategy
from tarotsim.reference.dealing import deal_cards, deal_given
from tarotsim.reference.game import play_deal
from tarotsim_strategies._compiled_random import POLICIES
from tarotsim_strategies.random_legal import RandomLegal

Decide = Callable[[SeatView], Any]

GARDE = Imposed(Contract.GARDE)


class First(Strategy):
    """The first legal card; everything else by default."""

    name = "first"

    def play(self, view: SeatView) -> int:
        card: int = view.legal[0]
        return card


class Faulty(Strategy):
    """The defaults, but for one decision."""

    name = "faulty"

    def __init__(self, decision: str = "", decide: Decide | None = None) -> None:
        if decide is not None:
            setattr(self, decision, decide)


class Bare:
    """No strategy, but for a slam."""

    def chelem(self, view: SeatView) -> bool:
        return False


class Keeper(RandomLegal):
    """Random play that keeps its views."""

    name = "keeper"
    kept: list[SeatView]

    def play(self, view: SeatView) -> int:
        self.kept.append(view)
        return super().play(view)


def seated(strategy: Any, count: int) -> list[ObjectStrategy]:
    return [ObjectStrategy(strategy)] * count


# -- who is asked ------------------------------------------------------------------


def test_defaults_are_not_asked() -> None:
    assert ObjectStrategy(Faulty()).asked == ()
    assert ObjectStrategy(First()).asked == ("play",)
    assert ObjectStrategy(RandomLegal()).asked == DECISIONS
    assert ObjectStrategy(complete(Bare())).asked == ("chelem",)
    changed = override(First(), bid=lambda view: Contract.PASS)
    assert ObjectStrategy(changed).asked == ("bid", "play")
    half = CompiledStrategy({"play": POLICIES["play"]})
    assert "play" not in ObjectStrategy(RandomLegal(), half).asked
    assert not is_default(Bare(), "play")


def test_one_object_may_have_compiled_decisions() -> None:
    compiled = CompiledStrategy(POLICIES, (75, 50))
    mixed = {
        name: CompiledStrategy(
            {n: p for n, p in POLICIES.items() if n != name}, (75, 50)
        )
        for name in POLICIES
    }
    expected = CompiledTable(RULES_4, [compiled] * 4).play_numbered(2, range(40))
    for half in mixed.values():
        table = CompiledTable(RULES_4, [ObjectStrategy(RandomLegal(), half)] * 4)
        rows = table.play_numbered(2, range(40)).rows
        np.testing.assert_array_equal(rows, expected.rows)


def test_a_form_for_any_strategy() -> None:
    class Loud(RandomLegal):
        def poignee(self, view: SeatView) -> PoigneeChoice | None:
            return PoigneeChoice(view.legal[0].level)

    compiled = seated_form(RandomLegal())
    assert isinstance(compiled, CompiledStrategy)
    assert seated_form(compiled) is compiled
    loud = seated_form(Loud())
    assert isinstance(loud, ObjectStrategy)
    assert loud.asked == ("poignee",)
    assert seated_form(loud) is loud


def test_overrides_are_asked_before_the_object() -> None:
    passing = CompiledStrategy(
        {}, overrides={"bid": (POLICIES["bid"], (100, 0))}, name="passing"
    )
    player = ObjectStrategy(RandomLegal(p_pass=0), passing)
    rows = CompiledTable(RULES_4, [player] * 4).play_numbered(3, range(20)).rows
    assert not (rows["outcome"] == 0).any()


# -- the view ----------------------------------------------------------------------


def kept_views(players: int = 5, deals: int = 3) -> list[SeatView]:
    keeper = Keeper(0, 100)
    object.__setattr__(keeper, "kept", [])
    table = CompiledTable(rules_for(players), seated(keeper, players), GARDE)
    table.play_numbered(4, range(deals))
    return keeper.kept


@pytest.mark.parametrize("players", [3, 4, 5])
def test_views_that_are_kept_do_not_change(players: int) -> None:
    rules = rules_for(players)
    keeper = Keeper(0, 100)
    object.__setattr__(keeper, "kept", [])
    for number in range(3):
        deal = deal_cards(rules, 4, number)
        play_deal(rules, deal, [keeper] * players, auction=GARDE)
    views = kept_views(players)
    assert all(type(view) is LazyView for view in views)
    assert views == keeper.kept
    assert [hash(view) for view in views] == [hash(view) for view in keeper.kept]


def test_views_are_tuples_of_their_fields() -> None:
    view = kept_views()[-1]
    plain = SeatView(*view)
    assert type(plain) is SeatView
    assert isinstance(view, SeatView)
    assert (view, plain) == (plain, view)
    assert (view != plain) is False  # another method than ==
    assert len(view) == 8
    assert view[1] == view.seat
    assert view[-2:] == plain[-2:]
    assert view + plain == plain + plain
    assert view._asdict() == plain._asdict()
    assert view._replace(key=1) == plain._replace(key=1)
    assert type(view)(*view) == plain
    assert type(view)._make(plain) == plain
    assert plain.hand in view
    assert view.index(plain.dealt) == plain.index(plain.dealt)
    assert view <= plain
    assert not view > plain
    other: Any = (5,)
    assert view != other
    assert (repr(view), str(view)) == (repr(plain), str(plain))
    match view:
        case SeatView(seat=seat):
            assert seat == view.seat


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy])
def test_views_can_be_copied(again: Callable[[Any], Any]) -> None:
    view = kept_views()[-1]
    assert again(view) == view
    assert type(again(view)) is SeatView
    assert pickle.loads(pickle.dumps(view)) == view


def test_views_cannot_be_changed() -> None:
    view: Any = kept_views()[0]
    for name in ("hand", "legal", "seat", "rules", "other"):
        with pytest.raises(AttributeError):
            setattr(view, name, 1)
        with pytest.raises(AttributeError):
            delattr(view, name)
    with pytest.raises(TypeError):
        view[0] = 1


def test_draws_are_those_of_the_reference() -> None:
    for view in kept_views()[::20]:
        plain = SeatView(*view)
        for index in (0, 1, 3, 4, 100, 65535):
            assert view.draw(78, index) == plain.draw(78, index)
        for wrong in (-1, 65536):
            with pytest.raises(ValueError, match="a draw has an index of 0 to 65535"):
                view.draw(78, wrong)


# -- errors ------------------------------------------------------------------------


def fail_both(decision: str, decide: Decide, players: int = 5) -> TarotError:
    """Let seat 2 take and err in both engines; return the one error of both."""
    rules, seat = rules_for(players), 2
    auction = None if decision == "bid" else Imposed(Contract.GARDE, seat)
    seats: list[Strategy] = [Faulty() for _ in range(players)]
    seats[seat] = Faulty(decision, decide)
    with pytest.raises(TarotError) as expected:
        play_deal(rules, deal_cards(rules, 11, 6), seats, auction=auction)
    table = CompiledTable(rules, [ObjectStrategy(s) for s in seats], auction)
    with pytest.raises(TarotError) as caught:
        table.play_numbered(11, range(6, 9))
    assert type(caught.value) is type(expected.value)
    assert str(caught.value) == str(expected.value)
    if isinstance(expected.value, IllegalActError):
        assert isinstance(caught.value, IllegalActError)
        assert caught.value.rule == expected.value.rule
        assert caught.value.allowed == expected.value.allowed
    assert type(caught.value.__cause__) is type(expected.value.__cause__)
    return caught.value


ASKED = ["bid", "call", "ecart", "chelem", "play"]


@pytest.mark.parametrize("decision", ASKED)
@pytest.mark.parametrize(
    "kind", [ZeroDivisionError, KeyError, TarotError, SystemExit, StopIteration]
)
def test_objects_that_raise(decision: str, kind: type[BaseException]) -> None:
    def fail(view: SeatView) -> Any:
        raise kind("on purpose")

    error = fail_both(decision, fail)
    assert isinstance(error, StrategyError)
    text = str(error)
    assert f"faulty at seat 2 (seed 11, deal 6), asked for {decision} raised" in text


def test_an_object_without_a_decision_is_named() -> None:
    seats: list[Any] = [Faulty(), Faulty(), Faulty(), Bare()]
    with pytest.raises(StrategyError) as expected:
        play_deal(RULES_4, deal_cards(RULES_4, 11, 6), seats)
    table = CompiledTable(RULES_4, [ObjectStrategy(s) for s in seats])
    with pytest.raises(StrategyError) as caught:
        table.play_numbered(11, range(6, 7))
    assert str(caught.value) == str(expected.value)


class IndexInt:
    """A whole number that is no int."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


@pytest.mark.parametrize(
    "answer",
    [None, "x", -1, 78, 1 << 64, (1 << 64) + 3, 2.0, True, (), object, IndexInt(90)],
)
@pytest.mark.parametrize("decision", ASKED)
def test_answers_that_are_none(decision: str, answer: Any) -> None:
    if decision == "chelem" and answer is True:
        return
    fail_both(decision, lambda view: answer)


def not_legal(view: SeatView) -> int:
    legal: tuple[int, ...] = view.legal
    return next(card for card in range(78) if card not in legal)


def in_hand_but_not_legal(view: SeatView) -> int:
    legal: tuple[int, ...] = view.legal
    return next((card for card in view.hand if card not in legal), legal[0])


ILLEGAL: list[tuple[str, Decide, str]] = [
    ("bid", not_legal, "R3.3"),
    ("call", not_legal, "R5.2"),
    ("call", lambda view: "R", "R0.1"),
    ("play", not_legal, "R9"),
    ("play", in_hand_but_not_legal, "R"),
    ("ecart", lambda view: view.legal[2:0:-1], "R4.2"),
    ("ecart", lambda view: [view.legal[0]] * 3, "R4.2"),
    ("ecart", lambda view: [view.legal[1], *view.legal[:2]], "R4.2"),
    ("ecart", lambda view: view.hand[:-4:-1], "R4"),
    ("ecart", lambda view: [0, 1, "x"], "R0.1"),
    ("ecart", lambda view: dict.fromkeys(view.legal[:3]), "R4.2"),
]


@pytest.mark.parametrize(
    ("decision", "decide", "rule"), ILLEGAL, ids=range(len(ILLEGAL))
)
def test_illegal_acts(decision: str, decide: Decide, rule: str) -> None:
    error = fail_both(decision, decide)
    assert isinstance(error, IllegalActError)
    assert error.rule.startswith(rule)


def many_trumps() -> Any:
    """Return a deal in which seat 0 can show a double poignée."""
    first = [*range(58, 72), 0, 1, 2, 3]
    rest = [card for card in range(78) if card not in first]
    hands = [first, *(rest[18 * i : 18 * i + 18] for i in range(3))]
    return deal_given(RULES_4, hands, rest[54:], dealer=3)


ODD_SHOWINGS: list[Any] = [
    "simple",
    1,
    True,
    (Poignee.SIMPLE,),
    Poignee.TRIPLE,
    PoigneeChoice(Poignee.SIMPLE, ()),
    PoigneeChoice(Poignee.SIMPLE, (57,)),
    PoigneeChoice(Poignee.SIMPLE, (0, 1, 2, 3)),
    PoigneeChoice(Poignee.SIMPLE, (58, 58, 59, 60)),
    PoigneeChoice(Poignee.SIMPLE, (99, 98, 97, 96)),
    PoigneeChoice(Poignee.SIMPLE, 5),  # type: ignore[arg-type]  # what is refused
    PoigneeChoice(None),  # type: ignore[arg-type]  # what is refused
]
GOOD_SHOWINGS: list[Any] = [
    None,
    Poignee.SIMPLE,
    Poignee.DOUBLE,
    PoigneeChoice(Poignee.DOUBLE),
    PoigneeChoice(Poignee.SIMPLE, (58, 59, 60, 71)),
]


def poignee_seats(answer: Any) -> list[Strategy]:
    return [Faulty("poignee", lambda view: answer), Faulty(), Faulty(), Faulty()]


@pytest.mark.parametrize("answer", ODD_SHOWINGS)
def test_showings_that_are_refused(answer: Any) -> None:
    seats, auction = poignee_seats(answer), Imposed(Contract.GARDE_SANS, 0)
    with pytest.raises(TarotError) as expected:
        play_deal(RULES_4, many_trumps(), seats, auction=auction)
    table = CompiledTable(RULES_4, [ObjectStrategy(s) for s in seats], auction)
    with pytest.raises(TarotError) as caught:
        table.play_given([many_trumps()])
    assert str(caught.value) == str(expected.value)
    assert "faulty at seat 0 (given cards), asked for poignee" in str(caught.value)


@pytest.mark.parametrize("answer", GOOD_SHOWINGS)
def test_showings_that_are_right(
    answer: Any, compare_objects: Callable[..., Any]
) -> None:
    auction = Imposed(Contract.GARDE_SANS, 0)
    compare_objects(RULES_4, [many_trumps()], poignee_seats(answer), auction)


@pytest.mark.parametrize("decision", ASKED)
def test_other_whole_numbers_are_answers(
    decision: str, compare_objects: Callable[..., Any]
) -> None:
    def decide(view: SeatView) -> Any:
        if view.stage is Stage.CHELEM:
            return np.bool_(True)
        if view.stage is Stage.ECART:
            return {IndexInt(card) for card in view.legal[:3]}
        return IndexInt(int(view.legal[-1]))

    rules = rules_for(5)
    deals = [deal_cards(rules, 11, number) for number in range(3)]
    auction = None if decision == "bid" else GARDE
    compare_objects(rules, deals, [Faulty(decision, decide)] * 5, auction)


# -- interruption ------------------------------------------------------------------


@pytest.mark.parametrize("decision", ["bid", "play"])
@pytest.mark.parametrize("kind", [KeyboardInterrupt, GeneratorExit])
def test_interruptions_pass_through(decision: str, kind: type[BaseException]) -> None:
    def interrupted(view: SeatView) -> Any:
        raise kind

    table = CompiledTable(RULES_4, seated(Faulty(decision, interrupted), 4))
    with pytest.raises(kind):
        table.play_numbered(1, range(20))


def play_until_interrupted(table: CompiledTable, seconds: float) -> None:
    signal.setitimer(signal.ITIMER_REAL, seconds)
    table.play_numbered(1, range(100_000))


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no such timer")
def test_a_real_interruption_is_never_lost(capsys: Any) -> None:
    """Ctrl-C at any moment: a timer's signals fall anywhere between the calls."""
    table = CompiledTable(RULES_4, seated(First(), 4), GARDE)
    table.play_numbered(1, range(10))
    previous = signal.signal(signal.SIGALRM, signal.default_int_handler)
    rng, seen = random.Random(1), 0
    try:
        for _ in range(60):
            with pytest.raises(KeyboardInterrupt):
                play_until_interrupted(table, 0.002 + 0.002 * rng.random())
            seen += 1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
    assert seen == 60
    assert capsys.readouterr().err == ""


def test_nothing_is_printed_or_left_behind(capsys: Any) -> None:
    def fail(view: SeatView) -> Any:
        raise SystemExit(3)

    strategy = Faulty("play", fail)
    count = sys.getrefcount(strategy)
    table = CompiledTable(RULES_4, seated(strategy, 4), GARDE)
    with pytest.raises(StrategyError):
        table.play_numbered(1, range(10))
    del table
    gc.collect()
    assert sys.getrefcount(strategy) <= count + 1
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "")


# -- runs --------------------------------------------------------------------------


@pytest.mark.parametrize(("threads", "chunk"), [(1, 1000), (4, 16)])
def test_chunks_and_threads(threads: int, chunk: int) -> None:
    table = CompiledTable(RULES_4, seated(RandomLegal(), 4))
    expected = table.play_numbered(3, range(100, 160), history=True)
    parts = list(table.chunks(3, 100, 160, history=True, threads=threads, chunk=chunk))
    rows = np.concatenate([part.rows for part in parts])
    np.testing.assert_array_equal(rows, expected.rows)


def test_an_object_may_play_deals_while_it_decides() -> None:
    inner = CompiledTable(RULES_4, seated(First(), 4), GARDE)
    before = inner.play_numbered(7, range(2)).rows

    class Thinker(First):
        def bid(self, view: SeatView) -> Contract:
            np.testing.assert_array_equal(inner.play_numbered(7, range(2)).rows, before)
            return super().bid(view)

    outer = CompiledTable(RULES_4, seated(Thinker(), 4)).play_numbered(1, range(5))
    plain = CompiledTable(RULES_4, seated(First(), 4)).play_numbered(1, range(5))
    np.testing.assert_array_equal(outer.rows, plain.rows)
