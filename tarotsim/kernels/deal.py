"""A whole deal in the order of R14, from any point of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.game.layout import Outcome, Stage
from tarotsim.kernels import row as words
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.asking import ask, ask_for_set, refuse
from tarotsim.kernels.bidding import allowed_bids, imposed_taker
from tarotsim.kernels.bits import (
    EXCUSE_CODE,
    NO_CARDS,
    ONE,
    PLAIN_TRUMPS,
    TRUMP_CODE,
    lowest,
    popcount,
)
from tarotsim.kernels.calling import callable_cards
from tarotsim.kernels.chelem import may_announce
from tarotsim.kernels.dealing import find_petit_sec
from tarotsim.kernels.ecart import is_legal_ecart, plain_cards, trump_discard_range
from tarotsim.kernels.poignee import (
    default_hidden,
    may_hide,
    poignee_form,
    poignee_levels,
    shown_cards,
)
from tarotsim.kernels.row import PRIVATE, PRIVATE_WORDS, get, put, words_from
from tarotsim.kernels.table import (
    begin_play,
    call_card,
    discard,
    end_trick,
    note_bid,
    play_card,
    playable_cards,
    seat_from,
    set_stage,
    show_poignee,
    trick_state,
    turn_chien,
)

if TYPE_CHECKING:
    from tarotsim.kernels.vector import AuctionVector, RulesVector

__all__ = ["HIDE_DEFAULT", "play_auction", "play_on", "play_tricks"]

HIDE_DEFAULT = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
"""The set that leaves the hidden trumps of a poignée to `default_hidden`."""

# As int64, not as literals: numba compiles a function once for each literal.
BID, CALL, ECART, CHELEM, POIGNEE, PLAY = (np.int64(stage) for stage in list(Stage)[1:])
BEFORE_CHIEN = 1
GARDE = 2
_PLAYED, _ALL_PASS, _PETIT_SEC = (int(outcome) for outcome in Outcome)


@kernel
def _bid(rules: RulesVector, seats: Any, row: Any) -> Any:
    """Ask each player once, the dealer last (R3)."""
    for position in range(get(row, words.BID_COUNT), rules.players):
        seat = seat_from(get(row, words.DEALER), position + 1, rules.players)
        allowed = allowed_bids(get(row, words.CONTRACT))
        bid = 0
        if allowed != 1:
            bid = ask(seats, row, seat, BID, np.uint64(allowed), NO_CARDS)
            if bid < 0 or bid > 4 or allowed >> bid & 1 == 0:
                return refuse(row, seat, BID, bid)
        note_bid(row, seat, bid)
    row[words.TAKER] = row[words.BIDDER]
    return 0


@kernel
def _auction(rules: RulesVector, auction: AuctionVector, seats: Any, row: Any) -> Any:
    """Find the taker, by bids or as imposed; the deal may end here (R2.1, R3.6)."""
    piles = words_from(row, words.PILES)
    if find_petit_sec(rules.players, piles) >= 0:
        put(row, words.STAGE, words.OVER)
        put(row, words.OUTCOME, _PETIT_SEC)
        return 0
    if auction.contract > 0:
        dealer = get(row, words.DEALER)
        taker = imposed_taker(auction, rules.players, dealer, piles)
        put(row, words.TAKER, taker)
        put(row, words.CONTRACT, auction.contract)
    else:
        status = _bid(rules, seats, row)
        if status != 0:
            return status
    if get(row, words.TAKER) < 0:
        put(row, words.STAGE, words.OVER)
        put(row, words.OUTCOME, _ALL_PASS)
        return 0
    set_stage(row, CALL)
    return 0


@kernel
def _call(rules: RulesVector, seats: Any, row: Any) -> Any:
    """Call a card at five players, before the chien is turned (R5.3)."""
    called = -1
    if rules.calls_king != 0:
        taker = get(row, words.TAKER)
        suits = row[PRIVATE + taker * PRIVATE_WORDS + words.DEALT]
        allowed = callable_cards(rules, suits)
        called = ask(seats, row, taker, CALL, allowed, NO_CARDS)
        if called < 0 or called >= EXCUSE_CODE or allowed >> called & ONE == NO_CARDS:
            return refuse(row, taker, CALL, called)
    call_card(rules, row, called)
    return 0


@kernel
def _discard(rules: RulesVector, seats: Any, row: Any) -> Any:
    """Turn the chien up, take it, discard (R4)."""
    taker, called = get(row, words.TAKER), get(row, words.CALLED)
    if get(row, words.IS_TURNED) == 0:
        turn_chien(row)
    set_stage(row, ECART)
    hand = PRIVATE + taker * PRIVATE_WORDS + words.HAND
    suits, trumps = row[hand], row[hand + 1]
    _, most = trump_discard_range(rules, suits, trumps, called)
    row[words.OUT], row[words.OUT + 1] = NO_CARDS, NO_CARDS
    answer = ask_for_set(
        seats,
        row,
        taker,
        ECART,
        plain_cards(rules, suits, called),
        trumps & PLAIN_TRUMPS if most > 0 else NO_CARDS,
    )
    gone_suits, gone_trumps = row[words.OUT], row[words.OUT + 1]
    is_legal = is_legal_ecart(rules, suits, trumps, called, gone_suits, gone_trumps)
    if answer < 0 or not is_legal:
        return refuse(row, taker, ECART, answer)
    discard(row, gone_suits, gone_trumps)
    return 0


@kernel
def _announce(rules: RulesVector, seats: Any, row: Any) -> Any:
    """Let the taker announce a slam, and others under the option D14 (R12.2)."""
    taker, partner = get(row, words.TAKER), get(row, words.PARTNER)
    set_stage(row, CHELEM)
    dealer = get(row, words.DEALER)
    for turn in range(get(row, words.SLAM_TURNS), rules.players + 1):
        put(row, words.SLAM_TURNS, turn)
        seat = taker if turn == 0 else seat_from(dealer, turn, rules.players)
        if (turn > 0 and seat == taker) or not may_announce(
            rules, taker, partner, seat
        ):
            continue
        answer = ask(seats, row, seat, CHELEM, ONE | (ONE << ONE), NO_CARDS)
        if answer < 0:
            return refuse(row, seat, CHELEM, answer)
        if answer > 0:
            put(row, words.CHELEM_BY, seat)
            return 0
    return 0


@kernel
def _prepare(rules: RulesVector, seats: Any, row: Any) -> Any:
    """Go from the end of the auction to the first trick; each step once."""
    takes_chien = get(row, words.CONTRACT) <= GARDE
    is_early = rules.slam_announcement == BEFORE_CHIEN
    stage = get(row, words.STAGE)
    status = 0
    if stage == CALL:
        status = _call(rules, seats, row)
    if status == 0 and is_early and stage != ECART:
        status = _announce(rules, seats, row)
    if status == 0 and takes_chien and (is_early or stage != CHELEM):
        status = _discard(rules, seats, row)
    if status == 0 and not is_early:
        status = _announce(rules, seats, row)
    if status == 0:
        begin_play(rules, row)
    return status


@kernel(inline=False)
def _ask_poignee(
    rules: RulesVector, seats: Any, row: Any, seat: Any, levels: Any, discarded: Any
) -> Any:
    """Ask which level is shown, if any, and show it (R10.3, R10.4)."""
    hand = PRIVATE + seat * PRIVATE_WORDS + words.HAND
    suits, trumps = row[hand], row[hand + 1]
    best = 3 if levels & 8 else (2 if levels & 4 else 1)
    put(row, words.SHOWABLE, get(row, words.SHOWABLE) | best << 4 * seat)
    set_stage(row, POIGNEE)
    row[words.OUT] = HIDE_DEFAULT
    level = ask_for_set(seats, row, seat, POIGNEE, np.uint64(levels), discarded)
    set_stage(row, PLAY)
    if level == 0:
        return 0
    if level < 0 or level > 3 or levels >> level & 1 == 0:
        return refuse(row, seat, POIGNEE, level)
    form = poignee_form(rules, suits, trumps, discarded, level)
    hidden = row[words.OUT]
    if hidden == HIDE_DEFAULT:
        hidden = default_hidden(form)
    if not may_hide(form, hidden):
        return refuse(row, seat, POIGNEE, level)
    show_poignee(row, seat, level, shown_cards(form, hidden))
    return 0


@kernel
def _offer_poignee(rules: RulesVector, seats: Any, row: Any, seat: Any) -> Any:
    """Let a player show just before his first card, once (R10.2)."""
    if get(row, words.OFFERED) >> seat & 1 != 0:
        return 0
    hand = PRIVATE + seat * PRIVATE_WORDS + words.HAND
    suits, trumps = row[hand], row[hand + 1]
    discarded = NO_CARDS
    if seat == get(row, words.TAKER):
        discarded = row[words.ECART_SHOWN]
    levels = poignee_levels(rules, suits, trumps, discarded)
    status = 0
    if levels != 0:
        status = _ask_poignee(rules, seats, row, seat, levels, discarded)
    if status == 0:
        row[words.OFFERED] |= ONE << np.uint64(seat)
    return status


@kernel(inline=True)
def _is_among(code: Any, suits: Any, trumps: Any) -> Any:
    """Tell whether a code is one of a set of cards; any int64 may be asked."""
    if code < 0 or code >= 2 * TRUMP_CODE:
        return False
    is_trump = code >= TRUMP_CODE
    word = trumps if is_trump else suits
    return word >> np.uint64(code & EXCUSE_CODE) & ONE != NO_CARDS


@kernel(inline=True)
def _play_trick(rules: RulesVector, seats: Any, row: Any) -> Any:
    """Play the cards still missing in the current trick."""
    players, first = rules.players, get(row, words.PLACE)
    trick, state = get(row, words.TRICK), trick_state(row)
    seat = seat_from(get(row, words.LEADER), first, players)
    for place in range(first, players):
        if trick == 0:
            status = _offer_poignee(rules, seats, row, seat)
            if status != 0:
                return status
        suits, trumps = playable_cards(rules, row, seat, place, state)
        if popcount(suits) + popcount(trumps) == 1:
            has_suit = suits != NO_CARDS  # the Excuse has its code there
            code = lowest(suits) if has_suit else TRUMP_CODE + lowest(trumps)
        else:
            code = ask(seats, row, seat, PLAY, suits, trumps)
            if not _is_among(code, suits, trumps):
                return refuse(row, seat, PLAY, code)
        state = play_card(row, trick, place, seat, code, state)
        seat = seat_from(seat, 1, players)
    end_trick(rules, row, trick)
    return 0


@kernel(inline=True)
def play_tricks(rules: RulesVector, seats: Any, row: Any, until: Any) -> Any:
    """Play a deal on whose first trick is open.

    Parameters and result are those of `play_on`.
    """
    while get(row, words.TRICK) < until:
        status = _play_trick(rules, seats, row)
        if status != 0:
            return np.int64(status)
    if get(row, words.TRICK) == rules.hand_size:
        put(row, words.STAGE, words.OVER)
        put(row, words.OUTCOME, _PLAYED)
    return np.int64(0)


@kernel
def play_auction(
    rules: RulesVector, auction: AuctionVector, seats: Any, row: Any
) -> Any:
    """Play a deal from its start up to the call, before the chien is turned (R5.3).

    Parameters and result are those of `play_on`.
    """
    status = _auction(rules, auction, seats, row)
    if status == 0 and get(row, words.STAGE) == CALL:
        status = _call(rules, seats, row)
    return status


@kernel
def play_on(
    rules: RulesVector, auction: AuctionVector, seats: Any, row: Any, until: Any
) -> Any:
    """Play a deal from where its row stands.

    Parameters
    ----------
    rules : RulesVector
    auction : AuctionVector
        Replaces the bidding; contract 0 lets the seats bid.
    seats : tarotsim.kernels.asking.Seats
    row : uint64 array (ROW_WORDS,)
        Begun by `tarotsim.kernels.table.begin_deal`, or left by this function at
        any point.
    until : int64
        The trick before which to stop; the number of tricks to play to the end.

    Returns
    -------
    int64
        0, or the stage of an illegal answer, which ANSWER and OUT of the row keep.

    References
    ----------
    R14.
    """
    status = 0
    if get(row, words.STAGE) == BID:
        status = _auction(rules, auction, seats, row)
    if status == 0 and get(row, words.STAGE) < PLAY:
        status = _prepare(rules, seats, row)
    if status != 0 or get(row, words.STAGE) == words.OVER:
        return status
    return play_tricks(rules, seats, row, until)
