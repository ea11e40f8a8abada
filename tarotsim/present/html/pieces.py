"""What HTML is made of here: escaped text, tables, a verdict, one sheet of style.

All text passes through `escape`, so that a name somebody gave to a strategy stays text.
The style takes the colours of text and ground from the page around it, light or dark,
and needs nothing from elsewhere.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tarotsim.present.pieces import Table, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarotsim.present.pieces import Part

__all__ = ["STYLE", "format_block", "format_parts", "format_table", "format_text"]

STYLE = """
.tarotsim { line-height: 1.45; font-variant-numeric: tabular-nums; max-width: 100%; }
.tarotsim table { border-collapse: collapse; margin: .3em 0 1em; font-size: .92em;
  border: 0; }
.tarotsim caption { text-align: left; font-weight: 600; padding: .3em 0;
  caption-side: top; color: inherit; white-space: nowrap; }
.tarotsim th, .tarotsim td { padding: .22em .75em .22em 0; text-align: right;
  border: 0; white-space: nowrap; vertical-align: baseline; background: none; }
.tarotsim th { font-weight: 600; }
.tarotsim th:first-child, .tarotsim td:first-child { text-align: left; }
.tarotsim thead th { border-bottom: 1px solid rgba(128, 128, 128, .7); }
.tarotsim tbody tr { background: none; }
.tarotsim tbody tr:hover { background: rgba(128, 128, 128, .12); }
.tarotsim tbody + tbody tr:first-child td { border-top: 1px solid
  rgba(128, 128, 128, .4); }
.tarotsim .wide { overflow-x: auto; }
.tarotsim p { margin: .4em 0; }
.tarotsim .head, .tarotsim .note { opacity: .8; font-size: .92em; max-width: 60em; }
.tarotsim .verdict { border-left: 4px solid #0072b2; padding: .35em .9em;
  margin: .7em 0; background: rgba(0, 114, 178, .1); max-width: 60em; }
.tarotsim .verdict p { margin: .25em 0; }
.tarotsim .card { display: inline-block; min-width: 1.35em; padding: .08em .22em;
  margin: .1em 0; border: 1px solid #8a8a8a; border-radius: .3em;
  background: #fff; color: #111; text-align: center; font-weight: 600;
  line-height: 1.3; white-space: nowrap; font-family: "DejaVu Sans",
  "Segoe UI Symbol", "Apple Symbols", system-ui, sans-serif; font-size: .9em;
  font-variant-emoji: text; print-color-adjust: exact;
  -webkit-print-color-adjust: exact; }
.tarotsim .pique { color: #111; }
.tarotsim .coeur { color: #c1121f; }
.tarotsim .carreau { color: #1d4ed8; }
.tarotsim .trefle { color: #0b6b3a; }
.tarotsim .trump { color: #4a2b82; background: #ece6f7; border-color: #8d77b8; }
.tarotsim .bout { color: #3d2c00; background: #ffd866; border-color: #8a6500;
  box-shadow: inset 0 0 0 1px #8a6500; }
.tarotsim .group { white-space: nowrap; margin-right: .4em; }
.tarotsim .won { outline: 2px solid #0072b2; outline-offset: 1px; }
.tarotsim .names td:first-child { max-width: 22em; overflow: hidden;
  text-overflow: ellipsis; }
.tarotsim .cards { text-align: left !important; white-space: normal !important; }
.tarotsim summary { cursor: pointer; font-weight: 600; }
@media print {
  .tarotsim .wide { overflow: visible; }
  .tarotsim table { font-size: 8pt; }
  .tarotsim th, .tarotsim td { padding: .15em .6em .15em 0; }
}
"""


def format_text(text: str) -> str:
    """Return text with its line breaks, nothing in it read as HTML."""
    return "<br>".join(escape(text).split("\n"))


def format_table(table: Table) -> str:
    """Return a table; one wider than the page can be moved sideways."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in table.columns)
    bodies = "".join(
        f"<tbody>{''.join(map(_row, section))}</tbody>"
        for section in table.sections
        if section
    )
    title = f"<caption>{escape(table.title)}</caption>" if table.title else ""
    heads = f"<thead><tr>{head}</tr></thead>" if any(table.columns) else ""
    kind = ' class="names"' if table.cuts_names else ""
    return f'<div class="wide"><table{kind}>{title}{heads}{bodies}</table></div>'


def _row(cells: Iterable[str]) -> str:
    return f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"


def format_parts(parts: Iterable[Part], *, between: str = "") -> str:
    """Return the parts of a result: what it is of, the verdict, tables, notes.

    Parameters
    ----------
    parts : iterable of Part
    between : str, optional
        HTML that comes between the verdict and the tables.
    """
    head: list[str] = []
    verdicts: list[str] = []
    rest: list[str] = []
    for part in parts:
        if isinstance(part, Verdict):
            said = "".join(f"<p>{format_text(line)}</p>" for line in part.sentences)
            verdicts.append(f'<div class="verdict">{said}</div>')
        elif isinstance(part, Table):
            rest.append(format_table(part))
        elif part and not rest:
            head.append(f'<p class="head">{format_text(part)}</p>')
        elif part:
            rest.append(f'<p class="note">{format_text(part)}</p>')
    return "".join([*head, *verdicts, between, *rest])


def format_block(content: str) -> str:
    """Return content with the style it needs, to stand in any page."""
    return f'<div class="tarotsim"><style>{STYLE}</style>{content}</div>'
