"""Numbers that are stored or passed between parts: stages, outcomes, row columns."""

from __future__ import annotations

import enum

__all__ = ["COLUMN_BYTES", "MAX_PLAYERS", "ROW_COLUMNS", "Outcome", "Stage"]

MAX_PLAYERS = 5


class Stage(enum.IntEnum):
    """The decisions of a deal, in the order of R14; also the first part of a draw."""

    DEAL = 0
    BID = 1
    CALL = 2
    ECART = 3
    CHELEM = 4
    POIGNEE = 5
    PLAY = 6

    @property
    def label(self) -> str:
        """Name of the strategy's method."""
        return self.name.lower()


class Outcome(enum.IntEnum):
    """How a raw deal ended."""

    PLAYED = 0
    ALL_PASS = 1
    PETIT_SEC = 2

    @property
    def label(self) -> str:
        """Name in tables."""
        return self.name.lower()


ROW_COLUMNS = (
    ("deal", "number of the raw deal in the run, from 0"),
    ("outcome", "0 played, 1 all passed, 2 petit sec"),
    ("dealer", "seat of the dealer"),
    ("taker", "seat of the taker; -1 if nobody took"),
    ("contract", "0 none, 1 prise, 2 garde, 3 garde sans, 4 garde contre"),
    ("called", "called card 0-77 (five players); -1 if none"),
    ("partner", "seat of the partner (five players); -1 if none"),
    ("half_points", "half-points of the attack, 0-182, Excuse settled"),
    ("bouts", "bouts of the attack, 0-3"),
    ("won", "1 if the contract was made, else 0"),
    ("gap", "points above the target; negative: below, the contract lost"),
    ("petit_au_bout", "1 attack, 0 nobody, -1 defence"),
    ("chelem", "number of the Chelem member"),
    ("poignee_prime", "sum of the poignée primes shown, in points"),
    ("unit", "u of R13.4: what one defender pays, in points"),
    *((f"score_{s}", f"score of seat {s}, in points") for s in range(MAX_PLAYERS)),
    *(
        (f"trumps_{s}", f"trumps and Excuse in the hand of seat {s} before trick 1")
        for s in range(MAX_PLAYERS)
    ),
    *(
        (
            f"shown_{s}",
            f"poignée shown by seat {s}: 0 none, 1 simple, 2 double, 3 triple",
        )
        for s in range(MAX_PLAYERS)
    ),
    *(
        (f"showable_{s}", f"highest poignée seat {s} could show, 0 to 3")
        for s in range(MAX_PLAYERS)
    ),
)
"""Columns of a result row with their meaning; all are integers."""

COLUMN_BYTES = {
    "deal": 8,
    **dict.fromkeys(("half_points", "gap", "poignee_prime", "unit"), 2),
    **{f"score_{seat}": 2 for seat in range(MAX_PLAYERS)},
}
"""Bytes of the signed integer of a column; 1 for those that are not here."""
