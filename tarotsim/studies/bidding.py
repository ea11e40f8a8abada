"""What to bid: every bid that may still be said, on the same deals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.engine.forced import force_bid
from tarotsim.engine.given import as_given
from tarotsim.engine.play import as_rules
from tarotsim.engine.told import free_bids, read_bids, read_own_hand, verify_seat
from tarotsim.game.cards import format_cards
from tarotsim.game.errors import RulesError
from tarotsim.game.rules import Contract
from tarotsim.game.wording import counted
from tarotsim.runs.results import run_header
from tarotsim.runs.run import plan_run
from tarotsim.runs.summary import estimate_json
from tarotsim.stats.intervals import LEAST_CASES, judged, wilson
from tarotsim.studies.lines import in_words, would_tell
from tarotsim.studies.population import Population
from tarotsim.studies.verdicts import in_percent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt
    import pandas as pd

    from tarotsim.engine.auctions import Auctions
    from tarotsim.engine.told import BidsLike, CardsLike
    from tarotsim.game.cards import Cards
    from tarotsim.game.rules import RuleSet
    from tarotsim.plugins.registry import StrategyLike
    from tarotsim.stats.intervals import Estimate
    from tarotsim.stats.joint import JointMoments
    from tarotsim.studies.population import Sample

    Rows = npt.NDArray[Any]

__all__ = ["BidLine", "BidStudy", "study_bid"]

_COLUMNS = ("score", "takes", "made", "won")


@dataclass(frozen=True, slots=True)
class BidLine:
    """What one bid is worth.

    Parameters
    ----------
    bid : Contract
    score : Estimate
        Mean score of the seat, in points, over all deals: also those in which another
        player bids higher, or nobody takes.
    takes : Estimate
        Share of the deals in which the seat takes.
    made : Estimate
        Share of these that it wins: the chance of success of the contract.
    won : Estimate
        Share of all deals that the camp of the seat wins, whoever took.
    behind : Estimate or None
        Score of the best bid less this one, on the same deals; None for the best.
    """

    bid: Contract
    score: Estimate
    takes: Estimate
    made: Estimate
    won: Estimate
    behind: Estimate | None = None

    @property
    def label(self) -> str:
        """Name of the bid for people."""
        return self.bid.label.replace("_", " ")

    def estimates(self) -> dict[str, Estimate]:
        """Return the estimates by name."""
        found = {name: getattr(self, name) for name in ("score", *_COLUMNS[1:])}
        return found if self.behind is None else found | {"behind": self.behind}

    def to_json(self) -> dict[str, Any]:
        """Return the bid and its estimates."""
        values = {k: estimate_json(v) for k, v in self.estimates().items()}
        return {"bid": self.bid.label} | values


@dataclass(frozen=True, slots=True, repr=False)
class BidStudy:
    """What each bid is worth with a hand.

    Parameters
    ----------
    header : dict
        What identifies the run: version, rules, strategies, seed.
    hand : Cards
    seat, dealer : int
    bids : tuple of Contract
        What was said before.
    population : str
        The deals that were played, in words.
    lines : tuple of BidLine
        A pass, then the contracts that may be bid, lowest first.
    sample : Sample
    """

    header: dict[str, Any]
    hand: Cards
    seat: int
    dealer: int
    bids: tuple[Contract, ...]
    population: str
    lines: tuple[BidLine, ...]
    sample: Sample

    def __repr__(self) -> str:
        return (
            f"<BidStudy: {counted(self.sample.tried.joint.n, 'deal')}, seed "
            f"{self.header['seed']}; {self.verdict[0]} show() prints the tables>"
        )

    @property
    def interrupted(self) -> bool:
        """Whether it was stopped before its end."""
        return self.sample.stopped == "interrupted"

    @property
    def best(self) -> BidLine:
        """The bid with the highest mean score."""
        return max(self.lines, key=_mean_score)

    @property
    def verdict(self) -> tuple[str, ...]:
        """What to bid, in sentences."""
        return tuple(_sentences(self))

    def to_json(self) -> dict[str, Any]:
        """Return plain dictionaries and lists; see docs/json.md for the keys."""
        return {
            **self.header,
            "interrupted": self.interrupted,
            "hand": format_cards(self.hand),
            "seat": self.seat,
            "dealer": self.dealer,
            "bids_before": [bid.label for bid in self.bids],
            "population": self.population,
            **self.sample.to_json(),
            "unit": "points of the seat's score per deal",
            "best": self.best.bid.label,
            "bids": [line.to_json() for line in self.lines],
            "verdict": list(self.verdict),
        }

    def tidy(self) -> list[dict[str, Any]]:
        """Return one row for each bid and quantity."""
        return [
            {"bid": line.bid.label, "quantity": name} | estimate_json(estimate)
            for line in self.lines
            for name, estimate in line.estimates().items()
        ]

    def to_pandas(self) -> pd.DataFrame:
        """Return the rows of `tidy` as a DataFrame."""
        import pandas as pd

        return pd.DataFrame(self.tidy())


def study_bid(
    hand: CardsLike,
    bids: BidsLike = (),
    *,
    seat: int = 0,
    players: int | None = None,
    strategies: StrategyLike = "expert",
    deals: int | None = None,
    half_width: float | None = None,
    seed: int | None = None,
    rules: RuleSet | Mapping[str, Any] | None = None,
    engine: str = "compiled",
    threads: int | None = None,
    progress: bool = False,
    keep_interrupted: bool = False,
) -> BidStudy:
    """Say what each bid is worth with a hand: passing, and what may still be bid.

    Parameters
    ----------
    hand : str or cards
        The own cards as dealt, ``"21 18 15 12 9 6 4 Ex ♠R73 ♥DC5 ♦10 2 ♣V8"``.
    bids : str or list, optional
        What was said before, in the order of speech: ``"pass, prise"``; nothing for
        the first to speak. Their number tells the position, and so the dealer.
    seat : int, optional
        The own seat, 0 by default; it matters where strategies differ by seat.
    players : int, optional
        3, 4 (default) or 5.
    strategies : spec, class, object or list of them, optional
        Who bids and plays: one for all seats or one for each.
    deals : int, optional
        Deals to play, each with every bid: 20,000 by default, 1,000,000 at most with
        a half-width; looked at after each 1,000 that are dealt, of which there are up
        to 50 times as many.
    half_width : float, optional
        Stop when the best bid and the next best differ by what is known within this,
        in points.
    seed, rules, engine, threads, progress, keep_interrupted
        As for `tarotsim.simulate`.

    Returns
    -------
    BidStudy

    Raises
    ------
    TarotError
        For what cannot be at a table, with the rule; or if the strategies bid so in
        too few deals for an answer.

    Notes
    -----
    Whoever spoke before holds cards with which his strategy said what he said; whoever
    speaks after bids as his strategy does, over this bid.

    References
    ----------
    R3.

    Examples
    --------
    >>> from tarotsim import study_bid
    >>> study = study_bid("21 20 17 15 12 11 9 6 4 1 ♠R D 3 ♥R 5 ♦R D ♣V", "pass",
    ...                   deals=200, seed=1)
    >>> study.best.bid > 1
    True
    """
    table = as_rules(players, rules)
    seat = verify_seat(table, seat, "seat")
    cards = read_own_hand(table, hand)
    said = read_bids(bids, table.players - 1)
    choices = free_bids(said)
    if len(choices) == 1:
        raise RulesError("after garde contre there is only a pass left (R3.4)")
    dealer = (seat - len(said) - 1) % table.players
    run = plan_run(rules=table, strategies=strategies, seed=seed, engine=engine)
    population = Population(
        run=replace(run, given=as_given({seat: {"hand": cards}}, table)),
        # A pass is heard no matter what comes after: only what was said before counts.
        forced=(),
        fits=lambda heard: _fits(heard, said),
        dealer=dealer,
        words=_words(seat, dealer, said),
    )
    sample = population.sample(
        {bid.label: (force_bid(seat, bid),) for bid in choices},
        [
            *(f"{what}.{bid.label}" for bid in choices for what in _COLUMNS),
            *(_uneven(*pair) for pair in combinations(choices, 2)),
        ],
        lambda rows: _vectors(seat, choices, rows),
        deals=deals,
        half_width=half_width,
        reached=lambda joint: _reached(joint, choices),
        threads=threads,
        progress=progress,
        keep_interrupted=keep_interrupted,
    )
    return BidStudy(
        header=run_header(population.run),
        hand=cards,
        seat=seat,
        dealer=dealer,
        bids=said,
        population=population.words,
        lines=_lines(sample.tried.joint, choices),
        sample=sample,
    )


def _fits(heard: Auctions, said: Sequence[Contract]) -> npt.NDArray[np.bool_]:
    """Tell of each deal whether the players before spoke as they did."""
    found: npt.NDArray[np.bool_] = heard.spoken > 0
    for position, bid in enumerate(said):
        found &= heard.bids[:, position] == int(bid)
    return found


def _words(seat: int, dealer: int, said: Sequence[Contract]) -> str:
    text = f"deals in which seat {seat} holds these cards and seat {dealer} deals"
    if said:
        bids = ", ".join(bid.label.replace("_", " ") for bid in said)
        text += f", and in which these strategies bid {bids} before"
    return text


def _vectors(
    seat: int, choices: Sequence[Contract], rows: dict[str, Rows]
) -> npt.NDArray[np.int64]:
    columns = []
    for bid in choices:
        own = rows[bid.label]
        takes = own["taker"] == seat
        attacks = takes | (own["partner"] == seat)
        is_played = own["taker"] >= 0
        is_made = own["won"] == 1
        columns += [
            own[f"score_{seat}"],
            takes,
            takes & is_made,
            is_played & (attacks == is_made),
        ]
    scores = [rows[bid.label][f"score_{seat}"] for bid in choices]
    columns += [first != second for first, second in combinations(scores, 2)]
    return np.stack(columns, axis=1).astype(np.int64)


def _difference(joint: JointMoments, a: Contract, b: Contract) -> Estimate:
    mean = joint.mean({f"score.{a.label}": 1, f"score.{b.label}": -1})
    return judged(mean, joint.total(_uneven(*sorted((a, b)))))


def _uneven(first: Contract, second: Contract) -> str:
    """Return the column that counts the deals in which two bids score differently."""
    return f"uneven.{first.label}.{second.label}"


def _lines(joint: JointMoments, choices: Sequence[Contract]) -> tuple[BidLine, ...]:
    lines = []
    for bid in choices:
        name = bid.label
        takes = joint.total(f"takes.{name}")
        lines.append(
            BidLine(
                bid,
                score=judged(joint.mean({f"score.{name}": 1})),
                takes=wilson(takes, joint.n),
                made=wilson(joint.total(f"made.{name}"), takes),
                won=wilson(joint.total(f"won.{name}"), joint.n),
            )
        )
    best = max(lines, key=_mean_score).bid
    return tuple(
        line
        if line.bid is best
        else replace(line, behind=_difference(joint, best, line.bid))
        for line in lines
    )


def _mean_score(line: BidLine) -> float:
    return float("-inf") if line.score.mean is None else line.score.mean


def _reached(joint: JointMoments, choices: Sequence[Contract]) -> float | None:
    """Return the half-width of the difference between the two best bids."""
    others = [line for line in _lines(joint, choices) if line.behind is not None]
    behind = max(others, key=_mean_score).behind
    return None if behind is None else behind.half_width


def _sentences(study: BidStudy) -> list[str]:
    """Return what to bid."""
    best = study.best
    n = study.sample.tried.joint.n
    if n < LEAST_CASES:
        return [f"Not enough deals to tell: {n}, {LEAST_CASES} are needed at least."]
    act = "Pass" if best.bid is Contract.PASS else f"Bid {best.label}"
    value = f"{in_words(best.score)} points a deal"
    if best.made.mean is not None:
        value += f", made in {in_percent(best.made)} of the deals it takes"
    rivals = {line: line.behind for line in study.lines if line.behind is not None}
    close = {k: gap for k, gap in rivals.items() if gap.low is None or gap.low <= 0}
    if not close:
        rival = max(rivals, key=_mean_score)
        lead = f"{in_words(rivals[rival])} more than {_to(rival)}, the next best"
        return [f"{act}: {value}; {lead}."]
    found = []
    for line, gap in close.items():
        found.append(
            f"Cannot tell {_to(best)} from {_to(line)} with these deals: "
            f"{in_words(gap)} points a deal{would_tell(gap)}."
        )
    found.append(f"The highest mean is that of {_to(best)}: {value}.")
    return found


def _to(line: BidLine) -> str:
    return "a pass" if line.bid is Contract.PASS else line.label
