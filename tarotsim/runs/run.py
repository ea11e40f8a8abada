"""What a run of many deals is, and the loop over its raw deals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tarotsim.engine.play import as_auction, as_rules
from tarotsim.game.errors import TarotError
from tarotsim.game.keys import check_seed, new_seed, whole_number
from tarotsim.game.layout import Outcome
from tarotsim.game.strategy import Strategy, strategy_name
from tarotsim.plugins.registry import (
    StrategyLike,
    StrategySpec,
    load_table,
    split_specs,
)
from tarotsim.reference.dealing import deal_cards
from tarotsim.reference.game import play_deal
from tarotsim.runs.progress import progress_bar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tarotsim.game.auction import Imposed
    from tarotsim.game.records import DealRecord
    from tarotsim.game.rules import RuleSet

__all__ = ["Run", "plan_run"]

DEFAULT_DEALS = 1000
_HOPELESS = 10_000
"""Raw deals without a single played one after which a run for played deals stops."""


@dataclass(frozen=True, slots=True)
class Run:
    """A run: the same values always give the same deals.

    Parameters
    ----------
    rules : RuleSet
    table : tuple of Strategy (players,)
        One strategy a seat.
    strategies : tuple of str
        How the strategies were given: one for all seats or one for each.
    seed : int
    auction : Imposed or None
        None: the players bid.
    deals : int or None
        Raw deals to play; None when `played` counts.
    played : int or None
        Played deals to reach, instead of `deals`.
    """

    rules: RuleSet
    table: tuple[Strategy, ...]
    strategies: tuple[str, ...]
    seed: int
    auction: Imposed | None
    deals: int | None
    played: int | None

    @property
    def auction_text(self) -> str:
        """The auction in words: ``bidding``, ``best:garde`` or ``2:garde``."""
        if self.auction is None:
            return "bidding"
        who = "best" if self.auction.seat is None else str(self.auction.seat)
        return f"{who}:{self.auction.contract.label}"

    def play_number(self, number: int) -> DealRecord:
        """Play one raw deal of the run."""
        deal = deal_cards(self.rules, self.seed, number)
        return play_deal(self.rules, deal, self.table, auction=self.auction)

    def records(self, *, progress: bool = False) -> Iterator[DealRecord]:
        """Play raw deals 0, 1, ... to the end of the run.

        Parameters
        ----------
        progress : bool, optional
            Show a bar on standard error.

        Raises
        ------
        TarotError
            If `played` deals are wanted and none of the first 10,000 is played.
        """
        total = self.deals if self.played is None else self.played
        number = played = 0
        with progress_bar(total, enabled=progress) as bar:
            while (number if self.played is None else played) < (total or 0):
                if number >= _HOPELESS and not played and self.played is not None:
                    message = (
                        f"none of the first {number} deals was played: everybody "
                        "passes; lower the bids or impose an auction (best:garde)"
                    )
                    raise TarotError(message)
                record = self.play_number(number)
                is_played = record.outcome is Outcome.PLAYED
                number += 1
                played += is_played
                yield record
                bar.update(1 if self.played is None else is_played)


def _check_count(value: int | None, name: str) -> int | None:
    if value is None:
        return None
    count = whole_number(value, name)
    if count < 1:
        raise TarotError(f"{name} must be 1 or more, not {count}")
    return count


def _describe(strategy: Any) -> str:
    if isinstance(strategy, (str, StrategySpec)):
        return str(strategy)
    if isinstance(strategy, type):
        return strategy.__qualname__
    return (
        repr(strategy) if "object at" not in repr(strategy) else strategy_name(strategy)
    )


def plan_run(
    deals: int | None = None,
    *,
    played: int | None = None,
    players: int | None = None,
    strategies: StrategyLike = "point_count",
    seed: int | None = None,
    rules: RuleSet | None = None,
    auction: Imposed | str | None = None,
) -> Run:
    """Check the parts of a run and put them together.

    Parameters
    ----------
    deals : int, optional
        Raw deals, 1,000 by default.
    played : int, optional
        Go on until so many deals were played, instead.
    players : int, optional
        3, 4 (default) or 5.
    strategies : spec, class, object or list of them, optional
        One for all seats or one for each.
    seed : int, optional
        Drawn from the system's entropy if left out; the run keeps it.
    rules : RuleSet, optional
        Instead of `players`.
    auction : Imposed or str, optional
        Instead of bidding.

    Raises
    ------
    TarotError
        For anything that is not allowed; says what is.
    """
    if deals is not None and played is not None:
        raise TarotError("give either deals (raw) or played, not both")
    table = as_rules(players, rules)
    if deals is None and played is None:
        deals = DEFAULT_DEALS
    given = strategies
    if isinstance(given, str):
        given = split_specs(given)
    listed = given if isinstance(given, (list, tuple)) else [given]
    imposed = as_auction(auction)
    if imposed is not None and imposed.seat not in (None, *range(table.players)):
        message = f"seat {imposed.seat} is not at a table of {table.players}"
        raise TarotError(f"{message}: 0 to {table.players - 1}")
    return Run(
        rules=table,
        table=tuple(load_table(strategies, table.players)),
        strategies=tuple(_describe(strategy) for strategy in listed),
        seed=new_seed() if seed is None else check_seed(seed),
        auction=imposed,
        deals=_check_count(deals, "deals"),
        played=_check_count(played, "played"),
    )
