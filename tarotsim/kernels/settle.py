"""The count at the end: whose cards, the Excuse, the Petit, the slam (R8, R11, R12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarotsim.kernels._jit import kernel
from tarotsim.kernels.bits import (
    EXCUSE,
    LOW_RANKS,
    LOW_TRUMPS,
    NO_CARDS,
    TRUMP_CODE,
)
from tarotsim.kernels.chelem import chelem_outcome, slam_camp
from tarotsim.kernels.hand import bout_count, half_points
from tarotsim.kernels.row import (
    ATTACK,
    CHELEM_BY,
    CHIEN_PILE,
    CONTRACT,
    ECART,
    EXCUSE_PLAY,
    LEADER_SHIFT,
    PILES,
    PRIVATE,
    PRIVATE_WORDS,
    TAKER,
    TRICK_CARDS,
    WINNER_SHIFT,
    WINNERS,
    WON,
    get,
)

if TYPE_CHECKING:
    from tarotsim.kernels.vector import RulesVector

__all__ = ["excuse_account", "petit_au_bout", "settle"]

NOBODY = -1
IN_ATTACK, IN_DEFENCE = 0, 1
GARDE, GARDE_CONTRE = 2, 4
PETIT_CODE = TRUMP_CODE + 1
CHANGES_CAMP_FREE = 2


@kernel
def excuse_account(
    rules: RulesVector,
    played_by: Any,
    won_by: Any,
    is_last: Any,
    slam_by: Any,
    is_led: Any,
    is_announced: Any,
) -> Any:
    """Settle an Excuse that was played.

    Parameters
    ----------
    rules : RulesVector
    played_by, won_by : int64
        Camp of its player, camp that won its trick: 0 attack, 1 defence.
    is_last : bool
        Whether that was the last trick.
    slam_by : int64
        Camp that won every trick, -1 for neither.
    is_led : bool
        Whether the Excuse led its trick.
    is_announced : bool
        Whether the slam is the attack's and its taker announced it.

    Returns
    -------
    owner, payer : int64
        The camp that counts it; the camp that gives a low card for it, or -1.

    References
    ----------
    R8.4-R8.10, the table at the end of R8; D1, D2.
    """
    payer = NOBODY if won_by == played_by else played_by
    if not is_last:
        return played_by, payer  # R8.4
    in_scope = rules.slam_scope == 0 or is_announced
    if slam_by == played_by and in_scope:
        wins = is_led or rules.slam_excuse_wins == 1
        if wins or rules.slam_excuse_followed == 0:
            return played_by, NOBODY  # R8.10
    elif slam_by == 1 - played_by and rules.other_excuse_in_slam == 1 and in_scope:
        return played_by, payer  # D2c
    if won_by != played_by:
        return won_by, NOBODY  # R8.9: it stays in the trick
    if rules.excuse_last_trick == 1:
        return played_by, NOBODY  # D1: follows the winner
    # R8.9, D1: even when its own camp won the trick it changes camp.
    other = 1 - played_by
    return other, NOBODY if rules.excuse_last_trick == CHANGES_CAMP_FREE else other


@kernel
def camp_of(attack: Any, seat: Any) -> Any:
    """Return the camp of a seat: 0 attack, 1 defence."""
    return 1 - (attack >> seat & 1)


@kernel
def _place_in(word: Any, players: Any, code: Any) -> Any:
    """Return the place of a card in a trick, -1 if it is not there."""
    for place in range(players):
        if word >> (8 * place) & 0xFF == code:
            return place
    return -1


@kernel
def petit_au_bout(rules: RulesVector, row: Any) -> Any:
    """Return 1 if the attack made the Petit au bout, -1 the defence, 0 nobody.

    References
    ----------
    R11.1, R11.4, R11.5; D13.
    """
    attack = get(row, ATTACK)
    last = get(row, TRICK_CARDS + rules.hand_size - 1)
    before = get(row, TRICK_CARDS + rules.hand_size - 2)
    winner = last >> WINNER_SHIFT
    if _place_in(last, rules.players, PETIT_CODE) >= 0:
        return 1 - 2 * camp_of(attack, winner)
    if _place_in(before, rules.players, PETIT_CODE) < 0:
        return 0
    play = get(row, EXCUSE_PLAY)
    if play >> 3 != rules.hand_size - 1:
        return 0
    leader = last >> LEADER_SHIFT & 0xFF
    if (leader + (play & 7)) % rules.players != winner:
        return 0
    # R11.4: the Excuse won the last trick, so every trick is that camp's.
    taker = get(row, TAKER)
    is_takers = get(row, CHELEM_BY) == taker and winner == taker
    if rules.slam_petit == 0 or is_takers:
        return 1 - 2 * camp_of(attack, before >> WINNER_SHIFT)
    return 0


@kernel
def _account_of_played(rules: RulesVector, row: Any, slam_by: Any) -> Any:
    """Return owner and payer of the Excuse, wherever it lies."""
    play = get(row, EXCUSE_PLAY)
    if play < 0:  # R8.12
        is_contre = get(row, CONTRACT) == GARDE_CONTRE
        return IN_DEFENCE if is_contre else IN_ATTACK, NOBODY
    trick, place = play >> 3, play & 7
    attack = get(row, ATTACK)
    word = get(row, TRICK_CARDS + trick)
    seat = ((word >> LEADER_SHIFT & 0xFF) + place) % rules.players
    return excuse_account(
        rules,
        camp_of(attack, seat),
        camp_of(attack, word >> WINNER_SHIFT),
        trick == rules.hand_size - 1,
        slam_by,
        place == 0,
        slam_by == IN_ATTACK and get(row, CHELEM_BY) == get(row, TAKER),
    )


@kernel
def _won_cards(rules: RulesVector, row: Any, camp: Any) -> Any:
    """Return suits and trumps of the tricks of a camp."""
    attack = get(row, ATTACK)
    suits, trumps = NO_CARDS, NO_CARDS
    for seat in range(rules.players):
        if camp_of(attack, seat) == camp:
            suits |= row[WON + 2 * seat]
            trumps |= row[WON + 2 * seat + 1]
    return suits, trumps


@kernel
def _is_excused(rules: RulesVector, row: Any, payer: Any, slam_by: Any) -> Any:
    """Tell whether a camp that owes a low card need not pay the half-point.

    References
    ----------
    D10: a camp whose tricks hold no card of one half-point pays nothing, but for the
    Excuse of the defence in a slam of the attack (R8.6).
    """
    if payer < 0 or rules.owed_low_card == 0:
        return False
    if payer == IN_DEFENCE and slam_by == IN_ATTACK:
        return False
    suits, trumps = _won_cards(rules, row, payer)
    return (suits & LOW_RANKS) | (trumps & LOW_TRUMPS) == NO_CARDS


@kernel
def settle(rules: RulesVector, row: Any) -> Any:
    """Count a deal that was played to its end.

    Parameters
    ----------
    rules : RulesVector
    row : uint64 array (ROW_WORDS,)

    Returns
    -------
    half_points, bouts : int64
        Of the attack, the Excuse settled.
    petit : int64
        1 attack, -1 defence, 0 nobody.
    chelem : int64
        Number of the Chelem member.
    account : int64
        Camp that counts the Excuse, plus twice 0 or 1 + the camp that paid for it.

    References
    ----------
    R8, R11, R12, R13.1, R15.
    """
    attack, taker = get(row, ATTACK), get(row, TAKER)
    made = slam_camp(rules, get(row, WINNERS), taker, attack)
    owner, payer = _account_of_played(rules, row, made)
    if _is_excused(rules, row, payer, made):
        payer = NOBODY
    suits, trumps = _won_cards(rules, row, IN_ATTACK)
    contract = get(row, CONTRACT)
    if contract <= GARDE:
        own = PRIVATE + taker * PRIVATE_WORDS + ECART
        suits, trumps = suits | row[own], trumps | row[own + 1]
    elif contract != GARDE_CONTRE:
        chien = PILES + CHIEN_PILE
        suits, trumps = suits | row[chien], trumps | row[chien + 1]
    suits = suits & ~EXCUSE
    if owner == IN_ATTACK:
        suits |= EXCUSE
    count = half_points(suits, trumps)
    if payer >= 0:
        count += 2 * payer - 1  # R8.7
    by = get(row, CHELEM_BY)
    announced = NOBODY if by < 0 else camp_of(attack, by)
    return (
        count,
        bout_count(suits, trumps),
        petit_au_bout(rules, row),
        chelem_outcome(announced, made),
        owner + 2 * (payer + 1),
    )
