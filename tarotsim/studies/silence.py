"""How often a poignée is shown when everybody reads silence as often as that.

A shower who looks after himself shows where showing pays; what it pays depends on what
the others conclude from silence. The belief is moved towards what it brings about.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tarotsim.game.errors import TarotError
from tarotsim.game.wording import counted
from tarotsim.studies.poignee import PoigneeStudy, study_poignee

if TYPE_CHECKING:
    from tarotsim.studies.poignee_cells import PoigneeCell

__all__ = ["SilenceEquilibrium", "SilenceStep", "silence_equilibrium"]


@dataclass(frozen=True, slots=True)
class SilenceStep:
    """One belief and what it brings about.

    Parameters
    ----------
    belief : float
        How often who can show is believed to show, 0 to 1.
    study : PoigneeStudy
        With players who believe it.
    """

    belief: float
    study: PoigneeStudy

    @property
    def response(self) -> float | None:
        """Share of cases in bands of the chance to win with a gain; None: no case."""
        return self._share(lambda cell: (cell.gain.mean or 0.0) > 0)

    @property
    def low(self) -> float | None:
        """The same share, of bands whose interval lies above 0."""
        return self._share(lambda cell: cell.gain.low is not None and cell.gain.low > 0)

    @property
    def high(self) -> float | None:
        """The same share, of bands whose interval does not lie below 0."""
        return self._share(lambda c: c.gain.high is None or c.gain.high > 0)

    @property
    def is_equilibrium(self) -> bool:
        """Whether the belief lies within what the study cannot tell it from."""
        if self.low is None or self.high is None:
            return False
        return self.low <= self.belief <= self.high

    def _share(self, pays: Any) -> float | None:
        if not len(self.study.cases):
            return None
        cells: tuple[PoigneeCell, ...] = self.study.by("band")
        paying = sum(cell.gain.n for cell in cells if pays(cell))
        return paying / len(self.study.cases)


@dataclass(frozen=True, slots=True)
class SilenceEquilibrium:
    """The beliefs tried, in order.

    Parameters
    ----------
    steps : tuple of SilenceStep
    converged : bool
        Whether the last belief is an equilibrium as far as its study can tell.
    """

    steps: tuple[SilenceStep, ...]
    converged: bool

    def __str__(self) -> str:
        lines = [
            "no case"
            if step.response is None
            else f"believed {step.belief:.3f}: shown {step.response:.3f} "
            f"[{step.low:.3f}, {step.high:.3f}] of "
            f"{counted(len(step.study.cases), 'case')}"
            for step in self.steps
        ]
        end = "converged" if self.converged else "not converged"
        steps = counted(len(self.steps), "step")
        return "\n".join([*lines, f"{end} after {steps}"])


def silence_equilibrium(
    deals: int | None = None,
    *,
    start: float = 1.0,
    damping: float = 0.5,
    steps: int = 10,
    **study: Any,
) -> SilenceEquilibrium:
    """Search a frequency of showing that is its own answer.

    Parameters
    ----------
    deals : int, optional
        Raw deals of each step; ``played`` among ``study`` instead will do.
    start : float, optional
        First belief, 0 to 1.
    damping : float, optional
        Share of the way from the belief to the answer that a step goes, above 0 to 1.
    steps : int, optional
        Steps at most, from 1.
    **study
        As for `tarotsim.study_poignee`: ``players``, ``seed``, ``given``, ``auction``,
        ``seats`` and others, but no ``strategies``.

    Returns
    -------
    SilenceEquilibrium

    Raises
    ------
    TarotError
        For anything that is not allowed; says what is.

    Notes
    -----
    All seats are `expert` with ``silence`` at the belief. The answer is the share of
    cases in bands of the estimated chance to win whose mean gain is above 0. Its bounds
    count bands by their own 95 % intervals; together they are no 95 % interval of the
    share, and bands are judged by the cases that they then count. Each step has the
    same seed, so that the steps differ by the belief alone.

    Examples
    --------
    >>> from tarotsim.studies.silence import silence_equilibrium
    >>> found = silence_equilibrium(played=50, seed=1, steps=1, auction="best:garde")
    >>> [step.belief for step in found.steps]
    [1.0]
    """
    if not _is_number(start) or not 0 <= start <= 1:
        raise TarotError(f"start must be a number from 0 to 1, not {start!r}")
    if not _is_number(damping) or not 0 < damping <= 1:
        raise TarotError(f"damping must be above 0, and 1 at most, not {damping!r}")
    if isinstance(steps, bool) or not isinstance(steps, int) or steps < 1:
        raise TarotError(f"steps must be a whole number from 1, not {steps!r}")
    if "strategies" in study:
        raise TarotError("strategies cannot be given: all seats are experts")
    belief, tried = float(start), []
    for _ in range(steps):
        spec = f"expert(silence={belief!r})"
        step = SilenceStep(belief, study_poignee(deals, strategies=spec, **study))
        tried.append(step)
        answer = step.response
        if step.is_equilibrium or answer is None or step.study.interrupted:
            break
        belief += damping * (answer - belief)
    last = tried[-1]
    done = last.is_equilibrium and not last.study.interrupted
    return SilenceEquilibrium(tuple(tried), done)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
