"""The tables of poignées: made from their specs, and put into the document.

``docs/tables/poignee_N.toml`` says what a table is of. ``make poignee-tables`` plays it
and writes ``poignee_N.csv`` beside it and the tables of ``docs/poignee.md``, between
markers; `tests/studies/test_poignee_table.py` compares the two.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from tarotsim.studies.poignee_table import poignee_table

__all__ = ["DOCUMENT", "ROOT", "SPECS", "read_table", "refreshed"]

ROOT = Path(__file__).resolve().parent.parent
SPECS = tuple(sorted((ROOT / "docs" / "tables").glob("poignee_*.toml")))
DOCUMENT = ROOT / "docs" / "poignee.md"
_MARKED = re.compile(
    r"(<!-- (table|answers) (\w+) -->\n).*?(<!-- end of \2 -->)", flags=re.DOTALL
)
_COLUMNS = ("dealt", "cases", "wins", "gain of showing", "prime", "information")
_SIDES = {"taker": "Taker", "partner": "Partner", "defence": "Defender"}


def make_table(spec: Path) -> None:
    """Play what a spec asks for and write the table beside it."""
    options = tomllib.loads(spec.read_text(encoding="utf-8"))
    began = time.process_time()
    table = poignee_table(**options, progress=True)
    minutes = (time.process_time() - began) / 60
    print(f"{spec.stem}: {minutes:.1f} core-minutes", file=sys.stderr)
    told = ", ".join(f"{key} {value}" for key, value in table.header.items())
    frame = table.to_pandas().map(_rounded)
    rows = frame.to_csv(index=False, lineterminator="\n")
    text = f"# {told}\n{rows}"
    spec.with_suffix(".csv").write_text(text, encoding="utf-8")


def _rounded(value: Any) -> Any:
    return float(f"{value:.6g}") if isinstance(value, float) else value


def read_table(spec: Path) -> pd.DataFrame:
    """Return the table that was made from a spec."""
    return pd.read_csv(spec.with_suffix(".csv"), comment="#")


def _number(mean: float, low: float, high: float, digits: int = 1) -> str:
    if pd.isna(low):
        return f"{mean:+.{digits}f}"
    return f"{mean:+.{digits}f} ± {(high - low) / 2:.{digits}f}"


def _line(row: Any, label: str) -> str:
    cells = [label, f"{100 * row.frequency:.3g} %", f"{row.n:,}"]
    cells.append(f"{100 * row.success_rate:.0f} %")
    for name in ("difference", "prime_part", "information_part"):
        values = (getattr(row, f"{name}{end}") for end in ("", "_low", "_high"))
        cells.append(_number(*values))
    return f"| {' | '.join(cells)} |"


def _markdown(frame: pd.DataFrame) -> str:
    """Return the lines by trumps and bouts, a table for each side and contract."""
    parts = []
    for (side, contract), own in frame.groupby(["side", "contract"], sort=False):
        hands = own[own["band"].isna()].sort_values(
            ["trumps", "bouts"], na_position="first"
        )
        head = f"{_SIDES[str(side)]}, {str(contract).replace('_', ' ')}"
        lines = [
            f"| {head} | {' | '.join(_COLUMNS)} |",
            "|:--|--:|--:|--:|--:|--:|--:|",
        ]
        row: Any
        for row in hands.itertuples():
            if pd.isna(row.bouts):
                lines.append(_line(row, f"**{row.trumps:.0f} trumps**"))
            else:
                word = "bout" if row.bouts == 1 else "bouts"
                lines.append(_line(row, f"{row.trumps:.0f}, {row.bouts:.0f} {word}"))
        bands = own[own["band"].notna()].sort_values("band")
        lines += [_line(row, f"P(win) {row.band}") for row in bands.itertuples()]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def _answers(frame: pd.DataFrame) -> str:
    """Say for each side and contract from which chance to win showing pays."""
    bands = frame[frame["band"].notna()]
    lines = []
    for (side, contract), own in bands.groupby(["side", "contract"], sort=False):
        paid = own[own["difference_low"] > 0]["band"].min()
        cost = own[own["difference_high"] < 0]["band"].max()
        pays = f"pays from P(win) {paid[:3]} on" if isinstance(paid, str) else "-"
        costs = (
            f"costs up to {cost[-3:]}" if isinstance(cost, str) else "costs in no band"
        )
        weights = own["frequency"].to_numpy(dtype=float)
        weights = weights / weights.sum()
        parts = own[[f"information_part{end}" for end in ("", "_low", "_high")]]
        mean, low, high = parts.to_numpy(dtype=float).T
        # Bands of fewer than 30 cases have no interval, and next to no weight.
        half = float(np.sqrt(np.nansum((weights * (high - low) / 2) ** 2)))
        whole = round(float(weights @ mean), 1) + 0.0  # no -0.0
        who = f"{_SIDES[str(side)]}, {str(contract).replace('_', ' ')}"
        seen = f"{whole:+.1f} ± {half:.1f} points on average"
        told = f"that others see the cards changes {seen}"
        lines.append(f"- {who}: showing {pays}, {costs}; {told}.")
    return "\n".join(lines)


def refreshed(text: str) -> str:
    """Return the document with its tables as the files have them."""
    tables = {spec.stem: spec for spec in SPECS}

    def fill(match: re.Match[str]) -> str:
        make = _markdown if match[2] == "table" else _answers
        return f"{match[1]}\n{make(read_table(tables[match[3]]))}\n\n{match[4]}"

    return _MARKED.sub(fill, text)


def main() -> None:
    """Make the tables asked for, all by default, and refresh the document."""
    parser = argparse.ArgumentParser(description=__doc__)
    names = [spec.stem for spec in SPECS]
    parser.add_argument("--only", choices=names, help="make this table only")
    only = parser.parse_args().only
    for spec in SPECS:
        if only in (None, spec.stem):
            make_table(spec)
    DOCUMENT.write_text(
        refreshed(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
