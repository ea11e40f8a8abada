"""The command line: one thin command for each public function.

Heavy modules are imported inside the commands, so that ``--help`` answers at once. The
help lists the commands in the order of the imports here.
"""

from tarotsim.cli import runs, studies, advice, what_if, deals, knowledge  # noqa: F401, I001
from tarotsim.cli.app import app
from tarotsim.cli.process import main

__all__ = ["app", "main"]
