"""Random tables: rules with options, deals of several shapes, players of five kinds.

They are made so that what is rare at a real table is frequent: slams by either side,
poignées of every level, trumps in the écart, a Petit or an Excuse in the last trick.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from tarotsim.game.auction import Imposed
from tarotsim.game.cards import EXCUSE, HALF_POINTS, KINGS, PETIT, TRUMPS, Card
from tarotsim.game.keys import seat_key
from tarotsim.game.poignees import PoigneeChoice
from tarotsim.game.rules import (
    OPTION_FIELDS,
    Contract,
    RuleSet,
    TrumpDiscard,
    rules_for,
)
from tarotsim.game.script import Script
from tarotsim.game.strategy import PoigneeAnswer, Strategy
from tarotsim.reference.dealing import deal_cards, deal_given
from tarotsim.reference.game import play_deal

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from tarotsim.game.records import Deal, DealRecord
    from tarotsim.game.view import SeatView

__all__ = ["RandomPlayer", "Table", "random_table"]

OPTION_TYPES: dict[str, Any] = {
    f.name: type(f.default) for f in fields(RuleSet) if f.name in OPTION_FIELDS.values()
}

STYLES = ("random", "high", "low", "keeper", "early")
"""How cards are chosen: at random, the highest or the lowest, Petit and Excuse kept for
the end, the Excuse played at once."""

SHAPES = (
    "shuffled",
    "strong",
    "strong_with_excuse",
    "weak_taker",
    "trumps_shared",
    "kings_in_chien",
)


@dataclass(frozen=True)
class RandomPlayer(Strategy):
    """Chooses every act at random among the legal ones, by its own draws.

    ``style`` bends the choice of cards, ``boldness`` is the chance in ten of a bid, a
    slam announcement or a poignée.
    """

    style: str = "random"
    boldness: int = 5
    salt: int = 0

    def _below(self, view: SeatView, limit: int, index: int = 0) -> int:
        return view.draw(limit, 97 * self.salt + index)

    def bid(self, view: SeatView) -> Contract:
        """Bid anything now and then."""
        if self._below(view, 10) >= self.boldness:
            return Contract.PASS
        bid: Contract = view.legal[self._below(view, len(view.legal), 1)]
        return bid

    def call(self, view: SeatView) -> Card:
        """Call any card."""
        card: Card = view.legal[self._below(view, len(view.legal))]
        return card

    def ecart(self, view: SeatView) -> tuple[Card, ...]:
        """Discard any cards, trumps where they may or must be."""
        size = view.rules.chien_size
        plain = [card for card in view.legal if card not in TRUMPS]
        trumps = [card for card in view.legal if card in TRUMPS]
        count = max(0, size - len(plain))
        if count and view.rules.trump_discard is TrumpDiscard.ANY_NUMBER:
            count += self._below(view, min(size, len(trumps)) - count + 1, 50)
        picked = self._sample(view, trumps, count, 60)
        return tuple(picked + self._sample(view, plain, size - count, 70))

    def _sample(
        self, view: SeatView, cards: Sequence[Card], count: int, index: int
    ) -> list[Card]:
        rest, picked = list(cards), []
        for i in range(count):
            picked.append(rest.pop(self._below(view, len(rest), index + i)))
        return picked

    def chelem(self, view: SeatView) -> bool:
        """Announce now and then."""
        return self._below(view, 10) < self.boldness // 2

    def poignee(self, view: SeatView) -> PoigneeAnswer:
        """Show now and then, hiding any trumps."""
        if self._below(view, 10) >= self.boldness:
            return None
        option = view.legal[self._below(view, len(view.legal), 1)]
        if self._below(view, 3, 2) == 0:
            return PoigneeChoice(option.level)
        free = [card for card in option.pool if card not in option.must_show]
        hidden = self._sample(view, free, option.hide_count, 10)
        return PoigneeChoice(option.level, tuple(hidden))

    def play(self, view: SeatView) -> Card:
        """Play as the style says."""
        cards: list[Card] = list(view.legal)
        if self.style == "early" and EXCUSE in cards:
            return EXCUSE
        if self.style == "keeper":
            # Suits before the Petit, and the Excuse last of all.
            cards = [card for card in cards if card != EXCUSE]
            cards = [card for card in cards if card != PETIT] or cards
        if self.style in ("high", "keeper"):
            return max(cards)
        if self.style == "low":
            return min(cards, key=lambda card: (card > 55, HALF_POINTS[card], card))
        return cards[self._below(view, len(cards))]


@dataclass(frozen=True)
class Table:
    """Everything `play_deal` needs."""

    rules: RuleSet
    deal: Deal
    players: tuple[Strategy, ...]
    auction: Imposed | None = None
    keys: tuple[int, ...] | None = None
    script: Script = field(default_factory=Script)

    def play(self, script: Script | None = None, **changes: Any) -> DealRecord:
        """Play the deal, with another script or other players if wished."""
        return play_deal(
            self.rules,
            changes.get("deal", self.deal),
            changes.get("players", self.players),
            auction=self.auction,
            script=script or self.script,
            keys=changes.get("keys", self.keys),
        )


def random_options(rng: random.Random, share: float = 0.4) -> dict[str, int]:
    """Return some options with values drawn among all of theirs."""
    chosen = {}
    for name, kind in OPTION_TYPES.items():
        if rng.random() < share:
            chosen[name] = rng.choice([int(member) for member in kind])
    return chosen


def shaped_deal(rng: random.Random, rules: RuleSet, shape: str, star: int) -> Deal:
    """Return a deal in which the seat ``star`` is strong or weak.

    ``strong``: the highest trumps and as many kings as fit; with the Excuse besides;
    ``weak_taker``: the other way round, another seat has the strength and the Excuse
    too; ``trumps_shared``: ``star`` has many trumps, so that poignées are frequent;
    ``kings_in_chien``: three kings are in the chien, so that a taker at five is often
    alone.
    """
    cards = list(range(78))
    rng.shuffle(cards)
    size = rules.hand_size
    top: list[Card] = []
    if shape == "trumps_shared":
        top = rng.sample(TRUMPS, min(size, rules.poignee_sizes[0] + rng.randint(-1, 6)))
        top = top[: size - 1] + [EXCUSE] * rng.randint(0, 1)
    elif shape == "kings_in_chien":
        king, *others = rng.sample(KINGS, 4)
        top = [king]
        # What nobody is dealt is left for the chien: the front of the pack.
        cards = others + [card for card in cards if card not in others]
    elif shape != "shuffled":
        most = min(size - 1, 21)
        top = list(TRUMPS[::-1][: rng.randint(most - 4, most)])
        if shape != "strong":
            top.append(EXCUSE)
        top += rng.sample(KINGS, 4)
        if shape == "weak_taker":
            star = (star + 1 + rng.randrange(rules.players - 1)) % rules.players
    top = top[:size]
    rest = [card for card in cards if card not in top]
    piles = []
    for seat in range(rules.players):
        pile = top if seat == star else []
        piles.append(pile + [rest.pop() for _ in range(size - len(pile))])
    return deal_given(rules, piles, rest, dealer=rng.randrange(rules.players))


def random_table(rng: random.Random, players: int | None = None) -> Table:
    """Return a table of any kind."""
    players = players or rng.choice((3, 4, 5))
    share = rng.choice((0.0, 0.2, 0.6))
    rules = rules_for(players, **random_options(rng, share))
    shape = rng.choice(SHAPES)
    star = rng.randrange(players)
    if shape == "shuffled":
        deal = deal_cards(rules, rng.getrandbits(40), rng.getrandbits(20))
    else:
        deal = shaped_deal(rng, rules, shape, star)
    auction = None
    if rng.random() < (0.5 if shape == "shuffled" else 0.8):
        contract = Contract(rng.randint(1, 4))
        seat = None if rng.random() < 0.1 else star
        auction = Imposed(contract, seat)
    kinds = []
    slam = rng.random() < 0.5
    for seat in range(players):
        style = rng.choice(STYLES)
        if slam and shape != "shuffled":
            style = rng.choice(("keeper", "high")) if seat == star else "low"
            style = "keeper" if EXCUSE in deal.hands[seat] else style
        kinds.append(RandomPlayer(style, rng.choice((2, 5, 9)), rng.randrange(20)))
    number = rng.getrandbits(30)
    keys = tuple(seat_key(7, number, seat) for seat in range(players))
    return Table(rules, deal, tuple(kinds), auction, keys)
