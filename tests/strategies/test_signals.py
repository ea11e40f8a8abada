"""Signals of the defenders: what is said with a card, and what is heard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tarotsim.game.cards import PETIT, format_cards, is_trump
from tarotsim.game.parsing import parse_card
from tarotsim.game.view import SeatView
from tarotsim.kernels.asking import SCRATCH_WORDS
from tarotsim.kernels.blocks import private_block, public_block
from tarotsim.kernels.packing import CARDS, mask_of
from tarotsim_strategies.expert import Expert
from tarotsim_strategies.expert.knowledge import look, wish
from tarotsim_strategies.expert.listening import listen
from tarotsim_strategies.expert.speaking import speak

View = Callable[..., SeatView]
PLACES = ("♠", "♥", "♦", "♣", "T")


def _played(view: SeatView, **parameters: Any) -> str:
    player = Expert(**parameters)
    return format_cards([player.play(view)])


def _known(view: SeatView) -> tuple[Any, Any]:
    """Return the public block, and what the seat knows."""
    public, sight = public_block(view), np.zeros(SCRATCH_WORDS, dtype=np.uint64)
    params = np.array(Expert().compiled().params)
    look(public, private_block(view), params, sight)
    return public, sight


def _said(view: SeatView, chosen: str) -> str:
    """Return the card that is played for a suit card chosen, to say something."""
    public, sight = _known(view)
    suits, _ = mask_of(view.legal)
    code = mask_of([parse_card(chosen)])[0].bit_length() - 1
    said = speak(public, sight, np.uint64(suits), code)
    return format_cards([CARDS[said]])


def _heard(view: SeatView, *, sends: bool = False) -> dict[str, int]:
    """Return how much partners ask for what, zeros left out."""
    public, sight = _known(view)
    listen(public, sight, sends)
    wishes = {name: int(wish(sight, place)) for place, name in enumerate(PLACES)}
    return {name: much for name, much in wishes.items() if much}


def test_suit_leads_say_who_holds_an_honour(view_of: View) -> None:
    tricks = [(0, "♥1 2 3 4", 1)]
    for hand in ("♠D 8 3 2", "♠9 8 3 2"):
        view = view_of(hand, seat=1, tricks=tricks)
        played = parse_card(_played(view, sends_signals=True))
        usual = parse_card(_played(view))
        if played < PETIT and played % 14 < 10 and usual % 14 < 10:
            assert (played % 14 < 5) == ("D" in hand)


# The taker, seat 0, led pique first; a defender follows.
@pytest.mark.parametrize(
    ("hand", "table", "tricks", "said"),
    [
        # Five cards hold the attack's suit: high, then low.
        ("♠2 3 6 8 9 ♥3 5", "♠5", [], "♠3"),
        ("♠2 3 6 ♥3 5 ♦3 4", "♠5", [], "♠2"),
        # The Excuse says so too, in the first two rounds.
        ("♠D 2 3 6 ♥3 5 Ex", "♠R", [], "Ex"),
        ("♠2 3 6 ♥3 5 6 Ex", "♠R", [], "♠2"),
        # A doubleton in the suit of a partner.
        ("♠2 6 ♥3 5 ♦4", "♠R", [(2, "♥1 2 R 4", 3)], "♠6"),
        # Few trumps and the Petit: no more of a partner's trumps.
        ("1 4 5 ♥3 5 Ex", "9", [(0, "♥1 2 R 4", 3)], "Ex"),
        ("4 5 7 ♥3 5 Ex", "9", [(0, "♥1 2 R 4", 3)], "4"),
    ],
)
def test_defenders_follow_as_the_federation_recommends(
    view_of: View, hand: str, table: str, tricks: Any, said: str
) -> None:
    view = view_of(
        hand, table, seat=0 if tricks else 1, taker=1 if tricks else 0, tricks=tricks
    )
    assert _played(view, sends_signals=True) == said


@pytest.mark.parametrize(
    ("tricks", "wanted"),
    [
        # The partner, seat 2, put the Excuse on the taker's suit: a trump.
        ([(0, "♥R ♥2 Ex ♥1", 0), (0, "♦1 2 3 4", 3)], "trump"),
        # He followed the taker's suit high then low.
        ([(0, "♥1 2 9 R", 0), (0, "♥3 4 5 D", 1)], "trump"),
        # He led low from a suit: return it.
        ([(2, "♦2 3 R 4", 0), (0, "♥1 2 3 R", 3)], "♦"),
        # He led an odd trump.
        ([(2, "T9 T10 T12 T2", 0), (0, "♥1 2 3 R", 3)], "trump"),
    ],
)
def test_signals_are_read_by_the_next_leader(
    view_of: View, tricks: Any, wanted: str
) -> None:
    view = view_of("♠4 ♦9 ♣5 T14 T8", seat=1, taker=0, leader=1, tricks=tricks)
    played = _played(view, reads_signals=20.0)
    is_wanted = is_trump(parse_card(played)) if wanted == "trump" else "♦" in played
    assert is_wanted


# -- the chien's long suit -----------------------------------------------------------

LONG = "♦2 6 9 ♥3 ♣2 T14"
STRONG = "16 12 11 9 8 6 4 ♠D 8 3 2 ♥7 2 ♦8 7"
WEAK = "16 12 11 9 8 6 ♠D 8 3 2 ♥7 2 ♦8 7"
OPENING = (0, "♥1 4 5 6", 1)


@pytest.mark.parametrize(
    ("hand", "chien", "tricks", "said"),
    [
        (STRONG, LONG, [OPENING], "♦7"),
        # From strength only, and of a chien that was seen.
        (WEAK, LONG, [OPENING], "♠2"),
        (STRONG, "", [OPENING], "♠2"),
        # No suit is longer than all others, or as long as half of the chien.
        (STRONG, "♦2 6 9 ♣3 4 5", [OPENING], "♠2"),
        (STRONG, "♦2 6 ♥3 ♣2 T14 T13", [OPENING], "♠2"),
        # It was led before.
        (STRONG, LONG, [(0, "♦1 4 5 3", 1)], "♠2"),
        # Without a low card of it.
        (STRONG.replace("♦8 7", "♦V"), LONG, [OPENING], "♠2"),
    ],
)
def test_the_strong_hand_leads_the_long_suit_of_the_chien(
    view_of: View, hand: str, chien: str, tricks: Any, said: str
) -> None:
    view = view_of(hand, seat=1, leader=1, chien=chien, tricks=tricks)
    assert _said(view, "♠3") == said


def test_a_suit_of_the_chien_that_was_chosen_stays(view_of: View) -> None:
    view = view_of(STRONG, seat=1, leader=1, chien="♦2 6 9 ♠R ♣2 T14", tricks=[OPENING])
    assert _said(view, "♠3") == "♠2"
    assert _said(view, "♦8") == "♦7"


def test_two_of_three_cards_are_long_too(view_of: View) -> None:
    for chien, said in (("♦2 6 ♥3", "♦7"), ("♦2 ♣6 ♥3", "♠2")):
        view = view_of(STRONG, players=5, called="♣R", leader=1, chien=chien)
        assert _said(view, "♠3") == said


def test_the_attack_says_nothing(view_of: View) -> None:
    taker = view_of(STRONG, taker=1, leader=1, chien=LONG)
    partner = view_of(STRONG + " ♣R", players=5, called="♣R", leader=1, chien="♦2 6 ♥3")
    assert _said(taker, "♠3") == "♠3"
    assert _said(partner, "♠3") == "♠3"


@pytest.mark.parametrize(
    ("chien", "tricks", "heard"),
    [
        # Partner 2 takes over, without an honour or with one.
        (LONG, [(2, "♦8 R 1 3", 3)], {"♦": 1}),
        (LONG, [(2, "♦4 R 1 3", 3)], {"♦": 2}),
        # The chien was not seen, or two suits of it are as long.
        ("", [(2, "♦8 R 1 3", 3)], {"♦": -1}),
        ("♦2 6 9 ♥3 5 7", [(2, "♦8 R 1 3", 3)], {"♦": -1}),
        ("♦2 6 ♥3 ♣2 T14 T13", [(2, "♦8 R 1 3", 3)], {"♦": -1}),
        # It is not new.
        (LONG, [(0, "♦5 7 R 1", 2), (2, "♦8 D 10 3", 3)], {}),
        # An opponent led it; this seat did.
        (LONG, [(0, "♦8 R 1 3", 1)], {}),
        (LONG, [(1, "♦8 R 1 3", 2)], {}),
        # Who has no trumps is not strong.
        (LONG, [(0, "♣8 R ♠4 3", 1), (2, "♦8 R 1 3", 3)], {"♦": -1}),
    ],
)
def test_who_leads_the_long_suit_of_the_chien_is_heard(
    view_of: View, chien: str, tricks: Any, heard: dict[str, int]
) -> None:
    view = view_of("♠4 ♦9 ♣5 T14 T8", leader=1, chien=chien, tricks=tricks)
    assert _heard(view) == heard


def _rounds(suits: str) -> list[tuple[int, str, int]]:
    """Return rounds that the taker leads and all follow, each seat low then high."""
    rounds = ("6 3 4 5", "10 7 8 9", "R V C D")
    return [(0, suit + cards, 0) for suit in suits for cards in rounds]


def test_a_takeover_comes_while_seven_trumps_may_be_held(view_of: View) -> None:
    earlier = [*_rounds("♠♥♣"), (0, "T21 T1 T2 T3", 0), (0, "T20 T4 T5 T6", 0)]
    lead = (2, "♦8 R 1 3", 3)
    for before, heard in ((earlier, 1), ([*earlier, (0, "T19 T7 T9 T10", 0)], -1)):
        view = view_of("♦9 T14 T8", leader=1, chien=LONG, tricks=[*before, lead])
        assert _heard(view)["♦"] == heard


def test_the_attack_is_not_listened_to(view_of: View) -> None:
    first = (0, "♥2 3 4 R 5", 3)
    lead = (3, "♦8 R 1 3 4", 4)
    hand, chien = "♠4 ♦9 ♣5 T14 T8", "♦2 6 ♣3"
    view = view_of(
        hand, players=5, called="♥R", leader=1, chien=chien, tricks=[first, lead]
    )
    assert _heard(view) == {}
    view = view_of(
        hand, players=5, called="♠R", leader=1, chien=chien, tricks=[first, lead]
    )
    assert _heard(view) == {"♦": 1}
    view = view_of(hand, taker=1, leader=1, chien=LONG, tricks=[(2, "♦4 R 1 3", 3)])
    assert _heard(view) == {}


# -- asking for something else -------------------------------------------------------


@pytest.mark.parametrize(
    ("tricks", "heard"),
    [
        # Partner 2 asks for ♦, partner 3 for something else: he takes over.
        ([(2, "♦2 R 1 3", 3), (3, "♥3 1 5 6", 1)], {"♥": 2}),
        ([(2, "♦2 R 1 3", 3), (3, "♥R 1 5 6", 3)], {"♥": 2}),
        ([(2, "♦2 R 1 3", 3), (3, "T9 T4 T10 T2", 1)], {"T": 2}),
        # ... asks for nothing; for the same.
        ([(2, "♦2 R 1 3", 3), (3, "♥9 1 5 6", 3)], {"♦": 1, "♥": -1}),
        ([(2, "♦2 R 1 3", 3), (3, "T8 T4 T10 T2", 1)], {"♦": 1, "T": -1}),
        ([(2, "♦2 R 1 3", 3), (3, "♦4 10 5 6", 0)], {"♦": 1}),
        # ... for one thing of two that were asked for.
        (
            [(0, "♣R 2 Ex 3", 0), (2, "♦2 R 1 3", 3), (3, "T9 T4 T10 T2", 1)],
            {"♦": 1, "T": 2},
        ),
        # ... for one thing after another.
        (
            [(2, "♦2 R 1 3", 3), (3, "♥3 1 5 6", 3), (3, "♣4 1 5 6", 1)],
            {"♥": 2, "♣": 1},
        ),
        # ... had done as he was asked.
        (
            [(2, "♦2 R 1 3", 3), (3, "♦D 10 5 6", 3), (3, "♥3 1 5 6", 1)],
            {"♦": 1, "♥": 1},
        ),
        # ... could not: he has no ♦; he is not strong: he has no trumps.
        ([(2, "♦2 T2 1 3", 3), (3, "♥3 1 5 6", 1)], {"♦": 1, "♥": 1}),
        (
            [(0, "♠8 R 9 ♣4", 1), (2, "♦2 R 1 3", 3), (3, "♥3 1 5 6", 1)],
            {"♦": 1, "♥": 1},
        ),
        # Who asked himself asks for more.
        ([(2, "♦2 R 1 3", 2), (2, "♥3 1 5 6", 2)], {"♦": 1, "♥": 1}),
        # The attack leads; this seat does.
        ([(2, "♦2 R 1 3", 0), (0, "♥3 1 5 6", 1)], {"♦": 1}),
        ([(2, "♦2 R 1 3", 1), (1, "♥3 1 5 6", 2)], {"♦": 1}),
        # This seat asked too: a partner who asks for something else takes over.
        ([(1, "♦2 R 1 3", 2), (2, "♥3 1 5 6", 3)], {"♥": 2}),
        # Following asks too: the Excuse on the attack's suit, high then low.
        (
            [(0, "♣R 2 Ex 3", 0), (0, "♣D 4 5 6", 3), (3, "♥3 1 5 6", 1)],
            {"♥": 2},
        ),
        # The Excuse takes back the wish for trumps.
        ([(2, "T9 Ex T2 T3", 2), (3, "♥3 1 5 6", 1)], {"♥": 1, "T": -1}),
    ],
)
def test_who_asks_for_something_else_takes_over(
    view_of: View, tricks: Any, heard: dict[str, int]
) -> None:
    view = view_of("♠4 ♦9 ♣5 T14 T8", leader=1, tricks=tricks)
    assert _heard(view) == heard


def test_the_last_to_take_over_is_helped(view_of: View) -> None:
    tricks = [
        (2, "♦2 R 1 3", 3),
        (3, "♥3 1 5 6", 2),
        (2, "♣4 1 5 6", 1),
    ]
    view = view_of("♠4 ♦9 ♣5 T14 T8", leader=1, tricks=tricks)
    assert _heard(view) == {"♣": 2}


def test_a_strong_hand_that_sends_minds_no_wishes(view_of: View) -> None:
    tricks = [(2, "♦2 R 1 3", 3), (3, "♦4 10 5 6", 1)]
    for hand, minds in ((STRONG, False), (WEAK, True)):
        view = view_of(hand, leader=1, tricks=tricks)
        assert _heard(view)["♦"] > 0
        assert ("♦" in _heard(view, sends=True)) == minds
        assert "♦" in _played(view, reads_signals=20.0)
        played = _played(view, sends_signals=True, reads_signals=20.0)
        deaf = _played(view, sends_signals=True)
        assert "♦" in played if minds else played == deaf


def test_each_of_five_seats_is_heard_by_itself(view_of: View) -> None:
    def heard(second: str) -> dict[str, int]:
        view = view_of(
            "♠4 ♦9 T14 T8",
            players=5,
            taker=2,
            called="♠R",
            leader=1,
            tricks=[(2, "♣R 2 3 9 4", 2), (2, second, 1)],
        )
        return _heard(view)

    assert heard("♣D 5 6 10 7") == {}
    assert heard("♣D 5 6 1 7") == {"T": 1}
