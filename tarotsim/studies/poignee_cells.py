"""Cells of a poignée study: groups of cases and what is estimated of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.game.rules import Contract, Poignee
from tarotsim.runs.summary import estimate_json
from tarotsim.runs.tally import SIDES
from tarotsim.stats.clusters import clustered_mean, slope_and_root
from tarotsim.stats.intervals import LEAST_CASES, Estimate, judged, wilson
from tarotsim.studies.cases import PRIMES, WAYS_TO_HIDE

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = [
    "BANDS",
    "KEYS",
    "PoigneeCell",
    "band_label",
    "break_even",
    "changes_nothing",
    "columns_of",
    "make_cell",
    "tells_nothing",
]

BANDS = 10
"""Bands of the estimated chance to win, of equal width."""
KEYS = ("side", "level", "contract", "trumps", "bouts", "band", "place")
"""What cases are told apart by."""
_HELD = {
    "low": np.uint64(0xFFFF_FFFF_FFFF_FFFF),
    "petit": np.uint64(1 << 1),
    "twenty_one": np.uint64(1 << 21),
}
"""Trumps of which one must be held for a way to hide to mean something."""


@dataclass(frozen=True, slots=True)
class PoigneeCell:
    """Estimates over the cases of one group; None in a key means all of them.

    Means are in points of u, per defender, from the shower's side, the gain in units
    of the objective; their intervals respect that cases of the same deal are not
    independent, and are left out below `LEAST_CASES` cases.

    Parameters
    ----------
    side, level, contract : str or None
    trumps, bouts, place : int or None
    band : str or None
        Of the estimated chance to win, such as ``0.5-0.6``.
    success_rate, success_rate_shown : Estimate
        Share of the deals won by the shower's side when silent, and when shown.
    success_difference : Estimate
        Shown less silent, on the same deals.
    chance : Estimate
        Mean estimated chance to win.
    u_shown, u_silent, difference : Estimate
    prime_part, information_part : Estimate
        They add up to the difference.
    gain : Estimate
        What showing changed, in units of the objective.
    hiding : dict of str to Estimate
        By way to hide: u with it less u with the usual one, of cases with a choice.
    """

    side: str | None
    level: str | None
    contract: str | None
    trumps: int | None
    bouts: int | None
    band: str | None
    place: int | None
    success_rate: Estimate
    success_rate_shown: Estimate
    success_difference: Estimate
    chance: Estimate
    u_shown: Estimate
    u_silent: Estimate
    difference: Estimate
    prime_part: Estimate
    information_part: Estimate
    gain: Estimate
    hiding: dict[str, Estimate] = field(default_factory=dict)

    @property
    def n(self) -> int:
        """Number of cases."""
        return self.difference.n

    def labels(self) -> dict[str, Any]:
        """Return the keys of the group."""
        return {key: getattr(self, key) for key in KEYS}

    def estimates(self) -> dict[str, Estimate]:
        """Return the estimates by name."""
        values = {name: getattr(self, name) for name in self.__slots__}
        own = {k: v for k, v in values.items() if isinstance(v, Estimate)}
        return own | {f"hiding_{way}": one for way, one in self.hiding.items()}

    @property
    def allowed_loss(self) -> float | None:
        """The success rate that showing may cost by the rule of thumb, 0 to 1.

        10 (2p - 1) / (25 c + 20) with the success rate p and the coefficient c of the
        contract, for a mean margin of 0 points; None without a contract.
        """
        if self.contract is None or self.success_rate.mean is None:
            return None
        factor = next(c.multiplier for c in Contract if c.label == self.contract)
        balance = 2 * self.success_rate.mean - 1
        return 10 * balance / (25 * factor + 20)

    def to_json(self) -> dict[str, Any]:
        """Return the keys of the group and its estimates."""
        found = {k: estimate_json(v) for k, v in self.estimates().items()}
        return self.labels() | found | {"allowed_loss": self.allowed_loss}


def columns_of(cases: npt.NDArray[Any]) -> dict[str, npt.NDArray[np.int64]]:
    """Return the keys of cases as numbers, and the difference with its two parts."""
    bands = np.minimum((cases["chance"] * BANDS).astype(np.int64), BANDS - 1)
    found = {key: cases[key].astype(np.int64) for key in KEYS if key != "band"}
    difference = cases["u_shown"].astype(np.int64) - cases["u_silent"]
    primes = PRIMES[cases["level"]]
    prime_part = np.where(cases["won_silent"], primes, -primes)
    return found | {
        "band": bands,
        "difference": difference,
        "prime_part": prime_part,
        "information_part": difference - prime_part,
    }


def make_cell(
    cases: npt.NDArray[Any],
    gains: npt.NDArray[Any],
    keys: dict[str, int],
    *,
    hides: bool = False,
    is_blind: bool = False,
) -> PoigneeCell:
    """Estimate what there is of some cases.

    Parameters
    ----------
    cases : array of CASE_DTYPE (cases,)
        In ascending order of deals.
    gains : array (cases,)
    keys : dict of str to int
        What they have in common.
    hides : bool, optional
        Whether the ways to hide were played.
    is_blind : bool, optional
        Whether showing changed the play nowhere, in no other case of the study either.
    """
    columns = columns_of(cases)
    n = len(cases)

    def mean(values: npt.NDArray[Any], deals: Any = cases["deal"]) -> Estimate:
        varies = not tells_nothing(values, is_blind=is_blind)
        return judged(clustered_mean(values, deals), varies=varies)

    won, won_shown = cases["won_silent"], cases["won_shown"]
    hiding = {}
    if hides:
        for index, way in enumerate(WAYS_TO_HIDE):
            choice = (cases["surplus"] > 0) & (cases["trumps_held"] & _HELD[way] != 0)
            own = cases[choice]
            gap = own["u_hiding"][:, index].astype(np.int64) - own["u_shown"]
            hiding[way] = mean(gap, own["deal"])
    return PoigneeCell(
        **_labels(keys),
        success_rate=wilson(int(won.sum()), n),
        success_rate_shown=wilson(int(won_shown.sum()), n),
        success_difference=mean(won_shown.astype(np.int64) - won.astype(np.int64)),
        chance=mean(cases["chance"]),
        u_shown=mean(cases["u_shown"]),
        u_silent=mean(cases["u_silent"]),
        difference=mean(columns["difference"]),
        prime_part=mean(columns["prime_part"]),
        information_part=mean(columns["information_part"]),
        gain=mean(gains),
        hiding=hiding,
    )


def tells_nothing(values: npt.NDArray[Any], *, is_blind: bool) -> bool:
    """Tell whether values are all the same, and so say nothing of how often others are.

    Parameters
    ----------
    values : array (cases,)
    is_blind : bool
        Whether players ignore what is shown: then 0 is no matter of chance.
    """
    if not len(values) or (is_blind and values[0] == 0):
        return False
    return bool((values == values[0]).all())


def changes_nothing(cases: npt.NDArray[Any]) -> bool:
    """Tell whether showing changed nothing but the prime, in every case."""
    return bool((columns_of(cases)["information_part"] == 0).all())


def _labels(keys: dict[str, int]) -> dict[str, Any]:
    labels: dict[str, Any] = dict.fromkeys(KEYS)
    labels.update(keys)
    if "side" in keys:
        labels["side"] = SIDES[keys["side"]]
    if "level" in keys:
        labels["level"] = Poignee(keys["level"]).label
    if "contract" in keys:
        labels["contract"] = Contract(keys["contract"]).label
    if "band" in keys:
        labels["band"] = band_label(keys["band"])
    return labels


def band_label(band: int) -> str:
    """Return a band of the estimated chance to win in words: ``0.5-0.6``."""
    return f"{band / BANDS:.1f}-{(band + 1) / BANDS:.1f}"


def break_even(cases: npt.NDArray[Any], gains: npt.NDArray[Any]) -> Estimate:
    """Estimate at which chance to win showing neither gains nor loses."""
    if len(cases) < LEAST_CASES:
        return Estimate(None, None, None, len(cases), None)
    _, root = slope_and_root(cases["chance"], gains.astype(np.float64), cases["deal"])
    return root
