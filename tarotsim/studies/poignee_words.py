"""What a poignée study says, in words."""

from __future__ import annotations

from dataclasses import replace
from statistics import NormalDist
from typing import TYPE_CHECKING

from tarotsim.game.wording import counted
from tarotsim.stats.intervals import LEAST_CASES
from tarotsim.studies.lines import in_words, would_tell

if TYPE_CHECKING:
    from tarotsim.stats.intervals import Estimate
    from tarotsim.studies.objectives import Objective
    from tarotsim.studies.poignee_cells import PoigneeCell

__all__ = ["break_even_sentence", "hiding_sentences", "verdict"]

_WHO = {"taker": "Taker", "partner": "Partner", "defence": "Defence"}
_WAYS = {
    "low": "hiding the lowest surplus trumps",
    "petit": "hiding the Petit first",
    "twenty_one": "hiding the 21 first",
}


def verdict(side: str, cell: PoigneeCell | None, objective: Objective) -> str:
    """Say whether showing paid for a side."""
    who = _WHO[side]
    n = 0 if cell is None else cell.n
    if cell is None or n < LEAST_CASES:
        return (
            f"{who}: not enough deals: {counted(n, 'case')} of a poignée "
            f"that could be shown, {LEAST_CASES} are needed for a verdict."
        )
    gain = cell.gain
    parts = (
        f"prime part {cell.prime_part.mean:+.1f}, "
        f"information part {cell.information_part.mean:+.1f}"
    )
    if gain.mean is None or gain.low is None or gain.high is None:
        return (
            f"{who}: not enough deals: every one of {n} cases gave "
            f"{_told(gain, objective)} ({parts})."
        )
    interval = _told(gain, objective)
    if gain.low > 0:
        return f"{who}: showing paid {interval} over {n} cases ({parts})."
    if gain.high < 0:
        return f"{who}: showing cost {interval} over {n} cases ({parts}): stay silent."
    # In cases, of which a deal may have several.
    more = would_tell(replace(gain, clusters=None), "cases")
    return (
        f"{who}: not enough deals to tell: {interval} over {n} cases ({parts}){more}."
    )


def _told(gain: Estimate, objective: Objective) -> str:
    deals = counted(objective.deals, "deal")
    unit = {
        "score": "points of u per defender",
        "win": "per cent of deals won",
        "match": f"per cent of matches of {deals} finished ahead",
    }[objective.name]
    if objective.name == "score":
        return in_words(gain, unit=unit)
    return in_words(gain.divided(0.01), 2, unit)


def break_even_sentence(side: str, root: Estimate) -> str:
    """Say from which chance to win showing pays."""
    who = _WHO[side]
    if root.mean is None or root.low is None or root.high is None:
        return (
            f"{who}: no break-even can be told: these deals do not show that the gain "
            "depends on the chance to win."
        )
    if root.high < 0 or root.low > 1:
        where = "below 0" if root.high < 0 else "above 1"
        return (
            f"{who}: the line of the gain over the chance to win crosses 0 {where}: no "
            "hand of these deals is at the break-even."
        )
    if not 0 <= root.mean <= 1:
        bound = f"above {root.low:.2f}" if root.mean > 1 else f"below {root.high:.2f}"
        return (
            f"{who}: showing breaks even, if at all, at an estimated chance to win "
            f"{bound}."
        )
    return (
        f"{who}: showing breaks even at an estimated chance to win of {root.mean:.2f} "
        f"[{root.low:.2f}, {root.high:.2f}]."
    )


def hiding_sentences(cell: PoigneeCell) -> list[str]:
    """Say which surplus trumps are best hidden."""
    said = []
    for way, gain in cell.hiding.items():
        what = f"Instead of the highest below the 21, {_WAYS[way]}"
        if gain.mean is None or gain.low is None or gain.high is None:
            choices = counted(gain.n, "case")
            said.append(f"{what}: not enough deals ({choices} with a choice).")
            continue
        told = f"{in_words(gain, 2)} points of u"
        # Of several ways one seems to matter by chance more often than of one.
        least = NormalDist().inv_cdf(1 - 0.025 / len(cell.hiding)) * (gain.se or 0.0)
        if gain.low <= 0 <= gain.high:
            did = "changed nothing that these deals can tell"
        else:
            did = "gained" if gain.mean > 0 else "lost"
            if abs(gain.mean) <= least:
                did = f"may have {did}, or it is chance among {len(cell.hiding)} ways"
        said.append(f"{what} {did}: {told} over {gain.n} cases.")
    return said
