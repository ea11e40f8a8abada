"""The terms of the expert's judgement, and where their weights stand.

The worth of a card is a sum of terms, each a small number that says something about
the card in its situation, times a weight in points of u at garde. There is a block of
weights for leading and one for following, for each role and number of players, at
contracts whose chien is turned up and at those whose chien stays hidden.
"""

from __future__ import annotations

__all__ = ["FOLLOW_TERMS", "LEAD_TERMS", "SPEND_TERMS"]

# General parameters, before the weights.
READS_POIGNEES, TAKER_TRUMPS, TRUST = 0, 1, 2
SENDS_SIGNALS, READS_SIGNALS, CHAVEY_BIDS = 3, 4, 5
SHOWS_FROM, SHOWS_DEFENCE, HIDES_LOW = 6, 9, 10
"""Chance to win from which each level is shown; chance of a defender's side."""
CALLS_LENGTH, CALLS_HONOURS, SUSPICION = 11, 12, 13
SLAMS = 14
CLEARS_SUITS, KEEPS_MARRIAGES = 15, 16
SAVES_POINTS = 17
"""At three, four and five players."""
SILENCE, PLAYS_SLAMS = 20, 21
GENERAL = 22

SPEND_TERMS = (
    ("valet", "a valet that is not the highest of its suit left"),
    ("cavalier", "a cavalier, the same"),
    ("dame", "a dame, the same"),
    ("valet_late", "the valet, times the share of tricks left"),
    ("cavalier_late", "the cavalier, times the share of tricks left"),
    ("dame_late", "the dame, times the share of tricks left"),
    ("bare", "half-points of such an honour without a lower card"),
    ("guards", "half-points of such an honour times lower cards, at most three"),
    ("top", "the highest of its suit left, an honour"),
    ("top_late", "the same, times the share of tricks left"),
    ("top_points", "its half-points"),
    ("top_cash", "the chance that nobody cuts the next round of its suit"),
    ("top_cash_points", "that chance times its half-points"),
    ("void", "the last card of a suit, with trumps in hand"),
    ("void_late", "the same, times the share of tricks left"),
    ("void_bare", "the last card of a suit, without trumps"),
    ("pair", "a low card of two, with trumps in hand"),
    ("length", "low cards: cards of the suit in hand"),
    ("rank", "low cards: rank, 0 to 9"),
    ("with_top", "low cards: the highest left of the suit is in hand"),
    ("out", "low cards: cards of the suit out"),
    ("cut", "low cards: opponents who cut the suit"),
    ("trump", "a trump but the Petit"),
    ("trump_late", "the same, times the share of tricks left"),
    ("trump_number", "its number in parts of 21"),
    ("trump_number_late", "its number times the share of tricks left"),
    ("trump_top", "the highest trump left"),
    ("trump_21", "the 21"),
    ("trump_excess", "trumps in hand above the share of another hand"),
    ("trump_safe", "no opponent has a trump"),
    ("trump_alone", "the last trump in hand"),
    ("trump_hunter", "from 16 up, the Petit may be with an opponent"),
    ("trump_guard", "the Petit stays in hand"),
    ("petit", "the Petit"),
    ("petit_saved", "the chance that it is saved"),
    ("petit_step", "that chance times the points that the target moves"),
    ("petit_guards", "the other trumps in hand"),
    ("petit_against", "the trumps of another hand, on average"),
    ("petit_safe", "no opponent has a trump"),
    ("petit_late", "times the share of tricks left"),
    ("petit_left", "the trick before the last"),
    ("excuse", "the Excuse"),
    ("excuse_late", "times the share of tricks left"),
    ("excuse_first", "in the first two tricks"),
    ("excuse_trumps", "on trumps"),
    ("excuse_last", "in the last three tricks"),
)
"""Letting a card go, in leading and in following."""

FOLLOW_TERMS = (
    ("points", "(2p - 1) times the half-points on the table and to come"),
    ("own_points", "(2p - 1) times the half-points of the card"),
    ("trick", "p, the chance that our side wins the trick"),
    ("stands", "the chance that the card wins it"),
    ("stands_late", "that chance times the share of tricks left"),
    ("stands_safe", "that chance, no opponent has a trump"),
    ("discards", "neither follows nor cuts"),
    ("beats_taker", "the taker is to come right after this seat: stands"),
    ("certain", "all before are beaten and nobody is to come"),
)
"""Following to a trick."""

LEAD_TERMS = (
    ("lead_points", "(2p - 1) times the half-points of the card"),
    ("lead_trick", "p, the chance that our side wins the trick"),
    ("lead_stands", "the chance that the card wins it"),
    ("lead_stands_safe", "that chance, no opponent has a trump"),
    ("suit_length_2", "the square of the cards of the suit in hand beyond three"),
    ("suit_out", "cards of the suit out beyond six"),
    ("suit_force", "opponents that must cut"),
    ("suit_force_length", "the same times the cards of the suit in hand"),
    ("suit_taker_void", "the taker must cut"),
    ("suit_taker_bare", "the taker has neither the suit nor trumps"),
    ("suit_ally_void", "a partner can cut"),
    ("suit_ours", "an ally led it first"),
    ("suit_theirs", "an opponent led it first"),
    ("suit_mine", "this seat led it first"),
    ("suit_signalled", "an ally led it first, ace to 5"),
    ("suit_played", "rounds played of it"),
    ("suit_singleton", "the only card of the suit, with trumps"),
    ("suit_low", "a low card without an honour above"),
    ("suit_high_taker_next", "an honour, the taker plays next"),
    ("suit_high_taker_last", "an honour, the taker plays last"),
    ("suit_called", "the suit of the called card, still out"),
    ("suit_safe", "no opponent has a trump"),
    ("suit_safe_length", "the same times the cards in hand"),
    ("draw_most", "with more trumps than are out"),
    ("draw_top_most", "the highest left, with more trumps than are out"),
    ("draw_hunt", "strong enough to hunt the Petit, which may be with an opponent"),
    ("draw_strength", "strength beyond 14, the Petit may be with an opponent"),
    ("draw_ours", "an ally led trumps before"),
    ("draw_theirs", "an opponent led trumps before"),
    ("draw_mine", "this seat led trumps before"),
    ("draw_low", "the lowest, while higher ones are out"),
    ("draw_taker_next", "the taker plays next"),
    ("draw_taker_last", "the taker plays last"),
    ("draw_foes", "trumps of opponents, in parts of ten"),
    ("fresh_top", "the highest left of a suit that nobody led yet, an honour"),
    ("fresh_low", "a low card of a suit that nobody led yet"),
)
"""Leading to a trick."""

SPEND_COUNT = len(SPEND_TERMS)
LEAD_COUNT = SPEND_COUNT + len(LEAD_TERMS)
FOLLOW_COUNT = SPEND_COUNT + len(FOLLOW_TERMS)
BLOCK = LEAD_COUNT + FOLLOW_COUNT
ROLES, KINDS = 9, 2
"""Three roles at three, four and five players; the chien is turned up, or it is not."""
BLOCKS = ROLES * KINDS

# Offsets of the terms in a block of leading or following.
(
    VALET,
    CAVALIER,
    DAME,
    VALET_LATE,
    CAVALIER_LATE,
    DAME_LATE,
    BARE,
    GUARDS,
    TOP,
    TOP_LATE,
    TOP_POINTS,
    TOP_CASH,
    TOP_CASH_POINTS,
    VOID,
    VOID_LATE,
    VOID_BARE,
    PAIR,
    LENGTH,
    RANK,
    WITH_TOP,
    OUT_COUNT,
    CUT,
    TRUMP,
    TRUMP_LATE,
    TRUMP_NUMBER,
    TRUMP_NUMBER_LATE,
    TRUMP_TOP,
    TRUMP_21,
    TRUMP_EXCESS,
    TRUMP_SAFE,
    TRUMP_ALONE,
    TRUMP_HUNTER,
    TRUMP_GUARD,
    PETIT,
    PETIT_SAVED,
    PETIT_STEP_TERM,
    PETIT_GUARDS,
    PETIT_AGAINST,
    PETIT_SAFE,
    PETIT_LATE,
    PETIT_LEFT,
    EXCUSE_TERM,
    EXCUSE_LATE,
    EXCUSE_FIRST,
    EXCUSE_TRUMPS,
    EXCUSE_LAST,
) = range(SPEND_COUNT)

(
    F_POINTS,
    F_OWN_POINTS,
    F_TRICK,
    F_STANDS,
    F_STANDS_LATE,
    F_STANDS_SAFE,
    F_DISCARDS,
    F_BEATS_TAKER,
    F_CERTAIN,
) = range(SPEND_COUNT, FOLLOW_COUNT)

(
    L_POINTS,
    L_TRICK,
    L_STANDS,
    L_STANDS_SAFE,
    L_LENGTH_2,
    L_OUT,
    L_FORCE,
    L_FORCE_LENGTH,
    L_TAKER_VOID,
    L_TAKER_BARE,
    L_ALLY_VOID,
    L_OURS,
    L_THEIRS,
    L_MINE,
    L_SIGNALLED,
    L_PLAYED,
    L_SINGLETON,
    L_LOW,
    L_HIGH_TAKER_NEXT,
    L_HIGH_TAKER_LAST,
    L_CALLED,
    L_SAFE,
    L_SAFE_LENGTH,
    D_MOST,
    D_TOP_MOST,
    D_HUNT,
    D_STRENGTH,
    D_OURS,
    D_THEIRS,
    D_MINE,
    D_LOW,
    D_TAKER_NEXT,
    D_TAKER_LAST,
    D_FOES,
    L_FRESH_TOP,
    L_FRESH_LOW,
) = range(SPEND_COUNT, LEAD_COUNT)
