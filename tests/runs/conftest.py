"""The folder of a small run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tarotsim import simulate
from tests.runs.folders import GIVEN

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a run of 350 deals in four parts."""
    path = tmp_path / "run"
    simulate(350, out=path, **GIVEN)
    return path
