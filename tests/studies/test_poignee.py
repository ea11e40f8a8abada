"""The poignée study: arms on the same cards, and the exact split (F15)."""

from __future__ import annotations

import json

import pytest

from tarotsim import (
    Contract,
    SeatView,
    StrategyError,
    simulate,
    study_poignee,
)
from tarotsim.game.strategy import Strategy, override
from tarotsim.present.tables import format_result
from tarotsim.runs.run import Run
from tarotsim.studies.lines import LEAST_CASES
from tarotsim.studies.poignee import PoigneeCase, PoigneeStudy

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
    assert blind.cases
    for case in blind.cases:
        assert case.information_part == 0
        sign = 1 if case.won_silent else -1
        assert case.difference == sign * case.level.prime
        assert case.won_shown == case.won_silent


def test_f15_gain_is_the_prime_times_the_balance_of_wins(blind: PoigneeStudy) -> None:
    cases = [case for case in blind.cases if case.level.prime == 20]
    p = sum(case.won_silent for case in cases) / len(cases)
    gain = sum(case.difference for case in cases) / len(cases)
    assert gain == pytest.approx(20 * (2 * p - 1))


def test_players_that_look_make_information() -> None:
    result = study_poignee(
        played=150,
        players=5,
        strategies="point_count(reads_poignees=True)",
        seed=1,
        auction="best:garde",
    )
    parts = {case.information_part for case in result.cases}
    assert parts != {0}
    for case in result.cases:
        assert case.prime_part + case.information_part == case.difference


def test_both_arms_are_the_same_deal_with_one_decision_changed() -> None:
    result = study_poignee(played=60, players=5, seed=2, auction="best:garde")
    run = result.run
    case = next(case for case in result.cases if case.side == "taker")
    table = list(run.table)
    units = []
    for level in (lambda view: view.legal[-1].level, lambda view: None):
        table[case.seat] = override(run.table[case.seat], poignee=level)
        other = Run(
            run.rules, tuple(table), run.strategies, run.seed, run.auction, 1, None
        )
        record = other.play_number(case.deal)
        assert record.score is not None
        units.append(record.score.unit)
    assert (case.u_shown, case.u_silent) == tuple(units)


def test_the_base_run_is_that_of_simulate() -> None:
    strategies = "point_count(reads_poignees=True)"
    result = study_poignee(200, seed=5)
    rows = simulate(200, seed=5, strategies=strategies)
    played = rows.to_pandas().query("outcome == 'played'")
    assert result.outcomes["played"] == len(played)
    could = sum((played[f"showable_{s}"] != "none").sum() for s in range(4))
    assert could == len(result.cases)
    assert result.frequency == rows.summary().poignees


def _cases(n: int, gain: int, *, won: bool = True) -> tuple[PoigneeCase, ...]:
    from tarotsim import Poignee

    return tuple(
        PoigneeCase(
            deal=i,
            seat=0,
            side="taker",
            level=Poignee.SIMPLE,
            contract="garde",
            trumps=10,
            bouts=1,
            u_shown=50 + gain + (i % 2),
            u_silent=50,
            won_shown=won,
            won_silent=won,
        )
        for i in range(n)
    )


def _study(cases: tuple[PoigneeCase, ...]) -> PoigneeStudy:
    whole = study_poignee(1, seed=1)
    return PoigneeStudy(whole.run, whole.outcomes, whole.frequency, cases)


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
    cases = _cases(40, 20) + _cases(39, -21)
    assert "would tell" in _study(cases).verdict[0]


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
    for group in ("by_side", "by_level", "by_contract", "by_trumps"):
        assert {"prime_part", "information_part"} <= set(data[group][0])
    assert data["seed"] == 3
    assert data["deals"]["raw"] == 120
    assert len(data["verdict"]) == 2


def test_the_frame_has_a_row_for_each_case() -> None:
    result = study_poignee(120, seed=3)
    frame = result.to_pandas()
    assert len(frame) == len(result.cases)
    parts = frame["prime_part"] + frame["information_part"]
    assert (parts == frame["difference"]).all()
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
