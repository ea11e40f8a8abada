"""Frozen records of what happened in a deal, in the order of R14."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tarotsim.game.cards import Card, Cards, format_cards
from tarotsim.game.rules import Camp, Chelem, Contract, Poignee, RuleSet
from tarotsim.game.wording import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tarotsim.game.layout import Outcome

__all__ = [
    "Bid",
    "Deal",
    "DealRecord",
    "Score",
    "Settlement",
    "Showing",
    "Trick",
]


@dataclass(frozen=True, slots=True)
class Deal:
    """A pack dealt to a table, before anything is said (R1).

    Parameters
    ----------
    players : int
        3, 4 or 5.
    dealer : int
        Seat of the dealer.
    hands : tuple of Cards (players,)
        The hands by seat.
    chien : Cards
        The chien.
    seed, number : int or None
        What the cards were made from; None for given cards.
    given : str or None
        The condition under which they were dealt, in words.
    """

    players: int
    dealer: int
    hands: tuple[Cards, ...]
    chien: Cards
    seed: int | None = None
    number: int | None = None
    given: str | None = None


@dataclass(frozen=True, slots=True)
class Bid:
    """One player's only word in the auction (R3.2)."""

    seat: int
    contract: Contract


@dataclass(frozen=True, slots=True)
class Showing:
    """A poignée that was shown (R10).

    Parameters
    ----------
    seat : int
        Who showed.
    level : Poignee
        The level announced.
    cards : Cards
        The cards shown, highest first, the Excuse last.
    """

    seat: int
    level: Poignee
    cards: Cards


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick.

    Parameters
    ----------
    leader : int
        Seat that led.
    cards : Cards
        Cards in the order played.
    winner : int
        Seat that won it.
    """

    leader: int
    cards: Cards
    winner: int

    def seat_of(self, index: int) -> int:
        """Return the seat that played the card at ``index``."""
        return (self.leader + index) % len(self.cards)

    def plays(self) -> list[tuple[int, Card]]:
        """Return (seat, card) pairs in the order played."""
        return [(self.seat_of(i), card) for i, card in enumerate(self.cards)]


@dataclass(frozen=True, slots=True)
class Settlement:
    """The count of a played deal, the Excuse settled (R8, R11, R12).

    Parameters
    ----------
    half_points : int
        Of the attack, 0 to 182.
    bouts : int
        Of the attack, 0 to 3.
    petit_au_bout : Camp or None
        The camp that gets the prime.
    chelem : Chelem
        What became of a slam.
    excuse_owner : Camp
        The camp that counts the Excuse at the end.
    low_card_from : Camp or None
        The camp that paid half a point for the Excuse.
    """

    half_points: int
    bouts: int
    petit_au_bout: Camp | None
    chelem: Chelem
    excuse_owner: Camp
    low_card_from: Camp | None


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a deal (R13).

    Parameters
    ----------
    contract : Contract
        The contract played.
    half_points, bouts : int
        Of the attack.
    target : int
        Points needed (R0.4).
    won : bool
        Whether the contract was made.
    gap : int
        Points above or below the target (R13.3).
    contract_part, petit_part, poignee_part, chelem_part : int
        The four terms of u (R13.4), in points, signed for the attack.
    taker, partner : int
        Seats; partner None when there is none.
    scores : tuple of int (players,)
        Scores by seat, in points; they add up to 0.
    poignees : tuple of (Poignee, Camp)
        The poignées shown and by which camp.
    petit_au_bout : Camp or None
    chelem : Chelem
    """

    contract: Contract
    half_points: int
    bouts: int
    target: int
    won: bool
    gap: int
    contract_part: int
    petit_part: int
    poignee_part: int
    chelem_part: int
    taker: int
    partner: int | None
    scores: tuple[int, ...]
    poignees: tuple[tuple[Poignee, Camp], ...] = ()
    petit_au_bout: Camp | None = None
    chelem: Chelem = Chelem.NONE

    @property
    def unit(self) -> int:
        """The unit u of R13.4: what each defender pays; negative: receives."""
        return (
            self.contract_part + self.petit_part + self.poignee_part + self.chelem_part
        )

    @property
    def points(self) -> float:
        """Points of the attack: half of `half_points`."""
        return self.half_points / 2

    @property
    def taker_score(self) -> int:
        """Score of the taker, in points."""
        return self.scores[self.taker]

    @property
    def by_role(self) -> dict[str, int]:
        """Scores of the taker, of the partner if there is one, of each defender."""
        roles = {"taker": self.scores[self.taker]}
        if self.partner is not None:
            roles["partner"] = self.scores[self.partner]
        roles["defender"] = -self.unit
        return roles

    @property
    def lines(self) -> tuple[str, ...]:
        """The count, line by line, as a player would say it."""
        return tuple(_count_lines(self))

    def __str__(self) -> str:
        return "\n".join(self.lines)


def _format_points(half_points: int) -> str:
    return f"{half_points // 2}" + (".5" if half_points % 2 else "")


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def _count_lines(score: Score) -> list[str]:
    multiplier = score.contract.multiplier
    name = score.contract.label.replace("_", " ")
    bouts = counted(score.bouts, "bout")
    points = counted(
        score.half_points / 2, "point", shown=_format_points(score.half_points)
    )
    result = "made" if score.won else "lost"
    exactly = " exactly" if score.gap == 0 else f" by {score.gap}"
    sign = "" if score.won else "-"
    lines = [
        f"Contract: {name}, multiplier {multiplier}",
        f"Target with {bouts}: {score.target} points",
        f"Attack: {points}, {result}{exactly}",
        f"Contract part: {sign}(25 + {score.gap}) x {multiplier}"
        f" = {_signed(score.contract_part)}",
    ]
    if score.petit_au_bout is not None:
        lines.append(
            f"Petit au bout, {score.petit_au_bout.label}: "
            f"10 x {multiplier} = {_signed(score.petit_part)}"
        )
    winner = "attack" if score.won else "defence"
    for level, camp in score.poignees:
        prime = level.prime if score.won else -level.prime
        lines.append(
            f"Poignée, {level.label}, shown by the {camp.label}, "
            f"to the {winner}: {_signed(prime)}"
        )
    if score.chelem is not Chelem.NONE:
        name = score.chelem.label.replace("_", " ")
        lines.append(f"Chelem, {name}: {_signed(score.chelem_part)}")
    lines.append(_payment_line(score))
    roles = [f"taker {_signed(score.taker_score)}"]
    if score.partner is not None:
        roles.append(f"partner {_signed(score.scores[score.partner])}")
    defenders = len(score.scores) - len(roles)
    roles.append(f"each of the {defenders} defenders {_signed(-score.unit)}")
    lines.append("Scores: " + ", ".join(roles))
    return lines


def _payment_line(score: Score) -> str:
    unit = score.unit
    if unit == 0:
        return "Total: 0, nobody pays"
    if unit > 0:
        return f"Total: {unit}, paid by each defender to the attack"
    return f"Total: {unit}, paid by the attack to each defender"


_NO_CARDS = Cards()


@dataclass(frozen=True, slots=True)
class DealRecord:
    """Everything that happened in one raw deal.

    Parameters
    ----------
    deal : Deal
        The cards as dealt.
    rules : RuleSet
        The rules it was played by.
    outcome : Outcome
        Played, all passed or petit sec.
    bids : tuple of Bid
        In the order spoken; empty with an imposed auction or a petit sec.
    taker : int or None
    contract : Contract
        ``PASS`` if nobody took.
    called : int or None
        The called card (R5).
    partner : int or None
        Holder of the called card; None if the taker is alone.
    ecart : Cards
        The discard; empty in garde sans and garde contre.
    ecart_shown : Cards
        The trumps of the discard, shown to all (R4.6).
    chelem_by : int or None
        Seat that announced a slam.
    showings : tuple of Showing
        Poignées in the order shown.
    tricks : tuple of Trick
    settlement : Settlement or None
        None unless the deal was played.
    score : Score or None
        None unless the deal was played.
    showable : mapping of int to Poignee
        Highest level each seat could have shown, for seats that could.
    trump_counts : tuple of int (players,)
        Trumps and Excuse in each hand when play began.
    """

    deal: Deal
    rules: RuleSet
    outcome: Outcome
    bids: tuple[Bid, ...] = ()
    taker: int | None = None
    contract: Contract = Contract.PASS
    called: Card | None = None
    partner: int | None = None
    ecart: Cards = _NO_CARDS
    ecart_shown: Cards = _NO_CARDS
    chelem_by: int | None = None
    showings: tuple[Showing, ...] = ()
    tricks: tuple[Trick, ...] = ()
    settlement: Settlement | None = None
    score: Score | None = None
    showable: Mapping[int, Poignee] = field(default_factory=dict, hash=False)
    trump_counts: tuple[int, ...] = ()

    def camp_of(self, seat: int) -> Camp:
        """Return the camp of a seat in a played deal."""
        attack = seat in (self.taker, self.partner)
        return Camp.ATTACK if attack else Camp.DEFENCE

    def __str__(self) -> str:
        return "\n".join(_record_lines(self))


def _record_lines(record: DealRecord) -> list[str]:
    deal = record.deal
    lines = [f"{deal.players} players, dealer seat {deal.dealer}"]
    if deal.number is not None:
        lines[0] += f", deal {deal.number} of seed {deal.seed}"
    for seat, hand in enumerate(deal.hands):
        lines.append(f"seat {seat}: {hand}")
    lines.append(f"chien: {deal.chien}")
    for bid in record.bids:
        lines.append(f"bid: seat {bid.seat} {bid.contract.label}")
    if record.taker is None:
        return [*lines, f"outcome: {record.outcome.label}"]
    lines.append(f"taker: seat {record.taker}, {record.contract.label}")
    if record.called is not None:
        partner = "nobody" if record.partner is None else f"seat {record.partner}"
        lines.append(f"called: {format_cards([record.called])}, partner {partner}")
    if record.ecart:
        lines.append(f"écart: {record.ecart}")
    if record.chelem_by is not None:
        lines.append(f"chelem announced by seat {record.chelem_by}")
    for showing in record.showings:
        lines.append(
            f"poignée: seat {showing.seat} {showing.level.label}: {showing.cards}"
        )
    for number, trick in enumerate(record.tricks, start=1):
        plays = ", ".join(f"{s} {format_cards([c])}" for s, c in trick.plays())
        lines.append(f"trick {number}: {plays}; won by {trick.winner}")
    if record.score is not None:
        lines += record.score.lines
        scores = ", ".join(f"{s} {v:+d}" for s, v in enumerate(record.score.scores))
        lines.append(f"by seat: {scores}")
    return lines
