"""One decision of a recorded deal: what its seat saw, what it did, what it might do."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from tarotsim.engine.forced import (
    force_bid,
    force_call,
    force_card,
    force_chelem,
    force_ecart,
    force_poignee,
)
from tarotsim.game.auction import TAKER, Imposed, verify_seat_or_taker
from tarotsim.game.cards import Cards, format_cards, sort_cards
from tarotsim.game.errors import IllegalActError, RulesError, StrategyError
from tarotsim.game.layout import Stage
from tarotsim.game.poignees import PoigneeChoice
from tarotsim.game.rules import Contract, Poignee, SlamAnnouncement
from tarotsim.game.script import Script
from tarotsim.game.strategy import Strategy
from tarotsim.reference.bidding import verify_bid
from tarotsim.reference.calling import verify_call
from tarotsim.reference.ecart import verify_ecart
from tarotsim.reference.game import play_deal
from tarotsim.reference.legality import verify_card
from tarotsim.reference.poignee import show_poignee

if TYPE_CHECKING:
    from tarotsim.engine.overrides import Override
    from tarotsim.game.records import DealRecord, Showing
    from tarotsim.game.rules import RuleSet
    from tarotsim.game.view import SeatView

__all__ = ["Moment", "find_moment"]


class Moment(NamedTuple):
    """A decision of a recorded deal, and another one that was possible.

    Parameters
    ----------
    view : SeatView
        What the seat saw when it decided.
    recorded, changed : Override
        What it did, and what it is to do instead.
    """

    view: SeatView
    recorded: Override
    changed: Override

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return self.view.seat


def find_moment(record: DealRecord, change: Override) -> Moment:
    """Return the decision that a change is about.

    Parameters
    ----------
    record : DealRecord
        Checked by `tarotsim.engine.play.resume`.
    change : Override
        Of one decision: a bid, a call, an écart, a slam, a poignée or a card.

    Raises
    ------
    IllegalActError
        If the change is against the rules; names the rule.
    RulesError
        If the seat never decided that, had no choice, or did just that.
    """
    verify_seat_or_taker(change.seat, record.rules.players)
    seat, trick = _seat_of(record, change), 0
    if change.decision == "play":
        if change.params[0] != 1.0:
            raise RulesError(f"one card is changed at a time, not {change.answer!r}")
        trick = int(change.params[1])
        _verify_trick(record, trick)
    view = _view_at(record, seat, Stage[change.decision.upper()], trick)
    try:
        act = _checked(view, change.function(view))
    except IllegalActError as error:
        raise error.at(f"seat {seat}, asked for {change.decision}") from None
    recorded, done = _recorded(record, view)
    if act == done:
        message = f"seat {seat} did just that: {recorded.answer}"
        raise RulesError(f"{message}; give something else to compare it with")
    return Moment(view, recorded, replace(change, seat=seat))


def _seat_of(record: DealRecord, change: Override) -> int:
    if change.seat != TAKER:
        return int(change.seat)
    if record.taker is None:
        raise RulesError(f"nobody took this deal: {record.outcome.label}")
    return record.taker


def _verify_trick(record: DealRecord, trick: int) -> None:
    if not record.tricks:
        message = f"no card was played in this deal: {record.outcome.label}"
        raise RulesError(message)
    if trick >= len(record.tricks):
        message = f"there is no trick {trick}: they are counted from 0"
        raise RulesError(f"{message} to {len(record.tricks) - 1} (R1.1)")


# -- the view ------------------------------------------------------------------------


class _Witness(Strategy):
    """Sits everywhere and keeps the view of the first question, if it is that one."""

    def __init__(self, record: DealRecord, seat: int, stage: Stage, trick: int) -> None:
        self.seat, self.stage, self.trick = seat, stage, trick
        self.announcer = record.chelem_by
        self.view: SeatView | None = None

    def _stop(self, view: SeatView) -> Any:
        asked = (view.seat, view.stage, len(view.tricks))
        if asked == (self.seat, self.stage, self.trick):
            self.view = view
        raise EOFError  # the script is at its end

    bid = call = ecart = poignee = play = _stop

    def chelem(self, view: SeatView) -> bool:
        """Let seats that could announce a slam before this one be silent (D14)."""
        if self.stage is Stage.CHELEM and view.seat not in (self.seat, self.announcer):
            return False
        return bool(self._stop(view))


def _view_at(record: DealRecord, seat: int, stage: Stage, trick: int) -> SeatView:
    """Return what a seat saw, by playing the acts before in the reference engine."""
    witness = _Witness(record, seat, stage, trick)
    auction = None
    if record.taker is not None and not record.bids:
        auction = Imposed(record.contract, record.taker)
    script = _acts_before(record, seat, stage, trick)
    try:
        play_deal(
            record.rules,
            record.deal,
            [witness] * record.rules.players,
            auction=auction,
            script=script,
        )
    except StrategyError:
        if witness.view is not None:
            return witness.view
    raise RulesError(_why_not_asked(record, seat, stage, trick))


def _order(rules: RuleSet) -> tuple[Stage, ...]:
    """Return the stages in the order in which they come (R14, D3)."""
    middle = (Stage.ECART, Stage.CHELEM)
    if rules.slam_announcement is SlamAnnouncement.BEFORE_CHIEN:
        middle = (Stage.CHELEM, Stage.ECART)
    return (Stage.BID, Stage.CALL, *middle, Stage.POIGNEE, Stage.PLAY)


def _acts_before(record: DealRecord, seat: int, stage: Stage, trick: int) -> Script:
    """Return the acts of a record before a decision."""
    order = _order(record.rules)
    bids = record.bids
    if stage is Stage.BID:
        speakers = [bid.seat for bid in bids]
        bids = bids[: speakers.index(seat)] if seat in speakers else bids
        return Script(bids=tuple(bid.contract for bid in bids))

    def is_before(other: Stage) -> bool:
        return order.index(other) < order.index(stage)

    showings: dict[int, Showing | None] = {}
    cards = []
    if stage in (Stage.POIGNEE, Stage.PLAY):
        shown = {showing.seat: showing for showing in record.showings}
        for number, one in enumerate(record.tricks[: trick + 1]):
            for player, card in one.plays():
                if number == trick and player == seat:
                    break
                showings[player] = shown.get(player)
                cards.append(card)
        if stage is Stage.PLAY:
            showings[seat] = shown.get(seat)
    return Script(
        bids=tuple(bid.contract for bid in bids),
        called=record.called if is_before(Stage.CALL) else None,
        ecart=tuple(record.ecart) if record.ecart and is_before(Stage.ECART) else None,
        chelem_decided=is_before(Stage.CHELEM),
        chelem_by=record.chelem_by if is_before(Stage.CHELEM) else None,
        showings=showings,
        cards=tuple(cards),
    )


def _why_not_asked(record: DealRecord, seat: int, stage: Stage, trick: int) -> str:
    """Say why a seat had nothing to decide."""
    name = f"seat {seat} had nothing to decide"
    if stage is Stage.BID:
        if not record.bids:
            imposed = record.taker is not None
            why = "the auction was imposed" if imposed else record.outcome.label
            return f"{name}: nobody bid in this deal: {why}"
        return f"{name}: after a garde contre all others pass (R3.3)"
    if record.taker is None:
        return f"{name}: nobody took this deal: {record.outcome.label}"
    if stage is Stage.PLAY:
        played = record.tricks[trick]
        card = next(c for player, c in played.plays() if player == seat)
        return f"{name} in trick {trick}: only {format_cards([card])} was legal (R9)"
    if stage is Stage.POIGNEE:
        return f"{name}: its hand holds no poignée (R10.1)"
    if stage is Stage.CHELEM:
        announced = "" if record.chelem_by is None else ", or a slam was announced"
        return f"{name}: the taker announces a slam{announced} (R12.2)"
    if stage is Stage.CALL and not record.rules.calls_king:
        return f"{name}: no card is called at {record.rules.players} players (R5.2)"
    if stage is Stage.ECART and not record.contract.takes_chien:
        contract = record.contract.label.replace("_", " ")
        return f"{name}: there is no écart in {contract} (R15.1)"
    return f"{name}: the taker is seat {record.taker}"


# -- the act -------------------------------------------------------------------------


def _checked(view: SeatView, answer: Any) -> Any:
    """Return an answer in one form, if it is legal: to compare it with another."""
    rules, stage = view.rules, view.stage
    if stage is Stage.BID:
        verify_bid(answer, view.contract)
    elif stage is Stage.CALL:
        verify_call(rules, view.dealt, answer)
    elif stage is Stage.ECART:
        verify_ecart(rules, view.hand, answer, view.called)
        return frozenset(answer)
    elif stage is Stage.POIGNEE and answer is not None:
        choice = PoigneeChoice(answer) if isinstance(answer, Poignee) else answer
        return show_poignee(view.seat, view.legal, choice)
    elif stage is Stage.PLAY:
        verify_card(
            rules,
            view.hand,
            view.table,
            answer,
            is_first_trick=not view.tricks,
            called=view.called,
        )
    return answer


def _recorded(record: DealRecord, view: SeatView) -> tuple[Override, Any]:
    """Return what a seat did: as a decision to force, and in the form of `_checked`."""
    seat, stage = view.seat, view.stage
    if stage is Stage.BID:
        bid = next(b.contract for b in record.bids if b.seat == seat)
        return force_bid(seat, Contract(bid)), bid
    if stage is Stage.CALL:
        assert record.called is not None
        return force_call(seat, record.called), record.called
    if stage is Stage.ECART:
        return force_ecart(seat, sort_cards(record.ecart)), frozenset(record.ecart)
    if stage is Stage.CHELEM:
        announced = record.chelem_by == seat
        return force_chelem(seat, announced), announced
    if stage is Stage.PLAY:
        trick = len(view.tricks)
        plays = dict(record.tricks[trick].plays())
        return force_card(seat, trick, plays[seat]), plays[seat]
    showing = next((s for s in record.showings if s.seat == seat), None)
    if showing is None:
        return force_poignee(seat, None), None
    option = next(one for one in view.legal if one.level is showing.level)
    hidden = Cards(card for card in option.pool if card not in showing.cards)
    hides = {"hides": hidden} if hidden else {}
    return force_poignee(seat, showing.level, **hides), showing
