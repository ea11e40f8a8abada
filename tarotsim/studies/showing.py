"""What a seat may show: the levels within reach, what they take, and how to hide."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tarotsim.engine.forced import HIDES, force_poignee, hidden_trumps
from tarotsim.engine.given import as_given
from tarotsim.game.cards import EXCUSE, Cards, format_cards, is_trump
from tarotsim.game.rules import POIGNEE_LEVELS, Poignee
from tarotsim.runs.summary import estimate_json
from tarotsim.stats.intervals import Estimate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarotsim.engine.overrides import Override
    from tarotsim.engine.situation import Situation
    from tarotsim.game.poignees import PoigneeOption

__all__ = [
    "Level",
    "Shown",
    "Way",
    "best_of",
    "levels_of",
    "trumps_for_certain",
    "ways_of",
]


@dataclass(frozen=True, slots=True)
class Level:
    """A level of poignée, and whether it can be shown.

    Parameters
    ----------
    level : Poignee
    size : int
        Trumps that it takes, the Excuse for one of them (R10.1, R10.4).
    chance : Fraction
        Exact; 0 or 1 where the cards to be held are known, else by the chien, all
        unseen cards being alike.
    option : PoigneeOption or None
        What must be shown; None if it cannot be, or is not known yet.
    """

    level: Poignee
    size: int
    chance: Fraction
    option: PoigneeOption | None = None

    @property
    def words(self) -> str:
        """What must be shown, in words."""
        option = self.option
        if option is None:
            return ""
        if option.with_excuse:
            cards = format_cards(option.pool)
            return f"{cards} and the Excuse, so that no other trump is held (R10.4)"
        if not option.hide_count:
            return f"{format_cards(option.pool)}, all of them"
        free = [card for card in option.pool if card not in option.must_show]
        text = f"{self.size} of {format_cards(option.pool)}"
        if option.must_show:
            return f"{text}: {option.hide_count} of {format_cards(free)} stay hidden"
        return f"{text}, the choice of {option.hide_count} to hide being free"

    def to_json(self) -> dict[str, Any]:
        """Return level, size, the chance exact and as a number, and what is shown."""
        option = self.option
        return {
            "level": self.level.label,
            "size": self.size,
            "chance": float(self.chance),
            "chance_fraction": str(self.chance),
            "pool": None if option is None else format_cards(option.pool),
            "with_excuse": None if option is None else option.with_excuse,
            "hidden": None if option is None else option.hide_count,
        }


@dataclass(frozen=True, slots=True)
class Way:
    """A way to show a poignée.

    Parameters
    ----------
    name : str
    level : Poignee or None
        None: the highest that the cards will allow.
    hides : str
        One of `tarotsim.engine.forced.HIDES`.
    hidden : Cards or None
        Trumps that stay hidden; None where they are not known yet.
    usual : str or None
        Name of the way with the same level and the usual trumps hidden; None for that
        one.
    """

    name: str
    level: Poignee | None
    hides: str
    hidden: Cards | None
    usual: str | None = None

    def forced(self, seat: int) -> Override:
        """Return the decision."""
        return force_poignee(seat, self.level or "highest", self.hides)


@dataclass(frozen=True, slots=True)
class Shown:
    """A way to show, against silence on the same deals.

    Values are in points of u (R13.4), per defender, from the shower's side.

    Parameters
    ----------
    name : str
        A level, ``highest`` where the chien decides which, and what stays hidden.
    level : Poignee or None
        None: the highest that the cards allow.
    hides : str
        One of `tarotsim.engine.forced.HIDES`.
    hidden : Cards or None
        The trumps that stay hidden; None where they are not known yet.
    success : Estimate
        Share of the deals that the shower's camp won.
    u, gain, prime_part, information_part : Estimate
        Mean u; u less u silent; what that is made of.
    better : Estimate or None
        u less u with the same level and the usual trumps hidden; None for that one.
    uneven : int
        Deals in which the gain was not just the prime received. If they are few, the
        gain has no interval: what such deals are worth is not known.
    objective_gain : Estimate or None
        What it gains of another objective than the score; None for the score.
    """

    name: str
    level: Poignee | None
    hides: str
    hidden: Cards | None
    success: Estimate
    u: Estimate
    gain: Estimate
    prime_part: Estimate
    information_part: Estimate
    better: Estimate | None = None
    uneven: int = 0
    objective_gain: Estimate | None = None

    @property
    def aim(self) -> Estimate:
        """What it gains of what the player wants."""
        return self.gain if self.objective_gain is None else self.objective_gain

    def estimates(self) -> dict[str, Estimate]:
        """Return the estimates by name."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return {k: v for k, v in values.items() if isinstance(v, Estimate)}

    def to_json(self) -> dict[str, Any]:
        """Return what is shown and hidden, and the estimates."""
        return {
            "name": self.name,
            "level": None if self.level is None else self.level.label,
            "hides": self.hides,
            "hidden_cards": None if self.hidden is None else format_cards(self.hidden),
            "uneven": self.uneven,
            **{k: estimate_json(v) for k, v in self.estimates().items()},
        }


def levels_of(situation: Situation) -> tuple[Level, ...]:
    """Return all levels, lowest first, with the chance that each can be shown.

    References
    ----------
    R10.1-R10.6.
    """
    rules, known = situation.rules, situation.poignee_options()
    options = {option.level: option for option in known or ()}
    found = []
    for level in POIGNEE_LEVELS:
        size = rules.poignee_size(level)
        if known is not None:
            chance = Fraction(level in options)
        else:
            chance = _chance(situation, size)
        found.append(Level(level, size, chance, options.get(level)))
    return tuple(found)


def _chance(situation: Situation, size: int) -> Fraction:
    """Return how often hand and chien together hold so many trumps and Excuse.

    Trumps that must be discarded count all the same (R10.6).
    """
    rules, seat = situation.rules, situation.seat
    own = as_given(situation.conditions, rules)
    assert own is not None
    wanted = {f"{seat}+chien": {"trumps": (size, None)}}
    least = sum(is_trump(c) or c == EXCUSE for c in situation.hand)
    most = least + (rules.chien_size if situation.chien is None else 0)
    if situation.chien is not None:
        most += sum(is_trump(c) or c == EXCUSE for c in situation.chien)
    if most < size:
        return Fraction(0)
    both = as_given([situation.conditions, wanted], rules)
    assert both is not None
    return both.chance(rules) / own.chance(rules)


def trumps_for_certain(situation: Situation) -> int:
    """Return how many trumps, with the Excuse, the seat is certain to hold or show."""
    known = situation.play_hand()
    cards = [*situation.hand, *(situation.chien or ())] if known is None else known[0]
    shown = () if known is None else known[1]
    return sum(is_trump(card) or card == EXCUSE for card in (*cards, *shown))


def ways_of(situation: Situation, levels: tuple[Level, ...]) -> tuple[Way, ...]:
    """Return the ways to show that are worth a comparison.

    Each level with the usual trumps hidden; of the highest also every other rule of
    `tarotsim.engine.forced.HIDES` that hides other trumps. Where the cards to be held
    are not known yet, the highest level that they allow is the only way.
    """
    if not any(level.chance for level in levels):
        return ()
    options = [level.option for level in levels if level.option is not None]
    if not options:
        return (Way("highest", None, HIDES[0], None),)
    found = [
        Way(option.level.label, option.level, HIDES[0], hidden_trumps(option, HIDES[0]))
        for option in options
    ]
    best, seen = options[-1], {frozenset(found[-1].hidden or ())}
    for rule in HIDES[1:]:
        hidden = hidden_trumps(best, rule)
        if frozenset(hidden) not in seen:
            seen.add(frozenset(hidden))
            name = f"{best.level.label}, {rule} hidden".replace("_", " ")
            found.append(Way(name, best.level, rule, hidden, best.level.label))
    return tuple(found)


def best_of(shown: Iterable[Shown]) -> Shown | None:
    """Return the level that gains most, the usual trumps hidden; None if there is none.

    Parameters
    ----------
    shown : iterable of Shown
    """
    plain = [each for each in shown if each.better is None]
    return max(plain, key=lambda each: each.aim.mean or 0.0, default=None)
