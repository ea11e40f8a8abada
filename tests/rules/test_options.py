"""The options D1 to D15: on whole deals each changes what it names, nothing else.

Every deal of ``data/replays.md`` is played under every option. What should change is
worked out here from the cards of the case, apart from the code of the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pytest

from tarotsim.game.errors import RulesError
from tarotsim.game.rules import (
    OPTION_FIELDS,
    PLAYER_COUNTS,
    RULES_4,
    RuleSet,
    rules_for,
)


@dataclass(frozen=True)
class Played:
    """A replay, and what can be read off its cards."""

    fields: Mapping[str, Any]

    @property
    def taker(self) -> int:
        taker: int = self.fields["taker"]
        return taker

    @cached_property
    def attack(self) -> set[int]:
        partner = self.fields["expect"]["partner"]
        return {self.taker} if partner is None else {self.taker, partner}

    @property
    def tricks(self) -> list[list[str]]:
        tricks: list[list[str]] = self.fields["tricks"]
        return tricks

    @property
    def winners(self) -> list[int]:
        winners: list[int] = self.fields["expect"]["winners"]
        return winners

    @property
    def announced(self) -> bool:
        return bool(self.fields.get("announced_slam"))

    @cached_property
    def first_leader(self) -> int:
        after_dealer: int = (self.fields["dealer"] + 1) % self.fields["players"]
        return self.taker if self.announced else after_dealer

    def camp(self, seat: int) -> set[int]:
        """Return the seats on the side of a seat."""
        others = set(range(self.fields["players"])) - self.attack
        return self.attack if seat in self.attack else others

    @cached_property
    def excuse(self) -> tuple[int, int, int] | None:
        """Return trick, place and player of the Excuse; None if it was aside."""
        for number, trick in enumerate(self.tricks):
            if "EX" in trick:
                leader = self.winners[number - 1] if number else self.first_leader
                place = trick.index("EX")
                return number, place, (leader + place) % self.fields["players"]
        return None

    @property
    def is_last(self) -> bool:
        return self.excuse is not None and self.excuse[0] == len(self.tricks) - 1

    @property
    def is_led(self) -> bool:
        return self.excuse is not None and self.excuse[1] == 0

    @property
    def mine(self) -> set[int]:
        """Return the camp of the player of the Excuse."""
        assert self.excuse is not None
        return self.camp(self.excuse[2])

    @property
    def slam(self) -> set[int]:
        """Return the camp that won every trick, empty if neither did."""
        camp = self.camp(self.winners[0])
        return camp if set(self.winners) <= camp else set()

    @property
    def won_before(self) -> bool:
        """Whether the camp of the Excuse won every trick but the last."""
        return set(self.winners[:-1]) <= self.mine

    @property
    def said(self) -> bool:
        """Whether the taker announced a slam, and the Excuse is on his side."""
        return self.announced and self.mine == self.attack

    def has_low_card(self, camp: set[int]) -> bool:
        """Tell whether the tricks of a camp hold a card worth half a point."""
        return any(
            card not in ("T1", "T21", "EX") and card[1:] not in ("V", "C", "D", "R")
            for trick, winner in zip(self.tricks, self.winners, strict=True)
            if winner in camp
            for card in trick
        )

    @property
    def debtor(self) -> set[int]:
        """Return the camp that owes a card for the Excuse, empty if none does."""
        if self.excuse is None:
            return set()
        everybody = set(range(self.fields["players"]))
        winner = self.winners[self.excuse[0]]
        if not self.is_last:
            return set() if winner in self.mine else self.mine
        if winner in self.mine and self.slam != self.mine:
            return everybody - self.mine
        return set()

    @property
    def discards_shown(self) -> list[Mapping[str, Any]]:
        """Return the poignées that show a discarded trump."""
        ecart = set(self.fields.get("ecart") or ())
        return [each for each in self._poignees if ecart & set(each["shown"])]

    @property
    def _poignees(self) -> list[Mapping[str, Any]]:
        return self.fields.get("poignees") or []

    def shows_low(self) -> bool:
        """Tell whether somebody shows less than could be shown."""
        sizes = {3: (13, 15, 18), 4: (10, 13, 15), 5: (8, 10, 13)}
        for each in self._poignees:
            hand = [*self.fields["hands"][each["seat"]]]
            if each["seat"] == self.taker and self.fields["ecart"]:
                hand += self.fields["chien"]
            count = sum(card.startswith("T") for card in hand) + ("EX" in hand)
            level = ("simple", "double", "triple").index(each["level"])
            above = sizes[self.fields["players"]][level + 1 :]
            if above and count >= above[0]:
                return True
        return False


def _nothing(deal: Played) -> bool:
    return False


def _d1(deal: Played) -> bool:
    own = deal.is_last and deal.winners[-1] in deal.mine
    return own and deal.slam != deal.mine


def _d2a(deal: Played) -> bool:
    return deal.is_last and not deal.is_led and deal.won_before


def _d2b(deal: Played) -> bool:
    return deal.is_last and not deal.is_led and deal.slam == deal.mine


def _d2c(deal: Played) -> bool:
    return deal.is_last and deal.slam not in (set(), deal.mine)


def _d2d(deal: Played) -> bool:
    return deal.is_last and deal.slam == deal.mine and not deal.said


def _d5_never(deal: Played) -> bool:
    return bool(deal.discards_shown)


def _d5_federation(deal: Played) -> bool:
    """RO p7: 4 kings and 15 trumps, one of them discarded, a triple at four."""
    for each in deal.discards_shown:
        held = [*deal.fields["hands"][deal.taker], *deal.fields["chien"]]
        kings = sum(card in ("SR", "HR", "DR", "CR") for card in held)
        trumps = sum(card.startswith("T") for card in held)
        discarded = sum(card.startswith("T") for card in deal.fields["ecart"])
        facts = (deal.fields["players"], each["level"], kings, trumps, discarded)
        if facts != (4, "triple", 4, 15, 1):
            return True
    return False


def _d6(deal: Played) -> bool:
    called = deal.fields["called"]
    if called is None or deal.tricks[0][0] != "EX":
        return False
    second = deal.tricks[0][1]
    return bool(second[0] == called[0] and second != called)


def _d7(deal: Played) -> bool:
    return deal.fields["called"] in (deal.fields.get("ecart") or ())


def _d10(deal: Played) -> bool:
    """R8.6: the slam of the attack is the federation's own case, not D10's."""
    if not deal.debtor or deal.has_low_card(deal.debtor):
        return False
    is_federations = deal.slam == deal.attack and deal.debtor != deal.attack
    return not is_federations


def _d12(deal: Played) -> bool:
    return deal.slam == deal.attack and set(deal.winners) != {deal.taker}


def _d13(deal: Played) -> bool:
    ended = deal.is_last and deal.is_led and deal.slam == deal.mine
    is_takers = deal.excuse is not None and deal.excuse[2] == deal.taker
    return ended and "T1" in deal.tricks[-2] and not (deal.announced and is_takers)


def _d15(deal: Played) -> bool:
    called = deal.fields["called"]
    hand = deal.fields["hands"][deal.taker]
    return called in hand and not called.endswith("R")


# Option, value, which deals must change, how many of the file do.
OPTIONS: list[tuple[str, str, Callable[[Played], bool], int]] = [
    ("D1", "follows_winner", _d1, 24),
    ("D1", "changes_camp_free", _d1, 24),
    ("D2a", "led_or_not", _d2a, 19),
    ("D2b", "lost", _d2b, 12),
    ("D2c", "protected", _d2c, 14),
    ("D2d", "announced_by_taker", _d2d, 34),
    ("D3", "before_chien", _nothing, 0),
    ("D4", "forbidden", Played.shows_low, 8),
    ("D5", "federation_case", _d5_federation, 12),
    ("D5", "never", _d5_never, 13),
    ("D5", "free", _nothing, 0),
    ("D6", "barred", _d6, 3),
    ("D7", "forbidden", _d7, 4),
    ("D8", "once", _nothing, 0),
    ("D9", "any_number", _nothing, 0),
    ("D10", "nothing", _d10, 30),
    ("D12", "taker_alone", _d12, 14),
    ("D13", "announced_by_taker", _d13, 19),
    ("D14", "attack", _nothing, 0),
    ("D14", "anybody", _nothing, 0),
    ("D15", "kings_only", _d15, 3),
]


@pytest.fixture(scope="module")
def replays(cases: dict[str, Any]) -> dict[str, Any]:
    """Return the replays of the data files by their id."""
    return {name: case for name, case in cases.items() if case.kind == "replay"}


@pytest.mark.parametrize(
    ("option", "value", "concerns", "count"),
    OPTIONS,
    ids=[f"{option}-{value}" for option, value, _, _ in OPTIONS],
)
def test_an_option_changes_only_what_it_names(
    conformance: Any,
    replays: dict[str, Any],
    option: str,
    value: str,
    concerns: Callable[[Played], bool],
    count: int,
) -> None:
    changed, named = set(), set()
    for name, case in replays.items():
        fields = {**case.fields, "rules": {option: value}}
        if conformance.check(conformance.Case(case.line, fields)):
            changed.add(name)
        if concerns(Played(case.fields)):
            named.add(name)
    assert changed == named
    assert len(named) == count


def test_every_option_and_value_is_tried() -> None:
    kinds = {d: type(getattr(RULES_4, field)) for d, field in OPTION_FIELDS.items()}
    values = {
        (d, member.name.lower())
        for d, kind in kinds.items()
        for member in kind
        if member
    }
    assert {(option, value) for option, value, _, _ in OPTIONS} == values


def test_the_decisions_are_all_fields() -> None:
    """D11 changes nothing that can be seen, and D2 is four questions."""
    numbers = {f"D{number}" for number in range(1, 16)} - {"D2", "D11"}
    assert set(OPTION_FIELDS) == numbers | {"D2a", "D2b", "D2c", "D2d"}


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_the_default_of_every_option_is_the_first_value(players: int) -> None:
    rules: RuleSet = rules_for(players)
    assert {getattr(rules, field).value for field in OPTION_FIELDS.values()} == {0}
    assert set(rules.options()) == set(OPTION_FIELDS.values())


@pytest.mark.parametrize(("option", "value"), [case[:2] for case in OPTIONS])
def test_an_option_is_chosen_by_name_number_or_member(option: str, value: str) -> None:
    rules = rules_for(5, **{option: value})
    field = OPTION_FIELDS[option]
    member = getattr(rules, field)
    assert member.name.lower() == value
    for name in (option, field):
        for spelling in (value, value.upper(), member, int(member)):
            assert rules_for(5, **{name: spelling}) == rules
    assert rules.options()[field] == value
    assert rules != rules_for(5)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"D11": "allowed"}, "unknown rule option 'D11'"),
        ({"d1": "follows_winner"}, "unknown rule option 'd1'"),
        ({"D1": "sideways"}, "D1 cannot be 'sideways'; allowed: changes_camp"),
        ({"D1": 3}, "D1 cannot be 3"),
        ({"D1": True}, "D1 cannot be True"),
        ({"players_": 4}, "unknown rule option"),
    ],
    ids=["D11", "case", "value", "number", "bool", "field"],
)
def test_unknown_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        rules_for(4, **options)
