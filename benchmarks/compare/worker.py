"""One side of a comparison: a process that runs cases and tells their CPU time.

`benchmarks.compare.measure` starts it with one revision's package on the path; both
revisions run this file as it stands in the head, so it keeps to the public names. It
reads one request a line from standard input, ``{"case": ..., "size": ...}``, and
answers each with a line of JSON. The first line it prints is its own start: seconds
of CPU time until a first deal was played, and the folder of the package it found.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["CASES"]


def _strategy(name: str) -> Any:
    # An object: to find one by its name takes longer than a thousand deals.
    from tarotsim_strategies.point_count import PointCount
    from tarotsim_strategies.random_legal import RandomLegal

    return {"random_legal": RandomLegal, "point_count": PointCount}[name]()


def _simulate(deals: int, strategy: str = "random_legal", **options: Any) -> None:
    _play(deals, _strategy(strategy), **options)


def _play(deals: int, strategies: Any, **options: Any) -> None:
    from tarotsim import simulate

    plain = {"auction": "best:garde", "keep_rows": False, "threads": 1}
    simulate(deals, strategies=strategies, seed=1, **{**plain, **options})


def _python_object(deals: int) -> None:
    from tarotsim import Strategy

    class First(Strategy):
        def play(self, view: Any) -> Any:
            return view.legal[0]

    _play(deals, First())


def _study(deals: int) -> None:
    from tarotsim import study_poignee

    study_poignee(deals, strategies=_strategy("point_count"), seed=1, threads=1)


def _tables(deals: int) -> None:
    from tarotsim import BatchTables

    tables = BatchTables(1000, seed=1, deals=deals, auction="best:garde")
    while not tables.is_over:
        tables.step(tables.legal[:, 0])


CASES: dict[str, Callable[[int], None]] = {
    "random_legal, 3 players": lambda n: _simulate(n, players=3),
    "random_legal, 4 players": lambda n: _simulate(n, players=4),
    "random_legal, 5 players": lambda n: _simulate(n, players=5),
    "point_count, 4 players": lambda n: _simulate(n, "point_count"),
    "rows and history kept": lambda n: _simulate(n, keep_rows=True, history=True),
    "Python object": _python_object,
    "batch stepping": _tables,
    "poignée study": _study,
    "reference engine": lambda n: _simulate(n, engine="reference", threads=None),
}
"""What is compared, by name: each does so many deals, on one thread."""


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    start = time.process_time()
    try:
        CASES[request["case"]](request["size"])
    except Exception as error:  # an older revision may lack what a case needs
        return {"error": f"{type(error).__name__}: {error}"}
    return {"seconds": time.process_time() - start}


def _send(message: dict[str, Any]) -> None:
    print(json.dumps(message), flush=True)


def main() -> None:
    """Start, then answer until standard input ends."""
    import tarotsim

    _play(1, "random_legal")
    package = Path(tarotsim.__file__).parent
    _send({"seconds": time.process_time(), "package": str(package)})
    for line in sys.stdin:
        _send(_answer(json.loads(line)))


if __name__ == "__main__":
    main()
