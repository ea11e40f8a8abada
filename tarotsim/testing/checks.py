"""What every strategy has to hold to, tried on tables made for it."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from tarotsim.game.errors import StrategyError, TarotError
from tarotsim.game.keys import check_seed
from tarotsim.game.rules import rules_for
from tarotsim.runs.progress import progress_bar
from tarotsim.testing.apart import examine_apart
from tarotsim.testing.examination import Examination, Step, StrategyReport

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tarotsim.plugins.registry import StrategyLike

__all__ = ["check_strategy", "examine_strategy"]


def check_strategy(strategy: StrategyLike, **options: Any) -> StrategyReport:
    """Check that a strategy plays by the rules and by those of the laboratory.

    Parameters
    ----------
    strategy : spec, class or object
        As for `simulate`; a spec or an importable class for ``worker``.
    **options
        As for `examine_strategy`, which says what is checked.

    Returns
    -------
    StrategyReport

    Raises
    ------
    StrategyError
        If it does not hold to something: all that was found, each with what it takes
        to see it again.

    Examples
    --------
    >>> from tarotsim.testing import check_strategy
    >>> report = check_strategy("random_legal", tables=5, worker=False)
    >>> report.passed
    True
    """
    report = examine_strategy(strategy, **options)
    if not report.passed:
        raise StrategyError(str(report))
    return report


def examine_strategy(
    strategy: StrategyLike,
    *,
    players: Iterable[int] = (3, 4, 5),
    tables: int = 100,
    seed: int = 1,
    worker: bool = True,
    time_limit: float | None = None,
    progress: bool = False,
) -> StrategyReport:
    """Try whether a strategy plays by the rules and by those of the laboratory.

    It sits at tables made to be difficult, with random options of the rules, at every
    contract and in every role, beside players who act at random. Checked is that

    - ``legal``: every answer is legal;
    - ``repeats``: the same deal with the same keys gives the same acts;
    - ``blind``: asked again away from the table, where no hidden card exists, it
      answers the same view alike, made anew for each question or asked in another
      order; so it reads nothing but the view and remembers nothing of other seats and
      deals, and scratch memory of a compiled policy is only a cache;
    - ``engines``: both engines give the same deal, so compiled and Python forms decide
      alike;
    - ``global state``: random generators, the environment, the folder and settings of
      the process stay as they were;
    - ``worker``: a process started anew, to which only its spec travels, plays the same
      deals alike.

    Parameters
    ----------
    strategy : spec, class or object
        As for `simulate`; a spec or an importable class for ``worker``.
    players : iterable of int, optional
        Player counts; those that ``info["players"]`` leaves out are skipped.
    tables : int, optional
        Tables at each player count.
    seed : int, optional
        Of the tables.
    worker : bool, optional
        Whether to start a worker process, which takes seconds.
    time_limit : float, optional
        Seconds that a single step may take: a table played, a question asked anew, a
        function compiled. All is then done in a process of its own, to which only the
        strategy's spec travels. If the time is over, or the process dies, the check
        that was under way has not passed, and no other is begun. Without a limit a
        strategy that never answers is waited for.
    progress : bool, optional
        Show on standard error which check is under way.

    Returns
    -------
    StrategyReport

    Raises
    ------
    TarotError
        If the strategy cannot be loaded, or an argument is not allowed; with a time
        limit also if the strategy has no spec.
    """
    if tables < 1:
        raise TarotError(f"tables must be 1 or more, not {tables}")
    check_seed(seed)
    for count in (asked_for := tuple(players)):
        rules_for(count)  # refuses any but 3, 4 and 5
    asked = Examination(strategy, asked_for, tables, seed, worker)
    if time_limit is None:
        return _followed(asked.run(), progress)
    return _followed(examine_apart(asked, time_limit), progress)


def _followed(
    events: Iterator[Step | StrategyReport], progress: bool
) -> StrategyReport:
    """Return the last report, and show what is done in between."""
    report: StrategyReport | None = None
    check = ""
    with contextlib.ExitStack() as shown:
        for event in events:
            if isinstance(event, StrategyReport):
                report = event
                continue
            if event.check != check:
                shown.close()
                check = event.check
                bar = progress_bar(
                    event.total, enabled=progress, unit="steps", title=check
                )
                shown.enter_context(bar)
            bar.update(1)
    assert report is not None
    return report
