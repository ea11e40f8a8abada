"""Two entrants in free bidding: who sits where, and what a deal says of them.

Each way to seat two entrants is played with its mirror image, in which they change
seats: so each hand is held once by either, with the other seats changed too.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.game.layout import Outcome
from tarotsim.game.rules import CONTRACTS
from tarotsim.stats.intervals import judged, wilson
from tarotsim.studies.contest import Contest, Vectors
from tarotsim.studies.lines import Line

if TYPE_CHECKING:
    import numpy.typing as npt

    from tarotsim.stats.intervals import Estimate
    from tarotsim.stats.joint import JointMoments

__all__ = [
    "ROLES",
    "by_contract",
    "by_role",
    "columns",
    "difference",
    "field_columns",
    "play_field",
    "play_pair",
    "play_way",
    "rating",
    "seatings",
]

ROLES = ("taker", "partner", "defender")
_NOBODY, _TAKER, _PARTNER, _DEFENDER = range(4)


def seatings(players: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats of one entrant in each way to seat two, but for mirror images.

    Parameters
    ----------
    players : int
        3, 4 or 5: one, two or two seats are taken, the other entrant has the rest.

    Examples
    --------
    >>> seatings(4)
    ((0, 1), (0, 2), (0, 3))
    """
    ways = combinations(range(players), players // 2)
    # At an even table the mirror image of a way is another of them.
    return tuple(w for w in ways if players % 2 or 0 in w)


def columns() -> tuple[str, ...]:
    """Return the columns of a deal's vector; ``a`` and ``b`` are the entrants.

    ``score.0.1``: sum of a's scores, points, that of b being its opposite.
    ``uneven.0.1``: 1 if that is not 0, and ``uneven`` of each role and each contract,
    the same there. For each role:
    seats that either had in it, ``n``, and the sum of their scores. For each contract:
    the same for its takers, ``made``, and ``score``, a's sum over all seats.
    """
    names = ["score.0.1", "uneven.0.1"]
    for role in ROLES:
        names.append(f"{role}.uneven")
        names += [f"{role}.{who}.{what}" for who in "ab" for what in ("n", "score")]
    for contract in CONTRACTS:
        label = contract.label
        names += [f"{label}.score", f"{label}.uneven"]
        names += [
            f"{label}.{who}.{what}" for who in "ab" for what in ("n", "score", "made")
        ]
    return tuple(names)


def _scores(rows: npt.NDArray[Any], players: int) -> npt.NDArray[np.int64]:
    return np.stack([rows[f"score_{seat}"] for seat in range(players)], axis=1).astype(
        np.int64
    )


def _roles(rows: npt.NDArray[Any], players: int) -> npt.NDArray[np.int64]:
    """Return the role of each seat; nobody's in a deal that was not played."""
    seats = np.arange(players)
    is_played = rows["outcome"] == Outcome.PLAYED
    roles = np.where(is_played, _DEFENDER, _NOBODY)[:, None].repeat(players, axis=1)
    roles[seats == rows["partner"][:, None]] = _PARTNER
    roles[seats == rows["taker"][:, None]] = _TAKER
    return roles


def _add_play(
    found: dict[str, npt.NDArray[np.int64]],
    rows: npt.NDArray[Any],
    is_a: npt.NDArray[np.bool_],
) -> None:
    """Count one play of some deals in, with the seats that a has."""
    players = len(is_a)
    scores, roles = _scores(rows, players), _roles(rows, players)
    found["score.0.1"] += scores[:, is_a].sum(axis=1)
    for number, role in enumerate(ROLES, start=1):
        in_role = roles == number
        for who, seats in (("a", is_a), ("b", ~is_a)):
            found[f"{role}.{who}.n"] += in_role[:, seats].sum(axis=1)
            found[f"{role}.{who}.score"] += (scores * in_role)[:, seats].sum(axis=1)
    takers = roles == _TAKER
    for contract in CONTRACTS:
        label, is_it = contract.label, rows["contract"] == contract
        found[f"{label}.score"] += scores[:, is_a].sum(axis=1) * is_it
        for who, seats in (("a", is_a), ("b", ~is_a)):
            has_taken = takers[:, seats].any(axis=1) & is_it
            found[f"{label}.{who}.n"] += has_taken
            found[f"{label}.{who}.made"] += has_taken & (rows["won"] == 1)
            own = (scores * takers)[:, seats].sum(axis=1)
            found[f"{label}.{who}.score"] += own * has_taken


def play_way(
    contest: Contest,
    numbers: npt.NDArray[np.int64],
    way: tuple[int, ...],
    pair: tuple[int, int] = (0, 1),
) -> Vectors:
    """Play some deals, each with its mirror image, the seats taken in one way.

    Parameters
    ----------
    contest : Contest
    numbers : int64 array (deals,)
    way : tuple of int
        Seats of ``a`` in the first play, and of ``b`` in the mirror image.
    pair : tuple of int, optional
        The entrants that are ``a`` and ``b``.

    Returns
    -------
    Vectors
        Columns as `columns` says.
    """
    players, (a, b) = contest.players, pair
    is_a = np.isin(np.arange(players), way)
    first = contest.play(np.where(is_a, a, b).tolist(), numbers, (a, b))
    second = contest.play(np.where(is_a, b, a).tolist(), numbers, (b, a))
    found = {name: np.zeros(len(numbers), dtype=np.int64) for name in columns()}
    _add_play(found, first, is_a)
    _add_play(found, second, ~is_a)
    found["uneven.0.1"] += found["score.0.1"] != 0
    for role in ROLES:
        gap = found[f"{role}.a.score"] - found[f"{role}.b.score"]
        found[f"{role}.uneven"] += gap != 0
    for contract in CONTRACTS:
        found[f"{contract.label}.uneven"] += found[f"{contract.label}.score"] != 0
    values = np.stack(list(found.values()), axis=1)
    return Vectors(values, first["outcome"] != Outcome.PETIT_SEC)


def play_pair(
    contest: Contest, numbers: npt.NDArray[np.int64], pair: tuple[int, int] = (0, 1)
) -> Vectors:
    """Play some deals with two entrants, each deal with its mirror image.

    Parameters
    ----------
    contest : Contest
    numbers : int64 array (deals,)
    pair : tuple of int, optional
        The entrants that are ``a`` and ``b``.

    Returns
    -------
    Vectors
        Columns as `columns` says.

    Notes
    -----
    Deal i has way ``i // players`` of `seatings`, in turn, so that over a full period
    each way meets each dealer.
    """
    ways = seatings(contest.players)
    values = np.zeros((len(numbers), len(columns())), dtype=np.int64)
    is_compared = np.zeros(len(numbers), dtype=bool)
    turn = numbers // contest.players % len(ways)
    for index, way in enumerate(ways):
        chosen = np.flatnonzero(turn == index)
        if len(chosen):
            found = play_way(contest, numbers[chosen], way, pair)
            values[chosen], is_compared[chosen] = found
    return Vectors(values, is_compared)


def field_columns(entrants: int) -> tuple[str, ...]:
    """Return the columns of a deal that every pair of some entrants plays.

    ``score`` and ``uneven`` of each pair, as `columns` says, the lower number being a;
    and for each entrant ``uneven``: 1 if its differences do not add up to 0.
    """
    pairs = list(combinations(range(entrants), 2))
    names = [f"{what}.{a}.{b}" for what in ("score", "uneven") for a, b in pairs]
    return (*names, *(f"uneven.{who}" for who in range(entrants)))


def play_field(contest: Contest, numbers: npt.NDArray[np.int64]) -> Vectors:
    """Play some deals with every pair of entrants.

    Returns
    -------
    Vectors
        Columns as `field_columns` says.
    """
    entrants = range(len(contest.entrants))
    pairs = list(combinations(entrants, 2))
    found = [play_pair(contest, numbers, pair) for pair in pairs]
    score = columns().index("score.0.1")
    scores = np.stack([vectors.values[:, score] for vectors in found], axis=1)
    signs = [[(a == who) - (b == who) for who in entrants] for a, b in pairs]
    uneven = [scores != 0, scores @ np.array(signs) != 0]
    return Vectors(np.hstack([scores, *uneven]), found[0].is_compared)


def difference(
    joint: JointMoments, players: int, pair: tuple[int, int] = (0, 1)
) -> Estimate:
    """Estimate what a hand scores more with a than with b, points.

    Parameters
    ----------
    joint : JointMoments
        Of the vectors of `play_pair` or `play_field`.
    players : int
    pair : tuple of int, optional
        The entrants that are ``a`` and ``b``.

    Returns
    -------
    Estimate
        Per deal and seat, the mean over the seats of a deal.
    """
    uneven = joint.total(f"uneven.{min(pair)}.{max(pair)}")
    return judged(joint.mean(_weights(*pair), players), uneven)


def rating(joint: JointMoments, players: int, who: int, entrants: int) -> Estimate:
    """Estimate the least-squares rating of an entrant, points per deal and seat.

    Parameters
    ----------
    joint : JointMoments
        Of the vectors of `play_field`.
    players, who, entrants : int
        Seats; the entrant, and how many there are.
    """
    weights: dict[str, int] = {}
    for other in range(entrants):
        if other != who:
            weights |= _weights(who, other)
    mean = joint.mean(weights, players * entrants)
    return judged(mean, joint.total(f"uneven.{who}"))


def _weights(a: int, b: int) -> dict[str, int]:
    # What a wins b loses: over both plays b's sum is the opposite of a's.
    return {f"score.{a}.{b}": 2} if a < b else {f"score.{b}.{a}": -2}


def by_role(joint: JointMoments, players: int) -> tuple[Line, ...]:
    """Compare the entrants in each role; roles are those that their bids brought.

    Parameters
    ----------
    joint, players
        As for `difference`.

    Returns
    -------
    tuple of Line
        The difference is that of the mean scores of the seats in that role, over other
        deals for a than for b where they bid otherwise. The details: these means
        ``a`` and ``b``; ``share_a`` and ``share_b``, how often a seat has that role;
        and ``contribution``, the share of that role in `difference`, points per deal
        and seat, which adds up over the roles.
    """
    roles = [role for role in ROLES if role != "partner" or players == 5]
    return tuple(
        _line(joint, role, players, {f"{role}.a.score": 1, f"{role}.b.score": -1})
        for role in roles
    )


def by_contract(joint: JointMoments, players: int) -> tuple[Line, ...]:
    """Compare the entrants as takers of each contract that somebody took.

    Parameters
    ----------
    joint, players
        As for `difference`.

    Returns
    -------
    tuple of Line
        As `by_role`, for takers; besides ``made_a`` and ``made_b``, the shares of
        contracts made. ``contribution`` is that of all seats in these deals.
    """
    return tuple(
        _line(joint, contract.label, players, {f"{contract.label}.score": 2})
        for contract in CONTRACTS
        if joint.total(f"{contract.label}.a.n") + joint.total(f"{contract.label}.b.n")
    )


def _line(
    joint: JointMoments, name: str, players: int, contribution: dict[str, int]
) -> Line:
    found: dict[str, Estimate] = {}
    cases = {who: joint.total(f"{name}.{who}.n") for who in "ab"}
    deals = [joint.evenly_spread(f"{name}.{who}.n") for who in "ab"]
    uneven = joint.total(f"{name}.uneven")
    for who, its in zip("ab", deals, strict=True):
        mean = joint.ratio(f"{name}.{who}.score", f"{name}.{who}.n")
        found[who] = judged(mean, its)
    for who in "ab":
        found[f"share_{who}"] = _share(joint, f"{name}.{who}.n", players)
        if f"{name}.{who}.made" in joint.names:
            made = joint.total(f"{name}.{who}.made")
            found[f"made_{who}"] = wilson(made, cases[who])
    found["contribution"] = judged(joint.mean(contribution, players), uneven)
    gap = joint.ratio_difference(
        (f"{name}.a.score", f"{name}.a.n"), (f"{name}.b.score", f"{name}.b.n")
    )
    return Line(
        name,
        judged(gap, uneven, *deals),
        wilson(uneven, joint.n),
        found,
    )


def _share(joint: JointMoments, name: str, players: int) -> Estimate:
    """Estimate how often a seat is counted, the seats of a deal taken together."""
    count = joint.combined({name: 1})
    usual = round(count.total / count.n) if count.n else 0
    # No fewer than the deals with another number of such seats than the usual one.
    unusual = count.squares - 2 * usual * count.total + usual * usual * count.n
    return judged(joint.mean({name: 1}, players), unusual)
