"""What the rule tests share: the runner of cases, and a way to lay out deals."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tarotsim.game.auction import Imposed
from tarotsim.game.cards import CARD_COUNT, Card
from tarotsim.game.parsing import parse_cards
from tarotsim.game.records import Deal, DealRecord
from tarotsim.game.rules import Contract, RuleSet
from tarotsim.game.script import Script
from tarotsim.game.strategy import Strategy
from tarotsim.reference.dealing import deal_given
from tarotsim.reference.game import play_deal

TESTS = Path(__file__).resolve().parents[1]
CASE_FILES = ("scoring.csv", "play.md", "replays.md")


def _load_conformance() -> ModuleType:
    """Load the runner by its path, as it is no part of a package."""
    name = "tarotsim_conformance"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, TESTS / "conformance.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


def _read(name: str) -> list[Any]:
    text = (TESTS / "data" / name).read_text(encoding="utf-8")
    is_table = name.endswith(".csv")
    cases: list[Any] = _load_conformance().read_cases(text, is_table=is_table)
    return cases


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for a ``case`` once with every case of the data files."""
    if "case" in metafunc.fixturenames:
        cases = [case for name in CASE_FILES for case in _read(name)]
        metafunc.parametrize("case", cases, ids=lambda case: f"{case.kind}-{case.name}")


@pytest.fixture(scope="session")
def conformance() -> Any:
    """Return the module ``tests/conformance.py``."""
    return _load_conformance()


@pytest.fixture(scope="session")
def cases() -> dict[str, Any]:
    """Return the cases of the data files by their id."""
    return {case.name: case for name in CASE_FILES for case in _read(name)}


class Plain(Strategy):
    """The default decisions, unless a test overrides one."""

    name = "plain"


LayOut = Callable[..., Deal]
PlayOut = Callable[..., DealRecord]


@pytest.fixture(scope="session")
def lay_out() -> LayOut:
    """Return a function that lays out a deal around the cards a test cares for."""

    def lay_out(
        rules: RuleSet, hands: Mapping[int, str], chien: str = "", dealer: int = 0
    ) -> Deal:
        """Fill hands and chien up with the other cards, low cards first."""
        piles: list[list[Card]] = [
            list(parse_cards(hands.get(seat, ""))) for seat in range(rules.players)
        ]
        rest_of_chien = list(parse_cards(chien))
        given = {card for pile in [*piles, rest_of_chien] for card in pile}
        pack = [card for card in range(CARD_COUNT) if card not in given]
        sizes = [rules.chien_size] + [rules.hand_size] * rules.players
        for pile, size in zip([rest_of_chien, *piles], sizes, strict=True):
            missing = size - len(pile)
            pile += pack[:missing]
            pack = pack[missing:]
        return deal_given(rules, piles, rest_of_chien, dealer)

    return lay_out


@pytest.fixture(scope="session")
def play_out() -> PlayOut:
    """Return a function that plays a deal with an imposed auction."""

    def play_out(
        rules: RuleSet,
        deal: Deal,
        taker: int = 0,
        contract: Contract = Contract.GARDE,
        *,
        strategies: Mapping[int, Strategy] | None = None,
        **acts: Any,
    ) -> DealRecord:
        """Play by default decisions but for some seats, and some scripted acts.

        A called card counts at five players only.
        """
        if not rules.calls_king:
            acts.pop("called", None)
        seats: Sequence[Strategy] = [
            (strategies or {}).get(seat, Plain()) for seat in range(rules.players)
        ]
        auction = Imposed(contract, taker)
        return play_deal(rules, deal, seats, auction=auction, script=Script(**acts))

    return play_out
