"""Point count against the baseline on the same deals, garde by the best hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tarotsim.game.records import DealRecord
from tarotsim.game.rules import rules_for
from tarotsim.game.strategy import Strategy
from tarotsim_strategies.point_count import PointCount
from tarotsim_strategies.random_legal import RandomLegal

PlayBest = Callable[..., DealRecord]
DEALS = 150
SEED = 5


@pytest.mark.parametrize("players", [3, 4, 5])
def test_point_count_beats_random_in_both_camps(
    play_best: PlayBest, players: int
) -> None:
    rules = rules_for(players)
    good, bad = PointCount(), RandomLegal()

    def units(taker_plays: Strategy, others_play: Strategy) -> list[int]:
        found = []
        for number in range(DEALS):
            record = play_best(
                rules,
                SEED,
                number,
                lambda taker: [
                    taker_plays if seat == taker else others_play
                    for seat in range(players)
                ],
            )
            assert record.score is not None
            poignees = record.score.poignee_part
            found.append(record.score.unit - poignees)
        return found

    baseline = units(bad, bad)
    as_taker = [a - b for a, b in zip(units(good, bad), baseline, strict=True)]
    in_defence = [b - a for a, b in zip(units(bad, good), baseline, strict=True)]
    for gains in (as_taker, in_defence):
        mean = sum(gains) / DEALS
        variance = sum((gain - mean) ** 2 for gain in gains) / (DEALS - 1)
        # Four standard errors below the mean gain is still a gain.
        assert mean > 4 * (variance / DEALS) ** 0.5
