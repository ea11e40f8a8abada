"""One decision overridden: the arms of a study, for both engines."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tarotsim.engine.callbacks import ObjectStrategy, SeatedStrategy
from tarotsim.game.strategy import Strategy, override
from tarotsim.kernels.policies import CompiledStrategy, Policy, highest, policy

if TYPE_CHECKING:
    from collections.abc import Callable

    from tarotsim.game.rules import Poignee
    from tarotsim.game.view import SeatView

__all__ = ["SHOW_HIGHEST", "STAY_SILENT", "Override"]


@dataclass(frozen=True, slots=True)
class Override:
    """A decision made for a seat, whatever its strategy says.

    Parameters
    ----------
    decision : str
        One of the six decisions.
    function : callable
        From a `SeatView` to the answer, for the reference engine.
    policy : Policy
        The same, for the compiled engine.
    """

    decision: str
    function: Callable[[SeatView], Any]
    policy: Policy

    def apply(self, strategy: Strategy) -> Strategy:
        """Return the strategy with this decision replaced, for the reference engine."""
        return override(strategy, **{self.decision: self.function})

    def apply_compiled(self, strategy: SeatedStrategy) -> SeatedStrategy:
        """Return the strategy with this decision replaced, for the compiled engine."""
        if isinstance(strategy, ObjectStrategy):
            return replace(strategy, compiled=self._policies(strategy.compiled))
        return self._policies(strategy)

    def _policies(self, strategy: CompiledStrategy) -> CompiledStrategy:
        chosen = {**strategy.overrides, self.decision: (self.policy, ())}
        return replace(strategy, overrides=chosen)


def _show_highest(view: SeatView) -> Poignee:
    level: Poignee = view.legal[-1].level
    return level


def _stay_silent(view: SeatView) -> None:
    return None


@policy
def _highest_level(
    public: Any,
    private: Any,
    suits: Any,
    trumps: Any,
    params: Any,
    scratch: Any,
    out: Any,
) -> Any:
    return highest(suits)


@policy
def _no_level(
    public: Any,
    private: Any,
    suits: Any,
    trumps: Any,
    params: Any,
    scratch: Any,
    out: Any,
) -> Any:
    return 0


SHOW_HIGHEST = Override("poignee", _show_highest, _highest_level)
"""Show the highest poignée there is, the usual trumps hidden."""
STAY_SILENT = Override("poignee", _stay_silent, _no_level)
"""Show no poignée."""
