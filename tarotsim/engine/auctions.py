"""What is said in a deal, before anything is played: the auction, and the call.

A player has heard who took what. Deals in which the strategies would have spoken
otherwise are not the deals that he may be in, and hearing an auction costs a small
part of playing the deal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tarotsim.engine.dealing import deal_number
from tarotsim.engine.dealing_compiled import deal_words
from tarotsim.engine.overrides import Override
from tarotsim.game.rules import Contract
from tarotsim.kernels import batch
from tarotsim.kernels.policies import policy
from tarotsim.kernels.row import ROW_WORDS
from tarotsim.reference.game import hear_auction

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tarotsim.engine.compiled import CompiledTable
    from tarotsim.engine.given import Given
    from tarotsim.game.rules import RuleSet
    from tarotsim.game.strategy import Strategy
    from tarotsim.game.view import SeatView

__all__ = ["Auctions", "bid_if_allowed", "hear_compiled", "hear_reference"]


class Auctions(NamedTuple):
    """What was said in some deals.

    Parameters
    ----------
    taker : int64 array (deals,)
        Seat; -1 if all passed or the deal was cancelled for a petit sec.
    contract : int64 array (deals,)
    called : int64 array (deals,)
        Card 0 to 77; -1 if none was called.
    partner : int64 array (deals,)
        Seat of the called card; -1 if nobody's.
    spoken : int64 array (deals,)
        Bids spoken: one of each player, none if the deal was cancelled.
    bids : int64 array (deals, players)
        By position, in the order of speech; 0 where nobody spoke.
    """

    taker: npt.NDArray[np.int64]
    contract: npt.NDArray[np.int64]
    called: npt.NDArray[np.int64]
    partner: npt.NDArray[np.int64]
    spoken: npt.NDArray[np.int64]
    bids: npt.NDArray[np.int64]

    @classmethod
    def of(cls, heard: npt.NDArray[np.int64], players: int) -> Auctions:
        """Return the columns of what `batch.hear_auctions` wrote."""
        first = batch.HEARD_BIDS
        taker, contract, called, partner, spoken = heard.T[:first]
        bids = heard[:, first : first + players]
        return cls(taker, contract, called, partner, spoken, bids)


def hear_compiled(
    table: CompiledTable, given: Given, seed: int, numbers: npt.NDArray[np.uint64]
) -> Auctions:
    """Hear the auctions of some deals of a run, in the compiled engine.

    Parameters
    ----------
    table : CompiledTable
    given : Given
        What the deals fulfil.
    seed : int
    numbers : uint64 array (deals,)

    Raises
    ------
    IllegalActError, StrategyError
        For an illegal answer, or an object that raises.
    """
    words = deal_words(table.rules, given, seed, numbers).words
    heard = np.zeros((len(words), batch.HEARD_WORDS), dtype=np.int64)
    row = np.zeros(ROW_WORDS, dtype=np.uint64)
    seats, memory = table.seats()
    done, status = batch.hear_auctions(
        table.vector, table.auction, seats, words, row, heard
    )
    if status:
        raise table.failure(memory, row, status, f"seed {seed}, deal {numbers[done]}")
    return Auctions.of(heard, table.rules.players)


def hear_reference(
    rules: RuleSet,
    strategies: Sequence[Strategy],
    given: Given,
    seed: int,
    numbers: Iterable[int],
) -> Auctions:
    """Hear the auctions of some deals of a run, in the reference engine.

    Parameters
    ----------
    rules : RuleSet
    strategies : sequence of Strategy (players,)
    given, seed, numbers
        As for `hear_compiled`.
    """
    heard = []
    for number in numbers:
        deal = deal_number(rules, seed, int(number), given)
        record = hear_auction(rules, deal, strategies)
        said = [
            -1 if value is None else int(value)
            for value in (record.taker, record.contract, record.called, record.partner)
        ]
        bids = [int(bid.contract) for bid in record.bids]
        missing = [0] * (rules.players - len(bids))
        heard.append([*said, len(bids), *bids, *missing])
    width = batch.HEARD_BIDS + rules.players
    return Auctions.of(np.array(heard, np.int64).reshape(-1, width), rules.players)


def bid_if_allowed(seat: int, contract: Contract) -> Override:
    """Let a seat bid a contract, or pass where a bid before it was as high (R3.3)."""

    def bid(view: SeatView) -> Contract:
        return contract if contract in view.legal else Contract.PASS

    text = f"bid={contract.label}, if it may"
    return Override(seat, "bid", bid, _bid, text, (float(contract),))


@policy
def _bid(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    bid = np.int64(params[0])
    return bid if suits >> np.uint64(bid) & np.uint64(1) else 0
