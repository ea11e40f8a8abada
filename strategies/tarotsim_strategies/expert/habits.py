"""The habits of play: which terms of judgement each one is made of."""

from __future__ import annotations

__all__ = ["HABITS"]

HABITS: dict[str, tuple[str, ...]] = {
    "draws_trumps": (
        "draw_most",
        "draw_top_most",
        "draw_low",
        "draw_foes",
    ),
    "hunts_petit": ("draw_hunt", "draw_strength", "trump_hunter"),
    "guards_petit": ("petit_guards", "petit_against", "trump_guard"),
    "petit_au_bout": ("petit_safe", "petit_late", "petit_left"),
    "counts_trumps": ("trump_excess", "trump_safe", "trump_alone"),
    "saves_trumps": (
        "trump_late",
        "trump_number",
        "trump_number_late",
        "trump_top",
        "trump_21",
    ),
    "leads_length": ("suit_length_2", "suit_out", "suit_safe_length"),
    "forces": (
        "suit_force",
        "suit_force_length",
        "suit_taker_void",
        "suit_taker_bare",
        "suit_ally_void",
        "cut",
    ),
    "returns_suits": ("suit_ours", "suit_theirs", "suit_mine", "suit_played"),
    "opens_suits": ("fresh_top", "fresh_low"),
    "returns_trumps": ("draw_ours", "draw_theirs", "draw_mine"),
    "minds_seats": (
        "suit_high_taker_next",
        "suit_high_taker_last",
        "draw_taker_next",
        "draw_taker_last",
        "beats_taker",
    ),
    "saves_honours": (
        "valet_late",
        "cavalier_late",
        "dame_late",
        "bare",
        "guards",
    ),
    "cashes_tops": (
        "top_late",
        "top_points",
        "top_cash",
        "top_cash_points",
        "with_top",
    ),
    "makes_voids": ("void", "void_late", "void_bare", "pair", "suit_singleton"),
    "charges": ("own_points", "lead_points"),
    "keeps_the_lead": (
        "stands",
        "stands_late",
        "stands_safe",
        "lead_stands",
        "lead_stands_safe",
    ),
    "times_excuse": ("excuse_late", "excuse_first", "excuse_trumps", "excuse_last"),
}
"""Terms of `tarotsim_strategies.expert.vocabulary` by habit; without the habit their
weights are zero."""
