"""The poignée study: arms on the same cards, and the exact split (F15)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tarotsim import (
    Contract,
    Poignee,
    SeatView,
    StrategyError,
    TarotError,
    simulate,
    study_poignee,
)
from tarotsim.engine.play import python_form
from tarotsim.game.strategy import Strategy, override
from tarotsim.present.tables import format_result
from tarotsim.runs.run import Run
from tarotsim.stats.intervals import LEAST_CASES, Estimate
from tarotsim.studies import objectives
from tarotsim.studies.cases import CASE_DTYPE
from tarotsim.studies.hands import estimate_chances
from tarotsim.studies.objectives import Measure, parse_objective
from tarotsim.studies.poignee import PoigneeStudy
from tarotsim.studies.poignee_words import (
    _WAYS,
    break_even_sentence,
    hiding_sentences,
)

PLAYER_COUNTS = (3, 4, 5)


@pytest.fixture(scope="module", params=PLAYER_COUNTS)
def blind(request: pytest.FixtureRequest) -> PoigneeStudy:
    """Players that ignore what is shown."""
    return study_poignee(
        played=150,
        players=request.param,
        strategies="point_count(reads_poignees=False)",
        seed=11,
        auction="best:garde",
    )


def test_f15_information_is_exactly_zero_for_players_that_do_not_look(
    blind: PoigneeStudy,
) -> None:
    assert len(blind.cases)
    frame = blind.to_pandas()
    assert (frame["information_part"] == 0).all()
    primes = frame["level"].map({p.label: p.prime for p in Poignee})
    assert (frame["difference"] == primes.where(frame["won_silent"], -primes)).all()
    assert (frame["won_shown"] == frame["won_silent"]).all()


def test_f15_gain_is_the_prime_times_the_balance_of_wins(blind: PoigneeStudy) -> None:
    cases = blind.to_pandas().query("level == 'simple'")
    p = cases["won_silent"].mean()
    assert cases["difference"].mean() == pytest.approx(20 * (2 * p - 1))


def test_players_that_look_make_information() -> None:
    result = study_poignee(
        played=150,
        players=5,
        strategies="point_count(reads_poignees=True)",
        seed=1,
        auction="best:garde",
    )
    frame = result.to_pandas()
    assert set(frame["information_part"]) != {0}
    parts = frame["prime_part"] + frame["information_part"]
    assert (parts == frame["difference"]).all()


def test_both_arms_are_the_same_deal_with_one_decision_changed() -> None:
    result = study_poignee(played=60, players=5, seed=2, auction="best:garde")
    run = result.run
    case = result.cases[result.cases["side"] == 0][0]
    seat = int(case["seat"])
    table = [python_form(strategy) for strategy in run.table]
    units = []
    for level in (lambda view: view.legal[-1].level, lambda view: None):
        table[seat] = override(python_form(run.table[seat]), poignee=level)
        other = Run(
            run.rules, tuple(table), run.strategies, run.seed, run.auction, 1, None
        )
        record = other.play_number(int(case["deal"]))
        assert record.score is not None
        units.append(record.score.unit)
    assert [case["u_shown"], case["u_silent"]] == units


def test_the_base_run_is_that_of_simulate() -> None:
    strategies = "expert"
    result = study_poignee(200, seed=5)
    rows = simulate(200, seed=5, strategies=strategies)
    played = rows.to_pandas().query("outcome == 'played'")
    assert result.outcomes["played"] == len(played)
    could = sum((played[f"showable_{s}"] != "none").sum() for s in range(4))
    assert could == len(result.cases)
    assert result.frequency == rows.summary().poignees


def _cases(n: int, gain: int) -> np.ndarray:
    cases = np.zeros(n, dtype=CASE_DTYPE)
    cases["deal"] = np.arange(n)
    cases["level"], cases["contract"], cases["trumps"], cases["bouts"] = 1, 2, 10, 1
    cases["u_shown"] = 50 + gain + cases["deal"] % 2
    cases["u_silent"] = 50
    cases["won_shown"] = cases["won_silent"] = True
    return cases


def _study(cases: np.ndarray) -> PoigneeStudy:
    whole = study_poignee(1, seed=1)
    goal = parse_objective("score")
    gains = Measure(goal, whole.run).gains(cases)
    return PoigneeStudy(whole.run, whole.outcomes, whole.frequency, cases, gains, goal)


@pytest.mark.parametrize(
    ("n", "gain", "words"),
    [
        (LEAST_CASES - 1, 20, "not enough deals: 29 cases"),
        (LEAST_CASES, 20, "showing paid \\+20.5"),
        (LEAST_CASES, -20, "showing cost -19.5 .*stay silent"),
    ],
)
def test_the_verdict_says_what_the_interval_allows(
    n: int, gain: int, words: str
) -> None:
    import re

    sentence = _study(_cases(n, gain)).verdict[0]
    assert re.search(words, sentence)


def test_the_verdict_says_how_many_cases_would_tell() -> None:
    cases = np.concatenate([_cases(40, 20), _cases(39, -21)])
    cases["deal"] = np.arange(79)
    assert "would tell" in _study(cases).verdict[0]


@pytest.mark.parametrize(
    ("mean", "low", "high", "words"),
    [
        (0.6, 0.5, 0.7, "breaks even at an estimated chance to win of 0.60 [0.50, 0.7"),
        (
            0.6,
            None,
            None,
            "these deals do not show that the gain depends on the chance",
        ),
        (1.3, 1.1, 1.8, "crosses 0 above 1: no hand of these deals is at"),
        (-0.3, -0.8, -0.1, "crosses 0 below 0: no hand of these deals is at"),
        (
            1.1,
            0.8,
            1.9,
            "breaks even, if at all, at an estimated chance to win above 0.8",
        ),
        (-0.1, -0.9, 0.2, "if at all, at an estimated chance to win below 0.20"),
    ],
)
def test_the_break_even_is_told_as_far_as_it_is_known(
    mean: float, low: float | None, high: float | None, words: str
) -> None:
    root = Estimate(mean, low, high, 100, None)
    assert words in break_even_sentence("taker", root)


@pytest.mark.parametrize(
    ("mean", "words"),
    [
        (1.0, "changed nothing that these deals can tell: +1.00 [-0.96, +2.96]"),
        (2.2, "may have gained, or it is chance among 3 ways: +2.20 [+0.24, +4.16]"),
        (3.0, "gained: +3.00"),
        (-3.0, "lost: -3.00"),
    ],
)
def test_one_way_to_hide_of_three_has_to_do_more(mean: float, words: str) -> None:
    gain = Estimate(mean, mean - 1.96, mean + 1.96, 500, 1.0)
    cell = replace(_study(_cases(40, 20)).overall, hiding=dict.fromkeys(_WAYS, gain))
    sentences = hiding_sentences(cell)
    assert len(sentences) == 3
    assert all(words in sentence for sentence in sentences)


def test_cells_below_the_least_have_no_interval() -> None:
    small = _study(_cases(LEAST_CASES - 1, 20)).overall
    assert small.difference.mean is not None
    assert small.difference.low is None
    large = _study(_cases(LEAST_CASES, 20)).overall
    assert large.difference.low is not None


def test_json_keys_are_those_documented() -> None:
    data = json.loads(json.dumps(study_poignee(120, seed=3).to_json()))
    for name in (
        "success_rate",
        "u_shown",
        "u_silent",
        "difference",
        "prime_part",
        "information_part",
    ):
        assert set(data[name]) == {"mean", "low", "high", "n"}
    groups = ["level", "contract", "trumps", "bouts", "trumps_bouts", "band", "place"]
    groups.append("level_band")
    for group in ("by_side", *(f"by_{name}" for name in groups)):
        assert {"prime_part", "information_part"} <= set(data[group][0])
    assert data["seed"] == 3
    assert data["deals"]["raw"] == 120
    assert len(data["verdict"]) >= 2


def test_the_frame_has_a_row_for_each_case() -> None:
    result = study_poignee(120, seed=3)
    frame = result.to_pandas()
    assert len(frame) == len(result.cases)
    assert frame["chance"].between(0, 1).all()
    assert len(study_poignee(1, seed=1).to_pandas().columns) == len(frame.columns)


class Stopping(Strategy):
    """Presses Ctrl-C at its hundredth bid."""

    def __init__(self) -> None:
        self.asked = 0

    def bid(self, view: SeatView) -> Contract:
        self.asked += 1
        if self.asked == 100:
            raise KeyboardInterrupt
        return Contract.PASS


def test_an_interrupted_study_keeps_what_was_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tarotsim.runs.simulate._SECONDS_IN_MEMORY", 0.0)
    result = study_poignee(100, strategies=Stopping(), seed=1, keep_interrupted=True)
    assert result.interrupted
    # Deals of one piece each: the hundredth bid is in the 25th.
    assert sum(result.outcomes.values()) == 24
    assert "interrupted" in format_result(result)


def test_override_changes_only_the_named_decision() -> None:
    class Base(Strategy):
        """The defaults."""

    base = Base()
    changed = override(base, chelem=lambda view: True)
    assert changed.play == base.play
    with pytest.raises(TypeError, match="the decisions are"):
        override(base, shuffle=lambda view: None)


def test_strategies_that_draw_their_own_numbers_are_refused() -> None:
    import itertools

    count = itertools.count()

    class Moody(Strategy):
        """Plays another card every time it is asked."""

        def play(self, view: SeatView) -> int:
            card: int = view.legal[next(count) % len(view.legal)]
            return card

    with pytest.raises(StrategyError, match="played twice"):
        study_poignee(played=40, players=5, strategies=Moody(), seed=1)


def test_engines_and_threads_agree() -> None:
    options: dict[str, Any] = {"played": 40, "players": 5, "seed": 4, "hides": True}
    ours = study_poignee(threads=2, **options)
    assert (study_poignee(threads=1, **options).cases == ours.cases).all()
    theirs = study_poignee(engine="reference", **options)
    assert len(ours.cases)
    assert (theirs.cases == ours.cases).all()


def test_it_stops_at_a_half_width_of_its_own_unit() -> None:
    options: dict[str, Any] = {
        "given": "0: trumps=10",
        "auction": "0:garde_sans",
        "seats": [0],
        "seed": 3,
    }
    result = study_poignee(half_width=2.0, **options)
    assert result.stopped == "half_width"
    reached = result.overall.gain.half_width
    assert reached is not None
    assert reached <= 2.0
    assert len(result.cases) >= 1000
    assert set(result.cases["seat"].tolist()) == {0}
    assert study_poignee(half_width=50.0, **options).overall.n >= 1000


def test_chances_are_calibrated_and_out_of_sample() -> None:
    """The mean estimate of a band is the success rate there, within its interval."""
    result = study_poignee(
        6000, given="0: trumps=10", auction="0:garde_sans", seats=[0], seed=8
    )
    for cell in result.by("side", "band"):
        assert cell.success_rate.se is not None
        gap = abs((cell.chance.mean or 0) - (cell.success_rate.mean or 0))
        assert gap < 4.5 * max(cell.success_rate.se, 0.01)
    changed = result.cases.copy()
    first = changed[0]
    changed["won_silent"][0] = not first["won_silent"]
    estimate_chances(changed, 4)
    own_fold = changed["deal"] // 4 % 2 == first["deal"] // 4 % 2
    same = changed["chance"] == result.cases["chance"]
    assert same[own_fold].all()
    assert not same[~own_fold].all()


@pytest.mark.parametrize(
    ("objective", "values"), [("win", {-1, 0, 1}), ("match:1", None), ("match:5", None)]
)
def test_other_objectives(objective: str, values: set[int] | None) -> None:
    result = study_poignee(
        400,
        given="0: trumps=10",
        auction="0:garde_sans",
        seats=[0],
        seed=2,
        objective=objective,
    )
    assert (np.abs(result.gains) <= 1).all()
    if values:
        assert set(result.gains.tolist()) <= values
    assert str(result.objective) == objective
    assert "per cent" in " ".join(result.verdict)


def test_a_match_of_one_deal_is_won_by_the_best_score() -> None:
    """U of the taker is 0 or more: he alone is ahead; else the others share."""
    result = study_poignee(
        300,
        given="0: trumps=10",
        auction="0:garde_sans",
        seats=[0],
        seed=2,
        objective="match:1",
    )
    won = result.cases["won_shown"].astype(int) - result.cases["won_silent"]
    assert (result.gains == won).all()


def test_the_matches_are_no_luck_that_all_cases_share() -> None:
    """Other matches with the same cases move the gain by less than its error tells."""
    result = study_poignee(
        1500,
        given="0: trumps=10",
        auction="0:garde",
        seats=[0],
        seed=3,
        objective="match:36",
    )
    run, goal = result.run, result.objective
    means = [
        float(Measure(goal, replace(run, seed=seed)).gains(result.cases).mean())
        for seed in range(6)
    ]
    error = result.overall.gain.se
    assert error is not None
    assert np.std(means, ddof=1) < error


def test_matches_put_together_anew_share_hardly_a_deal() -> None:
    deals, samples = 5, 7
    names = np.arange(samples * deals).reshape(deals, samples, 1)
    twice = np.concatenate([1 << names.astype(np.int64)] * 2, axis=1)
    matches = [objectives._recombined(twice, turn)[:, 0] for turn in range(samples)]
    for turn, found in enumerate(matches):
        assert sum(found.tolist()) == (1 << samples * deals) - 1
        for other in matches[turn + 1 :]:
            shared = [
                (a & b).bit_count() for a in found.tolist() for b in other.tolist()
            ]
            assert max(shared) == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"objective": "glory"}, "unknown objective 'glory'; allowed: score, win"),
        ({"objective": "match:0"}, "1 to 1000 deals"),
        ({"seats": [4]}, "seat 4 is not at a table of 4"),
        ({"half_width": -1}, "a half-width is a number above 0"),
    ],
)
def test_bad_input_is_refused(options: Any, words: str) -> None:
    with pytest.raises(TarotError, match=words):
        study_poignee(10, **options)


def test_unknown_keys_are_refused() -> None:
    with pytest.raises(TarotError, match="cases have no 'moon'"):
        study_poignee(10, seed=1).by("moon")


def test_the_rule_of_thumb_of_f15() -> None:
    cases = _cases(1000, 20)
    cases["won_silent"] = cases["won_shown"] = np.arange(1000) < 800
    for contract, allowed in ((1, 0.133), (2, 0.086), (3, 0.05), (4, 0.035)):
        cases["contract"] = contract
        (cell,) = _study(cases).by("contract")
        assert cell.allowed_loss == pytest.approx(allowed, abs=5e-4)
