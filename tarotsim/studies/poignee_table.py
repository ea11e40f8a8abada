"""The table of poignées: each hand dealt directly, its natural frequency beside it."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim import RESULTS_REVISION, __version__
from tarotsim.engine.play import as_rules
from tarotsim.engine.strata import strata
from tarotsim.game.errors import TarotError
from tarotsim.game.keys import check_seed, new_seed
from tarotsim.game.notation import parse_contract
from tarotsim.game.wording import counted
from tarotsim.runs.progress import progress_bar
from tarotsim.runs.summary import estimate_json
from tarotsim.runs.tally import SIDES
from tarotsim.stats.clusters import (
    stratified_mean,
    stratified_share,
    weighted_mean,
    weighted_share,
)
from tarotsim.stats.intervals import Estimate
from tarotsim.studies.poignee import study_poignee
from tarotsim.studies.poignee_cells import (
    KEYS,
    PoigneeCell,
    band_label,
    changes_nothing,
    columns_of,
    tells_nothing,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy.typing as npt

    from tarotsim.engine.strata import Stratum
    from tarotsim.game.rules import Contract, RuleSet
    from tarotsim.plugins.registry import StrategyLike
    from tarotsim.studies.poignee import PoigneeStudy

__all__ = ["PoigneeTable", "TableRow", "poignee_table"]

_SEATS = {"taker": 0, "defence": 1}
"""Who holds the hand: the taker's seat is imposed, or the best of the others takes."""
_MOST = 400_000
"""Raw deals of a cell at most."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """One line of the table.

    Parameters
    ----------
    frequency : float
        Exact share of raw deals in which a given seat is dealt such a hand, with the
        chien for a taker who takes it up; of a band, of all hands of the table.
    cell : PoigneeCell
        Its keys and estimates; the side is the one that the holder turned out to have.
    """

    frequency: float
    cell: PoigneeCell


@dataclass(frozen=True, slots=True, repr=False)
class PoigneeTable:
    """When showing pays, by side, contract, trumps and bouts.

    Parameters
    ----------
    header : dict
        Players, strategies, seed, half-width, version.
    rows : tuple of TableRow
        Cells by trumps and bouts, then over all bouts, then by band of the estimated
        chance to win, the last two with natural weights.
    """

    header: dict[str, Any]
    rows: tuple[TableRow, ...]

    def __repr__(self) -> str:
        rows = counted(len(self.rows), "row")
        return f"<PoigneeTable: {rows}, seed {self.header['seed']}>"

    def pick(self, **keys: Any) -> tuple[TableRow, ...]:
        """Return the rows with these keys, such as ``side="taker", bouts=None``."""
        return tuple(
            row
            for row in self.rows
            if all(getattr(row.cell, key) == value for key, value in keys.items())
        )

    def tidy(self) -> list[dict[str, Any]]:
        """Return one row for each line and quantity: keys, mean, low, high, n."""
        return [
            row.cell.labels()
            | {"quantity": name}
            | estimate_json(estimate)
            | {"frequency": row.frequency}
            for row in self.rows
            for name, estimate in row.cell.estimates().items()
        ]

    def to_pandas(self) -> Any:
        """Return a DataFrame with a row for each line, wide."""
        import pandas as pd

        return pd.DataFrame([_wide(row) for row in self.rows])


def _wide(row: TableRow) -> dict[str, Any]:
    found: dict[str, Any] = {
        key: getattr(row.cell, key) for key in KEYS if key not in ("level", "place")
    }
    found |= {"frequency": row.frequency, "n": row.cell.n}
    for name, estimate in row.cell.estimates().items():
        found[name] = estimate.mean
        found[f"{name}_low"], found[f"{name}_high"] = estimate.low, estimate.high
    return found


def poignee_table(
    *,
    players: int | None = None,
    rules: RuleSet | Mapping[str, Any] | None = None,
    strategies: StrategyLike = "expert",
    contracts: Iterable[str] = ("prise", "garde", "garde_sans"),
    taker: Sequence[int] = (),
    defence: Sequence[int] = (),
    half_width: float = 0.5,
    seed: int | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> PoigneeTable:
    """Make the table: every cell dealt directly until its interval is narrow enough.

    Parameters
    ----------
    players, rules, strategies, threads, progress
        As for `tarotsim.simulate`.
    contracts : iterable of str, optional
        Imposed: on the holder as taker, or on the best of the other hands.
    taker, defence : sequence of int, optional
        Numbers of trumps, Excuse counted, of a taker (the chien counted where he takes
        it up) and of another player; by default from the simple poignée to five more,
        and to three more.
    half_width : float, optional
        Half-width of the mean gain of each cell, points of u.
    seed : int, optional
        Of all cells; their deals are independent all the same.

    Returns
    -------
    PoigneeTable

    Raises
    ------
    TarotError
        For anything that is not allowed; says what is.
    """
    table = as_rules(players, rules)
    simple = table.poignee_sizes[0]
    wanted = {
        "taker": tuple(taker) or tuple(range(simple, simple + 6)),
        "defence": tuple(defence) or tuple(range(simple, simple + 4)),
    }
    least = min(min(counts) for counts in wanted.values())
    if least < simple:
        held = counted(least, "trump")
        message = f"a hand of {held} shows no poignée: {simple} are needed"
        raise TarotError(f"{message} at {table.players} players (R10.1)")
    key = new_seed() if seed is None else check_seed(seed)
    plan = [
        (holder, parse_contract(contract), stratum)
        for contract in contracts
        for holder, counts in wanted.items()
        for stratum in _hands(table, holder, parse_contract(contract), counts)
    ]
    rows: list[TableRow] = []
    groups: dict[tuple[str, Contract], list[tuple[Stratum, PoigneeStudy]]] = {}
    strategy_names: tuple[str, ...] = ()
    with progress_bar(len(plan), enabled=progress) as bar:
        for holder, contract, stratum in plan:
            seat = _SEATS[holder]
            who = "0" if holder == "taker" else f"best-but-{seat}"
            study = study_poignee(
                _MOST,
                half_width=half_width,
                strategies=strategies,
                seed=key,
                rules=table,
                auction=f"{who}:{contract.label}",
                given=stratum.given,
                seats=[seat],
                threads=threads,
            )
            strategy_names = study.run.strategies
            groups.setdefault((holder, contract), []).append((stratum, study))
            bar.update(1)
    for (_, contract), parts in groups.items():
        rows += _lines(contract, parts)
    header = {
        "version": __version__,
        "results_revision": RESULTS_REVISION,
        "players": table.players,
        "strategies": list(strategy_names),
        "seed": key,
        "half_width": half_width,
        "unit": "points of u per defender, from the shower's side",
    }
    return PoigneeTable(header, tuple(rows))


def _hands(
    rules: RuleSet, holder: str, contract: Contract, counts: Sequence[int]
) -> list[Stratum]:
    """Return the hands to deal: by trumps and bouts, where the holder has them."""
    seat = _SEATS[holder]
    takes_chien = holder == "taker" and contract.takes_chien
    who = f"{seat}+chien" if takes_chien else seat
    found = []
    for trumps in counts:
        whole = f"{who}: trumps={trumps}"
        found += [
            replace(one, counts=(trumps, *one.counts), weight=_share(one, rules))
            for one in strata({who: "bouts"}, whole, rules=rules)
        ]
    return found


def _share(stratum: Stratum, rules: RuleSet) -> Any:
    return stratum.given.chance(rules)


def _lines(
    contract: Contract, parts: list[tuple[Stratum, PoigneeStudy]]
) -> list[TableRow]:
    """Return the lines of one holder and contract."""
    cells = []
    shares = []
    for stratum, study in parts:
        trumps, bouts = stratum.counts
        for cell in study.by("side"):
            named = replace(cell, contract=contract.label, trumps=trumps, bouts=bouts)
            cells.append(TableRow(float(stratum.weight), named))
            # At five players a holder who does not take is partner or defends.
            shares.append(cell.n / len(study.cases))
    lines = list(cells)
    sides = sorted({row.cell.side for row in cells if row.cell.side})
    for side in sides:
        own = [
            pair
            for pair in zip(cells, shares, strict=True)
            if pair[0].cell.side == side
        ]
        for trumps in sorted({row.cell.trumps or 0 for row, _ in own}):
            lines.append(_over_bouts([p for p in own if p[0].cell.trumps == trumps]))
        lines += _by_band(side, contract, parts)
    return lines


def _over_bouts(parts: list[tuple[TableRow, float]]) -> TableRow:
    """Return what the cells of one number of trumps make together.

    Parameters
    ----------
    parts : list of tuple of TableRow and float
        With the share of such hands that are of that side.
    """
    rows = [row for row, _ in parts]
    first = rows[0].cell
    weights = [row.frequency * share for row, share in parts]
    found: dict[str, Any] = {}
    for item in fields(first):
        values = [getattr(row.cell, item.name) for row in rows]
        if isinstance(values[0], Estimate):
            is_share = item.name in ("success_rate", "success_rate_shown")
            whole = stratified_share if is_share else stratified_mean
            found[item.name] = whole(values, weights)
    frequency = sum(row.frequency for row in rows)
    return TableRow(frequency, replace(first, bouts=None, **found))


def _by_band(
    side: str, contract: Contract, parts: list[tuple[Stratum, PoigneeStudy]]
) -> list[TableRow]:
    """Return a line for each band of the estimated chance to win."""
    cases, weights, deals = [], [], []
    for number, (stratum, study) in enumerate(parts):
        own = study.cases[study.cases["side"] == SIDES.index(side)]
        cases.append(own)
        # Every case stands for so much of what a seat is dealt.
        weights.append(np.full(len(own), float(stratum.weight) / len(study.cases)))
        deals.append(own["deal"] + number * (1 << 32))
    every, weight = np.concatenate(cases), np.concatenate(weights)
    deal = np.concatenate(deals)
    columns, is_blind = columns_of(every), changes_nothing(every)
    found = []
    for band in sorted(set(columns["band"].tolist())):
        own = columns["band"] == band
        cell = _weighted_cell(every[own], weight[own], deal[own], is_blind=is_blind)
        named = replace(cell, side=side, contract=contract.label, band=band_label(band))
        found.append(TableRow(float(weight[own].sum()), named))
    return found


def _weighted_cell(
    cases: npt.NDArray[Any],
    weights: npt.NDArray[np.float64],
    deals: npt.NDArray[Any],
    *,
    is_blind: bool,
) -> PoigneeCell:
    columns = columns_of(cases)

    def mean(values: npt.NDArray[Any]) -> Estimate:
        estimate = weighted_mean(values.astype(np.float64), weights, deals)
        is_silent = tells_nothing(values, is_blind=is_blind)
        return estimate.without_interval() if is_silent else estimate

    won, won_shown = cases["won_silent"], cases["won_shown"]
    no_keys: dict[str, Any] = dict.fromkeys(KEYS)
    return PoigneeCell(
        **no_keys,
        success_rate=weighted_share(won, weights, deals),
        success_rate_shown=weighted_share(won_shown, weights, deals),
        success_difference=mean(won_shown.astype(np.int64) - won),
        chance=mean(cases["chance"]),
        u_shown=mean(cases["u_shown"]),
        u_silent=mean(cases["u_silent"]),
        difference=mean(columns["difference"]),
        prime_part=mean(columns["prime_part"]),
        information_part=mean(columns["information_part"]),
        gain=mean(columns["difference"]),
    )
