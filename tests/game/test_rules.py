"""The tables for 3, 4 and 5 players and the options."""

from __future__ import annotations

import enum
import itertools
import pickle
from typing import Any

import pytest

from tarotsim.game.errors import RulesError
from tarotsim.game.rules import (
    CONTRACTS,
    OPTION_FIELDS,
    PLAYER_COUNTS,
    POIGNEE_LEVELS,
    RULES_3,
    RULES_4,
    RULES_5,
    TARGETS,
    Camp,
    Chelem,
    Contract,
    ExcuseLastTrick,
    Poignee,
    RuleSet,
    SlamExcuseWins,
    rules_for,
)


@pytest.mark.parametrize(
    ("rules", "players", "hand", "chien", "packet", "sizes"),
    [
        (RULES_3, 3, 24, 6, 4, (13, 15, 18)),
        (RULES_4, 4, 18, 6, 3, (10, 13, 15)),
        (RULES_5, 5, 15, 3, 3, (8, 10, 13)),
    ],
)
def test_r1_1_and_r10_1_sizes(
    rules: RuleSet,
    players: int,
    hand: int,
    chien: int,
    packet: int,
    sizes: tuple[int, int, int],
) -> None:
    assert rules.players == players
    assert (rules.hand_size, rules.chien_size, rules.packet_size) == (
        hand,
        chien,
        packet,
    )
    assert rules.trick_count == hand
    assert rules.players * rules.hand_size + rules.chien_size == 78
    assert rules.poignee_sizes == sizes
    assert tuple(rules.poignee_size(level) for level in POIGNEE_LEVELS) == sizes
    assert rules.calls_king == (players == 5)
    assert rules_for(players) == rules


def test_r0_4_r3_5_r10_1_numbers() -> None:
    assert TARGETS == (56, 51, 41, 36)
    assert [contract.multiplier for contract in CONTRACTS] == [1, 2, 4, 6]
    assert [level.prime for level in POIGNEE_LEVELS] == [20, 30, 40]
    assert Contract.PASS.multiplier == 0


def test_r3_3_order_of_contracts() -> None:
    names = ["pass", "prise", "garde", "garde_sans", "garde_contre"]
    assert [contract.label for contract in sorted(Contract)] == names
    takes = [contract.label for contract in Contract if contract.takes_chien]
    assert takes == ["prise", "garde"]


def test_camps_and_slams_have_names() -> None:
    assert Camp.ATTACK.other is Camp.DEFENCE
    assert Camp.DEFENCE.other is Camp.ATTACK
    assert [camp.label for camp in Camp] == ["attack", "defence"]
    assert len({chelem.label for chelem in Chelem}) == len(Chelem) == 9
    assert [level.label for level in Poignee] == ["simple", "double", "triple"]


@pytest.mark.parametrize("players", [0, 1, 2, 6, -4, None, "4", 3.5, True])
def test_other_player_counts_are_refused(players: Any) -> None:
    with pytest.raises(RulesError, match=r"3, 4 or 5 players.*R1\.1"):
        rules_for(players)


def test_a_rule_set_checks_its_sizes() -> None:
    with pytest.raises(RulesError, match=r"3, 4 or 5 players"):
        RuleSet(6, 12, 6, 3, (8, 10, 13))
    with pytest.raises(RulesError, match=r"not 78 cards"):
        RuleSet(4, 17, 6, 3, (10, 13, 15))


def kind_of(field: str) -> type[enum.IntEnum]:
    value: enum.IntEnum = getattr(RULES_4, field)
    return type(value)


def test_every_decision_but_d11_has_one_field() -> None:
    numbers = {name.rstrip("abcd") for name in OPTION_FIELDS}
    assert numbers == {f"D{n}" for n in range(1, 16)} - {"D11"}
    assert len(set(OPTION_FIELDS.values())) == len(OPTION_FIELDS) == 17
    assert RULES_4.options() == {
        field: kind_of(field)(0).name.lower() for field in OPTION_FIELDS.values()
    }


@pytest.mark.parametrize("decision", OPTION_FIELDS)
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_options_by_field_or_decision_by_name_number_or_member(
    players: int, decision: str
) -> None:
    field = OPTION_FIELDS[decision]
    for member in kind_of(field):
        by_name = {"name": decision, "field": field}
        values = (member, int(member), member.name, member.name.lower())
        for key, value in itertools.product(by_name.values(), values):
            rules = rules_for(players, **{key: value})
            assert getattr(rules, field) is member
            assert rules.options()[field] == member.name.lower()
            if member:
                assert rules != rules_for(players)
            assert pickle.loads(pickle.dumps(rules)) == rules
            assert hash(rules) == hash(rules_for(players, **{field: member}))


@pytest.mark.parametrize(
    "name", ["D2", "D11", "D16", "d1", "hand_size", "contract", ""]
)
def test_an_unknown_option_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(RulesError) as caught:
        rules_for(4, **{name: 0})
    assert f"unknown rule option {name!r}" in str(caught.value)
    for decision, field in OPTION_FIELDS.items():
        assert f"{decision} ({field})" in str(caught.value)


@pytest.mark.parametrize("value", ["never", 3, -1, None, True, 1.0, "", [0], "0"])
def test_an_unknown_value_is_refused_with_the_known_ones(value: object) -> None:
    with pytest.raises(RulesError) as caught:
        rules_for(4, D1=value)
    text = str(caught.value)
    assert f"D1 cannot be {value!r}" in text
    assert "changes_camp, follows_winner, changes_camp_free" in text


def test_several_options_together() -> None:
    rules = rules_for(5, D1="FOLLOWS_WINNER", slam_announcer=2, D15="kings_only")
    assert rules.excuse_last_trick is ExcuseLastTrick.FOLLOWS_WINNER
    changed = {k for k, v in rules.options().items() if v != RULES_5.options()[k]}
    assert changed == {"excuse_last_trick", "slam_announcer", "own_lower_call"}


def test_a_member_of_another_option_is_refused() -> None:
    with pytest.raises(RulesError, match="D1 cannot be"):
        rules_for(4, D1=SlamExcuseWins.LED_OR_NOT)


def test_an_option_given_twice_is_refused() -> None:
    with pytest.raises(RulesError):
        rules_for(4, D1="follows_winner", excuse_last_trick="changes_camp")
