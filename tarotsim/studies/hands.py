"""What the player who could show knows, and the chance to win that it gives him."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.engine.holdings import count_hands
from tarotsim.game.rules import CONTRACTS
from tarotsim.runs.tally import SIDES
from tarotsim.stats.logistic import cross_fitted

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["FEATURES", "estimate_chances", "features_of"]

_COUNTED = (
    "trumps",
    "high_trumps",
    "twenty_one",
    "petit",
    "excuse",
    "kings",
    "dames",
    "marriages",
    "cavaliers",
    "valets",
    "voids",
    "singletons",
    "longest",
)
FEATURES = (
    *_COUNTED,
    "half-points of the own écart",
    "place in the first trick",
    *(f"contract {contract.label}" for contract in CONTRACTS[1:]),
)
"""What the chance to win is estimated from, the counts of
`tarotsim.engine.holdings.count_hands` first."""


def features_of(cases: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Return what is known of each case to the player who could show.

    Parameters
    ----------
    cases : array of CASE_DTYPE (cases,)

    Returns
    -------
    float64 array (cases, features)
        In the order of `FEATURES`.
    """
    counts = count_hands(cases["suits_held"], cases["trumps_held"])
    columns = [
        *(counts[name] for name in _COUNTED),
        cases["aside"],
        cases["place"],
        *(cases["contract"] == contract for contract in CONTRACTS[1:]),
    ]
    return np.stack(columns, axis=1).astype(np.float64)


def estimate_chances(cases: npt.NDArray[Any], players: int) -> None:
    """Fill in the chance to win that the shower could estimate, out of sample.

    Parameters
    ----------
    cases : array of CASE_DTYPE (cases,)
        ``chance`` is overwritten.
    players : int

    Notes
    -----
    For each side a logistic regression on `FEATURES` of the results when silent. The
    deals are parted into two folds, by rounds of the table, and the chance of a case
    comes from the other fold, so that no result has a part in its own estimate.
    """
    fold = cases["deal"] // players % 2
    for side in range(len(SIDES)):
        own = cases["side"] == side
        if own.any():
            chosen = cases[own]
            cases["chance"][own] = cross_fitted(
                features_of(chosen), chosen["won_silent"], fold[own]
            )
