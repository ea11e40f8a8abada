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
# Numbers are simulated with the seed in the next cell, except where it says *exact*.
# `TAROTSIM_NOTEBOOK_DEALS` sets how many deals are played.

# %%
import os

from IPython.display import Markdown

from tarotsim import (
    deal,
    match,
    parse_hand,
    play,
    probability,
    score,
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
cards

# %% [markdown]
# `play` lets strategies bid, discard and play it. The record holds every act and the count.

# %%
record = play(cards, "expert", auction="best:garde")
record

# %% [markdown]
# ## Counting a deal by hand
#
# `score` needs no cards: the contract, the points and the bouts of the attack, and what was
# shown or made. The poignée goes to the camp that wins, whoever showed it; the petit au bout
# never follows the result.

# %%
score(
    contract="garde",
    points=49,
    bouts=2,
    poignees=["simple:attack"],
    petit_au_bout="attack",
)

# %% [markdown]
# ## One hand
#
# What can its owner expect from the six cards of the chien? Exact, over all deals in which a
# seat holds this hand.

# %%
HAND = "21 18 15 12 9 6 4 Ex ♠R73 ♥DC5 ♦10 2 ♣V8"
hand = parse_hand(HAND, 18)
hand

# %%
ten_trumps = probability.at_least(
    10, "trumps_plus_excuse", 4, place="hand_and_chien", hand=hand
)
petit = probability.exactly(1, "petit", 4, place="chien", hand=hand)
points = probability.mean_card_points(4, place="chien", hand=hand)
Markdown(f"""
| exact | fraction | number |
|:--|--:|--:|
| ten trumps with the chien | {ten_trumps} | {float(ten_trumps):.4f} |
| the Petit in the chien | {petit} | {float(petit):.4f} |
| card points of the chien, on average | {points} | {float(points):.2f} |
""")

# %% [markdown]
# The same hand, dealt again and again: `given=` deals the rest of the pack, all deals that hold
# it being equally likely. Seat 0 has it and takes a garde.

# %%
with_hand = simulate(
    DEALS,
    strategies="expert",
    seed=SEED,
    auction="0:garde",
    given=f"0: hand={HAND}",
)
with_hand

# %% [markdown]
# ## Many deals
#
# `simulate` gives a row for each raw deal, here with bids of the players' own;
# `to_pandas` gives the rows as a DataFrame.

# %%
results = simulate(DEALS, strategies="expert", seed=SEED)
results

# %%
frame = results.to_pandas()
played = frame[frame["outcome"] == "played"]
played.groupby("contract", observed=True)[
    ["unit", "half_points", "bouts"]
].mean().round(1)

# %% [markdown]
# A session keeps a running total, as at the table:

# %%
match(deals=6, strategies="expert", seed=SEED)

# %% [markdown]
# ## Did showing pay?
#
# Every seat that could show a poignée is played twice from the same cards and keys: shown and
# silent. The gain is the sum of the *prime part* (the same play, the prime to the winner)
# and the *information part* (what changed because others had seen the cards).

# %%
study = study_poignee(DEALS, seed=SEED)
study

# %% [markdown]
# ## Answer
#
# Among `expert` players; the strategies are a parameter of every call above.

# %%
line = next(one for one in with_hand.summary().contracts if one.made.n)
Markdown(
    f"- With this hand a garde is made in {line.made.mean:.1%} of deals "
    f"[{line.made.low:.1%}, {line.made.high:.1%}] (n = {line.made.n:,}, seed {SEED}), "
    f"and ten trumps are reached in {float(ten_trumps):.1%} (exact).\n"
    + "\n".join(f"- {sentence}" for sentence in study.verdict)
    + f"\n\nPoignées: {len(study.cases)} cases in {study.outcomes['played']:,} played "
    f"deals, seed {SEED}."
)
