"""The exact values that have a name, as data.

A name that ends in ``_N`` stands for every count. `tarotsim.stats.quantities` lists
and looks them up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import TypeAlias

from tarotsim.game.cards import KINGS
from tarotsim.game.rules import PLAYER_COUNTS, Poignee
from tarotsim.stats import poignees, questions
from tarotsim.stats.counts import (
    at_least,
    distribution,
    exactly,
)
from tarotsim.stats.several_hands import some_player_holds
from tarotsim.stats.situations import HALF_POINTS_KIND, KINDS, Holding, Place

__all__ = ["QUANTITIES", "Quantity"]

_Value: TypeAlias = Callable[[int, int, Holding | None], Fraction]
_Distribution: TypeAlias = Callable[[int, Holding | None], tuple[Fraction, ...]]


@dataclass(frozen=True, slots=True)
class Quantity:
    """One kind of value that can be looked up.

    Parameters
    ----------
    name : str
        Name; ``_N`` at the end stands for a count.
    condition : str
        In words; ``{simple}``, ``{double}`` and ``{triple}`` stand for the trumps
        needed, ``{simple_less_one}`` and so on for one fewer.
    value : callable
        From players, count (0 where the name has none) and what the own hand holds
        to the exact value.
    conditional : bool, optional
        Whether something may be known of the own hand.
    given : str, optional
        The set of `KINDS` whose count in the own hand `table` goes through as well.
    needed : str, optional
        Trumps needed in hand and chien, as in ``condition``: ``"{simple}"``.
    listed : bool, optional
        Whether `table` has its rows.
    players : tuple of int, optional
        Tables at which it exists.

    Examples
    --------
    >>> QUANTITIES["poignee_at_least_simple_some_player"].condition_at(5)
    'before the chien; at least one player with numbered trumps + Excuse >= 8'
    """

    name: str
    condition: str
    value: _Value
    conditional: bool = True
    given: str = ""
    needed: str = ""
    listed: bool = True
    players: tuple[int, ...] = PLAYER_COUNTS

    @property
    def counted(self) -> bool:
        """Whether the name stands for one quantity per count."""
        return self.name.endswith("_N")

    def condition_at(self, players: int) -> str:
        """Return the condition at a table, when nothing is known of the own hand."""
        return _fill_in(self.condition, players)

    def needed_at(self, players: int) -> str:
        """Return the clause that says what a taker needs, empty where there is none."""
        if not self.needed:
            return ""
        return _fill_in(f"needs >= {self.needed} in hand+chien", players)


def _family(
    stem: str,
    condition: str,
    compute: _Distribution,
    *,
    given: str = "",
    listed: bool = True,
) -> Iterator[Quantity]:
    """Yield the quantities that one distribution answers."""

    def p_between(
        players: int, low: int, high: int | None, holding: Holding | None
    ) -> Fraction:
        return sum(compute(players, holding)[low:high], Fraction(0))

    def moment(players: int, power: int, holding: Holding | None) -> Fraction:
        chances = compute(players, holding)
        return sum((n**power * p for n, p in enumerate(chances)), Fraction(0))

    yield Quantity(
        f"{stem}_exactly_N",
        condition,
        lambda players, n, holding: p_between(players, n, n + 1, holding),
        given=given,
        listed=listed,
    )
    yield Quantity(
        f"{stem}_at_least_N",
        condition,
        lambda players, n, holding: p_between(players, n, None, holding),
        listed=False,
    )
    yield Quantity(
        f"{stem}_at_most_N",
        condition,
        lambda players, n, holding: p_between(players, 0, n + 1, holding),
        listed=False,
    )
    yield Quantity(
        f"{stem}_mean",
        condition,
        lambda players, _, holding: moment(players, 1, holding),
        listed=listed,
    )
    yield Quantity(
        f"{stem}_variance",
        condition,
        lambda players, _, holding: (
            moment(players, 2, holding) - moment(players, 1, holding) ** 2
        ),
        listed=listed,
    )


def _counts() -> Iterator[Quantity]:
    """Yield how many cards of each set, and points, each place holds."""
    dealt = "given player, before the chien"
    trumps = {
        "numbered_trumps": f"{dealt}, Excuse not counted",
        "trumps_plus_excuse": f"{dealt}, Excuse counted",
    }
    listed = ("trumps_plus_excuse", "bouts", "kings")
    for kind in (*KINDS, HALF_POINTS_KIND):
        yield from _count(
            "hand",
            kind,
            trumps.get(kind, dealt),
            listed=kind in (*listed, "numbered_trumps"),
        )
        yield from _count(
            "chien",
            kind,
            "unconditional",
            listed=kind in listed,
            given=kind if kind in listed else "",
        )
        yield from _count("hand_and_chien", kind, _TAKER)
        yield from _count("other_hand", kind, "given opponent, before the chien")
    yield from _points("hand", dealt)
    yield from _points("chien", "unconditional")
    yield from _points("hand_and_chien", _TAKER)


def _count(
    place: Place, kind: str, condition: str, *, listed: bool = False, given: str = ""
) -> Iterator[Quantity]:
    return _family(
        f"{place}_{kind}",
        condition,
        lambda players, holding: distribution(
            kind, players, place=place, holding=holding
        ),
        listed=listed,
        given=given,
    )


def _points(place: Place, condition: str) -> Iterator[Quantity]:
    yield Quantity(
        f"{place}_card_points_mean",
        condition,
        lambda players, _, holding: questions.mean_card_points(
            players, place=place, holding=holding
        ),
    )
    yield Quantity(
        f"{place}_card_points_variance",
        condition,
        lambda players, _, holding: questions.variance_card_points(
            players, place=place, holding=holding
        ),
    )


def _poignees(level: str) -> Iterator[Quantity]:
    """Yield the chances of one level of poignée."""
    reached = f"numbered trumps + Excuse >= {{{level}}}"
    yield Quantity(
        f"poignee_at_least_{level}_given_player",
        f"before the chien; {reached}",
        lambda players, _, holding: poignees.poignee_at_least(
            level, players, holding=holding
        ),
    )
    yield Quantity(
        f"poignee_{level}_only_with_excuse_given_player",
        f"before the chien; exactly {{{level}_less_one}} numbered trumps "
        "and the Excuse",
        lambda players, _, holding: poignees.poignee_only_with_excuse(
            level, players, holding=holding
        ),
    )
    yield Quantity(
        f"poignee_at_least_{level}_without_showing_excuse_given_player",
        f"before the chien; numbered trumps >= {{{level}}}",
        lambda players, _, holding: poignees.poignee_without_excuse(
            level, players, holding=holding
        ),
    )
    yield Quantity(
        f"poignee_at_least_{level}_given_opponent",
        f"given opponent, before the chien; {reached}",
        lambda players, _, holding: poignees.poignee_at_least(
            level, players, place="other_hand", holding=holding
        ),
        listed=False,
    )
    yield Quantity(
        f"poignee_at_least_{level}_some_player",
        f"before the chien; at least one player with {reached}",
        lambda players, _, holding: poignees.poignee_some_player(
            level, players, holding=holding
        ),
    )
    yield Quantity(
        f"poignee_at_least_{level}_some_opponent",
        f"before the chien; at least one opponent with {reached}",
        lambda players, _, holding: poignees.poignee_some_player(
            level, players, opponents_only=True, holding=holding
        ),
    )
    yield Quantity(
        f"poignee_at_least_{level}_taker_after_chien",
        "prise/garde, taker picked at random (no bidding selection), "
        f"hand+chien before the ecart; {reached}",
        lambda players, _, holding: poignees.poignee_at_least(
            level, players, place="hand_and_chien", holding=holding
        ),
        given="trumps_plus_excuse",
        needed=f"{{{level}}}",
    )


def _best_poignees(level: str) -> Iterator[Quantity]:
    yield Quantity(
        f"poignee_best_tier_{level}_given_player",
        "before the chien",
        lambda players, _, holding: poignees.poignee_best(
            level, players, holding=holding
        ),
    )
    yield Quantity(
        f"poignee_best_tier_{level}_taker_after_chien",
        _TAKER,
        lambda players, _, holding: poignees.poignee_best(
            level, players, place="hand_and_chien", holding=holding
        ),
    )


def _players_able(level: str, stem: str) -> Iterator[Quantity]:
    return _family(
        stem,
        f"before the chien; players with numbered trumps + Excuse >= {{{level}}}",
        lambda players, holding: poignees.poignee_players_able(
            level, players, holding=holding
        ),
    )


def _petit_sec() -> Iterator[Quantity]:
    yield Quantity(
        "petit_sec_given_player",
        "Petit is the only numbered trump and no Excuse",
        lambda players, _, holding: questions.petit_sec(players, holding=holding),
    )
    yield Quantity(
        "petit_sec_some_player",
        "at most one player can hold it, so players x given player",
        lambda players, _, __: questions.petit_sec_some_player(players),
        conditional=False,
    )
    yield Quantity(
        "petit_sec_mean_number_of_deals_until_a_valid_one",
        "redeal until no petit sec",
        lambda players, _, __: questions.mean_deals_until_valid(players),
        conditional=False,
    )


def _kings() -> Iterator[Quantity]:
    yield Quantity(
        "four_kings_given_player",
        "before the chien",
        lambda players, _, holding: at_least(4, "kings", players, holding=holding),
    )
    yield Quantity(
        "four_kings_some_player",
        "before the chien",
        lambda players, _, holding: some_player_holds(
            4, "kings", players, holding=holding
        ),
    )
    yield Quantity(
        "four_kings_taker_after_chien",
        _TAKER,
        lambda players, _, holding: at_least(
            4, "kings", players, place="hand_and_chien", holding=holding
        ),
    )
    yield Quantity(
        "named_king_in_chien",
        "unconditional",
        lambda players, _, holding: exactly(
            1, KINGS[:1], players, place="chien", holding=holding
        ),
    )
    yield _called_king("chien", "called_king_in_chien")
    yield _called_king("given_opponent", "called_king_in_a_given_opponents_hand")
    yield _called_king("some_opponent", "called_king_in_some_opponents_hand")


def _called_king(where: questions.CalledPlace, name: str) -> Quantity:
    return Quantity(
        name,
        "taker does not hold the called king",
        lambda players, _, __: questions.called_king(where, players),
        conditional=False,
        players=(5,),
    )


def _voids() -> Iterator[Quantity]:
    yield Quantity(
        "hand_void_in_a_given_suit",
        "given player, before the chien, one named suit",
        lambda players, _, holding: questions.void_in_suit(
            players=players, holding=holding
        ),
    )
    yield Quantity(
        "hand_void_in_some_suit",
        "given player, before the chien, one suit or more of the four",
        lambda players, _, holding: (
            1 - questions.void_suits(players, holding=holding)[0]
        ),
    )
    yield from _family(
        "hand_void_suits",
        "given player, before the chien",
        lambda players, holding: questions.void_suits(players, holding=holding),
    )


_TAKER = "taker picked at random, hand+chien"


def _catalogue() -> Iterator[Quantity]:
    yield from _counts()
    levels = [level.label for level in Poignee]
    for level in levels:
        yield from _poignees(level)
    for level in ("none", *levels):
        yield from _best_poignees(level)
    yield from _players_able("simple", "poignee_number_of_players_able")
    for level in levels[1:]:
        yield from _players_able(level, f"poignee_{level}_number_of_players_able")
    yield from _petit_sec()
    yield from _kings()
    yield from _voids()


QUANTITIES: Mapping[str, Quantity] = MappingProxyType(
    {quantity.name: quantity for quantity in _catalogue()}
)
"""Every kind of value by name; ``_N`` at the end of a name stands for a count."""


def _fill_in(condition: str, players: int) -> str:
    sizes = {
        level.label: poignees.poignee_threshold(level, players) for level in Poignee
    }
    less_one = {f"{label}_less_one": size - 1 for label, size in sizes.items()}
    return condition.format(**sizes, **less_one)
