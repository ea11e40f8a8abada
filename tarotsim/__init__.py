"""A laboratory for French tarot: exact rules, fast deals, honest statistics.

Every public name is loaded when it is first used, so that ``import tarotsim`` costs
next to nothing.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tarotsim import testing as testing
    from tarotsim.engine.count import score as score
    from tarotsim.engine.given import Given as Given
    from tarotsim.engine.given import as_given as as_given
    from tarotsim.engine.play import deal as deal
    from tarotsim.engine.play import play as play
    from tarotsim.engine.play import resume as resume
    from tarotsim.engine.strata import strata as strata
    from tarotsim.engine.tables import BatchTables as BatchTables
    from tarotsim.game.auction import Imposed as Imposed
    from tarotsim.game.cards import Cards as Cards
    from tarotsim.game.cards import format_cards as format_cards
    from tarotsim.game.errors import IllegalActError as IllegalActError
    from tarotsim.game.errors import NotationError as NotationError
    from tarotsim.game.errors import RulesError as RulesError
    from tarotsim.game.errors import StrategyError as StrategyError
    from tarotsim.game.errors import TarotError as TarotError
    from tarotsim.game.parsing import parse_card as parse_card
    from tarotsim.game.parsing import parse_cards as parse_cards
    from tarotsim.game.parsing import parse_hand as parse_hand
    from tarotsim.game.poignees import PoigneeChoice as PoigneeChoice
    from tarotsim.game.records import Deal as Deal
    from tarotsim.game.records import DealRecord as DealRecord
    from tarotsim.game.records import Score as Score
    from tarotsim.game.rules import Camp as Camp
    from tarotsim.game.rules import Chelem as Chelem
    from tarotsim.game.rules import Contract as Contract
    from tarotsim.game.rules import Poignee as Poignee
    from tarotsim.game.rules import RuleSet as RuleSet
    from tarotsim.game.rules import rules_for as rules_for
    from tarotsim.game.script import Script as Script
    from tarotsim.game.strategy import Strategy as Strategy
    from tarotsim.game.view import SeatView as SeatView
    from tarotsim.plugins.external import external as external
    from tarotsim.plugins.registry import available_strategies as available_strategies
    from tarotsim.plugins.registry import load_strategy as load_strategy
    from tarotsim.present import plotting as plotting
    from tarotsim.present.report import write_report as write_report
    from tarotsim.present.tables import show as show
    from tarotsim.reference.dealing import deal_given as deal_given
    from tarotsim.runs.match import match as match
    from tarotsim.runs.simulate import run_experiment as run_experiment
    from tarotsim.runs.simulate import simulate as simulate
    from tarotsim.runs.stored import merge_runs as merge_runs
    from tarotsim.runs.stored import open_run as open_run
    from tarotsim.stats import probability as probability
    from tarotsim.studies.advice import advise as advise
    from tarotsim.studies.bidding import study_bid as study_bid
    from tarotsim.studies.compare import Comparison as Comparison
    from tarotsim.studies.compare import compare as compare
    from tarotsim.studies.poignee import study_poignee as study_poignee
    from tarotsim.studies.tournament import Tournament as Tournament
    from tarotsim.studies.tournament import tournament as tournament
    from tarotsim.studies.what_if import WhatIf as WhatIf
    from tarotsim.studies.what_if import what_if as what_if

__version__ = "0.1.0"
RESULTS_REVISION = 1
"""Goes up when the same seed gives other results."""

_HOMES = {
    "tarotsim.engine.count": ("score",),
    "tarotsim.engine.given": ("Given", "as_given"),
    "tarotsim.engine.play": ("deal", "play", "resume"),
    "tarotsim.engine.strata": ("strata",),
    "tarotsim.engine.tables": ("BatchTables",),
    "tarotsim.game.auction": ("Imposed",),
    "tarotsim.game.cards": ("Cards", "format_cards"),
    "tarotsim.game.errors": (
        "IllegalActError",
        "NotationError",
        "RulesError",
        "StrategyError",
        "TarotError",
    ),
    "tarotsim.game.parsing": ("parse_card", "parse_cards", "parse_hand"),
    "tarotsim.game.poignees": ("PoigneeChoice",),
    "tarotsim.game.records": ("Deal", "DealRecord", "Score"),
    "tarotsim.game.rules": (
        "Camp",
        "Chelem",
        "Contract",
        "Poignee",
        "RuleSet",
        "rules_for",
    ),
    "tarotsim.game.script": ("Script",),
    "tarotsim.game.strategy": ("Strategy",),
    "tarotsim.game.view": ("SeatView",),
    "tarotsim.plugins.external": ("external",),
    "tarotsim.plugins.registry": ("available_strategies", "load_strategy"),
    "tarotsim.present.report": ("write_report",),
    "tarotsim.present.tables": ("show",),
    "tarotsim.reference.dealing": ("deal_given",),
    "tarotsim.runs.match": ("match",),
    "tarotsim.runs.simulate": ("run_experiment", "simulate"),
    "tarotsim.runs.stored": ("merge_runs", "open_run"),
    "tarotsim.studies.advice": ("advise",),
    "tarotsim.studies.bidding": ("study_bid",),
    "tarotsim.studies.compare": ("Comparison", "compare"),
    "tarotsim.studies.poignee": ("study_poignee",),
    "tarotsim.studies.tournament": ("Tournament", "tournament"),
    "tarotsim.studies.what_if": ("WhatIf", "what_if"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

_MODULES = {
    "plotting": "tarotsim.present.plotting",
    "probability": "tarotsim.stats.probability",
    "testing": "tarotsim.testing",
}

__all__ = ["RESULTS_REVISION", "__version__", *_MODULES, *_HOME_OF]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        value: Any = importlib.import_module(_MODULES[name])
    elif name in _HOME_OF:
        value = getattr(importlib.import_module(_HOME_OF[name]), name)
    else:
        raise AttributeError(f"module 'tarotsim' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


def load_ipython_extension(shell: Any) -> None:
    """Let cards, deals and results show themselves: ``%load_ext tarotsim``.

    In a notebook importing the package is enough.
    """
    importlib.import_module("tarotsim.present.display").register(shell)


if "IPython" in sys.modules:  # Elsewhere this look-up is all that it costs.
    importlib.import_module("tarotsim.present.display").register()
