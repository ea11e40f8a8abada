"""The documents: their examples print what they say, their links lead somewhere."""

from __future__ import annotations

import re

import pytest

from tools.examples import DOCUMENTS, ROOT, refreshed


@pytest.mark.parametrize("name", DOCUMENTS)
def test_examples_print_what_stands_below_them(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "110")
    monkeypatch.chdir(ROOT)
    text = (ROOT / name).read_text(encoding="utf-8")
    assert refreshed(text) == text


def test_an_example_that_changed_is_seen() -> None:
    text = "```python\nprint(1 + 1)\n```\n\n```text\n3\n```\n"
    assert refreshed(text) == text.replace("3", "2")


def test_links_inside_the_project_lead_somewhere() -> None:
    checked = 0
    for path in [*ROOT.glob("*.md"), *ROOT.glob("*/*.md")]:
        text = path.read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", text):
            if "://" not in target:
                checked += 1
                assert (path.parent / target).exists(), f"{path.name}: {target}"
    assert checked
