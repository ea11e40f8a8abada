"""The process of the command line: streams, signals, errors and exit codes."""

from __future__ import annotations

import codecs
import io
import itertools
import os
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import typer

from tarotsim.cli.app import app
from tarotsim.cli.options import EXIT_INTERRUPTED
from tarotsim.game.cards import SUIT_LETTERS, SUIT_SIGNS
from tarotsim.game.errors import TarotError

__all__ = ["main"]

EXIT_USAGE = 2

_SPELLED = "tarotsim.spelled"
_SPELLING = str.maketrans(
    {**dict(zip(SUIT_SIGNS, SUIT_LETTERS, strict=True)), "─": "-", "…": "."}
)

_ClickException: type[Exception] = next(
    kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException"
)
"""Base of the parser's errors, which typer does not export by name."""


def _fail(error: BaseException, message: str, *, show_traceback: bool) -> NoReturn:
    if show_traceback:
        traceback.print_exception(error)
    print(f"tarotsim: error: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(EXIT_USAGE)


def _usage_message(error: Exception, given: list[str]) -> str:
    """Return a parser's message, with the value it refused."""
    message: str = getattr(error, "format_message", error.__str__)()
    options = getattr(getattr(error, "param", None), "opts", [])
    values = [b for a, b in itertools.pairwise(given) if a in options]
    refused = f", given {values[-1]!r}" if values else ""
    if refused and repr(values[-1]) in message:
        refused = ""
    return f"{message.rstrip('.')}{refused} (try --help)"


def _spell(error: UnicodeError) -> tuple[str, int]:
    """Write what an encoding lacks: suits as letters, the rest by its number."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end].translate(_SPELLING)
    spelled = signs.encode("ascii", "backslashreplace").decode("ascii")
    return spelled, error.end


codecs.register_error(_SPELLED, _spell)


def _prepare_process() -> None:
    """Make streams lossless, warnings one line, a request to end like Ctrl-C."""
    warnings.formatwarning = _format_warning
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            # Closed by the caller: what is written there goes nowhere.
            nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
            setattr(sys, name, nowhere)
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_SPELLED)
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.default_int_handler)


def _format_warning(message: Warning | str, *args: object, **kwargs: object) -> str:
    return f"tarotsim: warning: {message}\n"


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit.

    Exit codes: 0 done, 1 checked and found wanting, 2 something given was not allowed
    (one line says what), 130 interrupted. ``--traceback`` anywhere shows the traceback
    of an error.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    show_traceback = "--traceback" in given
    given = [argument for argument in given if argument != "--traceback"]
    _prepare_process()
    command: Callable[..., Any] = typer.main.get_command(app)
    try:
        # Without a command the help is the answer.
        code = command(given or ["--help"], prog_name="tarotsim", standalone_mode=False)
        sys.stdout.flush()
    except TarotError as error:
        _fail(error, str(error), show_traceback=show_traceback)
    except _ClickException as error:
        message = _usage_message(error, given)
        _fail(error, message, show_traceback=show_traceback)
    except (KeyboardInterrupt, typer.Abort):
        print("interrupted", file=sys.stderr)
        sys.exit(EXIT_INTERRUPTED)
    except BrokenPipeError:
        # The reader has gone, as with `| head`: the parser's code for that is 1.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        message = f"cannot use {error.filename}: {error.strerror}"
        message = message if error.filename and error.strerror else str(error)
        _fail(error, message, show_traceback=show_traceback)
    sys.exit(code if isinstance(code, int) else 0)
