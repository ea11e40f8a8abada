"""Other engines and ours, in turn on one core: card plays a second.

``make peers`` makes the peers' environment and runs this; what it finds goes to
``benchmarks/results/peers.json``, from which `benchmarks.report` writes its table.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import subprocess
import sys
from pathlib import Path

from benchmarks.machine import describe_machine

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RESULT = HERE.parent / "results" / "peers.json"
VERSIONS = """\
import json
from importlib.metadata import version
print(json.dumps({name: version(name) for name in ("open_spiel", "colver")}))
"""


def run(interpreter: str, *arguments: str) -> dict[str, object]:
    """Run Python on one core and return the JSON it prints."""
    limits = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    printed = subprocess.run(
        [interpreter, *arguments],
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | limits,
    ).stdout
    found: dict[str, object] = json.loads(printed)
    return found


def main() -> None:
    """Measure in turn and keep every round."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", required=True, help="interpreter of the peers")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    versions = run(given.peers, "-c", VERSIONS)
    rounds = []
    for number in range(given.rounds):
        found = run(given.peers, str(HERE / "openspiel_tarok.py"))
        found |= run(given.peers, str(HERE / "colver_belote.py"))
        found |= run(sys.executable, "-m", "benchmarks.peers.own_engines")
        rounds.append({name: round(float(str(value))) for name, value in found.items()})
        print(f"round {number + 1} of {given.rounds}", file=sys.stderr)
    record = {
        "machine": describe_machine(),
        "date": datetime.datetime.now(tz=datetime.UTC).date().isoformat(),
        "versions": versions,
        "rounds": rounds,
    }
    RESULT.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    print(f"Kept in {RESULT.relative_to(ROOT)}; `make report` writes tables.")


if __name__ == "__main__":
    main()
