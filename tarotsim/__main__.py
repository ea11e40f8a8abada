"""``python -m tarotsim``."""

from tarotsim.cli import main

if __name__ == "__main__":
    main()
