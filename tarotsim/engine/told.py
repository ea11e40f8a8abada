"""Reading what a player tells of a deal: his hand, the bids, the chien, the écart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from tarotsim.engine.situation import ROLES, Situation
from tarotsim.game.cards import Cards, format_cards, sort_cards
from tarotsim.game.errors import NotationError, RulesError
from tarotsim.game.notation import parse_contract
from tarotsim.game.parsing import card_problems, parse_cards
from tarotsim.game.rules import Contract
from tarotsim.game.wording import counted
from tarotsim.reference.bidding import allowed_bids
from tarotsim.reference.calling import verify_call
from tarotsim.reference.dealing import has_petit_sec
from tarotsim.reference.ecart import verify_ecart

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tarotsim.game.cards import Card
    from tarotsim.game.rules import RuleSet

__all__ = [
    "BidsLike",
    "CardsLike",
    "free_bids",
    "read_bids",
    "read_contract",
    "read_own_hand",
    "read_situation",
    "verify_seat",
]

CardsLike: TypeAlias = "str | Iterable[Card]"
BidsLike: TypeAlias = "str | Iterable[Contract | str]"


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


def _read_bid(bid: Contract | str) -> Contract:
    try:
        return read_contract(bid)
    except NotationError as error:
        names = ", ".join(each.label for each in Contract)
        raise NotationError(f"unknown bid {bid!r}; allowed: {names}") from error


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
    listed = list(bids)
    if isinstance(bids, str):
        listed = [text.strip() for text in bids.split(",")] if bids.strip() else []
        if "" in listed:
            message = f"cannot read the bids {bids!r}: write them as pass,prise"
            raise NotationError(f"{message}, one behind each comma")
    found = tuple(map(_read_bid, listed))
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
        What the bids say, or a garde, by default.
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
    contract = read_contract(Contract.GARDE if contract is None else contract)
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
        given = counted(len(said), "bid is given", "bids are given")
        message = f"{given}, {rules.players} expected"
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
    (card,) = read_cards(call if isinstance(call, str) else [call], 1, "call")
    if role == "taker":
        verify_call(rules, hand, card)
    elif (card in hand) != (role == "partner"):
        name = format_cards([card])
        holds = "is" if card in hand else "is not"
        message = f"the called card {name} {holds} in the hand of the {role}"
        raise RulesError(f"{message}: its holder is the partner (R5.4)")
    return card
