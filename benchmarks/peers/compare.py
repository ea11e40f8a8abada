"""Other engines and ours, in turn on one core: a table of card plays a second.

``make peers`` makes the peers' environment and runs this; the table goes into
``benchmarks/README.md`` between its markers.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import re
import statistics
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPORT = HERE.parent / "README.md"
MARKERS = "<!-- peers: generated -->\n", "<!-- /peers -->"

PLAYS_PER_DEAL = {3: 72, 4: 72, 5: 75}
NAMES = {
    "openspiel_cpp": "OpenSpiel 2.0.2 tarok, C++ rollouts",
    "openspiel_python": "OpenSpiel 2.0.2 tarok, loop in Python",
    "colver": "colver 0.11.1 belote, Rust rollouts",
}


def measure(interpreter: str, script: str) -> dict[str, float]:
    """Run one script and return its figures, card plays a second."""
    command = [interpreter, str(HERE / script)]
    # One core: peers and ours take turns on it.
    limits = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    printed = subprocess.run(
        command, check=True, capture_output=True, text=True, env=os.environ | limits
    ).stdout
    figures: dict[str, float] = json.loads(printed)
    return figures


def table(rounds: list[dict[str, float]]) -> str:
    """Return the report: medians, spread, and ratios within each round."""
    values: dict[str, list[float]] = defaultdict(list)
    for figures in rounds:
        for name, value in figures.items():
            values[name].append(value)
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    lines = [
        f"{platform.machine()}, {platform.system()}, "
        f"Python {platform.python_version()}, {today}; CPU time on one core, "
        f"{len(rounds)} rounds in turn, median (least-most).",
        "",
        "| what | M card plays/s | deals/s | to OpenSpiel C++ | to colver |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, found in values.items():
        middle = statistics.median(found)
        spread = f"{min(found) / 1e6:.2f}-{max(found) / 1e6:.2f}"
        ratios = [
            statistics.median(r[name] / r[peer] for r in rounds)
            for peer in ("openspiel_cpp", "colver")
        ]
        deals = ""
        if name not in NAMES:
            plays = PLAYS_PER_DEAL[int(name.rpartition(" ")[2])]
            deals = f"{middle / plays:,.0f}"
        label = NAMES.get(name, name + " players")
        lines.append(
            f"| {label} | {middle / 1e6:.2f} ({spread}) | {deals} | "
            f"{ratios[0]:.2f} | {ratios[1]:.2f} |"
        )
    own = statistics.median(
        r["compiled random_legal 4"] / r["reference random_legal 4"] for r in rounds
    )
    lines += [
        "",
        f"Compiled against reference engine, `random_legal`: {own:.0f} times.",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure in turn and write the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", required=True, help="interpreter of the peers")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    rounds = []
    for number in range(given.rounds):
        figures = measure(given.peers, "openspiel_tarok.py")
        figures |= measure(given.peers, "colver_belote.py")
        figures |= measure(sys.executable, "own_engines.py")
        rounds.append(figures)
        print(f"round {number + 1} of {given.rounds}", file=sys.stderr)
    report = table(rounds)
    print(report)
    text = REPORT.read_text(encoding="utf-8")
    first, last = MARKERS
    pattern = re.compile(re.escape(first) + ".*?" + re.escape(last), flags=re.DOTALL)
    REPORT.write_text(pattern.sub(first + report + last, text), encoding="utf-8")


if __name__ == "__main__":
    main()
