"""Run files of cases against tarotsim and tell which ones fail.

``python tests/conformance.py FILE...`` takes tables in the format of
``data/scoring.csv`` (one deal to score a line) or ``data/probabilities.csv`` (one
exact value a line), and texts in the format of ``data/play.md`` or
``data/replays.md``: every line of a ``json`` fence, and every other line that starts
with a brace, is one case. Each failing case is printed in words; the last line is
``N passed, N failed``. The exit code is 0 if all pass, 1 if a case fails, is of an
unknown kind or cannot be parsed, or if a file holds no case, and 2 if the command or a
file cannot be read.

A case may carry options of the rules, ``"rules": {"D1": "follows_winner"}``.

The command is one file on purpose: it can be copied and run beside any tarotsim.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

if find_spec("tarotsim") is None:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tarotsim.game.auction import Imposed
from tarotsim.game.cards import (
    ASCII_NAMES,
    CARD_COUNT,
    EXCUSE,
    KINGS,
    PETIT,
    RANK_CAVALIER,
    RANK_DAME,
    RANK_ROI,
    RANKS,
    TOTAL_HALF_POINTS,
    TRUMPS,
    Card,
    Cards,
    format_cards,
    rank_of,
    sort_cards,
    suit_card,
)
from tarotsim.game.errors import IllegalActError
from tarotsim.game.layout import Outcome
from tarotsim.game.parsing import parse_card
from tarotsim.game.poignees import PoigneeChoice, PoigneeOption
from tarotsim.game.records import Deal, DealRecord, Showing, Trick
from tarotsim.game.rules import (
    PLAYER_COUNTS,
    Camp,
    Chelem,
    Contract,
    Poignee,
    RuleSet,
    rules_for,
)
from tarotsim.game.script import Script
from tarotsim.game.strategy import PoigneeAnswer, Strategy
from tarotsim.reference.bidding import allowed_bids, speaking_order, verify_bid
from tarotsim.reference.calling import callable_cards, callable_ranks, find_partner
from tarotsim.reference.dealing import deal_given, has_petit_sec, next_dealer
from tarotsim.reference.ecart import verify_ecart
from tarotsim.reference.game import play_deal
from tarotsim.reference.legality import legal_cards, verify_card
from tarotsim.reference.poignee import poignee_options, show_poignee
from tarotsim.reference.scoring import score_deal
from tarotsim.reference.settle import excuse_account, petit_au_bout
from tarotsim.reference.trick import excuse_wins, trick_winner
from tarotsim.stats.quantities import lookup

if TYPE_CHECKING:
    from tarotsim.game.view import SeatView

__all__ = ["KINDS", "Case", "CaseError", "Failure", "check", "main", "run_file"]

Problems: TypeAlias = Iterator[str]

_CARDS = {name: card for card, name in enumerate(ASCII_NAMES)}
_CONTRACTS = {contract.label: contract for contract in Contract} | {
    "passe": Contract.PASS,
    "petite": Contract.PRISE,
    "garde_sans_le_chien": Contract.GARDE_SANS,
    "garde_contre_le_chien": Contract.GARDE_CONTRE,
}
_CAMPS = {
    "attack": Camp.ATTACK,
    "taker": Camp.ATTACK,
    "partner": Camp.ATTACK,
    "defence": Camp.DEFENCE,
    "defense": Camp.DEFENCE,
    "defender": Camp.DEFENCE,
}
_POIGNEES = {level.label: level for level in Poignee}
_CHELEMS = {chelem.label: chelem for chelem in Chelem}
_YES, _NO = ("1", "true", "yes"), ("", "0", "false", "no")
_HEADINGS = ("players", "contract", "taker_half_points", "bouts", "expected_scores")
_VALUE_HEADINGS = ("quantity", "players", "value_fraction")
_FREE_TEXT = ("source", "note")


class CaseError(ValueError):
    """A case that does not say what it must, or not in a way that can be read."""


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a file.

    Parameters
    ----------
    line : int
        Line of the file, from 1.
    fields : mapping
        What the case says.
    fault : str, optional
        Why the line is no case at all.
    """

    line: int
    fields: Mapping[str, Any]
    fault: str = ""

    @property
    def name(self) -> str:
        """The id, or the line where there is none."""
        return str(self.fields.get("id") or f"line {self.line}")

    @property
    def kind(self) -> str:
        """The kind, ``?`` if it cannot be told."""
        kind = self.fields.get("kind")
        return kind if isinstance(kind, str) else "?"

    def has(self, name: str) -> bool:
        """Tell whether a field is there and not null."""
        return self.fields.get(name) is not None

    def need(self, name: str) -> Any:
        """Return a field that must be there, null or not."""
        if name not in self.fields:
            raise CaseError(f"the case has no {name!r}")
        return self.fields[name]

    def number(self, name: str, default: int | None = None) -> int:
        """Return a whole number."""
        value = self.fields.get(name)
        if value is None and default is not None:
            return default
        value = self.need(name)
        if isinstance(value, str) and value.strip().lstrip("+-").isdecimal():
            return int(value)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        raise CaseError(f"{name!r} is {value!r}, not a whole number")

    def flag(self, name: str, default: bool | None = None) -> bool:
        """Return a truth value."""
        value = self.fields.get(name)
        if value is None and default is not None:
            return default
        return _as_flag(name, self.need(name))

    def cards(self, name: str) -> Cards:
        """Return a list of cards."""
        return _as_cards(name, self.need(name))

    def card(self, name: str) -> Card | None:
        """Return a card, None if there is none."""
        value = self.fields.get(name)
        return None if value is None else _as_card(value)

    def camp(self, name: str) -> Camp | None:
        """Return a camp, None if nobody is named."""
        return _as_camp(name, self.fields.get(name))

    def tries(self) -> list[Case]:
        """Return the tries of a case; the case itself where it is the only one."""
        tries = self.fields.get("tries", [self.fields])
        if not isinstance(tries, list) or not tries:
            raise CaseError("'tries' is not a list of tries")
        return [Case(self.line, _as_object("a try", each)) for each in tries]

    def rules(self, players: int = 4) -> RuleSet:
        """Return the rules of the case, for so many players unless it says."""
        options: dict[str, Any] = {}
        for name in ("rules", "options"):
            value = self.fields.get(name)
            # A poignée case uses `options` for the levels it expects, and `rules`
            # may be a mere list of rule numbers.
            if isinstance(value, Mapping) and (self.kind, name) != (
                "poignee",
                "options",
            ):
                options |= value
        options.pop("D11", None)  # it changes nothing that can be seen
        return rules_for(self.number("players", players), **options)


def _as_object(what: str, value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise CaseError(f"{what} is {value!r}, not an object")
    return value


def _as_flag(what: str, value: object) -> bool:
    text = str(value).strip().lower()
    if text not in (*_YES, *_NO):
        raise CaseError(f"{what!r} is {value!r}, neither true nor false")
    return text in _YES


def _as_card(value: object) -> Card:
    if isinstance(value, str):
        card = _CARDS.get(value)
        return parse_card(value) if card is None else card
    raise CaseError(f"{value!r} is not a card")


def _as_cards(what: str, value: object) -> Cards:
    if not isinstance(value, list):
        raise CaseError(f"{what!r} is {value!r}, not a list of cards")
    return Cards(_as_card(each) for each in value)


def _as_key(value: object) -> str:
    return str(value).strip().lower().replace(" ", "_").replace("-", "_")


def _as_camp(what: str, value: object) -> Camp | None:
    if value is None or _as_key(value) in ("", "none", "nobody"):
        return None
    if _as_key(value) not in _CAMPS:
        raise CaseError(f"{what!r} is {value!r}, neither attack nor defence")
    return _CAMPS[_as_key(value)]


def _as_contract(value: object) -> Contract:
    if _as_key(value) not in _CONTRACTS:
        raise CaseError(f"{value!r} is no contract")
    return _CONTRACTS[_as_key(value)]


def _as_poignee(value: object) -> Poignee:
    if _as_key(value) not in _POIGNEES:
        raise CaseError(f"{value!r} is no level of poignee")
    return _POIGNEES[_as_key(value)]


def _label(value: Any) -> str:
    """Write an answer the way the files do."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Cards):
        return format_cards(sort_cards(value), ascii_only=True) or "no card"
    if isinstance(value, Mapping):
        items = ", ".join(f"{key} {_label(each)}" for key, each in value.items())
        return items or "nothing"
    if isinstance(value, (list, tuple)):
        return " ".join(_label(each) for each in value) or "nothing"
    label = getattr(value, "label", value)
    return str(label)


def _compare(what: str, expected: Any, got: Any) -> Problems:
    """Say it if an answer is not the one expected."""
    if expected != got:
        yield f"expected {what} {_label(expected)}, got {_label(got)}"


# -- the kinds of play.md -----------------------------------------------------------


def check_legal(case: Case) -> Problems:
    """Compare the legal cards (R9), and the verdict on each card of the hand."""
    hand, table = case.cards("hand"), case.cards("table")
    expected = case.cards("legal")
    called = case.card("called")
    rules = case.rules(4 if called is None else 5)
    is_first = case.flag("first_trick", False)
    got = legal_cards(rules, hand, table, is_first_trick=is_first, called=called)
    yield from _compare("legal cards", sort_cards(expected), sort_cards(got))
    for card in hand:
        allowed = True
        try:
            verify_card(
                rules, hand, table, card, is_first_trick=is_first, called=called
            )
        except IllegalActError:
            allowed = False
        name = format_cards([card], ascii_only=True)
        yield from _compare(f"{name} allowed", card in expected, allowed)


def check_winner(case: Case) -> Problems:
    """Compare the winner of a trick (R9.7, R8.10)."""
    table = case.cards("table")
    expected = case.number("winner")
    # A table that is not full yet has a winner so far.
    rules = case.rules(len(table) if len(table) in PLAYER_COUNTS else 4)
    won_before = case.flag("leader_camp_won_all_previous", False)
    if EXCUSE in table[1:]:
        won_before = case.flag("excuse_camp_won_all_previous", False)
    wins = excuse_wins(
        rules,
        table,
        is_last_trick=case.flag("last_trick", False),
        won_all_before=won_before,
        is_announced_by_taker=case.flag("announced_slam", False),
    )
    yield from _compare("winner", expected, trick_winner(table, excuse_wins=wins))


def check_excuse(case: Case) -> Problems:
    """Compare the account of a played Excuse (R8.4-R8.10)."""
    played_by, won_by = case.camp("played_by"), case.camp("trick_won_by")
    if played_by is None or won_by is None:
        raise CaseError("'played_by' and 'trick_won_by' must name a camp")
    owner, paid_by = case.need("owner"), case.need("low_card_from")
    account = excuse_account(
        case.rules(),
        played_by,
        won_by,
        is_last_trick=case.flag("last_trick", False),
        slam_by=case.camp("slam_by"),
        is_led=case.flag("led", False),
        is_announced_by_taker=case.flag("announced_slam", False),
    )
    yield from _compare("owner", _as_camp("owner", owner), account.owner)
    payer = _as_camp("low_card_from", paid_by)
    yield from _compare("low card from", payer, account.low_card_from)


def check_ecart(case: Case) -> Problems:
    """Compare the verdict on discards and the trumps that are shown (R4)."""
    cards = case.cards("cards")
    rules = case.rules({30: 3, 24: 4, 18: 5}.get(len(cards), 4))
    for number, each in enumerate(case.tries(), start=1):
        ecart, is_legal = each.cards("ecart"), each.flag("ok")
        what = f"try {number}: {_label(ecart)}"
        try:
            shown = verify_ecart(rules, cards, ecart, case.card("called"))
        except IllegalActError as error:
            if is_legal:
                yield f"{what}: expected a legal discard, got refused: {error}"
            continue
        if not is_legal:
            yield f"{what}: expected a refusal, got accepted"
        elif each.has("shown"):
            expected = sort_cards(each.cards("shown"))
            yield from _compare(f"{what}: shown", expected, shown)


def check_poignee(case: Case) -> Problems:
    """Compare the levels that a hand may show, and whether with the Excuse (R10)."""
    rules = case.rules()
    hand, discarded = _poignee_hand(case, rules)
    expected = {
        _as_poignee(level): _as_key(how)
        for level, how in _as_object("'options'", case.need("options")).items()
    }
    if not set(expected.values()) <= {"with_excuse", "no_excuse"}:
        raise CaseError("a level is shown with-excuse or no-excuse")
    options = poignee_options(rules, hand, discarded)
    got = {
        option.level: "with_excuse" if option.with_excuse else "no_excuse"
        for option in options
    }
    named = [
        {level.label: how for level, how in each.items()} for each in (expected, got)
    ]
    yield from _compare("options", *named)
    for option in options:
        yield from _check_showing(rules, options, option)


def _poignee_hand(case: Case, rules: RuleSet) -> tuple[Cards, Cards]:
    """Make a hand with so many trumps, and the trumps that were discarded."""
    if case.has("hand"):
        return case.cards("hand"), _as_cards("ecart", case.fields.get("ecart", []))
    trump_count, shown_count = case.number("trumps"), case.number("shown_ecart", 0)
    if min(trump_count, shown_count) < 0 or trump_count + shown_count > 21:
        raise CaseError(f"there are not {trump_count} + {shown_count} trumps")
    discarded = Cards(TRUMPS[1 : 1 + shown_count])  # from the 2 up
    left = [card for card in reversed(TRUMPS) if card not in discarded]
    hand = left[:trump_count] + [EXCUSE] * case.flag("excuse", False)
    # A trump is discarded only where kings alone are left beside the trumps (R4.5).
    rest = [*KINGS, *(card for card in range(PETIT) if card not in KINGS)]
    hand += rest[: max(0, rules.hand_size - len(hand))]
    return Cards(hand), discarded


def _check_showing(
    rules: RuleSet, options: Sequence[PoigneeOption], option: PoigneeOption
) -> Problems:
    """Check the number and the order of the cards that a level shows (R10.2, R10.3)."""
    cards = show_poignee(0, options, PoigneeChoice(option.level)).cards
    what = f"{option.level.label} poignee of"
    yield from _compare(f"{what} cards", rules.poignee_size(option.level), len(cards))
    yield from _compare(f"{what} cards in order", sort_cards(cards) == cards, True)
    yield from _compare(f"{what} the Excuse", option.with_excuse, EXCUSE in cards)


def check_petit_sec(case: Case) -> Problems:
    """Compare whether a hand cancels the deal (R2)."""
    rules = case.rules()
    for number, each in enumerate(case.tries(), start=1):
        name = "hand" if each.has("hand") else "trumps_and_excuse"
        hand = each.cards(name)
        expected = each.flag("petit_sec")
        if name != "hand":
            hand = Cards([*range(rules.hand_size - len(hand)), *hand])
        got = has_petit_sec(hand)
        yield from _compare(f"try {number}: petit sec", expected, got)


def check_next_dealer(case: Case) -> Problems:
    """Compare who deals next (R1.6, R2.2, R3.6)."""
    players, dealer = case.rules().players, case.number("dealer")
    expected = case.number("next_dealer")
    got = next_dealer(players, dealer)
    if _as_key(case.fields.get("event")) in ("misdeal", "fausse_donne"):
        got = dealer  # R1.7; no engine makes a misdeal
    yield from _compare("next dealer", expected, got)


def _bids(case: Case, name: str) -> list[tuple[int | None, Contract]]:
    """Return bids in the order spoken, with the seat where the case tells it."""
    bids: list[tuple[int | None, Contract]] = []
    for each in case.fields.get(name) or ():
        if isinstance(each, dict):
            bid = Case(case.line, each)
            word = "contract" if bid.has("contract") else "bid"
            bids.append((bid.number("seat"), _as_contract(bid.need(word))))
        elif isinstance(each, list) and len(each) == 2:
            bids.append((int(each[0]), _as_contract(each[1])))
        else:
            bids.append((None, _as_contract(each)))
    return bids


def _check_order(
    bids: Sequence[tuple[int | None, Contract]], order: Sequence[int]
) -> Problems:
    """Check the seats that a case gives to its bids (R3.1)."""
    for number, (bid, seat) in enumerate(zip(bids, order, strict=False), start=1):
        if bid[0] is not None:
            yield from _compare(f"seat of bid {number}", bid[0], seat)


def check_bids(case: Case) -> Problems:
    """Compare who speaks and what may be said after some bids (R3)."""
    players = case.rules().players
    case.need("sequence")
    sequence = _bids(case, "sequence")
    allowed = [_as_contract(each) for each in case.need("allowed") or ()]
    order = speaking_order(players, case.number("dealer"))
    if len(sequence) > players:
        yield f"{len(sequence)} bids are given at a table of {players} (R3.2)"
        return
    yield from _check_order(sequence, order)
    highest = Contract.PASS
    for _, bid in sequence:
        verify_bid(bid, highest)
        highest = max(highest, bid)
    is_over = len(sequence) == players
    got = () if is_over else allowed_bids(highest)
    yield from _compare("allowed bids", sorted(allowed), sorted(got))
    to_act = None if is_over else order[len(sequence)]
    yield from _compare("to act", case.need("to_act"), to_act)


def check_petit_au_bout(case: Case) -> Problems:
    """Compare who gets the prime of the Petit au bout (R11)."""
    rules = case.rules()
    expected = _as_camp("result", case.need("result"))
    tricks, camps = _petit_tricks(case, rules)
    got = petit_au_bout(
        rules,
        tricks,
        camps,
        is_announced_by_taker=case.flag("announced_slam", False),
        taker=0,
    )
    yield from _compare("petit au bout", expected, got)


def _petit_tricks(case: Case, rules: RuleSet) -> tuple[list[Trick], list[Camp]]:
    """Make the tricks of a deal in which the Petit falls where the case says.

    Seat 0 takes; at five players seat 1 is the partner. Winners are given, since only
    the last tricks, the Petit and the Excuse matter.
    """
    attackers = 2 if rules.calls_king and not case.flag("alone", False) else 1
    camps = [Camp(seat >= attackers) for seat in range(rules.players)]
    slam_by = case.camp("slam_by")
    place = _petit_place(case, rules.trick_count)
    won_by = case.camp("trick_won_by")
    # Where nothing is said of the other tricks, the other camp wins them.
    others = Camp.ATTACK if won_by is None else won_by.other
    pack = [card for card in range(CARD_COUNT) if card not in (PETIT, EXCUSE)]
    tricks = []
    for number in range(rules.trick_count):
        camp = slam_by if slam_by is not None else others
        if number == place and won_by is not None:
            camp = won_by
        cards, pack = pack[: rules.players], pack[rules.players :]
        if number == place:
            cards[1] = PETIT
        if number == rules.trick_count - 1 and _is_ended_by_excuse(case, place, rules):
            cards[0] = EXCUSE
        tricks.append(Trick(camps.index(camp), Cards(cards), camps.index(camp)))
    return tricks, camps


def _petit_place(case: Case, trick_count: int) -> int | None:
    """Return the trick of the Petit from 0, None if it was not played."""
    where = case.need("petit_in_trick")
    key = _as_key(where)
    if key in ("chien", "ecart", "none"):
        return None
    if key.lstrip("-").isdecimal() and 1 <= abs(int(key)) <= trick_count:
        return int(key) - 1 if int(key) > 0 else trick_count + int(key)
    if key in ("last", "last_trick"):
        return trick_count - 1
    if key.startswith(("last_but_one", "penultimate", "second_to_last", "before_last")):
        return trick_count - 2
    if key in ("earlier", "first", "early"):
        return 0
    raise CaseError(f"'petit_in_trick' is {where!r}: no trick of {trick_count}")


def _is_ended_by_excuse(case: Case, place: int | None, rules: RuleSet) -> bool:
    """Tell whether the Excuse wins the last trick of the slam (R8.10).

    Any field that speaks of the Excuse answers; where none does, a slam whose Petit
    falls in the last trick but one is one that the Excuse ended.
    """
    if case.camp("slam_by") is None:
        return False
    for name, value in case.fields.items():
        if _as_key(value) in ("ex", "excuse"):
            return True  # such as `"last_trick_won_by": "excuse"`
        if "excuse" in name.lower() and value is not None:
            wins = _as_key(value).startswith(("true", "1", "yes", "won", "wins", "led"))
            return wins and "follow" not in name.lower()
    return place == rules.trick_count - 2


def check_alone(case: Case) -> Problems:
    """Compare whether the taker is alone at five players (R5.5)."""
    rules = case.rules(5)
    expected = case.flag("alone")
    called = case.card("called")
    if called is None:
        raise CaseError("no card is called")
    taker = case.number("taker", 0)
    holder = _holder(case.need("where"), taker, rules.players)
    deal = _deal_with(rules, called, holder)
    partner = find_partner(deal.hands, taker, called)
    yield from _compare("alone", expected, partner is None)
    yield from _compare("partner", None if expected else holder, partner)


def _holder(where: object, taker: int, players: int) -> int | None:
    """Return the seat that holds the called card, None for the chien."""
    key = _as_key(where).replace("'", "")
    if "chien" in key:
        return None
    seat = key.removeprefix("seat_")
    if seat.isdecimal() and int(seat) < players:
        return int(seat)
    # "The hand of an opponent" is not the taker's: others are looked for first.
    if any(word in key for word in ("partner", "opponent", "other", "defen")):
        return (taker + 2) % players
    if any(word in key for word in ("taker", "own", "hand", "self")):
        return taker
    raise CaseError(f"'where' is {where!r}: neither the chien nor a hand")


def _deal_with(rules: RuleSet, card: Card, holder: int | None) -> Deal:
    """Deal the pack with one card at a seat, or in the chien."""
    rest = [other for other in range(CARD_COUNT) if other != card]
    hands = []
    for seat in range(rules.players):
        hand = [card] if seat == holder else []
        count = rules.hand_size - len(hand)
        hands.append([*hand, *rest[:count]])
        rest = rest[count:]
    chien = rest if holder is not None else [*rest, card]
    return deal_given(rules, hands, chien)


def check_call(case: Case) -> Problems:
    """Compare the ranks that may be called (R5.2)."""
    rules = case.rules(5)
    for number, each in enumerate(case.tries(), start=1):
        queens = "dames" if each.has("dames") else "queens"
        counts = [each.number(name) for name in ("kings", queens, "cavaliers")]
        if not all(0 <= count <= 4 for count in counts):
            raise CaseError("of each rank 0 to 4 are held")
        expected = [str(rank) for rank in each.need("ranks")]
        hand = [
            suit_card(suit, rank)
            for count, rank in zip(
                counts, (RANK_ROI, RANK_DAME, RANK_CAVALIER), strict=True
            )
            for suit in range(count)
        ]
        hand += TRUMPS[: rules.hand_size - len(hand)]
        ranks = {rank_of(card) for card in callable_cards(rules, hand)}
        yield from _compare(
            f"try {number}: ranks",
            sorted(expected, key=_rank_key),
            [RANKS[rank - 1] for rank in sorted(ranks)],
        )
        if ranks - set(callable_ranks(*counts)):
            yield f"try {number}: a card is callable whose rank is not"


def _rank_key(name: str) -> int:
    if name not in RANKS:
        raise CaseError(f"{name!r} is no rank: {' '.join(RANKS)}")
    return RANKS.index(name)


# -- whole deals --------------------------------------------------------------------


class _Silent(Strategy):
    """A seat of a replay: it passes, and shows a level whose cards are not given."""

    name = "replay"

    def __init__(self, levels: Mapping[int, Poignee]) -> None:
        self.levels = levels

    def bid(self, view: SeatView) -> Contract:
        """Pass: bids that a case leaves out are passes."""
        return Contract.PASS

    def call(self, view: SeatView) -> Card:
        """Refuse: the case must name the called card."""
        raise CaseError("the case names no called card")

    def ecart(self, view: SeatView) -> tuple[Card, ...]:
        """Refuse: the case must give the discard."""
        raise CaseError("the case gives no ecart")

    def poignee(self, view: SeatView) -> PoigneeAnswer:
        """Show the level of the case."""
        return self.levels.get(view.seat)


def check_replay(case: Case) -> Problems:
    """Play a whole deal again and compare everything that is expected of it."""
    rules = case.rules()
    expected = _as_object("'expect'", case.need("expect"))
    if not expected:
        raise CaseError("nothing is expected")
    record = _replay(case, rules)
    if record.outcome is not Outcome.PLAYED:
        yield f"expected a deal that is played, got {record.outcome.label}"
        return
    yield from _check_conserved(record)
    taker, contract = case.number("taker"), _as_contract(case.need("contract"))
    yield from _compare("taker", taker, record.taker)
    yield from _compare("contract", contract, record.contract)
    bids = _bids(case, "bids")
    yield from _check_order(bids, [bid.seat for bid in record.bids])
    poignees = [f"seat {s} {level.label}" for s, level, _ in _poignees(case)]
    shown = [f"seat {s.seat} {s.level.label}" for s in record.showings]
    yield from _compare("poignees", poignees, shown)
    for name, value in expected.items():
        if name not in _EXPECTED:
            raise CaseError(f"nothing is known of an expected {name!r}")
        got = _EXPECTED[name](record)
        if name == "chelem" and got == Chelem.ANNOUNCED_FAILED_DEFENCE_MADE.label:
            # Both terms of D8 are due: a case can name only one of them.
            got = value if value in ("announced_failed", "defence_made") else got
        yield from _compare(name.replace("_", " "), value, got)


def _replay(case: Case, rules: RuleSet) -> DealRecord:
    """Play the acts of a case, each checked by the engine."""
    hands = [_as_cards("hands", hand) for hand in case.need("hands")]
    deal = deal_given(rules, hands, case.cards("chien"), case.number("dealer"))
    taker, contract = case.number("taker"), _as_contract(case.need("contract"))
    tricks = [_as_cards("tricks", trick) for trick in case.need("tricks")]
    if [len(trick) for trick in tricks] != [rules.players] * rules.trick_count:
        size = f"{rules.trick_count} tricks of {rules.players} cards"
        raise CaseError(f"'tricks' are not {size}")
    if (case.card("called") is not None) != rules.calls_king:
        raise CaseError("a card is called at five players, and only there (R5.2)")
    ecart = _as_cards("ecart", case.fields.get("ecart") or [])
    if ecart and not contract.takes_chien:
        raise CaseError(f"there is no ecart in a {contract.label} (R15.1)")
    showings: dict[int, Showing | None] = dict.fromkeys(range(rules.players))
    levels = {}
    for seat, level, cards in _poignees(case):
        if showings.get(seat, "no seat") is not None or seat in levels:
            raise CaseError(f"seat {seat} is no seat, or shows twice (R10.2)")
        if cards is None:
            levels[seat] = level
        else:
            showings[seat] = Showing(seat, level, cards)
    script = Script(
        bids=tuple(bid for _, bid in _bids(case, "bids")),
        called=case.card("called"),
        ecart=tuple(ecart) or None,
        chelem_decided=True,
        chelem_by=taker if case.flag("announced_slam", False) else None,
        showings={seat: each for seat, each in showings.items() if seat not in levels},
        cards=tuple(card for trick in tricks for card in trick),
    )
    seats = [_Silent(levels)] * rules.players
    auction = None if case.has("bids") else Imposed(contract, taker)
    return play_deal(rules, deal, seats, auction=auction, script=script)


def _poignees(case: Case) -> list[tuple[int, Poignee, Cards | None]]:
    """Return the poignées of a replay: seat, level, and the cards if they are given."""
    poignees = []
    for each in case.fields.get("poignees") or ():
        one = Case(case.line, _as_object("a poignee", each))
        shown = one.cards("shown") if one.has("shown") else None
        poignees.append((one.number("seat"), _as_poignee(one.need("level")), shown))
    return poignees


def _check_conserved(record: DealRecord) -> Problems:
    """Check that the 78 cards are all there at the end, and what they are worth."""
    aside = record.ecart if record.contract.takes_chien else record.deal.chien
    cards = [card for trick in record.tricks for card in trick.cards]
    if sorted([*cards, *aside]) != list(range(CARD_COUNT)):
        yield "the cards played and laid aside are not the 78 of the pack"
    if record.score is not None:
        yield from _compare("sum of scores", 0, sum(record.score.scores))


def _settled(name: str) -> Callable[[DealRecord], Any]:
    def read(record: DealRecord) -> Any:
        value = getattr(record.settlement, name)
        return value.label if isinstance(value, (Camp, Chelem)) else value

    return read


def _scored(name: str) -> Callable[[DealRecord], Any]:
    return lambda record: getattr(record.score, name)


_EXPECTED: dict[str, Callable[[DealRecord], Any]] = {
    "partner": lambda record: record.partner,
    "alone": lambda record: record.rules.calls_king and record.partner is None,
    "winners": lambda record: [trick.winner for trick in record.tricks],
    "attack_half_points": _settled("half_points"),
    "defence_half_points": lambda record: (
        TOTAL_HALF_POINTS - _settled("half_points")(record)
    ),
    "bouts": _settled("bouts"),
    "petit_au_bout": lambda record: _settled("petit_au_bout")(record) or "none",
    "chelem": _settled("chelem"),
    "excuse_owner": _settled("excuse_owner"),
    "low_card_from": _settled("low_card_from"),
    "won": _scored("won"),
    "gap": _scored("gap"),
    "unit": _scored("unit"),
    "scores_by_seat": lambda record: list(_scored("scores")(record)),
}
"""What a replay may expect, and how it is read from the record."""


# -- scores -------------------------------------------------------------------------


def check_score(case: Case) -> Problems:
    """Score a line of a table and compare what each player gets (R13)."""
    rules = case.rules()
    alone = case.flag("alone", False)
    if alone and not rules.calls_king:
        raise CaseError(f"a taker is alone at five players only, not {rules.players}")
    expected = [int(each) for each in str(case.need("expected_scores")).split(";")]
    score = score_deal(
        rules,
        _as_contract(case.need("contract")),
        case.number("taker_half_points"),
        case.number("bouts"),
        taker=0,
        partner=1 if rules.calls_king and not alone else None,
        poignees=_primes(case.fields.get("poignees")),
        petit_au_bout=case.camp("petit_au_bout"),
        chelem=_as_chelem(case.fields.get("chelem")),
    )
    yield from _compare("scores", expected, list(score.scores))


def _primes(value: object) -> list[tuple[Poignee, Camp]]:
    """Read ``level:camp`` joined by semicolons, or ``none``."""
    primes = []
    for text in str(value or "none").split(";"):
        if _as_key(text) in ("", "none"):
            continue
        level, _, side = text.partition(":")
        camp = _as_camp("poignees", side)
        if camp is None:
            raise CaseError(f"{text!r} does not say which camp showed")
        primes.append((_as_poignee(level), camp))
    return primes


def _as_chelem(value: object) -> Chelem:
    key = _as_key(value or "none")
    if sorted(key.split(";")) == ["announced_failed", "defence_made"]:
        return Chelem.ANNOUNCED_FAILED_DEFENCE_MADE
    if key not in _CHELEMS:
        raise CaseError(f"{value!r} is no outcome of a slam")
    return _CHELEMS[key]


# -- probabilities ------------------------------------------------------------------


def check_value(case: Case) -> Problems:
    """Compare an exact probability, mean or variance that has a name."""
    name, players = str(case.need("quantity")), case.number("players")
    text = str(case.need("value_fraction"))
    try:
        expected = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise CaseError(f"'value_fraction' is {text!r}, not a fraction") from None
    condition = case.fields.get("condition") or None
    yield from _compare("value", expected, lookup(name, players, condition))


KINDS: dict[str, Callable[[Case], Problems]] = {
    "legal": check_legal,
    "winner": check_winner,
    "excuse": check_excuse,
    "ecart": check_ecart,
    "poignee": check_poignee,
    "petit_sec": check_petit_sec,
    "next_dealer": check_next_dealer,
    "bids": check_bids,
    "petit_au_bout": check_petit_au_bout,
    "alone": check_alone,
    "call": check_call,
    "replay": check_replay,
}
"""The check of each kind of case in a text."""

_ROW_KINDS: dict[str, Callable[[Case], Problems]] = {
    "score": check_score,
    "value": check_value,
}
"""The check of the lines of a table."""


# -- files --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Failure:
    """A case that failed, and what was wrong with it in words."""

    case: Case
    problems: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.case.name} ({self.case.kind}): " + "; ".join(self.problems)


def check(case: Case) -> list[str]:
    """Return what is wrong with a case: empty if it passes."""
    if case.fault:
        return [case.fault]
    kinds = KINDS | _ROW_KINDS if isinstance(case, _Row) else KINDS
    if case.kind not in kinds:
        known = ", ".join(KINDS)
        return [f"unknown kind {case.fields.get('kind')!r}; known: {known}"]
    try:
        return list(kinds[case.kind](case))
    except CaseError as error:
        return [str(error)]
    except IllegalActError as error:
        return [f"expected legal acts, got refused: {error}"]
    except Exception as error:  # a case that breaks the engine is a failed case
        return [f"raised {type(error).__name__}: {error}"]


class _Row(Case):
    """A line of a table."""

    __slots__ = ()


def read_cases(text: str, *, is_table: bool) -> list[Case]:
    """Return the cases of a file, those that cannot be read included."""
    return _read_table(text) if is_table else _read_text(text)


def _read_table(text: str) -> list[Case]:
    reader = csv.reader(io.StringIO(text, newline=""))
    cases: list[Case] = []
    headings: list[str] = []
    for row in reader:
        if not any(cell.strip() for cell in row):
            continue
        if not headings:
            headings = [cell.strip().lower() for cell in row]
            continue
        fields = {
            "kind": "value" if set(_VALUE_HEADINGS) <= set(headings) else "score",
            **dict(zip(headings, map(str.strip, row), strict=False)),
        }
        fault = ""
        if len(row) > len(headings) and headings[-1] not in _FREE_TEXT:
            fault = f"{len(row)} cells under {len(headings)} headings"
        cases.append(_Row(reader.line_num, fields, fault))
    return cases


def _read_text(text: str) -> list[Case]:
    cases = []
    fence = ""
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.strip()
        if line.startswith(("```", "~~~")):
            fence = "" if fence else line.strip("`~ ").lower() or "text"
        elif line.startswith("{") or (line and fence.startswith("json")):
            cases.append(_read_line(number, line))
    return cases


def _read_line(number: int, line: str) -> Case:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Case(number, {}, f"not JSON: {error}")
    if not isinstance(fields, dict):
        return Case(number, {}, "not a case: a JSON object is expected")
    return Case(number, fields)


def _is_table(path: Path, text: str) -> bool:
    if path.suffix.lower() == ".csv":
        return True
    first = next((line for line in text.splitlines() if line.strip()), "")
    headings = {cell.strip().lower() for cell in first.split(",")}
    return any(headings.issuperset(each) for each in (_HEADINGS, _VALUE_HEADINGS))


def run_file(path: str | Path) -> tuple[int, list[Failure]]:
    """Run the cases of a file.

    Parameters
    ----------
    path : str or Path

    Returns
    -------
    passed : int
        How many cases passed.
    failures : list of Failure
        The others; both are empty if the file holds no case.

    Raises
    ------
    OSError, UnicodeError, csv.Error
        If the file cannot be read.
    """
    path = Path(path)
    text = path.read_text(encoding="utf-8-sig")
    cases = read_cases(text, is_table=_is_table(path, text))
    failures = [Failure(case, tuple(found)) for case in cases if (found := check(case))]
    return len(cases) - len(failures), failures


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the files of a command line, print what fails, return the exit code."""
    parser = argparse.ArgumentParser(
        prog="conformance.py", description="Run files of cases against tarotsim."
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help=".csv or .md of cases")
    files = parser.parse_args(arguments).files
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # card signs in messages
    total, failed, code = 0, 0, 0
    for path in files:
        try:
            passed, failures = run_file(path)
        except (OSError, UnicodeError, csv.Error) as error:
            reason = getattr(error, "strerror", None) or error
            print(f"cannot read {path}: {reason}", file=sys.stderr)
            code = 2
            continue
        for failure in failures:
            print(f"FAIL {path}:{failure.case.line} {failure}")
        if not passed and not failures:
            print(f"FAIL {path}: the file holds no case")
            code = max(code, 1)
        total, failed = total + passed, failed + len(failures)
    print(f"{total} passed, {failed} failed")
    return max(code, 1) if failed else code


if __name__ == "__main__":
    sys.exit(main())
