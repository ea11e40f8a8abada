"""From the kernels' words back to records."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tarotsim.game.cards import EXCUSE, Cards, sort_cards
from tarotsim.game.layout import Outcome
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
from tarotsim.kernels.packing import CARDS, cards_of, signed

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


__all__ = ["record_of"]


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
        cards = Cards(CARDS[code] for code in codes)
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
