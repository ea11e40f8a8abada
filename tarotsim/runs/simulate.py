"""Many deals, one row each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarotsim.runs.results import Results, record_row, rows_array
from tarotsim.runs.run import plan_run

if TYPE_CHECKING:
    from tarotsim.game.auction import Imposed
    from tarotsim.game.rules import RuleSet
    from tarotsim.plugins.registry import StrategyLike

__all__ = ["simulate"]


def simulate(
    deals: int | None = None,
    *,
    played: int | None = None,
    players: int | None = None,
    strategies: StrategyLike = "point_count",
    seed: int | None = None,
    rules: RuleSet | None = None,
    auction: Imposed | str | None = None,
    progress: bool = False,
    keep_interrupted: bool = False,
) -> Results:
    """Play many deals.

    Parameters
    ----------
    deals : int, optional
        Raw deals, 1,000 by default: some are passed out or cancelled for a petit sec,
        and each is a row.
    played : int, optional
        Go on until so many deals were played, instead of `deals`.
    players : int, optional
        3, 4 (default) or 5.
    strategies : spec, class, object or list of them, optional
        One for all seats or one for each: ``"point_count(garde=50)"``.
    seed : int, optional
        Deal i is a function of the seed, i and the rules alone. Drawn from the
        system's entropy if left out, and recorded.
    rules : RuleSet, optional
        Instead of `players`.
    auction : Imposed or str, optional
        ``"best:garde"`` or ``"2:garde_sans"`` instead of bidding.
    progress : bool, optional
        Show progress on standard error.
    keep_interrupted : bool, optional
        On Ctrl-C return what was done so far instead of raising.

    Returns
    -------
    Results

    Raises
    ------
    TarotError
        For anything that is not allowed; says what is.
    StrategyError
        If a strategy raises; names strategy, seat, seed and deal number.

    Examples
    --------
    >>> from tarotsim import simulate
    >>> results = simulate(20, strategies="random_legal", seed=1)
    >>> len(results), int(results.rows["score_0"].dtype.itemsize)
    (20, 2)
    """
    run = plan_run(
        deals,
        played=played,
        players=players,
        strategies=strategies,
        seed=seed,
        rules=rules,
        auction=auction,
    )
    rows = []
    interrupted = False
    try:
        for record in run.records(progress=progress):
            rows.append(record_row(record))
    except KeyboardInterrupt:
        if not keep_interrupted:
            raise
        interrupted = True
    return Results(run, rows_array(rows), interrupted)
