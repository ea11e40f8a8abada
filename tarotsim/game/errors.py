"""The errors of the package: each says what was given, what is allowed and the rule."""

from __future__ import annotations

__all__ = [
    "IllegalActError",
    "NotationError",
    "RulesError",
    "StrategyError",
    "TarotError",
]


class TarotError(ValueError):
    """Base of every error that a caller of the package may expect."""


class NotationError(TarotError):
    """Cards, hands or records that cannot be read.

    Parameters
    ----------
    message : str
        The whole message, one problem a line.
    problems : tuple of str, optional
        The single problems, when several were found at once.
    """

    def __init__(self, message: str, problems: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.problems = problems or (message,)


class RulesError(TarotError):
    """A table, an option or a situation that the rules do not know."""


class IllegalActError(TarotError):
    """An act that the rules forbid in this situation.

    Parameters
    ----------
    message : str
        What was tried and why it is refused.
    rule : str
        Number of the rule, such as ``"R9.3"``.
    allowed : str, optional
        What would have been legal, in words.
    """

    def __init__(self, message: str, rule: str, allowed: str = "") -> None:
        text = f"{message} ({rule})"
        if allowed:
            text += f"; allowed: {allowed}"
        super().__init__(text)
        self.rule = rule
        self.allowed = allowed

    def at(self, where: str) -> IllegalActError:
        """Return the same error with the place where it happened in front."""
        return _rebuild_illegal_act(f"{where}: {self}", self.rule, self.allowed)

    def __reduce__(self) -> tuple[object, ...]:
        """Rebuild from the finished text, so that workers can send it back."""
        return (_rebuild_illegal_act, (str(self), self.rule, self.allowed))


def _rebuild_illegal_act(text: str, rule: str, allowed: str) -> IllegalActError:
    error = IllegalActError.__new__(IllegalActError)
    ValueError.__init__(error, text)
    error.rule = rule
    error.allowed = allowed
    return error


class StrategyError(TarotError):
    """A strategy that cannot be loaded, or that failed inside a decision.

    The message names the strategy, the seat and how to play the deal again.
    """
