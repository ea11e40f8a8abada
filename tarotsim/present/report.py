"""A study as one HTML file: verdict, figures, tables, and what it was made of.

The file holds everything, so that it can be sent, printed and opened years later: no
script, nothing from the network (which its own policy forbids), pictures inside. The
same study gives the same bytes.
"""

from __future__ import annotations

import base64
import contextlib
import io
import os
import platform
import shlex
from html import escape
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from tarotsim.game.errors import TarotError
from tarotsim.game.wording import counted
from tarotsim.present.html.pieces import STYLE, format_parts, format_table
from tarotsim.present.output import HTML, Writer, open_file
from tarotsim.present.pieces import make_table
from tarotsim.present.plotting import (
    plot_comparison,
    plot_points,
    plot_tournament,
    plot_value_by_chance,
    plot_value_by_hand,
)
from tarotsim.present.plotting.canvas import make_figure
from tarotsim.present.tables import parts_of
from tarotsim.runs.files import TEMPORARY, write_whole
from tarotsim.runs.results import Results, run_header
from tarotsim.studies.compare import Comparison
from tarotsim.studies.poignee import PoigneeStudy
from tarotsim.studies.tournament import Tournament

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from matplotlib.figure import Figure

    from tarotsim.present.plotting.canvas import Row

__all__ = ["command_line", "format_report", "open_report", "write_report"]

Reportable: TypeAlias = PoigneeStudy | Comparison | Tournament | Results

_PAGE_STYLE = """
body { font-family: system-ui, "DejaVu Sans", sans-serif; color: #222;
  background: #fff; max-width: 62em; margin: 2em auto; padding: 0 1.2em;
  color-scheme: light; }
h1 { font-size: 1.6em; margin-bottom: .2em; }
h2 { font-size: 1.15em; margin: 1.6em 0 .4em; border-bottom: 1px solid #ccc; }
figure { margin: 1em 0; break-inside: avoid; }
figure img { max-width: 100%; height: auto; }
pre { background: #f3f3f3; padding: .6em .9em; white-space: pre-wrap;
  overflow-wrap: anywhere; }
.tarotsim .origin td { text-align: left; font-size: .92em; }
tr, .verdict, pre { break-inside: avoid; }
h2, caption { break-after: avoid; }
@page { margin: 15mm; }
@media print { body { margin: 0; padding: 0; max-width: none; font-size: 10pt; } }
"""
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
_LEAST_BANDS = 2
"""Bands with an interval below which there is nothing to draw against a chance."""
_PACKAGES = ("numba", "numpy")
"""What else the numbers come from."""


def write_report(
    study: Reportable, path: str | os.PathLike[str], *, command: str | None = None
) -> None:
    """Write a study as one HTML file, whole or not at all.

    Parameters
    ----------
    study : PoigneeStudy, Comparison, Tournament or Results
    path : str or path
        The file; one that is there is replaced.
    command : str, optional
        The command that gives the same study again.

    Raises
    ------
    TarotError
        If the file cannot be written, or matplotlib is not installed.
    """
    target = Path(path)
    if target.is_dir():
        raise TarotError(f"cannot write {target}: it is a folder")
    content = format_report(study, command=command).encode()
    passing = target.with_name(f"{TEMPORARY}{os.getpid()}-{target.name}")
    try:
        write_whole(target, content, passing)
    except OSError as error:
        message = f"cannot write {target}: {error.strerror or error}"
        raise TarotError(message) from error


def format_report(study: Reportable, *, command: str | None = None) -> str:
    """Return a study as the text of an HTML file.

    Parameters
    ----------
    study : PoigneeStudy, Comparison, Tournament or Results
    command : str, optional
        The command that gives the same study again.

    Raises
    ------
    TarotError
        If matplotlib is not installed.
    TypeError
        If it is none of those.
    """
    title = escape(_title(study))
    figures = "".join(map(_figure, _figures(study)))
    between = (f"<h2>Figures</h2>{figures}" if figures else "") + "<h2>Tables</h2>"
    again = "" if command is None else f"<pre>{escape(command)}</pre>"
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{_PAGE_STYLE}{STYLE}</style></head>\n"
        f'<body><h1>{title}</h1><div class="tarotsim">'
        f"{format_parts(parts_of(study), between=between)}"
        f'<h2>What this was made of</h2>{again}<div class="origin">'
        f"{format_table(_origin(_header(study)))}</div></div></body></html>\n"
    )


@contextlib.contextmanager
def open_report(
    path: Path | None, inputs: Iterable[Path] = ()
) -> Iterator[Writer | None]:
    """Give what a report is written to; whether it can be is found out before.

    Parameters
    ----------
    path : Path or None
        None: no report is wanted.
    inputs : iterable of Path, optional
        What must not be overwritten.

    Raises
    ------
    TarotError
        If the file cannot be written, or matplotlib is not installed.
    """
    if path is None:
        yield None
        return
    make_figure(1, 1)
    with open_file(path, HTML, inputs) as writer:
        yield writer


def command_line(name: str, options: Mapping[str, Any]) -> str:
    """Return a command as it can be pasted into a shell.

    Parameters
    ----------
    name : str
        Of the command.
    options : mapping
        Options and values: None and False are left out, True is a flag, a list is
        the option several times.

    Examples
    --------
    >>> command_line("poignee", {"seed": 1, "rule": ["D1=x"], "auction": None})
    'tarotsim poignee --seed 1 --rule D1=x'
    """
    words = ["tarotsim", name]
    for option, value in options.items():
        flag = f"--{option.replace('_', '-')}"
        if value is True:
            words.append(flag)
        elif value is not None and value is not False:
            for one in value if isinstance(value, (list, tuple)) else [value]:
                words += [flag, str(one)]
    return shlex.join(words)


def _title(study: Reportable) -> str:
    if isinstance(study, PoigneeStudy):
        return "When does showing a poignée pay?"
    if isinstance(study, Comparison):
        a, b = study.header["strategies"]
        return f"Is {a} better than {b}?"
    if isinstance(study, Tournament):
        return "Which strategy is best?"
    if isinstance(study, Results):
        return f"A run of {counted(len(study), 'deal', shown=f'{len(study):,}')}"
    raise TypeError(f"no report for {type(study).__name__}")


def _header(study: Reportable) -> dict[str, Any]:
    if isinstance(study, (Comparison, Tournament)):
        return study.header
    return run_header(study.run)


def _origin(header: dict[str, Any]) -> Any:
    """Return a table of whatever decides the numbers."""
    rows = [
        ("tarotsim", f"{header['version']}, results {header['results_revision']}"),
        ("Python", platform.python_version()),
        *((name, metadata.version(name)) for name in _PACKAGES),
        ("players", str(header["players"])),
        ("seed", str(header["seed"])),
        ("auction", str(header["auction"])),
        *([("given", str(header["given"]))] if header.get("given") else []),
        *(
            (f"strategy {number}", name)
            for number, name in enumerate(header["strategies"], start=1)
        ),
        *((f"rule {name}", value) for name, value in header["rules"].items()),
    ]
    return make_table("", ("", ""), rows)


# -- figures ---------------------------------------------------------------------------


def _figures(study: Reportable) -> Iterator[Figure]:
    """Give the figures for which a study has the numbers."""
    if isinstance(study, Comparison):
        yield plot_comparison(study)
    elif isinstance(study, Tournament):
        yield plot_tournament(study)
    elif isinstance(study, Results):
        if study.tally.played:
            yield plot_points(study)
    else:
        rows = [row for row in study.tidy() if row["quantity"] == "difference"]
        bands = [row for row in rows if row.get("band") is not None]
        for keys, found in _groups(bands).items():
            if sum(row["low"] is not None for row in found) >= _LEAST_BANDS:
                yield plot_value_by_chance(study, **dict(keys))
        hands = [row for row in rows if row.get("bouts") is not None]
        for keys, found in _groups(hands).items():
            if any(row["trumps"] is not None for row in found):
                yield plot_value_by_hand(study, **dict(keys))


def _groups(rows: list[Row]) -> dict[tuple[tuple[str, Any], ...], list[Row]]:
    """Return rows by whose poignée it is, which one, and in what contract."""
    groups: dict[tuple[tuple[str, Any], ...], list[Row]] = {}
    for row in rows:
        keys = tuple((key, row.get(key)) for key in ("side", "level", "contract"))
        groups.setdefault(keys, []).append(row)
    return groups


def _figure(figure: Figure) -> str:
    """Return a figure as a picture inside the page, its words as the alternative."""
    from matplotlib import rc_context

    stream = io.BytesIO()
    # Neither a date nor names drawn at random: the same study, the same bytes.
    with rc_context({"svg.hashsalt": "tarotsim", "svg.fonttype": "path"}):
        figure.savefig(stream, format="svg", metadata={"Date": None})
    data = base64.b64encode(stream.getvalue()).decode()
    words = " ".join(text.get_text().replace("\n", " ") for text in figure.texts)
    width = round(96 * float(figure.get_size_inches()[0]))
    return (
        f'<figure><img width="{width}" alt="{escape(words)}" '
        f'src="data:image/svg+xml;base64,{data}"></figure>'
    )
