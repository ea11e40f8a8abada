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
# # How often a poignée happens
#
# **How often can somebody show a poignée: once a night, or once a year?**
#
# Exact counts (`tarotsim.probability`) beside simulated deals. A simple poignée takes 13, 10
# or 8 trumps at 3, 4 or 5 players, the Excuse counted (R10.1, R10.4).

# %%
import os

from IPython.display import Markdown

from tarotsim import deal, parse_cards, probability
from tarotsim.stats.intervals import exact_binomial_p_value, wilson

SEED = 2026
DEALS = int(os.environ.get("TAROTSIM_NOTEBOOK_DEALS", "20000"))
LEVELS = ("simple", "double", "triple")


def table(head, rows):
    """Write a Markdown table; the first column is text."""
    rule = ["---"] + ["--:"] * (len(head) - 1)
    lines = [head, rule, *rows]
    return Markdown("\n".join("| " + " | ".join(map(str, one)) + " |" for one in lines))


def in_words(chance):
    """Say how rare something is."""
    return f"1 in {1 / float(chance):,.0f}"


# %% [markdown]
# ## Exact
#
# The share of raw deals in which a given seat, and in which some seat, holds enough trumps
# before the chien is touched. A level counts those above it.

# %%
def exact_row(players, level):
    one = probability.poignee_at_least(level, players)
    some = probability.poignee_some_player(level, players)
    size = probability.poignee_threshold(level, players)
    return (
        f"{players} players, {level} ({size})",
        f"{float(one):.6%}",
        in_words(one),
        f"{float(some):.6%}",
        in_words(some),
    )


table(
    ("poignée", "a given seat", "", "some seat", ""),
    [exact_row(players, level) for players in (3, 4, 5) for level in LEVELS],
)

# %% [markdown]
# Who takes the chien in has six more cards (three at five players) to find trumps in.

# %%
table(
    ("hand and chien of a given seat", "simple", ""),
    [
        (
            f"{players} players",
            f"{float(chance):.4%}",
            in_words(chance),
        )
        for players in (3, 4, 5)
        for chance in [
            probability.poignee_at_least("simple", players, place="hand_and_chien")
        ]
    ],
)

# %% [markdown]
# ## Simulated
#
# Raw deals as they come, before anybody bids: the trumps of seat 1, those of the best hand of
# the table, and those of seat 1 with the chien. The last column is the exact binomial test of
# the count against the exact chance: a very small value would say that the dealer is wrong.

# %%
TRUMPS = frozenset(parse_cards(" ".join(map(str, range(1, 22))) + " Ex"))


def count_deals(players):
    """Count the raw deals with a simple poignée: seat 1, some seat, seat 1 + chien."""
    size = probability.poignee_threshold("simple", players)
    found = [0, 0, 0]
    for number in range(DEALS):
        cards = deal(seed=SEED, number=number, players=players)
        held = [len(TRUMPS.intersection(hand)) for hand in cards.hands]
        whole = held[1] + len(TRUMPS.intersection(cards.chien))
        for place, trumps in enumerate((held[1], max(held), whole)):
            found[place] += trumps >= size
    return found


def tested_rows(players):
    exact = {
        "a given seat": probability.poignee_at_least("simple", players),
        "some seat": probability.poignee_some_player("simple", players),
        "hand and chien": probability.poignee_at_least(
            "simple", players, place="hand_and_chien"
        ),
    }
    for (what, chance), seen in zip(exact.items(), count_deals(players), strict=True):
        share = wilson(seen, DEALS)
        yield {
            "players": players,
            "what": what,
            "exact": float(chance),
            "expected": float(chance) * DEALS,
            "seen": seen,
            "share": share,
            "p": exact_binomial_p_value(seen, DEALS, chance),
        }


rows = [row for players in (3, 4, 5) for row in tested_rows(players)]
table(
    ("simple poignée", "exact", "simulated [95 %]", "expected", "seen", "p-value"),
    [
        (
            f"{row['players']} players, {row['what']}",
            f"{row['exact']:.4%}",
            f"{row['share'].mean:.4%} [{row['share'].low:.4%}, {row['share'].high:.4%}]",
            f"{row['expected']:,.1f}",
            f"{row['seen']:,}",
            f"{row['p']:.3f}",
        )
        for row in rows
    ],
)

# %% [markdown]
# ## Answer
#
# An evening is taken to be of 36 deals.

# %%
EVENING = 36
some = float(probability.poignee_some_player("simple", 4))
given = float(probability.poignee_at_least("simple", 4))
with_chien = float(probability.poignee_at_least("simple", 4, place="hand_and_chien"))
seen = next(r for r in rows if r["players"] == 4 and r["what"] == "some seat")
least = min(row["p"] for row in rows)
# Nine tests: one of them is below 0.05 / 9 once in twenty runs of a right dealer.
fits = "fit" if least > 0.05 / len(rows) else "do not fit"
Markdown(f"""
At four players somebody is dealt a simple poignée in {some:.3%} of deals, one deal in
{1 / some:.0f} (exact); simulated {seen["share"].mean:.3%}
[{seen["share"].low:.3%}, {seen["share"].high:.3%}] (n = {DEALS:,} raw deals, seed {SEED}).

In an evening of {EVENING} deals that happens with a chance of
{1 - (1 - some) ** EVENING:.0%}, and to a given player with {1 - (1 - given) ** EVENING:.0%}.
Who takes the chien in reaches ten trumps far more often: {with_chien:.2%} for a seat taken
at random, {with_chien / given:.1f} times as often as without it.

The {len(rows)} simulated counts {fits} the exact chances (smallest p-value {least:.3f}).
""")
