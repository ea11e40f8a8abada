"""A whole deal in the order of R14, asking Python strategies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarotsim.game.cards import (
    EXCUSE,
    TRUMP_SUIT,
    Card,
    Cards,
    is_trump,
    suit_of,
    trump_number,
)
from tarotsim.game.errors import IllegalActError, RulesError, StrategyError, TarotError
from tarotsim.game.keys import seat_key
from tarotsim.game.layout import Outcome, Stage
from tarotsim.game.records import Bid, Deal, DealRecord, Showing, Trick
from tarotsim.game.rules import Contract, Poignee, RuleSet, SlamAnnouncement
from tarotsim.game.script import Script
from tarotsim.game.strategy import Forced, Refused, Strategy, strategy_name
from tarotsim.game.view import PublicView, SeatView, led_suit
from tarotsim.game.wording import counted
from tarotsim.reference.answers import (
    as_card,
    as_cards,
    as_contract,
    as_flag,
    as_poignee,
    raised,
)
from tarotsim.reference.bidding import (
    allowed_bids,
    imposed_taker,
    speaking_order,
    verify_bid,
)
from tarotsim.reference.calling import callable_cards, find_partner, verify_call
from tarotsim.reference.chelem import announcers, won_all
from tarotsim.reference.dealing import find_petit_sec
from tarotsim.reference.ecart import discardable_cards, verify_ecart
from tarotsim.reference.legality import legal_cards, verify_card
from tarotsim.reference.poignee import (
    poignee_options,
    show_poignee,
    showing_from_cards,
)
from tarotsim.reference.scoring import score_deal
from tarotsim.reference.settle import PlayedDeal, settle
from tarotsim.reference.trick import excuse_wins, trick_winner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tarotsim.game.auction import Imposed

__all__ = ["hear_auction", "play_deal"]

_NO_SCRIPT = Script()
_ANY_TRUMP = 21


def play_deal(
    rules: RuleSet,
    deal: Deal,
    strategies: Sequence[Strategy],
    *,
    auction: Imposed | None = None,
    script: Script = _NO_SCRIPT,
    keys: Sequence[int] | None = None,
) -> DealRecord:
    """Play one raw deal to its end.

    Parameters
    ----------
    rules : RuleSet
    deal : Deal
        From `tarotsim.reference.dealing`, by key or of given cards.
    strategies : sequence of Strategy (players,)
        One a seat, each with all six decisions.
    auction : Imposed, optional
        Replaces the bidding; a petit sec still cancels the deal (R2.1).
    script : Script, optional
        Acts already decided; the strategies are asked from there on.
    keys : sequence of int (players,), optional
        Keys of the seats' own draws; from the deal's seed and number by default, from
        0 for given cards.

    Returns
    -------
    DealRecord

    Raises
    ------
    IllegalActError
        If a strategy or the script acts against the rules.
    StrategyError
        If a strategy raises; names strategy, seat, seed and deal number.
    RulesError
        If the table has another number of strategies or keys than seats.

    References
    ----------
    R14.
    """
    if len(strategies) != rules.players or deal.players != rules.players:
        message = (
            f"a table of {rules.players} needs a deal and strategies for "
            f"{rules.players}, not {deal.players} and {len(strategies)}"
        )
        raise RulesError(message)
    if keys is not None and len(keys) != rules.players:
        given = counted(len(keys), "key is given", "keys are given")
        message = f"{given} for {rules.players} seats"
        raise RulesError(message)
    return _Table(rules, deal, strategies, script, keys).play(auction)


def hear_auction(
    rules: RuleSet, deal: Deal, strategies: Sequence[Strategy]
) -> DealRecord:
    """Play the auction of a raw deal, and the call at five players, no further.

    Parameters
    ----------
    rules, deal, strategies
        As for `play_deal`.

    Returns
    -------
    DealRecord
        With bids, taker, contract, called card and partner, and nothing after; nobody
        speaks in a deal that is cancelled for a petit sec (R2.1).
    """
    table = _Table(rules, deal, strategies, _NO_SCRIPT, None)
    return table.hear()


class _Table:
    """The state of one deal: what is hidden, and what everybody knows."""

    def __init__(
        self,
        rules: RuleSet,
        deal: Deal,
        strategies: Sequence[Strategy],
        script: Script,
        keys: Sequence[int] | None,
    ) -> None:
        self.rules = rules
        self.deal = deal
        self.strategies = strategies
        self.script = script
        self.order = speaking_order(rules.players, deal.dealer)
        self.keys = keys or [
            seat_key(deal.seed or 0, deal.number or 0, seat)
            for seat in range(rules.players)
        ]
        # Hands are kept in ascending card numbers, the order of `legal`.
        self.dealt = [Cards(sorted(hand)) for hand in deal.hands]
        self.hands = [list(hand) for hand in self.dealt]
        self.is_scripted = False  # whether the act being checked is the script's
        self.forced = ""  # what it is called if it was made for its seat
        self.partner: int | None = None
        self.ecart = Cards()
        self.showable: dict[int, Poignee] = {}
        self.trump_counts: tuple[int, ...] = ()
        # Public knowledge, in the order of PublicView.
        self.bids: tuple[Bid, ...] = ()
        self.taker: int | None = None
        self.contract = Contract.PASS
        self.called: Card | None = None
        self.chien: Cards | None = None
        self.ecart_shown = Cards()
        self.chelem_by: int | None = None
        self.showings: tuple[Showing, ...] = ()
        self.tricks: tuple[Trick, ...] = ()
        self.leader = self.order[0]
        self.table: tuple[Card, ...] = ()
        self.voids = [0] * rules.players
        self.ceilings = [_ANY_TRUMP] * rules.players

    # -- the deal, stage by stage ------------------------------------------------

    def play(self, auction: Imposed | None) -> DealRecord:
        """Play the stages of R14."""
        if find_petit_sec(self.dealt) is not None:
            return self._record(Outcome.PETIT_SEC)
        if auction is None:
            self._bid()
        else:
            taker, self.contract = imposed_taker(auction, self.dealt, self.deal.dealer)
            self.taker = taker
        if self.taker is None:
            return self._record(Outcome.ALL_PASS)
        self._verify_script()
        if self.rules.calls_king:
            self._call(self.taker)
        if self.rules.slam_announcement is SlamAnnouncement.BEFORE_CHIEN:
            self._announce_chelem(self.taker)
        if self.contract.takes_chien:
            self._discard(self.taker)
        if self.rules.slam_announcement is SlamAnnouncement.AFTER_ECART:
            self._announce_chelem(self.taker)
        if self.chelem_by is not None:
            self.leader = self.chelem_by  # R12.3
        self.trump_counts = tuple(
            sum(is_trump(card) or card == EXCUSE for card in hand)
            for hand in self.hands
        )
        for _ in range(self.rules.trick_count):
            self._play_trick(self.taker)
        return self._finish(self.taker)

    def hear(self) -> DealRecord:
        """Play the stages of R14 before the chien is turned."""
        if find_petit_sec(self.dealt) is not None:
            return self._record(Outcome.PETIT_SEC)
        self._bid()
        if self.taker is None:
            return self._record(Outcome.ALL_PASS)
        if self.rules.calls_king:
            self._call(self.taker)
        return self._record(Outcome.PLAYED)

    def _verify_script(self) -> None:
        """Refuse acts of a script for which this deal has no place."""
        script, rules = self.script, self.rules
        places = rules.players * rules.trick_count
        if script.called is not None and not rules.calls_king:
            message = f"no card is called at {rules.players} players"
            raise IllegalActError(message, "R5.2")
        if script.ecart is not None and not self.contract.takes_chien:
            message = f"there is no écart in {self.contract.label.replace('_', ' ')}"
            raise IllegalActError(message, "R15.1")
        if len(script.cards) > places:
            message = f"cannot play {len(script.cards)} cards in a deal of {places}"
            raise IllegalActError(message, "R1.1")

    def _bid(self) -> None:
        """Ask each player once, the dealer last (R3)."""
        if len(self.script.bids) > self.rules.players:
            message = f"cannot bid {len(self.script.bids)} times"
            raise IllegalActError(message, "R3.2", f"{self.rules.players} bids")
        taker = None
        for number, seat in enumerate(self.order):
            allowed = allowed_bids(self.contract)
            self.is_scripted = number < len(self.script.bids)
            if self.is_scripted:
                bid = self.script.bids[number]
            elif len(allowed) == 1:
                bid = Contract.PASS
            else:
                bid = self._ask(seat, Stage.BID, allowed)
            bid = self._checked(seat, Stage.BID, as_contract, bid)
            self._checked(seat, Stage.BID, verify_bid, bid, self.contract)
            self.bids += (Bid(seat, bid),)
            if bid is not Contract.PASS:
                taker, self.contract = seat, bid
        self.taker = taker

    def _call(self, taker: int) -> None:
        """Call a card before the chien is turned (R5.3)."""
        hand = self.dealt[taker]
        called = self.script.called
        self.is_scripted = called is not None
        if called is None:
            called = self._ask(taker, Stage.CALL, callable_cards(self.rules, hand))
        called = self._checked(taker, Stage.CALL, as_card, called)
        self._checked(taker, Stage.CALL, verify_call, self.rules, hand, called)
        self.called = called
        self.partner = find_partner(self.dealt, taker, called)

    def _discard(self, taker: int) -> None:
        """Turn the chien up, take it, discard (R4)."""
        self.chien = self.deal.chien
        hand = sorted([*self.hands[taker], *self.deal.chien])
        self.hands[taker] = hand
        ecart = self.script.ecart
        self.is_scripted = ecart is not None
        if ecart is None:
            legal = discardable_cards(self.rules, hand, self.called)
            ecart = self._ask(taker, Stage.ECART, legal)
        cards = self._checked(taker, Stage.ECART, as_cards, ecart)
        self.ecart_shown = self._checked(
            taker, Stage.ECART, verify_ecart, self.rules, hand, cards, self.called
        )
        self.ecart = Cards(sorted(cards))
        self.hands[taker] = [card for card in hand if card not in cards]

    def _announce_chelem(self, taker: int) -> None:
        """Let the taker announce a slam (R12.2, D14)."""
        seats = announcers(self.rules, taker, self.partner, self.order)
        if self.script.chelem_decided:
            self.chelem_by, self.is_scripted = self.script.chelem_by, True
            self._checked(taker, Stage.CHELEM, _verify_announcer, self.chelem_by, seats)
            return
        for seat in seats:
            answer = self._ask(seat, Stage.CHELEM, (False, True))
            if self._checked(seat, Stage.CHELEM, as_flag, answer):
                self.chelem_by = seat
                return

    def _offer_poignee(self, seat: int) -> None:
        """Let a player show just before his first card (R10.2)."""
        shown = self.ecart_shown if seat == self.taker else Cards()
        options = poignee_options(self.rules, self.hands[seat], shown)
        if options:
            self.showable[seat] = options[-1].level
        if seat in self.script.showings:
            showing = self.script.showings[seat]
            self.is_scripted = True
            if showing is not None:
                act = (seat, options, showing.level, showing.cards)
                showing = self._checked(seat, Stage.POIGNEE, showing_from_cards, *act)
        elif options:
            answer = self._ask(seat, Stage.POIGNEE, options)
            choice = self._checked(seat, Stage.POIGNEE, as_poignee, answer)
            showing = None
            if choice is not None:
                showing = self._checked(
                    seat, Stage.POIGNEE, show_poignee, seat, options, choice
                )
        else:
            return
        if showing is not None:
            self.showings += (showing,)

    def _play_trick(self, taker: int) -> None:
        """Play one trick and give it to its winner."""
        players = self.rules.players
        is_first = not self.tricks
        for place in range(players):
            seat = (self.leader + place) % players
            if is_first:
                self._offer_poignee(seat)
            card = self._choose_card(seat, is_first, len(self.tricks) * players + place)
            self._note_card(seat, card)
            self.hands[seat].remove(card)
            self.table += (card,)
        winner = (self.leader + self._winning_place(taker)) % players
        self.tricks += (Trick(self.leader, Cards(self.table), winner),)
        self.table, self.leader = (), winner

    def _choose_card(self, seat: int, is_first: bool, number: int) -> Card:
        """Return the card of the script, the only legal one, or the strategy's."""
        hand = self.hands[seat]
        if number < len(self.script.cards):
            self.is_scripted = True
            given = self.script.cards[number]
            card: Card = self._checked(seat, Stage.PLAY, as_card, given)
            self._checked(seat, Stage.PLAY, self._refuse_card, hand, card, is_first)
            return card
        legal = legal_cards(
            self.rules, hand, self.table, is_first_trick=is_first, called=self.called
        )
        if len(legal) == 1:
            return legal[0]
        answer = self._ask(seat, Stage.PLAY, legal)
        if type(answer) is not int:
            answer = self._checked(seat, Stage.PLAY, as_card, answer)
        if answer not in legal:
            self._checked(seat, Stage.PLAY, as_card, answer)
            self._checked(seat, Stage.PLAY, self._refuse_card, hand, answer, is_first)
        chosen: Card = answer
        return chosen

    def _refuse_card(self, hand: list[Card], card: Card, is_first: bool) -> None:
        verify_card(
            self.rules,
            hand,
            self.table,
            card,
            is_first_trick=is_first,
            called=self.called,
        )

    def _note_card(self, seat: int, card: Card) -> None:
        """Keep what a card proves about the hand it came from (R9)."""
        led = led_suit(self.table)
        if led is None or card == EXCUSE:
            return
        if led != TRUMP_SUIT and suit_of(card) != led:
            self.voids[seat] |= 1 << led
        if suit_of(card) not in (led, TRUMP_SUIT):
            self.ceilings[seat] = 0
        elif is_trump(card):
            best = max(trump_number(other) for other in self.table)
            if trump_number(card) < best:
                self.ceilings[seat] = min(self.ceilings[seat], best - 1)

    def _winning_place(self, taker: int) -> int:
        is_last = len(self.tricks) == self.rules.trick_count - 1
        wins = False
        if is_last and EXCUSE in self.table:
            place = self.table.index(EXCUSE)
            seat = (self.leader + place) % self.rules.players
            winners = [trick.winner for trick in self.tricks]
            wins = excuse_wins(
                self.rules,
                self.table,
                is_last_trick=True,
                won_all_before=won_all(self.rules, winners, taker, self.partner, seat),
                is_announced_by_taker=(
                    self.chelem_by == taker and seat in (taker, self.partner)
                ),
            )
        return trick_winner(self.table, excuse_wins=wins)

    def _finish(self, taker: int) -> DealRecord:
        """Count and score (R8, R13)."""
        played = PlayedDeal(
            tricks=self.tricks,
            taker=taker,
            partner=self.partner,
            contract=self.contract,
            aside=self.ecart if self.contract.takes_chien else self.deal.chien,
            chelem_by=self.chelem_by,
        )
        settlement = settle(self.rules, played)
        score = score_deal(
            self.rules,
            self.contract,
            settlement.half_points,
            settlement.bouts,
            taker=taker,
            partner=self.partner,
            poignees=[(s.level, played.camp_of(s.seat)) for s in self.showings],
            petit_au_bout=settlement.petit_au_bout,
            chelem=settlement.chelem,
        )
        return self._record(Outcome.PLAYED, settlement=settlement, score=score)

    def _record(self, outcome: Outcome, **counted: Any) -> DealRecord:
        return DealRecord(
            deal=self.deal,
            rules=self.rules,
            outcome=outcome,
            bids=self.bids,
            taker=self.taker,
            contract=self.contract,
            called=self.called,
            partner=self.partner,
            ecart=self.ecart,
            ecart_shown=self.ecart_shown,
            chelem_by=self.chelem_by,
            showings=self.showings,
            tricks=self.tricks,
            showable=self.showable,
            trump_counts=self.trump_counts,
            **counted,
        )

    # -- asking strategies -------------------------------------------------------

    def _view(self, seat: int, stage: Stage, legal: tuple[Any, ...]) -> SeatView:
        public = PublicView(
            self.rules,
            self.deal.dealer,
            self.bids,
            self.taker,
            self.contract,
            self.called,
            self.chien,
            self.ecart_shown,
            self.chelem_by,
            self.showings,
            self.tricks,
            self.leader,
            self.table,
            tuple(self.voids),
            tuple(self.ceilings),
        )
        return SeatView(
            public,
            seat,
            stage,
            Cards(self.hands[seat]),
            self.dealt[seat],
            self.ecart if seat == self.taker else Cards(),
            legal,
            self.keys[seat],
        )

    def _ask(self, seat: int, stage: Stage, legal: tuple[Any, ...]) -> Any:
        """Return a strategy's answer; its exceptions come back as StrategyError."""
        self.is_scripted, self.forced = False, ""
        view = self._view(seat, stage, legal)
        try:
            answer = getattr(self.strategies[seat], stage.label)(view)
        except (Exception, SystemExit) as error:
            raise raised(self._who(seat, stage), error) from error
        if type(answer) is Forced:
            answer, self.forced = answer
        if type(answer) is Refused:
            self._checked(seat, stage, answer.tell)
        return answer

    def _checked(self, seat: int, stage: Stage, check: Any, *args: Any) -> Any:
        """Run a check and tell whose answer it refused."""
        try:
            return check(*args)
        except IllegalActError as error:
            raise error.at(self._who(seat, stage)) from None
        except TarotError as error:
            raise StrategyError(f"{self._who(seat, stage)}: {error}") from None

    def _who(self, seat: int, stage: Stage) -> str:
        name = strategy_name(self.strategies[seat])
        deal = self.deal
        where = "given cards"
        if deal.number is not None:
            where = f"seed {deal.seed}, deal {deal.number}"
        if self.is_scripted:
            trick = f" in trick {len(self.tricks) + 1}" if stage is Stage.PLAY else ""
            return f"script for seat {seat} ({where}), {stage.label}{trick}"
        if self.forced:
            return f"the forced decision {self.forced} ({where})"
        return f"strategy {name} at seat {seat} ({where}), asked for {stage.label}"


def _verify_announcer(seat: int | None, allowed: Sequence[int]) -> None:
    if seat not in (None, *allowed):
        message = f"seat {seat} cannot announce a slam"
        words = "seat " + " or ".join(map(str, allowed))
        raise IllegalActError(message, "R12.2", words)
