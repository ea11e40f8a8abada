"""Play with the strategy of this package, here and in a spawned worker; print JSON."""

from __future__ import annotations

import json
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from typing import Any
from unittest import mock

SPEC = "lowest(place=2)"


def units_of(engine: str) -> list[int]:
    """Return what each defender paid in some deals."""
    from tarotsim import simulate

    results = simulate(60, strategies=SPEC, seed=3, auction="best:garde", engine=engine)
    units: list[int] = results.to_pandas()["unit"].tolist()
    return units


def compiled_alone() -> list[int]:
    """Play with the Python form out of order: only the policy can have answered."""
    from tarot_lowest.strategy import Lowest

    def never(self: Lowest, view: Any) -> Any:
        raise AssertionError("the Python form was asked")

    with mock.patch.object(Lowest, "play", never):
        return units_of("compiled")


def main() -> None:
    """Play each way."""
    import tarot_lowest

    import tarotsim

    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        spawned = pool.submit(units_of, "compiled").result()
    found = {
        "files": [str(tarotsim.__file__), str(tarot_lowest.__file__)],
        "reference": units_of("reference"),
        "compiled": compiled_alone(),
        "spawned": spawned,
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
