"""Counting one deal for people: checked input in words, a score with its lines."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tarotsim.engine.play import as_rules
from tarotsim.game.cards import (
    CARD_COUNT,
    EXCUSE,
    HALF_POINTS,
    TOTAL_HALF_POINTS,
    is_bout,
)
from tarotsim.game.errors import NotationError, RulesError
from tarotsim.game.notation import (
    parse_camp,
    parse_chelem,
    parse_contract,
    parse_poignee,
)
from tarotsim.game.rules import (
    Camp,
    Chelem,
    Contract,
    ExcuseLastTrick,
    OwedLowCard,
    Poignee,
    RuleSet,
    SlamAnnouncer,
    SlamPartnerTricks,
)
from tarotsim.game.wording import counted
from tarotsim.reference.scoring import score_deal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tarotsim.game.records import Score

__all__ = ["score"]

_LOW = sorted(HALF_POINTS[card] for card in range(CARD_COUNT) if not is_bout(card))
_TRUMPS_AND_EXCUSE = 22
_KEPT_EXCUSE = HALF_POINTS[EXCUSE] - 1
"""Half-points of an Excuse for which a low card was given (R8.6)."""

_ATTACK_SLAMS = (
    Chelem.ANNOUNCED_MADE,
    Chelem.UNANNOUNCED_MADE,
    Chelem.DEFENCE_ANNOUNCED_FAILED_ATTACK_MADE,
)
_DEFENCE_SLAMS = (
    Chelem.DEFENCE_MADE,
    Chelem.ANNOUNCED_FAILED_DEFENCE_MADE,
    Chelem.DEFENCE_ANNOUNCED_MADE,
)


def score(
    *,
    contract: Contract | str,
    points: float | str | Fraction,
    bouts: int,
    players: int | None = None,
    poignees: Iterable[str | tuple[Poignee, Camp]] = (),
    petit_au_bout: Camp | str | None = None,
    chelem: Chelem | str = "none",
    alone: bool = False,
    taker: int = 0,
    partner: int | None = None,
    rules: RuleSet | Mapping[str, Any] | None = None,
) -> Score:
    """Score one deal from its count.

    Parameters
    ----------
    contract : Contract or str
        ``"prise"``, ``"garde"``, ``"garde_sans"`` or ``"garde_contre"``.
    points : float, str or Fraction
        Card points of the attack, 0 to 91, the Excuse settled; halves only at 3 and
        5 players (R7).
    bouts : int
        Bouts of the attack, 0 to 3.
    players : int, optional
        3, 4 (default) or 5.
    poignees : iterable of str, optional
        Every poignée shown, as ``"LEVEL:CAMP"``: the camp that showed it.
    petit_au_bout : Camp or str, optional
        ``"attack"`` or ``"defence"``: the camp that made it.
    chelem : Chelem or str, optional
        ``"none"``, ``"announced_made"``, ``"unannounced_made"``,
        ``"announced_failed"`` or ``"defence_made"``.
    alone : bool, optional
        At five: the taker has no partner.
    taker, partner : int, optional
        Their seats, 0 and 1 by default.
    rules : RuleSet or mapping, optional
        A rule set instead of `players`, or options that differ from the defaults,
        such as ``{"D1": "follows_winner"}``.

    Returns
    -------
    Score
        With the unit u, the scores by seat and by role, and the lines of the count.

    Raises
    ------
    RulesError
        If the input cannot come from a deal; says why and by which rule.
    NotationError
        If a word is unknown.

    References
    ----------
    R13; the checks: R0.3, R0.4, R5.5, R7.3, R8.6, R10.7, R11.1, R12.

    Examples
    --------
    >>> from tarotsim import score
    >>> result = score(contract="garde", points=49, bouts=2,
    ...                poignees=["simple:attack"], petit_au_bout="attack")
    >>> result.unit, result.scores
    (106, (318, -106, -106, -106))
    """
    table = as_rules(players, rules)
    named: Contract = _member(contract, parse_contract, Contract, "contract")
    slam: Chelem = _member(chelem, parse_chelem, Chelem, "chelem")
    petit = _read_petit(petit_au_bout)
    if isinstance(bouts, bool) or not isinstance(bouts, int):
        raise RulesError(f"bouts must be 0 to 3, not {bouts!r} (R0.2)")
    shown = tuple(parse_poignee(p) if isinstance(p, str) else p for p in poignees)
    if named is Contract.PASS:
        raise RulesError("a deal without a contract has no score (R3.6)")
    half_points = _read_points(points)
    if alone and not table.calls_king:
        message = f"a lone taker exists at five players only, not at {table.players}"
        raise RulesError(f"{message} (R5.5)")
    has_partner = table.calls_king and not alone
    seats = _read_seats(table, taker, partner, has_partner)
    _check_count(table, named, half_points, bouts)
    _check_slam(table, named, half_points, bouts, slam, petit)
    _check_poignees(table, shown, attackers=1 + has_partner)
    return score_deal(
        table,
        named,
        half_points,
        bouts,
        taker=seats[0],
        partner=seats[1],
        poignees=shown,
        petit_au_bout=petit,
        chelem=slam,
    )


def _member(value: Any, parse: Callable[[str], Any], kind: type, what: str) -> Any:
    """Return a member of an enumeration, given as such or by name.

    A number or a bool is refused, whatever it might equal.
    """
    if isinstance(value, kind):
        return value
    if isinstance(value, str):
        return parse(value)
    message = f"{what} must be a name, or a {kind.__name__}, not {value!r}"
    raise NotationError(message)


def _read_petit(petit: Camp | str | None) -> Camp | None:
    if petit is None or (isinstance(petit, str) and petit.strip().lower() == "none"):
        return None
    try:
        camp: Camp = _member(petit, parse_camp, Camp, "petit_au_bout")
    except NotationError as error:
        message = f"petit_au_bout cannot be {petit!r}; allowed: none, attack, defence"
        raise NotationError(message) from error
    return camp


_POINTS = re.compile(r"[-+]?[0-9]{1,6}(\.[0-9]{0,6}|/[1-9][0-9]{0,5})?")


def _read_points(points: float | str | Fraction) -> int:
    """Return half-points, without any rounding."""
    text = str(points).strip().replace(",", ".")
    if not _POINTS.fullmatch(text):
        raise RulesError(f"cannot read {points!r} points: 0 to 91, in halves")
    exact = Fraction(text)
    if not 0 <= exact <= 91:
        raise RulesError(f"{points} points are impossible: a pack has 91 (R0.3)")
    doubled = 2 * exact
    if doubled.denominator != 1:
        raise RulesError(f"{points} points: cards count in half-points (R0.3)")
    return int(doubled)


def _read_seats(
    rules: RuleSet, taker: int, partner: int | None, has_partner: bool
) -> tuple[int, int | None]:
    if partner is not None and not has_partner:
        raise RulesError("a partner exists only at five, unless the taker is alone")
    if partner is None and has_partner:
        partner = (taker + 1) % rules.players
    for seat in (taker, partner):
        if seat is not None and seat not in range(rules.players):
            message = f"seat {seat} is not at a table of {rules.players}"
            raise RulesError(f"{message}: 0 to {rules.players - 1}")
    if taker == partner:
        raise RulesError(f"seat {taker} cannot be taker and partner (R5.4)")
    return taker, partner


def _words(half_points: int) -> str:
    return f"{half_points / 2:g}"


def _points(half_points: int) -> str:
    return counted(half_points / 2, "point", shown=_words(half_points))


def _bouts(count: int) -> str:
    return counted(count, "bout")


def _least(cards: int, bouts: int) -> int:
    """Return the least half-points of so many cards with so many bouts."""
    return 9 * bouts + sum(_LOW[: max(0, cards - bouts)])


def _most(cards: int, bouts: int) -> int:
    """Return the most half-points of so many cards with so many bouts."""
    plain = max(0, cards - bouts)
    return 9 * bouts + sum(_LOW[len(_LOW) - plain :])


def _check_count(
    rules: RuleSet, contract: Contract, half_points: int, bouts: int
) -> None:
    """Check points against bouts: each camp's bouts count at least for themselves."""
    if isinstance(bouts, float) or bouts not in range(4):
        what = counted(bouts, "bout is impossible", "bouts are impossible")
        raise RulesError(f"{what}: there are 3 (R0.2)")
    is_whole = (
        rules.excuse_last_trick is not ExcuseLastTrick.CHANGES_CAMP_FREE
        and rules.owed_low_card is OwedLowCard.TRANSFER
    )
    if rules.players == 4 and half_points % 2 and is_whole:
        message = f"{_words(half_points)} points are impossible at four players"
        raise RulesError(f"{message}: both camps count whole points (R7.3)")
    # One of a camp's bouts may be an Excuse kept for a low card it did not have.
    least = max(0, 9 * bouts - (bouts > 0))
    most = TOTAL_HALF_POINTS - max(0, 9 * (3 - bouts) - (bouts < 3))
    if not least <= half_points <= most:
        message = (
            f"{_points(half_points)} with {_bouts(bouts)} are impossible: "
            f"{_words(least)} to {_words(most)} (R0.3)"
        )
        raise RulesError(message)


def _slam_bounds(
    rules: RuleSet, by_attack: bool, winner_aside: bool, winner_bouts: int
) -> tuple[int, int]:
    """Return the half-points possible for the camp that won no trick.

    Parameters
    ----------
    rules : RuleSet
    by_attack : bool
        Whether the attack won every trick.
    winner_aside : bool
        Whether écart or chien belong to the camp that won every trick.
    winner_bouts : int
        Bouts of that camp.
    """
    loser_bouts = 3 - winner_bouts
    kept = _KEPT_EXCUSE
    if rules.owed_low_card is OwedLowCard.NOTHING and not by_attack:
        kept += 1  # D10 leaves the federation's case, a slam of the attack, alone
    most_kept = kept
    if rules.excuse_last_trick is ExcuseLastTrick.CHANGES_CAMP_FREE:
        most_kept = HALF_POINTS[EXCUSE]  # D1: the winner's own, lost without a card
    if winner_aside:
        # Without a trick or the cards set aside only a kept Excuse is left (R8.6).
        return (kept, most_kept) if loser_bouts == 1 else (0, 0)
    size = rules.chien_size
    bounds = [(_least(size, loser_bouts), _most(size, loser_bouts))]
    if loser_bouts:
        low, high = _least(size, loser_bouts - 1), _most(size, loser_bouts - 1)
        bounds.append((low + kept, high + most_kept))
    return min(low for low, _ in bounds), max(high for _, high in bounds)


def _check_slam(
    rules: RuleSet,
    contract: Contract,
    half_points: int,
    bouts: int,
    chelem: Chelem,
    petit: Camp | None,
) -> None:
    """Check that the slam, the count and the Petit au bout agree (R11, R12)."""
    if petit is not None and (bouts if petit is Camp.ATTACK else 3 - bouts) == 0:
        message = f"{_bouts(bouts)} of the attack leave the {petit.label} none"
        raise RulesError(f"{message}, yet it won the Petit au bout (R11.1)")
    is_defences = chelem.name.startswith("DEFENCE_ANNOUNCED")
    if is_defences and rules.slam_announcer is not SlamAnnouncer.ANYBODY:
        raise RulesError("only the taker may announce a slam (R12.2, D14)")
    aside_is_attack = contract is not Contract.GARDE_CONTRE
    name = chelem.label.replace("_", " ")
    defence = TOTAL_HALF_POINTS - half_points
    if chelem in _ATTACK_SLAMS or chelem in _DEFENCE_SLAMS:
        by_attack = chelem in _ATTACK_SLAMS
        winner = Camp.ATTACK if by_attack else Camp.DEFENCE
        winner_bouts, loser_count = (
            (bouts, defence)
            if by_attack
            else (
                3 - bouts,
                half_points,
            )
        )
        low, high = _slam_bounds(
            rules, by_attack, by_attack == aside_is_attack, winner_bouts
        )
        too_many = 3 - winner_bouts > 1 and by_attack == aside_is_attack
        if too_many or not low <= loser_count <= high:
            message = (
                f"chelem {name}: the {winner.label} won every trick, which "
                f"{_points(half_points)} and {_bouts(bouts)} of the attack "
                f"contradict (R12.1)"
            )
            raise RulesError(message)
        if petit is winner.other:
            message = f"chelem {name}: the {petit.label} cannot win the last trick"
            raise RulesError(f"{message} (R11.1, R12.1)")
        return
    if rules.calls_king and (
        rules.slam_partner_tricks is SlamPartnerTricks.TAKER_ALONE
    ):
        return  # D12: the attack may win every trick and yet make no slam
    # No slam was made: each camp holds at least one trick besides what lay aside.
    for camp, count in ((Camp.ATTACK, half_points), (Camp.DEFENCE, defence)):
        has_aside = aside_is_attack == (camp is Camp.ATTACK)
        least = rules.players - 1 + (rules.chien_size if has_aside else 0)
        if count < least:
            message = (
                f"{_points(count)} of the {camp.label} mean that it won no "
                f"trick: a slam, which chelem {name} contradicts (R12.1)"
            )
            raise RulesError(message)


def _check_poignees(
    rules: RuleSet, shown: tuple[tuple[Poignee, Camp], ...], attackers: int
) -> None:
    """Check that these poignées fit in one pack and one table (R10.2, R10.7)."""
    needed = sum(rules.poignee_size(level) for level, _ in shown)
    names = ", ".join(f"{level.label}:{camp.label}" for level, camp in shown)
    if needed > _TRUMPS_AND_EXCUSE:
        message = (
            f"the poignées {names} need {needed} trumps at {rules.players} players, "
            "and there are 22 with the Excuse (R10.7)"
        )
        raise RulesError(message)
    for camp, seats in (
        (Camp.ATTACK, attackers),
        (Camp.DEFENCE, rules.players - attackers),
    ):
        count = sum(c is camp for _, c in shown)
        if count > seats:
            message = (
                f"{count} poignées of the {camp.label}, which has "
                f"{counted(seats, 'player')}: one each at most (R10.2)"
            )
            raise RulesError(message)
