"""Commands run in this process: exit code, standard output, standard error."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from tarotsim.cli import main

Ran: TypeAlias = tuple[int, str, str]
Runner: TypeAlias = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Runner:
    """Return a function that runs a command: its exit code, what it printed."""

    def call(*arguments: str) -> Ran:
        with pytest.raises(SystemExit) as exit_info:
            main(list(arguments))
        captured = capsys.readouterr()
        code = exit_info.value.code
        assert isinstance(code, int)
        return code, captured.out, captured.err

    return call
