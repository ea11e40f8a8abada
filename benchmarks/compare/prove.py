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
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.compare.build import ROOT, build_side, snapshot
from benchmarks.compare.judge import Verdict, judge
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


def _compare(base: Side, head: Side, launches: int) -> list[Verdict]:
    def tell(line: str) -> None:
        print(f"{head.label}: {line}", file=sys.stderr, flush=True)

    found, _ = measure(base, head, launches, tell)
    return [judge(c, m.rate, m.to_base, m.base_to_base) for c, m in found.items()]


def _record(verdicts: list[Verdict]) -> list[dict[str, Any]]:
    return [asdict(v) | {"word": v.word, "margin": v.margin} for v in verdicts]


def main(arguments: list[str] | None = None) -> int:
    """Return 0 if the slowdown was found and every equal revision passed."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.compare.prove", description=__doc__
    )
    parser.add_argument("--runs", type=int, default=10, help="runs of equal revisions")
    parser.add_argument("--launches", type=int, default=10)
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="tarotsim-prove-") as name:
        folder, commit = Path(name).resolve(), snapshot()
        base = build_side(commit, folder / "base", "base")
        equal = build_side(commit, folder / "equal", "equal revision")
        slow = build_side(commit, folder / "slow", "10 % slower", edit=plant)
        found = _compare(base, slow, given.launches)
        runs = [_compare(base, equal, given.launches) for _ in range(given.runs)]
    word = {verdict.case: verdict.word for verdict in found}[PLANTED_CASE]
    alarms = [v for run in runs for v in run if v.word == "slower"]
    record = {
        "machine": describe_machine(),
        "date": datetime.datetime.now(tz=datetime.UTC).date().isoformat(),
        "launches": given.launches,
        "planted": _record(found),
        "equal": [_record(run) for run in runs],
    }
    RESULT.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    print(f"The planted slowdown was found: {word == 'slower'}.")
    print(f"Equal revisions called slower: {len(alarms)} in {given.runs} runs.")
    return 0 if word == "slower" and not alarms else 1


if __name__ == "__main__":
    sys.exit(main())
