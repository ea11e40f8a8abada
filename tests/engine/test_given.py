"""Conditions as a person writes them, and the deals that come out."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given as example_of
from hypothesis import settings
from hypothesis import strategies as st

from tarotsim import deal, play, resume, strata
from tarotsim.engine import dealing, dealing_compiled
from tarotsim.engine.dealing import deal_number
from tarotsim.engine.dealing_compiled import deal_words
from tarotsim.engine.given import Given, as_given
from tarotsim.engine.terms import COUNTS
from tarotsim.game.cards import CARD_COUNT, EXCUSE, HALF_POINTS, PETIT
from tarotsim.game.errors import NotationError, RulesError, TarotError
from tarotsim.game.record_json import deal_from_json, deal_to_json
from tarotsim.game.rules import rules_for
from tarotsim.kernels import batch
from tarotsim.kernels.bits import CODES
from tarotsim.kernels.row import CHIEN_PILE
from tarotsim.stats import probability
from tarotsim.stats.intervals import exact_binomial_p_value

if TYPE_CHECKING:
    from tarotsim.game.records import Deal

ALPHA = 1e-5
RULES = rules_for(4)
HAND = "21 18 15 12 9 6 4 Ex ♠R73 ♥DC5 ♦10 2 ♣V8"
SORTED = "21 18 15 12 9 6 4 Ex ♠R ♠7 ♠3 ♥D ♥C ♥5 ♦10 ♦2 ♣V ♣8"


def read(value: Any, players: int = 4) -> Given:
    given = as_given(value, rules_for(players))
    assert given is not None
    return given


def masks(given: Given, count: int, players: int = 4, seed: int = 1) -> np.ndarray:
    """Return who holds each card: bool array (deals, piles, cards)."""
    numbers = np.arange(count, dtype=np.uint64)
    words = deal_words(rules_for(players), given, seed, numbers).words
    places = [*range(0, 2 * players, 2), CHIEN_PILE]
    held = np.zeros((count, players + 1, CARD_COUNT), dtype=bool)
    for pile, place in enumerate(places):
        for card, code in enumerate(CODES):
            word = words[:, batch.GIVEN_PILES + place + code // 64]
            held[:, pile, card] = word >> np.uint64(code % 64) & np.uint64(1)
    return held


# -- reading -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("2: trumps=10, holds=Petit", "2: holds=1, trumps=10"),
        ("seat 2 : trumps = 10 .. 12", "2: trumps=10..12"),
        ("CHIEN: kings=0", "chien: kings=0"),
        ("0 + chien: points>=20.5", "0+chien: points>=20.5"),
        ("1: points=20.0", "1: points=20"),
        ("1: trumps_plus_excuse<=3", "1: trumps<=3"),
        ("2: holds=21, 1, Ex, kings=0", "2: holds=21 1 Ex, kings=0"),
        ("2: holds=T21 SR", "2: holds=21 ♠R"),
        ("2: trumps>=8, trumps<=12", "2: trumps=8..12"),
        (["2: holds=21", "2: holds=1"], "2: holds=21 1"),
        ("2: trumps=10; chien: kings=0", "2: trumps=10; chien: kings=0"),
        ("2: trumps=10\n1: kings=0;", "1: kings=0; 2: trumps=10"),
        ({2: {"trumps": 10}}, "2: trumps=10"),
        ({"2": {"trumps": (10, None)}}, "2: trumps>=10"),
        ({"2+chien": {"trumps": range(3, 6)}}, "2+chien: trumps=3..5"),
        ({0: {"points": 20.0, "bars": [EXCUSE]}}, "0: bars=Ex, points=20"),
        ({0: {"points": (Fraction(41, 2), 30)}}, "0: points=20.5..30"),
        ({0: {"trumps": ">=3", "kings": "1..2"}}, "0: trumps>=3, kings=1..2"),
        (f"0: hand={HAND}", f"0: hand={SORTED}"),
    ],
)
def test_what_is_written_in_one_way_or_another(value: Any, text: str) -> None:
    given = read(value)
    assert str(given) == text
    assert read(text) == given
    assert read([given, text]) == given


def test_nothing_is_asked() -> None:
    assert as_given(None, RULES) is None
    assert as_given([], RULES) is None
    assert as_given({}, RULES) is None


WRONG = [
    ("", NotationError, "cannot read the condition ''"),
    ("trumps=10", NotationError, "cannot read the condition 'trumps=10'"),
    ("2: ", NotationError, "cannot read ''"),
    ("2: trumps", NotationError, "cannot read 'trumps'"),
    ("2: trumps=", NotationError, "cannot read 'trumps='"),
    ("2: trumps=ten", NotationError, "cannot read 'trumps=ten'"),
    ("2: trumps=-1", NotationError, "cannot read 'trumps=-1'"),
    ("2: trumps=>3", NotationError, "cannot read"),
    ("2: trumps!=3", NotationError, "cannot read 'trumps!=3'"),
    ("2: trumps>=3..5", NotationError, "cannot read"),
    ("2: trumps=2.5", NotationError, "a count of them is a whole number, 0 to 22"),
    ("2: points=2.3", NotationError, "points are 0 to 91 in halves"),
    ("2: points=92", NotationError, "points are 0 to 91 in halves"),
    ("2: trumps=12..10", NotationError, "the least comes first"),
    ("2: atouts=3", NotationError, "unknown 'atouts'; allowed: trumps, points"),
    ("2: holds=", NotationError, "names no card"),
    ("2: holds>=21", NotationError, "followed by = and cards"),
    ("2: holds=22", NotationError, "'22' is not a trump"),
    ("2: holds=♠R D5", NotationError, "2: holds: 'D5' is ambiguous"),
    ("2: hand=21 18", NotationError, "2 cards are given, 18 expected"),
    (f"2: hand=21 {HAND}", NotationError, "21 is given twice"),
    ("2: hand=" + HAND.replace("18", "22"), NotationError, "'22' is not a trump"),
    ("chien: holds=1 2 3 4 5 6 7", NotationError, "7 cards are given, 6 fit"),
    ("4: trumps=10", RulesError, "seat 4 is not at a table of 4: 0 to 3"),
    ("2+chien+3: trumps=1", NotationError, "cannot read the condition"),
    ("2: trumps<=3, trumps>=5", RulesError, "both trumps<=3 and trumps>=5 cannot be"),
    ("2: trumps=19", TarotError, "trumps can be 0 to 18"),
    ("chien: points=3.5", TarotError, "points can be 3 to 27, always whole points"),
    ("2: kings=3; 1: kings=2", TarotError, "kings can be 0 to 2"),
    ("2: holds=21; 1: holds=21", TarotError, "1: holds=21"),
    ("2: holds=21, bars=21", TarotError, "no deal has 2: bars=21 together with"),
    ("0: trumps=0; 1: trumps=0; 2: trumps=0; 3: trumps<=15", TarotError, "together"),
    (7, NotationError, "7 is no condition"),
    ([3], NotationError, "3 is no condition"),
    ({2: "trumps"}, NotationError, "must be a mapping"),
    ({True: {"trumps": 1}}, NotationError, "True is no place"),
    ({"seats": {"trumps": 1}}, NotationError, "'seats' is no place"),
    ({2: {"trumps": True}}, NotationError, "cannot be True"),
    ({2: {"trumps": None}}, NotationError, "cannot be None"),
    ({2: {"trumps": (1, 2, 3)}}, NotationError, "a least and a greatest"),
    ({2: {"trumps": range(0, 8, 2)}}, NotationError, "steps of one"),
    ({2: {"trumps": float("nan")}}, NotationError, "cannot be nan"),
    ({2: {"holds": 3}}, NotationError, "needs cards, not 3"),
    ({2: {"holds": [78]}}, NotationError, "78 is not a card number"),
    ({2: {3: 4}}, NotationError, "unknown 3"),
]


@pytest.mark.parametrize(("value", "kind", "message"), WRONG)
def test_nonsense_is_refused(value: Any, kind: type[TarotError], message: str) -> None:
    with pytest.raises(kind) as caught:
        as_given(value, RULES)
    assert message in str(caught.value)


@settings(max_examples=40, deadline=None)
@example_of(st.data())
def test_every_text_is_read_back(data: st.DataObject) -> None:
    asked: dict[Any, Any] = {}
    for who in data.draw(
        st.sets(st.sampled_from([0, 3, "chien", "1+chien"]), min_size=1)
    ):
        names = data.draw(st.sets(st.sampled_from([*COUNTS, "points"]), min_size=1))
        terms: dict[str, Any] = {}
        for name in sorted(names):
            low = data.draw(st.integers(0, 4))
            high = data.draw(st.none() | st.integers(low, 78))
            terms[name] = (low, high)
        cards = data.draw(st.sets(st.integers(0, 77), max_size=3))
        if cards:
            terms[data.draw(st.sampled_from(["holds", "bars"]))] = sorted(cards)
        asked[who] = terms
    try:
        given = as_given(asked, RULES)
    except TarotError:
        return  # what nothing can meet
    assert as_given(str(given), RULES) == given
    assert hash(given) == hash(as_given(str(given), RULES))


# -- dealing -------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_deal_does_what_is_asked(players: int) -> None:
    given = read(
        "2: trumps=10, holds=Petit; 0+chien: kings=2..3; 1: points<=30", players
    )
    held = masks(given, 2000, players)
    assert (held.sum(axis=1) == 1).all()
    sizes = [rules_for(players).hand_size] * players + [rules_for(players).chien_size]
    assert (held.sum(axis=2) == sizes).all()
    trumps, kings = sorted(COUNTS["trumps"]), sorted(COUNTS["kings"])
    assert (held[:, 2, trumps].sum(axis=1) == 10).all()
    assert held[:, 2, PETIT].all()
    both = (held[:, 0] | held[:, players])[:, kings].sum(axis=1)
    assert set(both.tolist()) == {2, 3}
    assert (held[:, 1] @ np.array(HALF_POINTS) <= 60).all()


def _share_is(count: int, n: int, share: Fraction) -> None:
    p = exact_binomial_p_value(count, n, float(share))
    assert p > ALPHA, (count / n, float(share), p)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_shares_are_the_exact_ones(players: int) -> None:
    """What is left open is as frequent as counting says."""
    base = "2: trumps>=8; 0+chien: bouts=1..2; 1: points<=35"
    rules, n = rules_for(players), 40_000
    held = masks(read(base, players), n, players, seed=5)
    trumps = sorted(COUNTS["trumps"])
    whole = read(base, players).chance(rules)
    for count in (8, 9, 10):
        share = read(f"{base}; 2: trumps={count}", players).chance(rules) / whole
        _share_is(int((held[:, 2, trumps].sum(axis=1) == count).sum()), n, share)
    for card in (PETIT, 60, EXCUSE, 13, 0, 54):
        for pile in range(players + 1):
            who = "chien" if pile == players else pile
            share = Fraction(0)
            if held[:, pile, card].any():
                holds = [base, {who: {"holds": [card]}}]
                share = read(holds, players).chance(rules) / whole
            _share_is(int(held[:, pile, card].sum()), n, share)


def test_a_hand_of_f13_in_deals() -> None:
    n = 40_000
    held = masks(read(f"0: hand={HAND}"), n)
    assert len(np.unique(held[:, 0], axis=0)) == 1
    trumps = sorted(COUNTS["trumps"])
    enough = (held[:, 0] | held[:, 4])[:, trumps].sum(axis=1) >= 10
    _share_is(int(enough.sum()), n, Fraction(55861, 130036))
    _share_is(int(held[:, 4, PETIT].sum()), n, Fraction(1, 10))
    none = held[:, 4, trumps].sum(axis=1) == 0
    _share_is(int(none.sum()), n, Fraction(121647, 650180))


def test_the_rest_is_uniform() -> None:
    """Where two cards of the rest are: a chi-square over all pairs of piles."""
    n = 60_000
    held = masks(read("2: trumps=10, holds=Petit"), n, seed=9)
    where = held.argmax(axis=1)
    exact = {
        (p, q): float(
            read(
                ["2: trumps=10, holds=Petit", {a: {"holds": [0]}}, {b: {"holds": [1]}}]
            ).chance(RULES)
            / read("2: trumps=10, holds=Petit").chance(RULES)
        )
        for p, a in enumerate((0, 1, 2, 3, "chien"))
        for q, b in enumerate((0, 1, 2, 3, "chien"))
    }
    assert sum(exact.values()) == pytest.approx(1)
    square = sum(
        (int(((where[:, 0] == p) & (where[:, 1] == q)).sum()) - n * share) ** 2
        / (n * share)
        for (p, q), share in exact.items()
    )
    assert square < 66  # 24 degrees of freedom, 1e-5


def test_a_deal_depends_on_nothing_else() -> None:
    given = read("2: trumps=10")
    alone = deal_words(RULES, given, 4, np.array([77], dtype=np.uint64)).words
    among = deal_words(RULES, given, 4, np.arange(100, dtype=np.uint64)).words
    assert (alone[0] == among[77]).all()
    assert deal(seed=4, number=77, given="2: trumps>=10, trumps<=10") == deal_number(
        RULES, 4, 77, given
    )
    other = deal(seed=4, number=77, given="2: trumps=10..11")
    assert other.hands != deal(seed=4, number=77, given=given).hands
    assert other.dealer == 77 % 4


def test_a_deal_tells_its_condition_and_is_checked() -> None:
    one = deal(seed=1, number=2, given="2: trumps=10")
    assert one.given == "2: trumps=10"
    assert deal_from_json(deal_to_json(one)) == one
    record = play(one)
    assert resume(record) == record
    with pytest.raises(RulesError, match="given 2: trumps=10 give another deal"):
        play(replace(one, seed=3))
    with pytest.raises(NotationError):
        play(replace(one, given="strange"))


# -- predicates ----------------------------------------------------------------------


def never(deal: Deal) -> bool:
    return False


def test_what_cannot_be_met_by_trying_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (dealing, dealing_compiled):
        monkeypatch.setattr(module, "MOST_ATTEMPTS", 500)
    for act in (
        lambda: deal(seed=1, given=["2: trumps=10", never]),
        lambda: deal_words(RULES, read(never), 1, np.arange(1, dtype=np.uint64)),
    ):
        with pytest.raises(
            TarotError, match="none of 500 deals satisfies the predicate never"
        ):
            act()


def test_a_predicate_that_fails_is_named() -> None:
    def broken(deal: Deal) -> bool:
        raise ZeroDivisionError("oh")

    with pytest.raises(
        TarotError, match=r"broken raised ZeroDivisionError: oh on deal"
    ):
        deal(seed=1, given=broken)
    forgotten: Any = lambda deal: None  # noqa: E731
    with pytest.raises(TarotError, match="must return True or False, not None"):
        deal(seed=1, given=forgotten)
    from_numpy: Any = lambda d: np.bool_(PETIT in d.hands[1])  # noqa: E731
    assert PETIT in deal(seed=1, given=from_numpy).hands[1]


def test_a_predicate_accepts_the_share_that_it_should() -> None:
    given = read(["1: trumps>=6", lambda d: EXCUSE in d.hands[1]])
    dealt = deal_words(RULES, given, 2, np.arange(600, dtype=np.uint64))
    terms = read("1: trumps>=6")
    share = read("1: trumps>=6, holds=Ex").chance(RULES) / terms.chance(RULES)
    # So many accepted in so many tries, the last of them one of these.
    _share_is(599, int(dealt.attempts.sum()) - 1, share)


# -- strata --------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_cells_are_those_of_probability(players: int) -> None:
    cells = strata({2: ["trumps", "bouts"]}, players=players)
    expected = probability.joint_distribution(["trumps_plus_excuse", "bouts"], players)
    assert {cell.counts: cell.weight for cell in cells} == dict(expected)
    cells = strata({"0+chien": "trumps"}, f"0: hand={HAND}") if players == 4 else cells
    assert sum(cell.weight for cell in cells) == 1


def test_cells_of_a_condition() -> None:
    cells = strata({"0+chien": "trumps"}, f"0: hand={HAND}")
    assert sum(c.weight for c in cells if c.counts[0] >= 10) == Fraction(55861, 130036)
    assert str(cells[0].given).endswith("0+chien: trumps=8")
    with pytest.raises(TarotError, match="cannot split by 'points'"):
        strata({2: "points"})
    with pytest.raises(TarotError, match="name what to split by"):
        strata({})
    with pytest.raises(TarotError, match="predicate cannot be counted"):
        strata({2: "trumps"}, never)


def test_deals_of_different_cells_have_nothing_in_common() -> None:
    salts = Counter(cell.given.salt for cell in strata({2: ["trumps", "bouts"]}))
    assert set(salts.values()) == {1}
