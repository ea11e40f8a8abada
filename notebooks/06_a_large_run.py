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
# # A large run
#
# **How does the chance to make a garde depend on the trumps of the taker, asked of files
# that need not fit into memory?**
#
# The rows of a run are written to Parquet files as they are played. A run that was stopped
# goes on where it was, and others read its files without tarotsim.
# `TAROTSIM_NOTEBOOK_DEALS` sets how many deals are played.

# %%
import os
import tempfile
from importlib.util import find_spec
from pathlib import Path

import pandas as pd
from IPython.display import Markdown

from tarotsim import open_run, plotting, show, simulate
from tarotsim.stats.intervals import wilson

SEED = 2026
DEALS = int(os.environ.get("TAROTSIM_NOTEBOOK_DEALS", "200000"))
scratch = tempfile.TemporaryDirectory()
FOLDER = Path(scratch.name) / "expert"

# %% [markdown]
# ## Half of it, then all of it
#
# Deal *i* is a function of the seed and *i*. The second call finds the deals of the first and
# plays the others only.

# %%
simulate(DEALS // 2, strategies="expert", seed=SEED, out=FOLDER)
run = simulate(DEALS, strategies="expert", seed=SEED, out=FOLDER)
parts = sorted((FOLDER / "parts").glob("*.parquet"))
size = sum(part.stat().st_size for part in parts)
Markdown(f"{DEALS:,} raw deals, {size / DEALS:.0f} bytes each on disk.")

# %%
stored = open_run(FOLDER)
show(stored)

# %% [markdown]
# ## Summaries by columns
#
# As `tarotsim summary DIR --by contract --by bouts` on the command line: counted file by file.

# %%
groups = stored.summary(by=["contract", "bouts"]).groups
pd.DataFrame(
    [
        {
            **group.keys,
            "raw deals": group.raw,
            "made": group.made.mean,
            "low": group.made.low,
            "high": group.made.high,
            "u": group.unit.mean,
        }
        for group in groups
        if group.made.n
    ]
).set_index(["contract", "bouts"]).astype(float).round(3)

# %% [markdown]
# ## pandas
#
# Only the columns that are needed are read. Codes are those of the table of columns in
# docs/runs.md: outcome 0 is played, contract 2 a garde.

# %%
columns = ["outcome", "contract", "taker", "won", *(f"trumps_{s}" for s in range(4))]
frame = pd.read_parquet(FOLDER / "parts", columns=columns)
gardes = frame[(frame["outcome"] == 0) & (frame["contract"] == 2)].copy()
held = gardes[[f"trumps_{seat}" for seat in range(4)]].to_numpy()
gardes["trumps"] = held[range(len(gardes)), gardes["taker"]]
plotting.plot_success(
    gardes,
    "trumps",
    population="gardes bid and played by expert, 4 players",
    seed=SEED,
    label="trumps of the taker when play begins, Excuse counted",
)

# %% [markdown]
# ## DuckDB
#
# The same question in SQL, where DuckDB is installed; the counts have to agree.

# %%
by_pandas = gardes.groupby("trumps")["won"].agg(["size", "sum"]).astype(int)
if find_spec("duckdb"):
    import duckdb

    by_sql = duckdb.sql(
        f"""
        select case taker when 0 then trumps_0 when 1 then trumps_1
                          when 2 then trumps_2 else trumps_3 end as trumps,
               count(*) as size, sum(won) as sum
        from '{FOLDER}/parts/*.parquet'
        where outcome = 0 and contract = 2
        group by 1 order by 1
        """
    ).df()
    by_sql = by_sql.set_index("trumps").astype(int)
    assert (by_sql.to_numpy() == by_pandas.to_numpy()).all()
    answer = f"DuckDB counts the same {by_sql['size'].sum():,} gardes as pandas."
else:
    answer = "DuckDB is not installed: `pip install duckdb`."
Markdown(answer)

# %% [markdown]
# ## Answer

# %%
lines = []
for trumps, (n, won) in by_pandas.iterrows():
    share = wilson(int(won), int(n))
    lines.append(
        f"| {trumps} | {n:,} | {share.mean:.1%} | {share.low:.1%} to {share.high:.1%} |"
    )
rare = wilson(int(by_pandas.loc[by_pandas.index >= 10, "size"].sum()), len(gardes))
scratch.cleanup()
Markdown(
    "| trumps of the taker | gardes | made | 95 % |\n|--:|--:|--:|--:|\n"
    + "\n".join(lines)
    + f"\n\nIn {rare.mean:.1%} [{rare.low:.1%}, {rare.high:.1%}] of the gardes the taker "
    f"has ten trumps or more. Among `expert` players, n = {len(gardes):,} gardes in "
    f"{DEALS:,} raw deals, seed {SEED}."
)
