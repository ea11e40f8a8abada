"""Advice for one hand as text: what can be shown or bid, and what it is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarotsim.game.cards import format_cards
from tarotsim.present.pieces import (
    STOPPED,
    Verdict,
    format_mean,
    format_share,
    header_lines,
    make_table,
)

if TYPE_CHECKING:
    from fractions import Fraction

    from tarotsim.present.pieces import Part
    from tarotsim.studies.advice import Advice
    from tarotsim.studies.bidding import BidStudy
    from tarotsim.studies.population import Sample

__all__ = ["advice_parts", "bid_parts"]


def advice_parts(advice: Advice) -> list[Part]:
    """Return the tables of an advice and its verdict."""
    situation = advice.situation
    cards = [f"hand: {format_cards(situation.hand)}"]
    if situation.chien is not None:
        cards.append(f"chien: {format_cards(situation.chien)}")
    if situation.ecart is not None:
        cards.append(f"écart: {format_cards(situation.ecart)}")
    levels = make_table(
        "What can be shown (chance: exact, over the cards not seen)",
        ("poignée", "trumps", "chance", "what must be shown"),
        [
            (
                level.level.label,
                str(level.size),
                _chance(level.chance),
                level.words,
            )
            for level in advice.levels
        ],
    )
    is_score = advice.objective.name == "score"
    aim = () if is_score else (f"{advice.objective}, %",)
    ways = make_table(
        "Shown against silent: the same deals, the same keys",
        ("act", "hidden", "won", *aim, "u", "gain", "prime", "information"),
        [
            (
                "silent",
                "",
                format_share(advice.success_silent),
                *("" for _ in aim),
                format_mean(advice.u_silent),
                "",
                "",
                "",
            ),
            *(
                (
                    shown.name,
                    "?" if shown.hidden is None else format_cards(shown.hidden),
                    format_share(shown.success),
                    # In per cent.
                    *(format_mean(shown.aim.divided(0.01), digits=2) for _ in aim),
                    format_mean(shown.u),
                    format_mean(shown.gain),
                    format_mean(shown.prime_part),
                    format_mean(shown.information_part),
                )
                for shown in advice.shown
            ),
        ],
    )
    notes = (
        "u: points per defender, from the own side. won: deals won by the own camp. "
        "gain = prime + information: what showing changed. Intervals 95 %."
    )
    if not is_score:
        notes += f" {advice.objective}: what showing changes in the "
        notes += f"{advice.objective.unit}."
    return [
        _head(advice.header, advice.sample, advice.population),
        *cards,
        "",
        levels,
        ways,
        notes,
        Verdict(advice.verdict),
    ]


def bid_parts(study: BidStudy) -> list[Part]:
    """Return the table of a study of bids and its verdict."""
    bids = make_table(
        "Each bid on the same deals (score: points of the seat a deal)",
        ("bid", "score", "behind the best", "takes", "made if it takes", "camp wins"),
        [
            (
                line.label,
                format_mean(line.score),
                "best" if line.behind is None else format_mean(line.behind),
                format_share(line.takes),
                format_share(line.made),
                format_share(line.won),
            )
            for line in study.lines
        ],
    )
    notes = (
        "The score counts all deals: those in which another player bids higher, and "
        "those that nobody takes (0). Intervals 95 %."
    )
    return [
        _head(study.header, study.sample, study.population),
        f"hand: {format_cards(study.hand)}",
        "",
        bids,
        notes,
        Verdict(study.verdict),
    ]


def _head(header: dict[str, Any], sample: Sample, population: str) -> str:
    tried = sample.tried
    # The condition is the hand, and so stands below.
    lines = header_lines({**header, "given": None, "interrupted": False}, tried.raw)
    return (
        f"{lines}\n{tried.joint.n} of them played{STOPPED[sample.stopped]}: "
        f"{population}"
    )


def _chance(chance: Fraction) -> str:
    if chance in (0, 1):
        return "yes" if chance else "no"
    return f"{100 * float(chance):.2f} % ({chance})"
