"""Arms: decisions forced in both engines, and differences on the same deals."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from tarotsim.engine.forced import HIDES, parse_forced
from tarotsim.engine.overrides import together
from tarotsim.game.cards import BOUTS, EXCUSE, PETIT, TWENTY_ONE, is_trump
from tarotsim.game.errors import IllegalActError, RulesError, TarotError
from tarotsim.game.parsing import parse_cards
from tarotsim.kernels.bits import CODES
from tarotsim.kernels.packing import mask_of
from tarotsim.kernels.results import HISTORY_ECART, HISTORY_TRICKS
from tarotsim.runs.run import plan_run
from tarotsim.stats.intervals import wilson
from tarotsim.studies.arms import (
    Arm,
    ArmStudy,
    arm_run,
    force_bid,
    force_call,
    force_card,
    force_chelem,
    force_ecart,
    force_poignee,
    play_arms,
    study_arms,
)

PLAYER_COUNTS = (3, 4, 5)
MANY_TRUMPS = {3: 14, 4: 12, 5: 9}


def _rows_agree(arms: dict[str, Arm], **options: Any) -> dict[str, Any]:
    """Play some deals in both engines and return the compiled rows by arm."""
    found = {}
    for engine in ("compiled", "reference"):
        run = plan_run(30, seed=5, engine=engine, **options)
        found[engine] = play_arms(run, arms, range(30))
    for name in arms:
        ours, theirs = (found[engine][name].rows for engine in found)
        assert (ours == theirs).all(), name
    return {name: chunk.rows for name, chunk in found["compiled"].items()}


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("hides", HIDES)
def test_both_engines_show_and_hide_alike(players: int, hides: str) -> None:
    trumps = MANY_TRUMPS[players]
    arms = {
        "silent": Arm((force_poignee("taker", None),)),
        "shown": Arm((force_poignee("taker", "highest", hides),)),
        "simple": Arm((force_poignee(0, "simple", hides),)),
    }
    strategies = "point_count(reads_poignees=True)"
    rows = _rows_agree(
        arms,
        players=players,
        strategies=strategies,
        auction="0:garde_sans",
        given=f"0: trumps={trumps}, holds=1 21",
    )
    assert (rows["silent"]["shown_0"] == 0).all()
    played = rows["shown"]["outcome"] == 0
    shown = rows["shown"][played]
    assert (shown["shown_0"] == shown["showable_0"]).all()
    assert (rows["simple"]["shown_0"][played] == 1).all()


@pytest.mark.parametrize("hides", HIDES)
def test_what_stays_hidden_is_what_was_asked(hides: str) -> None:
    run = plan_run(
        40,
        seed=2,
        engine="reference",
        strategies="point_count",
        auction="0:garde_sans",
        given="0: numbered_trumps=12, holds=1 21",
    )
    own, forced = arm_run(run, Arm((force_poignee(0, "simple", hides),)))
    from tarotsim.engine.overrides import apply_all
    from tarotsim.engine.play import play, python_form

    seen = 0
    for number in range(40):
        deal = own.play_number(number).deal
        table = apply_all(forced, [python_form(s) for s in own.table])
        record = play(deal, table, auction=own.auction)
        if not record.showings:
            continue
        seen += 1
        trumps = {card for card in deal.hands[0] if is_trump(card)}
        hidden = trumps - set(record.showings[0].cards)
        plain = sorted(trumps - BOUTS)
        expected = {
            "high": set(plain[-2:]),
            "low": set(plain[:2]),
            "petit": {PETIT, plain[-1]},
            "twenty_one": {TWENTY_ONE, plain[-1]},
        }
        assert hidden == expected[hides]
    assert seen > 30


def test_named_trumps_stay_hidden() -> None:
    given = "0: hand=21 20 19 15 12 11 9 7 6 4 3 1 ♠R 7 3 ♥D 5 ♦2"
    arms = {"named": Arm((force_poignee(0, "simple", [PETIT, PETIT + 2]),))}
    _rows_agree(arms, given=given, auction="0:garde_sans", strategies="point_count")
    with pytest.raises(IllegalActError, match=r"R10\.3"):
        _rows_agree(
            {"wrong": Arm((force_poignee(0, "simple", [PETIT]),))},
            given=given,
            auction="0:garde_sans",
        )


def test_both_engines_force_bids_calls_slams_discards_and_cards() -> None:
    hand = "0: hand=21 20 19 18 15 12 11 ♠R D ♥R D ♦R D ♣V5"
    arms = {
        "bid": Arm(
            (force_bid(0, "garde"), *(force_bid(s, "pass") for s in (1, 2, 3, 4)))
        ),
        "call": Arm((force_call("taker", 55),), auction="0:garde"),
        "slam": Arm((force_chelem(0, True),), auction="0:garde_sans"),
        "other": Arm(strategies={2: "random_legal"}, auction="best-but-0:prise"),
    }
    rows = _rows_agree(arms, players=5, given=hand, strategies="point_count")
    assert (rows["bid"]["taker"][rows["bid"]["outcome"] == 0] == 0).all()
    played = rows["slam"]["outcome"] == 0
    assert (rows["slam"]["chelem"][played] != 0).all()
    assert (rows["call"]["called"][rows["call"]["outcome"] == 0] == 55).all()
    assert (rows["other"]["taker"][rows["other"]["outcome"] == 0] != 0).all()


def test_an_ecart_and_cards_are_forced() -> None:
    hand = "21 20 19 18 15 12 11 1 Ex ♠R D 7 ♥5 4 3 ♦5 4 3"
    low = parse_cards("♥5 4 3 ♦5 4 3")
    arms = {
        "ecart": Arm((force_ecart("taker", low),)),
        "lead": Arm((force_card(0, 0, TWENTY_ONE), force_card(0, 1, TWENTY_ONE - 1))),
    }
    numbers = [3, 7, 11, 15]  # dealer 3: seat 0 leads
    rows, acts = {}, {}
    for engine in ("compiled", "reference"):
        run = plan_run(
            20,
            seed=3,
            given=f"0: hand={hand}",
            auction="0:garde",
            strategies="point_count",
            engine=engine,
        )
        found = play_arms(run, arms, numbers, history=True)
        rows[engine] = {name: chunk.rows for name, chunk in found.items()}
        acts[engine] = {name: chunk.history for name, chunk in found.items()}
    for name in arms:
        assert (rows["compiled"][name] == rows["reference"][name]).all()
    gone = acts["compiled"]["ecart"][:, HISTORY_ECART]
    assert (gone == mask_of(low)[0]).all()
    first = acts["compiled"]["lead"][:, HISTORY_TRICKS] & np.uint64(0xFF)
    assert (first == CODES[TWENTY_ONE]).all()


@pytest.mark.parametrize("engine", ["compiled", "reference"])
def test_what_fails_in_a_deal_names_arm_and_decision(engine: str) -> None:
    arms = {"plain": Arm(), "bad": Arm((force_card(1, 2, EXCUSE),))}
    words = (
        r"arm bad: the forced decision 1: card 2=Ex \(seed 1, deal \d+\): cannot play"
    )
    with pytest.raises(IllegalActError, match=words):
        study_arms(
            arms,
            50,
            strategies="point_count",
            auction="0:garde",
            given="1: bars=Ex",
            seed=1,
            engine=engine,
        )


def test_cards_of_several_tricks_become_one_override() -> None:
    both = together([force_card(1, 0, 4), force_card(1, 3, 7)], 4)
    assert len(both) == 1
    assert both[0].params == (2.0, 0.0, both[0].params[2], 3.0, both[0].params[4])
    with pytest.raises(RulesError, match="two cards are forced of seat 1 in trick 0"):
        together([force_card(1, 0, 4), force_card(1, 0, 7)], 4)


@pytest.mark.parametrize(
    ("forced", "words"),
    [
        ((force_bid(0, "garde"), force_bid(0, "prise")), "forced twice"),
        ((force_bid(4, "garde"),), "seat 4 is not at a table of 4"),
        ((force_poignee(0, None), force_poignee("taker", None)), "may be the taker"),
    ],
)
def test_what_cannot_be_forced_together(forced: Any, words: str) -> None:
    with pytest.raises(RulesError, match=words):
        study_arms({"a": Arm(), "b": Arm(forced)}, 10)


@pytest.mark.parametrize(
    "text",
    [
        "0: bid=garde_sans",
        "1: bid=pass",
        "taker: call=♥R",
        "taker: ecart=♠4 ♠3 ♥8 ♥5 ♦2 ♣3",
        "2: chelem=yes",
        "taker: poignee=none",
        "3: poignee=double hides=low",
        "3: poignee=highest hides=20 19",
        "0: card 4=♠R",
    ],
)
def test_forced_decisions_have_a_text_that_is_read_back(text: str) -> None:
    (one,) = parse_forced(text)
    (again,) = parse_forced(one.text)
    assert (one.text, one.params, one.seat) == (again.text, again.params, again.seat)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "bid=garde",
        "x: bid=garde",
        "0: garde",
        "0: bid=best",
        "0: chelem=1",
        "0: poignee=quadruple",
        "0: poignee=simple hides=♠R",
        "0: card=♠R",
        "0: card 1=♠X",
        "taker: bid=garde",
        "taker: card 1=♠R",
        "0: =",
        "0: poignee=none hides=low",
        "0: poignee=simple hides=",
    ],
)
def test_what_cannot_be_read(text: str) -> None:
    with pytest.raises(TarotError):
        parse_forced(text)


@pytest.fixture(scope="module")
def study() -> ArmStudy:
    arms = {
        "garde": Arm(),
        "prise": Arm(auction="0:prise"),
        "random": Arm(strategies={1: "random_legal"}),
    }
    return study_arms(
        arms,
        2000,
        strategies="point_count",
        given="0: trumps>=9",
        auction="0:garde",
        seed=7,
    )


def test_the_estimates_are_those_of_the_rows(study: ArmStudy) -> None:
    found = play_arms(study.run, study.arms, range(2000))
    is_compared = found["garde"].rows["outcome"] != 2
    units = {k: c.rows["unit"][is_compared].astype(int) for k, c in found.items()}
    gap = units["prise"] - units["garde"]
    assert study.mean("prise").mean == pytest.approx(units["prise"].mean())
    difference = study.difference("prise")
    assert difference.mean == pytest.approx(gap.mean())
    assert difference.se == pytest.approx(gap.std(ddof=1) / len(gap) ** 0.5)
    assert study.difference("garde", "prise").mean == pytest.approx(-gap.mean())
    random = found["random"].rows
    won = random["won"].sum() / (random["outcome"] == 0).sum()
    assert study.success_rate("random").mean == pytest.approx(won)


def test_threads_and_engines_agree(study: ArmStudy) -> None:
    options: dict[str, Any] = {
        "strategies": "point_count",
        "given": "0: trumps>=9",
        "auction": "0:garde",
        "seed": 7,
    }
    again = study_arms(study.arms, 2000, threads=1, **options)
    assert again.to_json() == study.to_json()
    few = study_arms(study.arms, 20, **options)
    slow = study_arms(study.arms, 20, engine="reference", **options)
    ours, theirs = few.to_json(), slow.to_json()
    assert ours | {"engine": None} == theirs | {"engine": None}


def test_it_stops_at_a_half_width_but_not_before_1000_pairs() -> None:
    arms = {"garde": Arm(), "prise": Arm(auction="0:prise")}
    options: dict[str, Any] = {"strategies": "point_count", "auction": "0:garde"}
    loose = study_arms(arms, half_width=50, seed=1, **options)
    assert loose.stopped == "half_width"
    assert 1000 <= loose.sums.joint.n <= 2000
    tight = study_arms(arms, half_width=1.5, seed=1, **options)
    reached = tight.difference("prise").half_width
    assert reached is not None
    assert reached <= 1.5


def test_json_verdict_and_rows(study: ArmStudy) -> None:
    data = json.loads(json.dumps(study.to_json()))
    assert set(data["arms"]) == {"garde", "prise", "random"}
    assert data["arms"]["prise"]["auction"] == "0:prise"
    assert len(data["differences"]) == 3
    assert len(study.verdict) == 2
    assert "prise" in study.verdict[0]
    assert {row["quantity"] for row in study.tidy()} == {
        "mean",
        "success_rate",
        "difference",
    }


def test_arms_that_differ_in_nothing_say_so() -> None:
    same = study_arms({"a": Arm(), "b": Arm()}, 200, strategies="point_count", seed=1)
    assert same.difference("b").mean == 0
    assert "came out even in every one" in same.verdict[0]


def test_what_is_the_same_in_every_deal_has_no_interval() -> None:
    """Nobody looks, and the hand never loses: each deal is worth the prime."""
    arms = {
        "silent": Arm((force_poignee(0, None),)),
        "shown": Arm((force_poignee(0, "simple"),)),
    }
    same = study_arms(
        arms,
        100,
        strategies="point_count",
        given="0: trumps=14, bouts=3",
        auction="0:garde",
        seed=1,
    )
    difference = same.difference("shown")
    assert (difference.mean, difference.low, difference.high) == (20, None, None)
    assert "+20.00 points of u" in same.verdict[0]
    assert "in every one of 100 deals: no interval" in same.verdict[0]
    assert same.success_rate("shown") == wilson(100, 100)


@pytest.mark.parametrize(
    ("arms", "options", "words"),
    [
        ({"a": Arm()}, {}, "two arms or more"),
        ({"a": Arm(), "b": Arm()}, {"of": 4}, "of must be 'u' or a seat"),
        ({"a": Arm(), "b": Arm()}, {"half_width": 0}, "a half-width is"),
        ({"a": Arm(), "b": Arm(strategies={7: "expert"})}, {}, "seat 7 is not"),
        ({"a": Arm(), "b": Arm(auction="best")}, {}, "cannot read the auction"),
        ({"a": Arm(), " ": Arm()}, {}, "a name that can be printed"),
        (
            {"a": Arm(), "b": Arm((force_card(0, 18, 3),))},
            {},
            "no trick 18: .* 0 to 17",
        ),
        ({"a": Arm(), "b": Arm((force_call(0, 13),))}, {}, "no card is called"),
        (
            {"a": Arm(), "b": Arm((force_bid(0, "pass"),))},
            {"auction": "0:garde"},
            "the auction is imposed, 0:garde: nobody bids",
        ),
    ],
)
def test_bad_input_is_refused(arms: Any, options: Any, words: str) -> None:
    with pytest.raises(TarotError, match=words):
        study_arms(arms, 10, **options)
