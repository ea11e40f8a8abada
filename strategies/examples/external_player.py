"""A player as a program of its own: it reads JSON lines and answers questions.

Seat it with ``external(command='python3 external_player.py')``. It needs nothing but
the standard library, and could as well be written in any other language. It decides
as the defaults of a `tarotsim.Strategy` do; change `decide` to make it yours.
"""

from __future__ import annotations

import json
import sys
from typing import Any

SUITS = "SHDC"
RANKS = [*map(str, range(1, 11)), "V", "C", "D", "R"]
VALUES = {"V": 3, "C": 5, "D": 7, "R": 9}
BOUTS = ("T1", "T21", "EX")


def is_trump(card: str) -> bool:
    """Tell whether a card is one of the 21 trumps; the Excuse is not."""
    return card[0] == "T"


def half_points(card: str) -> int:
    """Return the value of a card in half-points."""
    if card in BOUTS:
        return 9
    return 1 if is_trump(card) else VALUES.get(card[1:], 1)


def order(card: str) -> int:
    """Return the number of a card: suits first, then trumps, the Excuse last."""
    if card == "EX":
        return 77
    if is_trump(card):
        return 55 + int(card[1:])
    return 14 * SUITS.index(card[0]) + RANKS.index(card[1:])


class Player:
    """What a seat knows, and what it does."""

    def __init__(self) -> None:
        self.deal: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []

    def see(self, event: dict[str, Any]) -> None:
        """Take note of what happened; a ``deal`` begins a new one."""
        if event["type"] == "deal":
            self.deal, self.events = event, []
        else:
            self.events.append(event)

    def decide(self, question: dict[str, Any]) -> object:
        """Answer a question with one of ``legal``; at the écart with ``count``."""
        legal, hand = question["legal"], question["hand"]
        match question["decision"]:
            case "bid":
                trumps = sum(map(is_trump, hand)) + sum(c in BOUTS for c in hand)
                needed = {3: 10, 4: 8, 5: 7}[self.deal["players"]]
                takes = trumps >= needed and "garde" in legal
                return "garde" if takes else "pass"
            case "call":
                return max(legal, key=lambda c: (c not in hand, self.length(hand, c)))
            case "ecart":
                ranked = sorted(
                    legal,
                    key=lambda c: (is_trump(c), self.length(hand, c), order(c)),
                )
                return ranked[: question["count"]]
            case "chelem":
                return False
            case "poignee":
                return None
            case _:
                return min(legal, key=lambda c: (half_points(c), order(c)))

    def length(self, hand: list[str], card: str) -> int:
        """Return how many cards of a card's suit are in hand, 0 for a trump."""
        return 0 if is_trump(card) else sum(c[0] == card[0] for c in hand)


def main() -> None:
    """Read messages until there are no more."""
    player = Player()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            reply: dict[str, object] = {"protocol": 1}
        elif message["type"] == "question":
            reply = {"answer": player.decide(message)}
        else:
            player.see(message)
            continue
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
