"""What a strategy is: six decisions, each with a default.

A strategy is any object with some of the methods of `Strategy`. Deriving from
`Strategy` supplies the ones it leaves out; `complete` does the same for an object
that does not. In a class with a compiled form that form is what supplies them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    NamedTuple,
    NoReturn,
    Protocol,
    TypeAlias,
    runtime_checkable,
)

from tarotsim.game.cards import (
    BOUTS,
    HALF_POINTS,
    Card,
    is_trump,
    suit_of,
)
from tarotsim.game.poignees import PoigneeChoice
from tarotsim.game.rules import Contract, Poignee
from tarotsim.game.view import SeatView

if TYPE_CHECKING:
    from tarotsim.game.errors import TarotError

__all__ = [
    "DECISIONS",
    "Forced",
    "PoigneeAnswer",
    "Refused",
    "Strategy",
    "complete",
    "decided_in_python",
    "default_answer",
    "override",
    "strategy_name",
]

DECISIONS = ("bid", "call", "ecart", "chelem", "poignee", "play")

Decision: TypeAlias = Callable[[SeatView], Any]
PoigneeAnswer: TypeAlias = PoigneeChoice | Poignee | None


@runtime_checkable
class Strategy(Protocol):
    """The six decisions of a player, with their defaults.

    Each method receives a `SeatView`; ``view.legal`` lists what may be answered. A
    method is asked only when there is a choice: a forced card, or a bid when only a
    pass is left, is played by the engine.
    """

    name: ClassVar[str] = "default"

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Let a class with a compiled form decide by it what it leaves out in Python.

        Those who derive from it then inherit its decisions, not the defaults.
        """
        super().__init_subclass__(**kwargs)
        if hasattr(cls, "compiled"):
            for decision in DECISIONS:
                if getattr(cls, decision) is getattr(Strategy, decision):
                    setattr(cls, decision, _ask_compiled)

    def bid(self, view: SeatView) -> Contract:
        """Speak in the auction (R3). Default: garde with 8 trumps, counting bouts.

        Each numbered trump counts 1 and each bout 1 more; 8 at four players, 7 at
        five, 10 at three make a garde if it is still free, else a pass.
        """
        trumps = sum(is_trump(card) for card in view.hand)
        strength = trumps + sum(card in BOUTS for card in view.hand)
        needed = {3: 10, 4: 8, 5: 7}[view.players]
        wants = strength >= needed and Contract.GARDE in view.legal
        return Contract.GARDE if wants else Contract.PASS

    def call(self, view: SeatView) -> Card:
        """Call a card at five players (R5.2). Default: a king of the longest suit.

        Among cards not in hand the one whose suit is longest in hand; an own card
        only if there is no other.
        """
        cards: tuple[Card, ...] = view.legal
        return max(
            cards,
            key=lambda card: (card not in view.hand, len(view.suit(suit_of(card)))),
        )

    def ecart(self, view: SeatView) -> tuple[Card, ...]:
        """Discard (R4). Default: shortest suits first, then the lowest cards.

        ``view.hand`` is the hand with the chien, ``view.legal`` the cards that may
        be discarded, plain cards before trumps; the answer has as many cards as the
        chien.
        """
        return default_ecart(view)

    def chelem(self, view: SeatView) -> bool:
        """Announce a slam (R12). Default: never."""
        return False

    def poignee(self, view: SeatView) -> PoigneeAnswer:
        """Show a poignée (R10). Default: never.

        Return None to stay silent, a level of ``view.legal``, or a `PoigneeChoice`
        that also names the trumps to hide.
        """
        return None

    def play(self, view: SeatView) -> Card:
        """Play a card of ``view.legal`` (R9). Default: the cheapest.

        Lowest half-points first; the Excuse and the Petit last.
        """
        cards: tuple[Card, ...] = view.legal
        return min(cards, key=lambda card: (HALF_POINTS[card], card))


def default_answer(view: SeatView) -> Any:
    """Return the default of `Strategy` for the decision that a view is about."""
    return getattr(_DEFAULTS, view.stage.label)(view)


def _ask_compiled(self: Any, view: SeatView) -> Any:
    """Decide as the compiled form does."""
    form = self.compiled()
    if form is None:
        return default_answer(view)
    return getattr(form, view.stage.label)(view)


def decided_in_python(strategy: object, decision: str) -> bool:
    """Tell whether an object has a decision of its own in Python.

    It has not where it leaves the decision to the default or to its compiled form.
    """
    method = getattr(strategy, decision, None)
    function = getattr(method, "__func__", method)
    return function not in (None, _ask_compiled, getattr(Strategy, decision))


def default_ecart(view: SeatView) -> tuple[Card, ...]:
    """Discard plain cards of the shortest suits, lowest first, and trumps if forced.

    Parameters
    ----------
    view : SeatView
        At the écart.

    Returns
    -------
    tuple of int
        As many cards as the chien, always legal.
    """
    size = view.rules.chien_size
    plain = [card for card in view.legal if not is_trump(card)]
    plain.sort(key=lambda card: (len(view.suit(suit_of(card))), card))
    trumps = sorted(card for card in view.legal if is_trump(card))
    return tuple((plain + trumps)[:size])


class _Default(Strategy):
    """Nothing but the defaults."""


_DEFAULTS = _Default()


class _Composed(Strategy):
    """A strategy put together from single decisions; the rest are the defaults."""

    def __init__(self, inner: Any, decisions: Mapping[str, Decision]) -> None:
        self.inner = inner
        for decision, method in decisions.items():
            setattr(self, decision, method)

    def __repr__(self) -> str:
        return repr(self.inner)


def _own_decisions(strategy: Any) -> dict[str, Decision]:
    methods = {decision: getattr(strategy, decision, None) for decision in DECISIONS}
    return {name: method for name, method in methods.items() if callable(method)}


def complete(strategy: Any) -> Strategy:
    """Return a strategy with all six decisions.

    Parameters
    ----------
    strategy : object
        With any of the methods of `Strategy`.

    Returns
    -------
    Strategy
        The object itself when it is complete.

    Raises
    ------
    TypeError
        If it has none of the six methods.
    """
    decisions = _own_decisions(strategy)
    if not decisions:
        methods = ", ".join(DECISIONS)
        raise TypeError(f"{strategy!r} is no strategy: it has none of {methods}")
    if len(decisions) == len(DECISIONS):
        whole: Strategy = strategy
        return whole
    return _Composed(strategy, decisions)


def override(strategy: Strategy, **decisions: Decision) -> Strategy:
    """Return a strategy that differs in the named decisions only.

    Parameters
    ----------
    strategy : Strategy
        Decides everything else.
    **decisions : callable
        From a `SeatView` to an answer, by the name of the decision.

    Raises
    ------
    TypeError
        If a name is none of the six decisions.
    """
    unknown = set(decisions) - set(DECISIONS)
    if unknown:
        names = ", ".join(sorted(unknown))
        raise TypeError(f"{names}: the decisions are {', '.join(DECISIONS)}")
    return _Composed(strategy, _own_decisions(strategy) | decisions)


class Forced(NamedTuple):
    """An answer that was made for a seat, and what messages call it."""

    answer: Any
    text: str


class Refused(NamedTuple):
    """What stands for an answer that means nothing, and why it is refused.

    It comes from who translates the answers of others; the engine says whose it was.
    """

    error: TarotError

    def tell(self) -> NoReturn:
        """Raise the reason."""
        raise self.error


def strategy_name(strategy: Any) -> str:
    """Return the name of a strategy, an object or a class, for messages.

    It is the ``name`` of the object itself or that its own class gives itself, else the
    name of the class: a variant that only inherits a name is another strategy.
    """
    inner = strategy
    while isinstance(inner, _Composed):
        inner = inner.inner
    kind = inner if isinstance(inner, type) else type(inner)
    has_own = "name" in getattr(inner, "__dict__", ()) or "name" in vars(kind)
    name = inner.name if has_own else None
    return name if isinstance(name, str) else kind.__name__
