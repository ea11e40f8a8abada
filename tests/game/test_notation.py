"""Text and JSON forms read back; what cannot be read is a NotationError."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tarotsim.game.errors import TarotError
from tarotsim.game.layout import Outcome
from tarotsim.game.notation import (
    format_deal,
    parse_camp,
    parse_chelem,
    parse_contract,
    parse_level,
    parse_poignee,
)
from tarotsim.game.parsing import parse_cards
from tarotsim.game.record_json import (
    deal_from_json,
    deal_to_json,
    record_from_json,
    record_to_json,
    score_to_json,
)
from tarotsim.game.rules import Camp, Chelem, Contract, Poignee, rules_for
from tarotsim.reference.dealing import deal_cards
from tarotsim.testing import random_table


def test_records_read_back_with_every_option() -> None:
    rng = random.Random("json")
    outcomes = set()
    for _ in range(150):
        record = random_table(rng).play()
        outcomes.add(record.outcome)
        text = json.dumps(record_to_json(record))
        assert record_from_json(json.loads(text)) == record
        assert deal_from_json(json.loads(text)) == record.deal
        if record.score is not None:
            assert json.loads(text)["score"] == score_to_json(record.score)
    assert outcomes == set(Outcome)


def test_deals_read_back_in_every_form() -> None:
    deal = deal_cards(rules_for(5), 3, 8)
    assert deal_from_json(json.loads(json.dumps(deal_to_json(deal)))) == deal
    lines = format_deal(deal).splitlines()
    assert [line.split(":")[0] for line in lines] == [
        *("seat 0", "seat 1", "seat 2", "seat 3 (dealer)", "seat 4", "chien")
    ]
    read = [parse_cards(line.split(": ")[1]) for line in lines]
    assert [*deal.hands, deal.chien] == read


@pytest.mark.parametrize(
    ("parse", "text", "value"),
    [
        (parse_contract, "garde sans", Contract.GARDE_SANS),
        (parse_contract, " Garde-Contre ", Contract.GARDE_CONTRE),
        (parse_contract, "PRISE", Contract.PRISE),
        (parse_level, "Double", Poignee.DOUBLE),
        (parse_camp, "defence", Camp.DEFENCE),
        (parse_chelem, "announced made", Chelem.ANNOUNCED_MADE),
        (parse_poignee, "triple:attack", (Poignee.TRIPLE, Camp.ATTACK)),
    ],
)
def test_names_that_can_be_read(parse: Any, text: str, value: object) -> None:
    assert parse(text) == value


@pytest.mark.parametrize(
    ("parse", "text", "allowed"),
    [
        (parse_contract, "pass", "prise, garde, garde_sans, garde_contre"),
        (parse_contract, "pousse", "prise, garde, garde_sans, garde_contre"),
        (parse_level, "", "simple, double, triple"),
        (parse_camp, "defense", "attack, defence"),
        (parse_chelem, "won", "announced_made"),
        (parse_poignee, "simple", "LEVEL:CAMP"),
        (parse_poignee, "simple:", "attack, defence"),
        (parse_poignee, ":attack", "simple, double, triple"),
        (parse_poignee, "simple:attack:x", "attack, defence"),
    ],
)
def test_names_that_cannot(parse: Any, text: str, allowed: str) -> None:
    with pytest.raises(TarotError, match=allowed):
        parse(text)


def damage(rng: random.Random, data: Any) -> Any:
    """Return the data with one value somewhere replaced by nonsense."""
    if isinstance(data, dict) and data and rng.random() < 0.9:
        key = rng.choice(sorted(data))
        if rng.random() < 0.2:
            return {name: value for name, value in data.items() if name != key}
        return {**data, key: damage(rng, data[key])}
    if isinstance(data, list) and data and rng.random() < 0.8:
        place = rng.randrange(len(data))
        return [*data[:place], damage(rng, data[place]), *data[place + 1 :]]
    return rng.choice([None, -1, 99, "x", "", [], {}, [1], [[]], {"x": 1}, 1.5, True])


def test_damaged_json_is_a_notation_error_or_reads() -> None:
    """Never another exception: these files are written by other programs too."""
    rng = random.Random("damage")
    table = random_table(rng, 5)
    record = table.play()
    while not record.showings:
        record = random_table(rng, 5).play()
    data = json.loads(json.dumps(record_to_json(record)))
    refused = 0
    for _ in range(3000):
        try:
            record_from_json(damage(rng, data))
        except TarotError:
            refused += 1
    assert refused > 1000
