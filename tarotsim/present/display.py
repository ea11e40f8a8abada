"""How cards, deals and results show themselves in a notebook.

Nothing below `tarotsim.present` knows of this: IPython is told the names of the types,
and the page is made when one of them is the value of a cell. Outside IPython nothing of
it is loaded.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

__all__ = ["format_html", "register"]

_GAME = "tarotsim.present.html.game"
_FORMATTERS = {
    ("tarotsim.game.cards", "Cards"): (_GAME, "format_hand"),
    ("tarotsim.game.records", "Deal"): (_GAME, "format_deal"),
    ("tarotsim.game.records", "DealRecord"): (_GAME, "format_record"),
    ("tarotsim.game.records", "Score"): (_GAME, "format_score"),
    **dict.fromkeys(
        (
            ("tarotsim.runs.match", "Session"),
            ("tarotsim.runs.results", "Results"),
            ("tarotsim.studies.advice", "Advice"),
            ("tarotsim.studies.bidding", "BidStudy"),
            ("tarotsim.studies.arms", "ArmStudy"),
            ("tarotsim.studies.compare", "Comparison"),
            ("tarotsim.studies.poignee", "PoigneeStudy"),
            ("tarotsim.studies.tournament", "Tournament"),
            ("tarotsim.studies.what_if", "WhatIf"),
        ),
        ("tarotsim.present.html.results", "format_results"),
    ),
}
"""Module and name of each type, and of what makes HTML of it. A `StoredRun` is not
among them: its tables are made by reading all of its files, which `show` does."""


def format_html(value: Any) -> str:
    """Return a value as HTML that can stand in any page, light or dark.

    Parameters
    ----------
    value : Cards, Deal, DealRecord, Score, Results, Session or a study
        What the package deals, plays and finds out.

    Returns
    -------
    str
        A ``div`` with its style; it needs nothing from elsewhere.

    Raises
    ------
    TypeError
        For anything else.

    Examples
    --------
    >>> from tarotsim import parse_cards
    >>> page = format_html(parse_cards("21 Ex ♥R"))
    >>> 'title="roi de coeur">♥R' in page
    True
    """
    from tarotsim.present.html.pieces import format_block

    for kind in type(value).__mro__:
        found = _FORMATTERS.get((kind.__module__, kind.__qualname__))
        if found is not None:
            module, name = found
            content: str = getattr(importlib.import_module(module), name)(value)
            return format_block(content)
    raise TypeError(f"no HTML for {type(value).__name__}")


def register(shell: Any = None) -> None:
    """Tell IPython how our types show themselves; by name, so that none is loaded.

    Parameters
    ----------
    shell : InteractiveShell, optional
        The one that runs by default; without one nothing is done.
    """
    if shell is None:
        shell = sys.modules["IPython"].get_ipython()
    if shell is None:
        return
    formatters = shell.display_formatter.formatters
    for module, name in _FORMATTERS:
        formatters["text/html"].for_type_by_name(module, name, format_html)
    _show_figures(formatters["image/png"])


def _show_figures(formatter: Any) -> None:
    """Let figures made without pyplot show themselves, where nothing else does it."""
    kind = ("matplotlib.figure", "Figure")
    shown = {(k.__module__, k.__name__) for k in formatter.type_printers}
    if kind not in shown and kind not in formatter.deferred_printers:
        formatter.for_type_by_name(*kind, _figure_png)


def _figure_png(figure: Any) -> Any:
    from IPython.core.pylabtools import retina_figure

    return retina_figure(figure, bbox_inches=None)  # type: ignore[no-untyped-call]  # no types
