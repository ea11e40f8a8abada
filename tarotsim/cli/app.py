"""The application that the commands register with, and its own options."""

from __future__ import annotations

from typing import Annotated

import typer

from tarotsim import __version__

__all__ = ["app"]

app = typer.Typer(
    name="tarotsim",
    help="A laboratory for French tarot at 3, 4 and 5 players.",
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(value: bool) -> None:
    if value:
        print(f"tarotsim {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_version,
            is_eager=True,
            help="Show the version and exit.",
        ),
    ] = False,
    traceback: Annotated[
        bool,
        typer.Option(
            "--traceback", help="Show the traceback of an error; may stand anywhere."
        ),
    ] = False,
) -> None:
    """Take the options before a command; `main` deals with ``--traceback``."""
