"""Entrants under an imposed contract: who takes, who is partner, who defends.

The taker of a deal is the same whoever plays, so that an entrant can be given a camp,
or a role, and everything else be left as it is.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tarotsim.game.errors import StrategyError
from tarotsim.game.layout import Outcome
from tarotsim.stats.intervals import judged, wilson
from tarotsim.studies.contest import Contest, Vectors
from tarotsim.studies.lines import Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy.typing as npt

    from tarotsim.stats.intervals import Estimate
    from tarotsim.stats.joint import JointMoments

__all__ = [
    "Arm",
    "all_arms",
    "arm_lines",
    "by_role",
    "camp_ratings",
    "columns",
    "difference",
    "has_marks",
    "match_points",
    "match_points_of",
    "percentage_of",
    "percentages",
    "play_arms",
    "play_camps",
    "rating",
]

_SIGNS = {"taker": 1, "partner": 1, "defender": -1}
"""With which u counts for each role."""


class Arm(NamedTuple):
    """Which entrant has which role.

    Parameters
    ----------
    taker, partner, defender : int
        Entrants; where nobody is partner that place says nothing.
    """

    taker: int
    partner: int
    defender: int

    @property
    def label(self) -> str:
        """A name for columns."""
        return f"{self.taker}.{self.partner}.{self.defender}"


def all_arms(entrants: Iterable[int], *, calls_king: bool) -> tuple[Arm, ...]:
    """Return every way to give the roles to entrants.

    Parameters
    ----------
    entrants : iterable of int
    calls_king : bool
        Whether there is a partner, at five players; else he is as the taker.
    """
    who = list(entrants)
    if calls_king:
        return tuple(Arm(*roles) for roles in product(who, repeat=3))
    return tuple(
        Arm(taker, taker, defender) for taker, defender in product(who, repeat=2)
    )


def play_arms(
    contest: Contest, numbers: npt.NDArray[np.int64], arms: Iterable[Arm]
) -> tuple[dict[Arm, npt.NDArray[Any]], npt.NDArray[np.bool_]]:
    """Play each of some deals once in every arm.

    Parameters
    ----------
    contest : Contest
        With an imposed auction.
    numbers : int64 array (deals,)
    arms : iterable of Arm

    Returns
    -------
    rows : dict of Arm to structured array (played deals,)
        Rows of each arm in deal order.
    is_played : bool array (deals,)
        Without the deals cancelled for a petit sec.

    Raises
    ------
    StrategyError
        If a taker calls another card than he did before on the same deal: some
        strategy draws numbers of its own or keeps a state.
    """
    wanted = list(arms)
    at_home: dict[int, npt.NDArray[Any]] = {}
    for taker in sorted({arm.taker for arm in wanted}):
        seating = [taker] * contest.players
        at_home[taker] = contest.play(seating, numbers, Arm(taker, taker, taker))
    is_played = next(iter(at_home.values()))["outcome"] == Outcome.PLAYED
    at_home = {taker: rows[is_played] for taker, rows in at_home.items()}
    played = {
        arm: at_home[arm.taker]
        if arm == (arm.taker,) * 3
        else _play_arm(contest, numbers[is_played], arm, at_home[arm.taker])
        for arm in wanted
    }
    return played, is_played


def _play_arm(
    contest: Contest,
    numbers: npt.NDArray[np.int64],
    arm: Arm,
    at_home: npt.NDArray[Any],
) -> npt.NDArray[Any]:
    """Play an arm, told by the taker's own game who is taker and partner."""
    rows = np.zeros_like(at_home)
    # The call comes before all else, so that the partner is known with the taker.
    pairs = np.stack([at_home["taker"], at_home["partner"]], axis=1)
    for taker, partner in np.unique(pairs, axis=0).tolist():
        chosen = np.flatnonzero((pairs == (taker, partner)).all(axis=1))
        seating = [arm.defender] * contest.players
        if partner >= 0:
            seating[partner] = arm.partner
        seating[taker] = arm.taker
        rows[chosen] = contest.play(seating, numbers[chosen], arm)
    differ = rows["deal"][rows["partner"] != at_home["partner"]]
    if len(differ):
        message = (
            f"deal {differ[0]} of seed {contest.run.seed}, played twice, had two "
            f"partners of the taker {contest.names[arm.taker]}: a strategy draws "
            "numbers of its own or keeps a state; arms are compared only if it draws "
            "by view.draw"
        )
        raise StrategyError(message)
    return rows


def columns(arms: Sequence[Arm]) -> tuple[str, ...]:
    """Return the columns of a deal's vector.

    Parameters
    ----------
    arms : sequence of Arm

    Returns
    -------
    tuple of str
        For each arm u, points, and whether the contract was made. For each pair the
        match points of the takers, in thousandths, each against the other's defence.
        For each entrant its mark. For each difference and each mark ``uneven``: 1 if
        it is not 0, or not the average mark.
    """
    who = _entrants(arms)
    names = [f"{what}.{arm.label}" for what in ("u", "won") for arm in arms]
    names += [f"match_points.{i}.{j}" for i, j in combinations(who, 2)]
    names += [f"mark.{i}" for i in who]
    names += [f"uneven.{name}" for name in _differences(arms)]
    return (*names, *(f"uneven.mark.{i}" for i in who))


def play_camps(
    contest: Contest, numbers: npt.NDArray[np.int64], arms: Sequence[Arm]
) -> Vectors:
    """Play each of some deals once in every arm, and return what it gave.

    Parameters
    ----------
    contest : Contest
        With an imposed auction.
    numbers : int64 array (deals,)
    arms : sequence of Arm
        Among them all that pit one entrant's attack against another's defence.

    Returns
    -------
    Vectors
        Columns as `columns` says.
    """
    played, is_played = play_arms(contest, numbers, arms)
    found = _vectors(played)
    values = np.zeros((len(numbers), found.shape[1]), dtype=np.int64)
    values[is_played] = found
    return Vectors(values, is_played)


def _vectors(played: dict[Arm, npt.NDArray[Any]]) -> npt.NDArray[np.int64]:
    """Return the vectors of played deals.

    All arms of camps, attack i against defence j, are the plays that a mark is of
    (R16.4): ``mark`` is the sum of the half-steps of an entrant's attacks and three
    times that of its defences (R16.5).
    """
    arms = list(played)
    who = _entrants(arms)
    units = {arm: rows["unit"].astype(np.int64) for arm, rows in played.items()}
    found = [*units.values()]
    found += [rows["won"].astype(np.int64) for rows in played.values()]
    found += [
        match_points(units[Arm(i, i, j)], units[Arm(j, j, i)])
        for i, j in combinations(who, 2)
    ]
    camps = _camps(arms)
    half_steps = percentages(np.stack([units[arm] for arm in camps], axis=1))
    most = 2 * (len(camps) - 1)
    marks = []
    for entrant in who:
        attacks = [k for k, arm in enumerate(camps) if arm.taker == entrant]
        defences = [k for k, arm in enumerate(camps) if arm.defender == entrant]
        given = 3 * (most - half_steps[:, defences]).sum(axis=1)
        marks.append(half_steps[:, attacks].sum(axis=1) + given)
    found += marks
    for weights in _differences(arms).values():
        gap = sum(weight * units[arm] for arm, weight in weights.items())
        found.append(np.not_equal(gap, 0).astype(np.int64))
    average = len(who) * (1 + 3) * most // 2
    found += [(mark != average).astype(np.int64) for mark in marks]
    return np.stack(found, axis=1)


def _entrants(arms: Iterable[Arm]) -> range:
    return range(1 + max(arm.taker for arm in arms))


def _camps(arms: Iterable[Arm]) -> list[Arm]:
    """Return the arms in which one entrant has the whole attack."""
    return [arm for arm in arms if arm.taker == arm.partner]


def _roles(arms: Iterable[Arm]) -> tuple[str, ...]:
    """Return the roles that are given by themselves."""
    has_partner = any(arm.partner != arm.taker for arm in arms)
    return tuple(role for role in _SIGNS if role != "partner" or has_partner)


def _differences(arms: Sequence[Arm]) -> dict[str, dict[Arm, int]]:
    """Return by name how u of each arm counts in everything that is compared.

    ``0.1`` and so on: a pair; ``attack.0``, ``defence.0`` and their sum ``rating.0``:
    an entrant, multiplied by the square of how many there are; and of two entrants
    each role, ``taker``, with the same where all others are one's, ``taker.among.0``.
    """
    who, camps = _entrants(arms), _camps(arms)
    found: dict[str, dict[Arm, int]] = {}
    for i, j in combinations(who, 2):
        found[f"{i}.{j}"] = {Arm(i, i, j): 1, Arm(j, j, i): -1}
    for i in who:
        attack = {arm: len(who) * (arm.taker == i) - 1 for arm in camps}
        defence = {arm: 1 - len(who) * (arm.defender == i) for arm in camps}
        found[f"attack.{i}"], found[f"defence.{i}"] = attack, defence
        both = {arm: attack[arm] + defence[arm] for arm in camps}
        found[f"rating.{i}"] = {arm: weight for arm, weight in both.items() if weight}
    roles = _roles(arms) if len(who) == 2 else ()
    for role in roles:
        signs = {arm: _SIGNS[role] * (1, -1)[getattr(arm, role)] for arm in arms}
        found[role] = signs
        for i in who:
            found[f"{role}.among.{i}"] = {
                arm: sign
                for arm, sign in signs.items()
                if all(getattr(arm, other) == i for other in roles if other != role)
            }
    return found


def _mean(joint: JointMoments, weights: dict[Arm, int], divisor: int = 1) -> Estimate:
    named = {f"u.{arm.label}": weight for arm, weight in weights.items()}
    return judged(joint.mean(named, divisor))


def _difference(
    joint: JointMoments, arms: Sequence[Arm], name: str, divisor: int = 1
) -> Estimate:
    mean = _mean(joint, _differences(arms)[name], divisor)
    return judged(mean, joint.total(f"uneven.{name}"))


def difference(joint: JointMoments, pair: tuple[int, int] = (0, 1)) -> Estimate:
    """Estimate what an entrant makes more of a deal than another, in points of u.

    Parameters
    ----------
    joint : JointMoments
        Of the vectors of `play_camps`.
    pair : tuple of int, optional
        The entrants, a and b.

    Returns
    -------
    Estimate
        u of a's attack against b's defence, less u of b's attack against a's.
    """
    a, b = pair
    mean = _mean(joint, {Arm(a, a, b): 1, Arm(b, b, a): -1})
    return judged(mean, joint.total(f"uneven.{min(pair)}.{max(pair)}"))


def rating(joint: JointMoments, who: int, entrants: int) -> Estimate:
    """Estimate the least-squares rating of an entrant, in points of u.

    Parameters
    ----------
    joint : JointMoments
        Of the vectors of `play_camps`.
    who, entrants : int
        The entrant, and how many there are.
    """
    arms = all_arms(range(entrants), calls_king=False)
    return _difference(joint, arms, f"rating.{who}", entrants**2)


def camp_ratings(joint: JointMoments, who: int, entrants: int) -> dict[str, Estimate]:
    """Rate an entrant's attack and defence against the field, in points of u.

    Parameters
    ----------
    joint, who, entrants
        As for `rating`.

    Returns
    -------
    dict of str to Estimate
        ``attack``: mean u against every defence, above the mean of all attacks;
        ``defence``: mean u conceded to every attack, below that mean. They add up to
        the rating.
    """
    arms = all_arms(range(entrants), calls_king=False)
    return {
        camp: _difference(joint, arms, f"{camp}.{who}", entrants**2)
        for camp in ("attack", "defence")
    }


def by_role(joint: JointMoments, arms: Sequence[Arm]) -> tuple[Line, ...]:
    """Compare entrants 0 and 1 in each role, all else the same.

    Parameters
    ----------
    joint : JointMoments
        Of `play_camps`.
    arms : sequence of Arm
        All of two entrants.

    Returns
    -------
    tuple of Line
        The difference is that of u, from that role's camp, between a and b in it,
        averaged over who has the other roles. The details: mean u ``a`` and ``b``; and
        the difference ``among_a`` with a in all other roles, ``among_b`` with b there.
        A lone taker (R5.5) has no partner, whose difference is then 0.
    """
    half = len(arms) // 2
    lines = []
    for role in _roles(arms):
        details = {}
        for number, who in enumerate("ab"):
            own = {arm: _SIGNS[role] for arm in arms if getattr(arm, role) == number}
            details[who] = _mean(joint, own, half)
        for number, who in enumerate("ab"):
            among = _difference(joint, arms, f"{role}.among.{number}")
            details[f"among_{who}"] = among
        gap = _difference(joint, arms, role, half)
        uneven = wilson(joint.total(f"uneven.{role}"), joint.n)
        lines.append(Line(role, gap, uneven, details))
    return tuple(lines)


def arm_lines(
    joint: JointMoments, arms: Iterable[Arm]
) -> dict[Arm, dict[str, Estimate]]:
    """Return for each arm mean u, ``unit``, and the share of contracts ``made``."""
    return {
        arm: {
            "unit": _mean(joint, {arm: 1}),
            "made": wilson(joint.total(f"won.{arm.label}"), joint.n),
        }
        for arm in arms
    }


def has_marks(contest: Contest) -> bool:
    """Tell whether the federation's duplicate scores are given.

    It recognises no tournaments of five-player tables (R16.7).
    """
    return contest.players < 5


def match_points(first: npt.ArrayLike, second: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return the match points of the first of two takers of the same deals.

    Parameters
    ----------
    first, second : int array_like (deals,)
        u of the two takers, points.

    Returns
    -------
    int64 array (deals,)
        Thousandths of a match point: the sign of the difference times the root of its
        size, rounded to three decimals.

    References
    ----------
    R16.6.

    Examples
    --------
    >>> match_points([82, 68, -68], [66, -76, -58]).tolist()
    [4000, 12000, -3162]
    """
    gap = np.asarray(first, dtype=np.int64) - np.asarray(second, dtype=np.int64)
    size: npt.NDArray[np.int64] = np.rint(1000 * np.sqrt(np.abs(gap))).astype(np.int64)
    return size * np.sign(gap)


def percentages(units: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return the marks of the takers of deals that were played several times.

    Parameters
    ----------
    units : int array_like (deals, plays)
        u of each play, points; at least 2 plays.

    Returns
    -------
    int64 array (deals, plays)
        Half-steps, 0 to 2 (plays - 1): the best play has 100 %, the worst 0 %, in
        equal steps, and ties share the average. Times 50 / (plays - 1) it is per cent;
        a defender's mark is 100 % less the taker's.

    Raises
    ------
    ValueError
        For fewer than two plays of a deal.

    References
    ----------
    R16.4.

    Examples
    --------
    >>> (percentages([[56, 62, -56, -52, 50]]) * 50 / 4).tolist()
    [[75.0, 100.0, 0.0, 25.0, 50.0]]
    """
    values = np.asarray(units, dtype=np.int64)
    if values.ndim != 2 or values.shape[1] < 2:
        raise ValueError("a percentage needs at least two plays of a deal (R16.4)")
    marks = np.zeros_like(values)
    for other in range(values.shape[1]):
        theirs = values[:, other, None]
        marks += 2 * (values > theirs) + (values == theirs)
    return marks - 1


def match_points_of(joint: JointMoments, pair: tuple[int, int] = (0, 1)) -> Estimate:
    """Estimate the match points a deal of an entrant against another (R16.6).

    Parameters
    ----------
    joint : JointMoments
        Of the vectors of `play_camps`.
    pair : tuple of int, optional
        The entrants.
    """
    a, b = min(pair), max(pair)
    sign = 1 if pair == (a, b) else -1
    points = joint.mean({f"match_points.{a}.{b}": sign}, 1000)
    return judged(points, joint.total(f"uneven.{a}.{b}"))


def percentage_of(joint: JointMoments, who: int, entrants: int) -> Estimate:
    """Estimate the mark of an entrant, 0 to 100 (R16.4, R16.5).

    Parameters
    ----------
    joint : JointMoments
        Of `play_camps`.
    who : int
        The entrant.
    entrants : int
        How many there are; the plays of a deal that a mark is of are those of all
        camps, an attack against the entrant's own defence included.

    Notes
    -----
    A quarter of the mean of its attacks and three quarters of that of its defences.
    """
    plays = entrants**2
    # Marks come in half-steps of 100 % / (plays - 1).
    mean = joint.mean({f"mark.{who}": 25}, 2 * entrants * (plays - 1))
    return judged(mean, joint.total(f"uneven.mark.{who}"))
