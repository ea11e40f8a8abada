"""Compare the speed of two revisions: ``make bench-compare BASE=main``."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.compare.build import UnknownRevision, build_side, commit_of, snapshot
from benchmarks.compare.judge import LEAST_LAUNCHES, judge, table
from benchmarks.compare.measure import Failed, measure

if TYPE_CHECKING:
    from benchmarks.compare.build import Side


def _launches(text: str) -> int:
    if not text.isdecimal() or int(text) < LEAST_LAUNCHES:
        raise argparse.ArgumentTypeError(
            f"{text!r} was given, a whole number of {LEAST_LAUNCHES} or more is needed"
        )
    return int(text)


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Return 0, 1 for a regression, 2 for wrong input."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.compare", description=__doc__
    )
    parser.add_argument("base", help="revision to compare with")
    parser.add_argument(
        "head", nargs="?", help="revision to judge (default: the working tree)"
    )
    parser.add_argument("--launches", type=_launches, default=10)
    parser.add_argument("--markdown", type=Path, help="append the table to this file")
    given = parser.parse_args(arguments)
    try:
        commits = commit_of(given.base), commit_of(given.head or "HEAD")
    except UnknownRevision as error:
        parser.error(str(error))
    names = given.base, given.head or "working tree"
    labels = [f"{n} ({c[:10]})" for n, c in zip(names, commits, strict=True)]
    with tempfile.TemporaryDirectory(prefix="tarotsim-compare-") as folder:
        _tell(f"building {labels[0]} and {labels[1]}")
        head_commit = commits[1] if given.head else snapshot()
        base = build_side(commits[0], Path(folder).resolve() / "base", labels[0])
        head = build_side(head_commit, Path(folder).resolve() / "head", labels[1])
        report, passed = _compared(base, head, given.launches)
    print(report)
    if given.markdown:
        with given.markdown.open("a", encoding="utf-8") as file:
            file.write(report + "\n")
    return 0 if passed else 1


def _compared(base: Side, head: Side, launches: int) -> tuple[str, bool]:
    """Return the report in Markdown, and whether the head passes."""
    title = f"Speed of {head.label} against {base.label}, {launches} launches:\n"
    try:
        found, remarks = measure(base, head, launches, _tell)
    except Failed as error:
        return f"{title}\nFailed: {error}.", False
    verdicts = [judge(c, m.rate, m.to_base, m.base_to_base) for c, m in found.items()]
    slower = [verdict.case for verdict in verdicts if verdict.word == "slower"]
    end = f"Slower: {', '.join(slower)}." if slower else "No case is slower."
    return "\n".join([title, table(verdicts), *remarks, end]), not slower


if __name__ == "__main__":
    sys.exit(main())
