"""The speed tables of the documents, from what was measured.

``make report`` reads ``benchmarks/results/*.json`` and writes the tables between their
markers; nothing is typed by hand, and `tests/benchmarks` compares.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.figures import spread
from benchmarks.goals import GOALS, Goal

__all__ = ["DOCUMENTS", "ROOT", "read_results", "refreshed", "tables"]

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "benchmarks" / "results"
DOCUMENTS = ("README.md", "benchmarks/README.md")

Results = dict[str, dict[str, Any]]
PLAYS_PER_DEAL = {3: 72, 4: 72, 5: 75}
PEERS = {
    "openspiel_cpp": "OpenSpiel {open_spiel} `tarok`, C++ rollouts",
    "openspiel_python": "OpenSpiel {open_spiel} `tarok`, loop in Python",
    "openspiel_python_quick": "the same, written for speed",
    "colver": "colver {colver} belote, Rust rollouts",
    "batch numpy": "batch stepping, NumPy policy, 10,000 tables: M decisions/s",
    "batch numpy plays": "the same: card plays, forced ones too",
}
_RATIOS = {
    "random_to_openspiel": ("compiled random_legal 4", "openspiel_cpp"),
    "random_to_colver": ("compiled random_legal 4", "colver"),
    "point_count_to_openspiel": ("compiled point_count 4", "openspiel_cpp"),
    "expert_to_openspiel": ("compiled expert 4", "openspiel_cpp"),
    "compiled_to_reference": ("compiled random_legal 4", "reference random_legal 4"),
    "batch_to_openspiel": ("batch numpy plays", "openspiel_python"),
}


def read_results() -> Results:
    """Return what was measured and kept, by the name of the file."""
    return {
        file.stem: json.loads(file.read_text(encoding="utf-8"))
        for file in sorted(RESULTS.glob("*.json"))
    }


def collect_figures(results: Results) -> dict[str, list[float]]:
    """Return the quartiles of every figure that has a goal and was measured."""
    figures: dict[str, list[float]] = {}
    for entry in results.get("bench", {}).get("benchmarks", []):
        figures.update(entry.get("figures", {}))
    rounds = results.get("peers", {}).get("rounds", [])
    for key, (ours, other) in _RATIOS.items():
        ratios = [round_[ours] / round_[other] for round_ in rounds if ours in round_]
        if ratios:
            figures[key] = spread(ratios)
    return figures


def number(value: float, digits: int = 3) -> str:
    """Write a number to three digits, or more.

    Examples
    --------
    >>> number(616_595), number(14.34), number(0.8512), number(1003.2), number(1)
    ('617,000', '14.3', '0.851', '1,000', '1.00')
    >>> number(199_812, 4), number(1.8996, 4)
    ('199,800', '1.900')
    """
    rounded = float(f"{value:.{digits}g}")
    if abs(rounded) < 10 ** (digits - 1):
        return f"{rounded:#.{digits}g}"
    return f"{rounded:,.0f}"


def _digits(value: float, goal: Goal) -> int:
    """Return how many digits show on which side of its goal a figure is."""
    exact = goal.is_reached(value)
    for digits in range(3, 15):
        if goal.is_reached(float(f"{value:.{digits}g}")) == exact:
            return digits
    return 15


def _goal(goal: Goal) -> str:
    if goal.least is not None and goal.most is not None:
        return f"{goal.least:,g} to {goal.most:,g} {goal.unit}"
    if goal.least is not None:
        return f"≥ {goal.least:,g} {goal.unit}"
    return "" if goal.most is None else f"≤ {goal.most:,g} {goal.unit}"


def _origin(record: dict[str, Any]) -> str:
    return f"{record['machine']}; {record['date']}"


def speed_table(results: Results) -> str:
    """Return the table of the README: every figure beside its goal."""
    figures = collect_figures(results)
    lines = ["| what | goal | measured | reached |", "| --- | ---: | ---: | --- |"]
    for key, goal in GOALS.items():
        if key not in figures:
            continue
        low, middle, high = figures[key]
        digits = _digits(middle, goal)
        around = ""
        if low != high:
            around = f" ({number(low, digits)}–{number(high, digits)})"
        has_goal = goal.least is not None or goal.most is not None
        reached = ("yes" if goal.is_reached(middle) else "no") if has_goal else ""
        lines.append(
            f"| {goal.what} | {_goal(goal)} | "
            f"{number(middle, digits)} {goal.unit}{around} | {reached} |"
        )
    origins = {_origin(results[name]) for name in ("bench", "peers") if name in results}
    head = "Median (quartiles), CPU time on one core unless said otherwise.\n"
    return head + "\n".join(sorted(origins)) + ".\n\n" + "\n".join(lines) + "\n"


def _short(entry: dict[str, Any]) -> str:
    return str(entry["name"]).partition("::bench_")[2]


def bench_table(results: Results) -> str:
    """Return the rates of all benchmarks, and what has no figure yet."""
    record = results["bench"]
    lines = [
        f"{_origin(record)}. Median (quartiles) of things done a second.",
        "",
        "| benchmark | per second | |",
        "| --- | ---: | --- |",
    ]
    for entry in record["benchmarks"]:
        if "rate" in entry and "stage" not in entry:
            low, middle, high = entry["rate"]["per_second"]
            rate = f"{number(middle)} ({number(low)}–{number(high)})"
            lines.append(f"| `{_short(entry)}` | {rate} | {entry['rate']['of']} |")
    for entry in record["benchmarks"]:
        if "peak_mb" in entry:
            lines.append(f"| `{_short(entry)}` | | peak {entry['peak_mb']} MB |")
    figures = collect_figures(results)
    missing = [goal.what for key, goal in GOALS.items() if key not in figures]
    if missing:
        lines += ["", "Goals without a measurement yet: " + "; ".join(missing) + "."]
    return "\n".join(lines) + "\n"


def stages_table(results: Results) -> str:
    """Return what each stage of a deal costs: differences of the least times."""
    record = results["bench"]
    reached: dict[str, dict[str, float]] = {}
    for entry in record["benchmarks"]:
        if "stage" in entry:
            stage = entry["stage"]
            column = reached.setdefault(stage["strategy"], {})
            column[stage["name"]] = stage["least_ns_a_deal"]
    lines = [
        f"{_origin(record)}. CPU time on one core, least of many rounds.",
        "",
        "| ns a deal | " + " | ".join(f"`{name}`" for name in reached) + " |",
        "| --- |" + " ---: |" * len(reached),
    ]
    before = dict.fromkeys(reached, 0.0)
    for name in next(iter(reached.values()), {}):
        cells = [f"{reached[s][name] - before[s]:,.0f}" for s in reached]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
        before = {strategy: reached[strategy][name] for strategy in reached}
    whole = " | ".join(f"{nanoseconds:,.0f}" for nanoseconds in before.values())
    return "\n".join(lines) + f"\n| whole deal | {whole} |\n"


def peers_table(results: Results) -> str:
    """Return engines side by side: medians, quartiles, ratios within each round."""
    record = results["peers"]
    rounds = record["rounds"]
    lines = [
        f"{_origin(record)}. CPU time on one core, {len(rounds)} rounds in turn; "
        "median (quartiles).",
        "",
        "| what | M card plays/s | deals/s | to OpenSpiel C++ | to colver |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for name in rounds[0]:
        low, middle, high = spread([round_[name] for round_ in rounds])
        ratios = [
            spread([round_[name] / round_[peer] for round_ in rounds])[1]
            for peer in ("openspiel_cpp", "colver")
        ]
        label, deals = PEERS.get(name, "").format(**record["versions"]), ""
        if not label:
            engine, strategy, players = name.split(" ", 2)
            label = f"{engine}, `{strategy}`, {players} players"
            deals = number(middle / PLAYS_PER_DEAL[int(players)])
        plays = f"{number(middle / 1e6)} ({number(low / 1e6)}–{number(high / 1e6)})"
        lines.append(
            f"| {label} | {plays} | {deals} | {number(ratios[0])} | "
            f"{number(ratios[1])} |"
        )
    return "\n".join(lines) + "\n"


def compare_table(results: Results) -> str:
    """Return how the comparison of revisions was proved."""
    record = results["compare"]
    runs = record["equal"]
    lines = [
        f"{_origin(record)}. {record['launches']} launches a run.",
        "",
        "| case | 10 % planted | found | equal revisions, widest of "
        f"{len(runs)} runs | called slower | noise, widest |",
        "| --- | ---: | --- | ---: | ---: | ---: |",
    ]
    for verdict in record["planted"]:
        same = [v for run in runs for v in run if v["case"] == verdict["case"]]
        widest = max((v["change"] for v in same), key=abs)
        alarms = sum(v["word"] == "slower" for v in same)
        noise = max(v["noise"] for v in same)
        lines.append(
            f"| {verdict['case']} | {verdict['change']:+.1%} | {verdict['word']} | "
            f"{widest:+.1%} | {alarms} | ± {noise:.1%} |"
        )
    return "\n".join(lines) + "\n"


_TABLES = {
    "speed": (speed_table, ("bench", "peers")),
    "bench": (bench_table, ("bench",)),
    "stages": (stages_table, ("bench",)),
    "peers": (peers_table, ("peers",)),
    "compare": (compare_table, ("compare",)),
}


def tables(results: Results) -> dict[str, str]:
    """Return each table whose measurements are there, by the name of its markers."""
    return {
        name: write(results)
        for name, (write, needed) in _TABLES.items()
        if all(file in results for file in needed)
    }


def refreshed(text: str, written: dict[str, str]) -> str:
    """Return a document with the tables put between their markers.

    Raises
    ------
    ValueError
        If a marker has no end.
    """
    for name, body in written.items():
        first, last = f"<!-- {name}: generated -->\n", f"<!-- /{name} -->"
        before, found, rest = text.partition(first)
        if found:
            _, end, after = rest.partition(last)
            if not end:
                raise ValueError(f"{first.strip()} ends nowhere: {last} is missing")
            text = before + first + body + last + after
    return text


def main() -> None:
    """Write the tables into the documents."""
    written = tables(read_results())
    for name in DOCUMENTS:
        path = ROOT / name
        text = path.read_text(encoding="utf-8")
        path.write_text(refreshed(text, written), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
