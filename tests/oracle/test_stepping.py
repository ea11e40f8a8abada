"""Tables in lockstep do what whole deals do, with the same choices."""

from __future__ import annotations

import random
from collections import Counter, defaultdict, deque
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tarotsim.engine.compiled import CompiledTable, _pack_deal
from tarotsim.engine.tables import BatchTables
from tarotsim.game.cards import Cards, is_trump
from tarotsim.game.errors import IllegalActError, TarotError
from tarotsim.game.layout import Outcome, Question
from tarotsim.game.poignees import PoigneeChoice
from tarotsim.game.rules import (
    CalledCardDiscard,
    Contract,
    Poignee,
    SlamAnnouncement,
    SlamAnnouncer,
    TrumpDiscard,
    rules_for,
)
from tarotsim.game.strategy import complete
from tarotsim.kernels import batch, question, table
from tarotsim.kernels import row as words
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.policies import CompiledStrategy, policy
from tarotsim.kernels.row import get, put, words_from
from tarotsim.reference.dealing import deal_cards
from tarotsim.reference.game import play_deal
from tarotsim.runs.rows import record_row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tarotsim.game.auction import Imposed
    from tarotsim.game.records import Deal, DealRecord
    from tarotsim.game.view import SeatView

PLAYERS = (3, 4, 5)
P_PASS, SHOWS, ANNOUNCES = 60, 60, 33
"""Parameters of the first pair of strategies, which `random_actions` plays."""


def random_actions(tables: BatchTables) -> np.ndarray:
    """Decide as the random strategy of the tests, draw for draw."""
    decision, counts = tables.decision, tables.counts
    limits = np.where(
        np.isin(decision, (Question.BID, Question.CHELEM, Question.POIGNEE)),
        100,
        counts,
    )
    limits[decision == Question.ECART] = np.array(
        [_discardable(legal, n) for legal, n in zip(tables.legal, counts, strict=True)]
    )[decision == Question.ECART]
    first = tables.draw(limits).copy()
    others = np.isin(decision, (Question.BID, Question.POIGNEE))
    second = tables.draw(np.where(others, np.maximum(counts - 1, 1), limits), 1).copy()
    return np.array(
        [
            _answer(
                Question(int(decision[i])),
                tables.legal[i, : counts[i]].tolist(),
                int(first[i]),
                int(second[i]),
            )
            for i in range(len(tables))
        ]
    )


def _discardable(legal: Any, count: int) -> int:
    """Return how many cards the random strategy draws from: plain ones first."""
    plain = sum(not is_trump(int(card)) for card in legal[:count])
    return plain or int(count)


def _answer(question: Question, legal: list[int], first: int, second: int) -> int:
    if question is Question.NONE:
        return -5
    if question is Question.BID:
        return 0 if first < P_PASS else legal[1 + second]
    if question is Question.CHELEM:
        return int(first < ANNOUNCES)
    if question is Question.POIGNEE:
        return 0 if first >= SHOWS else legal[1 + second]
    if question is Question.HIDE:
        return legal[-1 - second]
    if question is Question.CALL:
        legal = sorted(legal, key=lambda card: (-(card % 14), card))
    return legal[first]


def play_all(
    tables: BatchTables, choose: Callable[[BatchTables], np.ndarray]
) -> np.ndarray:
    """Return the rows of all deals in the order of their numbers."""
    rows = [tables.results.copy()]
    while not tables.is_over:
        rewards, done = tables.step(choose(tables))
        assert done.tolist() == np.isin(np.arange(len(tables)), tables.ended).tolist()
        for place, index in enumerate(tables.ended):
            scores = [tables.results[place][f"score_{s}"] for s in range(5)]
            assert rewards[index].tolist() == scores[: tables.rules.players]
        assert not rewards[~done].any()
        rows.append(tables.results.copy())
    whole = np.concatenate(rows)
    return whole[np.argsort(whole["deal"])]


def _auction(rng: random.Random, players: int) -> Imposed | None:
    from tarotsim.game.auction import Imposed

    seat = rng.choice([None, *range(players)])
    return rng.choice([None, Imposed(Contract(rng.randint(1, 4)), seat)])


@pytest.mark.parametrize("players", PLAYERS)
def test_a_policy_of_arrays_gives_the_rows_of_the_compiled_one(
    players: int, pairs: Any, random_rules: Callable[..., Any]
) -> None:
    """All options; everybody outside, or some seats left to compiled strategies."""
    rng = random.Random(players)
    seen: Counter[int] = Counter()
    for round_ in range(8):
        rules = random_rules(rng, players)
        auction, seed = _auction(rng, players), rng.getrandbits(63)
        first, count = rng.choice([0, 1_000_003]), 24
        seats = [pairs[0][1]] * players
        strategies: list[Any] = [None] * players
        if round_ % 2:
            for seat in rng.sample(range(players), rng.randint(1, players - 1)):
                strategies[seat] = seats[seat] = rng.choice(pairs)[1]
        tables = BatchTables(
            rng.choice([1, 5, 24, 40]),
            rules=rules,
            strategies=strategies,
            seed=seed,
            first=first,
            deals=count,
            auction=auction,
        )
        whole = CompiledTable(rules, seats, auction)
        expected = whole.play_numbered(seed, range(first, first + count)).rows
        np.testing.assert_array_equal(play_all(tables, random_actions), expected)
        seen.update(expected["outcome"].tolist())
    assert seen[Outcome.PLAYED] > 60
    assert seen[Outcome.ALL_PASS]


@kernel(entry=True)
def begin_given(rules: Any, given: Any, rows: Any) -> None:
    """Begin deals of given cards, as `tarotsim.kernels.batch.play_given` does."""
    for index in range(len(given)):
        row, cards = words_from(rows[index], 0), given[index]
        table.set_rules(rules, row)
        put(row, words.NUMBER, 10 + index)
        for seat in range(rules.players):
            own = words.PRIVATE + seat * words.PRIVATE_WORDS
            put(row, own + words.SEAT, seat)
            row[own + words.KEY] = cards[batch.GIVEN_KEYS + seat]
        for word in range(words.PILE_WORDS):
            row[words.PILES + word] = cards[batch.GIVEN_PILES + word]
        table.begin_deal(rules, row, get(cards, batch.GIVEN_DEALER))


def begin(tables: BatchTables, deals: list[Deal], keys: list[list[int]]) -> BatchTables:
    """Put given deals on the tables, each with its first question."""
    given = np.zeros((len(deals), batch.GIVEN_WORDS), dtype=np.uint64)
    for index, deal in enumerate(deals):
        _pack_deal(deal, keys[index], given[index])
    begin_given(tables._table.vector, given, tables._rows)
    tables._questions[:] = 0
    tables._questions[:, question.NEXT] = np.uint64((1 << 63) - 1)
    tables._advance()
    return tables


@pytest.mark.parametrize("players", PLAYERS)
def test_one_sided_deals(
    players: int,
    pairs: Any,
    random_rules: Callable[..., Any],
    lopsided_deal: Callable[..., Any],
) -> None:
    """Given cards that make poignées and forced trump discards frequent."""
    rng = random.Random(players)
    asked: Counter[int] = Counter()
    changes: list[dict[str, Any]] = [
        {},
        {"trump_discard": TrumpDiscard.ANY_NUMBER},
        {"slam_announcer": SlamAnnouncer.ANYBODY},
        {
            "slam_announcer": SlamAnnouncer.ANYBODY,
            "slam_announcement": SlamAnnouncement.BEFORE_CHIEN,
        },
    ]
    for round_ in range(12):
        rules = replace(random_rules(rng, players), **changes[round_ % 4])
        auction = _auction(rng, players)
        deals = [lopsided_deal(rng, rules) for _ in range(12)]
        keys = [[rng.getrandbits(64) for _ in range(players)] for _ in deals]
        whole = CompiledTable(rules, [pairs[0][1]] * players, auction)
        expected = whole.play_given(deals, keys=keys).rows
        tables = BatchTables(len(deals), rules=rules, seed=1, auction=auction)
        begin(tables, deals, keys)
        found: dict[int, tuple[int, ...]] = {}
        while True:
            found |= zip(tables.ended.tolist(), tables.results.tolist(), strict=True)
            if not tables.decision.any():
                break
            asked.update(tables.decision.tolist())
            tables.step(random_actions(tables))
        assert len(found) == len(deals)
        for index, row in enumerate(expected.tolist()):
            assert found[index][1:] == row[1:]
    assert all(
        asked[question] for question in Question if question is not Question.CALL
    )
    assert (asked[Question.CALL] > 0) == (players == 5)


class Replay:
    """Give the answers that were given at a table, in the same order."""

    def __init__(self, acts: dict[Question, deque[int]]) -> None:
        self.acts = acts

    def _next(self, question: Question) -> int:
        return self.acts[question].popleft()

    def bid(self, view: SeatView) -> Contract:
        return Contract(self._next(Question.BID))

    def call(self, view: SeatView) -> int:
        return self._next(Question.CALL)

    def chelem(self, view: SeatView) -> bool:
        return bool(self._next(Question.CHELEM))

    def ecart(self, view: SeatView) -> tuple[int, ...]:
        """Complete the cards named by those that had to go."""
        chosen = list(self.acts.pop(Question.ECART, ()))
        rest = [card for card in view.legal if card not in chosen]
        return (*chosen, *rest[: view.rules.chien_size - len(chosen)])

    def poignee(self, view: SeatView) -> PoigneeChoice | None:
        level = self._next(Question.POIGNEE)
        if not level:
            return None
        option = next(o for o in view.legal if o.level == level)
        hidden = list(self.acts.pop(Question.HIDE, ()))
        free = [c for c in option.pool if c not in (*option.must_show, *hidden)]
        missing = option.hide_count - len(hidden)
        assert missing in (0, len(free))
        return PoigneeChoice(Poignee(level), Cards(hidden + free[:missing]))

    def play(self, view: SeatView) -> int:
        return self._next(Question.PLAY)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_reference_engine_replays_the_choices(
    players: int, random_rules: Callable[..., Any]
) -> None:
    """Choices drawn by numpy, noted, and given to the reference engine."""
    rng, chance = random.Random(players), np.random.default_rng(players)
    for _ in range(4):
        rules = random_rules(rng, players)
        auction, seed = _auction(rng, players), rng.getrandbits(63)
        tables = BatchTables(
            8, rules=rules, seed=seed, deals=24, auction=auction, history=True
        )
        acts: Any = defaultdict(lambda: defaultdict(lambda: defaultdict(deque)))
        records: dict[int, DealRecord] = {}

        def choose(tables: BatchTables, acts: Any = acts) -> np.ndarray:
            picks = (chance.random(len(tables)) * tables.counts).astype(int)
            chosen: np.ndarray = tables.legal[np.arange(len(tables)), picks]
            numbers = tables.deal_numbers
            for index in np.flatnonzero(tables.decision):
                seat, asked = int(tables.seat[index]), int(tables.decision[index])
                log = acts[int(numbers[index])][seat][Question(asked)]
                log.append(int(chosen[index]))
            return chosen

        while not tables.is_over:
            tables.step(choose(tables))
            for place, row in enumerate(tables.results):
                records[int(row["deal"])] = tables.record(place)
                assert record_row(tables.record(place)) == tuple(row.tolist())
        for number, record in records.items():
            seats = [complete(Replay(acts[number][seat])) for seat in range(players)]
            deal = deal_cards(rules, seed, number)
            assert play_deal(rules, deal, seats, auction=auction) == record
            assert not any(
                log for seat in acts[number].values() for log in seat.values()
            )


@pytest.mark.parametrize("players", PLAYERS)
def test_only_completable_ecarts_are_offered(
    players: int, lopsided_deal: Callable[..., Any]
) -> None:
    """D9 and D7: whatever is chosen card by card is a legal écart (the engine checks).

    The highest and the lowest cards are tried first, trumps among them.
    """
    rng = random.Random(players)
    rules = replace(
        rules_for(players),
        trump_discard=TrumpDiscard.ANY_NUMBER,
        called_card_discard=CalledCardDiscard.FORBIDDEN,
    )
    trumps = 0
    for last in (False, True):
        deals = [lopsided_deal(rng, rules) for _ in range(60)]
        tables = BatchTables(60, rules=rules, seed=1, auction="best:garde")
        begin(tables, deals, [[1] * players] * 60)
        for _ in range(12):
            index = np.maximum(tables.counts - 1, 0) * last
            actions = tables.legal[np.arange(60), index]
            ecart = tables.decision == Question.ECART
            trumps += int((ecart & (actions >= 56)).sum())
            tables.step(actions)
    assert trumps


def _views(players: int) -> Iterator[tuple[BatchTables, np.ndarray]]:
    """Yield tables at many points of their deals."""
    chance = np.random.default_rng(players)
    tables = BatchTables(12, players, seed=players, deals=60)
    while not tables.is_over:
        picks = (chance.random(12) * tables.counts).astype(int)
        actions = tables.legal[np.arange(12), picks].astype(int)
        bids = (tables.decision == Question.BID) & (chance.random(12) < 0.7)
        actions[bids] = 0
        yield tables, actions
        tables.step(actions)


@pytest.mark.parametrize("players", PLAYERS)
def test_observations_hold_nothing_hidden(players: int) -> None:
    """Whatever stands outside the public block and the seat's own changes nothing."""
    chance = np.random.default_rng(1)
    asked: Counter[int] = Counter()
    for step, (tables, _) in enumerate(_views(players)):
        if step % 5:
            continue
        before = [tables.observe(relative=r).copy() for r in (False, True)]
        mask, drawn = tables.mask().copy(), tables.draw(1000, 3).copy()
        kept = tables._rows.copy()
        for index, seat in enumerate(tables.seat.tolist()):
            own = words.PRIVATE + seat * words.PRIVATE_WORDS
            hidden = np.arange(words.ROW_WORDS) >= words.PUBLIC_WORDS
            if seat >= 0:
                hidden[own : own + words.PRIVATE_WORDS] = False
            noise = chance.integers(0, 1 << 63, hidden.sum(), dtype=np.uint64)
            tables._rows[index, hidden] = noise
        after = [tables.observe(relative=r).copy() for r in (False, True)]
        np.testing.assert_array_equal(before, after)
        np.testing.assert_array_equal(mask, tables.mask())
        np.testing.assert_array_equal(drawn, tables.draw(1000, 3))
        tables._rows[:] = kept
        asked.update(tables.decision.tolist())
    assert asked[Question.PLAY] > 50


class Watcher:
    """Replay, and compare each view with the observation made at the table."""

    def __init__(self, replay: Replay, notes: dict[Question, deque[Any]]) -> None:
        self.replay = replay
        self.notes = notes

    def __getattr__(self, name: str) -> Any:
        if name not in ("bid", "call", "ecart", "chelem", "poignee", "play"):
            raise AttributeError(name)
        question = Question[name.upper()]

        def ask(view: SeatView) -> Any:
            notes = self.notes[question]
            if question is not Question.ECART or notes:
                compare_with_view(notes.popleft(), view)
            if question is Question.ECART:
                notes.clear()
            return getattr(self.replay, name)(view)

        return ask


def _cards(values: Any) -> set[int]:
    return set(np.flatnonzero(values).tolist())


def _or_none(value: Any) -> int | None:
    return None if value < 0 else int(value)


def compare_with_view(seen: Any, view: SeatView) -> None:
    """Assert that an observation tells what the view does."""
    assert seen["seat"] == view.seat
    assert seen["decision"] == view.stage
    assert seen["dealer"] == view.dealer
    assert _or_none(seen["taker"]) == view.taker
    assert seen["contract"] == view.contract
    assert _or_none(seen["called"]) == view.called
    assert _or_none(seen["partner"]) == view.known_partner
    assert _or_none(seen["chelem_by"]) == view.chelem_by
    assert seen["trick"] == view.trick_number
    assert seen["leader"] == view.leader
    assert _or_none(seen["led"]) == view.led_suit
    assert _or_none(seen["best"]) == view.winning_card
    assert _or_none(seen["winner"]) == view.winning_seat
    assert seen["level"] == 0
    spoken = {bid.seat: int(bid.contract) for bid in view.bids}
    shown = {showing.seat: showing for showing in view.showings}
    for seat in range(view.players):
        assert seen["bids"][seat] == spoken.get(seat, -1)
        assert _or_none(seen["camps"][seat]) == view.camp_of(seat)
        level = shown[seat].level if seat in shown else 0
        assert seen["poignees"][seat] == level
        cards = set(shown[seat].cards) if seat in shown else set()
        assert _cards(seen["shown_by"] == seat) == cards
        assert seen["ceilings"][seat] == view.ceilings[seat]
        bits = sum(1 << s for s in range(4) if seen["voids"][seat][s])
        assert bits == view.voids[seat]
    assert seen["table"].tolist() == [*view.table, *[-1] * (5 - len(view.table))]
    winners = [trick.winner for trick in view.tricks]
    assert seen["winners"].tolist() == winners + [-1] * (24 - len(winners))
    assert _cards(seen["hand"]) == set(view.hand)
    assert _cards(seen["dealt"]) == set(view.dealt)
    assert _cards(seen["ecart"]) == set(view.ecart)
    assert _cards(seen["chien"]) == set(view.chien or ())
    assert _cards(seen["ecart_shown"]) == set(view.ecart_shown)
    plays = [(n, *play) for n, t in enumerate(view.tricks) for play in t.plays()]
    number = len(view.tricks)
    plays += [(number, view.seat_at(i), card) for i, card in enumerate(view.table)]
    by = {card: (seat, trick) for trick, seat, card in plays}
    for card in range(78):
        assert (seen["played_by"][card], seen["played_in"][card]) == by.get(
            card, (-1, -1)
        )


@pytest.mark.parametrize("players", PLAYERS)
def test_observations_hold_the_view(
    players: int, random_rules: Callable[..., Any]
) -> None:
    rng, chance = random.Random(players), np.random.default_rng(players)
    for _ in range(3):
        rules = random_rules(rng, players)
        auction, seed = _auction(rng, players), rng.getrandbits(63)
        tables = BatchTables(6, rules=rules, seed=seed, deals=12, auction=auction)
        acts: Any = defaultdict(lambda: defaultdict(lambda: defaultdict(deque)))
        notes: Any = defaultdict(lambda: defaultdict(lambda: defaultdict(deque)))
        while not tables.is_over:
            seen, numbers = tables.observe(), tables.deal_numbers
            picks = (chance.random(6) * tables.counts).astype(int)
            chosen = tables.legal[np.arange(6), picks]
            for index in np.flatnonzero(tables.decision):
                number, seat = int(numbers[index]), int(tables.seat[index])
                asked = Question(int(tables.decision[index]))
                acts[number][seat][asked].append(int(chosen[index]))
                is_first = asked is not Question.ECART or not seen["aside"][index].any()
                if asked is not Question.HIDE and is_first:
                    notes[number][seat][asked].append(seen[index].copy())
            tables.step(chosen)
        for number in range(12):
            seats = [
                complete(Watcher(Replay(acts[number][seat]), notes[number][seat]))
                for seat in range(players)
            ]
            play_deal(rules, deal_cards(rules, seed, number), seats, auction=auction)
            assert not any(
                log for seat in notes[number].values() for log in seat.values()
            )


@pytest.mark.parametrize("players", PLAYERS)
def test_relative_seats_are_counted_from_the_seat_asked(players: int) -> None:
    by_seat = ("bids", "camps", "poignees", "ceilings", "voids")
    of_seats: tuple[str, ...] = (
        "dealer",
        "taker",
        "partner",
        "chelem_by",
        "leader",
        "winner",
    )
    of_seats += ("winners", "shown_by", "played_by")
    for step, (tables, _) in enumerate(_views(players)):
        if step % 7:
            continue
        plain = tables.observe().copy()
        seen = tables.observe(relative=True)
        for one, other in zip(plain, seen, strict=True):
            seat = int(one["seat"])
            assert other["seat"] == min(seat, 0)
            if seat < 0:
                assert one == other
                continue
            for name in by_seat:
                turned = np.roll(one[name][:players], -seat, axis=0)
                np.testing.assert_array_equal(other[name][:players], turned)
                np.testing.assert_array_equal(
                    other[name][players:], one[name][players:]
                )
            for name in of_seats:
                value = one[name]
                turned = np.where(value < 0, -1, (value - seat) % players)
                np.testing.assert_array_equal(other[name], turned)
            for name in ("hand", "table", "called", "led", "best", "trick", "aside"):
                np.testing.assert_array_equal(other[name], one[name])


@pytest.mark.parametrize("players", PLAYERS)
def test_masks_lists_and_counts_agree(players: int) -> None:
    for tables, _ in _views(players):
        mask = tables.mask()
        assert mask.shape == (12, 78)
        for index in range(12):
            count = tables.counts[index]
            listed = tables.legal[index]
            assert listed[:count].tolist() == np.flatnonzero(mask[index]).tolist()
            assert set(listed[count:].tolist()) <= {255}
            assert (count == 0) == (tables.decision[index] == 0)


@pytest.mark.parametrize("action", [-1, 3, 8, 40, 78])
def test_a_refused_step_leaves_every_table_as_it_was(action: int) -> None:
    """The first table's action is legal, the second one's is not."""
    tables = BatchTables(2, seed=1, rules=rules_for(4))
    tables.step(np.array([3, 3]))  # garde sans
    kept = tables._rows.copy(), tables._questions.copy()
    with pytest.raises(IllegalActError, match=r"table 1 .*\(R3\.3\); allowed: 0"):
        tables.step(np.array([4, action]))
    np.testing.assert_array_equal(kept[0], tables._rows)
    np.testing.assert_array_equal(kept[1], tables._questions)
    tables.step(np.array([4, 0]))
    assert tables.seat[1] == 0


@policy
def no_card(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    """Answer what is no card, or what a seat from outside would answer."""
    return np.int64(params[0])


@pytest.mark.parametrize("answer", [-1, 500])
def test_a_compiled_strategy_that_answers_wrongly_is_told(answer: int) -> None:
    wrong = CompiledStrategy({"play": no_card}, (answer,), name="wrong")
    tables = BatchTables(
        3, 3, strategies=[None, wrong, None], seed=1, auction="0:garde"
    )
    with pytest.raises(TarotError, match=r"wrong at seat 1 \(table \d, seed 1"):
        play_all(tables, lambda tables: tables.legal[:, 0])
    with pytest.raises(TarotError, match="the tables are apart"):
        tables.step(tables.legal[:, 0])
