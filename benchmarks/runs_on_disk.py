"""What writing a run costs: processor time, bytes, memory; and a plan for a large one.

``python benchmarks/runs_on_disk.py`` measures; ``--write`` also puts the figures, and
the table of columns, into docs/runs.md, between its markers. Variants take turns and
the least of three times counts, in processor time of one thread, so that a busy machine
disturbs little.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import tarotsim
from tarotsim.runs.parquet import columns_of, schema_of
from tarotsim.runs.run import plan_run

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "runs.md"
MARKERS = "<!-- figures: generated -->\n", "<!-- /figures -->"
COLUMN_MARKERS = "<!-- columns: generated -->\n", "<!-- /columns -->"
STRATEGIES = ("random_legal", "point_count")
DEALS = 400_000
ROUNDS = 3
PLANNED = 10**8
LONG = 3_000_000
MANY = 16


def _seconds(**given: Any) -> float:
    start = time.process_time()
    tarotsim.simulate(DEALS, seed=1, threads=1, keep_rows=False, **given)
    return time.process_time() - start


def bytes_a_row(folder: Path) -> float:
    """Return how many bytes a row of a run on disk takes."""
    stored = tarotsim.open_run(folder)
    return sum(part.size for part in stored.folder.parts) / len(stored)


def measure(strategy: str) -> dict[str, float]:
    """Return microseconds a deal without and with files, and bytes a row."""
    plan_run(1, strategies=strategy, seed=1).play_numbers([0])
    times: dict[str, list[float]] = {"plain": [], "rows": [], "history": []}
    sizes = {}
    for _ in range(ROUNDS):
        times["plain"].append(_seconds(strategies=strategy))
        for name in ("rows", "history"):
            with tempfile.TemporaryDirectory() as place:
                out = Path(place) / "run"
                keeps = name == "history"
                times[name].append(
                    _seconds(strategies=strategy, out=out, history=keeps)
                )
                sizes[f"{name}_bytes"] = bytes_a_row(out)
    return {name: min(found) / DEALS * 1e6 for name, found in times.items()} | sizes


def peak_memory(deals: int, *, history: bool, threads: int = 2) -> float:
    """Return the largest memory of a process that writes a run, in MB."""
    with tempfile.TemporaryDirectory() as place:
        code = (
            "import resource, tarotsim; "
            f"tarotsim.simulate({deals}, seed=1, strategies='random_legal', "
            f"history={history}, threads={threads}, out={str(Path(place) / 'run')!r}); "
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], check=True, capture_output=True, text=True
        )
    unit = 1 if sys.platform == "darwin" else 1024
    return int(done.stdout) * unit / 1e6


def report() -> str:
    """Measure everything and return the figures as Markdown."""
    lines = [
        "| strategy | µs a deal | with rows on disk | with history | bytes a row | "
        "with history |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    found = {strategy: measure(strategy) for strategy in STRATEGIES}
    for strategy, figures in found.items():
        plain = figures["plain"]
        lines.append(
            f"| `{strategy}` | {plain:.2f} | "
            f"{figures['rows']:.2f} (+{figures['rows'] / plain - 1:.0%}) | "
            f"{figures['history']:.2f} (+{figures['history'] / plain - 1:.0%}) | "
            f"{figures['rows_bytes']:.1f} | {figures['history_bytes']:.1f} |"
        )
    short, long = (peak_memory(n, history=False) for n in (LONG // 10, LONG))
    acts = peak_memory(LONG // 3, history=True)
    many = [peak_memory(LONG, history=keeps, threads=MANY) for keeps in (False, True)]
    lines += [
        "",
        f"Processor time of one thread, sums included. Largest memory of a process of "
        f"two threads: {short:.0f} MB for {LONG // 10:,} deals, {long:.0f} MB for "
        f"{LONG:,}; with history {acts:.0f} MB for {LONG // 3:,}. Of {MANY} threads: "
        f"{many[0]:.0f} MB, with history {many[1]:.0f} MB, for {LONG:,}.",
        "",
        f"So {PLANNED:,} deals take",
        "",
        "| strategy | processor | on 2 / 16 / 64 cores | disk | with history |",
        "| --- | --- | --- | --- | --- |",
    ]
    for strategy, figures in found.items():
        hours = figures["rows"] * PLANNED / 1e6 / 3600
        shared = " / ".join(f"{hours * 3600 / cores:.0f}" for cores in (2, 16, 64))
        lines.append(
            f"| `{strategy}` | {hours * 60:.1f} min | {shared} s | "
            f"{figures['rows_bytes'] * PLANNED / 1e9:.1f} GB | "
            f"{figures['history_bytes'] * PLANNED / 1e9:.1f} GB |"
        )
    lines += [
        "",
        "computed from the first table, with cores and a disk that nothing else needs; "
        "memory does not depend on the number of deals.",
    ]
    return "\n".join(lines) + "\n"


def columns() -> str:
    """Return the table of columns of a file as Markdown."""
    schema = schema_of(5, history=True)
    lines = ["| column | type | meaning |", "| --- | --- | --- |"]
    for name, meaning in columns_of(5, history=True):
        lines.append(f"| `{name}` | {schema.field(name).type} | {meaning} |")
    return "\n".join(lines) + "\n"


def _put(text: str, markers: tuple[str, str], content: str) -> str:
    """Return a document with the text between two markers replaced."""
    begin, end = markers
    head, _, rest = text.partition(begin)
    _, _, tail = rest.partition(end)
    return head + begin + content + end + tail


def main() -> None:
    """Measure, print, and write the document if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    found = report()
    print(found)
    if parser.parse_args().write:
        text = _put(DOCUMENT.read_text(encoding="utf-8"), MARKERS, found)
        text = _put(text, COLUMN_MARKERS, columns())
        DOCUMENT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
