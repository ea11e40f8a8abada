"""Whole processes: first result cold and warm, memory of a long run, two threads.

``make figures`` runs it; the table goes into ``benchmarks/README.md``.
"""

from __future__ import annotations

import datetime
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPORT = Path(__file__).resolve().parent / "README.md"
MARKERS = "<!-- figures: generated -->\n", "<!-- /figures -->"

FIRST = "import tarotsim; tarotsim.simulate(1, strategies={strategy!r}, seed=1)"
LONG = (
    "import tarotsim, resource; "
    "tarotsim.simulate({deals}, strategies='random_legal', seed=1, keep_rows=False); "
    "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
)
THREADS = (
    "import time; from tarotsim.runs.run import plan_run; "
    "run = plan_run(400_000, strategies='random_legal', seed=1); "
    "list(run.chunks(threads=1))[:0]; times = []\n"
    "for count in (1, 2) * 3:\n"
    "    start = time.perf_counter()\n"
    "    for chunk in run.chunks(threads=count): pass\n"
    "    times.append(time.perf_counter() - start)\n"
    "print(sorted(a / b for a, b in zip(times[::2], times[1::2]))[1])"
)
OBJECT = (
    "import time, tarotsim\n"
    "from tarotsim import Strategy\n"
    "from tarotsim.runs.run import plan_run\n"
    "asked = 0\n"
    "class Counting(Strategy):\n"
    "    def play(self, view):\n"
    "        global asked\n"
    "        asked += 1\n"
    "        return view.legal[0]\n"
    "class First(Strategy):\n"
    "    def play(self, view):\n"
    "        return view.legal[0]\n"
    "numbers = range(5000)\n"
    "def run(kind):\n"
    "    planned = plan_run(1, strategies=kind(), seed=1, auction='best:garde')\n"
    "    planned.play_numbers([0])\n"
    "    start = time.process_time()\n"
    "    planned.play_numbers(numbers)\n"
    "    return time.process_time() - start\n"
    "run(Counting)\n"
    "print(asked / sorted(run(First) for _ in range(3))[1])"
)


def run(code: str, **environment: str) -> tuple[float, str]:
    """Run Python code in a new process; return wall seconds and what it printed."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env=os.environ | environment,
    )
    return time.perf_counter() - start, done.stdout.strip()


def first_results(strategy: str) -> tuple[float, float]:
    """Return seconds to a first result with an empty cache, and with a full one."""
    code = FIRST.format(strategy=strategy)
    with tempfile.TemporaryDirectory() as folder:
        cold = run(code, TAROTSIM_CACHE_DIR=folder)[0]
        warm = statistics.median(
            run(code, TAROTSIM_CACHE_DIR=folder)[0] for _ in range(5)
        )
    return cold, warm


def rows() -> list[tuple[str, str, str]]:
    """Measure; return what, goal and value."""
    lines = []
    for strategy in ("random_legal", "point_count"):
        cold, warm = first_results(strategy)
        lines.append((f"first result, cold, `{strategy}`", "10 s", f"{cold:.1f} s"))
        lines.append((f"first result, warm, `{strategy}`", "1 s", f"{warm:.2f} s"))
    ratio = float(run(THREADS)[1])
    lines.append(("two threads against one, wall time", "1.9", f"{ratio:.2f}"))
    rate = float(run(OBJECT)[1]) / 1e6
    lines.append(("Python object, trivial body, M decisions/s", "0.5", f"{rate:.2f}"))
    for deals in (100_000, 10_000_000):
        peak = int(run(LONG.format(deals=deals))[1]) / 1024
        lines.append((f"memory, {deals:,} deals summed", "600 MB", f"{peak:.0f} MB"))
    return lines


def main() -> None:
    """Measure and write the report."""
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    head = f"{platform.machine()}, {os.cpu_count()} processors, {platform.system()}, "
    head += f"Python {platform.python_version()}, {today}."
    table = "\n".join(f"| {what} | {goal} | {value} |" for what, goal, value in rows())
    report = f"{head}\n\n| what | goal | measured |\n| --- | --- | --- |\n{table}\n"
    print(report)
    first, last = MARKERS
    pattern = re.compile(re.escape(first) + ".*?" + re.escape(last), flags=re.DOTALL)
    text = REPORT.read_text(encoding="utf-8")
    REPORT.write_text(pattern.sub(first + report + last, text), encoding="utf-8")


if __name__ == "__main__":
    main()
