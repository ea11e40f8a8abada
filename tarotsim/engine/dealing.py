"""The deals of a run, with a condition or without, one at a time in plain Python."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tarotsim.engine.given import (
    PREDICATE,
    Given,
    as_given,
    pile_sizes,
    predicate_name,
)
from tarotsim.game.errors import RulesError, TarotError
from tarotsim.reference.dealing import deal_cards
from tarotsim.reference.given import deal_under
from tarotsim.stats.conditional import count_deals

if TYPE_CHECKING:
    from tarotsim.engine.terms import Term
    from tarotsim.game.conditions import DealTables
    from tarotsim.game.records import Deal
    from tarotsim.game.rules import RuleSet

__all__ = [
    "MOST_ATTEMPTS",
    "deal_number",
    "find_deal",
    "hopeless",
    "tables_of",
    "verify_dealt",
]

MOST_ATTEMPTS = 100_000
"""Deals that are tried for one that the predicates accept."""


@lru_cache(maxsize=64)
def tables_of(rules: RuleSet, terms: tuple[Term, ...]) -> DealTables:
    """Return how to deal what the terms of a condition ask for.

    Parameters
    ----------
    rules : RuleSet
    terms : tuple of Term
        Of a `Given` made for these rules: there are such deals.
    """
    given = Given(terms)
    counted = count_deals(pile_sizes(rules), given.conditions(rules))
    assert counted.tables is not None
    return counted.tables._replace(salt=given.salt)


def deal_number(
    rules: RuleSet, seed: int, number: int, given: Given | None = None
) -> Deal:
    """Deal one number of a run; see `find_deal`."""
    return find_deal(rules, seed, number, given)[0]


def find_deal(
    rules: RuleSet, seed: int, number: int, given: Given | None = None
) -> tuple[Deal, int]:
    """Deal one number of a run and tell how many deals were tried for it.

    Parameters
    ----------
    rules : RuleSet
    seed, number : int
    given : Given, optional
        What the deal must fulfil.

    Raises
    ------
    TarotError
        If none of `MOST_ATTEMPTS` deals satisfies the predicates.
    """
    if given is None:
        return deal_cards(rules, seed, number), 1
    tables, text = tables_of(rules, given.terms), str(given)
    for attempt in range(MOST_ATTEMPTS):
        deal = deal_under(rules, tables, seed, number, attempt, text)
        if given.accepts(deal):
            return deal, attempt + 1
    raise hopeless(given, number)


def verify_dealt(rules: RuleSet, deal: Deal) -> None:
    """Check that a numbered deal under a condition is what its seed gives.

    One under a predicate is taken as it is: a predicate is not known by its name.

    Raises
    ------
    TarotError
        If another deal belongs to seed, number and condition, or the condition cannot
        be read.
    """
    if deal.given is None or deal.seed is None or deal.number is None:
        return
    if PREDICATE in deal.given:
        return
    dealt = deal_number(rules, deal.seed, deal.number, as_given(deal.given, rules))
    piles = zip((*deal.hands, deal.chien), (*dealt.hands, dealt.chien), strict=True)
    if deal.dealer != dealt.dealer or any(set(one) != set(two) for one, two in piles):
        where = f"seed {deal.seed} and number {deal.number} given {deal.given}"
        raise RulesError(f"not a deal: {where} give another deal")


def hopeless(given: Given, number: int, found: int = 0, tried: int = 0) -> TarotError:
    """Return the error for a deal that the predicates never accept.

    Parameters
    ----------
    given : Given
    number : int
        Number of the deal.
    found, tried : int, optional
        Deals that were found before it, and all that were tried for them.
    """
    names = ", ".join(map(predicate_name, given.predicates))
    message = f"deal {number}: none of {MOST_ATTEMPTS} deals satisfies the {names}"
    if given.terms:
        message += f" under {Given(given.terms)}"
    if found:
        rate = f"{found} of {tried} tried, {found / tried:.3g}"
        message += f" (for the deals before it: {rate})"
    return TarotError(f"{message}; ask for something less rare, or for it in terms")
