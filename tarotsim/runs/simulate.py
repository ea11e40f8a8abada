"""Many deals, one row each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.runs.interruption import interruptible
from tarotsim.runs.results import Results
from tarotsim.runs.rows import rows_array
from tarotsim.runs.run import plan_run
from tarotsim.runs.summary import Tally

if TYPE_CHECKING:
    from collections.abc import Mapping

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
    rules: RuleSet | Mapping[str, Any] | None = None,
    auction: Imposed | str | None = None,
    history: bool = False,
    keep_rows: bool = True,
    engine: str = "compiled",
    threads: int | None = None,
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
    rules : RuleSet or mapping, optional
        A rule set instead of `players`, or options that differ from the defaults,
        such as ``{"D1": "follows_winner"}``.
    auction : Imposed or str, optional
        ``"best:garde"`` or ``"2:garde_sans"`` instead of bidding.
    history : bool, optional
        Keep every act of every deal, so that `Results.record` need not play again.
    keep_rows : bool, optional
        Without, only exact sums are kept and memory does not grow with the deals.
    engine : str, optional
        ``"compiled"`` (default), or ``"reference"`` to check it: both give the same.
    threads : int, optional
        Threads of the compiled engine, as many as processors by default. The results
        do not depend on it.
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
        engine=engine,
    )
    tally = Tally(run.rules.players)
    rows, acts = [rows_array([])], []
    with interruptible(keep=keep_interrupted) as stopped:
        for chunk in run.chunks(progress=progress, history=history, threads=threads):
            tally.add(chunk.rows)
            if keep_rows:
                rows.append(chunk.rows)
            if history:
                acts.append(chunk.history)
    kept = np.concatenate(acts) if acts else np.zeros((0, 0), dtype=np.uint64)
    return Results(run, tally, np.concatenate(rows), kept, stopped.happened)
