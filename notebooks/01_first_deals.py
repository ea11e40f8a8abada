# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#       format_version: '1.3'
#       jupytext_version: 1.19.6
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # First deals and one hand
#
# **What does a deal of tarot look like here, what does one hand promise, and did showing
# its poignée pay?**
#
# Everything below is simulated with the seed in the next cell, except where it says *exact*.
# `TAROTSIM_NOTEBOOK_DEALS` sets how many deals are played.

# %%
import os

from tarotsim import (
    deal,
    match,
    parse_hand,
    play,
    probability,
    score,
    show,
    simulate,
    study_poignee,
)

SEED = 2026
DEALS = int(os.environ.get("TAROTSIM_NOTEBOOK_DEALS", "3000"))

# %% [markdown]
# ## One deal
#
# A raw deal is a function of a seed and a number: anybody can deal it again. Seats are
# numbered counter-clockwise; the dealer of deal *i* is seat *i* modulo the number of players.

# %%
cards = deal(seed=SEED, number=1)
for seat, hand in enumerate(cards.hands):
    print(f"seat {seat}: {hand}")
print(f"chien : {cards.chien}")

# %% [markdown]
# `play` lets strategies bid, discard and play it. The record holds every act, and ends with
# the count as players say it.

# %%
record = play(cards, "point_count", auction="best:garde")
print(record)

# %% [markdown]
# ## Counting a deal by hand
#
# `score` needs no cards: the contract, the points and the bouts of the attack, and what was
# shown or made. The poignée goes to the camp that wins, whoever showed it; the petit au bout
# never follows the result.

# %%
print(
    score(
        contract="garde",
        points=49,
        bouts=2,
        poignees=["simple:attack"],
        petit_au_bout="attack",
    )
)

# %% [markdown]
# ## One hand
#
# Eighteen cards, seven trumps and the Excuse. What can its owner expect from the six cards of
# the chien? These numbers are exact, over all deals in which a seat holds this hand.

# %%
hand = parse_hand("21 18 15 12 9 6 4 Ex ♠R73 ♥DC5 ♦10 2 ♣V8", 18)
ten_trumps = probability.at_least(
    10, "trumps_plus_excuse", 4, place="hand_and_chien", hand=hand
)
petit = probability.exactly(1, "petit", 4, place="chien", hand=hand)
points = probability.mean_card_points(4, place="chien", hand=hand)
print(f"ten trumps with the chien: {ten_trumps} = {float(ten_trumps):.4f}")
print(f"the Petit in the chien:    {petit} = {float(petit):.4f}")
print(f"card points of the chien:  {points} = {float(points):.1f} on average")

# %% [markdown]
# ## Many deals
#
# `simulate` gives a row for each raw deal; `show` prints the summary with 95 % intervals, and
# `to_pandas` gives the rows.

# %%
results = simulate(DEALS, strategies="point_count", seed=SEED)
show(results)

# %%
frame = results.to_pandas()
played = frame[frame["outcome"] == "played"]
played.groupby("contract", observed=True)[
    ["unit", "half_points", "bouts"]
].mean().round(1)

# %% [markdown]
# A session keeps a running total, as at the table:

# %%
show(match(deals=6, seed=SEED))

# %% [markdown]
# ## Did showing pay?
#
# Every seat that could show a poignée is played twice from the same cards and keys: shown and
# silent. The gain splits exactly into the *prime part* (the same play, the prime to the winner)
# and the *information part* (what changed because others had seen the cards).

# %%
study = study_poignee(DEALS, seed=SEED)
show(study)

# %% [markdown]
# ## Answer
#
# The verdict below is computed from the deals just played, among players that bid and play as
# `point_count` does and look at what is shown. Other players, other answers: the strategies
# are a parameter of every call above.

# %%
for sentence in study.verdict:
    print("-", sentence)
