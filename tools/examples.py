"""The examples of the documents: run them, or write their outputs anew.

A ``python`` block is run, and a ``text`` block right after it holds what it prints. In
a ``console`` block each ``$ tarotsim`` line is run, with what it prints below it.
`tests/test_documents.py` compares; ``make examples`` rewrites.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
from pathlib import Path

from tarotsim.cli import main

__all__ = ["DOCUMENTS", "ROOT", "refreshed"]

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = (
    "README.md",
    "strategies/README.md",
    *sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/*.md")),
)
WIDTH = "110"

_BLOCK = re.compile(r"(^```\w+\n.*?^```$)", re.MULTILINE | re.DOTALL)
_PARTS = re.compile(r"```(\w+)\n(.*)```", re.DOTALL)


def _clean(printed: str) -> str:
    return "\n".join(line.rstrip() for line in printed.strip("\n").splitlines())


def _run_python(code: str) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "example", "exec"), {"__name__": "example"})
    return _clean(printed.getvalue())


def _run_command(line: str) -> str:
    program, *arguments = shlex.split(line)
    if program != "tarotsim":
        raise ValueError(f"only tarotsim is run here, not {program}")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            main(arguments)
        except SystemExit as exit_:
            if exit_.code:
                raise ValueError(f"{line}: exit code {exit_.code}") from exit_
    return _clean(printed.getvalue())


def refreshed(text: str) -> str:
    """Return a document with every example run and its output put in place.

    Parameters
    ----------
    text : str
        A Markdown document.

    Raises
    ------
    ValueError
        If a command of an example fails.
    """
    os.environ["COLUMNS"] = WIDTH
    pieces = _BLOCK.split(text)
    printed: str | None = None
    for number, piece in enumerate(pieces):
        block = _PARTS.fullmatch(piece)
        if block is None:
            continue
        kind, body = block[1], block[2]
        if kind == "text" and printed is not None:
            pieces[number] = f"```text\n{printed}\n```"
        printed = _run_python(body) if kind == "python" else None
        commands = [line for line in body.splitlines() if line.startswith("$ tarotsim")]
        if kind == "console" and commands:
            shown = [f"{line}\n{_run_command(line[2:])}" for line in commands]
            pieces[number] = "```console\n" + "\n".join(shown) + "\n```"
    return "".join(pieces)


def _write() -> None:
    os.chdir(ROOT)
    for name in DOCUMENTS:
        path = ROOT / name
        path.write_text(refreshed(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    _write()
