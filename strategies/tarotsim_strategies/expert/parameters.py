"""Where each parameter stands in the array that the policies are given."""

from __future__ import annotations

from tarotsim_strategies.expert.vocabulary import BLOCK, BLOCKS, GENERAL

WEIGHTS = GENERAL
"""Blocks of the weights of cards."""

BIDDING = WEIGHTS + BLOCKS * BLOCK
"""For three, four and five players, each `BIDDING_COUNT` long:"""
GAPS = 0
"""weights of the measures, for each contract;"""
CURVES = GAPS + 4 * 20
"""base, scale and width of the expected score, for each contract;"""
SHIFTS = CURVES + 4 * 3
"""what an earlier bid of 0 to 3 adds to the gap, for each contract;"""
OVERBID = SHIFTS + 4 * 4
"""chance to be overbid, for each contract and the players behind;"""
OVERBID_SCORE = OVERBID + 4 * 5
"""score when overbid, the same, by the hand: a constant, and for the expected gap at
garde, each trump and each bout;"""
PASSES = OVERBID_SCORE + 4 * 5 * 4
"""score of a pass, by the hand, for the players behind and the highest bid."""
BIDDING_COUNT = PASSES + 5 * 5 * 4

CHAVEY = BIDDING + 3 * BIDDING_COUNT
"""Chavey's counts for each contract, at three, four and five players."""
PARAMETERS = CHAVEY + 12
