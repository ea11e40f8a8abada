"""Tables on which both engines play: rules, deals, strategies that meet every rule."""

from __future__ import annotations

import random
from dataclasses import dataclass, fields, replace
from enum import IntEnum
from typing import TYPE_CHECKING, Any

import pytest

from tarotsim.engine.compiled import CompiledTable
from tarotsim.engine.unpacking import record_of
from tarotsim.game.cards import CARD_COUNT, EXCUSE, HALF_POINTS, PETIT, is_trump
from tarotsim.game.rules import RuleSet, rules_for
from tarotsim.game.strategy import Strategy
from tarotsim.kernels.bits import EXCUSE as EXCUSE_BIT
from tarotsim.kernels.policies import (
    NO_CARDS,
    CompiledStrategy,
    draw,
    highest,
    policy,
)
from tarotsim.reference.dealing import deal_cards, deal_given
from tarotsim.reference.game import play_deal
from tarotsim.runs.rows import record_row
from tarotsim_strategies._compiled_random import POLICIES
from tarotsim_strategies.random_legal import RandomLegal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tarotsim.game.auction import Imposed
    from tarotsim.game.records import Deal, DealRecord
    from tarotsim.game.view import SeatView

OPTIONS: dict[str, type[IntEnum]] = {
    field.name: type(field.default)
    for field in fields(RuleSet)
    if isinstance(field.default, IntEnum)
}


class Forceful(Strategy):
    """Play from the top and announce slams: deals get one-sided."""

    name = "forceful"

    def chelem(self, view: SeatView) -> bool:
        """Announce one time in two."""
        return view.draw(2) == 0

    def play(self, view: SeatView) -> int:
        """Play the highest trump or card, the Excuse when nothing else is left."""
        cards = [card for card in view.legal if card != EXCUSE]
        return max(cards) if cards else EXCUSE


@policy
def chelem(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Announce one time in two."""
    return 1 if draw(public, private, 2) == 0 else 0


@policy
def play(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Play the highest trump or card, the Excuse when nothing else is left."""
    if trumps != NO_CARDS:
        return 64 + highest(trumps)
    plain = suits & ~EXCUSE_BIT
    return highest(plain) if plain != NO_CARDS else highest(suits)


@policy
def announcing(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Announce a slam with a chance in percent."""
    return 1 if draw(public, private, 100) < params[2] else 0


@dataclass(frozen=True, slots=True)
class Announcing(RandomLegal):
    """Random play that announces slams with a chance in percent."""

    announces: int = 33

    def chelem(self, view: SeatView) -> bool:
        """Announce with the chance given."""
        return view.draw(100) < self.announces


class Silent(Forceful):
    """Play from the top and announce nothing."""

    name = "silent"

    def chelem(self, view: SeatView) -> bool:
        """Never announce."""
        return False


FORCEFUL = CompiledStrategy({"chelem": chelem, "play": play}, name="forceful")


def _random_pair(
    p_pass: int, shows: int, announces: int = 33
) -> tuple[Strategy, CompiledStrategy]:
    compiled = CompiledStrategy(
        {**POLICIES, "chelem": announcing}, (p_pass, shows, announces), name="random"
    )
    return Announcing(p_pass, shows, announces), compiled


def strategy_pairs() -> list[tuple[Strategy, CompiledStrategy]]:
    """Return strategies in both forms."""

    class Default(Strategy):
        """The defaults and nothing else."""

        name = "default"

    return [
        _random_pair(60, 60),
        _random_pair(20, 100),
        (Default(), CompiledStrategy({})),
        (Forceful(), FORCEFUL),
    ]


@pytest.fixture(scope="session")
def pairs() -> list[tuple[Strategy, CompiledStrategy]]:
    """Strategies in both forms, that decide alike."""
    return strategy_pairs()


@pytest.fixture(scope="session")
def slam_table() -> Callable[[int], list[tuple[Strategy, CompiledStrategy]]]:
    """Seat a strong silent player at 0, and others who all announce a slam."""

    def table(players: int) -> list[tuple[Strategy, CompiledStrategy]]:
        silent = Silent(), CompiledStrategy({"play": play})
        return [silent, *[_random_pair(60, 60, 100)] * (players - 1)]

    return table


@pytest.fixture(scope="session")
def slam_deal() -> Callable[[random.Random, RuleSet], Deal]:
    """Give seat 0 the highest trumps, and kings."""

    def deal(rng: random.Random, rules: RuleSet) -> Deal:
        strong = [77, *range(76, 55, -1), 13, 27, 41, 55][: rules.hand_size]
        rest = [card for card in range(CARD_COUNT) if card not in strong]
        rng.shuffle(rest)
        size = rules.hand_size
        hands = [
            strong,
            *(rest[i * size : (i + 1) * size] for i in range(rules.players - 1)),
        ]
        chien = rest[size * (rules.players - 1) :]
        return deal_given(rules, hands, chien, rng.randrange(rules.players))

    return deal


@pytest.fixture(scope="session")
def random_rules() -> Callable[[random.Random, int], RuleSet]:
    """Rules of a table with a third of the options changed."""

    def choose(rng: random.Random, players: int) -> RuleSet:
        rules = rules_for(players)
        for name, kind in OPTIONS.items():
            if rng.random() < 1 / 3:
                changed: dict[str, Any] = {name: rng.choice(list(kind))}
                rules = replace(rules, **changed)
        return rules

    return choose


@pytest.fixture(scope="session")
def lopsided_deal() -> Callable[[random.Random, RuleSet], Deal]:
    """Give a few seats the strong cards.

    Strength is half-points, or trumps, or both; the noise decides how one-sided the
    deal is. Slams by either side, long poignées, trumps in the écart and lone takers
    are frequent.
    """

    def deal(rng: random.Random, rules: RuleSet) -> Deal:
        trump_weight = rng.choice([-6, 0, 6, 12])
        point_weight = rng.choice([-2, 0, 1, 3])
        noise = rng.choice([2, 6, 15])
        bout_weight = rng.choice([-10, 0, 10])

        def strength(card: int) -> float:
            value = point_weight * HALF_POINTS[card] + noise * rng.random()
            if is_trump(card) or card == EXCUSE:
                value += trump_weight
            if card in (PETIT, EXCUSE):
                value += bout_weight * rng.random()
            return value

        pack = sorted(range(CARD_COUNT), key=strength, reverse=True)
        count = rules.hand_size * rules.players
        piles = [i // rules.hand_size for i in range(count)]
        chien_at = rng.choice([0, len(piles), rng.randrange(len(piles))])
        order = [*piles[:chien_at], *[-1] * rules.chien_size, *piles[chien_at:]]
        seats = rng.sample(range(rules.players), rules.players)
        hands: list[list[int]] = [[] for _ in seats]
        chien: list[int] = []
        for card, pile in zip(pack, order, strict=True):
            (chien if pile < 0 else hands[seats[pile]]).append(card)
        return deal_given(rules, hands, chien, rng.randrange(rules.players))

    return deal


def compare(
    rules: RuleSet,
    deals: Sequence[Deal],
    table: Sequence[tuple[Strategy, CompiledStrategy]],
    auction: Imposed | None,
    keys: Sequence[Sequence[int]] | None = None,
) -> list[DealRecord]:
    """Play deals in both engines, compare every record and row, return the records."""
    compiled = CompiledTable(rules, [pair[1] for pair in table], auction)
    chunk = compiled.play_given(deals, keys=keys, history=True)
    records = []
    for index, deal in enumerate(deals):
        expected = play_deal(
            rules,
            deal,
            [pair[0] for pair in table],
            auction=auction,
            keys=None if keys is None else keys[index],
        )
        row = chunk.rows[index]
        assert record_of(rules, deal, row, chunk.history[index]) == expected, (
            rules.options(),
            str(expected),
        )
        assert tuple(row.tolist()) == record_row(expected)
        records.append(expected)
    return records


@pytest.fixture(scope="session")
def compare_engines() -> Callable[..., list[DealRecord]]:
    """Play deals in both engines, see `compare`."""
    return compare


@pytest.fixture(scope="session")
def numbered_deals() -> Callable[[RuleSet, int, int, int], list[Deal]]:
    """Deals of a run, by number."""

    def deals(rules: RuleSet, seed: int, start: int, count: int) -> list[Deal]:
        return [deal_cards(rules, seed, start + i) for i in range(count)]

    return deals
