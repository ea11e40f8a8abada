"""Published rules: a point count to bid, sensible cards to play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tarotsim.game.cards import EXCUSE, Card
from tarotsim.game.errors import TarotError
from tarotsim.game.evaluation import chavey_count
from tarotsim.game.rules import Contract
from tarotsim.game.strategy import PoigneeAnswer, Strategy
from tarotsim_strategies._ecart import choose_call, choose_ecart
from tarotsim_strategies._play import choose_card
from tarotsim_strategies._sight import SUIT_BITS, Sight, mask_of, trump_bits

if TYPE_CHECKING:
    from tarotsim.game.view import SeatView
    from tarotsim.kernels.policies import CompiledStrategy

__all__ = ["DEFAULT_COUNTS", "PointCount"]

DEFAULT_COUNTS = {
    3: (56, 64, 70, 80),
    4: (40, 56, 71, 81),
    5: (26, 36, 46, 52),
}
"""Counts for prise, garde, garde sans and garde contre, by number of players."""

SHOWS = ("always", "never")
MAX_COUNT = 200


@dataclass(frozen=True)
class PointCount(Strategy):
    """Bid by Chavey's count, play by weighing each card.

    The count of the hand (`tarotsim.game.evaluation.chavey_count`) decides the bid;
    for garde sans and garde contre voids and singletons count too, as the author
    says. In play each card is given the chance that the own side wins the trick with
    it, from the cards still out, voids proved and trump ceilings, against the points
    of the trick and the worth of the card in hand. From that follow the plain habits:
    cheapest winner, low cards under a lost trick, points on a partner's trick, the
    Petit kept while it is outnumbered, the Excuse for a costly turn and never on the
    last trick (but to end a slam). The taker leads his long suit and draws trumps
    when he has most of them; the defence returns its suits, makes the taker trump and
    hunts the Petit only when strong: three for each trump from 16 up and one for each
    trump, 21 or more. At five a king is called in the longest, best headed suit.

    Parameters
    ----------
    prise, garde, garde_sans, garde_contre : int or None, optional
        Count from which the contract is bid, 0 to 200; None: `DEFAULT_COUNTS`, which
        at four players are the author's, 40, 56, 71 and 81.
    reads_poignees : bool, optional
        Whether shown cards are used in play: they place trumps in the shower's hand,
        and an Excuse among them says that no other trump is there. Without (default)
        they are not looked at, and play is the same shown or silent.
    shows : {"always", "never"}, optional
        Whether to show the highest poignée possible, the highest trumps below the 21
        hidden.

    Raises
    ------
    TarotError
        If a count is not a whole number from 0 to 200, `reads_poignees` no bool, or
        `shows` another word.

    Notes
    -----
    Deterministic. It ignores what bids and silence tell, partners' signals, the score
    needed, and all but the current trick; it draws no conclusion from a card but
    voids and ceilings. A slam is announced only with no loser to be seen.

    References
    ----------
    Noël Chavey, "Le jeu de tarot", Hatier, 1986, for the count and its four values.
    The rule for the hunt is a players' rule of thumb.
    """

    name: ClassVar[str] = "point_count"
    info: ClassVar[dict[str, object]] = {
        "origin": "Noël Chavey, Le jeu de tarot, Hatier, 1986",
        "deterministic": True,
        "players": (3, 4, 5),
    }

    prise: int | None = None
    garde: int | None = None
    garde_sans: int | None = None
    garde_contre: int | None = None
    reads_poignees: bool = False
    shows: str = "always"

    def __post_init__(self) -> None:
        for field in ("prise", "garde", "garde_sans", "garde_contre"):
            value = getattr(self, field)
            if value is not None:
                check_whole(field, value, MAX_COUNT)
        if not isinstance(self.reads_poignees, bool):
            message = f"reads_poignees must be a bool, not {self.reads_poignees!r}"
            raise TarotError(message)
        if self.shows not in SHOWS:
            allowed = " or ".join(SHOWS)
            raise TarotError(f"shows must be {allowed}, not {self.shows!r}")

    def bid(self, view: SeatView) -> Contract:
        """Bid the highest free contract that the count is enough for."""
        own = (self.prise, self.garde, self.garde_sans, self.garde_contre)
        defaults = DEFAULT_COUNTS[view.players]
        plain = chavey_count(view.hand)
        shaped = chavey_count(view.hand, distribution=True)
        best = Contract.PASS
        for bid in view.legal:
            if bid is Contract.PASS:
                continue
            needed = own[bid - 1]
            if needed is None:
                needed = defaults[bid - 1]
            if (plain if bid.takes_chien else shaped) >= needed:
                best = bid
        return best

    def call(self, view: SeatView) -> Card:
        """Call a king not held, in the longest and best headed suit."""
        return choose_call(view)

    def ecart(self, view: SeatView) -> tuple[Card, ...]:
        """Make voids, keep kings' suits, save points."""
        return choose_ecart(view)

    def chelem(self, view: SeatView) -> bool:
        """Announce a slam when no card looks like losing."""
        return _has_no_loser(view)

    def poignee(self, view: SeatView) -> PoigneeAnswer:
        """Show the highest level, or nothing with ``shows="never"``."""
        return None if self.shows == "never" else view.legal[-1].level

    def play(self, view: SeatView) -> Card:
        """Play the card of most weight."""
        return choose_card(Sight(view, self.reads_poignees), view.legal)

    def compiled(self) -> CompiledStrategy:
        """Return the same decisions as compiled policies."""
        from tarotsim_strategies import _compiled_point_count as policies

        shows = policies.NEVER if self.shows == "never" else policies.ALWAYS
        return self._compiled(shows)

    def _compiled(self, shows: int, count: int = 0, bouts: int = 0) -> CompiledStrategy:
        """Return the compiled policies that show poignées in a given way."""
        from tarotsim_strategies import _compiled_point_count as policies

        own = (self.prise, self.garde, self.garde_sans, self.garde_contre)
        needed = [
            [d if o is None else o for o, d in zip(own, DEFAULT_COUNTS[n], strict=True)]
            for n in sorted(DEFAULT_COUNTS)
        ]
        return policies.compiled_form(
            self.name,
            needed,
            reads=self.reads_poignees,
            shows=shows,
            count=count,
            bouts=bouts,
        )


def check_whole(field: str, value: object, most: int, *, least: int = 0) -> None:
    """Check a whole parameter.

    Raises
    ------
    TarotError
        If it is not a whole number from ``least`` to ``most``.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise TarotError(f"{field} must be a whole number, not {value!r}")
    if not least <= value <= most:
        raise TarotError(f"{field} must be from {least} to {most}, not {value}")


def _has_no_loser(view: SeatView) -> bool:
    """Tell whether every suit card is on top, and the trumps draw all others."""
    hand = mask_of(view.hand)
    for suit in range(4):
        cards = hand >> 14 * suit & SUIT_BITS
        top = cards.bit_count()
        if cards != SUIT_BITS & ~(SUIT_BITS >> top):
            return False
    trumps = trump_bits(hand)
    count = trumps.bit_count()
    out = 21 - count
    # A round draws at least one trump; half of those out is the worst to be expected.
    rounds = (out + 1) // 2
    masters = (1 << 21) - (1 << 21 - rounds)
    has_top = trumps & masters == masters
    return has_top and count > out and bool(hand >> EXCUSE or rounds < count)
