"""From the kernels' words back to cards, records and errors."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tarotsim.game.cards import EXCUSE, Card, Cards, sort_cards
from tarotsim.game.errors import IllegalActError, StrategyError, TarotError
from tarotsim.game.layout import Outcome, Stage
from tarotsim.game.poignees import PoigneeChoice
from tarotsim.game.records import (
    Bid,
    Deal,
    DealRecord,
    Score,
    Settlement,
    Showing,
    Trick,
)
from tarotsim.game.rules import TARGETS, Camp, Chelem, Contract, Poignee, RuleSet
from tarotsim.kernels import results as history_words
from tarotsim.kernels import row as words
from tarotsim.kernels.bits import CODES
from tarotsim.kernels.deal import HIDE_DEFAULT
from tarotsim.reference.bidding import verify_bid
from tarotsim.reference.calling import verify_call
from tarotsim.reference.ecart import verify_ecart
from tarotsim.reference.legality import verify_card
from tarotsim.reference.poignee import poignee_options, show_poignee

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np
    import numpy.typing as npt

    from tarotsim.engine.callbacks import SeatedStrategy
    from tarotsim.engine.overrides import Override

__all__ = ["card_of_code", "cards_of", "record_of", "refused_answer", "verify_answer"]

_CARDS = {code: card for card, code in enumerate(CODES)}
_SUIT_BITS = 0x3FFF_3FFF_3FFF_3FFF | 1 << CODES[EXCUSE]


def cards_of(suits: Any, trumps: Any) -> Cards:
    """Return the cards of two words, ascending; strange bits are left out."""
    bits = int(suits) | int(trumps) << 64
    return Cards(sorted(card for code, card in _CARDS.items() if bits >> code & 1))


def card_of_code(code: int) -> Card:
    """Return the card of a code; -1, which is no card, for a strange one."""
    return _CARDS.get(code, -1)


def signed(word: Any) -> int:
    """Return a word of 64 bits as a signed number."""
    value = int(word)
    return value - (1 << 64) if value >> 63 else value


# -- records -----------------------------------------------------------------------


def record_of(
    rules: RuleSet, deal: Deal, row: npt.NDArray[Any], history: npt.NDArray[np.uint64]
) -> DealRecord:
    """Return everything that happened in a deal.

    Parameters
    ----------
    rules : RuleSet
    deal : Deal
        The cards, as dealt.
    row : record of RESULT_DTYPE
    history : uint64 array (HISTORY_WORDS,)
    """
    outcome = Outcome(int(row["outcome"]))
    bids = _bids_of(rules, deal, int(history[history_words.HISTORY_BIDS]))
    if outcome is not Outcome.PLAYED:
        return DealRecord(deal, rules, outcome, bids=bids)
    taker, contract = int(row["taker"]), Contract(int(row["contract"]))
    first = history_words.HISTORY_ECART
    ecart = cards_of(history[first], history[first + 1])
    tricks = _tricks_of(rules, history)
    by = signed(history[history_words.HISTORY_CHELEM])
    partner = None if row["partner"] < 0 else int(row["partner"])
    record = DealRecord(
        deal,
        rules,
        outcome,
        bids=bids,
        taker=taker,
        contract=contract,
        called=None if row["called"] < 0 else int(row["called"]),
        partner=partner,
        ecart=ecart,
        ecart_shown=sort_cards(cards_of(0, history[first + 1])),
        chelem_by=None if by < 0 else by,
        showings=_showings_of(tricks[0], history),
        tricks=tricks,
        showable={
            seat: Poignee(int(row[f"showable_{seat}"]))
            for seat in range(rules.players)
            if row[f"showable_{seat}"]
        },
        trump_counts=tuple(int(row[f"trumps_{s}"]) for s in range(rules.players)),
    )
    return _counted(record, row, history)


def _bids_of(rules: RuleSet, deal: Deal, word: int) -> tuple[Bid, ...]:
    """Return the bids of a word that has the number of bids above the contracts."""
    count = word >> history_words.BID_COUNT_SHIFT
    seats = [(deal.dealer + 1 + position) % rules.players for position in range(count)]
    return tuple(
        Bid(seat, Contract(word >> 4 * position & 0xF))
        for position, seat in enumerate(seats)
    )


def _tricks_of(rules: RuleSet, history: npt.NDArray[np.uint64]) -> tuple[Trick, ...]:
    tricks = []
    for number in range(rules.trick_count):
        word = int(history[history_words.HISTORY_TRICKS + number])
        codes = [word >> 8 * place & 0xFF for place in range(rules.players)]
        cards = Cards(_CARDS[code] for code in codes)
        leader, winner = word >> words.LEADER_SHIFT & 0xFF, word >> words.WINNER_SHIFT
        tricks.append(Trick(leader, cards, winner))
    return tuple(tricks)


def _showings_of(first: Trick, history: npt.NDArray[np.uint64]) -> tuple[Showing, ...]:
    """Return the poignées in the order shown, that of the first trick."""
    levels = int(history[history_words.HISTORY_SHOWN])
    showings = []
    for seat, _ in first.plays():
        level = levels >> 4 * seat & 0xF
        if level:
            word = int(history[history_words.HISTORY_SHOWN_CARDS + seat])
            excuse = 1 << CODES[EXCUSE]
            cards = sort_cards(cards_of(word & excuse, word & ~excuse))
            showings.append(Showing(seat, Poignee(level), cards))
    return tuple(showings)


def _counted(
    record: DealRecord, row: npt.NDArray[Any], history: npt.NDArray[np.uint64]
) -> DealRecord:
    """Return the record with its count and score."""
    petit = {1: Camp.ATTACK, 0: None, -1: Camp.DEFENCE}[int(row["petit_au_bout"])]
    account = int(history[history_words.HISTORY_ACCOUNT])
    payer = account >> 1
    settlement = Settlement(
        half_points=int(row["half_points"]),
        bouts=int(row["bouts"]),
        petit_au_bout=petit,
        chelem=Chelem(int(row["chelem"])),
        excuse_owner=Camp(account & 1),
        low_card_from=Camp(payer - 1) if payer else None,
    )
    return replace(record, settlement=settlement, score=_score_of(record, row, petit))


def _score_of(record: DealRecord, row: npt.NDArray[Any], petit: Camp | None) -> Score:
    """Return the score of a row, its unit split into the terms of R13.4."""
    assert record.taker is not None
    sign = 1 if row["won"] else -1
    multiplier, gap = record.contract.multiplier, abs(int(row["gap"]))
    parts = (
        sign * (25 + gap) * multiplier,
        int(row["petit_au_bout"]) * 10 * multiplier,
        sign * int(row["poignee_prime"]),
    )
    return Score(
        contract=record.contract,
        half_points=int(row["half_points"]),
        bouts=int(row["bouts"]),
        target=TARGETS[int(row["bouts"])],
        won=bool(row["won"]),
        gap=gap,
        contract_part=parts[0],
        petit_part=parts[1],
        poignee_part=parts[2],
        chelem_part=int(row["unit"]) - sum(parts),
        taker=record.taker,
        partner=record.partner,
        scores=tuple(int(row[f"score_{s}"]) for s in range(record.rules.players)),
        poignees=tuple((s.level, record.camp_of(s.seat)) for s in record.showings),
        petit_au_bout=petit,
        chelem=Chelem(int(row["chelem"])),
    )


# -- illegal answers ---------------------------------------------------------------


def refused_answer(
    rules: RuleSet,
    strategies: Sequence[SeatedStrategy],
    row: npt.NDArray[np.uint64],
    status: int,
    where: str,
    forced: Iterable[Override] = (),
) -> TarotError:
    """Return the error for an answer that the engine refused.

    The reference engine's own check says which rule forbids it.

    Parameters
    ----------
    rules : RuleSet
    strategies : sequence of CompiledStrategy or ObjectStrategy (players,)
    row : uint64 array (ROW_WORDS,)
        As the kernels left it.
    status : int
        The stage asked.
    where : str
        Seed and number of the deal, in words.
    forced : iterable of Override, optional
        Decisions made for seats, of which one may be to blame.
    """
    seat, stage = int(row[words.ASKED]), Stage(status)
    who = f"strategy {strategies[seat].name} at seat {seat} ({where})"
    who += f", asked for {stage.label}"
    taker, trick = signed(row[words.TAKER]), signed(row[words.TRICK])
    for one in forced:
        if one.decides(stage.label, seat, taker, trick):
            who = f"the forced decision {one.text} ({where})"
    answer = signed(row[words.ANSWER])
    try:
        verify_answer(rules, row, stage, seat, answer)
    except IllegalActError as error:
        return error.at(who)
    return StrategyError(f"{who}, failed: its answer was {answer}")


def verify_answer(
    rules: RuleSet, row: npt.NDArray[np.uint64], stage: Stage, seat: int, answer: int
) -> None:
    """Check an answer as a policy gives it by the reference engine's rules.

    Parameters
    ----------
    rules : RuleSet
    row : uint64 array (ROW_WORDS,)
        The deal where the answer was asked; a set of cards stands in OUT.
    stage : Stage
    seat, answer : int

    Raises
    ------
    IllegalActError
        If it is not legal.
    """
    _CHECKS[stage](rules, row, seat, answer)


def _check_bid(rules: RuleSet, row: Any, seat: int, answer: int) -> None:
    if not 0 <= answer <= Contract.GARDE_CONTRE:
        raise IllegalActError(f"cannot bid {answer}", "R3.3", "a contract, 0 to 4")
    verify_bid(Contract(answer), Contract(int(row[words.CONTRACT])))


def _check_call(rules: RuleSet, row: Any, seat: int, answer: int) -> None:
    verify_call(rules, _hand(row, seat), _card(answer))


def _check_ecart(rules: RuleSet, row: Any, seat: int, answer: int) -> None:
    called = signed(row[words.CALLED])
    suits, trumps = int(row[words.OUT]), int(row[words.OUT + 1])
    if suits & ~_SUIT_BITS or trumps & ~_TRUMP_BITS:
        raise IllegalActError("cannot discard what is no card", "R0.1", "0 to 77")
    cards = cards_of(suits, trumps)
    if not cards:
        size = f"{rules.chien_size} different cards are discarded"
        raise IllegalActError(f"cannot discard nothing: {size}", "R4.2")
    verify_ecart(rules, _hand(row, seat), cards, None if called < 0 else _CARDS[called])


def _check_poignee(rules: RuleSet, row: Any, seat: int, answer: int) -> None:
    if not 0 <= answer <= Poignee.TRIPLE:
        raise IllegalActError(f"cannot show level {answer}", "R10.1", "0 to 3")
    is_taker = seat == int(row[words.TAKER])
    shown = cards_of(0, row[words.ECART_SHOWN]) if is_taker else ()
    word = int(row[words.OUT])
    hidden = None
    if word != int(HIDE_DEFAULT):
        if word & ~_TRUMP_BITS:
            raise IllegalActError("cannot hide what is no trump", "R10.3")
        hidden = cards_of(0, word)
    options = poignee_options(rules, _hand(row, seat), shown)
    show_poignee(seat, options, PoigneeChoice(Poignee(answer), hidden))


def _check_play(rules: RuleSet, row: Any, seat: int, answer: int) -> None:
    called = signed(row[words.CALLED])
    trick = int(row[words.TRICK])
    word = int(row[words.TRICK_CARDS + trick])
    table = [_CARDS[word >> 8 * p & 0xFF] for p in range(int(row[words.PLACE]))]
    verify_card(
        rules,
        _hand(row, seat),
        table,
        _card(answer),
        is_first_trick=trick == 0,
        called=None if called < 0 else _CARDS[called],
    )


def _hand(row: Any, seat: int) -> Cards:
    first = words.PRIVATE + seat * words.PRIVATE_WORDS + words.HAND
    return cards_of(row[first], row[first + 1])


def _card(answer: int) -> Card:
    if answer not in _CARDS:
        message = f"{answer} is not the code of a card"
        raise IllegalActError(message, "R0.1", "a bit of the legal words")
    return _CARDS[answer]


def _check_chelem(rules: RuleSet, row: Any, seat: int, answer: int) -> None:
    """Any answer from 0 on is legal: there is no rule to name."""


_TRUMP_BITS = (1 << 22) - 2
_CHECKS: dict[Stage, Callable[[RuleSet, Any, int, int], None]] = {
    Stage.BID: _check_bid,
    Stage.CALL: _check_call,
    Stage.ECART: _check_ecart,
    Stage.CHELEM: _check_chelem,
    Stage.POIGNEE: _check_poignee,
    Stage.PLAY: _check_play,
}
