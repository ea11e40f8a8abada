"""What a player knows before the first card: read, checked, and turned into deals.

A `Situation` is what one seat has seen and heard: the own cards, who took what, the
chien if it was turned up. The deals that the seat may be in are those in which these
are its cards and in which the strategies of the table, asked with the cards they would
hold, say what was heard.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.engine.auctions import bid_if_allowed
from tarotsim.engine.forced import force_call, force_ecart
from tarotsim.game.cards import Cards, format_cards, is_trump, sort_cards
from tarotsim.game.rules import Contract
from tarotsim.reference.ecart import trump_discard_range
from tarotsim.reference.poignee import poignee_options

if TYPE_CHECKING:
    import numpy.typing as npt

    from tarotsim.engine.auctions import Auctions
    from tarotsim.engine.overrides import Override
    from tarotsim.game.cards import Card
    from tarotsim.game.poignees import PoigneeOption
    from tarotsim.game.rules import RuleSet

__all__ = ["ROLES", "Situation"]

ROLES = ("taker", "partner", "defender")


@dataclass(frozen=True, slots=True)
class Situation:
    """What a seat knows when the auction is over.

    Parameters
    ----------
    rules : RuleSet
    seat : int
        The own seat.
    role : str
        One of `ROLES`.
    hand : Cards
        Cards dealt to the seat, in the order of a hand.
    contract : Contract
    taker : int or None
        Seat of the taker; None: any other than this one.
    dealer : int or None
        None: each seat deals as often.
    bids : tuple of Contract or None
        In the order of speech; None where only the outcome was told.
    called : int or None
        The called card; None where the taker's strategy calls.
    chien : Cards or None
        None while nobody has turned it up.
    ecart : Cards or None
        The taker's; None where his strategy discards.
    """

    rules: RuleSet
    seat: int
    role: str
    hand: Cards
    contract: Contract
    taker: int | None
    dealer: int | None = None
    bids: tuple[Contract, ...] | None = None
    called: Card | None = None
    chien: Cards | None = None
    ecart: Cards | None = None

    @property
    def conditions(self) -> dict[Any, dict[str, Cards]]:
        """What the cards of a deal must be, as `as_given` reads it."""
        asked: dict[Any, dict[str, Cards]] = {self.seat: {"hand": self.hand}}
        if self.chien is not None:
            asked["chien"] = {"hand": self.chien}
        return asked

    @property
    def forced(self) -> tuple[Override, ...]:
        """The own decisions that are already made: bid, call, écart."""
        found = [bid_if_allowed(self.seat, self.own_bid)]
        if self.role == "taker" and self.called is not None:
            found.append(force_call(self.seat, self.called))
        if self.ecart is not None:
            found.append(force_ecart(self.seat, self.ecart))
        return tuple(found)

    @property
    def own_bid(self) -> Contract:
        """What this seat said; a pass of one that did not take and tells no bids."""
        if self.bids is not None and self.dealer is not None:
            return self.bids[position_of(self.rules, self.seat, self.dealer)]
        return self.contract if self.role == "taker" else Contract.PASS

    def fits(self, heard: Auctions) -> npt.NDArray[np.bool_]:
        """Tell of each deal whether what was said in it is what this seat has heard.

        Parameters
        ----------
        heard : Auctions

        Returns
        -------
        bool array (deals,)
        """
        found: npt.NDArray[np.bool_] = heard.contract == int(self.contract)
        if self.taker is None:
            found &= (heard.taker != self.seat) & (heard.taker >= 0)
        else:
            found &= heard.taker == self.taker
        if self.bids is not None:
            found &= (heard.bids == [int(bid) for bid in self.bids]).all(axis=1)
        if self.called is not None:
            found &= heard.called == self.called
        elif self.rules.calls_king and self.role != "taker":
            found &= np.isin(heard.called, self.hand) == (self.role == "partner")
        return found

    @property
    def is_chien_ahead(self) -> bool:
        """Whether this seat will still see the chien and take it up."""
        takes = self.role == "taker" and self.contract.takes_chien
        return takes and self.chien is None

    def play_hand(self) -> tuple[Cards, Cards] | None:
        """Return the cards in hand when play begins, and the trumps discarded.

        Returns
        -------
        tuple of Cards, or None
            Where the écart is the strategy's, hand and chien together: no trump goes.
            None where it is not known yet which trumps will be in hand.
        """
        if self.role != "taker" or not self.contract.takes_chien:
            return self.hand, Cards()
        if self.chien is None:
            return None
        cards = sort_cards([*self.hand, *self.chien])
        if self.ecart is not None:
            shown = sort_cards(card for card in self.ecart if is_trump(card))
            return sort_cards(set(cards) - set(self.ecart)), shown
        may_go = trump_discard_range(self.rules, cards, self.called)[1]
        return None if may_go else (cards, Cards())

    def poignee_options(self) -> tuple[PoigneeOption, ...] | None:
        """Return the poignées that may be shown, lowest first; None: not known yet."""
        known = self.play_hand()
        return None if known is None else poignee_options(self.rules, *known)

    @property
    def words(self) -> str:
        """The deals that this seat may be in, in words."""
        parts = [f"seat {self.seat}, the {self.role}, holds these cards"]
        contract = self.contract.label.replace("_", " ")
        if self.bids is not None:
            said = ", ".join(bid.label.replace("_", " ") for bid in self.bids)
            parts.append(f"these strategies bid {said}")
        else:
            own = self.own_bid.label.replace("_", " ")
            bids = f"bids {own}" if self.own_bid else "passes"
            parts.append(f"it {bids}, the others bid as these strategies do")
        who = "another seat" if self.taker is None else f"seat {self.taker}"
        parts.append(f"{who} takes {contract}")
        if self.called is not None:
            parts.append(f"{format_cards([self.called])} is called")
        dealer = "any seat" if self.dealer is None else f"seat {self.dealer}"
        parts.append(f"{dealer} deals")
        seen = "not seen" if self.chien is None else "seen"
        return "; ".join([*parts, f"the chien is {seen}"])

    def to_json(self) -> dict[str, Any]:
        """Return what is known, cards as text, ``null`` for what is not told."""
        called = None if self.called is None else [self.called]
        cards = {
            "hand": self.hand,
            "called": called,
            "chien": self.chien,
            "ecart": self.ecart,
        }
        return {
            "seat": self.seat,
            "role": self.role,
            "contract": self.contract.label,
            "taker": self.taker,
            "dealer": self.dealer,
            "bids": None if self.bids is None else [bid.label for bid in self.bids],
            **{
                name: None if own is None else format_cards(own)
                for name, own in cards.items()
            },
        }


def position_of(rules: RuleSet, seat: int, dealer: int) -> int:
    """Return the position of a seat in the order of speech, from 0 (R3.1)."""
    return (seat - dealer - 1) % rules.players
