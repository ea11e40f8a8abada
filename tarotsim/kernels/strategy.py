"""Policies and the strategies made of them, which Python code may ask too."""

from __future__ import annotations

import ctypes
import functools
import inspect
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.game.errors import TarotError
from tarotsim.game.layout import Stage
from tarotsim.game.strategy import DECISIONS, Refused, default_answer
from tarotsim.kernels._jit import IS_COMPILED, compile_callback
from tarotsim.kernels.asking import (
    DECLINED,
    PLAIN_SIGNATURE,
    SCRATCH_WORDS,
    SET_SIGNATURE,
    whole_answer,
)
from tarotsim.kernels.blocks import legal_words, private_block, public_block
from tarotsim.kernels.deal import HIDE_DEFAULT
from tarotsim.kernels.meaning import read_answer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy.typing as npt

    from tarotsim.game.view import SeatView

    Numbers = npt.NDArray[np.float64]

__all__ = ["CompiledStrategy", "Policy", "policy"]

_WITH_OUT = ("ecart", "poignee")


class Policy:
    """A function that decides, compiled when it is first needed.

    Parameters
    ----------
    function : callable
        Of six arguments, or seven with ``out``.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.has_out = len(inspect.signature(function).parameters) == 7
        self._callback: Any = None

    @property
    def signature(self) -> Any:
        """Types that the function is compiled for."""
        return SET_SIGNATURE if self.has_out else PLAIN_SIGNATURE

    @property
    def callback(self) -> Any:
        """The compiled C function."""
        if self._callback is None:
            self._callback = compile_callback(self.function, self.signature)
        return self._callback

    @property
    def address(self) -> Any:
        """What goes into the table: a C address; the function without compilation."""
        return self.callback.address if IS_COMPILED else self.function

    def __call__(self, *blocks: Any) -> int:
        """Ask once, with arrays as blocks; runs the same machine code as the engine."""
        if not IS_COMPILED:
            return whole_answer(self.function(*blocks))
        pointers = [
            block.ctypes.data if isinstance(block, np.ndarray) else int(block)
            for block in blocks
        ]
        kinds = [
            ctypes.c_void_p if isinstance(block, np.ndarray) else ctypes.c_uint64
            for block in blocks
        ]
        prototype = ctypes.CFUNCTYPE(ctypes.c_int64, *kinds)
        return int(prototype(self.address)(*pointers))


def policy(function: Callable[..., Any]) -> Policy:
    """Make a policy of a module-level function; nothing is compiled yet."""
    return Policy(function)


@dataclass(frozen=True, slots=True)
class CompiledStrategy:
    """The policies of a strategy and their parameters.

    It has the six methods of a strategy too, which run the same machine code: the
    reference engine asks them, and so does Python code that builds on it.

    Parameters
    ----------
    policies : mapping of str to Policy
        By decision; a decision that is missing takes the default of
        `tarotsim.game.strategy.Strategy`.
    params : sequence of float, optional
        What its policies find in ``params``.
    overrides : mapping of str to (Policy, sequence of float), optional
        Policies that are asked first, with parameters of their own.
    name : str, optional
        For messages.

    Raises
    ------
    TypeError
        For an unknown decision, or a policy with the signature of another decision.
    """

    policies: Mapping[str, Policy]
    params: Sequence[float] = ()
    overrides: Mapping[str, tuple[Policy, Sequence[float]]] = field(
        default_factory=dict
    )
    name: str = "compiled"

    _asked: dict[str, list[tuple[Policy, Numbers]]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _scratch: list[npt.NDArray[np.uint64]] = field(
        default_factory=list, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        chosen = [*self.policies.items()]
        chosen += [(decision, pair[0]) for decision, pair in self.overrides.items()]
        for decision, rule in chosen:
            if decision not in DECISIONS:
                known = ", ".join(DECISIONS)
                raise TypeError(f"unknown decision {decision!r}; allowed: {known}")
            if rule.has_out != (decision in _WITH_OUT):
                count = 7 if decision in _WITH_OUT else 6
                message = f"a policy for {decision} takes {count} arguments"
                raise TypeError(
                    f"{message}, not {13 - count}: {rule.function.__name__}"
                )

    def bid(self, view: SeatView) -> Any:
        """Speak in the auction (R3)."""
        return self._ask(view)

    def call(self, view: SeatView) -> Any:
        """Call a card (R5.2)."""
        return self._ask(view)

    def ecart(self, view: SeatView) -> Any:
        """Discard (R4)."""
        return self._ask(view)

    def chelem(self, view: SeatView) -> Any:
        """Announce a slam (R12)."""
        return self._ask(view)

    def poignee(self, view: SeatView) -> Any:
        """Show a poignée (R10)."""
        return self._ask(view)

    def play(self, view: SeatView) -> Any:
        """Play a card (R9)."""
        return self._ask(view)

    def _ask(self, view: SeatView) -> Any:
        """Return the answer of the policy, or the reason why it is none."""
        blocks = [public_block(view), private_block(view)]
        legal = [np.uint64(word) for word in legal_words(view)]
        try:  # as it was left; none is there while other threads ask
            scratch = self._scratch.pop()
        except IndexError:
            scratch = np.zeros(SCRATCH_WORDS, dtype=np.uint64)
        out = np.zeros(2, dtype=np.uint64)
        if view.stage is Stage.POIGNEE:
            out[0] = HIDE_DEFAULT
        answer, decision = DECLINED, view.stage.label
        for rule, params in self._policies(decision):
            asked = [*blocks, *legal, params, scratch]
            answer = rule(*asked, out) if rule.has_out else rule(*asked)
            if answer != DECLINED:
                break
        self._scratch.append(scratch)
        if answer == DECLINED and decision not in self.policies:
            return default_answer(view)
        try:
            return read_answer(view.stage, answer, out, view.rules.chien_size)
        except TarotError as error:
            return Refused(error)

    def _policies(self, decision: str) -> list[tuple[Policy, Numbers]]:
        """Return who is asked, with parameters: the override first."""
        if decision not in self._asked:
            asked = []
            if decision in self.overrides:
                rule, params = self.overrides[decision]
                asked.append((rule, np.array([*params, 0.0])))
            if decision in self.policies:
                own = np.array([*self.params, 0.0])
                asked.append((self.policies[decision], own))
            self._asked[decision] = asked
        return self._asked[decision]
