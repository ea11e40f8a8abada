"""What identifies a run: whatever has to be the same for the same deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarotsim import RESULTS_REVISION, __version__
from tarotsim.engine.given import predicate_name
from tarotsim.game.errors import RulesError, TarotError
from tarotsim.game.rules import rules_for
from tarotsim.plugins.sources import identify_strategy

if TYPE_CHECKING:
    from tarotsim.runs.run import Run

__all__ = ["differences", "identity_of", "run_header"]


def run_header(run: Run) -> dict[str, Any]:
    """Return what identifies a run, for JSON and tables."""
    return {
        "version": __version__,
        "results_revision": RESULTS_REVISION,
        "players": run.rules.players,
        "rules": run.rules.options(),
        "strategies": list(run.strategies),
        "auction": run.auction_text,
        "given": None if run.given is None else str(run.given),
        "given_chance": _chance(run),
        "seed": run.seed,
    }


def _chance(run: Run) -> str | None:
    """Return the share of raw deals that fulfil the condition, without predicates."""
    if run.given is None or not run.given.terms:
        return None
    return str(run.given.chance(run.rules))


def identity_of(run: Run) -> dict[str, Any]:
    """Return what identifies a run on another day: the strategies by their source.

    Returns
    -------
    dict
        As `run_header`; each strategy with ``spec``, ``parameters`` and ``source``.

    Raises
    ------
    StrategyError
        If the source of a strategy cannot be found.
    RulesError
        If the rules are not those of a player count and options.
    TarotError
        If the condition has a predicate, which only this process can ask.
    """
    if run.given is not None and run.given.predicates:
        raise TarotError(
            f"{predicate_name(run.given.predicates[0])} is known to this process only: "
            "a run in a folder, by other processes or on other machines takes "
            "conditions that are text, such as '2: trumps=10'; with a predicate "
            "leave out the folder and use threads"
        )
    standard = rules_for(run.rules.players, **run.rules.options())
    if run.rules != standard:
        message = "a run is known by the options of its rules, D1 to D15: a rule set"
        raise RulesError(f"{message} with sizes of its own cannot be told by them")
    strategies = [identify_strategy(strategy) for strategy in run.sources]
    if len(strategies) == 1:
        strategies *= run.rules.players
    return run_header(run) | {"strategies": strategies}


def differences(theirs: dict[str, Any], ours: dict[str, Any]) -> list[str]:
    """Name what differs between two runs.

    Parameters
    ----------
    theirs, ours : dict
        As `identity_of` gives them: of the folder, and of what is asked for.

    Returns
    -------
    list of str
        One text for each difference; empty if both are the same run.
    """
    found = []
    for key in ours:
        if key in ("rules", "strategies", "given_chance"):
            continue
        if theirs.get(key) != ours[key]:
            found.append(f"{key} {theirs.get(key)}, not {ours[key]}")
    for name, value in ours["rules"].items():
        if theirs["rules"].get(name) != value:
            found.append(f"rule {name} {theirs['rules'].get(name)}, not {value}")
    pairs = zip(theirs["strategies"], ours["strategies"], strict=False)
    seats: dict[str, list[int]] = {}
    for seat, (old, new) in enumerate(pairs):
        for text in _strategy_differences(old, new):
            seats.setdefault(text, []).append(seat)
    for text, where in seats.items():
        found.append(f"seat {', '.join(map(str, where))}: {text}")
    return found


def _strategy_differences(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    if old["spec"] != new["spec"]:
        return [f"strategy {old['spec']}, not {new['spec']}"]
    keys = {**old["parameters"], **new["parameters"]}
    found = [
        f"{key} {old['parameters'].get(key)}, not {new['parameters'].get(key)}"
        for key in keys
        if old["parameters"].get(key) != new["parameters"].get(key)
    ]
    if not found and old["source"] != new["source"]:
        found.append(f"the source of {new['spec']} has changed")
    return found
