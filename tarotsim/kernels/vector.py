"""The rules as numbers: what every kernel takes first."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["AuctionVector", "RulesVector"]


class RulesVector(NamedTuple):
    """A `tarotsim.game.rules.RuleSet` in int64: one compiled engine serves all.

    The sizes first, then the options D1 to D15 under the names of the rule set, each
    with the number of its value.
    """

    players: int
    hand_size: int
    chien_size: int
    simple_size: int
    double_size: int
    triple_size: int
    calls_king: int
    excuse_last_trick: int
    slam_excuse_wins: int
    slam_excuse_followed: int
    other_excuse_in_slam: int
    slam_scope: int
    slam_announcement: int
    lower_poignee: int
    poignee_discards: int
    opening_after_excuse: int
    called_card_discard: int
    failed_slam_all_lost: int
    trump_discard: int
    owed_low_card: int
    slam_partner_tricks: int
    slam_petit: int
    slam_announcer: int
    own_lower_call: int


class AuctionVector(NamedTuple):
    """An imposed auction: contract 1 to 4 and seat, -1 for the best hand; or 0.

    The best hand is that of the seats besides one, -1 for none.
    """

    contract: int
    seat: int
    besides: int
