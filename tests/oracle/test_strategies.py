"""The strategies that come with tarotsim decide alike in both forms."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from tarotsim.engine.compiled import compiled_form
from tarotsim.game.auction import Imposed
from tarotsim.game.rules import Contract
from tarotsim.game.strategy import Strategy
from tarotsim_strategies.expert import Expert
from tarotsim_strategies.expert.habits import HABITS
from tarotsim_strategies.poignee_thresholds import (
    PoigneeAlways,
    PoigneeNever,
    PoigneeThreshold,
)
from tarotsim_strategies.point_count import PointCount
from tarotsim_strategies.published_bids import Chavey, SchoolMinima
from tarotsim_strategies.random_legal import RandomLegal

if TYPE_CHECKING:
    from collections.abc import Callable

STRATEGIES: list[Strategy] = [
    RandomLegal(),
    RandomLegal(p_pass=0, shows=100),
    PointCount(),
    PointCount(reads_poignees=True),
    PointCount(prise=20, garde=30, garde_sans=45, garde_contre=60, shows="never"),
    PoigneeAlways(reads_poignees=True),
    PoigneeNever(),
    PoigneeThreshold(count=60, bouts=1),
    Chavey(),
    SchoolMinima(majors=1, long_suit=4),
]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_both_forms_decide_alike(
    players: int,
    random_rules: Callable[..., Any],
    lopsided_deal: Callable[..., Any],
    numbered_deals: Callable[..., Any],
    compare_engines: Callable[..., Any],
) -> None:
    rng = random.Random(players)
    for number in range(40):
        rules = random_rules(rng, players)
        chosen = rng.choices(STRATEGIES, k=players)
        table = [(strategy, compiled_form(strategy)) for strategy in chosen]
        deals = numbered_deals(rules, rng.getrandbits(63), 0, 6)
        if number % 2:
            deals = [lopsided_deal(rng, rules) for _ in deals]
        imposed = Imposed(Contract(rng.randint(1, 4)))
        compare_engines(rules, deals, table, rng.choice([None, imposed]))


EXPERTS = [
    Expert(),
    Expert(bids="chavey", shows="estimate", hides="low", reads_poignees=False),
    Expert(sends_signals=True, reads_signals=2.0, clears_suits=False),
    Expert(shows="never", silence=0.5),
    Expert(silence=1.0, reads_poignees=False),
    Expert(**dict.fromkeys(HABITS, False), finds_partner=False),  # type: ignore[arg-type]  # bools
]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_experts_are_legal_and_alike_in_both_engines(
    players: int,
    random_rules: Callable[..., Any],
    lopsided_deal: Callable[..., Any],
    numbered_deals: Callable[..., Any],
    compare_engines: Callable[..., Any],
) -> None:
    """They exist compiled only: the reference engine asks its policies."""
    rng = random.Random(10 + players)
    forms = [expert.compiled() for expert in EXPERTS]
    for number in range(16):
        rules = random_rules(rng, players)
        chosen = rng.choices(forms, k=players)
        table = [(form, form) for form in chosen]
        deals = numbered_deals(rules, rng.getrandbits(63), 0, 5)
        if number % 2:
            deals = [lopsided_deal(rng, rules) for _ in deals]
        imposed = Imposed(Contract(rng.randint(1, 4)))
        compare_engines(rules, deals, table, rng.choice([None, imposed]))


@pytest.mark.parametrize("strategy", STRATEGIES, ids=str)
def test_compiled_forms_play_in_the_reference_engine(
    strategy: Strategy, numbered_deals: Callable[..., Any]
) -> None:
    from tarotsim.game.rules import RULES_5
    from tarotsim.reference.game import play_deal

    form: Any = compiled_form(strategy)
    for deal in numbered_deals(RULES_5, 4, 0, 4):
        expected = play_deal(RULES_5, deal, [strategy] * 5)
        assert play_deal(RULES_5, deal, [form] * 5) == expected


def test_a_changed_decision_has_no_compiled_form() -> None:
    class Loud(PointCount):
        def poignee(self, view: Any) -> Any:
            return view.legal[0].level

    class Renamed(PointCount):
        pass

    class Plain(Strategy):
        pass

    assert compiled_form(Loud()) is None
    assert compiled_form(Renamed()) is not None
    assert compiled_form(Plain()) is None
    form = compiled_form(PointCount())
    assert compiled_form(form) is form
