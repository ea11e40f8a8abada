"""The expert: what it is made of, and its parameters."""

from __future__ import annotations

import functools
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, ClassVar

from tarotsim.game.errors import TarotError
from tarotsim.game.strategy import Strategy

if TYPE_CHECKING:
    from tarotsim.kernels.policies import CompiledStrategy

__all__ = ["Expert"]

BIDS = ("fitted", "chavey")
SHOWS = ("always", "never", "estimate", "table")
HIDES = ("high", "low")
CHOICES = {"bids": BIDS, "shows": SHOWS, "hides": HIDES}


@dataclass(frozen=True)
class Expert(Strategy):
    """Play soundly by the cards: judgement fitted to the outcome of its own deals.

    A card's worth is a sum of terms, such as the points of the trick times the chance
    to win it, a trump spent, the Petit saved, a suit that a partner led. Each has a
    weight in points of u. The weights come from deals in which one card was played
    otherwise from the same position: what that cost on average is what the terms by
    which the two cards differ are worth. Bids are fitted likewise: the expected gap of
    each contract, what a pass brings, by position and earlier bids. Chances come from
    the cards out, voids and trump ceilings proved, poignées shown and the chien.

    Parameters
    ----------
    bids : {"fitted", "chavey"}, optional
        Bid what has the best expected score, or by Chavey's count.
    shows : {"always", "never", "estimate", "table"}, optional
        Whether to show the highest poignée possible: by the chance to win that the
        hand gives, from one limit or from one for each level.
    shows_from : float, optional
        Limit of ``"estimate"``, 0 to 1.
    shows_table : tuple of float (3,), optional
        Limits of ``"table"`` for simple, double and triple; the highest level that is
        reached is shown.
    shows_defence : float, optional
        Chance of a defender's side to win, 0 to 1, as far as his showing goes.
    hides : {"high", "low"}, optional
        Which surplus trumps stay hidden: the highest below the 21, or the lowest above
        the Petit.
    announces_slams : bool, optional
        Announce a slam with no loser in sight.
    plays_slams : bool, optional
        Keep a slam alive: once it is announced take the surest card, and keep the
        Excuse to the end (R8.10, R12.8).
    clears_suits, saves_points, keeps_marriages : bool, optional
        Écart: give up whole suits, the shortest first; save honours (off: it costs or
        changes nothing); leave dames with their kings.
    finds_partner : bool, optional
        Five players: judge seats of unknown camp by the honours they give. Off: worth
        nothing that could be measured.
    sends_signals : bool, optional
        Send the signals that the federation recommends to defenders:
        `tarotsim_strategies.expert.signals` lists them. Off: they cost more than they
        tell.
    reads_signals : float, optional
        What a partner's signal is worth in choosing a lead, in points of u, 0 to 20.
    reads_poignees : bool, optional
        Use shown cards in play.
    silence : float, optional
        How often who can show a poignée is believed to show it, 0 to 1. Who has played
        his first card and shown nothing is then believed to hold fewer trumps, by
        Bayes; with 1 never as many as the smallest poignée needs. 0: silence is never
        read.
    draws_trumps, hunts_petit, guards_petit, petit_au_bout, counts_trumps, \
saves_trumps, leads_length, forces, returns_suits, returns_trumps, opens_suits, \
minds_seats, saves_honours, cashes_tops, makes_voids, charges, keeps_the_lead, \
times_excuse : bool, optional
        Habits of play: groups of terms, which without the habit weigh nothing.
        `tarotsim_strategies.expert.habits` lists them.

    Raises
    ------
    TarotError
        If a parameter is not one of those, or out of its range.

    Notes
    -----
    Deterministic. It looks at one card at a time and at no worlds: it does not work
    out what a line of play leads to, infers nothing from bids in play but the taker's
    greater share of the trumps and, with ``silence``, from a poignée not shown, and
    does not play to the score needed. Its écart is the usual one, since others that
    gained against one kind of defender lost against another.

    References
    ----------
    Noël Chavey, "Le jeu de tarot", Hatier, 1986, for the count. Fédération française de
    tarot, official rules, 2012, last page, for the signals. Minima and the rule for
    the hunt of the Petit are the players' schools'. The fit is an approximate policy
    iteration: D. Bertsekas, J. Tsitsiklis, "Neuro-Dynamic Programming", 1996.
    """

    name: ClassVar[str] = "expert"
    info: ClassVar[dict[str, object]] = {
        "origin": "fitted to the outcome of its own deals",
        "deterministic": True,
        "players": (3, 4, 5),
    }

    bids: str = "fitted"
    shows: str = "always"
    shows_from: float = 0.55
    shows_table: tuple[float, float, float] = (0.55, 0.55, 0.55)
    shows_defence: float = 0.6
    hides: str = "high"
    announces_slams: bool = True
    plays_slams: bool = True
    clears_suits: bool = True
    saves_points: bool = False
    keeps_marriages: bool = True
    finds_partner: bool = False
    sends_signals: bool = False
    reads_signals: float = 0.0
    reads_poignees: bool = True
    silence: float = 0.0
    draws_trumps: bool = True
    hunts_petit: bool = True
    guards_petit: bool = True
    petit_au_bout: bool = True
    counts_trumps: bool = True
    saves_trumps: bool = True
    leads_length: bool = True
    forces: bool = True
    returns_suits: bool = True
    returns_trumps: bool = True
    opens_suits: bool = True
    minds_seats: bool = True
    saves_honours: bool = True
    cashes_tops: bool = True
    makes_voids: bool = True
    charges: bool = True
    keeps_the_lead: bool = True
    times_excuse: bool = True

    def __post_init__(self) -> None:
        for field in fields(Expert):  # a class that derives may have others
            _check(field.name, getattr(self, field.name))

    def compiled(self) -> CompiledStrategy:
        """Return the decisions as compiled policies."""
        return _compiled(self)


@functools.lru_cache(maxsize=256)
def _compiled(expert: Expert) -> CompiledStrategy:
    """Return the compiled form: a table is seated often, and packing takes long."""
    from tarotsim.kernels.policies import CompiledStrategy
    from tarotsim_strategies.expert.packing import pack
    from tarotsim_strategies.expert.policies import POLICIES

    return CompiledStrategy(POLICIES, pack(expert), name=expert.name)


def _check(name: str, value: object) -> None:
    """Check one parameter.

    Raises
    ------
    TarotError
        If it is not allowed; says what is.
    """
    if name in CHOICES:
        if value not in CHOICES[name]:
            allowed = ", ".join(map(repr, CHOICES[name]))
            raise TarotError(f"{name} must be one of {allowed}, not {value!r}")
    elif name == "shows_table":
        if not isinstance(value, tuple) or len(value) != 3:
            message = f"shows_table must be three chances, not {value!r}"
            raise TarotError(message)
        for chance in value:
            _check_number(name, chance, 1)
    elif name in ("shows_from", "shows_defence", "silence"):
        _check_number(name, value, 1)
    elif name == "reads_signals":
        _check_number(name, value, 20)
    elif not isinstance(value, bool):
        raise TarotError(f"{name} must be a bool, not {value!r}")


def _check_number(name: str, value: object, most: int) -> None:
    """Check a number from 0 to ``most``.

    Raises
    ------
    TarotError
        If it is none.
    """
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not 0 <= float(value) <= most:  # type: ignore[arg-type]  # a number
        raise TarotError(f"{name} must be a number from 0 to {most}, not {value!r}")
