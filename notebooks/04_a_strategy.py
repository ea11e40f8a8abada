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
# # Writing a strategy
#
# **Does the school rule for a garde, so many trumps for so many bouts, bid better than
# a count of the whole hand?**
#
# A strategy is a class with any of six decisions; what it leaves out is inherited.
# `TAROTSIM_NOTEBOOK_DEALS` sets how many deals are compared.

# %%
import os
from typing import ClassVar

from IPython.display import Markdown

from tarotsim import Contract, compare, deal, play, plotting
from tarotsim.testing import check_strategy
from tarotsim_strategies.point_count import PointCount

SEED = 2026
DEALS = int(os.environ.get("TAROTSIM_NOTEBOOK_DEALS", "2000"))

# %% [markdown]
# ## The class
#
# `view` holds what the seat may know: its cards, the bids, the table. `view.legal` are the
# answers that the rules allow. Cards are played as `point_count` plays them.


# %%
class SchoolGarde(PointCount):
    """Bid garde with 8, 7, 6, 6 trumps for 0, 1, 2, 3 bouts, else pass."""

    name: ClassVar[str] = "school_garde"
    NEEDED: ClassVar[dict[int, int]] = {0: 8, 1: 7, 2: 6, 3: 6}

    def bid(self, view):
        strong = len(view.trumps) >= self.NEEDED[len(view.bouts)]
        can_take = strong and Contract.GARDE in view.legal
        return Contract.GARDE if can_take else Contract.PASS


# %% [markdown]
# ## Checked before it is measured
#
# `check_strategy` plays it at 3, 4 and 5 players and looks for illegal acts, use of hidden cards,
# luck of its own, and state that a deal leaves behind. A class of a notebook cannot be sent to
# another process by name: put into a file, it is checked there too.

# %%
report = check_strategy(SchoolGarde, tables=20, worker=False)
print(report)

# %% [markdown]
# ## One deal with it

# %%
play(deal(seed=SEED, number=3), SchoolGarde)

# %% [markdown]
# ## Compared
#
# The same deals are played twice with seats exchanged, so that the luck of the cards cancels.

# %%
result = compare(SchoolGarde, "point_count", deals=DEALS, seed=SEED)
result

# %%
plotting.plot_comparison(result)

# %% [markdown]
# And against the strong player, who bids what has the best expected score:

# %%
against_expert = compare(SchoolGarde, "expert", deals=DEALS, seed=SEED)
against_expert

# %% [markdown]
# ## Answer

# %%
lines = [
    f"- {what.verdict[0]} ({what.difference.n:,} compared deals, seed {SEED})"
    for what in (result, against_expert)
]
checks = f"- It passed {len(report.checks)} checks." if report.passed else ""
Markdown("\n".join([*lines, checks]))
