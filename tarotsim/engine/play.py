"""The door between objects and engines: deal one deal, play one deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tarotsim.engine.dealing import deal_number, find_deal, verify_dealt
from tarotsim.engine.given import as_given
from tarotsim.game.auction import Imposed, parse_auction
from tarotsim.game.errors import RulesError
from tarotsim.game.keys import check_seed, new_seed
from tarotsim.game.rules import RuleSet, rules_for
from tarotsim.game.script import Script
from tarotsim.game.strategy import DECISIONS, Strategy, decided_in_python
from tarotsim.plugins.registry import StrategyLike, load_table
from tarotsim.reference.dealing import verify_deal
from tarotsim.reference.game import play_deal

if TYPE_CHECKING:
    from tarotsim.engine.given import Given, GivenLike
    from tarotsim.game.records import Deal, DealRecord

__all__ = [
    "as_auction",
    "as_rules",
    "deal",
    "play",
    "play_found",
    "play_number",
    "python_form",
    "resume",
]


def as_rules(players: int | None, rules: RuleSet | Mapping[str, Any] | None) -> RuleSet:
    """Return the rules asked for: by player count, by options, or as a rule set.

    Raises
    ------
    RulesError
        For a player count other than 3, 4 or 5, or one that is not the rule set's.
    """
    if rules is None:
        return rules_for(4 if players is None else players)
    if isinstance(rules, Mapping):
        for name in rules:
            if name == "players" or not isinstance(name, str):
                raise RulesError(f"there is no rule option {name!r}")
        return rules_for(4 if players is None else players, **rules)
    if players is not None and players != rules.players:
        rules_for(players)
        message = f"players={players} does not fit rules for {rules.players} players"
        raise RulesError(message)
    return rules


def as_auction(auction: Imposed | str | None) -> Imposed | None:
    """Return an imposed auction, read from text where needed; None: bidding."""
    return parse_auction(auction) if isinstance(auction, str) else auction


def python_form(strategy: Any) -> Strategy:
    """Return what a strategy is at the reference engine's table.

    A strategy that exists compiled only is its compiled form, made once, which runs
    the same machine code when it is asked there.
    """
    whole: Strategy = strategy
    if hasattr(type(strategy), "compiled"):
        if any(decided_in_python(strategy, decision) for decision in DECISIONS):
            return whole
        from tarotsim.engine.compiled import compiled_form

        form: Any = compiled_form(strategy)
        return form or whole
    return whole


def deal(
    seed: int | None = None,
    number: int = 0,
    players: int | None = None,
    *,
    rules: RuleSet | Mapping[str, Any] | None = None,
    given: GivenLike | None = None,
) -> Deal:
    """Deal one raw deal.

    Parameters
    ----------
    seed : int, optional
        Seed of the run, 0 to 2**63 - 1; drawn from the system's entropy and recorded
        in the deal if left out.
    number : int, optional
        Number of the deal in the run; the dealer is seat ``number % players``.
    players : int, optional
        3, 4 (default) or 5.
    rules : RuleSet or mapping, optional
        A rule set instead of `players`, or options that differ from the defaults,
        such as ``{"D1": "follows_winner"}``.
    given : text, mapping, predicate or list of them, optional
        What the deal must fulfil, as `tarotsim.engine.given.as_given` reads it:
        ``"2: trumps=10, holds=Petit"``. All deals that do are equally likely.

    Returns
    -------
    Deal

    Raises
    ------
    TarotError
        For an impossible player count, seed, number or condition.

    Examples
    --------
    >>> from tarotsim import deal
    >>> print(deal(seed=1, number=0).chien)
    13 ♠R ♠C ♥7 ♦C ♦7
    >>> print(deal(seed=1, given="chien: kings=4, holds=21").chien)
    21 ♠R ♥R ♥6 ♦R ♣R
    """
    table = as_rules(players, rules)
    condition = as_given(given, table)
    seed = new_seed() if seed is None else check_seed(seed)
    return deal_number(table, seed, check_seed(number, "deal number"), condition)


def play(
    deal: Deal,
    strategies: StrategyLike = "point_count",
    *,
    rules: RuleSet | Mapping[str, Any] | None = None,
    auction: Imposed | str | None = None,
    script: Script | None = None,
) -> DealRecord:
    """Play one deal to its end.

    Parameters
    ----------
    deal : Deal
        From `deal`, or of given cards.
    strategies : spec, class, object or list of them, optional
        One for all seats or one for each.
    rules : RuleSet, optional
        The federation's rules for the deal's players by default.
    auction : Imposed or str, optional
        ``"best:garde"`` or ``"2:garde_sans"`` instead of bidding.
    script : Script, optional
        Acts already decided; the strategies are asked from there on.

    Returns
    -------
    DealRecord

    Raises
    ------
    StrategyError, IllegalActError, RulesError
        As `tarotsim.reference.game.play_deal` says.

    Examples
    --------
    >>> from tarotsim import deal, play
    >>> record = play(deal(seed=1, number=0), "random_legal", auction="best:garde")
    >>> sum(record.score.scores)
    0
    """
    table = as_rules(deal.players, rules)
    verify_deal(table, deal)
    verify_dealt(table, deal)
    return play_deal(
        table,
        deal,
        [python_form(s) for s in load_table(strategies, table.players)],
        auction=as_auction(auction),
        script=Script() if script is None else script,
    )


def play_number(
    rules: RuleSet,
    seed: int,
    number: int,
    strategies: Sequence[Strategy],
    auction: Imposed | None = None,
    given: Given | None = None,
) -> DealRecord:
    """Play one raw deal of a run in the reference engine; see `play_found`."""
    return play_found(rules, seed, number, strategies, auction, given)[0]


def play_found(
    rules: RuleSet,
    seed: int,
    number: int,
    strategies: Sequence[Strategy],
    auction: Imposed | None = None,
    given: Given | None = None,
) -> tuple[DealRecord, int]:
    """Play one raw deal of a run and tell how many deals were tried for it.

    Parameters
    ----------
    rules : RuleSet
    seed, number : int
        Seed of the run and number of the deal.
    strategies : sequence of Strategy (players,)
        As `python_form` gives them.
    auction : Imposed, optional
        Instead of bidding.
    given : Given, optional
        What the deal must fulfil.

    Returns
    -------
    record : DealRecord
    attempts : int
        Deals that were tried, 1 without a predicate.
    """
    dealt, attempts = find_deal(rules, seed, number, given)
    return play_deal(rules, dealt, strategies, auction=auction), attempts


def resume(
    record: DealRecord,
    cards: int | None = None,
    strategies: StrategyLike = "point_count",
) -> DealRecord:
    """Enter a recorded deal in the middle and play on.

    Parameters
    ----------
    record : DealRecord
    cards : int, optional
        How many of the recorded cards are kept; all by default, which checks a whole
        record against the rules. With 0 the poignées are left open.
    strategies : spec, class, object or list of them, optional
        Who decides from there on.

    Returns
    -------
    DealRecord

    Raises
    ------
    RulesError, IllegalActError
        If the record's cards are no deal, one of its acts is not legal, or the whole
        of them gives another result.
    """
    verify_deal(record.rules, record.deal)
    verify_dealt(record.rules, record.deal)
    auction = None
    if record.taker is not None and not record.bids:
        auction = Imposed(record.contract, record.taker)
    result = play_deal(
        record.rules,
        record.deal,
        [python_form(s) for s in load_table(strategies, record.rules.players)],
        auction=auction,
        script=Script.from_record(record, cards),
    )
    if cards is None and result != record:
        raise RulesError("the acts of the record give another result than it tells")
    return result
