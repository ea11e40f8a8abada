"""The interface of compiled strategies: what a policy is given, and how it reads it.

A policy decides one of the six decisions. It is a module-level function under
`policy`, of plain numbers::

    @policy
    def play(public, private, suits, trumps, params, scratch):
        count = count_cards(suits, trumps)
        return nth_card(suits, trumps, draw(public, private, count))

``public`` and ``private`` are the blocks of words that this seat may see, read by the
functions below; ``suits`` and ``trumps`` are what is legal (bits as in
`tarotsim.kernels.bits`); ``params`` the strategy's parameters, float64; ``scratch``
is 64 words of this seat's own that may hold anything when the policy is called: a
cache and nothing else. A policy may call functions under `kernel`.

========  ============================  =============================================
decision  ``suits``, ``trumps``         answer (int64)
========  ============================  =============================================
bid       bit c: contract c is free, 0  contract 0 to 4
call      callable cards, 0             code of a card
ecart     plain cards, trumps or 0      0, and the cards in ``out[0]``, ``out[1]``
chelem    3, 0                          1 announces, 0 does not
poignee   bit l: level l may be shown,  level or 0; hidden trumps in ``out[0]``,
          own discarded trumps          which is left alone for the usual ones
play      legal cards                   code of a card
========  ============================  =============================================

Every answer is a whole number, and true is 1: a policy that returns a fraction is
refused when it is compiled. ``ecart`` and ``poignee`` take ``out`` as a seventh
argument. An override may answer `DECLINED`: the strategy itself is then asked.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tarotsim.game.layout import MAX_PLAYERS
from tarotsim.kernels import row as words
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.asking import DECLINED
from tarotsim.kernels.bits import (
    ALL_SUITS,
    ALL_TRUMPS,
    CAVALIERS,
    DAMES,
    EXCUSE,
    EXCUSE_CODE,
    KINGS,
    LANE,
    LOW_RANKS,
    LOW_TRUMPS,
    NO_CARDS,
    ONE,
    TRUMP_CODE,
    VALETS,
    card_of,
    highest,
    lane_of,
    lowest,
    nth_card,
    popcount,
    select,
)
from tarotsim.kernels.draws import GAMMA, bounded, mix
from tarotsim.kernels.poignee import form_of_size
from tarotsim.kernels.row import get, put
from tarotsim.kernels.strategy import CompiledStrategy, Policy, policy
from tarotsim.kernels.vector import RulesVector

__all__ = [
    "ALL_SUITS",
    "ALL_TRUMPS",
    "CAVALIERS",
    "DAMES",
    "DECLINED",
    "EXCUSE",
    "EXCUSE_CODE",
    "KINGS",
    "LANE",
    "LOW_RANKS",
    "LOW_TRUMPS",
    "NO_CARDS",
    "ONE",
    "POLICY_INTERFACE",
    "TRUMP_CODE",
    "VALETS",
    "CompiledStrategy",
    "Policy",
    "all_ceilings",
    "all_voids",
    "bid_count",
    "bid_of",
    "called",
    "called_by",
    "camp_of",
    "card_of",
    "ceiling",
    "chelem_by",
    "chien",
    "chien_size",
    "contract",
    "count_cards",
    "dealer",
    "dealt",
    "draw",
    "ecart",
    "ecart_shown",
    "get",
    "hand",
    "has_shown_excuse",
    "has_won_all",
    "highest",
    "is_chien_turned",
    "is_last_trick",
    "is_taker",
    "kernel",
    "known_partner",
    "lane_of",
    "leader",
    "led_suit",
    "lowest",
    "nth_card",
    "own_seat",
    "played_cards",
    "players",
    "poignee_choice",
    "poignee_size",
    "policy",
    "popcount",
    "put",
    "select",
    "shown_level",
    "shown_trumps",
    "table_cards",
    "table_count",
    "taker",
    "trick_card",
    "trick_count",
    "trick_leader",
    "trick_number",
    "trick_winner",
    "voids",
    "winning_code",
    "winning_seat",
    "won_cards",
]

POLICY_INTERFACE = 1
"""Version of the signatures and of the blocks."""

_POIGNEE_DISCARDS = 2 * (RulesVector._fields.index("poignee_discards") - 7)
"""Where the option D5 stands in the word of the options."""

# -- reading the blocks ----------------------------------------------------------


@kernel(inline=True)
def draw(public: Any, private: Any, limit: Any, index: Any = 0) -> Any:
    """Return a random int64 from 0 to ``limit`` - 1.

    The same number as `tarotsim.game.view.SeatView.draw` gives: it depends on the
    seat, the decision, the trick and the index only.
    """
    counter = public[words.DRAW] + np.uint64(index) * GAMMA
    return bounded(mix(private[words.KEY] + counter), limit)


@kernel(inline=True)
def count_cards(suits: Any, trumps: Any) -> Any:
    """Return the number of cards of a set."""
    return popcount(suits) + popcount(trumps)


@kernel
def players(public: Any) -> Any:
    """Return the number of players, 3 to 5."""
    return get(public, words.PLAYERS)


@kernel
def trick_count(public: Any) -> Any:
    """Return the number of tricks of the deal."""
    return get(public, words.TRICK_COUNT)


@kernel
def chien_size(public: Any) -> Any:
    """Return the number of cards in the chien."""
    return get(public, words.CHIEN_SIZE)


@kernel
def poignee_size(public: Any, level: Any) -> Any:
    """Return the trumps needed for level 1 to 3 (R10.1)."""
    return get(public, words.POIGNEE_SIZES) >> 8 * (level - 1) & 0xFF


@kernel
def poignee_choice(public: Any, private: Any, discarded: Any, level: Any) -> Any:
    """Return how a legal level may be shown: a `PoigneeForm`.

    Parameters
    ----------
    public, private : blocks
    discarded : uint64
        Own trumps shown in the écart, as ``trumps`` of the decision has them.
    level : int64
        1 to 3.
    """
    size = poignee_size(public, level)
    option = get(public, words.OPTIONS) >> _POIGNEE_DISCARDS & 3
    suits, trumps = hand(private)
    return form_of_size(size, option, players(public), suits, trumps, discarded, level)


@kernel
def dealer(public: Any) -> Any:
    """Return the seat of the dealer."""
    return get(public, words.DEALER)


@kernel
def bid_count(public: Any) -> Any:
    """Return how many bids were spoken."""
    return get(public, words.BID_COUNT)


@kernel
def bid_of(public: Any, position: Any) -> Any:
    """Return the contract spoken by a position, 0 for a pass."""
    return get(public, words.BIDS) >> 4 * position & 0xF


@kernel
def taker(public: Any) -> Any:
    """Return the seat of the taker; -1 while bidding."""
    return get(public, words.TAKER)


@kernel
def contract(public: Any) -> Any:
    """Return the contract, or the highest bid so far, 0 to 4."""
    return get(public, words.CONTRACT)


@kernel
def called(public: Any) -> Any:
    """Return the code of the called card, -1 if there is none (R5)."""
    return get(public, words.CALLED)


@kernel
def called_by(public: Any) -> Any:
    """Return the seat that played the called card, -1 until then."""
    return get(public, words.CALLED_BY)


@kernel
def is_chien_turned(public: Any) -> Any:
    """Tell whether the chien was turned up (R4.1)."""
    return get(public, words.IS_TURNED) != 0


@kernel
def chien(public: Any) -> Any:
    """Return suits and trumps of the chien, none unless it was turned up."""
    return public[words.CHIEN], public[words.CHIEN + 1]


@kernel
def ecart_shown(public: Any) -> Any:
    """Return the trumps shown in the écart (R4.6)."""
    return public[words.ECART_SHOWN]


@kernel
def chelem_by(public: Any) -> Any:
    """Return the seat that announced a slam, -1 if none did."""
    return get(public, words.CHELEM_BY)


@kernel
def shown_level(public: Any, seat: Any) -> Any:
    """Return the level of the poignée that a seat showed, 0 for none."""
    return get(public, words.SHOWN) >> 4 * seat & 0xF


@kernel
def shown_trumps(public: Any, seat: Any) -> Any:
    """Return the trumps that a seat showed in its poignée."""
    return public[words.SHOWN_CARDS + seat] & ~EXCUSE


@kernel
def has_shown_excuse(public: Any, seat: Any) -> Any:
    """Tell whether a seat showed the Excuse in its poignée: it has no other trump."""
    return public[words.SHOWN_CARDS + seat] & EXCUSE != NO_CARDS


@kernel
def trick_number(public: Any) -> Any:
    """Return the number of the trick being played, from 0."""
    return get(public, words.TRICK)


@kernel
def is_last_trick(public: Any) -> Any:
    """Tell whether the trick being played is the last one."""
    return get(public, words.TRICK) == get(public, words.TRICK_COUNT) - 1


@kernel
def leader(public: Any) -> Any:
    """Return the seat that leads the trick being played."""
    return get(public, words.LEADER)


@kernel
def table_count(public: Any) -> Any:
    """Return the number of cards on the table; 0: this seat leads."""
    return get(public, words.PLACE)


@kernel
def table_cards(public: Any) -> Any:
    """Return suits and trumps on the table."""
    return public[words.TABLE], public[words.TABLE + 1]


@kernel
def led_suit(public: Any) -> Any:
    """Return the suit to follow: 0-3, 4 trumps, -1 if free (R8.3)."""
    return get(public, words.LED)


@kernel
def winning_code(public: Any) -> Any:
    """Return the code of the card that is winning, -1 if there is none."""
    return get(public, words.BEST)


@kernel
def winning_seat(public: Any) -> Any:
    """Return the seat that is winning, -1 if there is none."""
    return get(public, words.WINNER)


@kernel
def played_cards(public: Any) -> Any:
    """Return suits and trumps played so far, those on the table included."""
    suits = public[words.PLAYED] | public[words.TABLE]
    return suits, public[words.PLAYED + 1] | public[words.TABLE + 1]


@kernel
def won_cards(public: Any, seat: Any) -> Any:
    """Return suits and trumps of the tricks that a seat has won."""
    return public[words.WON + 2 * seat], public[words.WON + 2 * seat + 1]


@kernel
def trick_card(public: Any, trick: Any, place: Any) -> Any:
    """Return the code of a card played in a trick, from its leader on."""
    return get(public, words.TRICK_CARDS + trick) >> 8 * place & 0xFF


@kernel
def trick_leader(public: Any, trick: Any) -> Any:
    """Return the seat that led a trick."""
    return get(public, words.TRICK_CARDS + trick) >> words.LEADER_SHIFT & 0xFF


@kernel
def trick_winner(public: Any, trick: Any) -> Any:
    """Return the seat that won a finished trick."""
    return get(public, words.TRICK_CARDS + trick) >> words.WINNER_SHIFT & 0xFF


@kernel
def has_won_all(public: Any, seats: Any) -> Any:
    """Tell whether these seats, one bit each, have won every trick so far."""
    return get(public, words.WINNERS) & ~seats == 0


@kernel
def voids(public: Any, seat: Any) -> Any:
    """Return the suits that a seat has proved not to hold: bit 0 pique to 3 trefle."""
    return get(public, words.VOIDS) >> 4 * seat & 0xF


@kernel
def ceiling(public: Any, seat: Any) -> Any:
    """Return the highest trump that a seat can still hold; 0: none."""
    return get(public, words.CEILINGS) >> 8 * seat & 0xFF


@kernel
def all_voids(public: Any) -> Any:
    """Return `voids` of every seat in one number, four bits a seat."""
    return get(public, words.VOIDS)


@kernel
def all_ceilings(public: Any) -> Any:
    """Return `ceiling` of every seat in one number, eight bits a seat."""
    return get(public, words.CEILINGS)


@kernel
def own_seat(private: Any) -> Any:
    """Return this seat."""
    return get(private, words.SEAT)


@kernel
def hand(private: Any) -> Any:
    """Return suits and trumps now in hand; at the écart with the chien."""
    return private[words.HAND], private[words.HAND + 1]


@kernel
def dealt(private: Any) -> Any:
    """Return suits and trumps as dealt."""
    return private[words.DEALT], private[words.DEALT + 1]


@kernel
def ecart(private: Any) -> Any:
    """Return suits and trumps that this seat discarded."""
    return private[words.ECART], private[words.ECART + 1]


@kernel
def is_taker(public: Any, private: Any) -> Any:
    """Tell whether this seat is the taker."""
    return get(public, words.TAKER) == get(private, words.SEAT)


@kernel
def known_partner(public: Any, private: Any) -> Any:
    """Return the seat of the partner as far as this seat knows (R5.4), else -1."""
    code = get(public, words.CALLED)
    if code < 0:
        return -1
    seat, attacker = get(private, words.SEAT), get(public, words.TAKER)
    if private[words.DEALT] >> np.uint64(code) & np.uint64(1) != NO_CARDS:
        return -1 if seat == attacker else seat
    by = get(public, words.CALLED_BY)
    return -1 if by == attacker else by


@kernel
def camp_of(public: Any, private: Any, seat: Any) -> Any:
    """Return a seat's camp as far as this seat knows: 0 attack, 1 defence, -1 unknown.

    References
    ----------
    `tarotsim.game.view.SeatView.camp_of`.
    """
    attacker = get(public, words.TAKER)
    if attacker < 0:
        return -1
    partner = known_partner(public, private)
    if seat in (attacker, partner):
        return 0
    code = get(public, words.CALLED)
    if seat == get(private, words.SEAT) or partner >= 0:
        return 1
    if code < 0:  # at five players the call is still to come
        return -1 if get(public, words.PLAYERS) == MAX_PLAYERS else 1
    bit = np.uint64(1) << np.uint64(code)
    is_own = private[words.DEALT] & bit != NO_CARDS  # then this seat is the taker
    is_in_chien = public[words.CHIEN] & bit != NO_CARDS
    is_alone = is_own or is_in_chien or get(public, words.CALLED_BY) == attacker
    return 1 if is_alone else -1
