"""Every notebook runs, has no outputs stored, matches its paired text and its page."""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent / "notebooks"
NOTEBOOKS = sorted(ROOT.glob("*.ipynb"))
PAGES = ROOT.parent / "docs" / "notebooks"
DEALS = "60"


def _read(path: Path) -> Any:
    import nbformat

    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]  # no types


def _is_text(cell: Any) -> bool:
    return bool(cell.cell_type == "markdown")


def test_there_are_notebooks_and_each_is_listed() -> None:
    assert NOTEBOOKS
    index = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(path.name in index for path in NOTEBOOKS)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_outputs_are_stripped_and_the_pair_agrees(path: Path) -> None:
    import jupytext

    notebook = _read(path)
    for cell in notebook.cells:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
    twin = jupytext.read(path.with_suffix(".py"))
    cells = [(cell.cell_type, cell.source) for cell in notebook.cells]
    assert cells == [(cell.cell_type, cell.source) for cell in twin.cells]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_opens_with_its_question(path: Path) -> None:
    first, *rest = _read(path).cells
    assert re.search(r"^\*\*.+\?\*\*$", first.source, flags=re.DOTALL | re.MULTILINE)
    assert [cell.source.splitlines()[0] for cell in rest if _is_text(cell)][-1] == (
        "## Answer"
    )


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_its_page_is_of_this_notebook(path: Path) -> None:
    page = (PAGES / f"{path.stem}.md").read_text(encoding="utf-8")
    place = 0
    for cell in _read(path).cells:
        assert cell.source in page[place:], f"make notebooks-rendered: {cell.source}"
        place = page.index(cell.source, place) + len(cell.source)
    figures = set(re.findall(r"!\[\w+\]\(([^)]+)\)", page))
    assert figures == {file.name for file in PAGES.glob(f"{path.stem}_*.*")}
    assert "\x1b" not in page
    assert "Traceback" not in page


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_and_answers(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with warnings.catch_warnings():
        # Warnings of the notebook machinery are not ours to mend.
        warnings.simplefilter("ignore")
        from nbclient import NotebookClient

        monkeypatch.setenv("TAROTSIM_NOTEBOOK_DEALS", DEALS)
        notebook = _read(path)
        client = NotebookClient(notebook, timeout=300, kernel_name="python3")
        client.execute(cwd=str(path.parent))
    answer = [
        output.data["text/markdown"]
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if "text/markdown" in output.get("data", {})
    ][-1]
    assert re.search(r"\d", answer)
    assert "seed" in answer or "seed" in str(notebook.cells[-1].outputs)


def test_a_page_has_text_and_figures_always_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import nbformat.v4

    from tools.notebooks import render

    library: Any = nbformat

    source = (
        "from tarotsim import deal, plotting, score, simulate",
        "deal(seed=1)",
        'score(contract="garde", points=49, bouts=2)',
        "plotting.plot_points(simulate(60, seed=1))",
    )
    cells = [library.v4.new_code_cell(line) for line in source]
    notebook = library.v4.new_notebook(cells=cells)
    path = tmp_path / "small.ipynb"
    library.write(notebook, path)
    monkeypatch.setenv("COLUMNS", "100")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = [render(path, tmp_path / name) for name in ("one", "two")]
    first, second = ({f.name: f.read_bytes() for f in m.parent.iterdir()} for m in made)
    assert first == second
    assert sorted(Path(name).suffix for name in first) == [".md", ".svg"]
    page = first["small.md"].decode()
    assert "    seat 0 (dealer): " in page
    assert "    Contract: garde, multiplier 2" in page
