"""Objects play the same deals, from the same views, in both engines."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, cast

import pytest

from tarotsim.engine.callbacks import ObjectStrategy
from tarotsim.engine.compiled import CompiledTable
from tarotsim.game.auction import Imposed
from tarotsim.game.rules import Contract
from tarotsim.game.strategy import DECISIONS, Strategy
from tarotsim.game.view import SeatView
from tarotsim.reference.game import play_deal
from tarotsim_strategies.point_count import PointCount

if TYPE_CHECKING:
    from collections.abc import Callable

PLAYERS = (3, 4, 5)


class Watcher:
    """Passes every question on and keeps the view."""

    def __init__(self, inner: Strategy, views: list[SeatView]) -> None:
        self._inner = inner
        self._views = views

    def __getattr__(self, name: str) -> Any:
        if name not in DECISIONS:
            raise AttributeError(name)

        def ask(view: SeatView) -> Any:
            assert view.stage.label == name
            self._views.append(view)
            return getattr(self._inner, name)(view)

        return ask


def _auction(rng: random.Random, players: int) -> Imposed | None:
    contract = Contract(rng.randint(1, 4))
    seat = rng.choice([None, *range(players)])
    return rng.choice([None, Imposed(contract, seat)])


@pytest.mark.parametrize("players", PLAYERS)
def test_objects_beside_compiled_policies(
    players: int,
    pairs: Any,
    random_rules: Callable[..., Any],
    numbered_deals: Callable[..., Any],
    lopsided_deal: Callable[..., Any],
    compare_engines: Callable[..., Any],
) -> None:
    """Each seat as an object or compiled, by lot; a third of the options changed."""
    rng = random.Random(players)
    for block in range(40):
        rules = random_rules(rng, players)
        table = []
        for _ in range(players):
            strategy, compiled = rng.choice(pairs)
            is_object = rng.random() < 0.6
            table.append(
                (strategy, ObjectStrategy(strategy) if is_object else compiled)
            )
        if block % 2:
            deals = [lopsided_deal(rng, rules) for _ in range(30)]
        else:
            deals = numbered_deals(rules, rng.getrandbits(63), block, 30)
        compare_engines(rules, deals, table, _auction(rng, players))


@pytest.mark.parametrize("players", PLAYERS)
def test_point_count_as_an_object(
    players: int,
    random_rules: Callable[..., Any],
    lopsided_deal: Callable[..., Any],
    numbered_deals: Callable[..., Any],
    compare_engines: Callable[..., Any],
) -> None:
    """A strategy that looks at nearly everything a view has."""
    rng = random.Random(players)
    strategy = PointCount(reads_poignees=True)
    for _ in range(5):
        rules = random_rules(rng, players)
        deals = numbered_deals(rules, rng.getrandbits(63), 0, 8)
        deals += [lopsided_deal(rng, rules) for _ in range(8)]
        table = [(strategy, ObjectStrategy(strategy))] * players
        compare_engines(rules, deals, table, _auction(rng, players))


def _attributes(view: SeatView) -> dict[str, Any]:
    """Return every public attribute of a view; what methods give, too."""
    names = [name for name in dir(SeatView) if not name.startswith("_")]
    found = {name: getattr(view, name) for name in names}
    calls = {name for name, value in found.items() if callable(value)}
    assert calls == {"camp_of", "count", "draw", "index", "seat_at", "suit"}
    for name in calls:
        del found[name]
    found["suits"] = [view.suit(suit) for suit in range(4)]
    found["camps"] = [view.camp_of(seat) for seat in range(view.players)]
    found["draws"] = [view.draw(1000, index) for index in range(6)]
    found["seats"] = [view.seat_at(place) for place in range(view.players)]
    return found


def _types(value: Any) -> Any:
    """Return the types of a value and of all in it."""
    if isinstance(value, tuple) and not isinstance(value, SeatView):
        return type(value), [_types(item) for item in value]
    return type(value)


@pytest.mark.parametrize("players", PLAYERS)
def test_views_are_those_of_the_reference(
    players: int,
    pairs: Any,
    random_rules: Callable[..., Any],
    lopsided_deal: Callable[..., Any],
    numbered_deals: Callable[..., Any],
) -> None:
    """Every decision of every seat: the view, its attributes and their types."""
    rng = random.Random(10 + players)
    stages = set()
    for number in range(24):
        rules = random_rules(rng, players)
        deal = numbered_deals(rules, 12, number, 1)[0]
        if number % 2:
            deal = lopsided_deal(rng, rules)
        auction = _auction(rng, players)
        inner = rng.choice(pairs)[0]
        views: list[list[SeatView]] = [[], []]
        watchers = [cast("Strategy", Watcher(inner, kept)) for kept in views]
        expected = play_deal(rules, deal, [watchers[0]] * players, auction=auction)
        seats = [ObjectStrategy(watchers[1])] * players
        CompiledTable(rules, seats, auction).play_given([deal])
        assert len(views[0]) == len(views[1]), str(expected)
        for plain, lazy in zip(*views, strict=True):
            stages.add(plain.stage)
            assert _types(lazy.legal) == _types(plain.legal)
            # Attributes first: comparing whole views decodes them.
            mine, other = _attributes(lazy), _attributes(plain)
            assert mine == other
            assert {n: _types(v) for n, v in mine.items()} == {
                n: _types(v) for n, v in other.items()
            }
            assert lazy == plain
            assert hash(lazy) == hash(plain)
    assert len(stages) == (6 if players == 5 else 5)


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_many_deals_of_objects(
    players: int,
    pairs: Any,
    random_rules: Callable[..., Any],
    numbered_deals: Callable[..., Any],
    compare_engines: Callable[..., Any],
) -> None:
    """Twenty thousand deals for each number of players."""
    rng = random.Random(20 + players)
    for _ in range(200):
        rules = random_rules(rng, players)
        chosen = [rng.choice(pairs)[0] for _ in range(players)]
        table = [(strategy, ObjectStrategy(strategy)) for strategy in chosen]
        deals = numbered_deals(rules, rng.getrandbits(63), 0, 100)
        compare_engines(rules, deals, table, _auction(rng, players))
