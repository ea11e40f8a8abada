from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from tarotsim.game.layout import Stage
from tarotsim.game.parsing import parse_cards
from tarotsim.game.poignees import PoigneeOption
from tarotsim.game.rules import RULES_4, Contract, Poignee
from tarotsim.game.view import SeatView
from tarotsim.reference.ecart import discardable_cards, verify_ecart
from tarotsim.reference.poignee import poignee_options
from tarotsim_strategies.random_legal import RandomLegal

View = Callable[..., SeatView]
DRAWS = 3000


def _frequencies(
    view: SeatView, stage: Stage, legal: tuple[object, ...], strategy: RandomLegal
) -> Counter[object]:
    answers: Counter[object] = Counter()
    for key in range(DRAWS):
        asked = view._replace(stage=stage, legal=legal, key=key * 7919)
        answers[getattr(strategy, stage.label)(asked)] += 1
    return answers


def _is_near(count: int, chance: float) -> bool:
    """Tell whether a count is within 5 standard deviations of its mean."""
    return (count - DRAWS * chance) ** 2 < 25 * DRAWS * chance * (1 - chance)


def test_cards_are_uniform(view_of: View) -> None:
    view = view_of("1 21 Ex ♠2 5 9 ♥1")
    cards = _frequencies(view, Stage.PLAY, view.legal, RandomLegal())
    assert sorted(cards, key=repr) == sorted(view.legal, key=repr)
    assert all(_is_near(count, 1 / 7) for count in cards.values())


def test_bids_are_uniform_beside_the_passes(view_of: View) -> None:
    legal = (Contract.PASS, Contract.GARDE, Contract.GARDE_SANS)
    bids = _frequencies(view_of("♠1"), Stage.BID, legal, RandomLegal(p_pass=40))
    assert _is_near(bids[Contract.PASS], 0.4)
    assert _is_near(bids[Contract.GARDE], 0.3)
    assert _is_near(bids[Contract.GARDE_SANS], 0.3)


@pytest.mark.parametrize(
    ("hand", "plain", "trumps"),
    [
        ("21 9 8 7 5 2 1 Ex ♠1 2 3 4 5 6 7 8 9 ♥R ♦R", 9, 0),
        ("21 20 19 18 17 16 15 14 13 12 11 10 1 Ex ♠1 2 3 R ♥R ♦R ♣R", 3, 3),
    ],
)
def test_ecarts_are_legal_and_uniform(
    view_of: View, hand: str, plain: int, trumps: int
) -> None:
    cards = parse_cards(hand)
    view = view_of(hand)
    legal = discardable_cards(RULES_4, sorted(cards))
    ecarts = _frequencies(view, Stage.ECART, legal, RandomLegal())
    counts: Counter[int] = Counter()
    for ecart, count in ecarts.items():
        assert isinstance(ecart, tuple)
        assert len(verify_ecart(RULES_4, cards, ecart)) == trumps
        for card in ecart:
            counts[card] += count
    assert set(counts) == set(legal)
    for card, count in counts.items():
        share = (6 - trumps) / plain if card < 56 else trumps / (len(legal) - plain)
        assert share == 1 or _is_near(count, share)


def test_poignees_are_uniform(view_of: View) -> None:
    hand = parse_cards("21 20 18 17 16 15 14 13 12 11 10 9 1 Ex")
    options: tuple[PoigneeOption, ...] = poignee_options(RULES_4, hand)
    shown = _frequencies(view_of("♠1"), Stage.POIGNEE, options, RandomLegal(shows=60))
    silent = shown.pop(None)
    assert _is_near(silent, 0.4)
    hidden: Counter[int] = Counter()
    levels: Counter[Poignee] = Counter()
    for choice, count in shown.items():
        levels[choice.level] += count  # type: ignore[attr-defined]  # a PoigneeChoice
        if choice.level is Poignee.SIMPLE:  # type: ignore[attr-defined]  # the same
            hidden.update(dict.fromkeys(choice.hidden, count))  # type: ignore[attr-defined]  # the same
    assert _is_near(levels[Poignee.SIMPLE], 0.3)
    assert _is_near(levels[Poignee.DOUBLE], 0.3)
    assert len(hidden) == 13
    assert all(_is_near(count, 0.3 * 3 / 13) for count in hidden.values())


def test_silence_and_showing_can_be_certain(view_of: View) -> None:
    options = poignee_options(RULES_4, parse_cards("20 18 17 16 15 14 13 12 11 10"))
    view = view_of("♠1")
    never = _frequencies(view, Stage.POIGNEE, options, RandomLegal(shows=0))
    always = _frequencies(view, Stage.POIGNEE, options, RandomLegal(shows=100))
    assert set(never) == {None}
    assert None not in always
