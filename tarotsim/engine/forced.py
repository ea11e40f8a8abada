"""What may be forced: bids, calls, discards, slams, poignées and cards.

Each is known to both engines: as a function of a `SeatView`, and as a compiled policy
whose parameters say what to do, so that another card or contract compiles nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.engine.overrides import NOTHING, Override
from tarotsim.game.auction import TAKER
from tarotsim.game.cards import (
    BOUTS,
    PETIT,
    TWENTY_ONE,
    Card,
    Cards,
    format_cards,
    is_trump,
)
from tarotsim.game.errors import NotationError, RulesError
from tarotsim.game.notation import parse_contract
from tarotsim.game.parsing import cards_given, parse_cards
from tarotsim.game.poignees import PoigneeChoice
from tarotsim.game.rules import Contract, Poignee
from tarotsim.kernels.bits import CODES, PLAIN_TRUMPS
from tarotsim.kernels.bits import PETIT as PETIT_BIT
from tarotsim.kernels.policies import (
    DECLINED,
    NO_CARDS,
    ONE,
    TRUMP_CODE,
    highest,
    is_taker,
    kernel,
    lowest,
    poignee_choice,
    policy,
    trick_number,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tarotsim.game.poignees import PoigneeOption
    from tarotsim.game.view import SeatView

__all__ = [
    "HIDES",
    "force_bid",
    "force_call",
    "force_card",
    "force_chelem",
    "force_ecart",
    "force_poignee",
    "hidden_trumps",
    "parse_forced",
]

HIDES = ("high", "low", "petit", "twenty_one")
"""Which surplus trumps of a poignée stay hidden: the highest below the 21 (as players
do), the lowest above the Petit, or that bout first and then the highest."""


def _for_role(seat: int | str, answer: Callable[[SeatView], Any]) -> Any:
    """Return the function that answers only for the role that is meant."""
    if seat != TAKER:
        return answer
    return lambda view: answer(view) if view.seat == view.taker else NOTHING


def _role(seat: int | str) -> float:
    return 1.0 if seat == TAKER else 0.0


def force_bid(seat: int, contract: Contract | str) -> Override:
    """Let a seat bid a contract or pass.

    Parameters
    ----------
    seat : int
    contract : Contract or str
        ``"pass"`` or a contract; playing raises if it may not be said any more (R3.3).

    Raises
    ------
    RulesError
        For an unknown contract, or the taker, whom nobody knows before the auction.
    """
    if not isinstance(seat, int):
        raise RulesError("there is no taker before the auction: name a seat (R3.5)")
    bid = _contract(contract)
    return Override(
        seat, "bid", lambda view: bid, _bid, f"bid={bid.label}", (float(bid),)
    )


def _contract(contract: Contract | str) -> Contract:
    if isinstance(contract, Contract):
        return contract
    return Contract.PASS if contract.lower() == "pass" else parse_contract(contract)


def force_call(seat: int | str, card: Card) -> Override:
    """Let a seat call a card at five players, if it takes (R5)."""
    params = (_role(seat), float(CODES[card]))
    function = _for_role(seat, lambda view: card)
    told = f"call={format_cards([card])}"
    return Override(seat, "call", function, _call, told, params, (card,))


def force_ecart(seat: int | str, cards: Iterable[Card]) -> Override:
    """Let a seat discard these cards, if it takes the chien (R4)."""
    chosen = tuple(cards)
    params = (_role(seat), float(len(chosen)), *(float(CODES[c]) for c in chosen))
    function = _for_role(seat, lambda view: chosen)
    told = f"ecart={format_cards(chosen)}"
    return Override(seat, "ecart", function, _ecart, told, params, chosen)


def force_chelem(seat: int | str, announces: bool) -> Override:
    """Let a seat announce a slam, or not, where it may (R12.2)."""
    answer = bool(announces)
    function = _for_role(seat, lambda view: answer)
    told = f"chelem={'yes' if answer else 'no'}"
    params = (_role(seat), float(answer))
    return Override(seat, "chelem", function, _chelem, told, params)


def force_card(seat: int, trick: int, card: Card) -> Override:
    """Let a seat play a card in a trick, counted from 0; playing raises if it may not.

    A card that the rules leave no choice of is played without asking.
    """
    if not isinstance(seat, int):
        raise RulesError(f"a card is forced of a seat, 0 to 4, not of {seat!r}")

    def play(view: SeatView) -> Any:
        return card if len(view.tricks) == trick else NOTHING

    params = (1.0, float(trick), float(CODES[card]))
    told = f"card {trick}={format_cards([card])}"
    return Override(seat, "play", play, _cards, told, params, (card,))


def force_poignee(
    seat: int | str,
    level: Poignee | str | None,
    hides: str | Iterable[Card] = "high",
) -> Override:
    """Let a seat show a poignée, or stay silent, where it could show (R10).

    Parameters
    ----------
    seat : int or str
        A seat, or ``"taker"``.
    level : Poignee, str or None
        ``"highest"`` that the hand allows, a level, which playing refuses where the
        hand does not allow it, or None for silence.
    hides : str or cards, optional
        One of `HIDES`, or the very trumps.

    Raises
    ------
    RulesError
        For an unknown level or way to hide.
    """
    wanted = _level(level)
    rule, hidden = _hiding(hides)

    def show(view: SeatView) -> Any:
        if wanted == 0:
            return None
        chosen = view.legal[-1].level if wanted < 0 else Poignee(wanted)
        for option in view.legal:
            if option.level == chosen:
                return PoigneeChoice(chosen, hidden or hidden_trumps(option, rule))
        return chosen

    params = (_role(seat), float(wanted), float(HIDES.index(rule)), float(len(hidden)))
    codes = (float(CODES[card]) for card in hidden)
    function = _for_role(seat, show)
    told = "none" if wanted == 0 else "highest"
    if wanted > 0:
        told = Poignee(wanted).label
    if hidden:
        told += f" hides={format_cards(hidden)}"
    elif rule != "high":
        told += f" hides={rule}"
    told = f"poignee={told}"
    whole = (*params, *codes)
    return Override(seat, "poignee", function, _poignee, told, whole, hidden)


def _level(level: Poignee | str | None) -> int:
    """Return a level as the policy takes it: 0 silence, -1 the highest."""
    if level is None:
        return 0
    if isinstance(level, Poignee):
        return int(level)
    names = {"highest": -1, "none": 0, **{p.label: int(p) for p in Poignee}}
    if level not in names:
        message = f"unknown poignée {level!r}; allowed: {', '.join(names)}"
        raise RulesError(f"{message} (R10.1)")
    return names[level]


def _hiding(hides: str | Iterable[Card]) -> tuple[str, tuple[Card, ...]]:
    """Return the way to hide, and the cards where they are named."""
    if isinstance(hides, str):
        if hides not in HIDES:
            names = ", ".join(HIDES)
            raise RulesError(f"unknown way to hide {hides!r}; allowed: {names}")
        return hides, ()
    cards = tuple(hides)
    if not all(is_trump(card) for card in cards):
        raise RulesError("only trumps can stay hidden of a poignée (R10.3)")
    return "high", cards


def hidden_trumps(option: PoigneeOption, rule: str) -> Cards:
    """Return which trumps stay hidden under a rule of `HIDES`."""
    first = {"petit": PETIT, "twenty_one": TWENTY_ONE}.get(rule)
    free = [card for card in option.pool if card not in option.must_show]
    sign = 1 if rule == "low" else -1

    def order(card: Card) -> tuple[bool, bool, int]:
        return card != first, card in BOUTS, sign * card

    return Cards(sorted(free, key=order)[: option.hide_count])


# -- in words ------------------------------------------------------------------------

_WHOLE = re.compile("[0-9]+")
_ALLOWED = (
    "bid=CONTRACT or pass, call=CARD, ecart=CARDS, chelem=yes or no, poignee=highest, "
    "none or a level, with hides=WAY or CARDS behind it, card TRICK=CARD"
)


def parse_forced(text: str) -> tuple[Override, ...]:
    """Read decisions to force, ``"SEAT: DECISION=ANSWER, DECISION=ANSWER"``.

    Parameters
    ----------
    text : str
        A seat or ``taker``, and ``bid=garde``, ``call=♥R``, ``ecart=♠4 ♥5 8 ♦2 6 ♣3``,
        ``chelem=yes``, ``poignee=highest hides=low``, ``poignee=none``, and
        ``card 0=♠R`` for the first trick.

    Raises
    ------
    NotationError, RulesError
        If it cannot be read; says what is allowed.

    Examples
    --------
    >>> [one.text for one in parse_forced("0: bid=garde, poignee=none")]
    ['0: bid=garde', '0: poignee=none']
    """
    who, colon, rest = text.partition(":")
    who = who.strip().lower()
    if not colon or not (who == TAKER or _WHOLE.fullmatch(who)):
        message = f"cannot read the decision {text!r}: write SEAT: DECISION=ANSWER"
        raise NotationError(f"{message}, with a seat or {TAKER}")
    seat = who if who == TAKER else int(who[:4])
    return tuple(_parse_term(seat, term.strip()) for term in rest.split(","))


def _parse_term(seat: Any, term: str) -> Override:
    name, equals, answer = (part.strip() for part in term.partition("="))
    decision, *trick = name.lower().split() or [""]
    if equals and decision == "card" and len(trick) == 1 and _WHOLE.fullmatch(trick[0]):
        return force_card(seat, int(trick[0][:4]), _card(term, answer))
    known = {
        "bid": lambda: force_bid(seat, answer),
        "call": lambda: force_call(seat, _card(term, answer)),
        "ecart": lambda: force_ecart(seat, _cards_of(term, answer)),
        "chelem": lambda: force_chelem(seat, _parse_flag(answer)),
        "poignee": lambda: _parse_poignee(seat, answer),
    }
    if not equals or trick or decision not in known:
        raise NotationError(f"cannot read the decision {term!r}; allowed: {_ALLOWED}")
    return known[decision]()


def _card(term: str, answer: str) -> Card:
    """Return the one card of a decision."""
    cards = _cards_of(term, answer)
    if len(cards) != 1:
        message = f"{term!r}: {cards_given(len(cards))}, one is expected"
        raise NotationError(message)
    return cards[0]


def _cards_of(term: str, answer: str) -> Cards:
    try:
        cards = parse_cards(answer)
    except NotationError as error:
        raise NotationError(f"{term!r}: {error}", error.problems) from error
    if not cards:
        raise NotationError(f"{term!r} names no card")
    return cards


def _parse_flag(answer: str) -> bool:
    if answer.lower() not in ("yes", "no"):
        raise NotationError(f"a slam is announced or not: yes or no, not {answer!r}")
    return answer.lower() == "yes"


def _parse_poignee(seat: Any, answer: str) -> Override:
    level, _, hides = answer.partition("hides=")
    way: Any = hides.strip() or "high"
    if "hides=" in answer and (not hides.strip() or level.strip().lower() == "none"):
        message = f"cannot read the poignée {answer!r}: hides=WAY or CARDS stands"
        raise NotationError(f"{message} behind a level that is shown (R10.3)")
    if way not in HIDES:
        way = parse_cards(way)
    return force_poignee(seat, level.strip().lower(), way)


# -- the policies --------------------------------------------------------------------


@kernel
def _is_meant(public: Any, private: Any, params: Any) -> Any:
    """Tell whether a decision is forced for this seat: 1 in front means the taker."""
    return params[0] == 0.0 or is_taker(public, private)


@policy
def _bid(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    return np.int64(params[0])


@policy
def _call(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    return np.int64(params[1]) if _is_meant(public, private, params) else DECLINED


@policy
def _chelem(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    return np.int64(params[1]) if _is_meant(public, private, params) else DECLINED


@policy
def _cards(
    public: Any, private: Any, suits: Any, trumps: Any, params: Any, scratch: Any
) -> Any:
    for index in range(np.int64(params[0])):
        if trick_number(public) == np.int64(params[1 + 2 * index]):
            return np.int64(params[2 + 2 * index])
    return DECLINED


@kernel
def _set_of(params: Any, first: Any, count: Any) -> Any:
    """Return suits and trumps of the codes that stand in the parameters."""
    suits, trumps = NO_CARDS, NO_CARDS
    for index in range(count):
        code = np.int64(params[first + index])
        if code >= TRUMP_CODE:
            trumps |= ONE << np.uint64(code - TRUMP_CODE)
        else:
            suits |= ONE << np.uint64(code)
    return suits, trumps


@policy
def _ecart(
    public: Any,
    private: Any,
    suits: Any,
    trumps: Any,
    params: Any,
    scratch: Any,
    out: Any,
) -> Any:
    if not _is_meant(public, private, params):
        return DECLINED
    gone = _set_of(params, 2, np.int64(params[1]))
    out[0], out[1] = gone[0], gone[1]
    return 0


@kernel
def _hide(free: Any, count: Any, rule: Any) -> Any:
    """Return so many trumps of those free to hide, by a rule of `HIDES`."""
    hidden = NO_CARDS
    first = NO_CARDS
    if rule == 2:
        first = PETIT_BIT
    elif rule == 3:
        first = ONE << np.uint64(21)
    for _ in range(count):
        left = free & ~hidden
        plain = left & PLAIN_TRUMPS
        if left & first != NO_CARDS:
            hidden |= first
        elif plain == NO_CARDS:
            hidden |= ONE << np.uint64(lowest(left) if rule == 1 else highest(left))
        elif rule == 1:
            hidden |= ONE << np.uint64(lowest(plain))
        else:
            hidden |= ONE << np.uint64(highest(plain))
    return hidden


@policy
def _poignee(
    public: Any,
    private: Any,
    suits: Any,
    trumps: Any,
    params: Any,
    scratch: Any,
    out: Any,
) -> Any:
    if not _is_meant(public, private, params):
        return DECLINED
    level = np.int64(params[1])
    if level < 0:
        level = highest(suits)
    if level == 0:
        return 0
    if suits >> np.uint64(level) & ONE != NO_CARDS:
        count = np.int64(params[3])
        if count > 0:
            out[0] = _set_of(params, 4, count)[1]
        else:
            form = poignee_choice(public, private, trumps, level)
            rule = np.int64(params[2])
            out[0] = _hide(form.pool & ~form.must_show, form.hide_count, rule)
    return level
