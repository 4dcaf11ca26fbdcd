"""A second table, written from the rules as simply as possible. It shares no code with the program.

It plays one hand on lists of kinds, and asks one seat at a time: in seat order for sealed choices, in turn
order from the discarder for claims. It also asks for forced decisions.
"""

from collections import Counter
from copy import copy
from dataclasses import dataclass, field
from itertools import combinations
from typing import TypeAlias

from tests.witness.naive_hands import Kind
from tests.witness.naive_place import Place
from tests.witness.naive_scorer import Options

Choice: TypeAlias = tuple[str, tuple[Kind, ...]]
"""The name of an action, and its tiles. A void suit is a kind of rank 0."""
Payment: TypeAlias = tuple[int, int, int]

SUITS = ("m", "p", "s")


@dataclass
class NaiveTable:
    """A hand in play. ``stage`` is exchange, void, turn, claim or over."""

    options: Options
    places: list[Place]
    wall: list[Kind]
    dealer: int
    die: int
    last: Kind
    stage: str
    seat: int
    drawn: Kind | None = None
    entry: str = "deal"
    tile: Kind = ("z", 5)
    robbing: bool = False
    after_kong: bool = False
    answers: dict[int, Choice] = field(default_factory=dict)
    winners: list[int] = field(default_factory=list)
    payments: list[Payment] = field(default_factory=list)
    next_dealer: int | None = None

    def copy(self) -> "NaiveTable":
        other = copy(self)
        other.places = [place.copy() for place in self.places]
        other.wall, other.winners, other.payments = [*self.wall], [*self.winners], [*self.payments]
        other.answers = dict(self.answers)
        return other

    def asked(self) -> tuple[int, list[Choice]] | None:
        """The seat that decides next, and its choices; None if the hand is over."""
        while self.stage != "over":
            if self.stage == "turn":
                return self.seat, self._turn_choices()
            order = self.others() if self.stage == "claim" else list(range(len(self.places)))
            for seat in order:
                if seat not in self.answers and (choices := self._choices(seat)):
                    return seat, choices
            self._close()
        return None

    def do(self, seat: int, choice: Choice) -> None:
        """Play one of the choices."""
        if self.stage != "turn":
            self.answers[seat] = choice
            return
        what, tiles = choice
        place = self.places[seat]
        if what == "win":
            self._win([(seat, self._self_drawn() or 0)], None)
            self._next(seat)
        elif what == "discard":
            place.hand.remove(tiles[0])
            self._offer(tiles[0], robbing=False)
        elif tiles[0] in place.pungs:
            place.hand.remove(tiles[0])
            place.pungs.remove(tiles[0])
            place.open_kongs.append(tiles[0])
            self._offer(tiles[0], robbing=True)
        else:
            place.hand = [kind for kind in place.hand if kind != tiles[0]]
            place.closed_kongs.append(tiles[0])
            self._draw(seat, "tail")

    def others(self) -> list[int]:
        """The other players in play, in turn order after the seat on turn."""
        players = len(self.places)
        turns = [(self.seat + step) % players for step in range(1, players)]
        return [seat for seat in turns if seat not in self.winners]

    def _number(self, name: str) -> int:
        value = self.options[name]
        assert isinstance(value, int)
        return value

    def _forced(self) -> bool:
        return self._number("forced_win") > 0 and len(self.wall) <= self._number("forced_win")

    def _turn_choices(self) -> list[Choice]:
        place = self.places[self.seat]
        can_win = self._self_drawn() is not None
        if can_win and self._forced():
            return [("win", ())]
        kinds = sorted(set(place.hand))
        voided = [kind for kind in kinds if kind[0] == place.void]
        kongs = [kind for kind in kinds if place.hand.count(kind) == 4 or kind in place.pungs]
        if not self.wall:
            kongs = []
        return [
            *([("win", ())] if can_win else []),
            *(("kong", (kind,)) for kind in kongs if kind not in voided),
            *(("discard", (kind,)) for kind in voided or kinds),
        ]

    def _self_drawn(self) -> int | None:
        if self.entry == "pung":
            return None
        place = self.places[self.seat]
        kinds = sorted(set(place.hand)) if self.drawn is None else [self.drawn]
        tail, empty = self.entry == "tail", not self.wall
        found = [place.value(self.options, kind, "draw", tail, empty) for kind in kinds]
        return max((ke for ke in found if ke is not None), default=None)

    def _choices(self, seat: int) -> list[Choice]:
        if self.stage == "exchange":
            return [("give", tiles) for tiles in self._gifts(self.places[seat].hand)]
        if self.stage == "void":
            return [("void", ((suit, 0),)) for suit in SUITS]
        return self._claims(seat)

    def _gifts(self, hand: list[Kind]) -> list[tuple[Kind, ...]]:
        """Exchange the tiles (R6)."""
        suited = [kind for kind in hand if kind[0] != "z"]
        found = {tuple(sorted(tiles)) for tiles in combinations(hand, 3)}
        if len(suited) < 3:
            return sorted(
                tiles
                for tiles in found
                if all(kind in tiles for kind in suited)
                and Counter(kind for kind in tiles if kind[0] != "z") == Counter(suited)
            )
        found = {tiles for tiles in found if all(suit != "z" for suit, _ in tiles)}
        same = {tiles for tiles in found if len({suit for suit, _ in tiles}) == 1}
        return sorted(same if same and self.options["exchange_three"] == "same_suit" else found)

    def _claims(self, seat: int) -> list[Choice]:
        place = self.places[seat]
        if self.tile[0] == place.void:
            return []
        ke = self._claim_value(seat)
        if ke is not None and self._forced():
            return [("win", ())]
        held = 0 if self.robbing or not self.wall else place.hand.count(self.tile)
        found: list[Choice] = [] if ke is None else [("win", ())]
        found += [("kong", (self.tile,))] if held == 3 else []
        found += [("pung", (self.tile,))] if held >= 2 else []
        return [*found, ("pass", ())] if found else []

    def _claim_value(self, seat: int) -> int | None:
        """The 颗 of a win on the offered tile; None if there is no win, or R15 blocks it."""
        place = self.places[seat]
        by = "rob_kong" if self.robbing else "discard"
        ke = place.value(self.options, self.tile, by, self.after_kong, not self.wall)
        if ke is None or place.passed is None or self.options["passed_win"] == "free":
            return ke
        return ke if self.options["passed_win"] == "higher_only" and ke > place.passed else None

    def _close(self) -> None:
        answers, self.answers = self.answers, {}
        if self.stage == "exchange":
            self._exchange([answers[seat][1] for seat in range(len(self.places))])
        elif self.stage == "void":
            for seat, place in enumerate(self.places):
                place.void = answers[seat][1][0][0]
            self.stage = "turn"
        else:
            self._resolve(answers)

    def _exchange(self, gifts: list[tuple[Kind, ...]]) -> None:
        players = len(self.places)
        steps = [1, 1, 2, 2, 3, 3] if players == 4 else [1, players - 1] * 3
        for seat, place in enumerate(self.places):
            for kind in gifts[seat]:
                place.hand.remove(kind)
        for seat, gift in enumerate(gifts):
            self.places[(seat + steps[self.die - 1]) % players].hand += gift
        if self.last not in self.places[self.dealer].hand:
            self.drawn = None
        self.stage = "void" if self.options["void_suit"] else "turn"

    def _resolve(self, answers: dict[int, Choice]) -> None:
        took = {seat: what for seat in self.others() if (what := answers.get(seat, ("", ()))[0])}
        values = {seat: self._claim_value(seat) for seat in took}
        for seat, what in took.items():
            if what == "pass" and values[seat] is not None:
                self.places[seat].passed = max(values[seat] or 0, self.places[seat].passed or 0)
        winners = [(seat, values[seat] or 0) for seat, what in took.items() if what == "win"]
        if winners:
            self._claimed_wins(winners)
        elif "kong" in took.values() or "pung" in took.values():
            self._meld(next((seat, what) for seat, what in took.items() if what in ("kong", "pung")))
        elif self.robbing:
            self._draw(self.seat, "tail")
        else:
            self._next(self.seat)

    def _claimed_wins(self, winners: list[tuple[int, int]]) -> None:
        robbed = self.places[self.seat]
        self._win(winners, self.seat)
        if not self.robbing:
            self._next(winners[-1][0])
        elif self.options["robbed_kong"] == "void":
            robbed.open_kongs.remove(self.tile)
            robbed.pungs.append(self.tile)
            self._next(winners[-1][0])
        elif not self._decided():
            self._draw(self.seat, "tail")

    def _meld(self, claim: tuple[int, str]) -> None:
        seat, what = claim
        place = self.places[seat]
        for _ in range(3 if what == "kong" else 2):
            place.hand.remove(self.tile)
        if what == "kong":
            place.open_kongs.append(self.tile)
            self._draw(seat, "tail")
        else:
            place.pungs.append(self.tile)
            self.stage, self.seat, self.drawn, self.entry = "turn", seat, None, "pung"

    def _win(self, winners: list[tuple[int, int]], source: int | None) -> None:
        if self.next_dealer is None:
            self.next_dealer = winners[0][0] if len(winners) == 1 or source is None else source
        for seat, ke in winners:
            payers = self.others() if source is None else [source]
            self.payments += [(payer, seat, ke) for payer in payers if ke]
        self.winners += [seat for seat, _ in winners]
        if self._decided():
            self.stage = "over"

    def _decided(self) -> bool:
        return not self.options["blood_battle"] or len(self.winners) == len(self.places) - 1

    def _offer(self, tile: Kind, *, robbing: bool) -> None:
        self.after_kong = self.entry == "tail" and not robbing
        self.stage, self.tile, self.robbing = "claim", tile, robbing

    def _next(self, after: int) -> None:
        """If the hand is not over, the next player in play draws (R12, R13)."""
        if self.stage == "over":
            return
        self.seat = after
        if self.wall:
            self._draw(self.others()[0], "draw")
        else:
            self.stage = "over"
            self._check_ready()

    def _draw(self, seat: int, entry: str) -> None:
        self.drawn = self.wall.pop(-1 if entry == "tail" else 0)
        self.places[seat].hand.append(self.drawn)
        self.places[seat].passed = None
        self.stage, self.seat, self.entry = "turn", seat, entry

    def _check_ready(self) -> None:
        """The payments of an exhausted wall (R63, R64)."""
        left = [seat for seat in range(len(self.places)) if seat not in self.winners]
        best = {seat: self.places[seat].best(self.options) for seat in left}
        for payer in (seat for seat in left if best[seat] is None):
            times = 2 if self.places[payer].is_pig() else 1
            self.payments += [(payer, seat, ke * times) for seat in left if (ke := best[seat])]
