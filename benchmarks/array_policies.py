"""NumPy policies for tables in lockstep, as a user would write them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from tarotsim import BatchTables

    Policy = Callable[[BatchTables], Any]

__all__ = ["MOST_TABLES", "POLICIES", "STEPS_BEFORE", "from_list", "mix_tables"]

MOST_TABLES = 100_000
STEPS_BEFORE = 300


def from_list() -> Policy:
    """Draw from the list of what is legal."""
    chance, rows = np.random.default_rng(1), np.arange(MOST_TABLES)

    def choose(tables: BatchTables) -> Any:
        values = chance.random(len(tables), dtype=np.float32)
        picks = (values * tables.counts).astype(np.intp)
        return tables.legal[rows[: len(tables)], picks]

    return choose


def from_mask() -> Policy:
    """Take the best of random values under the dense mask, as a net would."""
    chance = np.random.default_rng(1)
    values = chance.random((1, 78), dtype=np.float32)

    def choose(tables: BatchTables) -> Any:
        return np.where(tables.mask(), values, -1).argmax(axis=1)

    return choose


def from_draws() -> Policy:
    """Draw from the list by the seats' own numbers: compiled, and reproducible."""
    rows = np.arange(MOST_TABLES)

    def choose(tables: BatchTables) -> Any:
        return tables.legal[rows[: len(tables)], tables.draw(tables.counts)]

    return choose


def after_a_look() -> Policy:
    """Draw from the list after making the whole observation."""
    draw = from_list()

    def choose(tables: BatchTables) -> Any:
        tables.observe()
        return draw(tables)

    return choose


POLICIES = {
    "list": from_list,
    "mask": from_mask,
    "draws": from_draws,
    "observation": after_a_look,
}


def mix_tables(
    tables: BatchTables, choose: Policy, steps: int = STEPS_BEFORE
) -> BatchTables:
    """Play some deals, so that the tables are at all points of theirs."""
    for _ in range(steps):
        tables.step(choose(tables))
    return tables
