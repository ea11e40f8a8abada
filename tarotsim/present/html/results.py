"""Results, sessions and studies as HTML: what `tarotsim.show` prints, in tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarotsim.present.html.pieces import format_parts
from tarotsim.present.tables import parts_of

if TYPE_CHECKING:
    from tarotsim.present.tables import Showable

__all__ = ["format_results"]


def format_results(result: Showable) -> str:
    """Return the tables, notes and verdict of a result."""
    return format_parts(parts_of(result))
