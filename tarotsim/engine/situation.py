"""What a player knows before the first card: read, checked, and turned into deals.

A `Situation` is what one seat has seen and heard: the own cards, who took what, the
chien if it was turned up. The deals that the seat may be in are those in which these
are its cards and in which the strategies of the table, asked with the cards they would
hold, say what was heard.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from tarotsim.engine.auctions import bid_if_allowed
from tarotsim.engine.forced import force_call, force_ecart
from tarotsim.game.cards import Cards, format_cards, is_trump, sort_cards
from tarotsim.game.errors import NotationError, RulesError
from tarotsim.game.notation import parse_contract
from tarotsim.game.parsing import card_problems, parse_card, parse_cards
from tarotsim.game.rules import CONTRACTS, Contract
from tarotsim.reference.bidding import allowed_bids
from tarotsim.reference.calling import verify_call
from tarotsim.reference.dealing import has_petit_sec
from tarotsim.reference.ecart import trump_discard_range, verify_ecart
from tarotsim.reference.poignee import poignee_options

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy.typing as npt

    from tarotsim.engine.auctions import Auctions
    from tarotsim.engine.overrides import Override
    from tarotsim.game.cards import Card
    from tarotsim.game.poignees import PoigneeOption
    from tarotsim.game.rules import RuleSet

__all__ = [
    "ROLES",
    "BidsLike",
    "CardsLike",
    "Situation",
    "free_bids",
    "read_bids",
    "read_contract",
    "read_own_hand",
    "read_situation",
    "verify_seat",
]

CardsLike: TypeAlias = "str | Iterable[Card]"
BidsLike: TypeAlias = "str | Iterable[Contract | str]"
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


def verify_seat(rules: RuleSet, seat: Any, name: str) -> int:
    """Return a seat of the table.

    Raises
    ------
    RulesError
        If it is none.
    """
    is_number = isinstance(seat, int) and not isinstance(seat, bool)
    if not is_number or seat not in range(rules.players):
        message = f"{name} {seat!r} is not at a table of {rules.players}"
        raise RulesError(f"{message}: seats are 0 to {rules.players - 1}")
    return int(seat)


def read_cards(value: CardsLike, count: int | None, name: str) -> Cards:
    """Return cards as a person or a program gives them, in the order of a hand.

    Raises
    ------
    NotationError
        For unknown or ambiguous text, a card twice, a wrong number of cards; every
        problem is named.
    """
    try:
        cards = parse_cards(value) if isinstance(value, str) else Cards(value)
    except NotationError as error:
        raise NotationError(f"{name}: {error}", error.problems) from error
    problems = card_problems(cards, count)
    if problems:
        raise NotationError(f"{name}: {'; '.join(problems)}", tuple(problems))
    return sort_cards(cards)


def read_own_hand(rules: RuleSet, hand: CardsLike) -> Cards:
    """Return a hand as dealt, with which a player may bid.

    Raises
    ------
    NotationError
        As `read_cards`.
    RulesError
        If it cancels the deal (R2.1).
    """
    cards = read_cards(hand, rules.hand_size, "hand")
    _verify_no_petit_sec(cards)
    return cards


def _verify_no_petit_sec(hand: Cards) -> None:
    if has_petit_sec(hand):
        message = "the only trump of this hand is the Petit, without the Excuse: it is"
        raise RulesError(f"{message} shown and the deal is cancelled (R2.1)")


def read_contract(contract: Contract | str) -> Contract:
    """Return a bid by its name: a contract or a pass.

    Raises
    ------
    NotationError
        For another name.
    """
    if isinstance(contract, Contract):
        return contract
    text = str(contract).strip().lower()
    return Contract.PASS if text in ("pass", "passe") else parse_contract(text)


def read_bids(bids: BidsLike, most: int) -> tuple[Contract, ...]:
    """Return bids in the order of speech.

    Parameters
    ----------
    bids : str or iterable
        Names separated by commas, or a list of them.
    most : int
        How many there can be.

    Raises
    ------
    NotationError
        For an unknown bid.
    RulesError
        For one that is not above those before it (R3.3), or too many.
    """
    listed = bids.split(",") if isinstance(bids, str) else list(bids)
    found = tuple(read_contract(bid) for bid in listed if bid != "")
    if len(found) > most:
        raise RulesError(f"{len(found)} bids are given, {most} at most (R3.2)")
    highest = Contract.PASS
    for place, bid in enumerate(found, start=1):
        if bid not in allowed_bids(highest):
            message = f"bid {place} cannot be {bid.label} over {highest.label}"
            names = ", ".join(each.label for each in allowed_bids(highest))
            raise RulesError(f"{message} (R3.3); allowed: {names}")
        highest = max(highest, bid)
    return found


def free_bids(said: Sequence[Contract]) -> tuple[Contract, ...]:
    """Return what may be said after some bids: a pass, and what is higher (R3.3)."""
    return allowed_bids(max(said, default=Contract.PASS))


def read_situation(
    rules: RuleSet,
    hand: CardsLike,
    contract: Contract | str | None = None,
    *,
    seat: int = 0,
    role: str | None = None,
    taker: int | None = None,
    dealer: int | None = None,
    bids: BidsLike | None = None,
    call: Card | str | None = None,
    chien: CardsLike | None = None,
    ecart: CardsLike | None = None,
) -> Situation:
    """Check what a player tells of a deal and put it together.

    Parameters
    ----------
    rules : RuleSet
    hand : str or cards
        As dealt; with an écart it may be the hand after it.
    contract : Contract or str, optional
        May be left out with bids.
    seat, role, taker, dealer, bids, call, chien, ecart
        As for `tarotsim.advise`.

    Raises
    ------
    TarotError
        For what cannot be read, or cannot be so at a table; says what was given, what
        is allowed and the rule.
    """
    seat = verify_seat(rules, seat, "seat")
    if dealer is not None:
        dealer = verify_seat(rules, dealer, "dealer")
    said = None if bids is None else _read_auction(rules, bids, dealer)
    if said is not None:
        assert dealer is not None
        contract, taker = _outcome(rules, said, dealer, contract, taker)
    if contract is None:
        message = "the contract is needed, or the bids"
        names = ", ".join(each.label for each in CONTRACTS)
        raise RulesError(f"{message}; contracts: {names} (R3.3)")
    contract = read_contract(contract)
    if contract is Contract.PASS:
        raise RulesError("no poignée is shown in a deal that nobody takes (R3.6)")
    if taker is not None:
        taker = verify_seat(rules, taker, "taker")
    role, taker = _read_role(rules, seat, role, taker)
    dealt, turned, gone = _read_own_cards(rules, hand, contract, role, chien, ecart)
    called = _read_call(rules, dealt, role, call)
    if gone is not None:
        assert turned is not None
        verify_ecart(rules, [*dealt, *turned], gone, called)
    return Situation(
        rules, seat, role, dealt, contract, taker, dealer, said, called, turned, gone
    )


def _read_auction(
    rules: RuleSet, bids: BidsLike, dealer: int | None
) -> tuple[Contract, ...]:
    if dealer is None:
        message = "bids are told in the order of speech, from the dealer's right"
        raise RulesError(f"{message} (R3.1): say which seat deals, dealer=SEAT")
    said = read_bids(bids, rules.players)
    if len(said) != rules.players:
        message = f"{len(said)} bids are given, {rules.players} expected"
        raise RulesError(f"{message}: every player speaks once (R3.2)")
    return said


def _outcome(
    rules: RuleSet,
    said: tuple[Contract, ...],
    dealer: int,
    contract: Contract | str | None,
    taker: int | None,
) -> tuple[Contract, int]:
    """Return contract and taker of the bids, which must be those told besides."""
    highest = max(said)
    if highest is Contract.PASS:
        raise RulesError("everybody passed: the deal is not played (R3.6)")
    winner = (dealer + 1 + said.index(highest)) % rules.players
    if contract is not None and read_contract(contract) is not highest:
        message = f"the bids end with {highest.label}, not"
        raise RulesError(f"{message} {read_contract(contract).label} (R3.4)")
    if taker is not None and taker != winner:
        message = f"by the bids seat {winner} takes, not seat {taker}"
        raise RulesError(f"{message}, seat {dealer} being dealer (R3.4)")
    return highest, winner


def _read_role(
    rules: RuleSet, seat: int, role: str | None, taker: int | None
) -> tuple[str, int | None]:
    if role is None:
        role = "taker" if taker in (None, seat) else "defender"
    if role not in ROLES:
        raise RulesError(f"unknown role {role!r}; allowed: {', '.join(ROLES)}")
    if role == "taker":
        if taker not in (None, seat):
            message = f"seat {taker} takes, so that seat {seat} is no taker"
            raise RulesError(f"{message}: role defender, or partner at five players")
        return role, seat
    if taker == seat:
        raise RulesError(f"seat {seat} takes and cannot be {role} too")
    if role == "partner" and not rules.calls_king:
        message = f"there is no partner at {rules.players} players"
        raise RulesError(f"{message}: no card is called (R5)")
    return role, taker


def _read_own_cards(
    rules: RuleSet,
    hand: CardsLike,
    contract: Contract,
    role: str,
    chien: CardsLike | None,
    ecart: CardsLike | None,
) -> tuple[Cards, Cards | None, Cards | None]:
    """Return the hand as dealt, the chien and the écart, as far as they are seen."""
    cards = read_cards(hand, rules.hand_size, "hand")
    if chien is not None and not contract.takes_chien:
        name = contract.label.replace("_", " ")
        raise RulesError(f"the chien is not turned up in {name} (R15)")
    if ecart is not None and (role != "taker" or not contract.takes_chien):
        message = "only the taker discards, in prise and garde (R4)"
        raise RulesError(f"{message}: leave the écart out")
    if chien is None:
        if ecart is not None:
            raise RulesError("an écart is made when the chien was seen: say the chien")
        _verify_no_petit_sec(cards)
        return cards, None, None
    turned = read_cards(chien, rules.chien_size, "chien")
    both = [card for card in cards if card in turned]
    if ecart is None:
        if both:
            message = f"{format_cards(both)} cannot be in the hand dealt and the chien"
            hint = " (the hand after the écart needs the écart)"
            raise RulesError(message + (hint if role == "taker" else ""))
        _verify_no_petit_sec(cards)
        return cards, turned, None
    gone = read_cards(ecart, rules.chien_size, "écart")
    dealt = cards if not both else _dealt_before(cards, turned, gone)
    _verify_no_petit_sec(dealt)
    return dealt, turned, gone


def _dealt_before(cards: Cards, chien: Cards, ecart: Cards) -> Cards:
    """Return the hand dealt, from the one that is held after the écart."""
    kept = [card for card in ecart if card in cards]
    if kept:
        message = f"{format_cards(kept)} cannot be discarded and in the hand"
        raise RulesError(f"{message}, which holds cards of the chien already (R4.2)")
    lost = [card for card in chien if card not in cards and card not in ecart]
    if lost:
        message = f"{format_cards(lost)} of the chien must be in hand or in the écart"
        raise RulesError(f"{message} (R4.1)")
    return sort_cards((set(cards) | set(ecart)) - set(chien))


def _read_call(
    rules: RuleSet, hand: Cards, role: str, call: Card | str | None
) -> Card | None:
    if call is None:
        return None
    if not rules.calls_king:
        raise RulesError(f"no card is called at {rules.players} players (R5)")
    card = parse_card(call) if isinstance(call, str) else Cards([call])[0]
    if role == "taker":
        verify_call(rules, hand, card)
    elif (card in hand) != (role == "partner"):
        name = format_cards([card])
        holds = "is" if card in hand else "is not"
        message = f"the called card {name} {holds} in the hand of the {role}"
        raise RulesError(f"{message}: its holder is the partner (R5.4)")
    return card
