"""``python -m tarotsim``, and the command ``tarotsim``."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line; a Ctrl-C while it is being loaded ends quietly too."""
    try:
        from tarotsim.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
