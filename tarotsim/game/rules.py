"""The rules as data: tables for 3, 4 and 5 players, contracts, primes, options.

Where the federation's text is silent or ambiguous, a decision (``D1`` to ``D15`` in
docs/rules.md) is a field of `RuleSet`, with the default given there. D11 has no
observable effect on a shuffled pack and needs no field.
"""

from __future__ import annotations

import enum
from collections.abc import Hashable
from dataclasses import dataclass, fields, replace
from typing import Any

from tarotsim.game.errors import RulesError

__all__ = [
    "CONTRACTS",
    "MULTIPLIERS",
    "OPTION_FIELDS",
    "PLAYER_COUNTS",
    "POIGNEE_LEVELS",
    "POIGNEE_PRIMES",
    "RULES_3",
    "RULES_4",
    "RULES_5",
    "TARGETS",
    "CalledCardDiscard",
    "Camp",
    "Chelem",
    "Contract",
    "ExcuseLastTrick",
    "FailedSlamAllLost",
    "LowerPoignee",
    "OpeningAfterExcuse",
    "OtherExcuseInSlam",
    "OwedLowCard",
    "OwnLowerCall",
    "Poignee",
    "PoigneeDiscards",
    "RuleSet",
    "SlamAnnouncement",
    "SlamAnnouncer",
    "SlamExcuseFollowed",
    "SlamExcuseWins",
    "SlamPartnerTricks",
    "SlamPetit",
    "SlamScope",
    "TrumpDiscard",
    "rules_for",
]

PLAYER_COUNTS = (3, 4, 5)


class Contract(enum.IntEnum):
    """A bid, in the order of R3.3."""

    PASS = 0
    PRISE = 1
    GARDE = 2
    GARDE_SANS = 3
    GARDE_CONTRE = 4

    @property
    def label(self) -> str:
        """Name in the files and on the command line, such as ``garde_sans``."""
        return self.name.lower()

    @property
    def multiplier(self) -> int:
        """Factor of R3.5; 0 for a pass."""
        return MULTIPLIERS[self]

    @property
    def takes_chien(self) -> bool:
        """Whether the taker picks the chien up and discards (R4, R15)."""
        return self in (Contract.PRISE, Contract.GARDE)


class Poignee(enum.IntEnum):
    """A level of poignée (R10.1)."""

    SIMPLE = 1
    DOUBLE = 2
    TRIPLE = 3

    @property
    def label(self) -> str:
        """Name in the files and on the command line."""
        return self.name.lower()

    @property
    def prime(self) -> int:
        """Points of R10.1, not multiplied by the contract (R10.8)."""
        return POIGNEE_PRIMES[self]


class Camp(enum.IntEnum):
    """One of the two sides of a deal."""

    ATTACK = 0
    DEFENCE = 1

    @property
    def label(self) -> str:
        """Name in the files and on the command line."""
        return self.name.lower()

    @property
    def other(self) -> Camp:
        """The opposite camp."""
        return Camp(1 - self)


class Chelem(enum.IntEnum):
    """What became of a slam (R12)."""

    NONE = 0
    ANNOUNCED_MADE = 1
    UNANNOUNCED_MADE = 2
    ANNOUNCED_FAILED = 3
    DEFENCE_MADE = 4
    ANNOUNCED_FAILED_DEFENCE_MADE = 5
    DEFENCE_ANNOUNCED_MADE = 6
    DEFENCE_ANNOUNCED_FAILED = 7
    DEFENCE_ANNOUNCED_FAILED_ATTACK_MADE = 8

    @property
    def label(self) -> str:
        """Name in the files and on the command line."""
        return self.name.lower()


CONTRACTS = tuple(contract for contract in Contract if contract)
POIGNEE_LEVELS = tuple(Poignee)
MULTIPLIERS = (0, 1, 2, 4, 6)
"""Multiplier of each `Contract` (R3.5)."""
POIGNEE_PRIMES = (0, 20, 30, 40)
"""Prime of each `Poignee`, indexed by its number (R10.1)."""
TARGETS = (56, 51, 41, 36)
"""Points the attack needs with 0, 1, 2 or 3 bouts (R0.4)."""


class ExcuseLastTrick(enum.IntEnum):
    """D1: the Excuse on the last trick, won by its own camp."""

    CHANGES_CAMP = 0
    FOLLOWS_WINNER = 1
    CHANGES_CAMP_FREE = 2


class SlamExcuseWins(enum.IntEnum):
    """D2a: when the Excuse of a slam wins the last trick."""

    IF_LED = 0
    LED_OR_NOT = 1


class SlamExcuseFollowed(enum.IntEnum):
    """D2b: the Excuse followed on the last trick, which its camp wins for a slam."""

    STAYS = 0
    LOST = 1


class OtherExcuseInSlam(enum.IntEnum):
    """D2c: the other camp's Excuse on the last trick of a slam."""

    LOST = 0
    PROTECTED = 1


class SlamScope(enum.IntEnum):
    """D2d: the slams that R8.10 protects."""

    ALL = 0
    ANNOUNCED_BY_TAKER = 1


class SlamAnnouncement(enum.IntEnum):
    """D3: when the slam is announced."""

    AFTER_ECART = 0
    BEFORE_CHIEN = 1


class LowerPoignee(enum.IntEnum):
    """D4: a lower level of poignée than the hand allows."""

    ALLOWED = 0
    FORBIDDEN = 1


class PoigneeDiscards(enum.IntEnum):
    """D5: trumps shown in the écart as part of a poignée."""

    SHORTFALL = 0
    FEDERATION_CASE = 1
    NEVER = 2
    FREE = 3


class OpeningAfterExcuse(enum.IntEnum):
    """D6: the second player at five when the Excuse opens the first trick."""

    FREE = 0
    BARRED = 1


class CalledCardDiscard(enum.IntEnum):
    """D7: discarding a called dame, cavalier or valet found in the chien."""

    ALLOWED = 0
    FORBIDDEN = 1


class FailedSlamAllLost(enum.IntEnum):
    """D8: a slam announced by the attack, every trick lost."""

    BOTH = 0
    ONCE = 1


class TrumpDiscard(enum.IntEnum):
    """D9: how many trumps may be discarded when plain cards are missing."""

    SHORTFALL = 0
    ANY_NUMBER = 1


class OwedLowCard(enum.IntEnum):
    """D10: a camp that owes a low card for the Excuse and never has one."""

    TRANSFER = 0
    NOTHING = 1


class SlamPartnerTricks(enum.IntEnum):
    """D12: tricks won by the partner in a slam at five."""

    COUNT = 0
    TAKER_ALONE = 1


class SlamPetit(enum.IntEnum):
    """D13: the Petit in the last trick but one of a slam ended by the Excuse."""

    EVERY_SLAM = 0
    ANNOUNCED_BY_TAKER = 1


class SlamAnnouncer(enum.IntEnum):
    """D14: who may announce a slam."""

    TAKER = 0
    ATTACK = 1
    ANYBODY = 2


class OwnLowerCall(enum.IntEnum):
    """D15: calling an own dame, cavalier or valet."""

    ALLOWED = 0
    KINGS_ONLY = 1


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules of one table: its sizes (R1.1, R10.1) and the options D1 to D15.

    Parameters
    ----------
    players : int
        3, 4 or 5.
    hand_size, chien_size, packet_size : int
        Cards in a hand, in the chien, in a packet of the deal (R1.1).
    poignee_sizes : tuple of int (3,)
        Trumps needed for a simple, double, triple poignée (R10.1).
    calls_king : bool
        Whether the taker calls a king (R5).
    excuse_last_trick ... own_lower_call : IntEnum
        The options; each type names its decision.

    Raises
    ------
    RulesError
        For a player count other than 3, 4 or 5, or sizes that do not use 78 cards.

    Examples
    --------
    >>> RULES_4.hand_size, RULES_4.chien_size, RULES_4.poignee_sizes
    (18, 6, (10, 13, 15))
    """

    players: int
    hand_size: int
    chien_size: int
    packet_size: int
    poignee_sizes: tuple[int, int, int]
    calls_king: bool = False
    excuse_last_trick: ExcuseLastTrick = ExcuseLastTrick.CHANGES_CAMP
    slam_excuse_wins: SlamExcuseWins = SlamExcuseWins.IF_LED
    slam_excuse_followed: SlamExcuseFollowed = SlamExcuseFollowed.STAYS
    other_excuse_in_slam: OtherExcuseInSlam = OtherExcuseInSlam.LOST
    slam_scope: SlamScope = SlamScope.ALL
    slam_announcement: SlamAnnouncement = SlamAnnouncement.AFTER_ECART
    lower_poignee: LowerPoignee = LowerPoignee.ALLOWED
    poignee_discards: PoigneeDiscards = PoigneeDiscards.SHORTFALL
    opening_after_excuse: OpeningAfterExcuse = OpeningAfterExcuse.FREE
    called_card_discard: CalledCardDiscard = CalledCardDiscard.ALLOWED
    failed_slam_all_lost: FailedSlamAllLost = FailedSlamAllLost.BOTH
    trump_discard: TrumpDiscard = TrumpDiscard.SHORTFALL
    owed_low_card: OwedLowCard = OwedLowCard.TRANSFER
    slam_partner_tricks: SlamPartnerTricks = SlamPartnerTricks.COUNT
    slam_petit: SlamPetit = SlamPetit.EVERY_SLAM
    slam_announcer: SlamAnnouncer = SlamAnnouncer.TAKER
    own_lower_call: OwnLowerCall = OwnLowerCall.ALLOWED

    def __post_init__(self) -> None:
        if self.players not in PLAYER_COUNTS:
            message = f"tarot is played by 3, 4 or 5 players, not {self.players} (R1.1)"
            raise RulesError(message)
        if self.players * self.hand_size + self.chien_size != 78:
            message = (
                f"{self.players} hands of {self.hand_size} and a chien of "
                f"{self.chien_size} are not 78 cards (R1.1)"
            )
            raise RulesError(message)

    @property
    def trick_count(self) -> int:
        """Tricks in a deal: one for each card of a hand (R1.1)."""
        return self.hand_size

    def poignee_size(self, level: Poignee) -> int:
        """Return the trumps needed for a level (R10.1)."""
        return self.poignee_sizes[level - 1]

    def options(self) -> dict[str, str]:
        """Return every option with the name of its value."""
        return {
            name: getattr(self, name).name.lower() for name in OPTION_FIELDS.values()
        }


OPTION_FIELDS = {
    "D1": "excuse_last_trick",
    "D2a": "slam_excuse_wins",
    "D2b": "slam_excuse_followed",
    "D2c": "other_excuse_in_slam",
    "D2d": "slam_scope",
    "D3": "slam_announcement",
    "D4": "lower_poignee",
    "D5": "poignee_discards",
    "D6": "opening_after_excuse",
    "D7": "called_card_discard",
    "D8": "failed_slam_all_lost",
    "D9": "trump_discard",
    "D10": "owed_low_card",
    "D12": "slam_partner_tricks",
    "D13": "slam_petit",
    "D14": "slam_announcer",
    "D15": "own_lower_call",
}
"""The field of `RuleSet` that holds each decision."""

_OPTION_TYPES: dict[str, type[enum.IntEnum]] = {
    field.name: type(field.default)
    for field in fields(RuleSet)
    if isinstance(field.default, enum.IntEnum)
}

RULES_3 = RuleSet(3, 24, 6, 4, (13, 15, 18))
RULES_4 = RuleSet(4, 18, 6, 3, (10, 13, 15))
RULES_5 = RuleSet(5, 15, 3, 3, (8, 10, 13), calls_king=True)
_TABLES = {rules.players: rules for rules in (RULES_3, RULES_4, RULES_5)}


def rules_for(players: int = 4, **options: Any) -> RuleSet:
    """Return the rules of a table, with the options that differ from the defaults.

    Parameters
    ----------
    players : int, optional
        3, 4 (default) or 5.
    **options : str or IntEnum
        By the name of the field (``excuse_last_trick``) or by its decision (``D1``);
        values by member, number or name (``"follows_winner"``).

    Returns
    -------
    RuleSet
        The rules.

    Raises
    ------
    RulesError
        For an unknown player count, option or value; says what is allowed.

    Examples
    --------
    >>> rules_for(5, D1="follows_winner").excuse_last_trick.name
    'FOLLOWS_WINNER'
    """
    rules = _TABLES.get(players) if isinstance(players, Hashable) else None
    if rules is None:
        message = f"tarot is played by 3, 4 or 5 players, not {players!r} (R1.1)"
        if isinstance(players, str):
            message += ": players is a number, not a text"
        raise RulesError(message)
    chosen: dict[str, Any] = {}
    for name, value in options.items():
        field = OPTION_FIELDS.get(name, name)
        if field not in _OPTION_TYPES:
            allowed = ", ".join(f"{d} ({f})" for d, f in OPTION_FIELDS.items())
            raise RulesError(f"unknown rule option {name!r}; allowed: {allowed}")
        if field in chosen:
            raise RulesError(f"rule option {name} is given twice")
        chosen[field] = _option_value(name, _OPTION_TYPES[field], value)
    return replace(rules, **chosen)


def _option_value(name: str, kind: type[enum.IntEnum], value: object) -> enum.IntEnum:
    if isinstance(value, str) and value.upper() in kind.__members__:
        return kind[value.upper()]
    is_foreign = isinstance(value, enum.Enum) and not isinstance(value, kind)
    for member in kind:
        if value == member and not (isinstance(value, (bool, float)) or is_foreign):
            return member
    allowed = ", ".join(member.lower() for member in kind.__members__)
    raise RulesError(f"rule option {name} cannot be {value!r}; allowed: {allowed}")
