"""Bidding as it has been published; the rest is played as `PointCount` plays.

So that a difference between two of them is the worth of the bids.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from tarotsim.game.evaluation import meets_school_minimum
from tarotsim.game.rules import Contract
from tarotsim_strategies.point_count import DEFAULT_COUNTS, PointCount, check_whole

if TYPE_CHECKING:
    from tarotsim.game.view import SeatView
    from tarotsim.kernels.policies import CompiledStrategy

__all__ = ["Chavey", "SchoolMinima"]

_PRISE, _GARDE, _GARDE_SANS, _GARDE_CONTRE = DEFAULT_COUNTS[4]


@dataclass(frozen=True)
class Chavey(PointCount):
    """Bid by Chavey's count and his own limits, whatever the table.

    At four players it is `PointCount`. That one has limits of its own at three and
    five players, for which the author gives none; here his are used there too, hands
    of 24 or 15 cards notwithstanding.

    Parameters
    ----------
    prise, garde, garde_sans, garde_contre, reads_poignees, shows
        As for `PointCount`, the first four being the author's by default.

    References
    ----------
    Noël Chavey, "Le jeu de tarot", Hatier, 1986.
    """

    name: ClassVar[str] = "chavey"

    prise: int | None = _PRISE
    garde: int | None = _GARDE
    garde_sans: int | None = _GARDE_SANS
    garde_contre: int | None = _GARDE_CONTRE


@dataclass(frozen=True)
class SchoolMinima(PointCount):
    """Bid garde with what players are taught it needs, else pass.

    The minima go by the bouts held; see
    `tarotsim.game.evaluation.meets_school_minimum`. No other contract is bid: the
    minima are for a garde.

    Parameters
    ----------
    majors : int, optional
        High trumps, from 16 up, asked for with no bout or one, 0 to 6.
    long_suit : int, optional
        Cards of the long suit asked for with three bouts, 1 to 14.
    reads_poignees, shows
        As for `PointCount`.

    Raises
    ------
    TarotError
        If a parameter is out of its range.

    Notes
    -----
    Origin: the minima of players' schools. They are for four players; at three two
    trumps more are asked for, at five one less, as the default bid of `Strategy` does.
    """

    name: ClassVar[str] = "school_minima"
    info: ClassVar[dict[str, object]] = {
        **PointCount.info,
        "origin": "players' schools",
    }

    # It has no counts.
    prise: int | None = field(default=None, init=False, repr=False)
    garde: int | None = field(default=None, init=False, repr=False)
    garde_sans: int | None = field(default=None, init=False, repr=False)
    garde_contre: int | None = field(default=None, init=False, repr=False)
    majors: int = 2
    long_suit: int = 5

    def __post_init__(self) -> None:
        PointCount.__post_init__(self)
        check_whole("majors", self.majors, 6)
        check_whole("long_suit", self.long_suit, 14, least=1)

    def bid(self, view: SeatView) -> Contract:
        """Bid garde with the minimum, if it is still free."""
        is_enough = meets_school_minimum(
            view.hand,
            players=view.players,
            majors=self.majors,
            long_suit=self.long_suit,
        )
        wants = is_enough and Contract.GARDE in view.legal
        return Contract.GARDE if wants else Contract.PASS

    def compiled(self) -> CompiledStrategy:
        """Return the same decisions as compiled policies."""
        from tarotsim_strategies import _compiled_published_bids as policies

        form = PointCount.compiled(self)
        return replace(
            form,
            policies={**form.policies, "bid": policies.bid_school},
            params=(*form.params, self.majors, self.long_suit),
        )
