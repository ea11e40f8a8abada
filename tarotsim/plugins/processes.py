"""Processes that Ctrl-C does not reach, and that are ended with all they started."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["IS_POSIX", "how_it_ended", "kill_all", "start_apart"]

IS_POSIX = os.name != "nt"


def start_apart(command: Sequence[str], **options: Any) -> subprocess.Popen[bytes]:
    """Start a program; Ctrl-C at the terminal is for the caller, who then ends it.

    Parameters
    ----------
    command : sequence of str
        The program and its arguments; no shell is started.
    **options
        Of `subprocess.Popen`.
    """
    apart: dict[str, Any] = {"start_new_session": True}
    if not IS_POSIX:
        flag = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
        apart = {"creationflags": flag}
    return subprocess.Popen(list(command), **options, **apart)


def kill_all(process: subprocess.Popen[bytes]) -> None:
    """Kill a program with its children: a script may be around what works."""
    if IS_POSIX:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        tree = ["taskkill", "/T", "/F", "/PID", str(process.pid)]
        subprocess.run(tree, capture_output=True, check=False)
    process.wait()


def how_it_ended(code: int) -> str:
    """Return the exit code of a process in words."""
    return f"exit code {code}" if code >= 0 else f"signal {-code}"
