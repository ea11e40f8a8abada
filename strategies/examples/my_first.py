"""A strategy in one file: load it as ``strategies/examples/my_first.py:MyFirst``."""

from typing import ClassVar

from tarotsim.game.rules import Contract
from tarotsim.game.view import SeatView
from tarotsim_strategies.point_count import PointCount


class MyFirst(PointCount):
    """Play as `PointCount`, but bid by the school rule: trumps and bouts, no count."""

    name: ClassVar[str] = "my_first"

    def bid(self, view: SeatView) -> Contract:
        """Take a garde with enough trumps for the bouts held, else pass."""
        needed = {0: 8, 1: 7, 2: 6, 3: 6}[len(view.bouts)]
        strong = len(view.trumps) >= needed
        can_take = strong and Contract.GARDE in view.legal
        return Contract.GARDE if can_take else Contract.PASS
