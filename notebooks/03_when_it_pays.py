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
# # When showing a poignée pays
#
# **Shall I show it or stay silent? And are the players' manuals right?**
#
# The table `docs/tables/poignee_4.csv` has every hand of ten trumps and more at four players,
# dealt directly, played shown and silent by `expert` players from the same cards and keys. Its
# numbers are points of u, which each defender pays or gets, from the side of who shows; the
# contract is imposed. Below it is read, drawn, played again in part, and put to the test.
#
# `TAROTSIM_NOTEBOOK_DEALS` sets the deals of a study. From 50,000 on, all cells of the table
# are played again, not only some.

# %%
import os
import tomllib
from pathlib import Path

import numpy as np
import pandas as pd
from IPython.display import Markdown

import tarotsim
from tarotsim import plotting, study_poignee
from tarotsim.runs.run import plan_run
from tarotsim.stats.clusters import clustered_mean
from tarotsim.stats.intervals import Estimate, wilson
from tarotsim.studies.arms import Arm, force_poignee, play_arms

SEED = 2026
DEALS = int(os.environ.get("TAROTSIM_NOTEBOOK_DEALS", "8000"))
ALL_FROM = 50_000

# %% [markdown]
# ## The table

# %%
TABLES = Path("../docs/tables")
spec = tomllib.loads((TABLES / "poignee_4.toml").read_text(encoding="utf-8"))
wide = pd.read_csv(TABLES / "poignee_4.csv", comment="#")
spec

# %%
QUANTITIES = (
    "success_rate",
    "success_difference",
    "chance",
    "difference",
    "prime_part",
    "information_part",
)
KEYS = ["side", "contract", "trumps", "bouts", "band"]
tidy = pd.concat(
    wide[[*KEYS, "frequency", "n"]].assign(
        quantity=name,
        mean=wide[name],
        low=wide[f"{name}_low"],
        high=wide[f"{name}_high"],
    )
    for name in QUANTITIES
)


def look_up(quantity, side, contract, trumps=None, bouts=None, band=None):
    """Return an estimate of the table; None stands for all trumps, bouts, bands."""
    rows = tidy[tidy["quantity"] == quantity]
    wanted = {
        "side": side,
        "contract": contract,
        "trumps": trumps,
        "bouts": bouts,
        "band": band,
    }
    for key, value in wanted.items():
        rows = rows[rows[key].isna() if value is None else rows[key] == value]
    (row,) = rows.to_dict("records")
    known = not np.isnan(row["low"])
    low, high = (row["low"], row["high"]) if known else (None, None)
    return Estimate(row["mean"], low, high, int(row["n"]), None)


def told(estimate, factor=1, digits=1):
    """Write an estimate with its interval."""
    if estimate.mean is None:
        return "no case"
    mean = f"{factor * estimate.mean:+.{digits}f}"
    if estimate.low is None:
        return f"{mean} (too few cases for an interval)"
    low, high = factor * estimate.low, factor * estimate.high
    return f"{mean} [{low:+.{digits}f}, {high:+.{digits}f}]"


# %%
ABOUT = f"table poignee_4: {spec['strategies']}, contract imposed"
plotting.plot_value_by_hand(
    tidy, side="taker", contract="garde", population=ABOUT, seed=spec["seed"]
)

# %%
plotting.plot_value_by_hand(
    tidy, side="defence", contract="garde", population=ABOUT, seed=spec["seed"]
)

# %% [markdown]
# By the chance of winning, estimated from what the holder sees, out of sample; all levels
# of poignée together:

# %%
plotting.plot_value_by_chance(
    tidy,
    side="taker",
    contract="garde",
    level=None,
    population=ABOUT,
    seed=spec["seed"],
)

# %% [markdown]
# ## The same cells, played again
#
# The same spec with another seed, so that agreement says something. *Apart* is the distance of
# the two means in standard errors of their difference.

# %%
HOLDERS = {"taker": (0, "0"), "defence": (1, "best-but-1")}


def study_cell(side, contract, trumps, bouts, **options):
    """Deal a cell of the table directly and play it."""
    seat, bidder = HOLDERS[side]
    takes_chien = side == "taker" and contract in {"prise", "garde"}
    who = f"{seat}+chien" if takes_chien else seat
    return study_poignee(
        DEALS,
        strategies=spec["strategies"],
        seed=SEED,
        auction=f"{bidder}:{contract}",
        given=f"{who}: trumps={trumps}, bouts={bouts}",
        seats=[seat],
        **options,
    )


def apart(one, other):
    """Return how many standard errors two independent estimates are apart."""
    widths = [(e.high - e.low) / (2 * 1.96) for e in (one, other) if e.low is not None]
    if len(widths) < 2 or not any(widths):
        return None
    return abs(one.mean - other.mean) / np.hypot(*widths)


cells = wide[wide["trumps"].notna() & wide["bouts"].notna()]
if DEALS < ALL_FROM:
    cells = cells[(cells["contract"] == "garde") & (cells["trumps"] <= 11)]
again = []
for cell in cells.to_dict("records"):
    where = cell["side"], cell["contract"], int(cell["trumps"]), int(cell["bouts"])
    new = next(c for c in study_cell(*where).by("side") if c.side == cell["side"])
    old = look_up("difference", *where)
    distance = apart(old, new.difference)
    again.append(
        {
            "hand": "{}, {}, {} trumps, bouts {}".format(*where),
            "table": told(old),
            "again": told(new.difference),
            "n": f"{new.n:,}",
            "apart": distance,
        }
    )
distances = [row["apart"] for row in again if row["apart"] is not None]
pd.DataFrame(again).set_index("hand").round(1)

# %%
close = sum(distance < 1.96 for distance in distances)
same = wilson(close, len(distances))
if distances:
    answer = (
        f"{close} of {len(distances)} cells are within 1.96 standard errors "
        f"({same.mean:.0%} [{same.low:.0%}, {same.high:.0%}]; 95 % are to be expected)."
    )
else:
    answer = "Too few deals for intervals."
Markdown(answer)

# %% [markdown]
# ## Where it breaks even
#
# Seat 0 takes a garde with ten trumps or more, chien included, as often each as they come.
# The figure reads the break-even off the bands beside it, the table fits a line to all cases.

# %%
natural = study_poignee(
    DEALS,
    strategies="expert",
    seed=SEED,
    auction="0:garde",
    given="0+chien: trumps>=10",
    seats=[0],
)
natural

# %%
plotting.plot_value_by_chance(natural, side="taker", level=None)

# %% [markdown]
# ## What the manuals say
#
# Each claim is an effect with a sign. It is judged by its 95 % interval alone: *within ±1 point
# of nothing* if all of the interval is; else *true* or *false* if all of it lies on one side
# of 0; else the deals cannot tell.

# %%
verdicts = []


def judge(claim, sign, estimate, what, seed, factor=1):
    """Judge a claim that an effect has a sign, and keep the verdict."""
    low, high = estimate.low, estimate.high
    if low is None:
        verdict = "not enough deals"
    elif max(abs(factor * low), abs(factor * high)) <= 1:
        verdict = "within ±1 point of nothing"
    elif low > 0 or high < 0:
        verdict = "true" if (low > 0) == (sign > 0) else "false"
    else:
        verdict = "these deals cannot tell"
    verdicts.append((claim, verdict, what, told(estimate, factor), estimate.n, seed))


def show_verdicts(first):
    """Show the verdicts from one on as a table."""
    head = "| claim | verdict | measured | mean [95 %] | n | seed |\n"
    head += "|:--|:--|:--|--:|--:|--:|\n"
    lines = [
        f"| {claim} | **{verdict}** | {what} | {value} | {n:,} | {seed} |"
        for claim, verdict, what, value, n, seed in verdicts[first:]
    ]
    return Markdown(head + "\n".join(lines))


# %% [markdown]
# ### "A taker who has only just enough should keep quiet; announce when confident"
#
# Just enough: ten trumps. The claim is that showing them loses. Confident: the band of the
# highest estimated chance to win.

# %%
start = len(verdicts)
CONTRACTS = ("prise", "garde", "garde sans")
LABELS = {"garde sans": "garde_sans"}
for contract in CONTRACTS:
    name = LABELS.get(contract, contract)
    judge(
        f"just enough, {contract}: keep quiet",
        -1,
        look_up("difference", "taker", name, 10),
        "gain with 10 trumps",
        spec["seed"],
    )
for bouts in range(4):
    judge(
        f"just enough, {bouts} bout{'s' * (bouts != 1)}, garde: keep quiet",
        -1,
        look_up("difference", "taker", "garde", 10, bouts),
        f"gain with 10 trumps, bouts {bouts}",
        spec["seed"],
    )
judge(
    "announce when confident",
    +1,
    look_up("difference", "taker", "garde", band="0.9-1.0"),
    "gain, chance to win 0.9 to 1, garde",
    spec["seed"],
)
show_verdicts(start)

# %% [markdown]
# ### "When the taker shows, it helps mostly the defence"
#
# The information part is what the others' knowing is worth to the taker: the claim is that it
# is below 0.

# %%
start = len(verdicts)
for contract in CONTRACTS:
    for trumps in (10, 13):
        judge(
            f"it helps the defence, {contract}, {trumps} trumps",
            -1,
            look_up(
                "information_part", "taker", LABELS.get(contract, contract), trumps
            ),
            "information part",
            spec["seed"],
        )
show_verdicts(start)

# %% [markdown]
# ### "A defender's poignée informs partners, but risks paying"
#
# Two claims: its information part is above 0; and the risk outweighs, so that the whole
# is below 0.

# %%
start = len(verdicts)
for trumps in (10, 11, 12):
    judge(
        f"it informs partners, {trumps} trumps",
        +1,
        look_up("information_part", "defence", "garde", trumps),
        "information part, defender, garde",
        spec["seed"],
    )
    judge(
        f"it risks more than it brings, {trumps} trumps",
        -1,
        look_up("difference", "defence", "garde", trumps),
        "gain, defender, garde",
        spec["seed"],
    )
show_verdicts(start)

# %%
rate = look_up("success_rate", "defence", "garde", 10)
Markdown(
    f"The prime is paid where the contract is made: {1 - rate.mean:.1%} "
    f"[{1 - rate.high:.1%}, {1 - rate.low:.1%}] of the deals in which a defender holds "
    f"ten trumps against a garde (n = {rate.n:,}, seed {spec['seed']})."
)

# %% [markdown]
# ### "One bout and ten trumps headed by the 21: winning needs the Petit, and showing dooms or saves it"
#
# The taker of a garde has ten trumps after the chien and the 21 as his one bout. A second bout of
# the attack is then a Petit caught (the Excuse stays with its owner's camp, a slam apart).
# *Needs*: without it fewer than half of the contracts are made. *Saves* (the Petit from being
# caught): showing changes how often it is caught, on the same deals.

# %%
start = len(verdicts)
run = plan_run(
    DEALS,
    strategies="expert",
    seed=SEED,
    auction="0:garde",
    given="0+chien: trumps=10, bouts=1, holds=21",
)
arms = play_arms(
    run,
    {
        "silent": Arm(forced=(force_poignee(0, None),)),
        "shown": Arm(forced=(force_poignee(0, "simple"),)),
    },
    range(DEALS),
)
# Ten trumps may become nine by an écart of a trump: those hands can show nothing.
able = arms["silent"].rows["showable_0"] > 0
silent, shown = (arms[name].rows[able] for name in ("silent", "shown"))
numbers = silent["deal"]
caught = {"silent": silent["bouts"] >= 2, "shown": shown["bouts"] >= 2}
won = silent["won"].astype(bool)


def share_of(members):
    """Return the estimated share of deals won among some."""
    return wilson(int(won[members].sum()), int(members.sum()))


def difference_of_shares(one, other):
    """Return the difference of two independent shares with Newcombe's interval."""
    gap = one.mean - other.mean
    low = gap - np.hypot(one.mean - one.low, other.high - other.mean)
    high = gap + np.hypot(one.high - one.mean, other.mean - other.low)
    return Estimate(gap, low, high, one.n + other.n, None)


with_petit, without = share_of(caught["silent"]), share_of(~caught["silent"])
half = {k: getattr(without, k) - 0.5 for k in ("mean", "low", "high")}
judge(
    "winning needs the Petit",
    -1,
    Estimate(**half, n=without.n, se=None),
    "contracts made without it less half, percentage points",
    SEED,
    factor=100,
)
judge(
    "with the Petit caught more are made",
    +1,
    difference_of_shares(with_petit, without),
    "made with it less made without, percentage points",
    SEED,
    factor=100,
)
change = caught["shown"].astype(int) - caught["silent"].astype(int)
judge(
    "showing saves the Petit",
    -1,
    clustered_mean(change, numbers),
    "caught when shown less when silent, percentage points",
    SEED,
    factor=100,
)
show_verdicts(start)

# %%
moved = wilson(int((change != 0).sum()), len(change))
petit_of_wins = wilson(int((won & caught["silent"]).sum()), int(won.sum()))
Markdown(
    f"With the Petit caught {with_petit.mean:.0%} [{with_petit.low:.0%}, "
    f"{with_petit.high:.0%}] of the contracts are made, without it {without.mean:.0%} "
    f"[{without.low:.0%}, {without.high:.0%}]; of those made, {petit_of_wins.mean:.0%} "
    f"[{petit_of_wins.low:.0%}, {petit_of_wins.high:.0%}] had caught it. Showing dooms or "
    f"saves it in {moved.mean:.1%} [{moved.low:.1%}, {moved.high:.1%}] of the deals "
    f"(n = {len(won):,} deals, seed {SEED})."
)

# %% [markdown]
# ### "A defender with a double poignée against a garde sans should usually hide it"
#
# Thirteen trumps. The claim is that showing the double loses against silence.

# %%
start = len(verdicts)
judge(
    "hide a double against a garde sans",
    -1,
    look_up("difference", "defence", "garde_sans", 13),
    "gain with 13 trumps, as they come",
    spec["seed"],
)
for bouts in range(4):
    judge(
        f"the same, {bouts} bout{'s' * (bouts != 1)}",
        -1,
        look_up("difference", "defence", "garde_sans", 13, bouts),
        f"gain with 13 trumps, bouts {bouts}",
        spec["seed"],
    )
show_verdicts(start)

# %% [markdown]
# ### "Hiding a bout is useless, better hide a 20 or a 19 than the 21"
#
# A taker of a garde with eleven or twelve trumps, the 21, the 20 and the Petit among them, shows
# ten. Hiding a bout is compared with hiding the 20 first. "Useless" is that it gains nothing: a
# gain below 0, or within ±1 point.

# %%
start = len(verdicts)
hiding = study_poignee(
    DEALS,
    strategies="expert",
    seed=SEED,
    auction="0:garde",
    given="0+chien: trumps=11..12, holds=21 20 1",
    seats=[0],
    hides=True,
)
for way, name in (("twenty_one", "the 21"), ("petit", "the Petit")):
    judge(
        f"better hide the 20 than {name}",
        -1,
        hiding.overall.hiding[way],
        f"u hiding {name} less u hiding the 20",
        SEED,
    )
show_verdicts(start)

# %% [markdown]
# ### "Showing stops paying when it costs more than 10(2p − 1) / (25c + 20) of the success rate"
#
# The rule of thumb for a simple poignée, with the success rate p, the coefficient c of the contract
# and a mean margin of 0. Read as a forecast: gain = 20(2p − 1) less 2(25c + 20) for each unit of
# success rate that showing costs. The error of the forecast is judged in each cell of 10 to
# 12 trumps; the rule is *true* where it has the sign of the gain.

# %%
start = len(verdicts)
COEFFICIENT = {"prise": 1, "garde": 2, "garde_sans": 4}
simple = wide[wide["bouts"].notna() & wide["trumps"].between(10, 12)]
rule = simple["contract"].map(COEFFICIENT) * 25 + 20
allowed = 10 * (2 * simple["success_rate"] - 1) / rule
cost = -simple["success_difference"]
says_show = cost < allowed
forecast = 2 * rule * (allowed - cost)
clear = (simple["difference_low"] > 0) | (simple["difference_high"] < 0)
agrees = says_show == (simple["difference"] > 0)
right, decided = int((agrees & clear).sum()), int(clear.sum())
rated = wilson(right, decided)
judge(
    "the rule of thumb decides right more often than a coin",
    +1,
    Estimate(rated.mean - 0.5, rated.low - 0.5, rated.high - 0.5, decided, None),
    "cells with a clear gain decided right, less half, percentage points",
    spec["seed"],
    factor=100,
)
error = simple["difference"] - forecast
judge(
    "the rule forecasts too high a gain",
    -1,
    clustered_mean(error.to_numpy(), np.arange(len(error))),
    "gain less forecast, mean over cells",
    spec["seed"],
)
show_verdicts(start)

# %%
missed = simple[clear & ~agrees]
listed = "; ".join(
    f"{row.side}, {row.contract}, {row.trumps:.0f} trumps, bouts {row.bouts:.0f} "
    f"({row.difference:+.1f})"
    for row in missed.itertuples()
)
Markdown(
    f"Right in {right} of {decided} cells with a clear gain. "
    + (f"Wrong: {listed}. " if listed else "")
    + f"The forecast is off by {error.abs().median():.1f} points in the median cell, by "
    f"{error.abs().max():.1f} at most."
)

# %% [markdown]
# ## Answer

# %%
root = natural.break_even("taker")
lines = []
if root.low is not None:
    lines.append(
        f"- A taker with ten trumps or more breaks even at an estimated chance to win of "
        f"**{root.mean:.2f}** [{root.low:.2f}, {root.high:.2f}] "
        f"(garde, n = {root.n:,} cases, seed {SEED}): above it, show."
    )
cells = wide[wide["bouts"].notna() & wide["trumps"].notna()]
for side, who in (("taker", "taker"), ("defence", "defender")):
    own = cells[cells["side"] == side]
    pays, costs = (own["difference_low"] > 0).sum(), (own["difference_high"] < 0).sum()
    lines.append(
        f"- Of {len(own)} kinds of hand of a {who} (contract, trumps, bouts) showing pays "
        f"in {pays}, costs in {costs}, is open in {len(own) - pays - costs} "
        f"(n = {own['n'].sum():,} cases, seed {spec['seed']})."
    )
counts = pd.Series([verdict for _, verdict, *_ in verdicts]).value_counts()
lines.append(
    "- The manuals' claims, put as "
    + f"{len(verdicts)} effects: "
    + ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
    + "."
)
Markdown(
    "\n".join(lines)
    + f"\n\nAmong `expert` players of tarotsim {tarotsim.__version__}, four at the table, "
    "contracts imposed. What people who read silence or bluff would make of it is "
    "another population."
)

# %%
show_verdicts(0)
