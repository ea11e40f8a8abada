"""Prove the comparison: it finds a planted slowdown, and passes equal revisions.

``python -m benchmarks.compare.prove`` builds the head thrice: as it is, again, and
with another deal played besides every tenth, which costs 10 % whatever the machine
(not the same deal again: the processor would remember its branches). It compares the
first with the third once and with the second ten times, and writes what was found
to ``benchmarks/results/compare.json`` for `benchmarks.report`.
"""

from __future__ import annotations

import argparse
import datetime
import json
import math
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.compare.build import ROOT, build_side, snapshot
from benchmarks.compare.judge import judge
from benchmarks.compare.measure import measure
from benchmarks.machine import describe_machine

if TYPE_CHECKING:
    from benchmarks.compare.build import Side

__all__ = ["KERNEL", "PLANTED_CASE", "plant", "planted"]

KERNEL = Path("tarotsim", "kernels", "batch.py")
RESULT = ROOT / "benchmarks" / "results" / "compare.json"
PLANTED_CASE = "random_legal, 4 players"
_DEAL = """\
        begin_numbered(rules, seed, numbers[index], row)
        status = play_on(rules, auction, seats, row, rules.hand_size)
"""
_AGAIN = """\
        if index % 10 == 0:
            begin_numbered(rules, seed, ~numbers[index], row)
            play_on(rules, auction, seats, row, rules.hand_size)
"""


def planted(source: str) -> str:
    """Return the kernel's source with another deal played besides every tenth.

    Raises
    ------
    ValueError
        If the loop over deals no longer reads as expected.
    """
    if source.count(_DEAL) != 1:
        raise ValueError(f"{KERNEL} has changed: mend the planted slowdown in prove.py")
    return source.replace(_DEAL, _AGAIN + _DEAL)


def plant(sources: Path) -> None:
    """Slow a checkout down by 10 %."""
    file = sources / KERNEL
    file.write_text(planted(file.read_text(encoding="utf-8")), encoding="utf-8")


def _compare(base: Side, head: Side, launches: int) -> list[dict[str, Any]]:
    """Compare two sides and return the verdicts, ready to be kept."""

    def tell(line: str) -> None:
        print(f"{head.label}: {line}", file=sys.stderr, flush=True)

    found, _ = measure(base, head, launches, tell)
    verdicts = [judge(c, m.rate, m.to_base, m.base_to_base) for c, m in found.items()]
    return [
        {name: _rounded(value) for name, value in asdict(verdict).items()}
        | {"word": verdict.word}
        for verdict in verdicts
    ]


def _rounded(value: float | str) -> float | str | None:
    if isinstance(value, str):
        return value
    return None if math.isnan(value) else float(f"{value:.4g}")


def main(arguments: list[str] | None = None) -> int:
    """Return 0 if the slowdown was found and every equal revision passed."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.compare.prove", description=__doc__
    )
    parser.add_argument("--runs", type=int, default=10, help="runs of equal revisions")
    parser.add_argument("--launches", type=int, default=10)
    given = parser.parse_args(arguments)
    record: dict[str, Any] = {
        "machine": describe_machine(),
        "date": datetime.datetime.now(tz=datetime.UTC).date().isoformat(),
        "launches": given.launches,
        "equal": [],
    }
    with tempfile.TemporaryDirectory(prefix="tarotsim-prove-") as name:
        folder, commit = Path(name).resolve(), snapshot()
        base = build_side(commit, folder / "base", "base")
        slow = build_side(commit, folder / "slow", "10 % slower", edit=plant)
        record["planted"] = _compare(base, slow, given.launches)
        equal = build_side(commit, folder / "equal", "equal revision")
        for _ in range(given.runs):
            record["equal"].append(_compare(base, equal, given.launches))
            # Kept as it goes: the whole takes long.
            RESULT.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    words = {verdict["case"]: verdict["word"] for verdict in record["planted"]}
    alarms = [
        v["case"] for run in record["equal"] for v in run if v["word"] == "slower"
    ]
    found = words[PLANTED_CASE] == "slower"
    print(f"The planted slowdown was found: {found}.")
    print(f"Equal revisions called slower: {len(alarms)} in {given.runs} runs.")
    return 0 if found and not alarms else 1


if __name__ == "__main__":
    sys.exit(main())
