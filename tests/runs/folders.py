"""A small run on disk, and what its tests look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["GIVEN", "times_of_parts"]

GIVEN: dict[str, Any] = {
    "strategies": "random_legal",
    "seed": 5,
    "part_deals": 100,
    "threads": 1,
}


def times_of_parts(folder: Path) -> dict[str, int]:
    """Return when each file of rows was written."""
    return {p.name: p.stat().st_mtime_ns for p in (folder / "parts").iterdir()}
