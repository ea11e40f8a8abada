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
from tarotsim.stats.intervals import wilson
from tarotsim.studies.contest import Contest, Vectors
from tarotsim.studies.lines import Line, judged
from tarotsim.studies.marks import match_points, percentages

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    from tarotsim.stats.intervals import Estimate
    from tarotsim.stats.joint import JointMoments

__all__ = [
    "OFFICIAL_PLAYERS",
    "Arm",
    "all_arms",
    "arm_lines",
    "by_role",
    "camp_ratings",
    "columns",
    "difference",
    "difference_weights",
    "match_points_of",
    "percentage_of",
    "play_arms",
    "play_camps",
]


OFFICIAL_PLAYERS = 4
"""Duplicate play is the federation's at this table alone (R16.2, R16.7)."""


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
        at_home[taker] = contest.play([taker] * contest.players, numbers)
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
        rows[chosen] = contest.play(seating, numbers[chosen])
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


def columns(arms: Iterable[Arm], entrants: int) -> tuple[str, ...]:
    """Return the columns of a deal's vector.

    Parameters
    ----------
    arms : iterable of Arm
    entrants : int

    Returns
    -------
    tuple of str
        For each arm u, points, and whether the contract was made. For each pair the
        match points of the takers, in thousandths, each against the other's defence,
        and ``uneven``, 1 if they are not 0; for two entrants that for each role too.
        For each entrant its mark.
    """
    played = list(arms)
    names = [f"{what}.{arm.label}" for what in ("u", "won") for arm in played]
    for what in ("match_points", "uneven"):
        names += [f"{what}.{i}.{j}" for i, j in combinations(range(entrants), 2)]
    if entrants == 2:
        names += [f"uneven.{role}" for role in _roles(played)]
    return (*names, *(f"mark.{who}" for who in range(entrants)))


def play_camps(
    contest: Contest, numbers: npt.NDArray[np.int64], arms: Iterable[Arm]
) -> Vectors:
    """Play each of some deals once in every arm, and return what it gave.

    Parameters
    ----------
    contest : Contest
        With an imposed auction.
    numbers : int64 array (deals,)
    arms : iterable of Arm
        Among them all that pit one entrant's attack against another's defence.

    Returns
    -------
    Vectors
        Columns as `columns` says.
    """
    entrants = len(contest.entrants)
    played, is_played = play_arms(contest, numbers, arms)
    found = _vectors(played, entrants)
    values = np.zeros((len(numbers), found.shape[1]), dtype=np.int64)
    values[is_played] = found
    return Vectors(values, is_played)


def _vectors(
    played: dict[Arm, npt.NDArray[Any]], entrants: int
) -> npt.NDArray[np.int64]:
    """Return the vectors of played deals.

    All arms of camps, attack i against defence j, are the plays that a mark is of
    (R16.4): ``mark`` is the sum of the half-steps of an entrant's attacks and three
    times that of its defences (R16.5).
    """
    units = {arm: rows["unit"].astype(np.int64) for arm, rows in played.items()}
    found = [*units.values()]
    found += [rows["won"].astype(np.int64) for rows in played.values()]
    pairs = list(combinations(range(entrants), 2))
    for i, j in pairs:
        found.append(match_points(units[Arm(i, i, j)], units[Arm(j, j, i)]))
    found += [(points != 0).astype(np.int64) for points in found[-len(pairs) :]]
    if entrants == 2:
        for role in _roles(units):
            weights = _role_weights(units, role)
            gap = sum(weight * units[arm] for arm, weight in weights.items())
            found.append(np.not_equal(gap, 0).astype(np.int64))
    camps = [arm for arm in units if arm.taker == arm.partner]
    marks = percentages(np.stack([units[arm] for arm in camps], axis=1))
    most = 2 * (len(camps) - 1)
    for who in range(entrants):
        attacks = [k for k, arm in enumerate(camps) if arm.taker == who]
        defences = [k for k, arm in enumerate(camps) if arm.defender == who]
        given = 3 * (most - marks[:, defences]).sum(axis=1)
        found.append(marks[:, attacks].sum(axis=1) + given)
    return np.stack(found, axis=1)


def difference_weights(a: int, b: int) -> dict[str, int]:
    """Return the columns of a pair's difference: a's attack against b's, and back."""
    return {f"u.{Arm(a, a, b).label}": 1, f"u.{Arm(b, b, a).label}": -1}


def difference(joint: JointMoments) -> Estimate:
    """Estimate what entrant 0 makes more of a deal than entrant 1, in points of u.

    Parameters
    ----------
    joint : JointMoments
        Of the vectors of `play_camps`.

    Returns
    -------
    Estimate
        u of its attack against the other's defence, less u of the other's attack
        against its own.
    """
    return judged(joint.mean(difference_weights(0, 1)), joint.total("uneven.0.1"))


def camp_ratings(joint: JointMoments, who: int, entrants: int) -> dict[str, Estimate]:
    """Rate an entrant's attack and defence against the field, in points of u.

    Parameters
    ----------
    joint : JointMoments
        Of the vectors of `play_camps`.
    who, entrants : int
        The entrant, and how many there are.

    Returns
    -------
    dict of str to Estimate
        ``attack``: mean u against every defence, above the mean of all attacks;
        ``defence``: mean u conceded to every attack, below that mean. They add up to
        the least-squares rating of the differences.
    """
    others = range(entrants)
    mean = {f"u.{Arm(i, i, j).label}": 1 for i in others for j in others}
    attack = {name: -weight for name, weight in mean.items()}
    defence = dict(mean)
    for other in others:
        attack[f"u.{Arm(who, who, other).label}"] += entrants
        defence[f"u.{Arm(other, other, who).label}"] -= entrants
    return {
        "attack": joint.mean(attack, entrants**2),
        "defence": joint.mean(defence, entrants**2),
    }


def by_role(joint: JointMoments, *, calls_king: bool) -> tuple[Line, ...]:
    """Compare entrants 0 and 1 in each role, all else the same.

    Parameters
    ----------
    joint : JointMoments
        Of `play_camps` in all arms.
    calls_king : bool

    Returns
    -------
    tuple of Line
        The difference is that of u, from that role's camp, between a and b in it,
        averaged over who has the other roles. The parts: mean u ``a`` and ``b``; and
        the difference ``among_a`` with a in all other roles, ``among_b`` with b there.
        A lone taker (R5.5) has no partner, whose difference is then 0.
    """
    arms = all_arms((0, 1), calls_king=calls_king)
    half = len(arms) // 2
    lines = []
    for role in _roles(arms):
        weights = _role_weights(arms, role)
        uneven = joint.total(f"uneven.{role}")

        def mean(chosen: dict[Arm, int], divisor: int) -> Estimate:
            named = {f"u.{arm.label}": weight for arm, weight in chosen.items()}
            return joint.mean(named, divisor)

        parts = {}
        for number, who in enumerate("ab"):
            sign = _SIGNS[role]
            own = {arm: sign for arm in arms if getattr(arm, role) == number}
            parts[who] = mean(own, half)
        for number, who in enumerate("ab"):
            chosen = {
                arm: weight
                for arm, weight in weights.items()
                if _others_are(arm, role, number, calls_king)
            }
            parts[f"among_{who}"] = judged(mean(chosen, 1), uneven)
        lines.append(Line(role, judged(mean(weights, half), uneven), parts))
    return tuple(lines)


def _roles(arms: Iterable[Arm]) -> tuple[str, ...]:
    """Return the roles that are given by themselves."""
    has_partner = any(arm.partner != arm.taker for arm in arms)
    return tuple(role for role in _SIGNS if role != "partner" or has_partner)


def _role_weights(arms: Iterable[Arm], role: str) -> dict[Arm, int]:
    """Return how each arm counts in the difference of entrants 0 and 1 in a role."""
    return {arm: _SIGNS[role] * (1, -1)[getattr(arm, role)] for arm in arms}


def _others_are(arm: Arm, role: str, who: int, calls_king: bool) -> bool:
    others = arm._asdict()
    del others[role]
    if not calls_king:
        others.pop("partner", None)
    return set(others.values()) == {who}


def arm_lines(
    joint: JointMoments, arms: Iterable[Arm]
) -> dict[Arm, dict[str, Estimate]]:
    """Return for each arm mean u, ``unit``, and the share of contracts ``made``."""
    return {
        arm: {
            "unit": joint.mean({f"u.{arm.label}": 1}),
            "made": wilson(joint.total(f"won.{arm.label}"), joint.n),
        }
        for arm in arms
    }


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
    return joint.mean({f"mark.{who}": 25}, 2 * entrants * (plays - 1))
