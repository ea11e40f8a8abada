"""The examples of the documents, run as they stand."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from tarotsim.cli import main

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DOCUMENTS = ["README.md", "strategies/README.md"]


def _blocks(name: str) -> list[tuple[str, str]]:
    text = (ROOT / name).read_text(encoding="utf-8")
    return [(match[1], match[2]) for match in BLOCK.finditer(text)]


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


def _examples(language: str) -> list[object]:
    found = []
    for name in DOCUMENTS:
        blocks = [*_blocks(name), ("", "")]
        for number, (kind, code) in enumerate(blocks[:-1]):
            if kind == language:
                after = blocks[number + 1]
                expected = after[1] if after[0] == "text" else None
                found.append(pytest.param(code, expected, id=f"{name}-{number}"))
    return found


def _run_python(code: str) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "example", "exec"), {"__name__": "example"})
    return printed.getvalue()


@pytest.mark.parametrize(("code", "expected"), _examples("python"))
def test_python_examples_print_what_stands_below_them(
    code: str, expected: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "110")
    monkeypatch.chdir(ROOT)
    printed = _run_python(code)
    if expected is not None:
        assert _lines(printed) == _lines(expected)


@pytest.mark.parametrize(("code", "expected"), _examples("console"))
def test_console_examples_print_what_stands_below_them(
    code: str,
    expected: str | None,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "110")
    monkeypatch.chdir(ROOT)
    commands = [line[2:] for line in code.splitlines() if line.startswith("$ ")]
    for command in commands:
        program, *arguments = shlex.split(command)
        assert program == "tarotsim"
        with pytest.raises(SystemExit) as exit_info:
            main(arguments)
        assert exit_info.value.code == 0
    shown = [line for line in code.splitlines() if not line.startswith("$ ")]
    if commands and (shown or expected):
        printed = capsys.readouterr().out
        assert _lines(printed) == _lines("\n".join(shown) or expected or "")


def test_links_inside_the_project_lead_somewhere() -> None:
    for path in [*ROOT.glob("*.md"), *ROOT.glob("*/*.md")]:
        text = path.read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", text):
            if "://" not in target:
                assert (path.parent / target).exists(), f"{path.name}: {target}"
