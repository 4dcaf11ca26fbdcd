"""Hands in play for the tests of the engine: written by hand, and random."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from app.rules.hand.actions import Action, Discard, Kong, Pass, Proceed, Pung, Win
from app.rules.hand.events import Event
from app.rules.hand.legal import default_action, legal_actions, pending_seats
from app.rules.hand.state import Claiming, Entry, HandState, Over, SeatState, Turn, in_play
from app.rules.hand.transition import apply, start
from app.rules.options.options import Options, make_options
from app.rules.scoring.waits import wait_values
from app.rules.simulate.random_player import Chance, choose_action
from app.rules.tiles.hand_text import parse_hand
from app.rules.tiles.tiles import Ke, Seat, Tile, counts_of, parse_tile, parse_tiles, tiles_of
from app.rules.tiles.wall import Deal, derive_deal

JUNK = "1479m258p369s567z"
"""Thirteen tiles of different kinds that are far from a complete hand."""
WILD = 30
Played: TypeAlias = tuple[HandState, Action, HandState, tuple[Event, ...]]
"""A state, an action, and the state and events after it."""


class Table:
    """A hand in play, with all events since the start of the test."""

    def __init__(self, state: HandState) -> None:
        self.state = state
        self.events: list[Event] = []

    def do(self, *actions: Action) -> "Table":
        for action in actions:
            step = apply(self.state, action)
            self.state = step.state
            self.events.extend(step.events)
        return self

    def discard(self, seat: Seat, tile: str) -> "Table":
        return self.do(Discard(seat, parse_tile(tile)))

    def pung(self, seat: Seat, tile: str) -> "Table":
        return self.do(Pung(seat, parse_tile(tile)))

    def kong(self, seat: Seat, tile: str) -> "Table":
        return self.do(Kong(seat, parse_tile(tile)))

    def win(self, *seats: Seat) -> "Table":
        return self.do(*(Win(seat) for seat in seats))

    def go_on(self) -> "Table":
        """All seats that have not answered pass, and the window closes."""
        return self.do(*(Pass(seat) for seat in pending_seats(self.state)), Proceed())

    def silent_turn(self) -> "Table":
        """The seat on turn plays its default action, and nobody claims the discard."""
        (seat,) = pending_seats(self.state)
        return self.do(default_action(self.state, seat)).go_on()

    def kinds(self, seat: Seat) -> set[type[Action]]:
        """The types of actions that a seat may do now."""
        return {type(action) for action in legal_actions(self.state, seat)}

    def last(self, kind: type[Event]) -> Event:
        return next(event for event in reversed(self.events) if isinstance(event, kind))


def table(
    hands: Sequence[str],
    *,
    wall: str = "999s888s777s",
    turn: Seat = 0,
    drawn: str | None = None,
    entry: Entry = "draw",
    dealer: Seat = 0,
    preset: str = "classic",
    void: Sequence[int] = (),
    **overrides: object,
) -> Table:
    """A table on the turn of seat ``turn``. It holds 14 tiles, the others 13, as in ``[111p]44m...``.

    ``drawn`` is the tile that it drew; the default is the last tile in its text.
    """
    options = make_options(preset, {"players": len(hands), **overrides})
    seats = []
    for seat, text in enumerate(hands):
        melds, counts = parse_hand(text, 14 if seat == turn else 13)
        owned = tuple(
            meld if meld.is_concealed else replace(meld, source=(seat + 1) % len(hands)) for meld in melds
        )
        seats.append(SeatState(tiles_of(counts), owned, void=void[seat] if void else None))
    tile = parse_tiles(hands[turn].rpartition("]")[2].rpartition(")")[2])[-1]
    return Table(
        HandState(
            options=options,
            dealer=dealer,
            dice=(1, 2),
            exchange_die=1,
            last=tile,
            wall=parse_tiles(wall),
            seats=tuple(seats),
            phase=Turn(turn, None if entry == "pung" else parse_tile(drawn) if drawn else tile, entry),
        )
    )


def seat_waits(state: HandState, seat: Seat) -> tuple[tuple[Tile, Ke], ...]:
    """The waits of a seat in play with their 颗, while the seat holds 13 tiles; else empty."""
    owner = state.seats[seat]
    if len(owner.hand) % 3 != 1 or not isinstance(state.phase, Turn | Claiming) or not in_play(state, seat):
        return ()
    return wait_values(state.options, owner.melds, counts_of(owner.hand), owner.void)


def random_deal(seed: int, players: int) -> Deal:
    return derive_deal(seed.to_bytes(32, "big"), (b"client",) * players, "test", players)


def walk(options: Options, seed: int) -> Iterator[Played]:
    """Random play of a random hand with dealer 0."""
    return walk_on(start(options, random_deal(seed, options.players), 0).state, Chance(f"walk {seed}"))


def walk_on(state: HandState, chance: Chance) -> Iterator[Played]:
    """Random play to the end. Some actions are any legal action, the others those of the random player."""
    while not isinstance(state.phase, Over):
        pending = pending_seats(state)
        seat = chance.pick(pending) if pending else None
        if seat is not None and not chance.percent(WILD):
            action = choose_action(state, seat, chance)
        else:
            action = chance.pick(legal_actions(state, seat))
        step = apply(state, action)
        yield state, action, step.state, step.events
        state = step.state
