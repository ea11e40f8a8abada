"""An auction that a study imposes instead of bidding."""

from __future__ import annotations

from dataclasses import dataclass

from tarotsim.game.errors import RulesError
from tarotsim.game.rules import CONTRACTS, Contract

__all__ = ["Imposed", "parse_auction"]


@dataclass(frozen=True, slots=True)
class Imposed:
    """A contract, taken by a given seat or by the best hand.

    Parameters
    ----------
    contract : Contract
        Prise to garde contre.
    seat : int or None
        The taker; None: the hand with the highest Chavey count takes.

    Raises
    ------
    RulesError
        If the contract is a pass.
    """

    contract: Contract
    seat: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.contract, Contract) or self.contract not in CONTRACTS:
            given = "a pass" if self.contract == Contract.PASS else repr(self.contract)
            raise RulesError(f"an imposed auction needs a contract, not {given} (R3.3)")


def parse_auction(text: str) -> Imposed:
    """Read an imposed auction.

    Parameters
    ----------
    text : str
        ``"best:garde"`` or ``"SEAT:CONTRACT"``, such as ``"2:garde_sans"``.

    Raises
    ------
    RulesError
        If it is neither; says what is allowed.

    Examples
    --------
    >>> parse_auction("best:garde").contract.label
    'garde'
    """
    who, _, name = text.strip().lower().partition(":")
    name = name.strip().replace(" ", "_").replace("-", "_")
    names = [contract.label for contract in CONTRACTS]
    is_seat = who.isascii() and who.isdecimal() and len(who) < 4
    if name not in names or not (who == "best" or is_seat):
        message = (
            f"cannot read the auction {text!r}: write best:CONTRACT or SEAT:CONTRACT "
            f"with {', '.join(names)}"
        )
        raise RulesError(message)
    return Imposed(CONTRACTS[names.index(name)], None if who == "best" else int(who))
