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
# # Bidding
#
# **What is this hand worth, and what does a count of the hand say about the chance to make the
# contract?**
#
# `TAROTSIM_NOTEBOOK_DEALS` sets how many deals are played.

# %%
import os

import pandas as pd
from IPython.display import Markdown

from tarotsim import advise, deal, parse_hand, plotting, simulate, study_bid
from tarotsim.game.evaluation import chavey_count
from tarotsim.stats.intervals import wilson

SEED = 2026
DEALS = int(os.environ.get("TAROTSIM_NOTEBOOK_DEALS", "8000"))

# %% [markdown]
# ## One hand
#
# Second to speak; the first has passed. Every bid that may be said is played on the same
# deals: those in which the seat holds this hand and these strategies would pass before it.

# %%
HAND = "20 17 15 12 9 6 4 1 ♠RD3 ♥DC5 ♦10 2 ♣V8"
hand = parse_hand(HAND, 18)
hand

# %%
study = study_bid(HAND, "pass", deals=DEALS, seed=SEED)
study

# %% [markdown]
# Its Chavey count, and what the author's limits say: under 40 pass, 40 to 55 prise, 56 to 70
# garde, 71 to 80 garde sans, above garde contre.

# %%
LIMITS = {40: "pass", 56: "prise", 71: "garde", 81: "garde sans"}
count = chavey_count(hand)
chavey = next((bid for limit, bid in LIMITS.items() if count < limit), "garde contre")
Markdown(f"Count **{count}**: {chavey} by the author's limits.")

# %% [markdown]
# ## Its poignée
#
# Eight trumps; the chien may bring two. What is it worth to show ten?

# %%
advice = advise(HAND, "garde", deals=DEALS, seed=SEED)
advice

# %% [markdown]
# ## Success by the count of the hand
#
# Deals as they come: the seat with the highest bid of its own takes, and the count is that of
# the taker's hand before the chien.

# %%
results = simulate(DEALS, strategies="expert", seed=SEED)
frame = results.to_pandas()
played = frame[frame["outcome"] == "played"].copy()
played["count"] = [
    chavey_count(deal(seed=SEED, number=row.deal).hands[row.taker])
    for row in played.itertuples()
]
gardes = played[played["contract"] == "garde"]
plotting.plot_success(
    gardes,
    "count",
    edges=list(range(20, 105, 5)),
    population="gardes bid and played by expert, 4 players",
    seed=SEED,
    label="Chavey count of the taker's hand, before the chien",
)

# %% [markdown]
# The same by contract and by the author's limits:

# %%
bands = pd.cut(
    played["count"],
    [0, *LIMITS, 1000],
    right=False,
    labels=[*LIMITS.values(), "garde contre"],
)
by_limit = played.groupby([bands, "contract"], observed=True)["won"].agg(
    ["sum", "size"]
)
rows = []
for (says, contract), (won, n) in by_limit.iterrows():
    share = wilson(int(won), int(n))
    rows.append(
        f"| {says} | {contract.replace('_', ' ')} | {n:,} | {share.mean:.0%} | "
        f"{share.low:.0%} to {share.high:.0%} |"
    )
Markdown(
    "| the count says | contract | deals | made | 95 % |\n|:--|:--|--:|--:|--:|\n"
    + "\n".join(rows)
)

# %% [markdown]
# ## Answer

# %%
low, high = (gardes[(gardes["count"] < 56)], gardes[gardes["count"] >= 56])
parts = []
for what, some in (("under 56", low), ("of 56 and more", high)):
    if len(some):
        share = wilson(int(some["won"].sum()), len(some))
        parts.append(
            f"gardes with a count {what} are made in {share.mean:.0%} "
            f"[{share.low:.0%}, {share.high:.0%}] of {len(some):,} deals"
        )
Markdown(
    "\n".join(f"- {sentence}" for sentence in (*study.verdict, *advice.verdict))
    + f"\n- By Chavey's limits it is a {chavey}; among `expert` players "
    + ", ".join(parts)
    + f" (seed {SEED})."
)
