"""Values as they are typed: whole numbers, numbers and paths, and how they are refused.

The parser's own readers take what Python does: digits of every script, ``nan``, and an
empty text for the working folder. These take what a person means, and say what to write
instead.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import typer

__all__ = ["as_number", "as_path", "as_whole"]

_WHOLE = re.compile(r"[-+]?[0-9]+(?:_[0-9]+)*")
_NUMBER = re.compile(r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?")
_GROUPED = re.compile(r"[0-9]{1,3}(?:[ ,.'\u2019\u00a0\u202f][0-9]{3})+")
_LONGEST = 24
"""Signs of a number: the largest that is allowed anywhere has 19 digits."""


def _short(value: Any) -> str:
    """Return what was typed for a number, if it is no longer than one can be."""
    text = str(value).strip()
    if len(text) > _LONGEST:
        raise typer.BadParameter(f"a number of {len(text)} signs is too long")
    return text


def as_whole(value: Any) -> int:
    """Read a whole number; a default that is one already stays.

    Raises
    ------
    typer.BadParameter
        If it is written otherwise; says how to write what may be meant.
    """
    if isinstance(value, int):
        return value
    text = _short(value)
    if _WHOLE.fullmatch(text):
        return int(text)
    meant = ""
    if _GROUPED.fullmatch(text):
        meant = f"; write {re.sub('[^0-9]', '', text)}"
    elif _NUMBER.fullmatch(text) and abs(float(text)) < 1e19:
        amount = float(text)
        meant = f"; write {amount:.0f}" if amount.is_integer() else ""
    raise typer.BadParameter(f"{value!r} is no whole number in digits 0 to 9{meant}")


def as_number(value: Any) -> float:
    """Read a number with a decimal point; a default that is one already stays.

    Raises
    ------
    typer.BadParameter
        If it is written otherwise.
    """
    if isinstance(value, (int, float)):
        return float(value)
    text = _short(value)
    if _NUMBER.fullmatch(text):
        return float(text)
    pointed = text.replace(",", ".")
    meant = f"; write {pointed}" if _NUMBER.fullmatch(pointed) else ", such as 0.5"
    raise typer.BadParameter(f"{value!r} is no number in digits 0 to 9{meant}")


def as_path(value: Any) -> Path:
    """Read a path.

    Raises
    ------
    typer.BadParameter
        If it is empty, which Python would take for the working folder, or ``-``.
    """
    if not str(value).strip():
        raise typer.BadParameter(f"{value!r} is no path: nothing is in it")
    if str(value) == "-":
        message = "standard input and output have no name here; for a file write ./-"
        raise typer.BadParameter(f"'-': {message}")
    return Path(value)
