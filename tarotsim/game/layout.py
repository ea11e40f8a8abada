"""Numbers that are stored or passed between parts: stages, outcomes, row columns."""

from __future__ import annotations

import enum

__all__ = [
    "COLUMN_BYTES",
    "MAX_PLAYERS",
    "OBSERVATION_FIELDS",
    "ROW_COLUMNS",
    "Outcome",
    "Question",
    "Stage",
]

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


class Question(enum.IntEnum):
    """What a table of a batch waits for: a decision, or a part of one."""

    NONE = 0
    BID = 1
    CALL = 2
    ECART = 3
    CHELEM = 4
    POIGNEE = 5
    PLAY = 6
    HIDE = 7

    @property
    def label(self) -> str:
        """Name in messages."""
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

_SEATS, _TRICKS, _CARDS = MAX_PLAYERS, 24, 78

OBSERVATION_FIELDS = (
    ("decision", (), "number of the `Question`"),
    ("seat", (), "the seat asked"),
    ("dealer", (), "seat of the dealer"),
    ("taker", (), "seat of the taker; -1 while bidding"),
    ("contract", (), "contract, or highest bid so far: 0 none, 1 prise to 4"),
    ("called", (), "called card; -1 if none"),
    ("partner", (), "seat of the partner as far as this seat knows, else -1"),
    ("chelem_by", (), "seat that announced a slam; -1 if none"),
    ("trick", (), "number of the trick being played, from 0"),
    ("leader", (), "seat that leads the trick being played"),
    ("led", (), "suit to follow: 0 to 3, 4 trumps, -1 if free"),
    ("best", (), "card that is winning the trick; -1 if none"),
    ("winner", (), "seat that is winning the trick; -1 if none"),
    ("level", (), "poignée being shown, while trumps to hide are asked; else 0"),
    ("bids", (_SEATS,), "contract spoken by each seat, 0 a pass; -1 not yet"),
    ("camps", (_SEATS,), "camp of each seat as far as this one knows, else -1"),
    ("poignees", (_SEATS,), "level of the poignée shown by each seat, 0 none"),
    ("ceilings", (_SEATS,), "highest trump each seat can still hold; 0 none"),
    ("voids", (_SEATS, 4), "1 for each suit that a seat has proved not to hold"),
    ("table", (_SEATS,), "cards on the table in the order played, then -1"),
    ("winners", (_TRICKS,), "seat that won each trick; -1 not yet"),
    ("hand", (_CARDS,), "1 for each card in hand, at the écart with the chien"),
    ("dealt", (_CARDS,), "1 for each card of the hand as dealt"),
    ("aside", (_CARDS,), "1 for each card already laid aside, or hidden, just now"),
    ("ecart", (_CARDS,), "1 for each card of the own écart"),
    ("chien", (_CARDS,), "1 for each card of the chien, if it was turned up"),
    ("ecart_shown", (_CARDS,), "1 for each trump shown in the écart"),
    ("shown_by", (_CARDS,), "seat that showed the card in a poignée, else -1"),
    ("played_by", (_CARDS,), "seat that played the card; -1 not yet"),
    ("played_in", (_CARDS,), "number of the trick it was played in; -1 not yet"),
)
"""Fields of an observation of a batch, with shape and meaning; all are int8."""
