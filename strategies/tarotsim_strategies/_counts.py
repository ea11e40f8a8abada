"""Counts from which `point_count` bids."""

from __future__ import annotations

__all__ = ["DEFAULT_COUNTS"]

DEFAULT_COUNTS = {
    3: (56, 64, 70, 80),
    4: (40, 56, 71, 81),
    5: (26, 36, 46, 52),
}
"""Counts for prise, garde, garde sans and garde contre, by number of players."""
