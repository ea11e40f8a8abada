"""The deals that a player may be in: dealt, heard, kept where they fit, and played.

Deals are dealt with what the player has seen already in place, so that none is lost to
the cards. The auction is then played by the strategies, and a deal in which they say
something else than was heard is left out before its cards are played: it costs little.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tarotsim.engine.auctions import hear_compiled, hear_reference
from tarotsim.engine.compiled import CompiledTable, seated_form
from tarotsim.engine.overrides import apply_all
from tarotsim.engine.play import python_form
from tarotsim.game.errors import TarotError
from tarotsim.stats.joint import JointMoments
from tarotsim.studies.arms import Arm, play_arms
from tarotsim.studies.looks import add_up, wished

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy.typing as npt

    from tarotsim.engine.auctions import Auctions
    from tarotsim.engine.overrides import Override
    from tarotsim.runs.run import Run

    Rows = npt.NDArray[Any]

__all__ = [
    "DEFAULT_DEALS",
    "Population",
    "Sample",
    "Tried",
    "wanted_deals",
]

DEFAULT_DEALS = 20_000
"""Deals that are played, each in every arm, unless another number is asked for."""
_MOST_DEALS = 1_000_000
"""Deals at most where a half-width is wished and no number is given."""
_TRIES_PER_DEAL = 50
"""Deals that are heard at most for each that is wished; never fewer than the next."""
_LEAST_FOUND, _HOPELESS = 30, 100_000
"""If fewer than so many fit among so many heard, the search is given up."""


class Tried(NamedTuple):
    """What some deals gave; adds up.

    Parameters
    ----------
    joint : JointMoments
        A vector for each deal that was kept.
    raw : int
        Deals that were heard.
    fitting : int
        Those in which was said what the player has heard.
    """

    joint: JointMoments
    raw: int
    fitting: int

    def __add__(self, other: Any) -> Tried:
        """Return the sums of both together."""
        return Tried(
            self.joint + other.joint, self.raw + other.raw, self.fitting + other.fitting
        )


@dataclass(frozen=True, slots=True)
class Sample:
    """The deals of a population that were played.

    Parameters
    ----------
    tried : Tried
    stopped : str
        ``deals``: as many as wished; ``half_width``; ``tries``: too many were heard
        for the number wished; ``interrupted``.
    """

    tried: Tried
    stopped: str

    def to_json(self) -> dict[str, Any]:
        """Return the numbers of deals: heard, fitting, played; and why it ended."""
        return {
            "deals": {
                "heard": self.tried.raw,
                "fitting": self.tried.fitting,
                "played": self.tried.joint.n,
            },
            "stopped": self.stopped,
        }


@dataclass(frozen=True, slots=True)
class Population:
    """Deals that one player may be in.

    Parameters
    ----------
    run : Run
        Its condition holds what the player has seen.
    forced : tuple of Override
        Decisions that are the same in every arm.
    fits : callable
        Tells of `Auctions` which are what the player has heard.
    dealer : int or None
        None: each seat deals as often.
    words : str
        The population in words.
    """

    run: Run
    forced: tuple[Override, ...]
    fits: Callable[[Auctions], npt.NDArray[np.bool_]]
    dealer: int | None
    words: str

    def fitting(self, tries: range) -> npt.NDArray[np.uint64]:
        """Return the numbers of the deals that fit, among some tries.

        Parameters
        ----------
        tries : range
            Counted from 0; with a known dealer only every ``players``-th number of
            the run is his (R1.6).
        """
        numbers = np.arange(tries.start, tries.stop, dtype=np.uint64)
        if self.dealer is not None:
            players = np.uint64(self.run.rules.players)
            numbers = numbers * players + np.uint64(self.dealer)
        return numbers[self.fits(self._hear(numbers))]

    def _hear(self, numbers: npt.NDArray[np.uint64]) -> Auctions:
        run = self.run
        assert run.given is not None
        if run.engine == "compiled":
            seats = [seated_form(s) for s in run.table]
            table = CompiledTable(run.rules, seats, forced=self.forced)
            return hear_compiled(table, run.given, run.seed, numbers)
        table_of = apply_all(self.forced, [python_form(s) for s in run.table])
        return hear_reference(run.rules, table_of, run.given, run.seed, numbers)

    def sample(
        self,
        arms: Mapping[str, tuple[Override, ...]],
        columns: Sequence[str],
        vectors: Callable[[dict[str, Rows]], npt.NDArray[np.int64]],
        *,
        deals: int | None = None,
        half_width: float | None = None,
        reached: Callable[[JointMoments], float | None],
        threads: int | None = None,
        progress: bool = False,
        keep_interrupted: bool = False,
    ) -> Sample:
        """Play deals of the population, each in every arm.

        Parameters
        ----------
        arms : mapping of str to tuple of Override
            What differs between the plays of a deal.
        columns : sequence of str
            Of a deal's vector.
        vectors : callable
            From the rows of each arm to the vectors of the deals that are kept.
        deals : int, optional
            Deals to play: 20,000 by default, 1,000,000 at most with a half-width.
        half_width : float, optional
            Half-width at which to stop before, looked at after each 1,000 tries.
        reached : callable
            From sums to the half-width that counts.
        threads, progress, keep_interrupted
            As for `tarotsim.simulate`.

        Raises
        ------
        TarotError
            For an impossible number, or if so few deals fit that there is no answer.
        """
        narrow = wished(half_width, deals)
        wanted = wanted_deals(deals, narrow)
        named = {
            name: Arm(forced=(*self.forced, *overrides))
            for name, overrides in arms.items()
        }

        def play(tries: range) -> Tried:
            numbers = self.fitting(tries)
            joint = JointMoments(columns)
            if len(numbers):
                chunks = play_arms(self.run, named, numbers.tolist())
                rows = {name: chunk.rows for name, chunk in chunks.items()}
                joint.add(vectors(rows))
            return Tried(joint, len(tries), len(numbers))

        def is_enough(sums: Tried) -> bool:
            self._verify_hope(sums)
            return False

        sums, stopped = add_up(
            play,
            Tried(JointMoments(columns), 0, 0),
            max(_TRIES_PER_DEAL * wanted, _HOPELESS),
            lambda sums: reached(sums.joint),
            half_width=narrow,
            wanted=wanted,
            is_enough=is_enough,
            workers=self.run.width(threads),
            progress=progress,
            keep_interrupted=keep_interrupted,
        )
        if stopped == "deals" and sums.joint.n < wanted:
            stopped = "tries"
        return Sample(sums, stopped)

    def _verify_hope(self, sums: Tried) -> None:
        if sums.raw >= _HOPELESS and sums.joint.n < _LEAST_FOUND:
            raise TarotError(
                f"{sums.fitting} of {sums.raw} deals in which these cards are held "
                f"went as told: too rare among these strategies for an answer. Asked "
                f"for were {self.words}. Tell less (the bids, the dealer, the taker), "
                "or seat strategies that bid so"
            )


def wanted_deals(deals: int | None, half_width: float | None) -> int:
    """Return how many deals are to be played at most.

    Raises
    ------
    TarotError
        For an impossible number.
    """
    if deals is None:
        return DEFAULT_DEALS if half_width is None else _MOST_DEALS
    is_number = isinstance(deals, int) and not isinstance(deals, bool)
    if not is_number or deals < 1:
        raise TarotError(f"deals must be a whole number of 1 or more, not {deals!r}")
    return deals
