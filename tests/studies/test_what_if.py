"""What another decision would have been worth: differences, populations, refusals."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tarotsim import (
    Contract,
    DealRecord,
    IllegalActError,
    Script,
    TarotError,
    WhatIf,
    deal,
    open_run,
    play,
    resume,
    simulate,
    what_if,
)
from tarotsim.engine.entering import enter
from tarotsim.engine.forced import force_card
from tarotsim.game.cards import format_cards
from tarotsim.game.record_json import record_from_json, record_to_json
from tarotsim.present.tables import format_result
from tarotsim.stats.intervals import Estimate

PLAYER_COUNTS = (3, 4, 5)


def _mean(estimate: Estimate) -> float:
    assert estimate.mean is not None
    return estimate.mean


def _other_card(record: DealRecord, seat: int, trick: int) -> str | None:
    """Return a change of a card, None if there was no choice."""
    played = dict(record.tricks[trick].plays())[seat]
    for card in record.deal.hands[seat]:
        change = f"{seat}: card {trick}={format_cards([card], ascii_only=True)}"
        if card == played:
            continue
        try:
            what_if(record, change, strategies="point_count", deals=1, seed=1)
        except TarotError:
            continue
        return change
    return None


@pytest.fixture(scope="module", params=PLAYER_COUNTS)
def taken(request: pytest.FixtureRequest) -> DealRecord:
    """Return a deal that seat 0 took with many trumps, at each table."""
    players: int = request.param
    trumps = {3: 16, 4: 13, 5: 10}[players]
    dealt = deal(seed=5, number=2, players=players, given=f"0: trumps={trumps}")
    return play(dealt, "point_count", auction="0:garde")


def test_every_kind_of_change_is_played(taken: DealRecord) -> None:
    players = taken.rules.players
    ecart = sorted(taken.ecart)
    spare = next(
        card
        for card in (*taken.deal.hands[0], *taken.deal.chien)
        if card < 56 and card % 14 != 13 and card not in ecart
    )
    other = format_cards([spare, *ecart[1:]], ascii_only=True)
    shown = "none" if taken.showings else "highest"
    changes = [f"taker: ecart={other}", "taker: chelem=yes", f"0: poignee={shown}"]
    if players == 5:
        mine = format_cards([taken.called or 0], ascii_only=True)
        changes.append("0: call=SR" if mine != "SR" else "0: call=HR")
    cards = (_other_card(taken, seat, trick) for seat in (0, 1) for trick in (0, 5, 9))
    changes += [change for change in cards if change is not None]
    assert len(changes) > 4
    for change in changes:
        result = what_if(taken, change, strategies="point_count", deals=60, seed=2)
        assert result.changed.split(": ")[1] != result.recorded.split(": ")[1]
        assert result.difference().n == 60
        gap = _mean(result.mean("changed")) - _mean(result.mean("recorded"))
        assert _mean(result.difference()) == pytest.approx(gap)


def test_bids_are_changed(taken: DealRecord) -> None:
    players = taken.rules.players
    record = play(taken.deal, "point_count")
    assert record.bids
    is_over = False
    for bid in record.bids:
        change = f"{bid.seat}: bid={'pass' if bid.contract else 'garde_contre'}"
        if is_over:
            with pytest.raises(TarotError, match=r"all others pass \(R3.3\)"):
                what_if(record, change, deals=1)
            continue
        result = what_if(record, change, strategies="point_count", deals=50, seed=3)
        assert result.recorded == f"{bid.seat}: bid={bid.contract.label}"
        is_over = bid.contract is Contract.GARDE_CONTRE
    assert len(record.bids) == players


def test_as_dealt_is_what_the_reference_engine_plays(taken: DealRecord) -> None:
    """The very cards: each arm is one deal of the reference engine."""
    seat = 1
    change = next(
        found
        for trick in range(taken.rules.trick_count)
        if (found := _other_card(taken, seat, trick))
    )
    result = what_if(
        taken, change, strategies="point_count", cards="as_dealt", deals=5, seed=1
    )
    assert result.is_constant
    assert result.mean("recorded").mean == taken.score.scores[seat]  # type: ignore[union-attr]
    trick = int(change.split("card ")[1].split("=")[0])
    before = [p for t in taken.tricks[:trick] for p in t.plays()]
    now = taken.tricks[trick].plays()
    place = [s for s, _ in now].index(seat)
    kept = len(before) + place
    script = Script.from_record(taken, kept)
    changed = result.moment.changed.function(result.moment.view)
    shown = {showing.seat: showing for showing in taken.showings}
    script = replace(
        script,
        cards=(*script.cards, changed),
        showings={**script.showings, seat: shown.get(seat)},
    )
    again = play(
        taken.deal, "point_count", rules=taken.rules, auction="0:garde", script=script
    )
    assert again.score is not None
    assert result.mean("changed").mean == again.score.scores[seat]
    assert result.difference().low is None
    assert "perfect information" in result.population
    assert "all 5 playouts went alike" in result.verdict[0]
    assert resume(taken) == taken


def test_nothing_said_about_unseen_cards_is_a_matter_of_chance_alone() -> None:
    """The same seed gives the same answer, another one within its interval."""
    record = play(deal(seed=1, number=1), "expert")
    change = "2: bid=pass"
    options: dict[str, Any] = {"deals": 400}
    one = what_if(record, change, seed=1, **options)
    assert what_if(record, change, seed=1, **options).to_json() == one.to_json()
    other = what_if(record, change, seed=2, **options)
    assert other.difference() != one.difference()
    errors = [result.difference().se or 0.0 for result in (one, other)]
    apart = abs(_mean(one.difference()) - _mean(other.difference()))
    assert apart < 5 * sum(e * e for e in errors) ** 0.5


def test_a_poignee_is_worth_its_prime_where_nobody_looks() -> None:
    """The null case: strategies that ignore what is shown play on alike."""
    for players, trumps in ((3, 14), (4, 11), (5, 9)):
        given = f"0: trumps={trumps}, bars=EX"
        dealt = deal(seed=8, number=1, players=players, given=given)
        record = play(dealt, "random_legal", auction="0:garde_sans")
        change = "0: poignee=none" if record.showings else "0: poignee=highest"
        result = what_if(record, change, strategies="random_legal", deals=150, seed=4)
        share = result.success_rate("changed").mean
        assert share is not None
        assert share == result.success_rate("recorded").mean
        prime = record.showable[0].prime
        gain = prime * (2 * share - 1) * (-1 if record.showings else 1)
        assert result.difference("unit").mean == pytest.approx(gain)


def test_believed_bids_change_the_population() -> None:
    record = play(deal(seed=1, number=3, players=5), "expert")
    options: dict[str, Any] = {"deals": 100, "seed": 1}
    plain = what_if(record, "0: bid=pass", **options)
    believed = what_if(record, "0: bid=pass", believe_bids=True, **options)
    assert plain.tried is not None
    assert believed.tried is not None
    assert believed.tried > plain.tried
    assert "the bids are no evidence" in plain.population
    assert "bid and call as recorded" in believed.population


def test_a_run_on_disk_and_its_rows_give_records(tmp_path: Path) -> None:
    run = simulate(
        5, strategies="point_count", seed=3, auction="best:garde", history=True,
        out=tmp_path / "run",
    )  # fmt: skip
    stored = open_run(tmp_path / "run").record(4)
    assert stored == run.record(4)
    result = what_if(stored, "taker: chelem=yes", strategies="point_count", deals=30)
    form = json.loads(json.dumps(record_to_json(stored)))
    again = what_if(
        form,
        "taker: chelem=yes",
        strategies="point_count",
        deals=30,
        seed=result.run.seed,
    )
    assert again.to_json() == result.to_json()


REFUSED = [
    ("2: card 0=♠R", r"not in hand \(R9\)"),
    ("0: bid=prise", r"nobody bid in this deal: the auction was imposed"),
    ("0: call=♥R", r"no card is called at 4 players \(R5.2\)"),
    ("0: card 18=♥R", r"no trick 18: they are counted from 0 to 17"),
    ("4: poignee=none", r"seat 4 is not at a table of 4"),
    ("0: chelem=no", r"seat 0 did just that: chelem=no"),
    ("1: chelem=yes", r"the taker announces a slam \(R12.2\)"),
    ("1: ecart=♥2", r"the taker is seat 0"),
    ("0: ecart=♥2", r"\(R4.2\)"),
    ("0: poignee=triple", r"cannot show a triple poignée \(R10.1\)"),
    ("0: chelem=yes, poignee=none", r"one decision is changed, not 2"),
    ("0: luck=more", r"cannot read the decision"),
    ("nobody", r"cannot read the decision"),
]


@pytest.mark.parametrize(("change", "words"), REFUSED)
def test_what_cannot_be_is_refused(change: str, words: str) -> None:
    dealt = deal(seed=5, number=2, given="0: trumps=11; 0+chien: trumps=11; 2: bars=SR")
    record = play(dealt, "point_count", auction="0:garde")
    with pytest.raises(TarotError, match=words):
        what_if(record, change, deals=10)


def test_what_was_forced_is_no_decision() -> None:
    record = play(deal(seed=5, number=2), "point_count", auction="0:garde")
    last = record.rules.trick_count - 1
    with pytest.raises(TarotError, match=rf"in trick {last}: only .* was legal"):
        what_if(record, f"0: card {last}=♥1")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"cards": "mine"}, "unknown cards 'mine'; allowed: unseen, as_dealt"),
        ({"deals": 0}, "deals must be from 1 to 1,000,000, not 0"),
        ({"deals": 2.5}, "deals must be a whole number"),
        ({"believe_bids": True}, "no bids to believe: nobody bid before"),
        ({"strategies": "nobody"}, "nobody"),
        ({"seed": -1}, "seed must be from 0"),
    ],
)
def test_options_are_checked(options: dict[str, Any], words: str) -> None:
    record = play(deal(seed=5, number=2), "point_count", auction="0:garde")
    with pytest.raises(TarotError, match=words):
        what_if(record, "0: chelem=yes", **options)


def test_a_record_that_was_tampered_with_is_refused() -> None:
    record = play(deal(seed=5, number=2), "point_count", auction="0:garde")
    form = record_to_json(record)
    twice = json.loads(json.dumps(form))
    twice["hands"][0][0] = twice["hands"][1][0]
    with pytest.raises(TarotError, match=twice["hands"][1][0] + "|twice"):
        what_if(twice, "0: chelem=yes")
    illegal = json.loads(json.dumps(form))
    cards = illegal["tricks"][3]["cards"]
    cards[0], cards[1] = cards[1], cards[0]
    with pytest.raises(IllegalActError, match=r"\(R9"):
        what_if(illegal, "0: chelem=yes")
    newer = json.loads(json.dumps(form)) | {"record_version": 2}
    with pytest.raises(TarotError, match="version 2; this release reads version 1"):
        record_from_json(newer)
    older = {k: v for k, v in form.items() if k != "record_version"}
    assert record_from_json(older) == record


def test_a_deal_that_nobody_took_can_be_taken() -> None:
    for number in range(40):
        record = play(deal(seed=1, number=number), "expert")
        if record.outcome.label == "all_pass":
            break
    seat = record.bids[0].seat
    with pytest.raises(TarotError, match="no card was played"):
        what_if(record, f"{seat}: card 0=♥R")
    with pytest.raises(TarotError, match="nobody took this deal"):
        what_if(record, "taker: chelem=yes")
    result = what_if(record, f"{seat}: bid=garde", deals=40, seed=1)
    assert result.mean("changed").n == 40


@pytest.fixture(scope="module")
def answer() -> WhatIf:
    """One answer, to be shown."""
    record = play(deal(seed=1, number=1), "expert")
    return what_if(record, "2: card 0=21", deals=200, seed=1)


def test_the_table_says_what_it_is_about(answer: WhatIf) -> None:
    text = format_result(answer)
    assert "2: card 0=♣R (recorded)" in text
    assert "2: card 0=21 (changed)" in text
    assert "seed 1" in text
    assert "Population: deals that look the same to seat 2" in text
    assert repr(answer).startswith("<WhatIf: 2: card 0=21 instead of 2: card 0=♣R")


def test_json_and_rows_have_the_documented_keys(answer: WhatIf) -> None:
    data = json.loads(json.dumps(answer.to_json(), allow_nan=False))
    text = (Path(__file__).parents[2] / "docs/json.md").read_text(encoding="utf-8")
    section = text.split("## `tarotsim what-if --json`")[1].split("\n## ")[0]
    head = text.split("## Head of every run")[1].split("\n## ")[0]
    for key in data:
        assert f"`{key}`" in section + head, key
    assert data["deals"] == data["difference"]["n"] == 200
    quantities = Counter(row["quantity"] for row in answer.tidy())
    assert quantities == {"score": 3, "unit": 3, "success_rate": 2}


def test_unknown_arms_and_quantities_are_refused(answer: WhatIf) -> None:
    with pytest.raises(TarotError, match="unknown arm 'shown'"):
        answer.mean("shown")
    with pytest.raises(TarotError, match="unknown quantity 'luck'"):
        answer.difference("luck")


def test_a_change_can_be_an_override() -> None:
    record = play(deal(seed=1, number=1), "expert")
    change = force_card(2, 0, 76)
    result = what_if(record, change, deals=20, seed=1)
    assert result.changed == "2: card 0=21"


def test_python_strategies_play_on_too() -> None:
    rng = random.Random(1)
    record = play(deal(seed=1, number=1), "point_count", auction="best:garde")
    change = f"taker: chelem={'yes' if record.chelem_by is None else 'no'}"
    seed = rng.randrange(100)
    result = what_if(record, change, strategies="random_legal", deals=20, seed=seed)
    assert result.difference().n == 20


def test_it_stops_at_a_half_width_and_the_playouts_are_the_same() -> None:
    record = play(deal(seed=1, number=1), "expert")
    options: dict[str, Any] = {"strategies": "point_count", "seed": 1}
    wide = what_if(record, "2: card 0=21", half_width=1000.0, **options)
    assert (wide.stopped, wide.difference().n) == ("half_width", 1000)
    plain = what_if(record, "2: card 0=21", deals=1000, **options)
    assert plain.stopped == "deals"
    assert plain.sums == wide.sums
    assert plain.tried == wide.tried
    narrow = what_if(record, "2: card 0=21", deals=1500, half_width=0.001, **options)
    assert (narrow.stopped, narrow.difference().n) == ("deals", 1500)
    with pytest.raises(TarotError, match="there can be 999"):
        what_if(record, "2: card 0=21", deals=999, half_width=1.0, **options)


def test_players_without_luck_need_no_more_playouts_of_the_same_cards() -> None:
    record = play(deal(seed=1, number=1), "expert")
    sure = what_if(
        record,
        "2: card 0=21",
        strategies="point_count",
        cards="as_dealt",
        half_width=0.5,
        seed=1,
    )
    assert (sure.stopped, sure.difference().n) == ("constant", 1000)


def test_ctrl_c_gives_what_was_played_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Any] = []

    def interrupted(*arguments: Any) -> Any:
        calls.append(arguments)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return enter(*arguments)

    record = play(deal(seed=1, number=1), "expert")
    monkeypatch.setattr("tarotsim.studies.what_if.enter", interrupted)
    result = what_if(record, "2: card 0=21", seed=1, keep_interrupted=True)
    assert result.interrupted
    assert result.to_json()["interrupted"]
    assert result.to_json()["stopped"] == "interrupted"
    assert 0 < result.difference().n < 1000
    assert "playouts of each arm, interrupted" in format_result(result)
    calls[:] = [()]
    with pytest.raises(KeyboardInterrupt):
        what_if(record, "2: card 0=21", seed=1)
    calls[:] = [()]
    nothing = what_if(record, "2: card 0=21", seed=1, keep_interrupted=True)
    assert nothing.difference().n == 0
    assert "apart: 0, 30 are needed" in format_result(nothing)
