"""Players that are programs of their own, in any language.

A program reads JSON lines on its standard input and answers questions with JSON lines
on its standard output, one process for each seat. ``docs/external.md`` describes the
protocol, ``strategies/examples`` has players in Python and C.
"""

from __future__ import annotations

import collections
import contextlib
import json
import queue
import shlex
import subprocess
import threading
import time
import weakref
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any

from tarotsim.game.errors import NotationError, StrategyError
from tarotsim.game.strategy import Refused, Strategy
from tarotsim.plugins.processes import (
    IS_POSIX,
    how_it_ended,
    kill_all,
    start_apart,
)
from tarotsim.plugins.protocol import (
    PROTOCOL,
    events,
    question,
    read_answer,
    refusal,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tarotsim.game.cards import Card
    from tarotsim.game.rules import Contract
    from tarotsim.game.strategy import PoigneeAnswer
    from tarotsim.game.view import SeatView

__all__ = ["External", "external"]

_LINE_LIMIT = 1 << 20
"""Octets of a line beyond which a program is not speaking the protocol."""

_STDERR_LINES = 5
"""Last lines of a program's standard error that an error quotes."""

_PATIENCE = 1.0
"""Seconds for a program to end by itself once its input is closed."""

_END = None
"""What the queue of lines holds when the program has closed its output."""


@dataclass(frozen=True)
class External(Strategy):
    """A program of its own that answers questions over standard input and output.

    Parameters
    ----------
    command : tuple of str
        The program and its arguments. It is started without a shell.
    timeout : float, optional
        Seconds that an answer may take, the start of the program included.

    Notes
    -----
    Each seat has a process of its own, started at its first decision and ended with
    the strategy. A process lives through many deals. It is told what its seat sees,
    never the seed, the number of a deal or the seat's key.
    """

    name = "external"

    command: tuple[str, ...]
    timeout: float = 10.0
    _programs: dict[int, _Program] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        """Check the parameters, and see to it that no process is left behind."""
        parts = self.command
        is_command = isinstance(parts, tuple) and all(isinstance(p, str) for p in parts)
        if not is_command or not parts or not parts[0]:
            message = f"command must be a program and its arguments, not {parts!r}"
            raise StrategyError(message)
        is_number = isinstance(self.timeout, (int, float)) and self.timeout is not True
        if not (is_number and 0 < self.timeout <= threading.TIMEOUT_MAX):
            message = f"timeout must be a number of seconds above 0: {self.timeout!r}"
            raise StrategyError(message)
        weakref.finalize(self, _end_all, self._programs)

    def __reduce__(self) -> tuple[Any, ...]:
        """Rebuild from the parameters: processes do not travel."""
        return (External, (self.command, self.timeout))

    def close(self) -> None:
        """End the processes; the next question starts them anew."""
        _end_all(self._programs)

    def _ask(self, view: SeatView) -> Any:
        program = self._programs.get(view.seat)
        if program is None:
            program = _Program(self.command, self.timeout)
            self._programs[view.seat] = program
        try:
            program.tell(events(view))
            answer = program.ask(question(view))
            meant = read_answer(view, answer)
            refused = refusal(view, answer, meant)
            return meant if refused is None else Refused(refused)
        except NotationError as error:
            self._programs.pop(view.seat).end()
            raise StrategyError(f"{program}: {error}") from error
        except BaseException:
            # Its state is not known any more: after Ctrl-C it may be in mid-answer.
            self._programs.pop(view.seat).end()
            raise

    def bid(self, view: SeatView) -> Contract:
        """Ask for a bid."""
        answer: Contract = self._ask(view)
        return answer

    def call(self, view: SeatView) -> Card:
        """Ask for the card to call."""
        answer: Card = self._ask(view)
        return answer

    def ecart(self, view: SeatView) -> tuple[Card, ...]:
        """Ask for the discard."""
        answer: tuple[Card, ...] = self._ask(view)
        return answer

    def chelem(self, view: SeatView) -> bool:
        """Ask whether a slam is announced."""
        answer: bool = self._ask(view)
        return answer

    def poignee(self, view: SeatView) -> PoigneeAnswer:
        """Ask whether to show a poignée, and which."""
        answer: PoigneeAnswer = self._ask(view)
        return answer

    def play(self, view: SeatView) -> Card:
        """Ask for a card."""
        answer: Card = self._ask(view)
        return answer


def external(
    command: str | list[str] | tuple[str, ...], timeout: float = 10.0
) -> External:
    """Seat a program that speaks the line protocol, in any language.

    Parameters
    ----------
    command : str, list or tuple of str
        The program with its arguments: ``"python3 player.py"`` or
        ``["./player", "--level", "3"]``. A text is split as a shell would; no shell
        is started.
    timeout : float, optional
        Seconds that an answer may take.

    Returns
    -------
    External

    Raises
    ------
    StrategyError
        If the command is empty or the timeout is not above 0. At the table: if the
        program cannot be started, ends, takes too long or answers nonsense.
    """
    if isinstance(command, str):
        try:
            parts = shlex.split(command, posix=IS_POSIX)
        except ValueError as error:
            raise StrategyError(f"cannot read {command!r}: {error}") from error
        if not parts:
            message = f"command must be a program and its arguments, not {command!r}"
            raise StrategyError(message)
        # Where a backslash separates folders, quotes are not taken off.
        return External(
            tuple(parts if IS_POSIX else (part.strip("\"'") for part in parts)),
            timeout,
        )
    return External(tuple(command) if isinstance(command, list) else command, timeout)


class _Program:
    """A running program: told what happened, asked questions.

    Two threads read what it writes, so that an answer can be waited for on every
    system and a talkative standard error never blocks it.
    """

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self._command = shlex.join(command)
        self._timeout = timeout
        self._told: list[dict[str, Any]] = []
        try:
            self._process = start_apart(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise StrategyError(f"cannot start {self}: {reason}") from error
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._errors: collections.deque[bytes] = collections.deque(maxlen=_STDERR_LINES)
        self._readers = [
            _reader(self._process.stdout, self._lines.put, end=True),
            _reader(self._process.stderr, self._errors.append),
        ]
        try:
            self._greet()
        except BaseException:
            self.end()
            raise

    def __str__(self) -> str:
        return f"the program {self._command!r}"

    def _greet(self) -> None:
        hello = {"type": "hello", "protocol": PROTOCOL}
        self._write([hello], "before it answered 'hello'")
        reply = self._read(
            "'hello'",
            hint="a program reads line by line and flushes what it writes, or its "
            "answer waits in a buffer (`mawk -W interactive`, `python -u`, "
            "`stdbuf -oL`)",
        )
        if reply.get("protocol") != PROTOCOL:
            message = f"{self} answered 'hello' with {_shown(reply)}"
            expected = json.dumps({"protocol": PROTOCOL})
            raise StrategyError(f"{message}; expected: {expected}")

    def tell(self, seen: list[dict[str, Any]]) -> None:
        """Say what is new; from the start if it is another deal."""
        known = len(self._told)
        is_next = seen[:known] == self._told
        self._write(seen[known:] if is_next else seen, "while it was told the news")
        self._told = seen

    def ask(self, asked: dict[str, Any]) -> Any:
        """Return the value of the answer to a question."""
        if not self._lines.empty():
            line = self._lines.get()
            if line is not _END:
                raise StrategyError(f"{self} wrote {_shown(line)} without being asked")
            raise self._ended("before it was asked")
        what = f"the question {asked['decision']!r}"
        self._write([asked], f"before it answered {what}")
        reply = self._read(what)
        if "error" in reply:
            raise StrategyError(f"{self} gives up: {_shown(reply['error'])}")
        if "answer" not in reply:
            message = f"{self} answered {_shown(reply)}"
            raise StrategyError(f'{message}; expected: {{"answer": ...}}')
        return reply["answer"]

    def _write(self, messages: Iterable[dict[str, Any]], when: str) -> None:
        text = "".join(
            json.dumps(message, separators=(",", ":")) + "\n" for message in messages
        )
        pipe = self._process.stdin
        assert pipe is not None
        try:
            pipe.write(text.encode())
            pipe.flush()
        except OSError as error:
            raise self._ended(when) from error

    def _read(self, what: str, hint: str = "") -> dict[str, Any]:
        try:
            line = self._lines.get(timeout=self._timeout)
        except queue.Empty:
            message = f"{self} did not answer {what} within {self._timeout:g} s"
            raise StrategyError(f"{message}; {hint}" if hint else message) from None
        if line is _END:
            raise self._ended(f"before it answered {what}")
        try:
            reply = json.loads(line)
        except (ValueError, RecursionError):
            reply = None
        if not isinstance(reply, dict):
            message = f"{self} answered {what} with {_shown(line)}"
            raise StrategyError(f"{message}; expected: a JSON object on one line")
        return reply

    def _ended(self, when: str) -> StrategyError:
        """Return the error of a program that has gone, with its last words."""
        self.close_input()
        try:
            code = self._process.wait(timeout=_PATIENCE)
            message = f"{self} ended ({how_it_ended(code)}) {when}"
        except subprocess.TimeoutExpired:
            message = f"{self} closed its output {when}"
        for reader in self._readers:
            reader.join(timeout=_PATIENCE)
        if self._errors:
            last = b" | ".join(line.strip() for line in self._errors)
            message += f"; its last words: {last.decode(errors='backslashreplace')}"
        return StrategyError(message)

    def close_input(self) -> None:
        """Let the program see that nothing more will be asked."""
        with contextlib.suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()

    def end(self, patience: float = 0.0) -> None:
        """End the program, and what it has started, if it does not end by itself."""
        self.close_input()
        try:
            self._process.wait(timeout=patience)
        except subprocess.TimeoutExpired:
            kill_all(self._process)


def _end_all(programs: dict[int, _Program]) -> None:
    """End programs that may have much to do at their end: all at once."""
    ending = [programs.pop(seat) for seat in list(programs)]
    for program in ending:
        program.close_input()
    until = time.monotonic() + _PATIENCE
    for program in ending:
        program.end(max(0.0, until - time.monotonic()))


def _reader(stream: Any, put: Any, *, end: bool = False) -> threading.Thread:
    """Start a thread that hands on the lines of a stream."""

    def read(stream: IO[bytes]) -> None:
        with stream, contextlib.suppress(OSError):
            while line := stream.readline(_LINE_LIMIT):
                put(line)
        if end:
            put(_END)

    thread = threading.Thread(target=read, args=(stream,), daemon=True)
    thread.start()
    return thread


def _shown(value: object) -> str:
    """Return what a program said, cut to a readable length."""
    text = value.decode(errors="backslashreplace") if isinstance(value, bytes) else None
    text = json.dumps(value) if text is None else repr(text.rstrip("\n"))
    return text if len(text) <= 200 else text[:200] + "..."
