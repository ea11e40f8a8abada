"""`check_strategy` passes what is sound, and finds each way of not being so."""

from __future__ import annotations

import inspect
import os
import random
import sys
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from tarotsim.game.cards import HALF_POINTS
from tarotsim.game.errors import StrategyError, TarotError
from tarotsim.game.rules import Contract
from tarotsim.game.strategy import Strategy
from tarotsim.game.view import SeatView
from tarotsim.kernels.policies import CompiledStrategy, lowest, policy, trick_number
from tarotsim.plugins.registry import available_strategies, plays_by_name
from tarotsim.testing import StrategyReport, check_strategy
from tarotsim_strategies.random_legal import RandomLegal

ROOT = Path(__file__).parents[2]
BUNDLED = [name for name in available_strategies() if plays_by_name(name)]


@pytest.mark.parametrize("name", BUNDLED)
def test_every_registered_strategy_passes(name: str) -> None:
    report = check_strategy(name)  # raises if it does not pass
    roles = {"taker", "partner", "defender"}
    contracts = {contract.label for contract in Contract if contract}
    assert {(r, c) for r in roles for c in contracts} <= set(report.roles)
    assert sum(n for (role, _), n in report.roles.items() if role == "alone") > 5
    assert all(report.decisions[name] > 20 for name in ("ecart", "call", "poignee"))


def test_the_example_and_a_player_in_another_process_pass() -> None:
    assert check_strategy(f"{ROOT}/strategies/examples/my_first.py:MyFirst").passed
    player = [sys.executable, f"{ROOT}/strategies/examples/external_player.py"]
    spec = f"external(command={player!r})"
    assert check_strategy(spec, players=[5], tables=2).passed


def found(strategy: Any, **options: Any) -> dict[str, str]:
    """Return what is wrong with a strategy."""
    options = {"tables": 20, "worker": False} | options
    with pytest.raises(StrategyError) as caught:
        check_strategy(strategy, **options)
    lines = str(caught.value).splitlines()[1:]
    checks = dict(
        line.strip().split(": ", 1) for line in lines if line.startswith("  ")
    )
    return {name: text for name, text in checks.items() if text != "yes"}


class Illegal(Strategy):
    """Plays its highest card, legal or not."""

    name = "illegal"

    def play(self, view: SeatView) -> int:
        return max(view.hand)


class Raising(Strategy):
    """Fails as a defender."""

    name = "raising"

    def play(self, view: SeatView) -> int:
        if not view.is_taker:
            raise RuntimeError("no idea")
        card: int = view.legal[0]
        return card


class Whimsical(RandomLegal):
    """Draws from Python's own generator."""

    name: ClassVar[str] = "whimsical"

    def play(self, view: SeatView) -> int:
        card: int = random.choice(view.legal)
        return card


class Remembering(RandomLegal):
    """One object in several seats: what one has seen all know."""

    name: ClassVar[str] = "remembering"
    seen: ClassVar[dict[int, int]] = {}

    def play(self, view: SeatView) -> int:
        self.seen[view.seat] = max(view.hand)
        legal: tuple[int, ...] = view.legal
        above = [card for card in legal if card > max(self.seen.values()) // 2]
        return (above or legal)[0]


class Peeping(RandomLegal):
    """Looks for the other hands in the frames of the engine."""

    name: ClassVar[str] = "peeping"

    def play(self, view: SeatView) -> int:
        best = 0
        frame = inspect.currentframe()
        while frame is not None:
            hands = getattr(frame.f_locals.get("self"), "hands", None)
            if isinstance(hands, list):
                best = max(max(hand, default=0) for hand in hands)
            frame = frame.f_back
        legal: tuple[int, ...] = view.legal
        return min((abs(card - best), card) for card in legal)[1]


class Untidy(RandomLegal):
    """Seeds generators, changes folder and environment."""

    name: ClassVar[str] = "untidy"

    def play(self, view: SeatView) -> int:
        np.random.seed(1)  # noqa: NPY002
        os.environ["UNTIDY"] = "1"
        card: int = view.legal[0]
        return card


@policy
def counting(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Bid by how often it was asked before: scratch used as a memory."""
    scratch[0] += np.uint64(1)
    return 2 if scratch[0] & np.uint64(1) and suits & np.uint64(4) else 0


@policy
def cheapest(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Play the lowest card of the lowest suit, else the lowest trump."""
    return lowest(suits) if suits else 64 + lowest(trumps)


class TwoMinds(Strategy):
    """Decides in one way in Python and in another compiled."""

    name = "two_minds"

    def play(self, view: SeatView) -> int:
        legal: tuple[int, ...] = view.legal
        return max(legal, key=lambda card: (HALF_POINTS[card], card))

    def compiled(self) -> CompiledStrategy:
        return CompiledStrategy({"play": cheapest}, name="two_minds")


def test_what_is_not_legal() -> None:
    assert "R9" in found(Illegal)["legal"]
    assert "no idea" in found(Raising())["legal"]


def test_what_is_not_repeated() -> None:
    wrong = found(Whimsical)
    assert {"repeats", "blind", "global state"} <= set(wrong)
    assert "random" in wrong["global state"]


@pytest.mark.parametrize("kind", [Remembering, Peeping])
def test_what_sees_more_than_its_view(kind: type[Strategy]) -> None:
    assert "away from" in found(kind)["blind"]


def test_scratch_that_is_more_than_a_cache() -> None:
    wrong = found(
        CompiledStrategy({"bid": counting, "play": cheapest}, name="counting")
    )
    assert "away from" in wrong["blind"]


class Tongueless(RandomLegal):
    """Answers when it is asked for the first time, then with what is no card."""

    name: ClassVar[str] = "tongueless"
    asked: ClassVar[set[object]] = set()

    def play(self, view: SeatView) -> Any:
        if view in self.asked:
            return None
        self.asked.add(view)
        return view.legal[0]


@policy
def never_going_back(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Play the lowest card; in an earlier trick than the last one what is no card."""
    if trick_number(public) < scratch[0]:
        return 99
    scratch[0] = trick_number(public)
    return lowest(suits) if suits else 64 + lowest(trumps)


def test_answers_away_from_the_table_that_mean_nothing() -> None:
    wrong = found(CompiledStrategy({"play": never_going_back}), tables=1)
    assert "what means nothing (99 is not the code of a card" in wrong["blind"]
    wrong = found(Tongueless, tables=1)
    assert "None is not a card" in wrong["repeats"]
    assert "what means nothing (None is not a card" in wrong["blind"]


def test_forms_that_do_not_decide_alike() -> None:
    assert list(found(TwoMinds)) == ["engines"]


def test_what_leaves_traces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNTIDY", "0")
    state = np.random.get_state()  # noqa: NPY002
    np.random.seed(12345)  # noqa: NPY002 - not what the strategy sets
    try:
        wrong = found(Untidy)
    finally:
        np.random.set_state(state)  # noqa: NPY002
    assert wrong == {"global state": "changed: numpy.random, os.environ"}


def test_what_cannot_travel() -> None:
    class Local(RandomLegal):
        """Defined inside a function."""

    wrong = found(Local, tables=3, worker=True)
    assert list(wrong) == ["worker"]
    assert "mine.py:Local'" in wrong["worker"]
    assert "worker=False" in wrong["worker"]


def test_player_counts_that_it_does_not_claim_are_left_out() -> None:
    class OnlyFour(RandomLegal):
        """Knows four players only."""

        info: ClassVar[dict[str, object]] = {"players": (4,)}

    report = check_strategy(OnlyFour(), tables=10, worker=False)
    assert "call" not in report.decisions
    assert not any(role in ("partner", "alone") for role, _ in report.roles)
    with pytest.raises(TarotError, match="nothing to check"):
        check_strategy(OnlyFour(), players=[3], tables=10)


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(TarotError, match="tables must be"):
        check_strategy("random_legal", tables=0)
    with pytest.raises(TarotError, match="players"):
        check_strategy("random_legal", players=(6,))
    claim = type("Claim", (RandomLegal,), {"info": {"players": 4}})
    with pytest.raises(TarotError, match="a tuple of 3, 4 or 5"):
        check_strategy(claim())
    with pytest.raises(StrategyError, match="unknown strategy"):
        check_strategy("no_such")


def test_a_report_says_what_was_tried() -> None:
    report = StrategyReport("x", {"play": 3}, {}, {"legal": "", "blind": "no"})
    assert not report.passed
    assert str(report) == "x: asked for 3 play\n  legal: yes\n  blind: no"
