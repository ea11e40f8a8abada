"""Exact probabilities of tarot, as fractions, at 3, 4 and 5 players.

Computed, never simulated, over all deals that are equally likely given what is known;
bids are not taken into account. One call, four parts: what is counted, at which table,
where, and what is known of the own hand.

- Counts of any set of cards: `exactly`, `at_least`, `at_most`, `jointly`,
  `distribution`, `joint_distribution`, `mean`, `variance`; over the table,
  `players_holding` and `some_player_holds`. Sets have names (`KINDS`) or are given
  card by card. Places are ``hand`` (a given player), ``chien``, ``hand_and_chien``
  (a taker) and ``other_hand`` (a given opponent).
- Poignées: `poignee_at_least`, `poignee_best`, `poignee_only_with_excuse`,
  `poignee_without_excuse`, `poignee_some_player`, `poignee_players_able`,
  `poignee_threshold`.
- Others: `petit_sec`, `petit_sec_some_player`, `mean_deals_until_valid`,
  `mean_card_points`, `variance_card_points`, `void_in_suit`, `void_suits`,
  `called_king`.
- By name: `lookup`, `find`, `table`, `QUANTITIES`.

Examples
--------
Once in how many deals can a given player show a poignée, at four?

>>> round(1 / float(poignee_at_least("simple", players=4)))
192

With 21 18 15 12 9 6 4 Ex ♠R73 ♥DC5 ♦10 2 ♣V8 in hand, ten trumps after the chien, the
Petit in the chien, and the points to expect from the chien:

>>> from tarotsim.game.parsing import parse_cards
>>> mine = parse_cards("21 18 15 12 9 6 4 Ex ♠R73 ♥DC5 ♦10 2 ♣V8")
>>> at_least(10, "trumps_plus_excuse", 4, place="hand_and_chien", hand=mine)
Fraction(55861, 130036)
>>> exactly(1, "petit", 4, place="chien", hand=mine)
Fraction(1, 10)
>>> mean_card_points(4, place="chien", hand=mine)
Fraction(32, 5)

The same before the cards are known one by one, with eight trumps, Excuse counted:

>>> poignee_at_least(
...     "simple", 4, place="hand_and_chien", holding={"trumps_plus_excuse": 8}
... )
Fraction(55861, 130036)
"""

from __future__ import annotations

from tarotsim.stats.catalogue import QUANTITIES, Quantity
from tarotsim.stats.counts import (
    at_least,
    at_most,
    distribution,
    exactly,
    joint_distribution,
    jointly,
    mean,
    variance,
)
from tarotsim.stats.poignees import (
    Level,
    poignee_at_least,
    poignee_best,
    poignee_only_with_excuse,
    poignee_players_able,
    poignee_some_player,
    poignee_threshold,
    poignee_without_excuse,
)
from tarotsim.stats.quantities import Row, find, lookup, table
from tarotsim.stats.questions import (
    called_king,
    mean_card_points,
    mean_deals_until_valid,
    petit_sec,
    petit_sec_some_player,
    variance_card_points,
    void_in_suit,
    void_suits,
)
from tarotsim.stats.several_hands import players_holding, some_player_holds
from tarotsim.stats.situations import KINDS, CardSet, Counts, Holding, Place

__all__ = [
    "KINDS",
    "QUANTITIES",
    "CardSet",
    "Counts",
    "Holding",
    "Level",
    "Place",
    "Quantity",
    "Row",
    "at_least",
    "at_most",
    "called_king",
    "distribution",
    "exactly",
    "find",
    "joint_distribution",
    "jointly",
    "lookup",
    "mean",
    "mean_card_points",
    "mean_deals_until_valid",
    "petit_sec",
    "petit_sec_some_player",
    "players_holding",
    "poignee_at_least",
    "poignee_best",
    "poignee_only_with_excuse",
    "poignee_players_able",
    "poignee_some_player",
    "poignee_threshold",
    "poignee_without_excuse",
    "some_player_holds",
    "table",
    "variance",
    "variance_card_points",
    "void_in_suit",
    "void_suits",
]
