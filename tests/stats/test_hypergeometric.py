"""The counting of draws against listing every single draw."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tarotsim.stats.hypergeometric import CardClass, count_ways

card_classes = st.lists(
    st.builds(
        CardClass,
        st.integers(1, 3),
        st.tuples(st.integers(0, 2), st.integers(0, 1)),
        st.tuples(st.integers(0, 1)),
    ),
    min_size=1,
    max_size=3,
)


def list_ways(
    classes: list[CardClass], own: int, place: int, *, counts_own: bool
) -> dict[tuple[tuple[int, ...], tuple[int, ...]], int]:
    """Deal every own hand and every place, card by card."""
    pack = [kind for kind in classes for _ in range(kind.size)]
    ways: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter()
    for mine in combinations(range(len(pack)), own):
        rest = [card for card in range(len(pack)) if card not in mine]
        for there in combinations(rest, place):
            counted = (*mine, *there) if counts_own else there
            totals = tuple(
                sum(pack[card].values[i] for card in counted) for i in (0, 1)
            )
            held = (sum(pack[card].marks[0] for card in mine),)
            ways[totals, held] += 1
    return dict(ways)


@given(card_classes, st.integers(0, 4), st.integers(0, 4), st.booleans())
def test_count_ways_equals_listing(
    classes: list[CardClass], own: int, place: int, counts_own: bool
) -> None:
    size = sum(kind.size for kind in classes)
    own = min(own, size)
    place = min(place, size - own)
    counted = count_ways(classes, own, place, counts_own=counts_own)
    assert counted == list_ways(classes, own, place, counts_own=counts_own)
