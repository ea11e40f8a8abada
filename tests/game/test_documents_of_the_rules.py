"""The pages on rules and words agree with the code that cites them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tarotsim.game.rules import (
    OPTION_FIELDS,
    POIGNEE_LEVELS,
    RULES_3,
    RULES_4,
    RULES_5,
    Chelem,
    Contract,
    rules_for,
)
from tarotsim.reference.chelem import chelem_points

ROOT = Path(__file__).resolve().parents[2]
RULES = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
GLOSSARY = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
SOURCES = {
    path: path.read_text(encoding="utf-8")
    for folder in ("tarotsim", "strategies")
    for path in sorted((ROOT / folder).rglob("*.py"))
}


def rows(text: str, heading: str) -> list[list[str]]:
    """Return the cells of the first table that starts with a cell."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"| {heading}"))
    cells = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        cells.append([cell.strip() for cell in line.strip("|").split("|")])
    return cells


def test_rules_are_numbered_without_gaps() -> None:
    found = [(int(a), int(b)) for a, b in re.findall(r"\*\*R(\d+)\.(\d+)\*\*", RULES)]
    expected = []
    for group in sorted({group for group, _ in found}):
        count = sum(g == group for g, _ in found)
        expected += [(group, n) for n in range(1, count + 1)]
    assert found == expected
    headings = [int(n) for n in re.findall(r"^## R(\d+) ", RULES, re.MULTILINE)]
    assert headings == list(range(18))


def test_every_rule_and_decision_that_the_code_cites_is_on_the_page() -> None:
    defined = set(re.findall(r"\*\*(R\d+\.\d+|D\d+[a-d]?)\.?\*\*", RULES))
    defined |= set(re.findall(r"^## (R\d+) ", RULES, re.MULTILINE))
    assert len(defined) > 130
    for path, text in SOURCES.items():
        cited = set(re.findall(r"\bR\d+\.\d+\b|\bR(?:1[0-7]|\d)\b", text))
        # D1 is the ace of diamonds in ASCII too: D16 and above can only be cards.
        cited |= set(re.findall(r"\bD(?:1[0-5]|\d)[a-d]?\b", text))
        assert cited <= defined | {"D2"}, path


def test_the_table_of_decisions_is_that_of_the_rule_set() -> None:
    table = rows(RULES, "| question")
    assert [row[0] for row in table] == sorted(
        [*OPTION_FIELDS, "D11"], key=lambda d: (int(re.sub(r"\D", "", d)), d)
    )
    for number, _, field, values, *_ in table:
        if number == "D11":
            continue
        assert field == f"`{OPTION_FIELDS[number]}`"
        kind = type(getattr(RULES_4, OPTION_FIELDS[number]))
        assert values == ", ".join(f"`{member.name.lower()}`" for member in kind)
        for member in kind:
            assert rules_for(4, **{number: member.name}) is not None


def test_every_value_of_a_decision_is_explained() -> None:
    for number, field in OPTION_FIELDS.items():
        start = RULES.index(f"**{number}.**")
        text = RULES[start : RULES.find("\n\n", start)]
        for member in type(getattr(RULES_4, field)):
            assert f"`{member.name.lower()}`" in text, number


def test_tables_of_sizes() -> None:
    table = rows(RULES, "players | cards in hand")
    assert [[int(cell) for cell in row] for row in table] == [
        [r.players, r.hand_size, r.chien_size, r.packet_size, r.trick_count]
        for r in (RULES_3, RULES_4, RULES_5)
    ]
    table = rows(RULES, "| 3 players")
    for row, level in zip(table, POIGNEE_LEVELS, strict=True):
        sizes = [r.poignee_size(level) for r in (RULES_3, RULES_4, RULES_5)]
        assert row == [level.label, *map(str, sizes), str(level.prime)]


def test_table_of_slams() -> None:
    once = rules_for(4, D8="once")
    table = {row[0].strip("`"): row[3] for row in rows(RULES, "`Chelem`")}
    assert list(table) == [chelem.name for chelem in Chelem]
    for name, cell in table.items():
        plain = cell.replace("\N{MINUS SIGN}", "-")
        numbers = [int(n) for n in re.findall(r"[+-]?\b\d+00\b|^0", plain)]
        chelem = Chelem[name]
        expected = [chelem_points(RULES_4, chelem)]
        if chelem_points(once, chelem) != expected[0]:
            expected.append(chelem_points(once, chelem))
        assert numbers == expected


def test_multipliers() -> None:
    assert "multiply by 1, 2, 4 and 6" in RULES
    assert [c.multiplier for c in Contract if c] == [1, 2, 4, 6]


WORDS = [row[2] for row in rows(GLOSSARY, "term")]


@pytest.mark.parametrize("cell", [cell for cell in WORDS if "`" in cell])
def test_names_of_the_glossary_are_in_the_code(cell: str) -> None:
    everything = "\n".join(SOURCES.values())
    for name in re.findall(r"`([^`]+)`", cell):
        for word in re.findall(r"[A-Za-z_]+", name):
            assert re.search(rf"\b{word}\b", everything), name


def test_the_glossary_is_sorted() -> None:
    def plain(term: str) -> str:
        return term.lower().translate(str.maketrans("éèç", "eec")).replace("*", "")

    terms = [plain(row[0]) for row in rows(GLOSSARY, "term")]
    assert terms == sorted(terms)
    assert len(terms) > 60
