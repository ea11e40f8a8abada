"""An auction that a study imposes instead of bidding."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tarotsim.game.errors import RulesError
from tarotsim.game.rules import CONTRACTS, Contract

__all__ = ["TAKER", "Imposed", "parse_auction", "verify_seat_or_taker"]

TAKER = "taker"
"""Who takes, where a seat may be meant by its role."""


@dataclass(frozen=True, slots=True)
class Imposed:
    """A contract, taken by a given seat or by the best hand.

    Parameters
    ----------
    contract : Contract
        Prise to garde contre.
    seat : int or None
        The taker; None: the hand with the highest Chavey count takes.
    besides : int or None
        A seat that does not take, where the best hand of the others does.

    Raises
    ------
    RulesError
        If the contract is a pass, or a seat is both to take and not to.
    """

    contract: Contract
    seat: int | None = None
    besides: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.contract, Contract) or self.contract not in CONTRACTS:
            given = "a pass" if self.contract == Contract.PASS else repr(self.contract)
            raise RulesError(f"an imposed auction needs a contract, not {given} (R3.3)")
        if self.seat is not None and self.besides is not None:
            message = f"seat {self.seat} is imposed as taker: besides={self.besides}"
            raise RulesError(f"{message} only counts where the best hand takes")

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that it names."""
        return tuple(s for s in (self.seat, self.besides) if s is not None)

    @property
    def text(self) -> str:
        """The form that `parse_auction` reads."""
        who = "best" if self.seat is None else str(self.seat)
        if self.besides is not None:
            who = f"best-but-{self.besides}"
        return f"{who}:{self.contract.label}"

    def verify(self, players: int) -> None:
        """Check that its seats are at the table.

        Raises
        ------
        RulesError
            If one is not.
        """
        for seat in self.seats:
            verify_seat_or_taker(seat, players)


def verify_seat_or_taker(seat: int | str, players: int) -> None:
    """Check that a seat is at the table; ``"taker"`` always is.

    Raises
    ------
    RulesError
        If it is not.
    """
    is_seat = isinstance(seat, int) and not isinstance(seat, bool)
    if seat != TAKER and not (is_seat and seat in range(players)):
        message = f"seat {seat} is not at a table of {players}"
        raise RulesError(f"{message}: 0 to {players - 1}")


_FORM = re.compile(
    r"(?:(?P<best>best)(?:-but-(?P<but>[0-9]{1,3}))?|(?P<seat>[0-9]{1,3}))"
)


def parse_auction(text: str) -> Imposed:
    """Read an imposed auction.

    Parameters
    ----------
    text : str
        ``"best:garde"``, ``"SEAT:CONTRACT"``, such as ``"2:garde_sans"``, or
        ``"best-but-2:garde"`` for the best of the other hands.

    Raises
    ------
    RulesError
        If it is none of these; says what is allowed.

    Examples
    --------
    >>> parse_auction("best:garde").contract.label
    'garde'
    """
    who, _, name = text.strip().lower().partition(":")
    name = name.strip().replace(" ", "_").replace("-", "_")
    names = [contract.label for contract in CONTRACTS]
    form = _FORM.fullmatch(who)
    if name not in names or form is None:
        message = (
            f"cannot read the auction {text!r}: write best:CONTRACT, SEAT:CONTRACT or "
            f"best-but-SEAT:CONTRACT with {', '.join(names)}"
        )
        raise RulesError(message)
    seat, but = (int(n) if n else None for n in (form["seat"], form["but"]))
    return Imposed(CONTRACTS[names.index(name)], seat, but)
