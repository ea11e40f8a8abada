"""What the engine says of strategies that fail or act against the rules."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from tarotsim.game.auction import Imposed
from tarotsim.game.cards import TRUMPS
from tarotsim.game.errors import (
    IllegalActError,
    RulesError,
    StrategyError,
    TarotError,
)
from tarotsim.game.layout import Outcome
from tarotsim.game.poignees import PoigneeChoice
from tarotsim.game.records import Deal, DealRecord
from tarotsim.game.rules import RULES_4, Contract, Poignee, rules_for
from tarotsim.game.strategy import Strategy
from tarotsim.game.view import SeatView
from tarotsim.reference.dealing import deal_cards, deal_given
from tarotsim.reference.game import play_deal

Decide = Callable[[SeatView], Any]

WHERE = "(seed 11, deal 6)"


class Faulty(Strategy):
    """The defaults, but for one decision."""

    name = "faulty"

    def __init__(self, decision: str = "", decide: Decide | None = None) -> None:
        if decide is not None:
            setattr(self, decision, decide)


def play(
    decision: str, decide: Decide, *, players: int = 5, seat: int = 2
) -> DealRecord:
    """Let one seat take and decide in its own way."""
    rules = rules_for(players)
    seats = [Faulty() for _ in range(players)]
    seats[seat] = Faulty(decision, decide)
    auction = None if decision == "bid" else Imposed(Contract.GARDE, seat)
    return play_deal(rules, deal_cards(rules, 11, 6), seats, auction=auction)


DECISIONS = ["bid", "call", "ecart", "chelem", "play"]


def many_trumps() -> Deal:
    """Return a deal in which seat 0 can show a double poignée."""
    first = [*TRUMPS[2:16], 0, 1, 2, 3]
    rest = [card for card in range(78) if card not in first]
    hands = [first, *(rest[18 * i : 18 * i + 18] for i in range(3))]
    return deal_given(RULES_4, hands, rest[54:], dealer=3)


def play_poignee(decide: Decide) -> DealRecord:
    seats = [Faulty("poignee", decide), Faulty(), Faulty(), Faulty()]
    auction = Imposed(Contract.GARDE_SANS, 0)
    return play_deal(RULES_4, many_trumps(), seats, auction=auction)


@pytest.mark.parametrize("decision", DECISIONS)
@pytest.mark.parametrize("kind", [ZeroDivisionError, KeyError, TarotError, TypeError])
def test_a_strategy_that_raises_is_named(decision: str, kind: type[Exception]) -> None:
    def fail(view: SeatView) -> Any:
        raise kind("on purpose")

    with pytest.raises(StrategyError) as caught:
        play(decision, fail)
    text = str(caught.value)
    assert f"strategy faulty at seat 2 {WHERE}, asked for {decision}" in text
    assert f"raised {kind.__name__}: " in text
    assert "on purpose" in text
    assert isinstance(caught.value.__cause__, kind)


def test_a_strategy_without_a_decision_is_named() -> None:
    class Bare:
        name = "bare"

    seats: list[Any] = [Faulty(), Faulty(), Faulty(), Bare()]
    with pytest.raises(StrategyError, match=r"strategy bare at seat 3.*AttributeError"):
        play_deal(RULES_4, deal_cards(RULES_4, 11, 6), seats)


def test_an_interruption_passes_through() -> None:
    def interrupted(view: SeatView) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play("play", interrupted)


def test_a_strategy_cannot_end_the_program() -> None:
    def leaving(view: SeatView) -> Any:
        raise SystemExit(0)

    with pytest.raises(StrategyError, match="raised SystemExit: 0"):
        play("play", leaving)


def refusal(decision: str, answer: Any, rule: str) -> str:
    with pytest.raises(IllegalActError) as caught:
        play(decision, lambda view: answer)
    error = caught.value
    text = str(error)
    assert text.startswith(f"strategy faulty at seat 2 {WHERE}, asked for {decision}: ")
    assert error.rule == rule
    assert f"({rule})" in text
    assert error.allowed
    return text


@pytest.mark.parametrize(
    "answer", [None, "garde", 7, -1, 2.0, "", [], (Contract.GARDE,), object()]
)
def test_bids_that_are_none(answer: Any) -> None:
    assert "cannot bid" in refusal("bid", answer, "R3.3")


def test_a_bid_that_is_too_low() -> None:
    seats = [Faulty("bid", lambda view: Contract.GARDE) for _ in range(4)]
    with pytest.raises(IllegalActError, match="cannot bid garde over garde") as caught:
        play_deal(RULES_4, deal_cards(RULES_4, 11, 6), seats)
    assert "at seat 0" in str(caught.value)  # the dealer is seat 2


@pytest.mark.parametrize(
    "answer", [None, "♥R", 78, -1, 13.0, float("nan"), (13,), [], object(), 1 + 0j]
)
@pytest.mark.parametrize("decision", ["call", "play"])
def test_cards_that_are_none(decision: str, answer: Any) -> None:
    assert "is not a card" in refusal(decision, answer, "R0.1")


def test_cards_that_may_not_be_called_or_played() -> None:
    assert "cannot call ♥D" in refusal("call", 26, "R5.2")
    with pytest.raises(IllegalActError, match=r"cannot play .*: not in hand \(R9\)"):
        play("play", lambda view: next(c for c in range(78) if c not in view.hand))


def not_legal(view: SeatView) -> int:
    """Return a card of the hand that may not be played, if there is one."""
    legal: tuple[int, ...] = view.legal
    return next((card for card in view.hand if card not in legal), legal[0])


def test_a_revoke_is_refused_with_the_legal_cards() -> None:
    with pytest.raises(IllegalActError) as caught:
        play("play", not_legal)
    assert caught.value.rule in {"R9.2", "R9.3", "R9.4", "R9.5", "R5.6"}
    assert caught.value.allowed
    assert "asked for play: cannot" in str(caught.value)


@pytest.mark.parametrize("answer", [None, 3, "abc", {1: 2}, object(), range(3)])
def test_discards_that_are_none(answer: Any) -> None:
    assert "cannot discard" in refusal("ecart", answer, "R4.2")


def test_a_generator_is_no_discard() -> None:
    with pytest.raises(IllegalActError, match=r"cannot discard <generator.*R4\.2"):
        play("ecart", lambda view: (card for card in view.legal[:3]))


@pytest.mark.parametrize("answer", [(1, 2, "x"), [None] * 3, (0.0, 1.0, 2.0), [99] * 3])
def test_discards_of_what_is_no_card(answer: Any) -> None:
    assert "is not a card" in refusal("ecart", answer, "R0.1")


@pytest.mark.parametrize("kind", [tuple, list, set, frozenset])
def test_discards_in_any_plain_collection(kind: Any) -> None:
    record = play("ecart", lambda view: kind(view.legal[:3]))
    assert len(record.ecart) == 3


def test_wrong_counts_and_cards_of_a_discard() -> None:
    assert "3 different cards" in refusal("ecart", (), "R4.2")
    with pytest.raises(IllegalActError, match=r"R4\.2"):
        play("ecart", lambda view: view.legal[:2])
    with pytest.raises(IllegalActError, match=r"R4\.2"):
        play("ecart", lambda view: [view.legal[0]] * 3)


@pytest.mark.parametrize(
    "answer", ["simple", 1, True, 0, Poignee, (Poignee.SIMPLE,), 2.0, object()]
)
def test_showings_that_are_none(answer: Any) -> None:
    with pytest.raises(IllegalActError, match="cannot show") as caught:
        play_poignee(lambda view: answer)
    assert caught.value.rule == "R10.1"
    assert "faulty at seat 0 (given cards), asked for poignee" in str(caught.value)


def test_a_level_that_may_not_be_shown() -> None:
    with pytest.raises(IllegalActError, match=r"triple poignée \(R10.1\)") as caught:
        play_poignee(lambda view: Poignee.TRIPLE)
    assert caught.value.allowed == "simple, double"


@pytest.mark.parametrize("hidden", [(), (57,), (0, 1, 2, 3), (58, 58, 59, 60)])
def test_trumps_that_may_not_be_hidden(hidden: tuple[int, ...]) -> None:
    with pytest.raises(IllegalActError) as caught:
        play_poignee(lambda view: PoigneeChoice(Poignee.SIMPLE, hidden))
    assert caught.value.rule == "R10.3"
    assert caught.value.allowed.startswith("4 of ")


@pytest.mark.parametrize(
    "answer", [None, Poignee.SIMPLE, PoigneeChoice(Poignee.DOUBLE)]
)
def test_showings_that_are_right(answer: Any) -> None:
    record = play_poignee(lambda view: answer)
    levels = [showing.level for showing in record.showings]
    assert levels == ([] if answer is None else [getattr(answer, "level", answer)])
    assert record.showable == {0: Poignee.DOUBLE}


# -- answers of unusual types ------------------------------------------------------


class IndexInt:
    """A whole number that is no int, like those of array libraries."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value

    __int__ = __index__


def test_other_whole_numbers_are_cards() -> None:
    plain = play("play", lambda view: view.legal[-1])
    assert play("play", lambda view: IndexInt(view.legal[-1])) == plain
    called = play("call", lambda view: IndexInt(view.legal[1]))
    assert called == play("call", lambda view: view.legal[1])
    ecart = play("ecart", lambda view: [IndexInt(card) for card in view.legal[:3]])
    assert ecart == play("ecart", lambda view: view.legal[:3])
    for record in (plain, called, ecart):
        cards = [card for trick in record.tricks for card in trick.cards]
        assert {type(card) for card in [*cards, *record.ecart]} == {int}


class Awkward:
    """An answer that cannot be compared, like an array of several cards."""

    def __eq__(self, other: object) -> Any:
        raise ValueError("the truth value is ambiguous")

    def __bool__(self) -> bool:
        raise ValueError("the truth value is ambiguous")

    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("decision", "answer"),
    [
        ("call", float("inf")),
        ("play", float("inf")),
        ("play", Awkward()),
        ("call", Awkward()),
        ("call", b"5"),
        ("play", b"5"),
        ("call", Decimal("5.7")),
        ("play", Decimal("5.7")),
    ],
)
def test_awkward_cards_are_told_like_any_other(decision: str, answer: Any) -> None:
    with pytest.raises(TarotError, match=f"faulty at seat 2.*asked for {decision}"):
        play(decision, lambda view: answer)


def test_fractions_are_no_cards() -> None:
    half = Decimal("0.5")
    with pytest.raises(IllegalActError, match="is not a card"):
        play("ecart", lambda view: [card + half for card in view.legal[:3]])


@pytest.mark.parametrize(
    "answer",
    [
        Awkward(),
        "no",
        object(),
    ],
)
def test_a_slam_is_announced_by_true_or_false_only(answer: Any) -> None:
    with pytest.raises(TarotError, match=r"faulty at seat 2.*asked for chelem"):
        play("chelem", lambda view: answer)


@pytest.mark.parametrize(
    "choice",
    [
        PoigneeChoice(Poignee.SIMPLE, 5),  # type: ignore[arg-type]
        PoigneeChoice(Poignee.SIMPLE, (99, 98, 97, 96)),
        PoigneeChoice(Poignee.SIMPLE, "abcd"),  # type: ignore[arg-type]
        PoigneeChoice(Poignee.SIMPLE, ([1], [2], [3], [4])),  # type: ignore[arg-type]
        PoigneeChoice("simple"),  # type: ignore[arg-type]
        PoigneeChoice(None),  # type: ignore[arg-type]
        PoigneeChoice(4),  # type: ignore[arg-type]
    ],
)
def test_odd_choices_of_a_poignee_are_refused(choice: PoigneeChoice) -> None:
    with pytest.raises(TarotError, match=r"faulty at seat 0.*asked for poignee"):
        play_poignee(lambda view: choice)


def test_trumps_hidden_by_a_generator_are_hidden_or_refused() -> None:
    def choose(view: SeatView) -> PoigneeChoice:
        option = view.legal[0]
        hidden: Any = (card for card in option.pool[: option.hide_count])
        return PoigneeChoice(option.level, hidden)

    try:
        record = play_poignee(choose)
    except TarotError:
        return
    assert [len(showing.cards) for showing in record.showings] == [10]


# -- the table ---------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 3, 5])
def test_a_strategy_for_each_seat(count: int) -> None:
    deal = deal_cards(RULES_4, 11, 6)
    with pytest.raises(RulesError, match=f"a table of 4 needs .* not 4 and {count}"):
        play_deal(RULES_4, deal, [Faulty()] * count)


def test_a_deal_for_as_many_players() -> None:
    deal = deal_cards(rules_for(5), 11, 6)
    with pytest.raises(RulesError, match=r"a table of 4 needs .* not 5 and 4"):
        play_deal(RULES_4, deal, [Faulty()] * 4)


def test_a_petit_sec_is_cancelled_before_anybody_is_asked() -> None:
    first = [TRUMPS[0], *range(17)]
    rest = [card for card in range(78) if card not in first]
    hands = [first, *(rest[18 * i : 18 * i + 18] for i in range(3))]
    deal = deal_given(RULES_4, hands, rest[54:])

    def fail(view: SeatView) -> Any:
        raise AssertionError

    for auction in (None, Imposed(Contract.GARDE, 1)):
        seats = [Faulty("bid", fail)] * 4
        record = play_deal(RULES_4, deal, seats, auction=auction)
        assert record.outcome is Outcome.PETIT_SEC
        assert record.bids == ()


@pytest.mark.parametrize("count", [1, 5])
def test_keys_for_each_seat(count: int) -> None:
    deal = deal_cards(RULES_4, 11, 6)
    with pytest.raises(RulesError):
        play_deal(RULES_4, deal, [Faulty()] * 4, keys=range(count))
