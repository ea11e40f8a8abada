"""Uniform legal acts: the baseline that every other strategy should beat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tarotsim.game.cards import Card, is_trump
from tarotsim.game.errors import TarotError
from tarotsim.game.poignees import PoigneeChoice, PoigneeOption
from tarotsim.game.rules import Contract
from tarotsim.game.strategy import Strategy

if TYPE_CHECKING:
    from tarotsim.game.view import SeatView
    from tarotsim.kernels.policies import CompiledStrategy

__all__ = ["RandomLegal"]


@dataclass(frozen=True)
class RandomLegal(Strategy):
    """Act at random among legal acts, passing and staying silent by given chances.

    Calls, discards, poignées with their hidden trumps and cards are uniform among
    the legal ones. A slam is never announced. Two decisions are weighted, since a
    uniform one would leave little to look at: most auctions would end in a garde
    contre, and a poignée of several levels would be shown three times in four.

    Parameters
    ----------
    p_pass : int, optional
        Chance to pass, in percent, 0 to 100; the rest is uniform among the contracts
        that are still free.
    shows : int, optional
        Chance to show a poignée when one is possible, in percent, 0 to 100; the
        level is then uniform, and so are the trumps that stay hidden.

    Raises
    ------
    TarotError
        If a chance is not a whole number from 0 to 100.

    Notes
    -----
    Origin: none, the usual null strategy. It ignores everything.
    """

    name: ClassVar[str] = "random_legal"
    info: ClassVar[dict[str, object]] = {
        "origin": "null strategy",
        "deterministic": False,
        "players": (3, 4, 5),
    }

    p_pass: int = 75
    shows: int = 50

    def __post_init__(self) -> None:
        for field in ("p_pass", "shows"):
            value = getattr(self, field)
            if isinstance(value, bool) or not isinstance(value, int):
                raise TarotError(f"{field} must be a whole percent, not {value!r}")
            if not 0 <= value <= 100:
                raise TarotError(f"{field} must be from 0 to 100 percent, not {value}")

    def bid(self, view: SeatView) -> Contract:
        """Pass with chance `p_pass`, else bid uniformly."""
        bids: list[Contract] = [bid for bid in view.legal if bid is not Contract.PASS]
        if view.draw(100, 0) < self.p_pass:
            return Contract.PASS
        return bids[view.draw(len(bids), 1)]

    def call(self, view: SeatView) -> Card:
        """Call uniformly, own cards included."""
        return _pick(view, 0)

    def ecart(self, view: SeatView) -> tuple[Card, ...]:
        """Discard uniformly among the legal discards."""
        size = view.rules.chien_size
        plain = [card for card in view.legal if not is_trump(card)]
        trumps = [card for card in view.legal if is_trump(card)]
        kept = min(size, len(plain))
        chosen = _sample(view, plain, kept, 0)
        return tuple(chosen + _sample(view, trumps, size - kept, kept))

    def chelem(self, view: SeatView) -> bool:
        """Never announce a slam."""
        return False

    def poignee(self, view: SeatView) -> PoigneeChoice | None:
        """Show with chance `shows`: any level, any trumps hidden."""
        if view.draw(100, 0) >= self.shows:
            return None
        option: PoigneeOption = view.legal[view.draw(len(view.legal), 1)]
        free = [card for card in option.pool if card not in option.must_show]
        hidden = _sample(view, free, option.hide_count, 2)
        return PoigneeChoice(option.level, tuple(hidden))

    def play(self, view: SeatView) -> Card:
        """Play any legal card."""
        return _pick(view, 0)

    def compiled(self) -> CompiledStrategy:
        """Return the same decisions as compiled policies."""
        from tarotsim_strategies._compiled_random import compiled_form

        return compiled_form(self.p_pass, self.shows)


def _pick(view: SeatView, index: int) -> Card:
    cards: tuple[Card, ...] = view.legal
    return cards[view.draw(len(cards), index)]


def _sample(view: SeatView, cards: list[Card], count: int, index: int) -> list[Card]:
    """Draw cards without replacement, one draw a card from ``index`` on."""
    rest = list(cards)
    return [rest.pop(view.draw(len(rest), index + i)) for i in range(count)]
