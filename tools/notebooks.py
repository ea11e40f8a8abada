"""The notebooks with their outputs: ``make notebooks-rendered`` writes docs/notebooks.

Each becomes a page of Markdown, its figures beside it. What shows itself as cards and
coloured tables in Jupyter is there as the text that `tarotsim.show` prints: code hosts
strip the styles of a page. The same notebook gives the same bytes.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbconvert import MarkdownExporter
from nbconvert.filters import strip_ansi
from traitlets.config import Config

__all__ = ["NOTEBOOKS", "RENDERED", "ROOT", "render"]

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = ROOT / "notebooks"
RENDERED = ROOT / "docs" / "notebooks"

_WIDTH = "100"
_CODE = re.compile(r"(```python\n.*?\n```)", flags=re.DOTALL)
_PRIORITY = ["text/markdown", "image/svg+xml", "text/plain"]
_SET_UP = """\
import io
from contextlib import redirect_stdout

import matplotlib
import pandas

from tarotsim import Deal, show
from tarotsim.game.notation import format_deal
from tarotsim.present.display import _FORMATTERS

pandas.set_option("display.width", 100, "display.max_columns", 30)
matplotlib.rcParams["svg.hashsalt"] = "tarotsim"


def _text(value, printer, cycle):
    if isinstance(value, Deal):
        return printer.text(format_deal(value))
    if type(value).__module__.startswith("tarotsim.game"):
        return printer.text(str(value))
    with redirect_stdout(io.StringIO()) as printed:
        show(value)
    printer.text(printed.getvalue().rstrip())


def _svg(figure):
    page = io.StringIO()
    figure.savefig(page, format="svg", metadata={"Date": None})
    return page.getvalue()


_own = get_ipython().display_formatter.formatters
for _names in _FORMATTERS:
    _own["text/plain"].for_type_by_name(*_names, _text)
_own["image/png"].enabled = False
_own["image/svg+xml"].for_type_by_name("matplotlib.figure", "Figure", _svg)
"""


def render(path: Path, folder: Path = RENDERED) -> Path:
    """Run a notebook and write it with its outputs.

    Parameters
    ----------
    path : Path
        The notebook; it is left as it is.
    folder : Path, optional
        Where the page and its figures go.

    Returns
    -------
    Path
        The page.
    """
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]  # no types
    notebook.cells.insert(0, nbformat.v4.new_code_cell(_SET_UP))  # type: ignore[no-untyped-call]  # no types
    client = NotebookClient(notebook, timeout=1800, kernel_name="python3")
    client.execute(cwd=str(path.parent))
    del notebook.cells[0]
    page, files = _convert(notebook, path.stem)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f"{path.stem}_*.*"):
        old.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    target = folder / f"{path.stem}.md"
    target.write_text(page, encoding="utf-8")
    return target


def _convert(notebook: Any, name: str) -> tuple[str, dict[str, bytes]]:
    """Return the page of a notebook that has run, and its figures by file name."""
    config = Config()
    config.NbConvertBase.display_data_priority = _PRIORITY
    exporter = MarkdownExporter(config=config)  # type: ignore[no-untyped-call]  # no types
    resources: dict[str, Any] = {"unique_key": name, "output_files_dir": ""}
    text, made = exporter.from_notebook_node(notebook, resources)
    head = (
        f"<!-- Written by `make notebooks-rendered` from notebooks/{name}.ipynb: "
        "change that. -->\n\n"
    )
    plain = strip_ansi(text)  # type: ignore[no-untyped-call]  # no types
    lines = [line.rstrip() for line in plain.splitlines()]
    parts = _CODE.split("\n".join(lines).strip())
    # Runs of empty lines are left alone in code only.
    parts[::2] = [re.sub(r"\n{3,}", "\n\n", part) for part in parts[::2]]
    return head + "".join(parts) + "\n", dict(made["outputs"])


def main(names: list[str]) -> None:
    """Render the named notebooks, or all of them."""
    os.environ["COLUMNS"] = _WIDTH
    found = sorted(NOTEBOOKS.glob("*.ipynb"))
    unknown = set(names) - {path.stem for path in found}
    if unknown:
        listed = ", ".join(path.stem for path in found)
        sys.exit(f"no notebook {', '.join(sorted(unknown))}; there are: {listed}")
    for path in found:
        if not names or path.stem in names:
            print(render(path).relative_to(ROOT))


if __name__ == "__main__":
    main(sys.argv[1:])
