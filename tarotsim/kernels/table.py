"""The acts of a deal on a row: each changes the state and asks nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tarotsim.game.layout import Stage
from tarotsim.kernels import row as words
from tarotsim.kernels._jit import kernel
from tarotsim.kernels.bits import (
    EXCUSE,
    EXCUSE_CODE,
    NO_CARDS,
    ONE,
    TRUMP_CODE,
    lane_of,
    lowest,
    popcount,
)
from tarotsim.kernels.calling import barred_leads, find_partner
from tarotsim.kernels.chelem import won_all
from tarotsim.kernels.draws import GAMMA, number_key, seat_key
from tarotsim.kernels.legality import free_cards, legal_cards
from tarotsim.kernels.row import PRIVATE, PRIVATE_WORDS, get, put, words_from
from tarotsim.kernels.trick import beats, excuse_wins

if TYPE_CHECKING:
    from tarotsim.kernels.vector import RulesVector

__all__ = [
    "TrickState",
    "begin_deal",
    "begin_play",
    "begin_trick",
    "call_card",
    "discard",
    "end_trick",
    "note_bid",
    "play_card",
    "playable_cards",
    "seat_from",
    "set_keys",
    "set_rules",
    "set_stage",
    "show_poignee",
    "trick_state",
    "turn_chien",
]

_ALL_CEILINGS = 0x15_15_15_15_15
"""Trump 21 for every seat."""
# As int64, not as literals: numba compiles a function once for each literal.
_BID, _PLAY = np.int64(Stage.BID), np.int64(Stage.PLAY)
_LED_TRUMPS = 4


@kernel
def set_rules(rules: RulesVector, row: Any) -> None:
    """Write the rules into a row, once for all its deals."""
    put(row, words.PLAYERS, rules.players)
    put(row, words.TRICK_COUNT, rules.hand_size)
    put(row, words.CHIEN_SIZE, rules.chien_size)
    sizes = rules.simple_size | rules.double_size << 8 | rules.triple_size << 16
    put(row, words.POIGNEE_SIZES, sizes)
    options = 0
    for index in range(len(rules) - 7):
        options |= rules[index + 7] << 2 * index
    put(row, words.OPTIONS, options)


@kernel(inline=True)
def seat_from(start: Any, steps: Any, players: Any) -> Any:
    """Return the seat some steps, 0 to ``players``, after another; no division."""
    seat = start + steps
    return seat - players if seat >= players else seat


@kernel(inline=True)
def set_stage(row: Any, stage: Any) -> None:
    """Write down which decision is asked, and where its draws begin."""
    put(row, words.STAGE, stage)
    counter = np.uint64(stage) << np.uint64(24) | row[words.TRICK] << np.uint64(16)
    row[words.DRAW] = counter * GAMMA


@kernel
def begin_deal(rules: RulesVector, row: Any, dealer: Any) -> None:
    """Clear a row whose piles are dealt, for the auction.

    Parameters
    ----------
    rules : RulesVector
    row : uint64 array (ROW_WORDS,)
        With rules, piles and the seats' keys.
    dealer : int64
    """
    for word in range(words.RULES):
        row[word] = NO_CARDS
    set_stage(row, _BID)
    put(row, words.DEALER, dealer)
    put(row, words.LEADER, seat_from(dealer, 1, rules.players))
    put(row, words.CEILINGS, _ALL_CEILINGS)
    for word in (words.TAKER, words.CALLED, words.CHELEM_BY, words.LED):
        put(row, word, -1)
    for word in (words.BEST, words.WINNER, words.CALLED_BY, words.EXCUSE_PLAY):
        put(row, word, -1)
    row[words.BEST_TRUMP] = ONE
    for seat in range(rules.players):
        own = PRIVATE + seat * PRIVATE_WORDS
        for kind in range(2):
            cards = row[words.PILES + 2 * seat + kind]
            row[own + words.HAND + kind] = cards
            row[own + words.DEALT + kind] = cards
            row[own + words.ECART + kind] = NO_CARDS
    put(row, words.PARTNER, -1)
    put(row, words.BIDDER, -1)
    row[words.ATTACK] = NO_CARDS
    row[words.SHOWABLE] = NO_CARDS
    row[words.TRUMP_COUNTS] = NO_CARDS
    row[words.OFFERED] = NO_CARDS
    row[words.SLAM_TURNS] = NO_CARDS


@kernel
def set_keys(rules: RulesVector, row: Any, seed: Any, number: Any) -> None:
    """Write the keys of the seats' own draws for a deal of a run."""
    key = number_key(seed, number)
    for seat in range(rules.players):
        own = PRIVATE + seat * PRIVATE_WORDS
        put(row, own + words.SEAT, seat)
        row[own + words.KEY] = seat_key(key, seat)


@kernel
def note_bid(row: Any, seat: Any, bid: Any) -> None:
    """Write a bid down (R3.2)."""
    position = get(row, words.BID_COUNT)
    put(row, words.BIDS, get(row, words.BIDS) | bid << 4 * position)
    put(row, words.BID_COUNT, position + 1)
    if bid > 0:
        put(row, words.BIDDER, seat)
        put(row, words.CONTRACT, bid)


@kernel
def call_card(rules: RulesVector, row: Any, called: Any) -> None:
    """Settle the camps: ``called`` is a code, -1 at three and four players (R5.4)."""
    taker = get(row, words.TAKER)
    partner = find_partner(rules.players, words_from(row, words.PILES), taker, called)
    put(row, words.CALLED, called)
    put(row, words.PARTNER, partner)
    camp = 1 << taker
    if partner >= 0:
        camp |= 1 << partner
    put(row, words.ATTACK, camp)


@kernel
def turn_chien(row: Any) -> None:
    """Turn the chien up and add it to the taker's hand (R4.1)."""
    hand = PRIVATE + get(row, words.TAKER) * PRIVATE_WORDS + words.HAND
    put(row, words.IS_TURNED, 1)
    for kind in range(2):
        cards = row[words.PILES + words.CHIEN_PILE + kind]
        row[words.CHIEN + kind] = cards
        row[hand + kind] |= cards


@kernel
def discard(row: Any, suits: Any, trumps: Any) -> None:
    """Put the écart aside and show its trumps (R4.2, R4.6)."""
    own = PRIVATE + get(row, words.TAKER) * PRIVATE_WORDS
    row[own + words.HAND] &= ~suits
    row[own + words.HAND + 1] &= ~trumps
    row[own + words.ECART] = suits
    row[own + words.ECART + 1] = trumps
    row[words.ECART_SHOWN] = trumps


@kernel
def begin_play(rules: RulesVector, row: Any) -> None:
    """Open the first trick (R12.3, R14)."""
    if get(row, words.CHELEM_BY) >= 0:
        row[words.LEADER] = row[words.CHELEM_BY]
    counts = 0
    for seat in range(rules.players):
        hand = PRIVATE + seat * PRIVATE_WORDS + words.HAND
        count = popcount(row[hand + 1]) + popcount(row[hand] & EXCUSE)
        counts |= count << 8 * seat
    put(row, words.TRUMP_COUNTS, counts)
    begin_trick(row, 0)


@kernel
def show_poignee(row: Any, seat: Any, level: Any, cards: Any) -> None:
    """Show a poignée: trumps, and the Excuse at bit 63 (R10.2)."""
    put(row, words.SHOWN, get(row, words.SHOWN) | level << 4 * seat)
    row[words.SHOWN_CARDS + seat] = cards


class TrickState(NamedTuple):
    """What binds the next player of the trick, in registers.

    Parameters
    ----------
    led : int64
        Suit to follow: 0 to 3, 4 trumps, -1 if free.
    lane : uint64
        The 14 cards of the suit led; none if trumps lead or all is free.
    best : int64
        The card that is winning and its seat, 8 code + seat; negative if there is none.
    best_trump : uint64
        Bit of the highest trump on the table, 1 if there is none.
    """

    led: Any
    lane: Any
    best: Any
    best_trump: Any


@kernel(inline=True)
def trick_state(row: Any) -> TrickState:
    """Read the trick being played."""
    led, lane = get(row, words.LED), row[words.LED_LANE]
    best = 8 * get(row, words.BEST) + get(row, words.WINNER)
    return TrickState(led, lane, best, row[words.BEST_TRUMP])


@kernel(inline=True)
def playable_cards(
    rules: RulesVector, row: Any, seat: Any, place: Any, state: TrickState
) -> Any:
    """Return suits and trumps that a seat may play now (R9)."""
    hand = PRIVATE + seat * PRIVATE_WORDS + words.HAND
    suits, trumps = row[hand], row[hand + 1]
    is_free = state.led < 0
    # R5.7, D6: behind an Excuse that opens the deal the second player is free.
    is_bound = place == 0 or rules.opening_after_excuse == 1
    is_opening = is_free and row[words.TRICK] == NO_CARDS
    if rules.calls_king != 0 and is_opening and is_bound:
        return free_cards(suits, trumps, barred_leads(get(row, words.CALLED)))
    return legal_cards(suits, trumps, is_free, state.lane, state.best_trump)


@kernel(inline=True)
def _note_void(row: Any, seat: Any, code: Any, led: Any, best_trump: Any) -> None:
    """Keep what a card that does not follow suit proves about its hand (R9)."""
    if led != _LED_TRUMPS:
        row[words.VOIDS] |= ONE << np.uint64(4 * seat + led)
    place = 8 * seat
    ceilings = get(row, words.CEILINGS)
    ceiling = ceilings >> place & 0xFF
    proved = 0
    if code > TRUMP_CODE:
        best = lowest(best_trump)
        proved = best - 1 if code - TRUMP_CODE < best else ceiling
    if proved < ceiling:
        put(row, words.CEILINGS, ceilings + (proved - ceiling << place))


@kernel(inline=True)
def play_card(
    row: Any, trick: Any, place: Any, seat: Any, code: Any, state: TrickState
) -> TrickState:
    """Play a card, known to be legal, and return the trick with it.

    Parameters
    ----------
    row : uint64 array (ROW_WORDS,)
    trick, place, seat : int64
        Which trick, and the card's place in it.
    code : int64
    state : TrickState
        The trick before.
    """
    led, lane, best, best_trump = state
    hand = PRIVATE + seat * PRIVATE_WORDS + words.HAND
    row[words.TRICK_CARDS + trick] |= np.uint64(code) << np.uint64(8 * place)
    put(row, words.PLACE, place + 1)
    if code == EXCUSE_CODE:
        row[hand] ^= EXCUSE
        row[words.TABLE] |= EXCUSE
        put(row, words.EXCUSE_PLAY, 8 * trick + place)
        return state
    is_trump = code > TRUMP_CODE
    bit = ONE << np.uint64(code & EXCUSE_CODE)
    if code == get(row, words.CALLED):
        put(row, words.CALLED_BY, seat)
    suit, wins = code >> 4, True
    if suit == led and not is_trump:
        row[hand] ^= bit
        row[words.TABLE] |= bit  # it wins if its code is the highest
    else:
        trump = bit if is_trump else NO_CARDS
        row[hand] &= ~(bit ^ trump)
        row[hand + 1] &= ~trump
        row[words.TABLE] |= bit ^ trump
        row[words.TABLE + 1] |= trump
        if led < 0:
            led = _LED_TRUMPS if is_trump else suit
            lane = NO_CARDS if is_trump else lane_of(suit)
            put(row, words.LED, led)
            row[words.LED_LANE] = lane
        else:
            _note_void(row, seat, code, led, best_trump)
        wins = beats(code, best >> 3)
        best_trump = max(best_trump, trump)
        row[words.BEST_TRUMP] = best_trump
    best = max(best, 8 * code + seat) if wins else best
    put(row, words.BEST, best >> 3)
    put(row, words.WINNER, best & 7)
    return TrickState(led, lane, best, best_trump)


@kernel(inline=False)
def _last_winner(rules: RulesVector, row: Any, winner: Any) -> Any:
    """Return who wins the last trick, which the Excuse may (R8.10)."""
    if row[words.TABLE] & EXCUSE != NO_CARDS:
        place = get(row, words.EXCUSE_PLAY) & 7
        seat = (get(row, words.LEADER) + place) % rules.players
        taker, camp = get(row, words.TAKER), get(row, words.ATTACK)
        is_attack = camp >> seat & 1 == 1
        won = won_all(rules, get(row, words.WINNERS), taker, camp, is_attack)
        is_announced = is_attack and get(row, words.CHELEM_BY) == taker
        if excuse_wins(rules, place == 0, won, is_announced):
            return seat
    return winner


@kernel(inline=True)
def end_trick(rules: RulesVector, row: Any, trick: Any) -> None:
    """Give a trick to its winner, who leads to the next one (R9.7, R9.8)."""
    winner = get(row, words.WINNER)
    suits, trumps = row[words.TABLE], row[words.TABLE + 1]
    if trick == rules.hand_size - 1:
        winner = _last_winner(rules, row, winner)
    row[words.WON + 2 * winner] |= suits
    row[words.WON + 2 * winner + 1] |= trumps
    row[words.PLAYED] |= suits
    row[words.PLAYED + 1] |= trumps
    row[words.WINNERS] |= ONE << np.uint64(winner)
    won = np.uint64(winner) << np.uint64(words.WINNER_SHIFT)
    row[words.TRICK_CARDS + trick] |= won
    put(row, words.LEADER, winner)
    begin_trick(row, trick + 1)


@kernel(inline=True)
def begin_trick(row: Any, trick: Any) -> None:
    """Clear the table for the leader's card."""
    leader = row[words.LEADER] << np.uint64(words.LEADER_SHIFT)
    row[words.TRICK_CARDS + trick] = leader
    put(row, words.TRICK, trick)
    put(row, words.PLACE, 0)
    put(row, words.LED, -1)
    row[words.LED_LANE] = NO_CARDS
    put(row, words.BEST, -1)
    put(row, words.WINNER, -1)
    row[words.BEST_TRUMP] = ONE
    row[words.TABLE], row[words.TABLE + 1] = NO_CARDS, NO_CARDS
    set_stage(row, _PLAY)
