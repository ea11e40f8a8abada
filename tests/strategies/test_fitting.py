"""The scripts that fit the expert: what they see, what they choose, what they write."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pytest

from tarotsim.game.layout import Outcome
from tarotsim.game.rules import Contract
from tarotsim.kernels.policies import CompiledStrategy
from tarotsim.kernels.results import RESULT_DTYPE
from tarotsim_strategies.expert import Expert, bids, weights
from tarotsim_strategies.expert import parameters as at
from tarotsim_strategies.expert import vocabulary as term
from tarotsim_strategies.random_legal import RandomLegal

STRATEGIES = Path(__file__).parents[2] / "strategies"
END = at.WEIGHTS + term.BLOCKS * term.BLOCK


@pytest.fixture(autouse=True)
def fitting_on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the tests import the package `fitting`, which is not installed."""
    monkeypatch.syspath_prepend(str(STRATEGIES))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_card_tried_is_worth_more_than_the_one_chosen(players: int) -> None:
    from fitting.cards import PLACES, try_cards

    form = Expert().compiled()
    seats = range(players)
    pairs = try_cards([form] * players, seats, form.params, range(200), 3)
    blocks = np.array(form.params[at.WEIGHTS : END]).reshape(term.BLOCKS, term.BLOCK)
    assert len(pairs.gains) > 100 * PLACES
    worse = 0
    for (block, is_lead), terms in zip(pairs.kinds, pairs.terms, strict=True):
        first = 0 if is_lead else term.LEAD_COUNT
        count = term.LEAD_COUNT if is_lead else term.FOLLOW_COUNT
        worth = blocks[block, first : first + count] @ terms[:count]
        # The Excuse before the last trick is a rule, not a judgement.
        worse += worth > 1e-3
    assert worse <= 0.01 * len(pairs.gains)


def test_only_learners_try_other_cards() -> None:
    from fitting.cards import try_cards

    form, other = Expert().compiled(), RandomLegal().compiled()
    pairs = try_cards([other, form, other, other], [1], form.params, range(100), 3)
    again = try_cards([other, form, other, other], [1], form.params, range(100), 3)
    assert len(pairs.gains) > 100
    assert (pairs.gains == again.gains).all()
    assert (pairs.terms == again.terms).all()


def test_moments_find_the_weights_that_made_the_gains() -> None:
    from fitting.cards import Moments, Pairs

    rng = np.random.default_rng(1)
    count, block = 20_000, 5
    terms = np.zeros((count, term.LEAD_COUNT), dtype=np.float32)
    terms[:, :3] = rng.normal(size=(count, 3))
    gains = 2.0 * terms[:, 0] - 1.0 * terms[:, 1] + rng.normal(size=count)
    kinds = np.tile([block, 1], (count, 1))
    moments = Moments()
    empty = np.zeros((term.BLOCKS, term.BLOCK))
    moments.add(Pairs(kinds, terms, gains.astype(float)), empty)
    used = np.ones(empty.shape, dtype=bool)
    found = moments.solve(used)
    assert found[block, :3] == pytest.approx([2.0, -1.0, 0.0], abs=0.05)
    assert np.count_nonzero(found) == 3
    used[block, 1] = False
    assert moments.solve(used)[block, 1] == 0.0


def test_the_partner_is_who_holds_the_card_that_this_taker_calls() -> None:
    from fitting.field import STRANGERS
    from fitting.roles import RoleDeals

    deals = RoleDeals(5, np.arange(300), 4)
    random, expert = STRANGERS["random_legal"], Expert().compiled()
    rows = deals.rows(random, expert, [random] * 4)
    assert (rows["partner"] == deals.partners(random)).all()
    assert (rows["taker"] == deals.taker).all()
    assert (deals.partners(random) != deals.partners(expert)).mean() > 0.3


def test_a_judge_tells_a_weak_player_from_a_strong_one() -> None:
    from fitting.judging import Judge, gain_of

    expert, weak = Expert().compiled(), RandomLegal().compiled()
    judge = Judge(4, expert, range(1200), 7)
    for role in ("taker", "defence"):
        usual = judge.units(role, expert)
        gain = gain_of(usual, judge.units(role, weak))
        assert min(gain.among_experts, gain.in_field) > 5.0
        assert not gain.is_loss
        assert gain_of(judge.units(role, weak), usual).is_loss
        assert (judge.units(role, expert)[1] == usual[1]).all()


def _ready(weights_by_block: np.ndarray) -> CompiledStrategy:
    form = Expert().compiled()
    params = np.array(form.params)
    params[at.WEIGHTS : END] = weights_by_block.ravel()
    return CompiledStrategy(form.policies, params.tolist())


def test_play_is_fitted_from_nothing_and_alike_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script = runpy.run_path(str(STRATEGIES / "fit_play.py"))
    fit = script["fit"]
    monkeypatch.setitem(fit.__globals__, "HELD_OUT", 600)
    monkeypatch.setattr("fitting.judging.COMPANIES", 3)
    first = fit(3, 4, 600, 5).weights
    assert (first == fit(3, 4, 600, 5).weights).all()
    assert np.count_nonzero(first[:3]) > 50
    from fitting.field import STRANGERS
    from fitting.roles import RoleDeals

    deals, random = RoleDeals(3, np.arange(400), 9), STRANGERS["random_legal"]
    better = deals.rows(_ready(first), random, [random] * 2)["unit"].astype(float)
    assert (better - deals.rows(random, random, [random] * 2)["unit"]).mean() > 20


def test_bids_by_lot_are_fitted() -> None:
    from fitting.auctions import fit_auctions, try_bids

    form = Expert().compiled()
    data = try_bids(4, [form] * 4, range(3000), 5)
    params = fit_auctions(4, data)
    assert len(params) == at.BIDDING_COUNT
    assert np.isfinite(params).all()
    # A bout and a king help to make a garde.
    garde = params[at.GAPS + 20 : at.GAPS + 40]
    assert garde[5] + garde[9] > 0
    assert garde[11] + 8 * garde[19] > 0


def test_the_data_modules_are_as_the_scripts_write_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fitting import writing

    monkeypatch.setattr(writing, "EXPERT", tmp_path)
    blocks = np.zeros((term.BLOCKS, term.BLOCK))
    leads = (*term.SPEND_TERMS, *term.LEAD_TERMS)
    follows = (*term.SPEND_TERMS, *term.FOLLOW_TERMS)
    for column, block in enumerate(weights.BLOCKS):
        own = [weights.LEAD[name][column] for name, _ in leads]
        own += [weights.FOLLOW[name][column] for name, _ in follows]
        blocks[block] = own
    writing.write_weights(blocks.tolist(), weights.SAVES_POINTS)
    writing.write_bids(bids.BIDDING)
    for name in ("weights.py", "bids.py"):
        shipped = STRATEGIES / "tarotsim_strategies" / "expert" / name
        assert (tmp_path / name).read_text() == shipped.read_text()


def test_what_hardly_ever_differed_is_measured_without_interval() -> None:
    from measure_expert import LEAST_UNEVEN, interval

    values = np.zeros(1000)
    assert interval(values) == "0"
    values[: LEAST_UNEVEN - 1] = 20
    assert interval(values) == "+0.6"
    values[:LEAST_UNEVEN] = 20
    assert interval(values) == "+0.6 ± 0.2"


@pytest.mark.parametrize("short", [0, 1])
def test_the_share_made_is_told_from_so_many_contracts_on(
    short: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from measure_expert import EXPERT, LEAST_MADE, Bench

    rows = np.zeros(LEAST_MADE - short, dtype=RESULT_DTYPE)
    rows["outcome"], rows["contract"], rows["won"] = Outcome.PLAYED, Contract.GARDE, 1
    bench = Bench(4, deals=1, seed=1)
    monkeypatch.setattr(bench, "play", lambda players: rows)
    cells = bench.contracts(EXPERT).split(" | ")
    assert cells[3] == ("100.0%, –" if short else "100.0%, 100%")
