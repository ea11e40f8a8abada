"""What an answer about one hand says in words, and when it says that it cannot tell."""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING

from tarotsim.game.cards import EXCUSE, format_cards
from tarotsim.game.wording import counted
from tarotsim.stats.intervals import LEAST_CASES
from tarotsim.studies.lines import in_words, would_tell
from tarotsim.studies.showing import best_of, trumps_for_certain

if TYPE_CHECKING:
    from tarotsim.engine.situation import Situation
    from tarotsim.stats.intervals import Estimate
    from tarotsim.studies.objectives import Objective
    from tarotsim.studies.showing import Level, Shown

__all__ = ["advice_verdict", "in_percent"]


def advice_verdict(
    situation: Situation,
    levels: tuple[Level, ...],
    shown: tuple[Shown, ...],
    success_silent: Estimate,
    u_silent: Estimate,
    objective: Objective,
) -> tuple[str, ...]:
    """Return what to do with a hand, in sentences.

    Parameters
    ----------
    situation, levels, shown, success_silent, u_silent, objective
        As `tarotsim.studies.advice.Advice` has them.
    """
    camps = {"taker": "The taker", "partner": "The taker's camp"}
    camp = camps.get(situation.role, "The defence")
    end = (
        f"{camp} wins {in_percent(success_silent)} of these deals if nothing is shown, "
        f"u {in_words(u_silent)}."
    )
    best = best_of(shown)
    if best is None:
        return _nothing_to_show(situation, levels), end
    others = [each for each in shown if each.better is not None]
    usual = next((s for s in shown if others and s.level is others[0].level), None)
    hidden = [] if usual is None else [_what_to_hide(usual, others)]
    return _show_or_not(levels, best, objective), *hidden, end


def _nothing_to_show(situation: Situation, levels: tuple[Level, ...]) -> str:
    least, trumps = levels[0].size, trumps_for_certain(situation)
    excuse = " with the Excuse" if EXCUSE in situation.hand else ""
    ahead = ", whatever the chien" if situation.is_chien_ahead else ""
    return (
        f"No poignée can be shown{ahead}: {counted(trumps, 'trump')}{excuse}, {least} "
        "are needed (R10.1)."
    )


def _show_or_not(levels: tuple[Level, ...], best: Shown, objective: Objective) -> str:
    what = "the highest poignée" if best.level is None else f"the {best.name} poignée"
    where = ""
    level = next(level for level in levels if level.chance)
    if level.chance < 1:
        where = f"If the chien brings a poignée ({100 * float(level.chance):.1f} %): "
    gain = best.aim
    if gain.mean is None or gain.n < LEAST_CASES:
        return f"{where}not enough deals to tell: {gain.n}, {LEAST_CASES} are needed."
    if gain.low is None or gain.high is None:
        but = f" in all but {best.uneven}" if best.uneven else " in each"
        text = f"show {what}: it brings its prime{but} of {gain.n:,} deals."
        if best.objective_gain is not None:
            text = (
                f"too few of {gain.n:,} deals are decided by showing {what} to tell: "
                f"{objective.words(gain)} against silence."
            )
        return where + text if where else text[0].upper() + text[1:]
    parts = (
        f"prime part {best.prime_part.mean:+.1f}, information part "
        f"{best.information_part.mean:+.1f}"
    )
    if best.objective_gain is not None:
        parts = f"in points of u {best.gain.mean:+.1f}: {parts}"
    value = f"{objective.words(gain)} against silence ({parts})"
    if gain.low > 0:
        text = f"show {what}: {value}."
    elif gain.high < 0:
        text = f"stay silent: showing {what} is worth {value}."
    else:
        text = (
            f"with these deals it cannot be told whether to show {what}: {value}"
            f"{would_tell(gain)}."
        )
    return where + text if where else text[0].upper() + text[1:]


def _what_to_hide(usual: Shown, others: list[Shown]) -> str:
    """Say which trumps are best hidden, each of the ways being as likely to seem so."""
    assert usual.hidden is not None
    best = max(others, key=lambda shown: _mean(shown.better))
    found = best.better
    assert found is not None
    assert best.hidden is not None
    if found.mean is None or found.se is None:
        return "Which trumps stay hidden changed too few deals to tell."
    # With several ways the best of them seems better by chance more often than one.
    least = NormalDist().inv_cdf(1 - 0.025 / len(others)) * found.se
    usually = format_cards(usual.hidden)
    if found.mean > least:
        return (
            f"Hide {format_cards(best.hidden)} rather than the usual {usually}: "
            f"{in_words(found, 2)} points of u."
        )
    rivals = ", ".join(format_cards(each.hidden or ()) for each in others)
    return (
        f"Hide {usually}, as usual: no better way is told with these deals among "
        f"{rivals}; the best of them gives {in_words(found, 2)} points of u."
    )


def _mean(estimate: Estimate | None) -> float:
    return 0.0 if estimate is None or estimate.mean is None else estimate.mean


def in_percent(share: Estimate) -> str:
    """Write a share and its interval: ``54.2 % [52.0, 56.4]``."""
    if share.mean is None or share.low is None or share.high is None:
        return "an unknown share"
    low, high = 100 * share.low, 100 * share.high
    return f"{100 * share.mean:.1f} % [{low:.1f}, {high:.1f}]"
