"""Every notebook runs, has no outputs stored, and matches its paired text."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent / "notebooks"
NOTEBOOKS = sorted(ROOT.glob("*.ipynb"))
DEALS = "60"


def _read(path: Path) -> Any:
    import nbformat

    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]  # no types


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
def test_it_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with warnings.catch_warnings():
        # Warnings of the notebook machinery are not ours to mend.
        warnings.simplefilter("ignore")
        from nbclient import NotebookClient

        monkeypatch.setenv("TAROTSIM_NOTEBOOK_DEALS", DEALS)
        notebook = _read(path)
        client = NotebookClient(notebook, timeout=300, kernel_name="python3")
        client.execute(cwd=str(path.parent))
    printed = [
        output.get("text", "")
        for cell in notebook.cells
        for output in cell.get("outputs", [])
    ]
    assert any(printed)
