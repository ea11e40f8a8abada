"""The data modules of the expert, written from fitted parameters."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tarotsim_strategies.expert import parameters as at
from tarotsim_strategies.expert import vocabulary as term
from tarotsim_strategies.expert import weights as present

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["write_bids", "write_weights"]

EXPERT = Path(__file__).parents[1] / "tarotsim_strategies" / "expert"
_WEIGHTS_HEAD = '''"""The weights of the expert's judgement; written by a script.

``python strategies/fit_play.py`` writes this file anew. Weights are in points of u at
garde, a row for each term of `tarotsim_strategies.expert.vocabulary`.
"""

from __future__ import annotations

__all__ = ["BLOCKS", "FOLLOW", "LEAD", "SAVES_POINTS"]
# fmt: off

BLOCKS = (0, 3, 6, 7, 2, 5, 8, 9, 12, 15, 16, 11, 14, 17)
"""Columns of `LEAD` and `FOLLOW`: taker at three, four and five players, partner,
defender at three, four and five; as 3 (players - 3) + role. Then the same, plus 9, for
contracts whose chien stays hidden."""
'''
_BIDS_HEAD = '''"""The fitted parameters of bidding; written by a script.

``python strategies/fit_bidding.py`` writes this file anew.
`tarotsim_strategies.expert.parameters` says where each one stands.
"""

from __future__ import annotations

__all__ = ["BIDDING"]
# fmt: off

BIDDING: dict[int, tuple[float, ...]] = {
'''


def write_weights(
    blocks: Sequence[Sequence[float]], saves: Mapping[int, float]
) -> None:
    """Write the weights of cards.

    Parameters
    ----------
    blocks : sequence (BLOCKS, BLOCK)
    saves : mapping of int to float
        By number of players, what a half-point saved in the écart is worth.
    """
    text = _WEIGHTS_HEAD
    pairs = ", ".join(f"{players}: {saves[players]:.2f}" for players in sorted(saves))
    text += f"\nSAVES_POINTS: dict[int, float] = {{{pairs}}}\n"
    text += '"""The écart, by players: for each half-point saved."""\n'
    tables = (
        ("LEAD", (*term.SPEND_TERMS, *term.LEAD_TERMS), 0),
        ("FOLLOW", (*term.SPEND_TERMS, *term.FOLLOW_TERMS), term.LEAD_COUNT),
    )
    for name, terms, first in tables:
        text += f"\n{name}: dict[str, tuple[float, ...]] = {{\n"
        for index, (label, _) in enumerate(terms):
            row = [blocks[block][first + index] for block in present.BLOCKS]
            text += _row(label, row)
        text += "}\n"
    (EXPERT / "weights.py").write_text(text, encoding="utf-8")


def _row(label: str, values: Sequence[float]) -> str:
    half = len(values) // 2
    lines = (values[:half], values[half:])
    cells = [" ".join(f"{value:.2f}," for value in line) for line in lines]
    return f'    "{label}": (\n        {cells[0]}\n        {cells[1]}\n    ),\n'


def write_bids(fitted: Mapping[int, Sequence[float]]) -> None:
    """Write the parameters of bidding.

    Parameters
    ----------
    fitted : mapping of int to sequence (BIDDING_COUNT,)
        By number of players.
    """
    text = _BIDS_HEAD
    for players in sorted(fitted):
        assert len(fitted[players]) == at.BIDDING_COUNT
        text += f"    {players}: (\n"
        for first in range(0, at.BIDDING_COUNT, 8):
            values = fitted[players][first : first + 8]
            text += "        " + " ".join(f"{value:.3f}," for value in values) + "\n"
        text += "    ),\n"
    (EXPERT / "bids.py").write_text(text + "}\n", encoding="utf-8")
