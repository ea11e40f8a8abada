"""Cards, deals and results in a notebook."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tarotsim import (
    Cards,
    advise,
    compare,
    deal,
    match,
    parse_cards,
    play,
    score,
    simulate,
    study_bid,
    study_poignee,
    tournament,
    what_if,
)
from tarotsim.game.cards import CARD_COUNT, FRENCH_NAMES
from tarotsim.present.display import _FORMATTERS, format_html
from tarotsim.present.html.game import format_cards
from tarotsim.studies.arms import Arm, study_arms
from tests.present.pages import Page

HAND = "21 18 15 12 9 6 4 Ex ♠R73 ♥DC5 ♦10 2 ♣V8"


NOT_PLAYED = 5
"""A seed whose first deal is passed out."""
NAMES = (
    "hand",
    "no cards",
    "deal",
    "given deal",
    "record",
    "passed",
    "score",
    "results",
    "not played",
    "poignee",
    "advice",
    "bids",
    "compare",
    "tournament",
    "what_if",
    "match",
)


@pytest.fixture(scope="module")
def things() -> dict[str, Any]:
    cards = deal(seed=2026, number=1, players=5)
    return {
        "hand": parse_cards(HAND),
        "no cards": Cards(),
        "deal": cards,
        "given deal": replace(cards, seed=None, number=None),
        "record": play(cards, "point_count", auction="best:garde"),
        "passed": play(deal(seed=2, number=1), "random_legal"),
        "score": score(
            contract="garde", points=49, bouts=2, poignees=["simple:attack"]
        ),
        "results": simulate(40, players=3, seed=1),
        "not played": simulate(1, seed=NOT_PLAYED),
        "poignee": study_poignee(60, seed=1),
        "advice": advise(HAND, "garde", strategies="point_count", deals=20, seed=1),
        "bids": study_bid(HAND, strategies="point_count", deals=20, seed=1),
        "compare": compare("point_count", "random_legal", deals=50, seed=1),
        "tournament": tournament(["point_count", "random_legal"], deals=50, seed=1),
        "what_if": what_if(
            play(cards, "point_count", auction="0:garde"), "0: chelem=yes", deals=30
        ),
        "match": match(3, seed=1),
        "arms": study_arms({"a": Arm(), "b": Arm()}, 20, seed=1),
    }


@pytest.mark.parametrize("name", NAMES)
def test_it_is_whole_and_needs_nothing_from_elsewhere(
    name: str, things: dict[str, Any]
) -> None:
    text = format_html(things[name])
    page = Page(text)
    assert "://" not in text
    assert "url(" not in text
    assert not page.names() & {"script", "link", "img", "iframe"}
    assert page.names() >= {"div", "style"}


def test_every_type_is_where_it_is_said_to_be(things: dict[str, Any]) -> None:
    for (module, name), (home, function) in _FORMATTERS.items():
        assert getattr(importlib.import_module(module), name).__module__ == module
        assert callable(getattr(importlib.import_module(home), function))
    shown = {type(thing).__name__ for thing in things.values()}
    assert shown == {name for _, name in _FORMATTERS}


def test_what_has_no_form_is_refused() -> None:
    with pytest.raises(TypeError, match="no HTML for list"):
        format_html([1])


def test_cards_are_copied_as_they_are_read(things: dict[str, Any]) -> None:
    page = Page(format_html(things["hand"]))
    cards, _, count = page.text.partition("18 cards")
    assert parse_cards(cards) == parse_cards(HAND)
    assert count == ", 8 trumps (Excuse counted), 2 bouts, 27 points"


def test_every_card_has_its_look_and_its_name() -> None:
    page = Page(format_cards(range(CARD_COUNT)))
    cards = [attributes for _, attributes in page.tags if "title" in attributes]
    looks = {
        FRENCH_NAMES[card]: (attributes["class"] or "").split()[1]
        for card, attributes in zip(range(CARD_COUNT), cards, strict=True)
    }
    assert looks["♠R"] == "pique"
    assert looks["♥10"] == "coeur"
    assert looks["♦1"] == "carreau"
    assert looks["♣V"] == "trefle"
    assert looks["2"] == looks["20"] == "trump"
    assert looks["1"] == looks["21"] == looks["Ex"] == "bout"
    titles = [attributes["title"] for attributes in cards]
    assert len(set(titles)) == CARD_COUNT
    assert {"roi de pique", "7 de trefle", "Petit, atout 1, bout"} <= set(titles)


def test_a_record_shows_every_act(things: dict[str, Any]) -> None:
    record = things["record"]
    page = Page(format_html(record))
    looks = [(attributes.get("class") or "").split() for _, attributes in page.tags]
    cells = [look for look in looks if "card" in look]
    shown = sum(len(showing.cards) for showing in record.showings)
    # Dealt, played and laid away or left; the called card and what was shown besides.
    assert len(cells) == CARD_COUNT + 75 + len(record.ecart) + 1 + shown
    framed = [look for look in looks if "won" in look]
    assert len(framed) == len(record.tricks) == 15
    assert page.text.count("▸ ") == 15 + 1
    for value in record.score.scores:
        assert f"{value:+d}" in page.text
    assert "taker" in page.text


def test_tables_hold_what_show_prints(things: dict[str, Any]) -> None:
    from tarotsim.present.tables import format_result

    for name in ("results", "poignee", "compare", "tournament", "match"):
        printed = format_result(things[name])
        shown = Page(format_html(things[name])).text.split()
        words = [w for w in printed.split() if set(w) not in ({"─"}, {"-"})]
        missing = set(words) - set(shown) - {"Verdict"}
        # Cells follow each other without a blank between them.
        joined = "".join(shown)
        assert not [word for word in missing if word not in joined]


def test_names_stay_text(things: dict[str, Any]) -> None:
    evil = "<script>alert('x')</script>&amp;"
    for name in ("compare", "tournament"):
        result = things[name]
        names = [evil, *result.header["strategies"][1:]]
        if name == "tournament":
            ratings = (replace(result.ratings[0], strategy=evil), *result.ratings[1:])
            pairs = tuple(replace(pair, a=evil) for pair in result.pairings)
            result = replace(result, ratings=ratings, pairings=pairs)
        result = replace(result, header=result.header | {"strategies": names})
        text = format_html(result)
        page = Page(text)
        assert "<script" not in text
        assert "script" not in page.names()
        assert evil in page.text


IN_IPYTHON = """
import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
before = set(sys.modules)
{start}
new = {{name.partition('.')[0] for name in set(sys.modules) - before}}
assert not new & {{'numpy', 'numba', 'pandas', 'matplotlib', 'rich'}}, new
def shown(code):
    result = shell.run_cell(code)
    result.raise_error()
    return shell.display_formatter.format(result.result)[0]
data = shown("tarotsim.parse_cards('21 Ex')")
assert 'class="tarotsim"' in data['text/html'], data
assert data['text/plain'] == "Cards('21 Ex')", data
data = shown("tarotsim.simulate(20, seed=1)")
assert '<table>' in data['text/html'], data
assert data['text/plain'].startswith('<Results: 20 raw deals'), data
data = shown("tarotsim.plotting.plot_points(tarotsim.simulate(20, seed=1))")
assert data['image/png'], data
assert 'text/html' not in shown("[1, 2]")
"""


@pytest.mark.parametrize(
    "start",
    [
        "shell.run_cell('import tarotsim').raise_error()",
        "import tarotsim; shell.run_cell('import tarotsim').raise_error()",
    ],
)
def test_in_ipython_values_show_themselves(start: str, tmp_path: Path) -> None:
    environment = os.environ | {"IPYTHONDIR": str(tmp_path)}
    code = IN_IPYTHON.format(start=start)
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)


def test_the_extension_registers_where_importing_came_first(tmp_path: Path) -> None:
    code = (
        "import tarotsim; from IPython.core.interactiveshell import InteractiveShell; "
        "shell = InteractiveShell.instance(); html = shell.display_formatter"
        ".formatters['text/html']; card = tarotsim.parse_cards('21'); "
        "assert html(card) is None; shell.run_line_magic('load_ext', 'tarotsim'); "
        "assert 'tarotsim' in html(card)"
    )
    environment = os.environ | {"IPYTHONDIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)


def test_outside_ipython_nothing_of_it_is_loaded() -> None:
    code = (
        "import sys, tarotsim; tarotsim.parse_cards('21'); "
        "assert not [n for n in sys.modules if n.startswith('tarotsim.present')]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
