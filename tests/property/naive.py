"""A second oracle: legality, count and score written from the rules alone.

Nothing here calls the reference engine. A finished deal is taken apart from its
record and every step is judged again: who held what, whether each act was allowed,
who won each trick, where each card lies at the end, what is paid. Cards move from
pile to pile here, they are not entries of an account, so that the two ways of
counting can be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tarotsim.game.records import DealRecord, Showing
from tarotsim.game.rules import (
    CalledCardDiscard,
    Camp,
    Chelem,
    Contract,
    ExcuseLastTrick,
    FailedSlamAllLost,
    LowerPoignee,
    OpeningAfterExcuse,
    OtherExcuseInSlam,
    OwedLowCard,
    OwnLowerCall,
    Poignee,
    PoigneeDiscards,
    RuleSet,
    SlamAnnouncer,
    SlamExcuseFollowed,
    SlamExcuseWins,
    SlamPartnerTricks,
    SlamPetit,
    SlamScope,
    TrumpDiscard,
)

EXCUSE = 77
PETIT = 56
BOUTS = (56, 76, 77)
TRUMP = "trump"


def kind(card: int) -> str:
    """Return the suit of a card, ``trump`` or ``excuse``."""
    if card == EXCUSE:
        return "excuse"
    if card >= PETIT:
        return TRUMP
    return ("pique", "coeur", "carreau", "trefle")[card // 14]


def rank(card: int) -> int:
    """Return 1-14 in a suit, the number of a trump, 0 for the Excuse."""
    if card == EXCUSE:
        return 0
    return card - 55 if card >= PETIT else card % 14 + 1


def value(card: int) -> int:
    """Return the half-points of a card (R0.3)."""
    if card in BOUTS:
        return 9
    if kind(card) == TRUMP:
        return 1
    return {14: 9, 13: 7, 12: 5, 11: 3}.get(rank(card), 1)


def is_roi(card: int) -> bool:
    """Tell whether a card is a king."""
    return kind(card) not in (TRUMP, "excuse") and rank(card) == 14


def may_play(
    card: int,
    hand: Sequence[int],
    table: Sequence[int],
    *,
    opening: bool,
    called: int | None,
    bar_passes_on: bool,
) -> bool:
    """Judge one card by R9, R8.1, R8.3 and R5.6, one card at a time."""
    others = [c for c in table if c != EXCUSE]
    if not others:
        leads = not table or bar_passes_on
        if opening and called is not None and leads:
            return card == called or kind(card) != kind(called)
        return True
    if card == EXCUSE:
        return True
    asked = kind(others[0])
    has_suit = any(kind(c) == asked for c in hand)
    if asked != TRUMP and has_suit:
        return kind(card) == asked
    trumps = [rank(c) for c in hand if kind(c) == TRUMP]
    if not trumps:
        return True
    if kind(card) != TRUMP:
        return False
    best = max([rank(c) for c in table if kind(c) == TRUMP], default=0)
    return rank(card) > best or max(trumps) < best


def winner_of(table: Sequence[int]) -> int:
    """Return the place of the winning card by R9.7, the Excuse ignored."""
    trumps = [c for c in table if kind(c) == TRUMP]
    if trumps:
        return list(table).index(max(trumps, key=rank))
    asked = kind(next(c for c in table if c != EXCUSE))
    followers = [c for c in table if kind(c) == asked]
    return list(table).index(max(followers, key=rank))


def ecart_is_legal(
    rules: RuleSet, held: Sequence[int], ecart: Sequence[int], called: int | None
) -> bool:
    """Judge a discard by R4.2, R4.4 and R4.5, and by D7 and D9."""
    size = rules.chien_size
    if len(set(ecart)) != size or len(ecart) != size or not set(ecart) <= set(held):
        return False
    protected = {c for c in held if is_roi(c) or c in BOUTS}
    if rules.called_card_discard is CalledCardDiscard.FORBIDDEN and called is not None:
        protected.add(called)
    if protected & set(ecart):
        return False
    plain = [c for c in held if kind(c) != TRUMP and c not in protected]
    gone = sum(kind(c) == TRUMP for c in ecart)
    missing = max(0, size - len(plain))
    if missing and rules.trump_discard is TrumpDiscard.ANY_NUMBER:
        return gone >= missing
    return gone == missing


def call_is_legal(rules: RuleSet, hand: Sequence[int], called: int) -> bool:
    """Judge a called card by R5.2 and D15."""
    if kind(called) in (TRUMP, "excuse"):
        return False
    below_king = 14 - rank(called)
    if below_king > 3:
        return False
    opened = all(
        sum(kind(c) != TRUMP and rank(c) == higher for c in hand) == 4
        for higher in range(14, 14 - below_king, -1)
    )
    own_is_barred = rules.own_lower_call is OwnLowerCall.KINGS_ONLY and below_king
    return opened and not (own_is_barred and called in hand)


def _usable(
    rules: RuleSet, hand: Sequence[int], gone: Sequence[int], level: Poignee
) -> list[int]:
    if rules.poignee_discards is PoigneeDiscards.NEVER:
        return []
    if rules.poignee_discards is PoigneeDiscards.FEDERATION_CASE:
        kings = sum(is_roi(c) for c in hand)
        trumps = sum(kind(c) == TRUMP for c in hand)
        fits = rules.players == 4 and level is Poignee.TRIPLE
        is_case = fits and (kings, trumps, len(gone)) == (4, 14, 1)
        return list(gone) if is_case else []
    return list(gone)


def can_show(
    rules: RuleSet, hand: Sequence[int], gone: Sequence[int], level: Poignee
) -> bool:
    """Tell whether a hand reaches a level (R10.1, R10.4, R10.6)."""
    needed = rules.poignee_sizes[level - 1]
    held = sum(kind(c) == TRUMP for c in hand)
    held += len(_usable(rules, hand, gone, level))
    return held >= needed or (held == needed - 1 and EXCUSE in hand)


def showing_is_legal(
    rules: RuleSet, hand: Sequence[int], gone: Sequence[int], showing: Showing
) -> bool:
    """Judge the cards of a poignée by R10.2-R10.6, D4 and D5."""
    level, cards = showing.level, list(showing.cards)
    levels = [p for p in Poignee if can_show(rules, hand, gone, p)]
    if level not in levels or len(set(cards)) != rules.poignee_sizes[level - 1]:
        return False
    if rules.lower_poignee is LowerPoignee.FORBIDDEN and level is not max(levels):
        return False
    trumps = [c for c in cards if c != EXCUSE]
    in_order = sorted(trumps, reverse=True) + [EXCUSE] * (EXCUSE in cards)
    own = {c for c in hand if kind(c) == TRUMP}
    extra = set(_usable(rules, hand, gone, level))
    if cards != in_order or not set(trumps) <= own | extra:
        return False
    if rules.poignee_discards is PoigneeDiscards.FREE:
        hidden = (own | extra) - set(trumps)
    else:
        hidden = own - set(trumps)
        if set(trumps) - own and hidden:
            return False  # a discard shown although the hand still hides a trump
        if EXCUSE in cards:
            hidden |= extra - set(trumps)
    return not (EXCUSE in cards and (hidden or EXCUSE not in hand))


class Recount(NamedTuple):
    """What the second oracle finds in a record."""

    attack: int
    defence: int
    bouts: int
    petit: Camp | None
    chelem: Chelem
    excuse_owner: Camp
    paid_by: Camp | None
    won: bool
    gap: int
    unit: int
    scores: tuple[int, ...]


class Judge:
    """Goes through the record of a played deal and judges every step again."""

    def __init__(self, record: DealRecord) -> None:
        assert record.taker is not None
        self.record = record
        self.rules = record.rules
        self.deal = record.deal
        self.taker = record.taker
        self.contract = record.contract
        self.hands = [list(hand) for hand in self.deal.hands]
        self.camps = self._camps()

    def _camps(self) -> list[Camp]:
        camps = [Camp.DEFENCE] * self.rules.players
        camps[self.taker] = Camp.ATTACK
        for seat, hand in enumerate(self.deal.hands):
            if self.record.called in hand:
                camps[seat] = Camp.ATTACK
        return camps

    def judge(self) -> Recount:
        """Check every act and count the deal."""
        self.check_bids()
        self.check_call()
        self.check_ecart()
        self.check_announcement()
        self.check_tricks()
        return self.count()

    # -- before play ---------------------------------------------------------------

    def check_bids(self) -> None:
        """R3.1-R3.4; an imposed auction leaves no bids."""
        bids = self.record.bids
        if not bids:
            return
        players = self.rules.players
        order = [(self.deal.dealer + 1 + i) % players for i in range(players)]
        assert [bid.seat for bid in bids] == order
        highest, taker = Contract.PASS, None
        for bid in bids:
            if bid.contract is not Contract.PASS:
                assert bid.contract > highest
                highest, taker = bid.contract, bid.seat
        assert (highest, taker) == (self.contract, self.taker)

    def check_call(self) -> None:
        """R5.2-R5.5."""
        called = self.record.called
        assert (called is not None) == (self.rules.players == 5)
        partner = None
        if called is not None:
            assert call_is_legal(self.rules, self.hands[self.taker], called)
            for seat, hand in enumerate(self.hands):
                if called in hand and seat != self.taker:
                    partner = seat
        assert self.record.partner == partner

    def check_ecart(self) -> None:
        """R4; R15.1."""
        ecart = list(self.record.ecart)
        if self.contract in (Contract.GARDE_SANS, Contract.GARDE_CONTRE):
            assert ecart == []
            assert self.record.ecart_shown == ()
            return
        held = self.hands[self.taker] + list(self.deal.chien)
        assert ecart_is_legal(self.rules, held, ecart, self.record.called)
        self.hands[self.taker] = [c for c in held if c not in ecart]
        shown = sorted((c for c in ecart if kind(c) == TRUMP), reverse=True)
        assert list(self.record.ecart_shown) == shown

    def check_announcement(self) -> None:
        """R12.2, D14."""
        seat = self.record.chelem_by
        if seat is None:
            return
        if self.rules.slam_announcer is SlamAnnouncer.TAKER:
            assert seat == self.taker
        if self.rules.slam_announcer is SlamAnnouncer.ATTACK:
            assert self.camps[seat] is Camp.ATTACK

    # -- play ----------------------------------------------------------------------

    def check_tricks(self) -> None:
        """R9, R10.2, R12.3 and who wins each trick."""
        record, players = self.record, self.rules.players
        assert len(record.tricks) == {3: 24, 4: 18, 5: 15}[players]
        leader = (self.deal.dealer + 1) % players
        if record.chelem_by is not None:
            leader = record.chelem_by
        self.check_showings(leader)
        aside = list(record.ecart) or list(self.deal.chien)
        for number, trick in enumerate(record.tricks):
            self.check_conserved(number, aside)
            assert trick.leader == leader
            assert len(trick.cards) == players
            for place, card in enumerate(trick.cards):
                self.check_card((leader + place) % players, number, place)
                self.hands[(leader + place) % players].remove(card)
            place = winner_of(trick.cards)
            if self.excuse_takes(number):
                place = list(trick.cards).index(EXCUSE)
            leader = (leader + place) % players
            assert trick.winner == leader
        assert self.hands == [[] for _ in range(players)]

    def check_conserved(self, number: int, aside: list[int]) -> None:
        """R0.1: hands, tricks and what lies aside are the 78 cards."""
        cards = [card for hand in self.hands for card in hand] + aside
        for trick in self.record.tricks[:number]:
            cards += trick.cards
        assert sorted(cards) == list(range(78))

    def check_card(self, seat: int, number: int, place: int) -> None:
        """One card played."""
        cards = list(self.record.tricks[number].cards)
        assert cards[place] in self.hands[seat]
        assert may_play(
            cards[place],
            self.hands[seat],
            cards[:place],
            opening=number == 0,
            called=self.record.called,
            bar_passes_on=(
                self.rules.opening_after_excuse is OpeningAfterExcuse.BARRED
            ),
        )

    def check_showings(self, leader: int) -> None:
        """Poignées, once a player, in the order of the first cards."""
        order = [(leader + i) % self.rules.players for i in range(self.rules.players)]
        seats = [showing.seat for showing in self.record.showings]
        assert seats == [seat for seat in order if seat in seats]
        for showing in self.record.showings:
            gone = self.record.ecart_shown if showing.seat == self.taker else ()
            hand = self.hands[showing.seat]
            assert showing_is_legal(self.rules, hand, gone, showing)
        for seat, hand in enumerate(self.hands):
            gone = self.record.ecart_shown if seat == self.taker else ()
            levels = [p for p in Poignee if can_show(self.rules, hand, gone, p)]
            assert self.record.showable.get(seat) == max(levels, default=None)
            count = sum(kind(c) in (TRUMP, "excuse") for c in hand)
            assert self.record.trump_counts[seat] == count

    def _is_protected(self, camp: Camp) -> bool:
        """D2d: whether a slam of this camp is one that R8.10 speaks of."""
        if self.rules.slam_scope is SlamScope.ALL:
            return True
        return camp is Camp.ATTACK and self.record.chelem_by == self.taker

    def _has_all(self, camp: Camp, winners: Sequence[int]) -> bool:
        """R12.1, D12."""
        if camp is Camp.DEFENCE:
            return all(self.camps[seat] is camp for seat in winners)
        if self.rules.slam_partner_tricks is SlamPartnerTricks.TAKER_ALONE:
            return all(seat == self.taker for seat in winners)
        return all(self.camps[seat] is camp for seat in winners)

    def excuse_takes(self, number: int) -> bool:
        """R8.10, D2a, D2d: whether the Excuse wins this trick."""
        tricks = self.record.tricks
        cards = list(tricks[number].cards)
        if number != len(tricks) - 1 or EXCUSE not in cards:
            return False
        place = cards.index(EXCUSE)
        seat = (tricks[number].leader + place) % self.rules.players
        before = [trick.winner for trick in tricks[:-1]]
        led_or_not = self.rules.slam_excuse_wins is SlamExcuseWins.LED_OR_NOT
        return (
            (place == 0 or led_or_not)
            and self._has_all(self.camps[seat], before)
            and self._is_protected(self.camps[seat])
        )

    # -- the count -----------------------------------------------------------------

    def slam(self) -> Camp | None:
        """Return the camp that took every trick."""
        winners = [trick.winner for trick in self.record.tricks]
        found = [camp for camp in Camp if self._has_all(camp, winners)]
        return found[0] if found else None

    def count(self) -> Recount:
        """Put every card where it ends and count both camps."""
        piles: list[list[int]] = [[], []]
        for trick in self.record.tricks:
            piles[self.camps[trick.winner]] += trick.cards
        low = [[c for c in pile if value(c) == 1] for pile in piles]
        aside_camp = Camp.ATTACK
        aside = list(self.record.ecart)
        if not aside:
            aside = list(self.deal.chien)
            if self.contract is Contract.GARDE_CONTRE:
                aside_camp = Camp.DEFENCE
        piles[aside_camp] += aside
        owner, payer = self.excuse_ends(aside_camp if EXCUSE in aside else None)
        for pile in piles:
            if EXCUSE in pile:
                pile.remove(EXCUSE)
        piles[owner].append(EXCUSE)
        debt = [0, 0]
        paid_by = None
        if payer is not None:
            if low[payer]:
                piles[payer].remove(low[payer][0])
                piles[payer.other].append(low[payer][0])
                paid_by = payer
            elif self.is_owed_without_cards(payer):
                debt[payer] -= 1
                debt[payer.other] += 1
                paid_by = payer
        points = [
            sum(value(c) for c in pile) + d for pile, d in zip(piles, debt, strict=True)
        ]
        assert sorted(piles[0] + piles[1]) == list(range(78))
        bouts = sum(c in BOUTS for c in piles[Camp.ATTACK])
        return self.score(points, bouts, owner, paid_by)

    def is_owed_without_cards(self, payer: Camp) -> bool:
        """R8.6, D10: the federation itself settles the slam of an attack."""
        if payer is Camp.DEFENCE and self.slam() is Camp.ATTACK:
            return True
        return self.rules.owed_low_card is OwedLowCard.TRANSFER

    def excuse_ends(self, aside_camp: Camp | None) -> tuple[Camp, Camp | None]:
        """Return who counts the Excuse and who owes a low card for it (R8)."""
        if aside_camp is not None:
            return aside_camp, None  # R8.12
        tricks = self.record.tricks
        number = next(i for i, t in enumerate(tricks) if EXCUSE in t.cards)
        trick = tricks[number]
        place = list(trick.cards).index(EXCUSE)
        mine = self.camps[(trick.leader + place) % self.rules.players]
        theirs = Camp(1 - mine)
        won_by = self.camps[trick.winner]
        if number != len(tricks) - 1:
            return mine, (mine if won_by is theirs else None)  # R8.4
        slam = self.slam()
        if slam is mine and self._is_protected(mine):
            stays = self.rules.slam_excuse_followed is SlamExcuseFollowed.STAYS
            if stays or self.excuse_takes(number):
                return mine, None  # R8.10
        keeps = self.rules.other_excuse_in_slam is OtherExcuseInSlam.PROTECTED
        if slam is theirs and keeps and self._is_protected(theirs):
            return mine, mine
        if won_by is theirs:
            return theirs, None  # R8.9
        option = self.rules.excuse_last_trick  # D1
        if option is ExcuseLastTrick.FOLLOWS_WINNER:
            return mine, None
        if option is ExcuseLastTrick.CHANGES_CAMP_FREE:
            return theirs, None
        return theirs, theirs

    def petit(self) -> Camp | None:
        """R11.1, R11.4, D13."""
        tricks = self.record.tricks
        last, before = tricks[-1], tricks[-2]
        if PETIT in last.cards:
            return self.camps[last.winner]
        if PETIT in before.cards and self.excuse_takes(len(tricks) - 1):
            announced = self.record.chelem_by == self.taker == last.winner
            if self.rules.slam_petit is SlamPetit.EVERY_SLAM or announced:
                return self.camps[before.winner]
        return None

    def chelem(self) -> tuple[Chelem, int]:
        """R12.4-R12.6, D8, D14: the outcome and its term in u."""
        slam, by = self.slam(), self.record.chelem_by
        if by is None:
            if slam is None:
                return Chelem.NONE, 0
            if slam is Camp.ATTACK:
                return Chelem.UNANNOUNCED_MADE, 200
            return Chelem.DEFENCE_MADE, -200
        both = self.rules.failed_slam_all_lost is FailedSlamAllLost.BOTH
        if self.camps[by] is Camp.ATTACK:
            if slam is Camp.ATTACK:
                return Chelem.ANNOUNCED_MADE, 400
            if slam is None:
                return Chelem.ANNOUNCED_FAILED, -200
            lost = -400 if both else -200
            return Chelem.ANNOUNCED_FAILED_DEFENCE_MADE, lost
        if slam is Camp.DEFENCE:
            return Chelem.DEFENCE_ANNOUNCED_MADE, -400
        if slam is None:
            return Chelem.DEFENCE_ANNOUNCED_FAILED, 200
        lost = 400 if both else 200
        return Chelem.DEFENCE_ANNOUNCED_FAILED_ATTACK_MADE, lost

    def score(
        self, points: list[int], bouts: int, owner: Camp, paid_by: Camp | None
    ) -> Recount:
        """R13, in whole points, step by step."""
        needed = {0: 56, 1: 51, 2: 41, 3: 36}[bouts]
        attack = points[Camp.ATTACK]
        # R7.1: a half-point goes to the camp that wins the deal.
        won = attack / 2 >= needed
        whole = -(-attack // 2) if won else attack // 2
        gap = whole - needed if won else needed - whole
        factor = {1: 1, 2: 2, 3: 4, 4: 6}[int(self.contract)]
        unit = (25 + gap) * factor
        unit += sum({1: 20, 2: 30, 3: 40}[s.level] for s in self.record.showings)
        if not won:
            unit = -unit
        petit = self.petit()
        if petit is Camp.ATTACK:
            unit += 10 * factor
        elif petit is Camp.DEFENCE:
            unit -= 10 * factor
        chelem, term = self.chelem()
        unit += term
        scores = [-unit if camp is Camp.DEFENCE else 0 for camp in self.camps]
        pot = -sum(scores)
        for seat, camp in enumerate(self.camps):
            if camp is Camp.ATTACK and seat != self.taker:
                scores[seat] = unit
                pot -= unit
        scores[self.taker] = pot
        return Recount(
            attack=attack,
            defence=points[Camp.DEFENCE],
            bouts=bouts,
            petit=petit,
            chelem=chelem,
            excuse_owner=owner,
            paid_by=paid_by,
            won=won,
            gap=gap,
            unit=unit,
            scores=tuple(scores),
        )
