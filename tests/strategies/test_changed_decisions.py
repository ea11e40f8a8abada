"""A class that changes one decision in Python and inherits the others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

import tarotsim
from tarotsim.engine.callbacks import ObjectStrategy
from tarotsim.engine.compiled import compiled_form, seated_form
from tarotsim.game.cards import BOUTS
from tarotsim.game.errors import TarotError
from tarotsim.game.rules import Contract
from tarotsim.game.strategy import DECISIONS, Strategy, override
from tarotsim.game.view import SeatView
from tarotsim.kernels.policies import CompiledStrategy, nth_card, policy
from tarotsim.testing import check_strategy
from tarotsim_strategies.expert import Expert
from tarotsim_strategies.poignee_thresholds import PoigneeNever
from tarotsim_strategies.point_count import PointCount

SILENT = Expert(shows="never")
ENGINES = {"compiled": 120, "reference": 8}
"""Deals by engine."""


class Quiet(Expert):
    """The expert who never shows a poignée."""

    def poignee(self, view: SeatView) -> Any:
        return None


class Asking(Expert):
    """The expert, every decision by way of Python."""

    def bid(self, view: SeatView) -> Any:
        return super().bid(view)

    def call(self, view: SeatView) -> Any:
        return super().call(view)

    def ecart(self, view: SeatView) -> Any:
        return super().ecart(view)

    def chelem(self, view: SeatView) -> Any:
        return super().chelem(view)

    def poignee(self, view: SeatView) -> Any:
        return super().poignee(view)

    def play(self, view: SeatView) -> Any:
        return super().play(view)


class Bolder(Expert):
    """The expert who never passes on three bouts."""

    def bid(self, view: SeatView) -> Any:
        bid = super().bid(view)
        wants = bid is Contract.PASS and set(view.hand) >= BOUTS
        return Contract.PRISE if wants and Contract.PRISE in view.legal else bid


class Loud(PointCount):
    """`PointCount`, silent, in Python."""

    def poignee(self, view: SeatView) -> Any:
        return None


@policy
def lowest(public, private, suits, trumps, params, scratch):  # type: ignore[no-untyped-def]
    """Play the lowest legal card."""
    return nth_card(suits, trumps, 0)


class OnlyCompiled(Strategy):
    """No decision in Python, and one policy: the rest are the defaults."""

    def compiled(self) -> CompiledStrategy:
        return CompiledStrategy({"play": lowest}, name="lowest")


class Passing(OnlyCompiled):
    """Another bid on top of it."""

    def bid(self, view: SeatView) -> Any:
        return Contract.PASS


def rows(strategy: Any, players: int, engine: str, auction: str | None) -> Any:
    deals = ENGINES[engine]
    found = tarotsim.simulate(
        deals,
        players=players,
        strategies=strategy,
        seed=7,
        auction=auction,
        engine=engine,
    )
    return found.to_pandas()


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize(
    ("changed", "same"),
    [
        (Quiet(), SILENT),
        (Asking(), Expert()),
        (Asking(hunts_petit=False), Expert(hunts_petit=False)),
        (Loud(), PoigneeNever()),
    ],
    ids=["quiet", "asking", "parameters", "python form"],
)
def test_inherits_what_it_does_not_change(
    changed: Any, same: Any, players: int, engine: str
) -> None:
    for auction in ("best:garde", None):
        mine = rows(changed, players, engine, auction)
        assert mine.equals(rows(same, players, engine, auction))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_engines_agree(players: int) -> None:
    deals = ENGINES["reference"]
    for strategy in (Bolder(), Passing(), OnlyCompiled()):
        compiled = rows(strategy, players, "compiled", None)[:deals]
        assert compiled.equals(rows(strategy, players, "reference", None))


def test_is_asked_for_what_it_changes() -> None:
    for strategy, asked in (
        (Quiet(), ("poignee",)),
        (Bolder(), ("bid",)),
        (Passing(), ("bid",)),
        (Asking(), DECISIONS),
        (override(Quiet(), bid=lambda view: Contract.PASS), DECISIONS),
    ):
        form = seated_form(strategy)
        assert isinstance(form, ObjectStrategy)
        assert form.asked == asked
        assert compiled_form(strategy) is None
    assert isinstance(seated_form(OnlyCompiled()), CompiledStrategy)
    passed = rows(Passing(), 4, "compiled", None)["outcome"]
    assert passed.ne("played").all()


def test_a_decision_given_to_an_object() -> None:
    quiet: Any = Expert()
    object.__setattr__(quiet, "poignee", lambda view: None)
    assert seated_form(quiet).asked == ("poignee",)  # type: ignore[union-attr]
    mine = rows(quiet, 4, "compiled", "best:garde")
    assert mine.equals(rows(SILENT, 4, "compiled", "best:garde"))


def test_a_form_of_its_own_replaces_the_inherited_one() -> None:
    class Plain(Quiet):
        def compiled(self) -> Any:
            return None

    class Silent(Quiet):
        def compiled(self) -> Any:
            return SILENT.compiled()

    assert seated_form(Plain()).asked == DECISIONS  # type: ignore[union-attr]
    assert isinstance(seated_form(Silent()), CompiledStrategy)


def test_a_mixin_may_have_the_form() -> None:
    class Form:
        def compiled(self) -> CompiledStrategy:
            return Expert().compiled()

    class Mixed(Form, Strategy):
        pass

    class Silent(Mixed):
        def poignee(self, view: SeatView) -> Any:
            return None

    assert isinstance(seated_form(Mixed()), CompiledStrategy)
    mine = rows(Silent(), 4, "reference", "best:garde")
    assert mine.equals(rows(SILENT, 4, "reference", "best:garde"))


def test_an_override_in_the_form_stays_before_its_policy() -> None:
    class Low(Expert):
        def compiled(self) -> CompiledStrategy:
            return replace(super().compiled(), overrides={"play": (lowest, ())})

    class Silent(Low):
        def poignee(self, view: SeatView) -> Any:
            return None

    for engine in ENGINES:
        mine = rows(Silent(), 3, engine, "best:garde")
        assert mine.equals(rows(Low(shows="never"), 3, engine, "best:garde"))
        assert not mine.equals(rows(SILENT, 3, engine, "best:garde"))


def test_a_class_that_derives_may_have_parameters_of_its_own() -> None:
    @dataclass(frozen=True)
    class Careful(Expert):
        trumps: int = 9

        def bid(self, view: SeatView) -> Any:
            enough = len(view.trumps) >= self.trumps
            return super().bid(view) if enough else Contract.PASS

    assert rows(Careful(trumps=99), 4, "compiled", None)["outcome"].ne("played").all()
    with pytest.raises(TarotError, match="hides must be one of"):
        Careful(hides="none")


def test_holds_to_what_a_strategy_must() -> None:
    for strategy in (Quiet(), Bolder(), Passing()):
        check_strategy(strategy, tables=12, worker=False)
