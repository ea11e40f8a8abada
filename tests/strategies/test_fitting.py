"""The scripts that fit the expert see its judgement as the expert does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tarotsim_strategies.expert import Expert
from tarotsim_strategies.expert import parameters as at
from tarotsim_strategies.expert import vocabulary as term

STRATEGIES = Path(__file__).parents[2] / "strategies"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_card_tried_is_worth_more_than_the_one_chosen(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(STRATEGIES))
    from fitting.cards import try_cards

    form = Expert().compiled()
    pairs = try_cards(players, [form] * players, list(form.params), range(800), 3)
    end = at.WEIGHTS + term.BLOCKS * term.BLOCK
    blocks = np.array(form.params[at.WEIGHTS : end]).reshape(term.BLOCKS, term.BLOCK)
    assert len(pairs.gains) > 400
    worse = 0
    for (block, is_lead), terms in zip(pairs.kinds, pairs.terms, strict=True):
        first = 0 if is_lead else term.LEAD_COUNT
        count = term.LEAD_COUNT if is_lead else term.FOLLOW_COUNT
        worth = blocks[block, first : first + count] @ terms[:count]
        # The Excuse before the last trick is a rule, not a judgement.
        worse += worth > 1e-3
    assert worse <= 0.01 * len(pairs.gains)


def test_bids_by_lot_are_fitted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(STRATEGIES))
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


def test_what_hardly_ever_differed_is_measured_without_interval(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(str(STRATEGIES))
    from measure_expert import LEAST_UNEVEN, interval

    values = np.zeros(1000)
    assert interval(values) == "0"
    values[: LEAST_UNEVEN - 1] = 20
    assert interval(values) == "+0.6"
    values[:LEAST_UNEVEN] = 20
    assert interval(values) == "+0.6 ± 0.2"
